//! `zwick bench`: the speed of search and solver, next to published times, and the signature of the search.

mod profile;
mod search;
mod workers;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Subcommand;
use cpu_time::{ProcessTime, ThreadTime};
use serde_json::json;
use zwick::connect_four::{PublicPosition, Solver, public_sets};
use zwick::search::{Limits, Scored};
use zwick::{Analyst, AnyPlayer, AnyPosition, ConnectFour, Game, Library, Position, analyze};

use crate::input::{whole, wrong_use};
use crate::progress;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
    /// Write tables as JSON, one object per line.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum What {
    /// The first move of Connect Four at depth 6, 7 and 8: plain minimax, with threads, with pruning, with both; next to the published
    /// times of a C++ program.
    Classic,
    /// Memory and CPU over the time of the first move of v5, as a chart. v5 searches its tree while it builds it, so building and
    /// judging are one step.
    Profile(profile::Arguments),
    /// The cost of searching to a fixed depth: five positions of each game, one thread, the best move alone, CPU time.
    Search(search::Arguments),
    /// The solver of Connect Four on the six public test sets and the empty board: one thread, no book, cold table, CPU time.
    Solver {
        /// All lines of every set; by default the first 150 of l1r2 and the first 25 of l1r3.
        #[arg(long)]
        all: bool,
    },
    /// Analyses of whole random games: how long exact values of all columns take.
    Analysis {
        /// How many games.
        #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<u32>("games", 1..=u64::MAX))]
        games: u32,
    },
    /// Records per second into a new SQLite file and out of it, in batches.
    Db {
        /// How many records.
        #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = whole::<usize>("records", 1..=u64::MAX))]
        records: usize,
    },
    /// Answers from the tables of morris: first time, from memory, all moves, men in hand.
    Probe {
        /// The folder of the tables; the one in the user's data directory by default.
        #[arg(long, value_name = "FOLDER")]
        dir: Option<PathBuf>,
    },
    /// How the rate grows with the number of workers: starts workers with one thread each, which solve positions of a temporary book
    /// through a PostgreSQL server without other workers.
    Workers(workers::Arguments),
    /// How many positions fixed searches visit: a number that changes if and only if the search does.
    Signature {
        /// Compare with this file, and fail if anything differs.
        #[arg(long, value_name = "FILE")]
        compare: Option<PathBuf>,
    },
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    if arguments.json && matches!(arguments.what, What::Db { .. } | What::Signature { .. }) {
        return Err(wrong_use(
            "--json: expected a bench that prints a table: classic, profile, search, solver, analysis, probe or workers",
        ));
    }
    match &arguments.what {
        What::Classic => classic(arguments.json, out),
        What::Profile(wanted) => profile::run(wanted, arguments.json, out),
        What::Search(wanted) => search::run(wanted, arguments.json, out),
        What::Solver { all } => solver(*all, arguments.json, out),
        What::Analysis { games } => analysis(*games, arguments.json, out),
        What::Db { records } => crate::db::bench::run(*records, out),
        What::Probe { dir } => crate::tablebase::bench::run(dir.as_deref(), arguments.json, out),
        What::Workers(wanted) => workers::run(wanted, arguments.json, out),
        What::Signature { compare } => signature(compare.as_deref(), out),
    }
}

/// The configurations of the published program, and ours that match them.
const WAYS: [(&str, &str); 4] = [
    ("plain", "alpha-beta:pruning=off,ordering=off,deepening=off,symmetry=off,table=off"),
    ("threads", "alpha-beta:pruning=off,ordering=off,deepening=off,symmetry=off,table=off,threads=2"),
    ("pruning", "alpha-beta:ordering=off,deepening=off,symmetry=off,table=off"),
    ("both", "alpha-beta:ordering=off,deepening=off,symmetry=off,table=off,threads=2"),
];

/// Published milliseconds for each configuration, by depth, and the memory in MB.
const PUBLISHED: [(u32, [f64; 4], f64); 3] = [
    (6, [2_585.0, 856.0, 578.0, 475.0], 55.0),
    (7, [17_911.0, 6_639.0, 3_356.0, 2_743.0], 370.0),
    (8, [160_190.0, 39_860.0, 21_142.0, 18_973.0], 2_500.0),
];

fn classic(json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    if !json {
        writeln!(out, "depth  way      published ms     here ms   times faster   published MB   here MB")?;
    }
    for (depth, published, memory) in PUBLISHED {
        for ((way, player), published) in WAYS.into_iter().zip(published) {
            forget_peak_memory();
            let spec = format!("{player},depth={depth}").parse()?;
            let started = Instant::now();
            let mut player = AnyPlayer::new(Game::CONNECT_FOUR, spec, 1);
            let start = AnyPosition::start(Game::CONNECT_FOUR);
            player.think(&start, Scored::Best, &Limits::default(), None)?;
            let here = started.elapsed().as_secs_f64() * 1e3;
            let (peak, faster) = (peak_memory(), published / here);
            if json {
                let object = json!({
                    "depth": depth, "way": way, "published_milliseconds": published, "milliseconds": here,
                    "published_megabytes": memory, "megabytes": peak,
                });
                writeln!(out, "{object}")?;
            } else {
                let peak = peak.map_or_else(|| "-".to_owned(), |megabytes| format!("{megabytes:.1}"));
                writeln!(
                    out,
                    "{depth:<5}  {way:<7}  {published:12.0}  {here:10.2}  {faster:13.0}  {memory:13.0}  {peak:>8}"
                )?;
            }
            out.flush()?;
        }
    }
    Ok(())
}

