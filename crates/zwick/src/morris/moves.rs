//! A whole turn: the man placed or moved, and the man it takes.

use std::fmt::{self, Display};
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::points::{Point, Points};
use super::rules::Rules;
use crate::game::{ParseMoveError, debug_as_display};

/// A whole turn.
///
/// Players write `d6`, `a4-a7`, and after a mill the man taken: `d6xa1`, `a4-a7xb6`. `{:#}` writes the numbers of the points
/// as `7 -> 0 (8)`. Both are read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    /// Where the man came from; `None` if it was placed from the hand.
    pub from: Option<Point>,
    /// Where the man arrives.
    pub to: Point,
    /// The opponent's man that the closed mill takes.
    pub take: Option<Point>,
}

debug_as_display!(Move);

/// As one number: a search hashes every move it generates.
impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let number = |point: Option<Point>| point.map_or(Point::COUNT, Point::index) as u32;
        state.write_u32(number(self.from) << 16 | number(Some(self.to)) << 8 | number(self.take));
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, take } = self;
        if f.alternate() {
            from.map_or(Ok(()), |from| write!(f, "{from:#} -> "))?;
            write!(f, "{to:#}")?;
            take.map_or(Ok(()), |take| write!(f, " ({take:#})"))
        } else {
            from.map_or(Ok(()), |from| write!(f, "{from}-"))?;
            write!(f, "{to}")?;
            take.map_or(Ok(()), |take| write!(f, "x{take}"))
        }
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        const ERROR: ParseMoveError =
            ParseMoveError { expected: "a move such as d6, a4-a7 or a4-a7xb6, or with numbers 7 -> 0 (8)" };
        let point = |text: &str| text.trim().parse::<Point>().map_err(|_| ERROR);
        let (moved, take) = match text.split_once(['x', '(']) {
            None => (text, None),
            Some((moved, take)) if text.contains('(') => {
                let inside = take.trim_end().strip_suffix(')').ok_or(ERROR)?;
                (moved, Some(point(inside)?))
            }
            Some((moved, take)) => (moved, Some(point(take)?)),
        };
        let (from, to) = match moved.split_once('-') {
            None => (None, moved),
            Some((from, to)) => (Some(point(from)?), to.strip_prefix('>').unwrap_or(to)),
        };
        Ok(Self { from, to: point(to)?, take })
    }
}

/// Splits a text into moves at white space, but keeps the parts of `7 -> 0 (8)` together.
pub(super) fn split_moves(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text.trim_start();
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut end = 0;
        loop {
            end += word_end(&rest[end..]);
            let next = rest[end..].trim_start();
            let goes_on = next.starts_with("->") || next.starts_with('(') || rest[..end].ends_with("->");
            if next.is_empty() || !goes_on {
                let word = &rest[..end];
                rest = next;
                return Some(word);
            }
            end = rest.len() - next.len();
        }
    })
}

fn word_end(text: &str) -> usize {
    text.find(char::is_whitespace).unwrap_or(text.len())
}

/// The men and hands that determine a side's moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mover {
    pub(super) own: Points,
    pub(super) other: Points,
    pub(super) hand: u8,
}

impl Mover {
    /// Where the man on `from` may go.
    pub(super) fn destinations<R: Rules>(self, from: Point) -> Points {
        let empty = !(self.own | self.other);
        let flies = R::FLYING && self.own.len() + u32::from(self.hand) == 3;
        if flies { empty } else { R::BOARD.neighbours(from) & empty }
    }

    /// The men that may be moved rather than placed.
    pub(super) fn movable<R: Rules>(self) -> Points {
        if self.hand == 0 || R::MOVE_WHILE_PLACING { self.own } else { Points::NONE }
    }
}

/// All legal moves of a side, one at a time: placements first, then by the man moved, the point reached, the man taken.
pub(super) struct Moves<R> {
    mover: Mover,
    /// Men still to be moved after the current one.
    origins: Points,
    from: Option<Point>,
    destinations: Points,
    to: Point,
    takes: Points,
    rules: std::marker::PhantomData<R>,
}

impl<R: Rules> Moves<R> {
    pub(super) fn new(mover: Mover) -> Self {
        let placements = if mover.hand > 0 { !(mover.own | mover.other) } else { Points::NONE };
        Self {
            mover,
            origins: mover.movable::<R>(),
            from: None,
            destinations: placements,
            to: Point::new(0),
            takes: Points::NONE,
            rules: std::marker::PhantomData,
        }
    }

    /// No move at all: the game is over.
    pub(super) fn none(mover: Mover) -> Self {
        let mut moves = Self::new(mover);
        (moves.origins, moves.destinations) = (Points::NONE, Points::NONE);
        moves
    }

    /// The men that a man arriving on `to` may take; none if it closes no mill.
    fn takes(&self, to: Point) -> Points {
        let others = self.from.map_or(self.mover.own, |from| self.mover.own - Points::one(from));
        if R::BOARD.closes_mill(others, to) { R::BOARD.takeable(self.mover.other) } else { Points::NONE }
    }

    /// How many moves are left, without generating each of them.
    pub(super) fn count_left(mut self) -> u64 {
        debug_assert!(self.takes.is_empty());
        let mut takeable = None;
        let mut count = 0;
        loop {
            let others = self.from.map_or(self.mover.own, |from| self.mover.own - Points::one(from));
            for to in self.destinations {
                count += if R::BOARD.closes_mill(others, to) {
                    let takes = *takeable.get_or_insert_with(|| R::BOARD.takeable(self.mover.other).len());
                    u64::from(takes.max(1))
                } else {
                    1
                };
            }
            let Some(from) = self.origins.take_first() else { return count };
            self.from = Some(from);
            self.destinations = self.mover.destinations::<R>(from);
        }
    }
}

impl<R: Rules> Iterator for Moves<R> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        if let Some(take) = self.takes.take_first() {
            return Some(Move { from: self.from, to: self.to, take: Some(take) });
        }
        loop {
            if let Some(to) = self.destinations.take_first() {
                self.to = to;
                self.takes = self.takes(to);
                return Some(Move { from: self.from, to, take: self.takes.take_first() });
            }
            let from = self.origins.take_first()?;
            self.from = Some(from);
            self.destinations = self.mover.destinations::<R>(from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_read_back_in_both_notations() {
        for text in ["d6", "a4-a7", "d6xa1", "a4-a7xb6"] {
            let mv: Move = text.parse().unwrap();
            assert_eq!(mv.to_string(), text);
            assert_eq!(format!("{mv:#}").parse(), Ok(mv));
        }
        assert_eq!("1 -> 2 (5)".parse::<Move>().unwrap().to_string(), "d7-g7xd1");
        assert_eq!("1->2(5)".parse::<Move>().unwrap().to_string(), "d7-g7xd1");
        for bad in ["", "x", "d6x", "-a7", "a4-", "a4-a7x", "1 -> 2 (5", "1 -> 2 5)", "a4-a7-a4", "d6xa1xa1"] {
            assert!(bad.parse::<Move>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn lists_keep_spaced_moves_together() {
        let words: Vec<&str> = split_moves(" d6 1 -> 2 (5)  a4-a7xb6\n7-> 0 8 (3) ->").collect();
        assert_eq!(words, ["d6", "1 -> 2 (5)", "a4-a7xb6", "7-> 0", "8 (3) ->"]);
        assert_eq!(split_moves("  ").count(), 0);
    }
}
