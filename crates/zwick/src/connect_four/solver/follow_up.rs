//! Bounds without search: what a side can force by always replying on top of the other's man.
//!
//! Call the side to move the leader and the other the follower. Pair the cells of a column from the top down. Whenever
//! the leader takes the lower cell of a pair, the follower takes the upper one. A column with an odd number of empty
//! cells has a single cell at its bottom, playable now; when the leader takes a single, the follower takes another,
//! which exists whenever the number of singles is even, that is, when the number of empty cells is. So the leader can
//! only ever own its men, the lower cells of the pairs, and singles. **If no line of four lies within these, the
//! leader cannot win.** If in turn a line lies within the follower's men and upper cells, the follower wins.
//!
//! A *cap* is a cell, not yet playable, that would complete a line of the follower. Neither side can play below it without losing, except
//! by winning immediately. So a column may be paired from below the cap down instead: the cells from the cap up are never the leader's, the
//! cell under it can be, and once all other cells are full the leader must play there and loses. A cap on an upper cell leaves the pairs as
//! they are (*even cap*). A cap on a lower cell shifts the pairs in its column and takes an odd number of cells out of play (*odd cap*):
//! one of them works when the number of empty cells is odd, two in different columns when it is even.
//!
//! With caps the follower's win is dated: if the leader finds no line, the game ends while the cells from below each cap to the top are
//! empty except for the last two men. `n` such cells are worth a score of `n / 2`.
//!
//! The pairs hang from the top row, so nothing here depends on the height or on the number of columns. Claiming the
//! even cells is V. Allis' idea (1988); dating the win by caps, and odd caps by shifted pairs, go beyond it. Without
//! these bounds a search of random positions with 8 to 13 men visits 2.6 times the nodes.

use super::geometry::Shape;

/// The arguments, each of which can be left out to test the others.
pub(super) mod arguments {
    /// No caps: the leader cannot win, or the follower has a line. Without it 22 % more nodes.
    pub(in crate::connect_four::solver) const PLAIN: u8 = 1;
    /// Caps on the follower's cells. Without them 47 % more nodes.
    pub(in crate::connect_four::solver) const EVEN_CAPS: u8 = 2;
    /// One cap on a cell of the leader's. Without it 59 % more nodes.
    pub(in crate::connect_four::solver) const ODD_CAP: u8 = 4;
    /// Two of them in different columns. Without them 7 % more nodes.
    pub(in crate::connect_four::solver) const TWO_ODD_CAPS: u8 = 8;
    /// All of them.
    pub(in crate::connect_four::solver) const ALL: u8 = 15;
}
use arguments::{EVEN_CAPS, ODD_CAP, PLAIN, TWO_ODD_CAPS};

/// A position prepared for the arguments in `ARGUMENTS`.
pub(super) struct FollowUp<'a, S, const ARGUMENTS: u8> {
    shape: &'a S,
    leader: u64,
    occupied: u64,
    playable: u64,
    /// The follower's threats that are not playable yet, by whose cell they are on.
    even_caps: u64,
    odd_caps: u64,
    /// The cells under the even caps.
    below: u64,
    /// What the leader can own under the even caps.
    reach: u64,
}

impl<'a, S: Shape, const ARGUMENTS: u8> FollowUp<'a, S, ARGUMENTS> {
    /// `leader`: the men of the side to move; `threats`: the empty cells that complete a line of the other.
    #[inline(always)]
    pub(super) fn new(shape: &'a S, leader: u64, occupied: u64, threats: u64) -> Self {
        let playable = shape.landing_cells(occupied);
        let caps = threats & !playable;
        let even_caps = if ARGUMENTS & EVEN_CAPS != 0 { caps & shape.follower() } else { 0 };
        let below = shape.below_lowest(even_caps);
        let reach = (leader | (shape.leader() & !occupied) | playable) & below;
        Self { shape, leader, occupied, playable, even_caps, odd_caps: caps & shape.leader(), below, reach }
    }

