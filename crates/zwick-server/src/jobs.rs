//! Long work that goes on while nobody looks: filling the store, and making the tables of morris.
//!
//! A job lives in the server, not in a page: whoever opens the page again sees how far it has come. What it has done is saved as it goes, so
//! that a job stopped, or killed with the server, goes on where it was.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use tokio::sync::{OnceCell, watch};
use utoipa::ToSchema;
use zwick::morris::{Progress as TableProgress, Rules, SolveError, TablebaseError, build};
use zwick::{ForRules, Game};
use zwick_db::{Blocking, Seed, SelfPlay, Task};

use crate::App;
use crate::databases::TablesWanted;
use crate::operator::Operator;
use crate::problem::{Problem, ProblemBody};
use crate::request::{Placed, Sent, read_player};
use crate::room::check_room;

/// The list is told at most this often.
const INTERVAL: Duration = Duration::from_millis(200);
/// The most positions or games a job may be asked for.
const MOST: u64 = 10_000_000;

/// What a job does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Order {
    /// Evaluates random positions that are not yet known.
    Seed {
        game: String,
        /// Moves played, from so many.
        from: u32,
        /// To so many; these come first.
        to: u32,
        /// Positions of each length.
        count: u64,
        player: String,
    },
    /// Plays best against random, random against best, best against best.
    SelfPlay {
        game: String,
        /// Games of each kind.
        games: u64,
        player: String,
        /// Random moves at the beginning of the last kind.
        #[serde(default)]
        opening: u32,
    },
    /// Makes the tables of morris that are not there.
    Tablebase {
        game: String,
        /// Only positions with at most so many men, all placed; all positions if left out.
        men: Option<u32>,
        /// Won, drawn or lost only, without distances.
        #[serde(default)]
        wdl_only: bool,
    },
}

/// The same, read and found possible.
#[derive(Debug, Clone)]
enum Work {
    Fill(Task),
    Tables(TablesWanted, PathBuf),
}

impl Order {
    fn read(&self, app: &App) -> Result<Work, Problem> {
        let game = |name: &str| name.parse::<Game>().map_err(|error| Problem::Malformed(format!("game: {error}")));
        let number = |key: &str, number: u64| {
            let is_some = (1..=MOST).contains(&number);
            is_some
                .then_some(number)
                .ok_or_else(|| Problem::Malformed(format!("{key}: expected a number from 1 to {MOST}")))
        };
        let (threads, dice) = (app.jobs.threads, fastrand::u64(..));
        Ok(match self {
            Self::Seed { game: name, from, to, count, player } => {
                if from > to || *to > 1_000 {
                    return Err(Problem::Malformed(
                        "from, to: expected numbers of moves, the smaller first".to_owned(),
                    ));
                }
                let (moves, count) = (*from..=*to, number("count", *count)?);
                let (game, player) = (game(name)?, read_player(player)?);
                Work::Fill(Task::Seed(Seed { game, moves, count, player, threads, dice }))
            }
            Self::SelfPlay { game: name, games, player, opening } => {
                let (game, player, games) = (game(name)?, read_player(player)?, number("games", *games)?);
                Work::Fill(Task::SelfPlay(SelfPlay {
                    game,
                    games,
                    player,
                    opening: (*opening).min(100),
                    threads,
                    dice,
                }))
            }
            Self::Tablebase { game, men, wdl_only } => {
                let wanted = TablesWanted::read(Some(game), *men, *wdl_only)?;
                Work::Tables(wanted, app.tables_folder()?.to_owned())
            }
        })
    }

    /// The order that a task of the store came from.
    fn of(task: &Task) -> Self {
        match task {
            Task::Seed(Seed { game, moves, count, player, .. }) => Self::Seed {
                game: game.to_string(),
                from: *moves.start(),
                to: *moves.end(),
                count: *count,
                player: player.to_string(),
            },
            Task::SelfPlay(SelfPlay { game, games, player, opening, .. }) => {
                let (game, player) = (game.to_string(), player.to_string());
                Self::SelfPlay { game, games: *games, player, opening: *opening }
            }
        }
    }

    const fn unit(&self) -> &'static str {
        if matches!(self, Self::SelfPlay { .. }) { "games" } else { "positions" }
    }
}

/// How a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Standing {
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

struct Entry {
    job: Job,
    work: Work,
    stop: Arc<AtomicBool>,
    /// When the current run began, and how much was done then.
    run: Option<(Instant, u64)>,
}

impl Entry {
    fn is_at_work(&self) -> bool {
        matches!(self.job.state, Standing::Running | Standing::Stopping)
    }

    fn told(&self) -> Job {
        let mut job = self.job.clone();
        if let Some((began, before)) = self.run {
            let seconds = began.elapsed().as_secs_f64();
            let rate = (job.done.saturating_sub(before)) as f64 / seconds.max(1e-3);
            job.milliseconds += (seconds * 1e3) as u64;
            job.rate = (rate > 0.0).then_some(rate);
            job.seconds_left = job.rate.map(|rate| job.wanted.saturating_sub(job.done) as f64 / rate);
        }
        job
    }
}

