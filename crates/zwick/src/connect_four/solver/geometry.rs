//! The board as the solver sees it: masks, bit tricks, and the tables derived from its size.
//!
//! The standard board is known at compile time, so every mask and shift is a constant. All others are known at run time: one solver serves
//! them all, which saves minutes of compiling and takes less than twice as long per node.

use super::order::CellTables;
use super::transpositions::Layout;
use crate::connect_four::board::Board;

/// A board. Cells are numbered as in [`Board`].
pub(super) trait Shape: Sync {
    /// An array with at least one element per column.
    type Columns<T>: AsRef<[T]> + AsMut<[T]>;

    fn columns<T: Copy + Default>() -> Self::Columns<T>;

    fn width(&self) -> usize;
    fn height(&self) -> u32;
    /// The lowest cell of every column.
    fn bottom(&self) -> u64;
    /// Every cell.
    fn cells(&self) -> u64;
    /// The cells of a side that always replies on top of the other's man: the top row and every second row below.
    fn follower(&self) -> u64;
    /// The layout of table entries for this board.
    fn layout(&self) -> &Layout;
    /// The weight of each cell, and the lines through it.
    fn cell_tables(&self) -> &CellTables;

    /// How many cells there are.
    #[inline(always)]
    fn size(&self) -> i32 {
        (self.width() * self.height() as usize) as i32
    }

    /// The bit above every column, which stays empty.
    #[inline(always)]
    fn lid(&self) -> u64 {
        self.bottom() << self.height()
    }

    /// All cells that are not the follower's.
    #[inline(always)]
    fn leader(&self) -> u64 {
        self.cells() & !self.follower()
    }

    /// The lowest empty cell of every column that has one.
    #[inline(always)]
    fn landing_cells(&self, occupied: u64) -> u64 {
        (occupied + self.bottom()) & self.cells()
    }

    /// The score of winning with the last of this many men on the board.
    #[inline(always)]
    fn win_by(&self, men: i32) -> i32 {
        (self.size() + 2 - men) >> 1
    }

    /// The empty cells that would complete a four of `men`.
    #[inline(always)]
    fn threats(&self, men: u64, occupied: u64) -> u64 {
        let upright = (men << 1) & (men << 2) & (men << 3);
        let falling = completions(men, self.height());
        let level = completions(men, self.height() + 1);
        let rising = completions(men, self.height() + 2);
        (upright | falling | level | rising) & self.cells() & !occupied
    }

    /// The lowest cells, in each direction, of the lines of four within `cells`.
    #[inline(always)]
    fn line_starts(&self, cells: u64) -> [u64; 4] {
        self.steps().map(|step| {
            let pairs = cells & shr(cells, step);
            pairs & shr(pairs, 2 * step)
        })
    }

    /// Zero if there is no line of four within `cells`. Branch-free, for SIMD.
    #[inline(always)]
    fn any_line(&self, cells: u64) -> u64 {
        let [upright, falling, level, rising] = self.line_starts(cells);
        upright | falling | level | rising
    }

    /// For the lines that start at each cell, in each direction: whether an odd number of `men` is on them.
    #[inline(always)]
    fn odd_lines(&self, men: u64) -> [u64; 4] {
        self.steps().map(|step| {
            let pairs = men ^ shr(men, step);
            pairs ^ shr(pairs, 2 * step)
        })
    }

    /// From a cell to its neighbour: up, right and down, right, right and up.
    #[inline(always)]
    fn steps(&self) -> [u32; 4] {
        [1, self.height(), self.height() + 1, self.height() + 2]
    }

    /// In each column the cells below the lowest of `cells`; the whole column if it has none of them.
    #[inline(always)]
    fn below_lowest(&self, cells: u64) -> u64 {
        let ends = cells | self.lid();
        (ends - self.bottom()) & !ends & self.cells()
    }

    /// All cells of the column of one cell: those below the first lid above it.
    #[inline(always)]
    fn column_of(&self, cell: u64) -> u64 {
        let lids = self.lid() & !(cell - 1);
        let lid = lids & lids.wrapping_neg();
        lid - (lid >> self.height())
    }

    /// The same key for a position and its mirror image, from the key of either.
    #[inline(always)]
    fn unmirrored(&self, key: u64) -> u64 {
        let stride = self.height() + 1;
        let column = u64::MAX >> (64 - stride);
        let (mut image, mut rest) = (0, key);
        for _ in 0..self.width() {
            image = shl(image, stride) | (rest & column);
            rest = shr(rest, stride);
        }
        key.min(image)
    }
}

/// Three of four in one direction, whichever is missing.
#[inline(always)]
fn completions(men: u64, step: u32) -> u64 {
    let (before, after) = (shl(men, step), shr(men, step));
    let two_before = before & shl(men, 2 * step);
    let two_after = after & shr(men, 2 * step);
    (two_before & (shl(men, 3 * step) | after)) | (two_after & (shr(men, 3 * step) | before))
}

