//! Addresses about positions: what they are and what they are worth. Nothing is kept.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use axum::Json;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use zwick::search::Limits;
use zwick::wire::{Analysis, State};
use zwick::{Analyst, AnyMove, AnyPosition, Oracle, Record, Rounds, Source, Unanswered, analyze_record, best_line};

use crate::App;
use crate::http::edge::Asker;
use crate::http::problem::{Problem, ProblemBody};
use crate::http::request::{AboutPosition, GamePath, PositionQuery, read_time};
use crate::http::stream;
use crate::thinking::STORE_PATIENCE;

/// Default time limit of an analysis.
pub(crate) const USUAL_ANALYSIS: Duration = Duration::from_secs(5);
/// Default duration of a stream of analyses.
const USUAL_STREAM: Duration = Duration::from_secs(30);
/// The same while tables are being built, which need the cores too and will answer better.
const STREAM_BESIDE_BUILD: Duration = Duration::from_secs(3);
/// The longest best line that is told.
const LONGEST_LINE: usize = 42;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TimeQuery {
    /// Milliseconds to try to solve it before settling for an estimate.
    #[param(minimum = 1, maximum = 60000)]
    time: Option<u64>,
}

impl TimeQuery {
    /// The time that was asked for or is usual.
    pub(crate) fn read(&self, usual: Duration) -> Result<Duration, Problem> {
        read_time(self.time, usual)
    }
}

/// A position and what may happen next.
#[utoipa::path(
    get, path = "/api/v1/{game}/position", operation_id = "readPosition", tag = "positions",
    params(GamePath, PositionQuery), responses((status = 200, description = "The position.", body = State))
)]
pub(crate) async fn position(AboutPosition { record, .. }: AboutPosition) -> Json<State> {
    Json(State::of(&record))
}

/// What a position and each of its moves are worth, best first.
#[utoipa::path(
    get, path = "/api/v1/{game}/analysis", operation_id = "analyzePosition", tag = "positions",
    params(GamePath, PositionQuery, TimeQuery),
    responses((status = 200, description = "The position and its moves, best first.", body = Analysis))
)]
pub(crate) async fn analysis(
    AboutPosition { app, asker, record, query }: AboutPosition<TimeQuery>,
) -> Result<Json<Analysis>, Problem> {
    let mut work = InRounds::new(app, asker, record, query.read(USUAL_ANALYSIS)?);
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
    params(GamePath, PositionQuery, TimeQuery),
    responses((status = 200, description = "Server-sent events, each with its name and its data.", body = AnalysisEvent, content_type = "text/event-stream"))
)]
pub(crate) async fn analysis_stream(
    AboutPosition { app, asker, record, query }: AboutPosition<TimeQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, axum::Error>>>, Problem> {
    let is_being_solved = app.jobs.is_solving(record.position().game());
    let usual = if is_being_solved { STREAM_BESIDE_BUILD } else { USUAL_STREAM };
    let work = InRounds::new(app, asker, record, query.read(usual)?);
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
        self.app.awaited.note(self.record.position());
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
        let found =
            self.app.thinkers.analyse(self.asker, game, move |analyst, stop| rate(analyst, &record, time, stop));
        Ok(found.await??)
    }

    /// What the rules, a book or a table say at once.
    async fn known(&self) -> Result<Option<Analysis>, Problem> {
        let (record, game) = (self.record.clone(), self.record.position().game());
        self.app.thinkers.look_up(self.asker, game, move |analyst, stop| look_up(analyst, &record, stop)).await
    }

    /// What the store has proven. A store that is away or slow is ignored.
    async fn proven(&self) -> Option<Analysis> {
        let started = Instant::now();
        let asked = self.app.store.proven(self.record.position());
        let analysis = tokio::time::timeout(STORE_PATIENCE, asked).await.ok()?.ok()??;
        let best: Vec<AnyMove> = analysis.moves().iter().map(|rated| rated.mv).take(1).collect();
        Some(Analysis::of(&self.record, &analysis, &best, 0, started.elapsed().as_secs_f64() * 1e3))
    }
}

/// What the position of a record and its moves are worth, and whether that is proven.
pub(crate) fn rate(
    analyst: &mut Analyst,
    record: &Record<AnyPosition>,
    time: Duration,
    stop: &AtomicBool,
) -> Result<(Analysis, bool), Unanswered> {
    let (started, before) = (Instant::now(), analyst.nodes());
    let limits = Limits { time: Some(time), stop: Some(stop), ..Limits::default() };
    let analysis = analyze_record(analyst, record, &limits)?;
    let nodes = analyst.nodes() - before;
    let is_proven = analysis.answer().verdict.wdl().is_some();
    let milliseconds = started.elapsed().as_secs_f64() * 1e3;
    let line = if is_proven { line_of(analyst, record.position(), &analysis, &limits) } else { Vec::new() };
    Ok((Analysis::of(record, &analysis, &line, nodes, milliseconds), is_proven))
}

/// The same from books and tables only.
fn look_up(analyst: &mut Analyst, record: &Record<AnyPosition>, without_search: &AtomicBool) -> Option<Analysis> {
    let started = Instant::now();
    let limits = Limits { stop: Some(without_search), ..Limits::default() };
    let analysis =
        analyze_record(analyst, record, &limits).ok().filter(|analysis| is_looked_up(analysis.answer().source))?;
    let milliseconds = started.elapsed().as_secs_f64() * 1e3;
    let line = line_of(analyst, record.position(), &analysis, &limits);
    Some(Analysis::of(record, &analysis, &line, 0, milliseconds))
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
