//! The value of a position or a move, and its source.
//!
//! The words for worth, from the inside out:
//!
//! | type | what it says |
//! |---|---|
//! | [`Value`] | an exact result, with its distance |
//! | [`Score`] | what a search returns: a proven result or an estimate, in one order |
//! | [`Verdict`] | either of them, and which one |
//! | [`Answer`] | a verdict and its [`Source`] |
//! | [`Rated`] | a move with its answer |
//! | [`Analysis`](crate::Analysis) | the answers for a position and all its moves |
//! | [`Report`](crate::search::Report) | what one search found, what it chose, and what that cost |
//! | [`Known`](crate::Known) | the part of a report that a database keeps |

use std::fmt::{self, Display};

use crate::game::{Outcome, Position};
use crate::score::{Bound, Score};
use crate::value::{Value, Wdl};

/// Where an answer comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "kind", rename_all = "kebab-case")
)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Source {
    /// The rules: the game is over.
    Rules,
    /// An opening book.
    Book,
    /// A search to the end of the game.
    Solver,
    /// A table of all positions.
    Tablebase,
    /// A search.
    Depth {
        /// How far it looked ahead.
        plies: u32,
    },
    /// A search with random games at its leaves: an estimate, however deep.
    Sampled {
        /// How far it looked ahead.
        plies: u32,
    },
    /// Random games.
    Playouts {
        /// How many.
        games: u64,
    },
    /// Found earlier.
    Database {
        /// How far the search looked ahead, 0 for random games; none if it is exact.
        plies: Option<u32>,
    },
    /// A random choice.
    Chance,
}

impl Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules => f.write_str("rules"),
            Self::Book => f.write_str("book"),
            Self::Solver => f.write_str("solver"),
            Self::Tablebase => f.write_str("tablebase"),
            Self::Depth { plies } => write!(f, "search to depth {plies}"),
            Self::Sampled { plies } => write!(f, "search to depth {plies} over random games"),
            Self::Playouts { games: 1 } => f.write_str("1 random game"),
            Self::Playouts { games } => write!(f, "{games} random games"),
            Self::Database { plies: None } => f.write_str("database, exact"),
            Self::Database { plies: Some(0) } => f.write_str("database, from random games"),
            Self::Database { plies: Some(plies) } => write!(f, "database, from a search to depth {plies}"),
            Self::Chance => f.write_str("chance"),
        }
    }
}

/// What is known about a position, for the side to move, or about a move, for the side that makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The result and its distance, both proven.
    Exact(Value),
    /// The proven result; its distance is unknown.
    Result(Wdl),
    /// The estimate of a search.
    Estimate(Score),
}

impl Verdict {
    /// The value of a finished game; `None` while it is unfinished.
    pub fn by_rules<P: Position>(position: &P) -> Option<Self> {
        let value = match position.outcome()? {
            Outcome::Draw => Value::DRAW,
            // Only the side that has just moved can have won.
            Outcome::Win(_) => Value::loss_in(0),
        };
        Some(Self::Exact(value))
    }

    /// Won, drawn or lost, if that is proven.
    pub fn wdl(self) -> Option<Wdl> {
        match self {
            Self::Exact(value) => Some(value.wdl()),
            Self::Result(wdl) => Some(wdl),
            Self::Estimate(_) => None,
        }
    }

    /// The result with its distance, if that is proven. A drawn game has none.
    pub fn value(self) -> Option<Value> {
        match self {
            Self::Exact(value) => Some(value),
            Self::Result(Wdl::Draw) => Some(Value::DRAW),
            Self::Result(_) | Self::Estimate(_) => None,
        }
    }

    /// The value of a move for the player who makes it, if this is the verdict on the position it leads to.
    #[must_use]
    pub fn one_ply_earlier(self) -> Self {
        match self {
            Self::Exact(value) => Self::Exact(value.one_ply_earlier()),
            Self::Result(wdl) => Self::Result(-wdl),
            Self::Estimate(score) => Self::Estimate(score.one_ply_earlier()),
        }
    }

    /// The same as a score, for comparing verdicts of different kinds: a result without its distance counts as the longest win or loss.
    pub fn score(self) -> Score {
        const LATEST_WIN: u16 = Value::MAX_PLIES;
        const LATEST_LOSS: u16 = Value::MAX_PLIES - 1;
        match self {
            Self::Exact(value) => Score::exact(value),
            Self::Result(Wdl::Win) => Score::win_in(LATEST_WIN),
            Self::Result(Wdl::Draw) => Score::EVEN,
            Self::Result(Wdl::Loss) => Score::loss_in(LATEST_LOSS),
            Self::Estimate(score) => score,
        }
    }
}

/// A verdict and where it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// Its source.
    pub source: Source,
}

impl Answer {
    /// The answer for a finished game; `None` while it is unfinished.
    pub fn by_rules<P: Position>(position: &P) -> Option<Self> {
        Verdict::by_rules(position).map(|verdict| Self { verdict, source: Source::Rules })
    }

    /// The value of a move for the player who makes it, if this is the answer for the position it leads to.
    #[must_use]
    pub fn one_ply_earlier(self) -> Self {
        Self { verdict: self.verdict.one_ply_earlier(), source: self.source }
    }
}

/// A legal move and its value for the side that makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rated<M> {
    /// The move.
    pub mv: M,
    /// Its value.
    pub answer: Answer,
    /// Whether that is the value itself, or a search for the best move found only that it is no better.
    pub bound: Bound,
}

impl<M> Rated<M> {
    /// A move of known value.
    pub const fn new(mv: M, answer: Answer) -> Self {
        Self { mv, answer, bound: Bound::Exact }
    }

    /// A move as a search scored it; `is_final` if no deeper search would find another score.
    pub(crate) fn searched(mv: M, score: Score, bound: Bound, is_final: bool, source: Source) -> Self {
        let proven = match score {
            _ if bound != Bound::Exact || !is_final => None,
            Score::EVEN => Some(Value::DRAW),
            score => score.value(),
        };
        let verdict = proven.map_or(Verdict::Estimate(score), Verdict::Exact);
        Self { mv, answer: Answer { verdict, source }, bound }
    }

    /// The same answer for another move.
    #[must_use]
    pub fn with_move<N>(&self, mv: N) -> Rated<N> {
        Rated { mv, answer: self.answer, bound: self.bound }
    }

    /// Its value as a score, for comparing moves.
    pub fn score(&self) -> Score {
        self.answer.verdict.score()
    }

    /// Its exact value, if that is proven.
    pub fn value(&self) -> Option<Value> {
        self.answer.verdict.value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_of_all_kinds_are_ordered_as_the_side_to_move_likes_them() {
        let verdicts = [
            Verdict::Exact(Value::loss_in(2)),
            Verdict::Exact(Value::loss_in(40)),
            Verdict::Result(Wdl::Loss),
            Verdict::Estimate(Score::estimate(-300)),
            Verdict::Result(Wdl::Draw),
            Verdict::Estimate(Score::estimate(300)),
            Verdict::Result(Wdl::Win),
            Verdict::Exact(Value::win_in(41)),
            Verdict::Exact(Value::win_in(1)),
        ];
        assert!(verdicts.is_sorted_by(|a, b| a.score() < b.score()));
        for verdict in verdicts {
            assert_eq!(verdict.one_ply_earlier().wdl(), verdict.wdl().map(|wdl| -wdl));
        }
    }
}
