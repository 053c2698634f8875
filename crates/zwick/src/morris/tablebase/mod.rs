//! All results of morris on disk, and the answers read from there.
//!
//! With all men placed: for every material pair there is one file, either with distances or with results only (a fifth of the size). A
//! file holds the positions with the larger side to move, then those with the smaller side to move, both in the order of
//! [`index`](super::index); for equal numbers of men the first half is enough. Then it has the counts of each result.
//!
//! With men in hand: the same for every third ply, a file for every number of men of the side that places first (see
//! [`placement`](super::placement)); a search fills the gaps.
//!
//! Files are compressed in parts that are unpacked on demand; recently used parts are cached. An answer from a cached part takes
//! about a microsecond, any other a tenth of a millisecond.

mod background;
mod book;
mod build;
mod check;
mod counts;
mod file;
mod folder;
mod layer;
mod longest;
mod needs;
mod offer;
mod pace;
mod placing;
mod room;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::geometry::Geometry;
use super::index::{Orbits, PairIndex};
use super::placement::{self, RowName};
use super::retrograde;
use super::{Morris, Rules, Standard};
use crate::container::ContainerError;
use crate::game::{Outcome, Position};
use crate::value::{Value, Wdl};
use file::{Cache, Table, TableFile};

pub use background::in_background;
pub use book::{Book, BookError, WrongBook};
pub use build::{Progress, Wanted, build, build_for};
pub use check::{Checked, Contradiction, check_pair, check_plies, check_ply};
pub use counts::Counts;
pub use file::Contents;
pub use folder::{delete_tables, move_tables};
pub use needs::{Needs, needs};
pub use offer::{Offer, offers};
pub use pace::Pace;
pub use room::NoRoom;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TablebaseError {
    /// The file with the answer does not exist.
    #[error("no {wanted} (looked in {folder}); run `{command}`", folder = .folder.display(), command = build_command(.rules))]
    Missing {
        /// What would be needed, in words.
        wanted: String,
        /// The name of the rules.
        rules: &'static str,
        /// Where it was looked for.
        folder: PathBuf,
    },
    /// A file cannot be read or written.
    #[error("{path}: {reason}", path = .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: ContainerError,
    },
    /// The result is known, the distance is not.
    #[error("the result is a {result}; the distance is not in the tables")]
    OnlyResult {
        /// Won or lost for the side to move.
        result: Wdl,
    },
    /// Another build is running in the folder.
    #[error("{folder}: another build is running here", folder = .folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// Positions with men in hand cannot be solved.
    #[error(
        "no tables with men in hand for the rules {rules}: men may be moved before all are placed, so placing need not end"
    )]
    NoPlacing {
        /// The name of the rules.
        rules: &'static str,
    },
    /// A pair was not solved.
    #[error(transparent)]
    Unsolved(#[from] retrograde::Error),
}

/// The command that builds the tables of these rules.
fn build_command(rules: &str) -> String {
    let option = if rules == Standard::NAME { String::new() } else { format!(" --rules {rules}") };
    format!("zwick tablebase build{option}")
}

impl TablebaseError {
    fn of_file(path: &Path, reason: ContainerError) -> Self {
        match reason {
            ContainerError::Stopped => retrograde::Error::Stopped.into(),
            reason => Self::File { path: path.to_owned(), reason },
        }
    }
}

/// The positions with the same numbers of men on the board, all placed, for one side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairSummary {
    /// Men of the side to move.
    pub own: u32,
    /// Men of the other side.
    pub other: u32,
    /// How often each result occurs.
    pub counts: Counts,
    /// Bytes on disk.
    pub bytes: u64,
}

/// The results of all positions with rules `R` whose tables are in a folder.
#[derive(Debug)]
pub struct Tablebase<R: Rules = Standard> {
    folder: PathBuf,
    geometry: Geometry,
    files: HashMap<Table, TableFile>,
    /// Where the sections of the rows with men in hand start, by the men of the second side.
    sections: HashMap<(RowName, u32), u64>,
    indexes: Indexes,
    cache: Cache,
    rules: std::marker::PhantomData<R>,
}

impl<R: Rules> Tablebase<R> {
    /// Opens all tables of a folder; reads no more than their headers.
    ///
    /// # Errors
    /// The first file that is damaged or not what its name says.
    pub fn open(folder: &Path) -> Result<Self, TablebaseError> {
        let geometry = Geometry::of::<R>();
        let mut files = HashMap::new();
        for table in Table::all(&geometry) {
            if let Some(file) = TableFile::open(folder, &geometry, table)? {
                files.insert(table, file);
            }
        }
        Ok(Self { files, ..Self::empty(folder) })
    }

