//! Verifies tables by the rules alone: every value must be the best of its successors' values.
//!
//! Nothing of the solver is used here. Positions are [`Morris`] positions, their moves the legal moves of the game, and values are compared
//! as [`Value`]s; only the numbering of the entries is shared. Since the plies to the end are checked too, and decrease by one with every
//! move, values that agree with their successors everywhere are correct. A table of results only has no such anchor: there, agreement is
//! necessary but not sufficient.
//!
//! Positions with men in hand are compared with a search to the next ply on disk.

use std::fmt::{self, Display};
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::build::load_codes;
use super::file::{Contents, Table, TableFile};
use super::layer::{Layer, kept_from, position_of};
use super::{Place, Tablebase, TablebaseError, value_of};
use crate::bits::scatter;
use crate::game::{Position, Side};
use crate::morris::geometry::Geometry;
use crate::morris::index::{PairIndex, subsets};
use crate::morris::placement::{RowName, is_kept};
use crate::morris::retrograde::Error;
use crate::morris::{Morris, Points, Rules, Setup};
use crate::plane::Plane;
use crate::value::Value;

/// A value that does not follow from the values of its successors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contradiction<R: Rules> {
    /// The position.
    pub position: Morris<R>,
    /// The value in the table.
    pub stated: Value,
    /// The value that follows from its successors.
    pub expected: Value,
    /// Whether the table has distances; if not, those of the two values are meaningless.
    pub contents: Contents,
}

impl<R: Rules> Display for Contradiction<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, stated, expected, contents } = self;
        match contents {
            Contents::Distances => write!(f, "{position}: the table says {stated}, its successors {expected}"),
            Contents::Results => {
                write!(f, "{position}: the table says {}, its successors {}", stated.wdl(), expected.wdl())
            }
        }
    }
}

/// The result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checked<R: Rules> {
    /// How many positions were compared with their successors.
    pub compared: u64,
    /// The first that does not agree.
    pub contradiction: Option<Contradiction<R>>,
}

/// Compares values of a pair with the values of their successors, on the threads of the current rayon pool: about `sample` of them, evenly
/// spread, or all. `compared` counts them as it goes.
///
/// # Errors
/// That a table is missing or damaged, or that `stop` was set.
pub fn check_pair<R: Rules>(
    folder: &Path,
    larger: u32,
    smaller: u32,
    sample: Option<u64>,
    stop: &AtomicBool,
    compared: &AtomicU64,
) -> Result<Checked<R>, TablebaseError> {
    let tables = Tables::load::<R>(folder, larger, smaller, stop)?;
    let before = compared.load(Ordering::Relaxed);
    let entries = tables.halves() * tables.own.pair.len();
    let step = sample.map_or(1, |sample| (entries as u64).div_ceil(sample.max(1)) as usize);
    let blocks = tables.halves() * tables.own.pair.blocks();
    let contradiction = (0..blocks).into_par_iter().find_map_first(|block| {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let (count, contradiction) = tables.check_block(block, step);
        compared.fetch_add(count, Ordering::Relaxed);
        contradiction
    });
    if stop.load(Ordering::Relaxed) {
        return Err(Error::Stopped.into());
    }
    Ok(Checked { compared: compared.load(Ordering::Relaxed) - before, contradiction })
}

/// A table in memory, as codes of all positions.
struct Loaded {
    pair: PairIndex,
    /// With the larger side to move, and with the smaller.
    codes: [Plane; 2],
}

impl Loaded {
    fn new(
        folder: &Path,
        geometry: &Geometry,
        [larger, smaller]: [u32; 2],
        stop: &AtomicBool,
    ) -> Result<Self, TablebaseError> {
        let load = |half| load_codes(folder, geometry, [larger, smaller], half == 1, Contents::Results, stop);
        // For equal numbers of men, the side to move counts as the larger.
        let second = if larger == smaller { Plane::zeroed(0).map_err(Error::Memory)? } else { load(1)? };
        Ok(Self { pair: PairIndex::new(larger, smaller), codes: [load(0)?, second] })
    }
}

