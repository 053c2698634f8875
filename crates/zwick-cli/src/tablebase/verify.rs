//! `zwick tablebase verify`: files against their checksums, values against the rules.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use anyhow::{bail, ensure};
use zwick::Game;
use zwick::morris::{Book, Checked, Rules, SolveError, Tablebase, TablebaseError, check_pair, check_plies, check_ply};

use super::{OnTables, Threads, on_threads, with_commas};
use crate::input::whole;
use crate::progress::{stopped_by_user, with_counter};

/// With men in hand, every position is checked up to this ply: half a minute.
const ALL_UP_TO: u32 = 8;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Compare about this many positions of each table with their successors.
    #[arg(long, value_name = "N", default_value_t = 10_000, conflicts_with = "full", value_parser = whole::<u64>("positions", 0..=u64::MAX))]
    sample: u64,
    /// Compare every position with its successors; with men in hand, all up to the eighth ply, and 10,000 of each ply on disk.
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    threads: Threads,
}

impl OnTables for Arguments {
    fn run<R: Rules>(&self, folder: PathBuf, _: Game, out: &mut dyn Write) -> anyhow::Result<()> {
        let stop = stopped_by_user()?;
        let sample = (!self.full).then_some(self.sample);
        let mut session = Session { threads: self.threads.wanted, out, compared: 0 };
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
        if self.full && !plies.is_empty() {
            let last = ALL_UP_TO.min(Book::most_plies::<R>());
            session.step(&format!("plies 0-{last}"), |compared| {
                check_plies::<R>(&folder, last, &stop, compared).map(Some)
            })?;
        }
        for (ply, ..) in plies {
            session.step(&format!("ply-{ply}"), |compared| {
                check_ply::<R>(&folder, ply, self.sample, &stop, compared).map(Some)
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
