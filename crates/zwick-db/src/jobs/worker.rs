//! A worker: takes pieces from the queue and processes them, until it is told to stop.
//!
//! Computing happens on separate threads, so the worker can always report that it is alive. A piece whose job is stopped or removed is
//! abandoned within a second; a piece that blocks more urgent work, or is unfinished when the worker stops, is requeued with its progress.
//! While the database is unreachable the worker waits, and then saves its results.

use std::fmt::{self, Debug};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext, WorkerOptions, WorkerShutdownConfig};
use tokio::runtime::Handle;
use tokio::sync::watch;
use zwick::search::{Limits, StopOnDrop};
use zwick::{Analyst, AnyPosition, Game, Library, Position, Value};

use super::piece::{Piece, PieceId};
use super::queue::{PIECE, SCHEMA, Wanted, put_back, recovery, wanted};
use super::study::exact;
use super::work::{Part, Work};
use crate::blocking::Blocking;
use crate::error::Error;
use crate::games::now;
use crate::store::Store;

/// How often a worker checks whether its work is still wanted.
const LOOK: Duration = Duration::from_millis(500);
/// How often the values of a book are saved.
const SAVE: Duration = Duration::from_secs(5);
/// How long to wait before retrying an unreachable database.
const PAUSE: Duration = Duration::from_millis(500);
/// How long pieces may take to end once the worker is stopping.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// How often an idle thread polls for work: the more threads, the less often each.
const ASK: Duration = Duration::from_millis(50);
const ASK_OFTEN: Duration = Duration::from_millis(100);
const ASK_SELDOM: Duration = Duration::from_secs(1);

/// An event reported by a worker.
#[derive(Debug, Clone, PartialEq)]
pub enum WorkerEvent {
    /// It works on another job than before.
    Begun {
        /// The number of the job.
        job: i64,
        /// What it does.
        work: Work,
    },
    /// A piece is done.
    Done {
        /// The number of its job.
        job: i64,
        /// Its own number in the job.
        number: i64,
        /// How long it took.
        time: Duration,
    },
    /// A job failed.
    Failed {
        /// The number of the job.
        job: i64,
        /// Why.
        problem: String,
    },
    /// The database does not respond; the worker waits for it.
    Away(String),
}

/// Processes pieces of jobs.
pub struct Worker {
    /// The store with the jobs.
    pub store: Store,
    /// Pieces at the same time.
    pub threads: usize,
    /// What the solvers may use.
    pub library: Library,
    /// Is called with every event.
    pub tell: Box<dyn Fn(WorkerEvent) + Send + Sync>,
}

impl Worker {
    /// Works until `stop` completes; returns the number of finished pieces. Unfinished pieces are returned.
    ///
    /// # Errors
    /// If the store is not shared.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<u64, Error> {
        self.store.shared()?;
        let (close, closing) = watch::channel(false);
        tokio::spawn(async move {
            stop.await;
            close.send_replace(true);
            // Keep the channel until all waiting threads have been notified.
            close.closed().await;
        });
        let bench = Bench(Arc::new(Tools {
            store: Blocking::new(self.store, Handle::current()),
            library: self.library,
            analysts: Mutex::default(),
            tell: self.tell,
            closing: closing.clone(),
            job: AtomicI64::new(0),
            done: AtomicU64::new(0),
        }));
        let ask = ASK.saturating_mul(self.threads as u32).clamp(ASK_OFTEN, ASK_SELDOM);
        join_all((0..self.threads).map(|thread| bench.take_pieces(ask, thread == 0))).await;
        Ok(bench.0.done.load(Relaxed))
    }
}

/// What the queue hands out.
impl TaskHandler for PieceId {
    const IDENTIFIER: &'static str = PIECE;

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let bench = context.get_ext::<Bench>().expect("every worker has one").clone();
        bench.0.work_on(&bench, self).await;
    }
}

/// State shared by all threads of a worker.
#[derive(Clone)]
struct Bench(Arc<Tools>);

impl Debug for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bench")
    }
}

impl Bench {
    /// Takes one piece after another until the worker stops.
    ///
    /// To the queue every thread is a separate worker: a thread that loses the database holds no piece, and a thread that holds a piece
    /// does not fetch another, which an idle worker could start immediately.
    async fn take_pieces(&self, ask: Duration, looks_after_others: bool) {
        let tools = &self.0;
        while !*tools.closing.borrow() {
            let mut closed = tools.closing.clone();
            let shutdown = WorkerShutdownConfig::default()
                .listen_os_shutdown_signals(false)
                .grace_period(LAST_WORDS)
                .interrupted_job_retry_delay(Duration::ZERO)
                .shutdown_signal(async move {
                    let _ = closed.wait_for(|is_closing| *is_closing).await; // a dropped sender counts as closed
                });
            let work = async {
                let options = WorkerOptions::default()
                    .pg_pool(tools.store.store().shared()?.clone())
                    .schema(SCHEMA)
                    .concurrency(1)
                    .poll_interval(ask)
                    .use_notification_delivery(false)
                    .worker_recovery(recovery(looks_after_others))
                    .worker_shutdown(shutdown)
                    .add_extension(self.clone())
                    .define_job::<PieceId>();
                let worker = options.init().await.map_err(away)?;
                worker.run().await.map_err(away)
            };
            if let Err(error) = work.await
                && !*tools.closing.borrow()
            {
                (tools.tell)(WorkerEvent::Away(error.to_string()));
                tools.pause().await;
            }
        }
    }
}

