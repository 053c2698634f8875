//! Counting two million positions takes half a second: a client that asks for it twenty times a second must not stop everyone else.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::json;

use crate::service::{PATIENCE, Service};

/// How many positions the answer tells of.
async fn positions(service: &Service) -> u64 {
    let databases = service.get("/api/v1/databases").await.good();
    databases["store"]["phases"].as_array().unwrap().iter().map(|phase| phase["positions"].as_u64().unwrap()).sum()
}

/// Has a server add ten positions.
async fn seed(service: &Service, plies: u32) {
    let order = json!({
        "kind": "seed", "game": "connect-four", "from": plies, "to": plies, "count": 10, "player": "alpha-beta:depth=2",
    });
    service.post("/api/v1/jobs", None, order).await.good();
    let started = Instant::now();
    while service.get("/api/v1/jobs").await.good()["items"][0]["state"] != "done" {
        assert!(started.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn positions_are_counted_once_until_something_changes_here() {
    let service = Service::new().await;
    let other = service.beside().await;
    seed(&service, 30).await;
    assert_eq!(join_all((0..100).map(|_| positions(&service))).await, vec![10; 100]);
    // Another process adds some: who counted shortly before does not count again for that.
    seed(&other, 31).await;
    assert_eq!((positions(&other).await, positions(&service).await), (20, 10));
    // What this server does itself is seen at once.
    service.delete("/api/v1/databases/positions", None).await.good();
    assert_eq!(positions(&service).await, 0);
}

#[tokio::test]
async fn games_are_counted_as_they_come_and_go() {
    let service = Service::new().await;
    let games = async || service.get("/api/v1/databases").await.good()["store"]["games"].clone();
    assert_eq!(games().await, 0);
    let game = service.game("connect-four").await;
    assert_eq!(games().await, 1);
    service.delete(&game.at(""), Some(&game.first)).await;
    assert_eq!(games().await, 0);
}
