//! `zwick bench probe`: how long answers from the tables of morris take.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use fastrand::Rng;
use serde_json::json;
use zwick::morris::{Points, Setup, Tablebase};
use zwick::search::Limits;
use zwick::{Morris, Position, Side, analyze};

use super::usual_folder;

/// Positions of each kind.
const POSITIONS: usize = 1000;

pub(crate) fn run(folder: Option<&Path>, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let folder = folder.map_or_else(usual_folder, |folder| Ok(folder.to_owned()))?;
    let mut random = Rng::with_seed(1);
    let men = |random: &mut Rng| [random.usize(3..=9), random.usize(3..=9)];
    let placed: Vec<Morris> = (0..POSITIONS).map(|_| random_men(men(&mut random), &mut random)).collect();
    let with_hands: Vec<Morris> =
        (0..POSITIONS).map(|_| after_random_plies(random.usize(0..18), &mut random)).collect();
    if !json {
        writeln!(out, "                                median         99 %      longest")?;
    }
    let rows = &mut Rows { json, out };
    let mut tables = warm(&folder)?;
    for name in ["all men placed, first time", "the same again"] {
        times(name, &placed, rows, |position| tables.value(position).map(drop))?;
    }
    let mut tables = warm(&folder)?;
    times("all moves, all men placed", &placed, rows, |position| {
        analyze(&mut tables, position, &Limits::default()).map(drop)
    })?;
    let mut tables = warm(&folder)?;
    times("men in hand, result", &with_hands, rows, |position| tables.wdl(position).map(drop))?;
    let mut tables = warm(&folder)?;
    times("men in hand, all moves", &with_hands, rows, |position| {
        analyze(&mut tables, position, &Limits::default()).map(drop)
    })
}

/// The rows of the table, in text or JSON.
struct Rows<'a> {
    json: bool,
    out: &'a mut dyn Write,
}

impl Rows<'_> {
    fn write(&mut self, name: &str, [median, most, longest]: [f64; 3]) -> anyhow::Result<()> {
        if self.json {
            let object = json!({
                "question": name, "median_microseconds": median, "most_microseconds": most,
                "longest_microseconds": longest,
            });
            writeln!(self.out, "{object}")?;
        } else {
            writeln!(self.out, "{name:<26} {median:9.1} µs {most:9.1} µs {longest:9.1} µs")?;
        }
        Ok(self.out.flush()?)
    }
}

/// The tables as a server has them: opened, and probed once for every number of men.
fn warm(folder: &Path) -> anyhow::Result<Tablebase> {
    let mut tables = Tablebase::open(folder)?;
    let mut random = Rng::with_seed(2);
    for men in (3..=9).flat_map(|one| (3..=9).map(move |other| [one, other])) {
        tables.value(&random_men(men, &mut random))?;
    }
    for plies in 0..18 {
        tables.wdl(&after_random_plies(plies, &mut random))?;
    }
    Ok(tables)
}

/// Probes every position, and prints how long that took.
fn times<E: std::error::Error + Send + Sync + 'static>(
    name: &str,
    positions: &[Morris],
    rows: &mut Rows<'_>,
    mut ask: impl FnMut(&Morris) -> Result<(), E>,
) -> anyhow::Result<()> {
    let mut microseconds = Vec::new();
    for position in positions {
        let started = Instant::now();
        ask(position)?;
        microseconds.push(started.elapsed().as_secs_f64() * 1e6);
    }
    microseconds.sort_by(f64::total_cmp);
    let at = |share: f64| microseconds[(share * (microseconds.len() - 1) as f64) as usize];
    rows.write(name, [at(0.5), at(0.99), at(1.0)])
}

/// A position with this many men on each side, all placed, at random points.
fn random_men([one, other]: [usize; 2], random: &mut Rng) -> Morris {
    let mut points: Vec<u32> = (0..24).collect();
    random.shuffle(&mut points);
    let set = |points: &[u32]| Points::from_bits(points.iter().fold(0, |set, point| set | 1 << point));
    let men = [set(&points[..one]), set(&points[one..one + other])];
    Morris::from_setup(&Setup { men, hands: [0, 0], turn: Side::First }).expect("as many men as there may be")
}

/// A random game, abandoned after this many plies.
fn after_random_plies(plies: usize, random: &mut Rng) -> Morris {
    let mut position = Morris::new();
    for _ in 0..plies {
        let moves: Vec<_> = position.legal_moves().collect();
        if let Some(mv) = random.choice(moves) {
            position = position.after(mv);
        }
    }
    position
}
