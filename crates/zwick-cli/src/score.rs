//! `zwick score`: the exact scores of many positions of Connect Four, one per line.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use cpu_time::ProcessTime;
use serde_json::json;
use zwick::search::Limits;
use zwick::{Analyst, AnyPosition, Game, Library, Oracle};

use crate::input::whole;
use crate::progress;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The file to read; standard input by default or for -.
    file: Option<PathBuf>,
    #[command(flatten)]
    board: Board,
    #[command(flatten)]
    effort: Effort,
    /// Write JSON, one object per line.
    #[arg(long)]
    json: bool,
    /// Clear the table before each line.
    #[arg(long)]
    cold: bool,
    /// Print lines, nodes and CPU seconds on standard error.
    #[arg(long)]
    stats: bool,
}

/// The board of Connect Four.
#[derive(clap::Args)]
pub(crate) struct Board {
    /// The board: columns x rows.
    #[arg(long, value_name = "WxH", default_value = "7x6", value_parser = size)]
    pub(crate) size: Game,
}

fn size(text: &str) -> Result<Game, zwick::ParseGameError> {
    format!("connect-four:{text}").parse()
}

/// Resources of a solver.
#[derive(clap::Args)]
pub(crate) struct Effort {
    /// Do not use the opening book.
    #[arg(long)]
    no_book: bool,
    /// Use this book too.
    #[arg(long, value_name = "FILE", conflicts_with = "no_book")]
    book: Vec<PathBuf>,
    /// Search threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>("threads", 1..=256))]
    threads: u16,
    /// The maximum memory for the table, in MB.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = whole::<u32>("MB", 1..=65_536))]
    table: u32,
}

impl Effort {
    pub(crate) fn library(&self) -> anyhow::Result<Library> {
        let mut library = if self.no_book { Library::empty() } else { Library::default() };
        library.table_bytes = (self.table as usize) << 20;
        library.threads = usize::from(self.threads);
        library.watcher = progress::solver_line();
        for path in &self.book {
            library.books.push(Arc::new(crate::book::open(path)?));
        }
        Ok(library)
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut analyst = Analyst::new(arguments.effort.library()?);
    let (mut answered, mut bad) = (0u64, 0u64);
    let started = ProcessTime::now();
    for (i, line) in open(arguments.file.as_deref())?.lines().enumerate() {
        let line = line.context("cannot read the lines")?;
        // A line without moves is the empty board only if it holds nothing else: blank lines are skipped.
        let Some(moves) = line.split_whitespace().next() else { continue };
        if arguments.cold {
            analyst.forget();
        }
        match AnyPosition::read(arguments.board.size, moves) {
            Ok(position) => {
                let value = analyst.ask(&position, &Limits::default())?.verdict.value();
                let score = value.and_then(|value| position.score_of(value)).context("no exact answer")?;
                if arguments.json {
                    writeln!(out, "{}", json!({ "moves": moves, "score": score }))?;
                } else {
                    writeln!(out, "{moves} {score}")?;
                }
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
        eprintln!("lines {answered} nodes {} cpu {:.3}", analyst.nodes(), started.elapsed().as_secs_f64());
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
