//! Lists of games.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use zwick::DrawRules;
use zwick_db::{Filter, GameId, Summary};

use crate::App;
use crate::games::game::{Players, without_link};
use crate::http::operator::Operator;
use crate::http::paging::{Page, Paging};
use crate::http::problem::Problem;
use crate::http::request::{Asked, read_record};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Only of this game.
    game: Option<String>,
    /// Only with this player on either side.
    player: Option<String>,
    /// Only games in which this position or an image of it occurred; needs `game`.
    position: Option<String>,
}

/// A game in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListedGame {
    id: String,
    game: String,
    players: Players,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for an unfinished game.
    result: String,
    /// Moves played by both sides.
    plies: u64,
    /// When it was changed last, in milliseconds since 1970.
    updated: u64,
}

impl ListedGame {
    /// As the store lists it.
    pub fn of(id: String, summary: Summary) -> Self {
        Self {
            id,
            game: summary.game.to_string(),
            players: Players { first: summary.first, second: summary.second },
            result: summary.result,
            plies: summary.plies,
            updated: summary.updated,
        }
    }
}

/// The games whose players want them to be listed, in the order in which they were begun. The operator sees all games.
#[utoipa::path(
    get, path = "/api/v1/games", operation_id = "listGames", tag = "games", params(ListQuery, Paging),
    responses((status = 200, description = "Some games, in the order they were begun.", body = Page<ListedGame>))
)]
pub(crate) async fn list(
    Shared(app): Shared<Arc<App>>,
    operator: Result<Operator, Problem>,
    Asked(query): Asked<ListQuery>,
    Asked(paging): Asked<Paging>,
) -> Result<Json<Page<ListedGame>>, Problem> {
    let limit = paging.limit()?;
    let game: Option<zwick::Game> = match &query.game {
        Some(name) => Some(name.parse().map_err(|error| Problem::Malformed(format!("game: {error}")))?),
        None => None,
    };
    let position = match (game, &query.position) {
        (_, None) => None,
        (Some(game), Some(text)) => Some(*read_record(game, text, "", DrawRules::OFF)?.position()),
        (None, Some(_)) => return Err(Problem::Malformed("position: expected the game too".to_owned())),
    };
    let after = match paging.after(|text| text.parse::<GameId>().ok())? {
        Some(id) => app.store.link(&id).await?.number,
        None => 0,
    };
    let only_listed = operator.is_err();
    let filter = Filter { game, player: query.player, position, only_listed, after, limit: Some(limit as u32 + 1) };
    let found = app.store.games(&filter).await?;
    let mut ids = app.store.ids(&found.iter().map(|summary| summary.id).collect::<Vec<_>>()).await?;
    let mut listed = Vec::new();
    for summary in found {
        match ids.remove(&summary.id) {
            Some(id) => listed.push(ListedGame::of(id.to_string(), summary)),
            None => match without_link(&app.store, summary.id).await {
                Problem::NotFound(_) => {} // deleted in between
                damaged => return Err(damaged),
            },
        }
    }
    Ok(Json(Page::new(listed, limit, |game| game.id.clone())))
}
