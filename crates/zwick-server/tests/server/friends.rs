//! Two people at a game: draws, refusals, lessons, names, who is here, and what they say.

use serde_json::{Value, json};

use crate::service::{Answer, Begun, Service};
use crate::streams::Events;

const FORBIDDEN: u16 = 403;
const CONFLICT: u16 = 409;

async fn shared(service: &Service) -> Begun {
    let game = service.game("connect-four").await;
    service.post(&game.at("/share"), Some(&game.first), json!({})).await.good();
    game
}

async fn act(service: &Service, game: &Begun, token: &str, what: &str) -> Answer {
    service.post(&game.at(what), Some(token), json!({})).await
}

#[tokio::test]
async fn a_draw_is_agreed_by_both_and_an_offer_lapses_with_the_next_move() {
    let service = Service::new().await;
    let game = shared(&service).await;
    let offered = act(&service, &game, &game.first, "/draw").await.good();
    assert_eq!((&offered["draw_offered"], &offered["result"]), (&json!("first"), &json!("*")));
    // Asking twice is not an answer.
    assert_eq!(act(&service, &game, &game.first, "/draw").await.good()["result"], "*");
    assert_eq!(service.play(&game, &game.first, "4").await["draw_offered"], Value::Null);
    act(&service, &game, &game.second, "/draw").await.good();
    let drawn = act(&service, &game, &game.first, "/draw").await.good();
    assert_eq!((&drawn["result"], &drawn["state"]["over"]["reason"]), (&json!("1/2-1/2"), &json!("agreement")));
    assert_eq!(act(&service, &game, &game.first, "/draw").await.refusal(), CONFLICT);
}

#[tokio::test]
async fn one_person_needs_no_agreement_and_a_computer_gives_none() {
    let service = Service::new().await;
    let game = service.game("connect-four").await;
    assert_eq!(act(&service, &game, &game.first, "/lesson").await.good()["lesson"], true);
    assert_eq!(act(&service, &game, &game.first, "/draw").await.good()["result"], "1/2-1/2");
    let game = service.game("connect-four").await;
    service.put(&game.at("/players"), Some(&game.first), json!({ "second": "level 1" })).await.good();
    assert_eq!(act(&service, &game, &game.first, "/draw").await.refusal(), CONFLICT);
}

#[tokio::test]
async fn who_was_refused_asks_again_only_after_a_move() {
    let service = Service::new().await;
    let game = shared(&service).await;
    service.play(&game, &game.first, "4").await;
    assert_eq!(act(&service, &game, &game.second, "/refuse").await.refusal(), CONFLICT, "nothing was asked for");
    act(&service, &game, &game.first, "/undo").await.good();
    assert_eq!(act(&service, &game, &game.first, "/refuse").await.refusal(), CONFLICT, "nobody refuses themselves");
    let refused = act(&service, &game, &game.second, "/refuse").await.good();
    assert_eq!((&refused["undo_asked"], &refused["refused"]), (&Value::Null, &json!("first")));
    for wish in ["/undo", "/draw", "/lesson", "/rematch"] {
        assert_eq!(act(&service, &game, &game.first, wish).await.refusal(), CONFLICT, "{wish}");
    }
    assert_eq!(act(&service, &game, &game.second, "/draw").await.good()["draw_offered"], "second");
    let moved = service.play(&game, &game.second, "4").await;
    assert_eq!((&moved["refused"], &moved["draw_offered"]), (&Value::Null, &Value::Null));
    assert_eq!(act(&service, &game, &game.first, "/undo").await.good()["undo_asked"], "first");
}

#[tokio::test]
async fn a_game_between_two_people_has_no_help_before_its_end_unless_both_agree() {
    let service = Service::new().await;
    let game = shared(&service).await;
    service.play(&game, &game.first, "4").await;
    service.play(&game, &game.second, "4").await;
    let help = json!({ "player": "level 1" });
    assert_eq!(service.post(&game.at("/computer"), Some(&game.first), help.clone()).await.refusal(), FORBIDDEN);
    assert_eq!(service.get(&game.at("/report")).await.refusal(), CONFLICT);
    act(&service, &game, &game.first, "/lesson").await.good();
    assert_eq!(service.get(&game.at("/report")).await.refusal(), CONFLICT, "one wish is no agreement");
    assert_eq!(act(&service, &game, &game.second, "/lesson").await.good()["lesson"], true);
    service.get(&game.at("/report")).await.good();
    service.post(&game.at("/computer"), Some(&game.first), help).await.good();
    let other = shared(&service).await;
    act(&service, &other, &other.first, "/resign").await.good();
    service.get(&other.at("/report")).await.good();
}

#[tokio::test]
async fn names_are_cleaned_and_change_places_in_a_rematch() {
    let service = Service::new().await;
    let game = shared(&service).await;
    let name = |token: String, name: &str| {
        let (service, at, body) = (&service, game.at("/name"), json!({ "name": name }));
        async move { service.put(&at, Some(&token), body).await.good()["names"].clone() }
    };
    let told = name(game.first.clone(), " <i>Anna  ").await;
    assert_eq!(told, json!({ "first": "iAnna", "second": null }));
    let told = name(game.second.clone(), "Bo").await;
    assert_eq!(told, json!({ "first": "iAnna", "second": "Bo" }));
    act(&service, &game, &game.first, "/rematch").await.good();
    let next = act(&service, &game, &game.second, "/rematch").await.good()["id"].as_str().unwrap().to_owned();
    let next = service.get(&format!("/api/v1/games/{next}")).await.good();
    assert_eq!(next["names"], json!({ "first": "Bo", "second": "iAnna" }));
    assert_eq!(name(game.second.clone(), "").await["second"], Value::Null);
}

/// The next event with this name.
async fn next(events: &mut Events, name: &str) -> Value {
    loop {
        let (found, _, data) = events.next().await.expect("an event");
        if found == name {
            return data;
        }
    }
}

#[tokio::test]
async fn everybody_is_told_who_is_here_and_what_is_said() {
    let service = Service::new().await;
    let game = shared(&service).await;
    let mut watcher = Events::open(&service, &game.at("/events"), None).await;
    assert_eq!(next(&mut watcher, "present").await, json!({ "first": false, "second": false, "watchers": 1 }));
    let first = Events::open_for(&service, &game.at("/events"), &game.first).await;
    assert_eq!(next(&mut watcher, "present").await, json!({ "first": true, "second": false, "watchers": 1 }));
    let mut second = Events::open_for(&service, &game.at("/events"), &game.second).await;
    assert_eq!(next(&mut second, "present").await, json!({ "first": true, "second": true, "watchers": 1 }));
    let hello = json!({ "phrase": "hello" });
    let said = service.post(&game.at("/say"), Some(&game.first), hello.clone()).await;
    assert_eq!(said.status, 204);
    let told = json!({ "side": "first", "phrase": "hello" });
    assert_eq!([next(&mut second, "said").await, next(&mut watcher, "said").await], [told.clone(), told]);
    // Once is enough; the other side has its own turn.
    assert_eq!(service.post(&game.at("/say"), Some(&game.first), hello.clone()).await.refusal(), 429);
    assert_eq!(service.post(&game.at("/say"), Some(&game.second), hello).await.status, 204);
    drop(first);
    let mut late = Events::open(&service, &game.at("/events"), None).await;
    assert_eq!(next(&mut late, "present").await, json!({ "first": false, "second": true, "watchers": 2 }));
}
