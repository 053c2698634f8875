//! `zwick bench workers`: how the rate at which a book is built grows with the number of workers.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::json;
use zwick::Game;
use zwick_db::{BookWork, JobState, Store, Work};

use crate::data_directory::data_directory;
use crate::db::{Database, Open};
use crate::input::whole;
use crate::progress;

/// How often progress is polled: each poll costs the database some work too.
const LOOK: Duration = Duration::from_millis(200);
/// How long a worker may take to register.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The numbers of workers to measure, one thread each.
    #[arg(long, value_name = "N,N…", value_delimiter = ',', default_value = "1,2,4", value_parser = whole::<u16>("workers", 1..=256))]
    workers: Vec<u16>,
    /// The board of the book.
    #[arg(long, value_name = "GAME", default_value = "connect-four", value_parser = board)]
    game: Game,
    /// The number of men in its positions.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = whole::<u32>("men", 1..=20))]
    plies: u32,
    /// How long the first number of workers is measured; the others solve the same positions.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = whole::<u32>("seconds", 1..=86_400))]
    seconds: u32,
    #[command(flatten)]
    database: Database,
}

fn board(text: &str) -> Result<Game, String> {
    let game: Game = text.parse().map_err(|error| format!("{error}"))?;
    let wrong = || "expected a board of Connect Four: only it has books".to_owned();
    game.board().map(|_| game).ok_or_else(wrong)
}

/// Workers that are stopped when dropped.
struct Crew(Vec<Child>);

impl Crew {
    fn hire(number: u16, address: &str) -> anyhow::Result<Self> {
        let mut crew = Self(Vec::new());
        for _ in 0..number {
            let mut command = Command::new(std::env::current_exe()?);
            // Passed by environment, so it does not appear in process lists.
            command.args(["worker", "--threads", "1"]).env("ZWICK_DATABASE", address);
            crew.0.push(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().context("cannot start a worker")?);
        }
        Ok(crew)
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        for worker in &mut self.0 {
            // Fails if it has already exited.
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}

pub(super) fn run(arguments: &Arguments, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let Arguments { workers, game, plies, seconds, database } = arguments;
    let address = database.address(data_directory)?;
    let bench = Bench {
        open: database.open()?,
        work: Work::Book(BookWork { game: *game, plies: *plies }),
        stop: progress::stopped_by_user()?,
    };
    let others = bench.workers()?;
    ensure!(others == 0, "expected no workers besides those being measured, found {others}");
    if !json {
        writeln!(out, "workers   positions   seconds   per second   speed-up")?;
    }
    let (mut goal, mut first) = (Goal::Time(Duration::from_secs(u64::from(*seconds))), None);
    for &number in workers {
        let crew = Crew::hire(number, &address)?;
        bench.wait_for(u64::from(number))?;
        let (positions, time) = bench.measure(goal)?;
        drop(crew);
        bench.wait_for(0)?;
        // Some parts of a book are harder than others, so all solve the same part.
        goal = Goal::Positions(positions);
        let time = time.as_secs_f64();
        let rate = positions as f64 / time;
        let faster = rate / *first.get_or_insert(rate);
        if json {
            writeln!(out, "{}", json!({ "workers": number, "positions": positions, "seconds": time }))?;
        } else {
            writeln!(out, "{number:7}   {positions:9}   {time:7.1}   {rate:10.1}   {faster:8.2}")?;
        }
        out.flush()?;
    }
    Ok(())
}

/// When to stop building the book.
#[derive(Clone, Copy)]
enum Goal {
    /// After this time, at the end of a piece.
    Time(Duration),
    /// Once this many positions are solved.
    Positions(u64),
}

struct Bench {
    open: Open,
    work: Work,
    stop: Arc<AtomicBool>,
}

impl Bench {
    fn store(&self) -> &Store {
        self.open.store.store()
    }

    fn workers(&self) -> anyhow::Result<u64> {
        Ok(self.open.store.wait(self.store().worker_threads())?)
    }

    /// Waits until exactly this many workers are registered. Those that have exited disappear after some seconds.
    fn wait_for(&self, number: u64) -> anyhow::Result<()> {
        let started = Instant::now();
        while self.workers()? != number {
            ensure!(started.elapsed() < PATIENCE, "expected {number} workers, found {}", self.workers()?);
            self.pause()?;
        }
        Ok(())
    }

    /// Starts the book; returns how many positions were solved, and in what time. The rest is discarded.
    fn measure(&self, goal: Goal) -> anyhow::Result<(u64, Duration)> {
        let id = self.open.store.wait(self.store().start_job(&self.work))?.id;
        let reached = self.reach(goal, id);
        self.open.store.wait(self.store().cancel_job(id))?;
        reached
    }

    fn reach(&self, goal: Goal, id: i64) -> anyhow::Result<(u64, Duration)> {
        let started = Instant::now();
        let mut before = 0;
        loop {
            self.pause()?;
            let (job, time) = (self.open.store.wait(self.store().job(id))?, started.elapsed());
            let is_reached = match goal {
                Goal::Time(wanted) => time >= wanted && job.done > before,
                Goal::Positions(wanted) => job.done >= wanted,
            };
            if is_reached {
                return Ok((job.done, time));
            }
            ensure!(job.state == JobState::Running, "the book was finished too early: use a larger book or less time");
            before = job.done;
        }
    }

    fn pause(&self) -> anyhow::Result<()> {
        ensure!(!self.stop.load(Relaxed), "stopped");
        std::thread::sleep(LOOK);
        Ok(())
    }
}
