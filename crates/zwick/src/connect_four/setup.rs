//! Boards as texts and pictures, and the single check through which they become positions.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::ConnectFour;
use super::board::Board;
use super::position::name;
use crate::game::{Position, Side};
use crate::notation::{PositionError, SetupError, SyntaxError, position_after, quoted};

/// Any placement of men, possible or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup<const W: usize = 7, const H: usize = 6> {
    /// The owner of each cell: `men[column][row]`, both from 0.
    pub men: [[Option<Side>; H]; W],
    /// The side to move; if it is `None`, the number of men decides, and with equal numbers the first side moves.
    pub turn: Option<Side>,
}

/// A reason why a board is not a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The sides move in turn, so their numbers of men differ by at most one.
    Unbalanced {
        /// Men of `X`.
        first: usize,
        /// Men of `O`.
        second: usize,
    },
    /// The side to move has already dropped one man more than the other.
    WrongTurn {
        /// The side given as to move.
        turn: Side,
    },
    /// A man above an empty cell.
    Floating {
        /// Column of the man, from 0.
        column: usize,
        /// Row of the man, from 0.
        row: usize,
    },
    /// Both sides have four in a line.
    TwoWinners,
    /// Play continued after four in a line.
    AlreadyWon {
        /// The side that had four in a line.
        winner: Side,
    },
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Unbalanced { first, second } => {
                write!(f, "unbalanced: {first} X and {second} O, expected numbers that differ by at most one")
            }
            Self::WrongTurn { turn } => write!(f, "{0} cannot be to move: {0} has more men than the other", name(turn)),
            Self::Floating { column, row } => {
                write!(f, "the man in column {}, row {} floats above an empty cell", column + 1, row + 1)
            }
            Self::TwoWinners => f.write_str("both X and O have four in a line"),
            Self::AlreadyWon { winner } => {
                write!(f, "{} had four in a line before the last man was dropped", name(winner))
            }
        }
    }
}

impl<const W: usize, const H: usize> Setup<W, H> {
    /// The men of one side as bits.
    fn bits(&self, side: Side) -> u64 {
        let cells = (0..W).flat_map(|column| (0..H).map(move |row| (column, row)));
        let own = cells.filter(|&(column, row)| self.men[column][row] == Some(side));
        own.map(|(column, row)| Board::<W, H>::cell(column, row)).sum()
    }

    /// Every man with an empty cell below.
    fn floating_men(&self) -> impl Iterator<Item = Fault> {
        let cells = (0..W).flat_map(|column| (1..H).map(move |row| (column, row)));
        cells
            .filter(|&(column, row)| self.men[column][row].is_some() && self.men[column][row - 1].is_none())
            .map(|(column, row)| Fault::Floating { column, row })
    }

    /// The side to move: the given one, otherwise the one with fewer men, otherwise the one that has not just won.
    fn turn_by_men(&self, first: u64, second: u64) -> Side {
        let by_men = match first.count_ones().cmp(&second.count_ones()) {
            std::cmp::Ordering::Greater => Side::Second,
            std::cmp::Ordering::Less => Side::First,
            std::cmp::Ordering::Equal if Board::<W, H>::has_four(first) => Side::Second,
            std::cmp::Ordering::Equal => Side::First,
        };
        self.turn.unwrap_or(by_men)
    }
}

/// Whether one man can have completed every line of four: one on top of its column, without which there is none.
fn one_man_completed<const W: usize, const H: usize>(winner: u64, occupied: u64) -> bool {
    let tops = ((occupied + Board::<W, H>::BOTTOM) >> 1) & winner;
    (0..64).filter(|bit| tops >> bit & 1 == 1).any(|bit| !Board::<W, H>::has_four(winner & !(1 << bit)))
}

impl<const W: usize, const H: usize> ConnectFour<W, H> {
    /// The position with these men.
    ///
    /// # Errors
    /// Every reason why there is no such position.
    pub fn from_setup(setup: &Setup<W, H>) -> Result<Self, SetupError<Fault>> {
        let (first, second) = (setup.bits(Side::First), setup.bits(Side::Second));
        let men = (first.count_ones() as usize, second.count_ones() as usize);
        let turn = setup.turn_by_men(first, second);
        let (mover, other) = if turn == Side::First { (first, second) } else { (second, first) };

        let mut faults: Vec<Fault> = setup.floating_men().collect();
        let grounded = faults.is_empty();
        if men.0.abs_diff(men.1) > 1 {
            faults.push(Fault::Unbalanced { first: men.0, second: men.1 });
        } else if mover.count_ones() > other.count_ones() {
            faults.push(Fault::WrongTurn { turn });
        }
        match (Board::<W, H>::has_four(mover), Board::<W, H>::has_four(other)) {
            (true, true) => faults.push(Fault::TwoWinners),
            (true, false) => faults.push(Fault::AlreadyWon { winner: turn }),
            (false, true) if grounded && !one_man_completed::<W, H>(other, mover | other) => {
                faults.push(Fault::AlreadyWon { winner: !turn });
            }
            _ => {}
        }
        SetupError::unless(faults, || Self::from_bits(mover, mover | other, turn))
    }
}

