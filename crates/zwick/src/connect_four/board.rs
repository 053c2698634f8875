//! Sets of cells as bits of one word.
//!
//! Each column takes `H + 1` bits, bottom first; the extra bit on top stays empty, so a line shifted by one cell never runs from one column
//! into the next. For 7x6:
//!
//! ```text
//!  6 13 20 27 34 41 48   <- always empty
//! ┌────────────────────┐
//! │5 12 19 26 33 40 47 │
//! │4 11 18 25 32 39 46 │
//! │3 10 17 24 31 38 45 │
//! │2  9 16 23 30 37 44 │
//! │1  8 15 22 29 36 43 │
//! │0  7 14 21 28 35 42 │
//! └────────────────────┘
//! ```
//!
//! Neighbours are 1 (up), `H + 1` (right), `H + 2` (right and up) and `H` (right and down) bits apart.

/// The geometry of a board; a board that does not fit into 64 bits does not compile.
pub(crate) struct Board<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> Board<W, H> {
    /// Bits per column.
    pub(crate) const STRIDE: usize = {
        assert!(W >= 1 && H >= 1 && W * (H + 1) <= 64, "a board needs width * (height + 1) <= 64");
        H + 1
    };

    /// The lowest cell of every column.
    pub(crate) const BOTTOM: u64 = {
        let mut bottom = 0;
        let mut column = 0;
        while column < W {
            bottom |= 1 << (column * Self::STRIDE);
            column += 1;
        }
        bottom
    };

    /// Every cell.
    pub(crate) const CELLS: u64 = Self::BOTTOM * ((1 << H) - 1);

    /// The cells of one column.
    pub(crate) const fn column(column: usize) -> u64 {
        ((1 << H) - 1) << (column * Self::STRIDE)
    }

    /// The cell in this column and row, both counted from 0.
    pub(crate) const fn cell(column: usize, row: usize) -> u64 {
        1 << (column * Self::STRIDE + row)
    }

    /// The lowest empty cell of every column that has one.
    pub(crate) const fn landing_cells(occupied: u64) -> u64 {
        (occupied + Self::BOTTOM) & Self::CELLS
    }

    /// Whether four of these cells lie in a line.
    pub(crate) const fn has_four(men: u64) -> bool {
        Self::has_four_along(men, 1)
            || Self::has_four_along(men, Self::STRIDE - 1)
            || Self::has_four_along(men, Self::STRIDE)
            || Self::has_four_along(men, Self::STRIDE + 1)
    }

    /// Two shifts find four: pairs of neighbours first, then pairs of pairs.
    const fn has_four_along(men: u64, step: usize) -> bool {
        // On a board too small for a line the shift would exceed the word.
        if 3 * step >= 64 {
            return false;
        }
        let pairs = men & (men >> step);
        pairs & (pairs >> (2 * step)) != 0
    }

    /// All cells that are part of a line of four of these.
    pub(crate) fn fours(men: u64) -> u64 {
        let mut cells = 0;
        for step in [1, Self::STRIDE - 1, Self::STRIDE, Self::STRIDE + 1] {
            if 3 * step < 64 {
                let first = men & (men >> step) & (men >> (2 * step)) & (men >> (3 * step));
                cells |= first | (first << step) | (first << (2 * step)) | (first << (3 * step));
            }
        }
        cells
    }

    /// The mirrored cells.
    pub(crate) const fn mirror(cells: u64) -> u64 {
        let mut mirrored = 0;
        let mut column = 0;
        while column < W {
            mirrored |= ((cells >> (column * Self::STRIDE)) & Self::column(0)) << ((W - 1 - column) * Self::STRIDE);
            column += 1;
        }
        mirrored
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_four_is_found_and_nothing_else() {
        for a in 0..42 {
            for step in [(0i32, 1i32), (1, 0), (1, 1), (1, -1)] {
                let cells: Option<u64> = (0..4).try_fold(0, |men, k| {
                    let (column, row) = (a / 6 + k * step.0, a % 6 + k * step.1);
                    let inside = (0..7).contains(&column) && (0..6).contains(&row);
                    inside.then(|| men | Board::<7, 6>::cell(column as usize, row as usize))
                });
                let Some(line) = cells else { continue };
                assert!(Board::<7, 6>::has_four(line));
                assert_eq!(Board::<7, 6>::fours(line), line);
                for missing in (0..64).filter(|bit| line >> bit & 1 == 1) {
                    assert!(!Board::<7, 6>::has_four(line & !(1 << missing)));
                }
            }
        }
    }

    #[test]
    fn the_largest_boards_fit() {
        assert_eq!(Board::<8, 7>::CELLS.count_ones(), 56);
        assert_eq!(Board::<4, 15>::CELLS.count_ones(), 60);
        assert_eq!(Board::<32, 1>::CELLS.count_ones(), 32);
        assert!(Board::<32, 1>::has_four(0b0101_0101));
        assert!(!Board::<1, 3>::has_four(Board::<1, 3>::CELLS));
        assert!(Board::<1, 63>::has_four(0b1111 << 50));
    }
}
