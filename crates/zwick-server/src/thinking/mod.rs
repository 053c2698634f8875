//! Thinking for requests: on a bounded number of threads, in turns that are fair by address, with a bounded number of analysts.
//!
//! A request waits for a turn, for a limited time, and only if not too many are waiting. Answers that take milliseconds have turns of their
//! own and never wait behind long searches; traces get at most half of the turns. When a client is no longer waiting, because the
//! client went away or the server stops, the work is told to stop.
//!
//! An analyst belongs to one game and keeps its tables from one request to the next. There are never more of them than turns, so that
//! asking about every board there is costs time, not memory.

pub(crate) mod affordable;
pub(crate) mod resting;

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{oneshot, watch};
use zwick::search::StopOnDrop;
use zwick::{Analyst, Game, Library};

use crate::http::edge::Asker;
use crate::http::fair::Fair;
use crate::http::limits::{Limits, Share};
use crate::http::problem::Problem;

/// How long a thinker waits for what the store knows.
pub(crate) const STORE_PATIENCE: Duration = Duration::from_secs(1);

/// Which turns a piece of work needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lane {
    /// It takes milliseconds.
    Quick,
    /// It may take as long as a request may think.
    Long,
    /// The same for the lab: a search that is kept.
    Trace,
}

pub(crate) struct Thinkers {
    quick: Arc<Fair>,
    long: Arc<Fair>,
    traces: Arc<Fair>,
    patience: Duration,
    /// Analysts that search, and analysts that only look up.
    analysts: Arc<Analysts>,
    /// Threads of an analyst that searches.
    threads: usize,
    readers: Arc<Analysts>,
    is_closing: watch::Receiver<bool>,
}

impl Thinkers {
    /// `is_closing` tells when the server is about to stop: then nobody thinks any more.
    pub(crate) fn new(limits: &Limits, library: Library, is_closing: watch::Receiver<bool>) -> Self {
        let half = |turns: usize| (turns / 2).max(1);
        let traces = Share { address: half(limits.thinkers.address), all: half(limits.thinkers.all), reserve: 0 };
        let library = Library {
            table_bytes: library.table_bytes.min(limits.solver_table),
            threads: library.threads.min(limits.solver_threads),
            ..library
        };
        let threads = library.threads;
        // They never search.
        let reading = Library { table_bytes: 0, threads: 1, ..library.clone() };
        Self {
            quick: Fair::new(limits.quick_answers, limits.waiting),
            long: Fair::new(limits.thinkers, limits.waiting),
            traces: Fair::new(traces, limits.waiting),
            patience: limits.patience,
            threads,
            analysts: Arc::new(Analysts::new(limits.thinkers.all, library)),
            readers: Arc::new(Analysts::new(limits.quick_answers.all, reading)),
            is_closing,
        }
    }

