//! Phases of a game, by which a store counts its positions.

use std::fmt::{self, Display};

use crate::game::Position;

/// A part of a game.
///
/// ```
/// use zwick::{ConnectFour, Phase, Phased};
/// let position: ConnectFour = "4435".parse()?;
/// assert_eq!(position.phase().to_string(), "4-6 moves played");
/// assert_eq!(Phase::from_number(position.phase().number()), Some(position.phase()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// Connect Four, by the moves already played: three numbers of moves make a phase, counted from 0. The standard board has 14 of them.
    /// The empty board belongs to the first, which so has four.
    Plies(u8),
    /// Morris, by what the side to move does, and the men on the board.
    Men {
        /// What it does.
        stage: Stage,
        /// Men of the side to move.
        mover: u8,
        /// Men of the other side.
        other: u8,
    },
}

/// What the side to move does in morris.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Stage {
    /// It has men in hand.
    Placing,
    /// It moves along the lines.
    Moving,
    /// It flies.
    Flying,
}

impl Phase {
    /// The phase of Connect Four after this many moves.
    pub const fn after_moves(played: u32) -> Self {
        Self::Plies((played.saturating_sub(1) / 3) as u8)
    }

    /// The fewest and the most moves played in one of the [phases](Self::Plies) of Connect Four.
    pub(crate) const fn moves_played(three: u8) -> (u32, u32) {
        let most = 3 * three as u32 + 3;
        (if three == 0 { 0 } else { most - 2 }, most)
    }

    /// A small number that identifies the phase.
    pub const fn number(self) -> u32 {
        match self {
            Self::Plies(three) => three as u32,
            Self::Men { stage, mover, other } => (stage as u32 + 1) * 10_000 + mover as u32 * 100 + other as u32,
        }
    }

    /// The phase with this number.
    pub const fn from_number(number: u32) -> Option<Self> {
        let stage = match number / 10_000 {
            0 if number < 100 => return Some(Self::Plies(number as u8)),
            1 => Stage::Placing,
            2 => Stage::Moving,
            3 => Stage::Flying,
            _ => return None,
        };
        Some(Self::Men { stage, mover: (number / 100 % 100) as u8, other: (number % 100) as u8 })
    }
}

/// `4-6 moves played`, or `moving, 5 men against 4`.
impl Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Plies(three) => {
                let (fewest, most) = Self::moves_played(three);
                write!(f, "{fewest}-{most} moves played")
            }
            Self::Men { stage, mover, other } => {
                let stage = match stage {
                    Stage::Placing => "placing",
                    Stage::Moving => "moving",
                    Stage::Flying => "flying",
                };
                write!(f, "{stage}, {mover} men against {other}")
            }
        }
    }
}

/// A game with phases.
pub trait Phased: Position {
    /// The phase of this position.
    fn phase(&self) -> Phase;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ConnectFour, Game, Morris};

    #[test]
    fn phases_are_named_and_read_back() {
        let morris = |text: &str| text.parse::<Morris>().unwrap().phase();
        assert_eq!(morris("d6 f4 a4").to_string(), "placing, 1 men against 2");
        assert_eq!(morris("WWW1W3/2B1B1B1/1B6 W 0 0").to_string(), "moving, 4 men against 4");
        assert_eq!(morris("W1W1W3/2B1B1B1/1B6 W 0 0").to_string(), "flying, 3 men against 4");
        let ten: ConnectFour = "4444443333".parse().unwrap();
        assert_eq!(ten.phase().to_string(), "10-12 moves played");
        for phase in [morris("d6"), morris("W1W1W3/2B1B1B1/1B6 W 0 0"), ten.phase()] {
            assert_eq!(Phase::from_number(phase.number()), Some(phase));
        }
        assert_eq!(Phase::from_number(100), None);
        assert_eq!(Phase::from_number(40_000), None);
    }

    #[test]
    fn phases_of_connect_four_go_by_the_moves_already_played() {
        let mut position: ConnectFour = ConnectFour::new();
        assert_eq!(position.phase(), Phase::Plies(0), "the empty board is in the first phase");
        for (played, column) in (1..).zip("444444333333222222777777".chars()) {
            position = position.play(column.to_string().parse().unwrap()).unwrap();
            let Phase::Plies(three) = position.phase() else { panic!("a phase of morris") };
            let (fewest, most) = Phase::moves_played(three);
            assert!((fewest..=most).contains(&played), "{played} moves are in {}", position.phase());
            assert_eq!(three == 0, played <= 3, "three moves belong to the first phase");
        }
        assert_eq!(Phase::after_moves(41).to_string(), "40-42 moves played");
        assert_eq!(Game::CONNECT_FOUR.phases().len(), 14);
    }
}
