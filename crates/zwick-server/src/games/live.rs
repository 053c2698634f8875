//! Watchers of games, and what they receive.
//!
//! Every change of a game goes into a channel that keeps only the newest text: a slow watcher misses a state, never a move,
//! because every state has all moves.
//!
//! Where several servers share a store, each hears of the changes that the others make, and reads those games that someone watches here.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use zwick_db::Told;

use crate::App;
use crate::games::game::{Game, GameEvent};
use crate::http::problem::Problem;
use crate::http::stream::name_and_data;

/// What watchers of a game receive.
#[derive(Clone)]
pub(crate) enum News {
    /// The game after a change: the number of the change, and the game as JSON.
    Change(u64, Arc<str>),
    /// The game was deleted, by its players or for its age. Nothing follows.
    Gone,
}

impl News {
    /// The number of the change; the end comes after all others.
    pub(crate) fn event(&self) -> u64 {
        match self {
            Self::Change(event, _) => *event,
            Self::Gone => u64::MAX,
        }
    }
}

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
    pub(crate) fn watch(&self, id: i64) -> watch::Receiver<Option<News>> {
        self.games().entry(id).or_insert_with(|| watch::channel(None).0).subscribe()
    }

    /// Notifies all watchers. Changes may come out of order: the newest stays.
    pub(crate) fn tell(&self, id: i64, told: News) {
        if let Some(sender) = self.games().get(&id) {
            sender.send_if_modified(|news| {
                let is_newer = news.as_ref().is_none_or(|known| told.event() > known.event());
                if is_newer {
                    *news = Some(told);
                }
                is_newer
            });
        }
    }

    /// Whether a watcher has not received this change, so that its text is needed.
    pub(crate) fn lacks(&self, id: i64, event: u64) -> bool {
        let games = self.games();
        games.get(&id).is_some_and(|sender| sender.borrow().as_ref().is_none_or(|known| event > known.event()))
    }

    /// The games that anyone watches.
    pub(crate) fn watched(&self) -> Vec<i64> {
        self.games().keys().copied().collect()
    }

    /// Forgets a game that nobody watches.
    pub(crate) fn forget(&self, id: i64) {
        let mut games = self.games();
        if games.get(&id).is_some_and(|sender| sender.receiver_count() == 0) {
            games.remove(&id);
        }
    }
}

/// A game as its watchers receive it.
pub(crate) fn news(game: Game) -> Result<News, Problem> {
    let event = game.event();
    let told = name_and_data(&GameEvent::Change(Box::new(game)));
    let (_, json) = told.map_err(|error| Problem::Internal(error.to_string()))?;
    Ok(News::Change(event, json.into()))
}

/// The news for watchers of the game with this number.
async fn latest(app: &App, number: i64) -> Result<News, Problem> {
    let Some(link) = app.store.link_of(number).await? else { return Ok(News::Gone) };
    match app.store.game(number).await {
        Ok(saved) => news(Game::told(&app.store, &link, &saved).await?),
        Err(zwick_db::Error::NoGame(_)) => Ok(News::Gone),
        Err(error) => Err(error.into()),
    }
}

/// Passes changes by other servers on to watchers here, until this server stops.
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
            Told::Gone { id } => {
                app.tell_gone(id);
                Vec::new()
            }
            Told::Missed => app.live.watched(),
        };
        for id in games {
            match latest(&app, id).await {
                Ok(news) => app.live.tell(id, news),
                Err(problem) => {
                    tracing::warn!(%problem, id, "cannot read a game that has changed");
                    changes.begin_again();
                    break;
                }
            }
        }
    }
}
