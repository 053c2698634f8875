//! Connect Four: men drop into columns, four in a line win.

mod board;
mod book;
mod diagram;
mod facts;
mod grid;
mod heuristic;
mod oracle;
mod position;
mod public_sets;
mod setup;
mod solver;
mod symmetry;
mod zugzwang;

pub use book::{Book, BookBuilder, BookError, BookProgress, verify as verify_book};
pub use oracle::{BookThenSolver, Watcher};
pub use position::{Column, ConnectFour};
pub use public_sets::{PublicPosition, public_sets};
pub(crate) use setup::is_board;
pub use setup::{Fault, Setup};
pub use solver::{Progress, Solver};
pub use symmetry::Symmetry;
