//! Makes the tables of a rule set, pair after pair, each from those with one man less.

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::TablebaseError;
use super::file::{Contents, RESULTS_IN_BYTE, Table, TableFile, digit_of, packed};
use crate::morris::Rules;
use crate::morris::geometry::Geometry;
use crate::morris::index::PairIndex;
use crate::morris::retrograde::{self, Captures, Solved};
use crate::plane::Plane;
use crate::store::{self, StoreError};

/// How hard to compress: beyond this, a hundredth less for twice the time.
const LEVEL: i32 = 3;

/// What a build has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// A pair is being solved, all positions with fewer plies to the end are known.
    Solving {
        /// Men of the larger side.
        larger: u32,
        /// Men of the smaller side.
        smaller: u32,
        /// The plies.
        plies: u32,
    },
    /// All positions with men in hand after so many plies are solved.
    Placing {
        /// The plies.
        ply: u32,
        /// How many positions that were.
        positions: u64,
    },
    /// The tables of a pair are complete.
    Finished {
        /// Men of the larger side.
        larger: u32,
        /// Men of the smaller side.
        smaller: u32,
        /// Bytes of its files.
        size: u64,
    },
}

/// Makes the tables of all pairs with at most `total_men` men on the board, on the threads of the current rayon pool.
///
/// What is there already stays; a build that was stopped, or killed, goes on with the first pair that is not complete. Distances are
/// needed on the way, so both kinds of files are written.
///
/// # Errors
/// A file that cannot be read or written, or that `stop` was set.
pub fn build<R: Rules>(
    folder: &Path,
    total_men: u32,
    stop: &AtomicBool,
    mut progress: impl FnMut(Progress),
) -> Result<(), TablebaseError> {
    let geometry = Geometry::of::<R>();
    store::remove_unfinished(folder).map_err(|source| TablebaseError::File { path: folder.to_owned(), source })?;
    for total in 6..=total_men.min(2 * geometry.men) {
        for larger in total.div_ceil(2)..=geometry.men.min(total - 3) {
            let smaller = total - larger;
            let pair = Pair { folder, geometry: &geometry, larger, smaller };
            if pair.is_complete()? {
                continue;
            }
            let solved = pair.solve(stop, |plies| progress(Progress::Solving { larger, smaller, plies }))?;
            let mut size = 0;
            for contents in [Contents::Results, Contents::Distances] {
                size += pair.write(contents, &solved, stop)?;
            }
            progress(Progress::Finished { larger, smaller, size });
        }
    }
    Ok(())
}

struct Pair<'a> {
    folder: &'a Path,
    geometry: &'a Geometry,
    larger: u32,
    smaller: u32,
}

impl Pair<'_> {
    fn table(&self, contents: Contents) -> Table {
        Table::Pair { larger: self.larger, smaller: self.smaller, contents }
    }

    fn is_complete(&self) -> Result<bool, TablebaseError> {
        let open = |contents| TableFile::open(self.folder, self.geometry, self.table(contents));
        Ok(open(Contents::Results)?.is_some() && open(Contents::Distances)?.is_some())
    }

    fn solve(&self, stop: &AtomicBool, progress: impl FnMut(u32)) -> Result<Solved, TablebaseError> {
        let (larger, smaller) = (self.larger, self.smaller);
        let pair = PairIndex::new(larger, smaller);
        let captures = Captures {
            by_larger: (smaller > 3).then(|| self.load(larger, smaller - 1, true)).transpose()?,
            by_smaller: (larger > smaller).then(|| self.load(larger - 1, smaller, false)).transpose()?,
        };
        Ok(retrograde::solve(self.geometry, &pair, captures, stop, progress)?)
    }

    /// The codes of another pair with one side to move.
    fn load(&self, larger: u32, smaller: u32, smaller_to_move: bool) -> Result<Plane, TablebaseError> {
        let table = Table::Pair { larger, smaller, contents: Contents::Distances };
        let file = TableFile::needed(self.folder, self.geometry, table)?;
        let length = PairIndex::length_of(larger, smaller) as u64;
        file.read(if smaller_to_move { length..2 * length } else { 0..length })
    }

    fn write(&self, contents: Contents, solved: &Solved, stop: &AtomicBool) -> Result<u64, TablebaseError> {
        let table = self.table(contents);
        let entries = table.entries(self.geometry);
        let halves = [&solved.larger_to_move[..], &solved.smaller_to_move[..]];
        let fill = |range: Range<u64>, content: &mut Vec<u8>| match contents {
            Contents::Distances => append(halves, range, content),
            Contents::Results => {
                let entries = range.start * RESULTS_IN_BYTE..(range.end * RESULTS_IN_BYTE).min(entries);
                let mut codes = Vec::with_capacity((entries.end - entries.start) as usize);
                append(halves, entries, &mut codes);
                content.extend(
                    codes.chunks(RESULTS_IN_BYTE as usize).map(|five| packed(five.iter().map(|&code| digit_of(code)))),
                );
            }
        };
        write(self.folder, self.geometry, table, fill, stop)
    }
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
    store::write(&path, &table.layout(geometry, &label), LEVEL, fill, stop).map_err(|source| match source {
        StoreError::Stopped => retrograde::Error::Stopped.into(),
        source => TablebaseError::File { path, source },
    })
}

/// Appends the bytes in a range of two rows that follow each other.
fn append(halves: [&[u8]; 2], range: Range<u64>, bytes: &mut Vec<u8>) {
    let (start, end) = (range.start as usize, range.end as usize);
    let middle = halves[0].len();
    bytes.extend_from_slice(&halves[0][start.min(middle)..end.min(middle)]);
    bytes.extend_from_slice(&halves[1][start.max(middle) - middle..end.max(middle) - middle]);
}
