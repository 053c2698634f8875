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
    /// Positions answered by a database; the table does not count them.
    pub stored_hits: u64,
    /// How long it took.
    pub time: Duration,
    /// Why the search ended.
    pub stop: Stop,
}

impl<M: Copy> Report<M> {
    /// These moves, the best of which is chosen, and nothing counted yet.
    pub(crate) fn new(moves: Vec<Rated<M>>, source: Source, stop: Stop) -> Self {
        Self {
            choice: moves.first().map(|best| best.mv),
            moves,
            source,
            nodes: 0,
            cut_offs: 0,
            table_hits: 0,
            stored_hits: 0,
            time: Duration::ZERO,
            stop,
        }
    }

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
        let Self { moves, choice, source, nodes, cut_offs, table_hits, stored_hits, time, stop } = self;
        let moves = moves.into_iter().map(|rated| rated.with_move(translate(rated.mv))).collect();
        let choice = choice.map(translate);
        Report { moves, choice, source, nodes, cut_offs, table_hits, stored_hits, time, stop }
    }
}
