//! Work for many machines: an order is cut into pieces, which workers take from a queue on the PostgreSQL server they share.
//!
//! A piece is a job like any other (see `jobs.rs`): a row that says how much is done, updated in the transaction that saves the results,
//! and deleted with the last of them. So the queue may hand out a piece twice, workers may die and servers may restart: a deleted piece is
//! done, and nothing is counted twice. An order without pieces is done.

mod plan;
mod queue;
mod solved;
mod worker;

use sqlx::{PgPool, Postgres, QueryBuilder, Transaction};

pub use self::plan::{BookPlan, Plan};
pub(crate) use self::queue::migrate;
pub use self::worker::{Event, Worker};
use crate::error::Error;
use crate::games::now;
use crate::jobs;
use crate::store::{Pool, Store};

/// The state of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Workers take its pieces.
    Running,
    /// Stopped; can be resumed.
    Stopped,
    /// Everything is done.
    Done,
    /// A piece failed.
    Failed,
}

/// Work for workers, and its progress.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// Its number.
    pub id: i64,
    /// What to do.
    pub plan: Plan,
    /// Its state.
    pub standing: Standing,
    /// How much is done.
    pub done: u64,
    /// How much is wanted.
    pub wanted: u64,
    /// Evaluated positions that were new or better, as far as workers have reported.
    pub saved: u64,
    /// Why it failed.
    pub problem: Option<String>,
    /// When it was placed, in milliseconds since 1970.
    pub created: u64,
    /// How long it has been running, in milliseconds.
    pub worked: u64,
    /// The rate per second since it was started or resumed.
    pub rate: Option<f64>,
}

impl Order {
    /// How long it will take at this rate.
    pub fn seconds_left(&self) -> Option<f64> {
        self.rate.map(|rate| self.wanted.saturating_sub(self.done) as f64 / rate)
    }
}

/// The lock under which orders are placed: the same one is not placed twice.
const GIVING: i64 = 1_517_775_204;
/// How long a finished analysis stays on the list, in milliseconds: a day.
const STUDY_KEPT: i64 = 86_400_000;
/// Rows per statement.
const BATCH: usize = 500;

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    settings: String,
    wanted: i64,
    state: String,
    problem: Option<String>,
    saved: i64,
    created: i64,
    begun: i64,
    done_before: i64,
    worked: i64,
    is_ended: bool,
    remaining: i64,
    pieces: i64,
    is_sound: bool,
}

const LIST: &str = "SELECT id, settings, wanted, state, problem, saved, created, begun, done_before, worked, is_ended, \
     checksum = zwick.checksum_of(to_jsonb(orders)) AS is_sound, CAST(coalesce(rest.remaining, 0) AS BIGINT) AS remaining, coalesce(rest.pieces, 0) AS pieces FROM orders LEFT JOIN \
     (SELECT order_id, sum(wanted - done) AS remaining, count(*) AS pieces FROM jobs WHERE order_id IS NOT NULL GROUP BY order_id) AS rest \
     ON rest.order_id = orders.id WHERE id = coalesce($1, id) ORDER BY id";

impl Row {
    /// The order. One that cannot be read counts as failed: it has the reason, can be cancelled, and does not hide the others.
    fn read(self, now: i64) -> Order {
        let wrong = || Error::Damaged(format!("job {}: wrong checksum", self.id));
        let read = if self.is_sound { Plan::read(&self.settings) } else { Err(wrong()) };
        let standing = match (&read, self.state.as_str()) {
            (Err(_), _) => Standing::Failed,
            _ if self.pieces == 0 => Standing::Done,
            (_, "running") => Standing::Running,
            (_, "stopped") => Standing::Stopped,
            _ => Standing::Failed,
        };
        let (plan, unreadable) = match read {
            Ok(plan) => (plan, None),
            Err(error) => (Plan::Unreadable(self.settings), Some(error.to_string())),
        };
        let done = self.wanted - self.remaining;
        let is_counting = self.state == "running" && !self.is_ended;
        let run = if is_counting { (now - self.begun).max(0) } else { 0 };
        let rate = (done - self.done_before) as f64 / (run as f64 / 1e3).max(1e-3);
        Order {
            id: self.id,
            plan,
            standing,
            done: done as u64,
            wanted: self.wanted as u64,
            saved: self.saved as u64,
            problem: unreadable.or(self.problem),
            created: self.created as u64,
            worked: (self.worked + run) as u64,
            rate: Some(rate).filter(|rate| *rate > 0.0 && standing == Standing::Running),
        }
    }
}

