//! Whether perfect play is available in a position, before a game is started with it.

use std::sync::atomic::AtomicBool;

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;
use zwick::{Analyst, AnyPosition, Imperfect, Name, Spec};

use crate::App;
use crate::http::edge::Asker;
use crate::http::problem::Problem;
use crate::http::request::{AboutPosition, GamePath, PositionQuery};

/// What perfect play lacks.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Missing {
    /// Tables that can be built.
    Tables,
    /// Time: the board is too empty to be solved.
    Time,
    /// With men in hand there are no tables under these rules.
    Rules,
}

/// Whether the player `perfect` can move in a position.
#[derive(Serialize, ToSchema)]
pub(crate) struct Perfection {
    available: bool,
    missing: Option<Missing>,
    /// The same as a sentence, with the way to get it.
    reason: Option<String>,
}

/// Whether the player `perfect` can move in a position, and what is missing if not.
#[utoipa::path(
    get, path = "/api/v1/{game}/perfect", operation_id = "checkPerfectPlay", tag = "positions",
    params(GamePath, PositionQuery),
    responses((status = 200, description = "Whether it can, and what is missing.", body = Perfection))
)]
pub(crate) async fn perfect(
    AboutPosition { app, asker, record, .. }: AboutPosition,
) -> Result<Json<Perfection>, Problem> {
    let position = *record.position();
    let reason =
        app.thinkers.look_up(asker, position.game(), move |analyst, _| analyst.check_perfect(&position)).await?.err();
    let missing = match &reason {
        None => None,
        Some(Imperfect::NoTables { .. } | Imperfect::NoDistances { .. }) => Some(Missing::Tables),
        Some(Imperfect::MenInHand { .. }) => Some(Missing::Rules),
        Some(Imperfect::OutOfReach { .. } | Imperfect::TimeUp { .. }) => Some(Missing::Time),
        Some(other) => return Err(refusal(other.clone())),
    };
    let reason = reason.map(|reason| reason.to_string());
    Ok(Json(Perfection { available: missing.is_none(), missing, reason }))
}

/// Refuses a perfect player where perfect play cannot be had.
pub(crate) async fn check_player(app: &App, asker: Asker, position: AnyPosition, player: &str) -> Result<(), Problem> {
    match player.parse::<Spec>() {
        Ok(spec) if spec.name == Name::Perfect => {
            let check = move |analyst: &mut Analyst, _: &AtomicBool| analyst.check_player(&spec, &position);
            app.thinkers.look_up(asker, position.game(), check).await?.map_err(refusal)
        }
        _ => Ok(()),
    }
}

/// What a client is told that asked for perfect play.
pub(crate) fn refusal(reason: Imperfect) -> Problem {
    match reason {
        Imperfect::Stopped => Problem::Closing,
        Imperfect::Damaged(text) => Problem::Internal(text),
        reason => Problem::Conflict(reason.to_string()),
    }
}
