//! Builds the tables of a rule set, pair after pair, each from those with one man less; then those with men in hand.

use std::fs::{self, File, TryLockError};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use super::counts::Counts;
use super::file::{Contents, RESULTS_IN_BYTE, Table, TableFile, code_of_digit, digit_in, digit_of, packed};
use super::{TablebaseError, placing};
use crate::container::{self, ContainerError};
use crate::morris::Rules;
use crate::morris::geometry::Geometry;
use crate::morris::index::PairIndex;
use crate::morris::retrograde::{self, Captures, Solved};
use crate::plane::Plane;

/// Compression level. Values look random to a compressor: a higher level saves one per cent at most.
const LEVEL: i32 = 1;

/// Which tables to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// The maximum number of men on the board, both sides together.
    pub men: u32,
    /// Results with distances, or results only. Either way, a search from the empty board is exact.
    pub contents: Contents,
    /// Include positions with men in hand. They need the tables of all men.
    pub placing: bool,
}

impl Wanted {
    /// All positions with at most this many men, all placed, with distances.
    pub const fn up_to(men: u32) -> Self {
        Self { men, contents: Contents::Distances, placing: false }
    }

    /// Everything for a rule set. If men may be moved before all are placed, positions with men in hand are left out.
    pub const fn everything<R: Rules>(contents: Contents) -> Self {
        Self { men: 2 * R::MEN as u32, contents, placing: !R::MOVE_WHILE_PLACING }
    }
}

/// Progress of a build.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// A pair is being solved.
    Solving {
        /// Men of the larger side.
        larger: u32,
        /// Men of the smaller side.
        smaller: u32,
        /// All positions with fewer plies to the end are known.
        plies: u32,
        /// This many are solved, of both sides to move.
        solved: u64,
    },
    /// Positions with men in hand are being solved.
    Placing {
        /// The plies played.
        ply: u32,
    },
    /// A step is completely solved, and written to disk if it is kept.
    Finished {
        /// The men, as in `5-4`, or the ply and the men of the side that places first, as in `ply-12-6`.
        name: String,
        /// Positions solved, counting both sides to move.
        positions: u64,
        /// Bytes of the file; 0 if it is not kept.
        size: u64,
        /// Whether all men are placed.
        is_pair: bool,
    },
}

/// Builds the wanted tables that do not exist yet, on the threads of the current rayon pool.
///
/// Existing tables stay; a build that was stopped or killed resumes with the first table that is not complete.
///
/// # Errors
/// A file that cannot be read or written, that another build is running in the same folder, that such tables are impossible, or that `stop`
/// was set.
pub fn build<R: Rules>(
    folder: &Path,
    wanted: Wanted,
    stop: &AtomicBool,
    progress: impl FnMut(Progress),
) -> Result<(), TablebaseError> {
    build_for::<R>(folder, wanted, Vec::new, stop, progress)
}

/// The same in the order in which the tables are awaited: small ones first, then those that positions with these men of both sides lead to.
/// `awaited` is asked before every pair.
///
/// # Errors
/// As of [`build`].
pub fn build_for<R: Rules>(
    folder: &Path,
    wanted: Wanted,
    awaited: impl Fn() -> Vec<[u32; 2]>,
    stop: &AtomicBool,
    mut progress: impl FnMut(Progress),
) -> Result<(), TablebaseError> {
    if wanted.placing && R::MOVE_WHILE_PLACING {
        return Err(TablebaseError::NoPlacing { rules: R::NAME });
    }
    let geometry = Geometry::of::<R>();
    let _lock = lock(folder)?;
    container::remove_unfinished(folder).map_err(|reason| TablebaseError::of_file(folder, reason))?;
    let mut missing = Vec::new();
    for pair in pairs(folder, &geometry, wanted.men) {
        if !pair.is_complete(wanted.contents)? {
            missing.push(pair);
        }
    }
    while !missing.is_empty() {
        let men: Vec<[u32; 2]> = missing.iter().map(|pair| [pair.larger, pair.smaller]).collect();
        let pair = missing.remove(next_of(&men, &awaited()));
        let (larger, smaller) = (pair.larger, pair.smaller);
        let solved = pair.solve(wanted.contents, stop, |plies, solved| {
            progress(Progress::Solving { larger, smaller, plies, solved });
        })?;
        let size = pair.write(wanted.contents, &solved, stop)?;
        progress(Progress::Finished {
            name: format!("{larger}-{smaller}"),
            positions: pair.work(),
            size,
            is_pair: true,
        });
    }
    if wanted.placing { placing::build(folder, &geometry, wanted.contents, stop, progress) } else { Ok(()) }
}

