//! Addresses about games that are kept: begun, played, watched, and never lost once a move is acknowledged.
//!
//! Every change reads the game, checks the token and the rules, and replaces the game in the store, which refuses if the game has
//! changed in between. Only then is it told to whoever asked and whoever watches.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use zwick::{AnyPosition, GameText, Position, Record};
use zwick_db::{Filter, SavedGame};

use crate::App;
use crate::live::news;
use crate::problem::{Problem, ProblemBody};
use crate::protocol::{Side, State};
use crate::request::{Asked, Bearer, GameNumber, Sent, read_player, read_record};
use crate::seats::{PERSON, Seats, new_token, player, set_player};

/// Who plays each side: `person`, or a player such as `level 5`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct Players {
    pub(crate) first: String,
    pub(crate) second: String,
}

/// A game that is kept.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Game {
    id: i64,
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
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while it goes on.
    result: &'static str,
    /// Whether the two sides are in different hands.
    shared: bool,
    /// A side that has asked to take moves back, and waits for the other.
    undo_asked: Option<Side>,
    /// The game that was begun after this one.
    rematch: Option<Rematch>,
}

/// Where a game is played again.
#[derive(Debug, Clone, Serialize, ToSchema)]
struct Rematch {
    /// The number of that game.
    id: i64,
}

impl Game {
    pub(crate) fn of(saved: &SavedGame, seats: Option<&Seats>) -> Self {
        let record = &saved.text.record;
        let player_of = |side| player(&saved.text, side).to_owned();
        Self {
            id: saved.id,
            game: saved.text.game().to_string(),
            state: State::of(record),
            start: Some(record.start())
                .filter(|&&start| start != AnyPosition::start(saved.text.game()))
                .map(ToString::to_string),
            moves: record.moves().iter().map(ToString::to_string).collect(),
            undone: seats.map_or_else(Vec::new, |seats| seats.undone.clone()),
            players: Players { first: player_of(zwick::Side::First), second: player_of(zwick::Side::Second) },
            event: saved.event,
            created: saved.created,
            updated: saved.updated,
            result: match record.ending().map(|ending| ending.outcome) {
                Some(zwick::Outcome::Win(zwick::Side::First)) => "1-0",
                Some(zwick::Outcome::Win(zwick::Side::Second)) => "0-1",
                Some(zwick::Outcome::Draw) => "1/2-1/2",
                None => "*",
            },
            shared: seats.is_some_and(|seats| seats.shared),
            undo_asked: seats.and_then(|seats| seats.undo_asked).map(|asked| asked.side),
            rematch: seats.and_then(|seats| seats.rematch).map(|id| Rematch { id }),
        }
    }

    pub(crate) fn read(saved: &SavedGame) -> Self {
        Self::of(saved, Seats::of(saved).as_ref())
    }
}

/// The secrets of the two sides. They are told once.
#[derive(Debug, Serialize, ToSchema)]
struct Tokens {
    first: String,
    second: String,
}

/// A game that was just begun.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewGame {
    tokens: Tokens,
    #[serde(flatten)]
    game: Game,
}

/// What game to begin.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewGameRequest {
    /// Such as `connect-four:8x7`; left out if a text is imported.
    game: Option<String>,
    /// The first position: moves from the start, which stay part of the game, or a text of one line.
    start: Option<String>,
    /// Who plays; persons if left out.
    players: Option<Players>,
    /// A whole game as text, to go on with.
    import: Option<String>,
}

impl NewGameRequest {
    fn read(self) -> Result<GameText, Problem> {
        let mut text = match (&self.game, &self.import) {
            (game, Some(import)) => {
                let text: GameText = import.parse().map_err(|error| Problem::Malformed(format!("import: {error}")))?;
                if game.as_ref().is_some_and(|game| game.parse() != Ok(text.game())) {
                    return Err(Problem::Malformed(format!(
                        "import: expected a game of {}",
                        game.as_deref().unwrap_or("")
                    )));
                }
                if self.start.is_some() {
                    return Err(Problem::Malformed("expected either start or import, found both".to_owned()));
                }
                text
            }
            (Some(game), None) => {
                let game = game.parse().map_err(|error| Problem::Malformed(format!("game: {error}")))?;
                GameText::new(read_record(game, self.start.as_deref().unwrap_or(""), "")?)
            }
            (None, None) => return Err(Problem::Malformed("expected a game or an import".to_owned())),
        };
        if let Some(Players { first, second }) = &self.players {
            set_player(&mut text, zwick::Side::First, &read_seat(first)?);
            set_player(&mut text, zwick::Side::Second, &read_seat(second)?);
        }
        Ok(text)
    }
}

/// Who is to play a side: a person, or a player the server can afford.
pub(crate) fn read_seat(text: &str) -> Result<String, Problem> {
    match text {
        PERSON => Ok(PERSON.to_owned()),
        text => read_player(text).map(|spec| spec.to_string()).map_err(|problem| match problem {
            Problem::Malformed(detail) => Problem::Malformed(format!("{detail}; or {PERSON}")),
            problem => problem,
        }),
    }
}

