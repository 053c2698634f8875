#![doc = include_str!("../README.md")]

mod analysis;
mod analyst;
mod any;
mod any_player;
mod bits;
pub mod connect_four;
mod diagram;
mod explain;
mod game;
mod game_text;
#[cfg(test)]
mod long_tests;
pub mod morris;
mod notation;
mod phase;
mod plane;
mod player;
mod record;
pub mod scenarios;
pub mod search;
pub mod signature;
mod spec;
pub mod store;
mod symmetry;
pub mod tournament;
mod value;

pub use analysis::{
    Analysis, Answer, Choice, Oracle, RatedMove, Source, Unanswered, Verdict, analyze, best_line, perfect_move,
};
pub use analyst::{Analyst, Library};
pub use any::{
    AnyMove, AnyPosition, AnySymmetry, Fault, ForRules, ForeignMove, ForeignPosition, Game, ParseGameError, RuleSet,
};
pub use any_player::AnyPlayer;
pub use connect_four::ConnectFour;
pub use diagram::Diagram;
pub use explain::{Explained, Explanation, Fact, FactKind, explain};
pub use game::{Acyclic, Ending, IllegalMove, Outcome, ParseMoveError, Position, Reason, Side, UnknownReason, perft};
pub use game_text::GameText;
pub use morris::Morris;
pub use notation::{PositionError, SetupError, SyntaxError};
pub use phase::{Phase, Phased, Stage};
pub use player::{Database, Known, Memory, Player};
pub use record::{DrawRules, Record, RecordError};
pub use spec::{Judge, Name, ParseSpecError, PlayerSettings, Spec};
pub use symmetry::{Classified, Symmetric, Symmetry, SymmetryStep};
pub use value::{Value, Wdl};
