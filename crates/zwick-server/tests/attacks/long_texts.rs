//! Games as texts, as long as a request may be.

use serde_json::json;

use crate::service::Service;

const START: &str = "[Game \"morris\"]\n[Start \"W1W1W3/1B1B1B1W/7B W 0 0\"]\n[DrawRules \"off\"]\n";

/// Every read of a game once took 221 ms for 5,400 tags.
#[tokio::test]
async fn a_game_has_a_bounded_number_of_tags() {
    let service = Service::new().await;
    let import = |tags: usize| {
        let tags: String = (0..tags).map(|i| format!("[T{i} \"\"]")).collect();
        json!({ "import": format!("[Game \"connect-four\"]{tags} 4 *") })
    };
    let refused = service.post("/api/v1/games", None, import(5_400)).await;
    let detail = refused.json()["detail"].as_str().unwrap().to_owned();
    assert_eq!((refused.refusal(), detail.as_str()), (400, "import: expected at most 100 tags, found 5400"));
    let made = service.post("/api/v1/games", None, import(100)).await.good();
    assert_eq!(made["moves"], json!(["4"]));
}

/// Long games with comments are read, moved in, taken back and played again as a whole.
#[tokio::test]
async fn a_long_game_goes_through_every_address() {
    let service = Service::new().await;
    let text = format!("{START}{} *", "a7-d7 {x} d6-b6 d7-a7 b6-d6\n".repeat(450));
    let made = service.post("/api/v1/games", None, json!({ "import": text })).await.good();
    let token = made["tokens"]["first"].as_str().unwrap();
    let at = |what: &str| format!("/api/v1/games/{}{what}", made["id"].as_str().unwrap());
    let moved = service.post(&at("/moves"), Some(token), json!({ "move": "a7-d7" })).await.good();
    assert_eq!(moved["moves"].as_array().unwrap().len(), 1_801);
    let undone = service.post(&at("/undo"), Some(token), json!({ "plies": 1_801 })).await.good();
    assert_eq!(undone["undone"].as_array().unwrap().len(), 1_801);
    assert_eq!((&undone["undone"][0], &undone["undone"][1]), (&json!("a7-d7"), &json!("d6-b6")));
    let redone = service.post(&at("/redo"), Some(token), json!({ "plies": 1_801 })).await.good();
    assert_eq!(redone["moves"], moved["moves"]);
    assert!(service.get(&at("/text")).await.text.len() > 10_000);
}
