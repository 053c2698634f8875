//! The time that games are served, in which their clocks count, and whose time is up.
//!
//! While anybody's clock runs, servers note again and again that they are there. The time between two such notes counts, but of a long
//! gap only the beginning: nobody could move while no server ran, or while the database did not answer. So clocks need no repair after
//! a restart. On PostgreSQL the database's own time counts, because the clocks of several servers may differ.

use std::time::Duration;

use crate::error::Error;
use crate::games::now;
use crate::store::{Store, in_transaction, on_pool};

/// The time on PostgreSQL, in milliseconds since 1970; like the parameter, which is the time of an SQLite file, it is a number.
const POSTGRES_NOW: &str = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) + 0 * CAST($1 AS BIGINT)";
const SQLITE_NOW: &str = "$1";

/// A private note about a game, and when the time of the side to move is up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The note. It is not part of the game, and never exported.
    pub words: String,
    /// In milliseconds served; `None` if no clock runs.
    pub due: Option<u64>,
}

/// A game without a clock.
impl From<String> for Note {
    fn from(words: String) -> Self {
        Self { words, due: None }
    }
}

/// Notes in a transaction when a side's time is up, or that no clock runs.
macro_rules! set_due {
    ($transaction:expr, $id:expr, $due:expr) => {{
        let due: Option<u64> = $due;
        match due {
            Some(due) => sqlx::query(
                "INSERT INTO game_clocks (game_id, due) VALUES ($1, $2) \
                     ON CONFLICT (game_id) DO UPDATE SET due = excluded.due",
            )
            .bind($id)
            .bind(due as i64)
            .execute(&mut *$transaction)
            .await?
            .rows_affected(),
            None => sqlx::query("DELETE FROM game_clocks WHERE game_id = $1")
                .bind($id)
                .execute(&mut *$transaction)
                .await?
                .rows_affected(),
        }
    }};
}

pub(crate) use set_due;

impl Store {
    /// Notes that a server is there; returns how long games have been served, in milliseconds. Of the time since the last note at most
    /// `most` counts.
    ///
    /// # Errors
    /// If it cannot be saved.
    pub async fn note_served(&self, most: Duration) -> Result<u64, Error> {
        let sql = |now: &str| {
            sqlx::AssertSqlSafe(format!(
                "UPDATE served SET at = {now}, milliseconds = milliseconds + \
                 CASE WHEN {now} - at > $2 THEN $2 WHEN {now} > at THEN {now} - at ELSE 0 END \
                 WHERE id = 1 RETURNING milliseconds"
            ))
        };
        let sql = if self.is_shared() { sql(POSTGRES_NOW) } else { sql(SQLITE_NOW) };
        let served: i64 = in_transaction!(self, transaction => {
            sqlx::query_scalar(sql)
                .bind(now())
                .bind(most.as_millis() as i64)
                .fetch_one(&mut *transaction)
                .await?
        });
        Ok(served as u64)
    }

    /// The games whose clock runs, the next whose time is up first: their numbers, and when that is, in milliseconds served.
    ///
    /// # Errors
    /// If the database does not respond.
    pub async fn running_clocks(&self, most: u32) -> Result<Vec<(i64, u64)>, Error> {
        let rows: Vec<(i64, i64)> = on_pool!(self, pool => {
            sqlx::query_as("SELECT game_id, due FROM game_clocks ORDER BY due, game_id LIMIT $1")
                .bind(i64::from(most))
                .fetch_all(pool)
                .await?
        });
        Ok(rows.into_iter().map(|(id, due)| (id, due.max(0) as u64)).collect())
    }

    /// Notes when the time of the side to move in a game is up, as the game itself says; `None` if no clock runs.
    ///
    /// # Errors
    /// If it cannot be saved.
    pub async fn set_due(&self, id: i64, due: Option<u64>) -> Result<(), Error> {
        in_transaction!(self, transaction => set_due!(transaction, id, due));
        Ok(())
    }
}
