//! Whole games: saved as they are played, listed, searched by position.
//!
//! Every change of a game has a number. A caller that changes it names the last change it knows, so two simultaneous moves cannot both
//! succeed.

use std::ops::Range;
use std::time::{SystemTime, UNIX_EPOCH};

use sqlx::{Database, Encode, QueryBuilder, Type};
use zwick::{AnyPosition, Game, GameText, Position, Side};

use crate::aside::aside;
use crate::checksum;
use crate::clocks::{Note, set_due};
use crate::error::Error;
use crate::store::{Store, in_transaction, on_pool};

/// A game with its place in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedGame {
    /// Its number.
    pub id: i64,
    /// The game, with tags and comments.
    pub text: GameText,
    /// The server's private note about the game. It is not part of the game, and never exported.
    pub note: String,
    /// The number of its last change; 0 before the first.
    pub event: u64,
    /// When it was first saved, in milliseconds since 1970.
    pub created: u64,
    /// When it was last changed.
    pub updated: u64,
}

/// A game as an entry of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Its number.
    pub id: i64,
    /// Which game is played.
    pub game: Game,
    /// The player of the first side, if known.
    pub first: String,
    /// The player of the second side, if known.
    pub second: String,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while it is unfinished.
    pub result: String,
    /// Moves played by both sides.
    pub plies: u64,
    /// When it was last changed, in milliseconds since 1970.
    pub updated: u64,
}

/// Which games to list.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Only this game.
    pub game: Option<Game>,
    /// Only with this player on either side.
    pub player: Option<String>,
    /// Only with this position or a symmetric image of it.
    pub position: Option<AnyPosition>,
    /// Only those that both sides want listed.
    pub only_listed: bool,
    /// Only with a number above this one.
    pub after: i64,
    /// At most this many.
    pub limit: Option<u32>,
}

/// A place where a position, or a symmetric image of it, occurred.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occurrence {
    /// The number of the game.
    pub id: i64,
    /// After this many moves.
    pub ply: u64,
}

/// The time, in milliseconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
}

/// A game as stored, without its text and note: what lists show. Its checksum includes that of the text.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub(crate) struct Line {
    pub(crate) id: i64,
    pub(crate) game: String,
    pub(crate) first_player: String,
    pub(crate) second_player: String,
    pub(crate) result: String,
    pub(crate) plies: i64,
    pub(crate) event: i64,
    pub(crate) created: i64,
    pub(crate) updated: i64,
    pub(crate) text_checksum: i64,
    pub(crate) checksum: i64,
}

/// The columns of a [`Line`].
macro_rules! line {
    () => {
        "id, game, first_player, second_player, result, plies, event, created, updated, text_checksum, checksum"
    };
}

/// A whole game as stored.
#[derive(sqlx::FromRow)]
pub(crate) struct Stored {
    #[sqlx(flatten)]
    pub(crate) line: Line,
    pub(crate) text: String,
    pub(crate) note: String,
}

impl Line {
    /// The line of a game with this number and note.
    pub(crate) fn of(game: &GameText, text: &str, note: &str, id: i64, event: i64, times: [i64; 2]) -> Self {
        let player = |side| game.player(side).unwrap_or_default().to_owned();
        let line = Self {
            id,
            game: game.game().to_string(),
            first_player: player(Side::First),
            second_player: player(Side::Second),
            result: game.result().to_owned(),
            plies: game.record.moves().len() as i64,
            event,
            created: times[0],
            updated: times[1],
            text_checksum: 0,
            checksum: 0,
        };
        line.signed(text, note)
    }

    /// The same with the checksums of itself, its text and its note.
    pub(crate) fn signed(mut self, text: &str, note: &str) -> Self {
        self.text_checksum = text_columns(text, note).checksum();
        let id = self.id;
        self.numbered(id)
    }

