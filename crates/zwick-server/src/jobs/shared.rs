//! Jobs of workers, the same for every server that shares their store.

use zwick_db::{Order as Given, Plan, Standing as OrderStanding, Store, Task};

use super::order::Order;
use super::{Detail, Job, Standing};
use crate::App;
use crate::http::problem::Problem;

impl Job {
    /// A job of workers, of which this many threads are alive.
    pub fn of(order: Given, workers: u64) -> Self {
        let is_waiting = order.standing == OrderStanding::Running && workers == 0;
        let settings = Order::of_plan(&order.plan);
        Self {
            id: order.id as u64,
            unit: settings.unit(),
            settings,
            state: match order.standing {
                OrderStanding::Running => Standing::Running,
                OrderStanding::Stopped => Standing::Stopped,
                OrderStanding::Done => Standing::Done,
                OrderStanding::Failed => Standing::Failed,
            },
            rate: order.rate,
            seconds_left: order.seconds_left(),
            done: order.done,
            wanted: order.wanted,
            detail: is_waiting.then_some(Detail::Waiting),
            saved: order.saved,
            problem: order.problem,
            started: order.created,
            milliseconds: order.worked,
        }
    }
}

/// The longest a move of an analysis may take that someone else than the operator asks for, in milliseconds.
const TIME_FOR_EVERYONE: u64 = 600_000;
/// So many analyses may wait or be at work when someone else than the operator asks for another one.
const MOST_FOR_EVERYONE: usize = 16;

/// Whether everyone may ask for this, not only the operator: an analysis by workers, with a time limit.
pub(super) async fn is_for_everyone(app: &App, order: &Order) -> Result<bool, Problem> {
    let is_short = matches!(order, Order::Analysis { time: Some(..=TIME_FOR_EVERYONE), .. });
    if !is_short || !app.store.is_shared() {
        return Ok(false);
    }
    let is_unfinished =
        |order: &Given| order.standing == OrderStanding::Running && matches!(order.plan, Plan::Fill(Task::Study(_)));
    let unfinished = app.store.orders().await?.into_iter().filter(is_unfinished).count();
    if unfinished < MOST_FOR_EVERYONE { Ok(true) } else { Err(Problem::Busy) }
}

/// The number of an order; none if the job is one of this server.
pub(super) fn number(app: &App, id: u64) -> Option<i64> {
    let is_here = app.jobs.list().iter().any(|entry| entry.job.id == id);
    i64::try_from(id).ok().filter(|_| app.store.is_shared() && !is_here)
}

pub(super) async fn told(store: &Store) -> Result<Vec<Job>, Problem> {
    let (orders, workers) = (store.orders().await?, store.worker_threads().await?);
    Ok(orders.into_iter().map(|order| Job::of(order, workers)).collect())
}

pub(super) async fn give(store: &Store, plan: Plan) -> Result<Job, Problem> {
    Ok(Job::of(store.give(&plan).await?, store.worker_threads().await?))
}

pub(super) async fn stop(store: &Store, id: i64) -> Result<Job, Problem> {
    Ok(Job::of(store.stop(id).await?, store.worker_threads().await?))
}

pub(super) async fn go_on(store: &Store, id: i64) -> Result<Job, Problem> {
    Ok(Job::of(store.go_on(id).await?, store.worker_threads().await?))
}

/// Forgets a job that is not at work; whether it was none.
pub(super) async fn forget(store: &Store, id: i64) -> Result<bool, Problem> {
    let is_at_work = store.order(id).await?.standing == OrderStanding::Running;
    if !is_at_work {
        store.cancel(id).await?;
    }
    Ok(!is_at_work)
}
