//! `zwick tablebase verify`: files against their checksums, values against the rules.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use zwick::ForRules;
use zwick::morris::{Checked, Rules, SolveError, Tablebase, TablebaseError, check_pair, check_ply};

use super::{Place, on_threads, with_commas};
use crate::input::whole;
use crate::progress::stopped_by_user;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Compare about this many positions of each table with their successors.
    #[arg(long, value_name = "N", default_value_t = 10_000, conflicts_with = "full", value_parser = whole::<u64>("positions", 0..=u64::MAX))]
    sample: u64,
    /// Compare every position with its successors; with men in hand, 10,000 per table.
    #[arg(long)]
    full: bool,
    /// Threads; one per core by default.
    #[arg(long, value_name = "N", value_parser = whole::<usize>("threads", 1..=1024))]
    threads: Option<usize>,
    #[command(flatten)]
    place: Place,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let folder = arguments.place.existing_folder()?;
    arguments.place.rules.run(Verify { arguments, folder, out })
}

struct Verify<'a> {
    arguments: &'a Arguments,
    folder: PathBuf,
    out: &'a mut dyn Write,
}

impl ForRules for Verify<'_> {
    type Output = anyhow::Result<()>;

    fn run<R: Rules>(self) -> anyhow::Result<()> {
        let Self { arguments, folder, out } = self;
        let stop = stopped_by_user()?;
        let sample = (!arguments.full).then_some(arguments.sample);
        let mut session = Session { threads: arguments.threads, out, compared: 0 };
        let tables = Tablebase::<R>::open(&folder)?;
        let pairs = tables.pairs()?;
        let plies = tables.plies();
        ensure!(
            !pairs.is_empty() || !plies.is_empty(),
            "no tables for the rules {} yet (looked in {}); run `zwick tablebase build`",
            R::NAME,
            folder.display()
        );
        session.step("checksums", |_| tables.verify(&stop).map(|()| None::<Checked<R>>))?;
        for pair in pairs.iter().filter(|pair| pair.own >= pair.other) {
            session.step(&format!("{}-{}", pair.own, pair.other), |compared| {
                check_pair::<R>(&folder, pair.own, pair.other, sample, &stop, compared).map(Some)
            })?;
        }
        for (ply, ..) in plies {
            session.step(&format!("ply-{ply}"), |compared| {
                check_ply::<R>(&folder, ply, arguments.sample, &stop, compared).map(Some)
            })?;
        }
        let compared = with_commas(session.compared);
        writeln!(session.out, "no mismatch: {compared} positions agree with their successors")?;
        Ok(())
    }
}

struct Session<'a> {
    threads: Option<usize>,
    out: &'a mut dyn Write,
    compared: u64,
}

impl Session<'_> {
    /// Runs a step while showing the number of positions so far, and prints the result.
    fn step<R: Rules>(
        &mut self,
        name: &str,
        work: impl FnOnce(&AtomicU64) -> Result<Option<Checked<R>>, TablebaseError> + Send,
    ) -> anyhow::Result<()> {
        let started = Instant::now();
        let result = with_counter(name, |compared| on_threads(self.threads, || work(compared)))?;
        let seconds = started.elapsed().as_secs_f64();
        match result {
            Err(TablebaseError::Unsolved(SolveError::Stopped)) => bail!("stopped"),
            Err(error) => Err(error.into()),
            Ok(None) => Ok(writeln!(self.out, "{name:<10} ok     {seconds:>7.1} s").and_then(|()| self.out.flush())?),
            Ok(Some(Checked { contradiction: Some(contradiction), .. })) => bail!("{name}: {contradiction}"),
            Ok(Some(Checked { compared, .. })) => {
                self.compared += compared;
                let compared = with_commas(compared);
                writeln!(self.out, "{name:<10} {compared:>13} positions agree  {seconds:>7.1} s")?;
                Ok(self.out.flush()?)
            }
        }
    }
}

/// Shows a counter while a closure runs.
fn with_counter<T: Send>(name: &str, work: impl FnOnce(&AtomicU64) -> T + Send) -> T {
    let bar = ProgressBar::new_spinner();
    let style = ProgressStyle::with_template("{spinner} {msg}  {human_pos} positions  {elapsed}");
    bar.set_style(style.expect("a good template"));
    bar.set_message(name.to_owned());
    let (compared, is_done) = (AtomicU64::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                bar.set_position(compared.load(Ordering::Relaxed));
                bar.tick();
                std::thread::park_timeout(Duration::from_millis(100));
            }
            bar.finish_and_clear();
        });
        let result = work(&compared);
        is_done.store(true, Ordering::Relaxed);
        result
    })
}
