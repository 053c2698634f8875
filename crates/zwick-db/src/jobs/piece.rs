//! Pieces: what one worker does of a job, and how far it is.
//!
//! The progress of a piece changes in the same transaction as the results, so nothing is counted that is not saved. A piece that is done is
//! deleted. A transaction locks the piece first and its job last.

use std::collections::HashSet;
use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};
use zwick::GameText;

use super::{JobRow, insert_job};
use crate::checksum::Columns;
use crate::error::Error;
use crate::evaluation::Evaluation;
use crate::games::{insert_game, now};
use crate::positions::{BATCH, insertion, sorted};
use crate::store::{Store, in_transaction, on_pool};

/// How much of a piece is done; `None` once all of it is, perhaps by another process.
pub(super) type Done = Option<u64>;

/// Which piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PieceId {
    /// The number of its job.
    pub(super) job: i64,
    /// Its own number in the job.
    pub(super) number: i64,
}

impl Display for PieceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "piece {} of job {}", self.number, self.job)
    }
}

/// A piece as stored.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(crate) struct Piece {
    pub(crate) job_id: i64,
    pub(crate) number: i64,
    /// Which part of the job; empty if it is all of it, done by the processes that were started for it and not by workers.
    pub(crate) part: String,
    pub(crate) done: i64,
    pub(crate) wanted: i64,
    pub(crate) checksum: i64,
}

/// The columns of a [`Piece`].
macro_rules! piece {
    () => {
        "job_id, number, part, done, pieces.wanted AS wanted, pieces.checksum AS checksum"
    };
}

pub(crate) const ALL: &str = concat!("SELECT ", piece!(), " FROM pieces ORDER BY job_id, number");
const ONE: &str = concat!("SELECT ", piece!(), " FROM pieces WHERE job_id = $1 AND number = $2");
/// The only piece of a job that no worker does.
const HERE: &str =
    concat!("SELECT ", piece!(), " FROM pieces JOIN jobs ON id = job_id WHERE work = $1 AND NOT is_for_workers");
/// Reads a piece and locks it until the transaction ends.
pub(super) const HOLD: &str =
    concat!("UPDATE pieces SET done = done WHERE job_id = $1 AND number = $2 RETURNING ", piece!());
pub(crate) const SET: &str = "UPDATE pieces SET done = $3, checksum = $4 WHERE job_id = $1 AND number = $2";

impl Piece {
    /// A new piece.
    pub(super) fn new(job_id: i64, number: i64, part: String, wanted: u64) -> Self {
        Self { job_id, number, part, done: 0, wanted: wanted as i64, checksum: 0 }.signed()
    }

    pub(super) fn id(&self) -> PieceId {
        PieceId { job: self.job_id, number: self.number }
    }

    /// The same with its checksum.
    pub(crate) fn signed(mut self) -> Self {
        self.checksum = self.columns().checksum();
        self
    }

    fn columns(&self) -> Columns {
        let numbers = [self.job_id, self.number, self.done, self.wanted];
        numbers.into_iter().fold(Columns::of("pieces").text(&self.part), Columns::number)
    }

    /// The piece, if it is what was saved.
    pub(crate) fn checked(self) -> Result<Self, Error> {
        self.columns().check(self.checksum, || self.id().to_string())?;
        Ok(self)
    }
}

