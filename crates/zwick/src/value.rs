//! Exact results of positions, always for the side to move.

use std::fmt::{self, Display};
use std::ops::Neg;

use crate::game::debug_as_display;

/// Won, drawn or lost, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Wdl {
    /// The other side can force a win.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move can force a win.
    Win,
}

impl Neg for Wdl {
    type Output = Self;

    /// The same result for the other side.
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}

/// The exact result of a position for the side to move, with the number of plies to the end of the game if the winner is as quick and the
/// loser as stubborn as possible.
///
/// Values are ordered by how good they are for the side to move: loss sooner < loss later < draw < win later < win sooner. A ply is one
/// turn of one side; two plies are one move.
///
/// ```
/// use zwick::Value;
/// assert!(Value::loss_in(2) < Value::loss_in(4));
/// assert!(Value::loss_in(4) < Value::DRAW && Value::DRAW < Value::win_in(9));
/// assert!(Value::win_in(9) < Value::win_in(3));
/// assert_eq!(Value::loss_in(4).one_ply_earlier(), Value::win_in(5));
/// assert_eq!(Value::win_in(5).to_string(), "win in 3 moves (5 plies)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(i16);

debug_as_display!(Value);

impl Value {
    /// The longest distance a value can hold, far above that of any real position.
    pub const MAX_PLIES: u16 = 9_999;

    /// Neither side can force a win.
    pub const DRAW: Self = Self(0);

    /// Won in this many plies; the winner moves last, so their number is odd.
    ///
    /// # Panics
    /// If `plies` is even or above [`MAX_PLIES`](Self::MAX_PLIES).
    pub const fn win_in(plies: u16) -> Self {
        assert!(!plies.is_multiple_of(2), "the side to move wins after an odd number of plies");
        Self(Self::weight(plies))
    }

    /// Lost in this many plies; the other side moves last, so their number is even.
    ///
    /// # Panics
    /// If `plies` is odd or above [`MAX_PLIES`](Self::MAX_PLIES).
    pub const fn loss_in(plies: u16) -> Self {
        assert!(plies.is_multiple_of(2), "the side to move loses after an even number of plies");
        Self(-Self::weight(plies))
    }

    /// Larger for a shorter distance, and never zero.
    const fn weight(plies: u16) -> i16 {
        assert!(plies <= Self::MAX_PLIES, "a distance beyond any game");
        (Self::MAX_PLIES - plies) as i16 + 1
    }

    /// Won, drawn or lost.
    pub const fn wdl(self) -> Wdl {
        match self.0 {
            1.. => Wdl::Win,
            0 => Wdl::Draw,
            _ => Wdl::Loss,
        }
    }

    /// The number of turns of both sides to the end of the game; `None` for a draw.
    pub const fn plies(self) -> Option<u16> {
        match self.0 {
            0 => None,
            weight => Some(Self::MAX_PLIES + 1 - weight.unsigned_abs()),
        }
    }

    /// The number of the winner's own turns to the end of the game; `None` for a draw.
    pub const fn moves(self) -> Option<u16> {
        match self.plies() {
            None => None,
            Some(plies) => Some(plies.div_ceil(2)),
        }
    }

    /// The value of a move for the player who makes it, if the position it leads to has value `self` for the opponent.
    ///
    /// # Panics
    /// If the distance would exceed [`MAX_PLIES`](Self::MAX_PLIES).
    #[must_use]
    pub const fn one_ply_earlier(self) -> Self {
        match (self.wdl(), self.plies()) {
            (Wdl::Loss, Some(plies)) => Self::win_in(plies + 1),
            (Wdl::Win, Some(plies)) => Self::loss_in(plies + 1),
            _ => Self::DRAW,
        }
    }
}

impl Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some(plies), Some(moves)) = (self.plies(), self.moves()) else { return f.write_str("draw") };
        let plural = |n| if n == 1 { "" } else { "s" };
        match plies {
            0 => write!(f, "{}, the game is over", self.wdl()),
            _ => {
                let (ply, s) = (if plies == 1 { "ply" } else { "plies" }, plural(moves));
                write!(f, "{} in {moves} move{s} ({plies} {ply})", self.wdl())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_ordered_as_the_side_to_move_likes_them() {
        let losses = (0..=Value::MAX_PLIES).step_by(2).map(Value::loss_in);
        let wins = (1..=Value::MAX_PLIES).step_by(2).map(Value::win_in).rev();
        let all: Vec<Value> = losses.chain([Value::DRAW]).chain(wins).collect();
        assert!(all.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn distance_and_result_read_back() {
        for plies in 0..1000 {
            let value = if plies % 2 == 0 { Value::loss_in(plies) } else { Value::win_in(plies) };
            assert_eq!(value.plies(), Some(plies));
            assert_eq!(value.wdl(), if plies % 2 == 0 { Wdl::Loss } else { Wdl::Win });
            assert_eq!(value.one_ply_earlier().plies(), Some(plies + 1));
            assert_eq!(value.one_ply_earlier().wdl(), -value.wdl());
        }
        assert_eq!(Value::DRAW.one_ply_earlier(), Value::DRAW);
    }

    #[test]
    fn words_state_their_units() {
        assert_eq!(Value::DRAW.to_string(), "draw");
        assert_eq!(Value::win_in(1).to_string(), "win in 1 move (1 ply)");
        assert_eq!(Value::loss_in(2).to_string(), "loss in 1 move (2 plies)");
        assert_eq!(Value::loss_in(0).to_string(), "loss, the game is over");
    }
}
