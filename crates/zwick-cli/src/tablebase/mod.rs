//! `zwick tablebase`: every position of Nine Men's Morris, solved and stored on disk.

pub(crate) mod bench;
mod build;
mod folder;
mod info;
mod openings;
mod probe;
mod verify;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use zwick::morris::{Contents, Offer, Rules, TablebaseError, offers};
use zwick::{ForRules, Game, Library, RuleSet};

use crate::data_directory::data_directory;
use crate::input::whole;
use crate::words::Words;

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Build the missing tables; a build that was stopped or killed is resumed.
    Build(At<build::Arguments>),
    /// Show the contents: men, positions, results, longest games, bytes.
    Info(At<info::Arguments>),
    /// Check every file, and verify values by the rules: each must be the best of its successors' values.
    Verify(At<verify::Arguments>),
    /// Move all tables to another folder; a link is left behind, so that every program finds them.
    Move(At<folder::MoveArguments>),
    /// Delete the tables of one set of rules.
    Delete(At<folder::DeleteArguments>),
    /// Probe a position: result, and every move with its result and distance, best first.
    Probe(At<probe::Arguments>),
    /// List openings that are already decided: after three plies, or any other number.
    Openings(At<openings::Arguments>),
}

/// Which tables, and where.
#[derive(clap::Args)]
pub(crate) struct Place {
    /// The folder of the tables; the one in the user's data directory by default.
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
    /// The rules: standard, no-flying, lasker or morabaraba.
    #[arg(long, value_name = "RULES", default_value = "standard")]
    rules: RuleSet,
}

impl Place {
    fn folder(&self) -> anyhow::Result<PathBuf> {
        match &self.dir {
            Some(folder) => Ok(folder.clone()),
            None => usual_folder().context("name a folder with --dir"),
        }
    }

    /// The folder, which must exist.
    fn existing_folder(&self) -> anyhow::Result<PathBuf> {
        let folder = self.folder()?;
        anyhow::ensure!(folder.is_dir(), "no tables yet (looked in {}); run `zwick tablebase build`", folder.display());
        Ok(folder)
    }
}

/// How many threads long work takes.
#[derive(clap::Args)]
pub(crate) struct Threads {
    /// Threads; one per core by default.
    #[arg(long = "threads", value_name = "N", value_parser = whole::<usize>("threads", 1..=1024))]
    wanted: Option<usize>,
}

/// What a command does with the tables of one set of rules.
pub(crate) trait OnTables: clap::Args {
    fn run<R: Rules>(&self, folder: PathBuf, game: Game, out: &mut dyn Write) -> anyhow::Result<()>;
}

/// A command with the tables it is about.
#[derive(clap::Args)]
pub(crate) struct At<C: clap::Args> {
    #[command(flatten)]
    command: C,
    #[command(flatten)]
    place: Place,
}

impl<C: OnTables> At<C> {
    /// Runs the command on tables that must exist.
    fn read(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        self.run(self.place.existing_folder()?, out)
    }

    fn run(&self, folder: PathBuf, out: &mut dyn Write) -> anyhow::Result<()> {
        let Self { command, place } = self;
        place.rules.run(Errand { command, folder, game: Game::morris(place.rules), out })
    }
}

/// A command on its way to the rules it names.
struct Errand<'a, C> {
    command: &'a C,
    folder: PathBuf,
    game: Game,
    out: &'a mut dyn Write,
}

impl<C: OnTables> ForRules for Errand<'_, C> {
    type Output = anyhow::Result<()>;

    fn run<R: Rules>(self) -> anyhow::Result<()> {
        self.command.run::<R>(self.folder, self.game, self.out)
    }
}

/// The default folder for tables.
pub(crate) fn usual_folder() -> anyhow::Result<PathBuf> {
    Ok(folder_in(&data_directory()?))
}

/// What players may use: the built-in book, and the tables in this folder or the default one.
pub(crate) fn library(folder: Option<&Path>) -> Library {
    Library { tables: folder.map(Path::to_owned).or_else(|| usual_folder().ok()), ..Library::default() }
}

/// The folder for tables in the program's data directory.
pub(crate) fn folder_in(directory: &Path) -> PathBuf {
    directory.join("morris")
}

pub(crate) fn run(command: &Command, out: &mut dyn Write) -> anyhow::Result<()> {
    match command {
        Command::Build(build) => build.run(build.place.folder()?, out),
        Command::Info(info) => info.read(out),
        Command::Verify(verify) => verify.read(out),
        Command::Probe(probe) => probe.read(out),
        Command::Openings(openings) => openings.read(out),
        Command::Move(tables) => tables.read(out),
        Command::Delete(tables) => tables.read(out),
    }
}

/// Runs a closure on this many threads, by default one per core.
fn on_threads<T: Send>(threads: Option<usize>, work: impl FnOnce() -> T + Send) -> anyhow::Result<T> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build()?;
    Ok(pool.install(work))
}

/// In one line, what exact values of a game cost on this computer; none if they are there or there is no room for any more.
pub(crate) fn cost_of_exactness(folder: Option<&Path>, rules: RuleSet, words: &dyn Words) -> Option<String> {
    struct Ask<'a>(&'a Path);
    impl ForRules for Ask<'_> {
        type Output = Result<Vec<Offer>, TablebaseError>;
        fn run<R: Rules>(self) -> Self::Output {
            offers::<R>(self.0, None)
        }
    }
    let offers = rules.run(Ask(folder?)).ok()?;
    let Offer { wanted, is_everything, needs, .. } = offers.into_iter().find(|offer| offer.lacks.is_none())?;
    let mut command = "zwick tablebase build".to_owned();
    if rules != RuleSet::Standard {
        command += &format!(" --rules {}", rules.name());
    }
    if !is_everything {
        command += &format!(" --men {}", wanted.men);
    }
    if wanted.contents == Contents::Results {
        command += " --wdl-only";
    }
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u32;
    let time = words.about(needs.cpu_time / threads);
    Some(words.exactness(&command, &time, &in_words(needs.disk)))
}

/// A number with commas between groups of three digits.
fn with_commas(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of bytes in words.
fn in_words(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{:.1} KB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.2} GB", bytes as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!([0, 999, 1000, 1_234_567].map(with_commas), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([1500, 2_500_000, 3_000_000_000].map(in_words), ["1.5 KB", "2.5 MB", "3.00 GB"]);
    }
}
