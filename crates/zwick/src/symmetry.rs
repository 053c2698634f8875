//! Symmetries: images of a position in which everything that can happen looks the same.
//!
//! Turning or mirroring the board and swapping the colours changes neither the moves nor the value of a position, so one
//! record can serve a whole class of positions. The class is named by its [canonical](Symmetric::canonical) member; the
//! symmetry that leads there leads moves there too, and its inverse brings them back.

use std::fmt::Debug;
use std::hash::Hash;

use crate::game::{Position, Side};

/// A single change of the board that any symmetry can be put together from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SymmetryStep {
    /// Left and right change places.
    Mirror,
    /// A quarter turn clockwise.
    Turn,
    /// The inner and the outer ring change places.
    Rings,
    /// The two sides change places.
    Colours,
}

impl SymmetryStep {
    /// All there are; not every game has each of them.
    pub const ALL: [Self; 4] = [Self::Mirror, Self::Turn, Self::Rings, Self::Colours];

    /// The step in a word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mirror => "mirror",
            Self::Turn => "turn",
            Self::Rings => "rings",
            Self::Colours => "colours",
        }
    }
}

/// An element of a game's group of symmetries.
pub trait Symmetry: Copy + Eq + Hash + Debug + 'static {
    /// The symmetry that changes nothing.
    const IDENTITY: Self;

    /// The whole group, the identity first.
    fn all() -> impl Iterator<Item = Self>;

    /// The symmetry that takes this one back.
    #[must_use]
    fn inverse(self) -> Self;

    /// Whether the two sides change places.
    fn swaps_colours(self) -> bool;

    /// The symmetry that is just this step, if the game has it.
    fn of_step(step: SymmetryStep) -> Option<Self>;

    /// The steps that lead to the same image, one after the other.
    fn steps(self) -> Vec<SymmetryStep>;
}

/// A game with symmetries.
pub trait Symmetric: Position {
    /// The group of its symmetries.
    type Symmetry: Symmetry;

    /// The image of this position.
    #[must_use]
    fn transform(&self, symmetry: Self::Symmetry) -> Self;

    /// The image of a move: playing it in the image of a position gives the image of the position after the move.
    fn transform_move(mv: Self::Move, symmetry: Self::Symmetry) -> Self::Move;

    /// The one member of this position's class that stands for all of them, and the symmetry that leads to it.
    ///
    /// In it the first side is to move, and its key is the smallest of all such images.
    ///
    /// ```
    /// use zwick::{Position, Symmetric, Symmetry, ConnectFour, connect_four::Column};
    /// type Board = ConnectFour<7, 6>;
    /// let (canonical, there) = "7726".parse::<Board>()?.canonical();
    /// assert_eq!(canonical, "1162".parse::<Board>()?.canonical().0);
    /// let best: Column = "6".parse()?;
    /// let image = Board::transform_move(best, there);
    /// assert_eq!(Board::transform_move(image, there.inverse()), best);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn canonical(&self) -> (Self, Self::Symmetry) {
        let swap = self.turn() == Side::Second;
        Self::Symmetry::all()
            .filter(|symmetry| symmetry.swaps_colours() == swap)
            .map(|symmetry| (self.transform(symmetry), symmetry))
            .min_by_key(|(image, _)| image.key())
            .expect("a group with colour swaps has elements of both kinds")
    }
}

/// A game whose positions can be told apart up to symmetry, which is all a search needs to know.
pub trait Classified: Position {
    /// The position that stands for this one and all its symmetric images.
    #[must_use]
    fn representative(&self) -> Self;
}

impl<P: Symmetric> Classified for P {
    fn representative(&self) -> Self {
        self.canonical().0
    }
}
