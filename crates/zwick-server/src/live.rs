//! Who watches which game, and what they are told.
//!
//! Every change of a game goes, as the text that all its watchers get, into a channel that keeps the newest only: who is slow
//! misses a state, never a move, because every state has all moves.
//!
//! Where several servers share a store, each hears of the changes that the others make, and reads those games that someone watches here.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use zwick_db::{SavedGame, Told};

use crate::App;
use crate::games::Game;
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

    /// Whether anyone watches who has not been told of this change, so that the text is needed.
    pub(crate) fn lacks(&self, id: i64, event: u64) -> bool {
        let games = self.games();
        games.get(&id).is_some_and(|sender| sender.borrow().as_ref().is_none_or(|(known, _)| event > *known))
    }

    /// The games that anyone watches.
    fn watched(&self) -> Vec<i64> {
        self.games().keys().copied().collect()
    }

    /// Keeps nothing about a game that nobody watches.
    pub(crate) fn forget(&self, id: i64) {
        let mut games = self.games();
        if games.get(&id).is_some_and(|sender| sender.receiver_count() == 0) {
            games.remove(&id);
        }
    }
}

/// A game as those who watch it are told.
pub(crate) fn news(saved: &SavedGame) -> Result<News, Problem> {
    let json = serde_json::to_string(&Game::read(saved)).map_err(|error| Problem::Internal(error.to_string()))?;
    Ok((saved.event, json.into()))
}

/// Tells those who watch here what other servers change, until this one stops.
pub(crate) async fn follow_others(app: Arc<App>) {
    let Some(mut changes) = app.store.changes() else { return };
    loop {
        let told = tokio::select! {
            told = changes.next() => told,
            () = app.closing() => return,
        };
        let games = match told {
            Told::Game { id, event } if app.live.lacks(id, event) => vec![id],
            Told::Game { .. } => Vec::new(),
            Told::Missed => app.live.watched(),
        };
        for id in games {
            match app.store.game(id).await.map_err(Problem::from).and_then(|saved| news(&saved)) {
                Ok(news) => app.live.tell(id, news),
                // The game is gone.
                Err(Problem::NotFound(_)) => {}
                Err(problem) => {
                    tracing::warn!(%problem, id, "cannot read a game that has changed");
                    changes.begin_again();
                    break;
                }
            }
        }
    }
}
