//! Positions of books that workers solve: which, and what they are worth.

use sqlx::Row as _;
use zwick::{AnyPosition, Game, Value, Wdl};

use crate::error::Error;
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
        let keys: Option<Vec<i64>> = sqlx::query_scalar("SELECT keys FROM solved WHERE name = $1")
            .bind(name)
            .fetch_optional(self.shared()?)
            .await?;
        let read = |key: i64| {
            let position = AnyPosition::from_key(game, key as u64);
            position.ok_or_else(|| Error::Damaged(format!("piece {name}: no position of {game} has the key {key}")))
        };
        keys.unwrap_or_default().into_iter().map(read).collect()
    }

    /// Saves what the positions of a piece after the first `done` ones are worth; whether nobody else has.
    pub(super) async fn save_solved(&self, name: &str, done: u64, values: &[Value]) -> Result<bool, Error> {
        let plies: Vec<i16> = values.iter().copied().map(plies_of).collect();
        let mut transaction = self.shared()?.begin().await?;
        let advanced = sqlx::query("UPDATE jobs SET done = done + $3 WHERE name = $1 AND done = $2")
            .bind(name)
            .bind(done as i64)
            .bind(plies.len() as i64)
            .execute(&mut *transaction)
            .await?;
        if advanced.rows_affected() == 0 {
            return Ok(false);
        }
        sqlx::query("UPDATE solved SET plies = coalesce(plies, '{}') || $2 WHERE name = $1")
            .bind(name)
            .bind(plies)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("DELETE FROM jobs WHERE name = $1 AND done >= wanted")
            .bind(name)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// What the positions of an order that is done are worth, in their order.
    ///
    /// # Errors
    /// If not all are solved, or the database does not answer.
    pub async fn solved(&self, order: i64) -> Result<Vec<Value>, Error> {
        let pool = self.shared()?;
        let rows = sqlx::query("SELECT cardinality(keys), plies FROM solved WHERE order_id = $1 ORDER BY number");
        let mut values = Vec::new();
        for row in rows.bind(order).fetch_all(pool).await? {
            let (wanted, plies): (i32, Option<Vec<i16>>) = (row.get(0), row.get(1));
            let is_whole = |plies: &Vec<i16>| plies.len() == wanted as usize;
            let plies = plies.filter(is_whole).ok_or_else(|| Error::NotAllowed(format!("job {order} is not done")))?;
            for plies in plies {
                values.push(value_of(plies)?);
            }
        }
        Ok(values)
    }
}