/// The six sets with the number of lines run by default.
const SETS: [(&str, usize); 6] =
    [("l3r1", 500), ("l2r1", 500), ("l2r2", 500), ("l1r1", 500), ("l1r2", 150), ("l1r3", 25)];

/// The minimum time to spend on a set.
const LEAST_TIME: Duration = Duration::from_millis(500);

fn solver(all: bool, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    if !json {
        writeln!(out, "set    lines   mean time   mean nodes   million nodes per second")?;
    }
    let mut solver = <Solver>::new();
    for (set, lines) in SETS {
        let lines = if all { 500 } else { lines };
        let chosen: Vec<PublicPosition> = public_sets().filter(|line| line.set == set).take(lines).collect();
        let positions: Vec<ConnectFour> = chosen.iter().map(PublicPosition::position).collect();
        let (before, started) = (solver.nodes(), ThreadTime::now());
        let mut rounds = 0.0;
        // The clock is coarse: easy sets are solved repeatedly until the time is measurable.
        while rounds == 0.0 || started.elapsed() < LEAST_TIME {
            for (position, PublicPosition { moves, score, .. }) in positions.iter().zip(&chosen) {
                solver.clear();
                let found = solver.solve(position);
                if found != *score {
                    bail!("{moves}: expected the score {score}, found {found}");
                }
            }
            rounds += 1.0;
        }
        let seconds = started.elapsed().as_secs_f64();
        let nodes = (solver.nodes() - before) as f64;
        let count = rounds * positions.len() as f64;
        let (mean_seconds, mean_nodes) = (seconds / count, nodes / count);
        if json {
            let object = json!({ "set": set, "lines": lines, "mean_seconds": mean_seconds, "mean_nodes": mean_nodes });
            writeln!(out, "{object}")?;
        } else {
            let rate = nodes / seconds / 1e6;
            writeln!(out, "{set}   {lines:5}   {:>9}   {mean_nodes:10.0}   {rate:.2}", duration(mean_seconds))?;
        }
        out.flush()?;
    }
    for threads in [1, 2] {
        let mut solver = <Solver>::with(<Solver>::TABLE_BYTES, threads);
        let (wall, cpu) = (Instant::now(), ProcessTime::now());
        solver.solve(&ConnectFour::new());
        let (wall, cpu) = (wall.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
        let (nodes, s) = (solver.nodes(), if threads == 1 { "" } else { "s" });
        if json {
            let object = json!({
                "set": "empty board", "threads": threads, "seconds": wall, "cpu_seconds": cpu, "nodes": nodes,
            });
            writeln!(out, "{object}")?;
        } else {
            writeln!(out, "empty board, {threads} thread{s}: {wall:.2} s, {cpu:.2} s of CPU time, {nodes} nodes")?;
        }
        out.flush()?;
    }
    Ok(())
}

fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.1} µs", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

/// Analyses every position of random games as the page does: with book, all cores, and a table that is not cleared.
fn analysis(games: u32, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut analyst = Analyst::new(Library { threads, ..Library::default() });
    let mut dice = fastrand::Rng::with_seed(1);
    // The times of all analyses by the number of men.
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); 42];
    let bar = progress::bar(u64::from(games), "games");
    for _ in 0..games {
        let mut position = AnyPosition::start(Game::CONNECT_FOUR);
        let mut men = 0;
        while position.ending().is_none() {
            let started = Instant::now();
            let analysis = analyze(&mut analyst, &position, &Limits::default())?;
            times[men].push(started.elapsed().as_secs_f64());
            let chosen = dice.choice(analysis.moves()).expect("an unfinished game has moves");
            position = position.after(chosen.mv);
            men += 1;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if !json {
        writeln!(out, "men      positions      median         99 %      longest")?;
    }
    for (name, men) in
        [("0-7", 0..8), ("8", 8..9), ("9-12", 9..13), ("13-18", 13..19), ("19-41", 19..42), ("all", 0..42)]
    {
        let mut sorted: Vec<f64> = times[men].concat();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| sorted.get((share * (sorted.len() - 1) as f64) as usize).map_or(0.0, |&time| time);
        let seconds = [at(0.5), at(0.99), at(1.0)];
        if json {
            let object = json!({
                "men": name, "positions": sorted.len(), "median_seconds": seconds[0], "most_seconds": seconds[1],
                "longest_seconds": seconds[2],
            });
            writeln!(out, "{object}")?;
        } else {
            let [median, most, longest] = seconds.map(duration);
            writeln!(out, "{name:<6}   {:9}   {median:>9}   {most:>9}   {longest:>9}", sorted.len())?;
        }
    }
    Ok(())
}

/// Resets the peak on Linux; unknown elsewhere.
fn forget_peak_memory() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// The peak memory of this process, in MB.
fn peak_memory() -> Option<f64> {
    memory("VmHWM:")
}

/// The memory of this process by this field of its status, in MB; `None` on systems without such a status.
fn memory(field: &str) -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    let kilobytes: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1024.0)
}

fn signature(compare: Option<&std::path::Path>, out: &mut dyn Write) -> anyhow::Result<()> {
    let lines = zwick::signature::lines();
    write!(out, "{lines}")?;
    let Some(path) = compare else { return Ok(()) };
    let golden = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    if golden != lines {
        out.flush()?;
        bail!("the node counts differ from {}: if the search was meant to change, update them there", path.display());
    }
    Ok(())
}
