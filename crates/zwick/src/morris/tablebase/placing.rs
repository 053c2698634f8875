//! Builds the tables for positions with men in hand, from the last ply back to the empty board.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::TablebaseError;
use super::build::{Progress, load_codes, write};
use super::file::{Contents, RESULTS_IN_BYTE, Table, TableFile, digit_in, digit_of};
use crate::bits::scatter;
use crate::morris::Symmetry;
use crate::morris::families::BitRow;
use crate::morris::geometry::{ALL, Geometry};
use crate::morris::index::{PairIndex, choose, subsets};
use crate::morris::placement::{self, Block, Layer, Men, Row, Sweep};
use crate::morris::retrograde::Error;
use crate::plane::Plane;

/// Builds the tables for positions with men in hand, on the threads of the current rayon pool. Those for all men placed must exist.
///
/// Existing tables stay; a build that was stopped or killed resumes below the last complete table.
pub(super) fn build(
    folder: &Path,
    geometry: &Geometry,
    stop: &AtomicBool,
    mut progress: impl FnMut(Progress),
) -> Result<(), TablebaseError> {
    let start = first_complete(folder, geometry)?;
    if start == 0 {
        return Ok(());
    }
    let placing = Placing { folder, geometry, sweep: Sweep::new(geometry, stop), stop };
    let mut later = if start < 2 * geometry.men { placing.load_layer(start)? } else { Layer::default() };
    for ply in (0..start).rev() {
        let table = Table::Placing { ply };
        let mut solved = 0;
        progress(Progress::Placing { ply, solved });
        let row = |men| later.take(men).map_or_else(|| placing.finished_row(men), Ok);
        let layer = placing.sweep.solve(ply, row, |first| {
            let sections = placement::sections(geometry, ply).into_iter().filter(|men| men[0] == first);
            solved += sections.map(|men| PairIndex::length_of(men[0], men[1]) as u64).sum::<u64>();
            progress(Progress::Placing { ply, solved });
        })?;
        let size = if placement::is_kept(ply) { placing.write_layer(ply, &layer)? } else { 0 };
        progress(Progress::Finished { name: table.name(), positions: table.entries(geometry), size });
        later = layer;
    }
    Ok(())
}

/// The lowest ply from which on all tables exist.
pub(super) fn first_complete(folder: &Path, geometry: &Geometry) -> Result<u32, TablebaseError> {
    let last = 2 * geometry.men;
    let mut start = last;
    for ply in (0..last).rev().filter(|&ply| placement::is_kept(ply)) {
        if TableFile::open(folder, geometry, Table::Placing { ply })?.is_none() {
            break;
        }
        start = ply;
    }
    Ok(start)
}

struct Placing<'a> {
    folder: &'a Path,
    geometry: &'a Geometry,
    sweep: Sweep<'a>,
    stop: &'a AtomicBool,
}

impl Placing<'_> {
    /// The row after the last man is placed, from the finished tables.
    fn finished_row(&self, first: u32) -> Result<Row, TablebaseError> {
        if first < 3 {
            return Ok(self.sweep.lost_row(first)?);
        }
        let mut row = self.sweep.row(first, || (), |(), _, _| Block::new(24 - first))?;
        for second in 3..=self.geometry.men {
            let table = [first.max(second), first.min(second)];
            let codes = load_codes(self.folder, self.geometry, table, first < second, Contents::Results, self.stop)?;
            if first < second {
                self.put_codes_of_second(&mut row, [first, second], &codes)?;
            } else {
                self.put_rows(&mut row, [first, second], |number, rows| {
                    let length = choose(24 - first, second);
                    codes[number * length..][..length].chunks(8).for_each(|codes| push_codes(rows, codes));
                })?;
            }
        }
        Ok(row)
    }

    /// The first side has fewer men: the tables are sorted by the sets of the second.
    fn put_codes_of_second(&self, row: &mut Row, men: Men, codes: &Plane) -> Result<(), TablebaseError> {
        let [first, second] = men;
        let table = PairIndex::with_orbits(Arc::clone(self.sweep.orbits(second)), second, first);
        let sets: Vec<u32> = subsets(24 - first, second).collect();
        self.put_rows(row, men, |number, rows| {
            let set = self.sweep.orbits(first).representatives()[number];
            let images: [u32; 16] = std::array::from_fn(|number| Symmetry::numbered(number as u8).image(set));
            let mut indexes = [0; 256];
            for sets in sets.chunks(indexes.len()) {
                for (index, &inner) in indexes.iter_mut().zip(sets) {
                    let (block, symmetry) = table.orbits().locate(scatter(inner, ALL & !set));
                    *index = table.index_in(block, images[usize::from(symmetry.number())]);
                }
                // Separate from computing the indexes, so that many memory reads are in flight at a time.
                for indexes in indexes[..sets.len()].chunks(8) {
                    let mut eight = [0; 8];
                    eight.iter_mut().zip(indexes).for_each(|(code, &index)| *code = codes[index]);
                    push_codes(rows, &eight[..indexes.len()]);
                }
            }
        })
    }

    /// Puts the sets of one size into all blocks of a row; `fill` computes the bits of a block.
    fn put_rows(
        &self,
        row: &mut Row,
        men: Men,
        fill: impl Fn(usize, &mut [BitRow; 2]) + Sync,
    ) -> Result<(), TablebaseError> {
        row.par_iter_mut().enumerate().try_for_each_init(Default::default, |rows: &mut [BitRow; 2], (number, block)| {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Error::Stopped.into());
            }
            rows.iter_mut().for_each(BitRow::clear);
            fill(number, rows);
            block.put(men[1], rows, 0);
            Ok(())
        })
    }

    fn load_layer(&self, ply: u32) -> Result<Layer, TablebaseError> {
        let table = Table::Placing { ply };
        let file = TableFile::needed(self.folder, self.geometry, table)?;
        let content = file.read(0..table.values_length(self.geometry), self.stop)?;
        let mut layer = Layer::default();
        let mut start = 0;
        for men in placement::sections(self.geometry, ply) {
            let [first, second] = men;
            let new_row = || self.sweep.row(first, || (), |(), _, _| Block::new(24 - first));
            let mut row = layer.take(first).map_or_else(new_row, Ok)?;
            let length = choose(24 - first, second);
            self.put_rows(&mut row, men, |number, rows| {
                let entries = start + number * length..start + (number + 1) * length;
                push_digits(rows, &content, entries);
            })?;
            start += PairIndex::length_of(first, second);
            layer.insert(first, row);
        }
        Ok(layer)
    }

    fn write_layer(&self, ply: u32, layer: &Layer) -> Result<u64, TablebaseError> {
        let sections = placement::sections(self.geometry, ply);
        let entries = Table::Placing { ply }.entries(self.geometry);
        let fill = |range: Range<u64>, content: &mut Vec<u8>| {
            let range = range.start * RESULTS_IN_BYTE..(range.end * RESULTS_IN_BYTE).min(entries);
            let (rows, skipped) = bits_of_entries(layer, &sections, range.start as usize..range.end as usize);
            append_digits(&rows, skipped, (range.end - range.start) as usize, content);
        };
        write(self.folder, self.geometry, Table::Placing { ply }, fill, self.stop)
    }
}