/// Pairs with at most this many men are always first: together they take two seconds.
const SMALL: u32 = 8;

/// Which of these pairs to solve next, given in an order in which each can be solved. A pair with at most as many men on both sides leads
/// only to such pairs, so the first of those can always be solved.
fn next_of(missing: &[[u32; 2]], awaited: &[[u32; 2]]) -> usize {
    if missing[0][0] + missing[0][1] <= SMALL {
        return 0;
    }
    let place = |&[one, other]: &[u32; 2]| {
        let [larger, smaller] = [one.max(other), one.min(other)];
        missing.iter().position(|men| men[0] <= larger && men[1] <= smaller)
    };
    awaited.iter().find_map(place).unwrap_or(0)
}

/// Locks the folder until the file is closed, by us or by the end of the process.
pub(super) fn lock(folder: &Path) -> Result<File, TablebaseError> {
    let path = folder.join(".lock");
    let system = |reason| TablebaseError::of_file(&path, ContainerError::System { path: path.clone(), reason });
    fs::create_dir_all(folder).map_err(system)?;
    let file = File::create(&path).map_err(system)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(TablebaseError::Busy { folder: folder.to_owned() }),
        Err(TryLockError::Error(error)) => Err(system(error)),
    }
}

/// All pairs with at most `men` men, in an order in which each can be solved.
pub(super) fn pairs<'a>(folder: &'a Path, geometry: &'a Geometry, men: u32) -> impl Iterator<Item = Pair<'a>> {
    (6..=men.min(2 * geometry.men)).flat_map(move |total| {
        let pair = move |larger| Pair { folder, geometry, larger, smaller: total - larger };
        (total.div_ceil(2)..=geometry.men.min(total - 3)).map(pair)
    })
}

/// A material pair and the path of its table.
pub(super) struct Pair<'a> {
    folder: &'a Path,
    geometry: &'a Geometry,
    pub(super) larger: u32,
    pub(super) smaller: u32,
}

impl Pair<'_> {
    fn table(&self, contents: Contents) -> Table {
        Table::Pair { larger: self.larger, smaller: self.smaller, contents }
    }

    /// Distances include results.
    pub(super) fn is_complete(&self, contents: Contents) -> Result<bool, TablebaseError> {
        let open = |contents| TableFile::open(self.folder, self.geometry, self.table(contents));
        Ok(open(Contents::Distances)?.is_some() || contents == Contents::Results && open(contents)?.is_some())
    }

    /// Positions to solve: both sides to move.
    pub(super) fn work(&self) -> u64 {
        2 * PairIndex::length_of(self.larger, self.smaller) as u64
    }

    fn solve(
        &self,
        contents: Contents,
        stop: &AtomicBool,
        progress: impl FnMut(u32, u64),
    ) -> Result<Solved, TablebaseError> {
        let (larger, smaller) = (self.larger, self.smaller);
        let pair = PairIndex::new(larger, smaller);
        let load = |larger, smaller, smaller_to_move| {
            load_codes(self.folder, self.geometry, [larger, smaller], smaller_to_move, contents, stop)
        };
        let captures = Captures {
            by_larger: (smaller > 3).then(|| load(larger, smaller - 1, true)).transpose()?,
            by_smaller: (larger > smaller).then(|| load(larger - 1, smaller, false)).transpose()?,
        };
        Ok(retrograde::solve(self.geometry, &pair, captures, stop, progress)?)
    }

    fn write(&self, contents: Contents, solved: &Solved, stop: &AtomicBool) -> Result<u64, TablebaseError> {
        let table = self.table(contents);
        let values_length = table.values_length(self.geometry);
        let entries = table.entries(self.geometry);
        let halves = [&solved.larger_to_move[..], &solved.smaller_to_move[..]];
        let counts = self.counts(contents, halves);
        let fill = |range: Range<u64>, content: &mut Vec<u8>| {
            let values = range.start.min(values_length)..range.end.min(values_length);
            match contents {
                Contents::Distances => append(halves, values, content),
                Contents::Results => {
                    let entries =
                        (values.start * RESULTS_IN_BYTE).min(entries)..(values.end * RESULTS_IN_BYTE).min(entries);
                    let mut codes = Vec::new();
                    append(halves, entries, &mut codes);
                    let pack = |five: &[u8]| packed(five.iter().map(|&code| digit_of(code)));
                    content.extend(codes.chunks(RESULTS_IN_BYTE as usize).map(pack));
                }
            }
            let counted = range.start.max(values_length)..range.end.max(values_length);
            content.extend_from_slice(
                &counts[(counted.start - values_length) as usize..(counted.end - values_length) as usize],
            );
        };
        let size = write(self.folder, self.geometry, table, fill, stop)?;
        if contents == Contents::Distances {
            // A table of results only is now unnecessary; failing to remove it does not matter.
            let _ = fs::remove_file(self.table(Contents::Results).path(self.folder, self.geometry));
        }
        Ok(size)
    }

    /// The counts of both sides to move, as stored in the file.
    fn counts(&self, contents: Contents, halves: [&[u8]; 2]) -> Vec<u8> {
        let pair = PairIndex::new(self.larger, self.smaller);
        let counts = halves.map(|codes| Counts::of_codes(&pair, codes));
        let counts =
            counts.map(|counts| if contents == Contents::Results { counts.without_distances() } else { counts });
        counts.map(Counts::to_bytes).concat()
    }
}

