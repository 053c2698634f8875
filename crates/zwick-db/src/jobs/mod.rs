//! Jobs: long work that saves as it goes, so it can be stopped, resumed and shared.
//!
//! A job is what a user starts; a piece is what one worker does of it: a row that says how much is done, updated in the transaction that
//! saves the results, and deleted with the last of them. A job without pieces is done.
//!
//! On a PostgreSQL server workers take the pieces from a queue. It may hand out a piece twice, workers may die and servers may restart: a
//! deleted piece is done, and nothing is counted twice. A job that a process does by itself, on either database, is a single piece.
//! Starting the same job again resumes it, several processes can share it, and it is deleted when it is done.

mod book;
mod fill;
pub(crate) mod piece;
mod queue;
mod seed;
mod self_play;
mod study;
mod work;
mod worker;

use std::collections::HashSet;

use sqlx::{PgPool, Postgres, QueryBuilder, Transaction};

pub use self::book::BookWork;
pub use self::fill::Progress;
use self::piece::Piece;
pub(crate) use self::queue::{migrate, refill};
pub use self::seed::Seed;
pub use self::self_play::SelfPlay;
pub use self::study::Study;
use self::work::Part;
pub use self::work::Work;
pub use self::worker::{Worker, WorkerEvent};
use crate::checksum::Columns;
use crate::error::Error;
use crate::games::now;
use crate::store::{Pool, Store, on_pool};

/// The state of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobState {
    /// Workers take its pieces.
    Running,
    /// Stopped; can be resumed.
    Stopped,
    /// Everything is done.
    Done,
    /// A piece failed.
    Failed,
}

/// A job and its progress.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// Its number.
    pub id: i64,
    /// What it does.
    pub work: Work,
    /// Its state.
    pub state: JobState,
    /// How much is done.
    pub done: u64,
    /// How much is wanted.
    pub wanted: u64,
    /// Evaluated positions that were new or better, found by workers.
    pub saved: u64,
    /// Why it failed.
    pub problem: Option<String>,
    /// When it was first started, in milliseconds since 1970.
    pub created: u64,
    /// How long workers have been running it, in milliseconds.
    pub worked: u64,
    /// The rate per second since it was started or resumed.
    pub rate: Option<f64>,
}

impl Job {
    /// How long it will take at this rate.
    pub fn seconds_left(&self) -> Option<f64> {
        self.rate.map(|rate| self.wanted.saturating_sub(self.done) as f64 / rate)
    }
}

/// The lock under which jobs are started: the same one is not started twice.
const STARTING: i64 = 1_517_775_204;
/// How long a finished analysis stays on the list, in milliseconds: a day.
const STUDY_KEPT: i64 = 86_400_000;
/// Rows per statement.
const BATCH: usize = 500;

/// A job as stored, with what is left of its pieces.
#[derive(Debug, Default, sqlx::FromRow)]
pub(crate) struct JobRow {
    pub(crate) id: i64,
    pub(crate) work: String,
    wanted: i64,
    state: String,
    problem: Option<String>,
    saved: i64,
    created: i64,
    begun: i64,
    done_before: i64,
    worked: i64,
    is_ended: bool,
    pub(crate) is_for_workers: bool,
    checksum: i64,
    /// PostgreSQL's own check; SQLite has none.
    is_sound: Option<bool>,
    remaining: i64,
    pieces: i64,
}

/// Jobs with this number, or all; for workers, or not, or all. The parameter tells whether a row matches its checksum.
macro_rules! list {
    ($is_sound:literal) => {
        concat!(
            "SELECT id, work, wanted, state, problem, saved, created, begun, done_before, worked, is_ended, is_for_workers, checksum, ",
            $is_sound,
            " AS is_sound, CAST(coalesce(rest.remaining, 0) AS BIGINT) AS remaining, coalesce(rest.pieces, 0) AS pieces \
             FROM jobs LEFT JOIN (SELECT job_id, sum(wanted - done) AS remaining, count(*) AS pieces FROM pieces GROUP BY job_id) AS rest \
             ON rest.job_id = jobs.id WHERE id = coalesce($1, id) AND is_for_workers = coalesce($2, is_for_workers) ORDER BY id"
        )
    };
}

