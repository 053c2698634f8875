//! Changes of games, told to every process that shares a PostgreSQL server.
//!
//! A change is told by the transaction that makes it (see the trigger on `game_events`), so that nobody hears of a change that is not
//! saved. What happens while a connection is lost is not told: whoever listens hears that something may be missing.

use std::time::Duration;

use sqlx::PgPool;
use sqlx::postgres::PgListener;

use crate::store::{Pool, Store};

const CHANNEL: &str = "zwick_games";
/// How long to wait before another attempt to listen.
const PAUSE: Duration = Duration::from_millis(200);

/// What is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// A game has changed.
    Game {
        /// Its number.
        id: i64,
        /// The number of the change.
        event: u64,
    },
    /// Changes may have been missed: read again whatever matters.
    Missed,
}

/// Someone who listens to changes.
pub struct Changes {
    pool: PgPool,
    listener: Option<PgListener>,
}

impl Store {
    /// The changes of all games from now on, by whomever; none on SQLite, where nobody tells.
    pub fn changes(&self) -> Option<Changes> {
        match &self.pool {
            Pool::Sqlite(_) => None,
            Pool::Postgres(pool) => Some(Changes { pool: pool.clone(), listener: None }),
        }
    }
}

impl Changes {
    /// Waits for what is told next. The first word is that something may have been missed.
    pub async fn next(&mut self) -> Told {
        loop {
            let Some(listener) = &mut self.listener else {
                match self.listen().await {
                    Ok(listener) => {
                        self.listener = Some(listener);
                        return Told::Missed;
                    }
                    Err(_) => tokio::time::sleep(PAUSE).await,
                }
                continue;
            };
            match listener.try_recv().await {
                Ok(Some(told)) => {
                    if let Some(change) = read(told.payload()) {
                        return change;
                    }
                }
                Ok(None) | Err(_) => self.listener = None,
            }
        }
    }

    /// Begins anew, because what was told could not be read.
    pub fn begin_again(&mut self) {
        self.listener = None;
    }

    async fn listen(&self) -> Result<PgListener, sqlx::Error> {
        let mut listener = PgListener::connect_with(&self.pool).await?;
        listener.eager_reconnect(false);
        listener.listen(CHANNEL).await?;
        Ok(listener)
    }
}

fn read(payload: &str) -> Option<Told> {
    let (id, event) = payload.split_once(' ')?;
    Some(Told::Game { id: id.parse().ok()?, event: event.parse().ok()? })
}
