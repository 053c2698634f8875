//! The search itself: is the score above a limit?
//!
//! A null window at every node, fail-soft, with these steps from cheap to expensive: moves that lose immediately are not considered; a move
//! that wins in three ends the node; forced replies are played; the follow-up bounds and then the table are tried for every move before any
//! is searched (enhanced transposition cut-off; without it 28 % more nodes); only then are the moves ordered.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::follow_up::FollowUp;
use super::geometry::Shape;
use super::leaf::{self, Defence, Leaf};
use super::node::{Node, Steps, take_cells};
use super::order::{History, Order};
use super::transpositions::{Bounds, TranspositionTable};

/// The number of the cell before the first move: none.
const NO_CELL: usize = 63;
/// Nodes between two checks of the stop flags: about a fifth of a millisecond.
const NODES_TO_CHECK: u64 = 1024;

/// With fewer empty cells than this a tree is searched by one thread.
pub(super) const LEAST_SHARED: i32 = 16;
/// Ranks a move below all others, and keeps its number.
const PUT_OFF: i32 = -(1 << 28);

/// The positions that threads are searching, so that each finds its own work: a move that another thread is searching is deferred until the
/// others are done, and by then it is mostly in the table. (The idea of ABDADA, J.-C. Weill 1996, in the simple form of T. Kerrigan.)
pub(super) struct Shared(Box<[AtomicU64; 1 << 12]>);

impl Shared {
    pub(super) fn new() -> Self {
        Self(Box::new([const { AtomicU64::new(0) }; 1 << 12]))
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[(key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52) as usize]
    }

    #[inline(always)]
    fn is_busy(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    /// Announces a position, and returns what was announced there before.
    #[inline(always)]
    fn enter(&self, key: u64) -> u64 {
        let slot = self.slot(key);
        let before = slot.load(Relaxed);
        slot.store(key, Relaxed);
        before
    }

    #[inline(always)]
    fn leave(&self, key: u64, before: u64) {
        self.slot(key).store(if before == key { 0 } else { before }, Relaxed);
    }
}

/// One thread of a search.
pub(super) struct Explorer<'a, S, const ARGUMENTS: u8> {
    shape: &'a S,
    table: &'a TranspositionTable,
    history: &'a mut History,
    /// What the threads of a search are searching, if there are several.
    pub(super) shared: Option<&'a Shared>,
    /// The search is abandoned when one of these is set.
    stop: [&'a AtomicBool; 2],
    /// Called now and then with the nodes so far.
    report: &'a mut dyn FnMut(u64),
    pub(super) nodes: u64,
    /// The search is abandoned after this many nodes.
    pub(super) most_nodes: u64,
    next_check: u64,
    stopped: bool,
}

/// A move and where it leads after forced replies.
#[derive(Clone, Copy, Default)]
struct Child {
    node: Node,
    /// The move.
    cell: u64,
    key: u64,
    /// Whether forced replies have brought the turn back.
    turn_kept: bool,
    /// Whether the side to move cannot own a line against follow-up.
    barren: bool,
}

/// The moves of a node that are still worth searching.
struct Children<'a> {
    all: &'a mut [Child],
    count: usize,
    /// The best score of the moves already decided.
    best: i32,
}

impl<'a, S: Shape, const ARGUMENTS: u8> Explorer<'a, S, ARGUMENTS> {
    pub(super) fn new(
        shape: &'a S,
        table: &'a TranspositionTable,
        history: &'a mut History,
        stop: [&'a AtomicBool; 2],
        report: &'a mut dyn FnMut(u64),
    ) -> Self {
        let (nodes, most_nodes, next_check) = (0, u64::MAX, 0);
        Self { shape, table, history, shared: None, stop, report, nodes, most_nodes, next_check, stopped: false }
    }

    /// Whether the score of a settled node is above `limit`: returns a lower bound above it or an upper bound not above it. `None` if the
    /// search was abandoned.
    pub(super) fn decide(&mut self, node: &Node, limit: i32) -> Option<i32> {
        self.next_check = 0;
        self.stopped = false;
        let score = self.search(node, node.key(self.shape), limit, NO_CELL);
        (!self.stopped).then_some(score)
    }

    /// The same for a node inside the search, reached by a move to the cell with number `last`. Meaningless once `stopped` is set.
    fn search(&mut self, node: &Node, key: u64, limit: i32, last: usize) -> i32 {
        let mut known = Bounds { lower: node.lowest(self.shape), upper: node.highest(self.shape) };
        let leaf = Leaf::of(self.shape, node, limit);
        if leaf.is_none()
            && let Some(found) = self.table.get(self.shape.layout(), key)
        {
            known = found;
        }
        if known.upper <= limit {
            return known.upper;
        }
        if known.lower > limit {
            return known.lower;
        }
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.check();
        }
        if let Some(leaf) = leaf {
            return self.decide_leaf(leaf, node, limit, last);
        }
        let before = self.nodes;
        let score = self.expand(node, limit, last);
        if self.stopped {
            return limit;
        }
        if score > limit {
            known.lower = score;
        } else {
            known.upper = score;
        }
        self.table.put(self.shape.layout(), key, known, self.nodes - before);
        score
    }

