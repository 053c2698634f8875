//! Positions that every player should handle: the ten of the library, and any others with the moves that are right.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zwick::scenarios::{self, Trial};
use zwick::search::{Format, Limits, Protocol};
use zwick::{AnyMove, Position};

use crate::App;
use crate::problem::{Problem, ProblemBody};
use crate::protocol::Thought;
use crate::request::{GameName, Sent, read_unfinished};

/// The deepest search a scenario may ask for.
const DEEPEST: u32 = 20;
/// The longest protocol that is told.
const MOST_LINES: u64 = 2_000;

/// A position with what a good player does there.
#[derive(Serialize, ToSchema)]
pub(crate) struct Scenario {
    game: String,
    /// Its number within the game, from 1.
    number: usize,
    title: &'static str,
    position: &'static str,
    /// How many plies one has to look ahead.
    depth: u32,
    /// Every move that is right.
    answers: Vec<String>,
}

/// The ten scenarios.
#[utoipa::path(get, path = "/api/v1/scenarios", tag = "lab", responses((status = 200, body = [Scenario])))]
pub(crate) async fn list() -> Json<Vec<Scenario>> {
    let all = scenarios::ALL.into_iter().map(|scenario| Scenario {
        game: scenario.game.to_string(),
        number: scenario.number,
        title: scenario.title,
        position: scenario.position,
        depth: scenario.depth,
        answers: scenario.moves().iter().map(ToString::to_string).collect(),
    });
    Json(all.collect())
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct TrialRequest {
    /// Moves from the start, or a position as a text of one line; the start if left out.
    #[serde(default)]
    position: String,
    /// Moves played from there.
    #[serde(default)]
    moves: String,
    /// How many plies to look ahead.
    #[schema(minimum = 1, maximum = 20)]
    depth: u32,
    /// Every move that is right.
    answers: Vec<String>,
}

/// How a scenario went.
#[derive(Serialize, ToSchema)]
pub(crate) struct TrialResult {
    /// The moves the player held for best.
    best: Vec<String>,
    answers: Vec<String>,
    /// Whether all of them are right.
    passed: bool,
    report: Thought,
    /// The search step by step, as far as it is not too long.
    protocol: String,
}

/// Lets alpha-beta look so many plies ahead, and compares what it holds for best with what is right.
#[utoipa::path(post, path = "/api/v1/{game}/scenario", tag = "lab", request_body = TrialRequest,
    params(("game" = String, Path, description = "Such as connect-four, connect-four:8x7, morris or morris:lasker")),
    responses((status = 200, body = TrialResult), (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "Too many are asking", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn run(
    Shared(app): Shared<Arc<App>>,
    GameName(game): GameName,
    Sent(request): Sent<TrialRequest>,
) -> Result<Json<TrialResult>, Problem> {
    let position = read_unfinished(game, &request.position, &request.moves)?;
    if !(1..=DEEPEST).contains(&request.depth) {
        return Err(Problem::Malformed(format!("depth: expected plies from 1 to {DEEPEST}")));
    }
    let depth = request.depth;
    let read = |text: &String| {
        let mv = position.read_move(text).ok().filter(|&mv| position.is_legal(mv));
        mv.ok_or_else(|| Problem::Malformed(format!("answers: expected moves that are possible here, found {text:?}")))
    };
    let answers = request.answers.iter().map(read).collect::<Result<Vec<AnyMove>, Problem>>()?;
    if answers.is_empty() {
        return Err(Problem::Malformed("answers: expected at least one move".to_owned()));
    }
    let (trial, protocol) = app
        .think(move |_, stop| {
            let mut protocol = Protocol::new(Vec::new(), Format::Text, MOST_LINES);
            let limits = Limits { stop: Some(stop), ..Limits::default() };
            let trial = Trial::run(&position, depth, answers, &limits, Some(&mut protocol));
            (trial, protocol.finish().unwrap_or_default())
        })
        .await?;
    let texts = |moves: &[AnyMove]| moves.iter().map(ToString::to_string).collect();
    Ok(Json(TrialResult {
        best: texts(&trial.best),
        answers: texts(&trial.answers),
        passed: trial.is_passed(),
        report: Thought::of(&trial.report),
        protocol: String::from_utf8_lossy(&protocol).into_owned(),
    }))
}
