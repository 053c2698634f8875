//! A position of Connect Four, in two words and a side.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::board::Board;
use crate::game::{Acyclic, Ending, ParseMoveError, Position, Reason, Side, debug_as_display};

/// A column, counted from 0 inside and written from 1: `1` to `9`, then `a`, `b` …
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Column(u8);

debug_as_display!(Column);

impl Column {
    /// No board is wider.
    pub const MAX: usize = 32;

    /// The column with this index, counted from 0.
    ///
    /// # Panics
    /// If no board has that many columns.
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::MAX, "a column no board has");
        Self(index as u8)
    }

    /// The index of the column, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = char::from_digit(u32::from(self.0) + 1, 36).expect("at most 32 columns");
        write!(f, "{digit}")
    }
}

impl FromStr for Column {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        const ERROR: ParseMoveError =
            ParseMoveError { expected: "a column: a digit from 1, or a letter from a for the tenth column on" };
        let mut chars = text.chars();
        let (Some(digit), None) = (chars.next(), chars.next()) else { return Err(ERROR) };
        match digit.to_digit(36) {
            Some(number @ 1..=32) if !digit.is_ascii_uppercase() => Ok(Self::new(number as usize - 1)),
            _ => Err(ERROR),
        }
    }
}

/// A legal position of Connect Four on a board `W` columns wide and `H` rows high.
///
/// Every size with `W * (H + 1) <= 64` works; a larger one does not compile.
///
/// A position is read from a list of columns, from the one-line text that `Display` writes, or from a picture:
///
/// ```
/// use zwick::{ConnectFour, Position, Side};
/// let played: ConnectFour = "4435".parse()?;
/// assert_eq!(played.to_string(), "7/7/7/7/3O3/2XXO2 X");
/// assert_eq!(format!("{played:#}"), "
/// . . . . . . .
/// . . . . . . .
/// . . . . . . .
/// . . . . . . .
/// . . . O . . .
/// . . X X O . .
/// 1 2 3 4 5 6 7
/// X to move".trim_start());
/// assert_eq!(played, format!("{played:#}").parse()?);
/// assert_eq!(played, played.to_string().parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ConnectFour<const W: usize = 7, const H: usize = 6> {
    /// The men of the side to move.
    mover: u64,
    /// The men of both sides.
    occupied: u64,
    turn: Side,
}

debug_as_display!(ConnectFour<W, H>, const W: usize, const H: usize);

impl<const W: usize, const H: usize> ConnectFour<W, H> {
    /// The empty board, the first side to move.
    pub const fn new() -> Self {
        Self { mover: 0, occupied: 0, turn: Side::First }
    }

    /// The caller has checked that the men are placed as in a legal game.
    pub(super) const fn from_bits(mover: u64, occupied: u64, turn: Side) -> Self {
        Self { mover, occupied, turn }
    }

    /// The men of the side to move, as bits: column `c` and row `r`, both from 0, are bit `c * (H + 1) + r`.
    pub const fn mover(&self) -> u64 {
        self.mover
    }

    /// The men of the side that moved last, as bits.
    pub const fn other(&self) -> u64 {
        self.mover ^ self.occupied
    }

    /// All men, as bits.
    pub const fn occupied(&self) -> u64 {
        self.occupied
    }

    /// How many men are on the board.
    pub const fn men(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// The owner of the cell in this column and row, both counted from 0.
    pub fn at(&self, column: usize, row: usize) -> Option<Side> {
        let cell = Board::<W, H>::cell(column, row);
        (self.occupied & cell != 0).then(|| if self.mover & cell != 0 { self.turn } else { !self.turn })
    }

    /// The cells of the winning lines, as `(column, row)` counted from 0; empty without a winner.
    pub fn winning_cells(&self) -> Vec<(usize, usize)> {
        let cells = Board::<W, H>::fours(self.other());
        let stride = Board::<W, H>::STRIDE;
        (0..W * stride).filter(|bit| cells >> bit & 1 == 1).map(|bit| (bit / stride, bit % stride)).collect()
    }

    /// The position before the topmost man of this column was dropped, if that can have been the last move.
    pub fn before(&self, column: Column) -> Option<Self> {
        let top = self.landing_cell(column) >> 1;
        if column.index() >= W || top & self.other() == 0 {
            return None;
        }
        let occupied = self.occupied ^ top;
        let before = Self { mover: self.other() ^ top, occupied, turn: !self.turn };
        before.ending().is_none().then_some(before)
    }

    /// The bit just above the topmost man of a column; outside the cells if the column is full.
    const fn landing_cell(&self, column: Column) -> u64 {
        (self.occupied & Board::<W, H>::column(column.index() % W)) + Board::<W, H>::cell(column.index() % W, 0)
    }

    const fn has_winner(&self) -> bool {
        Board::<W, H>::has_four(self.other())
    }
}

impl<const W: usize, const H: usize> Default for ConnectFour<W, H> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const W: usize, const H: usize> Position for ConnectFour<W, H> {
    type Move = Column;

    fn turn(&self) -> Side {
        self.turn
    }

