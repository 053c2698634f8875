//! The last choice before the deadline.
//!
//! "Is the score above this limit?" asks whether one side, the attacker, wins by a certain man. When only its next two men are left for that, the
//! first must leave the other side without a safe reply: no table, no bounds and no order are needed to see whether one does. Together with
//! eight moves at a time instead of four, this takes 12 % less time.

use super::geometry::Shape;
use super::node::{Cells, LANES, Node, safe_replies, take_cells};

/// A node in which the attacker has two men left to win with.
#[derive(Clone, Copy)]
pub(super) enum Leaf {
    /// The attacker is to move.
    Attack,
    /// The other side is.
    Defence,
}

impl Leaf {
    /// The kind of leaf that a node is, if it is one and neither end of its scores decides it.
    #[inline(always)]
    pub(super) fn of(shape: &impl Shape, node: &Node, limit: i32) -> Option<Self> {
        if limit >= 0 {
            (node.highest(shape) == limit + 1).then_some(Self::Attack)
        } else {
            (node.lowest(shape) == limit).then_some(Self::Defence)
        }
    }
}

/// How a node was defended.
pub(super) struct Defence {
    /// The move that keeps the attacker from winning with its next two men.
    pub(super) holds: u64,
    /// The moves that were tried before it.
    pub(super) fail: u64,
}

/// Whether a side wins with the second of its next two men. It has these moves, after which the other cannot win.
#[inline(always)]
pub(super) fn wins_in_two<S: Shape>(shape: &S, mover: u64, occupied: u64, mut moves: u64) -> bool {
    let mut wins = false;
    while moves != 0 {
        let replies = Replies::to(shape, mover, occupied, &take_cells(&mut moves));
        wins |= replies.0.contains(&0);
    }
    wins
}

/// The defence against a win with the second of the attacker's next two men, if there is one.
#[inline(always)]
pub(super) fn defend<S: Shape>(shape: &S, node: &Node) -> Option<Defence> {
    let mut moves = node.moves;
    let mut fail = 0;
    while moves != 0 {
        let cells = take_cells(&mut moves);
        let replies = Replies::to(shape, node.mover, node.occupied, &cells);
        // The fewer replies a move leaves, the likelier it holds: nearly always the first does.
        let mut ranks: [u32; LANES] = std::array::from_fn(|lane| rank(shape, cells[lane], replies.0[lane]));
        loop {
            let lane = (0..LANES).min_by_key(|&lane| ranks[lane]).unwrap_or(0);
            if ranks[lane] == u32::MAX {
                break;
            }
            ranks[lane] = u32::MAX;
            let cell = cells[lane];
            if !wins_in_two(shape, node.opponent(), node.occupied | cell, replies.0[lane]) {
                return Some(Defence { holds: cell, fail });
            }
            fail |= cell;
        }
    }
    None
}

/// Ranks a move by how many replies it leaves, then by its distance from the middle; no move comes last.
#[inline(always)]
fn rank(shape: &impl Shape, cell: u64, replies: u64) -> u32 {
    if cell == 0 {
        return u32::MAX;
    }
    let column = cell.trailing_zeros() / (shape.height() + 1);
    replies.count_ones() << 8 | (2 * column + 1).abs_diff(shape.width() as u32)
}

/// The replies to several moves that do not lose immediately.
#[repr(align(64))]
struct Replies(Cells);

impl Replies {
    /// The replies to a side's moves to `cells`. A lane without a move has a reply of no meaning.
    #[inline(always)]
    fn to<S: Shape>(shape: &S, mover: u64, occupied: u64, cells: &Cells) -> Self {
        let mut replies = Self([0; LANES]);
        replies.make(shape, mover, occupied, cells);
        replies
    }

    /// Not inlined, because the stores at its end make the compiler choose SIMD.
    #[inline(never)]
    fn make<S: Shape>(&mut self, shape: &S, mover: u64, occupied: u64, cells: &Cells) {
        for (replies, &cell) in self.0.iter_mut().zip(cells) {
            let occupied = occupied | cell;
            let safe = safe_replies(shape.landing_cells(occupied), shape.threats(mover | cell, occupied));
            *replies = safe | u64::from(cell == 0);
        }
    }
}
