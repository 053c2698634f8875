//! Evaluated positions and whole games, stored in SQL.
//!
//! A [`Store`] is an SQLite file or a PostgreSQL server; everything works the same on both. Opening one creates or migrates its tables. All
//! SQL is asynchronous and runs off the caller's threads; computing threads, which block, use it through [`Blocking`]: the [`Shelf`] of a
//! player, [`seed`](Blocking::seed) and [`play_games`](Blocking::play_games).
//!
//! ```
//! use zwick::{AnyPosition, Game, search::Score};
//! use zwick_db::{Evaluation, Store};
//! # let directory = tempfile::tempdir()?;
//! # let file = directory.path().join("zwick.db");
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let store = Store::open(file.to_str().unwrap()).await?;
//! let position = AnyPosition::read(Game::CONNECT_FOUR, "112233")?;
//! let best = "4".parse::<zwick::connect_four::Column>()?.into();
//! let found = Evaluation { position, best, score: Score::win_in(1), depth: 1, exact: true, source: "solver".to_owned() };
//! store.save(&[found]).await?;
//!
//! // The same record answers for the mirror image.
//! let mirrored = AnyPosition::read(Game::CONNECT_FOUR, "776655")?;
//! let known = store.look_up(&[mirrored]).await?.pop().flatten().expect("it was saved");
//! assert_eq!((known.best.to_string().as_str(), known.score), ("4", Score::win_in(1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod aside;
mod blocking;
mod changes;
mod checksum;
mod clocks;
mod copies;
mod error;
mod evaluation;
mod export;
mod file;
mod games;
mod import;
mod jobs;
mod links;
mod older;
mod open;
mod positions;
mod sign;
mod store;
mod transfer;
mod verify;

pub use aside::aside;
pub use blocking::{Blocking, Shelf};
pub use changes::{Changes, Told};
pub use clocks::Note;
pub use error::Error;
pub use evaluation::Evaluation;
pub use export::Export;
pub use file::Claim;
pub use games::{Filter, Occurrence, SavedGame, Summary};
pub use import::{Examined, Import, ImportedFile};
pub use jobs::{BookWork, Job, JobState, Progress, Seed, SelfPlay, Study, Work, Worker, WorkerEvent};
pub use links::{GameId, GameLink};
pub use positions::PhaseCount;
pub use store::Store;
pub use transfer::Format;
pub use verify::{Section, Verified};
