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

    /// Saves what the positions of a piece are worth, unless somebody else has.
    pub(super) async fn save_solved(&self, name: &str, values: &[Value]) -> Result<(), Error> {
        let plies: Vec<i16> = values.iter().copied().map(plies_of).collect();
        let mut transaction = self.shared()?.begin().await?;
        let gone = sqlx::query("DELETE FROM jobs WHERE name = $1").bind(name).execute(&mut *transaction).await?;
        if gone.rows_affected() > 0 {
            sqlx::query("UPDATE solved SET plies = $2 WHERE name = $1")
                .bind(name)
                .bind(plies)
                .execute(&mut *transaction)
                .await?;
        }
        Ok(transaction.commit().await?)
    }

    /// What the positions of an order that is done are worth, in their order.
    ///
    /// # Errors
    /// If not all are solved, or the database does not answer.
    pub async fn solved(&self, order: i64) -> Result<Vec<Value>, Error> {
        let pool = self.shared()?;
        let rows =
            sqlx::query("SELECT plies FROM solved WHERE order_id = $1 ORDER BY number").bind(order).fetch_all(pool);
        let mut values = Vec::new();
        for row in rows.await? {
            let plies: Option<Vec<i16>> = row.get(0);
            let plies = plies.ok_or_else(|| Error::NotAllowed(format!("job {order} is not done")))?;
            for plies in plies {
                values.push(value_of(plies)?);
            }
        }
        Ok(values)
    }
}
