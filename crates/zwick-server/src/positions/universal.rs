//! Positions in the shape of the GamesCrafters' universal web interface, so that their page can ask us.
//!
//! There a position is the number of the side to move and the board; a value is `win`, `lose` or `tie` for the side to move, and
//! remoteness is the number of plies to the end. Where nothing is proven there is no value.

use std::sync::atomic::AtomicBool;

use axum::Json;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use zwick::search::Limits;
use zwick::{Analyst, Answer, AnyPosition, Diagram, DrawRules, Position, Side, Wdl, analyze_record};

use crate::http::problem::Problem;
use crate::http::request::{About, Asked, GamePath, read_record};
use crate::positions::analysis::{USUAL_ANALYSIS, is_looked_up};

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
            autogui_position: format!("{side}_{}", board(position)),
            position_value: word(wdl),
            remoteness,
        }
    }
}

/// Each place by the first letter of the side that stands there.
fn board(position: &AnyPosition) -> String {
    let letter = |side| position.side_name(side).chars().next().map_or('-', |letter| letter.to_ascii_lowercase());
    position.cells().into_iter().map(|cell| cell.map_or('-', letter)).collect()
}

fn plies(answer: &Answer) -> Option<u16> {
    answer.verdict.value().and_then(zwick::Value::plies)
}

/// A position and all its moves, in the shape of the GamesCrafters' universal web interface. Their page may ask if the server was
/// started with `--cors` and its origin.
#[utoipa::path(
    get, path = "/api/v1/{game}/positions/", operation_id = "readUniversalPosition", tag = "positions",
    params(GamePath, UniversalQuery),
    responses((status = 200, description = "The position and its moves.", body = UniversalPosition))
)]
pub(crate) async fn positions(
    About { app, asker, game, question: Asked(query) }: About<Asked<UniversalQuery>>,
) -> Result<Json<UniversalPosition>, Problem> {
    let record = read_record(game, &query.p, "", DrawRules::default())?;
    let position = *record.position();
    let rate = move |analyst: &mut Analyst, stop: &AtomicBool| {
        analyze_record(analyst, &record, &Limits { time: Some(USUAL_ANALYSIS), stop: Some(stop), ..Limits::default() })
    };
    let look_up = rate.clone();
    let known =
        app.thinkers.look_up(asker, game, move |analyst, without_search| look_up(analyst, without_search)).await?;
    let analysis = match known {
        Ok(known) if is_looked_up(known.answer().source) => known,
        _ => app.thinkers.analyse(asker, game, rate).await??,
    };
    let moves = analysis.moves().iter().map(|rated| {
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
    let rated = UniversalValue::new(&position, analysis.answer().verdict.wdl(), plies(&analysis.answer()));
    Ok(Json(UniversalPosition { rated, moves }))
}
