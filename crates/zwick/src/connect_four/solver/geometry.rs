//! Masks and bit tricks that only the solver needs.

use crate::connect_four::board::Board;

impl<const W: usize, const H: usize> Board<W, H> {
    /// How many cells there are.
    pub(super) const SIZE: i32 = (W * H) as i32;

    /// The bit above every column, which stays empty.
    const LID: u64 = Self::BOTTOM << H;

    /// The cells a side gets that always answers on top of the other's man: the top row and every second row below.
    pub(super) const FOLLOWER: u64 = {
        let mut cells = 0;
        let mut row = (H + 1) % 2;
        while row < H {
            cells |= Self::BOTTOM << row;
            row += 2;
        }
        cells
    };

    /// All other cells.
    pub(super) const LEADER: u64 = Self::CELLS & !Self::FOLLOWER;

    /// The score of winning with the last of this many men on the board.
    #[inline(always)]
    pub(super) const fn win_by(men: i32) -> i32 {
        (Self::SIZE + 2 - men) >> 1
    }

    /// The empty cells that would complete a four of `men`.
    #[inline(always)]
    pub(super) const fn threats(men: u64, occupied: u64) -> u64 {
        let upright = (men << 1) & (men << 2) & (men << 3);
        let falling = Self::completions(men, H as u32);
        let level = Self::completions(men, H as u32 + 1);
        let rising = Self::completions(men, H as u32 + 2);
        (upright | falling | level | rising) & Self::CELLS & !occupied
    }

    /// Three of four in one direction, whichever is missing.
    #[inline(always)]
    const fn completions(men: u64, step: u32) -> u64 {
        let (before, after) = (shl(men, step), shr(men, step));
        let two_before = before & shl(men, 2 * step);
        let two_after = after & shr(men, 2 * step);
        (two_before & (shl(men, 3 * step) | after)) | (two_after & (shr(men, 3 * step) | before))
    }

    /// The lowest cells, in each direction, of the lines of four within `cells`.
    #[inline(always)]
    pub(super) const fn line_starts(cells: u64) -> [u64; 4] {
        [
            Self::line_starts_along(cells, 1),
            Self::line_starts_along(cells, H as u32),
            Self::line_starts_along(cells, H as u32 + 1),
            Self::line_starts_along(cells, H as u32 + 2),
        ]
    }

    #[inline(always)]
    const fn line_starts_along(cells: u64, step: u32) -> u64 {
        let pairs = cells & shr(cells, step);
        pairs & shr(pairs, 2 * step)
    }

    /// Zero if no line of four lies within `cells`. Unlike `has_four` it has no branches, for wide instructions.
    #[inline(always)]
    pub(super) const fn any_line(cells: u64) -> u64 {
        let [upright, falling, level, rising] = Self::line_starts(cells);
        upright | falling | level | rising
    }

    /// For the lines that start at each cell, in each direction: whether an odd number of `men` stands on them.
    #[inline(always)]
    pub(super) const fn odd_lines(men: u64) -> [u64; 4] {
        let (s1, s2, s3) = (H as u32, H as u32 + 1, H as u32 + 2);
        let (a, b, c, d) = (men ^ (men >> 1), men ^ shr(men, s1), men ^ shr(men, s2), men ^ shr(men, s3));
        [a ^ (a >> 2), b ^ shr(b, 2 * s1), c ^ shr(c, 2 * s2), d ^ shr(d, 2 * s3)]
    }

    /// In each column the cells below the lowest of `cells`; the whole column if it has none of them.
    #[inline(always)]
    pub(super) const fn below_lowest(cells: u64) -> u64 {
        let ends = cells | Self::LID;
        (ends - Self::BOTTOM) & !ends & Self::CELLS
    }

    /// All cells of the column of one cell.
    #[inline(always)]
    pub(super) const fn column_of(cell: u64) -> u64 {
        Self::column(cell.trailing_zeros() as usize / Self::STRIDE)
    }

    /// The same key for a position and its mirror image, from the key of either.
    #[inline(always)]
    pub(super) const fn unmirrored(key: u64) -> u64 {
        let mut image = 0;
        let mut column = 0;
        while column < W {
            let bits = (key >> (column * Self::STRIDE)) & (u64::MAX >> (63 - H));
            image |= bits << ((W - 1 - column) * Self::STRIDE);
            column += 1;
        }
        if image < key { image } else { key }
    }
}

/// A shift that may leave the word altogether, as on tall boards.
#[inline(always)]
const fn shl(bits: u64, by: u32) -> u64 {
    if by < 64 { bits << by } else { 0 }
}

#[inline(always)]
pub(super) const fn shr(bits: u64, by: u32) -> u64 {
    if by < 64 { bits >> by } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_threats<const W: usize, const H: usize>(seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        for _ in 0..20_000 {
            let heights = (0..W).map(|column| ((1 << random.usize(0..=H)) - 1) << (column * (H + 1)));
            let occupied = heights.sum::<u64>();
            let men = occupied & random.u64(..);
            let threats = Board::<W, H>::threats(men, occupied);
            for bit in 0..W * (H + 1) {
                let cell = 1 << bit;
                let lines = Board::<W, H>::fours(men | cell) & cell != 0;
                assert_eq!(threats & cell != 0, cell & Board::<W, H>::CELLS & !occupied != 0 && lines);
            }
            assert_eq!(Board::<W, H>::any_line(men) != 0, Board::<W, H>::has_four(men));
        }
    }

    #[test]
    fn a_threat_is_an_empty_cell_that_completes_a_line() {
        check_threats::<7, 6>(1);
        check_threats::<8, 7>(2);
        check_threats::<4, 4>(3);
        check_threats::<4, 15>(4);
        check_threats::<21, 2>(5);
    }

    #[test]
    fn the_follower_owns_the_top_row_and_every_second_below() {
        assert_eq!(Board::<1, 6>::FOLLOWER, 0b10_1010);
        assert_eq!(Board::<1, 5>::FOLLOWER, 0b1_0101);
    }
}
