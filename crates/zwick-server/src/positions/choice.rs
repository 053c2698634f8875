//! What a player would do in a position. What it finds out is stored if the operator asks.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use axum::Json;
use serde::Deserialize;
use utoipa::ToSchema;
use zwick::search::{Limits, Report, Scored};
use zwick::wire::Choice;
use zwick::{Analyst, AnyMove, AnyPosition, DrawRules, Name, Scale};
use zwick_db::Evaluation;

use crate::App;
use crate::http::edge::Asker;
use crate::http::operator::Operator;
use crate::http::problem::Problem;
use crate::http::request::{About, GamePath, Sent, read_time, read_unfinished};
use crate::positions::analysis::is_looked_up;
use crate::positions::perfect::refusal;
use crate::thinking::affordable::Affordable;
use crate::thinking::resting::GameSide;

/// Default thinking time of a computer player.
const USUAL_CHOICE: Duration = Duration::from_millis(2_500);

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChoiceRequest {
    /// Moves from the start, or a position as a text of one line; the start if left out.
    #[serde(default)]
    position: String,
    /// Moves played from there.
    #[serde(default)]
    moves: String,
    /// When the game is drawn without an end on the board, such as `repetition 50` (which holds if left out), `repetition`, `20` or `off`.
    #[serde(default)]
    #[schema(value_type = String)]
    draws: DrawRules,
    /// Such as `level 5`, `perfect` or `alpha-beta:depth=10`. Where perfect play cannot be had, `perfect` is refused with what is missing.
    player: String,
    /// Same seed, same move, unless time, several threads or stored positions decide.
    seed: Option<u64>,
    /// Milliseconds to think at most.
    #[schema(minimum = 1, maximum = 60000)]
    time: Option<u64>,
}

/// The move a player would make, and what it cost to find.
///
/// A search that prunes looks for the best move alone: the others get an upper bound (`at-most`). With `all-scores=on` it scores
/// every move, which takes more nodes.
///
/// A player with `store=on`, such as `v1`, looks in the stored positions first. What it finds is stored if the operator asks.
#[utoipa::path(
    post, path = "/api/v1/{game}/choose", operation_id = "chooseMove", tag = "positions",
    request_body = ChoiceRequest, params(GamePath),
    responses((status = 200, description = "The move, and what the player found out.", body = Choice))
)]
pub(crate) async fn choose(
    operator: Result<Operator, Problem>,
    About { app, asker, game, question: Sent(request) }: About<Sent<ChoiceRequest>>,
) -> Result<Json<Choice>, Problem> {
    let position = read_unfinished(game, &request.position, &request.moves, request.draws)?;
    let player = Affordable::read(&request.player, &app.settings.limits)?;
    let question = Question {
        position,
        player,
        seed: request.seed,
        scored: Scored::One,
        time: read_time(request.time, usual_choice(player))?,
        side: None,
        may_store: operator.is_ok(),
    };
    let report = think_for(&app, asker, question).await?;
    Choice::of(&report, Scale::of_player(game, &player.spec())).map(Json).ok_or(Problem::Closing)
}

/// Default thinking time of a player. A perfect one needs seconds only where the board is hard, and refuses rather than guess.
pub(crate) fn usual_choice(player: Affordable) -> Duration {
    match player.name() {
        Name::Perfect => player.spec().settings.time.map_or(USUAL_CHOICE, Duration::from_millis),
        _ => USUAL_CHOICE,
    }
}

/// What a player is asked: its move in a position of a game that is not over.
pub(crate) struct Question {
    pub(crate) position: AnyPosition,
    pub(crate) player: Affordable,
    pub(crate) seed: Option<u64>,
    /// The moves it must score at least.
    pub(crate) scored: Scored,
    pub(crate) time: Duration,
    /// The side that it plays in a game that is kept: there it rests until its next move.
    pub(crate) side: Option<GameSide>,
    /// Whether what it finds may be stored: the store grows by what the operator asks, not by what strangers do.
    pub(crate) may_store: bool,
}

/// Lets a player think. A perfect player that has no perfect move is refused with the reason.
pub(crate) async fn think_for(app: &App, asker: Asker, question: Question) -> Result<Report<AnyMove>, Problem> {
    let time = question.time.min(app.settings.limits.longest_thought);
    let question = Question { time, ..question };
    if question.player.name() == Name::Perfect {
        return think_perfectly(app, asker, &question).await;
    }
    let Question { position, player, seed, scored, side, may_store, .. } = question;
    // A seed promises the same move again, whatever was searched before.
    let side = side.filter(|_| seed.is_none() && player.rests());
    let (resting, shelf) = (Arc::clone(&app.resting), player.shelf(&app.store));
    let think = move |stop: &AtomicBool| {
        let limits = Limits { time: Some(time), stop: Some(stop), ..Limits::default() };
        let rested = side.and_then(|side| resting.take(side, player.spec()));
        let mut playing = rested.unwrap_or_else(|| player.playing(position.game(), seed, shelf));
        let started = Instant::now();
        let report = playing.player.think(&position, scored, &limits, None);
        let time = started.elapsed();
        let found = playing.found();
        if let Some(side) = side {
            resting.keep(side, asker.0, playing);
        }
        (report.map(|report| Report { time, ..report }), found)
    };
    let (report, found) = app.thinkers.think(asker, player.lane(), think).await?;
    if may_store {
        app.save_found(&found).await;
    }
    report.map_err(refusal)
}

async fn think_perfectly(app: &App, asker: Asker, question: &Question) -> Result<Report<AnyMove>, Problem> {
    let &Question { position, player, seed, time, .. } = question;
    let seed = seed.unwrap_or_else(|| fastrand::u64(..));
    let choose = move |analyst: &mut Analyst, limits: &Limits<'_>| {
        analyst.choose(&position, limits, &mut fastrand::Rng::with_seed(seed))
    };
    let look_up = move |analyst: &mut Analyst, without_search| {
        choose(analyst, &Limits { stop: Some(without_search), ..Limits::default() })
    };
    match app.thinkers.look_up(asker, position.game(), look_up).await? {
        Ok(known) if known.choice.is_some() && is_looked_up(known.source) => return Ok(known),
        _ => {}
    }
    let think = move |analyst: &mut Analyst, stop: &AtomicBool| {
        let limits = Limits { time: Some(time), stop: Some(stop), ..Limits::default() };
        choose(analyst, &limits.and(Limits { time: player.spec().settings.time.map(Duration::from_millis), ..limits }))
    };
    app.thinkers.analyse(asker, position.game(), think).await?.map_err(refusal)
}

impl App {
    /// Stores what a player found. If that fails, the next player searches again.
    pub(crate) async fn save_found(&self, found: &[Evaluation]) {
        if let Err(error) = self.store.save(found).await {
            tracing::warn!(%error, "cannot store what a player found");
        }
    }
}
