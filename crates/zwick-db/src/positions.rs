//! Evaluated positions: saving, looking up, counting.

use std::collections::{BTreeMap, HashMap};

use futures_util::future::try_join_all;
use sqlx::{Database, Encode, QueryBuilder, Type};
use zwick::older::Program;
use zwick::{AnyPosition, AnySymmetry, Game, Phase, Phased, Position};

use crate::checksum::check_order;
use crate::error::Error;
use crate::evaluation::{Evaluation, Row, columns, from_row};
use crate::store::{Pool, Store, in_transaction, on_pool};

/// Records per statement: far below the limits of both databases, and more would not be faster.
pub(crate) const BATCH: usize = 1_000;

const INSERT: &str = "INSERT INTO positions (game, key, phase, best, score, depth, exact, source, checksum) ";
const UNLESS_BETTER: &str = " ON CONFLICT (game, key) DO UPDATE SET phase = excluded.phase, best = excluded.best, \
     score = excluded.score, depth = excluded.depth, exact = excluded.exact, source = excluded.source, \
     checksum = excluded.checksum \
     WHERE (excluded.exact AND NOT positions.exact) \
     OR (excluded.exact = positions.exact AND NOT positions.exact AND excluded.depth > positions.depth)";

/// How many positions of a phase are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhaseCount {
    /// The game.
    pub game: Game,
    /// The phase.
    pub phase: Phase,
    /// Records.
    pub positions: u64,
    /// Exact records.
    pub exact: u64,
}

/// Which records of a game.
pub(crate) struct Selection {
    /// Those after this key.
    pub(crate) after: Option<u64>,
    /// At most this many.
    pub(crate) limit: u32,
    /// Those of this phase.
    pub(crate) phase: Option<Phase>,
    /// Those of which no line was imported from this program.
    pub(crate) without: Option<Program>,
}

/// Records of one call, each position once, in table order: two writers of the same records cannot deadlock.
pub(crate) type Sorted = BTreeMap<(String, i64), Evaluation>;

pub(crate) fn sorted<'a>(evaluations: impl IntoIterator<Item = &'a Evaluation>) -> Sorted {
    let mut sorted = Sorted::new();
    for evaluation in evaluations.into_iter().map(Evaluation::canonical) {
        let key = (evaluation.position.game().to_string(), evaluation.position.key() as i64);
        match sorted.get(&key) {
            Some(known) if !evaluation.is_better_than(known) => {}
            _ => drop(sorted.insert(key, evaluation)),
        }
    }
    sorted
}

/// A statement that inserts records that are new or better.
pub(crate) fn insertion<DB: Database>(batch: &[(&(String, i64), &Evaluation)]) -> QueryBuilder<DB>
where
    String: for<'t> Encode<'t, DB> + Type<DB>,
    i64: for<'t> Encode<'t, DB> + Type<DB>,
    bool: for<'t> Encode<'t, DB> + Type<DB>,
{
    let mut query = QueryBuilder::new(INSERT);
    query.push_values(batch, |mut row, ((game, key), evaluation)| {
        row.push_bind(game.clone()).push_bind(*key).push_bind(i64::from(evaluation.position.phase().number()));
        let best = evaluation.best.to_string();
        let (score, depth, exact) = (evaluation.score.number(), evaluation.depth, evaluation.exact);
        let numbers = [i64::from(score), i64::from(depth), i64::from(exact)];
        let checksum = columns(&evaluation.position, &best, numbers, &evaluation.source).checksum();
        row.push_bind(best).push_bind(i64::from(score)).push_bind(i64::from(depth)).push_bind(exact);
        row.push_bind(evaluation.source.clone()).push_bind(checksum);
    });
    query.push(UNLESS_BETTER);
    let guesses = batch.iter().filter(|(_, record)| !record.exact && record.depth == 0);
    let sources: BTreeMap<&str, &Evaluation> = guesses.map(|(_, record)| (record.source.as_str(), *record)).collect();
    for (source, record) in sources {
        let shallower = record.shallower_sources();
        if !shallower.is_empty() {
            query.push(" OR (NOT (excluded.exact OR positions.exact) AND excluded.depth = 0 AND positions.depth = 0");
            query.push(" AND excluded.source = ").push_bind(source.to_owned()).push(" AND positions.source IN (");
            let mut list = query.separated(", ");
            for source in shallower {
                list.push_bind(source);
            }
            query.push("))");
        }
    }
    query
}

