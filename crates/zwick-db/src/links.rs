//! Public ids of games: they cannot be enumerated, are listed only if both sides want it, and are removed when nobody requests them any
//! more.
//!
//! Inside a store a game has a number. Games saved before there were ids use the digits of their number, so old links work; every other
//! game has a random id, and its number opens nothing.

use std::collections::HashMap;
use std::fmt::{self, Display};
use std::str::FromStr;

use sqlx::QueryBuilder;
use zwick::Side;

use crate::checksum::Columns;
use crate::error::Error;
use crate::games::{SavedGame, now};
use crate::store::{Store, in_transaction, on_pool};

/// Characters of an id, each one of 32: 65 random bits.
const LENGTH: usize = 13;
/// Digits and letters without i, l, o and u, which are easily misread.
const ALPHABET: [u8; 32] = *b"0123456789abcdefghjkmnpqrstvwxyz";
/// Both sides want a game listed.
pub(crate) const BOTH: i64 = 3;

/// The public id of a game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GameId(String);

impl GameId {
    /// An id that nobody can guess.
    pub(crate) fn random() -> Result<Self, Error> {
        let mut bytes = [0; LENGTH];
        getrandom::fill(&mut bytes).map_err(|error| Error::NoChance(error.to_string()))?;
        Ok(Self(bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()))
    }

    /// The id as a text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Accepts anything that could be an id; whether the game exists is checked later.
impl FromStr for GameId {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        // Numbers, the ids of older games, have up to 19 digits.
        let is_possible = (1..=19).contains(&text.len()) && text.bytes().all(|byte| ALPHABET.contains(&byte));
        if is_possible { Ok(Self(text.to_owned())) } else { Err(no_game(text)) }
    }
}

fn no_game(id: &str) -> Error {
    const SHOWN: usize = 40;
    Error::NoGame(id.chars().take(SHOWN).collect())
}

/// What is known about a game without reading it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameLink {
    /// Its public id.
    pub id: GameId,
    /// Its number in the store.
    pub number: i64,
    /// Whether the first and the second side want it listed.
    pub listed_by: [bool; 2],
    /// When it was last requested, in milliseconds since 1970; `None` if it is kept permanently, because it has no human player.
    pub touched: Option<u64>,
}

impl GameLink {
    /// Whether everyone may find the game in lists.
    pub fn is_listed(&self) -> bool {
        self.listed_by == [true; 2]
    }
}

/// A link as stored: id, number of the game, the sides that want it listed, when it was last requested, checksum.
pub(crate) type Row = (String, i64, i64, Option<i64>, i64);

/// The columns covered by a link's checksum. The time of the last request is not among them: it changes with every view, and a game is only
/// removed if its last change is equally old.
pub(crate) fn link_columns(id: &str, number: i64, listed_by: i64) -> Columns {
    Columns::of("game_links").text(id).number(number).number(listed_by)
}

/// The link, if it is what was saved.
pub(crate) fn read_link((id, number, listed_by, touched, checksum): Row) -> Result<GameLink, Error> {
    link_columns(&id, number, listed_by).check(checksum, || format!("the link of game {number}"))?;
    let listed_by = [Side::First, Side::Second].map(|side| listed_by & bit(side) != 0);
    Ok(GameLink { id: GameId(id), number, listed_by, touched: touched.map(|time| time as u64) })
}

/// The bit of a side among those that want a game listed.
fn bit(side: Side) -> i64 {
    match side {
        Side::First => 1,
        Side::Second => 2,
    }
}

impl Store {
    /// The game with this id.
    ///
    /// # Errors
    /// If it does not exist, or the database does not respond.
    pub async fn link(&self, id: &GameId) -> Result<GameLink, Error> {
        let row: Option<Row> = on_pool!(self, pool => {
            sqlx::query_as("SELECT id, game_id, listed_by, touched, checksum FROM game_links WHERE id = $1")
                .bind(id.as_str())
                .fetch_optional(pool)
                .await?
        });
        read_link(row.ok_or_else(|| no_game(id.as_str()))?)
    }

    /// The ids of games, by their numbers; deleted games have none.
    ///
    /// # Errors
    /// If the database does not respond.
    pub async fn ids(&self, numbers: &[i64]) -> Result<HashMap<i64, GameId>, Error> {
        let mut ids = HashMap::new();
        for batch in numbers.chunks(crate::positions::BATCH) {
            let rows: Vec<Row> = on_pool!(self, pool => {
                let mut query = QueryBuilder::new(
                    "SELECT id, game_id, listed_by, touched, checksum FROM game_links WHERE game_id IN (",
                );
                let mut list = query.separated(", ");
                for number in batch {
                    list.push_bind(*number);
                }
                query.push(")").build_query_as().fetch_all(pool).await?
            });
            for row in rows {
                let link = read_link(row)?;
                ids.insert(link.number, link.id);
            }
        }
        Ok(ids)
    }

