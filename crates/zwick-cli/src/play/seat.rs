//! Who plays a side: a person, or one of the players.

use std::fmt::{self, Display};
use std::str::FromStr;

use zwick::{Analyst, AnyPosition, Imperfect, ParseSpecError, Spec};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seat {
    Person,
    Computer(Spec),
}

impl Seat {
    pub(crate) fn spec(self) -> Option<Spec> {
        match self {
            Self::Person => None,
            Self::Computer(spec) => Some(spec),
        }
    }

    /// Whether it can play: a perfect player may lack what it needs.
    pub(crate) fn check(self, position: &AnyPosition, analyst: &mut Analyst) -> Result<(), Imperfect> {
        self.spec().map_or(Ok(()), |spec| analyst.check_player(&spec, position))
    }
}

impl Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.write_str("person"),
            Self::Computer(spec) => spec.fmt(f),
        }
    }
}

/// `person`, or a player such as `level 5`; a number alone is a level.
impl FromStr for Seat {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<Self, ParseSpecError> {
        match text.trim() {
            "person" => Ok(Self::Person),
            number if number.parse::<u8>().is_ok() => format!("level {number}").parse().map(Self::Computer),
            player => player.parse().map(Self::Computer),
        }
    }
}