pub(crate) const LIST: &str = list!("CAST(NULL AS BOOLEAN)");
const LIST_CHECKED: &str = list!("checksum = zwick.checksum_of(to_jsonb(jobs))");

/// Inserts a job, unless it is one that processes do by themselves and that is there already.
const INSERT: &str = "INSERT INTO jobs (work, wanted, state, created, begun, is_for_workers, checksum) \
     VALUES ($1, $2, $3, $4, $4, $5, $6) ON CONFLICT (work) WHERE NOT is_for_workers DO NOTHING RETURNING id";

/// Inserts a job in a transaction; returns its number, `None` if it was there.
macro_rules! insert_job {
    ($transaction:expr, $job:expr) => {
        sqlx::query_scalar::<_, i64>($crate::jobs::INSERT)
            .bind(&$job.work)
            .bind($job.wanted)
            .bind(&$job.state)
            .bind($job.created)
            .bind($job.is_for_workers)
            .bind($job.sum())
            .fetch_optional(&mut *$transaction)
            .await?
    };
}

pub(crate) use insert_job;

impl JobRow {
    /// A new job. Whether a process is working on one that is not for workers is not stored: it could be killed.
    fn new(work: String, wanted: u64, is_for_workers: bool) -> Self {
        let (state, time) = (if is_for_workers { "running" } else { "stopped" }.to_owned(), now());
        Self { work, wanted: wanted as i64, state, created: time, begun: time, is_for_workers, ..Self::default() }
    }

    /// Its checksum on SQLite; PostgreSQL computes its own in a trigger.
    pub(crate) fn sum(&self) -> i64 {
        let flags = [i64::from(self.is_ended), i64::from(self.is_for_workers)];
        let numbers = [self.wanted, self.saved, self.created, self.begun, self.done_before, self.worked];
        let texts = Columns::of("jobs").text(&self.work).text(&self.state);
        numbers.into_iter().chain(flags).fold(texts, Columns::number).checksum()
    }

    /// What it does, if it is what was saved.
    fn work(&self, threads: usize) -> Result<Work, Error> {
        if self.is_sound.unwrap_or_else(|| self.sum() == self.checksum) {
            return Work::read(&self.work, threads);
        }
        Err(Error::Damaged(format!("job {}: wrong checksum", self.id)))
    }

    /// What is wrong with it.
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.work(1)?;
        let is_whole = self.is_for_workers || self.pieces == 1;
        if is_whole { Ok(()) } else { Err(Error::Damaged(format!("job {} has no piece", self.id))) }
    }

    /// The job. One that cannot be read counts as failed: it has the reason, can be cancelled, and does not hide the others.
    fn read(self, now: i64, threads: usize) -> Job {
        let read = self.work(threads);
        let state = match (&read, self.state.as_str()) {
            (Err(_), _) => JobState::Failed,
            _ if self.pieces == 0 => JobState::Done,
            (_, "running") => JobState::Running,
            (_, "stopped") => JobState::Stopped,
            _ => JobState::Failed,
        };
        let (work, unreadable) = match read {
            Ok(work) => (work, None),
            Err(error) => (Work::Unreadable(self.work), Some(error.to_string())),
        };
        let done = self.wanted - self.remaining;
        let is_counting = self.state == "running" && !self.is_ended;
        let run = if is_counting { (now - self.begun).max(0) } else { 0 };
        let rate = (done - self.done_before) as f64 / (run as f64 / 1e3).max(1e-3);
        Job {
            id: self.id,
            work,
            state,
            done: done as u64,
            wanted: self.wanted as u64,
            saved: self.saved as u64,
            problem: unreadable.or(self.problem),
            created: self.created as u64,
            worked: (self.worked + run) as u64,
            rate: Some(rate).filter(|rate| *rate > 0.0 && state == JobState::Running),
        }
    }
}

impl Store {
    /// The server through which jobs are shared.
    pub(crate) fn shared(&self) -> Result<&PgPool, Error> {
        match &self.pool {
            Pool::Sqlite(_) => Err(Error::NotShared(self.place.clone())),
            Pool::Postgres(pool) => Ok(pool),
        }
    }

