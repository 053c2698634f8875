//! Makes the tables for positions with men in hand, from the last ply back to the empty board.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::TablebaseError;
use super::build::{Progress, write};
use super::file::{Contents, RESULTS_IN_BYTE, Table, TableFile, digit_in, packed};
use crate::morris::Rules;
use crate::morris::geometry::Geometry;
use crate::morris::index::PairIndex;
use crate::morris::placement::{self, Layer, Men, Section, Sweep};
use crate::morris::retrograde::Error;
use crate::store;

/// The result of a digit in a file, as placing counts: 0 loss, 1 draw, 2 win.
const RESULT_OF_DIGIT: [u8; 3] = [1, 2, 0];
/// The digit of a result.
const DIGIT_OF_RESULT: [u8; 3] = [2, 0, 1];

/// Makes the tables for positions with men in hand, on the threads of the current rayon pool. Those for all men placed must be there.
///
/// What is there already stays; a build that was stopped, or killed, goes on below the last complete table.
///
/// # Errors
/// A file that cannot be read or written, or that `stop` was set.
///
/// # Panics
/// If with these rules men may be moved while others are in hand.
pub fn build_placing<R: Rules>(
    folder: &Path,
    stop: &AtomicBool,
    mut progress: impl FnMut(Progress),
) -> Result<(), TablebaseError> {
    assert!(!R::MOVE_WHILE_PLACING, "placing has no end with the rules {}", R::NAME);
    let geometry = Geometry::of::<R>();
    store::remove_unfinished(folder).map_err(|source| TablebaseError::File { path: folder.to_owned(), source })?;
    let mut placing = Placing { folder, geometry: &geometry, finished: HashMap::new() };
    let mut sweep = Sweep::new(&geometry, stop);
    let last = 2 * geometry.men;
    let start = placing.first_complete(last)?;
    let mut later = if start < last { placing.load_layer(&mut sweep, start)? } else { Layer::default() };
    for ply in (0..start).rev() {
        let mut layer = Layer::default();
        for men in placing.order(ply) {
            let section = sweep.solve(ply, men, &mut |sweep, men| match later.section(men) {
                Some(section) => Ok(section),
                None => placing.finished_section(sweep, men),
            })?;
            layer.insert(men, section);
        }
        placing.finished.clear();
        if placement::is_kept(ply) {
            placing.write_layer(ply, &layer, stop)?;
        }
        progress(Progress::Placing { ply, positions: layer.len() as u64 });
        later = layer;
    }
    Ok(())
}

struct Placing<'a> {
    folder: &'a Path,
    geometry: &'a Geometry,
    /// Sections with all men placed, those used last.
    finished: HashMap<Men, Arc<Section>>,
}

impl Placing<'_> {
    /// The lowest ply from which on all tables are there.
    fn first_complete(&self, last: u32) -> Result<u32, TablebaseError> {
        let mut start = last;
        for ply in (0..last).rev().filter(|&ply| placement::is_kept(ply)) {
            if TableFile::open(self.folder, self.geometry, Table::Placing { ply })?.is_none() {
                break;
            }
            start = ply;
        }
        Ok(start)
    }

    /// The sections of a ply, such that those which need the same later ones follow each other.
    fn order(&self, ply: u32) -> Vec<Men> {
        let mut sections = placement::sections(self.geometry, ply);
        sections.sort_by_key(|men| (men[1], men[0]));
        sections
    }

    /// The section after the last man is placed, from the finished tables. The one before it is kept, since the next needs both.
    fn finished_section(&mut self, sweep: &mut Sweep, men: Men) -> Result<Arc<Section>, TablebaseError> {
        if let Some(section) = self.finished.get(&men) {
            return Ok(Arc::clone(section));
        }
        self.finished.retain(|kept, _| kept[1] == men[1] && kept[0] + 1 >= men[0]);
        let section = Arc::new(self.load_finished(sweep, men)?);
        self.finished.insert(men, Arc::clone(&section));
        Ok(section)
    }

    fn load_finished(&self, sweep: &mut Sweep, men: Men) -> Result<Section, TablebaseError> {
        let [first, second] = men;
        let pair = sweep.pair(men);
        let memory = |error| TablebaseError::from(Error::Memory(error));
        if first < 3 {
            return Section::from_table(pair, |_, _, _| 0).map_err(memory);
        }
        let (larger, smaller) = (first.max(second), first.min(second));
        let table = Table::Pair { larger, smaller, contents: Contents::Results };
        let content = TableFile::needed(self.folder, self.geometry, table)?.read_all()?;
        let result =
            |index: u64| RESULT_OF_DIGIT[digit_in(content[(index / RESULTS_IN_BYTE) as usize], index) as usize];
        if first >= second {
            return Section::from_table(pair, |index, _, _| result(index as u64)).map_err(memory);
        }
        let other = sweep.pair([second, first]);
        let half = other.len();
        Section::from_table(pair, |_, first, second| result((half + other.index(second, first)) as u64)).map_err(memory)
    }

    fn load_layer(&self, sweep: &mut Sweep, ply: u32) -> Result<Layer, TablebaseError> {
        let content = TableFile::needed(self.folder, self.geometry, Table::Placing { ply })?.read_all()?;
        let mut layer = Layer::default();
        let mut start = 0;
        for men in placement::sections(self.geometry, ply) {
            let section = Section::from_table(sweep.pair(men), |index, _, _| {
                let index = start + index as u64;
                RESULT_OF_DIGIT[digit_in(content[(index / RESULTS_IN_BYTE) as usize], index) as usize]
            });
            layer.insert(men, section.map_err(Error::Memory)?);
            start += PairIndex::length_of(men[0], men[1]) as u64;
        }
        Ok(layer)
    }

    fn write_layer(&self, ply: u32, layer: &Layer, stop: &AtomicBool) -> Result<u64, TablebaseError> {
        let fill = |range: Range<u64>, content: &mut Vec<u8>| {
            let entries = range.start * RESULTS_IN_BYTE..(range.end * RESULTS_IN_BYTE).min(layer.len() as u64);
            let mut results = Vec::with_capacity((entries.end - entries.start) as usize);
            layer.append_results(entries.start as usize..entries.end as usize, &mut results);
            let digits = |five: &[u8]| packed(five.iter().map(|&result| DIGIT_OF_RESULT[result as usize]));
            content.extend(results.chunks(RESULTS_IN_BYTE as usize).map(digits));
        };
        write(self.folder, self.geometry, Table::Placing { ply }, fill, stop)
    }
}