    /// The same with this number, and its checksum.
    pub(crate) fn numbered(mut self, id: i64) -> Self {
        self.id = id;
        self.checksum = self.columns().checksum();
        self
    }

    fn columns(&self) -> checksum::Columns {
        let texts = [&self.game, &self.first_player, &self.second_player, &self.result];
        let numbers = [self.plies, self.event, self.created, self.updated, self.text_checksum];
        let columns = texts.into_iter().fold(checksum::Columns::of("games").number(self.id), |c, text| c.text(text));
        numbers.into_iter().fold(columns, checksum::Columns::number)
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        self.columns().check(self.checksum, || format!("game {}", self.id))
    }

    fn summary(self) -> Result<Summary, Error> {
        self.check()?;
        let Self { id, game, first_player: first, second_player: second, result, plies, updated, .. } = self;
        let game = game.parse().map_err(|error| Error::Damaged(format!("game {id}: {error}")))?;
        Ok(Summary { id, game, first, second, result, plies: plies as u64, updated: updated as u64 })
    }
}

fn text_columns(text: &str, note: &str) -> checksum::Columns {
    checksum::Columns::of("game texts").text(text).text(note)
}

impl Stored {
    /// The game, if it is what was saved.
    pub(crate) fn read(self) -> Result<SavedGame, Error> {
        let Self { line, text, note } = self;
        let id = line.id;
        line.check()?;
        text_columns(&text, &note).check(line.text_checksum, || format!("the text of game {id}"))?;
        let text = text.parse().map_err(|error| Error::Damaged(format!("game {id}: {error}")))?;
        let (event, created, updated) = (line.event as u64, line.created as u64, line.updated as u64);
        Ok(SavedGame { id, text, note, event, created, updated })
    }
}

pub(crate) fn event_columns(id: i64, number: i64, change: &str, at: i64) -> checksum::Columns {
    checksum::Columns::of("game_events").number(id).number(number).text(change).number(at)
}

pub(crate) fn place_columns(game: &str, key: i64, id: i64, ply: i64) -> checksum::Columns {
    checksum::Columns::of("game_positions").text(game).number(key).number(id).number(ply)
}

/// Rejects text that PostgreSQL cannot store.
fn without_nul(text: &str) -> Result<(), Error> {
    if text.contains('\0') { Err(Error::Nul) } else { Ok(()) }
}

/// A statement that records where the positions of a game occur, with these plies.
pub(crate) fn occurrences<DB: Database>(id: i64, game: &GameText, plies: Range<usize>) -> QueryBuilder<DB>
where
    String: for<'t> Encode<'t, DB> + Type<DB>,
    i64: for<'t> Encode<'t, DB> + Type<DB>,
{
    let name = game.game().to_string();
    let mut query = QueryBuilder::new("INSERT INTO game_positions (game, key, game_id, ply, checksum) ");
    query.push_values(plies, |mut row, ply| {
        let position = &game.record.positions()[ply];
        let (key, ply) = (position.canonical().0.key() as i64, ply as i64);
        let checksum = place_columns(&name, key, id, ply).checksum();
        row.push_bind(name.clone()).push_bind(key).push_bind(id).push_bind(ply).push_bind(checksum);
    });
    query
}

/// Records in a transaction where the positions of a game occur, from this ply on.
macro_rules! insert_places {
    ($transaction:expr, $id:expr, $game:expr, $from:expr) => {{
        let end = $game.record.positions().len();
        for from in ($from..end).step_by($crate::positions::BATCH) {
            let plies = from..end.min(from + $crate::positions::BATCH);
            $crate::games::occurrences($id, $game, plies).build().execute(&mut *$transaction).await?;
        }
    }};
}

