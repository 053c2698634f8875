//! A position of morris.

use std::marker::PhantomData;

use super::moves::{Move, Mover, Moves, split_moves};
use super::points::{Point, Points};
use super::rules::{Rules, Standard};
use super::setup::Setup;
use crate::game::{Ending, ParseMoveError, Position, Reason, Side, debug_as_display};

/// A legal position of Nine Men's Morris, or of a variant with rules `R`.
///
/// A position is read from a list of moves, from the one-line text that `Display` writes (three rings from a7 clockwise,
/// the outer first; the side to move; men in hand of White and Black), or from a picture:
///
/// ```
/// use zwick::{Morris, Position};
/// let played: Morris = "d6 f4 a4".parse()?;
/// assert_eq!(played.to_string(), "7W/1W1B4/8 B 7 8");
/// assert_eq!(format!("{played:#}"), "
/// 7 .--------.--------.
///   |        |        |
/// 6 |  .-----W-----.  |
///   |  |     |     |  |
/// 5 |  |  .--.--.  |  |
///   |  |  |     |  |  |
/// 4 W--.--.     .--B--.
///   |  |  |     |  |  |
/// 3 |  |  .--.--.  |  |
///   |  |     |     |  |
/// 2 |  .-----.-----.  |
///   |        |        |
/// 1 .--------.--------.
///   a  b  c  d  e  f  g
/// Black to move, in hand: White 7, Black 8".trim_start());
/// assert_eq!(played, format!("{played:#}").parse()?);
/// assert_eq!(played, played.to_string().parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Morris<R: Rules = Standard> {
    mover: Points,
    other: Points,
    mover_hand: u8,
    other_hand: u8,
    turn: Side,
    rules: PhantomData<R>,
}

debug_as_display!(Morris<R>, R: Rules);

impl<R: Rules> Morris<R> {
    /// The empty board with all men in hand, White to move.
    pub const fn new() -> Self {
        let (mover, other) = (Points::NONE, Points::NONE);
        Self { mover, other, mover_hand: R::MEN, other_hand: R::MEN, turn: Side::First, rules: PhantomData }
    }

    /// The caller has checked the setup.
    pub(super) fn from_checked(setup: &Setup) -> Self {
        let Setup { men: [first, second], hands: [first_hand, second_hand], turn } = *setup;
        let white = Self {
            mover: first,
            other: second,
            mover_hand: first_hand,
            other_hand: second_hand,
            turn,
            rules: PhantomData,
        };
        if turn == Side::First { white } else { white.seen_from_other() }
    }

    /// The same men with mover and other exchanged; the side in `turn` stays.
    const fn seen_from_other(self) -> Self {
        Self { mover: self.other, other: self.mover, mover_hand: self.other_hand, other_hand: self.mover_hand, ..self }
    }

    /// The same board with the other side to move, as if this one had passed.
    pub(super) fn if_other_moved(&self) -> Self {
        Self { turn: !self.turn, ..self.seen_from_other() }
    }

    /// The men of the side to move.
    pub const fn mover(&self) -> Points {
        self.mover
    }

    /// The men of the side that moved last.
    pub const fn other(&self) -> Points {
        self.other
    }

    /// Men in hand of the side to move.
    pub const fn mover_hand(&self) -> u8 {
        self.mover_hand
    }

    /// Men in hand of the side that moved last.
    pub const fn other_hand(&self) -> u8 {
        self.other_hand
    }

    /// The men of this side on the board.
    pub fn men(&self, side: Side) -> Points {
        if side == self.turn { self.mover } else { self.other }
    }

    /// The men this side has in hand.
    pub fn hand(&self, side: Side) -> u8 {
        if side == self.turn { self.mover_hand } else { self.other_hand }
    }

    /// The owner of this point.
    pub fn at(&self, point: Point) -> Option<Side> {
        if self.mover.contains(point) {
            Some(self.turn)
        } else if self.other.contains(point) {
            Some(!self.turn)
        } else {
            None
        }
    }

