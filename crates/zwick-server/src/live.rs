//! Who watches which game, and what they are told.
//!
//! Every change of a game goes, as the text that all its watchers get, into a channel that keeps the newest only: who is slow
//! misses a state, never a move, because every state has all moves.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::problem::Problem;

/// A game after a change: the number of the change, and the game as JSON.
pub(crate) type News = (u64, Arc<str>);

type Channels = HashMap<i64, watch::Sender<Option<News>>>;

#[derive(Default)]
pub(crate) struct Live {
    games: Mutex<Channels>,
}

impl Live {
    fn games(&self) -> MutexGuard<'_, Channels> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whatever changes from now on. Drop the receiver, then [forget](Self::forget) the game.
    ///
    /// # Errors
    /// If so many watch already, whatever game.
    pub(crate) fn watch(&self, id: i64, most: usize) -> Result<watch::Receiver<Option<News>>, Problem> {
        let mut games = self.games();
        if games.values().map(watch::Sender::receiver_count).sum::<usize>() >= most {
            return Err(Problem::Busy);
        }
        Ok(games.entry(id).or_insert_with(|| watch::channel(None).0).subscribe())
    }

    /// Tells all who watch. Changes may come out of order: the newest stays.
    pub(crate) fn tell(&self, id: i64, (event, json): News) {
        if let Some(sender) = self.games().get(&id) {
            sender.send_if_modified(|news| {
                let is_newer = news.as_ref().is_none_or(|(known, _)| event > *known);
                if is_newer {
                    *news = Some((event, json));
                }
                is_newer
            });
        }
    }

    /// Whether anyone watches, so that the text is needed.
    pub(crate) fn is_watched(&self, id: i64) -> bool {
        self.games().contains_key(&id)
    }

    /// Keeps nothing about a game that nobody watches.
    pub(crate) fn forget(&self, id: i64) {
        let mut games = self.games();
        if games.get(&id).is_some_and(|sender| sender.receiver_count() == 0) {
            games.remove(&id);
        }
    }
}
