//! The result of a search: a proven win or loss with its distance, or an estimate in fine steps, which [`Scale`](crate::Scale) shows in
//! points.

use std::fmt::{self, Debug};

use crate::value::{Value, Wdl};

/// The result of a search for the side to move, ordered by how good it is for that side.
///
/// Proven losses (sooner < later) < estimates < proven wins (later < sooner). An estimate is not a [`Value`]: only a proven score has one.
///
/// ```
/// use zwick::{Value, search::Score};
/// assert!(Score::loss_in(2) < Score::loss_in(4) && Score::loss_in(4) < Score::estimate(-500));
/// assert!(Score::estimate(500) < Score::win_in(9) && Score::win_in(9) < Score::win_in(3));
/// assert_eq!(Score::win_in(3).value(), Some(Value::win_in(3)));
/// assert_eq!(Score::estimate(0).value(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(i32);

/// How a stored score relates to the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Bound {
    /// Equal.
    Exact,
    /// The true score is this or lower.
    AtMost,
    /// The true score is this or higher.
    AtLeast,
}

impl Bound {
    /// The bound in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::AtMost => "at most",
            Self::AtLeast => "at least",
        }
    }
}

/// `estimate 1250` in the steps of a search, or a proven result in words.
impl Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.points() {
            Some(points) => write!(f, "estimate {points}"),
            None => f.write_str(&self.proven_words()),
        }
    }
}

/// A loss in 0 plies; each ply later is one point better.
const OVER: i32 = 1_000_000_000;
/// Scores from here up are proven wins.
const PROVEN: i32 = OVER - Value::MAX_PLIES as i32;
/// Scores from here down are proven losses.
const LOST: i32 = -PROVEN;

impl Score {
    /// The estimate of a position from which every random game is won.
    pub const ALL_WON: i32 = 100_000;
    /// The largest estimate; larger ones are clamped.
    pub const MAX_ESTIMATE: i32 = 900_000_000;
    /// Equal chances; also the score of a drawn game.
    pub const EVEN: Self = Self(0);
    /// Below every score.
    pub(crate) const MIN: Self = Self(-OVER - 1);
    /// Above every score.
    pub(crate) const MAX: Self = Self(OVER + 1);

    /// An estimate in the steps of a search.
    pub fn estimate(points: i32) -> Self {
        Self(points.clamp(-Self::MAX_ESTIMATE, Self::MAX_ESTIMATE))
    }

    /// A proven win in this many plies.
    pub const fn win_in(plies: u16) -> Self {
        Self(OVER - plies as i32)
    }

    /// A proven loss in this many plies.
    pub const fn loss_in(plies: u16) -> Self {
        Self(plies as i32 - OVER)
    }

    /// The exact value, if it is a proven win or loss.
    pub fn value(self) -> Option<Value> {
        let plies = (OVER - self.0.abs()) as u16;
        match self.wdl()? {
            Wdl::Win => Some(Value::win_in(plies)),
            _ => Some(Value::loss_in(plies)),
        }
    }

    /// Won or lost, if that is proven.
    pub const fn wdl(self) -> Option<Wdl> {
        match self.0 {
            PROVEN.. => Some(Wdl::Win),
            i32::MIN..=LOST => Some(Wdl::Loss),
            _ => None,
        }
    }

    /// Whether it is a proven loss.
    pub(crate) fn is_lost(self) -> bool {
        self.wdl() == Some(Wdl::Loss)
    }

    /// The steps of an estimate; [`Scale`](crate::Scale) converts them to points.
    pub const fn points(self) -> Option<i32> {
        if self.wdl().is_none() { Some(self.0) } else { None }
    }

    /// A proven result in words, like [`Value`]; the ends of the scale are infinite.
    ///
    /// A bound one step from a proven score has no value, but a distance.
    pub(crate) fn proven_words(self) -> String {
        match (self, self.wdl(), self.plies()) {
            (Self::MIN, ..) => "-inf".to_owned(),
            (Self::MAX, ..) => "+inf".to_owned(),
            (_, Some(wdl), Some(plies)) => {
                let moves = plies.div_ceil(2);
                let (s, ply) = (if moves == 1 { "" } else { "s" }, if plies == 1 { "ply" } else { "plies" });
                format!("{wdl} in {moves} move{s} ({plies} {ply})")
            }
            _ => String::new(),
        }
    }

    /// The number of plies to a proven end.
    pub const fn plies(self) -> Option<u32> {
        if self.wdl().is_some() { Some((OVER - self.0.abs()) as u32) } else { None }
    }

    /// The value of a move for the player who makes it, if the position after it has value `self` for the opponent.
    #[must_use]
    pub(crate) const fn one_ply_earlier(self) -> Self {
        match self.wdl() {
            Some(Wdl::Win) => Self(1 - self.0),
            Some(_) => Self(-self.0 - 1),
            None => Self(-self.0),
        }
    }

