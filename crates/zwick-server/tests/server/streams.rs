//! Games as they change, and analyses as they get better.

use axum::body::{Body, BodyDataStream};
use axum::http::request::Builder;
use axum::http::{Request, header};
use futures_util::StreamExt;
use serde_json::{Value, json};

use crate::service::{PATIENCE, Service};

/// An open stream of server-sent events.
pub(crate) struct Events {
    body: BodyDataStream,
    text: String,
}

impl Events {
    pub(crate) async fn open(service: &Service, path: &str, known: Option<u64>) -> Self {
        let request = Request::get(path);
        let request = match known {
            Some(known) => request.header("last-event-id", known.to_string()),
            None => request,
        };
        Self::of(service, request).await
    }

    /// The same with the token of a side.
    pub(crate) async fn open_for(service: &Service, path: &str, token: &str) -> Self {
        Self::of(service, Request::get(path).header(header::AUTHORIZATION, format!("Bearer {token}"))).await
    }

    async fn of(service: &Service, request: Builder) -> Self {
        let response = service.begin(request.body(Body::empty()).unwrap()).await;
        assert!(response.status().is_success());
        Self { body: response.into_body().into_data_stream(), text: String::new() }
    }

    /// The next event: its name, its id and its data; none once the stream has ended.
    pub(crate) async fn next(&mut self) -> Option<(String, Option<u64>, Value)> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.text = rest;
                let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
                let Some(data) = field("data:") else { continue };
                let id = field("id:").map(|id| id.parse().expect("a number"));
                let data = serde_json::from_str(data).expect("JSON");
                return Some((field("event:").unwrap_or("message").to_owned(), id, data));
            }
            let piece = tokio::time::timeout(PATIENCE, self.body.next()).await.expect("an event in time")?;
            self.text.push_str(std::str::from_utf8(&piece.expect("a piece")).expect("text"));
        }
    }

    /// The number and the moves of the next change.
    async fn change(&mut self) -> (u64, Value) {
        loop {
            let (name, id, data) = self.next().await.expect("a change");
            if name == "change" {
                return (id.expect("a number"), data["moves"].clone());
            }
        }
    }
}

#[tokio::test]
async fn a_dropped_stream_resumes_with_nothing_lost() {
    let service = Service::new().await;
    let game = service.game("connect-four").await;
    let mut events = Events::open(&service, &game.at("/events"), None).await;
    let (start, moves) = events.change().await;
    assert_eq!(moves, json!([]));
    service.play(&game, &game.first, "4").await;
    assert_eq!(events.change().await, (start + 1, json!(["4"])));
    drop(events);
    service.play(&game, &game.second, "4").await;
    service.play(&game, &game.first, "3").await;
    let mut resumed = Events::open(&service, &game.at("/events"), Some(start + 1)).await;
    assert_eq!(resumed.change().await, (start + 3, json!(["4", "4", "3"])));
    service.play(&game, &game.second, "5").await;
    assert_eq!(resumed.change().await, (start + 4, json!(["4", "4", "3", "5"])));
    // Who knows everything is told only what comes.
    let mut current = Events::open(&service, &game.at("/events"), Some(start + 4)).await;
    service.play(&game, &game.first, "1").await;
    assert_eq!(current.change().await, (start + 5, json!(["4", "4", "3", "5", "1"])));
}

/// Watchers who come while moves are being made miss none: each sees the last one, and never an older state after a newer one.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn watchers_who_come_in_the_middle_see_the_end() {
    let service = Service::new().await;
    let game = service.game("connect-four:8x7").await;
    let moves: Vec<String> = "1111112222223333".chars().map(String::from).collect();
    let watch = |wait: u64| {
        let (service, game, all) = (&service, &game, moves.len());
        async move {
            tokio::time::sleep(std::time::Duration::from_millis(wait)).await;
            let mut events = Events::open(service, &game.at("/events"), None).await;
            let mut last = None;
            loop {
                let (number, seen) = events.change().await;
                assert!(last.is_none_or(|last| number > last));
                last = Some(number);
                if seen.as_array().unwrap().len() == all {
                    return;
                }
            }
        }
    };
    let play = async {
        for (i, mv) in moves.iter().enumerate() {
            service.play(&game, if i % 2 == 0 { &game.first } else { &game.second }, mv).await;
        }
    };
    tokio::join!(play, watch(0), watch(1), watch(3), watch(5), watch(10));
}

#[tokio::test]
async fn an_analysis_that_takes_long_begins_with_the_position_and_an_estimate() {
    let service = Service::new().await;
    let mut events = Events::open(&service, "/api/v1/connect-four:9x6/analysis/stream?time=1000", None).await;
    let (name, _, state) = events.next().await.unwrap();
    assert_eq!((name.as_str(), state["legal"].as_array().map(Vec::len)), ("position", Some(9)));
    let mut names = Vec::new();
    while let Some((name, _, data)) = events.next().await {
        assert_eq!(data["moves"].as_array().unwrap().len(), 9, "every column has a value");
        names.push(name);
    }
    assert_eq!(names.pop().as_deref(), Some("analysis"));
    assert!(!names.is_empty() && names.iter().all(|name| name == "estimate"), "{names:?}");
}
