//! Symmetries: images of a position that are equivalent for play.
//!
//! Rotating or mirroring the board and swapping the colours changes neither the moves nor the value of a position, so one record can serve
//! a whole class of positions. The class is identified by its [canonical](Symmetric::canonical) member; the symmetry that maps to it maps
//! moves too, and its inverse maps them back.

use std::fmt::Debug;
use std::hash::Hash;

use crate::game::{Position, Side};

/// A single transformation of the board; any symmetry is composed of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum SymmetryStep {
    /// Left and right are swapped.
    Mirror,
    /// A quarter turn clockwise.
    Turn,
    /// The inner and the outer ring are swapped.
    Rings,
    /// The two sides are swapped.
    Colours,
}

impl SymmetryStep {
    /// All steps; not every game has each of them.
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
    /// The identity.
    const IDENTITY: Self;

    /// The whole group, the identity first.
    fn all() -> impl Iterator<Item = Self>;

    /// The inverse.
    #[must_use]
    fn inverse(self) -> Self;

    /// Whether the two sides are swapped.
    fn swaps_colours(self) -> bool;

    /// The symmetry that consists of this step only, if the game has it.
    fn of_step(step: SymmetryStep) -> Option<Self>;

    /// The steps that lead to the same image, in order.
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

    /// The canonical member of this position's class, and the symmetry that maps to it.
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

    /// The key of the canonical member alone. A search asks for it at every node, so a game may know a shorter way.
    fn canonical_key(&self) -> u64 {
        self.canonical().0.key()
    }
}

/// A game whose positions can be distinguished up to symmetry, which is all a search needs.
///
/// A game without symmetries only says so: `impl Classified for Game {}`.
pub trait Classified: Position {
    /// The representative of this position and all its symmetric images; by default each position is its own.
    #[must_use]
    fn representative(&self) -> Self {
        self.clone()
    }

    /// The key of the representative.
    fn class_key(&self) -> u64 {
        self.representative().key()
    }
}

impl<P: Symmetric> Classified for P {
    fn representative(&self) -> Self {
        self.canonical().0
    }

    fn class_key(&self) -> u64 {
        self.canonical_key()
    }
}
