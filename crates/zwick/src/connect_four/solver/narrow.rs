//! Asks questions until one score is left.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::Progress;
use super::geometry::Shape;
use super::node::Node;
use super::order::History;
use super::search::{Explorer, LEAST_SHARED, Shared};
use super::transpositions::TranspositionTable;

/// Solves positions of one board.
pub(super) struct Searcher<S> {
    shape: S,
    table: TranspositionTable,
    /// One for each thread.
    histories: Vec<History>,
    nodes: u64,
}

/// When to stop and where to report: the same for all steps of a search.
pub(super) struct Control<'a> {
    pub(super) stop: &'a AtomicBool,
    pub(super) progress: &'a mut dyn FnMut(Progress),
}

impl<S: Shape> Searcher<S> {
    pub(super) fn new(shape: S, table_bytes: usize, threads: usize) -> Self {
        let histories = (0..threads.max(1)).map(|_| History::new()).collect();
        let table = TranspositionTable::new(shape.layout(), table_bytes.max(1 << 20));
        Self { shape, table, histories, nodes: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.table.clear(self.shape.layout());
        self.histories.iter_mut().for_each(History::clear);
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The score of a position, given by the men of the side to move and all men, with some of the follow-up arguments.
    pub(super) fn solve<const ARGUMENTS: u8>(
        &mut self,
        position: (u64, u64),
        control: &mut Control<'_>,
    ) -> Option<i32> {
        let mut team = Team::new(&self.shape, &self.table, &mut self.histories, self.nodes);
        let score = team.solve::<ARGUMENTS>(position, None, control);
        self.nodes = team.nodes;
        score
    }

    /// The scores of several positions, all known to be at least `least`. Each thread takes one position after another: that wastes
    /// nothing, whereas several threads on one position wait for each other and search some of it twice.
    pub(super) fn solve_all<const ARGUMENTS: u8>(
        &mut self,
        positions: &[(u64, u64)],
        least: i32,
        control: &mut Control<'_>,
    ) -> Option<Vec<i32>> {
        let (shape, table, nodes) = (&self.shape, &self.table, self.nodes);
        let next = AtomicUsize::new(0);
        let solve_some = |history: &mut [History], control: &mut Control<'_>| {
            let mut team = Team::new(shape, table, history, nodes);
            let mut scores = Vec::new();
            while let number = next.fetch_add(1, Relaxed)
                && let Some(&position) = positions.get(number)
            {
                scores.push((number, team.solve::<ARGUMENTS>(position, Some(least), control)));
            }
            (scores, team.nodes - nodes)
        };
        let (sender, answers) = mpsc::channel();
        let (first, others) = self.histories.split_at_mut(1);
        let is_easy =
            positions.iter().all(|(_, occupied)| shape.size() - (occupied.count_ones() as i32) < LEAST_SHARED);
        let others = if is_easy { &mut [] } else { others };
        let mut solved = thread::scope(|scope| {
            for history in others.chunks_mut(1) {
                let (sender, stop) = (sender.clone(), control.stop);
                scope.spawn(move || {
                    let answer = solve_some(history, &mut Control { stop, progress: &mut |_| () });
                    sender.send(answer).expect("the first thread waits for the others");
                });
            }
            drop(sender);
            let mut solved = vec![solve_some(first, control)];
            // The reporting thread also decides when to stop, so it keeps reporting.
            loop {
                match answers.recv_timeout(WAIT) {
                    Ok(answer) => solved.push(answer),
                    Err(RecvTimeoutError::Timeout) => (control.progress)(Progress::nothing_new(shape, nodes)),
                    Err(RecvTimeoutError::Disconnected) => return solved,
                }
            }
        });
        self.nodes += solved.iter().map(|(_, nodes)| nodes).sum::<u64>();
        let mut scores: Vec<_> = solved.drain(..).flat_map(|(scores, _)| scores).collect();
        scores.sort_unstable_by_key(|(number, _)| *number);
        scores.into_iter().map(|(_, score)| score).collect()
    }
}

/// How long an idle thread waits before it reports.
const WAIT: Duration = Duration::from_millis(2);

/// Threads that work on the same question: one for each history.
struct Team<'a, S> {
    shape: &'a S,
    table: &'a TranspositionTable,
    histories: &'a mut [History],
    nodes: u64,
}

