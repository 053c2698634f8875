//! `zwick db seed` and `zwick db selfplay`: filling the database.

use std::io::Write;
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use zwick::{Game, Spec};
use zwick_db::{Format, Progress};

use super::Database;
use crate::input::{self, read_position, whole};
use crate::progress::{bar, stopped_by_user};
use crate::words::counted;

#[derive(clap::Args)]
pub(crate) struct Seed {
    /// The game, such as connect-four, connect-four:8x7, morris or morris:lasker.
    game: Game,
    /// Where the random moves begin: moves from the start, or a position text.
    #[arg(long, value_name = "POSITION", default_value = "")]
    from: String,
    /// How many moves have been played from there: a number, or a range such as 20-24, late ones first.
    #[arg(long, value_name = "MOVES", value_parser = read_moves)]
    moves: RangeInclusive<u32>,
    /// How many positions for each number of moves.
    #[arg(long, value_name = "N", value_parser = whole::<u64>("positions", 1..=1_000_000_000))]
    count: u64,
    /// The player that evaluates them.
    #[arg(long, value_name = "PLAYER", default_value = "alpha-beta")]
    player: Spec,
    #[command(flatten)]
    run: Run,
}

#[derive(clap::Args)]
pub(crate) struct Selfplay {
    /// The game, such as connect-four, connect-four:8x7, morris or morris:lasker.
    game: Game,
    /// How many games of each pairing.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole::<u64>("games", 1..=1_000_000_000))]
    games: u64,
    /// The best player.
    #[arg(long, value_name = "PLAYER", default_value = "pipeline")]
    player: Spec,
    /// Random moves at the start of games of best against best.
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = whole::<u32>("plies", 0..=8))]
    opening: u32,
    #[command(flatten)]
    run: Run,
}

#[derive(clap::Args)]
struct Run {
    /// Positions or games at the same time; one per core by default.
    #[arg(long, value_name = "N", value_parser = whole::<u16>("threads", 1..=256))]
    threads: Option<u16>,
    /// Random seed: the same seed gives the same choices; random by default.
    #[arg(long, value_parser = input::seed)]
    seed: Option<u64>,
    /// Write every record as a JSON line once it is saved.
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    database: Database,
}

impl Run {
    fn threads(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(processors, usize::from)
    }

    fn dice(&self) -> u64 {
        self.seed.unwrap_or_else(|| fastrand::u64(..))
    }
}

fn read_moves(text: &str) -> Result<RangeInclusive<u32>, String> {
    const MOST: u32 = 1_000;
    let number = |text: &str| text.parse().ok().filter(|number| *number <= MOST);
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (number(from), number(to)) {
        (Some(from), Some(to)) if from <= to => Ok(from..=to),
        _ => Err(format!("expected a number of moves up to {MOST}, or a range such as 20-24")),
    }
}

pub(super) fn seed(arguments: &Seed, out: &mut dyn Write) -> anyhow::Result<()> {
    let start = read_position(arguments.game, &arguments.from)?;
    let open = arguments.run.database.open()?;
    let seed = zwick_db::Seed {
        start,
        moves: arguments.moves.clone(),
        count: arguments.count,
        player: arguments.player,
        threads: arguments.run.threads(),
        dice: arguments.run.dice(),
    };
    Watcher::new(&arguments.run, "positions", out).watch(|stop, tell| open.store.seed(&seed, stop, tell))
}

pub(super) fn play_games(arguments: &Selfplay, out: &mut dyn Write) -> anyhow::Result<()> {
    let open = arguments.run.database.open()?;
    let games = zwick_db::SelfPlay {
        game: arguments.game,
        games: arguments.games,
        player: arguments.player,
        opening: arguments.opening,
        threads: arguments.run.threads(),
        dice: arguments.run.dice(),
    };
    Watcher::new(&arguments.run, "games", out).watch(|stop, tell| open.store.play_games(&games, stop, tell))
}

/// Shows a bar, writes the list, and counts what this run saved.
struct Watcher<'a> {
    bar: Option<indicatif::ProgressBar>,
    things: &'static str,
    list: bool,
    out: &'a mut dyn Write,
    result: anyhow::Result<()>,
    positions: u64,
    games: u64,
    missing: u64,
    done: u64,
    wanted: u64,
}

impl<'a> Watcher<'a> {
    fn new(run: &Run, things: &'static str, out: &'a mut dyn Write) -> Self {
        let (list, result) = (run.list, Ok(()));
        Self { bar: None, things, list, out, result, positions: 0, games: 0, missing: 0, done: 0, wanted: 0 }
    }

    /// Does the work until it is done or the user stops it.
    fn watch(
        mut self,
        work: impl FnOnce(&AtomicBool, &mut dyn FnMut(&Progress<'_>)) -> Result<bool, zwick_db::Error>,
    ) -> anyhow::Result<()> {
        let stop = stopped_by_user()?;
        let is_done = work(&stop, &mut |progress| self.tell(progress))?;
        self.finish(is_done)
    }

    fn tell(&mut self, progress: &Progress<'_>) {
        let things = self.things;
        self.bar.get_or_insert_with(|| bar(progress.wanted, things)).set_position(progress.done);
        self.positions += progress.saved.len() as u64;
        self.games += progress.games;
        self.missing += progress.missing;
        (self.done, self.wanted) = (progress.done, progress.wanted);
        if self.list && self.result.is_ok() {
            self.result = self.write(progress);
        }
    }

    fn write(&mut self, progress: &Progress<'_>) -> anyhow::Result<()> {
        for evaluation in progress.saved {
            self.out.write_all(Format::JsonLines.lines(evaluation).as_bytes())?;
        }
        Ok(self.out.flush()?)
    }

    fn finish(self, is_done: bool) -> anyhow::Result<()> {
        self.bar.inspect(indicatif::ProgressBar::finish_and_clear);
        self.result?;
        if self.list {
            return Ok(());
        }
        if self.things == "games" {
            write!(self.out, "saved {}, ", counted(self.games, "game", "games"))?;
        } else {
            write!(self.out, "saved ")?;
        }
        let Self { missing, done, wanted, things, .. } = self;
        let positions = counted(self.positions, "position", "positions");
        if is_done && missing > 0 {
            writeln!(self.out, "{positions}: {missing} fewer than requested, because no more were found")?;
        } else if is_done {
            writeln!(self.out, "{positions}: complete")?;
        } else {
            writeln!(self.out, "{positions}: {done} of {wanted} {things}; run the same command again to resume")?;
        }
        Ok(())
    }
}
