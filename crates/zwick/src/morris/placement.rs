//! Solves the placing phase: the result and the plies to the end of the game for every position with men in hand.
//!
//! # How it works
//!
//! Men in hand only ever decrease, so there are no cycles: one sweep from the last man placed back to the empty board, each position from
//! those one ply later. After the last ply all men are placed and the finished tables answer.
//!
//! All positions of a ply with the same number of men of the side that placed first are a *row*. A row is sorted by the set of that side,
//! reduced by symmetry: a *block*, as in [`index`](super::index). All sets of the other side on the points it leaves empty form one
//! [family](super::families), whatever their size, because the ply and the set determine how many men are in hand. So 64 positions are
//! solved at a time: when the second side places, a point is added to all sets of the family; when the first side places, the family of
//! another block is renumbered by one symmetry and joined.
//!
//! A row needs one or two rows of the next ply, with the same number of men or one more or less. [`order`] goes down as far as it must and
//! up as soon as it can, so that few rows are in memory at a time.
//!
//! # What it costs
//!
//! There are 17.9 billion positions, nine tenths of them in plies 14 to 17; each takes a byte in memory. On disk every third ply is enough,
//! because a search over two plies fills the gap (see [`is_kept`]).

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::Symmetry;
use super::families::{self, Packing, SLACK, Supersets, raise};
use super::geometry::{ALL, Geometry};
use super::index::{Orbits, PairIndex, subsets};
use super::retrograde::Error;
use super::retrograde::score::{LONGEST, WIN_NOW, score_in};
use crate::bits::{gather, ones};
use crate::plane::Plane;

/// Whether the rows of this ply are written to disk: every third, so no position is more than two plies away from the next one.
pub(super) fn is_kept(ply: u32) -> bool {
    ply.is_multiple_of(3)
}

/// Names a row: the plies played, and the men on the board of the side that placed first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct RowName {
    pub(super) ply: u32,
    pub(super) first: u32,
}

/// The possible numbers of men on the board at a ply: of the side that places first, and of the other.
///
/// The side not to move has at least three men including those in hand, otherwise the game was over before. The side to move may just have
/// lost its third man.
pub(super) fn men(geometry: &Geometry, ply: u32) -> [RangeInclusive<u32>; 2] {
    let placed = [ply.div_ceil(2), ply / 2];
    let mover = (ply % 2) as usize;
    std::array::from_fn(|side| {
        let least: u32 = if side == mover { 2 } else { 3 };
        least.saturating_sub(geometry.men - placed[side])..=placed[side]
    })
}

impl RowName {
    /// The rows of a ply.
    pub(super) fn of_ply(geometry: &Geometry, ply: u32) -> impl Iterator<Item = Self> + use<> {
        men(geometry, ply)[0].clone().map(move |first| Self { ply, first })
    }

    /// The rows that are on disk in the end.
    pub(super) fn all_kept(geometry: &Geometry) -> impl Iterator<Item = Self> {
        (0..2 * geometry.men).filter(|&ply| is_kept(ply)).flat_map(|ply| Self::of_ply(geometry, ply))
    }

    /// How the families of its blocks are packed.
    pub(super) fn packing(self) -> Packing {
        Packing { width: 24 - self.first, most: self.ply / 2 }
    }

    /// How many positions it has for every number of men of the second side, in the order in which they are stored on disk.
    pub(super) fn sections(self, geometry: &Geometry) -> impl Iterator<Item = (u32, u64)> + use<> {
        let section = move |second| (second, PairIndex::length_of(self.first, second) as u64);
        men(geometry, self.ply)[1].clone().map(section)
    }

    /// How many positions it has.
    pub(super) fn entries(self, geometry: &Geometry) -> u64 {
        self.sections(geometry).map(|(_, positions)| positions).sum()
    }

    /// Its size in memory.
    pub(super) fn bytes(self) -> u64 {
        PairIndex::length_of(self.first, 0) as u64 * self.packing().length() as u64
    }

