//! How much of the clock a move may use.

use std::time::Duration;

/// A side is assumed to make at least this many more moves.
const FEWEST_MOVES: u32 = 8;

/// The time for this move: an even share of the clock and most of the increment, never more than the clock shows.
pub(crate) fn share(clock: Duration, increment: Duration, moves_left: u32, overhead: Duration) -> Duration {
    let share = clock / moves_left.max(FEWEST_MOVES) + increment * 3 / 4;
    within(share.min(clock), overhead)
}

/// The same time minus the overhead of sending the answer; always positive.
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
