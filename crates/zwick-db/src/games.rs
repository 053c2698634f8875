//! Whole games: saved as they are played, listed, searched by position.
//!
//! Every change of a game has a number. Who changes it says which change was the last they know, so that two who move at once
//! cannot both succeed; who watches it asks for the changes after the last one they saw.

use std::time::{SystemTime, UNIX_EPOCH};

use sqlx::{Database, Encode, QueryBuilder, Type};
use zwick::{AnyMove, AnyPosition, Ending, Game, GameText, Outcome, Position, Side};

use crate::error::Error;
use crate::store::{Store, in_transaction, on_pool};

/// A game with its place in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedGame {
    /// Its number.
    pub id: i64,
    /// The game, with tags and comments.
    pub text: GameText,
    /// What whoever keeps the game has noted beside it. It is not part of the game, and never exported.
    pub note: String,
    /// The number of its last change; 0 before the first.
    pub event: u64,
    /// When it was saved first, in milliseconds since 1970.
    pub created: u64,
    /// When it was changed last.
    pub updated: u64,
}

/// A game as a line of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Its number.
    pub id: i64,
    /// What is played.
    pub game: Game,
    /// The player of the first side, if it is told.
    pub first: String,
    /// The player of the second side, if it is told.
    pub second: String,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while it goes on.
    pub result: String,
    /// Moves played by both sides.
    pub plies: u64,
    /// When it was changed last, in milliseconds since 1970.
    pub updated: u64,
}

/// Which games to list.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Only of this game.
    pub game: Option<Game>,
    /// Only with this player on either side.
    pub player: Option<String>,
    /// Only with this position or a symmetric image of it.
    pub position: Option<AnyPosition>,
    /// Only with a number above this one.
    pub after: i64,
    /// At most so many.
    pub limit: Option<u32>,
}

/// A place where a position, or a symmetric image of it, occurred.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occurrence {
    /// The number of the game.
    pub id: i64,
    /// After so many moves.
    pub ply: u64,
}

/// A change of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// A move was played.
    Play(AnyMove),
    /// The last move was taken back.
    TakeBack,
    /// The players or the clock ended the game.
    End(Ending),
}

/// A change with its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Counted from 1 in each game.
    pub number: u64,
    /// The change in words, such as `play d6`, `take back` or `end 1-0 resignation`.
    pub change: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Play(mv) => write!(f, "play {mv}"),
            Self::TakeBack => f.write_str("take back"),
            Self::End(Ending { outcome, reason }) => write!(f, "end {} {reason}", word(Some(*outcome))),
        }
    }
}

impl Change {
    fn apply(self, game: &mut GameText) -> Result<(), Error> {
        let refuse = |what: String| Err(Error::NotAllowed(what));
        match self {
            Self::Play(mv) => game.record.play(mv).or_else(|error| refuse(error.to_string())),
            Self::TakeBack => match game.record.undo() {
                Some(_) => Ok(()),
                None => refuse("there is no move to take back".to_owned()),
            },
            Self::End(Ending { reason, .. }) if reason.is_decided_by_rules() => {
                refuse(format!("the rules, not the players, decide on: {reason}"))
            }
            Self::End(Ending { outcome, reason }) => game
                .record
                .conclude(outcome, reason)
                .or_else(|ending| refuse(format!("the game is already over ({})", ending.reason))),
        }
    }
}

fn word(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Win(Side::First)) => "1-0",
        Some(Outcome::Win(Side::Second)) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
        None => "*",
    }
}

/// The time, in milliseconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
}

/// The columns of a game: game, players, result, plies, text.
pub(crate) struct Columns {
    pub(crate) game: String,
    pub(crate) first: String,
    pub(crate) second: String,
    pub(crate) result: &'static str,
    pub(crate) plies: i64,
    pub(crate) text: String,
}

impl Columns {
    pub(crate) fn of(game: &GameText) -> Self {
        let tag = |name: &str| game.tags.iter().find(|(tag, _)| tag == name).map_or(String::new(), |(_, v)| v.clone());
        Self {
            game: game.game().to_string(),
            first: tag("First"),
            second: tag("Second"),
            result: word(game.record.ending().map(|ending| ending.outcome)),
            plies: game.record.moves().len() as i64,
            text: game.to_string(),
        }
    }
}