impl Store {
    /// The server through which orders are shared.
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

    /// Places an order, or resumes the same one if it was stopped or has failed.
    ///
    /// # Errors
    /// If it is already running, is impossible, or cannot be saved.
    pub async fn give(&self, plan: &Plan) -> Result<Order, Error> {
        let pool = self.shared()?;
        plan.check()?;
        if let Some(order) = self.unfinished(plan).await? {
            return self.go_on(order.id).await;
        }
        let cut = plan.clone();
        // Listing the positions of a book takes long.
        let pieces = tokio::task::spawn_blocking(move || cut.pieces()).await.expect("cutting does not panic");
        let mut transaction = pool.begin().await?;
        sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(GIVING).execute(&mut *transaction).await?;
        if self.unfinished(plan).await?.is_some() {
            return Err(at_work());
        }
        forget_old_studies(&mut transaction).await?;
        let wanted: u64 = pieces.iter().map(|piece| piece.wanted).sum();
        let id: i64 = sqlx::query_scalar(
            "INSERT INTO orders (settings, wanted, state, created, begun) VALUES ($1, $2, 'running', $3, $3) RETURNING id",
        )
        .bind(plan.to_string())
        .bind(wanted as i64)
        .bind(now())
        .fetch_one(&mut *transaction)
        .await?;
        insert(&mut transaction, id, &pieces).await?;
        queue::add(&mut transaction, id, plan.priority()).await?;
        transaction.commit().await?;
        self.order(id).await
    }

    async fn unfinished(&self, plan: &Plan) -> Result<Option<Order>, Error> {
        let orders = self.orders().await?;
        Ok(orders
            .into_iter()
            .find(|order| order.plan.to_string() == plan.to_string() && order.standing != Standing::Done))
    }

    /// All orders, in the sequence in which they were placed.
    ///
    /// # Errors
    /// If this store is not shared, or does not respond.
    pub async fn orders(&self) -> Result<Vec<Order>, Error> {
        let rows: Vec<Row> = sqlx::query_as(LIST).bind(None::<i64>).fetch_all(self.shared()?).await?;
        let time = now();
        Ok(rows.into_iter().map(|row| row.read(time)).collect())
    }

    /// The order with this number.
    ///
    /// # Errors
    /// If it does not exist, or this store is not shared or does not respond.
    pub async fn order(&self, id: i64) -> Result<Order, Error> {
        let row: Option<Row> = sqlx::query_as(LIST).bind(id).fetch_optional(self.shared()?).await?;
        Ok(row.ok_or(Error::NoOrder(id))?.read(now()))
    }

    /// What is wrong with orders and their values, record by record.
    pub(crate) async fn damaged_orders(&self) -> Result<Vec<String>, Error> {
        let orders = self.orders().await?;
        let unreadable = orders.into_iter().filter(|order| matches!(order.plan, Plan::Unreadable(_)));
        let mut problems: Vec<String> = unreadable.filter_map(|order| order.problem).collect();
        let names: Vec<String> =
            sqlx::query_scalar("SELECT name FROM solved WHERE checksum <> zwick.checksum_of(to_jsonb(solved))")
                .fetch_all(self.shared()?)
                .await?;
        problems.extend(names.into_iter().map(|name| format!("values of piece {name:?}: wrong checksum")));
        Ok(problems)
    }

    /// How many worker threads are running.
    ///
    /// # Errors
    /// If this store is not shared, or does not respond.
    pub async fn worker_threads(&self) -> Result<u64, Error> {
        queue::worker_threads(self.shared()?).await
    }

    /// Stops an order; running pieces stop within a second, and results are kept.
    ///
    /// # Errors
    /// If it does not exist, or the database fails.
    pub async fn stop(&self, id: i64) -> Result<Order, Error> {
        self.halt(id, "stopped", None).await?;
        self.order(id).await
    }

