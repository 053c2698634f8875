//! `zwick bench`: the speed of the search, beside what others published, and its signature.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Subcommand;
use zwick::search::{Limits, Scored};
use zwick::{AnyPlayer, AnyPosition, Game};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// The first move of Connect Four at depth 6, 7 and 8: plain minimax, with threads, with pruning, with both; beside
    /// the times a C++ program published.
    Classic,
    /// How many positions fixed searches visit: a number that changes if and only if the search does.
    Signature {
        /// Compare with this file, and fail if anything differs.
        #[arg(long, value_name = "FILE")]
        compare: Option<PathBuf>,
    },
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    match &arguments.what {
        What::Classic => classic(out),
        What::Signature { compare } => signature(compare.as_deref(), out),
    }
}

/// The ways the published program was run, and how ours is told to do the same.
const WAYS: [(&str, &str); 4] = [
    ("plain", "alpha-beta:pruning=off,ordering=off,deepening=off,symmetry=off,table=off"),
    ("threads", "alpha-beta:pruning=off,ordering=off,deepening=off,symmetry=off,table=off,threads=2"),
    ("pruning", "alpha-beta:ordering=off,deepening=off,symmetry=off,table=off"),
    ("both", "alpha-beta:ordering=off,deepening=off,symmetry=off,table=off,threads=2"),
];

/// Published milliseconds for each way, by depth, and the memory in MB.
const PUBLISHED: [(u32, [f64; 4], f64); 3] = [
    (6, [2_585.0, 856.0, 578.0, 475.0], 55.0),
    (7, [17_911.0, 6_639.0, 3_356.0, 2_743.0], 370.0),
    (8, [160_190.0, 39_860.0, 21_142.0, 18_973.0], 2_500.0),
];

fn classic(out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "depth  way      published ms     here ms   times faster   published MB   here MB")?;
    for (depth, published, memory) in PUBLISHED {
        for ((way, player), published) in WAYS.into_iter().zip(published) {
            forget_peak_memory();
            let spec = format!("{player},depth={depth}").parse()?;
            let started = Instant::now();
            let mut player = AnyPlayer::new(Game::CONNECT_FOUR, spec, 1);
            let start = AnyPosition::start(Game::CONNECT_FOUR);
            player.think(&start, Scored::Best, &Limits::default(), None);
            let here = started.elapsed().as_secs_f64() * 1e3;
            let peak = peak_memory().map_or_else(|| "-".to_owned(), |megabytes| format!("{megabytes:.1}"));
            let faster = published / here;
            writeln!(
                out,
                "{depth:<5}  {way:<7}  {published:12.0}  {here:10.2}  {faster:13.0}  {memory:13.0}  {peak:>8}"
            )?;
            out.flush()?;
        }
    }
    Ok(())
}

/// Linux counts the peak from now on; elsewhere nothing is known.
fn forget_peak_memory() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// The most memory this process has had, in MB.
fn peak_memory() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
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
        bail!(
            "the node counts differ from {}: if the search was meant to change, write them there anew",
            path.display()
        );
    }
    Ok(())
}
