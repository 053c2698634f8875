//! Addresses about positions: what they are, what they are worth, what a player would do. Nothing is kept.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State as Shared;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use zwick::search::{Limits, Report, Scored};
use zwick::wire::{Analysis, Choice, State};
use zwick::{
    Analyst, AnyMove, AnyPosition, Name, Record, Rounds, Scale, Source, Unanswered, analyze_record, best_line,
};

use crate::App;
use crate::http::edge::Asker;
use crate::http::problem::{Problem, ProblemBody};
use crate::http::request::{Asked, GameName, Sent, read_record, read_time, read_unfinished};
use crate::http::stream;
use crate::positions::perfect::refusal;
use crate::thinking::affordable::Affordable;

/// Default time limit of an analysis.
pub(crate) const USUAL_ANALYSIS: Duration = Duration::from_secs(5);
/// Default thinking time of a computer player.
const USUAL_CHOICE: Duration = Duration::from_millis(2_500);
/// Default duration of a stream of analyses.
const USUAL_STREAM: Duration = Duration::from_secs(30);
/// How long a thinker waits for what the store knows.
const STORE_PATIENCE: Duration = Duration::from_secs(1);
/// The longest best line that is told.
const LONGEST_LINE: usize = 42;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PositionQuery {
    /// Moves from the start, or a position as a text of one line; the start if left out.
    #[serde(default)]
    pub(crate) position: String,
    /// Moves played from there.
    #[serde(default)]
    pub(crate) moves: String,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AnalysisQuery {
    /// Moves from the start, or a position as a text of one line; the start if left out.
    #[serde(default)]
    position: String,
    /// Moves played from there.
    #[serde(default)]
    moves: String,
    /// Milliseconds to try to solve it before settling for an estimate.
    #[param(minimum = 1, maximum = 60000)]
    time: Option<u64>,
}

impl AnalysisQuery {
    /// The game so far, and the time that was asked for or is usual.
    pub(crate) fn read(&self, game: zwick::Game, usual: Duration) -> Result<(Record<AnyPosition>, Duration), Problem> {
        Ok((read_record(game, &self.position, &self.moves)?, read_time(self.time, usual)?))
    }
}

/// A position and what may happen next.
#[utoipa::path(
    get, path = "/api/v1/{game}/position", operation_id = "readPosition", tag = "positions",
    params(
        ("game" = String, Path, description = "Such as connect-four, connect-four:8x7, morris or morris:lasker"),
        PositionQuery
    ),
    responses((status = 200, description = "The position.", body = State))
)]
pub(crate) async fn position(
    GameName(game): GameName,
    Asked(query): Asked<PositionQuery>,
) -> Result<Json<State>, Problem> {
    Ok(Json(State::of(&read_record(game, &query.position, &query.moves)?)))
}

/// What a position and each of its moves are worth, best first.
#[utoipa::path(
    get, path = "/api/v1/{game}/analysis", operation_id = "analyzePosition", tag = "positions",
    params(
        ("game" = String, Path, description = "Such as connect-four, connect-four:8x7, morris or morris:lasker"),
        AnalysisQuery
    ),
    responses((status = 200, description = "The position and its moves, best first.", body = Analysis))
)]
pub(crate) async fn analysis(
    Shared(app): Shared<Arc<App>>,
    asker: Asker,
    GameName(game): GameName,
    Asked(query): Asked<AnalysisQuery>,
) -> Result<Json<Analysis>, Problem> {
    let (record, time) = query.read(game, USUAL_ANALYSIS)?;
    let mut work = InRounds::new(app, asker, record, time);
    loop {
        match work.step().await? {
            AnalysisEvent::Analysis(analysis) => return Ok(Json(analysis)),
            // Intermediate answers are not shown here, and one long round finds the most.
            AnalysisEvent::Estimate(_) => {
                let rest = work.rounds.left().min(work.app.settings.limits.longest_thought);
                return Ok(Json(work.search(rest).await?.0));
            }
            AnalysisEvent::Position(_) | AnalysisEvent::Problem(_) => (),
        }
    }
}

/// News of an analysis.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "lowercase")]
pub(crate) enum AnalysisEvent {
    /// The position itself, at once.
    Position(State),
    /// What is known so far; better ones follow.
    Estimate(Analysis),
    /// The last word.
    Analysis(Analysis),
    /// Why there is no last word.
    Problem(ProblemBody),
}

