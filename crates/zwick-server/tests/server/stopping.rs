//! The end of a server: what runs is finished or stopped, what was acknowledged is kept.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use zwick::Library;
use zwick_db::Store;
use zwick_server::{App, Settings, serve};

use crate::service::PATIENCE;

/// Sends a request over a connection of its own; the answer is read to its end.
pub(crate) async fn ask(port: u16, method: &str, path: &str, token: &str, body: &Value) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.expect("the server listens");
    let body = body.to_string();
    let authorization = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{authorization}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).await.expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    answer
}

pub(crate) fn json_of(answer: &str) -> Value {
    let (_, body) = answer.split_once("\r\n\r\n").expect("head and body");
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_stops_ends_streams_and_searches_and_keeps_games() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("zwick.db").to_str().unwrap().to_owned();
    let app = App::new(Store::open(&file).await.unwrap(), Library::empty(), Settings::default());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = tokio::spawn(serve(listener, Arc::clone(&app), async { drop(stopped.await) }));

    let game = json_of(&ask(port, "POST", "/api/v1/games", "", &json!({ "game": "connect-four" })).await);
    let (id, token) = (game["id"].as_str().unwrap().to_owned(), game["tokens"]["first"].as_str().unwrap().to_owned());
    let moved = ask(port, "POST", &format!("/api/v1/games/{id}/moves"), &token, &json!({ "move": "4" })).await;
    assert!(moved.starts_with("HTTP/1.1 200"), "{moved}");
    let path = format!("/api/v1/games/{id}/events");
    let events = tokio::spawn(async move { ask(port, "GET", &path, "", &json!({})).await });
    let endless = json!({ "player": "monte-carlo:playouts=10000000", "time": 60_000 });
    let search = tokio::spawn(async move { ask(port, "POST", "/api/v1/connect-four/choose", "", &endless).await });
    let thinks = async {
        while app.thinking() == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, thinks).await.expect("the search begins");

    let started = Instant::now();
    stop.send(()).unwrap();
    serving.await.unwrap();
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
    assert!(events.await.unwrap().contains(r#""moves":["4"]"#));
    let search = search.await.unwrap();
    assert!(search.starts_with("HTTP/1.1 503"), "{search}");
    assert!(json_of(&search)["detail"].as_str().unwrap().contains("about to stop"), "{search}");
    assert!(TcpStream::connect(("127.0.0.1", port)).await.is_err(), "nobody listens any more");
    let again = Store::open(&file).await.unwrap();
    let number = again.link(&id.parse().unwrap()).await.unwrap().number;
    assert_eq!(again.game(number).await.unwrap().text.record.moves().len(), 1);
}
