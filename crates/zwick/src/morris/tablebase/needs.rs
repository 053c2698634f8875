//! What a build needs, before it starts.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use super::TablebaseError;
use super::build::{Wanted, pairs};
use super::file::{Contents, Table};
use super::placing::{self, plan};
use crate::morris::Rules;
use crate::morris::geometry::Geometry;
use crate::morris::index::PairIndex;

/// What is needed to build the wanted tables that do not exist yet. Estimates, rather too high than too low.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Needs {
    /// How many material pairs have to be solved.
    pub pairs: u32,
    /// For how many plies positions with men in hand have to be solved.
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

/// Bytes per position on disk with results only, at most.
const RESULT_BYTES: f64 = 0.085;
/// The same with distances and men in hand.
const PLACING_BYTES: f64 = 0.39;
/// Nanoseconds per position of a pair, and per position with men in hand.
pub(super) const PAIR_NANOSECONDS: u64 = 50;
pub(super) const PLACING_NANOSECONDS: u64 = 15;
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
        let bytes = bytes_with_distances(pair.larger + pair.smaller);
        needs.disk += bytes_on_disk(table.entries(&geometry), wanted.contents, bytes);
        needs.memory = needs.memory.max(memory_of_pair(pair.larger, pair.smaller));
    }
    if wanted.placing {
        let steps = plan(folder, &geometry, wanted.contents)?;
        for step in steps.iter().filter(|step| !step.is_loaded) {
            let entries = step.row.entries(&geometry);
            needs.positions += entries;
            nanoseconds += entries * PLACING_NANOSECONDS;
            needs.disk += if step.is_written { bytes_on_disk(entries, wanted.contents, PLACING_BYTES) } else { 0 };
        }
        let plies: BTreeSet<u32> = steps.iter().filter(|step| !step.is_loaded).map(|step| step.row.ply).collect();
        needs.plies = plies.len() as u32;
        if !steps.is_empty() {
            needs.memory = needs.memory.max(placing::memory(&geometry, &steps) + OTHER_MEMORY);
        }
    }
    needs.cpu_time = Duration::from_nanos(nanoseconds);
    Ok(needs)
}

/// Bytes per position on disk with distances, at most: the more men, the more there is to say.
fn bytes_with_distances(men: u32) -> f64 {
    match men {
        0..=9 => 0.34,
        10 => 0.12,
        11 => 0.21,
        12 => 0.25,
        13 => 0.29,
        14 => 0.32,
        15 => 0.36,
        16 => 0.41,
        17 => 0.47,
        18.. => 0.53,
    }
}

fn bytes_on_disk(entries: u64, contents: Contents, with_distances: f64) -> u64 {
    let bytes = match contents {
        Contents::Results => RESULT_BYTES,
        Contents::Distances => with_distances,
    };
    (entries as f64 * bytes) as u64
}

/// Two bytes per position for both sides to move, the tables that captures lead to, and lists of what was solved last.
fn memory_of_pair(larger: u32, smaller: u32) -> u64 {
    let length = |larger, smaller| PairIndex::length_of(larger, smaller) as u64;
    let captures = length(larger, smaller - 1).max(length(larger - 1, smaller));
    4 * length(larger, smaller) + 2 * captures + OTHER_MEMORY
}
