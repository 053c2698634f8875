//! The result of a search: every move with its score, and what it cost.

use std::time::Duration;

use super::limits::Stop;
use crate::score::{Bound, Score};
use crate::worth::{Rated, Source};

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
        self.moves.first().map(Rated::score)
    }

    /// All moves that are truly best at the depth of the search: equal scores, none of them only a bound.
    pub fn best_moves(&self) -> impl Iterator<Item = M> + '_ {
        let best = self.score();
        self.moves.iter().filter(move |rated| Some(rated.score()) == best && rated.bound == Bound::Exact).map(|r| r.mv)
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
