//! Proves tables by the rules alone: every value must be the best of its successors' values.
//!
//! Nothing of the solver is used here. Positions are [`Morris`] positions, their moves the legal moves of the game, and values are compared as
//! [`Value`]s; only the numbering of the entries is shared. Since the plies to the end are checked too, and fall by one with every
//! move, values that agree with their successors everywhere are the right ones.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::file::{Contents, Table, TableFile};
use super::{Place, TablebaseError, value_of};
use crate::game::{Position, Side};
use crate::morris::geometry::Geometry;
use crate::morris::index::PairIndex;
use crate::morris::retrograde::Error;
use crate::morris::{Morris, Points, Rules, Setup};
use crate::plane::Plane;
use crate::value::Value;

/// A value that does not follow from those of its successors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contradiction<R: Rules> {
    /// The position.
    pub position: Morris<R>,
    /// What the table says.
    pub stated: Value,
    /// What its successors make it.
    pub expected: Value,
}

/// Compares every `step`-th value of a pair with those of its successors, on the threads of the current rayon pool.
///
/// Returns how many were compared, and the first contradiction if there is one.
///
/// # Errors
/// That a table is missing or damaged, or that `stop` was set.
pub fn check<R: Rules>(
    folder: &Path,
    larger: u32,
    smaller: u32,
    step: usize,
    stop: &AtomicBool,
) -> Result<(u64, Option<Contradiction<R>>), TablebaseError> {
    let mut tables = vec![Loaded::new::<R>(folder, larger, smaller, stop)?];
    for (one, other) in [(larger, smaller - 1), (larger - 1, smaller)] {
        if one.min(other) >= 3 {
            tables.push(Loaded::new::<R>(folder, one.max(other), one.min(other), stop)?);
        }
    }
    let entries = tables[0].codes.len();
    let chunks: Vec<usize> = (0..entries).step_by(step << 10).collect();
    let contradiction = chunks.par_iter().find_map_first(|&start| {
        let chunk = (start..entries).step_by(step).take(1 << 10);
        if stop.load(Ordering::Relaxed) {
            None
        } else {
            chunk.into_iter().find_map(|index| contradiction(&tables, index))
        }
    });
    if stop.load(Ordering::Relaxed) {
        return Err(Error::Stopped.into());
    }
    Ok((entries.div_ceil(step) as u64, contradiction))
}

/// All codes of a pair in memory.
struct Loaded {
    pair: PairIndex,
    codes: Plane,
}

impl Loaded {
    fn new<R: Rules>(folder: &Path, larger: u32, smaller: u32, stop: &AtomicBool) -> Result<Self, TablebaseError> {
        let table = Table::Pair { larger, smaller, contents: Contents::Distances };
        let geometry = Geometry::of::<R>();
        let codes = TableFile::needed(folder, &geometry, table)?.read(0..table.values_length(&geometry), stop)?;
        Ok(Self { pair: PairIndex::new(larger, smaller), codes })
    }

    /// The position of an entry: larger side to move in the first half.
    fn position<R: Rules>(&self, index: usize) -> Morris<R> {
        let (larger, smaller) = self.pair.position(index % self.pair.len());
        let (mover, other) = if index < self.pair.len() { (larger, smaller) } else { (smaller, larger) };
        let setup = Setup { men: [mover, other].map(Points::from_bits), hands: [0, 0], turn: Side::First };
        Morris::from_setup(&setup).expect("every entry of a table is a position")
    }
}

fn stated<R: Rules>(tables: &[Loaded], position: &Morris<R>) -> Value {
    if position.mover().len() < 3 {
        return Value::loss_in(0);
    }
    let place = Place::of(position);
    let table = tables.iter().find(|table| (table.pair.outer, table.pair.inner) == (place.larger, place.smaller));
    let table = table.expect("a move leads to the same men or takes one");
    let half = if place.smaller_to_move { table.pair.len() } else { 0 };
    value_of(table.codes[half + table.pair.index(place.larger_set, place.smaller_set)])
}

fn contradiction<R: Rules>(tables: &[Loaded], index: usize) -> Option<Contradiction<R>> {
    let position: Morris<R> = tables[0].position(index);
    let successors = position.legal_moves().map(|mv| stated(tables, &position.after(mv)).one_ply_earlier());
    let expected = successors.max().unwrap_or(Value::loss_in(0));
    let stated = value_of(tables[0].codes[index]);
    (stated != expected).then_some(Contradiction { position, stated, expected })
}
