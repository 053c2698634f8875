//! `zwick db`: the database of evaluated positions and games.

pub(crate) mod bench;
mod fill;
mod games;
mod transfer;
mod verify;

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Subcommand;
use serde_json::json;
use tokio::runtime::Runtime;
use zwick::Game;
use zwick_db::{Blocking, Filter, PhaseCount, Store};
use zwick_server::answers::PhaseState;

use crate::data_directory::data_directory;
use crate::input::wrong_use;
use crate::words::counted;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Evaluate random positions with a given number of moves played, skipping known ones.
    ///
    /// Results are saved as they come. If it is stopped or killed, run the same command again to resume; several at once share the work.
    Seed(fill::Seed),
    /// Play games, best against random, random against best and best against best, and save them with every position the best player
    /// evaluated.
    ///
    /// Results are saved as they come. If it is stopped or killed, run the same command again to resume; several at once share the work.
    Selfplay(fill::Selfplay),
    /// Show how many positions are known, by game and phase, and how many games are saved.
    Stats(Stats),
    /// Export all evaluated positions: as JSON lines or CSV, with scores in moves, in points (1.0 is about one man ahead), or in per cent
    /// for random games; or as the older programs V1, V2 and V3 wrote them.
    ///
    /// Lines imported from an older program are written as they were, followed by everything else that the program had a place for:
    /// proven wins with their mirror images (v1), results and random games (v2), values of morris (v3).
    Export(transfer::Export),
    /// Import evaluated positions from JSON lines, CSV or files of older programs, all or nothing; better values stay.
    ///
    /// What an older program says is checked first: a win claimed by V1 is searched for, and is an error if it does not exist; random games
    /// of V2 remain estimates; positions of V3, whose files name no moves, are searched three plies deep. The lines themselves are kept, so
    /// that an export writes them as they were.
    Import(transfer::Import),
    /// List, search, show, save and export whole games.
    #[command(subcommand)]
    Games(games::Command),
    /// Check the whole database: that every record is what was saved, that games follow the rules, and that records are consistent.
    ///
    /// Names each wrong record; exit code 1 if there is one.
    Verify(verify::Arguments),
    /// Delete evaluated positions, and optionally games; asks first.
    Empty(Empty),
}

/// Which database.
#[derive(clap::Args)]
pub(crate) struct Database {
    /// The database: a file, sqlite://FILE or postgres://USER@HOST:PORT/NAME; zwick.db in the user's data directory by default.
    #[arg(long, value_name = "ADDRESS", env = "ZWICK_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

/// A database as the memory of players.
#[derive(clap::Args)]
pub(crate) struct Memory {
    /// Let players look up positions in a database, before and at every step of a search, and store what they find: a file,
    /// sqlite://FILE or postgres://USER@HOST:PORT/NAME; without ADDRESS that of `zwick db`.
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "")]
    db: Option<String>,
}

impl Memory {
    /// The address of the database; `None` if none is asked for.
    pub(crate) fn address(&self) -> anyhow::Result<Option<String>> {
        let Some(address) = &self.db else { return Ok(None) };
        if address.parse::<Game>().is_ok() {
            let found = format_args!("expected the address of a database after --db, found the game {address}");
            return Err(wrong_use(format_args!("{found}; name the game first")));
        }
        let given = Some(address.clone()).filter(|address| !address.is_empty());
        let database = Database { database: given.or_else(|| std::env::var("ZWICK_DATABASE").ok()) };
        database.address(data_directory).map(Some)
    }

    /// The database, created if it does not exist; `None` if none is asked for.
    pub(crate) fn open(&self) -> anyhow::Result<Option<Open>> {
        self.address()?.map(|address| Database::at(&address).open()).transpose()
    }
}

#[derive(clap::Args)]
pub(crate) struct Stats {
    /// Write JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    database: Database,
}

#[derive(clap::Args)]
pub(crate) struct Empty {
    /// Only this game; all games by default.
    game: Option<Game>,
    /// Delete the saved games too.
    #[arg(long)]
    games: bool,
    /// Do not ask for confirmation.
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

    /// The address of the database: the given one, or the file in this directory, which is created.
    pub(crate) fn address(&self, directory: impl FnOnce() -> anyhow::Result<PathBuf>) -> anyhow::Result<String> {
        let create = || {
            let directory = directory()?;
            std::fs::create_dir_all(&directory).with_context(|| format!("cannot create {}", directory.display()))?;
            Ok(directory)
        };
        self.address_in(create)
    }