impl<const W: usize, const H: usize> ConnectFour<W, H> {
    /// The position with this [key](Position::key), if there is one.
    pub fn from_key(key: u64) -> Option<Self> {
        if key == 0 {
            return Some(Self::from_bits(0, 0, Side::Second));
        }
        // The marker on top of each column is its highest bit.
        let mut men = [[None; H]; W];
        let mut lowest = None;
        for (column, cells) in men.iter_mut().enumerate() {
            let bits = key >> (column * Board::<W, H>::STRIDE) & ((1 << Board::<W, H>::STRIDE) - 1);
            for (row, cell) in cells.iter_mut().enumerate().take(bits.checked_ilog2()? as usize) {
                lowest = lowest.or(Some((column, row)));
                *cell = Some(bits >> row & 1 == 1);
            }
        }
        // The bit of the lowest man encodes the side to move; its owner follows from the balance.
        let turn = match lowest {
            Some((column, row)) if men[column][row] == Some(true) => Side::Second,
            _ => Side::First,
        };
        if let Some((column, row)) = lowest {
            men[column][row] = None;
            let count = |mover| men.iter().flatten().filter(|&&man| man == Some(mover)).count();
            men[column][row] = Some(count(true) < count(false));
        }
        let side = |mover: bool| if mover { turn } else { !turn };
        let setup = Setup { men: men.map(|column| column.map(|man| man.map(side))), turn: Some(turn) };
        Self::from_setup(&setup).ok().filter(|position| position.key() == key)
    }
}

impl<const W: usize, const H: usize> From<&ConnectFour<W, H>> for Setup<W, H> {
    fn from(position: &ConnectFour<W, H>) -> Self {
        let men = std::array::from_fn(|column| std::array::from_fn(|row| position.at(column, row)));
        Self { men, turn: Some(position.turn()) }
    }
}

/// One line: rows from the top with numbers for empty cells, then the side to move. `{:#}`: a picture.
impl<const W: usize, const H: usize> Display for ConnectFour<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() { self.write_picture(f) } else { self.write_line(f) }
    }
}

impl<const W: usize, const H: usize> ConnectFour<W, H> {
    fn write_line(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..H).rev() {
            let mut empty = 0;
            for column in 0..W {
                let Some(side) = self.at(column, row) else {
                    empty += 1;
                    continue;
                };
                write_run(f, &mut empty)?;
                f.write_str(name(side))?;
            }
            write_run(f, &mut empty)?;
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        f.write_str(name(self.turn()))
    }

    fn write_picture(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..H).rev() {
            for column in 0..W {
                let cell = self.at(column, row).map_or(".", name);
                write!(f, "{}{cell}", if column > 0 { " " } else { "" })?;
            }
            writeln!(f)?;
        }
        writeln!(f, "{}", labels::<W>())?;
        write!(f, "{} to move", name(self.turn()))
    }
}

/// Writes the number of empty cells since the last man, if any.
fn write_run(f: &mut fmt::Formatter<'_>, empty: &mut usize) -> fmt::Result {
    let run = std::mem::take(empty);
    if run > 0 { write!(f, "{run}") } else { Ok(()) }
}

/// The names of the columns, as below a picture.
fn labels<const W: usize>() -> String {
    let names: Vec<String> = (0..W).map(|column| super::Column::new(column).to_string()).collect();
    names.join(" ")
}

/// Whether a text shows a board rather than a list of moves.
pub(crate) fn is_board(text: &str) -> bool {
    text.contains(['X', 'O', '.', '/'])
}

/// Reads a list of columns, the one-line text, or a picture.
impl<const W: usize, const H: usize> FromStr for ConnectFour<W, H> {
    type Err = PositionError<Fault>;

    fn from_str(text: &str) -> Result<Self, PositionError<Fault>> {
        if is_board(text) { Ok(Self::from_setup(&text.parse()?)?) } else { Ok(position_after(Self::new(), text)?) }
    }
}

/// Reads the one-line text or a picture, with or without spaces between the cells.
impl<const W: usize, const H: usize> FromStr for Setup<W, H> {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let text = text.trim();
        let (rows, turn) = if text.contains('\n') { picture_rows::<W>(text)? } else { line_rows(text)? };
        if rows.len() != H {
            return Err(SyntaxError::new("board", format!("{} rows", rows.len()), format!("{H} rows from the top")));
        }
        let mut men = [[None; H]; W];
        for (i, row) in rows.iter().enumerate() {
            let cells = read_row::<W>(row).map_err(|(found, expected)| {
                SyntaxError::new(format_args!("row {} from the top", i + 1), found, expected)
            })?;
            for (column, cell) in cells.into_iter().enumerate() {
                men[column][H - 1 - i] = cell;
            }
        }
        Ok(Self { men, turn })
    }
}

type Rows = (Vec<String>, Option<Side>);

/// Splits `rows/rows/rows X`.
fn line_rows(text: &str) -> Result<Rows, SyntaxError> {
    let (rows, turn) = match text.split_once(char::is_whitespace) {
        None => (text, None),
        Some((rows, turn)) => (rows, Some(read_turn(turn.trim())?)),
    };
    Ok((rows.split('/').map(str::to_owned).collect(), turn))
}

