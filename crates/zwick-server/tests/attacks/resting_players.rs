//! Game after game against a computer with a large table, so that the server keeps table after table.

use axum::http::Request;
use serde_json::{Value, json};
use zwick_server::{Limits, Share};

use crate::service::{Service, limited, with_body};

const GREEDY: [u8; 4] = [192, 0, 2, 1];
const OTHER: [u8; 4] = [192, 0, 2, 2];
/// One megabyte.
const PLAYER: &str = "alpha-beta:depth=6,table=65536";

async fn post(service: &Service, address: [u8; 4], path: &str, token: &Value, body: Value) -> Value {
    service.send_from(address, with_body(Request::post(path), token.as_str(), body)).await.good()
}

/// Begins a game in which the computer has made the first move.
async fn begin(service: &Service, address: [u8; 4]) -> Value {
    let wish = json!({ "game": "connect-four", "players": { "first": PLAYER, "second": "person" } });
    let game = post(service, address, "/api/v1/games", &Value::Null, wish).await;
    computer(service, address, &game).await;
    game
}

/// The nodes of the computer's next move.
async fn computer(service: &Service, address: [u8; 4], game: &Value) -> u64 {
    let path = format!("/api/v1/games/{}/computer", game["id"].as_str().expect("an id"));
    let played = post(service, address, &path, &game["tokens"]["first"], json!({ "time": 60_000 })).await;
    played["found"]["report"]["nodes"].as_u64().expect("a number of nodes")
}

async fn reply(service: &Service, address: [u8; 4], game: &Value) {
    let path = format!("/api/v1/games/{}/moves", game["id"].as_str().expect("an id"));
    post(service, address, &path, &game["tokens"]["second"], json!({ "move": "1" })).await;
}

#[tokio::test]
async fn an_address_with_many_players_only_pushes_out_its_own() {
    let room = 3 << 19;
    let limits = Limits { resting_bytes: Share { address: 2 * room, all: 4 * room, reserve: 0 }, ..Limits::local() };
    let service = Service::with(limited(limits)).await;
    let other = begin(&service, OTHER).await;
    let first = begin(&service, GREEDY).await;
    for _ in 0..6 {
        begin(&service, GREEDY).await;
    }
    for (address, game, is_kept) in [(OTHER, other, true), (GREEDY, first, false)] {
        reply(&service, address, &game).await;
        let text = service.get(&format!("/api/v1/games/{}/text", game["id"].as_str().expect("an id"))).await.text;
        let nodes = computer(&service, address, &game).await;
        let players = json!({ "first": PLAYER, "second": "person" });
        let wish = json!({ "import": text, "players": players });
        let anew = post(&service, address, "/api/v1/games", &Value::Null, wish).await;
        let nodes_anew = computer(&service, address, &anew).await;
        assert_eq!(nodes < nodes_anew, is_kept, "{nodes} nodes, {nodes_anew} without a table");
    }
}