/// All jobs since the server was started, and those the store has left from before.
pub(crate) struct Jobs {
    list: Mutex<Vec<Entry>>,
    next: AtomicU64,
    /// Changes whenever a job does.
    changes: watch::Sender<u64>,
    /// Whether the store was asked for unfinished jobs.
    loaded: OnceCell<()>,
    /// Threads of a job: one processor stays for those who look.
    threads: usize,
}

impl Default for Jobs {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            list: Mutex::default(),
            next: AtomicU64::new(1),
            changes: watch::Sender::new(0),
            loaded: OnceCell::new(),
            threads: processors.saturating_sub(1).max(1),
        }
    }
}

impl Jobs {
    fn list(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn told(&self) -> Vec<Job> {
        self.list().iter().map(Entry::told).collect()
    }

    fn has_changed(&self) {
        self.changes.send_modify(|change| *change += 1);
    }

    /// Adds a job that is not at work.
    fn add(&self, settings: Order, work: Work, done: u64, wanted: u64) -> u64 {
        let id = self.next.fetch_add(1, Relaxed);
        let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64);
        let job = Job {
            id,
            unit: settings.unit(),
            settings,
            state: Standing::Stopped,
            done,
            wanted,
            rate: None,
            seconds_left: None,
            detail: String::new(),
            saved: 0,
            problem: None,
            started,
            milliseconds: 0,
        };
        self.list().push(Entry { job, work, stop: Arc::default(), run: None });
        id
    }

    /// Changes a job and tells everybody, unless it was forgotten.
    fn change<T>(&self, id: u64, change: impl FnOnce(&mut Entry) -> T) -> Result<T, Problem> {
        let mut list = self.list();
        let entry = list.iter_mut().find(|entry| entry.job.id == id);
        let changed = entry.map(change).ok_or_else(|| Problem::NotFound("expected the number of a job".to_owned()));
        drop(list);
        self.has_changed();
        changed
    }

    /// Asks all jobs to stop.
    pub(crate) fn stop_all(&self) {
        self.list().iter().for_each(|entry| entry.stop.store(true, Relaxed));
    }

    /// Waits until no job is at work.
    pub(crate) async fn rest(&self) {
        let mut changes = self.changes.subscribe();
        while self.list().iter().any(Entry::is_at_work) {
            let _ = changes.changed().await; // the sender lives as long as this does
        }
    }

    /// Puts what the store has left from before on the list, once.
    async fn load(&self, app: &App) -> Result<(), Problem> {
        let load = async || -> Result<(), Problem> {
            for unfinished in app.store.unfinished_jobs(self.threads).await? {
                let order = Order::of(&unfinished.task);
                if !self.list().iter().any(|entry| entry.job.settings == order) {
                    self.add(order, Work::Fill(unfinished.task), unfinished.done, unfinished.wanted);
                }
            }
            Ok(())
        };
        self.loaded.get_or_try_init(load).await.map(|_| ())
    }
}

/// Begins or goes on with a job that is not at work.
fn begin(app: &Arc<App>, id: u64) -> Result<Job, Problem> {
    let (work, stop, job) = app.jobs.change(id, |entry| {
        if entry.is_at_work() {
            return Err(Problem::Conflict("this job is at work already".to_owned()));
        }
        let stop = Arc::new(AtomicBool::new(false));
        entry.stop = Arc::clone(&stop);
        entry.run = Some((Instant::now(), entry.job.done));
        (entry.job.state, entry.job.problem) = (Standing::Running, None);
        Ok((entry.work.clone(), stop, entry.told()))
    })??;
    let app = Arc::clone(app);
    let runtime = Handle::current();
    tokio::task::spawn_blocking(move || {
        let result = match work {
            Work::Fill(task) => fill(&app, id, &task, runtime, &stop),
            Work::Tables(wanted, folder) => make_tables(&app, id, wanted, &folder, &stop),
        };
        let ended = |entry: &mut Entry| {
            entry.job.milliseconds = entry.told().milliseconds;
            entry.run = None;
            entry.job.state = match &result {
                Ok(true) => Standing::Done,
                Ok(false) => Standing::Stopped,
                Err(_) => Standing::Failed,
            };
            entry.job.problem = result.err();
        };
        let _ = app.jobs.change(id, ended); // nobody forgets a job at work
    });
    Ok(job)
}

/// Fills the store; whether all is done.
fn fill(app: &App, id: u64, task: &Task, runtime: Handle, stop: &AtomicBool) -> Result<bool, String> {
    let store = Blocking::new(app.store.clone(), runtime);
    let mut progress = |progress: &zwick_db::Progress<'_>| {
        let _ = app.jobs.change(id, |entry| {
            (entry.job.done, entry.job.wanted) = (progress.done, progress.wanted);
            entry.job.saved += progress.saved.len() as u64;
            if progress.missing > 0 {
                // They count as done, but nobody has found them.
                entry.job.detail = format!("{} were not found", progress.missing);
            }
            // The first word tells what earlier runs have done: that is no rate.
            if progress.saved.is_empty() && progress.games == 0 {
                entry.run = Some((Instant::now(), progress.done));
            }
        });
    };
    let done = match task {
        Task::Seed(seed) => store.seed(seed, stop, &mut progress),
        Task::SelfPlay(games) => store.play_games(games, stop, &mut progress),
    };
    done.map_err(|error| error.to_string())
}

