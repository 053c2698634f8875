//! Guesses at the value of a position whose end is too far away to search.

use crate::game::Position;
use crate::symmetry::Classified;

use super::monte_carlo::Playouts;

/// A game's own knowledge about its positions.
pub trait Heuristic: Position {
    /// How good an unfinished position looks for the side to move, in points; a thousand are a small advantage.
    ///
    /// The same for all positions that differ only by a symmetry.
    fn estimate(&self) -> i32;

    /// How good a legal move looks before it is searched: the order in which to try moves, nothing more.
    fn promise(&self, mv: Self::Move) -> i32;
}

/// A guess at the value of unfinished positions.
///
/// It depends on nothing but the position, and is the same for all its symmetric images; otherwise a search with a table
/// would not find what one without it finds.
pub trait Evaluation<P: Position>: Sync {
    /// How good the position looks for the side to move, in points.
    fn points(&self, position: &P) -> i32;

    /// How good a move looks before it is searched.
    fn promise(&self, position: &P, mv: P::Move) -> i32 {
        let _ = (position, mv);
        0
    }

    /// Whether it takes so long that results are worth a place in the table, and the clock a look each time.
    fn is_slow(&self) -> bool {
        false
    }
}

/// Wins and losses only; everything else is unknown and counts as even.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExactOnly;

impl<P: Heuristic> Evaluation<P> for ExactOnly {
    fn points(&self, _: &P) -> i32 {
        0
    }

    fn promise(&self, position: &P, mv: P::Move) -> i32 {
        position.promise(mv)
    }
}

/// The game's own [`Heuristic`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ByHeuristic;

impl<P: Heuristic> Evaluation<P> for ByHeuristic {
    fn points(&self, position: &P) -> i32 {
        position.estimate()
    }

    fn promise(&self, position: &P, mv: P::Move) -> i32 {
        position.promise(mv)
    }
}

/// One of the evaluations, chosen at run time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnyEvaluation {
    /// [`ExactOnly`]
    ExactOnly,
    /// [`ByHeuristic`]
    Heuristic,
    /// [`Playouts`]
    Playouts(Playouts),
}

impl<P: Heuristic + Classified> Evaluation<P> for AnyEvaluation {
    fn points(&self, position: &P) -> i32 {
        match self {
            Self::ExactOnly => ExactOnly.points(position),
            Self::Heuristic => ByHeuristic.points(position),
            Self::Playouts(playouts) => playouts.points(position),
        }
    }

    fn promise(&self, position: &P, mv: P::Move) -> i32 {
        position.promise(mv)
    }

    fn is_slow(&self) -> bool {
        matches!(self, Self::Playouts(_))
    }
}
