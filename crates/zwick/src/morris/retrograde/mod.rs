//! Solves all positions of one material pair: win, draw or loss and the plies to the end of the game.
//!
//! # How it works
//!
//! Every position has two bytes: the best known score, and its hopes: how many of its quiet moves (those that take no man) are not yet
//! known to lose. First, [`captures`] fills in the values of the moves that take a man, from the finished tables with one man less. Then
//! the results spread backwards, all those of one distance before the next ([`spread`]):
//!
//! - from a position lost in *n*, every quiet predecessor is won in *n* + 1 at least;
//! - from a position won in *n*, every quiet predecessor loses one hope; when none is left, it is lost in *n* + 1, or later if the best
//!   move that takes a man holds out longer, unless such a move draws or wins.
//!
//! What is never reached is a draw and costs nothing.
//!
//! # Why it is fast
//!
//! Both sides to move use the same blocks (see [`crate::morris::index`]). A move of the side with fewer men stays inside one block of at
//! most 19 KB. A move of the other side connects two blocks by one symmetry, which is applied to whole lists at a time; the block being
//! written belongs to one thread, the lists of solved positions are only read. So there are no locks and no atomics, and the result is the
//! same to the byte with any number of threads.
//!
//! The method is K. Thompson's (1986), applied to this game by R. Gasser (1996).

mod captures;
mod edges;
pub(super) mod score;
mod spread;

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::bits::scatter;
use crate::morris::geometry::Geometry;
use crate::morris::index::{PairIndex, subsets};
use crate::plane::Plane;
use edges::Edges;

pub(crate) use score::{code_of, plies_of};

/// Blocks are handed to threads in groups of this many.
const GROUP: usize = 64;

/// Why a pair was not solved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Stopped on request.
    #[error("stopped")]
    Stopped,
    /// A byte cannot hold the distance.
    #[error("a game lasts {plies} plies or more: one byte per position cannot hold it")]
    TooLong {
        /// The distance.
        plies: u32,
    },
    /// The system has no memory left.
    #[error("out of memory: {0}")]
    Memory(#[from] io::Error),
}

/// The tables that captures lead to, as codes. They are consumed.
#[derive(Debug)]
pub(crate) struct Captures {
    /// The larger side has taken: same larger side, one man less on the smaller, which is to move. `None` if the smaller side has only
    /// three men and has lost.
    pub(crate) by_larger: Option<Plane>,
    /// The smaller side has taken: one man less on the larger, which is to move. `None` if both have equal numbers of men, because then one
    /// side to move determines the other.
    pub(crate) by_smaller: Option<Plane>,
}

/// The codes of all positions of a pair.
#[derive(Debug)]
pub(crate) struct Solved {
    pub(crate) larger_to_move: Plane,
    /// The same positions with the other side to move. For equal numbers of men: the same results in another order.
    pub(crate) smaller_to_move: Plane,
}

/// One side to move during solving.
struct Side {
    scores: Plane,
    hopes: Plane,
    /// For every block, the scores that have entries still to be spread from.
    pending: Vec<Pending>,
}

impl Side {
    fn new(pair: &PairIndex) -> io::Result<Self> {
        Ok(Self {
            scores: Plane::zeroed(pair.len())?,
            hopes: Plane::zeroed(pair.len())?,
            pending: vec![Pending::default(); pair.blocks()],
        })
    }

    /// The final codes: wins, losses with no hope left, and everything else a draw.
    fn finish(mut self) -> Plane {
        let lost: [u8; 256] = std::array::from_fn(|score| code_of(score as u8));
        let open: [u8; 256] = std::array::from_fn(|score| if score > 128 { lost[score] } else { 0 });
        self.scores.par_chunks_mut(1 << 16).zip(self.hopes.par_chunks(1 << 16)).for_each(|(scores, hopes)| {
            for (score, &hopes) in scores.iter_mut().zip(hopes) {
                *score = if hopes == 0 { lost[*score as usize] } else { open[*score as usize] };
            }
        });
        self.scores
    }
}

/// A set of scores.
#[derive(Clone, Copy, Default, Debug)]
struct Pending([u64; 4]);

impl Pending {
    #[inline(always)]
    fn insert(&mut self, score: u8) {
        self.0[usize::from(score) / 64] |= 1 << (score % 64);
    }

    #[inline(always)]
    fn remove(&mut self, score: u8) -> bool {
        let (word, bit) = (&mut self.0[usize::from(score) / 64], 1 << (score % 64));
        let found = *word & bit != 0;
        *word &= !bit;
        found
    }

