//! `zwick db`: evaluated positions and games, kept.

pub(crate) mod bench;
mod fill;
mod games;
mod transfer;

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Subcommand;
use serde_json::json;
use tokio::runtime::Runtime;
use zwick::{Game, Phase};
use zwick_db::{Blocking, Filter, PhaseCount, Store};

use crate::data_directory::data_directory;
use crate::input::wrong_use;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Evaluate random positions with a number of moves played, only ones that are not yet known.
    ///
    /// Everything is saved as it goes. Stopped or killed, the same command goes on where it was; run several times at once, all share the
    /// work.
    Seed(fill::Seed),
    /// Play games, best against random, random against best and best against best, and keep them with every position the best player
    /// evaluated.
    ///
    /// Everything is saved as it goes. Stopped or killed, the same command goes on where it was; run several times at once, all share the
    /// work.
    Selfplay(fill::Selfplay),
    /// Tell how many positions are known, by game and phase, and how many games are saved.
    Stats(Stats),
    /// Write all evaluated positions as JSON lines or CSV.
    Export(transfer::Export),
    /// Read evaluated positions from JSON lines or CSV; what is known better stays.
    Import(transfer::Import),
    /// List, search, show, save and export whole games.
    Games(games::Arguments),
    /// Forget evaluated positions, and on request games; asks first.
    Empty(Empty),
}

/// Where everything is kept.
#[derive(clap::Args)]
pub(crate) struct Database {
    /// The database: a file, sqlite://FILE or postgres://USER@HOST:PORT/NAME; zwick.db in the user's data directory if left out.
    #[arg(long, value_name = "ADDRESS", env = "ZWICK_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

#[derive(clap::Args)]
struct Stats {
    /// Write JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    database: Database,
}

#[derive(clap::Args)]
struct Empty {
    /// Only of this game; of all games if left out.
    game: Option<Game>,
    /// Forget the saved games too.
    #[arg(long)]
    games: bool,
    /// Do not ask.
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    database: Database,
}

/// An open database with the runtime that serves it.
pub(crate) struct Open {
    pub(crate) store: Blocking,
    runtime: Runtime,
}

impl Database {
    /// The database with this address.
    pub(crate) fn at(address: &str) -> Self {
        Self { database: Some(address.to_owned()) }
    }

    /// Which database it is: what was said, or the file in this directory, which is created.
    pub(crate) fn address(&self, directory: impl FnOnce() -> anyhow::Result<PathBuf>) -> anyhow::Result<String> {
        match &self.database {
            Some(address) => Ok(address.clone()),
            None => file_in(&directory()?),
        }
    }

    pub(crate) fn open(&self) -> anyhow::Result<Open> {
        open(&self.address(data_directory)?)
    }
}

/// Opens the database at an address.
pub(crate) fn open(address: &str) -> anyhow::Result<Open> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let store = runtime.block_on(Store::open(address))?;
    Ok(Open { store: Blocking::new(store, runtime.handle().clone()), runtime })
}

fn file_in(directory: &Path) -> anyhow::Result<String> {
    std::fs::create_dir_all(directory).with_context(|| format!("cannot create {}", directory.display()))?;
    let file = directory.join("zwick.db");
    Ok(file.to_str().with_context(|| format!("expected a name in UTF-8, found {}", file.display()))?.to_owned())
}

impl Drop for Open {
    /// Leaves no log beside the file.
    fn drop(&mut self) {
        self.runtime.block_on(self.store.store().close());
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    match &arguments.command {
        Command::Seed(arguments) => fill::seed(arguments, out),
        Command::Selfplay(arguments) => fill::play_games(arguments, out),
        Command::Stats(arguments) => stats(&arguments.database.open()?.store, arguments.json, out),
        Command::Export(arguments) => transfer::export(arguments, out),
        Command::Import(arguments) => transfer::import(arguments, out),
        Command::Games(arguments) => games::run(arguments, out),
        Command::Empty(arguments) => empty(arguments, out),
    }
}

fn stats(store: &Blocking, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let counts = store.wait(store.store().count_by_phase())?;
    let mut saved: BTreeMap<String, u64> = BTreeMap::new();
    for game in store.wait(store.store().games(&Filter::default()))? {
        *saved.entry(game.game.to_string()).or_default() += 1;
    }
    if json {
        let counts = counts.iter().map(|count| {
            json!({
                "game": count.game.to_string(),
                "phase": count.phase.to_string(),
                "positions": count.positions,
                "exact": count.exact,
            })
        });
        let object = json!({
            "database": store.store().place().to_string(),
            "positions": counts.collect::<Vec<_>>(),
            "games": saved,
        });
        return Ok(writeln!(out, "{object}")?);
    }
    writeln!(out, "database {}", store.store().place())?;
    for game_counts in counts.chunk_by(|a, b| a.game == b.game) {
        let game = game_counts[0].game;
        writeln!(out, "\n{game}")?;
        let lines = all_phases(game).into_iter().map(|phase| {
            let known = game_counts.iter().find(|count| count.phase == phase);
            known.copied().unwrap_or(PhaseCount { game, phase, positions: 0, exact: 0 })
        });
        let lines: Vec<PhaseCount> = match game {
            Game::ConnectFour { .. } => lines.collect(),
            Game::Morris(_) => game_counts.to_vec(),
        };
        for PhaseCount { phase, positions, exact, .. } in &lines {
            writeln!(out, "{:<28} {positions:>12} positions, {exact:>12} exact", phase.to_string())?;
        }
        let total = |number: fn(&PhaseCount) -> u64| lines.iter().map(number).sum::<u64>();
        let (positions, exact) = (total(|count| count.positions), total(|count| count.exact));
        writeln!(out, "{:<28} {positions:>12} positions, {exact:>12} exact", "all")?;
    }
    writeln!(out, "\ngames")?;
    for (game, number) in &saved {
        writeln!(out, "{game:<28} {number:>12}")?;
    }
    writeln!(out, "{:<28} {:>12}", "all", saved.values().sum::<u64>())?;
    Ok(())
}

/// All phases of a game of Connect Four, also those of which nothing is known.
fn all_phases(game: Game) -> Vec<Phase> {
    match game {
        Game::ConnectFour { width, height } => {
            (0..(width * height).div_ceil(3)).map(|three| Phase::Plies(three as u8)).collect()
        }
        Game::Morris(_) => Vec::new(),
    }
}

fn empty(arguments: &Empty, out: &mut dyn Write) -> anyhow::Result<()> {
    let open = arguments.database.open()?;
    let store = &open.store;
    if !arguments.yes {
        let what = if arguments.games { "evaluated positions and games" } else { "evaluated positions" };
        let of = arguments.game.map_or_else(|| "all games".to_owned(), |game| game.to_string());
        write!(out, "Forget all {what} of {of} in {}? Type yes: ", store.store().place())?;
        out.flush()?;
        let mut answer = String::new();
        std::io::stdin().lock().read_line(&mut answer).context("cannot read standard input")?;
        if answer.trim() != "yes" {
            return Err(wrong_use("nothing was forgotten: expected yes"));
        }
    }
    let positions = store.wait(store.store().forget_positions(arguments.game))?;
    writeln!(out, "forgot {positions} positions")?;
    if arguments.games {
        let games = store.wait(store.store().forget_games(arguments.game))?;
        writeln!(out, "forgot {games} games")?;
    }
    Ok(())
}
