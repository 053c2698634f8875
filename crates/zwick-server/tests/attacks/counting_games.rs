//! Games belong to their players: nobody finds them by counting, lists show only those their players want to show, and the players can
//! delete them.

use std::collections::HashSet;

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};
use zwick_server::{Operators, Settings};

use crate::service::{Answer, Begun, Service};
use crate::streams::Events;

/// A server that anybody can reach.
async fn public() -> Service {
    Service::with(Settings { operators: Operators::Holders("secret".to_owned()), ..Settings::default() }).await
}

fn ids(listed: &Value) -> Vec<&str> {
    listed.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect()
}

async fn listed(service: &Service, token: Option<&str>) -> Value {
    let request = Request::get("/api/v1/games");
    let request = match token {
        Some(token) => request.header(header::AUTHORIZATION, format!("Bearer {token}")),
        None => request,
    };
    service.send(request.body(Body::empty()).unwrap()).await.good()["items"].take()
}

async fn set_listed(service: &Service, game: &Begun, token: &str, listed: bool) -> Value {
    service.put(&game.at("/listed"), Some(token), json!({ "listed": listed })).await.good()
}

async fn shared(service: &Service) -> Begun {
    let game = service.game("connect-four").await;
    service.post(&game.at("/share"), Some(&game.first), json!({})).await.good();
    game
}

