//! The exact result of any position.
//!
//! `node` plays what is forced, `follow_up` bounds scores without search, `table` remembers, `order` guesses the best
//! move, `search` puts them together to answer "is the score above this limit?", and this module asks that question
//! until one score is left.
//!
//! **What is asked.** First, while it costs few nodes, from the extremes inwards: a quick win is found by a shallow
//! search, and easy positions need an eighth of the nodes. Then from zero outwards, which saves a fifth on quiet ones.
//! Further threads search the same question in another order and fill the same table; the first answer counts.
//!
//! **What it costs.** One thread on 7x6, from a cleared table: the empty board 12 million nodes and 3.5 s; with about
//! ten men a tenth of a million nodes and 20 ms; after half of the game a millisecond and less. A node takes about
//! 1,500 instructions.
//!
//! Null windows, threats as bit sets and the table of bounds follow the common ground of J. Tromp's and P. Pons'
//! solvers; the bounds are told in `follow_up`.

mod follow_up;
mod geometry;
mod node;
mod order;
mod search;
mod table;
#[cfg(test)]
mod tests;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use self::follow_up::arguments;
use self::node::Node;
use self::order::History;
use self::search::{Shared, Worker};
use self::table::Table;
use super::board::Board;
use super::position::{Column, ConnectFour};
use crate::game::Position;
use crate::value::{Value, Wdl};

/// How far a search has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The score is at least this …
    pub lower: i32,
    /// … and at most this.
    pub upper: i32,
    /// The nodes the calling thread has visited.
    pub nodes: u64,
}

/// Solves positions exactly.
///
/// The score of a position is 0 for a draw. For a win of the side to move it counts the men that side still has in
/// hand, plus one, when it has won as early as it can against the longest resistance: 22 less its men on a board of
/// 7x6; a win with its very last man is worth 1. A loss is the same, negative.
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
    table: Table<W, H>,
    /// One for each thread.
    histories: Vec<History>,
    nodes: u64,
}

/// The question to one solver and where to report: what all steps of a search share.
struct Task<'a> {
    stop: &'a AtomicBool,
    progress: &'a mut dyn FnMut(Progress),
}

impl<const W: usize, const H: usize> Default for Solver<W, H> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const W: usize, const H: usize> Solver<W, H> {
    /// The most memory a table takes unless asked otherwise: 64 MB. Much larger ones gain nothing on a board of 7x6.
    pub const TABLE_BYTES: usize = 64 << 20;

    /// A solver with one thread.
    pub fn new() -> Self {
        Self::with(Self::TABLE_BYTES, 1)
    }

    /// A solver with a table of at most `table_bytes`, but no less than 1 MB, and so many threads.
    ///
    /// # Panics
    /// If there is not so much memory.
    pub fn with(table_bytes: usize, threads: usize) -> Self {
        let histories = (0..threads.max(1)).map(|_| History::new()).collect();
        Self { table: Table::new(table_bytes.max(1 << 20)), histories, nodes: 0 }
    }

