//! Clients who send slowly, read nothing, or take every connection there is.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use zwick_server::{Limits, Share};

use super::running::{Running, until_closed};
use crate::service::PATIENCE;

const SOON: Duration = Duration::from_millis(300);

fn impatient() -> Limits {
    Limits { longest_head: SOON, longest_body: SOON, longest_unread: SOON, ..Limits::local() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heads_and_bodies_that_come_slowly_are_not_waited_for() {
    let server = Running::with(impatient()).await;
    let mut silent = server.connect_from(1).await;
    let mut slow_head = server.connect_from(1).await;
    slow_head.write_all(b"GET / HTTP/1.1\r\nHost: local").await.unwrap();
    let mut slow_body = server.connect_from(1).await;
    let head = b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                 Content-Length: 1000\r\n\r\n{";
    slow_body.write_all(head).await.unwrap();
    assert_eq!(until_closed(&mut silent).await, "");
    until_closed(&mut slow_head).await;
    let told = until_closed(&mut slow_body).await;
    assert!(told.starts_with("HTTP/1.1 408"), "{told}");
    server.stop().await;
}

/// A search of which the protocol is several megabytes, far more than all buffers hold.
async fn large_trace(server: &Running) -> String {
    let order = json!({ "player": "alpha-beta:depth=14,table=16", "nodes": 200_000, "time": 10_000, "seed": 1 });
    let begun = server.ask_from(1, "POST", "/api/v1/connect-four/traces", &order).await;
    let (_, body) = begun.split_once("\r\n\r\n").expect("head and body");
    let id = serde_json::from_str::<Value>(body).expect("JSON")["id"].as_str().expect("an id").to_owned();
    let path = format!("/api/v1/traces/{id}");
    let started = Instant::now();
    while !server.ask_from(1, "GET", &path, &Value::Null).await.contains("\"running\":false") {
        assert!(started.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    format!("{path}/protocol")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_download_that_is_not_read_is_broken_off_and_holds_nothing() {
    let limits = Limits { downloads: Share::of_all(1), ..impatient() };
    let server = Running::with(limits).await;
    let path = large_trace(&server).await;
    let mut unread = server.connect_from(1).await;
    unread.write_all(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes()).await.unwrap();
    let started = Instant::now();
    // Nobody reads: the only place for downloads becomes free again.
    let whole = loop {
        let answer = server.ask_from(1, "GET", &path, &Value::Null).await;
        if answer.starts_with("HTTP/1.1 200") {
            break answer;
        }
        assert!(answer.starts_with("HTTP/1.1 503"), "{}", &answer[..200]);
        assert!(started.elapsed() < PATIENCE, "a reader who does not read holds its place");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert!(whole.trim_end().ends_with("\r\n0") || whole.contains("choice "), "the whole protocol");
    assert!(!until_closed(&mut unread).await.contains("choice "), "the first download was broken off");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_has_its_share_of_connections_and_others_get_in() {
    let limits = Limits { connections: Share { address: 6, all: 8, reserve: 0 }, ..Limits::local() };
    let server = Running::with(limits).await;
    let mut greedy = Vec::new();
    for _ in 0..20 {
        greedy.push(server.connect_from(2).await);
    }
    // Most are closed at once; those that stay open take all places with two more.
    let mut others = Vec::new();
    for last in 3..6 {
        others.push(server.connect_from(last).await);
    }
    let told = server.ask_from(9, "GET", "/healthz", &Value::Null).await;
    assert!(told.starts_with("HTTP/1.1 200"), "{told}");
    drop((greedy, others));
    server.stop().await;
}
