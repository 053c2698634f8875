//! Symmetries of every game.

use super::moves::AnyMove;
use crate::connect_four::{self, Column};
use crate::morris::{self, Morris, Standard};
use crate::symmetry::{Symmetric, Symmetry as _};

/// A symmetry of any game, as far as moves are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnySymmetry {
    /// Of Connect Four.
    ConnectFour {
        /// Columns of the board.
        width: usize,
        /// Left and right are swapped.
        mirror: bool,
    },
    /// Of morris.
    Morris(morris::Symmetry),
}

impl AnySymmetry {
    /// The inverse.
    #[must_use]
    pub fn inverse(self) -> Self {
        match self {
            Self::ConnectFour { .. } => self,
            Self::Morris(symmetry) => Self::Morris(symmetry.inverse()),
        }
    }

    /// The image of a move; one of the other game stays as it is.
    #[must_use]
    pub fn image(self, mv: AnyMove) -> AnyMove {
        match (self, mv) {
            (Self::ConnectFour { width, mirror: true }, AnyMove::Column(column)) if column.index() < width => {
                AnyMove::Column(Column::new(width - 1 - column.index()))
            }
            (Self::Morris(symmetry), AnyMove::Morris(mv)) => {
                AnyMove::Morris(Morris::<Standard>::transform_move(mv, symmetry))
            }
            _ => mv,
        }
    }
}

impl<const W: usize> From<connect_four::Symmetry<W>> for AnySymmetry {
    fn from(symmetry: connect_four::Symmetry<W>) -> Self {
        Self::ConnectFour { width: W, mirror: symmetry.mirror }
    }
}

impl From<morris::Symmetry> for AnySymmetry {
    fn from(symmetry: morris::Symmetry) -> Self {
        Self::Morris(symmetry)
    }
}
