//! The disk is filled while games are played: refused moves are told as such, and once there is room again everything works.

use std::time::Duration;

use serde_json::{Value, json};
use zwick_server::Settings;

use crate::service::Service;
use crate::small_disk::SmallDisk;

/// What the server says of itself, once its last word is too old to be said again.
async fn health(service: &Service) -> u16 {
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    service.get("/healthz").await.status.as_u16()
}

#[tokio::test]
async fn a_full_disk_is_told_and_the_same_server_goes_on_once_there_is_room() {
    let Some(disk) = SmallDisk::mount() else { return };
    let service = Service::in_directory(disk.path(), Settings::default()).await;
    let game = service.game("connect-four:8x7").await;
    service.play(&game, &game.first, "1").await;
    assert_eq!(health(&service).await, 200);

    let ballast = disk.fill();
    // Begins games until nothing can be saved any more: no other refusal, and not one that only a restart would end.
    let mut begun = 0;
    loop {
        let answer = service.post("/api/v1/games", None, json!({ "game": "morris" })).await;
        if answer.status != 201 {
            assert_eq!(answer.refusal(), 507);
            break;
        }
        begun += 1;
    }
    for _ in 0..12 {
        let answer = service.post(&game.at("/moves"), Some(&game.second), json!({ "move": "2" })).await;
        assert_eq!(answer.refusal(), 507);
    }
    // A connection that was thrown away may have left some room.
    disk.fill();
    assert_eq!(health(&service).await, 507);
    let moves = |game: &Value| game["moves"].clone();
    assert_eq!(moves(&service.get(&game.at("")).await.good()), json!(["1"]), "what was saved can be read");

    std::fs::remove_file(ballast).expect("a file");
    assert_eq!(health(&service).await, 200);
    service.play(&game, &game.second, "2").await;
    service.play(&game, &game.first, "3").await;
    assert_eq!(moves(&service.get(&game.at("")).await.good()), json!(["1", "2", "3"]));
    println!("{begun} games fitted into the last room");
}

/// However often it is asked, the server writes at most once a second to see whether it can.
#[tokio::test]
async fn asking_for_health_does_not_wear_out_the_disk() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let service = Service::in_directory(directory.path(), Settings::default()).await;
    let log = directory.path().join("zwick.db-wal");
    let started = std::time::Instant::now();
    service.get("/healthz").await.good();
    let length = || std::fs::metadata(&log).map_or(0, |log| log.len());
    let before = length();
    for _ in 0..200 {
        service.get("/healthz").await.good();
    }
    let most = (started.elapsed().as_secs() + 1) * 65_536;
    assert!(length() - before <= most, "{} bytes in {:?}", length() - before, started.elapsed());
}