/// Splits a picture into its rows; the column names and "X to move" may be missing.
fn picture_rows<const W: usize>(text: &str) -> Result<Rows, SyntaxError> {
    let mut lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let turn = match lines.last().and_then(|line| line.strip_suffix("to move")) {
        None => None,
        Some(name) => {
            lines.pop();
            Some(read_turn(name.trim())?)
        }
    };
    if lines.last().is_some_and(|line| line.split_whitespace().eq(labels::<W>().split(' '))) {
        lines.pop();
    }
    Ok((lines.iter().map(|line| line.split_whitespace().collect()).collect(), turn))
}

fn read_turn(name: &str) -> Result<Side, SyntaxError> {
    match name {
        "X" => Ok(Side::First),
        "O" => Ok(Side::Second),
        other => Err(SyntaxError::new("side to move", quoted(other), "X or O")),
    }
}

/// The cells of one row from the left, or what was found and what was expected.
fn read_row<const W: usize>(row: &str) -> Result<Vec<Option<Side>>, (String, String)> {
    let mut cells = Vec::new();
    let mut chars = row.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            'X' => cells.push(Some(Side::First)),
            'O' => cells.push(Some(Side::Second)),
            '.' => cells.push(None),
            '0'..='9' => {
                let mut run = c.to_digit(10).unwrap_or(0) as usize;
                while let Some(digit) = chars.peek().and_then(|next| next.to_digit(10)) {
                    run = (run * 10 + digit as usize).min(W + 1);
                    chars.next();
                }
                cells.resize((cells.len() + run).min(2 * W + 1), None);
            }
            other => return Err((format!("{other:?}"), "X, O, . or a number of empty cells".to_owned())),
        }
        if cells.len() > W {
            return Err((format!("more than {W} cells in {}", quoted(row)), format!("{W} cells")));
        }
    }
    if cells.len() == W { Ok(cells) } else { Err((format!("{} cells", cells.len()), format!("{W} cells"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(picture: &str) -> Vec<Fault> {
        picture.parse::<ConnectFour>().expect_err(picture).faults().to_vec()
    }

    #[test]
    fn every_reason_for_refusal_is_named_at_once() {
        assert_eq!(faults("7/7/7/7/XXXX3/OOOO3"), [Fault::TwoWinners]);
        assert_eq!(
            faults(".......\n.......\n...X...\n.......\nXXXX...\nOOOO..."),
            [Fault::Floating { column: 3, row: 3 }, Fault::TwoWinners]
        );
        let error = "7/7/6X/7/3X3/XO5".parse::<ConnectFour>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "not a possible position: the man in column 4, row 2 floats above an empty cell; \
             the man in column 7, row 4 floats above an empty cell; \
             unbalanced: 3 X and 1 O, expected numbers that differ by at most one"
        );
    }

    #[test]
    fn the_side_to_move_must_fit_the_men() {
        let text = "7/7/7/7/7/3X3 X";
        assert_eq!(faults(text), [Fault::WrongTurn { turn: Side::First }]);
        assert!(text.replace(" X", " O").parse::<ConnectFour>().is_ok());
        assert_eq!("7/7/7/7/7/7".parse::<ConnectFour>(), Ok(ConnectFour::new()));
        let second_begins: ConnectFour = "7/7/7/7/7/7 O".parse().unwrap();
        assert_eq!(second_begins.turn(), Side::Second);
        assert_ne!(second_begins.key(), ConnectFour::<7, 6>::new().key());
    }

    #[test]
    fn play_after_a_win_is_refused() {
        // X has four, and O has dropped a man since.
        assert_eq!(faults("7/7/7/7/OOO4/XXXXO2 X"), [Fault::AlreadyWon { winner: Side::First }]);
        // No single man can have completed two lines that do not intersect.
        assert_eq!(faults("7/7/X5X/X5X/XOO1OOX/XOO1OOX O"), [Fault::AlreadyWon { winner: Side::First }]);
        // One man may complete two lines that intersect in it.
        assert!("7/7/XXXX3/OOOX3/OXOX3/OOXX1OO O".parse::<ConnectFour>().is_ok());
    }

    #[test]
    fn errors_say_where_what_and_what_else() {
        for (text, error) in [
            ("449", "move 3: expected one of 1 2 3 4 5 6 7, found 9"),
            (
                "4x",
                "move 2: expected a column: a digit from 1, or a letter from a for the tenth column on, found \"x\"",
            ),
            ("7/7/7/7/7", "board: expected 6 rows from the top, found 5 rows"),
            ("7/7/7/7/7/6X1", "row 6 from the top: expected 7 cells, found more than 7 cells in \"6X1\""),
            ("7/7/7/7/7/3Z3", "row 6 from the top: expected X, O, . or a number of empty cells, found 'Z'"),
            ("7/7/7/7/7/7 Z", "side to move: expected X or O, found \"Z\""),
        ] {
            assert_eq!(text.parse::<ConnectFour>().unwrap_err().to_string(), error);
        }
    }
}
