//! Games that nobody asks for any more do not fill the disk for ever.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::net::TcpListener;
use tokio::sync::oneshot;
use zwick_server::{Settings, serve};

use crate::service::{PATIENCE, Service};
use crate::streams::Events;

const KEPT: Duration = Duration::from_secs(1);

/// The ids of all games; looking at the list is not asking for a game.
async fn ids(service: &Service) -> Vec<String> {
    let listed = service.get("/api/v1/games").await.good();
    listed["items"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
}

async fn until(service: &Service, wanted: &[&str]) {
    let started = Instant::now();
    while ids(service).await != wanted {
        assert!(started.elapsed() < PATIENCE, "{:?}", ids(service).await);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_nobody_asks_for_are_removed_and_watched_ones_stay() {
    let service = Service::with(Settings { keep_games: Some(KEPT), ..Settings::default() }).await;
    let watched = service.game("connect-four").await;
    let mut events = Events::open(&service, &watched.at("/events"), None).await;
    events.next().await.expect("the game");
    // More than are removed at a time.
    for _ in 0..120 {
        service.game("morris").await;
    }
    let (stop, stopped) = oneshot::channel::<()>();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let serving = tokio::spawn(serve(listener, Arc::clone(&service.app), async { drop(stopped.await) }));
    until(&service, &[&watched.id]).await;
    tokio::time::sleep(2 * KEPT).await;
    assert_eq!(ids(&service).await, [&*watched.id], "a watched game is asked for");
    drop(events);
    until(&service, &[]).await;
    stop.send(()).unwrap();
    serving.await.unwrap();
}

#[tokio::test]
async fn on_ones_own_machine_games_are_kept_for_ever() {
    assert_eq!(Settings::default().keep_games, None);
}
