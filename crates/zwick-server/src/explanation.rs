//! Why moves are good or bad, as facts that are proven.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State as Shared;
use serde::Serialize;
use utoipa::ToSchema;
use zwick::search::Limits;

use crate::App;
use crate::analysis::{AnalysisQuery, unanswered};
use crate::problem::{Problem, ProblemBody};
use crate::protocol::{Answer, Side, State};
use crate::request::{Asked, GameName};

/// How long an explanation may take if nobody says.
const USUAL: Duration = Duration::from_secs(1);

/// Something that is true of a position or of a move.
#[derive(Serialize, ToSchema)]
struct Fact {
    /// Such as `must-block`, `double-threat`, `closes-mill` or `answer`.
    kind: &'static str,
    /// The side it is said of.
    side: Side,
    /// The places it is about, counted as in the cells of the state.
    cells: Vec<usize>,
    /// The fours or mills it is about, as places.
    lines: Vec<Vec<usize>>,
    /// The moves it is about.
    moves: Vec<String>,
    /// The plies to the end, if it is about that.
    plies: Option<u16>,
}

impl From<zwick::Fact> for Fact {
    fn from(fact: zwick::Fact) -> Self {
        let zwick::Fact { kind, side, cells, lines, moves, plies } = fact;
        Self { kind: kind.name(), side: side.into(), cells, lines, moves, plies }
    }
}

/// A move, what it is worth, and why.
#[derive(Serialize, ToSchema)]
struct ExplainedMove {
    r#move: String,
    #[serde(flatten)]
    answer: Answer,
    facts: Vec<Fact>,
}

/// A position and its moves, best first, with reasons.
#[derive(Serialize, ToSchema)]
pub(crate) struct Explanation {
    state: State,
    answer: Answer,
    facts: Vec<Fact>,
    moves: Vec<ExplainedMove>,
    milliseconds: f64,
}

/// What is threatened, what each move does, and how the other side answers: facts that follow from the rules or are proven by a solver.
#[utoipa::path(get, path = "/api/v1/{game}/explanation", tag = "positions",
    params(("game" = String, Path, description = "Such as connect-four, connect-four:8x7, morris or morris:lasker"), AnalysisQuery),
    responses((status = 200, body = Explanation), (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "Too many are asking", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn explanation(
    Shared(app): Shared<Arc<App>>,
    GameName(game): GameName,
    Asked(query): Asked<AnalysisQuery>,
) -> Result<Json<Explanation>, Problem> {
    let (record, time) = query.read(game, USUAL)?;
    let (position, is_over) = (*record.position(), record.ending().is_some());
    let started = Instant::now();
    let found = app
        .think(move |analyst, stop| {
            let limits = Limits { time: Some(time), stop: Some(stop), ..Limits::default() };
            zwick::explain(analyst, &position, &limits)
        })
        .await?
        .map_err(unanswered)?;
    let zwick::Explanation { analysis, facts, moves } = found;
    let best = analysis.answer.verdict.score();
    // A game that the players or the draw rules ended has no moves left to explain.
    let explained = analysis.moves.iter().zip(moves).filter(|_| !is_over).map(|(rated, facts)| ExplainedMove {
        r#move: rated.mv.to_string(),
        answer: Answer::new(&position, &rated.answer, best),
        facts: facts.into_iter().map(Into::into).collect(),
    });
    Ok(Json(Explanation {
        state: State::of(&record),
        answer: Answer::new(&position, &analysis.answer, best),
        facts: facts.into_iter().filter(|_| !is_over).map(Into::into).collect(),
        moves: explained.collect(),
        milliseconds: started.elapsed().as_secs_f64() * 1e3,
    }))
}
