//! The two kinds of database behind one type.

use sqlx::{PgPool, SqlitePool};

/// Games and evaluated positions, in an SQLite file or on a PostgreSQL server. Clones share their connections.
#[derive(Debug, Clone)]
pub struct Store {
    pub(crate) pool: Pool,
    pub(crate) place: String,
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

    /// Waits until all connections are closed.
    pub async fn close(&self) {
        on_pool!(self, pool => pool.close().await);
    }
}

/// Runs the same code on whichever database it is: the same SQL means the same on both.
macro_rules! on_pool {
    ($store:expr, $pool:ident => $body:expr) => {
        match &$store.pool {
            $crate::store::Pool::Sqlite($pool) => $body,
            $crate::store::Pool::Postgres($pool) => $body,
        }
    };
}

/// Runs the same code in a transaction on whichever database it is, and commits it. An error leaves everything as it was.
///
/// SQLite takes the right to write at once: a reader that becomes a writer half-way could be refused, whoever waits is not.
macro_rules! in_transaction {
    ($store:expr, $transaction:ident => $body:expr) => {
        match &$store.pool {
            $crate::store::Pool::Sqlite(pool) => {
                let mut $transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
                let result = $body;
                $transaction.commit().await?;
                result
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
