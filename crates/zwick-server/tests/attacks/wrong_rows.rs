//! Texts and rows that one kind of database cannot bear: what they cost is a refusal, or their own line of a list.
//!
//! On PostgreSQL, at the address in `ZWICK_TEST_POSTGRES`; the texts on SQLite too.

use std::io::Write;

use serde_json::json;
use sqlx::{Connection, PgConnection};
use zwick_server::Settings;

use crate::service::Service;

/// A new database on the server of the tests; none without one, which is told.
async fn database() -> Option<String> {
    let Ok(server) = std::env::var("ZWICK_TEST_POSTGRES") else {
        // Past the capture of tests: nobody shall believe that this was tested.
        let _ = writeln!(std::io::stderr().lock(), "SKIPPED on PostgreSQL: ZWICK_TEST_POSTGRES tells no server");
        return None;
    };
    let name = format!("attack_{}_{}", std::process::id(), fastrand::u32(..));
    let mut connection = PgConnection::connect(&server).await.expect("the server answers");
    let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
    sqlx::raw_sql(create).execute(&mut connection).await.expect("a new database");
    let (base, _) = server.rsplit_once('/').expect("an address with a database");
    Some(format!("{base}/{name}"))
}

async fn refuse_nul(service: &Service) {
    let text = "[Game \"connect-four\"]\n[First \"An\0na\"]\n\n1. 4 *\n";
    assert_eq!(service.post("/api/v1/games", None, json!({ "import": text })).await.refusal(), 400);
    let text = "[Game \"connect-four\"]\n\n1. 4 {a\0b} *\n";
    assert_eq!(service.post("/api/v1/games", None, json!({ "import": text })).await.refusal(), 400);
    assert_eq!(service.get("/api/v1/games?player=An%00na").await.refusal(), 400);
    assert_eq!(service.get("/api/v1/games").await.status, 200);
}

#[tokio::test]
async fn nul_in_a_text_is_refused_on_both_databases() {
    refuse_nul(&Service::new().await).await;
    if let Some(address) = database().await {
        refuse_nul(&Service::over(&address, None, Settings::default()).await).await;
    }
}

#[tokio::test]
async fn one_bad_job_does_not_break_the_list_and_can_be_cancelled() {
    let Some(address) = database().await else { return };
    let service = Service::over(&address, None, Settings::default()).await;
    let study = json!({ "kind": "analysis", "game": "connect-four", "position": "4435" });
    let good = service.post("/api/v1/jobs", None, study).await.good();
    let mut connection = PgConnection::connect(&address).await.expect("the server answers");
    let meddle = "SET search_path = zwick; \
         INSERT INTO jobs (work, wanted, state, created, begun) VALUES ('polish the board', 1, 'running', 0, 0); \
         SET session_replication_role = replica; \
         INSERT INTO jobs (work, wanted, state, created, begun) VALUES ('book connect-four 4', 1, 'running', 0, 0)";
    sqlx::raw_sql(meddle).execute(&mut connection).await.expect("valid SQL");

    let jobs = service.get("/api/v1/jobs").await.good();
    let jobs = jobs["items"].as_array().expect("a list");
    assert_eq!(jobs.len(), 3, "{jobs:?}");
    assert_eq!((&jobs[0]["id"], &jobs[0]["state"]), (&good["id"], &json!("running")));
    for (job, says) in jobs[1..].iter().zip(["polish the board", "wrong checksum"]) {
        assert_eq!((&job["state"], &job["settings"]["kind"]), (&json!("failed"), &json!("unreadable")), "{job}");
        assert!(job["problem"].as_str().is_some_and(|problem| problem.contains(says)), "{job}");
        let path = format!("/api/v1/jobs/{}", job["id"]);
        assert_eq!(service.post(&format!("{path}/resume"), None, json!({})).await.refusal(), 409);
        assert_eq!(service.delete(&path, None).await.status, 204);
    }
    assert_eq!(service.get("/api/v1/jobs").await.good()["items"].as_array().map(Vec::len), Some(1));
}
