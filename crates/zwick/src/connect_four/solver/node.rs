//! A position inside the search, with its threats, and forced play.

use super::follow_up::FollowUp;
use super::geometry::Shape;

/// A position in which the side to move cannot win immediately.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Node {
    pub(super) mover: u64,
    pub(super) occupied: u64,
    /// The empty cells that complete a line of the side to move, and of the other.
    pub(super) own: u64,
    pub(super) other: u64,
    /// The moves after which the other side cannot win immediately.
    pub(super) moves: u64,
    pub(super) men: i32,
}

impl Node {
    /// The node of a position, if its side to move cannot win immediately and the other has not won.
    pub(super) fn new(shape: &impl Shape, mover: u64, occupied: u64) -> Result<Self, i32> {
        let men = occupied.count_ones() as i32;
        let opponent = occupied & !mover;
        if shape.any_line(opponent) != 0 {
            return Err(-shape.win_by(men));
        }
        let own = shape.threats(mover, occupied);
        if own & shape.landing_cells(occupied) != 0 {
            return Err(shape.win_by(men + 1));
        }
        let other = shape.threats(opponent, occupied);
        Ok(Self { mover, occupied, own, other, moves: 0, men })
    }

    /// The men of the side not to move.
    #[inline(always)]
    pub(super) const fn opponent(&self) -> u64 {
        self.occupied & !self.mover
    }

    /// The side to move: 0 or 1.
    #[inline(always)]
    pub(super) const fn side(&self) -> usize {
        (self.men & 1) as usize
    }

    /// Plays on while only one move does not lose immediately. Returns the score, for the side to move at the end, if that ends the game;
    /// otherwise the side to move has a choice.
    #[inline(always)]
    pub(super) fn settle(&mut self, shape: &impl Shape) -> Option<i32> {
        loop {
            let playable = shape.landing_cells(self.occupied);
            self.moves = safe_replies(playable, self.other);
            if self.moves == 0 && playable != 0 {
                return Some(-shape.win_by(self.men + 2));
            }
            if self.men >= shape.size() - 2 {
                return Some(0);
            }
            if self.moves & (self.moves - 1) != 0 {
                return None;
            }
            *self = self.after(shape, self.moves);
        }
    }

    #[inline(always)]
    fn after(&self, shape: &impl Shape, cell: u64) -> Self {
        let occupied = self.occupied | cell;
        let other = shape.threats(self.mover | cell, occupied);
        Self { mover: self.opponent(), occupied, own: self.other & !cell, other, moves: 0, men: self.men + 1 }
    }

    /// The highest score the side to move can reach: it wins with its second man from now.
    #[inline(always)]
    pub(super) fn highest(&self, shape: &impl Shape) -> i32 {
        shape.win_by(self.men + 3)
    }

    /// The lowest score: it loses to the other's second man from now.
    #[inline(always)]
    pub(super) fn lowest(&self, shape: &impl Shape) -> i32 {
        -shape.win_by(self.men + 4)
    }

    /// Two nodes have the same key if and only if they are equal, or mirror images with less than two fifths of the men on the board.
    /// Later, mirror images are too rare to be worth detecting.
    #[inline(always)]
    pub(super) fn key(&self, shape: &impl Shape) -> u64 {
        let key = self.mover + self.occupied;
        if self.men < shape.size() * 2 / 5 { shape.unmirrored(key) } else { key }
    }
}

/// The playable cells after which an opponent with these threats cannot win immediately: none if it has two ways to win.
#[inline(always)]
pub(super) const fn safe_replies(playable: u64, threats: u64) -> u64 {
    let wins = threats & playable;
    let tries = if wins == 0 { playable } else { wins };
    let one = if wins & wins.wrapping_sub(1) == 0 { u64::MAX } else { 0 };
    tries & !(threats >> 1) & one
}

/// How many moves are processed together: all of the usual board.
pub(super) const LANES: usize = 8;

/// One move in each lane, and no move in those left over.
pub(super) type Cells = [u64; LANES];

/// Takes the lowest of `moves` away, one for each lane.
#[inline(always)]
pub(super) fn take_cells(moves: &mut u64) -> Cells {
    std::array::from_fn(|_| {
        let cell = *moves & moves.wrapping_neg();
        *moves &= moves.wrapping_sub(1);
        cell
    })
}

/// What several moves of one node lead to. The loop over the lanes compiles to SIMD.
#[derive(Default)]
#[repr(align(64))]
pub(super) struct Steps {
    pub(super) occupied: [u64; LANES],
    /// The threats of the side that moved.
    pub(super) threats: [u64; LANES],
    /// The replies that do not lose immediately. None: the move wins in three.
    pub(super) replies: [u64; LANES],
    /// The lines still open to the other side against follow-up; computed only if an even number of cells is empty after the move.
    pub(super) lines: [u64; LANES],
}

impl Steps {
    /// Makes these moves. Not inlined, because the stores at its end make the compiler choose SIMD.
    #[inline(never)]
    pub(super) fn make<S: Shape, const ARGUMENTS: u8>(&mut self, shape: &S, node: &Node, cells: &Cells) {
        let follow_up = (shape.size() - node.men) % 2 == 1;
        for (lane, cell) in cells.iter().enumerate() {
            let occupied = node.occupied | cell;
            let threats = shape.threats(node.mover | cell, occupied);
            self.occupied[lane] = occupied;
            self.threats[lane] = threats;
            self.replies[lane] = safe_replies(shape.landing_cells(occupied), threats);
        }
        if follow_up {
            for lane in 0..LANES {
                let follow_up =
                    FollowUp::<S, ARGUMENTS>::new(shape, node.opponent(), self.occupied[lane], self.threats[lane]);
                self.lines[lane] = follow_up.leader_lines();
            }
        }
    }
}
