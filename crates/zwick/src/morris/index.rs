//! Indexes for sets of men: dense, reduced by the sixteen symmetries, and quick to compute in both directions.
//!
//! A position of `larger` against `smaller` men (all placed) is numbered by two sets. The set of the side with more men is replaced by the
//! representative of its orbit under the symmetries, and the orbit is the *block*; the other set, mapped by the same symmetry, is on the
//! points that the representative leaves empty and is numbered inside the block:
//!
//! ```text
//! index = orbit(larger) · C(24 - larger men, smaller men) + rank(smaller set, pressed onto the free points)
//! ```
//!
//! Only the larger set is reduced, so positions whose larger set is itself symmetric appear more than once: 2 % of the entries. In return a
//! move of the smaller side stays in its block, and a move of the larger side leads from block to block by one symmetry for all positions
//! of the block.
//!
//! Sets of equal size are ranked in numerical order. That rank does not depend on the number of points, and splits into two look-ups: the
//! high part says how many sets are below it, the low ten bits how many inside it.
//!
//! The idea of such an index is R. Gasser's (1996); reducing only one side comes from G. Gévay and G. Danner (2014).

use crate::bits::{gather, scatter};
use std::sync::Arc;

use super::Symmetry;
use super::geometry::ALL;
use crate::symmetry::Symmetry as _;

const LOW_BITS: u32 = 10;

/// The number of ways to choose `size` of `width` points.
pub(crate) const fn choose(width: u32, size: u32) -> usize {
    if size > width {
        return 0;
    }
    let (mut result, mut i) = (1, 0);
    while i < size as usize {
        result = result * (width as usize - i) / (i + 1);
        i += 1;
    }
    result
}

/// All sets of `size` points out of `width`, in the order of their ranks.
pub(crate) fn subsets(width: u32, size: u32) -> impl Iterator<Item = u32> {
    let end = 1u64 << width;
    let mut next = (1u64 << size) - 1;
    std::iter::from_fn(move || {
        if next >= end {
            return None;
        }
        let set = next;
        // The next number with as many ones: move the lowest movable one up, the ones below it to the bottom.
        let lowest = set & set.wrapping_neg();
        next = if set == 0 {
            end
        } else {
            let moved = set + lowest;
            moved | (set ^ moved) >> (lowest.trailing_zeros() + 2)
        };
        Some(set as u32)
    })
}

/// Ranks sets of one size among all sets of that size.
#[derive(Clone, Debug)]
pub(crate) struct SubsetRank {
    size: u32,
    low: Box<[u8; 1 << LOW_BITS]>,
    high: Vec<u32>,
}

impl SubsetRank {
    /// For sets of `size` out of `width` points.
    pub(crate) fn new(width: u32, size: u32) -> Self {
        let mut low = Box::new([0; 1 << LOW_BITS]);
        for ones in 0..=LOW_BITS {
            for (rank, set) in subsets(LOW_BITS, ones).enumerate() {
                low[set as usize] = rank as u8;
            }
        }
        let mut below = 0;
        let high = (0..1u32 << width.saturating_sub(LOW_BITS))
            .map(|part| {
                let start = below;
                below += size.checked_sub(part.count_ones()).map_or(0, |rest| choose(LOW_BITS, rest)) as u32;
                start
            })
            .collect();
        Self { size, low, high }
    }

    /// How many sets of the same size are smaller numbers than `set`.
    #[inline(always)]
    pub(crate) fn rank(&self, set: u32) -> usize {
        debug_assert_eq!(set.count_ones(), self.size);
        (self.high[(set >> LOW_BITS) as usize] + u32::from(self.low[(set & ((1 << LOW_BITS) - 1)) as usize])) as usize
    }

    /// The set of rank `rank`.
    pub(crate) fn unrank(&self, rank: usize) -> u32 {
        let part = self.high.partition_point(|&start| start as usize <= rank) - 1;
        let inside = rank - self.high[part] as usize;
        let rest = self.size - (part as u32).count_ones();
        let low = subsets(LOW_BITS, rest).nth(inside).expect("the rank lies inside this part");
        (part as u32) << LOW_BITS | low
    }
}

/// The orbits of all sets of one size under the sixteen symmetries.
#[derive(Clone, Debug)]
pub(crate) struct Orbits {
    representatives: Vec<u32>,
    /// By rank: orbit in the high bits, the symmetry that maps to the representative in the low four.
    places: Vec<u32>,
    rank: SubsetRank,
}

