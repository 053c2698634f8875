//! The queue between orders and workers: `graphile_worker`, with its own tables in the schema `zwick_queue`.
//!
//! It only schedules: which worker takes which piece next, by priority, and which workers are alive. Our own tables record whether a piece
//! is done, so it may hand one out twice.

use std::time::Duration;

use graphile_worker::{WorkerRecoveryConfig, WorkerUtils};
use sqlx::{PgPool, Postgres, Transaction};

use crate::error::Error;

pub(super) const SCHEMA: &str = "zwick_queue";
/// The name of a piece in the queue.
pub(super) const PIECE: &str = "zwick-piece";

/// How often each worker, which is one thread of a process, reports that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(3);
/// A worker that has not reported for this long is dead, and others take its pieces.
const DEAD_AFTER: Duration = Duration::from_secs(12);

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

/// Puts all unfinished pieces of an order into the queue. A piece already in it stays there once.
pub(super) async fn add(transaction: &mut Transaction<'_, Postgres>, order: i64, priority: i16) -> Result<(), Error> {
    // The maximum number of attempts: failures are recorded in the order, so only dying workers use up attempts.
    sqlx::query(
        "SELECT count(*) FROM zwick_queue.add_jobs(ARRAY( \
         SELECT ($2, json_build_object('order', order_id, 'name', name), NULL, NULL, 32767, name, $3, NULL)::zwick_queue.job_spec \
         FROM jobs WHERE order_id = $1 ORDER BY CAST(split_part(split_part(name, ' ', 1), '/', 2) AS BIGINT)))",
    )
    .bind(order)
    .bind(PIECE)
    .bind(priority)
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

/// Requeues a running piece, as the next one of its priority.
pub(super) async fn put_back(pool: &PgPool, order: i64, name: &str, priority: i16) -> Result<(), Error> {
    sqlx::query(
        "SELECT count(*) FROM zwick_queue.add_jobs(ARRAY[ \
         ($3, json_build_object('order', $1, 'name', $2), NULL, 'epoch', 32767, $2, $4, NULL)::zwick_queue.job_spec])",
    )
    .bind(order)
    .bind(name)
    .bind(PIECE)
    .bind(priority)
    .execute(pool)
    .await?;
    Ok(())
}

/// Removes all pieces of an order from the queue. Running ones are not handed out again.
pub(super) async fn remove(transaction: &mut Transaction<'_, Postgres>, order: i64) -> Result<(), Error> {
    sqlx::query("SELECT count(zwick_queue.remove_job(name)) FROM jobs WHERE order_id = $1")
        .bind(order)
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

/// How many worker threads have recently reported that they are alive.
pub(super) async fn worker_threads(pool: &PgPool) -> Result<u64, Error> {
    let queue = WorkerUtils::new(pool.clone(), SCHEMA);
    let workers = queue.list_active_workers(DEAD_AFTER).await;
    let workers = workers.map_err(|error| Error::Sql(sqlx::Error::Protocol(error.to_string())))?;
    Ok(workers.iter().filter(|worker| !worker.is_stale).count() as u64)
}
