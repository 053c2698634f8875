//! Games stored as fast as the disk allows.

use axum::http::Request;
use serde_json::{Value, json};
use zwick_server::{Limits, Share};

use crate::service::{Answer, Service, limited, with_body};

const GREEDY: [u8; 4] = [192, 0, 2, 1];
const OTHER: [u8; 4] = [192, 0, 2, 2];

async fn import(service: &Service, address: [u8; 4], comment: usize) -> Answer {
    let body = json!({ "import": format!("[Game \"connect-four\"]\n\n1. 4 {{{}}} *", "x".repeat(comment)) });
    service.send_from(address, with_body(Request::post("/api/v1/games"), None, body)).await
}

async fn play(service: &Service, address: [u8; 4], game: &Value) -> u16 {
    let token = game["tokens"]["second"].as_str().unwrap();
    let at = format!("/api/v1/games/{}/moves", game["id"].as_str().expect("an id"));
    let request = with_body(Request::post(at), Some(token), json!({ "move": "4" }));
    service.send_from(address, request).await.status.as_u16()
}

/// A rematch takes the names over and counts as a small change.
#[tokio::test]
async fn names_as_long_as_a_book_are_refused() {
    let service = Service::new().await;
    let body = json!({ "import": format!("[Game \"connect-four\"]\n[First \"{}\"]\n\n4 *", "x".repeat(60_000)) });
    let refused = service.post("/api/v1/games", None, body).await;
    assert!(refused.text.contains("tags of at most 500 bytes, found one of 60005"), "{refused:?}");
    assert_eq!(refused.refusal(), 400);
}

#[tokio::test]
async fn an_address_stores_its_share_of_an_hour_and_moves_are_saved_all_the_same() {
    let stored = Share { address: 500_000, all: 1_000_000, reserve: 400_000 };
    let service = Service::with(limited(Limits { stored: Some(stored), ..Limits::local() })).await;
    let own = import(&service, OTHER, 10).await.good();
    let mut accepted = 0;
    let refused = loop {
        let answer = import(&service, GREEDY, 10_000).await;
        if !answer.status.is_success() {
            break answer;
        }
        accepted += 1;
        assert!(accepted < 10, "an address may store half a megabyte");
    };
    assert!((3..=4).contains(&accepted), "{accepted}");
    assert_eq!(refused.refusal(), 429);
    // All together have taken what is not kept back for moves.
    assert_eq!(import(&service, OTHER, 20_000).await.refusal(), 429);
    assert_eq!(play(&service, OTHER, &own).await, 200);
}
