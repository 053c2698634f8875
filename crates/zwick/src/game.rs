//! What every game has: two sides that move in turn, positions, and endings.

use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::ops::Not;
use std::str::FromStr;

/// Makes `Debug` write what `Display` writes on one line: in a failed assertion a move should look like a move.
macro_rules! debug_as_display {
    ($name:ty $(, $($generics:tt)+)?) => {
        impl $(<$($generics)+>)? std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{self}")
            }
        }
    };
}
pub(crate) use debug_as_display;

/// One of the two players; either of them may have gone first.
///
/// In Connect Four the first side is drawn `X`, in morris it is White. The side to move is part of a position, so the second side may go
/// first as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Side {
    /// `X` in Connect Four, White in morris.
    First,
    /// `O` in Connect Four, Black in morris.
    Second,
}

impl Not for Side {
    type Output = Self;

    /// The opponent.
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// The result of a finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// A draw.
    Draw,
}

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Four men in a line.
    FourInLine,
    /// No empty cell is left on the board.
    BoardFull,
    /// The loser has fewer than three men.
    TooFewMen,
    /// The loser has no legal move.
    NoMove,
    /// The same position for the third time.
    Repetition,
    /// Too many moves without a mill.
    QuietMoves,
    /// The loser gave up.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// The loser ran out of time.
    Time,
    /// A reason that only a game of your own has: its code, such as `three-in-line`.
    Other(&'static str),
}

impl Reason {
    /// Every reason that the games of this library have.
    pub const ALL: [Self; 9] = [
        Self::FourInLine,
        Self::BoardFull,
        Self::TooFewMen,
        Self::NoMove,
        Self::Repetition,
        Self::QuietMoves,
        Self::Resignation,
        Self::Agreement,
        Self::Time,
    ];

    /// Whether the rules of the board decide it, not the players or the clock.
    pub const fn is_decided_by_rules(self) -> bool {
        !matches!(self, Self::Resignation | Self::Agreement | Self::Time)
    }

    /// The code, as in JSON: `four-in-line`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::FourInLine => "four-in-line",
            Self::BoardFull => "board-full",
            Self::TooFewMen => "too-few-men",
            Self::NoMove => "no-move",
            Self::Repetition => "repetition",
            Self::QuietMoves => "quiet-moves",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::Time => "time",
            Self::Other(code) => code,
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Reason {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

/// The server knows only the games of this library.
#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Reason {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        let codes = utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .description(Some("Why a game ended."))
            .enum_values(Some(Self::ALL.map(Self::code)));
        codes.into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Reason {}

impl Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FourInLine => "four in a line",
            Self::BoardFull => "the board is full",
            Self::TooFewMen => "fewer than three men",
            Self::NoMove => "no legal move",
            Self::Repetition => "threefold repetition",
            Self::QuietMoves => "too many moves without a mill",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::Time => "out of time",
            Self::Other(code) => code,
        })
    }
}

impl FromStr for Reason {
    type Err = UnknownReason;

    fn from_str(text: &str) -> Result<Self, UnknownReason> {
        let reason = Self::ALL.into_iter().find(|reason| reason.to_string() == text);
        reason.ok_or_else(|| UnknownReason { found: text.to_owned() })
    }
}

/// A text that is not a [`Reason`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a reason such as \"four in a line\" or \"resignation\", found {found:?}")]
pub struct UnknownReason {
    /// The text.
    pub found: String,
}

/// How a game ended: the winner and the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The winner.
    pub outcome: Outcome,
    /// The reason.
    pub reason: Reason,
}

impl Ending {
    /// A game won by `side`.
    pub const fn win(side: Side, reason: Reason) -> Self {
        Self { outcome: Outcome::Win(side), reason }
    }

    /// A drawn game.
    pub const fn draw(reason: Reason) -> Self {
        Self { outcome: Outcome::Draw, reason }
    }
}

/// A position of a two-player game with perfect information, in which the sides move in turn.
///
/// A position has no history: repetitions and moves without progress belong to a [`Record`](crate::Record).
///
/// `Display` writes the one-line position text, `{:#}` a picture of the board.
///
/// A game of your own needs only the first five methods; `examples/own_game.rs` shows one. The module `laws` (feature `laws`) checks what
/// is said here about them.
pub trait Position: Clone + Eq + Hash + Debug + Display {
    /// A whole turn.
    type Move: Copy + Eq + Hash + Debug + Display;

    /// The side to move; in a finished position the side that would be.
    fn turn(&self) -> Side;

