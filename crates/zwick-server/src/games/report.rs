//! A kept game looked back upon.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State as Shared;
use zwick::review;
use zwick::wire::Review;

use crate::App;
use crate::games::seats::Seats;
use crate::http::edge::Asker;
use crate::http::problem::Problem;
use crate::http::request::{GameById, GameNumber};

/// The time for a whole game.
const WHOLE_GAME: Duration = Duration::from_secs(20);

/// What each move of a game gave away, and how well each side played.
#[utoipa::path(
    get, path = "/api/v1/games/{id}/report", operation_id = "readGameReport", tag = "games", params(GameById),
    responses((status = 200, description = "What each move gave away, and the accuracy of each side.", body = Review))
)]
pub(crate) async fn report(
    Shared(app): Shared<Arc<App>>,
    asker: Asker,
    GameNumber(id): GameNumber,
) -> Result<Json<Review>, Problem> {
    let saved = app.store.game(id.number).await?;
    if saved.text.record.ending().is_none()
        && Seats::of(&saved).is_some_and(|seats| seats.is_between_friends(&saved.text))
    {
        return Err(Problem::Conflict("the report of a game between two people comes after its end".to_owned()));
    }
    let record = saved.text.record;
    let (game, time) = (record.start().game(), WHOLE_GAME.min(app.settings.limits.longest_thought));
    let moves = app.thinkers.analyse(asker, game, move |analyst, stop| review(analyst, &record, time, stop)).await??;
    Ok(Json(Review::of(&moves)))
}
