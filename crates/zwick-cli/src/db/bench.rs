//! `zwick bench db`: how many records per second are written to an SQLite file and read from it.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use fastrand::Rng;
use zwick::search::Score;
use zwick::{AnyPosition, Game, Position};
use zwick_db::Evaluation;

use super::Database;

/// Records per transaction.
const BATCH: usize = 5_000;

/// A directory that is removed when dropped.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        // If it cannot be removed, the system cleans up.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Two clocks: wall-clock time, and CPU time, which stands still while others use the CPU.
struct Clock {
    wall: Instant,
    processor: ProcessTime,
}

impl Clock {
    fn start() -> Self {
        Self { wall: Instant::now(), processor: ProcessTime::now() }
    }

    fn rate(&self, records: usize) -> String {
        let rate = |time: Duration| records as f64 / time.as_secs_f64();
        let (wall, processor) = (rate(self.wall.elapsed()), rate(self.processor.elapsed()));
        format!("{wall:.0} per second, {processor:.0} per second of CPU time")
    }
}

pub(crate) fn run(records: usize, out: &mut dyn Write) -> anyhow::Result<()> {
    let scratch = Scratch(std::env::temp_dir().join(format!("zwick-bench-{}", std::process::id())));
    std::fs::create_dir_all(&scratch.0)?;
    let file = scratch.0.join("zwick.db").display().to_string();
    let open = Database { database: Some(file.clone()) }.open()?;
    let store = &open.store;
    let mut dice = Rng::with_seed(1);
    let mut found = random_records(records, &mut dice);

    let clock = Clock::start();
    for batch in found.chunks(BATCH) {
        store.wait(store.store().save(batch))?;
    }
    writeln!(out, "{records} inserts, {BATCH} per transaction: {}", clock.rate(records))?;

    dice.shuffle(&mut found);
    let asked: Vec<AnyPosition> = found.iter().map(|record| record.position).collect();
    let clock = Clock::start();
    let mut answered = 0;
    for batch in asked.chunks(BATCH) {
        answered += store.wait(store.store().look_up(batch))?.iter().flatten().count();
    }
    let rate = clock.rate(records);
    anyhow::ensure!(answered == records, "expected {records} answers, found {answered}");
    writeln!(out, "{records} look-ups, {BATCH} at a time: {rate}")?;
    let bytes = std::fs::metadata(&file)?.len();
    writeln!(out, "{:.0} bytes per record", bytes as f64 / records as f64)?;
    Ok(())
}

/// Records of different positions of Connect Four from random games.
fn random_records(number: usize, dice: &mut Rng) -> Vec<Evaluation> {
    let mut records = Vec::new();
    let mut known = HashSet::new();
    while records.len() < number {
        let mut position = AnyPosition::start(Game::CONNECT_FOUR);
        while let Some(best) = dice.choice(position.legal_moves().collect::<Vec<_>>()) {
            if records.len() < number && known.insert(position.canonical().0.key()) {
                let source = "alpha-beta:depth=8".to_owned();
                let score = Score::estimate(dice.i32(-500..500));
                records.push(Evaluation { position, best, score, depth: 8, exact: false, source });
            }
            position = position.after(best);
        }
    }
    records
}
