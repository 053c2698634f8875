//! A game as it changes, told as server-sent events.

use std::sync::Arc;

use axum::extract::State as Shared;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use metrics::gauge;
use std::time::Duration;
use tokio::sync::watch;

use crate::App;
use crate::live::{News, news};
use crate::problem::{Problem, ProblemBody};
use crate::request::GameNumber;

/// A line that says nothing is sent this often: it tells a dead connection from a quiet game.
const PULSE: Duration = Duration::from_secs(15);
/// How soon a browser comes back after it lost the connection.
const RETRY: Duration = Duration::from_millis(500);

/// A game as it changes: events named `change` with the number of the change as id and the game as data.
///
/// The first event tells the game as it is, unless `Last-Event-ID` says that this is known. Every event has all moves, so that a
/// dropped connection loses nothing.
#[utoipa::path(get, path = "/api/v1/games/{id}/events", tag = "games",
    params(("id" = i64, Path, description = "The number of the game"),
        ("last-event-id" = Option<String>, Header, description = "The last change the reader knows of")),
    responses((status = 200, body = String, content_type = "text/event-stream"),
        (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "Too many are watching", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn events(
    Shared(app): Shared<Arc<App>>,
    GameNumber(id): GameNumber,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, axum::Error>>>, Problem> {
    let known = headers.get("last-event-id").and_then(|value| value.to_str().ok()).and_then(|text| text.parse().ok());
    // Watch first, then read: no change can slip between the two.
    let mut watcher = Watcher::new(app, id, known)?;
    let saved = watcher.app.store.game(id).await?;
    if known.is_none_or(|known| known < saved.event) {
        watcher.first = Some(news(&saved)?);
    }
    Ok(Sse::new(unfold(watcher, Watcher::next)).keep_alive(KeepAlive::new().interval(PULSE)))
}

/// Someone who watches a game.
struct Watcher {
    app: Arc<App>,
    id: i64,
    /// None only while this is dropped.
    news: Option<watch::Receiver<Option<News>>>,
    /// What to tell before anything new.
    first: Option<News>,
    /// The last change that was told.
    known: Option<u64>,
}

impl Watcher {
    fn new(app: Arc<App>, id: i64, known: Option<u64>) -> Result<Self, Problem> {
        let news = app.live.watch(id, app.settings.most_watchers)?;
        gauge!("zwick_watchers").increment(1);
        Ok(Self { app, id, news: Some(news), first: None, known })
    }

    async fn next(mut self) -> Option<(Result<Event, axum::Error>, Self)> {
        let (event, json) = match self.first.take() {
            Some(news) => news,
            None => self.newer().await?,
        };
        self.known = Some(event);
        let told = Event::default().event("change").id(event.to_string()).retry(RETRY).data(&*json);
        Some((Ok(told), self))
    }

    /// The next change that is not known; none once the server stops.
    async fn newer(&mut self) -> Option<News> {
        let known = self.known;
        let is_newer = |news: &Option<News>| news.as_ref().is_some_and(|(event, _)| known.is_none_or(|k| *event > k));
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
