//! Why moves are good or bad, as facts that are proven.

use std::time::{Duration, Instant};

use axum::Json;
use zwick::search::Limits;
use zwick::wire::Explanation;

use crate::http::problem::Problem;
use crate::http::request::{AboutPosition, GamePath, PositionQuery};
use crate::positions::analysis::TimeQuery;

/// Default time limit of an explanation.
const USUAL: Duration = Duration::from_secs(1);

/// What is threatened, what each move does, and how the other side answers: facts that follow from the rules or are proven by a solver.
#[utoipa::path(
    get, path = "/api/v1/{game}/explanation", operation_id = "explainPosition", tag = "positions",
    params(GamePath, PositionQuery, TimeQuery),
    responses((status = 200, description = "The position and its moves, best first, with reasons.", body = Explanation))
)]
pub(crate) async fn explanation(
    AboutPosition { app, asker, record, query }: AboutPosition<TimeQuery>,
) -> Result<Json<Explanation>, Problem> {
    let time = query.read(USUAL)?.min(app.settings.limits.longest_thought);
    let position = *record.position();
    let started = Instant::now();
    let found = app
        .thinkers
        .analyse(asker, position.game(), move |analyst, stop| {
            let limits = Limits { time: Some(time), stop: Some(stop), ..Limits::default() };
            zwick::explain(analyst, &position, &limits)
        })
        .await??;
    Ok(Json(Explanation::of(&record, found, started.elapsed().as_secs_f64() * 1e3)))
}
