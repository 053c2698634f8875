//! Long-running jobs: filling the store, analyses, and building the tables of morris.
//!
//! A job belongs to the server, or to the workers where they share PostgreSQL, never to a page: it keeps running when the page is closed. Its
//! results are saved as it runs, so a job that was stopped, or killed with its process, resumes where it was.

mod here;
mod settings;
mod shared;

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::Json;
use axum::extract::{FromRequestParts, State as Shared};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt};
use serde::Serialize;
use utoipa::ToSchema;

pub(crate) use self::here::Jobs;
use self::here::begin;
pub(crate) use self::here::resume_builds;
use self::settings::Checked;
pub(crate) use self::settings::JobSettings;
use crate::App;
use crate::http::edge::Asker;
use crate::http::operator::Operator;
use crate::http::paging::{Page, Paging};
use crate::http::problem::Problem;
use crate::http::request::{Asked, JobById, Placed, Sent};
use crate::http::stream::event;

/// The list is told at most this often.
const INTERVAL: Duration = Duration::from_millis(200);
/// How often the progress of workers is polled while a page is watching.
const LOOK: Duration = Duration::from_millis(800);

/// The state of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JobState {
    Running,
    /// It was asked to stop and ends within a moment.
    Stopping,
    Stopped,
    Done,
    Failed,
}

/// What a job counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Unit {
    Positions,
    Games,
}

/// What a job is at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Detail {
    /// Solving the positions with these men, now those that end in `plies` plies.
    Level { larger: u32, smaller: u32, plies: u32 },
    /// Held up while people's analyses need the cores.
    Yielding,
    /// Solving the positions with men in hand after `ply` plies.
    Ply { ply: u32 },
    /// A table has been written.
    Table { name: String },
    /// There is no worker to do it.
    Waiting,
    /// Some positions could not be found.
    Missing { positions: u64 },
}

/// A job as it is told.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Job {
    id: u64,
    settings: JobSettings,
    state: JobState,
    done: u64,
    wanted: u64,
    unit: Unit,
    /// The share of the work that is done, from 0 to 1.
    share: f64,
    /// How many a second since it was started or resumed.
    rate: Option<f64>,
    seconds_left: Option<f64>,
    /// What it is at, if there is something to say.
    detail: Option<Detail>,
    /// Evaluated positions that were new or better.
    saved: u64,
    /// Why it failed; in full only for the operator.
    problem: Option<String>,
    /// When it was begun, in milliseconds since 1970.
    started: u64,
    /// How long it has worked.
    milliseconds: u64,
}

/// How much of what is wanted is done.
fn share_of(done: u64, wanted: u64) -> f64 {
    if wanted > 0 { (done as f64 / wanted as f64).min(1.0) } else { 0.0 }
}

impl Job {
    /// Without what names places on this machine.
    pub(crate) fn for_everyone(mut self) -> Self {
        if let Some(problem) = &mut self.problem {
            "it failed; the operator sees why".clone_into(problem);
        }
        self
    }
}

/// News of the jobs.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "lowercase")]
pub(crate) enum JobsEvent {
    /// All of them, whichever has changed.
    Jobs(Vec<Job>),
}

/// All jobs since the server was started, and unfinished ones from before.
#[utoipa::path(
    get, path = "/api/v1/jobs", operation_id = "listJobs", tag = "databases", params(Paging),
    responses((status = 200, description = "Some jobs, in the order of their numbers.", body = Page<Job>))
)]
pub(crate) async fn list(
    Shared(app): Shared<Arc<App>>,
    operator: Result<Operator, Problem>,
    Asked(paging): Asked<Paging>,
) -> Result<Json<Page<Job>>, Problem> {
    let (limit, after) = (paging.limit()?, paging.after(|text| text.parse::<u64>().ok())?);
    let jobs = told(&app, operator.is_ok()).await?;
    let jobs = jobs.into_iter().filter(|job| after.is_none_or(|after| job.id > after));
    Ok(Json(Page::new(jobs, limit, |job| job.id.to_string())))
}

/// All jobs, those of workers and those of this server, in the order of their numbers. What went wrong may name places on this machine,
/// so only the operator is told.
async fn told(app: &App, is_operator: bool) -> Result<Vec<Job>, Problem> {
    app.jobs.load(app).await?;
    let mut jobs = if app.store.is_shared() { shared::told(&app.store).await? } else { Vec::new() };
    jobs.extend(app.jobs.told());
    jobs.sort_unstable_by_key(|job| job.id);
    Ok(if is_operator { jobs } else { jobs.into_iter().map(Job::for_everyone).collect() })
}

/// The jobs as they change: events named `jobs` with all of them.
#[utoipa::path(
    get, path = "/api/v1/jobs/events", operation_id = "streamJobs", tag = "databases",
    responses((status = 200, description = "Server-sent events, each with its name and its data.", body = JobsEvent, content_type = "text/event-stream"))
)]
pub(crate) async fn events(
    Shared(app): Shared<Arc<App>>,
    asker: Asker,
    operator: Result<Operator, Problem>,
) -> Result<Sse<impl Stream<Item = Result<Event, axum::Error>>>, Problem> {
    let pass = app.stream(asker)?;
    let changes = app.jobs.changes.subscribe();
    let is_operator = operator.is_ok();
    let first = told(&app, is_operator).await?;
    let news = unfold((app, changes, is_operator, Some(first)), async |(app, mut changes, is_operator, first)| {
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
                if let Ok(jobs) = told(&app, is_operator).await {
                    break jobs;
                }
            },
        };
        Some((event(&JobsEvent::Jobs(jobs)), (app, changes, is_operator, None)))
    });
    let news = news.take_until(async move { pass.lost().await });
    Ok(Sse::new(news).keep_alive(KeepAlive::default()))
}