impl<'a, S: Shape> Team<'a, S> {
    fn new(shape: &'a S, table: &'a TranspositionTable, histories: &'a mut [History], nodes: u64) -> Self {
        Self { shape, table, histories, nodes }
    }

    /// The score of a position. `least`: it is known to be at least this, and often equal.
    fn solve<const ARGUMENTS: u8>(
        &mut self,
        (mover, occupied): (u64, u64),
        least: Option<i32>,
        control: &mut Control<'_>,
    ) -> Option<i32> {
        let men = occupied.count_ones() as i32;
        let mut node = match Node::new(self.shape, mover, occupied) {
            Ok(node) => node,
            Err(score) => return Some(score),
        };
        let settled = node.settle(self.shape);
        let turn_kept = (node.men - men) % 2 == 0;
        let sign = if turn_kept { 1 } else { -1 };
        if let Some(score) = settled {
            return Some(sign * score);
        }
        let (mut low, mut high) = (node.lowest(self.shape), node.highest(self.shape));
        match least {
            Some(least) if turn_kept => low = low.max(least),
            Some(least) => high = high.min(-least),
            None => {}
        }
        let score = self.narrow::<ARGUMENTS>(&node, low, high, least.map(|least| sign * least), control)?;
        Some(sign * score)
    }

    /// The score of a settled node, which is between `low` and `high`. `guess`: a likely one among these.
    fn narrow<const ARGUMENTS: u8>(
        &mut self,
        node: &Node,
        mut low: i32,
        mut high: i32,
        guess: Option<i32>,
        control: &mut Control<'_>,
    ) -> Option<i32> {
        let mut quick_nodes = 1 << ((self.shape.size() - node.men) / 2 - 3).clamp(0, 40);
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
            match self.decide::<ARGUMENTS>(node, limit, most_nodes, bounds, control) {
                Some(score) if score > limit => low = score,
                Some(score) => high = score,
                None if control.stop.load(Relaxed) => return None,
                None => {}
            }
            quick_nodes = quick_nodes.saturating_sub(self.nodes - before);
        }
        Some(low)
    }

    /// Whether the score is above `limit`, by all threads unless few nodes are allowed. `None` if that was not enough.
    fn decide<const ARGUMENTS: u8>(
        &mut self,
        node: &Node,
        limit: i32,
        most_nodes: u64,
        (lower, upper): (i32, i32),
        control: &mut Control<'_>,
    ) -> Option<i32> {
        let (shape, done) = (self.shape, AtomicBool::new(false));
        let stop = [control.stop, &done];
        let (first, others) = self.histories.split_first_mut().expect("at least one thread");
        let before = self.nodes;
        let mut report = |nodes| (control.progress)(Progress { lower, upper, nodes: before + nodes });
        let mut explorer = Explorer::<S, ARGUMENTS>::new(shape, self.table, first, stop, &mut report);
        explorer.most_nodes = most_nodes;
        if others.is_empty() || most_nodes < u64::MAX {
            let score = explorer.decide(node, limit);
            self.nodes += explorer.nodes;
            return score;
        }
        let answer = Mutex::new((None, 0));
        let shared = Shared::new();
        explorer.shared = Some(&shared);
        let table = self.table;
        let run = |mut explorer: Explorer<'_, S, ARGUMENTS>| {
            let score = explorer.decide(node, limit);
            let mut answer = answer.lock().expect("no thread panics while it answers");
            *answer = (answer.0.or(score), answer.1 + explorer.nodes);
            done.store(true, Relaxed);
        };
        thread::scope(|scope| {
            for history in others {
                scope.spawn(|| {
                    let mut silent = |_| ();
                    let mut explorer = Explorer::<S, ARGUMENTS>::new(shape, table, history, stop, &mut silent);
                    explorer.shared = Some(&shared);
                    run(explorer);
                });
            }
            run(explorer);
        });
        let (score, nodes) = answer.into_inner().expect("no thread panics while it answers");
        self.nodes += nodes;
        score
    }
}

/// A limit two scores from the end that is further from zero.
fn from_outside(low: i32, high: i32) -> i32 {
    if high > -low { (high - 2).max(low) } else { (low + 1).min(high - 1) }
}
