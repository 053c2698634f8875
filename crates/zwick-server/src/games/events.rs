//! A game as it changes, told as server-sent events.

use std::sync::Arc;

use axum::extract::State as Shared;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt};
use metrics::gauge;
use std::time::Duration;
use zwick::Side;

use crate::App;
use crate::games::game::{DeletedGame, Game, GameEvent};
use crate::games::live::{News, Receivers, news};
use crate::games::present::{Present, Said, side_of};
use crate::http::problem::Problem;
use crate::http::request::{Bearer, GameById, GameNumber};
use crate::http::stream::event;

/// An empty line is sent this often, to notice dead connections.
const PULSE: Duration = Duration::from_secs(15);
/// How soon a browser comes back after it lost the connection.
const RETRY: Duration = Duration::from_millis(500);

/// A game as it changes: events named `change` with the number of the change as id and the game as data. If the game is deleted, an event
/// named `gone` ends the stream. Events named `present` tell who is here, and `said` what a player says.
///
/// With the token of a side, its player is here as long as the stream is open; without one, somebody watches.
///
/// The first event is the game as it is, unless `Last-Event-ID` says that the client knows it and no clock is running. Every event has all moves, so that a
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
    GameNumber(id): GameNumber,
    Bearer(token, asker): Bearer,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, axum::Error>>>, Problem> {
    let known = headers.get("last-event-id").and_then(|value| value.to_str().ok()).and_then(|text| text.parse().ok());
    // Watch first, then read: no change can slip between the two.
    let pass = app.stream(asker)?;
    let side = match &token {
        Some(token) => Some(side_of(&app, id.number, Some(token)).await?),
        None => None,
    };
    let mut watcher = Watcher::new(app, id.number, side, known);
    let game = Game::told(&watcher.app, &id, &watcher.app.store.game(id.number).await?).await?;
    // A clock may have stood still while the reader was away.
    if known.is_none_or(|known| known < game.event()) || game.has_running_clock() {
        watcher.first = Some(news(game)?);
    }
    let events = unfold(watcher, Watcher::next).take_until(async move { pass.lost().await });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(PULSE)))
}

/// What a watcher is told next.
enum Told {
    News(News),
    Present(Present),
    Said(Said),
}

/// A watcher of a game.
struct Watcher {
    app: Arc<App>,
    id: i64,
    /// None once the game is gone, or while this is dropped.
    receivers: Option<Receivers>,
    /// For whom it is there.
    side: Option<Side>,
    /// What to send before anything new.
    first: Option<News>,
    /// The last change that was told.
    known: Option<u64>,
}

impl Watcher {
    fn new(app: Arc<App>, id: i64, side: Option<Side>, known: Option<u64>) -> Self {
        let receivers = app.live.watch(id, side);
        gauge!("zwick_watchers").increment(1);
        Self { app, id, receivers: Some(receivers), side, first: None, known }
    }

    async fn next(mut self) -> Option<(Result<Event, axum::Error>, Self)> {
        let told = match self.first.take() {
            Some(news) => Told::News(news),
            None => self.newer().await?,
        };
        let told = match told {
            Told::News(news) => {
                self.known = Some(news.event());
                match news {
                    News::Change(number, json) => {
                        Ok(Event::default().event("change").id(number.to_string()).retry(RETRY).data(&*json))
                    }
                    News::Gone => {
                        self.receivers = None;
                        event(&GameEvent::Gone(DeletedGame {}))
                    }
                }
            }
            Told::Present(present) => event(&GameEvent::Present(present)),
            Told::Said(said) => event(&GameEvent::Said(said)),
        };
        Some((told, self))
    }

    /// The next thing that is not known; none once the server stops.
    async fn newer(&mut self) -> Option<Told> {
        let known = self.known;
        let is_newer =
            |news: &Option<News>| news.as_ref().is_some_and(|news| known.is_none_or(|known| news.event() > known));
        let Receivers { news, streams, said } = self.receivers.as_mut()?;
        tokio::select! {
            biased;
            () = self.app.closing() => None,
            found = news.wait_for(is_newer) => found.ok()?.clone().map(Told::News),
            changed = streams.changed() => {
                changed.ok()?;
                Some(Told::Present(streams.borrow_and_update().present()))
            }
            changed = said.changed() => {
                changed.ok()?;
                (*said.borrow_and_update()).map(Told::Said)
            }
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.receivers = None;
        self.app.live.leave(self.id, self.side);
        gauge!("zwick_watchers").decrement(1);
    }
}