    /// The rows it is solved from, all of the next ply, and the last one for the last time if `order` is followed.
    pub(super) fn later(self, geometry: &Geometry) -> Vec<Self> {
        let Self { ply, first } = self;
        let row = |first| Self { ply: ply + 1, first };
        if ply == 2 * geometry.men {
            Vec::new()
        } else if ply.is_multiple_of(2) {
            let is_beaten = first + geometry.men - ply / 2 < 3;
            if is_beaten { Vec::new() } else { vec![row(first + 1)] }
        } else {
            // A mill without a man to take takes none.
            first.checked_sub(1).map(row).into_iter().chain([row(first)]).collect()
        }
    }
}

/// All rows, including those after the last ply, each after those it is solved from.
pub(super) fn order(geometry: &Geometry) -> Vec<RowName> {
    fn visit(row: RowName, geometry: &Geometry, seen: &mut HashSet<RowName>, order: &mut Vec<RowName>) {
        if seen.insert(row) {
            // The row with more men first: the one with less is used again by the next row.
            row.later(geometry).into_iter().rev().for_each(|later| visit(later, geometry, seen, order));
            order.push(row);
        }
    }
    let (mut seen, mut order) = (HashSet::new(), Vec::new());
    for row in (0..2 * geometry.men).flat_map(|ply| RowName::of_ply(geometry, ply)) {
        visit(row, geometry, &mut seen, &mut order);
    }
    order
}

/// The score of a position for the side that moved there, from that of the side to move.
pub(super) const fn one_ply_back(score: u8) -> u8 {
    score.wrapping_neg().wrapping_add((score > 128) as u8)
}

/// The blocks of a row: packed families with the [score](super::retrograde::score) of each set for the side that has just moved.
///
/// Sets with more men than were placed do not occur; their scores are meaningless, and no position leads to them.
#[derive(Debug, Clone)]
pub(super) struct Row {
    packing: Packing,
    /// Consecutive blocks; shared, so that their memory is released as soon as nobody needs them.
    groups: Vec<Group>,
}

/// The blocks of a group, or the same compressed: a third of the memory while a row waits for its second use.
#[derive(Debug, Clone)]
enum Group {
    Ready(Arc<Plane>),
    Waiting(Arc<Vec<u8>>, usize),
}

impl Group {
    /// A low level: compressing takes longer than solving otherwise.
    const LEVEL: i32 = 1;

    fn waiting(&self) -> Result<Self, Error> {
        Ok(match self {
            Self::Ready(plane) => Self::Waiting(Arc::new(zstd::bulk::compress(plane, Self::LEVEL)?), plane.len()),
            Self::Waiting(..) => self.clone(),
        })
    }

    fn ready(self) -> Result<Arc<Plane>, Error> {
        match self {
            Self::Ready(plane) => Ok(plane),
            Self::Waiting(bytes, length) => {
                let mut plane = Plane::zeroed(length)?;
                zstd::bulk::decompress_to_buffer(&bytes, &mut plane)?;
                Ok(Arc::new(plane))
            }
        }
    }
}

impl Row {
    /// How many blocks a group has: 8 MB of whole families, which is small beside a row, and yet a row has enough groups for all threads.
    const fn blocks_per_group(width: u32) -> usize {
        if width < 23 { 1 << (23 - width) } else { 1 }
    }

    /// A block, followed by slack or the next block.
    fn block(&self, number: usize) -> &[u8] {
        let per_group = Self::blocks_per_group(self.packing.width);
        let Group::Ready(group) = &self.groups[number / per_group] else {
            unreachable!("a waiting row is only read in order")
        };
        &group[number % per_group * self.packing.length()..]
    }

    /// The same row, compressed until it is the last one that [`Sweep::solve`] is given.
    pub(super) fn waiting(self) -> Result<Self, Error> {
        let groups = self.groups.into_par_iter().map(|group| group.waiting()).collect::<Result<_, Error>>()?;
        Ok(Self { groups, ..self })
    }

    /// Appends the scores of a block's sets of one size.
    pub(super) fn append_sets_of_size(&self, size: u32, block: usize, sets: &mut Vec<u8>) {
        families::append_sets_of_size(self.packing, size, self.block(block), sets);
    }
}

/// Data shared by all rows.
pub(super) struct Sweep<'a> {
    geometry: &'a Geometry,
    /// By size.
    orbits: Vec<Arc<Orbits>>,
    stop: &'a AtomicBool,
}

