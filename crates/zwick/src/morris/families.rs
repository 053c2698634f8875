//! Families of sets: one byte for every set of points.
//!
//! A set of `width` points is a number below 2^width. A family is an array of as many bytes, one for every set. The six lowest points
//! select the byte in a *line* of 64, the others select the line.
//!
//! A property of one set is then computed for 64 sets with a few wide instructions: "the score once a point is added" moves bytes inside
//! the line or takes another line, and renumbering the points is a short series of exchanges (H. S. Warren, *Hacker's Delight*).
//!
//! Where only sets of few points occur, a family is stored [packed](Packing).

use super::index::choose;
use crate::bits::{Lines, by_lines, gather_wide};

/// The points that select the byte in a line.
const LINE_POINTS: u32 = 6;
const LINE: usize = 1 << LINE_POINTS;
/// The points that select the byte in a word of eight.
const WORD_POINTS: u32 = 3;
const WORD: usize = 1 << WORD_POINTS;

/// The sets of a line that contain a low point.
const WITH: [u64; LINE_POINTS as usize] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// The sets of a line with this many of the low points.
const OF_SIZE: [u64; LINE_POINTS as usize + 1] = {
    let mut sets = [0; LINE_POINTS as usize + 1];
    let mut set = 0u32;
    while set < LINE as u32 {
        sets[set.count_ones() as usize] |= 1 << set;
        set += 1;
    }
    sets
};

/// The bytes of a word whose sets contain one of the three lowest points.
const WITH_IN_WORD: [u64; WORD_POINTS as usize] = [0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000];

/// How many bytes a family of sets of `width` points takes.
pub(super) const fn length(width: u32) -> usize {
    1 << width
}

fn lines(family: &[u8]) -> &[[u8; LINE]] {
    family.as_chunks().0
}

fn lines_mut(family: &mut [u8]) -> &mut [[u8; LINE]] {
    family.as_chunks_mut().0
}

/// Raises every byte of `best` to that of `scores`.
#[inline(always)]
pub(super) fn raise(best: &mut [u8], scores: &[u8]) {
    best.iter_mut().zip(scores).for_each(|(best, score)| *best = (*best).max(*score));
}

/// The sets that contain at least one of a few others.
pub(super) struct Supersets(Vec<Superset>);

/// All sets that contain one: the lines by their high points, the sets of such a line.
struct Superset {
    lines: usize,
    sets: u64,
}

impl Supersets {
    pub(super) fn of(sets: impl Iterator<Item = u32>) -> Self {
        let superset = |set: u32| {
            let low = WITH.iter().enumerate().filter(|(point, _)| set >> point & 1 != 0);
            Superset { lines: (set >> LINE_POINTS) as usize, sets: low.fold(u64::MAX, |sets, (_, with)| sets & with) }
        };
        Self(sets.map(superset).collect())
    }

    /// Which sets of a line belong to them.
    #[inline(always)]
    fn in_line(&self, line: usize) -> u64 {
        let mut found = 0;
        for some in &self.0 {
            found |= if line & some.lines == some.lines { some.sets } else { 0 };
        }
        found
    }
}

