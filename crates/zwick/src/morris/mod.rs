//! Nine Men's Morris and its relatives: place, move and fly; a closed mill takes a man.

mod board;
mod criteria;
mod moves;
mod points;
mod position;
mod rules;
mod setup;
mod symmetry;

pub use board::Board;
pub use moves::Move;
pub use points::{ParsePointError, Point, Points, PointsIter};
pub use position::Morris;
pub use rules::{Lasker, Morabaraba, NoFlying, Rules, Standard};
pub(crate) use setup::is_board;
pub use setup::{Fault, Setup};
pub use symmetry::Symmetry;
