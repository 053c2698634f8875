//! Book positions that workers solve, and their values.

use sqlx::Row as _;
use zwick::{AnyPosition, Game, Value, Wdl};

use crate::error::Error;
use crate::jobs::{advance, hold};
use crate::store::Store;

/// Plies to a win, the same negative for a loss, 0 for a draw.
pub(super) fn plies_of(value: Value) -> i16 {
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
    pub(super) async fn to_solve(&self, name: &str, game: Game) -> Result<Vec<AnyPosition>, Error> {
        let row: Option<(Vec<i64>, bool)> =
            sqlx::query_as("SELECT keys, checksum = zwick.checksum_of(to_jsonb(solved)) FROM solved WHERE name = $1")
                .bind(name)
                .fetch_optional(self.shared()?)
                .await?;
        let (keys, is_sound) = row.unwrap_or((Vec::new(), true));
        if !is_sound {
            return Err(Error::Damaged(format!("piece {name}: wrong checksum")));
        }
        let read = |key: i64| {
            let position = AnyPosition::from_key(game, key as u64);
            position.ok_or_else(|| Error::Damaged(format!("piece {name}: no position of {game} has the key {key}")))
        };
        keys.into_iter().map(read).collect()
    }

    /// Saves the values of the positions of a piece after the first `done` ones; returns whether nobody else has.
    pub(super) async fn save_solved(&self, name: &str, done: u64, values: &[Value]) -> Result<bool, Error> {
        let plies: Vec<i16> = values.iter().copied().map(plies_of).collect();
        let mut transaction = self.shared()?.begin().await?;
        let Some(job) = hold!(transaction, name).filter(|job| job.done == done as i64) else { return Ok(false) };
        advance!(transaction, job, job.done + plies.len() as i64);
        sqlx::query("UPDATE solved SET plies = coalesce(plies, '{}') || $2 WHERE name = $1")
            .bind(name)
            .bind(plies)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// The values of the positions of a finished order, in their order.
    ///
    /// # Errors
    /// If not all are solved, or the database does not respond.
    pub async fn solved(&self, order: i64) -> Result<Vec<Value>, Error> {
        let pool = self.shared()?;
        let rows = sqlx::query(
            "SELECT cardinality(keys), plies, checksum = zwick.checksum_of(to_jsonb(solved)), name FROM solved \
             WHERE order_id = $1 ORDER BY number",
        );
        let mut values = Vec::new();
        for row in rows.bind(order).fetch_all(pool).await? {
            let (wanted, plies): (i32, Option<Vec<i16>>) = (row.get(0), row.get(1));
            if !row.get::<bool, _>(2) {
                return Err(Error::Damaged(format!("piece {}: wrong checksum", row.get::<String, _>(3))));
            }
            let is_whole = |plies: &Vec<i16>| plies.len() == wanted as usize;
            let plies = plies.filter(is_whole).ok_or_else(|| Error::NotAllowed(format!("job {order} is not done")))?;
            for plies in plies {
                values.push(value_of(plies)?);
            }
        }
        Ok(values)
    }
}
