//! The opening book: the exact value of every position after few plies.
//!
//! A book of `n` plies has all positions after up to `n` plies, symmetric ones once. It stores no keys: the values are in the order of the
//! tables, ply after ply, so the index of a position is its place. The book of the standard rules with 7 plies is built into the
//! program; it was built by `zwick book build morris --plies 7 --output crates/zwick/src/morris/tablebase/standard-7.book`.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, OnceLock};

use super::layer::{Layer, kept_from, position_of, sections, sets_of};
use super::{Indexes, Tablebase, TablebaseError, value_of, value_of_ending};
use crate::container::{self, ContainerError, Layout, Reader, label_and_length};
use crate::game::Position;
use crate::morris::geometry::Geometry;
use crate::morris::index::PairIndex;
use crate::morris::retrograde::Error;
use crate::morris::{Morris, Rules, Standard};
use crate::value::Value;

/// Exact values of all positions after few plies, of one rule set.
#[derive(Debug)]
pub struct Book {
    rules: &'static str,
    plies: u32,
    /// Where the values begin, by ply and men of both sides, and the order they are in.
    sections: HashMap<(u32, [u32; 2]), (usize, Arc<PairIndex>)>,
    codes: Vec<u8>,
}

/// A position of a book whose value is another one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("wrong book: {position} is a {found} in the book, but a {expected}")]
pub struct WrongBook {
    /// The position.
    pub position: String,
    /// Its true value.
    pub expected: Value,
    /// Its value in the book.
    pub found: Value,
}

impl Book {
    /// The book of the standard rules with 7 plies.
    pub fn embedded() -> Arc<Self> {
        static BOOK: OnceLock<Arc<Book>> = OnceLock::new();
        let read = || Self::read::<Standard>(include_bytes!("standard-7.book")).expect("the book built in is a book");
        Arc::clone(BOOK.get_or_init(|| Arc::new(read())))
    }

    /// The highest number of plies a book can have: after that, the tables that it is made from end.
    pub fn most_plies<R: Rules>() -> u32 {
        (2 * u32::from(R::MEN) - 1) / 3 * 3
    }

    /// Reads a book of rules `R` from the bytes of its file, all of which are checked.
    ///
    /// # Errors
    /// Why these bytes are not such a book.
    pub fn read<R: Rules>(file: &[u8]) -> Result<Self, ContainerError> {
        let (label, length) = label_and_length(file)?;
        let plies = label.rsplit_once(' ').and_then(|(_, plies)| plies.parse().ok());
        let plies = plies.filter(|&plies| plies <= Self::most_plies::<R>()).unwrap_or(0);
        let mut book = Self::without_codes::<R>(plies);
        let reader = Reader::new(file, &Self::label::<R>(plies), length)?;
        let expected = book.sections.values().map(|(start, pair)| start + pair.len()).max().unwrap_or(0);
        if length != expected as u64 {
            return Err(ContainerError::Length { what: "content", expected: expected as u64, found: length });
        }
        (0..reader.parts()).try_for_each(|part| reader.read_part(part, &mut book.codes))?;
        Ok(book)
    }

    fn without_codes<R: Rules>(plies: u32) -> Self {
        let mut indexes = Indexes::default();
        let (mut sections, mut start) = (HashMap::new(), 0);
        for ply in 0..=plies {
            for (men, pair) in self::sections::<R>(ply, &mut indexes) {
                let length = pair.len();
                sections.insert((ply, men), (start, pair));
                start += length;
            }
        }
        Self { rules: R::NAME, plies, sections, codes: Vec::new() }
    }

    fn label<R: Rules>(plies: u32) -> String {
        format!("morris book {} {:08x} plies {plies}", R::NAME, Geometry::of::<R>().fingerprint())
    }