by_lines! {
    /// Raises the scores in `best` to those that `family` has once `point` is added; to those that `other` has where the set is in `chosen`
    /// then.
    pub(super) fn raise_with_point_more(best: &mut [u8], after: [&[u8]; 2], chosen: &Supersets, point: u32) = raise_with_point_more_by;

    /// Raises the scores in `best` to those that `family` has once `point` is removed, except for the sets in `kept`.
    pub(super) fn raise_with_point_less(best: &mut [u8], family: &[u8], kept: &Supersets, point: u32) = raise_with_point_less_by;

    /// Raises the scores in `best` to those of `narrower`, with the next higher number for `point` and those above it. Sets with `point` stay.
    pub(super) fn raise_with_point_inserted(best: &mut [u8], narrower: &[u8], point: u32) = raise_with_point_inserted_by;

    /// Unpacks a family; larger sets get zeros.
    pub(super) fn unpack(packing: Packing, packed: &[u8], family: &mut [u8]) = unpack_by;

    /// Unpacks the sets without `point` only, and gives the points above it the next lower number.
    pub(super) fn unpack_without(packing: Packing, point: u32, packed: &[u8], narrower: &mut [u8]) = unpack_without_by;

    /// Packs a family.
    pub(super) fn pack(packing: Packing, family: &[u8], packed: &mut [u8]) = pack_by;

    /// Puts the bytes of the sets of one size into a packed family, in the order of their ranks. There is slack behind them too.
    pub(super) fn put_sets_of_size(packing: Packing, size: u32, packed: &mut [u8], sets: &[u8]) = put_sets_of_size_by;

    /// Appends the bytes of the sets of one size, in the order of their ranks.
    pub(super) fn append_sets_of_size(packing: Packing, size: u32, packed: &[u8], sets: &mut Vec<u8>) = append_sets_of_size_by;
}

#[inline(always)]
fn raise_with_point_more_by<L: Lines>(best: &mut [u8], [family, other]: [&[u8]; 2], chosen: &Supersets, point: u32) {
    let (best, family, other) = (lines_mut(best), lines(family), lines(other));
    if let Some(with) = WITH.get(point as usize) {
        for (number, best) in best.iter_mut().enumerate() {
            let after = L::select(&family[number], &other[number], chosen.in_line(number));
            L::raise(best, &L::expand(&L::compress(&after, *with), !with));
        }
    } else {
        let step = 1 << (point - LINE_POINTS);
        for (number, best) in best.iter_mut().enumerate() {
            if number & step == 0 {
                let with = number | step;
                L::raise(best, &L::select(&family[with], &other[with], chosen.in_line(with)));
            }
        }
    }
}

#[inline(always)]
fn raise_with_point_less_by<L: Lines>(best: &mut [u8], family: &[u8], kept: &Supersets, point: u32) {
    let (best, family) = (lines_mut(best), lines(family));
    if let Some(with) = WITH.get(point as usize) {
        for (number, (best, line)) in best.iter_mut().zip(family).enumerate() {
            let before = L::expand(&L::compress(line, !with), *with);
            L::raise(best, &L::select(&before, &[0; LINE], kept.in_line(number)));
        }
    } else {
        let step = 1 << (point - LINE_POINTS);
        for (number, best) in best.iter_mut().enumerate() {
            if number & step != 0 {
                L::raise(best, &L::select(&family[number ^ step], &[0; LINE], kept.in_line(number)));
            }
        }
    }
}

#[inline(always)]
fn raise_with_point_inserted_by<L: Lines>(best: &mut [u8], narrower: &[u8], point: u32) {
    if let Some(with) = WITH.get(point as usize) {
        let halves = narrower.as_chunks::<{ LINE / 2 }>().0;
        for (best, half) in lines_mut(best).iter_mut().zip(halves) {
            let mut line = [0; LINE];
            line[..LINE / 2].copy_from_slice(half);
            L::raise(best, &L::expand(&line, !with));
        }
    } else {
        let stride = length(point);
        let halves = narrower.chunks_exact(stride);
        best.chunks_exact_mut(2 * stride).zip(halves).for_each(|(best, half)| raise(best, half));
    }
}

