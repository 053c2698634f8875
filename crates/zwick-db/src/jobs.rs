//! Jobs that save as they go: starting the same job again resumes it, and several processes can share it.
//!
//! A job is a name and two numbers, how much is done and how much is wanted. They change in the same transaction as the results, so nothing
//! is counted that is not saved. A finished job is deleted.

use std::collections::HashSet;

use zwick::GameText;

use crate::checksum::Columns;
use crate::error::Error;
use crate::evaluation::Evaluation;
use crate::games::{insert_game, now};
use crate::positions::{BATCH, insertion, sorted};
use crate::seed::Seed;
use crate::self_play::SelfPlay;
use crate::store::{Store, in_transaction, on_pool};
use crate::study::Study;

/// Progress of a job; `None` once it is finished, perhaps by another process.
pub(crate) type Done = Option<u64>;

/// What a job that fills a store does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// Random positions.
    Seed(Seed),
    /// Games.
    SelfPlay(SelfPlay),
    /// One position, exactly.
    Study(Study),
}

/// A job that was started and is not finished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfinished {
    /// What it does.
    pub task: Task,
    /// How much is done.
    pub done: u64,
    /// How much is wanted.
    pub wanted: u64,
}

const BEGIN: &str =
    "INSERT INTO jobs (name, done, wanted, checksum) VALUES ($1, 0, $2, $3) ON CONFLICT (name) DO NOTHING";
/// Reads the numbers and locks them until the transaction ends.
pub(crate) const HOLD: &str =
    "UPDATE jobs SET done = done WHERE name = $1 RETURNING name, done, wanted, order_id, checksum";
pub(crate) const SET: &str = "UPDATE jobs SET done = $2, wanted = $3, checksum = $4 WHERE name = $1";
pub(crate) const FINISH: &str = "DELETE FROM jobs WHERE name = $1";

/// A job as stored.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) done: i64,
    pub(crate) wanted: i64,
    pub(crate) order_id: Option<i64>,
    pub(crate) checksum: i64,
}

impl Row {
    /// A new job, of this order or of none.
    pub(crate) fn new(name: &str, wanted: u64, order_id: Option<i64>) -> Self {
        Self { name: name.to_owned(), done: 0, wanted: wanted as i64, order_id, checksum: 0 }.signed()
    }

    /// The same with its checksum.
    pub(crate) fn signed(mut self) -> Self {
        self.checksum = self.columns().checksum();
        self
    }

    fn columns(&self) -> Columns {
        // No order has the number 0.
        let numbers = [self.done, self.wanted, self.order_id.unwrap_or(0)];
        numbers.into_iter().fold(Columns::of("jobs").text(&self.name), Columns::number)
    }

    /// The job, if it is what was saved.
    pub(crate) fn checked(self) -> Result<Self, Error> {
        self.columns().check(self.checksum, || format!("job {:?}", self.name))?;
        Ok(self)
    }
}

/// Reads and locks a job in a transaction; `None` if it was not started.
macro_rules! hold {
    ($transaction:expr, $name:expr) => {{
        let held: Option<$crate::jobs::Row> =
            sqlx::query_as($crate::jobs::HOLD).bind($name).fetch_optional(&mut *$transaction).await?;
        held.map($crate::jobs::Row::checked).transpose()?
    }};
}

/// Inserts sorted records of one game in a transaction; returns those that were new or better.
macro_rules! insert_telling {
    ($transaction:expr, $sorted:expr) => {{
        let records: Vec<_> = $sorted.iter().collect();
        let mut keys = HashSet::new();
        for batch in records.chunks(BATCH) {
            let mut query = insertion(batch);
            query.push(" RETURNING key");
            keys.extend(query.build_query_scalar::<i64>().fetch_all(&mut *$transaction).await?);
        }
        $sorted.into_iter().filter(|((_, key), _)| keys.contains(key)).map(|(_, new)| new).collect::<Vec<Evaluation>>()
    }};
}

/// Updates in a transaction how much of a job is done, or deletes it if that is all; returns how much is done of an unfinished job.
macro_rules! advance {
    ($transaction:expr, $job:expr, $done:expr) => {{
        let job = $crate::jobs::Row { done: $done as i64, ..$job }.signed();
        let is_finished = job.done >= job.wanted;
        let query = sqlx::query(if is_finished { $crate::jobs::FINISH } else { $crate::jobs::SET }).bind(&job.name);
        let query = if is_finished { query } else { query.bind(job.done).bind(job.wanted).bind(job.checksum) };
        query.execute(&mut *$transaction).await?;
        (!is_finished).then_some(job.done as u64)
    }};
}

pub(crate) use {advance, hold};

impl Task {
    /// The job with this name; resumes on `threads` threads.
    pub(crate) fn from_name(name: &str, threads: usize) -> Option<Self> {
        let seed = Seed::from_name(name, threads).map(Self::Seed);
        let games = || SelfPlay::from_name(name, threads).map(Self::SelfPlay);
        seed.or_else(games).or_else(|| Study::from_name(name).map(Self::Study))
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Self::Seed(seed) => seed.name(),
            Self::SelfPlay(games) => games.name(),
            Self::Study(study) => study.name(),
        }
    }
}

