//! A plain solver to compare the tables with: every position in an array, no symmetry, forward passes until nothing changes.
//!
//! It has its own move generator. The order of the arrays makes it fast: with the men of the other side fixed, all positions that a quiet
//! move can lead to are adjacent.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::LazyLock;

use rayon::prelude::*;

use crate::bits::ones;
use crate::morris::index::{choose, subsets};
use crate::morris::{Point, Rules};
use crate::value::Value;

/// Not solved, which in the end means a draw.
const OPEN: u8 = 255;

/// The rank of every set of up to four men among those of its size: in the order of `subsets`.
static NUMBERS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut numbers = vec![0; 1 << 24];
    for size in 0..=4 {
        subsets(24, size).enumerate().for_each(|(number, set)| numbers[set as usize] = number as u16);
    }
    numbers
});

fn number(set: u32) -> usize {
    usize::from(NUMBERS[set as usize])
}

/// Plies to the end of the game for every two sets, including overlapping ones: by the men of the side to move and of the other, then by
/// the rank of the first set and of the second.
pub(super) struct PlainSolver<R> {
    plies: HashMap<(u32, u32), Vec<Vec<u8>>>,
    /// The mills through each point; missing ones have more men than any side.
    mills: [[u32; 3]; 24],
    rules: PhantomData<R>,
}

impl<R: Rules> PlainSolver<R> {
    pub(super) fn new() -> Self {
        let mut mills = [[u32::MAX; 3]; 24];
        for (point, through) in mills.iter_mut().enumerate() {
            let all = R::BOARD.mills().iter().map(|mill| mill.bits()).filter(|mill| mill >> point & 1 == 1);
            through.iter_mut().zip(all).for_each(|(place, mill)| *place = mill);
        }
        Self { plies: HashMap::new(), mills, rules: PhantomData }
    }

    /// The value of a position.
    pub(super) fn value(&self, own: u32, other: u32) -> Value {
        match self.plies_of(own, other) {
            OPEN => Value::DRAW,
            plies if plies % 2 == 0 => Value::loss_in(u16::from(plies)),
            plies => Value::win_in(u16::from(plies)),
        }
    }

    fn plies_of(&self, own: u32, other: u32) -> u8 {
        if own.count_ones() < 3 {
            return 0;
        }
        self.plies[&(own.count_ones(), other.count_ones())][number(own)][number(other)]
    }

    /// Solves all positions of these men, either side to move. Pass n finds everything that ends in n plies, because everything that ends
    /// sooner is known.
    pub(super) fn solve(&mut self, men: u32, others: u32) {
        let sides = if men == others { vec![(men, others)] } else { vec![(men, others), (others, men)] };
        let mut last_change =
            self.plies.values().flatten().flatten().filter(|&&plies| plies != OPEN).max().map_or(0, |&n| n);
        for &(own, other) in &sides {
            self.plies.insert((own, other), vec![vec![OPEN; choose(24, other)]; choose(24, own)]);
        }
        for round in 0.. {
            if round > last_change.saturating_add(2) {
                break;
            }
            for &(own, other) in &sides {
                let found = self.round(own, other, round);
                if !found.is_empty() {
                    last_change = last_change.max(round);
                }
                let plies = self.plies.get_mut(&(own, other)).expect("put there above");
                found.into_iter().for_each(|(own, other)| plies[own][other] = round);
            }
        }
    }

    /// The positions that end in exactly this many plies, by the ranks of their sets.
    fn round(&self, own: u32, other: u32, round: u8) -> Vec<(usize, usize)> {
        let [own_sets, other_sets] = [own, other].map(|men| subsets(24, men).collect::<Vec<u32>>());
        let values = &self.plies[&(own, other)];
        let replies = &self.plies[&(other, own)];
        // The winner moves to a loss of the previous pass, quietly or by closing a mill with two men already on it.
        let near_mill: Vec<bool> = own_sets.iter().map(|&own| has_two_of_a_mill::<R>(own)).collect();
        let row = |(other_number, &other): (usize, &u32)| {
            let mut found = Vec::new();
            let can_win_quietly = round % 2 == 1 && replies[other_number].contains(&(round - 1));
            for (own_number, &own) in own_sets.iter().enumerate() {
                let is_worth_a_look = round.is_multiple_of(2) || can_win_quietly || near_mill[own_number];
                if is_worth_a_look
                    && own & other == 0
                    && values[own_number][other_number] == OPEN
                    && self.ends_in(own, other, &replies[other_number], round)
                {
                    found.push((own_number, other_number));
                }
            }
            found
        };
        other_sets.par_iter().enumerate().flat_map_iter(row).collect()
    }

    /// Whether the game ends in exactly this many plies. `replies` are the positions with the same other side to move.
    fn ends_in(&self, own: u32, other: u32, replies: &[u8], round: u8) -> bool {
        let mut longest = 0;
        for from in ones(own) {
            for to in ones(Self::reach(own, from) & !(own | other)) {
                let after = own ^ 1 << from ^ 1 << to;
                if !self.closes(after, to) {
                    let plies = replies[number(after)];
                    if !consider(plies, round, &mut longest) {
                        return round % 2 == 1;
                    }
                    continue;
                }
                for man in ones(self.removable(other)) {
                    if !consider(self.plies_of(other ^ 1 << man, after), round, &mut longest) {
                        return round % 2 == 1;
                    }
                }
            }
        }
        // All moves lose: the loser chooses the longest.
        round.is_multiple_of(2) && longest == round
    }

    fn closes(&self, own: u32, point: u32) -> bool {
        self.mills[point as usize].iter().any(|mill| mill & !own == 0)
    }

    fn removable(&self, men: u32) -> u32 {
        let outside = ones(men).filter(|&man| !self.closes(men, man)).fold(0, |set, man| set | 1 << man);
        if outside == 0 { men } else { outside }
    }

    fn reach(own: u32, from: u32) -> u32 {
        let flies = R::FLYING && own.count_ones() == 3;
        if flies { 0xff_ffff } else { R::BOARD.neighbours(Point::new(from as usize)).bits() }
    }
}

/// Considers a move to a position that ends in this many plies; false if the answer is clear: a win in an odd pass, no loss in an even one.
fn consider(plies: u8, round: u8, longest: &mut u8) -> bool {
    if round % 2 == 1 {
        return plies != round - 1;
    }
    let is_won_for_other = plies != OPEN && plies % 2 == 1;
    *longest = (*longest).max(plies.wrapping_add(1));
    is_won_for_other
}

fn has_two_of_a_mill<R: Rules>(own: u32) -> bool {
    R::BOARD.mills().iter().any(|mill| (mill.bits() & own).count_ones() >= 2)
}
