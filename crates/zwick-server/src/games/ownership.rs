//! Games belong to their players: whether they are listed, that they can be deleted, and how long they are kept.
//!
//! Everyone who knows the id of a game may read it; ids cannot be guessed. In lists a game appears only if its players want that. While one person
//! holds both sides, either token does. Once a game is shared with another person, listing and deleting it needs both; not to be listed
//! any more is for either side to say.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;
use zwick_db::GameLink;

use crate::App;
use crate::games::change::Change;
use crate::games::game::Game;
use crate::http::problem::Problem;
use crate::http::request::{Act, Bearer, GameById, GameNumber};

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListedRequest {
    /// Whether the side whose token this is wants the game to be listed.
    listed: bool,
}

/// Say whether the game may be found in lists. In a game shared with another person it is listed once both sides want it, and no longer if
/// either does not.
#[utoipa::path(
    put, path = "/api/v1/games/{id}/listed", operation_id = "setListed", tag = "play", request_body = ListedRequest,
    security(("token" = [])), params(GameById), responses((status = 200, description = "The game.", body = Game))
)]
pub(crate) async fn set_listed(Act { app, id, bearer, request }: Act<ListedRequest>) -> Result<Json<Game>, Problem> {
    let change = Change::begin(app, id, bearer, None).await?;
    let sides = if change.needs_both() { vec![change.holder] } else { vec![change.holder, !change.holder] };
    let number = change.link.number;
    change.app().store.set_listed(number, &sides, request.listed).await?;
    change.commit(if request.listed { "listed" } else { "not listed" }).await.map(Json)
}

/// Delete the game for good. In a game shared with another person both sides must ask: the first wish is noted in `delete_asked`, the other
/// side's deletes the game. A move between the two ends the wish.
#[utoipa::path(
    delete, path = "/api/v1/games/{id}", operation_id = "deleteGame", tag = "play", security(("token" = [])),
    params(GameById),
    responses((status = 204, description = "The game is gone."), (status = 202, description = "The wish is noted: the other side has to ask too.", body = Game))
)]
pub(crate) async fn delete(
    Shared(app): Shared<Arc<App>>,
    GameNumber(id): GameNumber,
    bearer: Bearer,
) -> Result<Response, Problem> {
    let mut change = Change::begin(app, id, bearer, None).await?;
    let (holder, other) = (change.holder, !change.holder);
    if change.needs_both() && change.seats.delete_asked != Some(other) {
        change.check_patience()?;
        change.seats.delete_asked = Some(holder);
        let game = change.commit("delete asked").await?;
        return Ok((StatusCode::ACCEPTED, Json(game)).into_response());
    }
    change.delete().await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Games removed at a time, so that other writers do not wait long.
const BATCH: u32 = 50;
/// The pause between two such times.
const BREATH: Duration = Duration::from_millis(100);
/// How often old games are removed.
const LONGEST_PAUSE: Duration = Duration::from_secs(3_600);

/// The precision of the time at which a game was last opened.
fn pause(app: &App) -> Duration {
    app.settings.keep_games.map_or(LONGEST_PAUSE, |keep| (keep / 24).min(LONGEST_PAUSE))
}

/// Notes in the background that a game was opened, unless that was noted recently.
pub(crate) fn touch(app: &Arc<App>, link: &GameLink) {
    let Some(touched) = link.touched else { return };
    if Duration::from_millis(now().saturating_sub(touched)) < pause(app) {
        return;
    }
    let (app, number) = (Arc::clone(app), link.number);
    tokio::spawn(async move {
        if let Err(error) = app.store.touch(&[number]).await {
            tracing::debug!(%error, "cannot note that a game was asked for");
        }
    });
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// Removes games that nobody has opened or watched for the time the operator has set, until the server stops.
pub(crate) async fn remove_untouched(app: Arc<App>) {
    let Some(keep) = app.settings.keep_games else { return };
    loop {
        tokio::select! {
            () = tokio::time::sleep(pause(&app)) => {}
            () = app.closing() => return,
        }
        match remove_once(&app, keep).await {
            Ok(0) => {}
            Ok(removed) => tracing::info!(removed, "removed games nobody had asked for"),
            Err(error) => tracing::warn!(%error, "cannot remove old games"),
        }
    }
}

async fn remove_once(app: &App, keep: Duration) -> Result<usize, zwick_db::Error> {
    app.store.touch(&app.live.watched()).await?;
    let since = now().saturating_sub(keep.as_millis() as u64);
    let mut all = 0;
    loop {
        let removed = app.store.remove_untouched(since, BATCH).await?;
        removed.iter().for_each(|&number| app.tell_gone(number));
        app.games_changed.fetch_add(removed.len() as u64, Relaxed);
        all += removed.len();
        if removed.len() < BATCH as usize {
            return Ok(all);
        }
        tokio::time::sleep(BREATH).await;
    }
}
