//! What a player counts on a board: men, rows, and what they are worth.

use super::position::AnyPosition;
use crate::diagram::Diagram;
use crate::game::{Outcome, Position, Side};
use crate::morris::Rows;
use crate::phase::{Phase, Phased, Stage};
use crate::search::Heuristic;

/// What a won game counts, more than any estimate.
const WON: i32 = 100_000;

/// The statistics of a position. Pairs are of the first and the second side.
///
/// ```
/// use zwick::{AnyPosition, Game};
/// let position = AnyPosition::read(Game::MORRIS, "BB1BBWW1/1W6/8 B 0 0")?;
/// let statistics = position.statistics();
/// assert_eq!((statistics.men, statistics.evaluation), ([3, 4], -15_900));
/// assert_eq!(statistics.rows.map(|rows| rows.map(|rows| rows.twos)), Some([0, 2]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(description = "The statistics of a position. Pairs are of the first and the second side.")
)]
pub struct Statistics {
    /// The side to move.
    pub turn: Side,
    /// What it does; none in Connect Four.
    pub stage: Option<Stage>,
    /// The men on the board.
    pub men: [u8; 2],
    /// The men yet to be placed; none where men do not run out.
    pub in_hand: Option<[u8; 2]>,
    /// Lines that can still become mills, and mills; none in Connect Four.
    pub rows: Option<[Rows; 2]>,
    /// The position judged by the criteria of its game, in their steps, positive if it is good for the first side; 100,000 for a won game.
    pub evaluation: i32,
}

impl AnyPosition {
    /// What a player counts here.
    pub fn statistics(&self) -> Statistics {
        let cells = self.cells();
        let men = |side| cells.iter().filter(|&&cell| cell == Some(side)).count() as u8;
        let for_first = |side, value: i32| if side == Side::First { value } else { -value };
        Statistics {
            turn: self.turn(),
            stage: match self.phase() {
                Phase::Men { stage, .. } => Some(stage),
                Phase::Plies(_) => None,
            },
            men: [Side::First, Side::Second].map(men),
            in_hand: self.men_in_hand(),
            rows: self.rows(),
            evaluation: match self.ending().map(|ending| ending.outcome) {
                None => for_first(self.turn(), self.criteria()),
                Some(Outcome::Win(winner)) => for_first(winner, WON),
                Some(Outcome::Draw) => 0,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::Game;

    fn statistics(game: Game, position: &str) -> Statistics {
        AnyPosition::read(game, position).unwrap().statistics()
    }

    #[test]
    fn men_and_rows_are_counted_for_both_sides() {
        let example = statistics(Game::MORRIS, "BB1BBWW1/1W6/8 B 0 0");
        let rows = [Rows { ones: 2, twos: 0, threes: 0 }, Rows { ones: 1, twos: 2, threes: 0 }];
        assert_eq!((example.rows, example.stage), (Some(rows), Some(Stage::Moving)));
        let mill = statistics(Game::MORRIS, "a7 b6 d7 b4 g7xb6");
        assert_eq!((mill.men, mill.in_hand, mill.stage), ([3, 1], Some([6, 7]), Some(Stage::Placing)));
        assert_eq!(mill.rows.map(|rows| rows[0]), Some(Rows { ones: 3, twos: 0, threes: 1 }));
        let board = statistics(Game::CONNECT_FOUR, "445");
        assert_eq!((board.men, board.in_hand, board.rows, board.stage), ([2, 1], None, None, None));
    }

    #[test]
    fn the_evaluation_is_that_of_the_first_side_whoever_is_to_move() {
        assert!(statistics(Game::CONNECT_FOUR, "4").evaluation > 0);
        assert!(statistics(Game::CONNECT_FOUR, "14").evaluation < 0);
        assert_eq!(statistics(Game::CONNECT_FOUR, "1121314").evaluation, WON);
        assert_eq!(statistics(Game::MORRIS, "WW6/3B4/1B5B W 0 0").evaluation, -WON);
        assert_eq!(statistics(Game::MORRIS, "").evaluation, 0);
    }
}