    /// Zero if the leader cannot own a line under the even caps.
    #[inline(always)]
    pub(super) fn leader_lines(&self) -> u64 {
        self.shape.any_line(self.reach)
    }

    /// An upper bound on the leader's score, if one is at most `limit`. `barren`: there are no `leader_lines`.
    #[inline(always)]
    pub(super) fn upper_bound(&self, limit: i32, barren: bool) -> Option<i32> {
        let empty = self.shape.size() as u32 - self.occupied.count_ones();
        if !empty.is_multiple_of(2) {
            return if ARGUMENTS & ODD_CAP != 0 && self.odd_caps != 0 { self.odd_cap(limit) } else { None };
        }
        if barren && let Some(bound) = self.even(limit) {
            return Some(bound);
        }
        let many = self.odd_caps & self.odd_caps.wrapping_sub(1) != 0;
        if ARGUMENTS & TWO_ODD_CAPS != 0 && many { self.two_odd_caps(limit) } else { None }
    }

    /// The leader owns no line: it loses if there are caps or the follower has a line, and cannot win otherwise.
    #[inline(always)]
    fn even(&self, limit: i32) -> Option<i32> {
        let bound = if self.even_caps != 0 {
            -(self.worth(0) / 2)
        } else if ARGUMENTS & PLAIN == 0 {
            return None;
        } else if limit < 0 {
            let upper = self.shape.follower() & !self.occupied & !self.playable;
            -i32::from(self.shape.any_line((self.occupied & !self.leader) | upper) != 0)
        } else {
            0
        };
        (bound <= limit).then_some(bound)
    }

    /// One odd cap and the even caps of the other columns.
    #[inline(always)]
    fn odd_cap(&self, limit: i32) -> Option<i32> {
        lowest_in_columns(self.shape, self.odd_caps).find_map(|cap| {
            let (column, reach, worth) = self.shifted(cap);
            let bound = -((self.worth(column) + worth) / 2);
            let barren = || self.shape.any_line((self.reach & !column) | reach) == 0;
            (bound <= limit && barren()).then_some(bound)
        })
    }

    /// Two odd caps in different columns and the even caps of the others.
    #[cold]
    fn two_odd_caps(&self, limit: i32) -> Option<i32> {
        lowest_in_columns(self.shape, self.odd_caps).find_map(|one| {
            let (column_one, reach_one, worth_one) = self.shifted(one);
            let later = self.odd_caps & !column_one & !(one - 1);
            lowest_in_columns(self.shape, later).find_map(|two| {
                let (column_two, reach_two, worth_two) = self.shifted(two);
                let columns = column_one | column_two;
                let bound = -((self.worth(columns) + worth_one + worth_two) / 2);
                let barren = || self.shape.any_line((self.reach & !columns) | reach_one | reach_two) == 0;
                (bound <= limit && barren()).then_some(bound)
            })
        })
    }

    /// The column of an odd cap, what the leader can own in it, and the cells left in it at the end of the game.
    #[inline(always)]
    fn shifted(&self, cap: u64) -> (u64, u64, i32) {
        let column = self.shape.column_of(cap);
        let under = column & (cap - 1);
        let reach = (self.leader | (self.shape.follower() & !self.occupied) | self.playable) & under;
        (column, reach, (column & !under).count_ones() as i32 + 1)
    }

    /// The cells left at the end of the game in the columns with even caps, except these columns.
    #[inline(always)]
    fn worth(&self, columns: u64) -> i32 {
        let above = self.shape.cells() & !self.below & !columns;
        let lowest = self.even_caps & (self.below << 1) & !columns;
        (above.count_ones() + lowest.count_ones()) as i32
    }
}

/// The lowest of `cells` in each column.
#[inline(always)]
fn lowest_in_columns(shape: &impl Shape, mut cells: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = cells & cells.wrapping_neg();
        (lowest != 0).then(|| cells &= !shape.column_of(lowest)).map(|()| lowest)
    })
}
