//! What needs both sides of a game between two people: taking back, a draw, a rematch, a lesson.
//!
//! One side asks, which is noted in the game; if the other asks for the same, both agree. Or it refuses; then the first does not ask for
//! anything again before the next move. A move ends all wishes.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;
use zwick::{Outcome, Position, Reason, Side};

use crate::App;
use crate::games::change::Change;
use crate::games::game::Game;
use crate::games::play::{EventRequest, PliesRequest};
use crate::games::seats::{UndoAsked, is_computer};
use crate::http::problem::Problem;
use crate::http::request::{Act, Bearer, GameById, GameNumber, Sent};

/// Take moves back.
///
/// In a shared game against a person both sides must ask: the first wish is noted in `undo_asked`, the other side's takes back what the
/// first has asked for. A move between the two ends the wish.
#[utoipa::path(
    post, path = "/api/v1/games/{id}/undo", operation_id = "undoMoves", tag = "play", request_body = PliesRequest,
    security(("token" = [])), params(GameById),
    responses((status = 200, description = "The game, in which the moves are taken back or that is asked for.", body = Game))
)]
pub(crate) async fn undo(Act { app, id, bearer, request }: Act<PliesRequest>) -> Result<Json<Game>, Problem> {
    let mut change = Change::begin(app, id, bearer, request.event).await?;
    let (holder, other) = (change.holder, !change.holder);
    if change.text.record.ending().is_some_and(|ending| ending.reason == Reason::Time) {
        return Err(Problem::Conflict("the game is over (time): nothing can be taken back".to_owned()));
    }
    let mut plies = request.read(change.text.record.moves().len(), "take back")?;
    if change.needs_both() {
        change.check_patience()?;
        match change.seats.undo_asked {
            Some(asked) if asked.side == other => plies = asked.plies,
            _ => {
                change.seats.undo_asked = Some(UndoAsked { side: holder, plies });
                let name = change.text.record.position().side_name(holder);
                return change.commit(&format!("{name} asks to take back {plies}")).await.map(Json);
            }
        }
    }
    for _ in 0..plies {
        if let Some(taken) = change.text.record.undo() {
            change.seats.undone.push_front(taken.to_string());
        }
    }
    change.seats.forget_wishes();
    change.seats.found = None;
    change.commit(&format!("take back {plies}")).await.map(Json)
}

/// Offer a draw, or accept the one that the other side has offered: then the game is over. Against a computer there is no draw by agreement.
#[utoipa::path(
    post, path = "/api/v1/games/{id}/draw", operation_id = "offerDraw", tag = "play", request_body = EventRequest,
    security(("token" = [])), params(GameById),
    responses((status = 200, description = "The game, which is drawn or in which that is offered.", body = Game))
)]
pub(crate) async fn draw(Act { app, id, bearer, request }: Act<EventRequest>) -> Result<Json<Game>, Problem> {
    let mut change = Change::begin(app, id, bearer, request.event).await?;
    let (holder, other) = (change.holder, !change.holder);
    change.check_unfinished()?;
    if is_computer(&change.text, other) {
        return Err(Problem::Conflict("expected a person on the other side: a computer agrees to nothing".to_owned()));
    }
    if change.needs_both() && change.seats.draw_offered != Some(other) {
        change.check_patience()?;
        change.seats.draw_offered = Some(holder);
        return change.commit("draw offered").await.map(Json);
    }
    let over = |ending: zwick::Ending| Problem::Conflict(format!("the game is already over ({})", ending.reason));
    change.text.record.conclude(Outcome::Draw, Reason::Agreement).map_err(over)?;
    change.seats.end();
    change.commit("draw agreed").await.map(Json)
}

/// Make a lesson of the game: hints and values are for both sides from now on. In a game between two people both must ask; the first wish
/// is noted in `lesson_asked`.
#[utoipa::path(
    post, path = "/api/v1/games/{id}/lesson", operation_id = "agreeToLesson", tag = "play", request_body = EventRequest,
    security(("token" = [])), params(GameById),
    responses((status = 200, description = "The game, which is a lesson or for which that is asked.", body = Game))
)]
pub(crate) async fn lesson(Act { app, id, bearer, request }: Act<EventRequest>) -> Result<Json<Game>, Problem> {
    let mut change = Change::begin(app, id, bearer, request.event).await?;
    let (holder, other) = (change.holder, !change.holder);
    change.check_unfinished()?;
    if change.needs_both() && change.seats.lesson_asked != Some(other) {
        change.check_patience()?;
        change.seats.lesson_asked = Some(holder);
        return change.commit("lesson asked").await.map(Json);
    }
    change.seats.lesson = true;
    change.seats.lesson_asked = None;
    change.commit("lesson").await.map(Json)
}

