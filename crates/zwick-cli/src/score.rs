//! `zwick score`: the exact score of many positions of Connect Four, one a line.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use cpu_time::ProcessTime;
use zwick::ConnectFour;
use zwick::connect_four::Solver;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The file to read; standard input if left out or -.
    file: Option<PathBuf>,
    #[command(flatten)]
    effort: Effort,
    /// Forget everything before each line.
    #[arg(long)]
    cold: bool,
    /// Tell lines, nodes and CPU seconds on standard error.
    #[arg(long)]
    stats: bool,
}

/// What a solver may use.
#[derive(clap::Args)]
pub(crate) struct Effort {
    /// Threads that search together.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The most memory the table takes, in MB.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    table: u32,
}

impl Effort {
    pub(crate) fn solver(&self) -> Solver {
        Solver::with((self.table as usize) << 20, usize::from(self.threads))
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut solver = arguments.effort.solver();
    let (mut answered, mut bad) = (0u64, 0u64);
    let started = ProcessTime::now();
    for (i, line) in open(arguments.file.as_deref())?.lines().enumerate() {
        let line = line.context("cannot read the lines")?;
        // A line without moves is the empty board only if it says nothing else: blank lines are skipped.
        let Some(moves) = line.split_whitespace().next() else { continue };
        if arguments.cold {
            solver.clear();
        }
        match moves.parse::<ConnectFour>() {
            Ok(position) => {
                writeln!(out, "{moves} {}", solver.solve(&position))?;
                answered += 1;
            }
            Err(error) => {
                out.flush()?;
                eprintln!("error: line {}: {error}", i + 1);
                bad += 1;
            }
        }
    }
    if arguments.stats {
        out.flush()?;
        eprintln!("lines {answered} nodes {} cpu {:.3}", solver.nodes(), started.elapsed().as_secs_f64());
    }
    if bad > 0 { bail!("{bad} of {} lines could not be read", answered + bad) } else { Ok(()) }
}

fn open(file: Option<&Path>) -> anyhow::Result<Box<dyn BufRead>> {
    match file {
        Some(path) if path != Path::new("-") => {
            let file = std::fs::File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
            Ok(Box::new(BufReader::new(file)))
        }
        _ => Ok(Box::new(std::io::stdin().lock())),
    }
}
