//! Jobs on threads of this server.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use tokio::runtime::Handle;
use tokio::sync::{OnceCell, watch};
use zwick::morris::{Progress as TableProgress, Rules, SolveError, TablebaseError, build};
use zwick::{Analyst, ForRules, Library};
use zwick_db::{Blocking, Work};

use super::settings::{Checked, JobSettings};
use super::{Detail, Job, JobState};
use crate::App;
use crate::http::problem::Problem;
use crate::knowledge::tables::TablesWanted;

/// Jobs of workers are counted by the store; those of this server from far above, so that no number means two.
const FIRST_BESIDE_WORKERS: u64 = 1 << 40;

pub(super) struct Entry {
    pub(super) job: Job,
    checked: Checked,
    pub(super) stop: Arc<AtomicBool>,
    /// When the current run began, and how much was done then.
    run: Option<(Instant, u64)>,
}

impl Entry {
    pub(super) fn is_at_work(&self) -> bool {
        matches!(self.job.state, JobState::Running | JobState::Stopping)
    }

    pub(super) fn told(&self) -> Job {
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
    pub(super) changes: watch::Sender<u64>,
    /// Whether the store was asked for unfinished jobs.
    loaded: OnceCell<()>,
    /// Threads of a job: one core stays free for requests.
    pub(super) threads: usize,
}

impl Jobs {
    /// Jobs of a server that has workers beside it, or not.
    pub(crate) fn new(has_workers: bool) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            list: Mutex::default(),
            next: AtomicU64::new(if has_workers { FIRST_BESIDE_WORKERS } else { 1 }),
            changes: watch::Sender::new(0),
            loaded: OnceCell::new(),
            threads: processors.saturating_sub(1).max(1),
        }
    }

    pub(super) fn list(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn told(&self) -> Vec<Job> {
        self.list().iter().map(Entry::told).collect()
    }

    /// Announces that jobs or what they fill have changed.
    pub(crate) fn has_changed(&self) {
        self.changes.send_modify(|change| *change += 1);
    }

    /// How often that was.
    pub(crate) fn changes(&self) -> u64 {
        *self.changes.borrow()
    }

    /// Adds a job that is not at work.
    pub(super) fn add(&self, settings: JobSettings, checked: Checked, done: u64, wanted: u64) -> u64 {
        let id = self.next.fetch_add(1, Relaxed);
        let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64);
        let job = Job {
            id,
            unit: settings.unit(),
            settings,
            state: JobState::Stopped,
            done,
            wanted,
            rate: None,
            seconds_left: None,
            detail: None,
            saved: 0,
            problem: None,
            started,
            milliseconds: 0,
        };
        self.list().push(Entry { job, checked, stop: Arc::default(), run: None });
        id
    }

    /// Changes a job and notifies everyone watching, unless it has been removed.
    pub(super) fn change<T>(&self, id: u64, change: impl FnOnce(&mut Entry) -> T) -> Result<T, Problem> {
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

    /// Puts what the store has left from before on the list, once. What workers do is theirs.
    pub(super) async fn load(&self, app: &App) -> Result<(), Problem> {
        let load = async || -> Result<(), Problem> {
            if app.store.is_shared() {
                return Ok(());
            }
            for unfinished in app.store.unfinished_jobs(self.threads).await? {
                let settings = JobSettings::of(&unfinished.work);
                if !self.list().iter().any(|entry| entry.job.settings == settings) {
                    let checked = Checked::unfinished(unfinished.work, &app.settings.limits);
                    self.add(settings, checked, unfinished.done, unfinished.wanted);
                }
            }
            Ok(())
        };
        self.loaded.get_or_try_init(load).await.map(|_| ())
    }
}

