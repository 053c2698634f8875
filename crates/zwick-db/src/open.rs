//! Opening a store: whose it is, which version it has, and bringing its tables up to date.
//!
//! Everything is looked at before anything is changed, and changed in one transaction: a file of another program, or of a newer
//! version of this one, stays as it is, and whoever is killed meanwhile leaves nothing half done.

use std::fs::File;
use std::io::Read;
use std::ops::Deref;
use std::path::Path;
use std::str::FromStr;
use std::time::{Duration, Instant};

use sqlx::migrate::{Migrate, MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Acquire, ConnectOptions, Connection};

use crate::error::Error;
use crate::store::{Pool, Store};

/// Marks an SQLite file as ours: "Zwic" in ASCII.
const APPLICATION_ID: i64 = 1_517_775_203;
const MARK: &str = "PRAGMA application_id = 1517775203";

/// How every SQLite file begins.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// The key of the lock under which one process at a time prepares a PostgreSQL database.
const LOCK: i64 = APPLICATION_ID;

/// How long to wait for others who write: as good as for ever, but not for ever.
const PATIENCE: Duration = Duration::from_secs(120);
/// A connection to a server that was not used for longer is asked first whether it is still there.
const BELIEVED: Duration = Duration::from_millis(500);
/// How long to wait before another attempt.
const PAUSE: Duration = Duration::from_millis(10);

impl Store {
    /// Opens the database with this address: the name of a file, `sqlite://FILE` or `postgres://USER@HOST:PORT/NAME`.
    ///
    /// A file that does not exist is created. On PostgreSQL everything lives in a schema of its own, `zwick`.
    ///
    /// # Errors
    /// If it cannot be opened, or is not ours.
    pub async fn open(address: &str) -> Result<Self, Error> {
        if address.starts_with("postgres://") || address.starts_with("postgresql://") {
            return open_postgres(address).await;
        }
        let path = match address.split_once("://") {
            None => address,
            Some(("sqlite", path)) => path,
            Some(_) => return Err(Error::Address(address.to_owned())),
        };
        if path.is_empty() {
            return Err(Error::Address(address.to_owned()));
        }
        open_sqlite(Path::new(path)).await
    }
}

async fn open_sqlite(path: &Path) -> Result<Store, Error> {
    let place = path.display().to_string();
    let unreachable = |error: sqlx::Error| match Error::from(error) {
        Error::Sql(error) => Error::Unreachable { place: place.clone(), cause: reason(&error) },
        Error::Damaged(_) => Error::Foreign { place: place.clone(), found: "a file that is no SQLite database" },
        error => error,
    };
    let options = SqliteConnectOptions::new().filename(path).busy_timeout(PATIENCE).foreign_keys(true);
    let file = path.to_owned();
    let beginning = tokio::task::spawn_blocking(move || beginning(&file)).await.expect("reading does not panic");
    match beginning.as_slice() {
        [] => {}
        MAGIC => inspect_sqlite(&options, &place, unreachable).await?,
        // SQLite itself takes a very short file for an empty one, and would overwrite it.
        _ => return Err(Error::Foreign { place, found: "a file that is no SQLite database" }),
    }
    // SQLite turns those away who come while another changes the kind of log, instead of letting them wait.
    let started = Instant::now();
    while let Err(error) = prepare_sqlite(&options, &place).await {
        match error {
            Error::Sql(error) if is_busy(&error) && started.elapsed() < PATIENCE => tokio::time::sleep(PAUSE).await,
            Error::Sql(error) => return Err(unreachable(error)),
            error => return Err(error),
        }
    }
    // Pages are read where the system keeps them: without a copy, a look-up takes 3.5 instead of 4.6 microseconds.
    let options = options.synchronous(SqliteSynchronous::Full).pragma("mmap_size", (1_i64 << 30).to_string());
    let pool = SqlitePoolOptions::new().max_connections(4).acquire_timeout(PATIENCE).connect_with(options).await;
    Ok(Store { pool: Pool::Sqlite(pool.map_err(unreachable)?), place })
}

/// Makes the file and its tables, as far as they are absent. The kind of log is kept in the file.
async fn prepare_sqlite(options: &SqliteConnectOptions, place: &str) -> Result<(), Error> {
    let options = options.clone().create_if_missing(true).journal_mode(SqliteJournalMode::Wal);
    let mut connection = options.connect().await?;
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    migrate(sqlx::migrate!("migrations/sqlite"), &mut *transaction, place).await?;
    sqlx::query(MARK).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(connection.close().await?)
}

/// Whether SQLite says that someone else is at it.
fn is_busy(error: &sqlx::Error) -> bool {
    const BUSY: i64 = 5;
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.and_then(|code| code.parse::<i64>().ok()).is_some_and(|code| code & 0xff == BUSY)
}

/// The first bytes of a file; none if it is empty or cannot be read, which will be told soon enough.
fn beginning(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut bytes));
    if read.is_ok() { bytes } else { Vec::new() }
}

/// Looks at an existing file without changing a byte of it.
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
    connection.close().await.map_err(&unreachable)?;
    // Another process may be creating the file just now: no tables yet, and no mark.
    if id == APPLICATION_ID || (id == 0 && tables == 0) {
        return Ok(());
    }
    Err(Error::Foreign { place: place.to_owned(), found: "an SQLite database of another program" })
}

async fn open_postgres(address: &str) -> Result<Store, Error> {
    let options = PgConnectOptions::from_str(address).map_err(|_| Error::Address(without_password(address)))?;
    let database = options.get_database().unwrap_or(options.get_username()).to_owned();
    let place = format!("postgres://{}:{}/{database}", options.get_host(), options.get_port());
    let unreachable = |error: sqlx::Error| Error::Unreachable { place: place.clone(), cause: reason(&error) };
    let options = options.options([("search_path", "zwick"), ("client_min_messages", "warning")]);
    // One attempt first: a pool would go on trying a server that is not there.
    options.connect().await.map_err(unreachable)?.close().await.map_err(unreachable)?;
    let pool = PgPoolOptions::new()
        .max_connections(8)
        .acquire_timeout(PATIENCE)
        // A connection that was used just now is believed to be there: when each was asked first, look-ups over HTTP came to 40 % of those
        // with SQLite, now to 73 %.
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
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(LOCK).execute(&mut *transaction).await?;
    sqlx::query("CREATE SCHEMA IF NOT EXISTS zwick").execute(&mut *transaction).await?;
    migrate(sqlx::migrate!("migrations/postgres"), &mut *transaction, &place).await?;
    // The queue brings its own, on another connection; the lock keeps others away from both.
    crate::orders::migrate(&pool).await?;
    transaction.commit().await?;
    Ok(Store { pool: Pool::Postgres(pool), place })
}

/// Makes the tables that are absent. The caller holds a lock.
async fn migrate<'a, A>(mut migrator: Migrator, connection: A, place: &str) -> Result<(), Error>
where
    A: Acquire<'a>,
    <A::Connection as Deref>::Target: Migrate,
{
    let known = migrator.iter().map(|migration| migration.version).max().unwrap_or(0);
    // The lock of the migrator would be a second one, which a transaction could not give back in time.
    migrator.set_locking(false);
    migrator.run(connection).await.map_err(|error| match error {
        MigrateError::VersionMissing(found) => Error::Newer { place: place.to_owned(), found, known },
        MigrateError::VersionMismatch(_) | MigrateError::Dirty(_) => {
            Error::Foreign { place: place.to_owned(), found: "tables of another make" }
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => Error::from(error),
        error => Error::Damaged(error.to_string()),
    })
}

/// What the system or the server says, without what we say ourselves.
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
