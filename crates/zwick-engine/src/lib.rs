//! Both games as an engine that tournament managers, scripts and other programs can plug in: the universal game interface (UGI), which
//! is UCI as chess programs speak it, with `query` for those who do not know the rules. `docs/engine.md` has an example session.
//!
//! A line becomes a [`Command`]; a [`Session`] answers it, and says if there is something to do that takes time; [`run`] does that on a
//! thread of its own, so that `stop`, `isready` and `quit` are always heard.
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
pub use options::{OpenDatabase, Options};
pub use run::run;
pub use session::{Deed, Session, Task};
