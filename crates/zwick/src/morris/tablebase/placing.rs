//! Makes the tables for positions with men in hand, from the last ply back to the empty board.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::TablebaseError;
use super::build::{Progress, load_codes, write};
use super::file::{Contents, RESULTS_IN_BYTE, Table, TableFile, digit_in, digit_of, packed};
use crate::morris::geometry::Geometry;
use crate::morris::index::PairIndex;
use crate::morris::placement::{self, Layer, Men, Section, Sweep};
use crate::morris::retrograde::Error;

/// The result of a digit in a file, as placing counts: 0 loss, 1 draw, 2 win.
const RESULT_OF_DIGIT: [u8; 3] = [1, 2, 0];
/// The digit of a result.
const DIGIT_OF_RESULT: [u8; 3] = [2, 0, 1];

/// Makes the tables for positions with men in hand, on the threads of the current rayon pool. Those for all men placed must be there.
///
/// What is there already stays; a build that was stopped, or killed, goes on below the last complete table.
pub(super) fn build(
    folder: &Path,
    geometry: &Geometry,
    stop: &AtomicBool,
    mut progress: impl FnMut(Progress),
) -> Result<(), TablebaseError> {
    let mut placing = Placing { folder, geometry, finished: HashMap::new(), stop };
    let mut sweep = Sweep::new(geometry, stop);
    let start = first_complete(folder, geometry)?;
    let mut later = if start < 2 * geometry.men { placing.load_layer(&mut sweep, start)? } else { Layer::default() };
    for ply in (0..start).rev() {
        let mut layer = Layer::default();
        progress(Progress::Placing { ply, solved: 0 });
        for men in placing.order(ply) {
            let section = sweep.solve(ply, men, &mut |sweep, men| match later.section(men) {
                Some(section) => Ok(section),
                None => placing.finished_section(sweep, men),
            })?;
            layer.insert(men, section);
            progress(Progress::Placing { ply, solved: layer.len() as u64 });
        }
        placing.finished.clear();
        let size = if placement::is_kept(ply) { placing.write_layer(ply, &layer)? } else { 0 };
        let (name, positions) = (Table::Placing { ply }.name(), layer.len() as u64);
        progress(Progress::Finished { name, positions, size });
        later = layer;
    }
    Ok(())
}

/// The lowest ply from which on all tables are there.
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
    /// Sections with all men placed, those used last.
    finished: HashMap<Men, Arc<Section>>,
    stop: &'a AtomicBool,
}

impl Placing<'_> {
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
        let table = [first.max(second), first.min(second)];
        let codes = load_codes(self.folder, self.geometry, table, first < second, Contents::Results, self.stop)?;
        let result = |index: usize| RESULT_OF_DIGIT[digit_of(codes[index]) as usize];
        if first >= second {
            return Section::from_table(pair, |index, _, _| result(index)).map_err(memory);
        }
        let other = sweep.pair([second, first]);
        Section::from_table(pair, |_, first, second| result(other.index(second, first))).map_err(memory)
    }

    fn load_layer(&self, sweep: &mut Sweep, ply: u32) -> Result<Layer, TablebaseError> {
        let table = Table::Placing { ply };
        let file = TableFile::needed(self.folder, self.geometry, table)?;
        let content = file.read(0..table.values_length(self.geometry), self.stop)?;
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

    fn write_layer(&self, ply: u32, layer: &Layer) -> Result<u64, TablebaseError> {
        let fill = |range: Range<u64>, content: &mut Vec<u8>| {
            let entries = range.start * RESULTS_IN_BYTE..(range.end * RESULTS_IN_BYTE).min(layer.len() as u64);
            let mut results = Vec::with_capacity((entries.end - entries.start) as usize);
            layer.append_results(entries.start as usize..entries.end as usize, &mut results);
            let digits = |five: &[u8]| packed(five.iter().map(|&result| DIGIT_OF_RESULT[result as usize]));
            content.extend(results.chunks(RESULTS_IN_BYTE as usize).map(digits));
        };
        write(self.folder, self.geometry, Table::Placing { ply }, fill, self.stop)
    }
}
