//! Streams opened by the hundred and never closed.

use axum::body::Body;
use axum::http::Request;
use futures_util::StreamExt;
use zwick_server::{Limits, Share};

use crate::service::{PATIENCE, Service, limited};

const GREEDY: [u8; 4] = [192, 0, 2, 1];

fn watch(path: &str) -> Request<Body> {
    Request::get(path).body(Body::empty()).unwrap()
}

#[tokio::test]
async fn an_address_has_its_share_of_streams_whatever_they_tell() {
    let limits = Limits { streams: Share { address: 4, all: 100, reserve: 0 }, ..Limits::local() };
    let service = Service::with(limited(limits)).await;
    let game = service.game("morris").await;
    let kinds = [
        game.at("/events"),
        "/api/v1/jobs/events".to_owned(),
        "/api/v1/connect-four/analysis/stream".to_owned(),
        "/api/v1/connect-four/playouts/stream".to_owned(),
    ];
    let mut open = Vec::new();
    for kind in &kinds {
        let stream = service.begin_from(GREEDY, watch(kind)).await;
        assert!(stream.status().is_success(), "{kind}");
        open.push(stream);
    }
    for kind in &kinds {
        assert_eq!(service.send_from(GREEDY, watch(kind)).await.refusal(), 503, "{kind}");
    }
    assert!(service.begin_from([192, 0, 2, 2], watch(&kinds[0])).await.status().is_success());
    open.pop();
    assert!(service.begin_from(GREEDY, watch(&kinds[0])).await.status().is_success());
}

#[tokio::test]
async fn when_all_streams_are_taken_the_address_with_the_most_gives_one_up() {
    let limits = Limits { streams: Share { address: 4, all: 4, reserve: 0 }, ..Limits::local() };
    let service = Service::with(limited(limits)).await;
    let game = service.game("morris").await;
    let mut greedy = Vec::new();
    for _ in 0..4 {
        greedy.push(service.begin_from(GREEDY, watch(&game.at("/events"))).await.into_body().into_data_stream());
    }
    let other = service.begin_from([192, 0, 2, 2], watch(&game.at("/events"))).await;
    assert!(other.status().is_success());
    let end = async { while greedy[0].next().await.is_some() {} };
    tokio::time::timeout(PATIENCE, end).await.expect("the oldest stream ends");
}
