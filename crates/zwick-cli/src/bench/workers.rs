//! `zwick bench workers`: how the rate at which a book is built grows with the number of workers.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::json;
use zwick::Game;
use zwick_db::{BookPlan, Plan, Standing, Store};

use crate::data_directory::data_directory;
use crate::db::{Database, Open};
use crate::progress;

/// How often the work is looked at: each look costs the database some work too.
const LOOK: Duration = Duration::from_millis(200);
/// How long a worker may take to say that it is there.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The numbers of workers, one thread each.
    #[arg(long, value_name = "N,N…", value_delimiter = ',', default_value = "1,2,4", value_parser = clap::value_parser!(u16).range(1..=256))]
    workers: Vec<u16>,
    /// The board of the book.
    #[arg(long, value_name = "GAME", default_value = "connect-four", value_parser = board)]
    game: Game,
    /// The men of its positions.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=20))]
    plies: u32,
    /// How long each number of workers is measured.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    seconds: u32,
    #[command(flatten)]
    database: Database,
}

fn board(text: &str) -> Result<Game, String> {
    match text.parse() {
        Ok(game @ Game::ConnectFour { .. }) => Ok(game),
        Ok(_) => Err("expected a board of Connect Four: only it has books".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Workers that are ended when they go out of scope.
struct Crew(Vec<Child>);

impl Crew {
    fn hire(number: u16, address: &str) -> anyhow::Result<Self> {
        let mut crew = Self(Vec::new());
        for _ in 0..number {
            let mut command = Command::new(std::env::current_exe()?);
            // In the environment it is in no list of processes.
            command.args(["worker", "--threads", "1"]).env("ZWICK_DATABASE", address);
            crew.0.push(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().context("cannot start a worker")?);
        }
        Ok(crew)
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        for worker in &mut self.0 {
            // One that has ended by itself cannot be ended.
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}

pub(super) fn run(arguments: &Arguments, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let Arguments { workers, game, plies, seconds, database } = arguments;
    let address = database.address(data_directory)?;
    let bench = Bench { open: database.open()?, stop: progress::stopped_by_user()? };
    let idle = bench.workers()?;
    ensure!(idle == 0, "expected no workers but those that are measured, found {idle}");
    let plan = Plan::Book(BookPlan { game: *game, plies: *plies });
    let id = bench.open.store.wait(bench.store().give(&plan))?.id;
    let measured = (|| {
        if !json {
            writeln!(out, "workers   positions   seconds   a second   times faster")?;
        }
        let mut first = None;
        for &number in workers {
            let _crew = Crew::hire(number, &address)?;
            let (positions, time) = bench.measure(id, u64::from(number), Duration::from_secs(u64::from(*seconds)))?;
            let time = time.as_secs_f64();
            let rate = positions as f64 / time;
            let faster = rate / *first.get_or_insert(rate);
            if json {
                writeln!(out, "{}", json!({ "workers": number, "positions": positions, "seconds": time }))?;
            } else {
                writeln!(out, "{number:7}   {positions:9}   {time:7.1}   {rate:8.1}   {faster:12.2}")?;
            }
            out.flush()?;
        }
        Ok(())
    })();
    // Nobody wants the book.
    bench.open.store.wait(bench.store().cancel(id))?;
    measured
}

struct Bench {
    open: Open,
    stop: Arc<AtomicBool>,
}

impl Bench {
    fn store(&self) -> &Store {
        self.open.store.store()
    }

    fn workers(&self) -> anyhow::Result<u64> {
        Ok(self.open.store.wait(self.store().workers())?)
    }

    /// How many positions are solved in about this time, from the end of a piece to the end of a piece.
    fn measure(&self, id: i64, number: u64, time: Duration) -> anyhow::Result<(u64, Duration)> {
        // Those measured before are taken for alive for some seconds more.
        let started = Instant::now();
        while self.workers()? != number {
            ensure!(started.elapsed() < PATIENCE, "expected {number} workers, found {}", self.workers()?);
            self.pause()?;
        }
        let (before, started) = self.next_piece(id)?;
        while started.elapsed() < time {
            self.pause()?;
        }
        let (after, ended) = self.next_piece(id)?;
        Ok((after - before, ended - started))
    }

    /// Waits until the next piece is done; how many positions are, and when that was.
    fn next_piece(&self, id: i64) -> anyhow::Result<(u64, Instant)> {
        let done = || -> anyhow::Result<u64> {
            let order = self.open.store.wait(self.store().order(id))?;
            ensure!(order.standing == Standing::Running, "expected more work than that: a larger book, or less time");
            Ok(order.done)
        };
        let before = done()?;
        loop {
            self.pause()?;
            let now = done()?;
            if now > before {
                return Ok((now, Instant::now()));
            }
        }
    }

    fn pause(&self) -> anyhow::Result<()> {
        ensure!(!self.stop.load(Relaxed), "stopped");
        std::thread::sleep(LOOK);
        Ok(())
    }
}