fn away(error: impl fmt::Display) -> Error {
    Error::Sql(sqlx::Error::Protocol(error.to_string()))
}

struct Tools {
    store: Blocking,
    library: Library,
    /// Idle solvers, each with the tables of a game.
    analysts: Mutex<Vec<(Game, Analyst)>>,
    tell: Box<dyn Fn(WorkerEvent) + Send + Sync>,
    closing: watch::Receiver<bool>,
    /// The job of the last piece.
    job: AtomicI64,
    done: AtomicU64,
}

/// The result of a piece.
enum Outcome {
    Done,
    Stopped,
    /// Another worker holds it.
    Taken,
}

impl Tools {
    /// Processes a piece, however often the database is unreachable. Returns when it is done or no longer wanted.
    async fn work_on(&self, bench: &Bench, id: PieceId) {
        let mut problem: Option<String> = None;
        loop {
            let attempt = match &problem {
                None => self.attempt(bench, id).await,
                Some(problem) => self.store.store().halt(id.job, "failed", Some(problem)).await,
            };
            match attempt {
                Ok(()) => return,
                Err(error) if error.is_passing() => {
                    (self.tell)(WorkerEvent::Away(error.to_string()));
                    self.pause().await;
                }
                // If the failure cannot be recorded, the piece stays with its job.
                Err(_) if problem.is_some() => return,
                Err(error) => {
                    (self.tell)(WorkerEvent::Failed { job: id.job, problem: error.to_string() });
                    problem = Some(error.to_string());
                }
            }
        }
    }

    async fn attempt(&self, bench: &Bench, id: PieceId) -> Result<(), Error> {
        let store = self.store.store();
        let Some(work) = store.running_work(id.job).await? else { return Ok(()) };
        let Some(piece) = store.piece(id).await? else { return store.settle(id.job).await };
        if self.job.swap(id.job, Relaxed) != id.job {
            (self.tell)(WorkerEvent::Begun { job: id.job, work: work.clone() });
        }
        let part = Part::read(&piece.part)?;
        let positions = match (&part, &work) {
            (Part::Solve(_), Work::Book(book)) => store.to_solve(id, book.game).await?,
            _ => Vec::new(),
        };
        let started = Instant::now();
        let stop = Arc::new(AtomicBool::new(false));
        let _guard = StopOnDrop(Arc::clone(&stop));
        let (pool, priority, mut still) = (store.shared()?, work.priority(), Wanted::Now);
        let (bench, flag) = (bench.clone(), Arc::clone(&stop));
        let mut thread = tokio::task::spawn_blocking(move || bench.0.compute(&piece, &work, part, &positions, &flag));
        let outcome = loop {
            tokio::select! {
                outcome = &mut thread => break outcome.map_err(|error| Error::NotAllowed(error.to_string()))??,
                () = self.closed() => stop.store(true, Relaxed),
                () = tokio::time::sleep(LOOK) => {
                    // A missing answer is no reason to stop.
                    still = wanted(pool, id.job, priority).await.unwrap_or(Wanted::Now);
                    if still != Wanted::Now {
                        stop.store(true, Relaxed);
                    }
                }
            }
        };
        match outcome {
            Outcome::Done => {}
            // Only pieces still running at shutdown are returned here.
            Outcome::Stopped if *self.closing.borrow() => std::future::pending().await,
            Outcome::Stopped if still == Wanted::Later => return put_back(pool, id, priority).await,
            Outcome::Stopped | Outcome::Taken => return Ok(()),
        }
        self.done.fetch_add(1, Relaxed);
        (self.tell)(WorkerEvent::Done { job: id.job, number: id.number, time: started.elapsed() });
        store.settle(id.job).await
    }

    /// Saves values, however often the database is unreachable; returns whether nobody else has.
    async fn keep(&self, id: PieceId, done: u64, values: &[Value]) -> Result<bool, Error> {
        let (store, after) = (self.store.store(), done + values.len() as u64);
        let mut is_in_doubt = false;
        loop {
            let saved = match store.save_solved(id, done, values).await {
                // An earlier attempt may have saved, with only its answer lost.
                Ok(false) if is_in_doubt => {
                    store.piece(id).await.map(|found| found.is_none_or(|found| found.done as u64 == after))
                }
                result => result,
            };
            match saved {
                Err(error) if error.is_passing() => {
                    is_in_doubt = true;
                    (self.tell)(WorkerEvent::Away(error.to_string()));
                    self.pause().await;
                }
                saved => return saved,
            }
        }
    }