    /// How the game ended, if this position ends it. Only the side that has just moved can have won.
    fn ending(&self) -> Option<Ending>;

    /// Every legal move once, in a fixed order; none if and only if the game is over.
    fn legal_moves(&self) -> impl Iterator<Item = Self::Move>;

    /// Plays a move that the caller knows to be legal. Any other move gives a meaningless position.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Two positions of one game have the same key if and only if they are equal.
    fn key(&self) -> u64;

    /// Whether no earlier position can recur once this legal move is played; `false` if that is not known.
    ///
    /// Other moves are the quiet ones of the [draw rules](crate::DrawRules).
    fn is_irreversible(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Reads one move in the players' notation, without checking that it is legal. By default a legal move as it is written.
    ///
    /// # Errors
    /// What a move looks like, if this is not one.
    fn read_move(&self, word: &str) -> Result<Self::Move, ParseMoveError> {
        let is_written = |mv: &Self::Move| mv.to_string() == word || format!("{mv:#}") == word;
        self.legal_moves().find(is_written).ok_or(ParseMoveError { expected: "a legal move" })
    }

    /// Splits a text into its moves; by default at spaces.
    fn split_moves<'a>(&self, text: &'a str) -> impl Iterator<Item = &'a str> {
        text.split_whitespace()
    }

    /// The separator between two moves of a list.
    fn separator(&self) -> &'static str {
        " "
    }

    /// The name of a side, as players say it.
    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "first",
            Side::Second => "second",
        }
    }

    /// The winner or a draw, if the game is over.
    fn outcome(&self) -> Option<Outcome> {
        self.ending().map(|ending| ending.outcome)
    }

    /// What was expected instead of this illegal move, if that can be said more briefly than by listing all legal moves.
    fn expected_instead(&self, _mv: Self::Move) -> Option<String> {
        None
    }

    /// How many legal moves there are.
    fn count_moves(&self) -> u64 {
        self.legal_moves().count() as u64
    }

    /// Whether `mv` may be played here.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.legal_moves().any(|legal| legal == mv)
    }

    /// The position after a move that the caller knows to be legal.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(mv);
        next
    }

    /// The position after `mv`.
    ///
    /// # Errors
    /// The unchanged position and the move, if it is not legal.
    fn play(self, mv: Self::Move) -> Result<Self, IllegalMove<Self>> {
        if self.is_legal(mv) { Ok(self.after(mv)) } else { Err(IllegalMove { position: Box::new(self), mv }) }
    }
}

/// A text that is not a move; says what one looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}")]
pub struct ParseMoveError {
    /// What a move looks like, in words.
    pub expected: &'static str,
}

/// A game in which no position can recur: every game ends after a bounded number of moves.
///
/// Only these games can be solved to the end by plain search.
pub trait Acyclic: Position {}

/// An illegal move, with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IllegalMove<P: Position> {
    /// The position, unchanged.
    pub position: Box<P>,
    /// The refused move.
    pub mv: P::Move,
}

impl<P: Position> IllegalMove<P> {
    /// The moves that could have been played, in words; a long list is truncated.
    pub(crate) fn expectation(&self) -> String {
        const SHOWN: usize = 30;
        if let Some(expected) = self.position.expected_instead(self.mv) {
            return expected;
        }
        let moves: Vec<String> = self.position.legal_moves().map(|mv| mv.to_string()).collect();
        let shown = moves[..moves.len().min(SHOWN)].join(" ");
        match moves.len() {
            0 => "no further move: the game is over".to_owned(),
            1 => shown,
            2..=SHOWN => format!("one of {shown}"),
            more => format!("one of {shown} and {} more", more - SHOWN),
        }
    }
}

impl<P: Position> Display for IllegalMove<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a legal move here: expected {}", self.mv, self.expectation())
    }
}

impl<P: Position> Error for IllegalMove<P> {}

/// Counts the sequences of `depth` moves from `position`; the classic test of a move generator.
///
/// The last move is counted, not played.
///
/// ```
/// use zwick::{ConnectFour, perft};
/// let empty: ConnectFour = ConnectFour::new();
/// assert_eq!(perft(&empty, 7), 823_536);
/// ```
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => position.legal_moves().map(|mv| perft(&position.after(mv), depth - 1)).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_reads_back() {
        for reason in Reason::ALL {
            assert_eq!(reason.to_string().parse(), Ok(reason));
        }
        assert!("because".parse::<Reason>().is_err());
    }
}