#[tokio::test]
async fn nobody_finds_a_game_by_counting() {
    let service = public().await;
    let mut found = HashSet::new();
    for _ in 0..20 {
        let game = service.game("connect-four").await;
        assert!(game.id.len() == 13 && game.id.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{}", game.id);
        assert!(service.get(&game.at("")).await.status.is_success());
        found.insert(game.id);
    }
    assert_eq!(found.len(), 20);
    for number in 0..40 {
        for what in ["", "/text", "/events", "/report"] {
            assert_eq!(service.get(&format!("/api/v1/games/{number}{what}")).await.refusal(), 404);
        }
    }
    assert_eq!(listed(&service, None).await, json!([]));
    assert_eq!(ids(&listed(&service, Some("secret")).await).len(), 20, "the operator sees all");
    assert_eq!(listed(&service, Some("guess")).await, json!([]));
}

/// On one's own machine everybody is the operator; with a closed server nobody is.
#[tokio::test]
async fn who_runs_the_server_sees_all_games_and_others_only_the_listed_ones() {
    for (operators, seen) in [(Operators::Everyone, 1), (Operators::Nobody, 0)] {
        let service = Service::with(Settings { operators, ..Settings::default() }).await;
        service.game("connect-four").await;
        assert_eq!(ids(&listed(&service, None).await).len(), seen);
    }
}

#[tokio::test]
async fn a_game_is_listed_only_while_its_players_want_it() {
    let service = public().await;
    let alone = service.game("connect-four").await;
    assert_eq!(set_listed(&service, &alone, &alone.second, true).await["listed"], true);
    assert_eq!(ids(&listed(&service, None).await), [&*alone.id]);
    assert_eq!(set_listed(&service, &alone, &alone.first, false).await["listed"], false);
    assert_eq!(listed(&service, None).await, json!([]));

    let both = shared(&service).await;
    let asked = set_listed(&service, &both, &both.second, true).await;
    assert_eq!((&asked["listed"], &asked["listing_asked"]), (&json!(false), &json!("second")));
    assert_eq!(listed(&service, None).await, json!([]));
    assert_eq!(set_listed(&service, &both, &both.first, true).await["listed"], true);
    assert_eq!(ids(&listed(&service, None).await), [&*both.id]);
    // Either side alone can end it.
    set_listed(&service, &both, &both.first, false).await;
    assert_eq!(listed(&service, None).await, json!([]));
    let refused = service.put(&both.at("/listed"), Some(&alone.first), json!({ "listed": true })).await;
    assert_eq!(refused.refusal(), 401);
}

/// A game of one person with both sides, which is listed.
async fn listed_game() -> (Service, Begun) {
    let service = public().await;
    let game = service.game("connect-four").await;
    set_listed(&service, &game, &game.first, true).await;
    (service, game)
}

#[tokio::test]
async fn whoever_joins_a_listed_game_is_asked_too() {
    let (service, game) = listed_game().await;
    let shared = service.post(&game.at("/share"), Some(&game.first), json!({})).await.good();
    assert_eq!((&shared["listed"], &shared["listing_asked"]), (&json!(false), &json!("first")));
    assert_eq!(set_listed(&service, &game, &game.second, true).await["listed"], true);
}

#[tokio::test]
async fn a_listed_game_does_not_give_its_rematch_away() {
    let (service, game) = listed_game().await;
    let seat = service.post(&game.at("/rematch"), Some(&game.first), json!({})).await.good();
    assert_eq!(service.get(&game.at("")).await.good()["rematch"], json!({ "id": null }));
    let token = format!("Bearer {}", game.first);
    let request = Request::get(game.at("/rematch")).header("authorization", token).body(Body::empty()).unwrap();
    let mine = service.send(request).await.good();
    assert_eq!(mine["id"], seat["id"]);
}

#[tokio::test]
async fn who_holds_both_sides_deletes_a_game_and_its_watchers_hear_it() {
    let service = public().await;
    let game = service.game("connect-four").await;
    service.play(&game, &game.first, "4").await;
    let mut events = Events::open(&service, &game.at("/events"), None).await;
    assert_eq!(events.next().await.unwrap().0, "change");
    assert_eq!(service.delete(&game.at(""), None).await.refusal(), 401);
    let gone: Answer = service.delete(&game.at(""), Some(&game.second)).await;
    assert_eq!((gone.status.as_u16(), gone.text.as_str()), (204, ""));
    assert_eq!(events.next().await.unwrap().0, "gone");
    assert!(events.next().await.is_none(), "nothing comes after the end");
    for what in ["", "/text", "/events"] {
        assert_eq!(service.get(&game.at(what)).await.refusal(), 404);
    }
    assert_eq!(service.post(&game.at("/moves"), Some(&game.second), json!({ "move": "4" })).await.refusal(), 404);
    assert_eq!(listed(&service, Some("secret")).await, json!([]));
}

/// Nobody who loses makes the game vanish.
#[tokio::test]
async fn a_game_of_two_is_deleted_when_both_want_it() {
    let service = public().await;
    let game = shared(&service).await;
    for _ in 0..2 {
        let asked = service.delete(&game.at(""), Some(&game.first)).await;
        assert_eq!(asked.status.as_u16(), 202);
        assert_eq!(asked.json()["delete_asked"], "first", "asking twice is not an answer");
    }
    assert_eq!(service.play(&game, &game.first, "4").await["delete_asked"], Value::Null, "a move ends the wish");
    assert_eq!(service.delete(&game.at(""), Some(&game.second)).await.status.as_u16(), 202);
    assert_eq!(service.delete(&game.at(""), Some(&game.first)).await.status.as_u16(), 204);
    assert_eq!(service.get(&game.at("")).await.refusal(), 404);
    // Against a computer there is nobody else to ask.
    let game = shared(&service).await;
    service.put(&game.at("/players"), Some(&game.second), json!({ "second": "level 1" })).await.good();
    assert_eq!(service.delete(&game.at(""), Some(&game.first)).await.status.as_u16(), 204);
}

#[tokio::test]
async fn a_rematch_is_reached_by_its_id_and_forgotten_with_it() {
    let service = public().await;
    let game = service.game("connect-four").await;
    let seat = service.post(&game.at("/rematch"), Some(&game.first), json!({})).await.good();
    let told = service.get(&game.at("")).await.good();
    assert_eq!(told["rematch"]["id"], seat["id"]);
    let next = format!("/api/v1/games/{}", seat["id"].as_str().unwrap());
    assert_eq!(service.get(&format!("{next}/rematch")).await.refusal(), 401);
    assert_eq!(service.delete(&next, Some(&game.first)).await.status.as_u16(), 204);
    assert_eq!(service.get(&game.at("")).await.good()["rematch"], Value::Null);
}