struct MakeTables<'a> {
    wanted: TablesWanted,
    folder: &'a Path,
    stop: &'a AtomicBool,
    tell: &'a mut (dyn FnMut(TableProgress) + Send),
}

impl ForRules for MakeTables<'_> {
    type Output = Result<(), TablebaseError>;

    fn run<R: Rules>(self) -> Self::Output {
        build::<R>(self.folder, self.wanted.for_rules::<R>(), self.stop, self.tell)
    }
}

/// Makes tables; whether all are there.
fn make_tables(app: &App, id: u64, wanted: TablesWanted, folder: &Path, stop: &AtomicBool) -> Result<bool, String> {
    let needs = wanted.needs(folder).map_err(|error| error.to_string())?;
    check_room(&needs, folder).map_err(|error| error.to_string())?;
    let start = |entry: &mut Entry| {
        (entry.job.done, entry.job.wanted) = (0, needs.positions);
        entry.run = Some((Instant::now(), 0));
    };
    let _ = app.jobs.change(id, start);
    let mut finished = 0;
    let mut tell = |progress| {
        let (done, detail) = match progress {
            TableProgress::Solving { larger, smaller, plies, solved } => {
                (finished + solved, format!("{larger}-{smaller}, level {plies}"))
            }
            TableProgress::Placing { ply, solved } => (finished + solved, format!("ply {ply}")),
            TableProgress::Finished { name, positions, .. } => {
                finished += positions;
                // Those who think opened the folder before this table was there.
                app.thinkers.renew();
                (finished, name)
            }
            _ => return,
        };
        let _ = app.jobs.change(id, |entry| (entry.job.done, entry.job.detail) = (done, detail));
    };
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(app.jobs.threads).build().map_err(|error| error.to_string())?;
    match pool.install(|| wanted.rules.run(MakeTables { wanted, folder, stop, tell: &mut tell })) {
        Ok(()) => Ok(true),
        Err(TablebaseError::Unsolved(SolveError::Stopped)) => Ok(false),
        Err(error) => Err(error.to_string()),
    }
}

/// All jobs since the server was started, and unfinished ones from before.
#[utoipa::path(get, path = "/api/v1/jobs", tag = "databases", responses((status = 200, body = [Job])))]
pub(crate) async fn list(Shared(app): Shared<Arc<App>>) -> Result<Json<Vec<Job>>, Problem> {
    app.jobs.load(&app).await?;
    Ok(Json(app.jobs.told()))
}

/// The jobs as they change: events named `jobs` with all of them.
#[utoipa::path(get, path = "/api/v1/jobs/events", tag = "databases",
    responses((status = 200, body = String, content_type = "text/event-stream")))]
pub(crate) async fn events(
    Shared(app): Shared<Arc<App>>,
) -> Result<Sse<impl Stream<Item = Result<Event, axum::Error>>>, Problem> {
    app.jobs.load(&app).await?;
    let changes = app.jobs.changes.subscribe();
    let news = unfold((app, changes, true), async |(app, mut changes, is_first)| {
        if !is_first {
            tokio::select! {
                changed = changes.changed() => changed.ok()?,
                () = app.closing() => return None,
            }
        }
        changes.mark_unchanged();
        let event = Event::default().event("jobs").json_data(app.jobs.told());
        if !is_first {
            tokio::time::sleep(INTERVAL).await;
        }
        Some((event, (app, changes, false)))
    });
    Ok(Sse::new(news).keep_alive(KeepAlive::default()))
}

/// Begins a job. What an earlier one with the same settings has done counts.
#[utoipa::path(post, path = "/api/v1/jobs", tag = "databases", request_body = Order, security(("token" = [])),
    responses((status = 201, body = Job), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn create(
    Shared(app): Shared<Arc<App>>,
    _: Operator,
    Sent(order): Sent<Order>,
) -> Result<(StatusCode, Json<Job>), Problem> {
    let work = order.read(&app)?;
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
    begin(&app, id).map(Json)
}

/// Takes a job that is not at work off the list.
#[utoipa::path(delete, path = "/api/v1/jobs/{id}", tag = "databases", params(("id" = u64, Path)), security(("token" = [])),
    responses((status = 204), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn remove(
    Shared(app): Shared<Arc<App>>,
    _: Operator,
    JobNumber(id): JobNumber,
) -> Result<StatusCode, Problem> {
    if app.jobs.change(id, |entry| entry.is_at_work())? {
        return Err(Problem::Conflict("this job is at work: stop it first".to_owned()));
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
