//! Limits of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a search may use; it stops at the first limit it reaches.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits<'a> {
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum number of positions, exceeded by at most a few hundred.
    pub nodes: Option<u64>,
    /// Maximum time.
    pub time: Option<Duration>,
    /// Stops the search when it becomes true.
    pub stop: Option<&'a AtomicBool>,
}

impl Limits<'_> {
    /// Only a depth, however long it takes.
    pub fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }

    /// Both sets of limits: the tighter one of each kind.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        fn tighter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        Self {
            depth: tighter(self.depth, other.depth),
            nodes: tighter(self.nodes, other.nodes),
            time: tighter(self.time, other.time),
            stop: self.stop.or(other.stop),
        }
    }
}

/// Sets a flag when dropped, so work on another thread ends with the one that waits for it.
#[derive(Debug)]
pub struct StopOnDrop(pub Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[repr(u8)]
pub enum Stop {
    /// Nothing more can be found.
    Solved = 1,
    /// It has reached the requested depth or number of games.
    Done,
    /// It has visited the maximum number of positions.
    Nodes,
    /// Its time is up.
    Time,
    /// It was told to stop.
    Asked,
}

impl Stop {
    /// The reason in a word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Done => "done",
            Self::Nodes => "nodes",
            Self::Time => "time",
            Self::Asked => "asked",
        }
    }
}

/// Watches the limits of one search for all its threads.
#[derive(Debug)]
pub(super) struct Clock<'a> {
    limits: Limits<'a>,
    started: Instant,
    nodes: AtomicU64,
    /// A [`Stop`] as number, 0 while the search is running.
    stopped: AtomicU8,
}

impl<'a> Clock<'a> {
    /// Fast searches report their nodes in portions of this size: 256 nodes take about 20 µs, and checking the clock once per portion costs
    /// less than one per cent.
    pub(super) const PORTION: u64 = 256;

    pub(super) fn new(limits: Limits<'a>) -> Self {
        Self { limits, started: Instant::now(), nodes: AtomicU64::new(0), stopped: AtomicU8::new(0) }
    }

    /// Counts these nodes and returns whether the search has to stop.
    pub(super) fn count(&self, nodes: u64) -> bool {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let reason = if self.limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            Stop::Asked
        } else if self.limits.nodes.is_some_and(|limit| total >= limit) {
            Stop::Nodes
        } else if self.limits.time.is_some_and(|limit| self.started.elapsed() >= limit) {
            Stop::Time
        } else {
            return self.stopped().is_some();
        };
        // The first reason counts.
        let _ = self.stopped.compare_exchange(0, reason as u8, Ordering::Relaxed, Ordering::Relaxed);
        true
    }

    /// Why the search has to stop, if it has to.
    pub(super) fn stopped(&self) -> Option<Stop> {
        [Stop::Nodes, Stop::Time, Stop::Asked]
            .into_iter()
            .find(|&reason| reason as u8 == self.stopped.load(Ordering::Relaxed))
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_limit_met_is_the_reason() {
        let flag = AtomicBool::new(false);
        let clock = Clock::new(Limits { nodes: Some(100), stop: Some(&flag), ..Limits::default() });
        assert!(!clock.count(99));
        assert!(clock.count(1));
        flag.store(true, Ordering::Relaxed);
        assert!(clock.count(1));
        assert_eq!((clock.stopped(), clock.nodes()), (Some(Stop::Nodes), 101));
    }

    #[test]
    fn the_tighter_limit_of_each_kind_counts() {
        let both = Limits { depth: Some(3), nodes: Some(9), ..Limits::default() }.and(Limits {
            depth: Some(5),
            nodes: Some(7),
            ..Limits::default()
        });
        assert_eq!((both.depth, both.nodes, both.time), (Some(3), Some(7), None));
    }
}
