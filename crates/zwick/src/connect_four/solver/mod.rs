//! The exact result of any position.
//!
//! `node` plays forced moves, `follow_up` bounds scores without search, `leaf` decides the last choice before a deadline, `transpositions`
//! stores bounds, `order` predicts the best move, `search` combines them to answer "is the score above this limit?", and `narrow` asks that
//! question until one score is left. All of it is written for any [`Shape`](geometry::Shape) of board and compiled twice: for 7x6, and for
//! all others.
//!
//! **Questions.** First, while it costs few nodes, from the extremes inwards: a quick win is found by a shallow search, and easy positions
//! need an eighth of the nodes. Then from zero outwards, which saves a fifth on quiet ones. Further threads search the same question and
//! fill the same table, but avoid each other's work; the first answer counts. When all moves of a position are scored, each thread takes
//! its own moves.
//!
//! **Cost.** One thread on 7x6, from a cleared table: the empty board 12 million nodes and 3.5 s; with about ten men a tenth of a million
//! nodes and 20 ms; after half of the game a millisecond or less.
//!
//! Null windows, threats as bit sets and the table of bounds follow the common ground of J. Tromp's and P. Pons' solvers; `follow_up`
//! explains the bounds.

mod follow_up;
mod geometry;
mod leaf;
mod narrow;
mod node;
mod order;
mod search;
#[cfg(test)]
mod tests;
mod transpositions;

use std::sync::atomic::AtomicBool;

use self::follow_up::arguments;
use self::geometry::{Fixed, Free};
use self::narrow::{Control, Searcher};
use super::position::{Column, ConnectFour};
use crate::game::Position;
use crate::value::{Value, Wdl};

/// Progress of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The score is at least this …
    pub lower: i32,
    /// … and at most this.
    pub upper: i32,
    /// The nodes visited so far; those of other threads are added when a question is answered.
    pub nodes: u64,
}

impl Progress {
    /// Others are still running.
    fn nothing_new(shape: &impl geometry::Shape, nodes: u64) -> Self {
        Self { lower: -shape.win_by(1), upper: shape.win_by(1), nodes }
    }
}

/// Solves positions exactly.
///
/// The score of a position is 0 for a draw. For a win of the side to move it counts the men that side still has in hand, plus one, when it
/// has won as early as possible against the longest resistance: 22 minus its men on a board of 7x6; a win with its very last man is worth
/// 1. A loss is the same, negative.
///
/// Scores never depend on the table, the threads, or what was solved before.
///
/// ```
/// use zwick::connect_four::{ConnectFour, Solver};
/// let mut solver = Solver::new();
/// let position: ConnectFour = "32164625".parse()?;
/// assert_eq!(solver.solve(&position), 11);
/// assert_eq!(solver.value(&position), zwick::Value::win_in(13));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<const W: usize = 7, const H: usize = 6> {
    searcher: AnySearcher,
}

/// The searcher compiled for the standard board, or the one for all others.
enum AnySearcher {
    Usual(Searcher<Fixed<7, 6>>),
    Other(Searcher<Free>),
}

/// Runs the same code on either searcher.
macro_rules! on_searcher {
    ($solver:expr, $searcher:ident => $body:expr) => {
        match $solver.searcher {
            AnySearcher::Usual(ref $searcher) => $body,
            AnySearcher::Other(ref $searcher) => $body,
        }
    };
    (mut $solver:expr, $searcher:ident => $body:expr) => {
        match $solver.searcher {
            AnySearcher::Usual(ref mut $searcher) => $body,
            AnySearcher::Other(ref mut $searcher) => $body,
        }
    };
}

impl<const W: usize, const H: usize> Default for Solver<W, H> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const W: usize, const H: usize> Solver<W, H> {
    /// The default maximum memory of a table: 64 MB. Much larger ones gain nothing on a board of 7x6.
    pub const TABLE_BYTES: usize = 64 << 20;

    /// A solver with one thread.
    pub fn new() -> Self {
        Self::with(Self::TABLE_BYTES, 1)
    }

