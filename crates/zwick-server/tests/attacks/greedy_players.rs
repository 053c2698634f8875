//! Players with enormous tables and hundreds of threads, by every way a player's text can come in.

use serde_json::{Value, json};
use zwick_server::{Limits, Settings};

use crate::service::{Begun, Service, limited};

/// 16 GB and 256 threads.
const GREEDY: &str = "alpha-beta:table=1073741824,threads=256";

fn imported(made: &Value) -> Begun {
    let token = |side: &str| made["tokens"][side].as_str().expect("a token").to_owned();
    Begun { id: made["id"].as_str().expect("an id").to_owned(), first: token("first"), second: token("second") }
}

/// A name in a tag is a name: the game can be kept and played, but that player does not think here.
#[tokio::test]
async fn a_greedy_player_in_the_tags_of_an_import_never_thinks() {
    let service = Service::new().await;
    let import = format!("[Game \"connect-four\"]\n[First \"{GREEDY}\"]\n[Second \"{GREEDY}\"]\n\n1. 4 4 *");
    let made = service.post("/api/v1/games", None, json!({ "import": import })).await.good();
    let game = imported(&made);
    let refused = service.post(&game.at("/computer"), Some(&game.first), json!({})).await;
    assert!(refused.text.contains("a table of at most 4194304 entries"), "{refused:?}");
    assert_eq!(refused.refusal(), 409);
    let next = service.post(&game.at("/rematch"), Some(&game.first), json!({})).await.good();
    let rematch = format!("/api/v1/games/{}/computer", next["id"].as_str().unwrap());
    let token = next["token"].as_str().unwrap();
    assert_eq!(service.post(&rematch, Some(token), json!({})).await.refusal(), 409);
    let computer = json!({ "player": "level 1" });
    assert!(service.post(&game.at("/computer"), Some(&game.first), computer).await.status.is_success());
}

#[tokio::test]
async fn a_greedy_player_is_refused_wherever_one_is_asked_for() {
    for settings in [Settings::default(), limited(Limits::public_with(512 << 20, 2))] {
        let service = Service::with(settings).await;
        let game = service.game("connect-four").await;
        let players = json!({ "first": GREEDY, "second": "person" });
        let seed = json!({ "kind": "seed", "game": "connect-four", "from": 4, "to": 4, "count": 1, "player": GREEDY });
        let asked = [
            ("/api/v1/games", None, json!({ "game": "connect-four", "players": players })),
            ("/api/v1/connect-four/choose", None, json!({ "player": GREEDY })),
            ("/api/v1/connect-four/traces", None, json!({ "player": GREEDY })),
            ("/api/v1/jobs", None, seed),
            (&game.at("/computer"), Some(game.first.as_str()), json!({ "player": GREEDY })),
        ];
        for (path, token, body) in asked {
            let refused = service.post(path, token, body).await;
            assert!(refused.text.contains("a table of at most"), "{path}: {refused:?}");
            assert_eq!(refused.refusal(), 400, "{path}");
        }
        assert_eq!(service.put(&game.at("/players"), Some(&game.first), players).await.refusal(), 400);
    }
}

#[tokio::test]
async fn every_player_on_offer_can_be_afforded_by_a_public_server() {
    let service = Service::with(limited(Limits::public_with(512 << 20, 2))).await;
    for player in zwick::Spec::examples() {
        let body = json!({ "game": "connect-four", "players": { "first": player, "second": "person" } });
        service.post("/api/v1/games", None, body).await.good();
    }
}
