//! Nine Men's Morris and its variants: place, move and fly; a closed mill takes a man.

mod board;
mod criteria;
mod diagram;
mod facts;
mod families;
mod geometry;
mod heuristic;
mod index;
mod moves;
mod oracle;
mod placement;
mod points;
mod position;
mod retrograde;
mod rules;
mod setup;
mod symmetry;
mod tablebase;

pub use board::Board;
pub use criteria::Rows;
pub use moves::Move;
pub use oracle::BookTablesSearch;
pub use points::{ParsePointError, Point, Points, PointsIter};
pub use position::Morris;
pub use retrograde::Error as SolveError;
pub use rules::{Lasker, Morabaraba, NoFlying, Rules, Standard};
pub(crate) use setup::is_board;
pub use setup::{Fault, Setup};
pub use symmetry::Symmetry;
pub use tablebase::{
    Book, BookError, Checked, Contents, Contradiction, Counts, Needs, NoRoom, Offer, Pace, PairSummary, Progress,
    Tablebase, TablebaseError, Wanted, WrongBook, build, build_for, check_pair, check_plies, check_ply, delete_tables,
    in_background, move_tables, needs, offers,
};
