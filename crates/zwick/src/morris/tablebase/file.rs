//! One table in one file, and the parts of files that are kept in memory.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use rayon::prelude::*;

use super::TablebaseError;
use super::counts::{COUNTS_LENGTH, Counts};
use crate::container::{ContainerError, Identity, Layout, OnDisk, Reader};
use crate::morris::geometry::Geometry;
use crate::morris::index::PairIndex;
use crate::morris::placement::RowName;
use crate::plane::Plane;
use crate::value::Wdl;

/// Length of a part: unpacked in less than a tenth of a millisecond. Parts eight times as long make larger files, because the statistics of
/// results change from block to block.
const PART_LENGTH: usize = 1 << 15;
/// Results per byte: five of three kinds make 243 cases.
pub(super) const RESULTS_IN_BYTE: u64 = 5;

/// What a table stores about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Contents {
    /// Won, drawn or lost.
    Results,
    /// The same with the plies to the end of the game.
    Distances,
}

impl Contents {
    pub(super) const BOTH: [Self; 2] = [Self::Results, Self::Distances];

    /// How many positions a byte describes.
    pub(super) const fn in_byte(self) -> u64 {
        match self {
            Self::Results => RESULTS_IN_BYTE,
            Self::Distances => 1,
        }
    }
}

/// Names a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Table {
    /// All men placed.
    Pair { larger: u32, smaller: u32, contents: Contents },
    /// Men in hand: all positions of a row.
    Placing { row: RowName, contents: Contents },
}

impl Table {
    /// All possible tables of a rule set.
    pub(super) fn all(geometry: &Geometry) -> impl Iterator<Item = Self> {
        let pairs = (3..=geometry.men).flat_map(|larger| (3..=larger).map(move |smaller| (larger, smaller)));
        let pairs =
            pairs.flat_map(|(larger, smaller)| Contents::BOTH.map(|contents| Self::Pair { larger, smaller, contents }));
        let rows = RowName::all_kept(geometry);
        pairs.chain(rows.flat_map(|row| Contents::BOTH.map(|contents| Self::Placing { row, contents })))
    }

    pub(super) fn contents(self) -> Contents {
        match self {
            Self::Pair { contents, .. } | Self::Placing { contents, .. } => contents,
        }
    }

    /// The extension of the file name.
    fn ending(self) -> &'static str {
        match self.contents() {
            Contents::Results => "results",
            Contents::Distances => "distances",
        }
    }

    pub(super) fn name(self) -> String {
        match self {
            Self::Pair { larger, smaller, .. } => format!("{larger}-{smaller}"),
            Self::Placing { row: RowName { ply, first }, .. } => format!("ply-{ply}-{first}"),
        }
    }

    /// The label in the file: rules, their fingerprint, men or ply, contents.
    pub(super) fn label(self, geometry: &Geometry) -> String {
        format!("morris {} {:08x} {} {}", geometry.name, geometry.fingerprint(), self.name(), self.ending())
    }

    /// The error that this table is missing.
    pub(super) fn missing(self, geometry: &Geometry, folder: &Path) -> TablebaseError {
        let wanted = match self {
            Self::Pair { larger, smaller, contents: Contents::Distances } => {
                format!("table with distances for {larger} men against {smaller}")
            }
            Self::Pair { larger, smaller, .. } => format!("table for {larger} men against {smaller}"),
            Self::Placing { contents, .. } => {
                let distances = if contents == Contents::Distances { " with distances" } else { "" };
                let is_earlier = Self::earlier(folder, geometry).any(|path| path.exists());
                let earlier = if is_earlier { ": those of an earlier version have to be built again" } else { "" };
                format!("tables{distances} for positions with men in hand{earlier}")
            }
        };
        TablebaseError::Missing { wanted, rules: geometry.name, folder: folder.to_owned() }
    }

    pub(super) fn path(self, folder: &Path, geometry: &Geometry) -> PathBuf {
        folder.join(format!("{}-{}.{}", geometry.name, self.name(), self.ending()))
    }

    /// The files of earlier versions with men in hand: one for every ply.
    fn earlier(folder: &Path, geometry: &Geometry) -> impl Iterator<Item = PathBuf> {
        let path = |ply| folder.join(format!("{}-ply-{ply}.results", geometry.name));
        (0..2 * geometry.men).map(path)
    }

    /// Removes files of earlier versions, which nothing reads; failing to remove them does not matter.
    pub(super) fn remove_earlier(folder: &Path, geometry: &Geometry) {
        Self::earlier(folder, geometry).for_each(|path| drop(std::fs::remove_file(path)));
    }

    /// How many positions the table has.
    pub(super) fn entries(self, geometry: &Geometry) -> u64 {
        match self {
            Self::Pair { larger, smaller, .. } => {
                let length = PairIndex::length_of(larger, smaller) as u64;
                if larger == smaller { length } else { 2 * length }
            }
            Self::Placing { row, .. } => row.entries(geometry),
        }
    }

    /// The layout of its content in the file.
    pub(super) fn layout<'a>(self, geometry: &Geometry, label: &'a str) -> Layout<'a> {
        Layout { label, part_length: PART_LENGTH, length: self.values_length(geometry) + self.counts_length() }
    }

    /// How many bytes the values of all positions take.
    pub(super) fn values_length(self, geometry: &Geometry) -> u64 {
        self.entries(geometry).div_ceil(self.contents().in_byte())
    }

    /// How many bytes the counts of results take, after the values.
    fn counts_length(self) -> u64 {
        if matches!(self, Self::Pair { .. }) { 2 * COUNTS_LENGTH as u64 } else { 0 }
    }
}