/// A statement that notes where the positions of a game occur, from this ply on.
pub(crate) fn occurrences<DB: Database>(id: i64, game: &GameText, from: usize) -> QueryBuilder<DB>
where
    String: for<'t> Encode<'t, DB> + Type<DB>,
    i64: for<'t> Encode<'t, DB> + Type<DB>,
{
    let name = game.game().to_string();
    let mut query = QueryBuilder::new("INSERT INTO game_positions (game, key, game_id, ply) ");
    query.push_values(game.record.positions().iter().enumerate().skip(from), |mut row, (ply, position)| {
        row.push_bind(name.clone()).push_bind(position.canonical().0.key() as i64).push_bind(id).push_bind(ply as i64);
    });
    query
}

pub(crate) const INSERT_GAME: &str = "INSERT INTO games \
     (game, first_player, second_player, result, plies, text, note, event, created, updated) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, $8) RETURNING id";

/// Inserts a game in a transaction; its number.
macro_rules! insert_game {
    ($transaction:expr, $game:expr, $note:expr, $time:expr) => {{
        let columns = $crate::games::Columns::of($game);
        let id: i64 = sqlx::query_scalar($crate::games::INSERT_GAME)
            .bind(columns.game)
            .bind(columns.first)
            .bind(columns.second)
            .bind(columns.result)
            .bind(columns.plies)
            .bind(columns.text)
            .bind($note)
            .bind($time)
            .fetch_one(&mut *$transaction)
            .await?;
        $crate::games::occurrences(id, $game, 0).build().execute(&mut *$transaction).await?;
        id
    }};
}

pub(crate) use insert_game;

type SummaryRow = (i64, String, String, String, String, i64, i64);

impl Store {
    /// Saves a game; its number.
    ///
    /// # Errors
    /// If the database does not take it.
    pub async fn save_game(&self, game: &GameText) -> Result<i64, Error> {
        Ok(self.save_game_with_note(game, String::new()).await?.id)
    }

    /// Saves a game with a note beside it.
    ///
    /// # Errors
    /// If the database does not take it.
    pub async fn save_game_with_note(&self, game: &GameText, note: String) -> Result<SavedGame, Error> {
        let time = now();
        let id = in_transaction!(self, transaction => insert_game!(transaction, game, note.as_str(), time));
        Ok(SavedGame { id, text: game.clone(), note, event: 0, created: time as u64, updated: time as u64 })
    }

    /// The game with this number.
    ///
    /// # Errors
    /// If there is none, or the database does not answer.
    pub async fn game(&self, id: i64) -> Result<SavedGame, Error> {
        let row: Option<(String, String, i64, i64, i64)> = on_pool!(self, pool => {
            sqlx::query_as("SELECT text, note, event, created, updated FROM games WHERE id = $1")
                .bind(id)
                .fetch_optional(pool)
                .await?
        });
        let (text, note, event, created, updated) = row.ok_or(Error::NoGame(id))?;
        let text = text.parse().map_err(|error| Error::Damaged(format!("game {id}: {error}")))?;
        Ok(SavedGame { id, text, note, event: event as u64, created: created as u64, updated: updated as u64 })
    }

    /// Changes a game, if its last change is still number `after`; the game then.
    ///
    /// # Errors
    /// If the game does not allow it, or was changed in between; then nothing has changed.
    pub async fn change_game(&self, id: i64, after: u64, change: Change) -> Result<SavedGame, Error> {
        let saved = self.game(id).await?;
        if saved.event != after {
            return Err(Error::Changed { expected: after, found: saved.event });
        }
        let mut text = saved.text.clone();
        change.apply(&mut text)?;
        let note = saved.note.clone();
        self.replace_game(&saved, text, note, &change.to_string()).await
    }

    /// Puts a later state of a game in the place of this one, with the change in words; the game then.
    ///
    /// # Errors
    /// If the game was changed in between; then nothing has changed.
    pub async fn replace_game(
        &self,
        old: &SavedGame,
        text: GameText,
        note: String,
        change: &str,
    ) -> Result<SavedGame, Error> {
        let (id, event, time, columns) = (old.id, old.event as i64, now(), Columns::of(&text));
        let same = old.text.record.positions().iter().zip(text.record.positions()).take_while(|(a, b)| a == b).count();
        let is_changed = in_transaction!(self, transaction => {
            let changed = sqlx::query(
                "UPDATE games SET first_player = $3, second_player = $4, result = $5, plies = $6, text = $7, note = $8, \
                 event = event + 1, updated = $9 WHERE id = $1 AND event = $2",
            )
            .bind(id).bind(event).bind(columns.first).bind(columns.second).bind(columns.result)
            .bind(columns.plies).bind(columns.text).bind(note.as_str()).bind(time)
            .execute(&mut *transaction)
            .await?
            .rows_affected();
            if changed == 1 {
                sqlx::query("INSERT INTO game_events (game_id, number, change, at) VALUES ($1, $2, $3, $4)")
                    .bind(id).bind(event + 1).bind(change).bind(time)
                    .execute(&mut *transaction)
                    .await?;
                sqlx::query("DELETE FROM game_positions WHERE game_id = $1 AND ply >= $2")
                    .bind(id).bind(same as i64)
                    .execute(&mut *transaction)
                    .await?;
                if same < text.record.positions().len() {
                    occurrences(id, &text, same).build().execute(&mut *transaction).await?;
                }
            }
            changed == 1
        });
        if !is_changed {
            let found = self.game(id).await?.event;
            return Err(Error::Changed { expected: old.event, found });
        }
        let (event, created, updated) = (old.event + 1, old.created, time as u64);
        Ok(SavedGame { id, text, note, event, created, updated })
    }

