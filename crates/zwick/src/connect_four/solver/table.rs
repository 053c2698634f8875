//! The table of bounds already proven.
//!
//! Eight bytes an entry: tag, generation, upper and lower bound, and the logarithm of the nodes the entry has cost.
//! Four entries form a bucket; the cheapest one makes room. The key is mixed by a bijection, its low bits choose the
//! bucket and the rest is the tag. Equal tags in one bucket are therefore equal keys: an entry is never mistaken for
//! another.
//!
//! The table begins with 128 KB and doubles when it is three quarters full, because a small one stays in the cache. The
//! whole memory is reserved at once and touched only when needed, and growing only uses one more bit of the index:
//! bucket `i` spreads over `i` and `i + size`. So threads share the table without a lock; what they see while it
//! grows is a true entry or none.
//!
//! Clearing counts the generation up; only when the counter is used up is the memory wiped.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

use memmap2::MmapMut;

/// What is known of a position: its score lies between these, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

const WAYS: usize = 4;

#[repr(C, align(32))]
struct Bucket([AtomicU64; WAYS]);

/// A table for boards of this size.
pub(super) struct Table<const W: usize, const H: usize> {
    memory: MmapMut,
    /// The bits of the index at its largest, and now.
    most_bits: u32,
    bits: AtomicU32,
    /// Entries of this generation, about.
    filled: AtomicUsize,
    generation: u64,
    /// The most bits used since the memory was wiped.
    used_bits: u32,
}

impl<const W: usize, const H: usize> Table<W, H> {
    const KEY_BITS: u32 = if W * (H + 1) < 20 { 20 } else { (W * (H + 1)) as u32 };
    /// The index of the smallest table. Boards of more than 61 bits begin with more, for the tag must leave room.
    const LEAST_BITS: u32 = if Self::KEY_BITS > 61 { Self::KEY_BITS - 49 } else { 12 };
    const BOUND_BITS: u32 = 6;
    const SPARE_BITS: u32 = 64 - (Self::KEY_BITS - Self::LEAST_BITS) - 2 * Self::BOUND_BITS;
    const WORK_BITS: u32 = match Self::SPARE_BITS {
        0..4 => 2,
        4..8 => 3,
        _ => 5,
    };
    const GENERATION_BITS: u32 = {
        let left = Self::SPARE_BITS - Self::WORK_BITS;
        if left < 10 { left } else { 10 }
    };
    /// Work and bounds lie below the generation, the tag above it.
    const BODY_BITS: u32 = Self::WORK_BITS + 2 * Self::BOUND_BITS;
    const BODY: u64 = (1 << Self::BODY_BITS) - 1;
    const WORK: u64 = (1 << Self::WORK_BITS) - 1;
    const GENERATION: u64 = (1 << Self::GENERATION_BITS) - 1;
    /// Makes bounds positive; no score is larger, since no game is won with fewer than seven men.
    const OFFSET: i32 = 31;

    /// A table of at most this many bytes, but at least 128 KB (1 MB on the largest boards).
    ///
    /// # Panics
    /// If there is not so much memory.
    pub(super) fn new(bytes: usize) -> Self {
        let most_bits = (bytes / size_of::<Bucket>()).max(1 << Self::LEAST_BITS).ilog2();
        let memory = MmapMut::map_anon(size_of::<Bucket>() << most_bits).expect("memory for the table");
        // Large pages save 5 to 13 % of the time on the empty board; without them all works as well.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        let bits = AtomicU32::new(Self::LEAST_BITS);
        Self { memory, most_bits, bits, filled: AtomicUsize::new(0), generation: 1, used_bits: 0 }
    }

    /// Forgets everything, at the cost of a counter.
    pub(super) fn clear(&mut self) {
        self.used_bits = self.used_bits.max(*self.bits.get_mut());
        self.generation += 1;
        if self.generation > Self::GENERATION {
            for bucket in &self.buckets()[..1 << self.used_bits] {
                bucket.0.iter().for_each(|entry| entry.store(0, Relaxed));
            }
            self.generation = 1;
            self.used_bits = 0;
        }
        *self.bits.get_mut() = Self::LEAST_BITS;
        *self.filled.get_mut() = 0;
    }

    /// What is known of the position with this key.
    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<Bounds> {
        let (index, head) = self.place(key);
        for entry in &self.buckets()[index].0 {
            let word = entry.load(Relaxed);
            if word ^ head <= Self::BODY {
                let bound = |shift: u32| (word >> shift & 63) as i32 - Self::OFFSET;
                return Some(Bounds { lower: bound(Self::WORK_BITS), upper: bound(Self::WORK_BITS + 6) });
            }
        }
        None
    }

    /// Remembers what `nodes` nodes have proven.
    #[inline(always)]
    pub(super) fn put(&self, key: u64, bounds: Bounds, nodes: u64) {
        let (index, head) = self.place(key);
        let bound = |score: i32, shift: u32| ((score + Self::OFFSET) as u64) << shift;
        let both = bound(bounds.upper, Self::WORK_BITS + 6) | bound(bounds.lower, Self::WORK_BITS);
        let bucket = &self.buckets()[index].0;
        let (mut least, mut chosen) = (u64::MAX, &bucket[0]);
        for entry in bucket {
            let old = entry.load(Relaxed);
            let cost = match old {
                _ if old ^ head <= Self::BODY => {
                    (least, chosen) = (1, entry);
                    break;
                }
                _ if self.is_current(old) => 1 + (old & Self::WORK),
                _ => 0,
            };
            if cost < least {
                (least, chosen) = (cost, entry);
            }
        }
        chosen.store(head | both | Self::work(nodes), Relaxed);
        if least == 0 {
            self.count_one_more();
        }
    }

