//! Positions with all their moves, and games looked back upon.

use serde::Serialize;

use super::state::State;
use super::worth::{Answer, MoveAnswer};
use crate::any::{self, AnyMove, AnyPosition, Mark};
use crate::facts::Fact;
use crate::game::{Position, Side};
use crate::record::Record;
use crate::value::{Value, Wdl};
use crate::{analysis, worth};

/// A position and all its moves, best first.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Analysis {
    state: State,
    answer: Answer,
    /// What is proven at least, where the answer is not: a win that may be shorter, or a draw that may be won.
    at_least: Option<AtLeast>,
    moves: Vec<MoveAnswer>,
    /// The moves of both sides if they play their best.
    line: Vec<String>,
    /// Positions visited to find out; none where it was looked up.
    nodes: u64,
    /// How long it took to find out.
    milliseconds: f64,
}

impl Analysis {
    /// Of the last position of a game.
    pub fn of(
        record: &Record<AnyPosition>,
        analysis: &analysis::Analysis<AnyMove>,
        line: &[AnyMove],
        nodes: u64,
        milliseconds: f64,
    ) -> Self {
        let position = record.position();
        let best = analysis.best_score();
        let rated = |rated: &worth::Rated<AnyMove>| MoveAnswer {
            r#move: rated.mv.to_string(),
            answer: Answer::of(position, &rated.answer, best),
        };
        Self {
            state: State::of(record),
            answer: Answer::of(position, &analysis.answer(), best),
            at_least: analysis.at_least().map(AtLeast::of),
            moves: analysis.moves().iter().map(rated).collect(),
            line: line.iter().map(ToString::to_string).collect(),
            nodes,
            milliseconds,
        }
    }
}

/// A lower bound for what a position is worth to the side to move.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct AtLeast {
    result: Wdl,
    /// The winner's own moves to the end, at most.
    moves: Option<u16>,
    /// The turns of both sides to the end, at most.
    plies: Option<u16>,
}

impl AtLeast {
    fn of(value: Value) -> Self {
        Self { result: value.wdl(), moves: value.moves(), plies: value.plies() }
    }
}

/// A move, what it is worth, and why.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExplainedMove {
    #[serde(flatten)]
    rated: MoveAnswer,
    facts: Vec<Fact>,
}

/// A position and its moves, best first, with reasons.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Explanation {
    state: State,
    answer: Answer,
    facts: Vec<Fact>,
    moves: Vec<ExplainedMove>,
    /// How long it took to find out.
    milliseconds: f64,
}

impl Explanation {
    /// Of the last position of a game. One that the players or the draw rules ended has nothing left to explain.
    pub fn of(record: &Record<AnyPosition>, explanation: any::Explanation, milliseconds: f64) -> Self {
        let any::Explanation { analysis, facts, moves } = explanation;
        let is_over = record.ending().is_some();
        let Analysis { state, answer, moves: rated, .. } = Analysis::of(record, &analysis, &[], 0, milliseconds);
        let explained = rated.into_iter().zip(moves).map(|(rated, facts)| ExplainedMove { rated, facts });
        Self {
            state,
            answer,
            facts: if is_over { Vec::new() } else { facts },
            moves: if is_over { Vec::new() } else { explained.collect() },
            milliseconds,
        }
    }
}

/// A game looked back upon.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Review {
    accuracy: Accuracy,
    moves: Vec<ReviewedMove>,
}

/// What the moves of each side kept on average, from 0 to 100; none for a side that did not move.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct Accuracy {
    first: Option<f64>,
    second: Option<f64>,
}

/// A move that was played.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct ReviewedMove {
    /// Counted from 1.
    ply: usize,
    side: Side,
    r#move: String,
    /// The best moves there were.
    best: Vec<String>,
    /// What the position was worth to the side that moved.
    before: Answer,
    /// What the move was worth to it.
    after: Answer,
    /// The share of a point it gave away, from 0 to 1.
    loss: f64,
    /// How bad it was; none for a good move.
    mark: Option<Mark>,
}

impl Review {
    /// Of all moves of a game.
    pub fn of(moves: &[any::ReviewedMove]) -> Self {
        let told = |(ply, reviewed): (usize, &any::ReviewedMove)| {
            let any::ReviewedMove { position, mv, best, before, after, loss } = reviewed;
            let best_score = before.verdict.score();
            ReviewedMove {
                ply: ply + 1,
                side: position.turn(),
                r#move: mv.to_string(),
                best: best.iter().map(ToString::to_string).collect(),
                before: Answer::of(position, before, best_score),
                after: Answer::of(position, after, best_score),
                loss: *loss,
                mark: reviewed.mark(),
            }
        };
        let accuracy = |side| any::accuracy(moves, side);
        Self {
            accuracy: Accuracy { first: accuracy(Side::First), second: accuracy(Side::Second) },
            moves: moves.iter().enumerate().map(told).collect(),
        }
    }
}
