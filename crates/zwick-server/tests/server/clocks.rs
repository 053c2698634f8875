//! Clocks: they count on the server, their flags fall by themselves, and nobody pays for a server that was away.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use zwick::Library;
use zwick_db::Store;
use zwick_server::{App, Settings, serve};

use crate::service::{Begun, PATIENCE, Service};
use crate::stopping::{ask, json_of};
use crate::streams::Events;

/// Nobody is charged more than this for a time in which no server was there.
const FAIR: u64 = 1_000;

async fn timed(service: &Service, initial: u64, increment: u64) -> Begun {
    let clock = json!({ "initial": initial, "increment": increment });
    let made = service.post("/api/v1/games", None, json!({ "game": "connect-four", "clock": clock })).await.good();
    let token = |side: &str| made["tokens"][side].as_str().expect("a token").to_owned();
    Begun { id: made["id"].as_str().expect("an id").to_owned(), first: token("first"), second: token("second") }
}

fn left(game: &Value, side: &str) -> u64 {
    game["clock"]["left"][side].as_u64().expect("milliseconds")
}

#[tokio::test]
async fn a_clock_runs_from_the_second_move_on_and_moves_add_to_it() {
    let service = Service::new().await;
    let game = timed(&service, 600_000, 5_000).await;
    let free = service.play(&game, &game.first, "4").await;
    assert_eq!((left(&free, "first"), &free["clock"]["running"]), (600_000, &Value::Null));
    let begun = service.play(&game, &game.second, "4").await;
    assert_eq!((left(&begun, "second"), &begun["clock"]["running"]), (600_000, &json!("first")));
    let asked = Instant::now();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let seen = service.get(&game.at("")).await.good();
    let most = asked.elapsed().as_millis() as u64 + FAIR;
    assert!((600_000 - most..=599_700).contains(&left(&seen, "first")), "{seen}");
    let moved = service.play(&game, &game.first, "3").await;
    assert!(left(&moved, "first") > 600_000 && left(&moved, "first") <= 604_700, "{moved}");
    assert_eq!(moved["clock"]["running"], "second");
    let over = service.post(&game.at("/resign"), Some(&game.second), json!({})).await.good();
    assert_eq!(over["clock"]["running"], Value::Null);
    let next = service.post(&game.at("/rematch"), Some(&game.first), json!({})).await.good();
    let next = service.get(&format!("/api/v1/games/{}", next["id"].as_str().unwrap())).await.good();
    assert_eq!((left(&next, "first"), left(&next, "second")), (600_000, 600_000));
}

#[tokio::test]
async fn a_reader_who_comes_back_is_told_the_clock_again() {
    let service = Service::new().await;
    let game = timed(&service, 600_000, 0).await;
    service.play(&game, &game.first, "4").await;
    let event = service.play(&game, &game.second, "4").await["event"].as_u64();
    let mut events = Events::open(&service, &game.at("/events"), event).await;
    let (name, number, told) = events.next().await.expect("the game");
    assert_eq!((name.as_str(), number, &told["clock"]["running"]), ("change", event, &json!("first")));
}

/// A server over the data in a folder, as a process would be.
struct Process {
    port: u16,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
}

impl Process {
    async fn start(directory: &Path) -> Self {
        let file = directory.join("zwick.db").to_str().expect("UTF-8").to_owned();
        let app = App::new(Store::open(&file).await.expect("a store"), Library::empty(), Settings::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = tokio::spawn(serve(listener, Arc::clone(&app), async { drop(stopped.await) }));
        Self { port, stop, serving }
    }

    async fn end(self) {
        self.stop.send(()).expect("it runs");
        self.serving.await.expect("it ends in good order");
    }

    async fn game(&self, id: &str) -> Value {
        json_of(&ask(self.port, "GET", &format!("/api/v1/games/{id}"), "", &json!({})).await)
    }

    /// A game whose clock is running; its id.
    async fn begin(&self, initial: u64) -> String {
        let wish = json!({ "game": "connect-four", "clock": { "initial": initial } });
        let made = json_of(&ask(self.port, "POST", "/api/v1/games", "", &wish).await);
        let id = made["id"].as_str().expect("an id").to_owned();
        for side in ["first", "second"] {
            let token = made["tokens"][side].as_str().expect("a token");
            let path = format!("/api/v1/games/{id}/moves");
            let moved = ask(self.port, "POST", &path, token, &json!({ "move": "4" })).await;
            assert!(moved.starts_with("HTTP/1.1 200"), "{moved}");
        }
        id
    }

    async fn until_over(&self, id: &str) -> Value {
        let wait = async {
            loop {
                let game = self.game(id).await;
                if game["result"] != "*" {
                    return game;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(PATIENCE, wait).await.expect("the flag falls")
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flag_falls_though_nobody_moves() {
    let directory = tempfile::tempdir().unwrap();
    let process = Process::start(directory.path()).await;
    let id = process.begin(1_000).await;
    let over = process.until_over(&id).await;
    assert_eq!((&over["result"], &over["state"]["over"]["reason"]), (&json!("0-1"), &json!("time")));
    assert_eq!((left(&over, "first"), left(&over, "second")), (0, 1_000));
    let event = over["event"].as_u64().unwrap();
    assert_eq!(process.game(&id).await["event"], event, "it falls once");
    process.end().await;
}

/// However long no server is there, and however often one is started: a player is charged for the time in which one was there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_without_a_server_is_charged_to_nobody_and_the_flag_falls_after_a_restart() {
    const AWAY: Duration = Duration::from_millis(2_500);
    let directory = tempfile::tempdir().unwrap();
    let process = Process::start(directory.path()).await;
    let begun = Instant::now();
    let id = process.begin(6_000).await;
    process.end().await;
    let there = begun.elapsed();
    tokio::time::sleep(AWAY).await;
    let again = Instant::now();
    let process = Process::start(directory.path()).await;
    let seen = process.game(&id).await;
    let charged = 6_000 - left(&seen, "first");
    let fair = (there + again.elapsed()).as_millis() as u64 + FAIR;
    assert!(charged <= fair, "charged {charged} ms of {fair}");
    assert_eq!((&seen["result"], &seen["clock"]["running"]), (&json!("*"), &json!("first")));
    let over = process.until_over(&id).await;
    assert_eq!((&over["result"], &over["state"]["over"]["reason"]), (&json!("0-1"), &json!("time")));
    let played = (there + again.elapsed()).as_millis() as u64;
    assert!(played + FAIR >= 6_000, "the flag fell after {played} ms");
    process.end().await;
}