    /// Builds the book of rules `R` from their tables, on the threads of the current rayon pool, and writes it to `path`.
    ///
    /// # Errors
    /// That a table is missing or damaged, the system's error, or that `stop` was set.
    ///
    /// # Panics
    /// If there are more plies than [`most_plies`](Self::most_plies).
    pub fn build<R: Rules>(
        tables: &mut Tablebase<R>,
        plies: u32,
        path: &Path,
        stop: &AtomicBool,
        done: &AtomicU64,
    ) -> Result<Self, TablebaseError> {
        assert!(plies <= Self::most_plies::<R>(), "a book of {plies} plies");
        let mut layer = Layer::load(tables, kept_from(plies), stop)?;
        let mut parts = Vec::new();
        loop {
            if layer.ply() <= plies {
                parts.push(layer.codes().collect::<Vec<u8>>());
            }
            if layer.ply() == 0 {
                break;
            }
            layer = layer.before(&mut tables.indexes, stop, done)?;
        }
        parts.reverse();
        let book = Self { codes: parts.concat(), ..Self::without_codes::<R>(plies) };
        book.write::<R>(path, stop).map_err(|reason| TablebaseError::of_file(path, reason))?;
        Ok(book)
    }

    fn write<R: Rules>(&self, path: &Path, stop: &AtomicBool) -> Result<(), ContainerError> {
        const PART: usize = 1 << 20;
        const LEVEL: i32 = 19;
        let label = Self::label::<R>(self.plies);
        let layout = Layout { label: &label, part_length: PART, length: self.codes.len() as u64 };
        let fill = |range: Range<u64>, content: &mut Vec<u8>| {
            content.extend_from_slice(&self.codes[range.start as usize..range.end as usize]);
        };
        container::write(path, &layout, LEVEL, fill, stop).map(drop)
    }

    /// The name of its rules.
    pub fn rules(&self) -> &'static str {
        self.rules
    }

    /// It covers positions after up to this many plies.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// How many positions it has, symmetric ones counted once; a few that are symmetric in themselves more often.
    pub fn entries(&self) -> u64 {
        self.codes.len() as u64
    }

    /// The value of a position, if it is in the book.
    pub fn value<R: Rules>(&self, position: &Morris<R>) -> Option<Value> {
        let hands = u32::from(position.mover_hand() + position.other_hand());
        let ply = (2 * u32::from(R::MEN)).checked_sub(hands)?;
        if R::NAME != self.rules || ply > self.plies || position.ending().is_some() {
            return None;
        }
        let [first, second] = sets_of(position, ply);
        let (start, pair) = self.sections.get(&(ply, [first.count_ones(), second.count_ones()]))?;
        Some(value_of(self.codes[start + pair.index(first, second)]))
    }

    /// Checks that every value follows from the values after each move. The values of the last ply are compared with the tables, one in
    /// `sample`, if there are tables; how many that were.
    ///
    /// # Errors
    /// The first contradiction, that a table is missing or damaged, or that `stop` was set.
    pub fn verify<R: Rules>(
        &self,
        mut tables: Option<&mut Tablebase<R>>,
        sample: usize,
        stop: &AtomicBool,
        done: &AtomicU64,
    ) -> Result<u64, BookError> {
        use std::sync::atomic::Ordering::Relaxed;
        let mut compared = 0;
        for (&(ply, _), (_, pair)) in &self.sections {
            let step = if ply == self.plies { sample.max(1) } else { 1 };
            for index in (0..pair.len()).step_by(step) {
                if stop.load(Relaxed) {
                    return Err(TablebaseError::from(Error::Stopped).into());
                }
                let position: Morris<R> = position_of(ply, pair.position(index));
                let Some(found) = self.value(&position) else { continue };
                let expected = if ply < self.plies {
                    self.value_by_moves(&position)
                } else if let Some(tables) = &mut tables {
                    compared += 1;
                    tables.value(&position)?
                } else {
                    continue;
                };
                if found != expected {
                    return Err(WrongBook { position: position.to_string(), expected, found }.into());
                }
                done.fetch_add(1, Relaxed);
            }
        }
        Ok(compared)
    }

    fn value_by_moves<R: Rules>(&self, position: &Morris<R>) -> Value {
        let value =
            |after| value_of_ending(&after).or_else(|| self.value(&after)).expect("the next ply is in the book");
        let values = position.legal_moves().map(|mv| value(position.after(mv)).one_ply_earlier());
        values.max().expect("an unfinished game has moves")
    }
}

/// Why a book is not as it should be, or cannot be checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// A value is wrong.
    #[error(transparent)]
    Wrong(#[from] WrongBook),
    /// A table that it is compared with is missing or damaged.
    #[error(transparent)]
    Table(#[from] TablebaseError),
}
