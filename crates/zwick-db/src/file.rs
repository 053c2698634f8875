//! The file of a store: whether it is still the one that was opened, and whether another server uses it.
//!
//! SQLite keeps a file open. If it is removed, or its directory renamed, all later writes would succeed, but into a file that nobody can
//! find. So every change checks, before it starts and again before it is acknowledged, that the path still leads to the file.

use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::{Connection, SqliteConnection};
use tokio::sync::Mutex;

use crate::error::Error;
use crate::store::Store;

/// An SQLite file as it was when it was opened.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The file, and the log of changes not yet moved into it, each with its identity.
    names: Vec<(PathBuf, Identity)>,
    /// An idle connection. As long as there is one, SQLite keeps the log and its index, which readers could not recreate on a full disk.
    keeper: Mutex<Option<SqliteConnection>>,
}

/// Distinguishes a file from another one at the same path.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = ();

#[cfg(unix)]
fn identity(metadata: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

/// Other systems do not allow removing an open file.
#[cfg(not(unix))]
fn identity(_: &Metadata) -> Identity {}

/// The path of a file next to this one.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

impl Opened {
    pub(crate) async fn new(path: &Path, mut keeper: SqliteConnection) -> Result<Self, Error> {
        let journal: String = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut keeper).await?;
        // A read has opened the log too.
        sqlx::query("SELECT count(*) FROM sqlite_schema").execute(&mut keeper).await?;
        let mut names = vec![(path.to_owned(), identity(&std::fs::metadata(path)?))];
        if journal == "wal" {
            let log = beside(path, "-wal");
            let known = identity(&std::fs::metadata(&log)?);
            names.push((log, known));
        }
        Ok(Self { names, keeper: Mutex::new(Some(keeper)) })
    }

    /// Fails if a path leads nowhere, or to another file. The check takes a microsecond: SQLite keeps no log on network file systems.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let is_same = |(path, known): &(PathBuf, Identity)| {
            std::fs::metadata(path).is_ok_and(|metadata| identity(&metadata) == *known)
        };
        if self.names.iter().all(is_same) { Ok(()) } else { Err(Error::Lost) }
    }

    pub(crate) async fn close(&self) {
        if let Some(keeper) = self.keeper.lock().await.take() {
            // The connection holds nothing, and nobody is left to report an error to.
            let _ = keeper.close().await;
        }
    }
}

/// A server's claim to a store; it ends with the value, or with the process.
#[derive(Debug)]
pub struct Claim {
    /// `None` for a shared store.
    _lock: Option<File>,
}

impl Store {
    /// Claims the store for a server; `None` if another server uses its file. They would not see each other's changes.
    ///
    /// The claim is a lock on a separate file: one on the database would be lost whenever SQLite closes it.
    ///
    /// # Errors
    /// If no file can be created next to the database.
    pub fn claim(&self) -> io::Result<Option<Claim>> {
        let Some(file) = &self.file else { return Ok(Some(Claim { _lock: None })) };
        let lock =
            OpenOptions::new().create(true).truncate(false).write(true).open(beside(&file.names[0].0, "-server"))?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(Claim { _lock: Some(lock) })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}
