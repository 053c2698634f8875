//! Families of sets: one bit for every set of points.
//!
//! A set of `width` points is a number below 2^width. A family is an array of as many bits, in words of 64: bit `s` says whether the set
//! `s` belongs to it. The six lowest points select the bit in a word, the others select the word.
//!
//! A property of one set is then computed for all of them with a few instructions per word. "The sets that belong to the family once a
//! point is added" is a shift, and renumbering the points is a short series of exchanges (H. S. Warren, *Hacker's Delight*).

use crate::bits::{gather_wide, scatter_wide};

/// The points that select the bit in a word.
const LOW_POINTS: u32 = 6;

/// The bits of a word whose sets contain a low point.
const WITH: [u64; LOW_POINTS as usize] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// The bits of a word whose sets contain this many of the low points.
const OF_SIZE: [u64; LOW_POINTS as usize + 1] = {
    let mut words = [0; LOW_POINTS as usize + 1];
    let mut set = 0u32;
    while set < 64 {
        words[set.count_ones() as usize] |= 1 << set;
        set += 1;
    }
    words
};

/// How many words a family of sets of `width` points takes.
pub(super) const fn words(width: u32) -> usize {
    1 << (width - LOW_POINTS)
}

/// The distance in words between two that differ in a high point only.
const fn stride(point: u32) -> usize {
    1 << (point - LOW_POINTS)
}

/// Adds to `sum` the sets that belong to `family` once `point` is added to them.
pub(super) fn add_with_point_more(sum: &mut [u64], family: &[u64], point: u32) {
    if point < LOW_POINTS {
        let (without, shift) = (!WITH[point as usize], 1 << point);
        sum.iter_mut().zip(family).for_each(|(sum, word)| *sum |= word >> shift & without);
    } else {
        let stride = stride(point);
        for (sum, family) in sum.chunks_exact_mut(2 * stride).zip(family.chunks_exact(2 * stride)) {
            sum[..stride].iter_mut().zip(&family[stride..]).for_each(|(sum, word)| *sum |= word);
        }
    }
}

/// Adds to `sum` the sets of `allowed` that belong to `family` once `point` is removed from them.
pub(super) fn add_with_point_less(sum: &mut [u64], family: &[u64], point: u32, allowed: &[u64]) {
    if point < LOW_POINTS {
        let (with, shift) = (WITH[point as usize], 1 << point);
        let words = family.iter().zip(allowed);
        sum.iter_mut().zip(words).for_each(|(sum, (word, allowed))| *sum |= word << shift & with & allowed);
    } else {
        let stride = stride(point);
        let families = family.chunks_exact(2 * stride).zip(allowed.chunks_exact(2 * stride));
        for (sum, (family, allowed)) in sum.chunks_exact_mut(2 * stride).zip(families) {
            let words = family[..stride].iter().zip(&allowed[stride..]);
            sum[stride..].iter_mut().zip(words).for_each(|(sum, (word, allowed))| *sum |= word & allowed);
        }
    }
}

/// Adds all sets that contain `points`.
pub(super) fn add_supersets(sum: &mut [u64], points: u32) {
    let low = (0..LOW_POINTS).filter(|point| points >> point & 1 != 0);
    let bits = low.fold(u64::MAX, |bits, point| bits & WITH[point as usize]);
    let high = (points >> LOW_POINTS) as usize;
    for (number, word) in sum.iter_mut().enumerate() {
        *word |= if number & high == high { bits } else { 0 };
    }
}

/// Adds all sets with at most `most` points.
pub(super) fn add_small(sum: &mut [u64], most: u32) {
    for (number, word) in sum.iter_mut().enumerate() {
        let low = most.checked_sub(number.count_ones()).map_or(0, |most| most.min(LOW_POINTS) + 1);
        *word |= OF_SIZE[..low as usize].iter().fold(0, |bits, size| bits | size);
    }
}

/// Removes from `family` the sets with `point`, and gives the points above it the next lower number.
pub(super) fn remove_point(family: &[u64], point: u32, narrower: &mut [u64]) {
    if point < LOW_POINTS {
        let without = !WITH[point as usize];
        for (word, two) in narrower.iter_mut().zip(family.as_chunks::<2>().0) {
            *word = gather_wide(two[0], without) | gather_wide(two[1], without) << 32;
        }
    } else {
        let stride = stride(point);
        for (narrower, family) in narrower.chunks_exact_mut(stride).zip(family.chunks_exact(2 * stride)) {
            narrower.copy_from_slice(&family[..stride]);
        }
    }
}

