//! A bounded number of analysts, each at work for one request at a time, and a bounded queue before them.
//!
//! Whoever asks waits for a free analyst, not for ever, and not if too many wait already. The answer is computed on a thread of its
//! own; when nobody waits for it any more, because the client went away or the server stops, the work is told to stop, and the
//! analyst goes back with the tables it has filled.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use metrics::gauge;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use zwick::{Analyst, Library};

use crate::problem::Problem;

pub(crate) struct Thinkers {
    /// One for each analyst that may work now.
    free: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
    patience: Duration,
    resting: Arc<Mutex<Resting>>,
    library: Library,
}

/// Those who have worked before and do not now.
#[derive(Default)]
struct Resting {
    analysts: Vec<Analyst>,
    /// How often all were sent away: who began before the last time does not come back.
    generation: u64,
}

/// Sets a flag when it goes out of scope.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Counts those who wait as long as they do.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(waiting: &'a AtomicUsize, most: usize) -> Result<Self, Problem> {
        let place = Self(waiting);
        gauge!("zwick_thinking_waiting").increment(1);
        if waiting.fetch_add(1, Relaxed) < most { Ok(place) } else { Err(Problem::Busy) }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
        gauge!("zwick_thinking_waiting").decrement(1);
    }
}

impl Thinkers {
    /// So many analysts, before whom at most `most_waiting` requests wait, none longer than its patience.
    pub(crate) fn new(analysts: usize, most_waiting: usize, patience: Duration, library: Library) -> Self {
        Self {
            free: Arc::new(Semaphore::new(analysts)),
            waiting: AtomicUsize::new(0),
            most_waiting,
            patience,
            resting: Arc::default(),
            library,
        }
    }

    /// Lets the next free analyst do some work, which must stop soon after the flag it is given is set.
    ///
    /// # Errors
    /// If too many wait, or this waited too long.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Analyst, &AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = match Arc::clone(&self.free).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                let _place = Place::take(&self.waiting, self.most_waiting)?;
                let permit = tokio::time::timeout(self.patience, Arc::clone(&self.free).acquire_owned()).await;
                permit.map_err(|_| Problem::Busy)?.expect("nobody closes it")
            }
        };
        let stop = Arc::new(AtomicBool::new(false));
        let _guard = StopOnDrop(Arc::clone(&stop));
        let resting = Arc::clone(&self.resting);
        let library = self.library.clone();
        let done = spawn_blocking(move || {
            let (rested, generation) = {
                let mut resting = resting.lock().unwrap_or_else(PoisonError::into_inner);
                (resting.analysts.pop(), resting.generation)
            };
            let mut analyst = rested.unwrap_or_else(|| Analyst::new(library));
            let answer = work(&mut analyst, &stop);
            let mut resting = resting.lock().unwrap_or_else(PoisonError::into_inner);
            if resting.generation == generation {
                resting.analysts.push(analyst);
            }
            drop(permit);
            answer
        });
        done.await.map_err(|error| Problem::Internal(error.to_string()))
    }

    /// Sends all analysts away, because their library has changed; new ones come when they are needed.
    pub(crate) fn renew(&self) {
        let mut resting = self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        resting.generation += 1;
        resting.analysts.clear();
    }

    /// How many analysts could work now.
    pub(crate) fn free(&self) -> usize {
        self.free.available_permits()
    }

    /// How many requests wait for one.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Relaxed)
    }

    /// Waits until nobody works any more.
    pub(crate) async fn rest(&self, analysts: usize) {
        let all = u32::try_from(analysts).unwrap_or(u32::MAX);
        drop(self.free.acquire_many(all).await);
    }
}