    /// Whether workers can work for this store.
    pub fn is_shared(&self) -> bool {
        self.shared().is_ok()
    }

    /// The job with this number, or all; for workers, or not, or all.
    pub(crate) async fn job_rows(&self, id: Option<i64>, for_workers: Option<bool>) -> Result<Vec<JobRow>, Error> {
        let list = if self.is_shared() { LIST_CHECKED } else { LIST };
        Ok(on_pool!(self, pool => sqlx::query_as(list).bind(id).bind(for_workers).fetch_all(pool).await?))
    }

    /// The unfinished jobs that processes do by themselves, without workers; each resumes on `threads` threads.
    ///
    /// # Errors
    /// If the database does not respond.
    pub async fn unfinished_jobs(&self, threads: usize) -> Result<Vec<Job>, Error> {
        // One corrupted row must not hide the other jobs; `Store::verify` names it.
        let sound = self.all_pieces().await?.into_iter().filter_map(|piece| piece.checked().ok());
        let sound: HashSet<i64> = sound.map(|piece| piece.job_id).collect();
        let rows = self.job_rows(None, Some(false)).await?.into_iter().filter(|row| sound.contains(&row.id));
        Ok(rows.map(|row| row.read(0, threads)).filter(|job| job.state == JobState::Stopped).collect())
    }

    /// Starts a job for workers, or resumes the same one if it was stopped or has failed.
    ///
    /// # Errors
    /// If it is already running, is impossible, or cannot be saved.
    pub async fn start_job(&self, work: &Work) -> Result<Job, Error> {
        let pool = self.shared()?;
        work.check()?;
        if let Some(job) = self.unfinished_job(work).await? {
            return self.resume_job(job.id).await;
        }
        let cut = work.clone();
        // Listing the positions of a book takes long.
        let parts = tokio::task::spawn_blocking(move || cut.parts()).await.expect("cutting does not panic");
        let mut transaction = pool.begin().await?;
        sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(STARTING).execute(&mut *transaction).await?;
        if self.unfinished_job(work).await?.is_some() {
            return Err(at_work());
        }
        // Analyses that were finished long ago: their results are among the evaluated positions, and the client has seen them.
        sqlx::query("DELETE FROM jobs WHERE work LIKE 'study %' AND is_ended AND created < $1")
            .bind(now() - STUDY_KEPT)
            .execute(&mut *transaction)
            .await?;
        let job = JobRow::new(work.to_string(), parts.iter().map(Part::wanted).sum(), true);
        let id = insert_job!(transaction, job).expect("jobs for workers have no conflict");
        insert_pieces(&mut transaction, id, &parts).await?;
        queue::add(&mut transaction, id, work.priority()).await?;
        transaction.commit().await?;
        self.job(id).await
    }

    async fn unfinished_job(&self, work: &Work) -> Result<Option<Job>, Error> {
        let is_same = |job: &Job| job.work.to_string() == work.to_string() && job.state != JobState::Done;
        Ok(self.jobs().await?.into_iter().find(is_same))
    }

    /// All jobs for workers, in the sequence in which they were first started.
    ///
    /// # Errors
    /// If this store is not shared, or does not respond.
    pub async fn jobs(&self) -> Result<Vec<Job>, Error> {
        self.shared()?;
        let (rows, time) = (self.job_rows(None, Some(true)).await?, now());
        Ok(rows.into_iter().map(|row| row.read(time, 1)).collect())
    }

    /// The job for workers with this number.
    ///
    /// # Errors
    /// If it does not exist, or this store is not shared or does not respond.
    pub async fn job(&self, id: i64) -> Result<Job, Error> {
        self.shared()?;
        let row = self.job_rows(Some(id), Some(true)).await?.pop();
        Ok(row.ok_or(Error::NoJob(id))?.read(now(), 1))
    }

    /// How many worker threads are running.
    ///
    /// # Errors
    /// If this store is not shared, or does not respond.
    pub async fn worker_threads(&self) -> Result<u64, Error> {
        queue::worker_threads(self.shared()?).await
    }