/// The codes of a pair with one side to move. If only results are wanted and available, their codes contain no true distances.
pub(super) fn load_codes(
    folder: &Path,
    geometry: &Geometry,
    [larger, smaller]: [u32; 2],
    smaller_to_move: bool,
    contents: Contents,
    stop: &AtomicBool,
) -> Result<Plane, TablebaseError> {
    let length = PairIndex::length_of(larger, smaller) as u64;
    let entries = if smaller_to_move { length..2 * length } else { 0..length };
    let table = |contents| Table::Pair { larger, smaller, contents };
    let distances = TableFile::open(folder, geometry, table(Contents::Distances))?;
    if let Some(file) = distances {
        return file.read(entries, stop);
    }
    let file = TableFile::needed(folder, geometry, table(contents))?;
    let start = entries.start / RESULTS_IN_BYTE;
    let packed = file.read(start..entries.end.div_ceil(RESULTS_IN_BYTE), stop)?;
    let memory = |error| TablebaseError::from(retrograde::Error::Memory(error));
    let mut codes = Plane::zeroed(length as usize).map_err(memory)?;
    codes.par_chunks_mut(1 << 16).enumerate().for_each(|(number, codes)| {
        for (code, index) in codes.iter_mut().zip(entries.start + (number << 16) as u64..) {
            *code = code_of_digit(digit_in(packed[(index / RESULTS_IN_BYTE - start) as usize], index));
        }
    });
    Ok(codes)
}

/// Writes the file of a table.
pub(super) fn write(
    folder: &Path,
    geometry: &Geometry,
    table: Table,
    fill: impl Fn(Range<u64>, &mut Vec<u8>) + Sync,
    stop: &AtomicBool,
) -> Result<u64, TablebaseError> {
    let (path, label) = (table.path(folder, geometry), table.label(geometry));
    container::write(&path, &table.layout(geometry, &label), LEVEL, fill, stop)
        .map_err(|reason| TablebaseError::of_file(&path, reason))
}

/// Appends the bytes in a range of two consecutive arrays.
fn append(halves: [&[u8]; 2], range: Range<u64>, bytes: &mut Vec<u8>) {
    let (start, end) = (range.start as usize, range.end as usize);
    let middle = halves[0].len();
    bytes.extend_from_slice(&halves[0][start.min(middle)..end.min(middle)]);
    bytes.extend_from_slice(&halves[1][start.max(middle) - middle..end.max(middle) - middle]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_pairs_are_first_then_those_that_somebody_waits_for() {
        let folder = Path::new("");
        let geometry = Geometry::of::<crate::morris::Standard>();
        let mut missing: Vec<[u32; 2]> = pairs(folder, &geometry, 18).map(|pair| [pair.larger, pair.smaller]).collect();
        let mut order = Vec::new();
        while !missing.is_empty() {
            order.push(missing.remove(next_of(&missing, &[[4, 7], [8, 5]])));
        }
        let small = [[3, 3], [4, 3], [4, 4], [5, 3]];
        assert_eq!(order[..4], small);
        // Seven against four: never more than seven men on one side and four on the other.
        assert_eq!(order[4..10], [[5, 4], [6, 3], [6, 4], [7, 3], [7, 4], [5, 5]]);
        assert_eq!(order[10..15], [[6, 5], [8, 3], [7, 5], [8, 4], [8, 5]]);
        assert_eq!(order.len(), 28);
        for (number, &[larger, smaller]) in order.iter().enumerate() {
            let taken = [[larger, smaller - 1], [(larger - 1).max(smaller), (larger - 1).min(smaller)]];
            for after in taken.into_iter().filter(|men| men[1] >= 3) {
                assert!(order[..number].contains(&after), "{after:?} before {larger}-{smaller}");
            }
        }
    }
}