/// An open table.
#[derive(Debug)]
pub(super) struct TableFile {
    path: PathBuf,
    reader: Arc<Reader<OnDisk>>,
}

/// The open tables, with the identity of their files. All readers of a table share its file and its list of parts: sixteen analysts with
/// all tables would otherwise hold about five hundred files open.
static OPEN: Mutex<OpenTables> = Mutex::new(BTreeMap::new());

type OpenTables = BTreeMap<PathBuf, (Identity, Weak<Reader<OnDisk>>)>;

/// The reader of an open file: the shared one, unless the file has been replaced.
fn shared(path: &Path, file: OnDisk, label: &str, length: u64) -> Result<Arc<Reader<OnDisk>>, ContainerError> {
    let identity = file.identity()?;
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    open.retain(|_, (_, reader)| reader.strong_count() > 0);
    let known = open.get(path).filter(|(known, _)| *known == identity).and_then(|(_, reader)| reader.upgrade());
    if let Some(reader) = known {
        return Ok(reader);
    }
    let reader = Arc::new(Reader::new(file, label, length)?);
    open.insert(path.to_owned(), (identity, Arc::downgrade(&reader)));
    Ok(reader)
}

impl TableFile {
    /// Opens the file of a table; `None` if it does not exist.
    pub(super) fn open(folder: &Path, geometry: &Geometry, table: Table) -> Result<Option<Self>, TablebaseError> {
        let path = table.path(folder, geometry);
        let failed = |reason| TablebaseError::of_file(&path, reason);
        let Some(file) = OnDisk::open(&path).map_err(failed)? else { return Ok(None) };
        let label = table.label(geometry);
        let reader = shared(&path, file, &label, table.layout(geometry, &label).length).map_err(failed)?;
        Ok(Some(Self { path, reader }))
    }

    /// Opens the file of a table, which must exist.
    pub(super) fn needed(folder: &Path, geometry: &Geometry, table: Table) -> Result<Self, TablebaseError> {
        let missing = || table.missing(geometry, folder);
        Self::open(folder, geometry, table)?.ok_or_else(missing)
    }

    pub(super) fn verify(&self, stop: &AtomicBool) -> Result<(), TablebaseError> {
        self.reader.verify(stop).map_err(|reason| self.failed(reason))
    }

    /// The bytes the file takes on disk.
    pub(super) fn size(&self) -> u64 {
        self.reader.size()
    }

    fn failed(&self, reason: ContainerError) -> TablebaseError {
        TablebaseError::of_file(&self.path, reason)
    }

    /// The counts of each result: with the larger side to move, and with the smaller.
    pub(super) fn counts(&self) -> Result<[Counts; 2], TablebaseError> {
        let length = self.reader.length();
        let bytes = self.read(length - 2 * COUNTS_LENGTH as u64..length, &AtomicBool::new(false))?;
        let (halves, _) = bytes.as_chunks::<COUNTS_LENGTH>();
        Ok([Counts::from_bytes(&halves[0]), Counts::from_bytes(&halves[1])])
    }

    /// The index of any byte of a range that matches, on the threads of the current rayon pool.
    pub(super) fn find(
        &self,
        range: Range<u64>,
        is_wanted: impl Fn(u8) -> bool + Sync,
        stop: &AtomicBool,
    ) -> Result<Option<u64>, TablebaseError> {
        let part_length = self.reader.part_length() as u64;
        let parts = range.start / part_length..range.end.div_ceil(part_length);
        let search = |part: u64| {
            if stop.load(Ordering::Relaxed) {
                return Err(ContainerError::Stopped);
            }
            let mut content = Vec::new();
            self.reader.read_part(part as usize, &mut content)?;
            let start = part * part_length;
            let is_found = |(place, byte): &(u64, &u8)| range.contains(place) && is_wanted(**byte);
            Ok((start..).zip(&content).find(is_found).map(|(place, _)| place))
        };
        let found = parts.into_par_iter().find_map_any(|part| search(part).transpose());
        found.transpose().map_err(|reason| self.failed(reason))
    }