    fn address_in(&self, directory: impl FnOnce() -> anyhow::Result<PathBuf>) -> anyhow::Result<String> {
        match &self.database {
            Some(address) => Ok(address.clone()),
            None => file_in(&directory()?),
        }
    }

    /// The database, created if it does not exist.
    pub(crate) fn open(&self) -> anyhow::Result<Open> {
        let (address, runtime) = (self.address(data_directory)?, runtime()?);
        let store = runtime.block_on(Store::open(&address))?;
        Ok(Open::new(store, runtime))
    }

    /// The database, for commands that only read: they create nothing.
    pub(crate) fn open_existing(&self) -> anyhow::Result<Open> {
        open_existing(&self.address_in(data_directory)?)
    }
}

/// Opens the database at an address, if it exists.
pub(crate) fn open_existing(address: &str) -> anyhow::Result<Open> {
    let runtime = runtime()?;
    let store = runtime.block_on(Store::open_existing(address))?;
    Ok(Open::new(store, runtime))
}

fn runtime() -> std::io::Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()
}

impl Open {
    fn new(store: Store, runtime: Runtime) -> Self {
        Self { store: Blocking::new(store, runtime.handle().clone()), runtime }
    }
}

fn file_in(directory: &Path) -> anyhow::Result<String> {
    let file = directory.join("zwick.db");
    Ok(file.to_str().with_context(|| format!("expected a name in UTF-8, found {}", file.display()))?.to_owned())
}

impl Drop for Open {
    /// Closes the store, so that no log file stays next to it.
    fn drop(&mut self) {
        self.runtime.block_on(self.store.store().close());
    }
}

pub(crate) fn run(command: &Command, out: &mut dyn Write) -> anyhow::Result<()> {
    match command {
        Command::Seed(arguments) => fill::seed(arguments, out),
        Command::Selfplay(arguments) => fill::play_games(arguments, out),
        Command::Stats(arguments) => stats(&arguments.database.open_existing()?.store, arguments.json, out),
        Command::Export(arguments) => transfer::export(arguments, out),
        Command::Import(arguments) => transfer::import(arguments, out),
        Command::Games(command) => games::run(command, out),
        Command::Verify(arguments) => verify::run(arguments, out),
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
        let object = json!({
            "place": store.store().place(),
            "kind": store.store().kind(),
            "games": saved.values().sum::<u64>(),
            "games_by_name": saved,
            "phases": counts.into_iter().map(PhaseState::from).collect::<Vec<_>>(),
        });
        return Ok(writeln!(out, "{object}")?);
    }
    writeln!(out, "database {}", store.store().place())?;
    for game_counts in counts.chunk_by(|a, b| a.game == b.game) {
        let game = game_counts[0].game;
        writeln!(out, "\n{game}")?;
        // Where there are few phases, those of which nothing is known are listed too.
        let listed = game.phases().into_iter().map(|phase| {
            let known = game_counts.iter().find(|count| count.phase == phase);
            known.copied().unwrap_or(PhaseCount { game, phase, positions: 0, exact: 0 })
        });
        let listed: Vec<PhaseCount> = listed.collect();
        let lines = if listed.is_empty() { game_counts.to_vec() } else { listed };
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

fn empty(arguments: &Empty, out: &mut dyn Write) -> anyhow::Result<()> {
    let open = arguments.database.open_existing()?;
    let store = &open.store;
    if !arguments.yes {
        let what = if arguments.games { "evaluated positions and games" } else { "evaluated positions" };
        let of = arguments.game.map_or_else(|| "all games".to_owned(), |game| game.to_string());
        write!(out, "Delete all {what} of {of} in {}? Type yes: ", store.store().place())?;
        out.flush()?;
        let mut answer = String::new();
        std::io::stdin().lock().read_line(&mut answer).context("cannot read standard input")?;
        if answer.trim() != "yes" {
            return Err(wrong_use("nothing was deleted: expected yes"));
        }
    }
    let positions = store.wait(store.store().forget_positions(arguments.game))?;
    writeln!(out, "deleted {}", counted(positions, "position", "positions"))?;
    if arguments.games {
        let games = store.wait(store.store().forget_games(arguments.game))?;
        writeln!(out, "deleted {}", counted(games, "game", "games"))?;
    }
    Ok(())
}
