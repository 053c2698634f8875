//! How often each result occurs among the positions of a pair.

use rayon::prelude::*;

use super::value_of;
use crate::morris::index::PairIndex;
use crate::value::Wdl;

/// The size of [`Counts`] in a file, in bytes.
pub(super) const COUNTS_LENGTH: usize = 40;
/// An unknown distance.
const UNKNOWN: u64 = u64::MAX;

/// How many classes of positions, equal up to the sixteen symmetries, have which result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Won for the side to move.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost for the side to move.
    pub losses: u64,
    /// Plies of the longest win, 0 without a win; unknown if the table has no distances.
    pub longest_win: Option<u16>,
    /// Plies of the longest loss, likewise.
    pub longest_loss: Option<u16>,
}

impl Counts {
    /// The total.
    pub fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Counts the codes of all positions of a pair with one side to move, on the threads of the current rayon pool.
    pub(super) fn of_codes(pair: &PairIndex, codes: &[u8]) -> Self {
        let blocks = codes.par_chunks(pair.block_length()).enumerate().with_min_len(64);
        let count = |mut histogram: Box<[u64; 256]>, (block, codes): (usize, &[u8])| {
            pair.for_each_class(block, |place| histogram[codes[place] as usize] += 1);
            histogram
        };
        let none = || Box::new([0; 256]);
        let histogram = blocks.fold(none, count).reduce(none, |mut one, other| {
            one.iter_mut().zip(other.iter()).for_each(|(one, other)| *one += other);
            one
        });
        let mut counts = Self { longest_win: Some(0), longest_loss: Some(0), ..Self::default() };
        for (code, &number) in histogram.iter().enumerate().filter(|(_, number)| **number > 0) {
            let value = value_of(code as u8);
            match value.wdl() {
                Wdl::Win => (counts.wins, counts.longest_win) = (counts.wins + number, value.plies()),
                Wdl::Draw => counts.draws += number,
                Wdl::Loss => (counts.losses, counts.longest_loss) = (counts.losses + number, value.plies()),
            }
        }
        counts
    }

    /// The same without distances.
    pub(super) fn without_distances(self) -> Self {
        Self { longest_win: None, longest_loss: None, ..self }
    }

    pub(super) fn to_bytes(self) -> [u8; COUNTS_LENGTH] {
        let distance = |plies: Option<u16>| plies.map_or(UNKNOWN, u64::from);
        let numbers = [self.wins, self.draws, self.losses, distance(self.longest_win), distance(self.longest_loss)];
        let mut bytes = [0; COUNTS_LENGTH];
        for (eight, number) in bytes.chunks_mut(8).zip(numbers) {
            eight.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8; COUNTS_LENGTH]) -> Self {
        let (eights, _) = bytes.as_chunks::<8>();
        let number = |i: usize| u64::from_le_bytes(eights[i]);
        let distance = |i| u16::try_from(number(i)).ok();
        Self {
            wins: number(0),
            draws: number(1),
            losses: number(2),
            longest_win: distance(3),
            longest_loss: distance(4),
        }
    }
}