/// Inserts sorted records in a transaction; returns the number that were new or better.
macro_rules! insert {
    ($transaction:expr, $sorted:expr) => {{
        let records: Vec<_> = $sorted.iter().collect();
        let mut saved = 0;
        for batch in records.chunks($crate::positions::BATCH) {
            let mut query = $crate::positions::insertion(batch);
            saved += query.build().execute(&mut *$transaction).await?.rows_affected();
        }
        saved
    }};
}

pub(crate) use insert;

impl Store {
    /// Saves all records or none; returns the number that were new or better.
    ///
    /// # Errors
    /// If it cannot be saved.
    pub async fn save(&self, evaluations: &[Evaluation]) -> Result<u64, Error> {
        let sorted = sorted(evaluations);
        if sorted.is_empty() {
            return Ok(0);
        }
        let saved = in_transaction!(self, transaction => insert!(transaction, sorted));
        self.copies.learn(sorted.values()).await;
        Ok(saved)
    }

    /// What is known about these positions, in their order. One record answers for all symmetric images.
    ///
    /// # Errors
    /// If the database does not respond, or a record is damaged.
    pub async fn look_up(&self, positions: &[AnyPosition]) -> Result<Vec<Option<Evaluation>>, Error> {
        let canonical: Vec<(AnyPosition, AnySymmetry)> = positions.iter().map(AnyPosition::canonical).collect();
        let mut wanted: HashMap<Game, Vec<i64>> = HashMap::new();
        for (position, _) in &canonical {
            wanted.entry(position.game()).or_default().push(position.key() as i64);
        }
        let batches = wanted.iter().flat_map(|(&game, keys)| keys.chunks(BATCH).map(move |batch| (game, batch)));
        let found = try_join_all(batches.map(|(game, batch)| self.rows(game, batch))).await?;
        let known: HashMap<(Game, i64), Row> = found.into_iter().flatten().collect();
        let answer = |(asked, (position, there)): (&AnyPosition, &(AnyPosition, AnySymmetry))| {
            let row = known.get(&(position.game(), position.key() as i64));
            row.map(|row| from_row(*position, row).map(|record| record.seen_from(*asked, *there))).transpose()
        };
        positions.iter().zip(&canonical).map(answer).collect()
    }

    /// The records with these keys. They come as one text: SQLite's driver copies every column of every row, and passes each row between
    /// threads, which took half of the time of a look-up.
    async fn rows(&self, game: Game, keys: &[i64]) -> Result<Vec<((Game, i64), Row)>, Error> {
        let records = match &self.pool {
            Pool::Sqlite(_) => "SELECT json_group_array(json_array(key, best, score, depth, exact, source, checksum))",
            Pool::Postgres(_) => {
                "SELECT CAST(json_agg(json_build_array(key, best, score, depth, CAST(exact AS INTEGER), source, checksum)) AS TEXT)"
            }
        };
        let text: Option<String> = on_pool!(self, pool => {
            let mut query = QueryBuilder::new(records);
            query.push(" FROM positions WHERE game = ").push_bind(game.to_string()).push(" AND key IN (");
            let mut list = query.separated(", ");
            for key in keys {
                list.push_bind(*key);
            }
            query.push(")").build_query_scalar().fetch_one(pool).await?
        });
        // PostgreSQL returns NULL if there is no record.
        let rows: Vec<Row> = serde_json::from_str(text.as_deref().unwrap_or("[]"))
            .map_err(|error| Error::Damaged(format!("records of {game}: {error}")))?;
        Ok(rows.into_iter().map(|row| ((game, row.0), row)).collect())
    }

