//! What can go wrong with a store.

use sqlx::error::DatabaseError;
use sqlx::sqlite::SqliteError;

/// Why a store could not be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Not the address of a database.
    #[error("expected the name of a file, sqlite://FILE or postgres://USER@HOST/NAME, found {0:?}")]
    Address(String),
    /// A file or database of another program. It was left unchanged.
    #[error("{place}: expected a zwick database, found {found}; nothing was changed")]
    Foreign {
        /// Which file or server.
        place: String,
        /// What it is.
        found: &'static str,
    },
    /// Written by a later version of this program. It was left unchanged.
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
    /// The file cannot be opened, or the server cannot be reached.
    #[error("cannot open {place}: {cause}")]
    Unreachable {
        /// Which file or server.
        place: String,
        /// The system's message.
        cause: String,
    },
    /// The file does not exist, and the caller did not want to create one.
    #[error("there is no database at {0}; nothing was created")]
    Missing(String),
    /// The file was removed, renamed or replaced while it was open. Whether it contains the last change is unknown.
    #[error("the database file was removed, renamed or replaced; nothing is saved until it is back")]
    Lost,
    /// Text with the character NUL, which PostgreSQL cannot store.
    #[error("expected text without the character NUL (U+0000)")]
    Nul,
    /// No disk space left. What was saved before is safe.
    #[error("the disk is full; what was saved before is safe")]
    Full,
    /// It did not answer as soon as the caller needed it.
    #[error("the database took longer than {} ms to answer", .0.as_millis())]
    Slow(std::time::Duration),
    /// Something in the database cannot be what was saved.
    #[error("damaged database: {0}")]
    Damaged(String),
    /// No game has this number or id.
    #[error("there is no game {0}")]
    NoGame(String),
    /// The system provides no random numbers for the ids of games.
    #[error("the system provides no random numbers: {0}")]
    NoChance(String),
    /// Someone else changed the game in the meantime.
    #[error("the game has changed: expected event {expected}, found {found}")]
    Changed {
        /// The last event the caller knew.
        expected: u64,
        /// The last event of the game.
        found: u64,
    },
    /// A change the game does not allow.
    #[error("{0}")]
    NotAllowed(String),
    /// An operation that needs workers around a PostgreSQL server.
    #[error("expected a PostgreSQL server to share jobs through (postgres://USER@HOST/NAME), found {0}")]
    NotShared(String),
    /// No job has this number.
    #[error("there is no job {0}")]
    NoJob(i64),
    /// Text that is not a record.
    #[error("{place}: expected {expected}, found {found}")]
    Text {
        /// The file, if it has a name, and the line, counted from 1.
        place: String,
        /// What was expected.
        expected: String,
        /// What was found.
        found: String,
    },
    /// A game that a format has no place for.
    #[error("format {format}: expected {expected}, found {found}")]
    Unfit {
        /// The name of the format.
        format: &'static str,
        /// The game it is for.
        expected: zwick::Game,
        /// The game asked for.
        found: zwick::Game,
    },
    /// A perfect player has no perfect move.
    #[error("{0}")]
    Imperfect(#[from] zwick::Imperfect),
    /// A file of records could not be read or written.
    #[error("{0}")]
    File(#[from] std::io::Error),
    /// Any other error of the database.
    #[error("database: {0}")]
    Sql(sqlx::Error),
}

/// SQLite's error codes; the lower byte is the kind.
mod sqlite {
    pub(super) const CORRUPT: i64 = 11;
    pub(super) const FULL: i64 = 13;
    pub(super) const CANNOT_OPEN: i64 = 14;
    pub(super) const NOT_A_DATABASE: i64 = 26;
    /// A write failed although the disk seemed to have space: a quota, or a limit on file sizes.
    pub(super) const WRITE_FAILED: i64 = 778;
    /// No space for the index of the log.
    pub(super) const NO_ROOM_FOR_INDEX: i64 = 4874;
}

impl Error {
    /// Whether the database was only unreachable or busy: the same may succeed a moment later.
    pub fn is_passing(&self) -> bool {
        let error = match self {
            Self::Lost => return true,
            Self::Sql(error) => error,
            _ => return false,
        };
        match error {
            sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::Protocol(_) => true,
            error => error.as_database_error().and_then(DatabaseError::code).is_some_and(|code| {
                // PostgreSQL: lost connection, too many connections, shutting down or starting, deadlock.
                code.starts_with("08") || code.starts_with("57P") || matches!(&*code, "53300" | "40001" | "40P01")
            }),
        }
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        // A column of the wrong type: its type is among the bytes that may be corrupted.
        if let sqlx::Error::ColumnDecode { .. } = error {
            return Self::Damaged(error.to_string());
        }
        let code = error.as_database_error().and_then(DatabaseError::code);
        match code.as_deref() {
            // PostgreSQL: disk full.
            Some("53100") => return Self::Full,
            // PostgreSQL: a character that its encoding lacks; texts with NUL are rejected earlier.
            Some("22021") => return Self::Nul,
            // PostgreSQL: data or index corrupted.
            Some("XX001" | "XX002") => return Self::Damaged(error.to_string()),
            _ => {}
        }
        let is_sqlite =
            error.as_database_error().is_some_and(|error| error.try_downcast_ref::<SqliteError>().is_some());
        let number: i64 = code.filter(|_| is_sqlite).and_then(|code| code.parse().ok()).unwrap_or(0);
        match (number & 0xff, number) {
            (sqlite::FULL, _) | (_, sqlite::WRITE_FAILED | sqlite::NO_ROOM_FOR_INDEX) => Self::Full,
            (sqlite::CANNOT_OPEN, _) => Self::Lost,
            (sqlite::CORRUPT | sqlite::NOT_A_DATABASE, _) => Self::Damaged(error.to_string()),
            _ => Self::Sql(error),
        }
    }
}
