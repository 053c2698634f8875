//! Boards as texts and pictures, and the single check through which they become positions.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::position::name;
use super::{Morris, Point, Points, Rules};
use crate::game::{Position, Side};
use crate::notation::{PositionError, SetupError, SyntaxError, position_after, quoted};

/// Any placement of men, possible or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    /// The men of White and Black on the board.
    pub men: [Points; 2],
    /// Men in hand of White and Black.
    pub hands: [u8; 2],
    /// The side to move.
    pub turn: Side,
}

/// A reason why a board is not a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Men of both sides on the same points.
    Shared {
        /// The points.
        points: Points,
    },
    /// More men, including those in hand, than a side has.
    TooManyMen {
        /// The side.
        side: Side,
        /// Its men on the board and in hand.
        found: u32,
        /// The men a side has at the start.
        allowed: u8,
    },
    /// The sides place in turn, so the side to move has as many men in hand as the other, or one more.
    Hands {
        /// Men in hand of the side to move.
        mover: u8,
        /// Men in hand of the other side.
        other: u8,
    },
    /// The side that supposedly moved last had already lost.
    AlreadyLost {
        /// The side with fewer than three men.
        loser: Side,
    },
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Shared { points } => write!(f, "men of both sides on {points}"),
            Self::TooManyMen { side, found, allowed } => {
                write!(f, "{} has {found} men on the board and in hand, expected at most {allowed}", name(side))
            }
            Self::Hands { mover, other } => write!(
                f,
                "the side to move has {mover} men in hand and the other {other}, expected as many or one more"
            ),
            Self::AlreadyLost { loser } => {
                write!(f, "{} had fewer than three men before the last move", name(loser))
            }
        }
    }
}

impl<R: Rules> Morris<R> {
    /// The position with these men.
    ///
    /// # Errors
    /// Every reason why there is no such position.
    pub fn from_setup(setup: &Setup) -> Result<Self, SetupError<Fault>> {
        let total = |side: usize| setup.men[side].len() + u32::from(setup.hands[side]);
        let mut faults = Vec::new();
        let shared = setup.men[0] & setup.men[1];
        if !shared.is_empty() {
            faults.push(Fault::Shared { points: shared });
        }
        for side in [Side::First, Side::Second] {
            if total(side as usize) > u32::from(R::MEN) {
                faults.push(Fault::TooManyMen { side, found: total(side as usize), allowed: R::MEN });
            }
        }
        let (mover, other) = (setup.hands[setup.turn as usize], setup.hands[!setup.turn as usize]);
        if !R::MOVE_WHILE_PLACING && mover != other && mover != other.saturating_add(1) {
            faults.push(Fault::Hands { mover, other });
        }
        if total(!setup.turn as usize) < 3 {
            faults.push(Fault::AlreadyLost { loser: !setup.turn });
        }
        SetupError::unless(faults, || Self::from_checked(setup))
    }
}

impl<R: Rules> Morris<R> {
    /// The position with this [key](Position::key), if there is one.
    pub fn from_key(key: u64) -> Option<Self> {
        const BOARD: u64 = (1 << 24) - 1;
        let turn = if key >> 56 & 1 == 0 { Side::First } else { Side::Second };
        let mut men = [key & BOARD, key >> 24 & BOARD].map(|bits| Points::from_bits(bits as u32));
        let mut hands = [48, 52].map(|place| (key >> place & 15) as u8);
        if turn == Side::Second {
            men.swap(0, 1);
            hands.swap(0, 1);
        }
        Self::from_setup(&Setup { men, hands, turn }).ok().filter(|position| position.key() == key)
    }
}

impl<R: Rules> From<&Morris<R>> for Setup {
    fn from(position: &Morris<R>) -> Self {
        let sides = [Side::First, Side::Second];
        Self {
            men: sides.map(|side| position.men(side)),
            hands: sides.map(|side| position.hand(side)),
            turn: position.turn(),
        }
    }
}

/// The empty board; each point is found by its file and rank.
const PICTURE: [&str; 14] = [
    "7 .--------.--------.",
    "  |        |        |",
    "6 |  .-----.-----.  |",
    "  |  |     |     |  |",
    "5 |  |  .--.--.  |  |",
    "  |  |  |     |  |  |",
    "4 .--.--.     .--.--.",
    "  |  |  |     |  |  |",
    "3 |  |  .--.--.  |  |",
    "  |  |     |     |  |",
    "2 |  .-----.-----.  |",
    "  |        |        |",
    "1 .--------.--------.",
    "  a  b  c  d  e  f  g",
];