impl Orbits {
    pub(crate) fn new(size: u32) -> Self {
        const UNSEEN: u32 = u32::MAX;
        let rank = SubsetRank::new(24, size);
        let mut representatives = Vec::new();
        let mut places = vec![UNSEEN; choose(24, size)];
        for (number, set) in subsets(24, size).enumerate() {
            if places[number] != UNSEEN {
                continue;
            }
            for symmetry in Symmetry::of_board() {
                let place = &mut places[rank.rank(symmetry.image(set))];
                if *place == UNSEEN {
                    *place = (representatives.len() as u32) << 4 | u32::from(symmetry.inverse().number());
                }
            }
            representatives.push(set);
        }
        Self { representatives, places, rank }
    }

    /// The representative of every orbit, the smallest number in it, in ascending order.
    pub(crate) fn representatives(&self) -> &[u32] {
        &self.representatives
    }

    /// The orbit of `set`, and the symmetry that maps it to the representative.
    #[inline(always)]
    pub(crate) fn locate(&self, set: u32) -> (usize, Symmetry) {
        let place = self.places[self.rank.rank(set)];
        ((place >> 4) as usize, Symmetry::numbered((place & 15) as u8))
    }

    /// The symmetries that fix the representative of `orbit`.
    pub(crate) fn stabilizer(&self, orbit: usize) -> impl Iterator<Item = Symmetry> {
        let set = self.representatives[orbit];
        Symmetry::of_board().filter(move |symmetry| symmetry.image(set) == set)
    }
}

/// The lengths of the cycles of a symmetry's permutation of the points.
pub(crate) fn cycles(symmetry: Symmetry) -> Vec<usize> {
    let mut seen = 0;
    let mut lengths = Vec::new();
    for point in 0..24 {
        let (mut cycle, mut next) = (0u32, 1 << point);
        while cycle & next == 0 {
            cycle |= next;
            next = symmetry.image(next);
        }
        if seen & cycle == 0 {
            lengths.push(cycle.count_ones() as usize);
            seen |= cycle;
        }
    }
    lengths
}

/// How many sets of `size` points a symmetry fixes.
fn sets_left_by(symmetry: Symmetry, size: u32) -> usize {
    let mut ways = vec![0; size as usize + 1];
    ways[0] = 1;
    for length in cycles(symmetry) {
        (length..ways.len()).rev().for_each(|total| ways[total] += ways[total - length]);
    }
    ways[size as usize]
}

/// The numbers of all pairs of disjoint sets with `outer` and `inner` men, the outer set reduced by symmetry.
#[derive(Clone, Debug)]
pub(crate) struct PairIndex {
    pub(crate) outer: u32,
    pub(crate) inner: u32,
    orbits: Arc<Orbits>,
    inner_rank: SubsetRank,
    block_length: usize,
}

impl PairIndex {
    pub(crate) fn new(outer: u32, inner: u32) -> Self {
        Self::with_orbits(Arc::new(Orbits::new(outer)), outer, inner)
    }

    /// The same, with precomputed orbits of the outer set.
    pub(crate) fn with_orbits(orbits: Arc<Orbits>, outer: u32, inner: u32) -> Self {
        assert!(outer + inner <= 24, "{outer} and {inner} men do not fit on 24 points");
        Self {
            outer,
            inner,
            orbits,
            inner_rank: SubsetRank::new(24 - outer, inner),
            block_length: choose(24 - outer, inner),
        }
    }

