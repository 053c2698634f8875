//! Reading positions and moves: what all parsers share, above all errors that say where, what was found and what was expected.

use std::error::Error;
use std::fmt::{self, Display};

use crate::game::Position;

/// A text that could not be read: where, what was found there, and what was expected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: expected {expected}, found {found}")]
pub struct SyntaxError {
    /// Where, in words: `move 3`, `row 2`.
    pub place: String,
    /// What was found there.
    pub found: String,
    /// What was expected there.
    pub expected: String,
}

impl SyntaxError {
    pub(crate) fn new(place: impl Display, found: impl Display, expected: impl Display) -> Self {
        Self { place: place.to_string(), found: found.to_string(), expected: expected.to_string() }
    }
}

/// A text in quotes for an error message; a long one is truncated, an empty one is called "nothing".
pub(crate) fn quoted(text: &str) -> String {
    const SHOWN: usize = 40;
    let cut: String = text.chars().take(SHOWN).collect();
    match (text.is_empty(), cut.len() < text.len()) {
        (true, _) => "nothing".to_owned(),
        (_, true) => format!("{cut:?} …"),
        (_, false) => format!("{cut:?}"),
    }
}

/// Why a text is not a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError<F: Display> {
    /// It could not be read, or a move in it is not legal.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// It shows an impossible board.
    #[error(transparent)]
    Setup(#[from] SetupError<F>),
}

impl<F: Display> PositionError<F> {
    /// Everything that is wrong with the board; nothing if the text could not be read.
    pub fn faults(&self) -> &[F] {
        match self {
            Self::Syntax(_) => &[],
            Self::Setup(error) => &error.faults,
        }
    }

    pub(crate) fn map_faults<G: Display>(self, map: impl Fn(F) -> G) -> PositionError<G> {
        match self {
            Self::Syntax(error) => PositionError::Syntax(error),
            Self::Setup(error) => {
                PositionError::Setup(SetupError { faults: error.faults.into_iter().map(map).collect() })
            }
        }
    }
}

/// An impossible board, with every reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetupError<F> {
    /// Everything that is wrong, at least one fault.
    pub faults: Vec<F>,
}

impl<F> SetupError<F> {
    /// The position, if there are no faults.
    pub(crate) fn unless<P>(faults: Vec<F>, position: impl FnOnce() -> P) -> Result<P, Self> {
        if faults.is_empty() { Ok(position()) } else { Err(Self { faults }) }
    }
}

impl<F: Display> Display for SetupError<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a possible position: ")?;
        for (i, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl<F: Display + fmt::Debug> Error for SetupError<F> {}

/// Reads the move with this number, counted from 0, of a list.
pub(crate) fn read_nth_move<P: Position>(position: &P, n: usize, word: &str) -> Result<P::Move, SyntaxError> {
    position.read_move(word).map_err(|error| SyntaxError::new(nth_move(n), quoted(word), error.expected))
}

/// The place of the move with this number, counted from 0, in words.
pub(crate) fn nth_move(n: usize) -> String {
    format!("move {}", n + 1)
}

/// The position after a list of legal moves.
pub(crate) fn position_after<P: Position>(start: P, text: &str) -> Result<P, SyntaxError> {
    let words: Vec<&str> = start.split_moves(text).collect();
    words.into_iter().enumerate().try_fold(start, |position, (n, word)| {
        let mv = read_nth_move(&position, n, word)?;
        position.play(mv).map_err(|illegal| SyntaxError::new(nth_move(n), mv, illegal.expectation()))
    })
}
