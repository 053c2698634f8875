//! Connect Four: men drop into columns, four in a line win.

mod board;
mod heuristic;
mod position;
mod setup;
mod solver;
mod symmetry;

pub use position::{Column, ConnectFour};
pub(crate) use setup::is_board;
pub use setup::{Fault, Setup};
pub use solver::{Progress, Solver};
pub use symmetry::Symmetry;