    /// Asks the processor to have the entries at hand soon: saves 11 % of the time on the empty board.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = &self.buckets()[self.place(key).0];
            // SAFETY: a prefetch reads nothing and faults on no address; this one lies in the table.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    #[inline(always)]
    fn buckets(&self) -> &[Bucket] {
        // SAFETY: the mapping begins at a page, holds exactly so many buckets, lives as long as `self`, was zeroed by
        // the system, and is only ever read and written through these atomics.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast(), 1 << self.most_bits) }
    }

    /// The bucket of a key, and the upper bits of its entry.
    #[inline(always)]
    fn place(&self, key: u64) -> (usize, u64) {
        let product = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) & (u64::MAX >> (64 - Self::KEY_BITS));
        let mixed = product ^ (product >> (Self::KEY_BITS / 2 + 1));
        let index = mixed & ((1 << self.bits.load(Relaxed)) - 1);
        let tag = mixed >> Self::LEAST_BITS;
        (index as usize, (tag << Self::GENERATION_BITS | self.generation) << Self::BODY_BITS)
    }

    #[inline(always)]
    fn is_current(&self, word: u64) -> bool {
        word >> Self::BODY_BITS & Self::GENERATION == self.generation
    }

    /// The logarithm of the work, as coarse as its bits demand.
    #[inline(always)]
    fn work(nodes: u64) -> u64 {
        let logarithm = u64::from((nodes + 1).ilog2());
        let steps = match Self::WORK_BITS {
            2 => logarithm / 5,
            3 => logarithm / 3,
            _ => logarithm,
        };
        steps.min(Self::WORK)
    }

    #[inline(always)]
    fn count_one_more(&self) {
        // Threads may lose a count: the table grows a little later.
        let filled = self.filled.load(Relaxed) + 1;
        self.filled.store(filled, Relaxed);
        let bits = self.bits.load(Relaxed);
        if filled > (WAYS << bits) / 4 * 3 && bits < self.most_bits {
            self.grow(bits);
        }
    }

    /// Doubles the buckets and moves half of the entries up.
    #[cold]
    #[inline(never)]
    fn grow(&self, bits: u32) {
        if self.bits.compare_exchange(bits, bits + 1, Relaxed, Relaxed).is_err() {
            return;
        }
        let (low, high) = self.buckets().split_at(1 << bits);
        let new_bit = Self::BODY_BITS + Self::GENERATION_BITS + bits - Self::LEAST_BITS;
        for (low, high) in low.iter().zip(high) {
            for (low, high) in low.0.iter().zip(&high.0) {
                let word = low.load(Relaxed);
                let moves = self.is_current(word) && word >> new_bit & 1 == 1;
                high.store(if moves { word } else { 0 }, Relaxed);
                if moves {
                    low.store(0, Relaxed);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled_table_answers<const W: usize, const H: usize>(bytes: usize, keys: u64) {
        let mut table = Table::<W, H>::new(bytes);
        let mask = u64::MAX >> (64 - Table::<W, H>::KEY_BITS);
        let key = |n: u64| n.wrapping_mul(0xD134_2543_DE82_EF95) & mask;
        let bounds = |key: u64| Bounds { lower: (key % 50) as i32 - 29, upper: (key % 7) as i32 + 22 };
        for round in 0..3 {
            (0..keys).for_each(|n| table.put(key(n + round), bounds(key(n + round)), n % 1000));
            let found = (0..keys).filter(|&n| {
                let known = table.get(key(n + round));
                known.inspect(|&known| assert_eq!(known, bounds(key(n + round)))).is_some()
            });
            assert!(found.count() as u64 > keys / 8);
            table.clear();
            assert!((0..keys).all(|n| table.get(key(n)).is_none()));
        }
    }

    #[test]
    fn an_entry_found_is_the_one_put_in_on_every_board_however_full_the_table_is() {
        filled_table_answers::<7, 6>(1 << 20, 300_000);
        filled_table_answers::<7, 6>(64 << 20, 1_000_000);
        filled_table_answers::<8, 7>(1 << 20, 300_000);
        filled_table_answers::<9, 6>(4 << 20, 600_000);
        filled_table_answers::<7, 7>(1, 20_000);
        filled_table_answers::<4, 4>(1 << 20, 1 << 19);
    }

    #[test]
    fn clearing_works_beyond_the_last_generation() {
        let mut table = Table::<7, 6>::new(1 << 20);
        for round in 0..3000 {
            assert_eq!(table.get(5), None);
            table.put(5, Bounds { lower: -1, upper: round % 20 }, 1);
            assert_eq!(table.get(5), Some(Bounds { lower: -1, upper: round % 20 }));
            table.clear();
        }
    }
}
