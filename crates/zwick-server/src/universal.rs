//! Positions in the shape of the GamesCrafters' universal web interface, so that their page can ask us.
//!
//! There a position is the number of the side to move and the board; a value is `win`, `lose` or `tie` for the side to move, and
//! remoteness is the number of plies to the end. Where nothing is proven there is no value.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use axum::http::{HeaderName, HeaderValue, header};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use zwick::search::Limits;
use zwick::{Answer, AnyPosition, Position, Side, Wdl};

use crate::App;
use crate::analysis::{USUAL_ANALYSIS, worth};
use crate::problem::{Problem, ProblemBody};
use crate::protocol::cells;
use crate::request::{Asked, GameName, read_record};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct UniversalQuery {
    /// Moves from the start, or a position as a text of one line; the start if left out.
    #[serde(default)]
    p: String,
}

/// A position with its value and its moves.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UniversalPosition {
    #[serde(flatten)]
    rated: UniversalValue,
    moves: Vec<UniversalMove>,
}

/// A position and what it is worth to the side to move in it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UniversalValue {
    position: String,
    /// The side to move, 1 or 2, and the board place by place.
    autogui_position: String,
    /// `win`, `lose`, `tie`, or `undecided` where nothing is proven.
    position_value: &'static str,
    /// Plies to the end; none where it is not known or a tie need not end.
    remoteness: Option<u16>,
}

/// A move and the position it leads to.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UniversalMove {
    r#move: String,
    autogui_move: String,
    /// What the move is worth to the side that makes it.
    move_value: &'static str,
    #[serde(flatten)]
    after: UniversalValue,
}

fn word(wdl: Option<Wdl>) -> &'static str {
    match wdl {
        Some(Wdl::Win) => "win",
        Some(Wdl::Draw) => "tie",
        Some(Wdl::Loss) => "lose",
        None => "undecided",
    }
}

impl UniversalValue {
    /// By the verdict for the side to move, and the plies there are.
    fn new(position: &AnyPosition, wdl: Option<Wdl>, remoteness: Option<u16>) -> Self {
        let side = if position.turn() == Side::First { 1 } else { 2 };
        Self {
            position: position.to_string(),
            autogui_position: format!("{side}_{}", cells(position, '-').to_lowercase()),
            position_value: word(wdl),
            remoteness,
        }
    }
}

fn plies(answer: &Answer) -> Option<u16> {
    answer.verdict.value().and_then(zwick::Value::plies)
}

/// A position and all its moves, in the shape of the GamesCrafters' universal web interface. Pages of any origin may ask.
#[utoipa::path(get, path = "/api/v1/{game}/positions/", tag = "positions",
    params(("game" = String, Path, description = "Such as connect-four, connect-four:8x7, morris or morris:lasker"), UniversalQuery),
    responses((status = 200, body = UniversalPosition), (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "Too many are asking", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn positions(
    Shared(app): Shared<Arc<App>>,
    GameName(game): GameName,
    Asked(query): Asked<UniversalQuery>,
) -> Result<([(HeaderName, HeaderValue); 2], Json<UniversalPosition>), Problem> {
    let record = read_record(game, &query.p, "")?;
    let position = *record.position();
    let analysis = app
        .think(move |analyst, stop| {
            let limits = Limits { time: Some(USUAL_ANALYSIS), stop: Some(stop), ..Limits::default() };
            worth(analyst, &record, &limits)
        })
        .await?
        .map_err(|_| Problem::Closing)?;
    let moves = analysis.moves.iter().map(|rated| {
        let (wdl, plies) = (rated.answer.verdict.wdl(), plies(&rated.answer));
        UniversalMove {
            r#move: rated.mv.to_string(),
            autogui_move: format!("T_{}", rated.mv),
            move_value: word(wdl),
            // Seen from the other side, and one ply on.
            after: UniversalValue::new(&position.after(rated.mv), wdl.map(|wdl| -wdl), plies.map(|plies| plies - 1)),
        }
    });
    let moves = moves.collect();
    let rated = UniversalValue::new(&position, analysis.answer.verdict.wdl(), plies(&analysis.answer));
    let anyone = [
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*")),
        (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("cross-origin")),
    ];
    Ok((anyone, Json(UniversalPosition { rated, moves })))
}
