//! What positions and moves are worth.

use serde::Serialize;

use crate::any::AnyPosition;
use crate::scale::Scale;
use crate::score::{Bound, Score};
use crate::value::{Value, Wdl};
use crate::worth::{self, Rated, Source, Verdict};

/// How well something is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Kind {
    /// Result and distance are proven.
    Exact,
    /// The result is proven, the distance is not known.
    Result,
    /// A guess.
    Estimate,
}

/// What a position is worth to the side to move, or a move to the side that makes it.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Worth {
    kind: Kind,
    /// Won, drawn or lost, if that is proven.
    result: Option<Wdl>,
    /// The winner's own moves to the end.
    moves: Option<u32>,
    /// The turns of both sides to the end.
    plies: Option<u32>,
    /// The usual score of Connect Four.
    score: Option<i32>,
    /// An estimate in points: 1.0 is about one man ahead in morris, one open three in Connect Four.
    points: Option<f64>,
    /// An estimate by random games, wins minus losses: 1.0 if all are won, -1.0 if all are lost.
    mean: Option<f64>,
    /// The share of random games won, for the player `v1`, to which only wins count: from 0.0 to 1.0.
    wins: Option<f64>,
}

impl Worth {
    /// Of a verdict on a position.
    pub fn of(position: &AnyPosition, verdict: Verdict) -> Self {
        match verdict {
            Verdict::Exact(value) => Self {
                score: position.score_of(value),
                ..Self::proven(Kind::Exact, value.wdl(), value.plies().map(u32::from))
            },
            Verdict::Result(Wdl::Draw) => {
                Self { score: position.score_of(Value::DRAW), ..Self::proven(Kind::Result, Wdl::Draw, None) }
            }
            Verdict::Result(wdl) => Self::proven(Kind::Result, wdl, None),
            Verdict::Estimate(score) => Self::estimate(score, Scale::of(position.game())),
        }
    }

    /// Of a move, as a player rated it.
    pub(super) fn of_rated<M>(rated: &Rated<M>, scale: Scale) -> Self {
        match (rated.answer.verdict, rated.score().wdl()) {
            (Verdict::Result(wdl), _) => Self::proven(Kind::Result, wdl, None),
            // A result from a database may be further away than the search looked: a deeper one may find a shorter way.
            (Verdict::Estimate(_), Some(wdl)) if rated.bound == Bound::Exact => Self::proven(Kind::Result, wdl, None),
            _ => Self::of_score(rated.score(), rated.value().is_some(), scale),
        }
    }

    /// Of a score that a search found; `is_final` if no deeper search would say anything else.
    pub fn of_score(score: Score, is_final: bool, scale: Scale) -> Self {
        match (score.wdl(), score.plies()) {
            (Some(wdl), Some(plies)) => Self::proven(Kind::Exact, wdl, Some(plies)),
            _ if is_final && score == Score::EVEN => Self::proven(Kind::Exact, Wdl::Draw, None),
            _ => Self::estimate(score, scale),
        }
    }

    /// Of a bound in a search; none where there is no bound.
    pub fn of_bound(bound: Score, scale: Scale) -> Option<Self> {
        (bound != Score::MIN && bound != Score::MAX).then(|| Self::of_score(bound, false, scale))
    }

    fn proven(kind: Kind, wdl: Wdl, plies: Option<u32>) -> Self {
        Self {
            kind,
            result: Some(wdl),
            moves: plies.map(|plies| plies.div_ceil(2)),
            plies,
            score: None,
            points: None,
            mean: None,
            wins: None,
        }
    }

    fn estimate(score: Score, scale: Scale) -> Self {
        let number = scale.number(score);
        let none = Self {
            kind: Kind::Estimate,
            result: None,
            moves: None,
            plies: None,
            score: None,
            points: None,
            mean: None,
            wins: None,
        };
        match scale {
            Scale::Points { .. } => Self { points: number, ..none },
            Scale::Mean => Self { mean: number, ..none },
            Scale::Wins => Self { wins: number, ..none },
        }
    }
}

/// What a position or a move is worth, and how that is known.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Answer {
    #[serde(flatten)]
    worth: Worth,
    source: Source,
    /// Whether this is as good as the best move.
    best: bool,
}

impl Answer {
    /// Of an answer, where the best move has this score.
    pub fn of(position: &AnyPosition, answer: &worth::Answer, best: Score) -> Self {
        Self { worth: Worth::of(position, answer.verdict), source: answer.source, best: answer.verdict.score() == best }
    }
}

/// A move and what it is worth.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveAnswer {
    pub(super) r#move: String,
    #[serde(flatten)]
    pub(super) answer: Answer,
}
