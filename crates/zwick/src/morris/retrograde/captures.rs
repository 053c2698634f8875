//! The first step: the values of moves that take a man, and the number of quiet moves.
//!
//! The value of a closed mill depends on the position after the move, before a man is taken. It is computed once for every such position
//! and then read by every move that leads there, four to six times as often.

use std::sync::atomic::Ordering;

use rayon::prelude::*;

use super::score::{DRAW, LONGEST, LOST_NOW, NOTHING, WIN_NOW, score_before};
use super::{Captures, Error, GROUP, Pending, Side, Task};
use crate::bits::{gather, ones, scatter};
use crate::morris::index::{PairIndex, SubsetRank, choose, subsets};
use crate::plane::Plane;

/// Fills scores, hopes and pending scores of both sides.
pub(super) fn begin(task: &Task, captures: Captures, larger: &mut Side, smaller: &mut Side) -> Result<(), Error> {
    // The hopes of the larger side are not needed yet, so their memory is reused.
    larger_mills(task, captures.by_larger, &mut larger.hopes);
    task.check_stop()?;
    larger_captures(task, &larger.hopes, &mut larger.scores);
    task.check_stop()?;
    larger_hopes(task, larger);
    task.check_stop()?;
    match captures.by_smaller {
        Some(table) => smaller_captures(task, table, smaller),
        None => transpose(task, &larger.scores, smaller),
    }
    task.check_stop()
}

/// The value of every position in which the larger side has just closed a mill.
fn larger_mills(task: &Task, table: Option<Plane>, worth: &mut Plane) {
    let pair = task.pair;
    let Some(mut table) = table else {
        return worth.par_chunks_mut(1 << 16).for_each(|part| part.fill(WIN_NOW));
    };
    to_scores(&mut table);
    let length = pair.block_length();
    let width = 24 - pair.outer;
    let taken_rank = SubsetRank::new(width, pair.inner - 1);
    let taken_length = choose(width, pair.inner - 1);
    worth.par_chunks_mut(length).enumerate().with_min_len(GROUP).for_each(|(block, worth)| {
        if task.stop.load(Ordering::Relaxed) || task.geometry.in_mills(pair.outer_set(block)) == 0 {
            return;
        }
        let table = &table[block * taken_length..][..taken_length];
        let free = pair.free(block);
        let mills: Vec<u32> = task.free_mills(free).map(|mill| gather(mill, free)).collect();
        for (worth, &set) in worth.iter_mut().zip(&task.inner_sets) {
            let safe = mills.iter().filter(|&&mill| set & mill == mill).fold(0, |safe, mill| safe | mill);
            let mut removable = if safe == set { set } else { set & !safe };
            while removable != 0 {
                let man = removable & removable.wrapping_neg();
                *worth = (*worth).max(table[taken_rank.rank(set ^ man)]);
                removable ^= man;
            }
        }
    });
}

/// The best move of the larger side that takes a man.
fn larger_captures(task: &Task, worth: &[u8], scores: &mut Plane) {
    let pair = task.pair;
    let length = pair.block_length();
    let scratch = || (Vec::new(), vec![0u32; length], vec![0u32; length]);
    scores.par_chunks_mut(length).enumerate().with_min_len(GROUP).for_each_init(scratch, |scratch, (block, scores)| {
        let (all, sets, places) = scratch;
        let closing = task.closing.of(block);
        if closing.is_empty() || task.stop.load(Ordering::Relaxed) {
            return;
        }
        task.fill_inner_sets(pair.free(block), all);
        for edge in closing {
            let mut kept = 0;
            for (place, &set) in all.iter().enumerate() {
                (sets[kept], places[kept]) = (set, place as u32);
                kept += (!set >> edge.to & 1) as usize;
            }
            edge.symmetry().replace_by_images(&mut sets[..kept]);
            let target = edge.target as usize;
            let (worth, free) = (&worth[target * length..][..length], pair.free(target));
            for (&set, &place) in sets[..kept].iter().zip(&places[..kept]) {
                let score = &mut scores[place as usize];
                *score = (*score).max(worth[pair.inner_rank().rank(gather(set, free))]);
            }
        }
    });
}

/// The number of quiet moves of the larger side. It is a sum over the points that the smaller side occupies: three look-ups.
fn larger_hopes(task: &Task, larger: &mut Side) {
    let pair = task.pair;
    blocks(larger, pair).for_each(|(block, part)| {
        let quiet = task.quiet.of(block);
        let mut moves_to = [0u8; 24];
        for edge in quiet {
            moves_to[edge.to as usize] += 1;
        }
        let mut blocked = [[0u8; 128]; 3];
        for (place, point) in ones(pair.free(block)).enumerate() {
            let (table, bit) = (&mut blocked[place / 7], 1 << (place % 7));
            for set in bit..2 * bit {
                table[set] = table[set - bit] + moves_to[point as usize];
            }
        }
        for (hopes, &set) in part.hopes.iter_mut().zip(&task.inner_sets) {
            let blocked = [0, 7, 14].map(|shift| blocked[shift / 7][(set >> shift & 127) as usize]);
            *hopes = quiet.len() as u8 - blocked[0] - blocked[1] - blocked[2];
        }
        part.settle();
    });
}

/// Scores of the smaller side for equal numbers of men: the same position from the other side.
fn transpose(task: &Task, larger_scores: &[u8], smaller: &mut Side) {
    let pair = task.pair;
    blocks(smaller, pair).for_each(|(block, part)| {
        if task.stop.load(Ordering::Relaxed) {
            return;
        }
        let (outer, free) = (pair.outer_set(block), pair.free(block));
        for (score, &set) in part.scores.iter_mut().zip(&task.inner_sets) {
            *score = larger_scores[pair.index(scatter(set, free), outer)];
        }
        smaller_hopes(task, block, part.hopes);
        closing_moves(task, block, |before, _| part.hopes[before] -= 1);
        part.settle();
    });
}