/// Renumbers the points of `family`: each set gets the byte of the set of `images` of its points. `family` is left permuted.
pub(super) fn renumber(family: &mut [u8], images: &[u32], renumbered: &mut [u8]) {
    // Which point of `family` each position stands for, while points are exchanged.
    let mut points: [u32; 32] = std::array::from_fn(|point| point as u32);
    let place_of = |points: &[u32; 32], wanted| points.iter().position(|&point| point == wanted).expect("a point");
    for low in 0..WORD_POINTS {
        let place = place_of(&points, images[low as usize]);
        exchange_points(family, low, place as u32);
        points.swap(low as usize, place);
    }
    // What is left is a permutation of whole words: of long runs, each from one start, and inside all runs the same.
    let sources = |images: &[u32]| {
        let mut sources = vec![0];
        for &image in images {
            let step = stride(place_of(&points, image) as u32);
            sources.extend_from_within(..);
            let half = sources.len() / 2;
            sources[half..].iter_mut().for_each(|source| *source += step);
        }
        sources
    };
    let words = &images[WORD_POINTS as usize..];
    let (inside, starts) = words.split_at(words.len().min(6));
    let (inside, starts) = (sources(inside), sources(starts));
    let family = family.as_chunks::<WORD>().0;
    for (run, &start) in renumbered.as_chunks_mut::<WORD>().0.chunks_exact_mut(inside.len()).zip(&starts) {
        for (word, &source) in run.iter_mut().zip(&inside) {
            *word = family[start + source];
        }
    }
}

/// The distance in words between two that differ in one point only.
const fn stride(point: u32) -> usize {
    1 << (point - WORD_POINTS)
}

/// Exchanges a low point with another that has no lower number.
fn exchange_points(family: &mut [u8], low: u32, other: u32) {
    let words = family.as_chunks_mut::<WORD>().0;
    let (with_low, shift_low) = (WITH_IN_WORD[low as usize], 8 << low);
    if other < WORD_POINTS {
        let (moving, shift) = (with_low & !WITH_IN_WORD[other as usize], (8 << other) - shift_low);
        if shift != 0 {
            for word in words {
                let bytes = u64::from_le_bytes(*word);
                let differing = (bytes ^ bytes >> shift) & moving;
                *word = (bytes ^ differing ^ differing << shift).to_le_bytes();
            }
        }
    } else {
        let stride = stride(other);
        for two in words.chunks_exact_mut(2 * stride) {
            let (without, with) = two.split_at_mut(stride);
            for (without, with) in without.iter_mut().zip(with) {
                let (one, two) = (u64::from_le_bytes(*without), u64::from_le_bytes(*with));
                let differing = (one >> shift_low ^ two) & !with_low;
                *with = (two ^ differing).to_le_bytes();
                *without = (one ^ differing << shift_low).to_le_bytes();
            }
        }
    }
}

/// Families without the bytes of large sets: line after line, each without the bytes of sets that are too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Packing {
    /// How many points there are.
    pub(super) width: u32,
    /// How many points a set has at most.
    pub(super) most: u32,
}

/// Lines are read and written whole: this much may be touched behind a packed family.
pub(super) const SLACK: usize = LINE;

impl Packing {
    /// How many bytes a packed family takes.
    pub(super) fn length(self) -> usize {
        (0..=self.most).map(|size| choose(self.width, size)).sum()
    }

    fn lines(self) -> usize {
        1 << (self.width - LINE_POINTS)
    }

    /// Which sets of a line are stored, and how many, by the number of high points in it.
    fn stored(self) -> [(u64, usize); 32] {
        std::array::from_fn(|high| {
            let sizes = (self.most + 1).saturating_sub(high as u32).min(LINE_POINTS + 1);
            let sets = OF_SIZE[..sizes as usize].iter().fold(0, |sets, size| sets | size);
            (sets, sets.count_ones() as usize)
        })
    }

    /// Calls `found` for every line with sets of one size: where its packed bytes begin, which of them are meant, and how many those are.
    fn for_each_line_with(self, size: u32, mut found: impl FnMut(usize, u64, usize)) {
        let stored = self.stored();
        let mut place = 0;
        for number in 0..self.lines() {
            let high = number.count_ones();
            let (all, count) = stored[high as usize];
            if let Some(&sets) = OF_SIZE.get(size.wrapping_sub(high) as usize) {
                found(place, gather_wide(sets, all), sets.count_ones() as usize);
            }
            place += count;
        }
    }
}

