//! Opening a store: checking whose it is and which version it has, and migrating its tables.
//!
//! Opening a database inspects it before writing anything, and changes it in one transaction: a file of another program, or of a newer
//! version of this one, stays as it is, and a killed process leaves nothing half done.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::ops::Deref;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::migrate::{Migrate, MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Acquire, ConnectOptions, Connection, SqlitePool};

use crate::error::Error;
use crate::file::Opened;
use crate::jobs;
use crate::sign::{PIECES_SINCE, count_phases, sign_pieces, sign_records};
use crate::store::{Pool, Store};

/// Marks an SQLite file as ours: "Zwic" in ASCII.
const APPLICATION_ID: i64 = 1_517_775_203;
const MARK: &str = "PRAGMA application_id = 1517775203";

/// How every SQLite file starts.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// The key of the lock under which one process at a time prepares a PostgreSQL database.
const LOCK: i64 = APPLICATION_ID;

/// How long to wait for other writers: very long, but not forever.
const PATIENCE: Duration = Duration::from_secs(120);
/// A connection to a server that was idle for longer is tested first.
const BELIEVED: Duration = Duration::from_millis(500);
/// How long to wait before another attempt.
const PAUSE: Duration = Duration::from_millis(10);

impl Store {
    /// Opens the database with this address: the name of a file, `sqlite://FILE` or `postgres://USER@HOST:PORT/NAME`.
    ///
    /// A file that does not exist is created. On PostgreSQL everything is in its own schema, `zwick`.
    ///
    /// # Errors
    /// If it cannot be opened, or belongs to another program.
    pub async fn open(address: &str) -> Result<Self, Error> {
        open(address, Absent::IsCreated).await
    }

    /// Opens the database with this address if it exists, for callers that only read: nothing is created.
    ///
    /// # Errors
    /// If it does not exist, cannot be opened, or belongs to another program.
    pub async fn open_existing(address: &str) -> Result<Self, Error> {
        open(address, Absent::IsAnError).await
    }
}

/// What to do if the database does not exist.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Absent {
    IsCreated,
    IsAnError,
}

async fn open(address: &str, absent: Absent) -> Result<Store, Error> {
    if address.starts_with("postgres://") || address.starts_with("postgresql://") {
        return open_postgres(address, absent).await;
    }
    let path = match address.split_once("://") {
        None => address,
        Some(("sqlite", path)) => path,
        Some(_) => return Err(Error::Address(address.to_owned())),
    };
    if path.is_empty() {
        return Err(Error::Address(address.to_owned()));
    }
    open_sqlite(Path::new(path), absent).await
}

async fn open_sqlite(path: &Path, absent: Absent) -> Result<Store, Error> {
    let place = path.display().to_string();
    let no_file = || Error::Unreachable { place: place.clone(), cause: "unable to open database file".to_owned() };
    let unreachable = |error: sqlx::Error| match Error::from(error) {
        Error::Sql(error) => Error::Unreachable { place: place.clone(), cause: reason(&error) },
        Error::Lost => no_file(),
        Error::Damaged(_) => Error::Foreign { place: place.clone(), found: "a file that is not an SQLite database" },
        error => error,
    };
    let options = SqliteConnectOptions::new().filename(path).busy_timeout(PATIENCE).foreign_keys(true);
    let file = path.to_owned();
    let beginning = tokio::task::spawn_blocking(move || beginning(&file)).await.expect("reading does not panic");
    match beginning.as_slice() {
        [] if absent == Absent::IsAnError => return Err(Error::Missing(place)),
        [] => {}
        MAGIC => inspect_sqlite(&options, &place, unreachable).await?,
        // SQLite itself treats a very short file as empty, and would overwrite it.
        _ => return Err(Error::Foreign { place, found: "a file that is not an SQLite database" }),
    }
    // While another process changes the journal mode, SQLite returns busy instead of waiting.
    let started = Instant::now();
    while let Err(error) = prepare_sqlite(&options, &place).await {
        match error {
            Error::Sql(error) if is_busy(&error) && started.elapsed() < PATIENCE => tokio::time::sleep(PAUSE).await,
            Error::Sql(error) => return Err(unreachable(error)),
            Error::Lost => return Err(no_file()),
            error => return Err(error),
        }
    }
    // The file is read, not mapped: mapped, a look-up would take 3.5 instead of 4.6 microseconds, but a file truncated by another program
    // would kill this one.
    let options = options.synchronous(SqliteSynchronous::Full);
    let pool =
        SqlitePoolOptions::new().max_connections(4).acquire_timeout(PATIENCE).connect_with(options.clone()).await;
    let pool = pool.map_err(unreachable)?;
    let file = Opened::new(path, options.connect().await.map_err(unreachable)?).await?;
    Ok(Store { pool: Pool::Sqlite(pool), place, file: Some(Arc::new(file)), copies: Arc::default() })
}

