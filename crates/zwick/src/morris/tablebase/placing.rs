//! Builds the tables for positions with men in hand: one for every row that is kept, see [`placement`](crate::morris::placement).

use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::TablebaseError;
use super::build::{Progress, load_codes, write};
use super::file::{Contents, RESULTS_IN_BYTE, Table, TableFile, code_of_digit, digit_in, digit_of, packed};
use crate::bits::scatter;
use crate::morris::Symmetry;
use crate::morris::geometry::{ALL, Geometry};
use crate::morris::index::{PairIndex, choose, subsets};
use crate::morris::placement::{self, Row, RowName, Sweep};
use crate::morris::retrograde;
use crate::morris::retrograde::score::{LONGEST, NOTHING, WIN_NOW, score_before};
use crate::plane::Plane;

/// A row to be loaded or solved.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) row: RowName,
    /// Loaded from its table or, after the last ply, from those with all men placed.
    pub(super) is_loaded: bool,
    /// Whether it is written to disk.
    pub(super) is_written: bool,
    uses: Uses,
}

/// The last steps that need a row: all of its blocks at a time, or in any way.
#[derive(Debug, Clone, Copy)]
struct Uses {
    at_random: Option<usize>,
    last: usize,
}

impl Step {
    /// Rows this large are compressed while they wait to be read in order. With the standard rules there are two, each for the sake of
    /// a gigabyte of memory.
    const LARGE: u64 = 1 << 30;

    /// Whether it is compressed after a step.
    fn waits_after(&self, number: usize) -> bool {
        let is_solved_only = !self.is_loaded && !self.is_written;
        let is_read_in_order = self.uses.at_random.is_none_or(|last| last <= number);
        is_solved_only && self.row.bytes() > Self::LARGE && is_read_in_order && number + 1 < self.uses.last
    }
}

/// What has to be done, in order, until all tables exist. Those that exist are used.
pub(super) fn plan(folder: &Path, geometry: &Geometry, contents: Contents) -> Result<Vec<Step>, TablebaseError> {
    let mut steps = Vec::new();
    let mut needed: HashMap<RowName, Uses> = HashMap::new();
    for row in placement::order(geometry).into_iter().rev() {
        let is_placed = row.ply == 2 * geometry.men;
        let is_kept = !is_placed && placement::is_kept(row.ply);
        let is_loaded = is_placed || is_kept && existing(folder, geometry, row, contents)?.is_some();
        let is_written = is_kept && !is_loaded;
        if is_written || needed.contains_key(&row) {
            if !is_loaded {
                // Backwards, the first that needs it is the last.
                let later = row.later(geometry);
                for (place, &name) in later.iter().enumerate() {
                    let uses = needed.entry(name).or_insert(Uses { at_random: None, last: steps.len() });
                    if row.ply % 2 == 0 || place + 1 < later.len() {
                        uses.at_random.get_or_insert(steps.len());
                    }
                }
            }
            let uses = needed.get(&row).copied().unwrap_or(Uses { at_random: None, last: steps.len() });
            steps.push(Step { row, is_loaded, is_written, uses });
        }
    }
    steps.reverse();
    let last = steps.len().saturating_sub(1);
    for Step { uses, .. } in &mut steps {
        *uses = Uses { at_random: uses.at_random.map(|number| last - number), last: last - uses.last };
    }
    Ok(steps)
}

/// The table of a row that has at least these contents: distances include results.
fn existing(
    folder: &Path,
    geometry: &Geometry,
    row: RowName,
    contents: Contents,
) -> Result<Option<(Table, TableFile)>, TablebaseError> {
    for found in [Contents::Distances, Contents::Results].into_iter().filter(|&found| found >= contents) {
        let table = Table::Placing { row, contents: found };
        if let Some(file) = TableFile::open(folder, geometry, table)? {
            return Ok(Some((table, file)));
        }
    }
    Ok(None)
}

/// The most memory that the rows of these steps and the tables they are loaded from take at a time.
pub(super) fn memory(geometry: &Geometry, steps: &[Step]) -> u64 {
    let mut held: HashMap<RowName, u64> = HashMap::new();
    let mut most = 0;
    for (number, step) in steps.iter().enumerate() {
        let size = |step: &Step| if step.waits_after(number) { step.row.bytes() / 2 } else { step.row.bytes() };
        let is_solved_by_second = step.row.ply % 2 == 1 && !step.is_loaded;
        let held_before: u64 = held.values().sum();
        let more = if step.is_loaded {
            step.row.sections(geometry).map(|(_, positions)| positions).max().unwrap_or(0) + size(step)
        } else if is_solved_by_second {
            // It takes the place of the row with as many men.
            size(step).saturating_sub(step.row.later(geometry).last().map_or(0, |later| held[later]))
        } else {
            size(step)
        };
        most = most.max(held_before + more);
        held.insert(step.row, 0);
        for step in &steps[..=number] {
            if step.uses.last <= number {
                held.remove(&step.row);
            } else {
                held.insert(step.row, size(step));
            }
        }
    }
    most
}

