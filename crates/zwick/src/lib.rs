#![doc = include_str!("../README.md")]

mod any;
pub mod connect_four;
mod game;
mod game_text;
pub mod morris;
mod notation;
mod record;
mod symmetry;
mod value;

pub use any::{AnyMove, AnyPosition, Fault, ForeignMove, Game, ParseGameError, RuleSet};
pub use connect_four::ConnectFour;
pub use game::{Acyclic, Ending, IllegalMove, Outcome, ParseMoveError, Position, Reason, Side, UnknownReason, perft};
pub use game_text::GameText;
pub use morris::Morris;
pub use notation::{PositionError, SetupError, SyntaxError};
pub use record::{DrawRules, Record, RecordError};
pub use symmetry::{Symmetric, Symmetry};
pub use value::{Value, Wdl};