/// Begins a job. What an earlier one with the same settings has done counts.
///
/// Where workers do it, everyone may ask for an analysis with a `time` of at most ten minutes a move, as long as not too many wait.
#[utoipa::path(
    post, path = "/api/v1/jobs", operation_id = "createJob", tag = "databases", request_body = JobSettings,
    security(("operator" = [])), responses((status = 201, description = "The job, which is running now.", body = Job))
)]
pub(crate) async fn create(
    Shared(app): Shared<Arc<App>>,
    operator: Result<Operator, Problem>,
    sent: Result<Sent<JobSettings>, Problem>,
) -> Result<(StatusCode, Json<Job>), Problem> {
    // Missing rights are reported before anything that is wrong with the request.
    if let Err(problem) = operator {
        match &sent {
            Ok(Sent(settings)) if shared::is_for_everyone(&app, settings).await? => {}
            _ => return Err(problem),
        }
    }
    let Sent(settings) = sent?;
    let checked = settings.check(&app)?;
    let settings = match &checked {
        Checked::Work(work) if app.store.is_shared() => {
            let job = app.store.start_job(work.work()).await?;
            return Ok((StatusCode::CREATED, Json(shared::told_one(&app.store, job).await?)));
        }
        // The same job is the same, however its position or player was written.
        Checked::Work(work) => JobSettings::of(work.work()),
        Checked::Tables(..) | Checked::TooMuch(_) => settings,
    };
    app.jobs.load(&app).await?;
    let known = app.jobs.list().iter().find(|entry| entry.job.settings == settings).map(|entry| entry.job.id);
    let id = known.unwrap_or_else(|| app.jobs.add(settings, checked, 0, 0));
    Ok((StatusCode::CREATED, Json(begin(&app, id)?)))
}

/// Stops a job; what it has done is kept.
#[utoipa::path(
    post, path = "/api/v1/jobs/{id}/stop", operation_id = "stopJob", tag = "databases", security(("operator" = [])),
    params(JobById), responses((status = 200, description = "The job, which ends within a moment.", body = Job))
)]
pub(crate) async fn stop(OperatorsJob { app, id }: OperatorsJob) -> Result<Json<Job>, Problem> {
    if let Some(id) = shared::number(&app, id) {
        return Ok(Json(shared::told_one(&app.store, app.store.stop_job(id).await?).await?));
    }
    app.jobs.change(id, |entry| {
        entry.stop.store(true, Relaxed);
        if entry.job.state == JobState::Running {
            entry.job.state = JobState::Stopping;
        }
        Json(entry.told())
    })
}

/// Resumes a job that is not running.
#[utoipa::path(
    post, path = "/api/v1/jobs/{id}/resume", operation_id = "resumeJob", tag = "databases", security(("operator" = [])),
    params(JobById), responses((status = 200, description = "The job, which is running again.", body = Job))
)]
pub(crate) async fn resume(OperatorsJob { app, id }: OperatorsJob) -> Result<Json<Job>, Problem> {
    match shared::number(&app, id) {
        Some(id) => Ok(Json(shared::told_one(&app.store, app.store.resume_job(id).await?).await?)),
        None => begin(&app, id).map(Json),
    }
}

/// Removes a job that is not running from the list.
#[utoipa::path(
    delete, path = "/api/v1/jobs/{id}", operation_id = "deleteJob", tag = "databases", security(("operator" = [])),
    params(JobById), responses((status = 204, description = "The job is off the list."))
)]
pub(crate) async fn remove(OperatorsJob { app, id }: OperatorsJob) -> Result<StatusCode, Problem> {
    let at_work = || Problem::Conflict("this job is at work: stop it first".to_owned());
    if let Some(id) = shared::number(&app, id) {
        return if shared::remove(&app.store, id).await? { Ok(StatusCode::NO_CONTENT) } else { Err(at_work()) };
    }
    if app.jobs.change(id, |entry| entry.is_at_work())? {
        return Err(at_work());
    }
    app.jobs.list().retain(|entry| entry.job.id != id);
    app.jobs.has_changed();
    Ok(StatusCode::NO_CONTENT)
}

/// The job whose number is in the path, for the operator.
pub(crate) struct OperatorsJob {
    app: Arc<App>,
    id: u64,
}

impl FromRequestParts<Arc<App>> for OperatorsJob {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        Operator::from_request_parts(parts, app).await?;
        let Placed(text) = Placed::<String>::from_request_parts(parts, app).await?;
        let id = text.parse().map_err(|_| Problem::NotFound("expected the number of a job".to_owned()))?;
        Ok(Self { app: Arc::clone(app), id })
    }
}
