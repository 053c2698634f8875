//! The mirror at the middle column and the swap of the colours.

use super::board::Board;
use super::{Column, ConnectFour};
use crate::game::Position;
use crate::symmetry::{self, Symmetric, SymmetryStep};

/// One of the four symmetries of Connect Four.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetry<const W: usize = 7> {
    /// Left and right are swapped.
    pub mirror: bool,
    /// The two sides are swapped.
    pub swap: bool,
}

impl<const W: usize> symmetry::Symmetry for Symmetry<W> {
    const IDENTITY: Self = Self { mirror: false, swap: false };

    fn all() -> impl Iterator<Item = Self> {
        [false, true].into_iter().flat_map(|swap| [false, true].map(|mirror| Self { mirror, swap }))
    }

    fn inverse(self) -> Self {
        self
    }

    fn swaps_colours(self) -> bool {
        self.swap
    }

    fn of_step(step: SymmetryStep) -> Option<Self> {
        match step {
            SymmetryStep::Mirror => Some(Self { mirror: true, ..Self::IDENTITY }),
            SymmetryStep::Colours => Some(Self { swap: true, ..Self::IDENTITY }),
            SymmetryStep::Turn | SymmetryStep::Rings => None,
        }
    }

    fn steps(self) -> Vec<SymmetryStep> {
        let mirror = self.mirror.then_some(SymmetryStep::Mirror);
        mirror.into_iter().chain(self.swap.then_some(SymmetryStep::Colours)).collect()
    }
}

impl<const W: usize, const H: usize> Symmetric for ConnectFour<W, H> {
    type Symmetry = Symmetry<W>;

    /// Swapping the colours leaves mover and other as they are: only the names of the sides change.
    fn transform(&self, symmetry: Symmetry<W>) -> Self {
        let image = |men| if symmetry.mirror { Board::<W, H>::mirror(men) } else { men };
        let turn = if symmetry.swap { !self.turn() } else { self.turn() };
        Self::from_bits(image(self.mover()), image(self.occupied()), turn)
    }

    fn transform_move(column: Column, symmetry: Symmetry<W>) -> Column {
        if symmetry.mirror { Column::new(W - 1 - column.index()) } else { column }
    }
}