/// Creates the file and its tables if they do not exist. The journal mode is stored in the file.
async fn prepare_sqlite(options: &SqliteConnectOptions, place: &str) -> Result<(), Error> {
    let options = options.clone().create_if_missing(true).journal_mode(SqliteJournalMode::Wal);
    let mut connection = options.connect().await?;
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let before = migrate(sqlx::migrate!("migrations/sqlite"), &mut *transaction, place).await?;
    count_phases!(transaction, before);
    sign_records!(transaction, before);
    sign_pieces!(transaction, before);
    sqlx::query(MARK).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(connection.close().await?)
}

/// The schema of an SQLite file: tables and indexes by name, with their SQL.
pub(crate) async fn schema(pool: &SqlitePool) -> Result<BTreeSet<(String, String)>, Error> {
    let made =
        sqlx::query_as("SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema").fetch_all(pool).await?;
    Ok(made.into_iter().collect())
}

/// An empty database with the expected schema, in memory.
pub(crate) async fn example() -> Result<SqlitePool, Error> {
    let pool = SqlitePoolOptions::new().max_connections(1).connect("sqlite::memory:").await?;
    let mut connection = pool.acquire().await?;
    migrate(sqlx::migrate!("migrations/sqlite"), &mut *connection, "memory").await?;
    drop(connection);
    Ok(pool)
}

/// Whether SQLite reports that the database is busy.
fn is_busy(error: &sqlx::Error) -> bool {
    const BUSY: i64 = 5;
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.and_then(|code| code.parse::<i64>().ok()).is_some_and(|code| code & 0xff == BUSY)
}

/// The first bytes of a file; none if it is empty or cannot be read, which is reported later.
fn beginning(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut bytes));
    if read.is_ok() { bytes } else { Vec::new() }
}

/// Inspects an existing file without changing a byte of it.
async fn inspect_sqlite(
    options: &SqliteConnectOptions,
    place: &str,
    unreachable: impl Fn(sqlx::Error) -> Error,
) -> Result<(), Error> {
    let mut connection = options.clone().connect().await.map_err(&unreachable)?;
    let id: i64 = sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut connection).await.map_err(&unreachable)?;
    let tables: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema")
        .fetch_one(&mut connection)
        .await
        .map_err(&unreachable)?;
    let names: Vec<Vec<u8>> =
        sqlx::query_scalar("SELECT CAST(name || ' ' || coalesce(sql, '') AS BLOB) FROM sqlite_schema")
            .fetch_all(&mut connection)
            .await
            .map_err(&unreachable)?;
    connection.close().await.map_err(&unreachable)?;
    // The driver trusts these names; a connection that reads invalid ones hangs.
    if let Some(damaged) = names.iter().find(|name| !name.is_ascii()) {
        return Err(Error::Damaged(format!("expected a table in ASCII, found {}", String::from_utf8_lossy(damaged))));
    }
    // Another process may be creating the file right now: no tables yet, and no mark.
    if id == APPLICATION_ID || (id == 0 && tables == 0) {
        return Ok(());
    }
    Err(Error::Foreign { place: place.to_owned(), found: "an SQLite database of another program" })
}