    /// The same board with every set of men replaced by its image, and perhaps the sides' names exchanged.
    pub(super) fn map(self, image: impl Fn(Points) -> Points, turn: Side) -> Self {
        Self { mover: image(self.mover), other: image(self.other), turn, ..self }
    }

    /// The same hands with these men, White to move.
    pub(super) const fn with_men(self, mover: Points, other: Points) -> Self {
        Self { mover, other, turn: Side::First, ..self }
    }

    fn to_move(self) -> Mover {
        Mover { own: self.mover, other: self.other, hand: self.mover_hand }
    }

    fn can_move(&self) -> bool {
        let occupied = self.mover | self.other;
        if occupied == Points::ALL {
            return false;
        }
        let mover = self.to_move();
        mover.hand > 0 || mover.own.into_iter().any(|from| !mover.destinations::<R>(from).is_empty())
    }
}

impl<R: Rules> Default for Morris<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Rules> Position for Morris<R> {
    type Move = Move;

    fn turn(&self) -> Side {
        self.turn
    }

    /// Men in hand count as men. A board filled to the last point is a draw; only twelve men per side can fill it.
    fn ending(&self) -> Option<Ending> {
        if self.mover.len() + u32::from(self.mover_hand) < 3 {
            Some(Ending::win(!self.turn, Reason::TooFewMen))
        } else if self.can_move() {
            None
        } else if self.mover | self.other == Points::ALL {
            Some(Ending::draw(Reason::BoardFull))
        } else {
            Some(Ending::win(!self.turn, Reason::NoMove))
        }
    }

    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        let lost = self.mover.len() + u32::from(self.mover_hand) < 3;
        if lost { Moves::<R>::none(self.to_move()) } else { Moves::<R>::new(self.to_move()) }
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.mover = self.mover | Points::one(mv.to);
        match mv.from {
            Some(from) => self.mover = self.mover - Points::one(from),
            None => self.mover_hand -= 1,
        }
        if let Some(take) = mv.take {
            self.other = self.other - Points::one(take);
        }
        *self = self.seen_from_other();
        self.turn = !self.turn;
    }

    /// From the highest bit: side to move, hands of other and mover, men of other and mover. 57 bits.
    fn key(&self) -> u64 {
        let turn = u64::from(self.turn == Side::Second);
        let hands = u64::from(self.other_hand) << 4 | u64::from(self.mover_hand);
        turn << 56 | hands << 48 | u64::from(self.other.bits()) << 24 | u64::from(self.mover.bits())
    }

    /// A man placed or taken is irreversible.
    fn is_irreversible(&self, mv: Move) -> bool {
        mv.from.is_none() || mv.take.is_some()
    }

    fn read_move(&self, word: &str) -> Result<Move, ParseMoveError> {
        word.parse()
    }

    fn split_moves<'a>(&self, text: &'a str) -> impl Iterator<Item = &'a str> {
        split_moves(text)
    }

    fn separator(&self) -> &'static str {
        " "
    }

    fn side_name(&self, side: Side) -> &'static str {
        name(side)
    }

    fn expected_instead(&self, mv: Move) -> Option<String> {
        if self.ending().is_some() {
            return None;
        }
        let is_same = |legal: &Move| (legal.from, legal.to) == (mv.from, mv.to);
        let taking: Vec<String> = self
            .legal_moves()
            .filter(|legal| is_same(legal) && legal.take.is_some())
            .map(|legal| legal.to_string())
            .collect();
        if mv.take.is_none() && !taking.is_empty() {
            return Some(format!("the man that the mill takes ({})", taking.join(" or ")));
        }
        let is_placed_or_moved = mv.from.is_some() || self.mover_hand > 0;
        let is_occupied = self.mover.contains(mv.to) || self.other.contains(mv.to);
        (is_placed_or_moved && is_occupied).then(|| format!("an empty point ({} is occupied)", mv.to))
    }

    fn count_moves(&self) -> u64 {
        let lost = self.mover.len() + u32::from(self.mover_hand) < 3;
        if lost { 0 } else { Moves::<R>::new(self.to_move()).count_left() }
    }
}

