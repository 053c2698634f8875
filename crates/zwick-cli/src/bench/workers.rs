//! `zwick bench workers`: how the building of a book grows with the number of workers.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::json;
use zwick::Game;
use zwick_db::{BookPlan, Order, Plan, Standing};

use crate::db::{Database, Open};

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
    #[arg(long, value_name = "GAME", default_value = "connect-four:6x5", value_parser = board)]
    game: Game,
    /// The men of its positions.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=20))]
    plies: u32,
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
    let Arguments { workers, game, plies, database } = arguments;
    let address = database.address(crate::data_directory::data_directory)?;
    let open = database.open()?;
    let plan = Plan::Book(BookPlan { game: *game, plies: *plies });
    let idle = open.store.wait(open.store.store().workers())?;
    ensure!(idle == 0, "expected no workers but those that are measured, found {idle}");
    if !json {
        writeln!(out, "workers   positions   seconds   a second   times faster")?;
    }
    let mut first = None;
    for &number in workers {
        let crew = Crew::hire(number, &address)?;
        wait_for(&open, u64::from(number))?;
        let order = work(&open, &plan)?;
        drop(crew);
        wait_for(&open, 0)?;
        let seconds = order.worked as f64 / 1e3;
        let rate = order.wanted as f64 / seconds;
        let faster = rate / *first.get_or_insert(rate);
        if json {
            writeln!(out, "{}", json!({ "workers": number, "positions": order.wanted, "seconds": seconds }))?;
        } else {
            writeln!(out, "{number:7}   {:9}   {seconds:7.1}   {rate:8.0}   {faster:12.2}", order.wanted)?;
        }
        out.flush()?;
    }
    Ok(())
}

/// Waits until just so many workers are alive.
fn wait_for(open: &Open, number: u64) -> anyhow::Result<()> {
    let started = Instant::now();
    loop {
        let alive = open.store.wait(open.store.store().workers())?;
        if alive == number {
            return Ok(());
        }
        ensure!(started.elapsed() < PATIENCE, "expected {number} workers, found {alive}");
        std::thread::sleep(LOOK);
    }
}

/// Has all positions of the book solved once, and forgets them.
fn work(open: &Open, plan: &Plan) -> anyhow::Result<Order> {
    let store = open.store.store();
    let id = open.store.wait(store.give(plan))?.id;
    loop {
        std::thread::sleep(LOOK);
        let order = open.store.wait(store.order(id))?;
        match order.standing {
            Standing::Running => {}
            Standing::Done => {
                open.store.wait(store.cancel(id))?;
                return Ok(order);
            }
            Standing::Stopped | Standing::Failed => {
                anyhow::bail!("job {id} was not done: {}", order.problem.unwrap_or_default())
            }
        }
    }
}
