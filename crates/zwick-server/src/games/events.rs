//! A game as it changes, told as server-sent events.

use std::sync::Arc;

use axum::extract::State as Shared;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt};
use metrics::gauge;
use std::time::Duration;
use tokio::sync::watch;

use crate::App;
use crate::games::game::{DeletedGame, Game, GameEvent};
use crate::games::live::{News, news};
use crate::http::edge::Asker;
use crate::http::problem::Problem;
use crate::http::request::{GameById, GameNumber};
use crate::http::stream::event;

/// An empty line is sent this often, to notice dead connections.
const PULSE: Duration = Duration::from_secs(15);
/// How soon a browser comes back after it lost the connection.
const RETRY: Duration = Duration::from_millis(500);

/// A game as it changes: events named `change` with the number of the change as id and the game as data. If the game is deleted, an event
/// named `gone` ends the stream.
///
/// The first event is the game as it is, unless `Last-Event-ID` says that the client knows it. Every event has all moves, so that a
/// dropped connection loses nothing.
#[utoipa::path(
    get, path = "/api/v1/games/{id}/events", operation_id = "streamGame", tag = "games",
    params(GameById, ("last-event-id" = Option<String>, Header, description = "The last change the reader knows of")),
    responses((
        status = 200, description = "Server-sent events, each with its name, its number and its data.",
        body = GameEvent, content_type = "text/event-stream"
    ))
)]
pub(crate) async fn events(
    Shared(app): Shared<Arc<App>>,
    asker: Asker,
    GameNumber(id): GameNumber,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, axum::Error>>>, Problem> {
    let known = headers.get("last-event-id").and_then(|value| value.to_str().ok()).and_then(|text| text.parse().ok());
    // Watch first, then read: no change can slip between the two.
    let pass = app.stream(asker)?;
    let mut watcher = Watcher::new(app, id.number, known);
    let store = &watcher.app.store;
    let saved = store.game(id.number).await?;
    if known.is_none_or(|known| known < saved.event) {
        watcher.first = Some(news(Game::told(store, &id, &saved).await?)?);
    }
    let events = unfold(watcher, Watcher::next).take_until(async move { pass.lost().await });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(PULSE)))
}

/// A watcher of a game.
struct Watcher {
    app: Arc<App>,
    id: i64,
    /// None once the game is gone, or while this is dropped.
    news: Option<watch::Receiver<Option<News>>>,
    /// What to send before anything new.
    first: Option<News>,
    /// The last change that was told.
    known: Option<u64>,
}

impl Watcher {
    fn new(app: Arc<App>, id: i64, known: Option<u64>) -> Self {
        let news = app.live.watch(id);
        gauge!("zwick_watchers").increment(1);
        Self { app, id, news: Some(news), first: None, known }
    }

    async fn next(mut self) -> Option<(Result<Event, axum::Error>, Self)> {
        let news = match self.first.take() {
            Some(news) => news,
            None => self.newer().await?,
        };
        self.known = Some(news.event());
        let told = match news {
            News::Change(number, json) => {
                Ok(Event::default().event("change").id(number.to_string()).retry(RETRY).data(&*json))
            }
            News::Gone => {
                self.news = None;
                event(&GameEvent::Gone(DeletedGame {}))
            }
        };
        Some((told, self))
    }

    /// The next change that is not known; none once the server stops.
    async fn newer(&mut self) -> Option<News> {
        let known = self.known;
        let is_newer =
            |news: &Option<News>| news.as_ref().is_some_and(|news| known.is_none_or(|known| news.event() > known));
        let news = self.news.as_mut()?;
        tokio::select! {
            found = news.wait_for(is_newer) => found.ok()?.clone(),
            () = self.app.closing() => None,
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.news = None;
        self.app.live.forget(self.id);
        gauge!("zwick_watchers").decrement(1);
    }
}
