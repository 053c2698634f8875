//! Watchers of games, and what they receive.
//!
//! Every change of a game goes into a channel that keeps only the newest text: a slow watcher misses a state, never a move,
//! because every state has all moves.
//!
//! Where several servers share a store, each hears of the changes that the others make, and reads those games that someone watches here.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::watch;
use zwick::Side;
use zwick_db::Told;

use crate::App;
use crate::games::game::{Game, GameEvent};
use crate::games::present::{Said, Streams, Talk};
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

/// What reaches the watchers of a game.
struct Channel {
    news: watch::Sender<Option<News>>,
    streams: watch::Sender<Streams>,
    talk: Talk,
}

impl Default for Channel {
    fn default() -> Self {
        Self { news: watch::Sender::new(None), streams: watch::Sender::default(), talk: Talk::default() }
    }
}

/// What a watcher listens to.
pub(crate) struct Receivers {
    pub(crate) news: watch::Receiver<Option<News>>,
    pub(crate) streams: watch::Receiver<Streams>,
    pub(crate) said: watch::Receiver<Option<Said>>,
}

type Channels = HashMap<i64, Channel>;

#[derive(Default)]
pub(crate) struct Live {
    games: Mutex<Channels>,
}

impl Live {
    fn games(&self) -> MutexGuard<'_, Channels> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whatever changes from now on, for one who is there for a side or watches. Drop the receivers, then [leave](Self::leave) the game.
    pub(crate) fn watch(&self, id: i64, side: Option<Side>) -> Receivers {
        let mut games = self.games();
        let channel = games.entry(id).or_default();
        channel.streams.send_modify(|streams| *streams.of(side) += 1);
        let mut streams = channel.streams.subscribe();
        // Who comes is told who is there.
        streams.mark_changed();
        Receivers { news: channel.news.subscribe(), streams, said: channel.talk.last.subscribe() }
    }

    /// Says something to all who watch, unless this side has just said something; whether it was said.
    pub(crate) fn say(&self, id: i64, said: Said) -> bool {
        self.games().get_mut(&id).is_none_or(|channel| channel.talk.say(said, Instant::now()))
    }

    /// Notifies all watchers. Changes may come out of order: the newest stays.
    pub(crate) fn tell(&self, id: i64, told: News) {
        if let Some(channel) = self.games().get(&id) {
            channel.news.send_if_modified(|news| {
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
        let lacks = |news: Option<&News>| news.is_none_or(|known| event > known.event());
        games.get(&id).is_some_and(|channel| lacks(channel.news.borrow().as_ref()))
    }

    /// The games that anyone watches.
    pub(crate) fn watched(&self) -> Vec<i64> {
        self.games().keys().copied().collect()
    }

    /// One leaves who was there for a side or watched; a game that nobody watches any more is forgotten.
    pub(crate) fn leave(&self, id: i64, side: Option<Side>) {
        let mut games = self.games();
        let Some(channel) = games.get(&id) else { return };
        channel.streams.send_modify(|streams| *streams.of(side) -= 1);
        if channel.news.receiver_count() == 0 {
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
        Ok(saved) => news(Game::told(app, &link, &saved).await?),
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
