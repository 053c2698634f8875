//! What there is to play, and with whom: for menus.

use axum::Json;
use zwick::wire::Offered;

/// The games with their variants, and the players with their settings.
#[utoipa::path(
    get, path = "/api/v1/games-offered", operation_id = "listGamesOffered", tag = "positions",
    responses((status = 200, description = "The games and the players.", body = Offered))
)]
pub(crate) async fn offered() -> Json<Offered> {
    Json(Offered::all())
}