    /// The changes of a game after this one.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn events(&self, id: i64, after: u64) -> Result<Vec<Event>, Error> {
        let rows: Vec<(i64, String, i64)> = on_pool!(self, pool => {
            sqlx::query_as("SELECT number, change, at FROM game_events WHERE game_id = $1 AND number > $2 ORDER BY number")
                .bind(id)
                .bind(after as i64)
                .fetch_all(pool)
                .await?
        });
        let event = |(number, change, at): (i64, String, i64)| Event { number: number as u64, change, at: at as u64 };
        Ok(rows.into_iter().map(event).collect())
    }

    /// The games that fit, in the order of their numbers.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn games(&self, filter: &Filter) -> Result<Vec<Summary>, Error> {
        let key = filter.position.map(|position| position.canonical().0.key() as i64);
        let rows: Vec<SummaryRow> = on_pool!(self, pool => {
            sqlx::query_as(
                "SELECT id, game, first_player, second_player, result, plies, updated FROM games \
                 WHERE id > $1 AND game = coalesce(CAST($2 AS TEXT), game) \
                 AND (CAST($3 AS TEXT) IS NULL OR first_player = $3 OR second_player = $3) \
                 AND (CAST($5 AS BIGINT) IS NULL OR id IN \
                 (SELECT game_id FROM game_positions WHERE game = CAST($6 AS TEXT) AND key = $5)) ORDER BY id LIMIT $4",
            )
            .bind(filter.after)
            .bind(filter.game.map(|game| game.to_string()))
            .bind(filter.player.clone())
            .bind(filter.limit.map_or(i64::MAX, i64::from))
            .bind(key)
            .bind(filter.position.map(|position| position.game().to_string()))
            .fetch_all(pool)
            .await?
        });
        rows.into_iter().map(read_summary).collect()
    }

    /// How many games there are.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn count_games(&self) -> Result<u64, Error> {
        let count: i64 = on_pool!(self, pool => {
            sqlx::query_scalar("SELECT count(*) FROM games").fetch_one(pool).await?
        });
        Ok(count as u64)
    }

    /// Where this position or a symmetric image of it occurred.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn occurrences(&self, position: &AnyPosition) -> Result<Vec<Occurrence>, Error> {
        let rows: Vec<(i64, i64)> = on_pool!(self, pool => {
            sqlx::query_as("SELECT game_id, ply FROM game_positions WHERE game = $1 AND key = $2 ORDER BY game_id, ply")
                .bind(position.game().to_string())
                .bind(position.canonical().0.key() as i64)
                .fetch_all(pool)
                .await?
        });
        Ok(rows.into_iter().map(|(id, ply)| Occurrence { id, ply: ply as u64 }).collect())
    }

    /// Forgets all games, of one kind or of all; how many that were.
    ///
    /// # Errors
    /// If the database does not do it.
    pub async fn forget_games(&self, game: Option<Game>) -> Result<u64, Error> {
        Ok(on_pool!(self, pool => {
            sqlx::query("DELETE FROM games WHERE game = coalesce(CAST($1 AS TEXT), game)")
                .bind(game.map(|game| game.to_string()))
                .execute(pool)
                .await?
                .rows_affected()
        }))
    }
}

fn read_summary((id, game, first, second, result, plies, updated): SummaryRow) -> Result<Summary, Error> {
    let game = game.parse().map_err(|error| Error::Damaged(format!("game {id}: {error}")))?;
    Ok(Summary { id, game, first, second, result, plies: plies as u64, updated: updated as u64 })
}
