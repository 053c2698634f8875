//! More than the server takes upon itself: refused at once, and forgotten as soon as there is room again.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, header};
use serde_json::json;
use zwick_server::{Limits, Share};

use crate::service::{PATIENCE, Service, limited};

/// A refusal does not wait for the minute of thinking before it; the machine may be busy with other tests.
const AT_ONCE: Duration = Duration::from_secs(20);

fn think(service: &Arc<Service>, milliseconds: u64) -> tokio::task::JoinHandle<u16> {
    let service = Arc::clone(service);
    tokio::spawn(async move {
        let body = json!({ "player": "monte-carlo:playouts=10000000", "time": milliseconds });
        service.post("/api/v1/connect-four/choose", None, body).await.status.as_u16()
    })
}

/// Waits until this many positions are being searched and this many requests are waiting.
async fn until(service: &Service, thinking: usize, waiting: usize) {
    let reached = async {
        while (service.app.thinking(), service.app.waiting()) != (thinking, waiting) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, reached).await.expect("as many as were sent");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn too_many_who_want_thinking_are_refused_at_once_and_later_served() {
    let settings = limited(Limits { thinkers: Share::of_all(1), waiting: Share::of_all(2), ..Limits::local() });
    let service = Arc::new(Service::with(settings).await);
    let works = think(&service, 60_000);
    until(&service, 1, 0).await;
    let waits = [think(&service, 10), think(&service, 10)];
    until(&service, 1, 2).await;
    for _ in 0..50 {
        let started = Instant::now();
        let refused = service.get("/api/v1/connect-four:9x6/analysis").await;
        assert_eq!(refused.headers[header::RETRY_AFTER], "1");
        assert_eq!(refused.refusal(), 503);
        assert!(started.elapsed() < AT_ONCE);
    }
    // What needs no thinking is still answered.
    assert!(service.get("/api/v1/connect-four/position?position=44").await.status.is_success());
    // A client that goes away stops its work, and everybody else is served.
    works.abort();
    let started = Instant::now();
    for waiting in waits {
        assert_eq!(waiting.await.unwrap(), 200);
    }
    assert!(started.elapsed() < AT_ONCE, "the work of the client that left was stopped");
    assert!(service.get("/api/v1/connect-four/analysis?position=44444").await.status.is_success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_waits_for_ever() {
    let settings =
        limited(Limits { thinkers: Share::of_all(1), patience: Duration::from_millis(50), ..Limits::local() });
    let service = Arc::new(Service::with(settings).await);
    let works = think(&service, 60_000);
    until(&service, 1, 0).await;
    assert_eq!(think(&service, 10).await.unwrap(), 503);
    works.abort();
    until(&service, 0, 0).await;
    assert_eq!(think(&service, 10).await.unwrap(), 200);
}

#[tokio::test]
async fn an_address_that_asks_too_often_is_refused_for_a_moment() {
    let service = Service::with(limited(Limits { rate: Some(5), ..Limits::local() })).await;
    let ask = async |peer: &str| {
        let mut request = Request::get("/api/v1/games").body(Body::empty()).unwrap();
        request.extensions_mut().insert(ConnectInfo(peer.parse::<SocketAddr>().unwrap()));
        service.send(request).await
    };
    let mut refused = None;
    for _ in 0..1_000 {
        let answer = ask("192.0.2.1:4000").await;
        if !answer.status.is_success() {
            refused = Some(answer);
            break;
        }
    }
    assert_eq!(refused.expect("a thousand at once are too many").refusal(), 429);
    assert!(ask("192.0.2.2:4000").await.status.is_success(), "others are not concerned");
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert!(ask("192.0.2.1:4001").await.status.is_success(), "a moment later");
}

#[tokio::test]
async fn too_many_watchers_are_refused_until_one_leaves() {
    let service = Service::with(limited(Limits { streams: Share::of_all(2), ..Limits::local() })).await;
    let (game, other) = (service.game("morris").await, service.game("morris").await);
    let watch = async |at: String| service.begin(Request::get(at).body(Body::empty()).unwrap()).await;
    let (first, second) = (watch(game.at("/events")).await, watch(other.at("/events")).await);
    assert!(first.status().is_success() && second.status().is_success());
    assert_eq!(service.get(&game.at("/events")).await.refusal(), 503);
    drop(first);
    assert!(watch(game.at("/events")).await.status().is_success());
}
