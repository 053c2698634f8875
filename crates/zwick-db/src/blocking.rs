//! A store for threads that compute and may block: never use it on the threads of an asynchronous runtime.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;
use zwick::search::Recall;
use zwick::{AnyMove, AnyPosition, Database, Known};

use crate::error::Error;
use crate::evaluation::Evaluation;
use crate::store::Store;

/// A store with blocking calls.
#[derive(Debug, Clone)]
pub struct Blocking {
    store: Store,
    runtime: Handle,
}

impl Blocking {
    /// A store driven by this runtime.
    pub fn new(store: Store, runtime: Handle) -> Self {
        Self { store, runtime }
    }

    /// The store itself.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Blocks until the store answers.
    ///
    /// # Panics
    /// On a thread of an asynchronous runtime.
    pub fn wait<T>(&self, answer: impl Future<Output = T>) -> T {
        self.runtime.block_on(answer)
    }

    /// The store as a player's memory; what the player finds is marked as coming from `source`.
    pub fn shelf(&self, source: impl Into<String>) -> Shelf {
        let state = State { found: Vec::new(), failure: None };
        Shelf { store: self.clone(), source: source.into(), patience: None, state: Arc::new(Mutex::new(state)) }
    }
}

/// A store as the [`Database`] of a player. What the player finds is held here until it is [saved](Self::save) or [taken](Self::take).
/// Clones share the same shelf: one for the player, one for the caller.
#[derive(Debug, Clone)]
pub struct Shelf {
    store: Blocking,
    source: String,
    /// How long a look-up may take.
    patience: Option<Duration>,
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    found: Vec<Evaluation>,
    /// A failed look-up: the player cannot report it, the owner of the shelf can.
    failure: Option<Error>,
}

impl Shelf {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same shelf for someone in a hurry: a look-up that takes longer than this has failed.
    #[must_use]
    pub fn within(mut self, patience: Duration) -> Self {
        self.patience = Some(patience);
        self
    }

    /// What was found since the last call, to be saved by the caller.
    ///
    /// # Errors
    /// If a look-up in between failed.
    pub fn take(&self) -> Result<Vec<Evaluation>, Error> {
        let mut state = self.state();
        let found = std::mem::take(&mut state.found);
        state.failure.take().map_or(Ok(found), Err)
    }

    /// Saves what was found since the last call; returns how many records were new or better.
    ///
    /// # Errors
    /// If it cannot be saved, or a look-up in between failed.
    pub fn save(&self) -> Result<u64, Error> {
        let found = self.take()?;
        self.store.wait(self.store.store().save(&found))
    }
}

impl Database<AnyPosition> for Shelf {
    fn best_move(&self, position: &AnyPosition) -> Option<Known<AnyMove>> {
        // After a failure nobody waits for the next one.
        if self.state().failure.is_some() {
            return None;
        }
        let asked = [*position];
        let look_up = self.store.store().look_up(&asked);
        let answer = self.store.wait(async {
            match self.patience {
                Some(Duration::ZERO) => Err(Error::Slow(Duration::ZERO)),
                Some(patience) => tokio::time::timeout(patience, look_up).await.unwrap_or(Err(Error::Slow(patience))),
                None => look_up.await,
            }
        });
        match answer {
            Ok(mut answers) => answers.pop().flatten().map(|evaluation| evaluation.known()),
            Err(error) => {
                self.state().failure.get_or_insert(error);
                None
            }
        }
    }

    fn keep(&mut self, position: &AnyPosition, known: Known<AnyMove>) {
        self.state().found.push(Evaluation::new(position, &known, &self.source));
    }

    fn recall(&self, position: &AnyPosition) -> Option<Arc<Recall>> {
        if self.state().failure.is_some() {
            return None;
        }
        match self.store.wait(self.store.store().recall(position.game())) {
            Ok(recall) => Some(recall),
            Err(error) => {
                self.state().failure.get_or_insert(error);
                None
            }
        }
    }
}