/// The same as a stream: the position, estimates as they get better, the first within 200 ms, and at last the analysis.
///
/// Closing the stream stops the work.
#[utoipa::path(
    get, path = "/api/v1/{game}/analysis/stream", operation_id = "streamAnalysis", tag = "positions",
    params(
        ("game" = String, Path, description = "Such as connect-four, connect-four:8x7, morris or morris:lasker"),
        AnalysisQuery
    ),
    responses(
        (status = 200, description = "Server-sent events, each with its name and its data.", body = AnalysisEvent, content_type = "text/event-stream")
    )
)]
pub(crate) async fn analysis_stream(
    Shared(app): Shared<Arc<App>>,
    asker: Asker,
    GameName(game): GameName,
    Asked(query): Asked<AnalysisQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, axum::Error>>>, Problem> {
    let (record, time) = query.read(game, USUAL_STREAM)?;
    let work = InRounds::new(app, asker, record, time);
    let pass = work.app.stream(asker)?;
    let events = unfold(work, InRounds::run).take_until(async move { pass.lost().await });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// An analysis in rounds, each longer than the one before.
struct InRounds {
    app: Arc<App>,
    asker: Asker,
    record: Record<AnyPosition>,
    rounds: Rounds,
    next: Step,
}

/// What an analysis in rounds does next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Position,
    First,
    Further,
    Nothing,
}

impl InRounds {
    fn new(app: Arc<App>, asker: Asker, record: Record<AnyPosition>, time: Duration) -> Self {
        let rounds = Rounds::within(time).at_most(app.settings.limits.longest_thought);
        Self { app, asker, record, rounds, next: Step::Position }
    }

    async fn run(mut self) -> Option<(Result<Event, axum::Error>, Self)> {
        if self.next == Step::Nothing {
            return None;
        }
        let event = self.step().await.unwrap_or_else(|problem| AnalysisEvent::Problem(problem.body()));
        Some((stream::event(&event), self))
    }

    async fn step(&mut self) -> Result<AnalysisEvent, Problem> {
        // A failure is the last word too.
        let step = std::mem::replace(&mut self.next, Step::Nothing);
        if step == Step::Position {
            self.next = Step::First;
            return Ok(AnalysisEvent::Position(State::of(&self.record)));
        }
        let is_first = step == Step::First;
        if is_first && let Some(known) = self.known().await? {
            return Ok(AnalysisEvent::Analysis(known));
        }
        let time = self.rounds.next().unwrap_or_default();
        let (analysis, is_proven) = self.search(time).await?;
        if is_proven {
            return Ok(AnalysisEvent::Analysis(analysis));
        }
        // What is not proven at once may have been proven earlier: then the store knows.
        if is_first && let Some(proven) = self.proven().await {
            return Ok(AnalysisEvent::Analysis(proven));
        }
        if self.rounds.left().is_zero() {
            return Ok(AnalysisEvent::Analysis(analysis));
        }
        self.next = Step::Further;
        Ok(AnalysisEvent::Estimate(analysis))
    }

    /// What a search of this time finds, and whether it is proven.
    async fn search(&self, time: Duration) -> Result<(Analysis, bool), Problem> {
        let (record, game) = (self.record.clone(), self.record.position().game());
        let found = self.app.analyse(self.asker, game, move |analyst, stop| rate(analyst, &record, time, stop));
        Ok(found.await??)
    }

    /// What the rules, a book or a table say at once.
    async fn known(&self) -> Result<Option<Analysis>, Problem> {
        let (record, game) = (self.record.clone(), self.record.position().game());
        self.app.look_up(self.asker, game, move |analyst, stop| look_up(analyst, &record, stop)).await
    }

    /// What the store has proven. A store that is away or slow is ignored.
    async fn proven(&self) -> Option<Analysis> {
        let started = Instant::now();
        let asked = self.app.store.proven(self.record.position());
        let analysis = tokio::time::timeout(STORE_PATIENCE, asked).await.ok()?.ok()??;
        let best: Vec<AnyMove> = analysis.moves().iter().map(|rated| rated.mv).take(1).collect();
        Some(Analysis::of(&self.record, &analysis, &best, started.elapsed().as_secs_f64() * 1e3))
    }
}

/// What the position of a record and its moves are worth, and whether that is proven.
pub(crate) fn rate(
    analyst: &mut Analyst,
    record: &Record<AnyPosition>,
    time: Duration,
    stop: &AtomicBool,
) -> Result<(Analysis, bool), Unanswered> {
    let started = Instant::now();
    let limits = Limits { time: Some(time), stop: Some(stop), ..Limits::default() };
    let analysis = analyze_record(analyst, record, &limits)?;
    let is_proven = analysis.answer().verdict.wdl().is_some();
    let milliseconds = started.elapsed().as_secs_f64() * 1e3;
    let line = if is_proven { line_of(analyst, record.position(), &analysis, &limits) } else { Vec::new() };
    Ok((Analysis::of(record, &analysis, &line, milliseconds), is_proven))
}

/// The same from books and tables only.
fn look_up(analyst: &mut Analyst, record: &Record<AnyPosition>, without_search: &AtomicBool) -> Option<Analysis> {
    let started = Instant::now();
    let limits = Limits { stop: Some(without_search), ..Limits::default() };
    let analysis =
        analyze_record(analyst, record, &limits).ok().filter(|analysis| is_looked_up(analysis.answer().source))?;
    let milliseconds = started.elapsed().as_secs_f64() * 1e3;
    let line = line_of(analyst, record.position(), &analysis, &limits);
    Some(Analysis::of(record, &analysis, &line, milliseconds))
}

/// Whether an answer was there already.
pub(crate) const fn is_looked_up(source: Source) -> bool {
    matches!(source, Source::Rules | Source::Book | Source::Tablebase)
}

/// The best line as far as it is known as quickly as the analysis itself: a book does not send its reader to the solver.
fn line_of(
    analyst: &mut Analyst,
    position: &AnyPosition,
    analysis: &zwick::Analysis<AnyMove>,
    limits: &Limits<'_>,
) -> Vec<AnyMove> {
    // With this flag set a search stops at once, while a look-up still answers.
    static WITHOUT_SEARCH: AtomicBool = AtomicBool::new(true);
    let (most, limits) = match analysis.answer().source {
        Source::Book | Source::Tablebase => (LONGEST_LINE, Limits { stop: Some(&WITHOUT_SEARCH), ..*limits }),
        Source::Solver => (LONGEST_LINE, *limits),
        _ => (1, *limits),
    };
    let first = analysis.best_moves().next();
    first.map_or_else(Vec::new, |first| best_line(analyst, position, first, most, &limits))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChoiceRequest {
    /// Moves from the start, or a position as a text of one line; the start if left out.
    #[serde(default)]
    position: String,
    /// Moves played from there.
    #[serde(default)]
    moves: String,
    /// Such as `level 5`, `perfect` or `alpha-beta:depth=10`. Where perfect play cannot be had, `perfect` is refused with what is missing.
    player: String,
    /// Same seed, same move, unless time or several threads decide.
    seed: Option<u64>,
    /// Milliseconds to think at most.
    #[schema(minimum = 1, maximum = 60000)]
    time: Option<u64>,
}

/// The move a player would make, and what it cost to find.
///
/// A search that prunes looks for the best move alone: the others get an upper bound (`at-most`). With `all-scores=on` it scores
/// every move, which takes more nodes.
#[utoipa::path(
    post, path = "/api/v1/{game}/choose", operation_id = "chooseMove", tag = "positions",
    request_body = ChoiceRequest,
    params(
        ("game" = String, Path, description = "Such as connect-four, connect-four:8x7, morris or morris:lasker")
    ),
    responses((status = 200, description = "The move, and what the player found out.", body = Choice))
)]
pub(crate) async fn choose(
    Shared(app): Shared<Arc<App>>,
    asker: Asker,
    GameName(game): GameName,
    Sent(request): Sent<ChoiceRequest>,
) -> Result<Json<Choice>, Problem> {
    let position = read_unfinished(game, &request.position, &request.moves)?;
    let player = Affordable::read(&request.player, &app.settings.limits)?;
    let time = read_time(request.time, usual_choice(player))?;
    let report = think_for(&app, asker, position, player, request.seed, Scored::One, time).await?;
    Choice::of(&report, Scale::of_player(game, &player.spec())).map(Json).ok_or(Problem::Closing)
}