/// The bits of all blocks that hold some of these entries of a layer, and how many of the bits come before the first of them.
fn bits_of_entries(layer: &Layer, sections: &[Men], range: Range<usize>) -> ([BitRow; 2], usize) {
    let mut rows = <[BitRow; 2]>::default();
    let (mut start, mut skipped) = (0, None);
    for &[first, second] in sections {
        let (count, length) = (PairIndex::length_of(first, second), choose(24 - first, second));
        let (from, to) = (range.start.max(start), range.end.min(start + count));
        if from < to {
            let blocks = (from - start) / length..(to - start).div_ceil(length);
            skipped.get_or_insert((from - start) % length);
            let row = layer.row(first).expect("every section has its row");
            row[blocks].iter().for_each(|block| block.append_to(&mut rows, second));
        }
        start += count;
    }
    (rows, skipped.unwrap_or(0))
}

/// Five bits as base-three digits.
const TERNARY: [u8; 32] = {
    let mut numbers = [0; 32];
    let (mut place, mut power) = (0, 1);
    while place < RESULTS_IN_BYTE {
        let mut bits = 0;
        while bits < 32 {
            numbers[bits] += (bits >> place & 1) as u8 * power;
            bits += 1;
        }
        (place, power) = (place + 1, power.saturating_mul(3));
    }
    numbers
};

/// Appends the digits of `count` sets from `place` on, as stored on disk: the side to move wins where the other does not hold (1), and
/// loses where the other wins (2).
fn append_digits(rows: &[BitRow; 2], place: usize, count: usize, content: &mut Vec<u8>) {
    let [wins, holds] = rows;
    for done in (0..count).step_by(RESULTS_IN_BYTE as usize) {
        let five = (count - done).min(RESULTS_IN_BYTE as usize) as u32;
        let lost = wins.get(place + done, five);
        let won = !holds.get(place + done, five) & ((1 << five) - 1);
        content.push(TERNARY[won as usize] + 2 * TERNARY[lost as usize]);
    }
}

/// Appends digits read from disk.
fn push_digits(rows: &mut [BitRow; 2], content: &[u8], entries: Range<usize>) {
    for entry in entries {
        let digit = digit_in(content[entry / RESULTS_IN_BYTE as usize], entry as u64);
        rows[0].push(u64::from(digit == 2), 1);
        rows[1].push(u64::from(digit != 1), 1);
    }
}

/// Appends at most eight codes of a finished table.
fn push_codes(rows: &mut [BitRow; 2], codes: &[u8]) {
    let bits = |is_set: fn(u8) -> bool| {
        codes.iter().enumerate().fold(0, |bits, (place, &code)| bits | u64::from(is_set(code)) << place)
    };
    rows[0].push(bits(|code| digit_of(code) == 2), codes.len() as u32);
    rows[1].push(bits(|code| digit_of(code) != 1), codes.len() as u32);
}
