//! What a build needs, before it starts.

use std::path::Path;
use std::time::Duration;

use super::TablebaseError;
use super::build::{Wanted, pairs};
use super::file::{Contents, Table};
use super::placing::first_complete;
use crate::morris::Rules;
use crate::morris::geometry::Geometry;
use crate::morris::index::PairIndex;
use crate::morris::placement::{self, is_kept};

/// What is needed to build the wanted tables that do not exist yet. Estimates, rather too high than too low.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Needs {
    /// How many material pairs have to be solved.
    pub pairs: u32,
    /// How many plies with men in hand have to be solved.
    pub plies: u32,
    /// How many positions those have, counting both sides to move.
    pub positions: u64,
    /// Bytes of the new files.
    pub disk: u64,
    /// Bytes of memory at the largest step.
    pub memory: u64,
    /// CPU time of all cores together.
    pub cpu_time: Duration,
}

/// Bytes per position on disk with distances, at most: nearly half a byte for the pairs of seven to nine men.
const DISTANCE_BYTES: f64 = 0.45;
/// The same with results only.
const RESULT_BYTES: f64 = 0.12;
/// Nanoseconds per position of a pair, and per position with men in hand.
const PAIR_NANOSECONDS: u64 = 90;
const PLACING_NANOSECONDS: u64 = 15;
/// Memory of the program besides its arrays.
const OTHER_MEMORY: u64 = 200 << 20;

/// What is needed to build the wanted tables that do not exist yet.
///
/// # Errors
/// A file that exists but cannot be read.
pub fn needs<R: Rules>(folder: &Path, wanted: Wanted) -> Result<Needs, TablebaseError> {
    let geometry = Geometry::of::<R>();
    let mut needs = Needs::default();
    let mut nanoseconds = 0;
    for pair in pairs(folder, &geometry, wanted.men) {
        if pair.is_complete(wanted.contents)? {
            continue;
        }
        needs.pairs += 1;
        needs.positions += pair.work();
        nanoseconds += pair.work() * PAIR_NANOSECONDS;
        let table = Table::Pair { larger: pair.larger, smaller: pair.smaller, contents: wanted.contents };
        needs.disk += bytes_on_disk(table.entries(&geometry), wanted.contents);
        needs.memory = needs.memory.max(memory_of_pair(pair.larger, pair.smaller));
    }
    if wanted.placing {
        for ply in 0..first_complete(folder, &geometry)? {
            let entries = Table::Placing { ply }.entries(&geometry);
            needs.plies += 1;
            needs.positions += entries;
            nanoseconds += entries * PLACING_NANOSECONDS;
            needs.disk += if is_kept(ply) { bytes_on_disk(entries, Contents::Results) } else { 0 };
            needs.memory = needs.memory.max(memory_of_ply(&geometry, ply));
        }
    }
    needs.cpu_time = Duration::from_nanos(nanoseconds);
    Ok(needs)
}

fn bytes_on_disk(entries: u64, contents: Contents) -> u64 {
    let bytes = match contents {
        Contents::Results => RESULT_BYTES,
        Contents::Distances => DISTANCE_BYTES,
    };
    (entries as f64 * bytes) as u64
}

/// Two bytes per position for both sides to move, the tables that captures lead to, and lists of what was solved last.
fn memory_of_pair(larger: u32, smaller: u32) -> u64 {
    let length = |larger, smaller| PairIndex::length_of(larger, smaller) as u64;
    let captures = length(larger, smaller - 1).max(length(larger - 1, smaller));
    4 * length(larger, smaller) + 2 * captures + OTHER_MEMORY
}

/// The families of a ply, two rows of the next one, and a table of all men placed that is being read.
fn memory_of_ply(geometry: &Geometry, ply: u32) -> u64 {
    let rows = |ply: u32| (0..=ply.div_ceil(2)).map(placement::bytes_of_row);
    let table = (3..=geometry.men).map(|men| PairIndex::length_of(geometry.men, men) as u64).max().unwrap_or(0);
    rows(ply).sum::<u64>() + 2 * rows(ply).max().unwrap_or(0) + table + OTHER_MEMORY
}
