//! Changes of a game, each with the token of a side.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zwick::search::Scored;
use zwick::{Outcome, Position, Reason};

use crate::App;
use crate::games::begin::read_seat;
use crate::games::change::{Change, read_move};
use crate::games::game::Game;
use crate::games::seats::{check_turn, computer, is_computer, new_token, player};
use crate::http::edge::Asker;
use crate::http::operator::Operator;
use crate::http::problem::Problem;
use crate::http::request::{Act, Bearer, GameById, GameNumber, Sent, read_time};
use crate::positions::choice::{Question, think_for, usual_choice};
use crate::positions::perfect::check_player;
use crate::thinking::affordable::Affordable;
use crate::thinking::resting::GameSide;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveRequest {
    /// Such as `4`, `d6` or `a4-a7xb6`.
    r#move: String,
    /// The last change the sender knows of; the move is refused if there is a later one.
    event: Option<u64>,
}

/// Play a move for the side whose token this is.
#[utoipa::path(
    post, path = "/api/v1/games/{id}/moves", operation_id = "playMove", tag = "play", request_body = MoveRequest,
    security(("token" = [])), params(GameById),
    responses((status = 200, description = "The game after the move.", body = Game))
)]
pub(crate) async fn play(Act { app, id, bearer, request }: Act<MoveRequest>) -> Result<Json<Game>, Problem> {
    let mut change = Change::begin(app, id, bearer, request.event).await?;
    let mv = read_move(&change.text, &request.r#move)?;
    check_turn(&change.text, change.holder)?;
    change.play(mv)?;
    change.commit(&format!("play {mv}")).await.map(Json)
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventRequest {
    /// The last change the sender knows of; the request is refused if there is a later one.
    pub(crate) event: Option<u64>,
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PliesRequest {
    /// How many turns of both sides; one if left out.
    #[schema(minimum = 1, maximum = 10000)]
    plies: Option<usize>,
    /// The last change the sender knows of; the request is refused if there is a later one.
    pub(crate) event: Option<u64>,
}

impl PliesRequest {
    /// How many turns to take back; at most as many as there are.
    pub(crate) fn read(&self, most: usize, what: &str) -> Result<usize, Problem> {
        match self.plies.unwrap_or(1) {
            0 => Err(Problem::Malformed("plies: expected a number from 1".to_owned())),
            plies if plies <= most => Ok(plies),
            plies => Err(Problem::Conflict(format!("expected at most {most} moves to {what}, found {plies}"))),
        }
    }
}

/// Play moves again that were taken back.
#[utoipa::path(
    post, path = "/api/v1/games/{id}/redo", operation_id = "redoMoves", tag = "play", request_body = PliesRequest,
    security(("token" = [])), params(GameById),
    responses((status = 200, description = "The game after the moves.", body = Game))
)]
pub(crate) async fn redo(Act { app, id, bearer, request }: Act<PliesRequest>) -> Result<Json<Game>, Problem> {
    let mut change = Change::begin(app, id, bearer, request.event).await?;
    let plies = request.read(change.seats.undone.len(), "play again")?;
    for _ in 0..plies {
        let turn = change.text.record.position().turn();
        if change.seats.shared && !is_computer(&change.text, turn) {
            check_turn(&change.text, change.holder)?;
        }
        let mv = read_move(&change.text, &change.seats.undone[0])?;
        change.play(mv)?;
    }
    change.commit(&format!("play again {plies}")).await.map(Json)
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ComputerRequest {
    /// Who thinks, in place of the player of the side to move; only with the token of that side.
    player: Option<String>,
    /// Same seed, same move, unless time, several threads or stored positions decide. With a seed the player begins with an empty table.
    seed: Option<u64>,
    /// Milliseconds to think at most.
    #[schema(minimum = 1, maximum = 60000)]
    time: Option<u64>,
    /// The last change the sender knows of; the request is refused if there is a later one.
    event: Option<u64>,
}

/// Let the computer move for the side to move. `found` in the answer says how it found the move, and in how many milliseconds.
///
/// A player that searches with a table keeps it until its next move in this game, as long as the server has room: then it need not search
/// again what it has searched. One with `store=on`, such as `v1`, looks in the stored positions first.
#[utoipa::path(
    post, path = "/api/v1/games/{id}/computer", operation_id = "playComputerMove", tag = "play",
    request_body = ComputerRequest,
    security(("token" = [])),
    params(("id" = String, Path, description = "The id of the game")),
    responses((status = 200, description = "The game after the move.", body = Game))
)]
pub(crate) async fn computer_move(
    Shared(app): Shared<Arc<App>>,
    asker: Asker,
    operator: Result<Operator, Problem>,
    GameNumber(id): GameNumber,
    bearer: Bearer,
    Sent(request): Sent<ComputerRequest>,
) -> Result<Json<Game>, Problem> {
    let mut change = Change::begin(app, id, bearer, request.event).await?;
    let limits = &change.app().settings.limits;
    let asked = request.player.as_deref().map(|text| Affordable::read(text, limits)).transpose()?;
    if let Some(ending) = change.text.record.ending() {
        return Err(Problem::Conflict(format!("there is no move: the game is over ({})", ending.reason)));
    }
    if asked.is_some() && change.is_between_friends() {
        return Err(Problem::Forbidden("nobody is helped against a friend, unless both agree to a lesson".to_owned()));
    }
    let position = *change.text.record.position();
    let own = if asked.is_none() { computer(&change.text, position.turn(), limits)? } else { None };
    let player = match (asked, own) {
        (None, Some(player)) => player,
        (asked, _) => {
            check_turn(&change.text, change.holder)?;
            let missing = || Problem::Conflict("a person plays this side: expected a player in the request".to_owned());
            asked.ok_or_else(missing)?
        }
    };
    let question = Question {
        position,
        player,
        seed: request.seed,
        scored: Scored::Best,
        time: read_time(request.time, usual_choice(player))?,
        side: Some(GameSide { game: change.link.number, side: position.turn() }),
        may_store: operator.is_ok(),
    };
    let report = think_for(change.app(), asker, question).await?;
    let mv = report.choice.ok_or(Problem::Closing)?;
    change.thought().await?;
    change.play(mv)?;
    change.note_found(player, report);
    change.commit(&format!("play {mv}")).await.map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayersRequest {
    /// `person`, or a player such as `level 5`; left out, nothing changes.
    first: Option<String>,
    second: Option<String>,
}

/// Say who plays a side, at any time; in a shared game only with the token of that side.
#[utoipa::path(
    put, path = "/api/v1/games/{id}/players", operation_id = "setPlayers", tag = "play", request_body = PlayersRequest,
    security(("token" = [])), params(GameById),
    responses((status = 200, description = "The game with its new players.", body = Game))
)]
pub(crate) async fn set_players(
    Shared(app): Shared<Arc<App>>,
    asker: Asker,
    GameNumber(id): GameNumber,
    bearer: Bearer,
    Sent(request): Sent<PlayersRequest>,
) -> Result<Json<Game>, Problem> {
    let mut change = Change::begin(app, id, bearer, None).await?;
    let wishes = [(zwick::Side::First, &request.first), (zwick::Side::Second, &request.second)];
    for (side, wish) in wishes {
        let Some(wish) = wish.as_deref().map(|text| read_seat(text, &change.app().settings.limits)).transpose()? else {
            continue;
        };
        if wish == player(&change.text, side) {
            continue;
        }
        if change.seats.shared && side != change.holder {
            let name = change.text.record.position().side_name(side);
            return Err(Problem::Forbidden(format!("expected the token of {name} to change who plays {name}")));
        }
        check_player(change.app(), asker, *change.text.record.position(), &wish).await?;
        change.text.set_player(side, &wish);
        change.seats.undo_asked = None;
    }
    change.commit("players").await.map(Json)
}

