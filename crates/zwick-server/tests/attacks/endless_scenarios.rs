//! Scenarios whose search would take hours.

use std::time::{Duration, Instant};

use serde_json::json;
use zwick_server::Limits;

use crate::service::{Service, limited};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_scenario_that_takes_too_long_is_refused() {
    let limits = Limits { longest_thought: Duration::from_millis(300), ..Limits::local() };
    let service = Service::with(limited(limits)).await;
    let started = Instant::now();
    let endless = json!({ "depth": 20, "answers": ["5"] });
    let refused = service.post("/api/v1/connect-four:9x6/scenario", None, endless).await;
    assert!(refused.text.contains("depth: expected a search of at most 300ms"), "{refused:?}");
    assert_eq!(refused.refusal(), 400);
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}
