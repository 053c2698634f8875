//! `zwick book`: builds, verifies and describes opening books of Connect Four and morris.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Subcommand;
use zwick::connect_four::{Book, BookBuilder, BookError, verify_book};
use zwick::container::ContainerError;
use zwick::{Analyst, AnyPosition, Game, Library};
use zwick_db::{BookWork, Error, JobState, Work};
use zwick_server::answers::BookState;

use crate::db::Database;
use crate::input::whole;
use crate::progress;
use crate::score::Board;

mod morris;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Build a book. Solved positions are saved next to it, so a stopped build can be resumed.
    Build {
        /// The game: connect-four, whose positions are solved, or morris (or a variant such as morris:no-flying), read from its tables.
        #[arg(value_name = "GAME", default_value = "connect-four")]
        game: Game,
        /// Include positions with up to this many men; for morris, positions after up to this many plies.
        #[arg(long, value_name = "N", value_parser = whole::<u32>("men", 0..=20))]
        plies: u32,
        #[command(flatten)]
        board: Board,
        /// The folder of the tables of morris; the one in the user's data directory by default.
        #[arg(long, value_name = "FOLDER")]
        dir: Option<PathBuf>,
        /// The file to write; WxH-N.book or RULES-N.book by default.
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// How many positions are solved at the same time; one per core by default.
        #[arg(long, value_name = "N", value_parser = whole::<usize>("threads", 1..=1024))]
        threads: Option<usize>,
        /// The maximum memory for the table of each thread, in MB.
        #[arg(long, value_name = "MB", default_value_t = 256, value_parser = whole::<u32>("MB", 1..=65_536))]
        table: u32,
        /// Let workers solve the positions (`zwick worker`), shared through this PostgreSQL server: postgres://USER@HOST:PORT/NAME. This
        /// command starts the job, shows its progress, and writes the file; if interrupted, run it again to resume.
        #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["threads", "table"])]
        database: Option<String>,
    },
    /// Check that every value follows from the values after each move, and solve a sample of the last ply again; for morris, compare the
    /// sample with the tables, if there are any.
    Verify {
        /// A file, or a built-in book: connect-four (the default) or morris.
        #[arg(value_name = "BOOK")]
        book: Option<PathBuf>,
        /// Solve or compare one in this many positions of the last ply.
        #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<u32>("positions", 1..=u64::MAX))]
        sample: u32,
        /// The folder of the tables of morris; the one in the user's data directory by default.
        #[arg(long, value_name = "FOLDER")]
        dir: Option<PathBuf>,
    },
    /// Describe the contents of a book.
    Info {
        /// A file, or a built-in book: connect-four (the default) or morris.
        #[arg(value_name = "BOOK")]
        book: Option<PathBuf>,
        /// Write JSON.
        #[arg(long)]
        json: bool,
    },
}

pub(crate) fn run(command: &Command, out: &mut dyn Write) -> anyhow::Result<()> {
    match command {
        Command::Build { game, plies, board, dir, output, threads, table, database } => {
            if let Some(rules) = game.rules() {
                return morris::build(rules, *plies, dir.as_deref(), output.as_deref(), out);
            }
            let game = if *game == Game::CONNECT_FOUR { board.size } else { *game };
            let Some((width, height)) = game.board() else { bail!("there are no books of {game}") };
            let name = || PathBuf::from(format!("{width}x{height}-{plies}.book"));
            let path = output.clone().unwrap_or_else(name);
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            if let Some(address) = database {
                return build_by_workers(address, BookWork { game, plies: *plies }, &path, out);
            }
            let builder = BookBuilder { size: (width, height), plies: *plies, threads: threads.unwrap_or(cores) };
            build(&builder, game, (*table as usize) << 20, &path, out)
        }
        Command::Verify { book, sample, dir } => match AnyBook::find(book.as_deref())? {
            AnyBook::ConnectFour(book) => check(&book, *sample as usize, out),
            AnyBook::Morris(book) => morris::check(&book, *sample as usize, dir.as_deref(), out),
        },
        Command::Info { book, json } => {
            let found = AnyBook::find(book.as_deref())?;
            if *json {
                let file = book.as_ref().filter(|name| built_in(name).is_none());
                let file = file.map(|file| file.display().to_string());
                let state = match &found {
                    AnyBook::ConnectFour(book) => BookState::of(book, file),
                    AnyBook::Morris(book) => BookState::of_morris(book, file),
                };
                return Ok(writeln!(out, "{}", serde_json::to_string(&state)?)?);
            }
            match &found {
                AnyBook::ConnectFour(book) => describe(book, out),
                AnyBook::Morris(book) => morris::describe(book, out),
            }
        }
    }
}

/// Opens a book of Connect Four; errors name the file.
pub(crate) fn open(path: &Path) -> anyhow::Result<Book> {
    Book::open(path).with_context(|| format!("cannot use the book {}", path.display()))
}

