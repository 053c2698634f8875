//! Computers that play games: how they found their moves, what they keep until the next one, and where they look first.

use serde_json::{Value, json};
use zwick_server::{Limits, Operators, Settings, Share};

use crate::service::{Begun, Service, limited};
use crate::streams::Events;

/// The one of the five older programs that kept its tree; on one thread, so that its nodes can be compared.
const V5: &str = "v5:threads=1";
/// As much time as there may be, so that no search is cut short.
const LONGEST: u64 = 60_000;
/// The next man in column 4 makes four in a line.
const WON: &str = "112233";

fn begun(made: &Value) -> Begun {
    let token = |side: &str| made["tokens"][side].as_str().expect("a token").to_owned();
    Begun { id: made["id"].as_str().expect("an id").to_owned(), first: token("first"), second: token("second") }
}

/// A game after these moves, whose first side is this computer.
async fn game_after(service: &Service, moves: &[String], player: &str) -> Begun {
    let import = format!("[Game \"connect-four\"]\n\n{} *", moves.join(" "));
    let players = json!({ "first": player, "second": "person" });
    begun(&service.post("/api/v1/games", None, json!({ "import": import, "players": players })).await.good())
}

async fn computer_moves(service: &Service, game: &Begun) -> Value {
    service.post(&game.at("/computer"), Some(&game.first), json!({ "time": LONGEST })).await.good()
}

fn moves_of(game: &Value) -> Vec<String> {
    let moves = game["moves"].as_array().expect("moves");
    moves.iter().map(|mv| mv.as_str().expect("a move").to_owned()).collect()
}

fn nodes_of(game: &Value) -> u64 {
    game["found"]["report"]["nodes"].as_u64().expect("a number of nodes")
}

/// The nodes of the computer's second move in a game, and those of a player that did not make the first.
async fn second_move(service: &Service, game: &Begun) -> (u64, u64) {
    service.play(game, &game.second, "1").await;
    let before = service.get(&game.at("")).await.good();
    let kept = nodes_of(&computer_moves(service, game).await);
    let anew = game_after(service, &moves_of(&before), V5).await;
    (kept, nodes_of(&computer_moves(service, &anew).await))
}

#[tokio::test]
async fn the_computers_move_tells_how_it_was_found_until_the_next_change() {
    let service = Service::new().await;
    let game = game_after(&service, &[], "alpha-beta:depth=4").await;
    let mut events = Events::open(&service, &game.at("/events"), None).await;
    assert_eq!(events.next().await.expect("the game").2["found"], Value::Null);
    let played = computer_moves(&service, &game).await;
    let found = &played["found"];
    assert_eq!((&found["player"], &found["move"]), (&json!("alpha-beta:depth=4"), &played["moves"][0]), "{found}");
    let report = &found["report"];
    assert!(report["milliseconds"].as_f64().is_some_and(|time| time > 0.0), "{report}");
    assert_eq!((&report["source"], &report["depth"]), (&json!({ "kind": "depth", "plies": 4 }), &json!(4)));
    assert!(nodes_of(&played) > 7, "{report}");
    assert_eq!(report["moves"].as_array().map(Vec::len), Some(1));
    assert_eq!((&report["moves"][0]["move"], &report["moves"][0]["bound"]), (&found["move"], &json!("exact")));
    assert!(report["moves"][0]["points"].is_number(), "{report}");
    assert_eq!(events.next().await.expect("a change").2["found"], *found);
    assert_eq!(service.get(&game.at("")).await.good()["found"], *found, "it is kept with the game");
    assert_eq!(service.beside().await.get(&game.at("")).await.good()["found"], *found);
    // Who plays has nothing to do with the last move.
    let players = json!({ "first": "level 1" });
    assert_eq!(service.put(&game.at("/players"), Some(&game.first), players).await.good()["found"], *found);
    assert_eq!(service.play(&game, &game.second, "1").await["found"], Value::Null, "a person made this move");
    let undone = service.post(&game.at("/undo"), Some(&game.first), json!({})).await.good();
    assert_eq!(undone["found"], Value::Null, "nobody made a move");
    service.play(&game, &game.second, "1").await;
    let random = service.post(&game.at("/computer"), Some(&game.first), json!({ "player": "random" })).await.good();
    assert_eq!((&random["found"]["player"], &random["found"]["report"]["moves"]), (&json!("random"), &json!([])));
}

#[tokio::test]
async fn v5_need_not_search_again_what_it_searched_for_its_last_move() {
    let service = Service::new().await;
    let game = game_after(&service, &[], V5).await;
    computer_moves(&service, &game).await;
    let (kept, anew) = second_move(&service, &game).await;
    assert!(kept < anew, "{kept} nodes with what it kept, {anew} without");
    // A seed promises the same move to everyone: nothing else may decide.
    service.play(&game, &game.second, "1").await;
    let before = moves_of(&service.get(&game.at("")).await.good());
    let seeded = json!({ "time": LONGEST, "seed": 1 });
    let here = service.post(&game.at("/computer"), Some(&game.first), seeded.clone()).await.good();
    let other = game_after(&service, &before, V5).await;
    let there = service.post(&other.at("/computer"), Some(&other.first), seeded).await.good();
    assert_eq!((&here["found"]["move"], nodes_of(&here)), (&there["found"]["move"], nodes_of(&there)));
}