/// Refuse what the other side asks for, be it to take back, a draw, a lesson, a rematch or to delete the game.
#[utoipa::path(
    post, path = "/api/v1/games/{id}/refuse", operation_id = "refuseWish", tag = "play", request_body = EventRequest,
    security(("token" = [])), params(GameById),
    responses((status = 200, description = "The game, in which nothing is asked for.", body = Game))
)]
pub(crate) async fn refuse(Act { app, id, bearer, request }: Act<EventRequest>) -> Result<Json<Game>, Problem> {
    let mut change = Change::begin(app, id, bearer, request.event).await?;
    let other = !change.holder;
    if !change.seats.refuse(other) {
        return Err(Problem::Conflict("expected a wish of the other side, found none".to_owned()));
    }
    change.commit("refused").await.map(Json)
}

/// What asking for a rematch has led to.
enum Answer {
    /// The number of the next game.
    Begun(i64),
    /// The other side has to ask too.
    Asked(Box<Game>),
}

/// A place in the game that follows another.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Seat {
    /// The id of the game.
    id: String,
    side: Side,
    /// The token of that side: that of the other side in the game before.
    token: String,
}

/// Begin another game from the same start, in which the sides change places. Both tokens stay valid, each for its holder's new side.
///
/// In a game of two people both must ask: the first wish is noted in `rematch_asked`, the other side's begins the game. Then the first gets
/// its seat by asking again, or with GET.
#[utoipa::path(
    post, path = "/api/v1/games/{id}/rematch", operation_id = "createRematch", tag = "play",
    request_body = EventRequest, security(("token" = [])), params(GameById),
    responses(
        (status = 200, description = "The seat in the next game.", body = Seat),
        (status = 202, description = "The wish is noted: the other side has to ask too.", body = Game)
    )
)]
pub(crate) async fn rematch(
    Shared(app): Shared<Arc<App>>,
    GameNumber(id): GameNumber,
    Bearer(token, asker): Bearer,
    Sent(request): Sent<EventRequest>,
) -> Result<Response, Problem> {
    loop {
        let mut change =
            Change::begin(Arc::clone(&app), id.clone(), Bearer(token.clone(), asker), request.event).await?;
        let side = !change.holder;
        let answer = match change.seats.rematch {
            Some(next) => Ok(Answer::Begun(next)),
            None if change.needs_both() && change.seats.rematch_asked != Some(side) => {
                change.check_patience()?;
                change.seats.rematch_asked = Some(change.holder);
                change.commit("rematch asked").await.map(|game| Answer::Asked(Box::new(game)))
            }
            None => change.begin_rematch().await.map(Answer::Begun),
        };
        match answer {
            // Somebody else was quicker: with a rematch of their own, or with something else.
            Err(Problem::Conflict(_)) if request.event.is_none() => {}
            Err(problem) => return Err(problem),
            Ok(Answer::Asked(game)) => return Ok((StatusCode::ACCEPTED, Json(game)).into_response()),
            Ok(Answer::Begun(next)) => {
                let seat = Seat { id: next_id(&app, next).await?, side, token: token.unwrap_or_default() };
                return Ok(Json(seat).into_response());
            }
        }
    }
}

/// The holder's seat in the rematch.
#[utoipa::path(
    get, path = "/api/v1/games/{id}/rematch", operation_id = "readRematch", tag = "play", security(("token" = [])),
    params(GameById), responses((status = 200, description = "The seat in the next game.", body = Seat))
)]
pub(crate) async fn next_seat(
    Shared(app): Shared<Arc<App>>,
    GameNumber(id): GameNumber,
    Bearer(token, asker): Bearer,
) -> Result<Json<Seat>, Problem> {
    let change = Change::begin(Arc::clone(&app), id, Bearer(token.clone(), asker), None).await?;
    let next = change.seats.rematch.ok_or_else(|| Problem::NotFound("nobody has begun a rematch".to_owned()))?;
    let id = next_id(&app, next).await?;
    Ok(Json(Seat { id, side: !change.holder, token: token.unwrap_or_default() }))
}

/// The id of the game that follows another.
async fn next_id(app: &App, number: i64) -> Result<String, Problem> {
    let link = app.store.link_of(number).await?;
    Ok(link.ok_or_else(|| Problem::NotFound("the rematch was deleted".to_owned()))?.id.to_string())
}