/// A pair and the pairs that captures lead to.
struct Tables {
    own: Loaded,
    fewer: Vec<Loaded>,
    contents: Contents,
}

/// The value of a position with this code for the side that led the other there.
static WORTHS: LazyLock<[Value; 256]> =
    LazyLock::new(|| std::array::from_fn(|code| value_of(code as u8).one_ply_earlier()));

impl Tables {
    fn load<R: Rules>(folder: &Path, larger: u32, smaller: u32, stop: &AtomicBool) -> Result<Self, TablebaseError> {
        let geometry = Geometry::of::<R>();
        let table = Table::Pair { larger, smaller, contents: Contents::Distances };
        let has_distances = TableFile::open(folder, &geometry, table)?.is_some();
        let contents = if has_distances { Contents::Distances } else { Contents::Results };
        let own = Loaded::new(folder, &geometry, [larger, smaller], stop)?;
        let mut fewer = Vec::new();
        for (one, other) in [(larger, smaller - 1), (larger - 1, smaller)] {
            let men = [one.max(other), one.min(other)];
            if men[1] >= 3 && !(larger == smaller && one < other) {
                fewer.push(Loaded::new(folder, &geometry, men, stop)?);
            }
        }
        Ok(Self { own, fewer, contents })
    }

    /// How many sides to move the table distinguishes.
    fn halves(&self) -> usize {
        if self.own.pair.outer == self.own.pair.inner { 1 } else { 2 }
    }

    /// Checks every `step`-th entry; blocks are numbered across both halves.
    fn check_block<R: Rules>(&self, number: usize, step: usize) -> (u64, Option<Contradiction<R>>) {
        let pair = &self.own.pair;
        let (half, block) = (number / pair.blocks(), number % pair.blocks());
        let length = pair.block_length();
        let first = (number * length).next_multiple_of(step) - number * length;
        let (outer, free) = (pair.outer_set(block), pair.free(block));
        let mut count = 0;
        for (place, set) in subsets(24 - pair.outer, pair.inner).enumerate().skip(first).step_by(step) {
            let inner = scatter(set, free);
            let men = if half == 0 { [outer, inner] } else { [inner, outer] };
            let setup = Setup { men: men.map(Points::from_bits), hands: [0, 0], turn: Side::First };
            let position = Morris::<R>::from_checked(&setup);
            let stated = value_of(self.own.codes[half][block * length + place]);
            count += 1;
            let expected = self.best_successor(&position);
            let agrees = match self.contents {
                Contents::Distances => stated == expected,
                Contents::Results => stated.wdl() == expected.wdl(),
            };
            if !agrees {
                return (count, Some(Contradiction { position, stated, expected, contents: self.contents }));
            }
        }
        (count, None)
    }

    fn best_successor<R: Rules>(&self, position: &Morris<R>) -> Value {
        let best = position.legal_moves().map(|mv| self.worth_of_reaching(&position.after(mv))).max();
        best.unwrap_or_else(|| super::value_of_ending(position).unwrap_or(Value::loss_in(0)))
    }

    fn worth_of_reaching<R: Rules>(&self, position: &Morris<R>) -> Value {
        if position.mover().len() < 3 {
            return Value::win_in(1);
        }
        let place = Place::of(position);
        let is_meant = |table: &&Loaded| (table.pair.outer, table.pair.inner) == (place.larger, place.smaller);
        let table = std::iter::once(&self.own).chain(&self.fewer).find(is_meant);
        let table = table.expect("a move leads to the same men or takes one");
        let index = table.pair.index(place.larger_set, place.smaller_set);
        WORTHS[table.codes[usize::from(place.smaller_to_move)][index] as usize]
    }
}