    /// No tables at all.
    pub(super) fn empty(folder: &Path) -> Self {
        let geometry = Geometry::of::<R>();
        let (folder, sections) = (folder.to_owned(), section_starts(&geometry));
        let (files, indexes, cache) = (HashMap::new(), Indexes::default(), Cache::default());
        Self { folder, geometry, files, sections, indexes, cache, rules: std::marker::PhantomData }
    }

    /// The counts of each pair, for either side to move: sorted by the men of both together, then those of the side to move.
    ///
    /// # Errors
    /// The first damage found.
    pub fn pairs(&self) -> Result<Vec<PairSummary>, TablebaseError> {
        let mut pairs = Vec::new();
        for (table, file) in &self.files {
            let &Table::Pair { larger, smaller, .. } = table else { continue };
            let (counts, size) = (file.counts()?, file.size());
            // The file covers both sides to move, so each takes half of it.
            let mut add = |own, other, counts, bytes| pairs.push(PairSummary { own, other, counts, bytes });
            if larger == smaller {
                add(larger, smaller, counts[0], size);
            } else {
                add(larger, smaller, counts[0], size - size / 2);
                add(smaller, larger, counts[1], size / 2);
            }
        }
        pairs.sort_by_key(|pair| (pair.own + pair.other, pair.own));
        Ok(pairs)
    }

    /// The plies with men in hand whose positions are on disk: ply, positions, bytes.
    pub fn plies(&self) -> Vec<(u32, u64, u64)> {
        let mut plies = BTreeMap::new();
        for (&table, file) in &self.files {
            if let Table::Placing { row, .. } = table {
                let (positions, bytes) = plies.entry(row.ply).or_insert((0, 0));
                *positions += table.entries(&self.geometry);
                *bytes += file.size();
            }
        }
        plies.into_iter().map(|(ply, (positions, bytes))| (ply, positions, bytes)).collect()
    }

    /// Reads every file completely.
    ///
    /// # Errors
    /// The first damage found, or that `stop` was set.
    pub fn verify(&self, stop: &AtomicBool) -> Result<(), TablebaseError> {
        self.files.values().try_for_each(|file| file.verify(stop))
    }

    /// The exact value of a position.
    ///
    /// # Errors
    /// That a table with the distance is missing or damaged, or that only the result is known.
    pub fn value(&mut self, position: &Morris<R>) -> Result<Value, TablebaseError> {
        match self.look_up(position, Contents::Distances) {
            Err(missing @ TablebaseError::Missing { .. }) => match self.wdl(position) {
                Ok(Wdl::Draw) => Ok(Value::DRAW),
                Ok(result) => Err(TablebaseError::OnlyResult { result }),
                Err(_) => Err(missing),
            },
            value => value,
        }
    }

    /// Whether a position is won, drawn or lost for the side to move.
    ///
    /// # Errors
    /// That a table is missing or damaged.
    pub fn wdl(&mut self, position: &Morris<R>) -> Result<Wdl, TablebaseError> {
        self.look_up(position, Contents::Results).map(Value::wdl)
    }

    /// The value of a position. If only its result is wanted, the distance may be any.
    fn look_up(&mut self, position: &Morris<R>, wanted: Contents) -> Result<Value, TablebaseError> {
        if let Some(value) = value_of_ending(position) {
            return Ok(value);
        }
        let Some(ply) = self.ply_of(position)? else { return self.read_placed(position, wanted) };
        if placement::is_kept(ply) {
            return self.read_placing(position, ply, wanted);
        }
        let mut best = Value::loss_in(0);
        for mv in position.legal_moves() {
            best = best.max(self.look_up(&position.after(mv), wanted)?.one_ply_earlier());
            if wanted == Contents::Results && best.wdl() == Wdl::Win {
                break;
            }
        }
        Ok(best)
    }

    /// The plies played, if there are men in hand.
    fn ply_of(&self, position: &Morris<R>) -> Result<Option<u32>, TablebaseError> {
        match u32::from(position.mover_hand() + position.other_hand()) {
            0 => Ok(None),
            _ if R::MOVE_WHILE_PLACING => Err(TablebaseError::NoPlacing { rules: R::NAME }),
            hands => Ok(Some(2 * self.geometry.men - hands)),
        }
    }

    fn read_placed(&mut self, position: &Morris<R>, wanted: Contents) -> Result<Value, TablebaseError> {
        let place = Place::of(position);
        let pair = self.indexes.pair(place.larger, place.smaller);
        let second_half = if place.smaller_to_move { pair.len() as u64 } else { 0 };
        let index = pair.index(place.larger_set, place.smaller_set) as u64 + second_half;
        self.read(|contents| place.table(contents), index, wanted)
    }