    /// Returns once the worker is stopping; paced if it already is.
    async fn closed(&self) {
        if *self.closing.borrow() {
            tokio::time::sleep(LOOK).await;
        }
        let _ = self.closing.clone().wait_for(|is_closing| *is_closing).await; // a dropped sender counts as closed
    }

    /// Waits a little, unless the worker is stopping.
    async fn pause(&self) {
        let _ = tokio::time::timeout(PAUSE, self.closed()).await; // timeout, or the worker stops
    }

    fn compute(
        &self,
        piece: &Piece,
        work: &Work,
        part: Part,
        positions: &[AnyPosition],
        stop: &AtomicBool,
    ) -> Result<Outcome, Error> {
        let is_done = match (part, work) {
            (Part::Fill(Work::Seed(seed)), _) => self.store.go_on_seeding(piece, &seed, stop, &mut |_| ())?,
            (Part::Fill(Work::SelfPlay(games)), _) => self.store.go_on_playing(piece, &games, stop, &mut |_| ())?,
            (Part::Move(mv), Work::Study(study)) => {
                let mv = mv.map(|mv| study.position.read_move(&mv)).transpose();
                let mv = mv.map_err(|error| Error::Damaged(format!("{}: {error}", piece.id())))?;
                let found = self
                    .with_analyst(study.position.game(), |analyst| self.store.study_move(study, mv, analyst, stop))?;
                if let Some(found) = &found {
                    self.store.wait(self.store.store().skip_piece_to(piece.id(), 1, found.len()))?;
                }
                found.is_some()
            }
            (Part::Solve(_), Work::Book(book)) => {
                return self.with_analyst(book.game, |analyst| self.solve(piece, positions, analyst, stop));
            }
            (part, work) => return Err(Error::Damaged(format!("expected a part of {work}, found {part}"))),
        };
        Ok(if is_done { Outcome::Done } else { Outcome::Stopped })
    }

    /// Solves the positions of a piece after those that are done, and saves their values as it goes.
    fn solve(
        &self,
        piece: &Piece,
        positions: &[AnyPosition],
        analyst: &mut Analyst,
        stop: &AtomicBool,
    ) -> Result<Outcome, Error> {
        let mut done = piece.done as u64;
        let mut rest = positions.get(done as usize..).unwrap_or_default();
        while !rest.is_empty() {
            let values = solve_for_a_while(rest, analyst, stop)?;
            if values.is_empty() {
                return Ok(Outcome::Stopped);
            }
            if !self.store.wait(self.keep(piece.id(), done, &values))? {
                return Ok(Outcome::Taken);
            }
            done += values.len() as u64;
            rest = &rest[values.len()..];
        }
        Ok(Outcome::Done)
    }

    /// Runs a closure with a solver whose tables are of this game. There are as many solvers as threads have needed.
    fn with_analyst<T>(&self, game: Game, work: impl FnOnce(&mut Analyst) -> T) -> T {
        let rested = {
            let mut analysts = self.analysts.lock().unwrap_or_else(PoisonError::into_inner);
            let same = analysts.iter().position(|(of, _)| *of == game);
            // Tables of two games would take too much memory: one of another game is dropped.
            let rested = same.or(analysts.len().checked_sub(1)).map(|i| analysts.swap_remove(i));
            rested.filter(|(of, _)| *of == game)
        };
        let mut analyst = rested.map_or_else(|| Analyst::new(self.library.clone()), |(_, analyst)| analyst);
        let result = work(&mut analyst);
        self.analysts.lock().unwrap_or_else(PoisonError::into_inner).push((game, analyst));
        result
    }
}

/// The values of the first of these positions, as many as are solved until the next save; `None` if stopped before.
fn solve_for_a_while(positions: &[AnyPosition], analyst: &mut Analyst, stop: &AtomicBool) -> Result<Vec<Value>, Error> {
    let limits = Limits { stop: Some(stop), ..Limits::default() };
    let started = Instant::now();
    let mut values = Vec::new();
    for position in positions {
        let Some((value, _)) = exact(analyst, position, &limits)? else { break };
        values.push(value);
        if started.elapsed() >= SAVE {
            break;
        }
    }
    Ok(values)
}

impl Store {
    /// What a job does; `None` if it is stopped or removed.
    async fn running_work(&self, job: i64) -> Result<Option<Work>, Error> {
        let row = self.job_rows(Some(job), Some(true)).await?.pop();
        row.filter(|row| row.state == "running").map(|row| row.work(1)).transpose()
    }

    /// Records after a piece whether it was the last one.
    async fn settle(&self, job: i64) -> Result<(), Error> {
        sqlx::query(
            "UPDATE jobs SET is_ended = is_ended OR nothing_left, \
             worked = CASE WHEN nothing_left AND NOT is_ended AND state = 'running' THEN worked + $2 - begun ELSE worked END \
             FROM (SELECT NOT EXISTS (SELECT FROM pieces WHERE job_id = $1) AS nothing_left) AS rest WHERE id = $1",
        )
        .bind(job)
        .bind(now())
        .execute(self.shared()?)
        .await?;
        Ok(())
    }
}