    fn ending(&self) -> Option<Ending> {
        if self.has_winner() {
            Some(Ending::win(!self.turn, Reason::FourInLine))
        } else if self.occupied == Board::<W, H>::CELLS {
            Some(Ending::draw(Reason::BoardFull))
        } else {
            None
        }
    }

    fn legal_moves(&self) -> impl Iterator<Item = Column> {
        let mut landing = if self.has_winner() { 0 } else { Board::<W, H>::landing_cells(self.occupied) };
        std::iter::from_fn(move || {
            let bit = (landing != 0).then(|| landing.trailing_zeros() as usize)?;
            landing &= landing - 1;
            Some(Column::new(bit / Board::<W, H>::STRIDE))
        })
    }

    fn play_unchecked(&mut self, column: Column) {
        debug_assert!(column.index() < W);
        self.mover ^= self.occupied;
        self.occupied |= self.occupied + Board::<W, H>::cell(column.index(), 0);
        self.turn = !self.turn;
    }

    /// The mover's men below a marker on top of each column; the marker encodes the height.
    ///
    /// Both sides move in turn, so the owner of the lowest man follows from all others: its bit holds the side to move.
    fn key(&self) -> u64 {
        let markers = self.occupied + Board::<W, H>::BOTTOM;
        let lowest = self.occupied & self.occupied.wrapping_neg();
        match (self.turn, lowest) {
            (Side::First, _) => (self.mover & !lowest) | markers,
            (Side::Second, 0) => 0,
            (Side::Second, _) => self.mover | lowest | markers,
        }
    }

    fn is_irreversible(&self, _: Column) -> bool {
        true
    }

    fn read_move(&self, word: &str) -> Result<Column, ParseMoveError> {
        word.parse()
    }

    /// Every character that is not white space is a move.
    fn split_moves<'a>(&self, text: &'a str) -> impl Iterator<Item = &'a str> {
        text.split("").filter(|word| !word.trim().is_empty())
    }

    fn separator(&self) -> &'static str {
        ""
    }

    fn side_name(&self, side: Side) -> &'static str {
        name(side)
    }

    fn count_moves(&self) -> u64 {
        if self.has_winner() { 0 } else { u64::from(Board::<W, H>::landing_cells(self.occupied).count_ones()) }
    }

    fn is_legal(&self, column: Column) -> bool {
        column.index() < W && self.landing_cell(column) & Board::<W, H>::CELLS != 0 && !self.has_winner()
    }
}

/// The name of a side is the mark of its men.
pub(super) const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "X",
        Side::Second => "O",
    }
}

impl<const W: usize, const H: usize> Acyclic for ConnectFour<W, H> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_read_back_also_beyond_nine() {
        for index in 0..Column::MAX {
            let column = Column::new(index);
            assert_eq!(column.to_string().parse(), Ok(column));
        }
        assert_eq!("a".parse(), Ok(Column::new(9)));
        for bad in ["0", "", "44", "x", "é", " ", "-1", "A"] {
            assert!(bad.parse::<Column>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn four_in_a_line_ends_the_game_in_each_direction() {
        for (moves, cells) in [
            ("1121314", [(0, 0), (1, 0), (2, 0), (3, 0)]),
            ("1212121", [(0, 0), (0, 1), (0, 2), (0, 3)]),
            ("12234334644", [(0, 0), (1, 1), (2, 2), (3, 3)]),
            ("76654554244", [(3, 3), (4, 2), (5, 1), (6, 0)]),
        ] {
            let position: ConnectFour = moves.parse().unwrap();
            assert_eq!(position.ending(), Some(Ending::win(Side::First, Reason::FourInLine)), "{moves}");
            assert_eq!(position.winning_cells(), cells);
            assert_eq!(position.legal_moves().count(), 0);
        }
    }

    #[test]
    fn a_full_board_without_a_line_is_drawn() {
        let full: ConnectFour<4, 3> = "OXOX/XOXO/XOXO".parse().unwrap();
        assert_eq!(full.ending(), Some(Ending::draw(Reason::BoardFull)));
    }

    #[test]
    fn taking_a_man_back_needs_a_man_of_the_side_that_moved_last() {
        let position: ConnectFour = "4435".parse().unwrap();
        assert_eq!(position.before(Column::new(4)), Some("443".parse().unwrap()));
        assert_eq!(position.before(Column::new(2)), None);
        assert_eq!(position.before(Column::new(0)), None);
        assert_eq!(position.before(Column::new(20)), None);
        let won: ConnectFour = "1121314".parse().unwrap();
        assert_eq!(won.before(Column::new(3)), Some("112131".parse().unwrap()));
    }

    #[test]
    fn a_full_column_takes_no_man() {
        let position: ConnectFour = "444444".parse().unwrap();
        assert!(!position.is_legal(Column::new(3)));
        assert!(!position.is_legal(Column::new(7)));
        let error = "4444444".parse::<ConnectFour>().unwrap_err();
        assert_eq!(error.to_string(), "move 7: expected one of 1 2 3 5 6 7, found 4");
    }
}
