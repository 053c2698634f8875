//! The description of the interface: as complete as a generated client needs it, and the only thing that is accepted.

use std::collections::BTreeSet;

use axum::http::{Request, header};
use serde_json::{Value, json};

use crate::service::{Service, body_schema, operations, with_body};

fn document() -> Value {
    serde_json::to_value(zwick_server::openapi()).expect("a description")
}

fn is_told(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.trim().is_empty())
}

#[test]
fn operations_answers_and_parameters_are_named_and_described() {
    let document = document();
    assert!(document["info"]["title"].as_str().unwrap().bytes().all(|byte| byte.is_ascii_alphanumeric()));
    let mut ids = BTreeSet::new();
    for (path, method, operation) in operations() {
        let id = operation["operationId"].as_str().unwrap_or_default().to_owned();
        let is_speaking = id.chars().any(char::is_uppercase) && id.chars().all(|letter| letter.is_ascii_alphabetic());
        assert!(is_speaking && id.starts_with(char::is_lowercase), "{method} {path}: {id:?}");
        assert!(ids.insert(id.clone()), "{id} twice");
        assert!(is_told(&operation["summary"]), "{id}");
        for (status, response) in operation["responses"].as_object().unwrap() {
            assert!(is_told(&response["description"]), "{id}: {status}");
        }
        for status in ["4XX", "5XX"] {
            let problem = &operation["responses"][status]["content"]["application/problem+json"]["schema"]["$ref"];
            assert_eq!(problem, "#/components/schemas/ProblemBody", "{id}: {status}");
        }
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            assert!(is_told(&parameter["description"]), "{id}: {}", parameter["name"]);
        }
    }
}

/// The schema that stands at a reference, or the schema itself.
fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let pointer = schema["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
    pointer.map_or(schema, |pointer| document.pointer(pointer).expect("a schema that is there"))
}

#[test]
fn events_have_schemas() {
    let document = document();
    let mut streams = 0;
    for (path, _, operation) in operations() {
        let Some(content) = operation["responses"]["200"]["content"].get("text/event-stream") else { continue };
        streams += 1;
        let schema = resolved(&document, &content["schema"]);
        let events = schema["oneOf"].as_array().cloned().unwrap_or_else(|| vec![schema.clone()]);
        assert!(!events.is_empty());
        for event in events {
            let names = &event["properties"]["event"]["enum"];
            assert!(names[0].is_string(), "{path}: {event}");
            assert!(event["properties"]["data"].is_object(), "{path}: {event}");
        }
    }
    assert_eq!(streams, 5, "analyses, random games, jobs, tables, and games");
}

#[test]
fn every_list_has_the_same_shape() {
    let document = document();
    let mut lists = 0;
    for (path, _, operation) in operations() {
        let answer = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        let schema = resolved(&document, answer);
        assert_ne!(schema["type"], "array", "{path}: a list without pages");
        let names = operation["parameters"].as_array().into_iter().flatten().map(|parameter| &parameter["name"]);
        let names: Vec<&Value> = names.collect();
        let is_paged = names.contains(&&json!("after"));
        assert_eq!(is_paged, names.contains(&&json!("limit")), "{path}");
        let is_page = |schema: &Value| {
            let fields = schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str());
            fields.collect::<Vec<_>>() == ["items", "next"]
        };
        let children = resolved(&document, &schema["properties"]["children"]);
        assert_eq!(is_paged, is_page(schema) || is_page(children), "{path}");
        lists += usize::from(is_paged);
    }
    assert_eq!(lists, 6, "games, records, jobs, scenarios, steps, and the children of a node");
}

#[tokio::test]
async fn lists_are_read_piece_by_piece_without_loss() {
    let service = Service::new().await;
    for _ in 0..5 {
        service.game("morris").await;
    }
    for path in ["/api/v1/games", "/api/v1/scenarios"] {
        let whole = service.get(path).await.good();
        assert_eq!(whole["next"], Value::Null);
        let (mut pieces, mut after) = (Vec::new(), String::new());
        loop {
            let page = service.get(&format!("{path}?limit=2{after}")).await.good();
            pieces.extend(page["items"].as_array().unwrap().clone());
            match page["next"].as_str() {
                Some(next) => after = format!("&after={}", next.replace(' ', "%20")),
                None => break,
            }
        }
        assert_eq!(Value::from(pieces), whole["items"], "{path}");
        for query in ["limit=0", "limit=501", "limit=x", "after=nonsense"] {
            assert_eq!(service.get(&format!("{path}?{query}")).await.refusal(), 400, "{path}?{query}");
        }
    }
}

/// A path of the description with all its places filled; `game` is the id of a game that is kept.
fn filled(path: &str, game: &str) -> String {
    let path = path.replace("/games/{id}", &format!("/games/{game}"));
    path.replace("{id}", "1").replace("{game}", "connect-four").replace("{node}", "0")
}

#[tokio::test]
async fn a_parameter_that_no_operation_has_is_refused_by_name() {
    let service = Service::new().await;
    for (path, method, _) in operations() {
        let request = Request::builder().method(method.to_uppercase().as_str());
        let request = request.uri(format!("{}?no%6esense=1", filled(&path, "1")));
        let refused = service.send(with_body(request, None, json!({}))).await;
        assert!(refused.text.contains("nonsense"), "{method} {path}: {refused:?}");
        assert_eq!(refused.refusal(), 400, "{method} {path}");
    }
    // The page is no operation: those who link to it may add what they like.
    assert_eq!(service.get("/?utm_source=newsletter").await.status, 200);
}

#[tokio::test]
async fn a_field_that_no_request_has_is_refused_by_name() {
    let service = Service::new().await;
    let game = service.game("connect-four").await;
    let document = document();
    let mut bodies = 0;
    for (path, method, operation) in operations() {
        let Some(schema) = body_schema(&document, &operation) else { continue };
        bodies += 1;
        let refuse = async |body: Value| {
            let request = Request::builder().method(method.to_uppercase().as_str()).uri(filled(&path, &game.id));
            let refused = service.send(with_body(request, None, body.clone())).await;
            assert!(refused.text.contains("nonsense"), "{method} {path} {body}: {refused:?}");
            assert_eq!(refused.refusal(), 400, "{method} {path} {body}");
        };
        match schema["oneOf"].as_array() {
            // The kind decides which fields there are.
            Some(kinds) => {
                for kind in kinds {
                    refuse(json!({ "kind": kind["properties"]["kind"]["enum"][0], "nonsense": 1 })).await;
                }
            }
            None => refuse(json!({ "nonsense": 1 })).await,
        }
    }
    assert!(bodies >= 12, "{bodies}");
    let within = json!({ "game": "morris", "players": { "first": "person", "second": "person", "nonsense": 1 } });
    let refused = service.post("/api/v1/games", None, within).await;
    assert!(refused.text.contains("nonsense") && refused.headers.contains_key(header::CONTENT_TYPE));
    assert_eq!(refused.refusal(), 400);
}
