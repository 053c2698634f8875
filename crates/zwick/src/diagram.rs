//! Boards as data, so that they can be drawn without knowing the rules.

use crate::game::{Position, Side};

/// The shape of a board. Places are numbered as in [`Diagram::cells`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "kind", rename_all = "lowercase"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Shape {
    /// Cells in rows and columns, numbered row by row from the top left.
    Grid {
        /// How many columns.
        width: usize,
        /// How many rows.
        height: usize,
    },
    /// Points joined by lines.
    Points {
        /// Every point, by its number.
        points: Vec<Spot>,
        /// The straight lines to draw, each from one end to the other.
        lines: Vec<[usize; 2]>,
    },
}

/// Where a point is, and what players call it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Spot {
    /// Such as `a7`.
    pub name: String,
    /// Steps from the left.
    pub x: usize,
    /// Steps from the top.
    pub y: usize,
}

/// The places that a move touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Touched {
    /// Where the man comes from; none if it is new on the board.
    pub from: Option<usize>,
    /// Where it goes.
    pub to: usize,
    /// The man it takes, if it takes one.
    pub take: Option<usize>,
}

/// A position that can be drawn cell by cell.
///
/// ```
/// use zwick::{AnyPosition, Diagram, Game, Side};
/// let board = AnyPosition::read("connect-four:4x3".parse()?, "12")?;
/// assert_eq!(board.cells()[4 * 2], Some(Side::First));
/// assert_eq!(AnyPosition::start(Game::MORRIS).men_in_hand(), Some([9, 9]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Diagram: Position {
    /// The shape of the board.
    fn shape(&self) -> Shape;

    /// The owner of each place, by its number.
    fn cells(&self) -> Vec<Option<Side>>;

    /// What a legal move touches.
    fn touched(&self, mv: Self::Move) -> Touched;

    /// What the move that led to this position touched.
    fn was_touched(&self, mv: Self::Move) -> Touched;

    /// The numbers of the [cells](Self::cells) of the winning line; empty without one.
    fn winning_line(&self) -> Vec<usize> {
        Vec::new()
    }

    /// The men each side has yet to place; `None` where men do not run out, as in Connect Four.
    fn men_in_hand(&self) -> Option<[u8; 2]> {
        None
    }
}
