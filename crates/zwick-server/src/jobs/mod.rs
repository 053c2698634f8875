//! Long work that goes on while nobody looks: filling the store, analyses, and making the tables of morris.
//!
//! A job lives in the server, or with the workers where a PostgreSQL server has some, never in a page: whoever opens the page again sees how
//! far it has come. What it has done is saved as it goes, so that a job stopped, or killed with its process, goes on where it was.

mod here;
mod order;
mod shared;

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::Json;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Serialize;
use utoipa::ToSchema;
use zwick_db::Plan;

pub(crate) use self::here::Jobs;
use self::here::begin;
pub(crate) use self::order::Order;
use self::order::Work;
use crate::App;
use crate::operator::Operator;
use crate::problem::{Problem, ProblemBody};
use crate::request::{Placed, Sent};

/// The list is told at most this often.
const INTERVAL: Duration = Duration::from_millis(200);
/// How often the work of workers is looked at while somebody watches.
const LOOK: Duration = Duration::from_millis(800);

/// How a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Standing {
    Running,
    /// It was asked to stop and ends within a moment.
    Stopping,
    Stopped,
    Done,
    Failed,
}

/// A job as it is told.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Job {
    id: u64,
    settings: Order,
    state: Standing,
    done: u64,
    wanted: u64,
    /// `positions` or `games`.
    unit: &'static str,
    /// How many a second since it was begun or gone on with.
    rate: Option<f64>,
    seconds_left: Option<f64>,
    /// Such as `7-3, level 12`.
    detail: String,
    /// Evaluated positions that were new or better.
    saved: u64,
    problem: Option<String>,
    /// When it was begun, in milliseconds since 1970.
    started: u64,
    /// How long it has worked.
    milliseconds: u64,
}

/// All jobs since the server was started, and unfinished ones from before.
#[utoipa::path(get, path = "/api/v1/jobs", tag = "databases", responses((status = 200, body = [Job])))]
pub(crate) async fn list(Shared(app): Shared<Arc<App>>) -> Result<Json<Vec<Job>>, Problem> {
    told(&app).await.map(Json)
}

/// All jobs: those of workers, then those of this server.
async fn told(app: &App) -> Result<Vec<Job>, Problem> {
    app.jobs.load(app).await?;
    let mut jobs = if app.store.is_shared() { shared::told(&app.store).await? } else { Vec::new() };
    jobs.extend(app.jobs.told());
    Ok(jobs)
}

/// The jobs as they change: events named `jobs` with all of them.
#[utoipa::path(get, path = "/api/v1/jobs/events", tag = "databases",
    responses((status = 200, body = String, content_type = "text/event-stream")))]
pub(crate) async fn events(
    Shared(app): Shared<Arc<App>>,
) -> Result<Sse<impl Stream<Item = Result<Event, axum::Error>>>, Problem> {
    let changes = app.jobs.changes.subscribe();
    let first = told(&app).await?;
    let news = unfold((app, changes, Some(first)), async |(app, mut changes, first)| {
        let jobs = match first {
            Some(jobs) => jobs,
            None => loop {
                tokio::select! {
                    changed = changes.changed() => changed.ok()?,
                    () = tokio::time::sleep(LOOK), if app.store.is_shared() => {}
                    () = app.closing() => return None,
                }
                tokio::time::sleep(INTERVAL).await;
                changes.mark_unchanged();
                // A store that is away has no news.
                if let Ok(jobs) = told(&app).await {
                    break jobs;
                }
            },
        };
        Some((Event::default().event("jobs").json_data(jobs), (app, changes, None)))
    });
    Ok(Sse::new(news).keep_alive(KeepAlive::default()))
}