/// Begin a game; the answer has the secret tokens of both sides.
#[utoipa::path(post, path = "/api/v1/games", tag = "games", request_body = NewGameRequest,
    responses((status = 201, body = NewGame), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn create(
    Shared(app): Shared<Arc<App>>,
    Sent(request): Sent<NewGameRequest>,
) -> Result<(StatusCode, Json<NewGame>), Problem> {
    let text = request.read()?;
    let tokens = Tokens { first: new_token()?, second: new_token()? };
    let seats = Seats::new([&tokens.first, &tokens.second]);
    let saved = app.store.save_game_with_note(&text, seats.note()).await?;
    Ok((StatusCode::CREATED, Json(NewGame { tokens, game: Game::of(&saved, Some(&seats)) })))
}

/// A game as it is now.
#[utoipa::path(get, path = "/api/v1/games/{id}", tag = "games", params(("id" = i64, Path, description = "The number of the game")),
    responses((status = 200, body = Game), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn read(Shared(app): Shared<Arc<App>>, GameNumber(id): GameNumber) -> Result<Json<Game>, Problem> {
    Ok(Json(Game::read(&app.store.game(id).await?)))
}

/// A game as text, with tags and result, to be kept or imported elsewhere.
#[utoipa::path(get, path = "/api/v1/games/{id}/text", tag = "games", params(("id" = i64, Path, description = "The number of the game")),
    responses((status = 200, body = String, content_type = "text/plain"),
        (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn text(Shared(app): Shared<Arc<App>>, GameNumber(id): GameNumber) -> Result<Response, Problem> {
    let text = app.store.game(id).await?.text.to_string();
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Only of this game.
    game: Option<String>,
    /// Only with this player on either side.
    player: Option<String>,
    /// Only games in which this position or an image of it occurred; needs `game`.
    position: Option<String>,
    /// Only with a number above this one.
    #[serde(default)]
    after: i64,
    /// At most so many.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// A game in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedGame {
    id: i64,
    game: String,
    players: Players,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while it goes on.
    result: String,
    /// Moves played by both sides.
    plies: u64,
    /// When it was changed last, in milliseconds since 1970.
    updated: u64,
}

/// The games that are kept, in the order of their numbers.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", params(ListQuery),
    responses((status = 200, body = Vec<ListedGame>), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn list(
    Shared(app): Shared<Arc<App>>,
    Asked(query): Asked<ListQuery>,
) -> Result<Json<Vec<ListedGame>>, Problem> {
    const MOST: u32 = 100;
    let limit = query.limit.unwrap_or(MOST);
    if !(1..=MOST).contains(&limit) {
        return Err(Problem::Malformed(format!("limit: expected a number from 1 to {MOST}")));
    }
    let game: Option<zwick::Game> = match &query.game {
        Some(name) => Some(name.parse().map_err(|error| Problem::Malformed(format!("game: {error}")))?),
        None => None,
    };
    let position = match (game, &query.position) {
        (_, None) => None,
        (Some(game), Some(text)) => Some(*read_record(game, text, "")?.position()),
        (None, Some(_)) => return Err(Problem::Malformed("position: expected the game too".to_owned())),
    };
    let filter = Filter { game, player: query.player, position, after: query.after, limit: Some(limit) };
    let listed = app.store.games(&filter).await?.into_iter().map(|summary| ListedGame {
        id: summary.id,
        game: summary.game.to_string(),
        players: Players { first: summary.first, second: summary.second },
        result: summary.result,
        plies: summary.plies,
        updated: summary.updated,
    });
    Ok(Json(listed.collect()))
}

/// A game that someone with a token is about to change.
pub(crate) struct Change {
    app: Arc<App>,
    saved: SavedGame,
    pub(crate) text: GameText,
    pub(crate) seats: Seats,
    /// The side whose token it is.
    pub(crate) holder: zwick::Side,
}

impl Change {
    /// Reads the game and finds out whose token this is.
    pub(crate) async fn begin(
        app: Arc<App>,
        id: i64,
        Bearer(token): Bearer,
        known: Option<u64>,
    ) -> Result<Self, Problem> {
        let saved = app.store.game(id).await?;
        let Some(seats) = Seats::of(&saved) else {
            return Err(Problem::Forbidden("this game was not begun here: nobody has its tokens".to_owned()));
        };
        let holder = seats.side_of(token.as_deref())?;
        match known {
            Some(expected) if expected != saved.event => {
                Err(zwick_db::Error::Changed { expected, found: saved.event }.into())
            }
            _ => Ok(Self { app, text: saved.text.clone(), saved, seats, holder }),
        }
    }

    /// Saves the game and tells all who watch it.
    pub(crate) async fn commit(self, words: &str) -> Result<Game, Problem> {
        let saved = self.app.store.replace_game(&self.saved, self.text, self.seats.note(), words).await?;
        if self.app.live.lacks(saved.id, saved.event) {
            self.app.live.tell(saved.id, news(&saved)?);
        }
        Ok(Game::of(&saved, Some(&self.seats)))
    }

    pub(crate) fn app(&self) -> &App {
        &self.app
    }

    /// Plays a move and notes what stays to be played again: the move that was taken back goes, any other ends them all.
    pub(crate) fn play(&mut self, mv: zwick::AnyMove) -> Result<(), Problem> {
        self.text.record.play(mv).map_err(|error| Problem::Conflict(error.to_string()))?;
        if self.seats.undone.first() == Some(&mv.to_string()) {
            self.seats.undone.remove(0);
        } else {
            self.seats.undone.clear();
        }
        self.seats.undo_asked = None;
        Ok(())
    }

    /// Begins the game after this one, in which the sides have changed places.
    pub(crate) async fn begin_rematch(&self) -> Result<SavedGame, Problem> {
        let start: AnyPosition = *self.text.record.start();
        let mut text = GameText::new(Record::with_draws(start, self.text.record.draws()));
        for side in [zwick::Side::First, zwick::Side::Second] {
            set_player(&mut text, side, player(&self.text, !side));
        }
        Ok(self.app.store.save_game_with_note(&text, self.seats.swapped().note()).await?)
    }
}

/// Reads a move as a player writes it, whether it is legal or not.
pub(crate) fn read_move(text: &GameText, word: &str) -> Result<zwick::AnyMove, Problem> {
    let position = text.record.position();
    position.read_move(word).map_err(|error| Problem::Malformed(format!("move: {error}, found {word:?}")))
}
