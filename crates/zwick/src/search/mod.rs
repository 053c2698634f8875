//! Search over any [`Position`](crate::Position): minimax, alpha-beta, Monte Carlo and Monte Carlo tree search.
//!
//! All of them return a [`Report`]: every move with its [`Score`], best first, and what it cost. [`minimax()`] is the reference: whatever
//! the switches of [`AlphaBeta`], its scores are those of plain minimax to the same depth.
//!
//! ```
//! use zwick::ConnectFour;
//! use zwick::search::{AlphaBeta, ByHeuristic, Limits, Score, Scored, Settings, Silent};
//! let position: ConnectFour = "112233".parse()?;
//! let mut search = AlphaBeta::new(ByHeuristic, Settings::FULL);
//! let report = search.search(&position, Scored::All, &Limits::depth(8), &mut Silent);
//! assert_eq!(report.best_moves().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["4"]);
//! assert_eq!(report.score(), Some(Score::win_in(1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alpha_beta;
mod evaluator;
mod explorer;
mod history;
mod limits;
mod log;
mod mcts;
mod minimax;
mod monte_carlo;
pub(crate) mod negamax;
mod recall;
mod report;
mod trace;
mod transpositions;

#[cfg(test)]
mod tests;

pub use crate::score::{Bound, Score};
pub use alpha_beta::{AlphaBeta, MAX_DEPTH, Scored, Settings};
pub use evaluator::AnyEvaluator::{self, ByCriteria, ByHeuristic, ByPlayouts, ExactOnly};
pub use evaluator::{Evaluator, Heuristic};
pub(crate) use explorer::Win;
pub use limits::{Limits, Stop, StopOnDrop};
pub use log::{Event, Format, Observer, Protocol, Silent};
pub use mcts::mcts;
pub use minimax::{minimax, minimax_moves, solve};
pub use monte_carlo::{Playouts, Sampling, Tally, monte_carlo, playout};
pub use negamax::negamax;
pub use recall::{Ground, Recall};
pub use report::Report;
pub use trace::{Fate, Replay, Step, Trace, TraceNode, Tracer};