    /// The link of the game with this number; `None` if it was deleted.
    ///
    /// # Errors
    /// If the database does not respond.
    pub async fn link_of(&self, number: i64) -> Result<Option<GameLink>, Error> {
        match self.ids(&[number]).await?.remove(&number) {
            None => Ok(None),
            Some(id) => match self.link(&id).await {
                Err(Error::NoGame(_)) => Ok(None),
                link => link.map(Some),
            },
        }
    }

    /// Records whether these sides want a game listed.
    ///
    /// # Errors
    /// If it cannot be saved.
    pub async fn set_listed(&self, number: i64, sides: &[Side], is_wanted: bool) -> Result<(), Error> {
        let bits = sides.iter().fold(0, |bits, &side| bits | bit(side));
        in_transaction!(self, transaction => {
            // Updated before it is read: this locks the row, so no concurrent request is lost.
            let row: Option<(String, i64)> =
                sqlx::query_as("UPDATE game_links SET checksum = checksum WHERE game_id = $1 RETURNING id, listed_by")
                    .bind(number)
                    .fetch_optional(&mut *transaction)
                    .await?;
            let (id, listed_by) = row.ok_or_else(|| no_game(&number.to_string()))?;
            let listed_by = if is_wanted { listed_by | bits } else { listed_by & !bits };
            sqlx::query("UPDATE game_links SET listed_by = $2, checksum = $3 WHERE game_id = $1")
                .bind(number)
                .bind(listed_by)
                .bind(link_columns(&id, number, listed_by).checksum())
                .execute(&mut *transaction)
                .await?;
        });
        Ok(())
    }

    /// Records that these games are requested now.
    ///
    /// # Errors
    /// If it cannot be saved.
    pub async fn touch(&self, numbers: &[i64]) -> Result<(), Error> {
        let time = now();
        for batch in numbers.chunks(crate::positions::BATCH) {
            on_pool!(self, pool => {
                let mut query = QueryBuilder::new("UPDATE game_links SET touched = ");
                query.push_bind(time).push(" WHERE touched IS NOT NULL AND game_id IN (");
                let mut list = query.separated(", ");
                for number in batch {
                    list.push_bind(*number);
                }
                query.push(")").build().execute(pool).await?;
            });
        }
        Ok(())
    }

    /// Deletes a game and everything stored about it, if it has not changed since it was read.
    ///
    /// # Errors
    /// If it has changed or was deleted; then nothing is deleted.
    pub async fn remove_game(&self, game: &SavedGame) -> Result<(), Error> {
        let removed = on_pool!(self, pool => {
            sqlx::query("DELETE FROM games WHERE id = $1 AND event = $2")
                .bind(game.id)
                .bind(game.event as i64)
                .execute(pool)
                .await?
                .rows_affected()
        });
        if removed == 1 {
            return Ok(());
        }
        let found = self.game(game.id).await?.event;
        Err(Error::Changed { expected: game.event, found })
    }

    /// Deletes up to `most` games that nobody has requested since this time, in milliseconds since 1970; returns their numbers. Games
    /// without a human player, such as those of self-play, stay.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn remove_untouched(&self, since: u64, most: u32) -> Result<Vec<i64>, Error> {
        Ok(in_transaction!(self, transaction => {
            sqlx::query_scalar(
                "DELETE FROM games WHERE id IN \
                 (SELECT game_id FROM game_links WHERE touched < $1 ORDER BY touched LIMIT $2) \
                 AND updated < $1 RETURNING id",
            )
            .bind(since as i64)
            .bind(i64::from(most))
            .fetch_all(&mut *transaction)
            .await?
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back_and_are_never_the_same() {
        let ids: std::collections::HashSet<String> =
            (0..1000).map(|_| GameId::random().expect("chance").to_string()).collect();
        assert_eq!(ids.len(), 1000);
        for id in ids {
            assert_eq!(id.parse::<GameId>().expect("an id").as_str(), id);
        }
    }

    #[test]
    fn other_texts_are_no_ids() {
        for text in ["", "-1", "7 ", "K3V9", "oil", "../7", "12345678901234567890", "é"] {
            assert!(matches!(text.parse::<GameId>(), Err(Error::NoGame(_))), "{text:?}");
        }
    }
}
