//! Work that is saved as it goes: whoever begins the same job again goes on with it, and several who do it share it.
//!
//! A job is a name and two numbers, how much is done and how much is wanted. They change in the same transaction as what was
//! done, so that nothing is counted that is not saved. A finished job is forgotten.

use std::collections::HashSet;

use zwick::GameText;

use crate::error::Error;
use crate::evaluation::Evaluation;
use crate::games::{insert_game, now};
use crate::positions::{BATCH, insertion, sorted};
use crate::seed::Seed;
use crate::self_play::SelfPlay;
use crate::store::{Store, in_transaction, on_pool};
use crate::study::Study;

/// How far a job has come; none once it is finished, perhaps by someone else.
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

/// A job that was begun and is not finished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfinished {
    /// What it does.
    pub task: Task,
    /// How much is done.
    pub done: u64,
    /// How much is wanted.
    pub wanted: u64,
}

const BEGIN: &str = "INSERT INTO jobs (name, done, wanted) VALUES ($1, 0, $2) ON CONFLICT (name) DO UPDATE SET wanted = excluded.wanted";
/// Reads the numbers and keeps others from changing them until the transaction ends.
const HOLD: &str = "UPDATE jobs SET done = done WHERE name = $1 RETURNING done, wanted";
const SET: &str = "UPDATE jobs SET done = $2 WHERE name = $1";
const FINISH: &str = "DELETE FROM jobs WHERE name = $1";

/// Inserts sorted records of one game in a transaction; those that were new or better.
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

/// Adds to the work done in a transaction.
macro_rules! advance {
    ($transaction:expr, $name:expr, $done:expr, $wanted:expr) => {{
        let (done, is_finished) = ($done as i64, $done as i64 >= $wanted);
        let query = sqlx::query(if is_finished { FINISH } else { SET }).bind($name);
        let query = if is_finished { query } else { query.bind(done) };
        query.execute(&mut *$transaction).await?;
        (!is_finished).then_some(done as u64)
    }};
}

impl Task {
    /// The job with this name, to be gone on with on so many threads.
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
    /// The jobs that somebody began and nobody has finished, to be gone on with on so many threads.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn unfinished_jobs(&self, threads: usize) -> Result<Vec<Unfinished>, Error> {
        let rows: Vec<(String, i64, i64)> = on_pool!(self, pool => {
            sqlx::query_as("SELECT name, done, wanted FROM jobs ORDER BY name").fetch_all(pool).await?
        });
        let known = |(name, done, wanted): (String, i64, i64)| {
            Some(Unfinished { task: Task::from_name(&name, threads)?, done: done as u64, wanted: wanted as u64 })
        };
        Ok(rows.into_iter().filter_map(known).collect())
    }

    /// Begins a job, or goes on with it; how much is done.
    pub(crate) async fn begin_job(&self, name: &str, wanted: u64) -> Result<u64, Error> {
        let (done, _): (i64, i64) = in_transaction!(self, transaction => {
            sqlx::query(BEGIN).bind(name).bind(wanted as i64).execute(&mut *transaction).await?;
            sqlx::query_as(HOLD).bind(name).fetch_one(&mut *transaction).await?
        });
        Ok(done as u64)
    }

    /// Goes on with a job that somebody has begun; how much is done.
    pub(crate) async fn go_on_with_job(&self, name: &str) -> Result<Done, Error> {
        let done: Option<i64> = on_pool!(self, pool => {
            sqlx::query_scalar("SELECT done FROM jobs WHERE name = $1").bind(name).fetch_optional(pool).await?
        });
        Ok(done.map(|done| done as u64))
    }

    /// Says that so much is done, although nothing was saved.
    pub(crate) async fn skip_job_to(&self, name: &str, place: u64) -> Result<Done, Error> {
        Ok(in_transaction!(self, transaction => {
            let held: Option<(i64, i64)> = sqlx::query_as(HOLD).bind(name).fetch_optional(&mut *transaction).await?;
            match held {
                None => None,
                Some((done, wanted)) => advance!(transaction, name, done.max(place as i64), wanted),
            }
        }))
    }

    /// Saves records of one game for a job, as many as are still wanted before `end`; those that were new or better, and how much is done then.
    pub(crate) async fn save_for_job(
        &self,
        name: &str,
        end: u64,
        evaluations: &[Evaluation],
    ) -> Result<(Vec<Evaluation>, Done), Error> {
        Ok(in_transaction!(self, transaction => {
            let held: Option<(i64, i64)> = sqlx::query_as(HOLD).bind(name).fetch_optional(&mut *transaction).await?;
            match held {
                None => (Vec::new(), None),
                Some((done, wanted)) => {
                    let room = (end as i64 - done).max(0) as usize;
                    let taken = sorted(evaluations.iter().take(room));
                    let new = insert_telling!(transaction, taken);
                    let done = advance!(transaction, name, done + new.len() as i64, wanted);
                    (new, done)
                }
            }
        }))
    }

    /// Saves what was found in a game of a job, and the game itself unless no more are wanted before `end`; the records that were
    /// new or better, whether the game was saved, and how much is done then.
    pub(crate) async fn save_game_for_job(
        &self,
        name: &str,
        end: u64,
        game: &GameText,
        evaluations: &[Evaluation],
    ) -> Result<(Vec<Evaluation>, bool, Done), Error> {
        let (found, time) = (sorted(evaluations), now());
        Ok(in_transaction!(self, transaction => {
            let held: Option<(i64, i64)> = sqlx::query_as(HOLD).bind(name).fetch_optional(&mut *transaction).await?;
            let new = insert_telling!(transaction, found);
            match held {
                None => (new, false, None),
                Some((done, _)) if done >= end as i64 => (new, false, Some(done as u64)),
                Some((done, wanted)) => {
                    insert_game!(transaction, game, "", time);
                    (new, true, advance!(transaction, name, done + 1, wanted))
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