/// Builds the tables for positions with men in hand, on the threads of the current rayon pool. Those for all men placed must exist.
///
/// Existing tables stay; a build that was stopped or killed loses the rows since the last one written.
pub(super) fn build(
    folder: &Path,
    geometry: &Geometry,
    contents: Contents,
    stop: &AtomicBool,
    mut progress: impl FnMut(Progress),
) -> Result<(), TablebaseError> {
    let steps = plan(folder, geometry, contents)?;
    if !steps.is_empty() {
        let placing = Placing { folder, geometry, contents, sweep: Sweep::new(geometry, stop), stop };
        let mut rows = HashMap::new();
        for (number, step) in steps.iter().enumerate() {
            let name = step.row;
            progress(Progress::Placing { ply: name.ply });
            let row = if name.ply == 2 * geometry.men {
                placing.finished_row(name)?
            } else if step.is_loaded {
                placing.load(name)?
            } else {
                let clone = |name| Row::clone(&rows[&name]);
                let later = name.later(geometry).into_iter().map(clone).collect();
                // From here on, those that nobody else needs belong to the solver alone.
                release(&mut rows, &steps[..number], number)?;
                placing.sweep.solve(name, later, step.waits_after(number))?
            };
            let size = if step.is_written { placing.write(name, &row)? } else { 0 };
            if !step.is_loaded {
                let table = Table::Placing { row: name, contents };
                progress(Progress::Finished {
                    name: table.name(),
                    positions: name.entries(geometry),
                    size,
                    is_pair: false,
                });
            }
            rows.insert(name, row);
            release(&mut rows, &steps[..=number], number)?;
        }
    }
    Table::remove_earlier(folder, geometry);
    Ok(())
}

/// Releases the rows that no step after `number` needs, and compresses those that wait for long.
fn release(rows: &mut HashMap<RowName, Row>, steps: &[Step], number: usize) -> Result<(), retrograde::Error> {
    for step in steps.iter().filter(|step| step.uses.last <= number || step.waits_after(number)) {
        let row = rows.remove(&step.row).filter(|_| step.uses.last > number);
        if let Some(row) = row {
            rows.insert(step.row, row.waiting()?);
        }
    }
    Ok(())
}

struct Placing<'a> {
    folder: &'a Path,
    geometry: &'a Geometry,
    contents: Contents,
    sweep: Sweep<'a>,
    stop: &'a AtomicBool,
}