    /// Ends the work on a running order.
    async fn halt(&self, id: i64, state: &str, problem: Option<&str>) -> Result<(), Error> {
        let mut transaction = self.shared()?.begin().await?;
        let halted = sqlx::query(
            "UPDATE orders SET state = $2, problem = $3, worked = worked + $4 - begun WHERE id = $1 AND state = 'running' AND NOT is_ended",
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

    /// Resumes an order that was stopped or has failed.
    ///
    /// # Errors
    /// If it is already running or done, does not exist, or the database fails.
    pub async fn go_on(&self, id: i64) -> Result<Order, Error> {
        let order = self.order(id).await?;
        order.plan.check()?;
        match order.standing {
            Standing::Running => return Err(at_work()),
            Standing::Done => return Err(Error::NotAllowed("this job is done".to_owned())),
            Standing::Stopped | Standing::Failed => {}
        }
        let mut transaction = self.shared()?.begin().await?;
        let begun = sqlx::query(
            "UPDATE orders SET state = 'running', problem = NULL, begun = $2, done_before = $3 WHERE id = $1 AND state <> 'running'",
        )
        .bind(id)
        .bind(now())
        .bind(order.done as i64)
        .execute(&mut *transaction)
        .await?;
        if begun.rows_affected() == 0 {
            return Err(at_work());
        }
        queue::add(&mut transaction, id, order.plan.priority()).await?;
        transaction.commit().await?;
        self.order(id).await
    }

    /// Removes an order, done or not. What it has saved among the evaluated positions and games stays.
    ///
    /// # Errors
    /// If it does not exist, or the database fails.
    pub async fn cancel(&self, id: i64) -> Result<(), Error> {
        let mut transaction = self.shared()?.begin().await?;
        queue::remove(&mut transaction, id).await?;
        let gone = sqlx::query("DELETE FROM orders WHERE id = $1").bind(id).execute(&mut *transaction).await?;
        transaction.commit().await?;
        if gone.rows_affected() == 0 { Err(Error::NoOrder(id)) } else { Ok(()) }
    }
}

/// Removes analyses that were finished long ago: their results are among the evaluated positions, and the client has seen them.
async fn forget_old_studies(transaction: &mut Transaction<'_, Postgres>) -> Result<(), Error> {
    sqlx::query("DELETE FROM orders WHERE settings LIKE 'study %' AND is_ended AND created < $1")
        .bind(now() - STUDY_KEPT)
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

fn at_work() -> Error {
    Error::NotAllowed("this job is already running".to_owned())
}

/// Creates the rows of an order's pieces, with their names.
async fn insert(transaction: &mut Transaction<'_, Postgres>, order: i64, pieces: &[plan::Piece]) -> Result<(), Error> {
    let named: Vec<(String, &plan::Piece)> =
        pieces.iter().enumerate().map(|(i, piece)| (format!("{order}/{i} {}", piece.work), piece)).collect();
    for batch in named.chunks(BATCH) {
        let mut query = QueryBuilder::new("INSERT INTO jobs (name, done, wanted, order_id, checksum) ");
        query.push_values(batch, |mut row, (name, piece)| {
            let job = jobs::Row::new(name, piece.wanted, Some(order));
            row.push_bind(name).push_bind(job.done).push_bind(job.wanted).push_bind(order).push_bind(job.checksum);
        });
        query.build().execute(&mut **transaction).await?;
    }
    let to_solve: Vec<(i64, &(String, &plan::Piece))> = named
        .iter()
        .enumerate()
        .map(|(i, named)| (i as i64, named))
        .filter(|(_, (_, piece))| !piece.keys.is_empty())
        .collect();
    for batch in to_solve.chunks(BATCH) {
        let mut query = QueryBuilder::new("INSERT INTO solved (name, order_id, number, keys) ");
        query.push_values(batch, |mut row, (number, (name, piece))| {
            row.push_bind(name).push_bind(order).push_bind(*number).push_bind(piece.keys.as_slice());
        });
        query.build().execute(&mut **transaction).await?;
    }
    Ok(())
}
