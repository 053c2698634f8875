//! All positions of a ply with men in hand, in memory, each ply computed from the next by the rules alone.
//!
//! Nothing of the solver is used, only the numbering of positions: this proves the tables, and makes the book.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::file::{Contents, Table, digit_in};
use super::{Indexes, Tablebase, TablebaseError, some_value, value_of, value_of_ending};
use crate::game::{Position, Side};
use crate::morris::geometry::Geometry;
use crate::morris::index::PairIndex;
use crate::morris::placement::{self, RowName};
use crate::morris::retrograde::Error;
use crate::morris::{Morris, Points, Rules, Setup};
use crate::value::Value;

/// The values of all positions of a ply, as codes: by the men of both sides, in the order of the tables.
pub(super) struct Layer<R: Rules> {
    ply: u32,
    sections: BTreeMap<[u32; 2], Section>,
    rules: PhantomData<R>,
}

struct Section {
    pair: Arc<PairIndex>,
    codes: Vec<u8>,
}

/// The code of a value in a table.
fn code_of(value: Value) -> u8 {
    value.plies().map_or(0, |plies| plies as u8 + 1)
}

/// The two sets of a position with men in hand: of the side that placed first, and of the other.
pub(super) fn sets_of<R: Rules>(position: &Morris<R>, ply: u32) -> [u32; 2] {
    let (mover, other) = (position.mover().bits(), position.other().bits());
    if ply.is_multiple_of(2) { [mover, other] } else { [other, mover] }
}

/// The position after this many plies in which the two sides have these sets.
pub(super) fn position_of<R: Rules>(ply: u32, (first, second): (u32, u32)) -> Morris<R> {
    let hands = [R::MEN - ply.div_ceil(2) as u8, R::MEN - (ply / 2) as u8];
    let turn = if ply.is_multiple_of(2) { Side::First } else { Side::Second };
    Morris::from_checked(&Setup { men: [first, second].map(Points::from_bits), hands, turn })
}

/// The numbers of men at a ply, in the order of the tables, with the indexes of their positions.
pub(super) fn sections<R: Rules>(ply: u32, indexes: &mut Indexes) -> Vec<([u32; 2], Arc<PairIndex>)> {
    let geometry = Geometry::of::<R>();
    let rows = RowName::of_ply(&geometry, ply);
    let men = rows.flat_map(|row| row.sections(&geometry).map(move |(second, _)| [row.first, second]));
    men.map(|men| (men, indexes.pair(men[0], men[1]))).collect()
}

impl<R: Rules> Layer<R> {
    /// A ply whose tables are on disk.
    pub(super) fn load(tables: &mut Tablebase<R>, ply: u32, stop: &AtomicBool) -> Result<Self, TablebaseError> {
        let mut layer = Self { ply, sections: BTreeMap::new(), rules: PhantomData };
        for (men, pair) in sections::<R>(ply, &mut tables.indexes) {
            let row = RowName { ply, first: men[0] };
            let of = |contents| Table::Placing { row, contents };
            let best = [of(Contents::Distances), of(Contents::Results)];
            let (table, file) = best
                .iter()
                .find_map(|table| Some((table, tables.files.get(table)?)))
                .ok_or_else(|| tables.missing(best[0]))?;
            let (start, in_byte) = (tables.sections[&(row, men[1])], table.contents().in_byte());
            let (end, skipped) = (start + pair.len() as u64, start / in_byte);
            let bytes = file.read(skipped..end.div_ceil(in_byte), stop)?;
            let code = |entry: u64| {
                let byte = bytes[(entry / in_byte - skipped) as usize];
                match table.contents() {
                    Contents::Distances => byte,
                    Contents::Results => code_of(some_value(super::file::wdl_of(digit_in(byte, entry)))),
                }
            };
            layer.sections.insert(men, Section { pair, codes: (start..end).map(code).collect() });
        }
        Ok(layer)
    }

    /// The ply before, on the threads of the current rayon pool. `compared` counts its positions.
    pub(super) fn before(
        &self,
        indexes: &mut Indexes,
        stop: &AtomicBool,
        compared: &AtomicU64,
    ) -> Result<Self, TablebaseError> {
        let mut layer = Self { ply: self.ply - 1, sections: BTreeMap::new(), rules: PhantomData };
        for (men, pair) in sections::<R>(layer.ply, indexes) {
            let block = |block: usize| {
                if stop.load(Ordering::Relaxed) {
                    return Err(Error::Stopped);
                }
                let entries = block * pair.block_length()..(block + 1) * pair.block_length();
                let code = |index| code_of(self.value_before(&position_of(layer.ply, pair.position(index))));
                let codes: Vec<u8> = entries.map(code).collect();
                compared.fetch_add(codes.len() as u64, Ordering::Relaxed);
                Ok(codes)
            };
            let blocks = (0..pair.blocks()).into_par_iter().map(block).collect::<Result<Vec<_>, Error>>()?;
            layer.sections.insert(men, Section { pair: Arc::clone(&pair), codes: blocks.concat() });
        }
        Ok(layer)
    }

    /// The value of a position of the ply before.
    fn value_before(&self, position: &Morris<R>) -> Value {
        let value = |after: Morris<R>| value_of_ending(&after).unwrap_or_else(|| self.value(&after)).one_ply_earlier();
        let over = || position.legal_moves().map(|mv| value(position.after(mv))).max();
        value_of_ending(position).or_else(over).expect("an unfinished game has moves")
    }

    fn value(&self, position: &Morris<R>) -> Value {
        let [first, second] = sets_of(position, self.ply);
        let section = &self.sections[&[first.count_ones(), second.count_ones()]];
        value_of(section.codes[section.pair.index(first, second)])
    }

    /// The codes of all its positions, in the order of the tables.
    pub(super) fn codes(&self) -> impl Iterator<Item = u8> {
        self.sections.values().flat_map(|section| section.codes.iter().copied())
    }

    /// The first position whose value, or only the result, is another one in `other`: it and both values.
    pub(super) fn difference(&self, other: &Self, contents: Contents) -> Option<(Morris<R>, [Value; 2])> {
        let (own, other) = (&self.sections, &other.sections);
        own.iter().find_map(|(men, section)| {
            let codes = section.codes.iter().zip(&other[men].codes);
            let index = codes.enumerate().position(|(_, codes)| {
                let (one, two) = (value_of(*codes.0), value_of(*codes.1));
                if contents == Contents::Distances { one != two } else { one.wdl() != two.wdl() }
            })?;
            let values = [section.codes[index], other[men].codes[index]].map(value_of);
            Some((position_of(self.ply, section.pair.position(index)), values))
        })
    }

    pub(super) fn ply(&self) -> u32 {
        self.ply
    }
}

/// The first ply from this one on whose tables are on disk.
pub(super) fn kept_from(ply: u32) -> u32 {
    (ply..).find(|&ply| placement::is_kept(ply)).expect("every third ply is kept")
}
