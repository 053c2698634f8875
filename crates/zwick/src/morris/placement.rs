//! Solves the placing phase: won, drawn or lost for every position with men in hand.
//!
//! # How it works
//!
//! Men in hand only ever decrease, so there are no cycles: one sweep from the last man placed back to the empty board, ply by ply, each
//! position from the positions one ply later. After the last ply all men are placed and the finished tables answer.
//!
//! The positions of a ply are sorted by the set of the side that placed first, reduced by symmetry: a *block*, as in
//! [`index`](super::index). All sets of the other side on the points it leaves empty form one [family](super::families), whatever their
//! size, because the ply and the set determine how many men are in hand. So 64 positions are solved at a time: when the second side places,
//! a point is added to all sets of the family; when the first side places, the family of another block is renumbered by one symmetry and
//! joined.
//!
//! # What it costs
//!
//! There are 17.9 billion positions, nine tenths of them in plies 14 to 17. A ply takes two bits for every set of a block, at most 3.4 GB;
//! the memory of the following ply is released row by row as it is used. On disk every third ply is enough, because a search over two plies
//! fills the gap (see [`is_kept`]).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::Symmetry;
use super::families::{self, BitRow};
use super::geometry::{ALL, Geometry};
use super::index::{Orbits, PairIndex};
use super::retrograde::Error;
use crate::bits::{gather, ones};

/// Whether the layer of this ply is written to disk: every third, so no position is more than two plies away from the next one.
pub(super) fn is_kept(ply: u32) -> bool {
    ply.is_multiple_of(3)
}

/// Men of both sides on the board: of the one that places first, and of the other.
pub(super) type Men = [u32; 2];

/// The possible numbers of men on the board at a ply, in the order in which their positions are stored on disk.
///
/// The side not to move has at least three men including those in hand, otherwise the game was over before. The side to move may just have
/// lost its third man.
pub(super) fn sections(geometry: &Geometry, ply: u32) -> Vec<Men> {
    let placed = [ply.div_ceil(2), ply / 2];
    let mover = (ply % 2) as usize;
    let enough = |side: usize, men: u32, least: u32| men + geometry.men - placed[side] >= least;
    let all = (0..=placed[0]).flat_map(|first| (0..=placed[1]).map(move |second| [first, second]));
    all.filter(|men| enough(mover, men[mover], 2) && enough(1 - mover, men[1 - mover], 3)).collect()
}

/// The value of the second side's sets of a block for the side that has just moved: the family of those with which it wins, and of those
/// with which it wins or draws.
///
/// Sets with more men than were placed do not occur; their bits are meaningless, and no position leads to them.
#[derive(Debug)]
pub(super) struct Block([Box<[u64]>; 2]);

const WINS: usize = 0;
const HOLDS: usize = 1;
const BOTH: [usize; 2] = [WINS, HOLDS];

impl Block {
    /// The side that has just moved loses with every set, until others are [put](Self::put) in.
    pub(super) fn new(width: u32) -> Self {
        Self(BOTH.map(|_| vec![0; families::words(width)].into()))
    }

    /// The side that has just moved wins with every set.
    fn won(width: u32) -> Self {
        Self(BOTH.map(|_| vec![u64::MAX; families::words(width)].into()))
    }

    /// Copies the sets of one size from rows of bits, in which they start at `place`.
    pub(super) fn put(&mut self, size: u32, rows: &[BitRow; 2], place: usize) {
        BOTH.iter().for_each(|&family| rows[family].add_sets_of_size(place, &mut self.0[family], size));
    }

    /// Appends the sets of one size to rows of bits.
    pub(super) fn append_to(&self, rows: &mut [BitRow; 2], size: u32) {
        BOTH.iter().for_each(|&family| rows[family].push_sets_of_size(&self.0[family], size));
    }
}

/// The blocks of all sets of one size.
pub(super) type Row = Vec<Block>;

/// The memory for the blocks of sets of `men` men.
pub(super) fn bytes_of_row(men: u32) -> u64 {
    (PairIndex::length_of(men, 0) * families::words(24 - men) * BOTH.len() * size_of::<u64>()) as u64
}

/// All positions of one ply: a row for every possible number of men of the first side.
#[derive(Debug, Default)]
pub(super) struct Layer {
    rows: Vec<Option<Row>>,
}

impl Layer {
    pub(super) fn insert(&mut self, men: u32, row: Row) {
        self.rows.resize_with(self.rows.len().max(men as usize + 1), || None);
        self.rows[men as usize] = Some(row);
    }

    pub(super) fn row(&self, men: u32) -> Option<&Row> {
        self.rows.get(men as usize)?.as_ref()
    }