async fn open_postgres(address: &str, absent: Absent) -> Result<Store, Error> {
    let options = PgConnectOptions::from_str(address).map_err(|_| Error::Address(without_password(address)))?;
    let database = options.get_database().unwrap_or(options.get_username()).to_owned();
    let place = format!("postgres://{}:{}/{database}", options.get_host(), options.get_port());
    let unreachable = |error: sqlx::Error| Error::Unreachable { place: place.clone(), cause: reason(&error) };
    let options = options.options([("search_path", "zwick"), ("client_min_messages", "warning")]);
    // One attempt first: a pool would keep retrying an unreachable server.
    options.connect().await.map_err(unreachable)?.close().await.map_err(unreachable)?;
    let pool = PgPoolOptions::new()
        .max_connections(8)
        .acquire_timeout(PATIENCE)
        // A recently used connection is assumed to be alive: when each was tested first, look-ups over HTTP reached 40 % of the rate with
        // SQLite, now 73 %.
        .test_before_acquire(false)
        .before_acquire(|connection, state| {
            Box::pin(async move {
                if state.idle_for > BELIEVED {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .connect_with(options)
        .await
        .map_err(unreachable)?;
    let mut transaction = pool.begin().await.map_err(unreachable)?;
    if absent == Absent::IsAnError {
        let is_there: bool = sqlx::query_scalar("SELECT to_regclass('zwick._sqlx_migrations') IS NOT NULL")
            .fetch_one(&mut *transaction)
            .await?;
        if !is_there {
            return Err(Error::Missing(place));
        }
    }
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(LOCK).execute(&mut *transaction).await?;
    sqlx::query("CREATE SCHEMA IF NOT EXISTS zwick").execute(&mut *transaction).await?;
    let before = migrate(sqlx::migrate!("migrations/postgres"), &mut *transaction, &place).await?;
    count_phases!(transaction, before);
    sign_records!(transaction, before);
    sign_pieces!(transaction, before);
    // The queue has its own migrations, on another connection; the lock protects both.
    jobs::migrate(&pool).await?;
    if before < PIECES_SINCE {
        jobs::refill(&mut transaction).await?;
    }
    transaction.commit().await?;
    Ok(Store { pool: Pool::Postgres(pool), place, file: None, copies: Arc::default() })
}

/// Creates or changes tables; returns the version they had before, 0 if there were none. The caller holds a lock.
async fn migrate<'a, C>(mut migrator: Migrator, connection: &'a mut C, place: &str) -> Result<i64, Error>
where
    C: Migrate,
    &'a mut C: Acquire<'a, Connection: Deref<Target: Migrate>>,
{
    let table = migrator.table_name.clone();
    let unusable = |error: MigrateError| match error {
        MigrateError::Execute(error) => Error::from(error),
        error => Error::Damaged(error.to_string()),
    };
    connection.ensure_migrations_table(&table).await.map_err(unusable)?;
    let applied = connection.list_applied_migrations(&table).await.map_err(unusable)?;
    let before = applied.iter().map(|migration| migration.version).max().unwrap_or(0);
    let known = migrator.iter().map(|migration| migration.version).max().unwrap_or(0);
    // The migrator's own lock would be a second one, which a transaction could not release in time.
    migrator.set_locking(false);
    migrator.run(connection).await.map_err(|error| match error {
        MigrateError::VersionMissing(found) => Error::Newer { place: place.to_owned(), found, known },
        MigrateError::VersionMismatch(_) | MigrateError::Dirty(_) => {
            Error::Foreign { place: place.to_owned(), found: "tables of another make" }
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => Error::from(error),
        error => Error::Damaged(error.to_string()),
    })?;
    Ok(before)
}

/// The message of the system or the server, without our own context.
fn reason(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Io(error) => error.to_string(),
        sqlx::Error::Database(error) => error.message().to_owned(),
        error => error.to_string(),
    }
}

/// An address as it may be shown.
fn without_password(address: &str) -> String {
    match (address.split_once("://"), address.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://…@{host}"),
        _ => address.to_owned(),
    }
}