/// The colour of a side.
pub(super) const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Lasker, Morabaraba, NoFlying};
    use super::*;

    fn moves<R: Rules>(text: &str) -> Vec<String> {
        let position: Morris<R> = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        position.legal_moves().map(|mv| mv.to_string()).collect()
    }

    /// Why White has lost, who is to move and then has no move; `None` if the game goes on.
    fn lost_by<R: Rules>(text: &str) -> Option<Reason> {
        let position: Morris<R> = text.parse().unwrap();
        let ending = position.ending()?;
        assert_eq!((ending, position.legal_moves().count()), (Ending::win(Side::Second, ending.reason), 0));
        Some(ending.reason)
    }

    #[test]
    fn three_men_may_fly() {
        let text = "W1W1W3/2B1B1B1/1B6 W 0 0";
        assert!(moves::<Standard>(text).contains(&"a7-d3".to_owned()));
        assert!(!moves::<NoFlying>(text).contains(&"a7-d3".to_owned()));
        assert_eq!(moves::<Standard>(text).len(), 3 * 17 + 2 * 3);
    }

    #[test]
    fn a_mill_takes_only_men_outside_mills() {
        // Black has a mill on the outer ring and one man beside it.
        assert_eq!(moves::<Standard>("WW6/4BBBB/8 W 1 1").iter().filter(|mv| mv.starts_with("g7x")).count(), 1);
    }

    #[test]
    fn a_mill_takes_any_man_if_all_are_in_mills() {
        let takes: Vec<String> =
            moves::<Standard>("WW6/4BBB1/8 W 1 1").into_iter().filter(|mv| mv.starts_with("g7x")).collect();
        assert_eq!(takes, ["g7xf2", "g7xd2", "g7xb2"]);
    }

    #[test]
    fn two_mills_at_once_take_one_man() {
        // d7 completes a7-d7-g7 and d7-d6-d5.
        let found = moves::<Standard>("W1W3B1/1W2B3/1W2B3 W 1 1");
        assert_eq!(found.iter().filter(|mv| mv.starts_with("d7")).count(), 3);
    }

    #[test]
    fn a_mill_without_a_man_to_take_takes_none() {
        assert!(moves::<Standard>("WW6/8/8 W 7 7").contains(&"g7".to_owned()));
    }

    #[test]
    fn fewer_than_three_men_lose_and_men_in_hand_count() {
        assert_eq!(lost_by::<Standard>("WW6/4BBB1/8 W 0 0"), Some(Reason::TooFewMen));
        assert_eq!(lost_by::<Standard>("WW6/4BBB1/8 W 1 1"), None);
    }

    #[test]
    fn a_side_without_a_move_loses() {
        assert_eq!(lost_by::<Standard>("WWWB3B/BWB5/1B6 W 0 0"), Some(Reason::NoMove));
        assert_eq!(lost_by::<Standard>("WWWB3B/1B6/8 W 0 0"), None, "three men fly");
        assert_eq!(lost_by::<NoFlying>("WWWB3B/1B6/8 W 0 0"), Some(Reason::NoMove));
    }

    #[test]
    fn lasker_may_move_while_placing() {
        let found = moves::<Lasker>("d6 f4");
        assert!(found.contains(&"d6-d7".to_owned()) && found.contains(&"a1".to_owned()));
        assert!(!moves::<Standard>("d6 f4").contains(&"d6-d7".to_owned()));
        assert_eq!(Morris::<Lasker>::new().mover_hand(), 10);
    }

    #[test]
    fn morabaraba_has_diagonals_and_a_full_board_is_drawn() {
        assert!(moves::<Morabaraba>("W7/W7/1B4B1 W 10 10").contains(&"c5xd5".to_owned()));
        let full: Morris<Morabaraba> = "WBWBWBWB/BWBWBWBW/WBWBWBWB W 0 0".parse().unwrap();
        assert_eq!(full.ending(), Some(Ending::draw(Reason::BoardFull)));
        assert_eq!(full.legal_moves().count(), 0);
    }
}
