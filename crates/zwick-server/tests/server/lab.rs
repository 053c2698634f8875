//! How the machine thinks: trees, steps, random games, images, scenarios and reasons, each checked against something else that is known.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::service::{PATIENCE, Service};
use crate::streams::Events;

/// A search that is done.
async fn traced(service: &Service, game: &str, order: Value) -> Value {
    let begun = service.post(&format!("/api/v1/{game}/traces"), None, order).await.good();
    let path = format!("/api/v1/traces/{}", begun["id"].as_str().unwrap());
    let started = Instant::now();
    loop {
        let trace = service.get(&path).await.good();
        if trace["running"] == false {
            return trace;
        }
        assert!(started.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn at(trace: &Value, what: &str) -> String {
    format!("/api/v1/traces/{}{what}", trace["id"].as_str().unwrap())
}

#[tokio::test]
async fn the_root_of_a_tree_is_worth_what_the_player_says() {
    let service = Service::new().await;
    for player in ["alpha-beta:depth=5", "minimax:depth=4"] {
        let order = json!({ "position": "4435", "player": player, "seed": 1 });
        let trace = traced(&service, "connect-four", order.clone()).await;
        let chosen = service.post("/api/v1/connect-four/choose", None, order).await.good();
        let last = trace["rounds"].as_array().unwrap().last().unwrap().clone();
        let best = &chosen["report"]["moves"][0];
        let (score, found) = (&last["score"], |key: &str| &best[key]);
        assert!(["result", "plies", "points"].iter().all(|key| score[key] == *found(key)), "{player}: {score} {best}");
        assert_eq!(trace["report"]["nodes"], chosen["report"]["nodes"], "{player}");
        let nodes = trace["nodes"].as_u64().unwrap();
        assert_eq!(trace["steps"], 2 * nodes);
        let rounds = trace["rounds"].as_array().unwrap().len() as u64;
        assert_eq!(trace["report"]["nodes"], nodes - 1 - rounds, "the root and the rounds are no positions");
    }
}

#[tokio::test]
async fn pruning_leaves_out_nodes_and_changes_no_score() {
    let service = Service::new().await;
    let all = traced(&service, "connect-four", json!({ "position": "4435", "player": "minimax:depth=5" })).await;
    let player = "alpha-beta:depth=5,deepening=off,table=off,symmetry=off,ordering=off";
    let pruned = traced(&service, "connect-four", json!({ "position": "4435", "player": player })).await;
    assert!(pruned["nodes"].as_u64() < all["nodes"].as_u64());
    assert_eq!(pruned["rounds"][0]["score"], all["rounds"][0]["score"]);
    assert_eq!(all["report"]["cut_offs"], 0);
    assert!(pruned["report"]["cut_offs"].as_u64().unwrap() > 0);
}

#[tokio::test]
async fn a_tree_can_be_opened_node_by_node_and_gone_through_step_by_step() {
    let service = Service::new().await;
    let trace = traced(&service, "morris", json!({ "position": "d6 f4", "player": "alpha-beta:depth=3" })).await;
    let root = service.get(&at(&trace, "/nodes/0")).await.good();
    assert_eq!((&root["node"]["children"], &root["node"]["kind"]), (&json!(3), &json!("root")));
    let last_round = at(&trace, &format!("/nodes/{}", root["children"]["items"][2]["node"]));
    let round = service.get(&last_round).await.good();
    let first = service.get(&format!("{last_round}?limit=5")).await.good();
    let next = first["children"]["next"].as_str().unwrap();
    let rest = service.get(&format!("{last_round}?after={next}&limit=500")).await.good();
    let items = |branch: &Value| branch["children"]["items"].as_array().unwrap().clone();
    assert_eq!([items(&first), items(&rest)].concat(), items(&round));
    assert_eq!((items(&first).len(), &rest["children"]["next"]), (5, &Value::Null));
    let child = &round["children"]["items"][0];
    let branch = service.get(&at(&trace, &format!("/nodes/{}", child["node"]))).await.good();
    assert_eq!((&branch["node"], &branch["path"][2]["move"]), (child, &child["move"]));
    assert_eq!(branch["state"]["position"], child["position"]);
    let path = format!("/api/v1/morris/position?position=d6%20f4&moves={}", child["move"].as_str().unwrap());
    assert_eq!(service.get(&path).await.good()["cells"], child["cells"]);
    // Steps: every node is entered once and left once, and the first is the root.
    let steps = trace["steps"].as_u64().unwrap();
    let first = service.get(&at(&trace, "/steps?limit=1")).await.good();
    assert_eq!((&first["items"][0]["kind"], &first["items"][0]["node"]["node"]), (&json!("enter"), &json!(0)));
    assert_eq!(first["next"], "0");
    let last = service.get(&at(&trace, &format!("/steps?after={}&limit=10", steps - 2))).await.good();
    assert_eq!((last["items"].as_array().unwrap().len(), &last["items"][0]["kind"]), (1, &json!("leave")));
    assert_eq!(last["next"], Value::Null);
    // The protocol enters every node but the root and the rounds.
    let protocol = service.get(&at(&trace, "/protocol")).await.text;
    let entered = protocol.lines().filter(|line| line.contains(" left, window ")).count() as u64;
    assert_eq!(entered, steps / 2 - 4);
    assert!(protocol.ends_with(&format!("choice {}\n", trace["choice"].as_str().unwrap())));
}

#[tokio::test]
async fn a_search_is_stopped_when_asked_and_forgotten_when_told() {
    let service = Service::new().await;
    let order = json!({ "player": "alpha-beta:depth=30,table=off", "time": 60_000, "nodes": 100_000 });
    let begun = service.post("/api/v1/connect-four/traces", None, order).await.good();
    let path = at(&begun, "");
    assert_eq!(service.get(&at(&begun, "/nodes/0")).await.refusal(), 409);
    let asked = Instant::now();
    service.post(&at(&begun, "/stop"), None, json!({})).await.good();
    let trace = loop {
        let trace = service.get(&path).await.good();
        if trace["running"] == false {
            break trace;
        }
        assert!(asked.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(2)).await;
    };
    assert_eq!(trace["report"]["stop"], "asked");
    assert_eq!(service.delete(&path, None).await.status, 204);
    assert_eq!(service.get(&path).await.refusal(), 404);
}

#[tokio::test]
async fn players_without_a_tree_and_absurd_numbers_are_refused() {
    let service = Service::new().await;
    for order in [
        json!({ "player": "random" }),
        json!({ "player": "monte-carlo" }),
        json!({ "player": "minimax", "nodes": 0 }),
        json!({ "player": "minimax", "nodes": 12_000_001 }),
        json!({ "player": "minimax", "time": 0 }),
    ] {
        assert_eq!(service.post("/api/v1/connect-four/traces", None, order).await.refusal(), 400);
    }
    assert_eq!(service.get("/api/v1/traces/nonsense").await.refusal(), 404);
}

#[tokio::test]
async fn random_games_add_up_and_their_shares_lie_within_their_bounds() {
    let service = Service::new().await;
    let path = "/api/v1/connect-four/playouts/stream?position=4435&playouts=200&seed=1";
    let mut events = Events::open(&service, path, None).await;
    let last = loop {
        let (name, _, data) = events.next().await.unwrap();
        if name == "done" {
            break data;
        }
    };
    assert_eq!(last["games"], 7 * 200);
    for mv in last["moves"].as_array().unwrap() {
        let number = |key: &str| mv[key].as_f64().unwrap();
        assert_eq!(number("wins") + number("draws") + number("losses"), 200.0);
        assert_eq!(number("share"), (number("wins") + number("draws") / 2.0) / 200.0);
        assert!(number("low") <= number("share") && number("share") <= number("high"));
    }
    assert!(events.next().await.is_none());
}

#[tokio::test]
async fn every_image_has_the_same_canonical_key_and_the_steps_lead_there() {
    let service = Service::new().await;
    for (game, position, images) in [("connect-four", "44353", 2), ("morris", "7W/1W1B4/8 B 7 8", 4)] {
        let ask = async |position: &str| {
            let position = position.replace(' ', "%20");
            service.get(&format!("/api/v1/{game}/symmetry?position={position}")).await.good()
        };
        let asked = ask(position).await;
        assert_eq!(asked["images"].as_array().unwrap().len(), images);
        for image in asked["images"].as_array().unwrap() {
            assert_eq!(image["state"]["canonical"], asked["state"]["canonical"]);
        }
        let mut here = asked.clone();
        for step in asked["canonical"]["by"].as_array().unwrap() {
            let image = here["images"].as_array().unwrap().iter().find(|image| image["name"] == *step).unwrap();
            here = ask(image["state"]["position"].as_str().unwrap()).await;
        }
        assert_eq!(here["state"]["key"], asked["state"]["canonical"]);
        assert_eq!(here["state"], asked["canonical"]["state"]);
    }
}

#[tokio::test]
async fn all_ten_scenarios_pass_and_a_wrong_answer_fails() {
    let service = Service::new().await;
    let scenarios = service.get("/api/v1/scenarios").await.good();
    assert_eq!(scenarios["items"].as_array().unwrap().len(), 10);
    for scenario in scenarios["items"].as_array().unwrap() {
        let path = format!("/api/v1/{}/scenario", scenario["game"].as_str().unwrap());
        let order =
            json!({ "position": scenario["position"], "depth": scenario["depth"], "answers": scenario["answers"] });
        let result = service.post(&path, None, order).await.good();
        assert_eq!(result["passed"], true, "{scenario}");
        assert!(result["protocol"].as_str().unwrap().contains("looking 1 ply ahead"));
    }
    // v3 looks as far as each of its five needs.
    for scenario in scenarios["items"].as_array().unwrap().iter().filter(|scenario| scenario["game"] == "morris") {
        let order = json!({
            "position": scenario["position"], "depth": scenario["depth"], "answers": scenario["answers"], "player": "v3"
        });
        assert_eq!(service.post("/api/v1/morris/scenario", None, order).await.good()["passed"], true, "{scenario}");
    }
    let wrong = json!({ "position": "112233", "depth": 1, "answers": ["5"] });
    assert_eq!(service.post("/api/v1/connect-four/scenario", None, wrong).await.good()["passed"], false);
    for order in [
        json!({ "position": "112233", "depth": 0, "answers": ["4"] }),
        json!({ "position": "112233", "depth": 1, "answers": [] }),
        json!({ "position": "112233", "depth": 1, "answers": ["9"] }),
    ] {
        assert_eq!(service.post("/api/v1/connect-four/scenario", None, order).await.refusal(), 400);
    }
}

#[tokio::test]
async fn an_explanation_says_what_wins_what_must_be_stopped_and_what_gives_the_game_away() {
    let service = Service::new().await;
    let explain = async |position: &str| {
        service.get(&format!("/api/v1/connect-four/explanation?position={position}")).await.good()
    };
    let fact = |facts: &Value, kind: &str| {
        facts
            .as_array()
            .unwrap()
            .iter()
            .find(|fact| fact["kind"] == kind)
            .unwrap_or_else(|| panic!("{kind}: {facts}"))
            .clone()
    };
    let win = explain("112233").await;
    assert_eq!(fact(&win["facts"], "can-win")["lines"], json!([[35, 36, 37, 38]]));
    assert_eq!(fact(&win["moves"][0]["facts"], "wins-now")["side"], "first");
    let block = explain("1122337").await;
    assert_eq!(fact(&block["facts"], "must-block")["moves"], json!(["4"]));
    assert_eq!(fact(&block["moves"][0]["facts"], "blocks")["cells"], json!([38]));
    assert_eq!(fact(&block["moves"][6]["facts"], "ignores")["moves"], json!(["4"]));
    assert_eq!(block["moves"][0]["best"], true);
    // Three in the bottom row, open on both sides.
    let lost = explain("44553").await;
    assert_eq!(fact(&lost["facts"], "cannot-block")["moves"], json!(["2", "6"]));
}