/// Replaces a game with its next state in a transaction, with the change in words; false if the game was changed in the meantime.
macro_rules! replace_line {
    ($transaction:expr, $line:expr, $text:expr, $note:expr, $change:expr) => {{
        let line: &Line = $line;
        let is_changed = sqlx::query(
            "UPDATE games SET game = $3, first_player = $4, second_player = $5, result = $6, plies = $7, text = $8, \
             note = $9, event = $2 + 1, created = $10, updated = $11, text_checksum = $12, checksum = $13 \
             WHERE id = $1 AND event = $2",
        )
        .bind(line.id)
        .bind(line.event - 1)
        .bind(&line.game)
        .bind(&line.first_player)
        .bind(&line.second_player)
        .bind(&line.result)
        .bind(line.plies)
        .bind($text)
        .bind($note)
        .bind(line.created)
        .bind(line.updated)
        .bind(line.text_checksum)
        .bind(line.checksum)
        .execute(&mut *$transaction)
        .await?
        .rows_affected()
            == 1;
        if is_changed {
            sqlx::query("INSERT INTO game_events (game_id, number, change, at, checksum) VALUES ($1, $2, $3, $4, $5)")
                .bind(line.id)
                .bind(line.event)
                .bind($change)
                .bind(line.updated)
                .bind(event_columns(line.id, line.event, $change, line.updated).checksum())
                .execute(&mut *$transaction)
                .await?;
        }
        is_changed
    }};
}

pub(crate) const INSERT_GAME: &str = "INSERT INTO games \
     (game, first_player, second_player, result, plies, text, note, event, created, updated, text_checksum, checksum) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, $8, $9, 0) RETURNING id";
/// The number is part of the checksum, and known only now.
pub(crate) const SET_CHECKSUM: &str = "UPDATE games SET checksum = $2 WHERE id = $1";

pub(crate) const INSERT_LINK: &str = "INSERT INTO game_links (id, game_id, listed_by, touched, checksum) \
     VALUES ($1, $2, $3, $4, $5)";

/// Inserts a game in a transaction; returns its number.
macro_rules! insert_game {
    ($transaction:expr, $game:expr, $note:expr, $time:expr) => {{
        let text = $game.to_string();
        let line = $crate::games::Line::of($game, &text, $note, 0, 0, [$time, $time]);
        let id: i64 = sqlx::query_scalar($crate::games::INSERT_GAME)
            .bind(&line.game)
            .bind(&line.first_player)
            .bind(&line.second_player)
            .bind(&line.result)
            .bind(line.plies)
            .bind(&text)
            .bind($note)
            .bind($time)
            .bind(line.text_checksum)
            .fetch_one(&mut *$transaction)
            .await?;
        let checksum = line.numbered(id).checksum;
        sqlx::query($crate::games::SET_CHECKSUM).bind(id).bind(checksum).execute(&mut *$transaction).await?;
        $crate::games::insert_places!($transaction, id, $game, 0);
        // Games without a human player are listed, and kept permanently.
        let is_played = !$note.is_empty();
        let link = $crate::links::GameId::random()?;
        let listed_by = if is_played { 0 } else { $crate::links::BOTH };
        sqlx::query($crate::games::INSERT_LINK)
            .bind(link.as_str())
            .bind(id)
            .bind(listed_by)
            .bind(is_played.then_some($time))
            .bind($crate::links::link_columns(link.as_str(), id, listed_by).checksum())
            .execute(&mut *$transaction)
            .await?;
        id
    }};
}

pub(crate) use {insert_game, insert_places, line};

impl Store {
    /// Saves a game; returns its number.
    ///
    /// # Errors
    /// If it cannot be saved.
    pub async fn save_game(&self, game: &GameText) -> Result<i64, Error> {
        Ok(self.save_game_with_note(game, String::new()).await?.id)
    }

    /// Saves a game with a private note.
    ///
    /// # Errors
    /// If it cannot be saved.
    pub async fn save_game_with_note(&self, game: &GameText, note: String) -> Result<SavedGame, Error> {
        let time = now();
        without_nul(&game.to_string()).and(without_nul(&note))?;
        let id = in_transaction!(self, transaction => insert_game!(transaction, game, note.as_str(), time));
        Ok(SavedGame { id, text: game.clone(), note, event: 0, created: time as u64, updated: time as u64 })
    }