    #[inline(always)]
    fn expand(&mut self, node: &Node, limit: i32, last: usize) -> i32 {
        let mut room = S::columns();
        let mut children = Children { all: room.as_mut(), count: 0, best: -self.shape.size() };
        if let Err(score) = self.make_moves(node, limit, &mut children) {
            return score;
        }
        // Each rank is a weight with the number of the child below it.
        let mut ranks = S::columns();
        let count = match self.look_up(node, &mut children, ranks.as_mut(), limit) {
            Ok(count) => count,
            Err(score) => return score,
        };
        let ranks = &mut ranks.as_mut()[..count];
        if count > 1 {
            let order = Order::new(self.shape, node, self.history, last);
            for rank in &mut *ranks {
                let child = &children.all[*rank as usize];
                *rank |= order.weight(child.cell, &child.node) << 5;
            }
        }
        self.search_in_order(node, &children, ranks, limit, last)
    }

    /// The score of a leaf, or a bound that decides it.
    #[inline(always)]
    fn decide_leaf(&mut self, leaf: Leaf, node: &Node, limit: i32, last: usize) -> i32 {
        match leaf {
            Leaf::Attack => limit + i32::from(leaf::wins_in_two(self.shape, node.mover, node.occupied, node.moves)),
            Leaf::Defence => match leaf::defend(self.shape, node) {
                Some(Defence { holds, fail }) => {
                    if fail != 0 {
                        self.learn(node, holds, fail, last);
                    }
                    limit + 1
                }
                None => limit,
            },
        }
    }

    /// Stores in `children` the moves that forced play and follow-up bounds leave open, or returns the score if they decide the node.
    #[inline(always)]
    fn make_moves(&self, node: &Node, limit: i32, children: &mut Children<'_>) -> Result<(), i32> {
        let mut moves = node.moves;
        let mut made = 0;
        while moves != 0 {
            let cells = take_cells(&mut moves);
            let mut steps = Steps::default();
            steps.make::<S, ARGUMENTS>(self.shape, node, &cells);
            for (lane, &cell) in cells.iter().enumerate().take_while(|(_, cell)| **cell != 0) {
                if steps.replies[lane] == 0 {
                    return Err(node.highest(self.shape));
                }
                let (occupied, other, moves) = (steps.occupied[lane], steps.threats[lane], steps.replies[lane]);
                let (mover, own, men) = (node.opponent(), node.other & !cell, node.men + 1);
                let child = &mut children.all[made];
                child.node = Node { mover, occupied, own, other, moves, men };
                child.cell = cell;
                child.barren = steps.lines[lane] == 0;
                made += 1;
            }
        }
        for index in 0..made {
            children.settle::<S, ARGUMENTS>(self.shape, index, node.men, limit)?;
        }
        Ok(())
    }

    /// The numbers of the moves that the table does not decide, or the score if it decides the node.
    #[inline(always)]
    fn look_up(&self, node: &Node, children: &mut Children<'_>, open: &mut [i32], limit: i32) -> Result<usize, i32> {
        // Near the end a search costs no more than the look-up, and leaves are not in the table.
        let looks = node.men < self.shape.size() - 12 && (limit < 0 || node.highest(self.shape) > limit + 2);
        let candidates = &mut children.all[..children.count];
        for child in &mut *candidates {
            child.key = child.node.key(self.shape);
            if looks {
                self.table.prefetch(self.shape.layout(), child.key);
            }
        }
        let mut count = 0;
        for (index, child) in candidates.iter().enumerate() {
            if looks && let Some(Bounds { lower, upper }) = self.table.get(self.shape.layout(), child.key) {
                let (lower, upper) = if child.turn_kept { (lower, upper) } else { (-upper, -lower) };
                if lower > limit {
                    return Err(lower);
                }
                if upper <= limit {
                    children.best = children.best.max(upper);
                    continue;
                }
            }
            open[count] = index as i32;
            count += 1;
        }
        Ok(count)
    }

    #[inline(always)]
    fn search_in_order(
        &mut self,
        node: &Node,
        children: &Children<'_>,
        ranks: &mut [i32],
        limit: i32,
        last: usize,
    ) -> i32 {
        if let Some(shared) = self.shared
            && node.men < self.shape.size() - LEAST_SHARED
        {
            return self.search_sharing(shared, node, children, ranks, limit, last);
        }
        let mut best = children.best;
        for turn in 0..ranks.len() {
            // The first is nearly always enough: sorting them all would be wasted.
            let top = (turn..ranks.len()).max_by_key(|&index| ranks[index]).unwrap_or(turn);
            ranks.swap(turn, top);
            let score = self.search_child(children.of(ranks[turn]), limit);
            if self.stopped {
                return limit;
            }
            best = best.max(score);
            if best > limit {
                self.learn_from(node, children, &ranks[..=turn], ranks.len() > 1, last);
                break;
            }
        }
        best
    }