#[inline(always)]
fn unpack_by<L: Lines>(packing: Packing, mut packed: &[u8], family: &mut [u8]) {
    let stored = packing.stored();
    for (number, line) in lines_mut(family).iter_mut().enumerate() {
        let (sets, count) = stored[number.count_ones() as usize];
        *line = L::expand(first_line(packed), sets);
        packed = &packed[count..];
    }
}

#[inline(always)]
fn unpack_without_by<L: Lines>(packing: Packing, point: u32, mut packed: &[u8], narrower: &mut [u8]) {
    let stored = packing.stored();
    if let Some(with) = WITH.get(point as usize) {
        for (number, half) in narrower.as_chunks_mut::<{ LINE / 2 }>().0.iter_mut().enumerate() {
            let (sets, count) = stored[number.count_ones() as usize];
            let line = L::compress(&L::expand(first_line(packed), sets), !with);
            half.copy_from_slice(&line[..LINE / 2]);
            packed = &packed[count..];
        }
    } else {
        let step = 1 << (point - LINE_POINTS);
        let mut narrower = lines_mut(narrower).iter_mut();
        for number in 0..packing.lines() {
            let (sets, count) = stored[number.count_ones() as usize];
            if number & step == 0
                && let Some(line) = narrower.next()
            {
                *line = L::expand(first_line(packed), sets);
            }
            packed = &packed[count..];
        }
    }
}

#[inline(always)]
fn pack_by<L: Lines>(packing: Packing, family: &[u8], mut packed: &mut [u8]) {
    let stored = packing.stored();
    for (number, line) in lines(family).iter().enumerate() {
        let (sets, count) = stored[number.count_ones() as usize];
        if count > 0 {
            *first_line_mut(packed) = L::compress(line, sets);
            packed = &mut packed[count..];
        }
    }
}

#[inline(always)]
fn put_sets_of_size_by<L: Lines>(packing: Packing, size: u32, packed: &mut [u8], mut sets: &[u8]) {
    packing.for_each_line_with(size, |place, wanted, count| {
        let line = first_line_mut(&mut packed[place..]);
        *line = L::select(line, &L::expand(first_line(sets), wanted), wanted);
        sets = &sets[count..];
    });
}

#[inline(always)]
fn append_sets_of_size_by<L: Lines>(packing: Packing, size: u32, packed: &[u8], sets: &mut Vec<u8>) {
    packing.for_each_line_with(size, |place, wanted, count| {
        sets.extend_from_slice(&L::compress(first_line(&packed[place..]), wanted));
        sets.truncate(sets.len() - LINE + count);
    });
}

#[inline(always)]
fn first_line(bytes: &[u8]) -> &[u8; LINE] {
    bytes.first_chunk().expect("there is slack behind a packed family")
}

