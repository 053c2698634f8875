//! Estimates of positions whose end is too far away to search.

use crate::game::Position;
use crate::symmetry::Classified;

use super::monte_carlo::Playouts;
use super::recall::Ground;

/// A game's own knowledge about its positions. A game without any only says so: `impl Heuristic for Game {}`.
pub trait Heuristic: Position {
    /// How good an unfinished position looks for the side to move, in the steps of this game; [`Scale`](crate::Scale) converts them to
    /// points.
    ///
    /// Equal for symmetric positions.
    fn estimate(&self) -> i32 {
        0
    }

    /// What an older program of this game counted, in the same steps; by default the estimate.
    ///
    /// Equal for symmetric positions.
    fn criteria(&self) -> i32 {
        self.estimate()
    }

    /// How good a legal move looks before it is searched; used only for move ordering.
    fn promise(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// The steps of an estimate that make one [point](crate::Scale), which is about one man ahead.
    fn one_point(&self) -> i32 {
        1
    }
}

/// An estimate of unfinished positions.
///
/// It depends only on the position, and is equal for symmetric positions; otherwise a search with a table would find other results than one
/// without.
pub trait Evaluator<P: Position>: Sync {
    /// How good the position looks for the side to move, in points.
    fn points(&self, position: &P) -> i32;

    /// How good a move looks before it is searched.
    fn promise(&self, position: &P, mv: P::Move) -> i32 {
        let _ = (position, mv);
        0
    }

    /// Whether it is so slow that results are worth storing in the table, and the clock is checked each time.
    fn is_slow(&self) -> bool {
        false
    }

    /// Whether it plays random games: a search over them is still an estimate.
    fn samples(&self) -> bool {
        false
    }

    /// What values of a search to this depth over it rest on; `None` if they are not comparable with any found earlier.
    fn ground(&self, plies: u32) -> Option<Ground> {
        let _ = plies;
        None
    }
}

/// The evaluators of the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnyEvaluator {
    /// Wins and losses only; everything else counts as even.
    ExactOnly,
    /// The game's own [`Heuristic`].
    ByHeuristic,
    /// The criteria of the older programs: see [`Heuristic::criteria`].
    ByCriteria,
    /// The mean of random games.
    ByPlayouts(Playouts),
}

impl<P: Heuristic + Classified> Evaluator<P> for AnyEvaluator {
    fn points(&self, position: &P) -> i32 {
        match self {
            Self::ExactOnly => 0,
            Self::ByHeuristic => position.estimate(),
            Self::ByCriteria => position.criteria(),
            Self::ByPlayouts(playouts) => playouts.points(position),
        }
    }

    fn promise(&self, position: &P, mv: P::Move) -> i32 {
        position.promise(mv)
    }

    fn is_slow(&self) -> bool {
        matches!(self, Self::ByPlayouts(_))
    }

    fn samples(&self) -> bool {
        matches!(self, Self::ByPlayouts(_))
    }

    fn ground(&self, plies: u32) -> Option<Ground> {
        Some(match *self {
            Self::ExactOnly => Ground::WinsOnly { plies },
            Self::ByHeuristic => Ground::Heuristic { plies },
            Self::ByCriteria => Ground::Criteria { plies },
            Self::ByPlayouts(Playouts { games, .. }) => Ground::Sampled { plies, games },
        })
    }
}
