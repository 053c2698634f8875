//! Addresses about positions: what they are, what they are worth, what a player would do. Nothing is kept.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State as Shared;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use zwick::search::{Limits, Report, Scored};
use zwick::{
    Analyst, Answer, AnyMove, AnyPlayer, AnyPosition, Library, Name, Position, Record, Source, Spec, Unanswered, Value,
    Verdict, analyze,
};

use crate::App;
use crate::problem::{Problem, ProblemBody};
use crate::protocol::{Analysis, Choice, State};
use crate::request::{Asked, GameName, Sent, read_player, read_record, read_time, read_unfinished};

/// How long an analysis may take if nobody says.
pub(crate) const USUAL_ANALYSIS: Duration = Duration::from_secs(5);
/// How long a computer may think if nobody says.
pub(crate) const USUAL_CHOICE: Duration = Duration::from_millis(2_500);
/// How long a stream of analyses goes on if nobody says.
const USUAL_STREAM: Duration = Duration::from_secs(30);
/// The first analysis of a stream is there after this, each further one may take so many times as long.
const FIRST_ROUND: Duration = Duration::from_millis(150);
const GROWTH: u32 = 4;
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
    /// Milliseconds until an estimate has to do.
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
#[utoipa::path(get, path = "/api/v1/{game}/position", tag = "positions",
    params(("game" = String, Path, description = "Such as connect-four, connect-four:8x7, morris or morris:lasker"), PositionQuery),
    responses((status = 200, body = State), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn position(
    GameName(game): GameName,
    Asked(query): Asked<PositionQuery>,
) -> Result<Json<State>, Problem> {
    Ok(Json(State::of(&read_record(game, &query.position, &query.moves)?)))
}

/// What a position and each of its moves are worth, best first.
#[utoipa::path(get, path = "/api/v1/{game}/analysis", tag = "positions",
    params(("game" = String, Path, description = "Such as connect-four, connect-four:8x7, morris or morris:lasker"), AnalysisQuery),
    responses((status = 200, body = Analysis), (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "Too many are asking", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn analysis(
    Shared(app): Shared<Arc<App>>,
    GameName(game): GameName,
    Asked(query): Asked<AnalysisQuery>,
) -> Result<Json<Analysis>, Problem> {
    let (record, time) = query.read(game, USUAL_ANALYSIS)?;
    let mut rounds = Rounds { app, record, left: Some(time), next: FIRST_ROUND };
    let (first, is_last) = rounds.round().await?;
    if is_last {
        return Ok(Json(first));
    }
    // Nobody sees how an answer gets better: one long round finds most.
    rounds.next = time;
    let (analysis, _) = rounds.round().await?;
    Ok(Json(analysis))
}

/// The same as a stream: estimates as they get better, the first within 200 ms, and at last the analysis.
///
/// Server-sent events named `estimate`, `analysis` (the last) or `problem`, with the analysis as data. Closing the stream stops the work.
#[utoipa::path(get, path = "/api/v1/{game}/analysis/stream", tag = "positions",
    params(("game" = String, Path, description = "Such as connect-four, connect-four:8x7, morris or morris:lasker"), AnalysisQuery),
    responses((status = 200, body = String, content_type = "text/event-stream"),
        (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn analysis_stream(
    Shared(app): Shared<Arc<App>>,
    GameName(game): GameName,
    Asked(query): Asked<AnalysisQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, axum::Error>>>, Problem> {
    let (record, time) = query.read(game, USUAL_STREAM)?;
    let rounds = Rounds { app, record, left: Some(time), next: FIRST_ROUND };
    Ok(Sse::new(unfold(rounds, Rounds::run)).keep_alive(KeepAlive::default()))
}

/// The rounds of an analysis, each longer than the one before.
struct Rounds {
    app: Arc<App>,
    record: Record<AnyPosition>,
    /// The time left; none once the last word is said.
    left: Option<Duration>,
    next: Duration,
}

impl Rounds {
    async fn run(mut self) -> Option<(Result<Event, axum::Error>, Self)> {
        self.left?;
        let event = match self.round().await {
            Ok((analysis, is_last)) => {
                Event::default().event(if is_last { "analysis" } else { "estimate" }).json_data(analysis)
            }
            Err(problem) => Event::default().event("problem").json_data(problem.body()),
        };
        Some((event, self))
    }

    /// What this round finds, and whether it is the last one. What is not proven at once may have been proven earlier: then the store knows.
    async fn round(&mut self) -> Result<(Analysis, bool), Problem> {
        let left = self.left.take().unwrap_or_default();
        let is_first = self.next == FIRST_ROUND;
        let time = self.next.min(left);
        let record = self.record.clone();
        let found = self.app.think(move |analyst, stop| rate(analyst, &record, time, stop)).await?;
        let (analysis, is_proven) = found.map_err(unanswered)?;
        if !is_proven
            && is_first
            && let Some(proven) = self.proven().await
        {
            return Ok((proven, true));
        }
        let is_last = is_proven || time == left;
        self.left = (!is_last).then(|| left - time);
        self.next *= GROWTH;
        Ok((analysis, is_last))
    }

    /// What the store has proven. One that is away or slow knows nothing: thinking goes on without it.
    async fn proven(&self) -> Option<Analysis> {
        let started = Instant::now();
        let asked = self.app.store.proven(self.record.position());
        let analysis = tokio::time::timeout(STORE_PATIENCE, asked).await.ok()?.ok()??;
        let best: Vec<AnyMove> = analysis.moves.iter().map(|rated| rated.mv).take(1).collect();
        Some(Analysis::new(&self.record, &analysis, &best, started.elapsed().as_secs_f64() * 1e3))
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
    let analysis = worth(analyst, record, &limits)?;
    let is_proven = analysis.answer.verdict.wdl().is_some();
    let milliseconds = started.elapsed().as_secs_f64() * 1e3;
    let line = if is_proven { best_line(analyst, record.position(), &analysis, &limits) } else { Vec::new() };
    Ok((Analysis::new(record, &analysis, &line, milliseconds), is_proven))
}

/// The same in the words of the library. A game that the players or the draw rules ended has no moves, whatever the board says.
pub(crate) fn worth(
    analyst: &mut Analyst,
    record: &Record<AnyPosition>,
    limits: &Limits<'_>,
) -> Result<zwick::Analysis<AnyMove>, Unanswered> {
    let position = record.position();
    match record.ending() {
        Some(ending) if position.ending().is_none() => {
            let value = match ending.outcome {
                zwick::Outcome::Draw => Value::DRAW,
                zwick::Outcome::Win(side) if side == position.turn() => Value::win_in(1),
                zwick::Outcome::Win(_) => Value::loss_in(0),
            };
            let answer = Answer { verdict: Verdict::Exact(value), source: Source::Rules };
            Ok(zwick::Analysis { answer, moves: Vec::new() })
        }
        _ => analyze(analyst, position, limits),
    }
}

/// How the game goes on, as far as that is known as quickly as the analysis itself: a book does not send its reader to the solver.
fn best_line(
    analyst: &mut Analyst,
    position: &AnyPosition,
    analysis: &zwick::Analysis<AnyMove>,
    limits: &Limits<'_>,
) -> Vec<AnyMove> {
    // Whoever only looks up answers all the same; whoever would have to search stops at once.
    static WITHOUT_SEARCH: AtomicBool = AtomicBool::new(true);
    let limits = match analysis.answer.source {
        Source::Book | Source::Tablebase => Limits { stop: Some(&WITHOUT_SEARCH), ..*limits },
        Source::Solver => *limits,
        _ => return analysis.moves.iter().map(|rated| rated.mv).take(1).collect(),
    };
    let started = Instant::now();
    let mut line = Vec::new();
    let mut position = *position;
    let mut best = analysis.moves.first().copied();
    while let Some(rated) = best.filter(|_| line.len() < LONGEST_LINE) {
        line.push(rated.mv);
        position = position.after(rated.mv);
        let time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let next = analyze(analyst, &position, &Limits { time, ..limits });
        best =
            next.ok().filter(|next| next.answer.verdict.wdl().is_some()).and_then(|next| next.moves.first().copied());
    }
    line
}

/// Nobody waits for the answer any more, or the server stops; or a table is damaged.
pub(crate) fn unanswered(reason: Unanswered) -> Problem {
    match reason {
        Unanswered::Damaged(text) => Problem::Internal(text),
        _ => Problem::Closing,
    }
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct ChoiceRequest {
    /// Moves from the start, or a position as a text of one line; the start if left out.
    #[serde(default)]
    position: String,
    /// Moves played from there.
    #[serde(default)]
    moves: String,
    /// Such as `level 5`, `perfect` or `alpha-beta:depth=10`.
    player: String,
    /// Same seed, same move, unless time or several threads decide.
    seed: Option<u64>,
    /// Milliseconds to think at most.
    #[schema(minimum = 1, maximum = 60000)]
    time: Option<u64>,
}

/// The move a player would make.
#[utoipa::path(post, path = "/api/v1/{game}/choose", tag = "positions", request_body = ChoiceRequest,
    params(("game" = String, Path, description = "Such as connect-four, connect-four:8x7, morris or morris:lasker")),
    responses((status = 200, body = Choice), (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "Too many are asking", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn choose(
    Shared(app): Shared<Arc<App>>,
    GameName(game): GameName,
    Sent(request): Sent<ChoiceRequest>,
) -> Result<Json<Choice>, Problem> {
    let position = read_unfinished(game, &request.position, &request.moves)?;
    let time = read_time(request.time, USUAL_CHOICE)?;
    let player = read_player(&request.player)?;
    let report = think_for(&app, position, player, request.seed, time).await?;
    Choice::of(&report).map(Json).ok_or(Problem::Closing)
}

/// Lets a player think about a position of a game that goes on.
pub(crate) async fn think_for(
    app: &App,
    position: AnyPosition,
    player: Spec,
    seed: Option<u64>,
    time: Duration,
) -> Result<Report<AnyMove>, Problem> {
    let seed = seed.unwrap_or_else(|| fastrand::u64(..));
    app.think(move |analyst, stop| {
        let limits = Limits { time: Some(time), stop: Some(stop), ..Limits::default() };
        match player.name {
            Name::Perfect => analyst.choose(&position, &limits, &mut fastrand::Rng::with_seed(seed)),
            _ => AnyPlayer::with_library(position.game(), player, seed, Library::empty()).think(
                &position,
                Scored::All,
                &limits,
                None,
            ),
        }
    })
    .await
}
