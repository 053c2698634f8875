//! Beginning a game, or continuing one from a text.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::Json;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zwick::{DrawRules, GameText};
use zwick_db::aside;

use crate::App;
use crate::games::clock::ClockSettings;
use crate::games::game::{Game, Players, link_of};
use crate::games::seats::{PERSON, Seats, new_token};
use crate::http::edge::Asker;
use crate::http::limits::Limits;
use crate::http::problem::Problem;
use crate::http::request::{Sent, read_record};
use crate::positions::perfect::check_player;
use crate::thinking::affordable::Affordable;

/// The most tags an imported game may have, besides those of the game itself. Chess has seven that everyone writes.
const MOST_TAGS: usize = 100;

/// The most bytes of a tag: a rematch takes the names of its players over, and counts as a small change.
const LONGEST_TAG: usize = 500;

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
#[serde(deny_unknown_fields)]
pub(crate) struct NewGameRequest {
    /// Such as `connect-four:8x7`; left out if a text is imported.
    game: Option<String>,
    /// The first position: moves from the start, which stay part of the game, or a text of one line.
    start: Option<String>,
    /// When the game is drawn without an end on the board, such as `repetition 50` (which holds if left out), `repetition`, `20` or `off`;
    /// an imported text says so itself.
    #[schema(value_type = Option<String>)]
    draws: Option<DrawRules>,
    /// Who plays; persons if left out.
    players: Option<Players>,
    /// A whole game as text, to continue.
    import: Option<String>,
    /// The time of each side; none if left out. The clock starts once each side has made a move.
    clock: Option<ClockSettings>,
}

impl NewGameRequest {
    fn read(self, limits: &Limits) -> Result<GameText, Problem> {
        let mut text = match (&self.game, &self.import) {
            (game, Some(import)) => {
                let text: GameText = import.parse().map_err(|error| Problem::Malformed(format!("import: {error}")))?;
                let found = text.tags.len();
                if found > MOST_TAGS {
                    return Err(Problem::Malformed(format!(
                        "import: expected at most {MOST_TAGS} tags, found {found}"
                    )));
                }
                let longest = text.tags.iter().map(|(name, value)| name.len() + value.len()).max().unwrap_or(0);
                if longest > LONGEST_TAG {
                    return Err(Problem::Malformed(format!(
                        "import: expected tags of at most {LONGEST_TAG} bytes, found one of {longest}"
                    )));
                }
                if game.as_ref().is_some_and(|game| game.parse() != Ok(text.game())) {
                    return Err(Problem::Malformed(format!(
                        "import: expected a game of {}",
                        game.as_deref().unwrap_or("")
                    )));
                }
                let is_given = [("start", self.start.is_some()), ("draws", self.draws.is_some())];
                if let Some((name, _)) = is_given.into_iter().find(|(_, is_given)| *is_given) {
                    return Err(Problem::Malformed(format!("expected either {name} or import, found both")));
                }
                text
            }
            (Some(game), None) => {
                let game = game.parse().map_err(|error| Problem::Malformed(format!("game: {error}")))?;
                let (start, draws) = (self.start.as_deref().unwrap_or(""), self.draws.unwrap_or_default());
                GameText::new(read_record(game, start, "", draws)?)
            }
            (None, None) => return Err(Problem::Malformed("expected a game or an import".to_owned())),
        };
        if let Some(Players { first, second }) = &self.players {
            text.set_player(zwick::Side::First, &read_seat(first, limits)?);
            text.set_player(zwick::Side::Second, &read_seat(second, limits)?);
        }
        check_length(&text, limits)?;
        Ok(text)
    }
}

/// Refuses a game that is longer than any that is kept here.
pub(crate) fn check_length(text: &GameText, limits: &Limits) -> Result<(), Problem> {
    let (most, found) = (limits.plies, text.record.moves().len());
    if found <= most {
        return Ok(());
    }
    Err(Problem::Conflict(format!("expected a game of at most {most} moves of both sides, found {found}")))
}

/// The player of a side: a person, or a computer the server can afford.
pub(crate) fn read_seat(text: &str, limits: &Limits) -> Result<String, Problem> {
    match text {
        PERSON => Ok(PERSON.to_owned()),
        text => Affordable::read(text, limits).map(|player| player.to_string()).map_err(|problem| match problem {
            Problem::Malformed(detail) => Problem::Malformed(format!("{detail}; or {PERSON}")),
            problem => problem,
        }),
    }
}

/// Begin a game; the answer has the secret tokens of both sides.
#[utoipa::path(
    post, path = "/api/v1/games", operation_id = "createGame", tag = "games", request_body = NewGameRequest,
    responses((status = 201, description = "The game, and the tokens of both sides.", body = NewGame))
)]
pub(crate) async fn create(
    Shared(app): Shared<Arc<App>>,
    asker: Asker,
    Sent(request): Sent<NewGameRequest>,
) -> Result<(StatusCode, Json<NewGame>), Problem> {
    // An imported game may name a perfect player; only players in the request are checked.
    let asked = request.players.as_ref().map(|Players { first, second }| [first.clone(), second.clone()]);
    let length = request.import.as_ref().map_or(0, String::len);
    let clock = request.clock.map(ClockSettings::read).transpose()?;
    let limits = app.settings.limits.clone();
    let text = aside(length, move || request.read(&limits)).await?;
    for player in asked.iter().flatten() {
        check_player(&app, asker, *text.record.position(), player).await?;
    }
    let tokens = Tokens { first: new_token()?, second: new_token()? };
    let seats = Seats::new([&tokens.first, &tokens.second], clock);
    let _turn = app.turn_to_save(asker).await?;
    let saved = app.store.save_game_with_note(&text, seats.note()).await?;
    app.games_changed.fetch_add(1, Relaxed);
    let link = link_of(&app.store, &saved).await?;
    Ok((StatusCode::CREATED, Json(NewGame { tokens, game: Game::of(&link, &saved, Some(&seats), None, 0) })))
}