/// Scores of the smaller side from the table with one man less on the larger.
fn smaller_captures(task: &Task, mut table: Plane, smaller: &mut Side) {
    let pair = task.pair;
    to_scores(&mut table);
    let taken = PairIndex::new(pair.outer - 1, pair.inner);
    let length = pair.block_length();
    let scratch =
        || MillScratch { sets: Vec::new(), images: Vec::new(), places: Vec::new(), worth: vec![NOTHING; length] };
    blocks(smaller, pair).for_each_init(scratch, |scratch, (block, part)| {
        if task.stop.load(Ordering::Relaxed) {
            return;
        }
        scratch.fill(task, block, &taken, &table);
        smaller_hopes(task, block, part.hopes);
        closing_moves(task, block, |before, after| {
            part.hopes[before] -= 1;
            part.scores[before] = part.scores[before].max(scratch.worth[after]);
        });
        part.settle();
    });
}

/// The value of every position of one block in which the smaller side has just closed a mill.
struct MillScratch {
    sets: Vec<u32>,
    images: Vec<u32>,
    places: Vec<u32>,
    worth: Vec<u8>,
}

impl MillScratch {
    fn fill(&mut self, task: &Task, block: usize, taken: &PairIndex, table: &[u8]) {
        let (outer, free) = (task.pair.outer_set(block), task.pair.free(block));
        let mills: Vec<u32> = task.free_mills(free).map(|mill| gather(mill, free)).collect();
        self.sets.clear();
        self.places.clear();
        for (place, &set) in task.inner_sets.iter().enumerate() {
            if mills.iter().any(|mill| set & mill == *mill) {
                self.sets.push(scatter(set, free));
                self.places.push(place as u32);
                self.worth[place] = NOTHING;
            }
        }
        for man in ones(task.geometry.removable(outer)) {
            let (target, symmetry) = taken.orbits().locate(outer ^ 1 << man);
            self.images.clone_from(&self.sets);
            symmetry.replace_by_images(&mut self.images);
            let (table, free) = (&table[target * taken.block_length()..][..taken.block_length()], taken.free(target));
            for (&image, &place) in self.images.iter().zip(&self.places) {
                let worth = &mut self.worth[place as usize];
                *worth = (*worth).max(table[taken.inner_rank().rank(gather(image, free))]);
            }
        }
    }
}

/// The number of moves of the smaller side, including those that close a mill.
fn smaller_hopes(task: &Task, block: usize, hopes: &mut [u8]) {
    let free = task.pair.free(block);
    if task.smaller_flies() {
        return hopes.fill((3 * (free.count_ones() - 3)) as u8);
    }
    let lines = task.free_lines(free);
    for (hopes, &set) in hopes.iter_mut().zip(&task.inner_sets) {
        *hopes = (task.crossing(scatter(set, free)) & lines).count_ones() as u8;
    }
}

/// Calls `found(before, after)` once for each move of the smaller side inside a block that closes a mill.
#[inline(always)]
fn closing_moves(task: &Task, block: usize, mut found: impl FnMut(usize, usize)) {
    let pair = task.pair;
    let free = pair.free(block);
    let mills: Vec<u32> = task.free_mills(free).collect();
    let rank = |set: u32| pair.inner_rank().rank(gather(set, free));
    for to in ones(mills.iter().fold(0, |points, mill| points | mill)) {
        for from in ones(task.geometry.reach(to, pair.inner) & free & !(1 << to)) {
            let (to, from) = (1 << to, 1 << from);
            let closed: Vec<u32> = mills.iter().copied().filter(|mill| mill & to != 0 && mill & from == 0).collect();
            for (number, mill) in closed.iter().enumerate() {
                let rest = free & !(mill | from);
                for others in subsets(rest.count_ones(), pair.inner - 3) {
                    let after = mill | scatter(others, rest);
                    // A move that closes two mills at once is found with the first of them.
                    if !closed[..number].iter().any(|earlier| after & earlier == *earlier) {
                        found(rank(after ^ to ^ from), rank(after));
                    }
                }
            }
        }
    }
}

/// One block of a side.
struct Part<'a> {
    scores: &'a mut [u8],
    hopes: &'a mut [u8],
    pending: &'a mut Pending,
}

/// The blocks of a side with their numbers, in parallel.
fn blocks<'a>(side: &'a mut Side, pair: &PairIndex) -> impl IndexedParallelIterator<Item = (usize, Part<'a>)> {
    let length = pair.block_length();
    let planes = side.scores.par_chunks_mut(length).zip(side.hopes.par_chunks_mut(length));
    let parts = planes.zip(&mut side.pending).map(|((scores, hopes), pending)| Part { scores, hopes, pending });
    parts.enumerate().with_min_len(GROUP)
}

impl Part<'_> {
    /// Marks what is final from the start: no hopes, or a capture that wins.
    fn settle(self) {
        for (score, &hopes) in self.scores.iter_mut().zip(&*self.hopes) {
            if hopes == 0 && *score == NOTHING {
                *score = LOST_NOW;
            }
            if *score > DRAW || hopes == 0 {
                self.pending.insert(*score);
            }
        }
    }
}

fn to_scores(table: &mut Plane) {
    // Codes beyond the longest distance do not occur.
    let scores: [u8; 256] = std::array::from_fn(|code| score_before(code.min(LONGEST as usize) as u8));
    table.par_chunks_mut(1 << 16).for_each(|part| part.iter_mut().for_each(|code| *code = scores[*code as usize]));
}