/// Adds to `sum` the sets of `narrower`, with the next higher number for `point` and those above it: the inverse of [`remove_point`].
pub(super) fn add_with_point_inserted(sum: &mut [u64], narrower: &[u64], point: u32) {
    if point < LOW_POINTS {
        let without = !WITH[point as usize];
        for (two, word) in sum.as_chunks_mut::<2>().0.iter_mut().zip(narrower) {
            two[0] |= scatter_wide(word & u64::from(u32::MAX), without);
            two[1] |= scatter_wide(word >> 32, without);
        }
    } else {
        let stride = stride(point);
        for (sum, narrower) in sum.chunks_exact_mut(2 * stride).zip(narrower.chunks_exact(stride)) {
            sum[..stride].iter_mut().zip(narrower).for_each(|(sum, word)| *sum |= word);
        }
    }
}

/// Renumbers the points of `family`, and calls `found` with every word of the result in turn. A set belongs to the result if the set of
/// `images` of its points belongs to `family`. `family` is left permuted.
pub(super) fn for_each_renumbered(
    family: &mut [u64],
    images: &[u32],
    sources: &mut Vec<u32>,
    mut found: impl FnMut(usize, u64),
) {
    // Which point of `family` each position stands for, while points are exchanged.
    let mut points: [u32; 32] = std::array::from_fn(|point| point as u32);
    let place_of = |points: &[u32; 32], wanted| points.iter().position(|&point| point == wanted).expect("a point");
    for low in 0..LOW_POINTS {
        let place = place_of(&points, images[low as usize]);
        exchange_points(family, low, place as u32);
        points.swap(low as usize, place);
    }
    // What is left is a permutation of whole words.
    sources.clear();
    sources.push(0);
    for &image in &images[LOW_POINTS as usize..] {
        let step = stride(place_of(&points, image) as u32) as u32;
        sources.extend_from_within(..);
        let half = sources.len() / 2;
        sources[half..].iter_mut().for_each(|source| *source += step);
    }
    for (number, &source) in sources.iter().enumerate() {
        found(number, family[source as usize]);
    }
}

/// Exchanges a low point with another that has no lower number.
fn exchange_points(family: &mut [u64], low: u32, other: u32) {
    let (with_low, shift_low) = (WITH[low as usize], 1 << low);
    if other < LOW_POINTS {
        let (moving, shift) = (with_low & !WITH[other as usize], (1 << other) - shift_low);
        if shift != 0 {
            for word in family {
                let differing = (*word ^ *word >> shift) & moving;
                *word ^= differing | differing << shift;
            }
        }
    } else {
        let stride = stride(other);
        for two in family.chunks_exact_mut(2 * stride) {
            let (without, with) = two.split_at_mut(stride);
            for (without, with) in without.iter_mut().zip(with) {
                let differing = (*without >> shift_low ^ *with) & !with_low;
                *with ^= differing;
                *without ^= differing << shift_low;
            }
        }
    }
}

/// A bit vector.
#[derive(Debug, Default)]
pub(super) struct BitRow {
    words: Vec<u64>,
    length: usize,
}