    /// The game with this number.
    ///
    /// # Errors
    /// If it does not exist, or the database does not respond.
    pub async fn game(&self, id: i64) -> Result<SavedGame, Error> {
        let row: Option<Stored> = on_pool!(self, pool => {
            sqlx::query_as(concat!("SELECT text, note, ", line!(), " FROM games WHERE id = $1"))
                .bind(id)
                .fetch_optional(pool)
                .await?
        });
        let row = row.ok_or_else(|| Error::NoGame(id.to_string()))?;
        aside(row.text.len(), move || row.read()).await
    }

    /// Replaces a game with a later state, with the change in words; returns the changed game.
    ///
    /// # Errors
    /// If the game was changed in the meantime; then nothing has changed.
    pub async fn replace_game(
        &self,
        old: &SavedGame,
        text: GameText,
        note: impl Into<Note>,
        change: &str,
    ) -> Result<SavedGame, Error> {
        let Note { words: note, due } = note.into();
        let (id, event, time, words) = (old.id, old.event as i64, now(), text.to_string());
        without_nul(&words).and(without_nul(&note)).and(without_nul(change))?;
        let line = Line::of(&text, &words, &note, id, event + 1, [old.created as i64, time]);
        let same = old.text.record.positions().iter().zip(text.record.positions()).take_while(|(a, b)| a == b).count();
        let is_changed = in_transaction!(self, transaction => {
            let is_changed = replace_line!(transaction, &line, &words, note.as_str(), change);
            if is_changed {
                sqlx::query("DELETE FROM game_positions WHERE game_id = $1 AND ply >= $2")
                    .bind(id).bind(same as i64)
                    .execute(&mut *transaction)
                    .await?;
                insert_places!(transaction, id, &text, same);
                set_due!(transaction, id, due);
            }
            is_changed
        });
        if !is_changed {
            let found = self.game(id).await?.event;
            return Err(Error::Changed { expected: old.event, found });
        }
        let (event, created, updated) = (old.event + 1, old.created, time as u64);
        Ok(SavedGame { id, text, note, event, created, updated })
    }

    /// Saves a game that follows another, and updates the note of the other, with the change in words; both or neither.
    ///
    /// `note` and `change` are passed the number of the new game.
    ///
    /// # Errors
    /// If the other game was changed in the meantime; then nothing has changed.
    pub async fn save_next_game(
        &self,
        old: &SavedGame,
        next: &GameText,
        next_note: &str,
        note: impl Fn(i64) -> String,
        change: impl Fn(i64) -> String,
    ) -> Result<[SavedGame; 2], Error> {
        let (time, words) = (now(), old.text.to_string());
        let saved = in_transaction!(self, transaction => {
            // Updated before the other is saved: this locks the row, so no concurrent change is lost.
            let is_same = sqlx::query("UPDATE games SET event = event WHERE id = $1 AND event = $2")
                .bind(old.id)
                .bind(old.event as i64)
                .execute(&mut *transaction)
                .await?
                .rows_affected()
                == 1;
            if is_same {
                let id = insert_game!(transaction, next, next_note, time);
                let (note, change) = (note(id), change(id));
                let times = [old.created as i64, time];
                let line = Line::of(&old.text, &words, &note, old.id, old.event as i64 + 1, times);
                replace_line!(transaction, &line, &words, note.as_str(), change.as_str());
                Some(id)
            } else {
                None
            }
        });
        let Some(id) = saved else {
            return Err(Error::Changed { expected: old.event, found: self.game(old.id).await?.event });
        };
        let (created, updated) = (time as u64, time as u64);
        let next = SavedGame { id, text: next.clone(), note: next_note.to_owned(), event: 0, created, updated };
        let old = SavedGame { note: note(id), event: old.event + 1, updated, ..old.clone() };
        Ok([old, next])
    }

