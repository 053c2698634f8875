//! Solves the placing of men: won, drawn or lost for every position with men in hand.
//!
//! # How it works
//!
//! Men in hand only ever become fewer, so there are no cycles: one sweep from the last man placed back to the empty board, ply by
//! ply, each position from the positions one ply later. After the last ply all men are placed and the finished tables answer.
//!
//! A layer holds all positions of one ply in sections, one for every number of men on the board. Both the side that placed first and
//! the other use the same blocks, those of the first side's set (see [`index`](super::index)): when the second side places, the
//! position stays in its block; when the first side places, a whole block goes to another by one symmetry.
//!
//! # What it costs
//!
//! There are 17.9 G positions, two bits each in memory, of which only two layers are needed at a time. Nine tenths of them are in plies 14 to 17.
//! On disk every third ply is enough, because a search over two plies fills the gap (see [`is_kept`]).

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::geometry::Geometry;
use super::index::{Orbits, PairIndex, SubsetRank, choose, subsets};
use super::retrograde::Error;
use crate::bits::{gather, ones, scatter};
use crate::plane::Plane;

/// Whether the layer of this ply is written to disk: every third, so that no position is more than two plies away from the next one.
pub(super) fn is_kept(ply: u32) -> bool {
    ply.is_multiple_of(3)
}

/// Men of both sides on the board: of the one that places first, and of the other.
pub(super) type Men = [u32; 2];

/// The men on the board that are possible at a ply, in the order of the sections of a layer.
///
/// The side that is not to move has at least three men with those in hand, otherwise the game was over before. The side to move may
/// just have lost its third man.
pub(super) fn sections(geometry: &Geometry, ply: u32) -> Vec<Men> {
    let placed = [ply.div_ceil(2), ply / 2];
    let mover = (ply % 2) as usize;
    let enough = |side: usize, men: u32, least: u32| men + geometry.men - placed[side] >= least;
    let all = (0..=placed[0]).flat_map(|first| (0..=placed[1]).map(move |second| [first, second]));
    all.filter(|men| enough(mover, men[mover], 2) && enough(1 - mover, men[1 - mover], 3)).collect()
}

/// The results of all positions with the same men on the board at one ply, for the side to move: 0 loss, 1 draw, 2 win.
#[derive(Debug)]
pub(super) struct Section {
    pair: Arc<PairIndex>,
    /// Bytes of a block: blocks start with a new byte.
    stride: usize,
    packed: Plane,
}

const LOSS: u8 = 0;
const WIN: u8 = 2;

impl Section {
    /// A section in which the side to move has lost everything.
    fn lost(pair: Arc<PairIndex>) -> io::Result<Self> {
        let stride = pair.block_length().div_ceil(4);
        Ok(Self { packed: Plane::zeroed(stride * pair.blocks())?, pair, stride })
    }

    /// Fills every block on the threads of the current rayon pool; `scratch` makes what a thread needs.
    fn filled<S>(
        pair: Arc<PairIndex>,
        scratch: impl Fn() -> S + Sync + Send,
        fill: impl Fn(&mut S, usize, &mut [u8]) + Sync + Send,
    ) -> io::Result<Self> {
        let mut section = Self::lost(pair)?;
        let length = section.pair.block_length();
        let buffers = || (scratch(), vec![LOSS; length]);
        let blocks = section.packed.par_chunks_mut(section.stride).enumerate().with_min_len(16);
        blocks.for_each_init(buffers, |(scratch, results), (block, packed)| {
            results.fill(LOSS);
            fill(scratch, block, results);
            for (byte, four) in packed.iter_mut().zip(results.chunks(4)) {
                *byte = four.iter().rev().fold(0, |byte, result| byte << 2 | result);
            }
        });
        Ok(section)
    }

    /// A section of the finished tables, results made by `result_at` from their index.
    pub(super) fn from_table(
        pair: Arc<PairIndex>,
        result_at: impl Fn(usize, u32, u32) -> u8 + Sync + Send,
    ) -> io::Result<Self> {
        let sets: Vec<u32> = subsets(24 - pair.outer, pair.inner).collect();
        let index = Arc::clone(&pair);
        Self::filled(
            pair,
            || (),
            |(), block, results| {
                let (outer, free) = (index.outer_set(block), index.free(block));
                for (place, (result, &set)) in results.iter_mut().zip(&sets).enumerate() {
                    *result = result_at(block * sets.len() + place, outer, scatter(set, free));
                }
            },
        )
    }

    fn block(&self, block: usize) -> &[u8] {
        &self.packed[block * self.stride..][..self.stride]
    }

    fn len(&self) -> usize {
        self.pair.len()
    }

