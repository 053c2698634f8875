//! Addresses that change a game. Whoever calls them shows the token of a side.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zwick::{Outcome, Position, Reason};

use crate::App;
use crate::analysis::{USUAL_CHOICE, think_for};
use crate::games::{Change, Game, read_move, read_seat};
use crate::problem::{Problem, ProblemBody};
use crate::protocol::Side;
use crate::request::{Bearer, GameNumber, Sent, read_player, read_time};
use crate::seats::{UndoAsked, check_turn, computer, new_token, player, set_player};

#[derive(Deserialize, ToSchema)]
pub(crate) struct MoveRequest {
    /// Such as `4`, `d6` or `a4-a7xb6`.
    r#move: String,
    /// The last change the sender knows of; the move is refused if there is a later one.
    event: Option<u64>,
}

/// Play a move for the side whose token this is.
#[utoipa::path(post, path = "/api/v1/games/{id}/moves", tag = "play", request_body = MoveRequest, security(("token" = [])),
    params(("id" = i64, Path, description = "The number of the game")),
    responses((status = 200, body = Game), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn play(
    Shared(app): Shared<Arc<App>>,
    GameNumber(id): GameNumber,
    bearer: Bearer,
    Sent(request): Sent<MoveRequest>,
) -> Result<Json<Game>, Problem> {
    let mut change = Change::begin(app, id, bearer, request.event).await?;
    let mv = read_move(&change.text, &request.r#move)?;
    check_turn(&change.text, change.holder)?;
    change.play(mv)?;
    change.commit(&format!("play {mv}")).await.map(Json)
}

#[derive(Default, Deserialize, ToSchema)]
pub(crate) struct EventRequest {
    /// The last change the sender knows of; the request is refused if there is a later one.
    event: Option<u64>,
}

#[derive(Default, Deserialize, ToSchema)]
pub(crate) struct PliesRequest {
    /// How many turns of both sides; one if left out.
    #[schema(minimum = 1, maximum = 10000)]
    plies: Option<usize>,
    /// The last change the sender knows of; the request is refused if there is a later one.
    event: Option<u64>,
}

impl PliesRequest {
    /// How many turns, of so many there are.
    fn read(&self, most: usize, what: &str) -> Result<usize, Problem> {
        match self.plies.unwrap_or(1) {
            0 => Err(Problem::Malformed("plies: expected a number from 1".to_owned())),
            plies if plies <= most => Ok(plies),
            plies => Err(Problem::Conflict(format!("expected at most {most} moves to {what}, found {plies}"))),
        }
    }
}

/// Take moves back.
///
/// In a shared game against a person both sides must ask: the first wish is noted in `undo_asked`, the other side's takes back what the
/// first has asked for. A move between the two ends the wish.
#[utoipa::path(post, path = "/api/v1/games/{id}/undo", tag = "play", request_body = PliesRequest, security(("token" = [])),
    params(("id" = i64, Path, description = "The number of the game")),
    responses((status = 200, body = Game), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn undo(
    Shared(app): Shared<Arc<App>>,
    GameNumber(id): GameNumber,
    bearer: Bearer,
    Sent(request): Sent<PliesRequest>,
) -> Result<Json<Game>, Problem> {
    let mut change = Change::begin(app, id, bearer, request.event).await?;
    let (holder, other) = (change.holder, !change.holder);
    let mut plies = request.read(change.text.record.moves().len(), "take back")?;
    if change.seats.shared && computer(&change.text, other).is_none() {
        match change.seats.undo_asked {
            Some(asked) if asked.side == other.into() => plies = asked.plies,
            _ => {
                change.seats.undo_asked = Some(UndoAsked { side: holder.into(), plies });
                let name = change.text.record.position().side_name(holder);
                return change.commit(&format!("{name} asks to take back {plies}")).await.map(Json);
            }
        }
    }
    for _ in 0..plies {
        let taken = change.text.record.undo();
        change.seats.undone.splice(0..0, taken.map(|mv| mv.to_string()));
    }
    change.seats.undo_asked = None;
    change.commit(&format!("take back {plies}")).await.map(Json)
}

/// Play moves again that were taken back.
#[utoipa::path(post, path = "/api/v1/games/{id}/redo", tag = "play", request_body = PliesRequest, security(("token" = [])),
    params(("id" = i64, Path, description = "The number of the game")),
    responses((status = 200, body = Game), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn redo(
    Shared(app): Shared<Arc<App>>,
    GameNumber(id): GameNumber,
    bearer: Bearer,
    Sent(request): Sent<PliesRequest>,
) -> Result<Json<Game>, Problem> {
    let mut change = Change::begin(app, id, bearer, request.event).await?;
    let plies = request.read(change.seats.undone.len(), "play again")?;
    for _ in 0..plies {
        let turn = change.text.record.position().turn();
        if change.seats.shared && computer(&change.text, turn).is_none() {
            check_turn(&change.text, change.holder)?;
        }
        let mv = read_move(&change.text, &change.seats.undone[0])?;
        change.play(mv)?;
    }
    change.commit(&format!("play again {plies}")).await.map(Json)
}

#[derive(Default, Deserialize, ToSchema)]
pub(crate) struct ComputerRequest {
    /// Who thinks, in place of the player of the side to move; only with the token of that side.
    player: Option<String>,
    /// Same seed, same move, unless time or several threads decide.
    seed: Option<u64>,
    /// Milliseconds to think at most.
    #[schema(minimum = 1, maximum = 60000)]
    time: Option<u64>,
    /// The last change the sender knows of; the request is refused if there is a later one.
    event: Option<u64>,
}

/// Let the computer move for the side to move.
#[utoipa::path(post, path = "/api/v1/games/{id}/computer", tag = "play", request_body = ComputerRequest, security(("token" = [])),
    params(("id" = i64, Path, description = "The number of the game")),
    responses((status = 200, body = Game), (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "Too many are asking", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn computer_move(
    Shared(app): Shared<Arc<App>>,
    GameNumber(id): GameNumber,
    bearer: Bearer,
    Sent(request): Sent<ComputerRequest>,
) -> Result<Json<Game>, Problem> {
    let mut change = Change::begin(app, id, bearer, request.event).await?;
    let time = read_time(request.time, USUAL_CHOICE)?;
    let asked = request.player.as_deref().map(read_player).transpose()?;
    if let Some(ending) = change.text.record.ending() {
        return Err(Problem::Conflict(format!("there is no move: the game is over ({})", ending.reason)));
    }
    let position = *change.text.record.position();
    let spec = match (asked, computer(&change.text, position.turn())) {
        (None, Some(spec)) => spec,
        (asked, _) => {
            check_turn(&change.text, change.holder)?;
            let missing = || Problem::Conflict("a person plays this side: expected a player in the request".to_owned());
            asked.ok_or_else(missing)?
        }
    };
    let report = think_for(change.app(), position, spec, request.seed, time).await?;
    let mv = report.choice.ok_or(Problem::Closing)?;
    change.play(mv)?;
    change.commit(&format!("play {mv}")).await.map(Json)
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct PlayersRequest {
    /// `person`, or a player such as `level 5`; left out, nothing changes.
    first: Option<String>,
    second: Option<String>,
}

/// Say who plays a side, at any time; in a shared game only with the token of that side.
#[utoipa::path(put, path = "/api/v1/games/{id}/players", tag = "play", request_body = PlayersRequest, security(("token" = [])),
    params(("id" = i64, Path, description = "The number of the game")),
    responses((status = 200, body = Game), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn set_players(
    Shared(app): Shared<Arc<App>>,
    GameNumber(id): GameNumber,
    bearer: Bearer,
    Sent(request): Sent<PlayersRequest>,
) -> Result<Json<Game>, Problem> {
    let mut change = Change::begin(app, id, bearer, None).await?;
    let wishes = [(zwick::Side::First, &request.first), (zwick::Side::Second, &request.second)];
    for (side, wish) in wishes {
        let Some(wish) = wish.as_deref().map(read_seat).transpose()? else { continue };
        if wish == player(&change.text, side) {
            continue;
        }
        if change.seats.shared && side != change.holder {
            let name = change.text.record.position().side_name(side);
            return Err(Problem::Forbidden(format!("expected the token of {name} to change who plays {name}")));
        }
        set_player(&mut change.text, side, &wish);
        change.seats.undo_asked = None;
    }
    change.commit("players").await.map(Json)
}

/// Give the game up for the side whose token this is.
#[utoipa::path(post, path = "/api/v1/games/{id}/resign", tag = "play", request_body = EventRequest, security(("token" = [])),
    params(("id" = i64, Path, description = "The number of the game")),
    responses((status = 200, body = Game), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn resign(
    Shared(app): Shared<Arc<App>>,
    GameNumber(id): GameNumber,
    bearer: Bearer,
    Sent(request): Sent<EventRequest>,
) -> Result<Json<Game>, Problem> {
    let mut change = Change::begin(app, id, bearer, request.event).await?;
    let outcome = Outcome::Win(!change.holder);
    let over = |ending: zwick::Ending| Problem::Conflict(format!("the game is already over ({})", ending.reason));
    change.text.record.conclude(outcome, Reason::Resignation).map_err(over)?;
    change.seats.undone.clear();
    change.seats.undo_asked = None;
    change.commit("resignation").await.map(Json)
}

/// Say that the two sides are in different hands from now on, before the other token is handed out. This stays so.
#[utoipa::path(post, path = "/api/v1/games/{id}/share", tag = "play", request_body = EventRequest, security(("token" = [])),
    params(("id" = i64, Path, description = "The number of the game")),
    responses((status = 200, body = Game), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn share(
    Shared(app): Shared<Arc<App>>,
    GameNumber(id): GameNumber,
    bearer: Bearer,
    Sent(request): Sent<EventRequest>,
) -> Result<Json<Game>, Problem> {
    let mut change = Change::begin(app, id, bearer, request.event).await?;
    change.seats.shared = true;
    change.commit("share").await.map(Json)
}

/// A place in the game that follows another.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Seat {
    /// The number of the game.
    id: i64,
    side: Side,
    /// The token of that side: that of the other side in the game before.
    token: String,
}

/// Begin another game from the same start, in which the sides change places. Both tokens stay valid, each for its holder's new side.
///
/// Whoever asks second gets a seat in the game that the first has begun.
#[utoipa::path(post, path = "/api/v1/games/{id}/rematch", tag = "play", request_body = EventRequest, security(("token" = [])),
    params(("id" = i64, Path, description = "The number of the game")),
    responses((status = 200, body = Seat), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn rematch(
    Shared(app): Shared<Arc<App>>,
    GameNumber(id): GameNumber,
    Bearer(token): Bearer,
    Sent(request): Sent<EventRequest>,
) -> Result<Json<Seat>, Problem> {
    let mut change = Change::begin(app, id, Bearer(token.clone()), request.event).await?;
    let side = (!change.holder).into();
    let next = match change.seats.rematch {
        Some(next) => next,
        None => {
            let next = change.begin_rematch().await?.id;
            change.seats.rematch = Some(next);
            change.commit(&format!("rematch {next}")).await?;
            next
        }
    };
    Ok(Json(Seat { id: next, side, token: token.unwrap_or_default() }))
}

/// The seat of whoever asks in the game that follows this one.
#[utoipa::path(get, path = "/api/v1/games/{id}/rematch", tag = "play", security(("token" = [])),
    params(("id" = i64, Path, description = "The number of the game")),
    responses((status = 200, body = Seat), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn next_seat(
    Shared(app): Shared<Arc<App>>,
    GameNumber(id): GameNumber,
    Bearer(token): Bearer,
) -> Result<Json<Seat>, Problem> {
    let change = Change::begin(app, id, Bearer(token.clone()), None).await?;
    let next = change.seats.rematch.ok_or_else(|| Problem::NotFound("nobody has begun a rematch".to_owned()))?;
    Ok(Json(Seat { id: next, side: (!change.holder).into(), token: token.unwrap_or_default() }))
}

/// A new secret.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewToken {
    token: String,
}

/// Change the token of a side for a new one; the old one is void. Whoever was invited does this first, so that nobody else holds it.
#[utoipa::path(post, path = "/api/v1/games/{id}/token", tag = "play", request_body = EventRequest, security(("token" = [])),
    params(("id" = i64, Path, description = "The number of the game")),
    responses((status = 200, body = NewToken), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn renew_token(
    Shared(app): Shared<Arc<App>>,
    GameNumber(id): GameNumber,
    bearer: Bearer,
    Sent(request): Sent<EventRequest>,
) -> Result<Json<NewToken>, Problem> {
    let mut change = Change::begin(app, id, bearer, request.event).await?;
    let token = new_token()?;
    let holder = change.holder;
    change.seats.renew(holder, &token);
    change.commit("token").await?;
    Ok(Json(NewToken { token }))
}
