//! Traces by the thousand: of one node each, or as large as they may be, or forgotten while they are still being sent.

use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use zwick_server::{Limits, Share};

use crate::service::{PATIENCE, Service, limited, with_body};

const MB: usize = 1 << 20;
const GREEDY: [u8; 4] = [192, 0, 2, 1];
const OTHER: [u8; 4] = [192, 0, 2, 2];

async fn trace_from(service: &Service, address: [u8; 4], nodes: u32) -> crate::service::Answer {
    let body = json!({ "player": "alpha-beta:depth=12,table=16", "nodes": nodes, "time": 2_000, "seed": 1 });
    service.send_from(address, with_body(Request::post("/api/v1/connect-four/traces"), None, body)).await
}

fn path_of(trace: &Value) -> String {
    format!("/api/v1/traces/{}", trace["id"].as_str().unwrap())
}

pub(crate) async fn until_done(service: &Service, trace: &Value) -> Value {
    let done = async {
        loop {
            let state = service.get(&path_of(trace)).await.good();
            if state["running"] == false {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, done).await.expect("a search that ends")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_that_makes_many_traces_only_pushes_out_its_own() {
    let limits = Limits { traces: Share { address: 4, all: 6, reserve: 0 }, ..Limits::local() };
    let service = Service::with(limited(limits)).await;
    let others = [trace_from(&service, OTHER, 1).await.good(), trace_from(&service, OTHER, 1).await.good()];
    let mut made = Vec::new();
    for _ in 0..20 {
        made.push(trace_from(&service, GREEDY, 1).await.good());
    }
    let mut kept = 0;
    for trace in &made {
        kept += usize::from(service.get(&path_of(trace)).await.status.is_success());
    }
    assert!(kept <= 4, "{kept}");
    for trace in &others {
        assert!(service.get(&path_of(trace)).await.status.is_success());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_trace_that_is_being_sent_still_takes_its_room() {
    let limits = Limits { trace_bytes: Share::of_all(MB), ..Limits::local() };
    let service = Service::with(limited(limits)).await;
    let large = until_done(&service, &trace_from(&service, GREEDY, 35_000).await.good()).await;
    assert!(large["nodes"].as_u64().unwrap() > 30_000, "{large}");
    let protocol = Request::get(format!("{}/protocol", path_of(&large))).body(Body::empty()).unwrap();
    let unread = service.begin_from(GREEDY, protocol).await;
    assert!(unread.status().is_success());
    assert!(service.delete(&path_of(&large), None).await.status.is_success());
    let refused = trace_from(&service, GREEDY, 35_000).await;
    assert_eq!(refused.refusal(), 503);
    drop(unread);
    let room = async {
        while !trace_from(&service, GREEDY, 35_000).await.status.is_success() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, room).await.expect("there is room again");
}