    /// Forgets everything. Only the time of the next search can tell.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(History::clear);
    }

    /// The nodes visited so far by all threads. A node is a position with a choice that the table does not know.
    pub const fn nodes(&self) -> u64 {
        self.nodes
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

    /// The score of a position; none if `stop` is set before it is found. `progress` is called at least every few
    /// thousand nodes.
    pub fn solve_until(
        &mut self,
        position: &ConnectFour<W, H>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Option<i32> {
        self.solve_arguing::<{ arguments::ALL }>(position, None, &mut Task { stop, progress })
    }

    /// The score of every legal move, for the side that makes it; a little dearer than the score of the position.
    pub fn score_moves(&mut self, position: &ConnectFour<W, H>) -> Vec<(Column, i32)> {
        self.score_moves_until(position, &AtomicBool::new(false), &mut |_| ()).expect("nobody stops it")
    }

    /// The score of every legal move; none if `stop` is set before all are found. `progress` tells of the position
    /// after the move being scored.
    pub fn score_moves_until(
        &mut self,
        position: &ConnectFour<W, H>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Option<Vec<(Column, i32)>> {
        let task = &mut Task { stop, progress };
        let best = self.solve_arguing::<{ arguments::ALL }>(position, None, task)?;
        let moves: Vec<Column> = position.legal_moves().collect();
        let scored = moves.into_iter().map(|column| {
            let after = position.after(column);
            // No move is better than the position.
            let score = self.solve_arguing::<{ arguments::ALL }>(&after, Some(-best), task)?;
            Some((column, -score))
        });
        scored.collect()
    }

    /// A score of this position as a value.
    pub fn value_of(position: &ConnectFour<W, H>, score: i32) -> Value {
        let men = position.men() as i32;
        // Two numbers of men have this score, and only one of them is the winner's.
        let plies = Board::<W, H>::SIZE + 2 - 2 * score.abs() - men;
        match score {
            0 => Value::DRAW,
            1.. => Value::win_in((plies - (plies + 1).rem_euclid(2)) as u16),
            _ => Value::loss_in((plies - plies.rem_euclid(2)) as u16),
        }
    }

    /// A value of this position as a score.
    pub fn score_of(position: &ConnectFour<W, H>, value: Value) -> i32 {
        let end = position.men() as i32 + i32::from(value.plies().unwrap_or(0));
        match value.wdl() {
            Wdl::Win => Board::<W, H>::win_by(end),
            Wdl::Draw => 0,
            Wdl::Loss => -Board::<W, H>::win_by(end),
        }
    }

    /// Solves with some of the follow-up arguments. `least`: the score is known to be at least this, and often equal.
    fn solve_arguing<const ARGUMENTS: u8>(
        &mut self,
        position: &ConnectFour<W, H>,
        least: Option<i32>,
        task: &mut Task<'_>,
    ) -> Option<i32> {
        let mut node = match Node::new::<W, H>(position.mover(), position.occupied()) {
            Ok(node) => node,
            Err(score) => return Some(score),
        };
        let settled = node.settle::<W, H>();
        let turn_kept = (node.men - position.men() as i32) % 2 == 0;
        let sign = if turn_kept { 1 } else { -1 };
        if let Some(score) = settled {
            return Some(sign * score);
        }
        let (mut low, mut high) = (node.lowest::<W, H>(), node.highest::<W, H>());
        match least {
            Some(least) if turn_kept => low = low.max(least),
            Some(least) => high = high.min(-least),
            None => {}
        }
        let score = self.narrow::<ARGUMENTS>(&node, low, high, least.map(|least| sign * least), task)?;
        Some(sign * score)
    }

    /// The score of a settled node, which lies between `low` and `high`. `guess`: one of these that is likely.
    fn narrow<const ARGUMENTS: u8>(
        &mut self,
        node: &Node,
        mut low: i32,
        mut high: i32,
        guess: Option<i32>,
        task: &mut Task<'_>,
    ) -> Option<i32> {
        let mut quick_nodes = 1 << ((Board::<W, H>::SIZE - node.men) / 2 - 3).clamp(0, 40);
        while low < high {
            let limit = match guess {
                _ if quick_nodes > 0 => from_outside(low, high),
                Some(guess) if guess == low => low,
                Some(guess) if guess == high => high - 1,
                _ => 0.clamp(low, high - 1),
            };
            let before = self.nodes;
            let most_nodes = if quick_nodes > 0 { quick_nodes } else { u64::MAX };
            let bounds = (low, high);
            match self.decide::<ARGUMENTS>(node, limit, most_nodes, bounds, task) {
                Some(score) if score > limit => low = score,
                Some(score) => high = score,
                None if task.stop.load(Relaxed) => return None,
                None => {}
            }
            quick_nodes = quick_nodes.saturating_sub(self.nodes - before);
        }
        Some(low)
    }

    /// Whether the score is above `limit`, by all threads unless few nodes are allowed. None if that was not enough.
    fn decide<const ARGUMENTS: u8>(
        &mut self,
        node: &Node,
        limit: i32,
        most_nodes: u64,
        (lower, upper): (i32, i32),
        task: &mut Task<'_>,
    ) -> Option<i32> {
        let done = AtomicBool::new(false);
        let stop = [task.stop, &done];
        let (first, others) = self.histories.split_first_mut().expect("at least one thread");
        let before = self.nodes;
        let mut report = |nodes| (task.progress)(Progress { lower, upper, nodes: before + nodes });
        let mut worker = Worker::<W, H, ARGUMENTS>::new(&self.table, first, stop, &mut report);
        worker.most_nodes = most_nodes;
        if others.is_empty() || most_nodes < u64::MAX {
            let score = worker.decide(node, limit);
            self.nodes += worker.nodes;
            return score;
        }
        let answer = Mutex::new((None, 0));
        let shared = Shared::new();
        worker.shared = Some(&shared);
        let table = &self.table;
        let run = |mut worker: Worker<'_, W, H, ARGUMENTS>| {
            let score = worker.decide(node, limit);
            let mut answer = answer.lock().expect("no thread panics while it answers");
            *answer = (answer.0.or(score), answer.1 + worker.nodes);
            done.store(true, Relaxed);
        };
        std::thread::scope(|scope| {
            for history in others {
                scope.spawn(|| {
                    let mut silent = |_| ();
                    let mut worker = Worker::<W, H, ARGUMENTS>::new(table, history, stop, &mut silent);
                    worker.shared = Some(&shared);
                    run(worker);
                });
            }
            run(worker);
        });
        let (score, nodes) = answer.into_inner().expect("no thread panics while it answers");
        self.nodes += nodes;
        score
    }
}

/// A limit two scores from the end that is further away from zero.
fn from_outside(low: i32, high: i32) -> i32 {
    if high > -low { (high - 2).max(low) } else { (low + 1).min(high - 1) }
}