/// A shift that may exceed the word, as on tall boards.
#[inline(always)]
fn shl(bits: u64, by: u32) -> u64 {
    bits.checked_shl(by).unwrap_or(0)
}

#[inline(always)]
fn shr(bits: u64, by: u32) -> u64 {
    bits.checked_shr(by).unwrap_or(0)
}

const fn follower(bottom: u64, height: u32) -> u64 {
    let mut cells = 0;
    let mut row = (height + 1) % 2;
    while row < height {
        cells |= bottom << row;
        row += 2;
    }
    cells
}

/// A board known at compile time.
pub(super) struct Fixed<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> Shape for Fixed<W, H> {
    type Columns<T> = [T; W];

    #[inline(always)]
    fn columns<T: Copy + Default>() -> [T; W] {
        [T::default(); W]
    }

    #[inline(always)]
    fn width(&self) -> usize {
        W
    }

    #[inline(always)]
    fn height(&self) -> u32 {
        H as u32
    }

    #[inline(always)]
    fn bottom(&self) -> u64 {
        Board::<W, H>::BOTTOM
    }

    #[inline(always)]
    fn cells(&self) -> u64 {
        Board::<W, H>::CELLS
    }

    #[inline(always)]
    fn follower(&self) -> u64 {
        const { follower(Board::<W, H>::BOTTOM, H as u32) }
    }

    #[inline(always)]
    fn layout(&self) -> &Layout {
        const { &Layout::new(W, H) }
    }

    #[inline(always)]
    fn cell_tables(&self) -> &CellTables {
        const { &CellTables::new(W, H) }
    }
}

/// A board known at run time.
pub(super) struct Free {
    width: usize,
    height: u32,
    bottom: u64,
    cells: u64,
    follower: u64,
    layout: Layout,
    cell_tables: Box<CellTables>,
}

impl Free {
    pub(super) fn new<const W: usize, const H: usize>() -> Self {
        let (bottom, height) = (Board::<W, H>::BOTTOM, H as u32);
        Self {
            width: W,
            height,
            bottom,
            cells: Board::<W, H>::CELLS,
            follower: follower(bottom, height),
            layout: Layout::new(W, H),
            cell_tables: Box::new(CellTables::new(W, H)),
        }
    }
}

/// No board of 64 bits has more columns.
const MOST_COLUMNS: usize = 32;

impl Shape for Free {
    type Columns<T> = [T; MOST_COLUMNS];

    #[inline(always)]
    fn columns<T: Copy + Default>() -> [T; MOST_COLUMNS] {
        [T::default(); MOST_COLUMNS]
    }

    #[inline(always)]
    fn width(&self) -> usize {
        self.width
    }

    #[inline(always)]
    fn height(&self) -> u32 {
        self.height
    }

    #[inline(always)]
    fn bottom(&self) -> u64 {
        self.bottom
    }

    #[inline(always)]
    fn cells(&self) -> u64 {
        self.cells
    }

    #[inline(always)]
    fn follower(&self) -> u64 {
        self.follower
    }

    #[inline(always)]
    fn layout(&self) -> &Layout {
        &self.layout
    }

    #[inline(always)]
    fn cell_tables(&self) -> &CellTables {
        &self.cell_tables
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_threats<const W: usize, const H: usize>(shape: &impl Shape, seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        for _ in 0..20_000 {
            let heights = (0..W).map(|column| ((1 << random.usize(0..=H)) - 1) << (column * (H + 1)));
            let occupied = heights.sum::<u64>();
            let men = occupied & random.u64(..);
            let threats = shape.threats(men, occupied);
            for bit in 0..W * (H + 1) {
                let cell = 1 << bit;
                let lines = Board::<W, H>::fours(men | cell) & cell != 0;
                assert_eq!(threats & cell != 0, cell & Board::<W, H>::CELLS & !occupied != 0 && lines);
                assert_eq!(shape.column_of(cell) & cell, cell & shape.cells());
            }
            assert_eq!(shape.any_line(men) != 0, Board::<W, H>::has_four(men));
            let (key, image) = (men + occupied, Board::<W, H>::mirror(men) + Board::<W, H>::mirror(occupied));
            assert_eq!((shape.unmirrored(key), shape.unmirrored(image)), (key.min(image), key.min(image)));
        }
    }

    #[test]
    fn a_threat_is_an_empty_cell_that_completes_a_line() {
        check_threats::<7, 6>(&Fixed::<7, 6>, 1);
        check_threats::<7, 6>(&Free::new::<7, 6>(), 1);
        check_threats::<8, 7>(&Free::new::<8, 7>(), 2);
        check_threats::<4, 4>(&Free::new::<4, 4>(), 3);
        check_threats::<4, 15>(&Free::new::<4, 15>(), 4);
        check_threats::<21, 2>(&Free::new::<21, 2>(), 5);
    }

    #[test]
    fn the_follower_owns_the_top_row_and_every_second_below() {
        assert_eq!(Fixed::<1, 6>.follower(), 0b10_1010);
        assert_eq!(Free::new::<1, 5>().follower(), 0b1_0101);
    }
}