    /// The result of an entry.
    pub(super) fn result(&self, index: usize) -> u8 {
        let length = self.pair.block_length();
        result_in(self.block(index / length), index % length)
    }
}

/// A result inside a block.
#[inline(always)]
fn result_in(block: &[u8], place: usize) -> u8 {
    block[place / 4] >> (place % 4 * 2) & 3
}

/// All positions of one ply.
#[derive(Debug, Default)]
pub(super) struct Layer {
    sections: BTreeMap<Men, Arc<Section>>,
}

impl Layer {
    /// How many positions there are.
    pub(super) fn len(&self) -> usize {
        self.sections.values().map(|section| section.len()).sum()
    }

    pub(super) fn insert(&mut self, men: Men, section: Section) {
        self.sections.insert(men, Arc::new(section));
    }

    pub(super) fn section(&self, men: Men) -> Option<Arc<Section>> {
        self.sections.get(&men).cloned()
    }

    /// Appends the results in a range of the whole layer, section after section.
    pub(super) fn append_results(&self, range: Range<usize>, results: &mut Vec<u8>) {
        let mut start = 0;
        for section in self.sections.values() {
            let end = start + section.len();
            let (from, to) = (range.start.max(start), range.end.min(end));
            results.extend((from..to.max(from)).map(|index| section.result(index - start)));
            start = end;
        }
    }
}

/// What the sweep needs to know at every ply.
pub(super) struct Sweep<'a> {
    geometry: &'a Geometry,
    orbits: HashMap<u32, Arc<Orbits>>,
    stop: &'a AtomicBool,
}

impl<'a> Sweep<'a> {
    pub(super) fn new(geometry: &'a Geometry, stop: &'a AtomicBool) -> Self {
        Self { geometry, orbits: HashMap::new(), stop }
    }

    /// The index of a section, by the set of the side that places first.
    pub(super) fn pair(&mut self, men: Men) -> Arc<PairIndex> {
        let orbits = self.orbits.entry(men[0]).or_insert_with(|| Arc::new(Orbits::new(men[0])));
        Arc::new(PairIndex::with_orbits(Arc::clone(orbits), men[0], men[1]))
    }

    /// Solves a section at `ply`. `later` gives the sections one ply later, by their men.
    pub(super) fn solve<E: From<Error>>(
        &mut self,
        ply: u32,
        men: Men,
        later: &mut impl FnMut(&mut Self, Men) -> Result<Arc<Section>, E>,
    ) -> Result<Section, E> {
        let memory = |error: io::Error| E::from(Error::Memory(error));
        let pair = self.pair(men);
        let mover = (ply % 2) as usize;
        let placed = [ply.div_ceil(2), ply / 2][mover];
        if men[mover] + self.geometry.men - placed < 3 {
            return Section::lost(pair).map_err(memory);
        }
        let mut after = men;
        after[mover] += 1;
        let quiet = later(self, after)?;
        // A mill without a man to take takes none.
        let taken = after[1 - mover].checked_sub(1).map(|left| {
            after[1 - mover] = left;
            later(self, after)
        });
        let children = Children { geometry: self.geometry, pair: Arc::clone(&pair), quiet, taken: taken.transpose()? };
        let section = if mover == 0 { children.before_first(self.stop) } else { children.before_second(self.stop) };
        if self.stop.load(Ordering::Relaxed) {
            return Err(Error::Stopped.into());
        }
        section.map_err(memory)
    }
}

/// The sections that placing a man leads to.
struct Children<'a> {
    geometry: &'a Geometry,
    /// The section to be filled.
    pair: Arc<PairIndex>,
    quiet: Arc<Section>,
    taken: Option<Arc<Section>>,
}