const fn man(side: Option<Side>) -> char {
    match side {
        Some(Side::First) => 'W',
        Some(Side::Second) => 'B',
        None => '.',
    }
}

/// One line: the rings from a7 clockwise with numbers for empty points, the side to move, and the men in hand of White and
/// Black. `{:#}`: a picture.
impl<R: Rules> Display for Morris<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() { self.write_picture(f) } else { self.write_line(f) }
    }
}

impl<R: Rules> Morris<R> {
    fn write_line(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut empty = 0;
        for point in Point::all() {
            match self.at(point) {
                None => empty += 1,
                side => {
                    write_run(f, &mut empty)?;
                    write!(f, "{}", man(side))?;
                }
            }
            if point.index() % 8 == 7 {
                write_run(f, &mut empty)?;
                f.write_str(if point.index() < 23 { "/" } else { " " })?;
            }
        }
        write!(f, "{} {} {}", man(Some(self.turn())), self.hand(Side::First), self.hand(Side::Second))
    }

    fn write_picture(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, line) in PICTURE.iter().enumerate() {
            for (j, c) in line.chars().enumerate() {
                let point = if c == '.' { Point::at((j - 2) / 3, 6 - i / 2) } else { None };
                write!(f, "{}", point.map_or(c, |point| man(self.at(point))))?;
            }
            writeln!(f)?;
        }
        let (white, black) = (self.hand(Side::First), self.hand(Side::Second));
        write!(f, "{} to move, in hand: White {white}, Black {black}", name(self.turn()))
    }
}

/// Writes the number of empty points since the last man, if any.
fn write_run(f: &mut fmt::Formatter<'_>, empty: &mut u8) -> fmt::Result {
    let run = std::mem::take(empty);
    if run > 0 { write!(f, "{run}") } else { Ok(()) }
}

/// Whether a text shows a board rather than a list of moves.
pub(crate) fn is_board(text: &str) -> bool {
    text.contains(['/', '|'])
}

/// Reads a list of moves, the one-line text, or a picture.
impl<R: Rules> FromStr for Morris<R> {
    type Err = PositionError<Fault>;

    fn from_str(text: &str) -> Result<Self, PositionError<Fault>> {
        if is_board(text) { Ok(Self::from_setup(&text.parse()?)?) } else { Ok(position_after(Self::new(), text)?) }
    }
}

/// Reads the one-line text or a picture.
impl FromStr for Setup {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        if text.contains('|') { read_picture(text) } else { read_line(text) }
    }
}

/// Reads `rings side hand hand`.
fn read_line(text: &str) -> Result<Setup, SyntaxError> {
    const EXPECTED: &str = "three rings, the side to move, and the men in hand of White and Black, such as 8/8/8 W 9 9";
    let words: Vec<&str> = text.split_whitespace().collect();
    let [rings, turn, white, black] = words[..] else {
        return Err(SyntaxError::new("position", format_args!("{} words", words.len()), EXPECTED));
    };
    let rings: Vec<&str> = rings.split('/').collect();
    if rings.len() != 3 {
        return Err(SyntaxError::new("board", format_args!("{} rings", rings.len()), "3 rings"));
    }
    let mut points = Vec::new();
    for (i, ring) in rings.iter().enumerate() {
        let place = format!("ring {} from outside", i + 1);
        points.extend(read_ring(ring).map_err(|found| {
            SyntaxError::new(place, found, "8 points, each W, B, . or part of a number of empty points")
        })?);
    }
    Ok(Setup { men: men_of(&points), hands: [read_hand(white)?, read_hand(black)?], turn: read_turn(turn)? })
}

fn men_of(points: &[Option<Side>]) -> [Points; 2] {
    let men_of = |side| Point::all().filter(|point| points[point.index()] == Some(side)).collect();
    [men_of(Side::First), men_of(Side::Second)]
}

/// The eight points of a ring, or what was found instead.
fn read_ring(ring: &str) -> Result<Vec<Option<Side>>, String> {
    let mut points = Vec::new();
    for c in ring.chars() {
        match c {
            'W' => points.push(Some(Side::First)),
            'B' => points.push(Some(Side::Second)),
            '.' => points.push(None),
            '1'..='8' => points.extend(std::iter::repeat_n(None, c as usize - '0' as usize)),
            other => return Err(format!("{other:?} in {}", quoted(ring))),
        }
        if points.len() > 8 {
            return Err(format!("more than 8 points in {}", quoted(ring)));
        }
    }
    if points.len() == 8 { Ok(points) } else { Err(format!("{} points in {}", points.len(), quoted(ring))) }
}

