//! Positions that every player should handle: the ten of the library, and any others with the moves that are right.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::Json;
use axum::extract::State as Shared;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zwick::scenarios::{self, Trial};
use zwick::search::{self, Format, Observer, Protocol, Report, Scored, Stop};
use zwick::wire::Thought;
use zwick::{AnyMove, AnyPosition, DrawRules, Name, Position, Scale};
use zwick_db::Shelf;

use crate::App;
use crate::http::edge::Asker;
use crate::http::limits::Limits;
use crate::http::paging::{Page, Paging};
use crate::http::problem::Problem;
use crate::http::request::{Asked, GameName, Sent, read_unfinished};
use crate::positions::choice::{Question, think_for, usual_choice};
use crate::positions::perfect::refusal;
use crate::thinking::Lane;
use crate::thinking::affordable::Affordable;

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
    get, path = "/api/v1/scenarios", operation_id = "listScenarios", tag = "lab", params(Paging),
    responses((status = 200, description = "The scenarios.", body = Page<Scenario>))
)]
pub(crate) async fn list(Asked(paging): Asked<Paging>) -> Result<Json<Page<Scenario>>, Problem> {
    let limit = paging.limit()?;
    let all = scenarios::ALL.iter().map(Scenario::of);
    let cursor = |scenario: &Scenario| format!("{} {}", scenario.game, scenario.number);
    let after = paging.after(|text| all.clone().position(|scenario| cursor(&scenario) == text))?;
    Ok(Json(Page::new(all.skip(after.map_or(0, |after| after + 1)), limit, cursor)))
}

/// What a player that is put to the test may know beforehand.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Memory {
    /// Nothing: it has to compute.
    #[default]
    Empty,
    /// The evaluated positions of the database.
    Stored,
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
    /// How many plies one has to look ahead.
    #[schema(minimum = 1, maximum = 20)]
    depth: u32,
    /// Every move that is right.
    answers: Vec<String>,
    /// Who is put to the test, such as `level 5` or `v3`, which looks `depth` plies ahead unless it is given a depth; alpha-beta that does
    /// so if left out.
    player: Option<String>,
    /// What the player may know beforehand; nothing if left out.
    #[serde(default)]
    memory: Memory,
}

/// How a scenario went.
#[derive(Serialize, ToSchema)]
pub(crate) struct TrialResult {
    /// The move the player chose; all moves that it considered best if it is the search.
    best: Vec<String>,
    answers: Vec<String>,
    /// Whether all of them are right.
    passed: bool,
    report: Thought,
    /// The search step by step, as far as it is not too long; empty for a player that was named.
    protocol: String,
}

/// Puts a position to a player, or to alpha-beta that looks `depth` plies ahead, and compares what it chooses with the right moves.
#[utoipa::path(
    post, path = "/api/v1/{game}/scenario", operation_id = "runScenario", tag = "lab",
    request_body = TrialRequest,
    params(
        ("game" = String, Path, description = "Such as connect-four, connect-four:8x7, morris or morris:lasker")
    ),
    responses(
        (status = 200, description = "What the player considered best, and whether that is right.", body = TrialResult)
    )
)]
pub(crate) async fn run(
    Shared(app): Shared<Arc<App>>,
    asker: Asker,
    GameName(game): GameName,
    Sent(request): Sent<TrialRequest>,
) -> Result<Json<TrialResult>, Problem> {
    let position = read_unfinished(game, &request.position, &request.moves, DrawRules::default())?;
    if !(1..=DEEPEST).contains(&request.depth) {
        return Err(Problem::Malformed(format!("depth: expected plies from 1 to {DEEPEST}")));
    }
    let read = |text: &String| {
        let mv = position.read_move(text).ok().filter(|&mv| position.is_legal(mv));
        mv.ok_or_else(|| Problem::Malformed(format!("answers: expected moves that are possible here, found {text:?}")))
    };
    let answers = request.answers.iter().map(read).collect::<Result<Vec<AnyMove>, Problem>>()?;
    if answers.is_empty() {
        return Err(Problem::Malformed("answers: expected at least one move".to_owned()));
    }
    let test = Test::read(&request, &app.settings.limits)?;
    let (report, protocol) = test.put(&app, asker, position).await?;
    let best = if test.is_search { report.best_moves().collect() } else { report.choice.into_iter().collect() };
    let trial = Trial { best, answers, report };
    let texts = |moves: &[AnyMove]| moves.iter().map(ToString::to_string).collect();
    Ok(Json(TrialResult {
        best: texts(&trial.best),
        answers: texts(&trial.answers),
        passed: trial.is_passed(),
        report: Thought::of(&trial.report, Scale::of_player(game, &test.player.spec())),
        protocol,
    }))
}

/// Who is put to a test.
struct Test {
    player: Affordable,
    /// Whether it is the search as deep as the scenario needs, which scores every move and tells its steps.
    is_search: bool,
    memory: Memory,
}

impl Test {
    fn read(request: &TrialRequest, limits: &Limits) -> Result<Self, Problem> {
        let search = scenarios::search(request.depth).to_string();
        let player = Affordable::read(request.player.as_deref().unwrap_or(&search), limits)?.candidate(request.depth);
        Ok(Self { player, is_search: request.player.is_none(), memory: request.memory })
    }

    async fn put(&self, app: &App, asker: Asker, position: AnyPosition) -> Result<(Report<AnyMove>, String), Problem> {
        let &Self { player, is_search, memory } = self;
        if player.name() == Name::Perfect {
            let (scored, time) = (Scored::One, usual_choice(player));
            let question = Question { position, player, seed: None, scored, time, side: None, may_store: false };
            let report = think_for(app, asker, question).await?;
            return Ok((report, String::new()));
        }
        let shelf = memory.shelf(app, player);
        let (scored, time) = if is_search { (Scored::All, LONGEST) } else { (Scored::One, usual_choice(player)) };
        let time = time.min(app.settings.limits.longest_thought);
        let (seed, lane) = if is_search { (1, Lane::Long) } else { (fastrand::u64(..), player.lane()) };
        let think = move |stop: &AtomicBool| {
            let limits = search::Limits { time: Some(time), stop: Some(stop), ..search::Limits::default() };
            let mut thinker = player.playing(position.game(), Some(seed), shelf).player;
            let mut protocol = Protocol::new(Vec::new(), Format::Text, MOST_LINES, Scale::of(position.game()));
            let observer = is_search.then_some(&mut protocol as &mut dyn Observer);
            (thinker.think(&position, scored, &limits, observer), protocol.finish().unwrap_or_default())
        };
        let (report, protocol) = app.thinkers.think(asker, lane, think).await?;
        let report = report.map_err(refusal)?;
        if is_search && report.stop == Stop::Time {
            return Err(Problem::Malformed(format!("depth: expected a search of at most {time:?}, found {player}")));
        }
        Ok((report, String::from_utf8_lossy(&protocol).into_owned()))
    }
}

impl Memory {
    /// The database as a player's memory. What the player finds out is not saved: anybody may ask for a test.
    fn shelf(self, app: &App, player: Affordable) -> Option<Shelf> {
        match self {
            Self::Empty => None,
            Self::Stored => Some(player.any_shelf(&app.store)),
        }
    }
}