    /// How many numbers a pair has, without building its index.
    ///
    /// A symmetry fixes as many sets of a size as it has ways to combine its cycles to that size; the mean over all sixteen is the number
    /// of orbits (Burnside's lemma).
    pub(crate) fn length_of(outer: u32, inner: u32) -> usize {
        let left_by_all: usize = Symmetry::of_board().map(|symmetry| sets_left_by(symmetry, outer)).sum();
        left_by_all / 16 * choose(24 - outer, inner)
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> usize {
        self.blocks() * self.block_length
    }

    /// How many blocks there are, one for each orbit of the outer set.
    pub(crate) fn blocks(&self) -> usize {
        self.orbits.representatives.len()
    }

    /// How many numbers a block has.
    pub(crate) fn block_length(&self) -> usize {
        self.block_length
    }

    pub(crate) fn orbits(&self) -> &Arc<Orbits> {
        &self.orbits
    }

    pub(crate) fn inner_rank(&self) -> &SubsetRank {
        &self.inner_rank
    }

    /// The outer set of a block.
    #[inline(always)]
    pub(crate) fn outer_set(&self, block: usize) -> u32 {
        self.orbits.representatives[block]
    }

    /// The points that the outer set of a block leaves empty.
    #[inline(always)]
    pub(crate) fn free(&self, block: usize) -> u32 {
        ALL & !self.outer_set(block)
    }

    /// The number of a position.
    pub(crate) fn index(&self, outer: u32, inner: u32) -> usize {
        let (block, symmetry) = self.orbits.locate(outer);
        self.index_in(block, symmetry.image(inner))
    }

    /// The number of a position whose outer set is that of a block.
    #[inline(always)]
    pub(crate) fn index_in(&self, block: usize, inner: u32) -> usize {
        block * self.block_length + self.inner_rank.rank(gather(inner, self.free(block)))
    }

    /// A position with this number: the outer and the inner set.
    pub(crate) fn position(&self, index: usize) -> (u32, u32) {
        let block = index / self.block_length;
        let inner = self.inner_rank.unrank(index % self.block_length);
        (self.outer_set(block), scatter(inner, self.free(block)))
    }

    /// Calls `found` with the index in a block of one position of every class of symmetric positions.
    pub(crate) fn for_each_class(&self, block: usize, mut found: impl FnMut(usize)) {
        let symmetries: Vec<Symmetry> = self.orbits.stabilizer(block).skip(1).collect();
        if symmetries.is_empty() {
            return (0..self.block_length).for_each(found);
        }
        for (place, set) in subsets(24 - self.outer, self.inner).enumerate() {
            let inner = scatter(set, self.free(block));
            if symmetries.iter().all(|symmetry| symmetry.image(inner) >= inner) {
                found(place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_follow_the_order_of_the_numbers_and_unrank_undoes_them() {
        for (width, size) in [(24, 3), (21, 3), (15, 9), (15, 6), (12, 12), (10, 4), (8, 0), (24, 1)] {
            let rank = SubsetRank::new(width, size);
            let mut count = 0;
            for (number, set) in subsets(width, size).enumerate() {
                assert_eq!((set.count_ones(), rank.rank(set), rank.unrank(number)), (size, number, set));
                count += 1;
            }
            assert_eq!(count, choose(width, size));
        }
    }

    #[test]
    fn small_pairs_are_numbered_without_gaps_and_back() {
        for (outer, inner) in [(3, 3), (4, 3), (1, 1), (0, 2), (2, 5)] {
            let pair = PairIndex::new(outer, inner);
            for index in 0..pair.len() {
                let (outer_set, inner_set) = pair.position(index);
                assert_eq!(outer_set & inner_set, 0);
                assert_eq!(pair.index(outer_set, inner_set), index);
            }
        }
    }

    #[test]
    fn every_pair_is_numbered_and_back_in_samples() {
        for larger in 3..=9 {
            for smaller in 3..=larger {
                let pair = PairIndex::new(larger, smaller);
                assert_eq!(PairIndex::length_of(larger, smaller), pair.len());
                for index in (0..pair.len()).step_by(pair.len() / 5_000 + 1).chain([pair.len() - 1]) {
                    let (outer, inner) = pair.position(index);
                    assert_eq!(pair.index(outer, inner), index);
                    let block = index / pair.block_length();
                    if pair.orbits().stabilizer(block).count() == 1 {
                        for symmetry in Symmetry::of_board() {
                            assert_eq!(pair.index(symmetry.image(outer), symmetry.image(inner)), index);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn classes_of_positions_are_as_many_as_others_counted() {
        // Published counts: 3 against 3 has 169,626 positions up to symmetry, 3 against 4 has 760,398.
        for (outer, inner, classes) in [(3, 3, 169_626), (4, 3, 760_398), (3, 4, 760_398)] {
            let pair = PairIndex::new(outer, inner);
            let mut count = 0;
            (0..pair.blocks()).for_each(|block| pair.for_each_class(block, |_| count += 1));
            assert_eq!(count, classes);
        }
    }
}
