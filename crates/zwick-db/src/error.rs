//! What can go wrong with a store.

use sqlx::error::DatabaseError;
use sqlx::sqlite::SqliteError;

/// Why a store could not be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Not the address of a database.
    #[error("expected the name of a file, sqlite://FILE or postgres://USER@HOST/NAME, found {0:?}")]
    Address(String),
    /// A file or database of someone else. It was left as it is.
    #[error("{place}: expected a zwick database, found {found}; nothing was changed")]
    Foreign {
        /// Which file or server.
        place: String,
        /// What it is.
        found: &'static str,
    },
    /// Made by a later version of this program. It was left as it is.
    #[error(
        "{place}: expected tables of version {known} or older, found version {found}: made by a newer zwick; nothing was changed"
    )]
    Newer {
        /// Which file or server.
        place: String,
        /// The version found.
        found: i64,
        /// The newest version this program knows.
        known: i64,
    },
    /// The file cannot be opened, or no server answers.
    #[error("cannot open {place}: {cause}")]
    Unreachable {
        /// Which file or server.
        place: String,
        /// What the system says.
        cause: String,
    },
    /// There is no room left. What had been saved before is safe.
    #[error("the disk is full; what was saved before is safe")]
    Full,
    /// Something in the database cannot be what was saved.
    #[error("damaged database: {0}")]
    Damaged(String),
    /// No game has this number.
    #[error("expected the number of a saved game, found {0}")]
    NoGame(i64),
    /// Someone else changed the game in between.
    #[error("the game has changed: expected event {expected}, found {found}")]
    Changed {
        /// The last event the caller knew.
        expected: u64,
        /// The last event there is.
        found: u64,
    },
    /// A change the game does not allow.
    #[error("{0}")]
    NotAllowed(String),
    /// Something that only workers around a PostgreSQL server can do.
    #[error("expected a PostgreSQL server, which jobs are shared through (postgres://USER@HOST/NAME), found {0}")]
    NotShared(String),
    /// No order has this number.
    #[error("expected the number of a job, found {0}")]
    NoOrder(i64),
    /// Text that is no record.
    #[error("line {line}: expected {expected}, found {found:?}")]
    Text {
        /// Counted from 1.
        line: u64,
        /// What should be there.
        expected: String,
        /// What is there.
        found: String,
    },
    /// A file of records could not be read or written.
    #[error("{0}")]
    File(#[from] std::io::Error),
    /// Anything else the database says.
    #[error("database: {0}")]
    Sql(sqlx::Error),
}

/// The numbers SQLite gives its errors; the lower byte is the kind.
mod sqlite {
    pub(super) const CORRUPT: i64 = 11;
    pub(super) const FULL: i64 = 13;
    pub(super) const NOT_A_DATABASE: i64 = 26;
    /// Writing failed although the disk seemed to have room: a quota, or a limit on the size of files.
    pub(super) const WRITE_FAILED: i64 = 778;
}

impl Error {
    /// Whether the database was only away, or in the way of someone else: the same may succeed a moment later.
    pub fn is_passing(&self) -> bool {
        let Self::Sql(error) = self else { return false };
        match error {
            sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::Protocol(_) => true,
            error => error.as_database_error().and_then(DatabaseError::code).is_some_and(|code| {
                // PostgreSQL: lost connection, too many of them, being stopped or started, deadlock.
                code.starts_with("08") || code.starts_with("57P") || matches!(&*code, "53300" | "40001" | "40P01")
            }),
        }
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        let code = error.as_database_error().and_then(DatabaseError::code);
        match code.as_deref() {
            // PostgreSQL: disk full.
            Some("53100") => return Self::Full,
            // PostgreSQL: data or index corrupted.
            Some("XX001" | "XX002") => return Self::Damaged(error.to_string()),
            _ => {}
        }
        let is_sqlite =
            error.as_database_error().is_some_and(|error| error.try_downcast_ref::<SqliteError>().is_some());
        let number: i64 = code.filter(|_| is_sqlite).and_then(|code| code.parse().ok()).unwrap_or(0);
        match (number & 0xff, number) {
            (sqlite::FULL, _) | (_, sqlite::WRITE_FAILED) => Self::Full,
            (sqlite::CORRUPT | sqlite::NOT_A_DATABASE, _) => Self::Damaged(error.to_string()),
            _ => Self::Sql(error),
        }
    }
}
