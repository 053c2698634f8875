//! The queue between jobs and workers: `graphile_worker`, with its own tables in the schema `zwick_queue`.
//!
//! It only schedules: which worker takes which piece next, by priority, and which workers are alive. Our own tables record whether a piece
//! is done, so it may hand one out twice.

use std::time::Duration;

use graphile_worker::{WorkerRecoveryConfig, WorkerUtils};
use sqlx::{PgPool, Postgres, Transaction};

use super::piece::PieceId;
use super::work::Work;
use crate::error::Error;

pub(super) const SCHEMA: &str = "zwick_queue";
/// What the queue calls a piece. `zwick-piece` were those of older versions, whose workers cannot read ours.
pub(super) const PIECE: &str = "piece";

/// How often each worker, which is one thread of a process, reports that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(3);
/// A worker that has not reported for this long is dead, and others take its pieces.
const DEAD_AFTER: Duration = Duration::from_secs(12);

/// How long more urgent work waits for an idle thread before another thread abandons its piece for it, in milliseconds.
const COURTESY: i64 = 500;

/// Longer than any process lives.
const NEVER: Duration = Duration::from_secs(1 << 32);

/// Pieces of dead workers are requeued immediately: doing one twice is harmless. One thread of each process takes care of that.
pub(super) fn recovery(looks_after_others: bool) -> WorkerRecoveryConfig {
    WorkerRecoveryConfig::default()
        .heartbeat_interval(HEARTBEAT)
        .sweep_interval(if looks_after_others { HEARTBEAT } else { NEVER })
        .sweep_threshold(DEAD_AFTER)
        .recovery_delay(Duration::ZERO)
}

/// Creates or migrates the tables of the queue. The caller holds a lock.
pub(crate) async fn migrate(pool: &PgPool) -> Result<(), Error> {
    let queue = WorkerUtils::new(pool.clone(), SCHEMA);
    queue.migrate().await.map_err(|error| Error::NotAllowed(format!("cannot create the tables of the queue: {error}")))
}

/// Replaces what an older version has queued, which handed out pieces by their names.
pub(crate) async fn refill(transaction: &mut Transaction<'_, Postgres>) -> Result<(), Error> {
    sqlx::query("SELECT count(zwick_queue.remove_job(key)) FROM zwick_queue.jobs WHERE key IS NOT NULL AND task_identifier = 'zwick-piece'")
        .execute(&mut **transaction)
        .await?;
    let running: Vec<(i64, String)> =
        sqlx::query_as("SELECT id, work FROM jobs WHERE state = 'running' AND is_for_workers ORDER BY id")
            .fetch_all(&mut **transaction)
            .await?;
    for (id, work) in running {
        // One that cannot be read is listed as failed, and has no pieces that could be done.
        if let Ok(work) = Work::read(&work, 1) {
            add(transaction, id, work.priority()).await?;
        }
    }
    Ok(())
}

/// Queues the pieces of a job that are not done, all or the one with this number. One already in the queue stays there once.
///
/// A single one was taken before, and is the next of its priority. 32767 is the maximum number of attempts: failures are recorded in the
/// job, so only dying workers use up attempts.
const ADD: &str = "SELECT count(*) FROM zwick_queue.add_jobs(ARRAY( \
     SELECT ($3, json_build_object('job', job_id, 'number', number), NULL, CASE WHEN $2 IS NOT NULL THEN timestamptz 'epoch' END, 32767, \
     job_id || '/' || number, $4, NULL)::zwick_queue.job_spec \
     FROM pieces WHERE job_id = $1 AND number = coalesce($2, number) ORDER BY number))";

/// Puts all unfinished pieces of a job into the queue.
pub(super) async fn add(transaction: &mut Transaction<'_, Postgres>, job: i64, priority: i16) -> Result<(), Error> {
    sqlx::query(ADD).bind(job).bind(None::<i64>).bind(PIECE).bind(priority).execute(&mut **transaction).await?;
    Ok(())
}

/// Requeues a running piece.
pub(super) async fn put_back(pool: &PgPool, id: PieceId, priority: i16) -> Result<(), Error> {
    sqlx::query(ADD).bind(id.job).bind(id.number).bind(PIECE).bind(priority).execute(pool).await?;
    Ok(())
}

/// Removes all pieces of a job from the queue. Running ones are not handed out again.
pub(super) async fn remove(transaction: &mut Transaction<'_, Postgres>, job: i64) -> Result<(), Error> {
    sqlx::query("SELECT count(zwick_queue.remove_job(job_id || '/' || number)) FROM pieces WHERE job_id = $1")
        .bind(job)
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

/// Whether a running piece is still wanted.
#[derive(PartialEq, Eq)]
pub(super) enum Wanted {
    Now,
    /// More urgent work has been waiting for an idle thread.
    Later,
    NoMore,
}

/// Whether a piece of this job and priority is still wanted.
pub(super) async fn wanted(pool: &PgPool, job: i64, priority: i16) -> Result<Wanted, Error> {
    let is_waited_for = sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM zwick_queue._private_jobs WHERE is_available AND priority < $2 \
         AND run_at < now() - $3 * interval '1 millisecond') FROM jobs WHERE id = $1 AND state = 'running'",
    );
    Ok(match is_waited_for.bind(job).bind(priority).bind(COURTESY).fetch_optional(pool).await? {
        Some(false) => Wanted::Now,
        Some(true) => Wanted::Later,
        None => Wanted::NoMore,
    })
}

/// How many worker threads have recently reported that they are alive.
pub(super) async fn worker_threads(pool: &PgPool) -> Result<u64, Error> {
    let queue = WorkerUtils::new(pool.clone(), SCHEMA);
    let workers = queue.list_active_workers(DEAD_AFTER).await;
    let workers = workers.map_err(|error| Error::Sql(sqlx::Error::Protocol(error.to_string())))?;
    Ok(workers.iter().filter(|worker| !worker.is_stale).count() as u64)
}
