//! Who may do what: nobody moves for the other side, changes a stranger's game, reads a token, or thinks without limit.

use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::json;
use zwick_server::{Operators, Settings};

use crate::service::{Begun, Service, body_schema, operations, with_body};

/// Answers in the description for clients without the right.
const UNAUTHORIZED: u16 = 401;
const FORBIDDEN: u16 = 403;

async fn moves(service: &Service, game: &Begun) -> String {
    service.get(&game.at("")).await.good()["moves"].to_string()
}

#[tokio::test]
async fn a_token_moves_for_its_own_side_only() {
    let service = Service::new().await;
    let (game, stranger) = (service.game("connect-four").await, service.game("connect-four").await);
    let attempt = |token: Option<String>| {
        let (service, at) = (&service, game.at("/moves"));
        async move { service.post(&at, token.as_deref(), json!({ "move": "4" })).await.refusal() }
    };
    assert_eq!(attempt(Some(game.second.clone())).await, FORBIDDEN);
    for token in [None, Some(stranger.first.clone()), Some(String::new()), Some("0".repeat(32))] {
        assert_eq!(attempt(token).await, UNAUTHORIZED);
    }
    assert_eq!(moves(&service, &game).await, "[]");
    service.play(&game, &game.first, "4").await;
    assert_eq!(attempt(Some(game.first.clone())).await, FORBIDDEN);
    assert_eq!(moves(&service, &game).await, r#"["4"]"#);
}

/// Every address of the description that wants a token, with none and with a stranger's.
#[tokio::test]
async fn a_stranger_changes_nothing() {
    let operators = Operators::Holders("secret".to_owned());
    let service = Service::with(Settings { operators, ..Settings::default() }).await;
    let (game, stranger) = (service.game("connect-four").await, service.game("connect-four").await);
    service.play(&game, &game.first, "4").await;
    let before = service.get(&game.at("")).await.text;
    let secured: Vec<_> =
        operations().into_iter().filter(|(_, _, operation)| operation["security"].is_array()).collect();
    assert!(secured.len() >= 10, "{secured:?}");
    let document = serde_json::to_value(zwick_server::openapi()).expect("a description");
    for (path, method, operation) in secured {
        // As much of the body as is read there.
        let mut body = json!({ "move": "4", "first": "random", "player": "random", "listed": true, "name": "Eve", "phrase": "hello" });
        let schema = body_schema(&document, &operation).unwrap_or_default();
        body.as_object_mut().unwrap().retain(|field, _| schema["properties"][field].is_object());
        for token in [None, Some(stranger.first.as_str()), Some(stranger.second.as_str())] {
            let request = Request::builder().method(method.to_uppercase().as_str());
            let request = request.uri(path.replace("{id}", &game.id));
            let refused = service.send(with_body(request, token, body.clone())).await.refusal();
            assert_eq!(refused, UNAUTHORIZED, "{method} {path}");
        }
    }
    assert_eq!(service.get(&game.at("")).await.text, before);
}

#[tokio::test]
async fn in_a_shared_game_what_concerns_both_needs_both() {
    let service = Service::new().await;
    let game = service.game("connect-four").await;
    service.post(&game.at("/share"), Some(&game.first), json!({})).await.good();
    service.play(&game, &game.first, "4").await;
    service.play(&game, &game.second, "4").await;
    let asked = service.post(&game.at("/undo"), Some(&game.second), json!({ "plies": 2 })).await.good();
    assert_eq!((&asked["undo_asked"], asked["moves"].to_string()), (&json!("second"), r#"["4","4"]"#.to_owned()));
    // Asking twice is not an answer.
    service.post(&game.at("/undo"), Some(&game.second), json!({})).await.good();
    assert_eq!(moves(&service, &game).await, r#"["4","4"]"#);
    service.post(&game.at("/undo"), Some(&game.first), json!({})).await.good();
    assert_eq!(moves(&service, &game).await, r#"["4"]"#);
    // Nobody plays the other's move again, lets a computer choose it, or gives the seat to one.
    assert_eq!(service.post(&game.at("/redo"), Some(&game.first), json!({})).await.refusal(), FORBIDDEN);
    let computer = json!({ "player": "random" });
    assert_eq!(service.post(&game.at("/computer"), Some(&game.first), computer).await.refusal(), FORBIDDEN);
    let seat = json!({ "second": "random" });
    assert_eq!(service.put(&game.at("/players"), Some(&game.first), seat).await.refusal(), FORBIDDEN);
    assert_eq!(moves(&service, &game).await, r#"["4"]"#);
}

#[tokio::test]
async fn tokens_are_told_once_and_kept_by_nobody() {
    let service = Service::new().await;
    let game = service.game("connect-four").await;
    service.play(&game, &game.first, "4").await;
    let readable = operations().into_iter().filter(|(path, method, operation)| {
        // A stream has no end to wait for; its events are the same as the game.
        method == "get" && path.contains("/games") && !path.ends_with("/events") && !operation["security"].is_array()
    });
    for (path, _, _) in readable {
        let told = service.get(&path.replace("{id}", &game.id)).await;
        assert!(told.status.is_success(), "{told:?}");
        for token in [&game.first, &game.second] {
            assert!(!told.text.contains(token.as_str()), "{path}");
        }
        assert!(!told.text.contains("digest"), "{path}");
    }
}

#[tokio::test]
async fn a_renewed_token_makes_the_old_one_void() {
    let service = Service::new().await;
    let game = service.game("connect-four").await;
    let renewed = service.post(&game.at("/token"), Some(&game.first), json!({})).await.good();
    let old = service.post(&game.at("/moves"), Some(&game.first), json!({ "move": "4" })).await;
    assert_eq!(old.refusal(), UNAUTHORIZED);
    service.play(&game, renewed["token"].as_str().unwrap(), "4").await;
}

/// In the game that follows, each token is worth the other side, and no more than that.
#[tokio::test]
async fn a_rematch_changes_sides_and_gives_nobody_both() {
    let service = Service::new().await;
    let game = service.game("connect-four").await;
    service.post(&game.at("/share"), Some(&game.first), json!({})).await.good();
    // Asking twice is not an answer.
    for _ in 0..2 {
        let asked = service.post(&game.at("/rematch"), Some(&game.first), json!({})).await;
        assert_eq!((asked.status.as_u16(), &asked.json()["rematch_asked"]), (202, &json!("first")));
    }
    let seat = service.post(&game.at("/rematch"), Some(&game.second), json!({})).await.good();
    assert_eq!((&seat["side"], &seat["token"]), (&json!("first"), &json!(game.second)));
    let next =
        Begun { id: seat["id"].as_str().unwrap().to_owned(), first: game.second.clone(), second: game.first.clone() };
    let again = service.post(&game.at("/rematch"), Some(&game.first), json!({})).await.good();
    assert_eq!(
        (&again["id"], &again["side"], &again["token"]),
        (&json!(next.id), &json!("second"), &json!(game.first))
    );
    let wrong = service.post(&next.at("/moves"), Some(&next.second), json!({ "move": "4" })).await;
    assert_eq!(wrong.refusal(), FORBIDDEN);
    service.play(&next, &next.first, "4").await;
}

#[tokio::test]
async fn a_move_against_a_state_that_has_changed_is_refused() {
    let service = Service::new().await;
    let game = service.game("connect-four").await;
    let known = service.play(&game, &game.first, "4").await["event"].as_u64().unwrap();
    service.play(&game, &game.second, "4").await;
    let late = json!({ "move": "3", "event": known });
    assert_eq!(service.post(&game.at("/moves"), Some(&game.first), late).await.refusal(), 409);
}

/// Players that would never end by themselves end when their time is up.
#[tokio::test]
async fn nobody_thinks_longer_than_allowed() {
    let service = Service::new().await;
    let endless = [
        ("connect-four:8x7", "minimax:depth=50"),
        ("morris", "alpha-beta:depth=90,threads=8"),
        ("connect-four", "monte-carlo:playouts=10000000"),
        ("morris", "mcts:playouts=10000000"),
        ("morris:morabaraba", "negamax-mc:depth=9,playouts=1000"),
        ("connect-four:9x6", "pipeline:depth=40,playouts=1000000"),
        ("morris", "level 10"),
        ("morris", "v5"),
    ];
    for (game, player) in endless {
        let started = Instant::now();
        let body = json!({ "player": player, "time": 100 });
        let answer = service.post(&format!("/api/v1/{game}/choose"), None, body).await;
        assert!(answer.status.is_success(), "{player}: {answer:?}");
        assert!(started.elapsed() < Duration::from_secs(30), "{player} of {game} took {:?}", started.elapsed());
    }
    // A perfect player that is not done in time does not guess.
    let body = json!({ "player": "perfect:time=60000", "position": "444422221", "time": 1 });
    let answer = service.post("/api/v1/connect-four/choose", None, body).await;
    assert!(answer.status.is_success() || answer.refusal() == 409);
}

#[tokio::test]
async fn nobody_orders_more_time_threads_or_memory_than_allowed() {
    let service = Service::new().await;
    let wishes = [
        json!({ "player": "level 5", "time": 60_001 }),
        json!({ "player": "level 5", "time": 0 }),
        json!({ "player": "alpha-beta:threads=9" }),
        json!({ "player": "alpha-beta:table=4194305" }),
    ];
    for wish in wishes {
        let refused = service.post("/api/v1/connect-four/choose", None, wish.clone()).await;
        assert_eq!(refused.refusal(), 400, "{wish}");
    }
    assert_eq!(service.get("/api/v1/morris/analysis?time=60001").await.refusal(), 400);
    let long = "4".repeat(20_000);
    assert_eq!(service.get(&format!("/api/v1/connect-four/position?position={long}")).await.refusal(), 400);
    let large = json!({ "import": "x".repeat(100_000) });
    assert_eq!(service.post("/api/v1/games", None, large).await.refusal(), 413);
}

/// A page of someone else can send forms without asking.
#[tokio::test]
async fn forms_are_not_answered() {
    let service = Service::new().await;
    let form = Request::post("/api/v1/games").header(header::CONTENT_TYPE, "text/plain");
    let form = form.body(Body::from(r#"{"game":"morris"}"#)).unwrap();
    assert_eq!(service.send(form).await.refusal(), 400);
}
