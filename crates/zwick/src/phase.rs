//! Phases of a game, by which a store counts its positions.

use std::fmt::{self, Display};

use crate::game::Position;

/// A part of a game.
///
/// ```
/// use zwick::{ConnectFour, Phase, Phased};
/// let position: ConnectFour = "4435".parse()?;
/// assert_eq!(position.phase().to_string(), "plies 4-6");
/// assert_eq!(Phase::from_number(position.phase().number()), Some(position.phase()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// Three plies of Connect Four, counted from 0; they include the next one to be played. The standard board has 14.
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

/// `plies 4-6`, or `moving, 5 men against 4`.
impl Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Plies(three) => write!(f, "plies {}-{}", 3 * u32::from(three) + 1, 3 * u32::from(three) + 3),
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
    use crate::{ConnectFour, Morris};

    #[test]
    fn phases_are_named_and_read_back() {
        let morris = |text: &str| text.parse::<Morris>().unwrap().phase();
        assert_eq!(morris("d6 f4 a4").to_string(), "placing, 1 men against 2");
        assert_eq!(morris("WWW1W3/2B1B1B1/1B6 W 0 0").to_string(), "moving, 4 men against 4");
        assert_eq!(morris("W1W1W3/2B1B1B1/1B6 W 0 0").to_string(), "flying, 3 men against 4");
        let full: ConnectFour = "4444443333".parse().unwrap();
        assert_eq!(full.phase().to_string(), "plies 10-12");
        for phase in [morris("d6"), morris("W1W1W3/2B1B1B1/1B6 W 0 0"), full.phase()] {
            assert_eq!(Phase::from_number(phase.number()), Some(phase));
        }
        assert_eq!(Phase::from_number(100), None);
        assert_eq!(Phase::from_number(40_000), None);
    }
}
