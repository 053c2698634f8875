//! What is known and where from, and the long work that adds to it.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use zwick_server::{Limits, Operators, Settings};

use crate::service::{PATIENCE, Service};
use crate::streams::Events;

/// The jobs, once the first of them is as wanted.
async fn eventually(service: &Service, is_wanted: impl Fn(&Value) -> bool) -> Value {
    let started = Instant::now();
    loop {
        let jobs = service.get("/api/v1/jobs").await.good();
        let first = &jobs["items"][0];
        if is_wanted(first) {
            return first.clone();
        }
        assert!(started.elapsed() < PATIENCE, "{jobs}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn seeding(count: u64) -> Value {
    json!({ "kind": "seed", "game": "connect-four", "from": 30, "to": 31, "count": count, "player": "alpha-beta:depth=2" })
}

#[tokio::test]
async fn seeding_adds_as_many_positions_as_were_asked_for() {
    let service = Service::new().await;
    let job = service.post("/api/v1/jobs", None, seeding(20)).await.good();
    assert_eq!((&job["state"], &job["settings"]), (&json!("running"), &seeding(20)));
    let job = eventually(&service, |job| job["state"] == "done").await;
    assert_eq!((&job["done"], &job["wanted"], &job["saved"]), (&json!(40), &json!(40), &json!(40)));
    let databases = service.get("/api/v1/databases").await.good();
    let phases = databases["store"]["phases"].as_array().unwrap();
    assert_eq!(phases.iter().map(|phase| phase["positions"].as_u64().unwrap()).sum::<u64>(), 40);
    // Record by record, in pieces, and each by its position.
    let first = service.get("/api/v1/databases/positions?game=connect-four&limit=30").await.good();
    let next = first["next"].as_str().unwrap();
    let second =
        service.get(&format!("/api/v1/databases/positions?game=connect-four&limit=30&after={next}")).await.good();
    assert_eq!((first["items"].as_array().unwrap().len(), second["items"].as_array().unwrap().len()), (30, 10));
    assert_eq!(second["next"], Value::Null);
    let record = &second["items"][3];
    let position = record["position"].as_str().unwrap().replace(' ', "%20");
    let found = service.get(&format!("/api/v1/databases/positions?game=connect-four&position={position}")).await.good();
    assert_eq!(found["items"], json!([record]));
    // Out as text.
    let csv = service.get("/api/v1/databases/export?format=csv").await.text;
    assert_eq!(csv.lines().count(), 41);
    let lines = service.get("/api/v1/databases/export?game=connect-four").await.text;
    assert_eq!(lines.lines().filter(|line| serde_json::from_str::<Value>(line).is_ok()).count(), 40);
    // And gone.
    let gone = service.delete("/api/v1/databases/positions", None).await.good();
    assert_eq!(gone["forgotten"], 40);
    assert_eq!(service.get("/api/v1/databases").await.good()["store"]["phases"], json!([]));
}

#[tokio::test]
async fn random_continuations_of_a_position_are_stored_and_a_test_may_look_there() {
    let service = Service::new().await;
    let position = "BB1BBWW1/1W6/8 B 0 0";
    let order = |position: &str| {
        json!({
            "kind": "seed", "game": "morris", "position": position,
            "from": 0, "to": 1, "count": 500, "player": "alpha-beta:depth=2"
        })
    };
    let test = |memory: &str| json!({ "position": position, "depth": 1, "answers": ["d7-g7xa1"], "player": "alpha-beta:depth=2", "memory": memory });
    let run = async |memory: &str| service.post("/api/v1/morris/scenario", None, test(memory)).await.good();
    for memory in ["empty", "stored"] {
        assert_eq!(run(memory).await["report"]["source"]["kind"], "depth", "nothing is stored yet");
    }
    let job = service.post("/api/v1/jobs", None, order(position)).await.good();
    assert_eq!(job["settings"], order(position));
    eventually(&service, |job| job["state"] == "done").await;
    // The position itself is there, and everything is one move from it.
    let [empty, stored] = [run("empty").await, run("stored").await];
    assert_eq!(
        (&empty["report"]["source"]["kind"], &stored["report"]["source"]["kind"]),
        (&json!("depth"), &json!("database"))
    );
    assert!(empty["report"]["nodes"].as_u64() > Some(0) && stored["report"]["nodes"] == 0, "{empty} {stored}");
    assert_eq!((stored["best"].as_array().map(Vec::len), &stored["protocol"]), (Some(1), &json!("")));
    let records = service.get("/api/v1/databases/positions?game=morris&limit=500").await.good();
    let count = records["items"].as_array().unwrap().len();
    assert!((2..60).contains(&count), "{count}");
    assert_eq!(service.post("/api/v1/jobs", None, order("nowhere")).await.refusal(), 400);
    assert_eq!(
        service.post("/api/v1/jobs", None, order("WW6/3B4/1B5B W 0 0")).await.refusal(),
        409,
        "the game is over"
    );
}

#[tokio::test]
async fn a_stopped_job_goes_on_where_it_was() {
    let service = Service::new().await;
    let mut events = Events::open(&service, "/api/v1/jobs/events", None).await;
    assert_eq!(events.next().await.unwrap().2, json!([]));
    let order = json!({ "kind": "self-play", "game": "connect-four", "games": 40, "player": "level 3", "opening": 2 });
    let begun = service.post("/api/v1/jobs", None, order.clone()).await.good();
    assert_eq!(service.post("/api/v1/jobs", None, order).await.refusal(), 409);
    assert_eq!(service.delete(&format!("/api/v1/jobs/{}", begun["id"]), None).await.refusal(), 409);
    eventually(&service, |job| job["done"].as_u64().unwrap() > 0).await;
    let path = format!("/api/v1/jobs/{}", begun["id"]);
    service.post(&format!("{path}/stop"), None, json!({})).await.good();
    let stopped = eventually(&service, |job| job["state"] != "running" && job["state"] != "stopping").await;
    assert_eq!((&stopped["state"], &stopped["unit"]), (&json!("stopped"), &json!("games")));
    let (name, _, told) = events.next().await.unwrap();
    assert_eq!((name.as_str(), &told[0]["id"]), ("jobs", &begun["id"]));
    service.post(&format!("{path}/resume"), None, json!({})).await.good();
    let done = eventually(&service, |job| job["state"] == "done").await;
    assert_eq!((&done["done"], &done["wanted"]), (&json!(120), &json!(120)));
    assert_eq!(service.get("/api/v1/databases").await.good()["store"]["games"], 120);
    assert_eq!(service.delete(&path, None).await.status, 204);
    assert_eq!(service.get("/api/v1/jobs").await.good(), json!({ "items": [], "next": null }));
}

#[tokio::test]
async fn tables_are_made_and_answer_at_once() {
    let service = Service::new().await;
    let ask = "/api/v1/morris/analysis?position=WW1WW3/W7/BB1BB3%20W%200%200&time=50";
    assert_ne!(service.get(ask).await.good()["answer"]["source"]["kind"], "tablebase");
    let needs = service.get("/api/v1/databases/needs?game=morris&men=9").await.good();
    let job =
        service.post("/api/v1/jobs", None, json!({ "kind": "tablebase", "game": "morris", "men": 9 })).await.good();
    assert_eq!(job["unit"], "positions");
    let job = eventually(&service, |job| job["state"] == "done").await;
    assert_eq!(job["wanted"], needs["positions"]);
    assert_eq!(service.get("/api/v1/databases/needs?game=morris&men=9").await.good()["positions"], 0);
    let tables = service.get("/api/v1/databases").await.good()["tables"]["rules"][0].clone();
    let pairs = tables["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 10, "3-3, 4-4, and 4-3, 5-3, 6-3, 5-4 either way");
    for pair in pairs {
        let number = |key: &str| pair[key].as_u64().unwrap();
        assert_eq!(number("wins") + number("draws") + number("losses"), number("positions"));
        let (own, other) = (&pair["own"], &pair["other"]);
        if pair["longest_win_plies"] == 0 {
            continue;
        }
        let longest =
            service.get(&format!("/api/v1/databases/longest?game=morris&own={own}&other={other}")).await.good();
        assert_eq!(longest["plies"], pair["longest_win_plies"]);
        let position = longest["position"].as_str().unwrap().replace(' ', "%20");
        let answer = service.get(&format!("/api/v1/morris/analysis?position={position}")).await.good();
        assert_eq!(answer["answer"]["plies"], longest["plies"]);
    }
    // Who thought before the tables were there knows them now.
    assert_eq!(service.get(ask).await.good()["answer"]["source"]["kind"], "tablebase");
    assert_eq!(service.get("/api/v1/databases/longest?game=morris&own=9&other=9").await.refusal(), 404);
}

#[tokio::test]
async fn orders_that_make_no_sense_are_refused() {
    let service = Service::new().await;
    for order in [
        json!({ "kind": "polish" }),
        json!({ "kind": "seed", "game": "connect-four", "from": 3, "to": 2, "count": 1, "player": "level 1" }),
        json!({ "kind": "seed", "game": "connect-four", "from": 1, "to": 2, "count": 0, "player": "level 1" }),
        json!({ "kind": "seed", "game": "chess", "from": 1, "to": 2, "count": 1, "player": "level 1" }),
        json!({ "kind": "self-play", "game": "connect-four", "games": 1, "player": "level 11" }),
        json!({ "kind": "tablebase", "game": "connect-four" }),
        json!({ "kind": "tablebase", "game": "morris", "men": 5 }),
    ] {
        assert_eq!(service.post("/api/v1/jobs", None, order.clone()).await.refusal(), 400, "{order}");
    }
    assert_eq!(service.get("/api/v1/databases/positions?after=xyz").await.refusal(), 400);
    assert_eq!(service.get("/api/v1/databases/export?format=xls").await.refusal(), 400);
    assert_eq!(service.get("/api/v1/databases/export?format=v2").await.refusal(), 400);
    assert_eq!(service.get("/api/v1/databases/export?format=v2&table=14_table_43_45.txt").await.refusal(), 400);
    assert_eq!(service.get("/api/v1/databases/export?format=v1&game=morris").await.refusal(), 400);
    assert_eq!(service.get("/api/v1/databases/export?format=v1&table=00_table_1_3.txt").await.refusal(), 400);
    assert_eq!(service.post("/api/v1/jobs/7/stop", None, json!({})).await.refusal(), 404);
}

#[tokio::test]
async fn files_of_older_programs_are_imported_whole_and_come_back() {
    const IMPORT: &str = "/api/v1/databases/import";
    let limits = Limits { longest_thought: Duration::from_millis(500), ..Limits::local() };
    let service = Service::with(Settings { limits, ..Settings::default() }).await;
    let file = |name: &str, text: &str| json!({ "name": name, "text": text });
    let lines = "7:30786325577728, 0, 12\n30786325577728:7, 6, 12\n";
    let table = file("00_table_1_3.txt", "4432680992897 4 -30 -1\n");
    let torn = service.post(IMPORT, None, json!({ "files": [table, file("data.txt", "7:8")] })).await;
    assert!(torn.text.contains("data.txt, line 1, v1: expected O-bits:X-bits, column, depth"), "{}", torn.text);
    assert_eq!(torn.refusal(), 400);
    for nonsense in [
        json!({}),
        json!({ "files": [] }),
        json!({ "files": [file("a", "b")] }),
        json!({ "files": [file("a", lines)], "format": "v9" }),
        // That O wins in the end from here takes longer than anybody may think.
        json!({ "files": [file("data.txt", "0:0, 0, 42")] }),
    ] {
        assert_eq!(service.post(IMPORT, None, nonsense.clone()).await.refusal(), 400, "{nonsense}");
    }
    assert_eq!(service.get("/api/v1/databases").await.good()["store"]["phases"], json!([]));
    let both = json!({ "files": [table, file("data.txt", lines)] });
    assert_eq!(service.post(IMPORT, None, both.clone()).await.good(), json!({ "read": 3, "saved": 2 }));
    assert_eq!(service.get("/api/v1/databases/export?format=v1").await.text, lines);
    let first = service.get("/api/v1/databases/export?format=v2&table=00_table_1_3.txt").await.text;
    assert_eq!(first, "4432680992897 4 -30 -1\n");
    let values = json!({ "files": [file("mine.txt", "10200547355 15900")], "format": "v3" });
    service.post(IMPORT, None, values).await.good();
    assert_eq!(service.get("/api/v1/databases/export?format=v3").await.text, "10200547355 15900\n");
    let secret = Settings { operators: Operators::Holders("secret".to_owned()), ..Settings::default() };
    assert_eq!(Service::with(secret).await.post(IMPORT, None, both).await.refusal(), 401);
}

#[tokio::test]
async fn only_the_operator_starts_jobs_and_empties_databases() {
    let secret = Settings { operators: Operators::Holders("secret".to_owned()), ..Settings::default() };
    let service = Service::with(secret).await;
    assert_eq!(service.get("/api/v1/databases").await.good()["operator"], "token");
    assert_eq!(service.post("/api/v1/jobs", None, seeding(1)).await.refusal(), 401);
    assert_eq!(service.post("/api/v1/jobs", Some("guess"), seeding(1)).await.refusal(), 401);
    assert_eq!(service.delete("/api/v1/databases/positions", Some("guess")).await.refusal(), 401);
    service.post("/api/v1/jobs", Some("secret"), seeding(1)).await.good();
    eventually(&service, |job| job["state"] == "done").await;
    let closed = Service::with(Settings { operators: Operators::Nobody, ..Settings::default() }).await;
    assert_eq!(closed.post("/api/v1/jobs", Some("secret"), seeding(1)).await.refusal(), 403);
    assert_eq!(closed.delete("/api/v1/databases/positions", None).await.refusal(), 403);
}
