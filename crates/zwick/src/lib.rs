#![doc = include_str!("../README.md")]

/// The snippets of the product's README are tests as well.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod product_readme {}

mod analysis;
mod any;
mod bits;
pub mod connect_four;
pub mod container;
mod database;
mod diagram;
mod facts;
mod game;
mod game_text;
#[cfg(any(test, feature = "laws"))]
pub mod laws;
#[cfg(test)]
mod long_tests;
pub mod morris;
mod non_empty;
mod notation;
pub mod older;
mod phase;
mod plane;
mod player;
mod record;
mod scale;
pub mod scenarios;
mod score;
pub mod search;
pub mod signature;
mod spec;
mod symmetry;
pub mod tournament;
mod value;
#[cfg(feature = "serde")]
pub mod wire;
mod worth;

pub use analysis::{
    Analysis, Exhaustive, Oracle, Rounds, Unanswered, analyze, analyze_record, best_line, perfect_move,
};
pub use any::{
    Analyst, AnyMove, AnyPlayer, AnyPosition, AnySymmetry, Explanation, Fault, ForRules, ForeignMove, ForeignPosition,
    Game, Imperfect, Library, Mark, ParseGameError, ReviewedMove, RuleSet, Statistics, accuracy, explain, review,
};
pub use connect_four::ConnectFour;
pub use database::{Database, Known, Memory};
pub use diagram::{Diagram, Shape, Spot, Touched};
pub use facts::{Explained, Fact, FactKind};
pub use game::{Acyclic, Ending, IllegalMove, Outcome, ParseMoveError, Position, Reason, Side, UnknownReason, perft};
pub use game_text::GameText;
pub use morris::Morris;
pub use non_empty::NonEmpty;
pub use notation::{PositionError, SetupError, SyntaxError};
pub use phase::{Phase, Phased, Stage};
pub use player::Player;
pub use record::{DrawRules, Record, RecordError};
pub use scale::Scale;
pub use spec::{Judge, Name, ParseSpecError, PlayerSettings, Setting, Spec, Values};
pub use symmetry::{Classified, Symmetric, Symmetry, SymmetryStep};
pub use value::{Value, Wdl};
pub use worth::{Answer, Rated, Source, Verdict};
