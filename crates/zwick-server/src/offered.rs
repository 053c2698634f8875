//! What there is to play, and with whom: for menus.

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;
use zwick::{Game, RuleSet, Spec};

/// What there is to play, and with whom.
#[derive(Serialize, ToSchema)]
pub(crate) struct Offered {
    games: Vec<OfferedGame>,
    players: Vec<OfferedPlayer>,
}

/// A game with its variants.
#[derive(Serialize, ToSchema)]
struct OfferedGame {
    name: &'static str,
    /// Every variant, the usual one first.
    variants: Vec<String>,
}

/// A kind of computer player.
#[derive(Serialize, ToSchema)]
struct OfferedPlayer {
    name: &'static str,
    /// The settings it has, as in `alpha-beta:depth=10`.
    settings: &'static [&'static str],
}

/// The games with their variants, and the players with their settings.
#[utoipa::path(get, path = "/api/v1/games-offered", tag = "positions", responses((status = 200, body = Offered)))]
pub(crate) async fn offered() -> Json<Offered> {
    let boards = Game::boards().filter(|&game| game != Game::CONNECT_FOUR);
    let rules = RuleSet::ALL.into_iter().map(Game::Morris);
    let games = vec![
        OfferedGame {
            name: "connect-four",
            variants: std::iter::once(Game::CONNECT_FOUR).chain(boards).map(|game| game.to_string()).collect(),
        },
        OfferedGame { name: "morris", variants: rules.map(|game| game.to_string()).collect() },
    ];
    let players = Spec::examples().map(|name| OfferedPlayer { name, settings: settings(name) }).collect();
    Json(Offered { games, players })
}

fn settings(name: &str) -> &'static [&'static str] {
    name.parse::<Spec>().map_or(&[], |spec| spec.name.keys())
}