    /// Up to `limit` records of a game in the order of their keys, after this key; for iterating over all of them.
    ///
    /// # Errors
    /// If the database does not respond, or a record is damaged.
    pub async fn evaluations(&self, game: Game, after: Option<u64>, limit: u32) -> Result<Vec<Evaluation>, Error> {
        self.select(game, &Selection { after, limit, phase: None, without: None }).await
    }

    /// Some records of a game in the order of their keys.
    pub(crate) async fn select(&self, game: Game, selection: &Selection) -> Result<Vec<Evaluation>, Error> {
        let Selection { after, limit, phase, without } = *selection;
        // Keys are compared as the signed numbers they are stored as; the smallest is not a key of any position.
        let after = after.map_or(i64::MIN, |key| key as i64);
        let rows: Vec<Row> = on_pool!(self, pool => {
            sqlx::query_as(
                "SELECT key, best, score, depth, CAST(CAST(exact AS INTEGER) AS BIGINT), source, checksum FROM positions \
                 WHERE game = $1 AND key > $2 AND phase = coalesce(CAST($4 AS BIGINT), phase) \
                 AND NOT EXISTS (SELECT 1 FROM older_lines WHERE program = CAST($5 AS TEXT) AND older_lines.key = positions.key) \
                 ORDER BY key LIMIT $3",
            )
            .bind(game.to_string())
            .bind(after)
            .bind(i64::from(limit))
            .bind(phase.map(|phase| i64::from(phase.number())))
            .bind(without.map(Program::name))
            .fetch_all(pool)
            .await?
        });
        check_order(after, rows.iter().map(|row| row.0), "positions")?;
        let read = |row: &Row| {
            let position = AnyPosition::from_key(game, row.0 as u64);
            let position = position
                .ok_or_else(|| Error::Damaged(format!("position {} of {game}: no position has this key", row.0)))?;
            from_row(position, row)
        };
        rows.iter().map(read).collect()
    }

    /// How many positions are known, by game and phase.
    ///
    /// # Errors
    /// If the database does not respond.
    pub async fn count_by_phase(&self) -> Result<Vec<PhaseCount>, Error> {
        let rows: Vec<(String, i64, i64, i64)> = on_pool!(self, pool => {
            sqlx::query_as(
                "SELECT game, phase, count(*), count(CASE WHEN exact THEN 1 END) FROM positions \
                 GROUP BY game, phase ORDER BY game, phase",
            )
            .fetch_all(pool)
            .await?
        });
        rows.into_iter().map(read_count).collect()
    }

    /// Deletes all evaluated positions, of one game or of all, with the imported lines about them, and started jobs that are not shared with
    /// workers; returns the number of positions.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn forget_positions(&self, game: Option<Game>) -> Result<u64, Error> {
        let name = game.map(|game| game.to_string());
        let forgotten = in_transaction!(self, transaction => {
            // Pieces first, as processes that finish one lock them.
            sqlx::query("DELETE FROM pieces WHERE part = ''").execute(&mut *transaction).await?;
            sqlx::query("DELETE FROM jobs WHERE NOT is_for_workers").execute(&mut *transaction).await?;
            sqlx::query("DELETE FROM older_lines WHERE game = coalesce(CAST($1 AS TEXT), game)")
                .bind(&name)
                .execute(&mut *transaction)
                .await?;
            sqlx::query("DELETE FROM positions WHERE game = coalesce(CAST($1 AS TEXT), game)")
                .bind(&name)
                .execute(&mut *transaction)
                .await?
                .rows_affected()
        });
        self.copies.forget().await;
        Ok(forgotten)
    }
}

fn read_count((game, phase, positions, exact): (String, i64, i64, i64)) -> Result<PhaseCount, Error> {
    let known_game = game.parse().map_err(|error| Error::Damaged(format!("{error}")))?;
    let known_phase = u32::try_from(phase).ok().and_then(Phase::from_number);
    let phase = known_phase.ok_or_else(|| Error::Damaged(format!("a position of {game} in phase {phase}")))?;
    Ok(PhaseCount { game: known_game, phase, positions: positions as u64, exact: exact as u64 })
}
