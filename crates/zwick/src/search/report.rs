//! The result of a search: every move with its score, and what it cost.

use std::time::Duration;

use super::limits::Stop;
use super::table::Bound;
use crate::non_empty::NonEmpty;
use crate::score::Score;
use crate::value::Value;
use crate::worth::{Answer, RatedMove, Source, Verdict};

/// A move with its score for the player who makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rated<M> {
    /// The move.
    pub mv: M,
    /// Its score.
    pub score: Score,
    /// Whether the score is exact for the depth of the search, or only a bound: the move is then worse than the best.
    pub bound: Bound,
    /// Whether a deeper search would give the same score: it contains no estimate.
    pub is_final: bool,
}

impl<M> Rated<M> {
    /// The same score for another move.
    #[must_use]
    pub fn with_move<N>(&self, mv: N) -> Rated<N> {
        Rated { mv, score: self.score, bound: self.bound, is_final: self.is_final }
    }

    /// The exact value of the move, if it is proven.
    pub fn value(&self) -> Option<Value> {
        match (self.bound, self.is_final, self.score) {
            (Bound::Exact, true, Score::EVEN) => Some(Value::DRAW),
            (Bound::Exact, true, score) => score.value(),
            _ => None,
        }
    }
}

/// What a search found about a move: proven, or an estimate.
impl<M> From<&Rated<M>> for Verdict {
    fn from(rated: &Rated<M>) -> Self {
        rated.value().map_or(Self::Estimate(rated.score), Self::Exact)
    }
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report<M> {
    /// Every legal move that was scored, best first.
    pub moves: Vec<Rated<M>>,
    /// The move to play; `None` if the game is over.
    pub choice: Option<M>,
    /// The source of the answer.
    pub source: Source,
    /// Positions visited.
    pub nodes: u64,
    /// Cut-offs.
    pub cut_offs: u64,
    /// Positions answered by the table.
    pub table_hits: u64,
    /// How long it took.
    pub time: Duration,
    /// Why the search ended.
    pub stop: Stop,
}

impl<M: Copy> Report<M> {
    /// The score of the best move; `None` if nothing was scored.
    pub fn score(&self) -> Option<Score> {
        self.moves.first().map(|rated| rated.score)
    }

    /// All moves that are truly best at the depth of the search: equal scores, none of them only a bound.
    pub fn best_moves(&self) -> impl Iterator<Item = M> + '_ {
        let best = self.score();
        self.moves.iter().filter(move |rated| Some(rated.score) == best && rated.bound == Bound::Exact).map(|r| r.mv)
    }

    /// The values of the scored moves, proven or estimated; `None` if nothing was scored.
    pub fn answers(&self) -> Option<NonEmpty<RatedMove<M>>> {
        let answer = |rated: &Rated<M>| Answer { verdict: rated.into(), source: self.source };
        NonEmpty::new(self.moves.iter().map(|rated| RatedMove { mv: rated.mv, answer: answer(rated) }).collect())
    }

    /// The same report with its moves translated.
    pub fn map<N>(self, translate: impl Fn(M) -> N) -> Report<N> {
        Report {
            moves: self.moves.into_iter().map(|rated| rated.with_move(translate(rated.mv))).collect(),
            choice: self.choice.map(translate),
            source: self.source,
            nodes: self.nodes,
            cut_offs: self.cut_offs,
            table_hits: self.table_hits,
            time: self.time,
            stop: self.stop,
        }
    }
}
