//! Clocks that make no sense, and games with a clock of other people.

use std::time::Duration;

use serde_json::{Value, json};

use crate::service::{Begun, PATIENCE, Service};

#[tokio::test]
async fn clocks_that_make_no_sense_are_refused_and_begin_nothing() {
    let service = Service::new().await;
    let wrong = [
        json!({}),
        json!({ "initial": 0 }),
        json!({ "initial": -1 }),
        json!({ "initial": 999 }),
        json!({ "initial": 10_800_001 }),
        json!({ "initial": u64::MAX }),
        json!({ "initial": 1e300 }),
        json!({ "initial": 60_000.5 }),
        json!({ "initial": "60000" }),
        json!({ "initial": 60_000, "increment": 180_001 }),
        json!({ "initial": 60_000, "increment": u64::MAX }),
        json!({ "initial": 60_000, "increment": -1 }),
        json!({ "initial": 60_000, "delay": 1 }),
        json!({ "increment": 1_000 }),
        json!("5+3"),
    ];
    for clock in wrong {
        let wish = json!({ "game": "connect-four", "clock": clock });
        assert_eq!(service.post("/api/v1/games", None, wish).await.refusal(), 400, "{clock}");
    }
    let stock = service.get("/api/v1/databases").await.good();
    assert_eq!(stock["store"]["games"], 0);
}

/// A game in which the time of the first side is up, and nobody has looked yet: no server watches the clocks of this service.
async fn with_time_up(service: &Service) -> Begun {
    let wish = json!({ "game": "connect-four", "clock": { "initial": 1_000 } });
    let made = service.post("/api/v1/games", None, wish).await.good();
    let token = |side: &str| made["tokens"][side].as_str().expect("a token").to_owned();
    let game = Begun { id: made["id"].as_str().unwrap().to_owned(), first: token("first"), second: token("second") };
    service.play(&game, &game.first, "4").await;
    service.play(&game, &game.second, "4").await;
    let wait = async {
        while service.get(&game.at("")).await.good()["clock"]["left"]["first"] != 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, wait).await.expect("time passes");
    game
}

#[tokio::test]
async fn a_move_after_the_flag_is_refused_and_ends_the_game() {
    let service = Service::new().await;
    let game = with_time_up(&service).await;
    assert_eq!(service.post(&game.at("/moves"), Some(&game.first), json!({ "move": "3" })).await.refusal(), 409);
    let over = service.get(&game.at("")).await.good();
    assert_eq!((&over["result"], &over["state"]["over"]["reason"]), (&json!("0-1"), &json!("time")));
    assert_eq!(over["moves"], json!(["4", "4"]));
    // Time that is up does not come back.
    for token in [&game.first, &game.second] {
        assert_eq!(service.post(&game.at("/undo"), Some(token), json!({})).await.refusal(), 409);
        assert_eq!(service.post(&game.at("/redo"), Some(token), json!({})).await.refusal(), 409);
    }
    assert_eq!(service.get(&game.at("")).await.good(), over);
}

#[tokio::test]
async fn a_stranger_neither_stops_a_clock_nor_lets_a_flag_fall() {
    let service = Service::new().await;
    let game = with_time_up(&service).await;
    let stranger = service.game("connect-four").await;
    let before = service.get(&game.at("")).await.good();
    for what in ["/moves", "/resign", "/undo", "/share", "/computer"] {
        let body = if what == "/moves" { json!({ "move": "3" }) } else { json!({}) };
        for token in [None, Some(stranger.first.as_str()), Some(stranger.second.as_str())] {
            let refused = service.post(&game.at(what), token, body.clone()).await.refusal();
            assert!([400, 401].contains(&refused), "{what}: {refused}");
        }
    }
    assert_eq!(service.get(&game.at("")).await.good(), before);
    assert_eq!((&before["result"], &before["clock"]["running"]), (&json!("*"), &Value::from("first")));
}
