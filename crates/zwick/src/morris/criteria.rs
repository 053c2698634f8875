//! What a player counts: men, and rows that can still become mills.

use super::{Morris, Move, Points, Rules};
use crate::search::Heuristic;

/// For each man on the board or in hand.
const MAN: i32 = 10_000;
/// For each mill line with one own man and two empty points.
const OPEN_ONE: i32 = 100;
/// For each mill line with two own men and an empty point, if it is one's turn.
const OPEN_TWO_TO_MOVE: i32 = 3_000;
/// The same, if it is not.
const OPEN_TWO: i32 = 2_000;

/// The points of one side's rows.
fn rows<R: Rules>(men: Points, opponent: Points, open_two: i32) -> i32 {
    let open = R::BOARD.mills().iter().filter(|&&mill| (mill & opponent).is_empty());
    open.map(|&mill| match (mill & men).len() {
        1 => OPEN_ONE,
        2 => open_two,
        _ => 0,
    })
    .sum()
}

impl<R: Rules> Heuristic for Morris<R> {
    fn estimate(&self) -> i32 {
        let men = |men: Points, hand: u8| (men.len() as i32 + i32::from(hand)) * MAN;
        men(self.mover(), self.mover_hand()) - men(self.other(), self.other_hand())
            + rows::<R>(self.mover(), self.other(), OPEN_TWO_TO_MOVE)
            - rows::<R>(self.other(), self.mover(), OPEN_TWO)
    }

    /// Take a man, or block an opponent's mill.
    fn promise(&self, mv: Move) -> i32 {
        match mv.take {
            Some(_) => 1 << 20,
            None if R::BOARD.closes_mill(self.other(), mv.to) => 1 << 16,
            None => 0,
        }
    }

    fn one_point(&self) -> i32 {
        MAN
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morris::{Morabaraba, Standard};
    use crate::{Position, Symmetric, Symmetry};

    #[test]
    fn the_classic_example_holds() {
        // Black 0 1 3 4, White 5 6 9, Black to move: 15900 for Black, -15900 for White.
        let position: Morris = "BB1BBWW1/1W6/8 B 0 0".parse().unwrap();
        assert_eq!(position.estimate(), 15_900);
    }

    #[test]
    fn all_images_are_worth_the_same() {
        fn check<R: Rules>(rng: &mut fastrand::Rng) {
            let mut position: Morris<R> = Morris::new();
            for _ in 0..60 {
                let Some(mv) = rng.choice(position.legal_moves().collect::<Vec<_>>()) else { break };
                position.play_unchecked(mv);
                for symmetry in super::super::Symmetry::all() {
                    assert_eq!(position.transform(symmetry).estimate(), position.estimate());
                }
            }
        }
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..20 {
            check::<Standard>(&mut rng);
            check::<Morabaraba>(&mut rng);
        }
    }
}
