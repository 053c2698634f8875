//! Moves of every game.

use std::fmt::{self, Display};

use crate::connect_four::Column;
use crate::morris;

/// A move of any game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnyMove {
    /// A move of Connect Four.
    Column(Column),
    /// A move of morris.
    Morris(morris::Move),
}

/// Written as the game itself writes it, including with `{:#}`.
impl Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Column(column) => column.fmt(f),
            Self::Morris(mv) => mv.fmt(f),
        }
    }
}

impl From<Column> for AnyMove {
    fn from(column: Column) -> Self {
        Self::Column(column)
    }
}

impl From<morris::Move> for AnyMove {
    fn from(mv: morris::Move) -> Self {
        Self::Morris(mv)
    }
}

/// A move of the other game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a move of another game")]
pub struct ForeignMove;

impl TryFrom<AnyMove> for Column {
    type Error = ForeignMove;

    fn try_from(mv: AnyMove) -> Result<Self, ForeignMove> {
        if let AnyMove::Column(column) = mv { Ok(column) } else { Err(ForeignMove) }
    }
}

impl TryFrom<AnyMove> for morris::Move {
    type Error = ForeignMove;

    fn try_from(mv: AnyMove) -> Result<Self, ForeignMove> {
        if let AnyMove::Morris(mv) = mv { Ok(mv) } else { Err(ForeignMove) }
    }
}
