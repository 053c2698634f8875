//! What V3 counted: men, and rows that can still become mills.

use super::{Morris, Points, Rules};
use crate::game::{Position, Side};

/// For each man on the board or in hand.
const MAN: i32 = 10_000;
/// For each mill line with one own man and two empty points.
const OPEN_ONE: i32 = 100;
/// For each mill line with two own men and an empty point, if it is one's turn.
const OPEN_TWO_TO_MOVE: i32 = 3_000;
/// The same, if it is not.
const OPEN_TWO: i32 = 2_000;

/// How many mill lines hold one, two or three men of a side and none of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rows {
    /// Lines with one man and two empty points.
    pub ones: u8,
    /// Lines with two men and an empty point: the next man closes a mill.
    pub twos: u8,
    /// Closed mills.
    pub threes: u8,
}

impl Rows {
    /// All lines at once, each as one bit: the men of a line are added like the digits of a sum.
    pub(super) fn of<R: Rules>(men: Points, opponent: Points) -> Self {
        let [a, b, c] = R::BOARD.lines(men);
        let [x, y, z] = R::BOARD.lines(opponent);
        let free = !(x | y | z);
        let (odd, most) = ((a ^ b ^ c) & free, (a & b | b & c | c & a) & free);
        let count = |lines: u32| lines.count_ones() as u8;
        Self { ones: count(odd & !most), twos: count(most & !odd), threes: count(odd & most) }
    }

    fn points(self, open_two: i32) -> i32 {
        i32::from(self.ones) * OPEN_ONE + i32::from(self.twos) * open_two
    }
}

impl<R: Rules> Morris<R> {
    /// The rows of a side.
    pub fn rows(&self, side: Side) -> Rows {
        if side == self.turn() {
            Rows::of::<R>(self.mover(), self.other())
        } else {
            Rows::of::<R>(self.other(), self.mover())
        }
    }
}

impl<R: Rules> Morris<R> {
    /// What V3 counted, in steps of which ten thousand make a man.
    pub(super) fn points_by_criteria(&self) -> i32 {
        let men = |men: Points, hand: u8| (men.len() as i32 + i32::from(hand)) * MAN;
        men(self.mover(), self.mover_hand()) - men(self.other(), self.other_hand())
            + Rows::of::<R>(self.mover(), self.other()).points(OPEN_TWO_TO_MOVE)
            - Rows::of::<R>(self.other(), self.mover()).points(OPEN_TWO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morris::{Morabaraba, Standard};
    use crate::search::Heuristic;

    #[test]
    fn the_classic_example_holds() {
        // Black 0 1 3 4, White 5 6 9, Black to move: 15900 for Black, -15900 for White.
        let position: Morris = "BB1BBWW1/1W6/8 B 0 0".parse().unwrap();
        assert_eq!(position.criteria(), 15_900);
    }

    /// Each weight by itself: what one man more or one row more changes.
    #[test]
    fn every_criterion_has_its_weight_and_only_open_rows_count() {
        let estimate = |text: &str| text.parse::<Morris>().unwrap().criteria();
        // Each has a corner, where two open rows of one meet.
        assert_eq!(estimate("W7/8/4B3 W 3 3"), 0);
        assert_eq!(estimate("W7/8/4B3 B 2 3"), 10_000, "a man in hand");
        // White has two of the upper row and two rows of one, Black four rows of one.
        assert_eq!(estimate("WW6/4B3/4B3 W 3 3"), 3_000 + 2 * 100 - 4 * 100, "its turn");
        assert_eq!(estimate("WW6/4B3/4B3 B 2 3"), 10_000 - 2_000 - 2 * 100 + 4 * 100, "not its turn");
        // A black man closes the row of two, and has one open row of one itself.
        assert_eq!(estimate("WWB5/8/4B3 W 3 3"), 2 * 100 - 3 * 100);
        // A mill is worth no more than its men.
        assert_eq!(estimate("WWW5/B3B3/4B3 W 3 3"), 3 * 100 - 6 * 100);
    }

    #[test]
    fn rows_are_those_found_line_by_line() {
        fn check<R: Rules>(rng: &mut fastrand::Rng) {
            let men = Points::from_bits(rng.u32(..) & rng.u32(..));
            let opponent = Points::from_bits(rng.u32(..) & rng.u32(..)) - men;
            let open = R::BOARD.mills().iter().filter(|&&mill| (mill & opponent).is_empty());
            let held: Vec<u32> = open.map(|&mill| (mill & men).len()).collect();
            let lines = |wanted| held.iter().filter(|&&held| held == wanted).count() as u8;
            let expected = Rows { ones: lines(1), twos: lines(2), threes: lines(3) };
            assert_eq!(Rows::of::<R>(men, opponent), expected, "{men} against {opponent}");
        }
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..10_000 {
            check::<Standard>(&mut rng);
            check::<Morabaraba>(&mut rng);
        }
    }
}