    pub(super) fn take(&mut self, men: u32) -> Option<Row> {
        self.rows.get_mut(men as usize)?.take()
    }
}

/// Data shared by all plies of the sweep.
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

    /// A row whose blocks are computed on the threads of the current rayon pool, from the first side's set.
    pub(super) fn row<S>(
        &self,
        men: u32,
        scratch: impl Fn() -> S + Sync + Send,
        block: impl Fn(&mut S, usize, u32) -> Block + Sync + Send,
    ) -> Result<Row, Error> {
        let sets = self.orbits(men).representatives();
        let make = |scratch: &mut S, (number, &set): (usize, &u32)| {
            if self.stop.load(Ordering::Relaxed) { Err(Error::Stopped) } else { Ok(block(scratch, number, set)) }
        };
        sets.par_iter().enumerate().map_init(scratch, make).collect()
    }

    /// A row in which the first side is to move and has too few men.
    pub(super) fn lost_row(&self, men: u32) -> Result<Row, Error> {
        self.row(men, || (), |(), _, _| Block::won(24 - men))
    }

    /// Solves a ply. `later` returns the rows of the next one by the first side's men, each once and in the order in which they are used;
    /// `solved` is passed the first side's men of each row.
    pub(super) fn solve<E: From<Error>>(
        &self,
        ply: u32,
        mut later: impl FnMut(u32) -> Result<Row, E>,
        mut solved: impl FnMut(u32),
    ) -> Result<Layer, E> {
        let placed = [ply.div_ceil(2), ply / 2];
        let hands = placed.map(|placed| self.geometry.men - placed);
        let mut layer = Layer::default();
        if ply.is_multiple_of(2) {
            for men in 2u32.saturating_sub(hands[0])..=placed[0] {
                let is_beaten = men + hands[0] < 3;
                let row = if is_beaten { self.lost_row(men)? } else { self.before_first(men, &later(men + 1)?)? };
                layer.insert(men, row);
                solved(men);
            }
        } else {
            let mut next = None;
            for men in (3u32.saturating_sub(hands[0])..=placed[0]).rev() {
                let quiet = next.take().map_or_else(|| later(men), Ok)?;
                // A mill without a man to take takes none.
                let taken = men.checked_sub(1).map(&mut later).transpose()?;
                layer.insert(men, self.before_second(men, hands[1], &quiet, taken.as_ref())?);
                solved(men);
                next = taken;
            }
        }
        Ok(layer)
    }

    /// The first side places: every empty point leads to one other block, whose points have other numbers.
    fn before_first(&self, men: u32, later: &Row) -> Result<Row, Error> {
        let (geometry, orbits) = (self.geometry, self.orbits(men + 1));
        self.row(
            men,
            || Scratch::new(24 - men),
            |scratch, _, set| {
                let free = ALL & !set;
                scratch.reached.iter_mut().for_each(|family| family.fill(0));
                for (number, point) in ones(free).enumerate() {
                    let after = set | 1 << point;
                    let (target, symmetry) = orbits.locate(after);
                    let target_free = ALL & !orbits.representatives()[target];
                    let images = images(free ^ 1 << point, symmetry, target_free);
                    let child = &later[target];
                    if geometry.closes(after, point) {
                        scratch.take_men(child, &free_mills(geometry, target_free));
                    } else {
                        BOTH.iter().for_each(|&family| scratch.after[family].copy_from_slice(&child.0[family]));
                    }
                    for family in BOTH {
                        let renumbered = &mut scratch.renumbered;
                        families::for_each_renumbered(
                            &mut scratch.after[family],
                            &images,
                            &mut scratch.sources,
                            |number, word| renumbered[number] = word,
                        );
                        families::add_with_point_inserted(&mut scratch.reached[family], renumbered, number as u32);
                    }
                }
                scratch.block()
            },
        )
    }

    /// The second side, with this many men in hand, places: everything stays in its block unless a mill is closed.
    fn before_second(&self, men: u32, hand: u32, quiet: &Row, taken: Option<&Row>) -> Result<Row, Error> {
        self.row(
            men,
            || Scratch::new(24 - men),
            |scratch, number, set| {
                let mills = free_mills(self.geometry, ALL & !set);
                match taken {
                    Some(taken) if !mills.is_empty() => self.take_from(set, taken, scratch),
                    _ => (),
                }
                scratch.reached.iter_mut().for_each(|family| family.fill(0));
                for point in 0..24 - men {
                    let closable: Vec<u32> = mills.iter().copied().filter(|mill| mill >> point & 1 != 0).collect();
                    for family in BOTH {
                        let (reached, quiet) = (&mut scratch.reached[family], &quiet[number].0[family]);
                        if closable.is_empty() || taken.is_none() {
                            families::add_with_point_more(reached, quiet, point);
                            continue;
                        }
                        if family == BOTH[0] {
                            scratch.closed.fill(0);
                            closable.iter().for_each(|&mill| families::add_supersets(&mut scratch.closed, mill));
                        }
                        let words = quiet.iter().zip(&scratch.taken[family]).zip(&scratch.closed);
                        for (word, ((quiet, taken), closed)) in scratch.renumbered.iter_mut().zip(words) {
                            *word = quiet & !closed | taken & closed;
                        }
                        families::add_with_point_more(reached, &scratch.renumbered, point);
                    }
                }
                let mut block = scratch.block();
                if let Some(too_few) = 2u32.checked_sub(hand) {
                    block.0.iter_mut().for_each(|family| families::add_small(family, too_few));
                }
                block
            },
        )
    }

    /// The result of taking one of the first side's men, for all sets of the second.
    fn take_from(&self, set: u32, later: &Row, scratch: &mut Scratch) {
        let free = ALL & !set;
        let orbits = self.orbits(set.count_ones() - 1);
        scratch.taken.iter_mut().for_each(|family| family.fill(0));
        for man in ones(self.geometry.removable(set)) {
            let (target, symmetry) = orbits.locate(set ^ 1 << man);
            let target_free = ALL & !orbits.representatives()[target];
            // The point of the taken man is empty.
            let gap = symmetry.image(1 << man);
            let images = images(free, symmetry, target_free ^ gap);
            let gap = gather(gap, target_free).trailing_zeros();
            for family in BOTH {
                families::remove_point(&later[target].0[family], gap, &mut scratch.renumbered);
                let taken = &mut scratch.taken[family];
                families::for_each_renumbered(
                    &mut scratch.renumbered,
                    &images,
                    &mut scratch.sources,
                    |number, word| taken[number] |= word,
                );
            }
        }
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

/// Scratch families of a thread, in pairs where they are both of a [`Block`].
struct Scratch {
    width: u32,
    /// The sets from which the side to move reaches a win, or at least a draw.
    reached: [Vec<u64>; 2],
    /// The sets of the block reached by placing a man of the first side, which has one point less.
    after: [Vec<u64>; 2],
    /// The results of taking a man.
    taken: [Vec<u64>; 2],
    renumbered: Vec<u64>,
    sources: Vec<u32>,
    /// Sets with a mill through one point.
    closed: Vec<u64>,
    /// Sets with a man outside mills.
    outside: Vec<u64>,
}

impl Scratch {
    fn new(width: u32) -> Self {
        let family = || vec![0; families::words(width)];
        let narrower = || vec![0; families::words(width - 1)];
        Self {
            width,
            reached: BOTH.map(|_| family()),
            after: BOTH.map(|_| narrower()),
            taken: BOTH.map(|_| family()),
            renumbered: family(),
            sources: Vec::new(),
            closed: family(),
            outside: family(),
        }
    }

    /// What the side to move does not reach is the other's.
    fn block(&self) -> Block {
        let rest = |family: usize| self.reached[family].iter().map(|word| !word).collect();
        Block([rest(HOLDS), rest(WINS)])
    }

    /// Sets `after` to what the first side gets by taking a man of the sets in `child`: one outside mills if there is one.
    fn take_men(&mut self, child: &Block, mills: &[u32]) {
        let width = self.width - 1;
        let words = families::words(width);
        let (closed, outside) = (&mut self.closed[..words], &mut self.outside[..words]);
        let close = |closed: &mut [u64], point: u32| {
            closed.fill(0);
            let through = mills.iter().filter(|&&mill| mill >> point & 1 != 0);
            through.for_each(|&mill| families::add_supersets(closed, mill));
        };
        outside.fill(0);
        if !mills.is_empty() {
            let with_point = &mut self.renumbered[..words];
            for point in 0..width {
                close(closed, point);
                with_point.fill(0);
                families::add_supersets(with_point, 1 << point);
                let words = with_point.iter().zip(&*closed);
                outside.iter_mut().zip(words).for_each(|(outside, (with, closed))| *outside |= with & !closed);
            }
        }
        for family in BOTH {
            self.after[family].fill(0);
            // A mill without a man to take takes none.
            self.after[family][0] = child.0[family][0] & 1;
        }
        for point in 0..width {
            close(closed, point);
            let allowed = &mut self.renumbered[..words];
            let pairs = closed.iter().zip(&*outside);
            allowed.iter_mut().zip(pairs).for_each(|(allowed, (closed, outside))| *allowed = !(closed & outside));
            for (after, child) in self.after.iter_mut().zip(&child.0) {
                families::add_with_point_less(after, child, point, allowed);
            }
        }
    }
}