    /// The matching games, in the order of their numbers.
    ///
    /// # Errors
    /// If the database does not respond.
    pub async fn games(&self, filter: &Filter) -> Result<Vec<Summary>, Error> {
        let key = filter.position.map(|position| position.canonical().0.key() as i64);
        filter.player.as_deref().map_or(Ok(()), without_nul)?;
        let rows: Vec<Line> = on_pool!(self, pool => {
            sqlx::query_as(concat!(
                "SELECT ", line!(), " FROM games \
                 WHERE id > $1 AND game = coalesce(CAST($2 AS TEXT), game) \
                 AND (CAST($3 AS TEXT) IS NULL OR first_player = $3 OR second_player = $3) \
                 AND (CAST($5 AS BIGINT) IS NULL OR id IN \
                 (SELECT game_id FROM game_positions WHERE game = CAST($6 AS TEXT) AND key = $5)) \
                 AND (NOT $7 OR id IN (SELECT game_id FROM game_links WHERE listed_by = 3)) ORDER BY id LIMIT $4",
            ))
            .bind(filter.after)
            .bind(filter.game.map(|game| game.to_string()))
            .bind(filter.player.clone())
            .bind(filter.limit.map_or(i64::MAX, i64::from))
            .bind(key)
            .bind(filter.position.map(|position| position.game().to_string()))
            .bind(filter.only_listed)
            .fetch_all(pool)
            .await?
        });
        checksum::check_order(filter.after, rows.iter().map(|row| row.id), "games")?;
        if let (Some(position), Some(first), Some(last)) = (&filter.position, rows.first(), rows.last()) {
            // The records that put a game on this list must be correct too.
            self.places(position, first.id, last.id).await?;
        }
        rows.into_iter().map(Line::summary).collect()
    }

    /// How many games there are.
    ///
    /// # Errors
    /// If the database does not respond.
    pub async fn count_games(&self) -> Result<u64, Error> {
        let count: i64 = on_pool!(self, pool => {
            sqlx::query_scalar("SELECT count(*) FROM games").fetch_one(pool).await?
        });
        Ok(count as u64)
    }

    /// Where this position or a symmetric image of it occurred.
    ///
    /// # Errors
    /// If the database does not respond.
    pub async fn occurrences(&self, position: &AnyPosition) -> Result<Vec<Occurrence>, Error> {
        self.places(position, i64::MIN, i64::MAX).await
    }

    /// The same in games with these numbers.
    async fn places(&self, position: &AnyPosition, first: i64, last: i64) -> Result<Vec<Occurrence>, Error> {
        let (game, key) = (position.game().to_string(), position.canonical().0.key() as i64);
        let rows: Vec<(i64, i64, i64)> = on_pool!(self, pool => {
            sqlx::query_as(
                "SELECT game_id, ply, checksum FROM game_positions \
                 WHERE game = $1 AND key = $2 AND game_id BETWEEN $3 AND $4 ORDER BY game_id, ply",
            )
            .bind(&game)
            .bind(key)
            .bind(first)
            .bind(last)
            .fetch_all(pool)
            .await?
        });
        let place = |(id, ply, checksum)| {
            place_columns(&game, key, id, ply).check(checksum, || format!("ply {ply} of game {id}"))?;
            Ok(Occurrence { id, ply: ply as u64 })
        };
        rows.into_iter().map(place).collect()
    }

    /// Deletes all games, of one kind or of all; returns how many.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn forget_games(&self, game: Option<Game>) -> Result<u64, Error> {
        Ok(in_transaction!(self, transaction => {
            sqlx::query("DELETE FROM games WHERE game = coalesce(CAST($1 AS TEXT), game)")
                .bind(game.map(|game| game.to_string()))
                .execute(&mut *transaction)
                .await?
                .rows_affected()
        }))
    }
}