#[tokio::test]
async fn a_player_without_room_to_rest_searches_again_and_plays_on() {
    for room in [0, (16 << 20) - 1] {
        let service = Service::with(limited(Limits { resting_bytes: Share::of_all(room), ..Limits::local() })).await;
        let game = game_after(&service, &[], V5).await;
        computer_moves(&service, &game).await;
        let (forgot, anew) = second_move(&service, &game).await;
        assert_eq!(forgot, anew);
    }
}

#[tokio::test]
async fn players_of_games_that_are_over_or_deleted_make_room_for_others() {
    let room = 2 * (17 << 20);
    let service = Service::with(limited(Limits { resting_bytes: Share::of_all(room), ..Limits::local() })).await;
    let game = game_after(&service, &[], V5).await;
    computer_moves(&service, &game).await;
    for end in ["resign", "delete"] {
        let ended = game_after(&service, &[], V5).await;
        computer_moves(&service, &ended).await;
        let answer = match end {
            "resign" => service.post(&ended.at("/resign"), Some(&ended.second), json!({})).await,
            _ => service.delete(&ended.at(""), Some(&ended.second)).await,
        };
        assert!(answer.status.is_success(), "{answer:?}");
    }
    // Had they stayed, this one would have pushed the first one out.
    let last = game_after(&service, &[], V5).await;
    computer_moves(&service, &last).await;
    let (kept, anew) = second_move(&service, &game).await;
    assert!(kept < anew, "{kept} nodes with what it kept, {anew} without");
}

/// Where a player's move in the won position comes from.
async fn source(service: &Service, player: &str) -> Value {
    let wish = json!({ "position": WON, "player": player, "time": LONGEST });
    let choice = service.post("/api/v1/connect-four/choose", None, wish).await.good();
    assert_eq!(choice["move"], "4", "{choice}");
    choice["report"]["source"]["kind"].clone()
}

#[tokio::test]
async fn v1_v2_and_the_pipeline_look_in_the_servers_store_and_add_to_it() {
    for player in ["v1:playouts=10", "v2:depth=1,playouts=5", "pipeline:playouts=10"] {
        let service = Service::new().await;
        assert_ne!(source(&service, player).await, "database", "{player}");
        assert_eq!(source(&service, player).await, "database", "{player}");
        assert_ne!(source(&service, &format!("{player},store=off")).await, "database", "{player}");
        assert_ne!(source(&service, "alpha-beta:depth=2").await, "database", "only if it is wanted");
        assert_eq!(source(&service, "alpha-beta:depth=2,store=on").await, "database");
        let won: Vec<String> = WON.chars().map(String::from).collect();
        let played = computer_moves(&service, &game_after(&service, &won, player).await).await;
        assert_eq!(played["found"]["report"]["source"]["kind"], "database", "{played}");
        assert!(played["found"]["report"]["milliseconds"].as_f64().is_some_and(|time| time > 0.0), "{played}");
    }
}

#[tokio::test]
async fn v1_adds_what_it_proves_in_a_game_and_nothing_that_random_games_say() {
    let service = Service::new().await;
    let v1 = "v1:depth=2,playouts=10";
    let won: Vec<String> = WON.chars().map(String::from).collect();
    computer_moves(&service, &game_after(&service, &won, v1).await).await;
    assert_eq!(source(&service, v1).await, "database");
    let unclear = json!({ "player": v1, "time": LONGEST });
    for _ in 0..2 {
        let choice = service.post("/api/v1/connect-four/choose", None, unclear.clone()).await.good();
        assert_eq!(choice["report"]["source"]["kind"], "playouts", "{choice}");
    }
    let stored = service.get("/api/v1/databases/positions?game=connect-four").await.good();
    let stored = stored["items"].as_array().expect("records");
    assert!(!stored.is_empty() && stored.iter().all(|record| record["worth"]["result"] == "win"), "{stored:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_of_the_lab_looks_in_the_store_too() {
    let service = Service::new().await;
    let wish = json!({ "position": WON, "player": "v2:depth=1,playouts=5" });
    let mut sources = Vec::new();
    for _ in 0..2 {
        let begun = service.post("/api/v1/connect-four/traces", None, wish.clone()).await.good();
        let done = crate::attacks::until_done(&service, &begun).await;
        sources.push(done["report"]["source"]["kind"].clone());
        // It is stored once the search has ended.
        while service.get("/api/v1/databases/positions?game=connect-four").await.good()["items"] == json!([]) {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    }
    assert_ne!(sources[0], "database");
    assert_eq!(sources[1], "database");
}

/// Nobody but the operator makes the store grow; looking costs nothing.
#[tokio::test]
async fn players_of_strangers_look_in_the_store_and_add_nothing() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let strange = Settings { operators: Operators::Nobody, ..Settings::default() };
    let public = Service::in_directory(directory.path(), strange).await;
    let v1 = "v1:playouts=10";
    assert_ne!(source(&public, v1).await, "database");
    assert_ne!(source(&public, v1).await, "database");
    let own = Service::in_directory(directory.path(), Settings::default()).await;
    assert_ne!(source(&own, v1).await, "database");
    assert_eq!(source(&public, v1).await, "database");
}