    /// A solver with a table of at most `table_bytes`, but at least 1 MB, and this many threads.
    ///
    /// # Panics
    /// If there is not enough memory.
    pub fn with(table_bytes: usize, threads: usize) -> Self {
        let searcher = match (W, H) {
            (7, 6) => AnySearcher::Usual(Searcher::new(Fixed, table_bytes, threads)),
            _ => AnySearcher::Other(Searcher::new(Free::new::<W, H>(), table_bytes, threads)),
        };
        Self { searcher }
    }

    /// Clears the table. This affects only the time of the next search.
    pub fn clear(&mut self) {
        on_searcher!(mut self, searcher => searcher.clear());
    }

    /// The nodes visited so far by all threads. A node is a position with a choice that is not in the table.
    pub fn nodes(&self) -> u64 {
        on_searcher!(self, searcher => searcher.nodes())
    }

    /// The score of a position, finished or not.
    pub fn solve(&mut self, position: &ConnectFour<W, H>) -> i32 {
        self.solve_until(position, &AtomicBool::new(false), &mut |_| ()).expect("nobody stops it")
    }

    /// The same as the result of the game and the number of plies to it.
    pub fn value(&mut self, position: &ConnectFour<W, H>) -> Value {
        let score = self.solve(position);
        Self::value_of(position, score)
    }

    /// The score of a position; `None` if `stop` is set before it is found. `progress` is called at least every few thousand nodes.
    pub fn solve_until(
        &mut self,
        position: &ConnectFour<W, H>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Option<i32> {
        self.solve_arguing::<{ arguments::ALL }>(position, &mut Control { stop, progress })
    }

    /// The score of every legal move, for the side that makes it; slightly more expensive than the score of the position.
    pub fn score_moves(&mut self, position: &ConnectFour<W, H>) -> Vec<(Column, i32)> {
        self.score_moves_until(position, None, &AtomicBool::new(false), &mut |_| ()).expect("nobody stops it")
    }

    /// The score of every legal move; `None` if `stop` is set before all are found. `known` is the score of the position, if known.
    /// `progress` is about the position after the move being scored.
    pub fn score_moves_until(
        &mut self,
        position: &ConnectFour<W, H>,
        known: Option<i32>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Option<Vec<(Column, i32)>> {
        let control = &mut Control { stop, progress };
        let best = match known {
            Some(score) => score,
            None => self.solve_arguing::<{ arguments::ALL }>(position, control)?,
        };
        let moves: Vec<Column> = position.legal_moves().collect();
        let bits = |position: ConnectFour<W, H>| (position.mover(), position.occupied());
        let after: Vec<_> = moves.iter().map(|&column| bits(position.after(column))).collect();
        // No move is better than the position.
        let scores =
            on_searcher!(mut self, searcher => searcher.solve_all::<{ arguments::ALL }>(&after, -best, control))?;
        Some(moves.into_iter().zip(scores).map(|(column, score)| (column, -score)).collect())
    }

    /// Solves with some of the follow-up arguments.
    fn solve_arguing<const ARGUMENTS: u8>(
        &mut self,
        position: &ConnectFour<W, H>,
        control: &mut Control<'_>,
    ) -> Option<i32> {
        let bits = (position.mover(), position.occupied());
        on_searcher!(mut self, searcher => searcher.solve::<ARGUMENTS>(bits, control))
    }

    /// A score of this position as a value.
    pub fn value_of(position: &ConnectFour<W, H>, score: i32) -> Value {
        let men = position.men() as i32;
        // Two numbers of men have this score, and only one of them is the winner's.
        let plies = (W * H) as i32 + 2 - 2 * score.abs() - men;
        match score {
            0 => Value::DRAW,
            1.. => Value::win_in((plies - (plies + 1).rem_euclid(2)) as u16),
            _ => Value::loss_in((plies - plies.rem_euclid(2)) as u16),
        }
    }

    /// A value of this position as a score.
    pub fn score_of(position: &ConnectFour<W, H>, value: Value) -> i32 {
        let end = position.men() as i32 + i32::from(value.plies().unwrap_or(0));
        let score = ((W * H) as i32 + 2 - end) >> 1;
        match value.wdl() {
            Wdl::Win => score,
            Wdl::Draw => 0,
            Wdl::Loss => -score,
        }
    }
}
