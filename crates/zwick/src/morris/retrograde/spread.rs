//! From all positions solved at one distance to their predecessors.

use std::sync::atomic::Ordering;

use rayon::prelude::*;

use super::score::{DRAW, score_in};
use super::{GROUP, Pending, Side, Task};
use crate::bits::{equal_mask, gather, ones, scatter};
use crate::symmetry::Symmetry as _;

/// The positions with the smaller side to move that were solved at the current distance, as inner sets, block by block.
pub(super) struct Lists(Vec<GroupLists>);

struct GroupLists {
    starts: [u32; GROUP + 1],
    sets: Vec<u32>,
}

impl Lists {
    pub(crate) fn new(blocks: usize) -> Self {
        Self((0..blocks.div_ceil(GROUP)).map(|_| GroupLists { starts: [0; GROUP + 1], sets: Vec::new() }).collect())
    }

    #[inline(always)]
    fn of(&self, block: usize) -> &[u32] {
        let group = &self.0[block / GROUP];
        &group.sets[group.starts[block % GROUP] as usize..group.starts[block % GROUP + 1] as usize]
    }
}

/// The distance to spread from next.
pub(super) fn soonest(larger: &Side, smaller: &Side) -> Option<u32> {
    let pending = larger.pending.iter().chain(&smaller.pending);
    pending.fold(Pending::default(), |all, block| all.union(*block)).soonest()
}

/// One block of one side to move.
struct Block<'a> {
    scores: &'a mut [u8],
    hopes: &'a mut [u8],
    pending: &'a mut Pending,
}

impl Block<'_> {
    /// The indexes of all entries solved at this distance, if there can be any.
    fn take_solved(&mut self, plies: u32, places: &mut Vec<u32>) {
        places.clear();
        if !self.pending.remove(score_in(plies)) {
            return;
        }
        find_all(self.scores, score_in(plies), places);
        if plies.is_multiple_of(2) {
            places.retain(|&place| self.hopes[place as usize] == 0);
        }
    }

    /// The positions at `places` have a move to one that is lost for the opponent.
    #[inline(always)]
    fn have_wins(&mut self, score: u8, places: impl Iterator<Item = usize>) {
        let mut news = false;
        for place in places {
            let old = self.scores[place];
            news |= old < score;
            self.scores[place] = old.max(score);
        }
        if news {
            self.pending.insert(score);
        }
    }

    /// The positions at `places` have a quiet move to one that is won for the opponent. `hopeless` is scratch memory.
    ///
    /// Positions without hope are first listed without a branch, and processed afterwards.
    #[inline(always)]
    fn have_losses(&mut self, score: u8, places: impl Iterator<Item = usize>, hopeless: &mut [u32]) {
        let mut count = 0;
        for place in places {
            let hopes = self.hopes[place] - 1;
            self.hopes[place] = hopes;
            hopeless[count] = place as u32;
            count += usize::from(hopes == 0);
        }
        for &place in &hopeless[..count] {
            let known = &mut self.scores[place as usize];
            if *known < DRAW {
                // A capture that holds out longer keeps its score.
                *known = (*known).max(score);
                self.pending.insert(*known);
            }
        }
    }
}

/// Appends the indexes of all bytes equal to `wanted`.
fn find_all(bytes: &[u8], wanted: u8, places: &mut Vec<u32>) {
    let (chunks, _) = bytes.as_chunks::<32>();
    for (number, chunk) in chunks.iter().enumerate() {
        places.extend(ones(equal_mask(chunk, wanted)).map(|place| number as u32 * 32 + place));
    }
    let done = chunks.len() * 32;
    places.extend((done..bytes.len()).filter(|&place| bytes[place] == wanted).map(|place| place as u32));
}