/// Give the game up for the side whose token this is.
#[utoipa::path(
    post, path = "/api/v1/games/{id}/resign", operation_id = "resignGame", tag = "play", request_body = EventRequest,
    security(("token" = [])), params(GameById),
    responses((status = 200, description = "The game, which is over.", body = Game))
)]
pub(crate) async fn resign(Act { app, id, bearer, request }: Act<EventRequest>) -> Result<Json<Game>, Problem> {
    let mut change = Change::begin(app, id, bearer, request.event).await?;
    let outcome = Outcome::Win(!change.holder);
    let over = |ending: zwick::Ending| Problem::Conflict(format!("the game is already over ({})", ending.reason));
    change.text.record.conclude(outcome, Reason::Resignation).map_err(over)?;
    change.seats.end();
    change.commit("resignation").await.map(Json)
}

/// Say that the two sides are in different hands from now on, before the other token is handed out. This stays so.
#[utoipa::path(
    post, path = "/api/v1/games/{id}/share", operation_id = "shareGame", tag = "play", request_body = EventRequest,
    security(("token" = [])), params(GameById),
    responses((status = 200, description = "The game, which is shared now.", body = Game))
)]
pub(crate) async fn share(Act { app, id, bearer, request }: Act<EventRequest>) -> Result<Json<Game>, Problem> {
    let mut change = Change::begin(app, id, bearer, request.event).await?;
    change.seats.shared = true;
    // The player who joins has not agreed to listing the game.
    change.app().store.set_listed(change.link.number, &[!change.holder], false).await?;
    change.commit("share").await.map(Json)
}

/// A new secret.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewToken {
    token: String,
}

/// Exchange the token of a side for a new one; the old one becomes void. An invited player does this first, so that nobody else holds it.
#[utoipa::path(
    post, path = "/api/v1/games/{id}/token", operation_id = "renewToken", tag = "play", request_body = EventRequest,
    security(("token" = [])), params(GameById), responses((status = 200, description = "The new token.", body = NewToken))
)]
pub(crate) async fn renew_token(
    Act { app, id, bearer, request }: Act<EventRequest>,
) -> Result<Json<NewToken>, Problem> {
    let mut change = Change::begin(app, id, bearer, request.event).await?;
    let token = new_token()?;
    let holder = change.holder;
    change.seats.renew(holder, &token);
    change.commit("token").await?;
    Ok(Json(NewToken { token }))
}
