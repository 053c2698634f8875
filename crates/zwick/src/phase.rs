//! How far a game has come, as a store counts its positions.

use std::fmt::{self, Display};

use crate::connect_four::ConnectFour;
use crate::game::Position;
use crate::morris::{Morris, Rules};

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
    /// Three plies of Connect Four, counted from 0; the next one to be played is among them. The usual board has 14.
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
pub enum Stage {
    /// It has men in hand.
    Placing,
    /// It moves along the lines.
    Moving,
    /// It jumps.
    Flying,
}

impl Phase {
    /// A small number that stands for the phase.
    pub const fn number(self) -> u32 {
        match self {
            Self::Plies(three) => three as u32,
            Self::Men { stage, mover, other } => (stage as u32 + 1) * 10_000 + mover as u32 * 100 + other as u32,
        }
    }

    /// The phase a number stands for.
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
    /// How far the game has come.
    fn phase(&self) -> Phase;
}

impl<const W: usize, const H: usize> Phased for ConnectFour<W, H> {
    fn phase(&self) -> Phase {
        Phase::Plies((self.men() / 3) as u8)
    }
}

impl<R: Rules> Phased for Morris<R> {
    fn phase(&self) -> Phase {
        let (mover, other) = (self.mover().len() as u8, self.other().len() as u8);
        let stage = match self.mover_hand() {
            1.. => Stage::Placing,
            0 if R::FLYING && mover <= 3 => Stage::Flying,
            0 => Stage::Moving,
        };
        Phase::Men { stage, mover, other }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