    /// Reads a range of the content, on the threads of the current rayon pool.
    pub(super) fn read(&self, range: Range<u64>, stop: &AtomicBool) -> Result<Plane, TablebaseError> {
        let system = |reason| self.failed(ContainerError::System { path: self.path.clone(), reason });
        let mut content = Plane::zeroed((range.end - range.start) as usize).map_err(system)?;
        let part_length = self.reader.part_length() as u64;
        let mut pieces = Vec::new();
        let (mut rest, mut start) = (&mut content[..], range.start);
        while start < range.end {
            let (part, inside) = ((start / part_length) as usize, (start % part_length) as usize);
            let length = (part_length - inside as u64).min(range.end - start);
            let (piece, others) = rest.split_at_mut(length as usize);
            pieces.push((part, inside, piece));
            (rest, start) = (others, start + length);
        }
        pieces
            .into_par_iter()
            .try_for_each_init(Vec::new, |content, (part, inside, piece)| {
                if stop.load(Ordering::Relaxed) {
                    return Err(ContainerError::Stopped);
                }
                content.clear();
                self.reader.read_part(part, content)?;
                piece.copy_from_slice(&content[inside..inside + piece.len()]);
                Ok(())
            })
            .map_err(|reason| self.failed(reason))?;
        Ok(content)
    }
}

/// A result as a digit below three: 0 draw, 1 win, 2 loss.
pub(super) fn digit_of(code: u8) -> u8 {
    if code == 0 { 0 } else { 1 + code % 2 }
}

/// The code of a digit, with the shortest possible distance.
pub(super) fn code_of_digit(digit: u8) -> u8 {
    [0, 2, 1][digit as usize]
}

/// Up to five digits in one byte, the first lowest.
pub(super) fn packed(digits: impl DoubleEndedIterator<Item = u8>) -> u8 {
    digits.rev().fold(0, |byte, digit| 3 * byte + digit)
}

/// The digit of an entry among packed ones.
#[inline]
pub(super) fn digit_in(byte: u8, index: u64) -> u8 {
    byte / [1, 3, 9, 27, 81][(index % RESULTS_IN_BYTE) as usize] % 3
}

/// The result of a digit.
pub(super) fn wdl_of(digit: u8) -> Wdl {
    [Wdl::Draw, Wdl::Win, Wdl::Loss][digit as usize]
}

/// A cache of recently unpacked parts of files.
#[derive(Debug, Default)]
pub(super) struct Cache {
    parts: HashMap<(Table, usize), (u64, Vec<u8>)>,
    clock: u64,
}

impl Cache {
    /// Capacity in parts: 64 MB.
    const CAPACITY: usize = 2048;

    /// One entry of a table: a code, or a digit.
    pub(super) fn entry(&mut self, file: &TableFile, table: Table, index: u64) -> Result<u8, TablebaseError> {
        let contents = table.contents();
        let place = index / contents.in_byte();
        let part_length = file.reader.part_length() as u64;
        let part = self.part(file, table, (place / part_length) as usize)?;
        let byte = part[(place % part_length) as usize];
        Ok(match contents {
            Contents::Distances => byte,
            Contents::Results => digit_in(byte, index),
        })
    }

    fn part(&mut self, file: &TableFile, table: Table, number: usize) -> Result<&[u8], TablebaseError> {
        self.clock += 1;
        let key = (table, number);
        if !self.parts.contains_key(&key) {
            let mut content = self.make_room();
            content.clear();
            file.reader.read_part(number, &mut content).map_err(|reason| file.failed(reason))?;
            self.parts.insert(key, (self.clock, content));
        }
        let (used, content) = self.parts.get_mut(&key).expect("it was there or has just been put there");
        *used = self.clock;
        Ok(content)
    }

    /// Memory for a new part; that of the least recently used part if the cache is full.
    fn make_room(&mut self) -> Vec<u8> {
        if self.parts.len() < Self::CAPACITY {
            return Vec::new();
        }
        let oldest = self.parts.iter().min_by_key(|(_, (used, _))| *used).map(|(key, _)| *key);
        oldest.and_then(|key| self.parts.remove(&key)).map_or_else(Vec::new, |(_, content)| content)
    }
}