    /// Does some work as soon as it is this address's turn. It must stop soon after the flag it is given is set.
    ///
    /// # Errors
    /// If too many wait, this waited too long, or the server is about to stop.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        Asker(address): Asker,
        lane: Lane,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let mut is_closing = self.is_closing.clone();
        tokio::select! {
            done = self.think_in_turn(address, lane, work) => done,
            _ = is_closing.wait_for(|is_closing| *is_closing) => Err(Problem::Closing),
        }
    }

    async fn think_in_turn<T: Send + 'static>(
        &self,
        address: IpAddr,
        lane: Lane,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let of_trace = match lane {
            Lane::Trace => Some(self.traces.turn(address, self.patience).await?),
            Lane::Quick | Lane::Long => None,
        };
        let turns = if lane == Lane::Quick { &self.quick } else { &self.long };
        let turn = turns.turn(address, self.patience).await?;
        let stop = Arc::new(AtomicBool::new(false));
        let _guard = StopOnDrop(Arc::clone(&stop));
        let (tell, told) = oneshot::channel();
        // A thread of its own: whatever else waits for threads of the runtime does not hold up thinking.
        let thread = std::thread::Builder::new().name("thinking".to_owned()).spawn(move || {
            let answer = work(&stop);
            drop((turn, of_trace));
            let _ = tell.send(answer); // the client may be gone
        });
        thread.map_err(|error| Problem::Internal(format!("no thread to think on: {error}")))?;
        told.await.map_err(|_| Problem::Internal("a thread that thinks has panicked".to_owned()))
    }

    /// The same work for an analyst of this game.
    pub(crate) async fn analyse<T: Send + 'static>(
        &self,
        asker: Asker,
        game: Game,
        work: impl FnOnce(&mut Analyst, &AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let analysts = Arc::clone(&self.analysts);
        self.think(asker, Lane::Long, move |stop| analysts.lend(game, |analyst| work(analyst, stop))).await
    }

    /// Asks an analyst who only looks into books and tables: the flag it is given is set from the beginning.
    pub(crate) async fn look_up<T: Send + 'static>(
        &self,
        asker: Asker,
        game: Game,
        work: impl FnOnce(&mut Analyst, &'static AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        static WITHOUT_SEARCH: AtomicBool = AtomicBool::new(true);
        let readers = Arc::clone(&self.readers);
        self.think(asker, Lane::Quick, move |_| readers.lend(game, |analyst| work(analyst, &WITHOUT_SEARCH))).await
    }

    /// How many positions are thought about.
    pub(crate) fn at_work(&self) -> usize {
        self.long.taken() + self.quick.taken()
    }

    /// Whether those who think need every core.
    pub(crate) fn need_all_cores(&self) -> bool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.long.taken() * self.threads >= cores
    }

    /// How many requests wait for that.
    pub(crate) fn waiting(&self) -> usize {
        self.long.waiting() + self.quick.waiting() + self.traces.waiting()
    }

    /// Waits until all work has ended.
    pub(crate) async fn rest(&self) {
        const PAUSE: Duration = Duration::from_millis(5);
        while self.at_work() > 0 {
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// Analysts, each for one game, at work or resting: never more than a number of them.
struct Analysts {
    library: Library,
    most: usize,
    pool: Mutex<Pool>,
}

#[derive(Default)]
struct Pool {
    /// The one that rests longest comes first.
    resting: VecDeque<(Game, Analyst)>,
    at_work: usize,
}

/// Counts an analyst as long as it works, however that ends.
struct AtWork<'a>(&'a Analysts);

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.0.pool().at_work -= 1;
    }
}

impl Analysts {
    fn new(most: usize, library: Library) -> Self {
        Self { library, most, pool: Mutex::default() }
    }

    fn pool(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lend<T>(&self, game: Game, work: impl FnOnce(&mut Analyst) -> T) -> T {
        let rested = {
            let mut pool = self.pool();
            let place = pool.resting.iter().rposition(|(known, _)| *known == game);
            let rested = place.and_then(|place| pool.resting.remove(place));
            while rested.is_none()
                && pool.at_work + pool.resting.len() >= self.most
                && pool.resting.pop_front().is_some()
            {}
            pool.at_work += 1;
            rested
        };
        let _at_work = AtWork(self);
        let mut analyst = rested.map_or_else(|| Analyst::new(self.library.clone()), |(_, analyst)| analyst);
        let answer = work(&mut analyst);
        self.pool().resting.push_back((game, analyst));
        answer
    }
}

#[cfg(test)]
mod tests {
    use zwick::search::Limits as SearchLimits;
    use zwick::{AnyPosition, analyze};

    use super::*;

    #[test]
    fn asking_about_every_board_makes_no_more_analysts_than_there_are_turns() {
        let analysts = Analysts::new(2, Library { table_bytes: 0, ..Library::empty() });
        for game in Game::boards() {
            let position = AnyPosition::start(game);
            let stop = AtomicBool::new(true);
            let limits = SearchLimits { stop: Some(&stop), ..SearchLimits::default() };
            let _ = analysts.lend(game, |analyst| analyze(analyst, &position, &limits)); // it may know or not
        }
        assert_eq!(analysts.pool().resting.len(), 2);
        assert_eq!(analysts.pool().at_work, 0);
    }
}