impl<'a> Sweep<'a> {
    pub(super) fn new(geometry: &'a Geometry, stop: &'a AtomicBool) -> Self {
        let orbits = (0..=geometry.men).into_par_iter().map(|size| Arc::new(Orbits::new(size))).collect();
        Self { geometry, orbits, stop }
    }

    /// The orbits of the sets of this many men.
    pub(super) fn orbits(&self, men: u32) -> &Arc<Orbits> {
        &self.orbits[men as usize]
    }

    fn check_stop(&self) -> Result<(), Error> {
        if self.stop.load(Ordering::Relaxed) { Err(Error::Stopped) } else { Ok(()) }
    }

    /// A row whose blocks are all the same.
    pub(super) fn uniform(&self, name: RowName, score: u8) -> Result<Row, Error> {
        self.row(
            name,
            false,
            || (),
            |(), _, packed| {
                packed[..name.packing().length()].fill(score);
                Ok(())
            },
        )
    }

    /// Puts the sets of one size into all blocks of a row that nobody else uses; `fill` appends those of a block.
    pub(super) fn put_sets_of_size(
        &self,
        row: &mut Row,
        size: u32,
        fill: impl Fn(usize, &mut Vec<u8>) + Sync,
    ) -> Result<(), Error> {
        let (packing, per_group) = (row.packing, Row::blocks_per_group(row.packing.width));
        row.groups.par_iter_mut().enumerate().try_for_each_init(Vec::new, |sets, (number, group)| {
            self.check_stop()?;
            let Group::Ready(group) = group else { unreachable!("a row is filled before it waits") };
            let group = Arc::get_mut(group).expect("nobody else uses the row");
            for place in 0..(group.len() - SLACK) / packing.length() {
                sets.clear();
                fill(number * per_group + place, sets);
                sets.extend([0; SLACK]);
                families::put_sets_of_size(packing, size, &mut group[place * packing.length()..], sets);
            }
            Ok(())
        })
    }

    /// Solves a row from those it [needs](RowName::later), in their order. If it `waits`, it is compressed as it is made.
    pub(super) fn solve(&self, name: RowName, mut later: Vec<Row>, waits: bool) -> Result<Row, Error> {
        match later.pop() {
            // The side to move has too few men.
            None => self.uniform(name, WIN_NOW),
            Some(row) if name.ply.is_multiple_of(2) => self.before_first(name, &row, waits),
            Some(quiet) => self.before_second(name, quiet, later.first()),
        }
    }

    /// The first side places: every empty point leads to one other block, whose points have other numbers.
    fn before_first(&self, name: RowName, later: &Row, waits: bool) -> Result<Row, Error> {
        let (packing, sets) = (name.packing(), self.orbits(name.first).representatives());
        self.row(
            name,
            waits,
            || Scratch::new(packing.width),
            |scratch, block, packed| {
                let set = sets[block];
                scratch.best.fill(0);
                for (number, point) in ones(ALL & !set).enumerate() {
                    self.place_first(set, point, later, scratch);
                    let narrower = &scratch.renumbered[..families::length(packing.width - 1)];
                    families::raise_with_point_inserted(&mut scratch.best, narrower, number as u32);
                }
                scratch.one_ply_back()?;
                families::pack(packing, &scratch.best, packed);
                Ok(())
            },
        )
    }

    /// What it is worth to the first side to place a man on a point, for all sets of the second without it.
    fn place_first(&self, set: u32, point: u32, later: &Row, scratch: &mut Scratch) {
        let (after, orbits) = (set | 1 << point, self.orbits(set.count_ones() + 1));
        let (target, symmetry) = orbits.locate(after);
        let target_free = ALL & !orbits.representatives()[target];
        let width = later.packing.width;
        let family = &mut scratch.family[..families::length(width)];
        families::unpack(later.packing, later.block(target), family);
        let images = images(ALL & !after, symmetry, target_free);
        let renumbered = &mut scratch.renumbered[..families::length(width)];
        if self.geometry.closes(after, point) {
            let taken = &mut scratch.other[..families::length(width)];
            take_men(later.packing, family, &free_mills(self.geometry, target_free), taken);
            families::renumber(taken, &images, renumbered);
        } else {
            families::renumber(family, &images, renumbered);
        }
    }

