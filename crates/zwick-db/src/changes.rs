//! Notifications about changed games for every process that shares a PostgreSQL server.
//!
//! The transaction that makes a change sends the notification (see the trigger on `game_events`), so only saved changes are announced.
//! Changes during a lost connection are not: listeners are told that some may be missing.

use std::time::Duration;

use sqlx::PgPool;
use sqlx::postgres::PgListener;

use crate::store::{Pool, Store};

const CHANNEL: &str = "zwick_games";
/// How long to wait before listening again.
const PAUSE: Duration = Duration::from_millis(200);

/// A notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// A game has changed.
    Game {
        /// Its number.
        id: i64,
        /// The number of the change.
        event: u64,
    },
    /// A game was removed.
    Gone {
        /// Its number.
        id: i64,
    },
    /// Changes may have been missed: read everything relevant again.
    Missed,
}

/// A listener for changes.
pub struct Changes {
    pool: PgPool,
    listener: Option<PgListener>,
}

impl Store {
    /// The changes of all games from now on, by any process; `None` on SQLite, which sends no notifications.
    pub fn changes(&self) -> Option<Changes> {
        match &self.pool {
            Pool::Sqlite(_) => None,
            Pool::Postgres(pool) => Some(Changes { pool: pool.clone(), listener: None }),
        }
    }
}

impl Changes {
    /// Waits for the next notification. The first one is always that some may have been missed.
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

    /// Reconnects, because a notification could not be read.
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
    let (id, what) = payload.split_once(' ')?;
    let id = id.parse().ok()?;
    match what {
        "gone" => Some(Told::Gone { id }),
        event => Some(Told::Game { id, event: event.parse().ok()? }),
    }
}
