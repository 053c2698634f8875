//! How far a build is, and how long the rest takes at the rate of this machine.

use std::time::{Duration, Instant};

use super::build::Progress;
use super::needs::{Needs, PAIR_NANOSECONDS, PLACING_NANOSECONDS};

/// Follows a build. Work is measured in the CPU time that it takes on the machine where the rates were measured; how fast this machine
/// gets through it is found out on the way.
#[derive(Debug, Clone)]
pub struct Pace {
    /// All work, and what is finished.
    whole: f64,
    finished: f64,
    /// The work of the current step that is believed to be done.
    begun: f64,
    /// How much work is done in a second, as it was expected.
    expected: f64,
    /// How long it has worked, and since when it does now.
    busy: Duration,
    since: Option<Instant>,
    /// How long it had worked when the current step began.
    step_began: Duration,
}

impl Pace {
    /// The expectation counts as much as this many seconds of work.
    const TRUST: f64 = 5.0;

    /// At the beginning of a build with these needs on this many threads.
    pub fn new(needs: &Needs, threads: usize) -> Self {
        let expected = threads.max(1) as f64;
        let whole = needs.cpu_time.as_secs_f64();
        let (busy, step_began) = (Duration::ZERO, Duration::ZERO);
        Self { whole, finished: 0.0, begun: 0.0, expected, busy, since: Some(Instant::now()), step_began }
    }

    /// Stops the clock while the build is held up, or goes on.
    pub fn pause(&mut self, is_paused: bool) {
        self.busy = self.busy();
        self.since = (!is_paused).then(Instant::now);
    }

    /// Hears of the build.
    pub fn hear(&mut self, progress: &Progress) {
        match progress {
            Progress::Finished { positions, is_pair, .. } => {
                let nanoseconds = if *is_pair { PAIR_NANOSECONDS } else { PLACING_NANOSECONDS };
                self.finished = (self.finished + (*positions * nanoseconds) as f64 / 1e9).min(self.whole);
                self.begun = 0.0;
                self.step_began = self.busy();
            }
            Progress::Solving { larger, smaller, .. } => {
                let step = work_of_pair(*larger, *smaller);
                self.move_on(step);
            }
            Progress::Placing { .. } => {}
        }
    }

    /// The longer a step lasts, the more of it is done, as far as the rate is known; never all of it.
    fn move_on(&mut self, step: f64) {
        const MOST: f64 = 0.95;
        let spent = (self.busy().saturating_sub(self.step_began)).as_secs_f64();
        self.begun = (spent * self.rate()).min(MOST * step).max(self.begun);
    }

    fn busy(&self) -> Duration {
        self.busy + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Work done in a second.
    fn rate(&self) -> f64 {
        (self.finished + Self::TRUST * self.expected) / (self.step_began.as_secs_f64() + Self::TRUST)
    }

    /// The share of the whole that is done, from 0 to 1.
    pub fn share(&self) -> f64 {
        if self.whole > 0.0 { ((self.finished + self.begun) / self.whole).min(1.0) } else { 1.0 }
    }

    /// How long the rest takes.
    pub fn time_left(&self) -> Duration {
        let rest = (self.whole - self.finished - self.begun).max(0.0);
        Duration::from_secs_f64(rest / self.rate().max(1e-6))
    }
}

fn work_of_pair(larger: u32, smaller: u32) -> f64 {
    2.0 * crate::morris::index::PairIndex::length_of(larger, smaller) as f64 * PAIR_NANOSECONDS as f64 / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(positions: u64) -> Progress {
        Progress::Finished { name: String::new(), positions, size: 1, is_pair: true }
    }

    #[test]
    fn the_share_grows_and_the_time_left_follows_the_rate_of_this_machine() {
        let needs = Needs { cpu_time: Duration::from_secs(90), ..Needs::default() };
        let mut pace = Pace { since: None, ..Pace::new(&needs, 2) };
        assert_eq!(pace.share(), 0.0);
        assert_eq!(pace.time_left().as_secs(), 45);
        // A machine that does nine seconds of work in ninety is ten times as slow as a core is expected to be.
        pace.busy = Duration::from_secs(90);
        pace.hear(&finished(180_000_000));
        assert!((pace.share() - 0.1).abs() < 1e-9);
        let slow = pace.time_left();
        assert!(slow > Duration::from_secs(300), "{slow:?}");
        let mut before = (pace.share(), slow);
        for _ in 0..9 {
            pace.busy += Duration::from_secs(90);
            pace.hear(&Progress::Solving { larger: 5, smaller: 4, plies: 1, solved: 0 });
            pace.hear(&finished(180_000_000));
            let now = (pace.share(), pace.time_left());
            assert!(now.0 > before.0, "{now:?} after {before:?}");
            before = now;
        }
        assert_eq!(before, (1.0, Duration::ZERO));
        // More than was announced is never less than nothing.
        pace.hear(&finished(180_000_000));
        assert_eq!((pace.share(), pace.time_left()), (1.0, Duration::ZERO));
    }

    #[test]
    fn a_step_is_never_done_before_it_ends_and_time_held_up_does_not_count() {
        let needs = Needs { cpu_time: Duration::from_secs(90), ..Needs::default() };
        let mut pace = Pace { since: None, ..Pace::new(&needs, 1) };
        let solving = Progress::Solving { larger: 7, smaller: 6, plies: 3, solved: 0 };
        pace.hear(&solving);
        assert_eq!(pace.share(), 0.0);
        pace.busy = Duration::from_secs(100_000);
        pace.hear(&solving);
        let step = work_of_pair(7, 6) / 90.0;
        assert!(pace.share() < step.min(1.0) || step > 1.0, "{} of {step}", pace.share());
    }
}