    fn read_placing(&mut self, position: &Morris<R>, ply: u32, wanted: Contents) -> Result<Value, TablebaseError> {
        let (mover, other) = (position.mover().bits(), position.other().bits());
        let [first, second] = if ply.is_multiple_of(2) { [mover, other] } else { [other, mover] };
        let (row, men) = (RowName { ply, first: first.count_ones() }, second.count_ones());
        let table = |contents| Table::Placing { row, contents };
        let start = *self.sections.get(&(row, men)).ok_or_else(|| self.missing(table(wanted)))?;
        let index = self.indexes.pair(row.first, men).index(first, second) as u64;
        self.read(table, start + index, wanted)
    }

    /// Reads an entry of a table, of results if that is enough and they exist.
    fn read(
        &mut self,
        table: impl Fn(Contents) -> Table,
        index: u64,
        wanted: Contents,
    ) -> Result<Value, TablebaseError> {
        let table = match wanted {
            Contents::Results if self.files.contains_key(&table(Contents::Results)) => table(Contents::Results),
            _ => table(Contents::Distances),
        };
        let file = self.files.get(&table).ok_or_else(|| self.missing(table))?;
        let entry = self.cache.entry(file, table, index)?;
        Ok(match table.contents() {
            Contents::Results => some_value(file::wdl_of(entry)),
            Contents::Distances => value_of(entry),
        })
    }

    fn missing(&self, table: Table) -> TablebaseError {
        table.missing(&self.geometry, &self.folder)
    }
}

fn section_starts(geometry: &Geometry) -> HashMap<(RowName, u32), u64> {
    let mut starts = HashMap::new();
    for row in RowName::all_kept(geometry) {
        let mut start = 0;
        for (second, positions) in row.sections(geometry) {
            starts.insert((row, second), start);
            start += positions;
        }
    }
    starts
}

/// The value of a game that is over; only the side that has just moved can have won.
fn value_of_ending<R: Rules>(position: &Morris<R>) -> Option<Value> {
    let ending = position.ending()?;
    Some(if ending.outcome == Outcome::Draw { Value::DRAW } else { Value::loss_in(0) })
}

/// A value with this result.
fn some_value(result: Wdl) -> Value {
    match result {
        Wdl::Loss => Value::loss_in(0),
        Wdl::Draw => Value::DRAW,
        Wdl::Win => Value::win_in(1),
    }
}

/// The value that a code in a table stands for.
fn value_of(code: u8) -> Value {
    match code {
        0 => Value::DRAW,
        code if code % 2 == 0 => Value::win_in(u16::from(code) - 1),
        code => Value::loss_in(u16::from(code) - 1),
    }
}

/// Where the answer for a position with all men placed is stored.
#[derive(Debug, Clone, Copy)]
struct Place {
    larger: u32,
    smaller: u32,
    larger_set: u32,
    smaller_set: u32,
    smaller_to_move: bool,
}

impl Place {
    fn of<R: Rules>(position: &Morris<R>) -> Self {
        let (own, other) = (position.mover().bits(), position.other().bits());
        let smaller_to_move = own.count_ones() < other.count_ones();
        let (larger_set, smaller_set) = if smaller_to_move { (other, own) } else { (own, other) };
        let (larger, smaller) = (larger_set.count_ones(), smaller_set.count_ones());
        Self { larger, smaller, larger_set, smaller_set, smaller_to_move }
    }

    fn table(&self, contents: Contents) -> Table {
        Table::Pair { larger: self.larger, smaller: self.smaller, contents }
    }
}

/// The indexes used so far. The orbits of a size are computed once: up to 5 MB and 20 ms.
#[derive(Debug, Default)]
struct Indexes {
    orbits: HashMap<u32, Arc<Orbits>>,
    pairs: HashMap<(u32, u32), Arc<PairIndex>>,
}

impl Indexes {
    fn pair(&mut self, outer: u32, inner: u32) -> Arc<PairIndex> {
        let orbits = &mut self.orbits;
        let pair = self.pairs.entry((outer, inner)).or_insert_with(|| {
            let orbits = orbits.entry(outer).or_insert_with(|| Arc::new(Orbits::new(outer)));
            Arc::new(PairIndex::with_orbits(Arc::clone(orbits), outer, inner))
        });
        Arc::clone(pair)
    }
}

#[cfg(test)]
mod plain_solver;
#[cfg(test)]
mod tests;