/// From the larger side to move, back to the smaller side's moves inside the same block. Also lists what is solved with the smaller side to
/// move, for [`from_smaller_to_move`]. Returns how many positions are solved at this distance.
pub(super) fn from_larger_to_move(
    task: &Task,
    plies: u32,
    larger: &mut Side,
    smaller: &mut Side,
    lists: &mut Lists,
) -> u64 {
    let length = task.pair.block_length();
    let groups = larger
        .scores
        .par_chunks_mut(length * GROUP)
        .zip(larger.hopes.par_chunks_mut(length * GROUP))
        .zip(larger.pending.par_chunks_mut(GROUP))
        .zip(smaller.scores.par_chunks_mut(length * GROUP))
        .zip(smaller.hopes.par_chunks_mut(length * GROUP))
        .zip(smaller.pending.par_chunks_mut(GROUP))
        .zip(lists.0.par_iter_mut());
    let scratch = || (Vec::new(), Vec::new(), vec![0; length + 1]);
    let counts = groups.enumerate().map_init(scratch, |(places, before, hopeless), (number, group)| {
        let ((((((scores, hopes), pending), smaller_scores), smaller_hopes), smaller_pending), list) = group;
        list.sets.clear();
        let mut count = 0;
        let blocks = blocks(length, scores, hopes, pending);
        let smaller_blocks = self::blocks(length, smaller_scores, smaller_hopes, smaller_pending);
        for (inside, (mut larger, mut smaller)) in blocks.zip(smaller_blocks).enumerate() {
            let block = number * GROUP + inside;
            let free = task.pair.free(block);
            smaller.take_solved(plies, places);
            list.sets.extend(places.iter().map(|&place| scatter(task.inner_sets[place as usize], free)));
            list.starts[inside + 1] = list.sets.len() as u32;
            larger.take_solved(plies, places);
            count += places.len();
            if !places.is_empty() && !task.stop.load(Ordering::Relaxed) {
                let score = score_in(plies + 1);
                smaller_predecessors(task, block, places, before);
                let before = before.iter().map(|&place| place as usize);
                if plies.is_multiple_of(2) {
                    smaller.have_wins(score, before);
                } else {
                    smaller.have_losses(score, before, hopeless);
                }
            }
        }
        (count + list.sets.len()) as u64
    });
    counts.sum()
}

fn blocks<'a>(
    length: usize,
    scores: &'a mut [u8],
    hopes: &'a mut [u8],
    pending: &'a mut [Pending],
) -> impl Iterator<Item = Block<'a>> {
    let parts = scores.chunks_mut(length).zip(hopes.chunks_mut(length)).zip(pending);
    parts.map(|((scores, hopes), pending)| Block { scores, hopes, pending })
}

/// The indexes from which a quiet move of the smaller side leads to one of `places` in a block.
fn smaller_predecessors(task: &Task, block: usize, places: &[u32], before: &mut Vec<u32>) {
    before.clear();
    let free = task.pair.free(block);
    let rank = |set: u32| task.pair.inner_rank().rank(gather(set, free)) as u32;
    let mut mills = [(0, 0); 20];
    let mut mill_count = 0;
    for mill in task.free_mills(free) {
        mills[mill_count] = (mill, super::lines_where(&task.lines, |line| line & mill != 0));
        mill_count += 1;
    }
    let mills = &mills[..mill_count];
    let free_lines = task.free_lines(free);
    for &place in places {
        let set = scatter(task.inner_sets[place as usize], free);
        if task.smaller_flies() {
            // A man in a mill has not arrived by a quiet move.
            let moved = if mills.iter().any(|(mill, _)| *mill == set) { 0 } else { set };
            for man in ones(moved) {
                before.extend(ones(free & !set).map(|from| rank(set ^ 1 << man ^ 1 << from)));
            }
            continue;
        }
        let mut lines = task.crossing(set) & free_lines;
        for &(mill, touching) in mills {
            if set & mill == mill {
                lines &= !touching;
            }
        }
        while lines != 0 {
            before.push(rank(set ^ task.lines[lines.trailing_zeros() as usize]));
            lines &= lines - 1;
        }
    }
}

/// From the smaller side to move, back to the larger side's moves, which come from other blocks.
pub(super) fn from_smaller_to_move(task: &Task, plies: u32, lists: &Lists, larger: &mut Side) {
    let length = task.pair.block_length();
    let score = score_in(plies + 1);
    larger
        .scores
        .par_chunks_mut(length)
        .zip(larger.hopes.par_chunks_mut(length))
        .zip(larger.pending.par_iter_mut())
        .enumerate()
        .with_min_len(GROUP)
        .for_each_init(
            || (Vec::new(), vec![0; length + 1]),
            |(sets, hopeless), (number, ((scores, hopes), pending))| {
                let mut block = Block { scores, hopes, pending };
                let free = task.pair.free(number);
                for edge in task.quiet.of(number) {
                    let list = lists.of(edge.target as usize);
                    if list.is_empty() || task.stop.load(Ordering::Relaxed) {
                        continue;
                    }
                    keep_without(list, edge.symmetry().image(1 << edge.from), sets);
                    edge.symmetry().inverse().replace_by_images(sets);
                    let places = sets.iter().map(|&set| task.pair.inner_rank().rank(gather(set, free)));
                    if plies.is_multiple_of(2) {
                        block.have_wins(score, places);
                    } else {
                        block.have_losses(score, places, hopeless);
                    }
                }
            },
        );
}

/// Copies the sets without `point` to `kept`. Always copies and then increments or not: a branch would be mispredicted half the time.
fn keep_without(list: &[u32], point: u32, kept: &mut Vec<u32>) {
    kept.resize(list.len(), 0);
    let mut count = 0;
    for &set in list {
        kept[count] = set;
        count += usize::from(set & point == 0);
    }
    kept.truncate(count);
}