    /// Stops a job; running pieces stop within a second, and results are kept.
    ///
    /// # Errors
    /// If it does not exist, or the database fails.
    pub async fn stop_job(&self, id: i64) -> Result<Job, Error> {
        self.halt(id, "stopped", None).await?;
        self.job(id).await
    }

    /// Ends the work on a running job.
    async fn halt(&self, id: i64, state: &str, problem: Option<&str>) -> Result<(), Error> {
        let mut transaction = self.shared()?.begin().await?;
        let halted = sqlx::query(
            "UPDATE jobs SET state = $2, problem = $3, worked = worked + $4 - begun WHERE id = $1 AND state = 'running' AND NOT is_ended",
        )
        .bind(id)
        .bind(state)
        .bind(problem)
        .bind(now())
        .execute(&mut *transaction)
        .await?;
        if halted.rows_affected() > 0 {
            queue::remove(&mut transaction, id).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Resumes a job that was stopped or has failed.
    ///
    /// # Errors
    /// If it is already running or done, does not exist, or the database fails.
    pub async fn resume_job(&self, id: i64) -> Result<Job, Error> {
        let job = self.job(id).await?;
        job.work.check()?;
        match job.state {
            JobState::Running => return Err(at_work()),
            JobState::Done => return Err(Error::NotAllowed("this job is done".to_owned())),
            JobState::Stopped | JobState::Failed => {}
        }
        let mut transaction = self.shared()?.begin().await?;
        let begun = sqlx::query(
            "UPDATE jobs SET state = 'running', problem = NULL, begun = $2, done_before = $3 WHERE id = $1 AND state <> 'running'",
        )
        .bind(id)
        .bind(now())
        .bind(job.done as i64)
        .execute(&mut *transaction)
        .await?;
        if begun.rows_affected() == 0 {
            return Err(at_work());
        }
        queue::add(&mut transaction, id, job.work.priority()).await?;
        transaction.commit().await?;
        self.job(id).await
    }

    /// Removes a job, done or not. What it has saved among the evaluated positions and games stays.
    ///
    /// # Errors
    /// If it does not exist, or the database fails.
    pub async fn cancel_job(&self, id: i64) -> Result<(), Error> {
        let mut transaction = self.shared()?.begin().await?;
        queue::remove(&mut transaction, id).await?;
        // Pieces first, in the order in which workers lock them.
        sqlx::query("DELETE FROM pieces USING jobs WHERE id = job_id AND id = $1 AND is_for_workers")
            .bind(id)
            .execute(&mut *transaction)
            .await?;
        let gone = sqlx::query("DELETE FROM jobs WHERE id = $1 AND is_for_workers")
            .bind(id)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        if gone.rows_affected() == 0 { Err(Error::NoJob(id)) } else { Ok(()) }
    }
}

fn at_work() -> Error {
    Error::NotAllowed("this job is already running".to_owned())
}

/// Creates the rows of a job's pieces, with the positions to be solved.
async fn insert_pieces(transaction: &mut Transaction<'_, Postgres>, job: i64, parts: &[Part]) -> Result<(), Error> {
    let numbered: Vec<(i64, &Part)> = (0..).zip(parts).collect();
    for batch in numbered.chunks(BATCH) {
        let mut query = QueryBuilder::new("INSERT INTO pieces (job_id, number, part, done, wanted, checksum) ");
        query.push_values(batch, |mut row, (number, part)| {
            let piece = Piece::new(job, *number, part.to_string(), part.wanted());
            row.push_bind(job).push_bind(*number).push_bind(piece.part).push_bind(piece.done);
            row.push_bind(piece.wanted).push_bind(piece.checksum);
        });
        query.build().execute(&mut **transaction).await?;
        if let Part::Solve(_) = batch[0].1 {
            let mut query = QueryBuilder::new("INSERT INTO solved (job_id, number, keys) ");
            query.push_values(batch, |mut row, (number, part)| {
                let keys = if let Part::Solve(keys) = part { keys.as_slice() } else { &[] };
                row.push_bind(job).push_bind(*number).push_bind(keys);
            });
            query.build().execute(&mut **transaction).await?;
        }
    }
    Ok(())
}
