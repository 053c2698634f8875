//! A game as the server presents it, and reading one.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use zwick::Side;
use zwick::wire::{Choice, State};
use zwick::{AnyPosition, Position};
use zwick_db::{GameLink, SavedGame, Store};

use crate::App;
use crate::games::clock::ClockState;
use crate::games::present::{Present, Said};
use crate::games::seats::{Seats, player};
use crate::http::problem::Problem;
use crate::http::request::{GameById, GameNumber};

/// Who plays each side: `person`, or a player such as `level 5`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Players {
    pub(crate) first: String,
    pub(crate) second: String,
}

/// A game that is kept.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Game {
    /// The id of the game; everyone who has it may read the game.
    id: String,
    /// Such as `morris:lasker`.
    game: String,
    state: State,
    /// The position before the first move, if it is not the usual one.
    start: Option<String>,
    moves: Vec<String>,
    /// The moves taken back, the next to be played again first.
    undone: Vec<String>,
    players: Players,
    /// The number of the last change; 0 before the first.
    event: u64,
    /// When it was begun, in milliseconds since 1970.
    created: u64,
    /// When it was changed last.
    updated: u64,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for an unfinished game.
    result: &'static str,
    /// Whether the two sides are in different hands.
    shared: bool,
    /// A side that has asked to take moves back, and waits for the other.
    undo_asked: Option<Side>,
    /// The game that was begun after this one.
    rematch: Option<Rematch>,
    /// Whether everyone may find the game in lists.
    listed: bool,
    /// A side that wants the game to be listed, and waits for the other.
    listing_asked: Option<Side>,
    /// A side that has asked to delete the game, and waits for the other.
    delete_asked: Option<Side>,
    /// How the computer found the last move; none if a person made it.
    #[schema(value_type = Option<Found>)]
    found: Option<Value>,
    /// A side that has offered a draw, and waits for the other.
    draw_offered: Option<Side>,
    /// A side that has asked for a rematch, and waits for the other.
    rematch_asked: Option<Side>,
    /// A side that has asked for a lesson, and waits for the other.
    lesson_asked: Option<Side>,
    /// Whether hints are for both sides. If not, a game between two people has none before its end, and no report.
    lesson: bool,
    /// A side whose wish was refused: it can ask for nothing before the next move.
    refused: Option<Side>,
    /// What the sides are called.
    names: Names,
    /// The clock, if the game has one.
    clock: Option<ClockState>,
}

/// What the sides of a game are called by those who play them; none if they have not said.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Names {
    first: Option<String>,
    second: Option<String>,
}

/// How the computer found a move of a game: who thought, what about the move, and what that cost.
#[derive(Serialize, ToSchema)]
pub(crate) struct Found {
    pub(crate) player: String,
    /// The report has the score of this move only.
    #[serde(flatten)]
    pub(crate) choice: Choice,
}

/// Where a game is played again.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Rematch {
    /// The id of that game. Left out if anybody may find this game in a list, but not that one: its players get there with their tokens.
    id: Option<String>,
}

impl Game {
    /// A game as it is told at this time, in milliseconds served.
    pub(crate) fn of(
        link: &GameLink,
        saved: &SavedGame,
        seats: Option<&Seats>,
        rematch: Option<Rematch>,
        now: u64,
    ) -> Self {
        let record = &saved.text.record;
        let name_of = |side| seats.and_then(|seats| seats.name(side)).map(str::to_owned);
        let player_of = |side| player(&saved.text, side).to_owned();
        Self {
            id: link.id.to_string(),
            game: saved.text.game().to_string(),
            state: State::of(record),
            start: Some(record.start())
                .filter(|&&start| start != AnyPosition::start(saved.text.game()))
                .map(ToString::to_string),
            moves: record.moves().iter().map(ToString::to_string).collect(),
            undone: seats.map_or_else(Vec::new, |seats| seats.undone.iter().cloned().collect()),
            players: Players { first: player_of(zwick::Side::First), second: player_of(zwick::Side::Second) },
            event: saved.event,
            created: saved.created,
            updated: saved.updated,
            result: saved.text.result(),
            shared: seats.is_some_and(|seats| seats.shared),
            undo_asked: seats.and_then(|seats| seats.undo_asked).map(|asked| asked.side),
            rematch,
            listed: link.is_listed(),
            listing_asked: match link.listed_by {
                [true, false] => Some(Side::First),
                [false, true] => Some(Side::Second),
                _ => None,
            },
            delete_asked: seats.and_then(|seats| seats.delete_asked),
            found: seats.and_then(|seats| seats.found.clone()),
            draw_offered: seats.and_then(|seats| seats.draw_offered),
            rematch_asked: seats.and_then(|seats| seats.rematch_asked),
            lesson_asked: seats.and_then(|seats| seats.lesson_asked),
            lesson: seats.is_some_and(|seats| seats.lesson),
            refused: seats.and_then(|seats| seats.refused),
            names: Names { first: name_of(zwick::Side::First), second: name_of(zwick::Side::Second) },
            clock: seats.and_then(|seats| seats.clock).map(|clock| clock.state(record.position().turn(), now)),
        }
    }

