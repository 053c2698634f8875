//! Names and phrases of people who mean no good, and strangers who pretend to be a player.

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::json;

use crate::service::Service;

#[tokio::test]
async fn phrases_are_codes_and_nothing_else_is_said() {
    let service = Service::new().await;
    let game = service.game("connect-four").await;
    let wrong =
        [json!({}), json!({ "phrase": "you lose" }), json!({ "phrase": 1 }), json!({ "phrase": "hello", "text": "x" })];
    for wish in wrong {
        assert_eq!(service.post(&game.at("/say"), Some(&game.first), wish.clone()).await.refusal(), 400, "{wish}");
    }
    let hello = json!({ "phrase": "hello" });
    for token in [None, Some("0".repeat(32))] {
        assert_eq!(service.post(&game.at("/say"), token.as_deref(), hello.clone()).await.refusal(), 401);
    }
}

#[tokio::test]
async fn names_bring_no_markup_no_length_and_no_tricks() {
    let service = Service::new().await;
    let game = service.game("connect-four").await;
    let names = [
        "<script>alert(1)</script>".to_owned(),
        "\u{202e}txet desrever".to_owned(),
        "a\u{0}b".to_owned(),
        "x".repeat(50_000),
        "\u{0301}".repeat(5_000),
        "𝓐".repeat(5_000),
    ];
    for name in names {
        let told = service.put(&game.at("/name"), Some(&game.first), json!({ "name": name })).await.good();
        let shown = told["names"]["first"].as_str().unwrap_or_default();
        assert!(shown.chars().count() <= 20, "{shown:?}");
        assert!(!shown.contains(['<', '>', '&', '"', '\0', '\u{202e}']), "{shown:?}");
    }
    for wrong in
        [json!({}), json!({ "name": null }), json!({ "name": ["a"] }), json!({ "name": "a", "side": "second" })]
    {
        assert_eq!(service.put(&game.at("/name"), Some(&game.first), wrong).await.refusal(), 400);
    }
}

#[tokio::test]
async fn nobody_is_here_for_a_side_without_its_token() {
    let service = Service::new().await;
    let (game, stranger) = (service.game("connect-four").await, service.game("connect-four").await);
    for token in [stranger.first.as_str(), "", "first"] {
        let request = Request::get(game.at("/events")).header(header::AUTHORIZATION, format!("Bearer {token}"));
        assert_eq!(service.send(request.body(Body::empty()).unwrap()).await.refusal(), 401, "{token:?}");
    }
}