impl BitRow {
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.length = 0;
    }

    /// Appends the lowest `count` of `bits`, at most 64; the others must be zero.
    #[inline(always)]
    pub(super) fn push(&mut self, bits: u64, count: u32) {
        let used = self.length % 64;
        match self.words.last_mut() {
            Some(last) if used > 0 => {
                *last |= bits << used;
                if used + count as usize > 64 {
                    self.words.push(bits >> (64 - used));
                }
            }
            _ => self.words.push(bits),
        }
        self.length += count as usize;
    }

    /// `count` bits from a position on, at most 32; zeros beyond the end.
    #[inline(always)]
    pub(super) fn get(&self, place: usize, count: u32) -> u64 {
        let (word, used) = (place / 64, place % 64);
        let at = |word: usize| self.words.get(word).copied().unwrap_or(0);
        let bits = at(word) >> used | if used > 32 { at(word + 1) << (64 - used) } else { 0 };
        bits & ((1 << count) - 1)
    }

    /// Appends, for all sets of `size` points in the order of their ranks, whether they belong to `family`.
    pub(super) fn push_sets_of_size(&mut self, family: &[u64], size: u32) {
        for (number, &word) in family.iter().enumerate() {
            let low = size.wrapping_sub(number.count_ones()) as usize;
            if let Some(&mask) = OF_SIZE.get(low) {
                self.push(gather_wide(word, mask), mask.count_ones());
            }
        }
    }

    /// Adds to `family` the sets of `size` points whose bits are ones, from a position on: the inverse of [`Self::push_sets_of_size`].
    pub(super) fn add_sets_of_size(&self, mut place: usize, family: &mut [u64], size: u32) {
        for (number, word) in family.iter_mut().enumerate() {
            let low = size.wrapping_sub(number.count_ones()) as usize;
            if let Some(&mask) = OF_SIZE.get(low) {
                *word |= scatter_wide(self.get(place, mask.count_ones()), mask);
                place += mask.count_ones() as usize;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::{gather, ones, scatter};
    use crate::morris::index::subsets;

    const WIDTH: u32 = 9;

    fn random_family(random: &mut fastrand::Rng, width: u32) -> Vec<u64> {
        (0..words(width)).map(|_| random.u64(..)).collect()
    }

    fn has(family: &[u64], set: u32) -> bool {
        family[set as usize / 64] >> (set % 64) & 1 != 0
    }

    /// The family of the sets for which `belongs` holds.
    fn family_of(width: u32, belongs: impl Fn(u32) -> bool) -> Vec<u64> {
        let mut family = vec![0; words(width)];
        for set in (0..1u32 << width).filter(|&set| belongs(set)) {
            family[set as usize / 64] |= 1 << (set % 64);
        }
        family
    }

    #[test]
    fn points_are_added_and_taken_as_set_by_set() {
        let mut random = fastrand::Rng::with_seed(1);
        for point in 0..WIDTH {
            let [family, allowed, before] = std::array::from_fn(|_| random_family(&mut random, WIDTH));
            let one = 1 << point;
            let mut sum = before.clone();
            add_with_point_more(&mut sum, &family, point);
            let more = |set| set & one == 0 && has(&family, set | one);
            assert_eq!(sum, family_of(WIDTH, |set| has(&before, set) || more(set)));
            sum.clone_from(&before);
            add_with_point_less(&mut sum, &family, point, &allowed);
            let less = |set| set & one != 0 && has(&allowed, set) && has(&family, set ^ one);
            assert_eq!(sum, family_of(WIDTH, |set| has(&before, set) || less(set)));
        }
    }

    #[test]
    fn points_are_removed_and_inserted_as_set_by_set() {
        let mut random = fastrand::Rng::with_seed(2);
        for point in 0..WIDTH {
            let family = random_family(&mut random, WIDTH);
            let others = ((1 << WIDTH) - 1) ^ 1 << point;
            let mut narrower = vec![0; words(WIDTH - 1)];
            remove_point(&family, point, &mut narrower);
            assert_eq!(narrower, family_of(WIDTH - 1, |set| has(&family, scatter(set, others))));
            let mut wider = vec![0; words(WIDTH)];
            add_with_point_inserted(&mut wider, &narrower, point);
            let expected = |set: u32| set >> point & 1 == 0 && has(&narrower, gather(set, others));
            assert_eq!(wider, family_of(WIDTH, expected));
        }
    }

    #[test]
    fn points_get_other_numbers_as_set_by_set() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..200 {
            let family = random_family(&mut random, WIDTH);
            let mut images: Vec<u32> = (0..WIDTH).collect();
            random.shuffle(&mut images);
            let mut renumbered = Vec::new();
            for_each_renumbered(&mut family.clone(), &images, &mut Vec::new(), |number, word| {
                assert_eq!(number, renumbered.len());
                renumbered.push(word);
            });
            let image = |set| ones(set).fold(0, |image, point| image | 1 << images[point as usize]);
            assert_eq!(renumbered, family_of(WIDTH, |set| has(&family, image(set))));
        }
    }

    #[test]
    fn supersets_and_small_sets_are_those_they_are_called() {
        for points in [0, 0b1, 0b1_0100_0010, 0b1_1100_0000] {
            let mut family = vec![0; words(WIDTH)];
            add_supersets(&mut family, points);
            assert_eq!(family, family_of(WIDTH, |set| set & points == points));
        }
        for most in 0..=WIDTH {
            let mut family = vec![0; words(WIDTH)];
            add_small(&mut family, most);
            assert_eq!(family, family_of(WIDTH, |set| set.count_ones() <= most));
        }
    }

    #[test]
    fn sets_of_one_size_are_read_and_written_in_the_order_of_their_ranks() {
        let mut random = fastrand::Rng::with_seed(4);
        let family = random_family(&mut random, WIDTH);
        let mut row = BitRow::default();
        let mut expected = Vec::new();
        for size in 0..=WIDTH {
            row.push_sets_of_size(&family, size);
            expected.extend(subsets(WIDTH, size).map(|set| has(&family, set)));
        }
        let bits: Vec<bool> = (0..expected.len()).map(|place| row.get(place, 1) != 0).collect();
        assert_eq!(bits, expected);
        let (mut back, mut place) = (vec![0; words(WIDTH)], 0);
        for size in 0..=WIDTH {
            row.add_sets_of_size(place, &mut back, size);
            place += subsets(WIDTH, size).count();
        }
        assert_eq!(back, family);
    }
}