/// Default thinking time of a player. A perfect one needs seconds only where the board is hard, and refuses rather than guess.
pub(crate) fn usual_choice(player: Affordable) -> Duration {
    match player.name() {
        Name::Perfect => player.spec().settings.time.map_or(USUAL_CHOICE, Duration::from_millis),
        _ => USUAL_CHOICE,
    }
}

/// Lets a player think about a position of a game that is not over, and score at least these moves. A perfect player that has no perfect
/// move is refused with the reason.
pub(crate) async fn think_for(
    app: &App,
    asker: Asker,
    position: AnyPosition,
    player: Affordable,
    seed: Option<u64>,
    scored: Scored,
    time: Duration,
) -> Result<Report<AnyMove>, Problem> {
    let seed = seed.unwrap_or_else(|| fastrand::u64(..));
    let time = time.min(app.settings.limits.longest_thought);
    if player.name() != Name::Perfect {
        let think = move |stop: &AtomicBool| {
            let limits = Limits { time: Some(time), stop: Some(stop), ..Limits::default() };
            player.player(position.game(), seed).think(&position, scored, &limits, None)
        };
        return app.think(asker, player.lane(), think).await?.map_err(refusal);
    }
    let choose = move |analyst: &mut Analyst, limits: &Limits<'_>| {
        analyst.choose(&position, limits, &mut fastrand::Rng::with_seed(seed))
    };
    let look_up = move |analyst: &mut Analyst, without_search| {
        choose(analyst, &Limits { stop: Some(without_search), ..Limits::default() })
    };
    match app.look_up(asker, position.game(), look_up).await? {
        Ok(known) if known.choice.is_some() && is_looked_up(known.source) => return Ok(known),
        _ => {}
    }
    let think = move |analyst: &mut Analyst, stop: &AtomicBool| {
        let limits = Limits { time: Some(time), stop: Some(stop), ..Limits::default() };
        choose(analyst, &limits.and(Limits { time: player.spec().settings.time.map(Duration::from_millis), ..limits }))
    };
    app.analyse(asker, position.game(), think).await?.map_err(refusal)
}
