//! Jobs on threads of this server.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::runtime::Handle;
use tokio::sync::{OnceCell, watch};
use zwick::morris::{Pace, Progress as TableProgress, Rules, SolveError, TablebaseError, build_for, in_background};
use zwick::{Analyst, ForRules, Game, Library, RuleSet};
use zwick_db::{Blocking, Work};

use super::settings::{Checked, JobSettings};
use super::{Detail, Job, JobState, share_of};
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
    /// How far a build of tables is, in time instead of positions.
    pace: Option<Pace>,
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
        job.share = share_of(job.done, job.wanted);
        if let Some(pace) = &self.pace {
            job.share = pace.share();
            job.seconds_left = self.run.map(|_| pace.time_left().as_secs_f64());
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

    /// Notices of that.
    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// The latest build of the tables of a game.
    pub(crate) fn of_tables(&self, wanted: &str) -> Option<Job> {
        let list = self.list();
        let entry = list
            .iter()
            .rev()
            .find(|entry| matches!(&entry.job.settings, JobSettings::Tablebase { game, .. } if game == wanted));
        entry.map(Entry::told)
    }

    /// Whether tables of this game are being built here.
    pub(crate) fn is_solving(&self, game: Game) -> bool {
        let at_work = |job: &Job| matches!(job.state, JobState::Running | JobState::Stopping);
        game.rules().is_some() && self.of_tables(&game.to_string()).is_some_and(|job| at_work(&job))
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
            share: 0.0,
            rate: None,
            seconds_left: None,
            detail: None,
            saved: 0,
            problem: None,
            started,
            milliseconds: 0,
        };
        self.list().push(Entry { job, checked, stop: Arc::default(), run: None, pace: None });
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
    pub(crate) async fn load(&self, app: &App) -> Result<(), Problem> {
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
            Checked::Tables(wanted, folder) => {
                let notice = Notice::leave(&folder, wanted);
                let result = make_tables(&app, id, wanted, &folder, &stop);
                // One that ends with the server is resumed with it.
                let is_over = result.is_ok() && !*app.is_closing.borrow();
                if is_over {
                    notice.remove();
                }
                result
            }
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
    awaited: &'a (dyn Fn() -> Vec<[u32; 2]> + Sync),
    stop: &'a AtomicBool,
    tell: &'a mut (dyn FnMut(TableProgress) + Send),
}

impl ForRules for MakeTables<'_> {
    type Output = Result<(), TablebaseError>;

    fn run<R: Rules>(self) -> Self::Output {
        build_for::<R>(self.folder, self.wanted.for_rules::<R>(), self.awaited, self.stop, self.tell)
    }
}

/// Makes tables; whether all are there.
fn make_tables(app: &App, id: u64, wanted: TablesWanted, folder: &Path, stop: &AtomicBool) -> Result<bool, String> {
    let needs = wanted.needs(folder).map_err(|error| error.to_string())?;
    if needs.positions == 0 {
        return Ok(true);
    }
    needs.check_room(folder, app.settings.tables_room).map_err(|error| error.to_string())?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let start = |entry: &mut Entry| {
        (entry.job.done, entry.job.wanted) = (0, needs.positions);
        entry.run = Some((Instant::now(), 0));
        entry.pace = Some(Pace::new(&needs, cores));
    };
    let _ = app.jobs.change(id, start);
    let mut finished = 0;
    let mut tell = |progress| {
        let heard = |entry: &mut Entry| entry.pace.iter_mut().for_each(|pace| pace.hear(&progress));
        let _ = app.jobs.change(id, heard);
        let (done, detail) = match progress {
            TableProgress::Solving { larger, smaller, plies, solved } => {
                (finished + solved, Detail::Level { larger, smaller, plies })
            }
            TableProgress::Placing { ply } => (finished, Detail::Ply { ply }),
            TableProgress::Finished { name, positions, .. } => {
                finished += positions;
                (finished, Detail::Table { name })
            }
            _ => return,
        };
        yield_to_people(app, id, stop);
        let _ = app.jobs.change(id, |entry| (entry.job.done, entry.job.detail) = (done, Some(detail)));
    };
    let awaited = || app.awaited.men(wanted.rules);
    let make = || wanted.rules.run(MakeTables { wanted, folder, awaited: &awaited, stop, tell: &mut tell });
    match in_background(make).map_err(|error| error.to_string())? {
        Ok(()) => Ok(true),
        Err(TablebaseError::Unsolved(SolveError::Stopped)) => Ok(false),
        Err(error) => Err(error.to_string()),
    }
}

/// Holds a build up while those who think need every core. Between such moments, its threads have the lowest priority.
fn yield_to_people(app: &App, id: u64, stop: &AtomicBool) {
    const PAUSE: Duration = Duration::from_millis(50);
    if !app.thinkers.need_all_cores() {
        return;
    }
    let hold = |is_held| {
        let _ = app.jobs.change(id, |entry| {
            entry.pace.iter_mut().for_each(|pace| pace.pause(is_held));
            if is_held {
                entry.job.detail = Some(Detail::Yielding);
            }
        });
    };
    hold(true);
    while app.thinkers.need_all_cores() && !stop.load(Relaxed) {
        std::thread::sleep(PAUSE);
    }
    hold(false);
}

/// A file beside the tables that says which of them a server is building, for the next server to resume it.
struct Notice(PathBuf);

impl Notice {
    fn place(folder: &Path, rules: RuleSet) -> PathBuf {
        folder.join(format!("{}.building", rules.name()))
    }

    /// If it cannot be written, nothing is resumed.
    fn leave(folder: &Path, wanted: TablesWanted) -> Self {
        let path = Self::place(folder, wanted.rules);
        let text = serde_json::to_string(&JobSettings::of_tables(wanted)).unwrap_or_default();
        let _ = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
        Self(path)
    }

    fn remove(self) {
        let _ = fs::remove_file(self.0);
    }

    /// The build that an earlier server left unfinished.
    fn read(path: &Path) -> Option<JobSettings> {
        let settings = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        matches!(settings, JobSettings::Tablebase { .. }).then_some(settings)
    }
}

/// Resumes the builds that ended with an earlier server. Where another program builds in the same folder, that one goes on instead.
pub(crate) fn resume_builds(app: &Arc<App>) {
    let Ok(folder) = app.tables_folder() else { return };
    for rules in RuleSet::ALL {
        let Some(settings) = Notice::read(&Notice::place(folder, rules)) else { continue };
        let Ok(checked) = settings.check(app) else { continue };
        let id = app.jobs.add(settings, checked, 0, 0);
        if let Err(problem) = begin(app, id) {
            tracing::warn!(%problem, "cannot resume building tables");
        }
    }
}
