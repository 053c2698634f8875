//! Why moves are good or bad, as facts that are proven.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State as Shared;
use zwick::search::Limits;
use zwick::wire::Explanation;

use crate::App;
use crate::http::edge::Asker;
use crate::http::problem::Problem;
use crate::http::request::{Asked, GameName};
use crate::positions::analysis::AnalysisQuery;

/// Default time limit of an explanation.
const USUAL: Duration = Duration::from_secs(1);

/// What is threatened, what each move does, and how the other side answers: facts that follow from the rules or are proven by a solver.
#[utoipa::path(
    get, path = "/api/v1/{game}/explanation", operation_id = "explainPosition", tag = "positions",
    params(
        ("game" = String, Path, description = "Such as connect-four, connect-four:8x7, morris or morris:lasker"),
        AnalysisQuery
    ),
    responses(
        (status = 200, description = "The position and its moves, best first, with reasons.", body = Explanation)
    )
)]
pub(crate) async fn explanation(
    Shared(app): Shared<Arc<App>>,
    asker: Asker,
    GameName(game): GameName,
    Asked(query): Asked<AnalysisQuery>,
) -> Result<Json<Explanation>, Problem> {
    let (record, time) = query.read(game, USUAL)?;
    let time = time.min(app.settings.limits.longest_thought);
    let position = *record.position();
    let started = Instant::now();
    let found = app
        .analyse(asker, game, move |analyst, stop| {
            let limits = Limits { time: Some(time), stop: Some(stop), ..Limits::default() };
            zwick::explain(analyst, &position, &limits)
        })
        .await??;
    Ok(Json(Explanation::of(&record, found, started.elapsed().as_secs_f64() * 1e3)))
}