/// Compares about `sample` results of a ply with men in hand, evenly spread, with a search to the next ply on disk.
///
/// # Errors
/// That a table is missing or damaged, or that `stop` was set.
pub fn check_ply<R: Rules>(
    folder: &Path,
    ply: u32,
    sample: u64,
    stop: &AtomicBool,
    compared: &AtomicU64,
) -> Result<Checked<R>, TablebaseError> {
    let geometry = Geometry::of::<R>();
    let entries: u64 = RowName::of_ply(&geometry, ply).map(|row| row.entries(&geometry)).sum();
    let step = entries.div_ceil(sample.max(1));
    let mut checked = Checked { compared: 0, contradiction: None };
    let mut tables = Tablebase::<R>::open(folder)?;
    let mut start = 0;
    let sections = RowName::of_ply(&geometry, ply)
        .flat_map(|row| row.sections(&geometry).map(move |(second, _)| (row.first, second)));
    for (first, second) in sections {
        let pair = PairIndex::new(first, second);
        let end = start + pair.len() as u64;
        for entry in (start.next_multiple_of(step)..end).step_by(step as usize) {
            if stop.load(Ordering::Relaxed) {
                return Err(Error::Stopped.into());
            }
            let position = position_of::<R>(ply, pair.position((entry - start) as usize));
            checked.contradiction = tables.contradiction(&position)?;
            checked.compared += 1;
            compared.fetch_add(1, Ordering::Relaxed);
            if checked.contradiction.is_some() {
                return Ok(checked);
            }
        }
        start = end;
    }
    Ok(checked)
}

/// Compares every position after up to `last` plies with its successors, on the threads of the current rayon pool: each ply is computed from
/// the next one, from the first on disk after `last`, and compared where it is on disk too.
///
/// # Errors
/// That a table is missing or damaged, or that `stop` was set.
pub fn check_plies<R: Rules>(
    folder: &Path,
    last: u32,
    stop: &AtomicBool,
    compared: &AtomicU64,
) -> Result<Checked<R>, TablebaseError> {
    let mut tables = Tablebase::<R>::open(folder)?;
    let contents = tables.placing_contents();
    let before = compared.load(Ordering::Relaxed);
    let mut contradiction = None;
    let mut layer = Layer::load(&mut tables, kept_from(last), stop)?;
    while layer.ply() > 0 && contradiction.is_none() {
        layer = layer.before(&mut tables.indexes, stop, compared)?;
        if is_kept(layer.ply()) {
            let stored = Layer::load(&mut tables, layer.ply(), stop)?;
            contradiction = stored.difference(&layer, contents).map(|(position, [stated, expected])| Contradiction {
                position,
                stated,
                expected,
                contents,
            });
        }
    }
    Ok(Checked { compared: compared.load(Ordering::Relaxed) - before, contradiction })
}

impl<R: Rules> Tablebase<R> {
    /// What the tables store of positions with men in hand.
    fn placing_contents(&self) -> Contents {
        let has_distances = |table: &Table| matches!(table, Table::Placing { contents: Contents::Distances, .. });
        if self.files.keys().any(has_distances) { Contents::Distances } else { Contents::Results }
    }

    fn contradiction(&mut self, position: &Morris<R>) -> Result<Option<Contradiction<R>>, TablebaseError> {
        let has_distances = |table: &Table| matches!(table, Table::Placing { contents: Contents::Distances, .. });
        let contents = if self.files.keys().any(has_distances) { Contents::Distances } else { Contents::Results };
        let stated = self.look_up(position, contents)?;
        let mut expected = None;
        for mv in position.legal_moves() {
            expected = expected.max(Some(self.look_up(&position.after(mv), contents)?.one_ply_earlier()));
        }
        let Some(expected) = expected else { return Ok(None) };
        let agrees = match contents {
            Contents::Distances => stated == expected,
            Contents::Results => stated.wdl() == expected.wdl(),
        };
        Ok((!agrees).then_some(Contradiction { position: *position, stated, expected, contents }))
    }
}
