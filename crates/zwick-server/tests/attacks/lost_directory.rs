//! The data directory is renamed or removed under a running server: no move is acknowledged that nobody will find again.

use serde_json::json;
use zwick_db::Store;
use zwick_server::Settings;

use crate::service::{Begun, Service};

async fn refused(service: &Service, game: &Begun, token: &str) -> u16 {
    service.post(&game.at("/moves"), Some(token), json!({ "move": "4" })).await.refusal()
}

#[tokio::test]
async fn a_directory_that_was_renamed_is_told_and_taken_up_when_it_is_back() {
    let above = tempfile::tempdir().expect("a temporary directory");
    let (here, there) = (above.path().join("data"), above.path().join("elsewhere"));
    std::fs::create_dir(&here).expect("a directory");
    let service = Service::in_directory(&here, Settings::default()).await;
    let game = service.game("connect-four").await;
    service.play(&game, &game.first, "4").await;
    std::fs::rename(&here, &there).expect("another name");
    assert_eq!(refused(&service, &game, &game.second).await, 503);
    assert_eq!(service.post("/api/v1/games", None, json!({ "game": "morris" })).await.refusal(), 503);
    assert_eq!(service.get("/healthz").await.refusal(), 503);
    std::fs::rename(&there, &here).expect("the old name");
    service.play(&game, &game.second, "3").await;
    assert_eq!(service.get(&game.at("")).await.good()["moves"], json!(["4", "3"]));
}

#[tokio::test]
async fn nothing_is_acknowledged_after_the_directory_was_removed_or_replaced() {
    let above = tempfile::tempdir().expect("a temporary directory");
    let here = above.path().join("data");
    std::fs::create_dir(&here).expect("a directory");
    let service = Service::in_directory(&here, Settings::default()).await;
    let game = service.game("connect-four").await;
    service.play(&game, &game.first, "4").await;
    std::fs::remove_dir_all(&here).expect("it can be removed");
    assert_eq!(refused(&service, &game, &game.second).await, 503);
    // An empty directory, and then another database, at the same place.
    std::fs::create_dir(&here).expect("a directory");
    assert_eq!(refused(&service, &game, &game.second).await, 503);
    let file = here.join("zwick.db");
    let other = Store::open(file.to_str().expect("a name in UTF-8")).await.expect("a new store");
    assert_eq!(refused(&service, &game, &game.second).await, 503);
    assert_eq!(service.post("/api/v1/games", None, json!({ "game": "morris" })).await.refusal(), 503);
    assert_eq!(other.count_games().await.expect("a store"), 0, "the other one is untouched");
}
