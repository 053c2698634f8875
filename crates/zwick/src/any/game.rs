//! The names of all games and variants.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::position::AnyPosition;
use crate::morris::{Lasker, Morabaraba, NoFlying, Rules, Standard};
use crate::notation::quoted;
use crate::phase::Phase;

/// A game with its variant, as in `connect-four:8x7` or `morris:lasker`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Game {
    /// Connect Four.
    ConnectFour {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// Nine Men's Morris or a variant.
    Morris(RuleSet),
}

/// The name of a morris rule set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RuleSet {
    /// [`Standard`](crate::morris::Standard)
    Standard,
    /// [`NoFlying`](crate::morris::NoFlying)
    NoFlying,
    /// [`Lasker`](crate::morris::Lasker)
    Lasker,
    /// [`Morabaraba`](crate::morris::Morabaraba)
    Morabaraba,
}

impl RuleSet {
    /// Every rule set.
    pub const ALL: [Self; 4] = [Self::Standard, Self::NoFlying, Self::Lasker, Self::Morabaraba];

    /// The name, as in `morris:lasker`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => Standard::NAME,
            Self::NoFlying => NoFlying::NAME,
            Self::Lasker => Lasker::NAME,
            Self::Morabaraba => Morabaraba::NAME,
        }
    }

    /// Runs generic code with this rule set.
    pub fn run<T: ForRules>(self, task: T) -> T::Output {
        match self {
            Self::Standard => task.run::<Standard>(),
            Self::NoFlying => task.run::<NoFlying>(),
            Self::Lasker => task.run::<Lasker>(),
            Self::Morabaraba => task.run::<Morabaraba>(),
        }
    }
}

/// Code that works with any rule set of morris; see [`RuleSet::run`].
pub trait ForRules {
    /// Its result.
    type Output;

    /// Runs it with rules `R`.
    fn run<R: Rules>(self) -> Self::Output;
}

impl FromStr for RuleSet {
    type Err = ParseGameError;

    fn from_str(text: &str) -> Result<Self, ParseGameError> {
        let rules = Self::ALL.into_iter().find(|rules| rules.name() == text);
        rules.ok_or_else(|| ParseGameError::RuleSet(quoted(text)))
    }
}

impl Game {
    /// Connect Four on the standard board.
    pub const CONNECT_FOUR: Self = Self::ConnectFour { width: 7, height: 6 };
    /// Nine Men's Morris with the standard rules.
    pub const MORRIS: Self = Self::Morris(RuleSet::Standard);

    /// Connect Four on a board of this size.
    pub const fn connect_four(width: usize, height: usize) -> Self {
        Self::ConnectFour { width, height }
    }

    /// Morris with these rules.
    pub const fn morris(rules: RuleSet) -> Self {
        Self::Morris(rules)
    }

    /// The name of the game, whatever the variant.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::ConnectFour { .. } => "connect-four",
            Self::Morris(_) => "morris",
        }
    }

    /// Columns and rows, in Connect Four.
    pub const fn board(self) -> Option<(usize, usize)> {
        match self {
            Self::ConnectFour { width, height } => Some((width, height)),
            Self::Morris(_) => None,
        }
    }

    /// The rules, in morris.
    pub const fn rules(self) -> Option<RuleSet> {
        match self {
            Self::ConnectFour { .. } => None,
            Self::Morris(rules) => Some(rules),
        }
    }

    /// Every phase of the game, where they are few: in Connect Four.
    pub fn phases(self) -> Vec<Phase> {
        let threes = self.board().map_or(0, |(width, height)| (width * height).div_ceil(3));
        (0..threes).map(|three| Phase::Plies(three as u8)).collect()
    }

    /// Every game by its name with all its variants, the usual one first.
    pub fn all() -> [(&'static str, Vec<Self>); 2] {
        let boards = Self::boards().filter(|&game| game != Self::CONNECT_FOUR);
        [
            (Self::CONNECT_FOUR.kind(), std::iter::once(Self::CONNECT_FOUR).chain(boards).collect()),
            (Self::MORRIS.kind(), RuleSet::ALL.map(Self::Morris).to_vec()),
        ]
    }

    /// Connect Four on every available board.
    pub fn boards() -> impl Iterator<Item = Self> {
        let sizes = (3..=15).flat_map(|height| (4..=16).map(move |width| (width, height)));
        let games = sizes.map(|(width, height)| Self::ConnectFour { width, height });
        games.filter(|&game| AnyPosition::start_of(game).is_some())
    }
}

