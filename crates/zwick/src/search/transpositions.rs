//! The transposition table, shared by all threads without locks.
//!
//! An entry is two words: the data, and the key of the position xored with a scrambled copy of the data. Both are relaxed atomics. If two
//! threads write the same slot at once, the words of different entries do not match, and the entry reads as absent (R. Hyatt's and T.
//! Mann's idea; the scrambling keeps halves with similar data from matching another key by chance). Keys of positions are injective, so a
//! match is certain.
//!
//! Four entries share a bucket, which is a line of the cache: three keep the deepest searches of this generation, the last one the latest.
//! With two to a bucket the best move of morris 16 plies deep takes a fifth more nodes.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::plane::SharedPlane;
use crate::score::{Bound, Score};

/// What a search found about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) score: Score,
    pub(super) bound: Bound,
    pub(super) depth: u8,
    /// Whether a deeper search would give the same.
    pub(super) is_final: bool,
    /// Part of the hash of the position after the best move; 0 for none.
    pub(super) best: u16,
}

impl Entry {
    /// Score 32 bits, best 16, depth 8, generation 5, final 1, bound 2 (never 0).
    fn pack(self, generation: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::AtMost => 2,
            Bound::AtLeast => 3,
        };
        u64::from(self.score.bits()) << 32
            | u64::from(self.best) << 16
            | u64::from(self.depth) << 8
            | u64::from(generation) << 3
            | u64::from(self.is_final) << 2
            | bound
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data & 3 {
            1 => Bound::Exact,
            2 => Bound::AtMost,
            3 => Bound::AtLeast,
            _ => return None,
        };
        Some(Self {
            score: Score::from_bits((data >> 32) as u32),
            bound,
            depth: (data >> 8) as u8,
            is_final: data >> 2 & 1 == 1,
            best: (data >> 16) as u16,
        })
    }
}

const fn depth_of(data: u64) -> u64 {
    data >> 8 & 0xff
}

const fn generation_of(data: u64) -> u8 {
    (data >> 3) as u8 & 31
}

/// The two words of an entry.
#[derive(Clone, Copy)]
struct Slot<'a> {
    check: &'a AtomicU64,
    data: &'a AtomicU64,
}

impl Slot<'_> {
    /// The data, if it belongs to this key.
    fn read(self, key: u64) -> Option<u64> {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) == key ^ mix(data) && data != 0).then_some(data)
    }

    fn write(self, key: u64, data: u64) {
        self.check.store(key ^ mix(data), Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// The entries of a bucket: a line of the cache.
const ENTRIES: usize = 4;

/// A fixed number of entries of 16 bytes each.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    words: SharedPlane,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// The fewest entries a table can have.
    const MIN_ENTRIES: usize = 16;

    /// An empty table with this many entries, or a few more.
    ///
    /// # Panics
    /// If there is not enough memory.
    pub(super) fn new(entries: usize) -> Self {
        let buckets = entries.max(Self::MIN_ENTRIES).div_ceil(ENTRIES);
        let words = SharedPlane::zeroed(buckets * 2 * ENTRIES).expect("memory for the table");
        Self { words, generation: AtomicU8::new(0) }
    }

    /// How many thousandths of the entries have been written; sampled from the first thousand, as positions are spread evenly.
    pub(super) fn use_in_thousand(&self) -> u32 {
        let data = self.words.iter().take(2_000).skip(1).step_by(2);
        let (written, all) =
            data.fold((0, 0), |(written, all), data| (written + u32::from(data.load(Ordering::Relaxed) != 0), all + 1));
        1000 * written / all
    }

    /// Entries of earlier searches stay readable, but are replaced by new ones.
    pub(super) fn begin_search(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn read(&self, key: u64) -> Option<Entry> {
        self.bucket(key).into_iter().find_map(|slot| slot.read(key)).and_then(Entry::unpack)
    }

    pub(super) fn write(&self, key: u64, entry: Entry) {
        let bucket = self.bucket(key);
        let generation = self.generation.load(Ordering::Relaxed) & 31;
        let slot = bucket.into_iter().find(|slot| slot.read(key).is_some()).unwrap_or_else(|| {
            let [deep @ .., latest] = bucket;
            let worth = |slot: &Slot<'_>| {
                let old = slot.data.load(Ordering::Relaxed);
                if generation_of(old) == generation { depth_of(old) } else { 0 }
            };
            let least = deep.into_iter().min_by_key(worth).expect("a bucket has several entries");
            if worth(&least) <= u64::from(entry.depth) { least } else { latest }
        });
        slot.write(key, entry.pack(generation));
    }

    /// Loads what is known about a position into the cache.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        self.words.prefetch(self.place(key));
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> [Slot<'_>; ENTRIES] {
        let words = &self.words[self.place(key)..][..2 * ENTRIES];
        std::array::from_fn(|slot| Slot { check: &words[2 * slot], data: &words[2 * slot + 1] })
    }

    /// Where the bucket of a position begins.
    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        ((u128::from(mix(key)) * (self.words.len() / (2 * ENTRIES)) as u128) >> 64) as usize * 2 * ENTRIES
    }
}

/// Scrambles a number so that each bit depends on all (the last steps of `MurmurHash3`); a bijection.
pub(super) const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let number = (number ^ (number >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    number ^ (number >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8, points: i32) -> Entry {
        Entry { score: Score::estimate(points), bound: Bound::AtMost, depth, is_final: depth == 3, best: 77 }
    }

    #[test]
    fn entries_read_back() {
        let table = TranspositionTable::new(16);
        for (depth, points) in [(3, -5), (4, 900), (255, 0)] {
            table.write(0, entry(depth, points));
            assert_eq!(table.read(0), Some(entry(depth, points)));
        }
        assert_eq!(table.read(1), None);
    }

    #[test]
    fn it_tells_how_full_it_is() {
        let table = TranspositionTable::new(2000);
        assert_eq!(table.use_in_thousand(), 0);
        (0..700).for_each(|key| table.write(key, entry(1, 0)));
        assert!((250..=350).contains(&table.use_in_thousand()), "{}", table.use_in_thousand());
        (0..100_000).for_each(|key| table.write(key, entry((key % 2) as u8, 0)));
        assert_eq!(table.use_in_thousand(), 1000);
    }

    #[test]
    fn a_full_table_forgets_but_never_lies() {
        let table = TranspositionTable::new(16);
        for key in 0..1000 {
            table.write(key, entry((key % 9) as u8, key as i32));
        }
        let found = (0..1000).filter_map(|key| table.read(key).map(|found| (key, found)));
        let found: Vec<(u64, Entry)> = found.collect();
        assert!(!found.is_empty() && found.len() <= table.words.len() / 2);
        assert!(found.iter().all(|&(key, found)| found == entry((key % 9) as u8, key as i32)));
    }

    #[test]
    fn two_threads_never_read_what_nobody_wrote() {
        let table = TranspositionTable::new(16);
        std::thread::scope(|scope| {
            for thread in 0..2 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..200_000u64 {
                        let key = mix(round * 2 + thread) % 64;
                        table.write(key, entry((round % 200) as u8, key as i32));
                        let other = mix(round) % 64;
                        assert!(table.read(other).is_none_or(|found| found.score == Score::estimate(other as i32)));
                    }
                });
            }
        });
    }
}
