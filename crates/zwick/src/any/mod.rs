//! All games, chosen at run time. Only here does a `match` distinguish the games.

#[macro_use]
mod position;
mod analyst;
mod explain;
mod game;
mod moves;
mod oracle;
mod perfect;
mod player;
mod review;
mod scale;
mod statistics;
mod symmetry;

pub use analyst::Analyst;
pub use explain::{Explanation, explain};
pub use game::{ForRules, Game, ParseGameError, RuleSet};
pub use moves::{AnyMove, ForeignMove};
pub use oracle::Library;
pub use perfect::Imperfect;
pub use player::AnyPlayer;
pub use position::{AnyPosition, Fault, ForeignPosition};
pub use review::{Mark, ReviewedMove, accuracy, review};
pub use statistics::Statistics;
pub use symmetry::AnySymmetry;
