//! The two kinds of database behind one type.

use std::sync::Arc;

use sqlx::{PgPool, SqlitePool};

use crate::copies::Copies;
use crate::error::Error;
use crate::file::Opened;
use crate::games::now;

/// As many bytes as a game takes, with everything stored about it.
const ROOM: usize = 16_384;

/// Games and evaluated positions, in an SQLite file or on a PostgreSQL server. Clones share their connections.
#[derive(Debug, Clone)]
pub struct Store {
    pub(crate) pool: Pool,
    pub(crate) place: String,
    /// The file; `None` on a server.
    pub(crate) file: Option<Arc<Opened>>,
    pub(crate) copies: Arc<Copies>,
}

#[derive(Debug, Clone)]
pub(crate) enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Store {
    /// Which file or server this is; without a password.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// `sqlite` or `postgresql`.
    pub fn kind(&self) -> &'static str {
        match self.pool {
            Pool::Sqlite(_) => "sqlite",
            Pool::Postgres(_) => "postgresql",
        }
    }

    /// Writes something, to check whether that is possible: a store can be readable while its disk is full.
    ///
    /// # Errors
    /// If nothing can be written.
    pub async fn check_writing(&self) -> Result<(), Error> {
        let room = "x".repeat(ROOM);
        in_transaction!(self, transaction => {
            sqlx::query(
                "INSERT INTO health (id, at, room) VALUES (1, $1, $2) \
                 ON CONFLICT (id) DO UPDATE SET at = excluded.at, room = excluded.room",
            )
            .bind(now())
            .bind(&room)
                .execute(&mut *transaction)
                .await?
                .rows_affected()
        });
        Ok(())
    }

    /// Fails if the file or its log no longer exists.
    pub(crate) fn check_file(&self) -> Result<(), Error> {
        self.file.as_ref().map_or(Ok(()), |file| file.check())
    }

    /// Waits until all connections are closed.
    pub async fn close(&self) {
        if let Some(file) = &self.file {
            file.close().await;
        }
        match &self.pool {
            Pool::Sqlite(pool) => pool.close().await,
            Pool::Postgres(pool) => pool.close().await,
        }
    }
}

/// Runs the same code on either database: the same SQL means the same on both.
macro_rules! on_pool {
    ($store:expr, $pool:ident => $body:expr) => {
        match &$store.pool {
            $crate::store::Pool::Sqlite($pool) => {
                $store.check_file()?;
                $body
            }
            $crate::store::Pool::Postgres($pool) => $body,
        }
    };
}

/// Runs the same code in a transaction on either database, and commits it. An error leaves everything as it was.
///
/// On SQLite the transaction takes the write lock first: a reader that becomes a writer half-way could fail as busy, one that waits at the
/// start does not. A connection whose transaction failed is discarded: on a full disk SQLite ends the transaction by itself, and the
/// connection, unaware of that, could not begin another.
macro_rules! in_transaction {
    ($store:expr, $transaction:ident => $body:expr) => {
        match &$store.pool {
            $crate::store::Pool::Sqlite(pool) => {
                $store.check_file()?;
                let mut connection = pool.acquire().await?;
                let attempt = async {
                    let mut $transaction = sqlx::Connection::begin_with(&mut *connection, "BEGIN IMMEDIATE").await?;
                    let result = $body;
                    $transaction.commit().await?;
                    $store.check_file()?;
                    Ok::<_, $crate::error::Error>(result)
                };
                match attempt.await {
                    Ok(result) => result,
                    Err(error) => {
                        // The earlier error matters more than an error from closing.
                        let _ = connection.close().await;
                        return Err(error);
                    }
                }
            }
            $crate::store::Pool::Postgres(pool) => {
                let mut $transaction = pool.begin().await?;
                let result = $body;
                $transaction.commit().await?;
                result
            }
        }
    };
}

pub(crate) use {in_transaction, on_pool};
