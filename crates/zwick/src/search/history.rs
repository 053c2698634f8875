//! The history heuristic: which moves have caused cut-offs, wherever they were played.
//!
//! A move that causes one gains, those tried before it in vain lose, more at greater depths; what was learned fades as more is learned. It
//! lasts for all iterations of a search: from the empty board of morris, 12 plies deep, that saves a quarter of the nodes, and the losses
//! another quarter.

use std::hash::{Hash, Hasher};

use crate::game::Side;

/// What one thread of a search has learned about moves, by the side and a hash of the move.
#[derive(Debug)]
pub(super) struct History(Vec<i32>);

/// Entries for each side.
const SIZE: usize = 1 << 12;
/// No move gains or loses more.
const MOST: i32 = 1 << 14;
/// For a cut-off, times the square of the depth.
const GAIN: u32 = 16;

impl Default for History {
    fn default() -> Self {
        Self(vec![0; 2 * SIZE])
    }
}

impl History {
    /// How good this move has proven.
    pub(super) fn of(&self, side: Side, mv: impl Hash) -> i32 {
        self.0[slot(side, mv)]
    }

    /// A move caused a cut-off in a search to this depth, after others did not.
    pub(super) fn learn<M: Hash>(&mut self, side: Side, depth: u32, mv: M, tried: impl Iterator<Item = M>) {
        let gain = (GAIN * depth * depth).min(MOST as u32) as i32;
        let mut change = |mv: M, change: i32| {
            let value = &mut self.0[slot(side, mv)];
            *value += change - *value * gain / MOST;
        };
        tried.for_each(|mv| change(mv, -gain));
        change(mv, gain);
    }
}

fn slot(side: Side, mv: impl Hash) -> usize {
    struct Multiply(u64);
    impl Hasher for Multiply {
        fn finish(&self) -> u64 {
            self.0
        }
        fn write(&mut self, bytes: &[u8]) {
            bytes.iter().for_each(|&byte| self.write_u32(byte.into()));
        }
        fn write_u32(&mut self, number: u32) {
            self.0 = (self.0 ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }
    let mut hasher = Multiply(0);
    mv.hash(&mut hasher);
    side as usize * SIZE + (hasher.finish() >> 52) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_cuts_off_gains_and_those_before_it_lose_within_limits() {
        let mut history = History::default();
        for _ in 0..10_000 {
            history.learn(Side::First, 9, 1, [2, 3].into_iter());
        }
        let of = |mv| history.of(Side::First, mv);
        assert!(of(1) > MOST / 2 && of(1) <= MOST && of(2) < -MOST / 2 && of(2) >= -MOST && of(4) == 0);
        assert_eq!(history.of(Side::Second, 1), 0);
    }
}
