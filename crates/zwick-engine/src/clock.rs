//! How much of a clock a move may take.

use std::time::Duration;

/// A game is planned to last so many more moves of one side at least.
const FEWEST_MOVES: u32 = 8;

/// The time for this move: an even share of the clock and most of what the move adds, never more than the clock shows.
pub(crate) fn share(clock: Duration, increment: Duration, moves_left: u32, overhead: Duration) -> Duration {
    let share = clock / moves_left.max(FEWEST_MOVES) + increment * 3 / 4;
    within(share.min(clock), overhead)
}

/// The same time without what it takes to tell the answer; something is always left.
pub(crate) fn within(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(Duration::from_millis(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_lasts_for_the_whole_game() {
        let [overhead, increment] = [Duration::from_millis(10), Duration::from_millis(100)];
        let mut clock = Duration::from_secs(10);
        for moves_left in (1..=100).rev() {
            let time = share(clock, increment, moves_left, overhead);
            assert!(time + overhead <= clock, "{clock:?}");
            clock = clock - time - overhead + increment;
        }
    }

    #[test]
    fn a_clock_that_has_run_out_leaves_a_moment() {
        assert_eq!(share(Duration::ZERO, Duration::from_secs(9), 20, Duration::from_millis(10)).as_millis(), 1);
    }
}