fn read_turn(name: &str) -> Result<Side, SyntaxError> {
    match name {
        "W" | "White" => Ok(Side::First),
        "B" | "Black" => Ok(Side::Second),
        other => Err(SyntaxError::new("side to move", quoted(other), "W or B")),
    }
}

fn read_hand(number: &str) -> Result<u8, SyntaxError> {
    number.parse().map_err(|_| SyntaxError::new("men in hand", quoted(number), "a number from 0 to 12"))
}

/// Reads what `{:#}` writes: the points in reading order, then the line with side to move and hands.
fn read_picture(text: &str) -> Result<Setup, SyntaxError> {
    const EXPECTED: &str = "a last line such as \"White to move, in hand: White 9, Black 9\"";
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.trim().is_empty()).collect();
    let (last, board) = lines.split_last().expect("a picture has a line with a bar");
    let words: Vec<&str> = last.split_whitespace().collect();
    let [turn, "to", "move,", "in", "hand:", "White", white, "Black", black] = words[..] else {
        return Err(SyntaxError::new("picture", quoted(last), EXPECTED));
    };
    let mut cells = board.iter().flat_map(|line| line.chars()).filter_map(|c| match c {
        'W' => Some(Some(Side::First)),
        'B' => Some(Some(Side::Second)),
        '.' => Some(None),
        _ => None,
    });
    let mut points = [None; Point::COUNT];
    for point in reading_order() {
        let cell = cells.next();
        points[point.index()] =
            cell.ok_or_else(|| SyntaxError::new("picture", "fewer than 24 points", "24 points, each W, B or ."))?;
    }
    if cells.next().is_some() {
        return Err(SyntaxError::new("picture", "more than 24 points", "24 points, each W, B or ."));
    }
    let hands = [read_hand(white.trim_end_matches(','))?, read_hand(black)?];
    Ok(Setup { men: men_of(&points), hands, turn: read_turn(turn)? })
}

/// The points in reading order, from the top left to the bottom right.
fn reading_order() -> impl Iterator<Item = Point> {
    (0..7).rev().flat_map(|rank| (0..7).filter_map(move |file| Point::at(file, rank)))
}

#[cfg(test)]
mod tests {
    use super::super::Standard;
    use super::*;

    fn faults(text: &str) -> Vec<Fault> {
        text.parse::<Morris>().expect_err(text).faults().to_vec()
    }

    #[test]
    fn every_reason_for_refusal_is_named_at_once() {
        assert_eq!(
            faults("WWWWWWWW/WWB5/8 W 0 2"),
            [Fault::TooManyMen { side: Side::First, found: 10, allowed: 9 }, Fault::Hands { mover: 0, other: 2 }]
        );
        assert_eq!(faults("WWWWBB2/8/8 W 0 0"), [Fault::AlreadyLost { loser: Side::Second }]);
        let both = Points::from_bits(7);
        let setup = Setup { men: [both, both], hands: [0, 0], turn: Side::First };
        assert_eq!(Morris::<Standard>::from_setup(&setup).unwrap_err().faults, [Fault::Shared { points: both }]);
    }

    #[test]
    fn errors_say_where_what_and_what_else() {
        let error = |text: &str| text.parse::<Morris>().unwrap_err().to_string();
        assert_eq!(
            error("d6 h9"),
            "move 2: expected a move such as d6, a4-a7 or a4-a7xb6, or with numbers 7 -> 0 (8), found \"h9\""
        );
        assert_eq!(error("d6 d6"), "move 2: expected an empty point (d6 is occupied), found d6");
        assert_eq!(error("a7 b6 d7 d6 g7"), "move 5: expected the man that the mill takes (g7xb6 or g7xd6), found g7");
        assert!(error("d6 f4 d6xf4").starts_with("move 3: expected an empty point"), "{}", error("d6 f4 d6xf4"));
        assert!(error("8/8 W 9 9").ends_with("found 2 rings"));
        assert!(error("8/8/8 W 9").ends_with("found 3 words"));
        assert!(error("8/8/7Z W 9 9").ends_with("found 'Z' in \"7Z\""));
        assert_eq!(error("8/8/8 W 9 x"), "men in hand: expected a number from 0 to 12, found \"x\"");
        assert!(error("|").contains("expected a last line such as"));
    }
}
