//! `zwick tablebase build`: builds the tables.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use cpu_time::ProcessTime;
use indicatif::{ProgressBar, ProgressStyle};
use zwick::Game;
use zwick::morris::{Contents, Needs, NoRoom, Progress, Rules, SolveError, TablebaseError, Wanted, build, needs};

use super::{OnTables, Threads, in_words, on_threads, with_commas};
use crate::input::whole;
use crate::progress::stopped_by_user;
use crate::words::counted;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only positions with at most this many men on the board, all of them placed. By default all positions, including those with men in
    /// hand.
    #[arg(long, value_name = "N", value_parser = whole::<u32>("men", 6..=24))]
    men: Option<u32>,
    /// Won, drawn or lost only, without distances: a fifth of the space.
    #[arg(long)]
    wdl_only: bool,
    #[command(flatten)]
    threads: Threads,
}

impl OnTables for Arguments {
    fn run<R: Rules>(&self, folder: PathBuf, _: Game, out: &mut dyn Write) -> anyhow::Result<()> {
        let contents = if self.wdl_only { Contents::Results } else { Contents::Distances };
        let everything = Wanted::everything::<R>(contents);
        let wanted = self.men.map_or(everything, |men| Wanted { men, placing: false, ..everything });
        let needs = needs::<R>(&folder, wanted)?;
        if needs.positions == 0 {
            writeln!(out, "{}: all tables are complete", folder.display())?;
            return Ok(());
        }
        let threads =
            self.threads.wanted.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        state(&needs, &folder, threads, out)?;
        check(&needs, &folder)?;
        out.flush()?;
        let stop = stopped_by_user()?;
        let (sender, reports) = std::sync::mpsc::channel();
        let worker = std::thread::spawn(move || {
            let report = |progress| drop(sender.send(progress)); // nobody listens once the build has ended
            on_threads(Some(threads), || build::<R>(&folder, wanted, &stop, report))
        });
        let mut display = Display::new(needs.positions);
        for progress in reports {
            display.show(progress, out)?;
        }
        display.bar.finish_and_clear();
        match worker.join().expect("the build does not panic")? {
            Err(TablebaseError::Unsolved(SolveError::Stopped)) => {
                bail!("stopped; finished tables are kept, run the same command again to build the rest")
            }
            result => result?,
        }
        display.say_total(out)
    }
}

/// Prints what the build needs.
fn state(needs: &Needs, folder: &Path, threads: usize, out: &mut dyn Write) -> std::io::Result<()> {
    let steps = match needs.plies {
        0 => format!("{} material pairs", needs.pairs),
        plies => format!("{} material pairs, {plies} plies with men in hand", needs.pairs),
    };
    let seconds = needs.cpu_time.as_secs_f64() / threads as f64;
    writeln!(out, "to solve  {steps}: {} positions", with_commas(needs.positions))?;
    writeln!(out, "folder    {}", folder.display())?;
    writeln!(out, "disk      about {}", in_words(needs.disk))?;
    writeln!(out, "memory    about {}", in_words(needs.memory))?;
    let threads = counted(threads, "thread", "threads");
    writeln!(out, "time      about {} on {threads}", time_in_words(seconds))
}

fn time_in_words(seconds: f64) -> String {
    if seconds < 90.0 { counted(seconds.ceil(), "second", "seconds") } else { format!("{:.0} minutes", seconds / 60.0) }
}

/// Rejects a build that needs more than the machine has.
fn check(needs: &Needs, folder: &Path) -> anyhow::Result<()> {
    needs.check_room(folder, None).map_err(|NoRoom { what, needed, free }| {
        anyhow!("not enough {what}: {} needed, {} free", in_words(needed), in_words(free))
    })
}

/// A bar on a terminal, and a line for every table: with all positions that were solved for it, whether it has them or not.
struct Display {
    bar: ProgressBar,
    /// Positions solved.
    finished: u64,
    /// Those since the last table.
    unwritten: u64,
    started: Instant,
    step_started: (Instant, Duration),
}

impl Display {
    fn new(positions: u64) -> Self {
        let bar = ProgressBar::new(positions);
        let style = ProgressStyle::with_template("{msg} [{wide_bar}] {percent} %  {per_sec}  {eta} left");
        bar.set_style(style.expect("a good template").with_key("per_sec", per_second).progress_chars("=> "));
        Self { bar, finished: 0, unwritten: 0, started: Instant::now(), step_started: (Instant::now(), cpu_time()) }
    }

    fn show(&mut self, progress: Progress, out: &mut dyn Write) -> std::io::Result<()> {
        match progress {
            Progress::Solving { larger, smaller, plies, solved } => {
                self.bar.set_message(format!("{larger}-{smaller}, level {plies}"));
                self.bar.set_position(self.finished + solved);
            }
            Progress::Placing { ply } => self.bar.set_message(format!("men in hand, ply {ply}")),
            Progress::Finished { name, positions, size, .. } => {
                self.finished += positions;
                self.bar.set_position(self.finished);
                self.unwritten += positions;
                if size == 0 {
                    return Ok(());
                }
                let positions = std::mem::take(&mut self.unwritten);
                let (wall, cpu) = (self.step_started.0.elapsed(), cpu_time() - self.step_started.1);
                self.step_started = (Instant::now(), cpu_time());
                let line = format!(
                    "{name:<9} {:>13} positions  {:>13} bytes  {:>6.1} s  {:>6.1} CPU-s",
                    with_commas(positions),
                    with_commas(size),
                    wall.as_secs_f64(),
                    cpu.as_secs_f64()
                );
                self.bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()))?;
            }
            _ => {}
        }
        Ok(())
    }

    fn say_total(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let (wall, cpu) = (self.started.elapsed().as_secs_f64(), cpu_time().as_secs_f64());
        let positions = with_commas(self.finished);
        writeln!(out, "done      {positions:>13} positions  {:>19}  {wall:>6.1} s  {cpu:>6.1} CPU-s", "")?;
        Ok(())
    }
}

fn cpu_time() -> Duration {
    ProcessTime::now().as_duration()
}

fn per_second(state: &indicatif::ProgressState, text: &mut dyn std::fmt::Write) {
    let _ = write!(text, "{:.1} million/s", state.per_sec() / 1e6); // writing to a text does not fail
}
