//! Databases to test with.
//!
//! PostgreSQL is the server at the address in `ZWICK_TEST_POSTGRES`; without it, one that is started here and stopped with the tests.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};
use tempfile::TempDir;
use zwick_db::{Blocking, Error, Store};

/// An empty database of one test.
pub(crate) struct Backend {
    pub(crate) address: String,
    runtime: tokio::runtime::Runtime,
    /// Removed with the test.
    _directory: Option<TempDir>,
}

impl Backend {
    pub(crate) fn sqlite() -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let address = directory.path().join("zwick.db").to_str().expect("a name in UTF-8").to_owned();
        Self { address, runtime: runtime(), _directory: Some(directory) }
    }

    /// `None` if PostgreSQL is not installed, which is reported.
    pub(crate) fn postgres() -> Option<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let Some(server) = server() else {
            // Printed past the test capture, so nobody believes that this was tested.
            let _ = writeln!(std::io::stderr().lock(), "SKIPPED on PostgreSQL: it is not installed");
            return None;
        };
        let name = format!("test_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let runtime = runtime();
        runtime.block_on(async {
            let mut connection = PgConnection::connect(server).await.expect("the server answers");
            let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
            sqlx::raw_sql(create).execute(&mut connection).await.expect("a new database");
        });
        let (base, _) = server.rsplit_once('/').expect("an address with a database");
        Some(Self { address: format!("{base}/{name}"), runtime, _directory: None })
    }

    pub(crate) fn try_open(&self) -> Result<Blocking, Error> {
        let store = self.wait(Store::open(&self.address))?;
        Ok(Blocking::new(store, self.runtime.handle().clone()))
    }

    pub(crate) fn open(&self) -> Blocking {
        self.try_open().expect("the database opens")
    }

    pub(crate) fn wait<T>(&self, answer: impl Future<Output = T>) -> T {
        self.runtime.block_on(answer)
    }

    /// Creates the tables of an older version.
    pub(crate) fn make_version(&self, version: i64) {
        self.wait(async {
            if self.address.starts_with("postgres") {
                let mut connection = PgConnection::connect(&self.address).await.expect("the server answers");
                let schema = "CREATE SCHEMA zwick; SET search_path = zwick";
                sqlx::raw_sql(schema).execute(&mut connection).await.expect("a schema");
                sqlx::migrate!("migrations/postgres").run_to(version, &mut connection).await.expect("older tables");
            } else {
                let options = SqliteConnectOptions::new().filename(&self.address).create_if_missing(true);
                let mut connection = options.connect().await.expect("a new file");
                sqlx::migrate!("migrations/sqlite").run_to(version, &mut connection).await.expect("older tables");
                let mark = "PRAGMA application_id = 1517775203";
                sqlx::raw_sql(mark).execute(&mut connection).await.expect("a mark");
                connection.close().await.expect("it closes");
            }
        });
    }

    /// The changes of a game with their numbers, read without the store.
    pub(crate) fn changes(&self, id: i64) -> Vec<(i64, String)> {
        const SELECT: &str = "SELECT number, change FROM game_events WHERE game_id = $1 ORDER BY number";
        self.wait(async {
            if self.address.starts_with("postgres") {
                let mut connection = PgConnection::connect(&self.address).await.expect("the server answers");
                sqlx::raw_sql("SET search_path = zwick").execute(&mut connection).await.expect("a schema");
                sqlx::query_as(SELECT).bind(id).fetch_all(&mut connection).await
            } else {
                let mut connection = sqlx::SqliteConnection::connect(&self.address).await.expect("the file opens");
                sqlx::query_as(SELECT).bind(id).fetch_all(&mut connection).await
            }
        })
        .expect("valid SQL")
    }

    /// Runs SQL directly, without the store.
    pub(crate) fn meddle(&self, sql: &'static str) {
        self.wait(async {
            if self.address.starts_with("postgres") {
                let mut connection = PgConnection::connect(&self.address).await.expect("the server answers");
                // The triggers do not notice either.
                let hidden = "SET search_path = zwick; SET session_replication_role = replica";
                sqlx::raw_sql(hidden).execute(&mut connection).await.expect("a schema");
                sqlx::raw_sql(sql).execute(&mut connection).await.expect("valid SQL");
            } else {
                let mut connection = sqlx::SqliteConnection::connect(&self.address).await.expect("the file opens");
                sqlx::raw_sql(sql).execute(&mut connection).await.expect("valid SQL");
                connection.close().await.expect("it closes");
            }
        });
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Runtime::new().expect("a runtime")
}

/// The address of a server; `None` if PostgreSQL is not installed.
fn server() -> Option<&'static str> {
    static SERVER: OnceLock<Option<(String, Option<Child>)>> = OnceLock::new();
    let start = || match std::env::var("ZWICK_TEST_POSTGRES") {
        Ok(address) => Some((address, None)),
        Err(_) => start_server().map(|(address, child)| (address, Some(child))),
    };
    SERVER.get_or_init(start).as_ref().map(|(address, _)| address.as_str())
}

/// The server stops when its standard input ends, which is when this process does.
fn start_server() -> Option<(String, Child)> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/postgres");
    let mut child =
        Command::new(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the script starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("it writes its address");
    if line.is_empty() {
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), Some(3), "PostgreSQL is installed, but does not start");
        return None;
    }
    Some((line.trim().to_owned(), child))
}

/// Makes a test for each database from a function that takes one.
macro_rules! on_both {
    ($($name:ident,)*) => {
        mod sqlite {
            $(#[test]
            fn $name() {
                super::$name(&$crate::backend::Backend::sqlite());
            })*
        }

        mod postgres {
            $(#[test]
            fn $name() {
                if let Some(backend) = $crate::backend::Backend::postgres() {
                    super::$name(&backend);
                }
            })*
        }
    };
}

pub(crate) use on_both;