    /// The bound a position after a move must meet for the move to meet this one: the inverse of
    /// [`one_ply_earlier`](Self::one_ply_earlier), closed at both ends.
    #[must_use]
    pub(crate) fn one_ply_later(self) -> Self {
        let bound = match self.wdl() {
            Some(Wdl::Win) => -self.0 - 1,
            Some(_) => 1 - self.0,
            None => -self.0,
        };
        Self(bound.clamp(Self::MIN.0, Self::MAX.0))
    }

    /// The highest score that is more than `margin` points worse than this one, itself for -1; a proven score ignores the margin.
    #[must_use]
    pub(crate) fn below_by(self, margin: i32) -> Self {
        let margin = if margin == i32::MAX || self.wdl().is_none() { margin } else { margin.min(0) };
        Self(self.0.saturating_sub(margin).saturating_sub(1).max(Self::MIN.0))
    }

    /// The lowest score above this one.
    #[must_use]
    pub(crate) fn just_above(self) -> Self {
        Self((self.0 + 1).min(Self::MAX.0))
    }

    /// The score as a number in the same order, for stores.
    pub const fn number(self) -> i32 {
        self.0
    }

    /// The score with this number; `None` if it is out of range.
    pub const fn from_number(number: i32) -> Option<Self> {
        let is_estimate = number.unsigned_abs() <= Self::MAX_ESTIMATE as u32;
        let is_proven = number.unsigned_abs() >= PROVEN as u32 && number.unsigned_abs() <= OVER as u32;
        if is_estimate || is_proven { Some(Self(number)) } else { None }
    }

    /// The score of an exact value.
    pub const fn exact(value: Value) -> Self {
        match (value.wdl(), value.plies()) {
            (Wdl::Win, Some(plies)) => Self::win_in(plies),
            (Wdl::Loss, Some(plies)) => Self::loss_in(plies),
            _ => Self::EVEN,
        }
    }

    /// The score as bits of an entry of a table.
    pub(crate) const fn bits(self) -> u32 {
        self.0 as u32
    }

    /// The score with these bits.
    pub(crate) const fn from_bits(bits: u32) -> Self {
        Self(bits as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ply_earlier_and_later_are_inverse_and_turn_the_order_around() {
        let scores: Vec<Score> = (0..20)
            .map(Score::loss_in)
            .chain((-5..=5).map(Score::estimate))
            .chain((1..20).rev().map(Score::win_in))
            .collect();
        assert!(scores.is_sorted_by(|a, b| a < b));
        for (i, &score) in scores.iter().enumerate() {
            assert_eq!(score.one_ply_earlier().one_ply_later(), score);
            assert!(scores[..i].iter().all(|lower| lower.one_ply_earlier() > score.one_ply_earlier()));
            assert!(scores[..i].iter().all(|lower| lower.one_ply_later() > score.one_ply_later()));
        }
        for (bound, other) in [(Score::MIN, Score::MAX), (Score::MAX, Score::MIN)] {
            assert_eq!(bound.one_ply_later(), other);
            assert_eq!(bound.one_ply_later().one_ply_later(), bound);
        }
    }

    #[test]
    fn values_of_proven_scores_read_back() {
        for plies in 0..100 {
            let (score, value) = if plies % 2 == 1 {
                (Score::win_in(plies), Value::win_in(plies))
            } else {
                (Score::loss_in(plies), Value::loss_in(plies))
            };
            assert_eq!((score.value(), score.points()), (Some(value), None));
            assert_eq!(score.one_ply_earlier().value(), Some(value.one_ply_earlier()));
        }
        assert_eq!(Score::estimate(i32::MAX).value(), None);
        for score in [Score::win_in(7), Score::loss_in(0), Score::EVEN, Score::estimate(i32::MIN)] {
            assert_eq!(Score::from_number(score.number()), Some(score));
        }
        assert_eq!(Score::from_number(950_000_000), None);
        assert_eq!(Score::from_number(i32::MIN), None);
        assert_eq!(Score::exact(Value::loss_in(8)), Score::loss_in(8));
        assert_eq!(Score::exact(Value::DRAW), Score::EVEN);
        assert_eq!(Score::estimate(i32::MIN).points(), Some(-Score::MAX_ESTIMATE));
    }

    #[test]
    fn a_margin_counts_points_but_never_reaches_across_proofs() {
        assert_eq!(Score::estimate(10).below_by(3), Score::estimate(6));
        assert_eq!(Score::win_in(5).below_by(100), Score::win_in(6));
        assert_eq!(Score::win_in(5).below_by(i32::MAX), Score::MIN);
        assert_eq!(Score::MIN.below_by(0), Score::MIN);
        for score in [Score::MIN, Score::loss_in(4), Score::estimate(10), Score::win_in(5)] {
            assert_eq!(score.below_by(-1), score);
        }
    }
}