impl Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            &Self::CONNECT_FOUR => f.write_str("connect-four"),
            Self::ConnectFour { width, height } => write!(f, "connect-four:{width}x{height}"),
            &Self::MORRIS => f.write_str("morris"),
            Self::Morris(rules) => write!(f, "morris:{}", rules.name()),
        }
    }
}

/// A text that is not a [`Game`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseGameError {
    /// Neither of the two games.
    #[error(
        "expected connect-four or morris, with a variant after a colon (connect-four:8x7, morris:lasker), found {0}"
    )]
    Name(String),
    /// Not a size such as `8x7`.
    #[error("expected a board size such as connect-four:8x7, found {0}")]
    Size(String),
    /// A board size that is not available.
    #[error(
        "expected a board at least 4 wide and 3 high with width * (height + 1) at most 64, found {width}x{height}{}",
        if *width >= 4 && *height >= 3 { format!(", which gives {}", width * (height + 1)) } else { String::new() }
    )]
    Fit {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// Not one of the rule sets.
    #[error("expected a rule set among standard, no-flying, lasker and morabaraba, found {0}")]
    RuleSet(String),
}

impl FromStr for Game {
    type Err = ParseGameError;

    fn from_str(text: &str) -> Result<Self, ParseGameError> {
        let (name, variant) = match text.split_once(':') {
            Some((name, variant)) => (name, Some(variant)),
            None => (text, None),
        };
        match (name, variant) {
            ("connect-four", None) => Ok(Self::CONNECT_FOUR),
            ("connect-four", Some(size)) => read_size(size),
            ("morris", None) => Ok(Self::MORRIS),
            ("morris", Some(name)) => name.parse().map(Self::Morris),
            _ => Err(ParseGameError::Name(quoted(text))),
        }
    }
}

fn read_size(text: &str) -> Result<Game, ParseGameError> {
    // Three digits are more than any board has, and keep products small.
    let number = |digits: &str| digits.parse().ok().filter(|_| digits.len() <= 3);
    let size = text.split_once('x').and_then(|(width, height)| Some((number(width)?, number(height)?)));
    let Some((width, height)) = size else { return Err(ParseGameError::Size(quoted(text))) };
    let game = Game::ConnectFour { width, height };
    match AnyPosition::start_of(game) {
        Some(_) => Ok(game),
        None => Err(ParseGameError::Fit { width, height }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_read_back() {
        for name in
            ["connect-four", "connect-four:8x7", "connect-four:10x5", "morris", "morris:no-flying", "morris:lasker"]
        {
            assert_eq!(name.parse::<Game>().unwrap().to_string(), name);
        }
        assert_eq!("connect-four:7x6".parse(), Ok(Game::CONNECT_FOUR));
        assert_eq!("morris:standard".parse(), Ok(Game::MORRIS));
    }

    #[test]
    fn every_board_that_fits_is_offered() {
        for (width, height) in (4..=20).flat_map(|width| (3..=20).map(move |height| (width, height))) {
            let game = format!("connect-four:{width}x{height}").parse::<Game>();
            assert_eq!(game.is_ok(), width * (height + 1) <= 64, "{width}x{height}");
        }
        assert_eq!(Game::boards().count(), 55);
    }

    #[test]
    fn unknown_games_get_an_error_that_says_what_is_known() {
        let error = |text: &str| text.parse::<Game>().unwrap_err().to_string();
        assert!(error("chess").starts_with("expected connect-four or morris"));
        assert!(error("connect-four:9").contains("8x7"));
        assert!(error("connect-four:9x9").ends_with("found 9x9, which gives 90"));
        assert!(error("connect-four:3x3").ends_with("found 3x3"));
        assert!(error("connect-four:99999999999x6").contains("8x7"));
        assert!(error("morris:tic").contains("no-flying"));
    }
}
