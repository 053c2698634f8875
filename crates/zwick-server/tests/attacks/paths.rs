//! What strangers learn about the machine: nothing about where things are.

use axum::body::Body;
use axum::http::{Request, header};
use zwick_server::{Operators, Settings};

use crate::service::Service;

#[tokio::test]
async fn only_the_operator_is_told_where_things_are() {
    let operators = Operators::Holders("secret".to_owned());
    let service = Service::with(Settings { operators, ..Settings::default() }).await;
    let home = std::env::temp_dir().display().to_string();
    for path in ["/api/v1/databases", "/api/v1/jobs", "/healthz", "/metrics", "/api/v1/databases/needs"] {
        let told = service.get(path).await.text;
        assert!(!told.contains(&home), "{path}: {told}");
    }
    let asked = Request::get("/api/v1/databases").header(header::AUTHORIZATION, "Bearer secret");
    let told = service.send(asked.body(Body::empty()).unwrap()).await.good();
    assert!(told["store"]["place"].as_str().unwrap().contains(&home), "{told}");
    assert!(told["tables"]["folder"].as_str().unwrap().contains(&home), "{told}");
}

/// A damaged table is an error whose text names the file.
#[tokio::test]
async fn a_damaged_table_is_told_without_its_place() {
    let operators = Operators::Nobody;
    let service = Service::with(Settings { operators, ..Settings::default() }).await;
    service.damage_tables();
    let told = service.get("/api/v1/databases").await;
    assert!(!told.text.contains(&std::env::temp_dir().display().to_string()), "{told:?}");
    let rules = told.good()["tables"]["rules"].clone();
    let problems = rules.as_array().unwrap().iter().filter(|rules| rules["problem"].is_string()).count();
    assert!(problems > 0, "{rules}");
}
