//! Requests, read at the edge into the types of the games: what comes through here is valid.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;
use zwick::{AnyPosition, DrawRules, Game, Record};
use zwick_db::GameLink;

use crate::App;
use crate::games::ownership::touch;
use crate::http::edge::Asker;
use crate::http::limits::LONGEST_TIME;
use crate::http::problem::Problem;

/// The longest position text: a game of morris of some thousand moves.
const LONGEST_POSITION: usize = 10_000;

/// The parameters of a query.
pub(crate) struct Asked<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Query(value) = Query::from_request_parts(parts, state).await?;
        Ok(Self(value))
    }
}

/// A JSON body; an empty one is an empty object.
pub(crate) struct Sent<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Sent<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        // A page of someone else's can send any other type without asking the browser's leave.
        let content_type = request.headers().get(header::CONTENT_TYPE).cloned();
        let bytes = Bytes::from_request(request, state).await?;
        if bytes.is_empty() && content_type.is_none() {
            return read_json(b"{}").map(Self);
        }
        let is_json = content_type.as_ref().and_then(|value| value.to_str().ok()).is_some_and(|value| {
            value.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
        });
        if !is_json {
            return Err(Problem::Malformed("expected a body of the type application/json".to_owned()));
        }
        read_json(if bytes.is_empty() { b"{}" } else { &bytes }).map(Self)
    }
}

fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(bytes).map_err(|error| Problem::Malformed(format!("the body: {error}")))
}

/// What stands in the path.
pub(crate) struct Placed<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Placed<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Path(value) = Path::from_request_parts(parts, state).await?;
        Ok(Self(value))
    }
}

/// The game named in the path.
pub(crate) struct GameName(pub(crate) Game);

impl<S: Send + Sync> FromRequestParts<S> for GameName {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Placed(name) = Placed::<String>::from_request_parts(parts, state).await?;
        // No other game exists, so neither does the address.
        name.parse().map(Self).map_err(|error: zwick::ParseGameError| Problem::NotFound(error.to_string()))
    }
}

/// The game whose id is in the path.
pub(crate) struct GameNumber(pub(crate) GameLink);

impl FromRequestParts<Arc<App>> for GameNumber {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let Placed(id) = Placed::<String>::from_request_parts(parts, app).await?;
        let link = app.store.link(&id.parse()?).await?;
        touch(app, &link);
        Ok(Self(link))
    }
}

/// The token in the request, `None` for spectators, and the address it came from.
pub(crate) struct Bearer(pub(crate) Option<String>, pub(crate) Asker);

impl<S: Send + Sync> FromRequestParts<S> for Bearer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Ok(asker) = Asker::from_request_parts(parts, state).await;
        let Some(value) = parts.headers.get(header::AUTHORIZATION) else { return Ok(Self(None, asker)) };
        let token = value.to_str().ok().and_then(|value| value.split_once(' '));
        match token {
            Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => {
                Ok(Self(Some(token.trim().to_owned()), asker))
            }
            _ => Err(Problem::Unauthorized("another header")),
        }
    }
}

/// Reads a game so far: a list of moves or a board, and the moves played from there.
pub(crate) fn read_record(game: Game, start: &str, moves: &str) -> Result<Record<AnyPosition>, Problem> {
    let found = start.len() + moves.len();
    if found > LONGEST_POSITION {
        return Err(Problem::Malformed(format!("position: expected at most {LONGEST_POSITION} bytes, found {found}")));
    }
    let mut record = AnyPosition::read_record(game, start, DrawRules::default())
        .map_err(|error| Problem::Malformed(format!("position: {error}")))?;
    record.play_list(moves).map_err(|error| Problem::Malformed(format!("moves: {error}")))?;
    Ok(record)
}

/// Reads a position in which there is a move to make.
pub(crate) fn read_unfinished(game: Game, start: &str, moves: &str) -> Result<AnyPosition, Problem> {
    let record = read_record(game, start, moves)?;
    match record.ending() {
        Some(ending) => Err(Problem::Conflict(format!("there is no move: the game is over ({})", ending.reason))),
        None => Ok(*record.position()),
    }
}

/// The time to think: as asked for in milliseconds, or the usual one.
pub(crate) fn read_time(milliseconds: Option<u64>, usual: Duration) -> Result<Duration, Problem> {
    match milliseconds.map(Duration::from_millis) {
        None => Ok(usual),
        Some(time) if (Duration::from_millis(1)..=LONGEST_TIME).contains(&time) => Ok(time),
        Some(_) => {
            Err(Problem::Malformed(format!("time: expected milliseconds from 1 to {}", LONGEST_TIME.as_millis())))
        }
    }
}

/// Fallback for unknown paths.
pub(crate) async fn no_such_address() -> Problem {
    Problem::NotFound("expected one of the addresses that /api lists".to_owned())
}

/// A known address, asked in another way.
pub(crate) async fn no_such_method() -> (StatusCode, Problem) {
    (StatusCode::METHOD_NOT_ALLOWED, Problem::WrongMethod)
}
