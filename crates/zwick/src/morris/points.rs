//! The 24 points of the board, and sets of them.

use std::fmt::{self, Debug, Display};
use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};
use std::str::FromStr;

use crate::game::debug_as_display;

/// One of the 24 points of the board.
///
/// Each ring is numbered clockwise from its top left corner, the outer ring first; players write letters from the left and rows from the
/// bottom. Both forms are read, `Display` writes the second, `{:#}` the first.
///
/// ```text
///  0-----------1-----------2      7 a7----------d7----------g7
///  |           |           |        |           |           |
///  |   8-------9------10   |      6 |   b6------d6------f6  |
///  |   |       |       |   |        |   |       |       |   |
///  |   |  16--17--18   |   |      5 |   |  c5--d5--e5   |   |
///  |   |   |       |   |   |        |   |   |       |   |   |
///  7--15--23      19--11---3      4 a4--b4--c4      e4--f4--g4
///  |   |   |       |   |   |        |   |   |       |   |   |
///  |   |  22--21--20   |   |      3 |   |  c3--d3--e3   |   |
///  |   |       |       |   |        |   |       |       |   |
///  |  14------13------12   |      2 |   b2------d2------f2  |
///  |           |           |        |           |           |
///  6-----------5-----------4      1 a1----------d1----------g1
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u8);

debug_as_display!(Point);

/// The positions of the points of a ring: distance from the centre line, in units of the ring's size.
const RING: [(i8, i8); 8] = [(-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0)];

impl Point {
    /// The number of points.
    pub const COUNT: usize = 24;

    /// The point with this number.
    ///
    /// # Panics
    /// If `number` is not below 24.
    pub const fn new(number: usize) -> Self {
        assert!(number < Self::COUNT, "the points are numbered 0 to 23");
        Self(number as u8)
    }

    /// Its number, 0 to 23.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Every point, by number.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self::new)
    }

    /// The file from the left and the rank from the bottom, both 0 to 6.
    pub const fn file_and_rank(self) -> (usize, usize) {
        let size = 3 - self.0 as i8 / 8;
        let (right, up) = RING[self.0 as usize % 8];
        ((3 + right * size) as usize, (3 + up * size) as usize)
    }

    /// The point on this file and rank, if there is one.
    pub fn at(file: usize, rank: usize) -> Option<Self> {
        Self::all().find(|point| point.file_and_rank() == (file, rank))
    }
}

impl Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return write!(f, "{}", self.0);
        }
        let (file, rank) = self.file_and_rank();
        write!(f, "{}{}", char::from(b'a' + file as u8), rank + 1)
    }
}

/// A text that is not a [`Point`]; says what one is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a point such as d6, or a number from 0 to 23")]
pub struct ParsePointError;

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Self, ParsePointError> {
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            let number = text.parse().ok().filter(|&number| number < Self::COUNT);
            return number.map(Self::new).ok_or(ParsePointError);
        }
        match *text.as_bytes() {
            [file @ b'a'..=b'g', rank @ b'1'..=b'7'] => {
                Self::at(usize::from(file - b'a'), usize::from(rank - b'1')).ok_or(ParsePointError)
            }
            _ => Err(ParsePointError),
        }
    }
}

/// A set of points: bit `i` is point `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Points(u32);

/// `{a7, d6}`
impl Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl Points {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// All 24 points.
    pub const ALL: Self = Self((1 << Point::COUNT) - 1);

    /// The set with these bits; bits beyond the 24 points are ignored.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// The set as bits.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The set of one point.
    pub const fn one(point: Point) -> Self {
        Self(1 << point.0)
    }

    /// How many points are in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this point is in the set.
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> point.0 & 1 == 1
    }

    /// Whether all of `other` is in the set.
    pub const fn contains_all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The point of the set with the lowest number.
    pub const fn first(self) -> Option<Point> {
        if self.0 == 0 { None } else { Some(Point(self.0.trailing_zeros() as u8)) }
    }

    /// Removes the point with the lowest number from the set.
    pub const fn take_first(&mut self) -> Option<Point> {
        let first = self.first();
        if first.is_some() {
            self.0 &= self.0 - 1;
        }
        first
    }
}

/// The points of a set by number.
#[derive(Debug, Clone)]
pub struct PointsIter(Points);

impl Iterator for PointsIter {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        self.0.take_first()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for PointsIter {}

impl IntoIterator for Points {
    type Item = Point;
    type IntoIter = PointsIter;

    fn into_iter(self) -> PointsIter {
        PointsIter(self)
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        points.into_iter().fold(Self::NONE, |set, point| set | Self::one(point))
    }
}

impl BitOr for Points {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Points {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitXor for Points {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for Points {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for Points {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

/// The names of the points, separated by spaces.
impl Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, point) in self.into_iter().enumerate() {
            write!(f, "{}{point}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_read_back_in_both_notations() {
        for point in Point::all() {
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(format!("{point:#}").parse(), Ok(point));
        }
        for (name, number) in
            [("a7", 0), ("d7", 1), ("g4", 3), ("a1", 6), ("b6", 8), ("b4", 15), ("c5", 16), ("c4", 23)]
        {
            assert_eq!(name.parse(), Ok(Point::new(number)));
        }
        for bad in ["", "24", "d4", "a2", "h1", "a8", "99999999999999", "é1", "-1", "+1"] {
            assert_eq!(bad.parse::<Point>(), Err(ParsePointError), "{bad:?}");
        }
    }

    #[test]
    fn sets_behave_like_sets() {
        let ring: Points = Point::all().take(8).collect();
        assert_eq!(ring.bits(), 0xff);
        assert_eq!((!ring).len() + ring.len(), 24);
        assert_eq!(ring.into_iter().map(Point::index).collect::<Vec<_>>(), (0..8).collect::<Vec<_>>());
        assert_eq!(Points::from_bits(u32::MAX), Points::ALL);
        assert_eq!((Points::ALL - ring) & ring, Points::NONE);
    }
}