    /// The second side places: everything stays in its block unless a mill is closed.
    ///
    /// Every group of `quiet` is released once it has been used, unless somebody else needs the row.
    fn before_second(&self, name: RowName, quiet: Row, taken: Option<&Row>) -> Result<Row, Error> {
        let (packing, sets) = (name.packing(), self.orbits(name.first).representatives());
        let hand = self.geometry.men - name.ply / 2;
        let too_few: Vec<u32> = (0..3u32.saturating_sub(hand)).flat_map(|size| subsets(packing.width, size)).collect();
        let scratch = || Scratch::new(packing.width);
        let later = quiet.packing;
        let groups = quiet.groups.into_par_iter().map(Group::ready);
        self.row_from(name, false, groups, scratch, |scratch, group, block, packed| {
            let place = block % Row::blocks_per_group(packing.width);
            families::unpack(later, &group[place * later.length()..], &mut scratch.family);
            let mills = free_mills(self.geometry, ALL & !sets[block]);
            let taken = taken.filter(|_| !mills.is_empty());
            if let Some(taken) = taken {
                self.take_from(sets[block], taken, scratch);
            }
            scratch.best.fill(0);
            for point in 0..packing.width {
                let closed = mills.iter().copied().filter(|mill| taken.is_some() && mill >> point & 1 != 0);
                let after = [&scratch.family[..], &scratch.other];
                families::raise_with_point_more(&mut scratch.best, after, &Supersets::of(closed), point);
            }
            scratch.one_ply_back()?;
            too_few.iter().for_each(|&set| scratch.best[set as usize] = WIN_NOW);
            families::pack(packing, &scratch.best, packed);
            Ok(())
        })
    }

    /// What it is worth to take one of the first side's men, for all sets of the second: in `scratch.other`.
    fn take_from(&self, set: u32, later: &Row, scratch: &mut Scratch) {
        let free = ALL & !set;
        let orbits = self.orbits(set.count_ones() - 1);
        scratch.other.fill(0);
        for man in ones(self.geometry.removable(set)) {
            let (target, symmetry) = orbits.locate(set ^ 1 << man);
            let target_free = ALL & !orbits.representatives()[target];
            // The point of the taken man is empty.
            let gap = symmetry.image(1 << man);
            let images = images(free, symmetry, target_free ^ gap);
            let gap = gather(gap, target_free).trailing_zeros();
            families::unpack_without(later.packing, gap, later.block(target), &mut scratch.narrower);
            families::renumber(&mut scratch.narrower, &images, &mut scratch.renumbered);
            raise(&mut scratch.other, &scratch.renumbered);
        }
    }

    /// A row whose blocks are computed on the threads of the current rayon pool.
    fn row<S>(
        &self,
        name: RowName,
        waits: bool,
        scratch: impl Fn() -> S + Sync + Send,
        fill: impl Fn(&mut S, usize, &mut [u8]) -> Result<(), Error> + Sync + Send,
    ) -> Result<Row, Error> {
        let blocks = self.orbits(name.first).representatives().len();
        let groups = 0..blocks.div_ceil(Row::blocks_per_group(name.packing().width));
        let sources = groups.into_par_iter().map(|_| Ok(()));
        self.row_from(name, waits, sources, scratch, |scratch, (), block, packed| fill(scratch, block, packed))
    }

    /// The same, each group from something of its own.
    fn row_from<T: Sync + Send, S>(
        &self,
        name: RowName,
        waits: bool,
        sources: impl IndexedParallelIterator<Item = Result<T, Error>>,
        scratch: impl Fn() -> S + Sync + Send,
        fill: impl Fn(&mut S, &T, usize, &mut [u8]) -> Result<(), Error> + Sync + Send,
    ) -> Result<Row, Error> {
        let packing = name.packing();
        let blocks = self.orbits(name.first).representatives().len();
        let per_group = Row::blocks_per_group(packing.width);
        let group = |scratch: &mut S, (number, source): (usize, Result<T, Error>)| {
            let source = source?;
            let blocks = number * per_group..((number + 1) * per_group).min(blocks);
            let mut plane = Plane::zeroed(blocks.len() * packing.length() + SLACK)?;
            for (place, block) in blocks.enumerate() {
                self.check_stop()?;
                fill(scratch, &source, block, &mut plane[place * packing.length()..])?;
            }
            let group = Group::Ready(Arc::new(plane));
            if waits { group.waiting() } else { Ok(group) }
        };
        let groups = sources.enumerate().map_init(scratch, group).collect::<Result<_, Error>>()?;
        Ok(Row { packing, groups })
    }
}