    fn union(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The plies of the score that ends the game soonest.
    fn soonest(self) -> Option<u32> {
        (0..=255u8).filter(|score| self.0[usize::from(*score) / 64] >> (score % 64) & 1 != 0).filter_map(plies_of).min()
    }
}

/// Constant data while one pair is solved.
struct Task<'a> {
    geometry: &'a Geometry,
    pair: &'a PairIndex,
    quiet: Edges,
    closing: Edges,
    /// The inner sets of a block in order, compressed onto the empty points.
    inner_sets: Vec<u32>,
    /// The lines between two points, and for each of three bytes of a set the lines with one end in it: see [`Task::crossing`].
    lines: Vec<u32>,
    crossing: Box<[[u64; 256]; 3]>,
    stop: &'a AtomicBool,
}

impl<'a> Task<'a> {
    fn new(geometry: &'a Geometry, pair: &'a PairIndex, stop: &'a AtomicBool) -> Self {
        let (quiet, closing) = Edges::new(geometry, pair.orbits(), pair.outer);
        let lines = geometry.edges();
        let mut crossing = Box::new([[0; 256]; 3]);
        for (ring, table) in crossing.iter_mut().enumerate() {
            for (set, crossed) in table.iter_mut().enumerate() {
                let ends = (set as u32) << (8 * ring);
                *crossed = lines_where(&lines, |line| (line & ends).count_ones() == 1);
            }
        }
        let inner_sets = subsets(24 - pair.outer, pair.inner).collect();
        Self { geometry, pair, quiet, closing, inner_sets, lines, crossing, stop }
    }

    /// The lines with exactly one end in `set`. Three look-ups: membership of the two ends adds up without carry.
    #[inline(always)]
    fn crossing(&self, set: u32) -> u64 {
        self.crossing[0][(set & 255) as usize]
            ^ self.crossing[1][(set >> 8 & 255) as usize]
            ^ self.crossing[2][(set >> 16 & 255) as usize]
    }

    /// The lines entirely on the empty points of a block.
    fn free_lines(&self, free: u32) -> u64 {
        lines_where(&self.lines, |line| line & free == line)
    }

    /// The mills entirely on the empty points of a block.
    fn free_mills(&self, free: u32) -> impl Iterator<Item = u32> {
        self.geometry.mills.iter().copied().filter(move |mill| mill & free == *mill)
    }

    fn smaller_flies(&self) -> bool {
        self.geometry.flying && self.pair.inner == 3
    }

    /// The inner sets of a block as sets of points.
    fn fill_inner_sets(&self, free: u32, sets: &mut Vec<u32>) {
        sets.clear();
        sets.extend(self.inner_sets.iter().map(|&set| scatter(set, free)));
    }

    fn check_stop(&self) -> Result<(), Error> {
        if self.stop.load(Ordering::Relaxed) { Err(Error::Stopped) } else { Ok(()) }
    }
}

fn lines_where(lines: &[u32], keep: impl Fn(u32) -> bool) -> u64 {
    lines.iter().enumerate().fold(0, |found, (number, &line)| found | u64::from(keep(line)) << number)
}

/// Solves a pair on the threads of the current rayon pool. `progress` is passed the distance being spread from, and how many positions are
/// solved before it, for both sides to move.
pub(crate) fn solve(
    geometry: &Geometry,
    pair: &PairIndex,
    captures: Captures,
    stop: &AtomicBool,
    mut progress: impl FnMut(u32, u64),
) -> Result<Solved, Error> {
    if pair.outer + pair.inner == 24 {
        // The board is full: neither side can move, and the rules make it a draw.
        return Ok(Solved { larger_to_move: Plane::zeroed(pair.len())?, smaller_to_move: Plane::zeroed(pair.len())? });
    }
    let task = Task::new(geometry, pair, stop);
    let (mut larger, mut smaller) = (Side::new(pair)?, Side::new(pair)?);
    captures::begin(&task, captures, &mut larger, &mut smaller)?;
    let mut lists = spread::Lists::new(pair.blocks());
    let mut solved = 0;
    while let Some(plies) = spread::soonest(&larger, &smaller) {
        if plies >= score::LONGEST {
            return Err(Error::TooLong { plies });
        }
        progress(plies, solved);
        solved += spread::from_larger_to_move(&task, plies, &mut larger, &mut smaller, &mut lists);
        task.check_stop()?;
        spread::from_smaller_to_move(&task, plies, &lists, &mut larger);
        task.check_stop()?;
    }
    Ok(Solved { larger_to_move: larger.finish(), smaller_to_move: smaller.finish() })
}
