//! One address asks for all the thinking it can get.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::Request;
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use zwick_server::Limits;

use crate::service::{Answer, PATIENCE, Service, limited, with_body};

const BURNER: [u8; 4] = [192, 0, 2, 1];
const OTHER: [u8; 4] = [192, 0, 2, 2];

async fn post(service: &Service, address: [u8; 4], path: &str, token: Option<&str>, body: Value) -> Answer {
    service.send_from(address, with_body(Request::post(path), token, body)).await
}

/// Everything that takes long, many times over: searches, low levels, traces, random games.
fn burn(service: &Arc<Service>) -> Vec<JoinHandle<()>> {
    let asked = [
        ("/api/v1/connect-four:9x6/choose", json!({ "player": "alpha-beta:depth=100", "time": 60_000 })),
        ("/api/v1/connect-four/choose", json!({ "player": "monte-carlo:playouts=10000000", "time": 60_000 })),
        ("/api/v1/morris/choose", json!({ "player": "level 5" })),
        (
            "/api/v1/connect-four:9x6/traces",
            json!({ "player": "alpha-beta:depth=100", "time": 60_000, "nodes": 1_000 }),
        ),
        ("/api/v1/connect-four:9x6/scenario", json!({ "depth": 20, "answers": ["5"] })),
    ];
    let repeat = |number: usize| {
        let (service, (path, body)) = (Arc::clone(service), asked[number % asked.len()].clone());
        tokio::spawn(async move {
            loop {
                let _ = post(&service, BURNER, path, None, body.clone()).await; // answered or refused
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        })
    };
    (0..40).map(repeat).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_address_gets_its_level_1_move_within_a_second_and_its_turn_to_search() {
    let limits = Limits { rate: None, ..Limits::public_with(512 << 20, 2) };
    let service = Arc::new(Service::with(limited(limits)).await);
    let burning = burn(&service);
    let busy = async {
        while service.app.waiting() < 8 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, busy).await.expect("more is asked for than can be done");
    let players = json!({ "first": "level 1", "second": "level 1" });
    let begin = json!({ "game": "morris", "players": players });
    let game = post(&service, OTHER, "/api/v1/games", None, begin).await.good();
    let (at, token) =
        (format!("/api/v1/games/{}/computer", game["id"].as_str().expect("an id")), game["tokens"]["first"].as_str());
    let mut times = Vec::new();
    for _ in 0..9 {
        let started = Instant::now();
        post(&service, OTHER, &at, token, json!({})).await.good();
        times.push(started.elapsed());
    }
    times.sort_unstable();
    // The one in the middle: a busy machine may hold up a few.
    assert!(times[4] < Duration::from_secs(1), "{times:?}");
    // One of two thinkers is never the burner's.
    let search = json!({ "player": "alpha-beta:depth=6" });
    let started = Instant::now();
    post(&service, OTHER, "/api/v1/connect-four:9x6/choose", None, search).await.good();
    assert!(started.elapsed() < Duration::from_secs(8), "{:?}", started.elapsed());
    for task in burning {
        task.abort();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn book_answers_do_not_wait_behind_searches() {
    let limits = Limits { rate: None, ..Limits::public_with(512 << 20, 2) };
    let service = Arc::new(Service::with(limited(limits)).await);
    let endless = json!({ "player": "alpha-beta:depth=100", "time": 60_000 });
    let mut burning = Vec::new();
    for address in [BURNER, OTHER, [192, 0, 2, 3], [192, 0, 2, 4]] {
        let (service, endless) = (Arc::clone(&service), endless.clone());
        burning.push(tokio::spawn(async move {
            post(&service, address, "/api/v1/connect-four:9x6/choose", None, endless).await;
        }));
    }
    let busy = async {
        while (service.app.thinking(), service.app.waiting()) != (2, 2) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, busy).await.expect("all thinkers are at work");
    let analysis = service.get("/api/v1/connect-four/analysis?position=44").await.good();
    assert_eq!(analysis["answer"]["source"]["kind"], "book", "{analysis}");
    let perfect = service.post("/api/v1/connect-four/choose", None, json!({ "player": "perfect" })).await.good();
    assert_eq!(perfect["move"], "4", "{perfect}");
    assert_eq!((service.app.thinking(), service.app.waiting()), (2, 2), "nobody had to make room");
    for task in burning {
        task.abort();
    }
}
