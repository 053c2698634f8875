//! Positions that every player should handle: the ten of the library, and any others with the moves that are right.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State as Shared;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zwick::scenarios::{self, Trial};
use zwick::search::{Format, Limits, Protocol, Stop};
use zwick::wire::Thought;
use zwick::{AnyMove, Position, Scale};

use crate::App;
use crate::http::edge::Asker;
use crate::http::paging::{Page, Paging};
use crate::http::problem::Problem;
use crate::http::request::{Asked, GameName, Sent, read_unfinished};
use crate::thinking::Lane;

/// The deepest search a scenario may ask for.
const DEEPEST: u32 = 20;
/// The time limit of a scenario: ten seconds, though those in the program take almost none.
const LONGEST: Duration = Duration::from_secs(10);
/// The longest protocol that is returned.
const MOST_LINES: u64 = 2_000;

/// A position with what a good player does there.
#[derive(Serialize, ToSchema)]
pub struct Scenario {
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

impl Scenario {
    /// As the library has it.
    pub fn of(scenario: &scenarios::Scenario) -> Self {
        Self {
            game: scenario.game.to_string(),
            number: scenario.number,
            title: scenario.title,
            position: scenario.position,
            depth: scenario.depth,
            answers: scenario.moves().iter().map(ToString::to_string).collect(),
        }
    }
}

/// The ten scenarios.
#[utoipa::path(
    get, path = "/api/v1/scenarios", operation_id = "listScenarios", tag = "lab",
    params(Paging),
    responses((status = 200, description = "The scenarios.", body = Page<Scenario>))
)]
pub(crate) async fn list(Asked(paging): Asked<Paging>) -> Result<Json<Page<Scenario>>, Problem> {
    let limit = paging.limit()?;
    let all = scenarios::ALL.iter().map(Scenario::of);
    let cursor = |scenario: &Scenario| format!("{} {}", scenario.game, scenario.number);
    let after = paging.after(|text| all.clone().position(|scenario| cursor(&scenario) == text))?;
    Ok(Json(Page::new(all.skip(after.map_or(0, |after| after + 1)), limit, cursor)))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
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
    /// The moves the player considered best.
    best: Vec<String>,
    answers: Vec<String>,
    /// Whether all of them are right.
    passed: bool,
    report: Thought,
    /// The search step by step, as far as it is not too long.
    protocol: String,
}

/// Lets alpha-beta look `depth` plies ahead, and compares the moves it considers best with the right ones.
#[utoipa::path(
    post, path = "/api/v1/{game}/scenario", operation_id = "runScenario", tag = "lab",
    request_body = TrialRequest,
    params(
        ("game" = String, Path, description = "Such as connect-four, connect-four:8x7, morris or morris:lasker")
    ),
    responses(
        (status = 200, description = "What the search considered best, and whether that is right.", body = TrialResult)
    )
)]
pub(crate) async fn run(
    Shared(app): Shared<Arc<App>>,
    asker: Asker,
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
    let longest = LONGEST.min(app.settings.limits.longest_thought);
    let (trial, protocol) = app
        .think(asker, Lane::Long, move |stop| {
            let mut protocol = Protocol::new(Vec::new(), Format::Text, MOST_LINES, Scale::of(game));
            let limits = Limits { time: Some(longest), stop: Some(stop), ..Limits::default() };
            let trial = Trial::run(&position, depth, answers, &limits, Some(&mut protocol));
            (trial, protocol.finish().unwrap_or_default())
        })
        .await?;
    if trial.report.stop == Stop::Time {
        return Err(Problem::Malformed(format!(
            "depth: expected a search of at most {longest:?}, found {depth} plies"
        )));
    }
    let texts = |moves: &[AnyMove]| moves.iter().map(ToString::to_string).collect();
    Ok(Json(TrialResult {
        best: texts(&trial.best),
        answers: texts(&trial.answers),
        passed: trial.is_passed(),
        report: Thought::of(&trial.report, Scale::of(game)),
        protocol: String::from_utf8_lossy(&protocol).into_owned(),
    }))
}