impl Placing<'_> {
    /// The row after the last man is placed, from the finished tables.
    fn finished_row(&self, name: RowName) -> Result<Row, TablebaseError> {
        let first = name.first;
        if first < 3 {
            return Ok(self.sweep.uniform(name, WIN_NOW)?);
        }
        let mut row = self.sweep.uniform(name, NOTHING)?;
        for (second, _) in name.sections(self.geometry) {
            let table = [first.max(second), first.min(second)];
            let codes = load_codes(self.folder, self.geometry, table, first < second, self.contents, self.stop)?;
            if first < second {
                self.put_codes_of_second(&mut row, [first, second], &codes)?;
            } else {
                let length = choose(24 - first, second);
                self.sweep.put_sets_of_size(&mut row, second, |block, sets| {
                    sets.extend(codes[block * length..][..length].iter().map(|&code| SCORES[code as usize]));
                })?;
            }
        }
        Ok(row)
    }

    /// The first side has fewer men: the tables are sorted by the sets of the second.
    fn put_codes_of_second(
        &self,
        row: &mut Row,
        [first, second]: [u32; 2],
        codes: &Plane,
    ) -> Result<(), TablebaseError> {
        let table = PairIndex::with_orbits(Arc::clone(self.sweep.orbits(second)), second, first);
        let inner: Vec<u32> = subsets(24 - first, second).collect();
        let put = |block: usize, sets: &mut Vec<u8>| {
            let set = self.sweep.orbits(first).representatives()[block];
            let images: [u32; 16] = std::array::from_fn(|number| Symmetry::numbered(number as u8).image(set));
            let mut indexes = [0; 256];
            for inner in inner.chunks(indexes.len()) {
                for (index, &inner) in indexes.iter_mut().zip(inner) {
                    let (block, symmetry) = table.orbits().locate(scatter(inner, ALL & !set));
                    *index = table.index_in(block, images[usize::from(symmetry.number())]);
                }
                // Separate from computing the indexes, so that many memory reads are in flight at a time.
                sets.extend(indexes[..inner.len()].iter().map(|&index| SCORES[codes[index] as usize]));
            }
        };
        Ok(self.sweep.put_sets_of_size(row, second, put)?)
    }

    /// A row from its table.
    fn load(&self, name: RowName) -> Result<Row, TablebaseError> {
        let (table, file) = existing(self.folder, self.geometry, name, self.contents)?
            .ok_or_else(|| Table::Placing { row: name, contents: self.contents }.missing(self.geometry, self.folder))?;
        let mut row = self.sweep.uniform(name, NOTHING)?;
        let mut start = 0;
        for (second, positions) in name.sections(self.geometry) {
            let length = choose(24 - name.first, second);
            let in_byte = table.contents().in_byte();
            let skipped = start / in_byte;
            let content = file.read(skipped..(start + positions).div_ceil(in_byte), self.stop)?;
            self.sweep.put_sets_of_size(&mut row, second, |block, sets| {
                let entries = start + (block * length) as u64..start + ((block + 1) * length) as u64;
                sets.extend(entries.map(|entry| {
                    let byte = content[(entry / in_byte - skipped) as usize];
                    SCORES[match table.contents() {
                        Contents::Distances => byte,
                        Contents::Results => code_of_digit(digit_in(byte, entry)),
                    } as usize]
                }));
            })?;
            start += positions;
        }
        Ok(row)
    }

    fn write(&self, name: RowName, row: &Row) -> Result<u64, TablebaseError> {
        let table = Table::Placing { row: name, contents: self.contents };
        let entries = name.entries(self.geometry);
        let fill = |range: Range<u64>, content: &mut Vec<u8>| match self.contents {
            Contents::Distances => content.extend(self.codes_of_entries(name, row, range)),
            Contents::Results => {
                let range = range.start * RESULTS_IN_BYTE..(range.end * RESULTS_IN_BYTE).min(entries);
                let codes: Vec<u8> = self.codes_of_entries(name, row, range).collect();
                let pack = |five: &[u8]| packed(five.iter().map(|&code| digit_of(code)));
                content.extend(codes.chunks(RESULTS_IN_BYTE as usize).map(pack));
            }
        };
        let size = write(self.folder, self.geometry, table, fill, self.stop)?;
        if self.contents == Contents::Distances {
            // A table of results only is now unnecessary; failing to remove it does not matter.
            let results = Table::Placing { row: name, contents: Contents::Results };
            let _ = fs::remove_file(results.path(self.folder, self.geometry));
        }
        Ok(size)
    }

    /// The codes of these entries of a row's table.
    fn codes_of_entries(&self, name: RowName, row: &Row, range: Range<u64>) -> impl Iterator<Item = u8> + use<> {
        let mut scores = Vec::new();
        let (mut start, mut skipped) = (0, None);
        for (second, positions) in name.sections(self.geometry) {
            let (from, to) = (range.start.max(start), range.end.min(start + positions));
            if from < to {
                let length = choose(24 - name.first, second) as u64;
                let blocks = (from - start) / length..(to - start).div_ceil(length);
                skipped.get_or_insert((from - start) % length);
                blocks.for_each(|block| row.append_sets_of_size(second, block as usize, &mut scores));
            }
            start += positions;
        }
        let wanted = scores.into_iter().skip(skipped.unwrap_or(0) as usize).take((range.end - range.start) as usize);
        wanted.map(|score| CODES[score as usize])
    }
}

/// What a position with this code is worth to the side that has just moved there, as a score.
static SCORES: [u8; 256] = {
    let mut scores = [NOTHING; 256];
    let mut code = 0;
    while code <= LONGEST as usize {
        scores[code] = score_before(code as u8);
        code += 1;
    }
    scores
};

/// The code of a position with this score of the side that has just moved there.
static CODES: [u8; 256] = {
    let mut codes = [0; 256];
    let mut code = 0;
    while code <= LONGEST as usize {
        codes[score_before(code as u8) as usize] = code as u8;
        code += 1;
    }
    codes
};
