//! Who is here, what they are called, and what they say.
//!
//! Somebody is here as long as a stream of the game's events is open: a player if the request has the token of a side, otherwise a
//! watcher. What players say are set phrases, as codes: each page words them for its reader. Neither is kept.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use utoipa::ToSchema;
use zwick::Side;

use crate::App;
use crate::games::change::Change;
use crate::games::game::Game;
use crate::games::seats::Seats;
use crate::http::limits::BETWEEN_PHRASES;
use crate::http::problem::Problem;
use crate::http::request::{Act, Bearer, GameById, GameNumber, Sent};

/// Who is here: whether each side is, and how many watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Present {
    first: bool,
    second: bool,
    watchers: usize,
}

/// The open streams of a game.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Streams {
    first: usize,
    second: usize,
    watchers: usize,
}

impl Streams {
    /// Those of a side, or of watchers.
    pub(crate) fn of(&mut self, side: Option<Side>) -> &mut usize {
        match side {
            Some(Side::First) => &mut self.first,
            Some(Side::Second) => &mut self.second,
            None => &mut self.watchers,
        }
    }

    pub(crate) fn present(self) -> Present {
        Present { first: self.first > 0, second: self.second > 0, watchers: self.watchers }
    }
}

/// What players can say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Phrase {
    Hello,
    GoodLuck,
    OneMoment,
    WellPlayed,
    GoodGame,
    Thanks,
}

/// What a player says.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(crate) struct Said {
    pub(crate) side: Side,
    pub(crate) phrase: Phrase,
}

/// What was said last in a game, and when each side did so.
pub(crate) struct Talk {
    pub(crate) last: watch::Sender<Option<Said>>,
    at: [Option<Instant>; 2],
}

impl Default for Talk {
    fn default() -> Self {
        Self { last: watch::Sender::new(None), at: [None; 2] }
    }
}

impl Talk {
    /// Says something to all who listen, unless this side has just said something.
    pub(crate) fn say(&mut self, said: Said, now: Instant) -> bool {
        let at = &mut self.at[said.side as usize];
        if at.is_some_and(|at| now.saturating_duration_since(at) < BETWEEN_PHRASES) {
            return false;
        }
        *at = Some(now);
        self.last.send_replace(Some(said));
        true
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SayRequest {
    phrase: Phrase,
}

/// Say a set phrase to all who are here. It is not kept.
#[utoipa::path(
    post, path = "/api/v1/games/{id}/say", operation_id = "sayPhrase", tag = "play", request_body = SayRequest,
    security(("token" = [])), params(GameById),
    responses((status = 204, description = "It is said to all who are here."))
)]
pub(crate) async fn say(
    Shared(app): Shared<Arc<App>>,
    GameNumber(id): GameNumber,
    Bearer(token, _): Bearer,
    Sent(request): Sent<SayRequest>,
) -> Result<StatusCode, Problem> {
    let side = side_of(&app, id.number, token.as_deref()).await?;
    if !app.live.say(id.number, Said { side, phrase: request.phrase }) {
        return Err(Problem::TooMany);
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The side of a game whose token this is.
pub(crate) async fn side_of(app: &App, number: i64, token: Option<&str>) -> Result<Side, Problem> {
    let seats = Seats::of(&app.store.game(number).await?).ok_or_else(Seats::missing)?;
    seats.side_of(token)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NameRequest {
    /// Letters, digits, spaces and a few marks; anything else is left out, and so is what is too long. Empty for none.
    name: String,
}

/// Say what the side whose token this is is called. Everyone who may read the game sees the name.
#[utoipa::path(
    put, path = "/api/v1/games/{id}/name", operation_id = "setName", tag = "play", request_body = NameRequest,
    security(("token" = [])), params(GameById), responses((status = 200, description = "The game.", body = Game))
)]
pub(crate) async fn set_name(Act { app, id, bearer, request }: Act<NameRequest>) -> Result<Json<Game>, Problem> {
    let mut change = Change::begin(app, id, bearer, None).await?;
    let holder = change.holder;
    change.seats.set_name(holder, &request.name);
    change.commit("name").await.map(Json)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn each_side_pauses_between_two_phrases() {
        let (mut talk, start) = (Talk::default(), Instant::now());
        let mut say =
            |side, seconds| talk.say(Said { side, phrase: Phrase::Hello }, start + Duration::from_secs(seconds));
        assert_eq!(
            [say(Side::First, 0), say(Side::First, 1), say(Side::Second, 1), say(Side::First, 9)],
            [true, false, true, true]
        );
    }
}