/// Starts or resumes a job that is not running.
pub(super) fn begin(app: &Arc<App>, id: u64) -> Result<Job, Problem> {
    let (checked, stop, job) = app.jobs.change(id, |entry| {
        if entry.is_at_work() {
            return Err(Problem::Conflict("this job is at work already".to_owned()));
        }
        let stop = Arc::new(AtomicBool::new(false));
        entry.stop = Arc::clone(&stop);
        entry.run = Some((Instant::now(), entry.job.done));
        (entry.job.state, entry.job.problem) = (JobState::Running, None);
        Ok((entry.checked.clone(), stop, entry.told()))
    })??;
    let app = Arc::clone(app);
    let runtime = Handle::current();
    // A thread of its own: a job would hold one of the runtime for hours.
    std::thread::spawn(move || {
        let result = match checked {
            Checked::Work(work) => fill(&app, id, work.work(), runtime, &stop),
            Checked::Tables(wanted, folder) => make_tables(&app, id, wanted, &folder, &stop),
            Checked::TooMuch(why) => Err(why),
        };
        let ended = |entry: &mut Entry| {
            entry.job.milliseconds = entry.told().milliseconds;
            entry.run = None;
            entry.job.state = match &result {
                Ok(true) => JobState::Done,
                Ok(false) => JobState::Stopped,
                Err(_) => JobState::Failed,
            };
            entry.job.problem = result.err();
        };
        let _ = app.jobs.change(id, ended); // a running job cannot be removed
    });
    Ok(job)
}

/// Fills the store; whether all is done.
fn fill(app: &App, id: u64, work: &Work, runtime: Handle, stop: &AtomicBool) -> Result<bool, String> {
    let store = Blocking::new(app.store.clone(), runtime);
    let mut progress = |progress: &zwick_db::Progress<'_>| {
        let _ = app.jobs.change(id, |entry| {
            (entry.job.done, entry.job.wanted) = (progress.done, progress.wanted);
            entry.job.saved += progress.saved.len() as u64;
            if progress.missing > 0 {
                // They count as done, though they were not found.
                entry.job.detail = Some(Detail::Missing { positions: progress.missing });
            }
            // The first report counts what earlier runs did; the rate starts from there.
            if progress.saved.is_empty() && progress.games == 0 {
                entry.run = Some((Instant::now(), progress.done));
            }
        });
    };
    let done = match work {
        Work::Seed(seed) => store.seed(seed, stop, &mut progress),
        Work::SelfPlay(games) => store.play_games(games, stop, &mut progress),
        Work::Study(study) => {
            let mut analyst = Analyst::new(Library { threads: app.jobs.threads, ..app.library.clone() });
            store.study(study, &mut analyst, stop, &mut progress)
        }
        Work::Book(_) | Work::Unreadable(_) => return Err(format!("expected a job of a server, found {work}")),
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
    if needs.positions == 0 {
        return Ok(true);
    }
    needs.check_room(folder).map_err(|error| error.to_string())?;
    let start = |entry: &mut Entry| {
        (entry.job.done, entry.job.wanted) = (0, needs.positions);
        entry.run = Some((Instant::now(), 0));
    };
    let _ = app.jobs.change(id, start);
    let mut finished = 0;
    let mut tell = |progress| {
        let (done, detail) = match progress {
            TableProgress::Solving { larger, smaller, plies, solved } => {
                (finished + solved, Detail::Level { larger, smaller, plies })
            }
            TableProgress::Placing { ply } => (finished, Detail::Ply { ply }),
            TableProgress::Finished { name, positions, size } => {
                finished += positions;
                if size > 0 {
                    // Those who think opened the folder before this table was there.
                    app.thinkers.renew();
                }
                (finished, Detail::Table { name })
            }
            _ => return,
        };
        let _ = app.jobs.change(id, |entry| (entry.job.done, entry.job.detail) = (done, Some(detail)));
    };
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(app.jobs.threads).build().map_err(|error| error.to_string())?;
    match pool.install(|| wanted.rules.run(MakeTables { wanted, folder, stop, tell: &mut tell })) {
        Ok(()) => Ok(true),
        Err(TablebaseError::Unsolved(SolveError::Stopped)) => Ok(false),
        Err(error) => Err(error.to_string()),
    }
}