/// Begins a job. What an earlier one with the same settings has done counts.
///
/// Where workers do it, everyone may ask for an analysis with a `time` of at most ten minutes a move, as long as not too many wait.
#[utoipa::path(post, path = "/api/v1/jobs", tag = "databases", request_body = Order, security(("token" = [])),
    responses((status = 201, body = Job), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn create(
    Shared(app): Shared<Arc<App>>,
    operator: Result<Operator, Problem>,
    sent: Result<Sent<Order>, Problem>,
) -> Result<(StatusCode, Json<Job>), Problem> {
    // Whoever has no right hears that first, whatever was sent.
    if let Err(problem) = operator {
        match &sent {
            Ok(Sent(order)) if shared::is_for_everyone(&app, order).await? => {}
            _ => return Err(problem),
        }
    }
    let Sent(order) = sent?;
    let work = order.read(&app)?;
    let order = match &work {
        Work::Fill(task) if app.store.is_shared() => {
            let given = shared::give(&app.store, Plan::Fill(task.clone())).await?;
            return Ok((StatusCode::CREATED, Json(given)));
        }
        // The same job is the same, however its position or player was written.
        Work::Fill(task) => Order::of(task),
        Work::Tables(..) => order,
    };
    app.jobs.load(&app).await?;
    let known = app.jobs.list().iter().find(|entry| entry.job.settings == order).map(|entry| entry.job.id);
    let id = known.unwrap_or_else(|| app.jobs.add(order, work, 0, 0));
    Ok((StatusCode::CREATED, Json(begin(&app, id)?)))
}

/// Stops a job; what it has done is kept.
#[utoipa::path(post, path = "/api/v1/jobs/{id}/stop", tag = "databases", params(("id" = u64, Path)), security(("token" = [])),
    responses((status = 200, body = Job), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn stop(
    Shared(app): Shared<Arc<App>>,
    _: Operator,
    JobNumber(id): JobNumber,
) -> Result<Json<Job>, Problem> {
    if let Some(id) = shared::number(&app, id) {
        return Ok(Json(shared::stop(&app.store, id).await?));
    }
    app.jobs.change(id, |entry| {
        entry.stop.store(true, Relaxed);
        if entry.job.state == Standing::Running {
            entry.job.state = Standing::Stopping;
        }
        Json(entry.told())
    })
}

/// Goes on with a job that is not at work.
#[utoipa::path(post, path = "/api/v1/jobs/{id}/resume", tag = "databases", params(("id" = u64, Path)), security(("token" = [])),
    responses((status = 200, body = Job), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn resume(
    Shared(app): Shared<Arc<App>>,
    _: Operator,
    JobNumber(id): JobNumber,
) -> Result<Json<Job>, Problem> {
    match shared::number(&app, id) {
        Some(id) => Ok(Json(shared::go_on(&app.store, id).await?)),
        None => begin(&app, id).map(Json),
    }
}

/// Takes a job that is not at work off the list.
#[utoipa::path(delete, path = "/api/v1/jobs/{id}", tag = "databases", params(("id" = u64, Path)), security(("token" = [])),
    responses((status = 204), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn remove(
    Shared(app): Shared<Arc<App>>,
    _: Operator,
    JobNumber(id): JobNumber,
) -> Result<StatusCode, Problem> {
    let at_work = || Problem::Conflict("this job is at work: stop it first".to_owned());
    if let Some(id) = shared::number(&app, id) {
        return if shared::forget(&app.store, id).await? { Ok(StatusCode::NO_CONTENT) } else { Err(at_work()) };
    }
    if app.jobs.change(id, |entry| entry.is_at_work())? {
        return Err(at_work());
    }
    app.jobs.list().retain(|entry| entry.job.id != id);
    app.jobs.has_changed();
    Ok(StatusCode::NO_CONTENT)
}

/// The number of a job in the path.
pub(crate) struct JobNumber(u64);

impl<S: Send + Sync> axum::extract::FromRequestParts<S> for JobNumber {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut axum::http::request::Parts, state: &S) -> Result<Self, Problem> {
        let Placed(text) = Placed::<String>::from_request_parts(parts, state).await?;
        text.parse().map(Self).map_err(|_| Problem::NotFound("expected the number of a job".to_owned()))
    }
}
