//! Both games as an engine for tournament managers, scripts and other programs: the Universal Game Interface (UGI), which is UCI as chess
//! programs speak it, with `query` for programs that do not know the rules. `docs/engine.md` has an example session.
//!
//! A line becomes a [`Command`]; a [`Session`] answers it, and returns long work; [`run`] does that on a separate thread, so `stop`,
//! `isready` and `quit` are always handled.
//!
//! ```
//! let mut output = Vec::new();
//! zwick_engine::run(&b"position startpos moves 4 4\nquery p1turn\nquit\n"[..], &mut output, Default::default())?;
//! assert_eq!(output, b"response true\n");
//! # Ok::<(), std::io::Error>(())
//! ```

mod clock;
mod command;
mod input;
mod options;
mod run;
mod session;
mod thinker;

pub use command::{Command, Go, Query};
pub use options::{OpenDatabase, Options, read_player};
pub use run::run;
pub use session::{Deed, Question, Session};