/// Reads and locks a piece in a transaction; `None` if it is done.
macro_rules! hold {
    ($transaction:expr, $id:expr) => {{
        let query = sqlx::query_as($crate::jobs::piece::HOLD).bind($id.job).bind($id.number);
        let held: Option<$crate::jobs::piece::Piece> = query.fetch_optional(&mut *$transaction).await?;
        held.map($crate::jobs::piece::Piece::checked).transpose()?
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

/// Updates in a transaction how much of a piece is done, or deletes it if that is all, with its job if it was the whole job; adds the number of
/// records that were new or better to the job of a worker's piece; returns how much is done of an unfinished piece.
macro_rules! advance {
    ($transaction:expr, $piece:expr, $done:expr, $saved:expr) => {{
        let piece = $crate::jobs::piece::Piece { done: $done as i64, ..$piece }.signed();
        let (is_finished, saved): (bool, usize) = (piece.done >= piece.wanted, $saved);
        let query = match (is_finished, piece.part.as_str()) {
            (true, "") => sqlx::query("DELETE FROM jobs WHERE id = $1").bind(piece.job_id),
            (true, _) => sqlx::query("DELETE FROM pieces WHERE job_id = $1 AND number = $2")
                .bind(piece.job_id)
                .bind(piece.number),
            (false, _) => sqlx::query($crate::jobs::piece::SET)
                .bind(piece.job_id)
                .bind(piece.number)
                .bind(piece.done)
                .bind(piece.checksum),
        };
        query.execute(&mut *$transaction).await?;
        if saved > 0 {
            sqlx::query("UPDATE jobs SET saved = saved + $2 WHERE id = $1 AND is_for_workers")
                .bind(piece.job_id)
                .bind(saved as i64)
                .execute(&mut *$transaction)
                .await?;
        }
        (!is_finished).then_some(piece.done as u64)
    }};
}

pub(super) use {advance, hold};

impl Store {
    /// Starts or resumes a job that this process does, as one piece; `None` if nothing is wanted or another process has just finished it.
    pub(super) async fn begin_here(&self, work: &impl Display, wanted: u64) -> Result<Option<Piece>, Error> {
        let job = JobRow::new(work.to_string(), wanted, false);
        if wanted == 0 {
            return Ok(None);
        }
        let begun = in_transaction!(self, transaction => {
            match insert_job!(transaction, job) {
                Some(id) => {
                    let piece = Piece::new(id, 0, String::new(), wanted);
                    sqlx::query("INSERT INTO pieces (job_id, number, part, done, wanted, checksum) VALUES ($1, 0, '', 0, $2, $3)")
                        .bind(id)
                        .bind(piece.wanted)
                        .bind(piece.checksum)
                        .execute(&mut *transaction)
                        .await?;
                    Some(piece)
                }
                None => sqlx::query_as(HERE).bind(&job.work).fetch_optional(&mut *transaction).await?,
            }
        });
        begun.map(Piece::checked).transpose()
    }

    /// A piece, if it is not done.
    pub(super) async fn piece(&self, id: PieceId) -> Result<Option<Piece>, Error> {
        let found: Option<Piece> =
            on_pool!(self, pool => sqlx::query_as(ONE).bind(id.job).bind(id.number).fetch_optional(pool).await?);
        found.map(Piece::checked).transpose()
    }

    /// All unfinished pieces, also damaged ones.
    pub(crate) async fn all_pieces(&self) -> Result<Vec<Piece>, Error> {
        Ok(on_pool!(self, pool => sqlx::query_as(ALL).fetch_all(pool).await?))
    }

    /// Records progress whose results, this many records, are saved already.
    pub(super) async fn skip_piece_to(&self, id: PieceId, place: u64, saved: usize) -> Result<Done, Error> {
        Ok(in_transaction!(self, transaction => {
            match hold!(transaction, id) {
                None => None,
                Some(piece) => advance!(transaction, piece, piece.done.max(place as i64), saved),
            }
        }))
    }

    /// Saves records of one game for a piece, as many as are still wanted before `end`; returns those that were new or better, and how much
    /// is done then.
    pub(super) async fn save_for_piece(
        &self,
        id: PieceId,
        end: u64,
        evaluations: &[Evaluation],
    ) -> Result<(Vec<Evaluation>, Done), Error> {
        let (new, done) = in_transaction!(self, transaction => {
            match hold!(transaction, id) {
                None => (Vec::new(), None),
                Some(piece) => {
                    let room = (end as i64 - piece.done).max(0) as usize;
                    let taken = sorted(evaluations.iter().take(room));
                    let new = insert_telling!(transaction, taken);
                    let done = advance!(transaction, piece, piece.done + new.len() as i64, new.len());
                    (new, done)
                }
            }
        });
        self.copies.learn(&new).await;
        Ok((new, done))
    }

    /// Saves the records of a game of a piece, and the game itself unless no more are wanted before `end`; returns the records that were
    /// new or better, whether the game was saved, and how much is done then.
    pub(super) async fn save_game_for_piece(
        &self,
        id: PieceId,
        end: u64,
        game: &GameText,
        evaluations: &[Evaluation],
    ) -> Result<(Vec<Evaluation>, bool, Done), Error> {
        let (found, time) = (sorted(evaluations), now());
        let (new, is_saved, done) = in_transaction!(self, transaction => {
            let held = hold!(transaction, id);
            let new = insert_telling!(transaction, found);
            match held {
                None => (new, false, None),
                Some(piece) => {
                    let is_wanted = piece.done < end as i64;
                    if is_wanted {
                        insert_game!(transaction, game, "", time);
                    }
                    let done = advance!(transaction, piece, piece.done + i64::from(is_wanted), new.len());
                    (new, is_wanted, done)
                }
            }
        });
        self.copies.learn(&new).await;
        Ok((new, is_saved, done))
    }
}