/// A book of either game.
enum AnyBook {
    ConnectFour(Arc<Book>),
    Morris(Arc<zwick::morris::Book>),
}

impl AnyBook {
    /// A built-in book by the name of its game, or a file.
    fn find(name: Option<&Path>) -> anyhow::Result<Self> {
        let name = name.unwrap_or(Path::new("connect-four"));
        if let Some(book) = built_in(name) {
            return Ok(book);
        }
        match morris::open(name) {
            Some(book) => {
                let book = book.with_context(|| format!("cannot use the book {}", name.display()))?;
                Ok(Self::Morris(Arc::new(book)))
            }
            None => open(name).map(|book| Self::ConnectFour(Arc::new(book))),
        }
    }
}

fn built_in(name: &Path) -> Option<AnyBook> {
    match name.to_str() {
        Some("connect-four") => Some(AnyBook::ConnectFour(Book::embedded())),
        Some("morris") => Some(AnyBook::Morris(zwick::morris::Book::embedded())),
        _ => None,
    }
}

/// A solver with one thread and no book.
fn solver(table_bytes: usize) -> Analyst {
    Analyst::new(Library { table_bytes, ..Library::empty() })
}

fn build(
    builder: &BookBuilder,
    game: Game,
    table_bytes: usize,
    path: &Path,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let stop = progress::stopped_by_user()?;
    let bar = progress::bar(0, "positions");
    let start = AnyPosition::start(game);
    let mut begun = false;
    let result = builder.build(start, || solver(table_bytes), path, &stop, &mut |so_far| {
        if !begun {
            // Positions solved by an earlier run must not count towards this run's rate.
            bar.set_length(so_far.total as u64);
            bar.set_position(so_far.done as u64);
            bar.reset_eta();
            begun = true;
        }
        bar.set_position(so_far.done as u64);
    });
    bar.finish_and_clear();
    match result {
        Err(BookError::File(ContainerError::Stopped)) => {
            bail!("stopped; run the same command again to resume from {}.journal", path.display())
        }
        result => describe(&result?, out),
    }
}

/// Waits for workers to solve all positions, then writes the file and removes the job.
fn build_by_workers(address: &str, book: BookWork, path: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    const LOOK: Duration = Duration::from_secs(1);
    let stop = progress::stopped_by_user()?;
    let open = Database::at(address).open()?;
    let store = open.store.store();
    let wanted = Work::Book(book);
    let known = open.store.wait(store.jobs())?.into_iter().find(|job| job.work == wanted);
    let mut job = match known {
        Some(job) if matches!(job.state, JobState::Running | JobState::Done) => job,
        _ => open.store.wait(store.start_job(&wanted))?,
    };
    let bar = progress::bar(job.wanted, "positions");
    bar.set_position(job.done);
    bar.reset_eta();
    let id = job.id;
    eprintln!("job {id}: {} positions for workers", job.wanted);
    while job.state != JobState::Done {
        if stop.load(Relaxed) {
            bail!("stopped waiting; workers continue job {id}, run the same command again to wait for it");
        }
        std::thread::sleep(LOOK);
        job = match open.store.wait(store.job(id)) {
            // Wait until the database is reachable again.
            Err(error) if error.is_passing() => continue,
            Err(Error::NoJob(_)) => bail!("job {id} was cancelled"),
            job => job?,
        };
        bar.set_position(job.done);
        match job.state {
            JobState::Stopped => bail!("job {id} was stopped; run the same command again to resume it"),
            JobState::Failed => bail!("job {id} failed: {}", job.problem.unwrap_or_default()),
            JobState::Running | JobState::Done => {}
        }
    }
    bar.finish_and_clear();
    let values = open.store.wait(store.book_values(id))?;
    let written = book.builder().finish(AnyPosition::start(book.game), &values, path, &stop)?;
    open.store.wait(store.cancel_job(id))?;
    describe(&written, out)
}

fn check(book: &Book, sample: usize, out: &mut dyn Write) -> anyhow::Result<()> {
    let (width, height) = book.size();
    let stop = progress::stopped_by_user()?;
    let bar = progress::bar(0, "positions");
    let start = AnyPosition::start(Game::connect_four(width, height));
    let mut oracle = solver(256 << 20);
    let mut solved = 0;
    let result = verify_book(book, start, &mut oracle, sample, &stop, &mut |so_far| {
        bar.set_length(so_far.total as u64);
        bar.set_position(so_far.done as u64);
        solved += 1;
    });
    bar.finish_and_clear();
    result?;
    writeln!(
        out,
        "ok: all {} values agree with the values after each move, {solved} were solved again",
        book.entries()
    )?;
    Ok(())
}

fn describe(book: &Book, out: &mut dyn Write) -> anyhow::Result<()> {
    let (width, height) = book.size();
    writeln!(out, "board      {width}x{height}")?;
    writeln!(out, "men        up to {}", book.plies())?;
    writeln!(out, "positions  {}, mirror images counted once", book.entries())?;
    Ok(())
}
