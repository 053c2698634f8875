//! Books that workers solve: their positions, cut into pieces, and the values found.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use sqlx::Row as _;
use zwick::connect_four::BookBuilder;
use zwick::search::Limits;
use zwick::{Analyst, AnyPosition, Game, Library, Position, Value, Wdl};

use super::piece::{PieceId, advance, hold};
use super::study::exact;
use super::work::{PIECES, Part};
use crate::error::Error;
use crate::store::Store;

/// Which book of Connect Four.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookWork {
    /// The board.
    pub game: Game,
    /// The book covers positions with up to this many men.
    pub plies: u32,
}

/// How long a piece of a book should take. Its positions are neighbours, which share a table, and a table takes some seconds to fill.
const PIECE: Duration = Duration::from_secs(30);
/// How short it may get so that there are enough pieces: handing one out costs some milliseconds.
const SHORTEST_PIECE: Duration = Duration::from_millis(750);
/// How many positions of a book are solved in one piece.
const SOLVED: RangeInclusive<u64> = 16..=32_768;
/// How many are solved first, and in what time, to estimate how long one takes.
const SAMPLE: usize = 32;
const SAMPLE_TIME: Duration = Duration::from_secs(1);

impl Display for BookWork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "book {} {}", self.game, self.plies)
    }
}

impl BookWork {
    pub(super) fn read(words: &str) -> Option<Self> {
        let (game, plies) = words.split_once(' ')?;
        Some(Self { game: game.parse().ok()?, plies: plies.parse().ok()? })
    }

    /// The builder that writes the file.
    ///
    /// # Panics
    /// If the game is not Connect Four.
    pub fn builder(&self) -> BookBuilder {
        let Some((width, height)) = self.game.board() else { panic!("a book of {}", self.game) };
        BookBuilder { size: (width, height), plies: self.plies, threads: 1 }
    }

    pub(super) fn parts(&self) -> Vec<Part> {
        let positions = self.builder().positions(AnyPosition::start(self.game));
        let keys = |positions: &[AnyPosition]| positions.iter().map(|position| position.key() as i64).collect();
        positions.chunks(length_of_pieces(&positions)).map(|positions| Part::Solve(keys(positions))).collect()
    }
}

/// How many positions are in a piece: as many as take the target time, or fewer to get enough pieces.
fn length_of_pieces(positions: &[AnyPosition]) -> usize {
    let mut analyst = Analyst::new(Library::empty());
    let started = Instant::now();
    let mut solved = 0;
    for position in positions.iter().step_by((positions.len() / SAMPLE).max(1)) {
        let time = SAMPLE_TIME.saturating_sub(started.elapsed());
        let limits = Limits { time: Some(time), ..Limits::default() };
        if time.is_zero() || !matches!(exact(&mut analyst, position, &limits), Ok(Some(_))) {
            break;
        }
        solved += 1;
    }
    let each = started.elapsed().as_secs_f64().max(1e-6) / f64::from(solved.max(1));
    let in_time = |time: Duration| (time.as_secs_f64() / each) as u64;
    let enough = (positions.len() as u64 / PIECES).max(in_time(SHORTEST_PIECE));
    in_time(PIECE).min(enough).clamp(*SOLVED.start(), *SOLVED.end()) as usize
}

/// Plies to a win, the same negative for a loss, 0 for a draw.
fn plies_of(value: Value) -> i16 {
    let plies = value.plies().unwrap_or(0) as i16;
    if value.wdl() == Wdl::Loss { -plies } else { plies }
}

fn value_of(plies: i16) -> Result<Value, Error> {
    let distance = plies.unsigned_abs();
    match plies {
        0 => Ok(Value::DRAW),
        1.. if distance % 2 == 1 && distance <= Value::MAX_PLIES => Ok(Value::win_in(distance)),
        ..0 if distance.is_multiple_of(2) && distance <= Value::MAX_PLIES => Ok(Value::loss_in(distance)),
        _ => Err(Error::Damaged(format!("a value of {plies} plies"))),
    }
}

impl Store {
    /// The positions of a piece.
    pub(super) async fn to_solve(&self, id: PieceId, game: Game) -> Result<Vec<AnyPosition>, Error> {
        let row: Option<(Vec<i64>, bool)> = sqlx::query_as(
            "SELECT keys, checksum = zwick.checksum_of(to_jsonb(solved)) FROM solved WHERE job_id = $1 AND number = $2",
        )
        .bind(id.job)
        .bind(id.number)
        .fetch_optional(self.shared()?)
        .await?;
        let (keys, is_sound) = row.unwrap_or((Vec::new(), true));
        if !is_sound {
            return Err(Error::Damaged(format!("the positions of {id}: wrong checksum")));
        }
        let read = |key: i64| {
            let position = AnyPosition::from_key(game, key as u64);
            position.ok_or_else(|| Error::Damaged(format!("{id}: no position of {game} has the key {key}")))
        };
        keys.into_iter().map(read).collect()
    }

    /// Saves the values of the positions of a piece after the first `done` ones; returns whether nobody else has.
    pub(super) async fn save_solved(&self, id: PieceId, done: u64, values: &[Value]) -> Result<bool, Error> {
        let plies: Vec<i16> = values.iter().copied().map(plies_of).collect();
        let mut transaction = self.shared()?.begin().await?;
        let Some(piece) = hold!(transaction, id).filter(|piece| piece.done == done as i64) else { return Ok(false) };
        advance!(transaction, piece, piece.done + plies.len() as i64, 0);
        sqlx::query("UPDATE solved SET plies = coalesce(plies, '{}') || $3 WHERE job_id = $1 AND number = $2")
            .bind(id.job)
            .bind(id.number)
            .bind(plies)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// The values of the positions of a book that is done, in their order.
    ///
    /// # Errors
    /// If not all are solved, or the database does not respond.
    pub async fn book_values(&self, job: i64) -> Result<Vec<Value>, Error> {
        let pool = self.shared()?;
        let rows = sqlx::query(
            "SELECT number, cardinality(keys), plies, checksum = zwick.checksum_of(to_jsonb(solved)) FROM solved \
             WHERE job_id = $1 ORDER BY number",
        );
        let mut values = Vec::new();
        for row in rows.bind(job).fetch_all(pool).await? {
            let (number, wanted, plies): (i64, i32, Option<Vec<i16>>) = (row.get(0), row.get(1), row.get(2));
            if !row.get::<bool, _>(3) {
                return Err(Error::Damaged(format!("the values of {}: wrong checksum", PieceId { job, number })));
            }
            let is_whole = |plies: &Vec<i16>| plies.len() == wanted as usize;
            let plies = plies.filter(is_whole).ok_or_else(|| Error::NotAllowed(format!("job {job} is not done")))?;
            for plies in plies {
                values.push(value_of(plies)?);
            }
        }
        Ok(values)
    }

    /// Which pieces have positions or values that are not what was saved.
    pub(crate) async fn damaged_values(&self) -> Result<Vec<PieceId>, Error> {
        let ids: Vec<(i64, i64)> = sqlx::query_as(
            "SELECT job_id, number FROM solved WHERE checksum <> zwick.checksum_of(to_jsonb(solved)) ORDER BY job_id, number",
        )
        .fetch_all(self.shared()?)
        .await?;
        Ok(ids.into_iter().map(|(job, number)| PieceId { job, number }).collect())
    }
}
