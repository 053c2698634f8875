//! Evaluated positions: looked up, listed, and forgotten.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use zwick::{DrawRules, Game};

use crate::App;
use crate::http::operator::Operator;
use crate::http::paging::{Page, Paging};
use crate::http::problem::Problem;
use crate::http::request::{Asked, read_record};
use crate::positions::symmetry::Record;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RecordsQuery {
    /// The game; the usual Connect Four if left out.
    game: Option<String>,
    /// Only the record of this position, or of an image of it.
    position: Option<String>,
    /// Moves played from there.
    #[serde(default)]
    moves: String,
}

/// Evaluated positions: the record of one, or all of a game in the order of their keys, some at a time.
#[utoipa::path(
    get, path = "/api/v1/databases/positions", operation_id = "listPositions", tag = "databases",
    params(RecordsQuery, Paging),
    responses((status = 200, description = "Some records, in the order of their keys.", body = Page<Record>))
)]
pub(crate) async fn records(
    Shared(app): Shared<Arc<App>>,
    Asked(query): Asked<RecordsQuery>,
    Asked(paging): Asked<Paging>,
) -> Result<Json<Page<Record>>, Problem> {
    let limit = paging.limit()?;
    let after = paging.after(|text| u64::from_str_radix(text, 16).ok())?;
    let game = read_game(query.game.as_deref())?.unwrap_or(Game::CONNECT_FOUR);
    let found = match &query.position {
        Some(text) => {
            let position = *read_record(game, text, &query.moves, DrawRules::OFF)?.position();
            app.store.look_up(&[position]).await?.pop().flatten().into_iter().collect()
        }
        None => app.store.evaluations(game, after, limit as u32 + 1).await?,
    };
    Ok(Json(Page::new(found.iter().map(Record::of), limit, |record| record.key.clone())))
}

pub(crate) fn read_game(name: Option<&str>) -> Result<Option<Game>, Problem> {
    let read = |name: &str| name.parse().map_err(|error| Problem::Malformed(format!("game: {error}")));
    name.map(read).transpose()
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ForgetQuery {
    /// Only of this game; of all games if left out.
    game: Option<String>,
}

/// How much is gone.
#[derive(Serialize, ToSchema)]
pub(crate) struct Forgotten {
    forgotten: u64,
}

/// Forgets all evaluated positions, of one game or of all. The games stay.
#[utoipa::path(
    delete, path = "/api/v1/databases/positions", operation_id = "deletePositions", tag = "databases",
    security(("operator" = [])), params(ForgetQuery),
    responses((status = 200, description = "How many records are gone.", body = Forgotten))
)]
pub(crate) async fn forget(
    Shared(app): Shared<Arc<App>>,
    _: Operator,
    Asked(query): Asked<ForgetQuery>,
) -> Result<Json<Forgotten>, Problem> {
    let forgotten = app.store.forget_positions(read_game(query.game.as_deref())?).await?;
    app.jobs.has_changed();
    Ok(Json(Forgotten { forgotten }))
}