    /// Whether what is told of it changes by itself.
    pub(crate) fn has_running_clock(&self) -> bool {
        self.clock.as_ref().is_some_and(ClockState::is_running)
    }

    /// The number of its last change.
    pub(crate) fn event(&self) -> u64 {
        self.event
    }

    /// A saved game for a client.
    pub(crate) async fn told(app: &App, link: &GameLink, saved: &SavedGame) -> Result<Self, Problem> {
        let seats = Seats::of(saved);
        let next = match seats.as_ref().and_then(|seats| seats.rematch) {
            Some(number) => app.store.link_of(number).await?,
            None => None,
        };
        let now = match seats.as_ref().and_then(|seats| seats.clock) {
            Some(clock) if clock.is_running() => app.served.fresh(&app.store).await?,
            _ => 0,
        };
        let is_secret = |next: &GameLink| link.is_listed() && !next.is_listed();
        let rematch = next.map(|next| Rematch { id: (!is_secret(&next)).then(|| next.id.to_string()) });
        Ok(Self::of(link, saved, seats.as_ref(), rematch, now))
    }
}

/// A change of a game that is watched.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "lowercase")]
pub(crate) enum GameEvent {
    /// The whole game after the change; the id of the event is its number.
    Change(Box<Game>),
    /// Who is here: first of all, and whenever that changes.
    Present(Present),
    /// A player says something.
    Said(Said),
    /// The game was deleted. The stream ends.
    Gone(DeletedGame),
}

/// All there is to say of a game that was deleted: nothing.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeletedGame {}

/// A game as it is now.
#[utoipa::path(
    get, path = "/api/v1/games/{id}", operation_id = "readGame", tag = "games", params(GameById),
    responses((status = 200, description = "The game.", body = Game))
)]
pub(crate) async fn read(Shared(app): Shared<Arc<App>>, GameNumber(id): GameNumber) -> Result<Json<Game>, Problem> {
    Ok(Json(Game::told(&app, &id, &app.store.game(id.number).await?).await?))
}

/// A game as text, with tags and result, to be kept or imported elsewhere.
#[utoipa::path(
    get, path = "/api/v1/games/{id}/text", operation_id = "readGameText", tag = "games", params(GameById),
    responses((status = 200, description = "The game as a text.", body = String, content_type = "text/plain"))
)]
pub(crate) async fn text(Shared(app): Shared<Arc<App>>, GameNumber(id): GameNumber) -> Result<Response, Problem> {
    let text = app.store.game(id.number).await?.text.to_string();
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

/// The link of a game that was just saved.
pub(crate) async fn link_of(store: &Store, saved: &SavedGame) -> Result<GameLink, Problem> {
    match store.link_of(saved.id).await? {
        Some(link) => Ok(link),
        None => Err(without_link(store, saved.id).await),
    }
}

/// Why a game that was there a moment ago has no link: it was deleted, or the link is damaged.
pub(crate) async fn without_link(store: &Store, number: i64) -> Problem {
    match store.game(number).await {
        Ok(_) => {
            zwick_db::Error::Damaged(format!("game {number} has no link: `zwick db verify` has the details")).into()
        }
        Err(error) => error.into(),
    }
}
