//! Requests, read at the edge into the types of the games: what comes through here is valid.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;
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

/// A question about the game named in the path, asked by a query or a body.
pub(crate) struct About<T> {
    pub(crate) app: Arc<App>,
    pub(crate) asker: Asker,
    pub(crate) game: Game,
    pub(crate) question: T,
}

impl<T: FromRequest<Arc<App>, M, Rejection = Problem>, M> FromRequest<Arc<App>, M> for About<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        let Ok(asker) = Asker::from_request_parts(&mut parts, app).await;
        let GameName(game) = GameName::from_request_parts(&mut parts, app).await?;
        let question = T::from_request(Request::from_parts(parts, body), app).await?;
        Ok(Self { app: Arc::clone(app), asker, game, question })
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PositionQuery {
    /// Moves from the start, or a position as a text of one line; the start if left out.
    #[serde(default)]
    position: String,
    /// Moves played from there.
    #[serde(default)]
    moves: String,
    /// When the game is drawn without an end on the board, such as `repetition 50` (which holds if left out), `repetition`, `20` or `off`.
    #[serde(default)]
    #[param(value_type = String)]
    draws: DrawRules,
}

/// A question about a position of the game named in the path: the query says which one, and may say more.
pub(crate) struct AboutPosition<T = Nothing> {
    pub(crate) app: Arc<App>,
    pub(crate) asker: Asker,
    /// The game so far.
    pub(crate) record: Record<AnyPosition>,
    pub(crate) query: T,
}

/// No more than the position.
#[derive(Deserialize)]
pub(crate) struct Nothing {}

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for AboutPosition<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let Ok(asker) = Asker::from_request_parts(parts, app).await;
        let GameName(game) = GameName::from_request_parts(parts, app).await?;
        let Asked(PositionQuery { position, moves, draws }) = Asked::from_request_parts(parts, app).await?;
        let Asked(query) = Asked::from_request_parts(parts, app).await?;
        Ok(Self { app: Arc::clone(app), asker, record: read_record(game, &position, &moves, draws)?, query })
    }
}

/// What someone with a token does in the game whose id is in the path.
pub(crate) struct Act<T> {
    pub(crate) app: Arc<App>,
    pub(crate) id: GameLink,
    pub(crate) bearer: Bearer,
    pub(crate) request: T,
}

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Act<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        let GameNumber(id) = GameNumber::from_request_parts(&mut parts, app).await?;
        let bearer = Bearer::from_request_parts(&mut parts, app).await?;
        let Sent(request) = Sent::from_request(Request::from_parts(parts, body), app).await?;
        Ok(Self { app: Arc::clone(app), id, bearer, request })
    }
}

/// What stands in paths, for the description of the interface; requests are read by the types above.
macro_rules! path_parameters {
    ($($name:ident { $(#[doc = $doc:literal])* $field:ident: $type:ty })*) => {$(
        #[derive(utoipa::IntoParams)]
        #[into_params(parameter_in = Path)]
        #[expect(dead_code, reason = "described only")]
        pub(crate) struct $name {
            $(#[doc = $doc])*
            $field: $type,
        }
    )*};
}

path_parameters! {
    GamePath {
        /// Such as connect-four, connect-four:8x7, morris or morris:lasker
        game: String
    }
    GameById {
        /// The id of the game
        id: String
    }
    TraceById {
        /// The id of the search
        id: String
    }
    JobById {
        /// The number of the job
        id: u64
    }
}

/// Reads a game so far: a list of moves or a board, the moves played from there, and when it is drawn.
pub(crate) fn read_record(
    game: Game,
    start: &str,
    moves: &str,
    draws: DrawRules,
) -> Result<Record<AnyPosition>, Problem> {
    let found = start.len() + moves.len();
    if found > LONGEST_POSITION {
        return Err(Problem::Malformed(format!("position: expected at most {LONGEST_POSITION} bytes, found {found}")));
    }
    let mut record = AnyPosition::read_record(game, start, draws)
        .map_err(|error| Problem::Malformed(format!("position: {error}")))?;
    record.play_list(moves).map_err(|error| Problem::Malformed(format!("moves: {error}")))?;
    Ok(record)
}

/// Reads a position in which there is a move to make.
pub(crate) fn read_unfinished(game: Game, start: &str, moves: &str, draws: DrawRules) -> Result<AnyPosition, Problem> {
    unfinished(&read_record(game, start, moves, draws)?)
}

/// The position of a game that is not over.
pub(crate) fn unfinished(record: &Record<AnyPosition>) -> Result<AnyPosition, Problem> {
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
