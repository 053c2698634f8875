//! A table that is cut while the server has it open. Mapped into memory, it ended the process with a signal.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::service::{PATIENCE, Service};

const THREE_AGAINST_THREE: &str = "1W1W1W2/3B4/2B2B2%20W%200%200";
const FOUR_AGAINST_THREE: &str = "1W1W1W2/W2B4/2B2B2%20B%200%200";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_cut_under_a_running_server_is_an_error_and_heals() {
    let service = Service::new().await;
    let source = async |position: &str| {
        let asked = service.get(&format!("/api/v1/morris/analysis?position={position}&time=1000")).await;
        asked.good()["answer"]["source"]["kind"].clone()
    };
    service.post("/api/v1/jobs", None, json!({ "kind": "tablebase", "game": "morris", "men": 7 })).await.good();
    let started = Instant::now();
    while service.get("/api/v1/jobs").await.good()["items"][0]["state"] != "done" {
        assert!(started.elapsed() < 4 * PATIENCE);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(source(THREE_AGAINST_THREE).await, "tablebase");
    let path = service.data().join("morris").join("standard-4-3.distances");
    let whole = fs::read(&path).unwrap();
    fs::File::options().write(true).open(&path).unwrap().set_len(300).unwrap();
    for _ in 0..3 {
        let refused = service.get(&format!("/api/v1/morris/analysis?position={FOUR_AGAINST_THREE}&time=1000")).await;
        assert!(!refused.text.contains("standard-4-3"), "strangers learn no paths: {refused:?}");
        assert_eq!(refused.refusal(), 500);
    }
    assert!(service.get("/healthz").await.status.is_success());
    assert_eq!(source(THREE_AGAINST_THREE).await, "tablebase", "other tables still answer");
    fs::write(path.with_extension("new"), whole).unwrap();
    fs::rename(path.with_extension("new"), &path).unwrap();
    assert_eq!(source(FOUR_AGAINST_THREE).await, "tablebase");
}