impl Store {
    /// The unfinished jobs; each resumes on `threads` threads.
    ///
    /// # Errors
    /// If the database does not respond.
    pub async fn unfinished_jobs(&self, threads: usize) -> Result<Vec<Unfinished>, Error> {
        let rows: Vec<Row> = on_pool!(self, pool => {
            sqlx::query_as("SELECT name, done, wanted, order_id, checksum FROM jobs ORDER BY name").fetch_all(pool).await?
        });
        // One corrupted row must not hide the other jobs; `Store::verify` names it.
        let known = |row: Row| {
            let Row { name, done, wanted, .. } = row.checked().ok()?;
            Some(Unfinished { task: Task::from_name(&name, threads)?, done: done as u64, wanted: wanted as u64 })
        };
        Ok(rows.into_iter().filter_map(known).collect())
    }

    /// Starts or resumes a job; returns how much is done.
    pub(crate) async fn begin_job(&self, name: &str, wanted: u64) -> Result<u64, Error> {
        let new = Row::new(name, wanted, None);
        let job = in_transaction!(self, transaction => {
            sqlx::query(BEGIN).bind(name).bind(new.wanted).bind(new.checksum).execute(&mut *transaction).await?;
            let held = hold!(transaction, name).ok_or_else(|| Error::Damaged(format!("job {name:?} is not there")))?;
            let job = Row { wanted: new.wanted, ..held }.signed();
            sqlx::query(SET).bind(name).bind(job.done).bind(job.wanted).bind(job.checksum).execute(&mut *transaction).await?;
            job
        });
        Ok(job.done as u64)
    }

    /// Resumes a job that was started; returns how much is done.
    pub(crate) async fn go_on_with_job(&self, name: &str) -> Result<Done, Error> {
        let row: Option<Row> = on_pool!(self, pool => {
            sqlx::query_as("SELECT name, done, wanted, order_id, checksum FROM jobs WHERE name = $1")
                .bind(name)
                .fetch_optional(pool)
                .await?
        });
        row.map(|row| row.checked().map(|job| job.done as u64)).transpose()
    }

    /// Records progress without results.
    pub(crate) async fn skip_job_to(&self, name: &str, place: u64) -> Result<Done, Error> {
        Ok(in_transaction!(self, transaction => {
            match hold!(transaction, name) {
                None => None,
                Some(job) => advance!(transaction, job, job.done.max(place as i64)),
            }
        }))
    }

    /// Saves records of one game for a job, as many as are still wanted before `end`; returns those that were new or better, and how much
    /// is done then.
    pub(crate) async fn save_for_job(
        &self,
        name: &str,
        end: u64,
        evaluations: &[Evaluation],
    ) -> Result<(Vec<Evaluation>, Done), Error> {
        Ok(in_transaction!(self, transaction => {
            match hold!(transaction, name) {
                None => (Vec::new(), None),
                Some(job) => {
                    let room = (end as i64 - job.done).max(0) as usize;
                    let taken = sorted(evaluations.iter().take(room));
                    let new = insert_telling!(transaction, taken);
                    let done = advance!(transaction, job, job.done + new.len() as i64);
                    (new, done)
                }
            }
        }))
    }

    /// Saves the records of a game of a job, and the game itself unless no more are wanted before `end`; returns the records that were new
    /// or better, whether the game was saved, and how much is done then.
    pub(crate) async fn save_game_for_job(
        &self,
        name: &str,
        end: u64,
        game: &GameText,
        evaluations: &[Evaluation],
    ) -> Result<(Vec<Evaluation>, bool, Done), Error> {
        let (found, time) = (sorted(evaluations), now());
        Ok(in_transaction!(self, transaction => {
            let held = hold!(transaction, name);
            let new = insert_telling!(transaction, found);
            match held {
                None => (new, false, None),
                Some(job) if job.done >= end as i64 => (new, false, Some(job.done as u64)),
                Some(job) => {
                    insert_game!(transaction, game, "", time);
                    (new, true, advance!(transaction, job, job.done + 1))
                }
            }
        }))
    }
}

#[cfg(test)]
mod tests {
    use zwick::AnyPosition;

    use super::*;

    #[test]
    fn a_job_can_be_read_from_its_name() {
        let player = "alpha-beta:depth=6".parse().unwrap();
        let game = "connect-four:8x7".parse().unwrap();
        let seed = Seed { game, moves: 20..=24, count: 100, player, threads: 2, dice: 1 };
        let level = "level 5".parse().unwrap();
        let games = SelfPlay { game, games: 7, player: level, opening: 3, threads: 1, dice: 1 };
        match Task::from_name(&seed.name(), 2).unwrap() {
            Task::Seed(read) => assert_eq!(Seed { dice: 1, ..read }, seed),
            task => panic!("expected a seed, found {task:?}"),
        }
        match Task::from_name(&games.name(), 1).unwrap() {
            Task::SelfPlay(read) => assert_eq!(SelfPlay { dice: 1, ..read }, games),
            task => panic!("expected games, found {task:?}"),
        }
        let study = Study { position: AnyPosition::read(game, "4435").unwrap(), time: None };
        assert_eq!(Task::from_name(&study.name(), 1).unwrap(), Task::Study(study));
        for name in ["", "seed", "seed morris 1-2 3", "self-play morris 1 level 5", "polish the board"] {
            assert_eq!(Task::from_name(name, 1), None, "{name}");
        }
    }
}