impl Children<'_> {
    /// The first side places: every free point leads from a block to another block by one symmetry.
    fn before_first(&self, stop: &AtomicBool) -> io::Result<Section> {
        let pair = &self.pair;
        let length = pair.block_length();
        let inner_sets: Vec<u32> = subsets(24 - pair.outer, pair.inner).collect();
        let target = &self.quiet.pair;
        let scratch = || (vec![0u32; length], vec![0u32; length], vec![0u32; length]);
        Section::filled(Arc::clone(pair), scratch, |(all, sets, places), block, results| {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let (outer, free) = (pair.outer_set(block), pair.free(block));
            all.iter_mut().zip(&inner_sets).for_each(|(set, &inner)| *set = scatter(inner, free));
            for point in ones(free) {
                let after = outer | 1 << point;
                let (block, symmetry) = target.orbits().locate(after);
                // Positions already won need no other move, and one man in the way makes this one impossible.
                let mut kept = 0;
                for (place, &set) in all.iter().enumerate() {
                    (sets[kept], places[kept]) = (set, place as u32);
                    kept += usize::from(set >> point & 1 == 0 && results[place] != WIN);
                }
                symmetry.replace_by_images(&mut sets[..kept]);
                let free = target.free(block);
                let (sets, places) = (&sets[..kept], &places[..kept]);
                match &self.taken {
                    Some(taken) if self.geometry.closes(after, point) => {
                        let mills = self.free_mills(free);
                        let rank = taken.pair.inner_rank();
                        let child = taken.block(block);
                        for (&set, &place) in sets.iter().zip(places) {
                            let set = gather(set, free);
                            let best = ones(removable(set, &mills))
                                .map(|man| WIN - result_in(child, rank.rank(set ^ 1 << man)));
                            let result = &mut results[place as usize];
                            *result = (*result).max(best.max().unwrap_or(LOSS));
                        }
                    }
                    _ => {
                        let child = self.quiet.block(block);
                        let rank = target.inner_rank();
                        for (&set, &place) in sets.iter().zip(places) {
                            let result = &mut results[place as usize];
                            *result = (*result).max(WIN - result_in(child, rank.rank(gather(set, free))));
                        }
                    }
                }
            }
        })
    }

    /// The second side places: everything stays in the block. Each position after the move serves all positions before it.
    fn before_second(&self, stop: &AtomicBool) -> io::Result<Section> {
        let pair = &self.pair;
        let width = 24 - pair.outer;
        let after_sets: Vec<u32> = subsets(width, pair.inner + 1).collect();
        let rank = SubsetRank::new(width, pair.inner);
        debug_assert_eq!(choose(width, pair.inner + 1), self.quiet.pair.block_length());
        let scratch = || MillWorths {
            sets: Vec::new(),
            images: Vec::new(),
            places: Vec::new(),
            worths: vec![LOSS; after_sets.len()],
        };
        Section::filled(Arc::clone(pair), scratch, |scratch, block, results| {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let mills = self.free_mills(pair.free(block));
            if let Some(taken) = &self.taken {
                scratch.fill(self.geometry, pair, block, taken, &after_sets, &mills);
            }
            let child = self.quiet.block(block);
            for (place, &after) in after_sets.iter().enumerate() {
                let quiet = WIN - result_in(child, place);
                let in_mills = if self.taken.is_some() { in_mills(after, &mills) } else { 0 };
                let closing = if in_mills == 0 { LOSS } else { scratch.worths[place] };
                for (worth, men) in [(quiet, after & !in_mills), (closing, in_mills)] {
                    if worth != LOSS {
                        for man in ones(men) {
                            let result = &mut results[rank.rank(after ^ 1 << man)];
                            *result = (*result).max(worth);
                        }
                    }
                }
            }
        })
    }

    /// The mills on the free points, pressed onto them.
    fn free_mills(&self, free: u32) -> Vec<u32> {
        self.geometry.mills.iter().filter(|&&mill| mill & free == mill).map(|&mill| gather(mill, free)).collect()
    }
}

fn in_mills(set: u32, mills: &[u32]) -> u32 {
    mills.iter().filter(|&&mill| set & mill == mill).fold(0, |men, mill| men | mill)
}

fn removable(set: u32, mills: &[u32]) -> u32 {
    let outside = set & !in_mills(set, mills);
    if outside == 0 { set } else { outside }
}

/// What a mill that the second side has just closed is worth, for every set of one block with a mill in it.
struct MillWorths {
    sets: Vec<u32>,
    images: Vec<u32>,
    places: Vec<u32>,
    worths: Vec<u8>,
}

impl MillWorths {
    fn fill(
        &mut self,
        geometry: &Geometry,
        pair: &PairIndex,
        block: usize,
        taken: &Section,
        after_sets: &[u32],
        mills: &[u32],
    ) {
        let (outer, free) = (pair.outer_set(block), pair.free(block));
        self.sets.clear();
        self.places.clear();
        for (place, &set) in after_sets.iter().enumerate() {
            if in_mills(set, mills) != 0 {
                self.sets.push(scatter(set, free));
                self.places.push(place as u32);
                self.worths[place] = LOSS;
            }
        }
        for man in ones(geometry.removable(outer)) {
            let (target, symmetry) = taken.pair.orbits().locate(outer ^ 1 << man);
            self.images.clone_from(&self.sets);
            symmetry.replace_by_images(&mut self.images);
            let (child, free) = (taken.block(target), taken.pair.free(target));
            for (&image, &place) in self.images.iter().zip(&self.places) {
                let worth = &mut self.worths[place as usize];
                *worth = (*worth).max(WIN - result_in(child, taken.pair.inner_rank().rank(gather(image, free))));
            }
        }
    }
}
