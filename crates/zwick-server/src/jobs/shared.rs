//! Jobs of workers, the same for every server that shares their store.

use zwick_db::{Store, Work};

use super::settings::JobSettings;
use super::{Detail, Job, JobState, share_of};
use crate::App;
use crate::http::problem::Problem;

impl Job {
    /// A job of workers, of which this many threads are alive.
    pub fn of(job: zwick_db::Job, workers: u64) -> Self {
        let settings = JobSettings::of(&job.work);
        let state = match job.state {
            zwick_db::JobState::Running => JobState::Running,
            zwick_db::JobState::Stopped => JobState::Stopped,
            zwick_db::JobState::Done => JobState::Done,
            zwick_db::JobState::Failed => JobState::Failed,
        };
        Self {
            id: job.id as u64,
            unit: settings.unit(),
            settings,
            state,
            share: share_of(job.done, job.wanted),
            rate: job.rate,
            seconds_left: job.seconds_left(),
            done: job.done,
            wanted: job.wanted,
            detail: (state == JobState::Running && workers == 0).then_some(Detail::Waiting),
            saved: job.saved,
            problem: job.problem,
            started: job.created,
            milliseconds: job.worked,
        }
    }
}

/// The longest a move of an analysis may take that someone else than the operator asks for, in milliseconds.
const TIME_FOR_EVERYONE: u64 = 600_000;
/// How many analyses may be waiting or running when somebody other than the operator asks for another one.
const MOST_FOR_EVERYONE: usize = 16;

/// Whether everyone may ask for this, not only the operator: an analysis by workers, with a time limit.
pub(super) async fn is_for_everyone(app: &App, settings: &JobSettings) -> Result<bool, Problem> {
    let is_short = matches!(settings, JobSettings::Analysis { time: Some(..=TIME_FOR_EVERYONE), .. });
    if !is_short || !app.store.is_shared() {
        return Ok(false);
    }
    let is_unfinished =
        |job: &zwick_db::Job| job.state == zwick_db::JobState::Running && matches!(job.work, Work::Study(_));
    let unfinished = app.store.jobs().await?.into_iter().filter(is_unfinished).count();
    if unfinished < MOST_FOR_EVERYONE { Ok(true) } else { Err(Problem::Busy) }
}

/// The number of a job of workers; none if the job is one of this server.
pub(super) fn number(app: &App, id: u64) -> Option<i64> {
    let is_here = app.jobs.list().iter().any(|entry| entry.job.id == id);
    i64::try_from(id).ok().filter(|_| app.store.is_shared() && !is_here)
}

pub(super) async fn told(store: &Store) -> Result<Vec<Job>, Problem> {
    let (jobs, workers) = (store.jobs().await?, store.worker_threads().await?);
    Ok(jobs.into_iter().map(|job| Job::of(job, workers)).collect())
}

pub(super) async fn told_one(store: &Store, job: zwick_db::Job) -> Result<Job, Problem> {
    Ok(Job::of(job, store.worker_threads().await?))
}

/// Removes a job that is not at work; whether it was none.
pub(super) async fn remove(store: &Store, id: i64) -> Result<bool, Problem> {
    let is_at_work = store.job(id).await?.state == zwick_db::JobState::Running;
    if !is_at_work {
        store.cancel_job(id).await?;
    }
    Ok(!is_at_work)
}
