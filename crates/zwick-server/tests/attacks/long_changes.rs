//! One address changes very long games as often as it may.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::Request;
use serde_json::{Value, json};
use zwick_server::Limits;

use crate::service::{Answer, Service, limited, with_body};

const GREEDY: [u8; 4] = [192, 0, 2, 1];
const OTHER: [u8; 4] = [192, 0, 2, 2];
const PLIES: usize = 1_996;

async fn post(service: &Service, address: [u8; 4], path: &str, token: Option<&str>, body: Value) -> Answer {
    service.send_from(address, with_body(Request::post(path), token, body)).await
}

fn path_of(game: &Value, what: &str) -> String {
    format!("/api/v1/games/{}/{what}", game["id"].as_str().expect("an id"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn others_move_while_one_address_takes_thousands_of_moves_back_and_forth() {
    let limits = Limits { rate: None, stored: None, ..Limits::public_with(512 << 20, 2) };
    let service = Arc::new(Service::with(limited(limits)).await);
    let moves = "a7-d7 d6-b6 d7-a7 b6-d6 ".repeat(PLIES / 4);
    let start = "[Game \"morris\"]\n[Start \"W1W1W3/1B1B1B1W/7B W 0 0\"]\n[DrawRules \"off\"]\n";
    let mut hoarders = Vec::new();
    for _ in 0..12 {
        let import = json!({ "import": format!("{start}{moves} *") });
        let game = post(&service, GREEDY, "/api/v1/games", None, import).await.good();
        let service = Arc::clone(&service);
        hoarders.push(tokio::spawn(async move {
            let token = game["tokens"]["first"].as_str().expect("a token");
            for what in ["undo", "redo"].into_iter().cycle() {
                let _ = post(&service, GREEDY, &path_of(&game, what), Some(token), json!({ "plies": PLIES })).await;
            }
        }));
    }
    let players = json!({ "first": "level 1", "second": "level 1" });
    let begin = json!({ "game": "connect-four", "players": players });
    let game = post(&service, OTHER, "/api/v1/games", None, begin).await.good();
    let mut times = Vec::new();
    for ply in 0..7 {
        let token = game["tokens"][["first", "second"][ply % 2]].as_str();
        let started = Instant::now();
        post(&service, OTHER, &path_of(&game, "computer"), token, json!({})).await.good();
        times.push(started.elapsed());
    }
    for task in hoarders {
        task.abort();
    }
    times.sort_unstable();
    // The one in the middle: a busy machine may hold up a few.
    assert!(times[3] < Duration::from_secs(1), "{times:?}");
}