    /// The same with other threads running: a move that one of them is searching is deferred. Not worth it for small trees.
    #[inline(never)]
    fn search_sharing(
        &mut self,
        shared: &Shared,
        node: &Node,
        children: &Children<'_>,
        ranks: &mut [i32],
        limit: i32,
        last: usize,
    ) -> i32 {
        let mut best = children.best;
        let mut turn = 0;
        while turn < ranks.len() {
            let top = (turn..ranks.len()).max_by_key(|&index| ranks[index]).unwrap_or(turn);
            let child = children.of(ranks[top]);
            if turn > 0 && ranks[top] > PUT_OFF / 2 && shared.is_busy(child.key) {
                ranks[top] += PUT_OFF;
                continue;
            }
            ranks.swap(turn, top);
            let before = shared.enter(child.key);
            let score = self.search_child(child, limit);
            shared.leave(child.key, before);
            if self.stopped {
                return limit;
            }
            best = best.max(score);
            if best > limit {
                self.learn_from(node, children, &ranks[..=turn], ranks.len() > 1, last);
                break;
            }
            turn += 1;
        }
        best
    }

    /// The score of a move.
    #[inline(always)]
    fn search_child(&mut self, child: &Child, limit: i32) -> i32 {
        let cell = child.cell.trailing_zeros() as usize;
        if child.turn_kept {
            self.search(&child.node, child.key, limit, cell)
        } else {
            -self.search(&child.node, child.key, -limit - 1, cell)
        }
    }

    /// Records that the last of these moves of a node has refuted the opponent's play, and those before it have not.
    #[inline(always)]
    fn learn_from(&mut self, node: &Node, children: &Children<'_>, tried: &[i32], had_choice: bool, last: usize) {
        let (true, Some((&refutation, others))) = (had_choice, tried.split_last()) else { return };
        let fail = others.iter().fold(0, |cells, &rank| cells | children.of(rank).cell);
        self.learn(node, children.of(refutation).cell, fail, last);
    }

    #[inline(always)]
    fn learn(&mut self, node: &Node, refutation: u64, mut fail: u64, last: usize) {
        self.history.learn(self.shape, node, last, refutation.trailing_zeros() as usize, true);
        while fail != 0 {
            self.history.learn(self.shape, node, last, fail.trailing_zeros() as usize, false);
            fail &= fail - 1;
        }
    }

    #[cold]
    #[inline(never)]
    fn check(&mut self) {
        self.stopped = self.nodes > self.most_nodes || self.stop.iter().any(|stop| stop.load(Relaxed));
        (self.report)(self.nodes);
        self.next_check =
            if self.stopped { 0 } else { (self.nodes + NODES_TO_CHECK).min(self.most_nodes.saturating_add(1)) };
    }
}

impl Children<'_> {
    /// The child whose number is in the low bits of a rank.
    #[inline(always)]
    fn of(&self, rank: i32) -> &Child {
        &self.all[(rank & 31) as usize]
    }

    /// Plays on from a child while moves are forced, and keeps it if no bound decides it. Returns the score if that decides the node, in
    /// which `men` men are on the board.
    #[inline(always)]
    fn settle<S: Shape, const ARGUMENTS: u8>(
        &mut self,
        shape: &S,
        index: usize,
        men: i32,
        limit: i32,
    ) -> Result<(), i32> {
        let child = &mut self.all[index];
        let score = if child.node.moves & (child.node.moves - 1) == 0 {
            let settled = child.node.settle(shape);
            child.turn_kept = (child.node.men - men) % 2 == 0;
            let sign = if child.turn_kept { 1 } else { -1 };
            settled.map(|score| sign * score).or_else(|| child.bound::<S, ARGUMENTS>(shape, limit, false))
        } else if men < shape.size() - 3 {
            child.bound::<S, ARGUMENTS>(shape, limit, true)
        } else {
            // At most two cells are left and nobody can win.
            Some(0)
        };
        let Some(score) = score else {
            if self.count != index {
                self.all[self.count] = self.all[index];
            }
            self.count += 1;
            return Ok(());
        };
        self.best = self.best.max(score);
        if score > limit { Err(score) } else { Ok(()) }
    }
}

impl Child {
    /// A bound on the score of the move that decides it against `limit`. `prepared`: `barren` is already known.
    #[inline(always)]
    fn bound<S: Shape, const ARGUMENTS: u8>(&self, shape: &S, limit: i32, prepared: bool) -> Option<i32> {
        let node = &self.node;
        let follow_up = FollowUp::<S, ARGUMENTS>::new(shape, node.mover, node.occupied, node.other);
        let barren = if prepared { self.barren } else { follow_up.leader_lines() == 0 };
        // For the side to move in `node`.
        let (lowest, highest) = (node.lowest(shape), node.highest(shape));
        let (sign, at_most) = if self.turn_kept { (1, limit) } else { (-1, -limit - 1) };
        if lowest > at_most {
            return Some(sign * lowest);
        }
        if highest <= at_most {
            return Some(sign * highest);
        }
        follow_up.upper_bound(at_most, barren).map(|score| sign * score)
    }
}