#[inline(always)]
fn first_line_mut(bytes: &mut [u8]) -> &mut [u8; LINE] {
    bytes.first_chunk_mut().expect("there is slack behind a packed family")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::{gather, ones, scatter};
    use crate::morris::index::subsets;

    const WIDTH: u32 = 9;

    fn random_family(random: &mut fastrand::Rng, width: u32) -> Vec<u8> {
        (0..length(width)).map(|_| random.u8(..)).collect()
    }

    fn family_of(width: u32, score: impl Fn(u32) -> u8) -> Vec<u8> {
        (0..1 << width).map(score).collect()
    }

    /// Up to three sets that contain a point, as mills do.
    fn sets_through(random: &mut fastrand::Rng, point: u32) -> Vec<u32> {
        (0..random.usize(..=3)).map(|_| random.u32(..1 << WIDTH) & random.u32(..) | 1 << point).collect()
    }

    #[test]
    fn points_are_added_and_taken_as_set_by_set() {
        let mut random = fastrand::Rng::with_seed(1);
        for point in (0..WIDTH).cycle().take(100) {
            let [family, other, before] = std::array::from_fn(|_| random_family(&mut random, WIDTH));
            let sets = sets_through(&mut random, point);
            let chosen = Supersets::of(sets.iter().copied());
            let is_chosen = |set: u32| sets.iter().any(|inner| inner & !set == 0);
            let one = 1 << point;
            let mut best = before.clone();
            raise_with_point_more(&mut best, [&family, &other], &chosen, point);
            let more = |set: u32| match set & one {
                0 if is_chosen(set | one) => other[(set | one) as usize],
                0 => family[(set | one) as usize],
                _ => 0,
            };
            assert_eq!(best, family_of(WIDTH, |set| before[set as usize].max(more(set))));
            best.clone_from(&before);
            raise_with_point_less(&mut best, &family, &chosen, point);
            let less = |set: u32| if set & one == 0 || is_chosen(set) { 0 } else { family[(set ^ one) as usize] };
            assert_eq!(best, family_of(WIDTH, |set| before[set as usize].max(less(set))));
        }
    }

    #[test]
    fn points_are_inserted_as_set_by_set() {
        let mut random = fastrand::Rng::with_seed(2);
        for point in 0..WIDTH {
            let (before, narrower) = (random_family(&mut random, WIDTH), random_family(&mut random, WIDTH - 1));
            let others = ((1 << WIDTH) - 1) ^ 1 << point;
            let mut best = before.clone();
            raise_with_point_inserted(&mut best, &narrower, point);
            let inserted = |set| if set >> point & 1 == 0 { narrower[gather(set, others) as usize] } else { 0 };
            assert_eq!(best, family_of(WIDTH, |set| before[set as usize].max(inserted(set))));
        }
    }

    #[test]
    fn points_get_other_numbers_as_set_by_set() {
        let mut random = fastrand::Rng::with_seed(3);
        for width in (7..=12).cycle().take(200) {
            let family = random_family(&mut random, width);
            let mut images: Vec<u32> = (0..width).collect();
            random.shuffle(&mut images);
            let mut renumbered = vec![0; length(width)];
            renumber(&mut family.clone(), &images, &mut renumbered);
            let image = |set| ones(set).fold(0usize, |image, point| image | 1 << images[point as usize]);
            assert_eq!(renumbered, family_of(width, |set| family[image(set)]));
        }
    }

    #[test]
    fn packed_families_hold_all_sets_that_are_small_enough() {
        let mut random = fastrand::Rng::with_seed(4);
        for most in 0..=WIDTH {
            let packing = Packing { width: WIDTH, most };
            let family = random_family(&mut random, WIDTH);
            let small = family_of(WIDTH, |set| if set.count_ones() <= most { family[set as usize] } else { 0 });
            let mut packed = vec![0; packing.length() + SLACK];
            pack(packing, &family, &mut packed);
            let mut back = vec![1; length(WIDTH)];
            unpack(packing, &packed, &mut back);
            assert_eq!(back, small);
            for point in 0..WIDTH {
                let others = ((1 << WIDTH) - 1) ^ 1 << point;
                let mut narrower = vec![1; length(WIDTH - 1)];
                unpack_without(packing, point, &packed, &mut narrower);
                assert_eq!(narrower, family_of(WIDTH - 1, |set| small[scatter(set, others) as usize]));
            }
            let mut copy = vec![0; packing.length() + SLACK];
            for size in 0..=most {
                let mut sets = Vec::new();
                append_sets_of_size(packing, size, &packed, &mut sets);
                let expected: Vec<u8> = subsets(WIDTH, size).map(|set| family[set as usize]).collect();
                assert_eq!(sets, expected);
                sets.extend([0; SLACK]);
                put_sets_of_size(packing, size, &mut copy, &sets);
            }
            assert_eq!(copy[..packing.length()], packed[..packing.length()]);
        }
    }
}