/// The numbers of the points of `free`, in order, among those of `target_free` after a symmetry.
fn images(free: u32, symmetry: Symmetry, target_free: u32) -> Vec<u32> {
    ones(free).map(|point| gather(symmetry.image(1 << point), target_free).trailing_zeros()).collect()
}

/// The mills on the empty points, as sets of their numbers.
fn free_mills(geometry: &Geometry, free: u32) -> Vec<u32> {
    geometry.mills.iter().filter(|&&mill| mill & free == mill).map(|&mill| gather(mill, free)).collect()
}

/// What the first side gets by taking a man of the sets of a family: one outside mills if there is one.
fn take_men(packing: Packing, family: &[u8], mills: &[u32], best: &mut [u8]) {
    best.fill(0);
    for point in 0..packing.width {
        let through = mills.iter().copied().filter(|mill| mill >> point & 1 != 0);
        families::raise_with_point_less(best, family, &Supersets::of(through), point);
    }
    for set in unions(mills, packing.most) {
        // All men are in mills; without a man, none is taken.
        let one_less = ones(set).map(|man| family[(set ^ 1 << man) as usize]);
        best[set as usize] = one_less.max().unwrap_or(family[0]);
    }
}

/// All sets of at most `most` men that consist of mills, and the empty one.
fn unions(mills: &[u32], most: u32) -> Vec<u32> {
    let mut unions = vec![0];
    for mill in mills {
        let more: Vec<u32> = unions.iter().map(|set| set | mill).filter(|set| set.count_ones() <= most).collect();
        unions.extend(more);
        unions.sort_unstable();
        unions.dedup();
    }
    unions
}

/// Families of a thread.
struct Scratch {
    /// The scores the side to move can reach.
    best: Vec<u8>,
    /// The scores of a later block.
    family: Vec<u8>,
    /// The scores after a man was taken.
    other: Vec<u8>,
    narrower: Vec<u8>,
    renumbered: Vec<u8>,
}

impl Scratch {
    fn new(width: u32) -> Self {
        let family = || vec![0; families::length(width)];
        Self { best: family(), family: family(), other: family(), narrower: family(), renumbered: family() }
    }

    /// What the side to move can reach, as scores of the side that has just moved.
    fn one_ply_back(&mut self) -> Result<(), Error> {
        let longest = [LONGEST, LONGEST - 1].map(score_in);
        let mut too_long = false;
        for score in &mut self.best {
            too_long |= longest.contains(score);
            *score = one_ply_back(*score);
        }
        if too_long { Err(Error::TooLong { plies: LONGEST }) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morris::retrograde::score::{DRAW, NOTHING, code_of, score_before};

    #[test]
    fn one_ply_back_is_one_ply_more_for_the_other_side() {
        assert_eq!([NOTHING, DRAW].map(one_ply_back), [NOTHING, DRAW]);
        for plies in 0..LONGEST {
            let score = score_in(plies);
            assert_eq!(one_ply_back(score), score_in(plies + 1));
            assert_eq!(one_ply_back(score), score_before(code_of(score)));
        }
    }

    #[test]
    fn unions_of_mills_are_the_sets_without_a_man_outside() {
        let mills = [0b111, 0b1_1001, 0b1110_0000];
        let expected = (0..256u32).filter(|set| {
            let inside = mills.iter().filter(|&mill| set & mill == *mill).fold(0, |inside, mill| inside | mill);
            inside == *set && set.count_ones() <= 6
        });
        assert_eq!(unions(&mills, 6), expected.collect::<Vec<_>>());
    }
}
