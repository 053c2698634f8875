//! Nonsense for every address of the description: a 4xx with a reason, never a 5xx, never a hang.

use axum::body::Body;
use axum::http::{HeaderName, Request, header};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

use crate::page::folder_of_the_page;
use crate::service::{Answer, Service, body_schema, operations};

/// Requests for each operation.
const CASES: u32 = 48;

/// Words that get past some of the checks.
const WORDS: [&str; 24] = [
    "",
    "4435",
    "44444444",
    "d6 f4",
    "d6xa1",
    "7/7/7/7/3O3/2XXO2 X",
    "8/8/8 W 9 9",
    "connect-four",
    "connect-four:99x99",
    "level 5",
    "level 11",
    "person",
    "random",
    "alpha-beta:depth=-1",
    "mcts:playouts=1,playouts=2",
    "-1",
    "0",
    "1",
    "9223372036854775807",
    "18446744073709551616",
    "1e999",
    "NaN",
    "null",
    "[Game \"morris\"]\n\n1. d6 *",
];

fn text() -> BoxedStrategy<String> {
    prop_oneof![select(WORDS.as_slice()).prop_map(str::to_owned), any::<String>(), "[ -~]{0,12}"].boxed()
}

fn anything() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0..20u64).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            btree_map(text(), inner, 0..4).prop_map(|map| json!(map)),
        ]
    })
    .boxed()
}

/// A value for a parameter of this name. Times are short or wrong, so that no sensible request among the others takes long.
fn value_of(name: &str) -> BoxedStrategy<Value> {
    match name {
        "time" => {
            prop_oneof![(1..20u64).prop_map(Value::from), Just(json!(0)), Just(json!(60_001)), Just(json!("x"))].boxed()
        }
        _ => prop_oneof![3 => text().prop_map(Value::from), 1 => anything()].boxed(),
    }
}

fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Every byte as `%XX`: nothing is lost on the way.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

/// A name in the path: one that exists, or nonsense, also such that is no UTF-8.
fn segment(name: &str) -> BoxedStrategy<String> {
    let known = match name {
        // Replaced by the number of a game that is there.
        "id" => vec!["ID", "ID", "0", "-1", "99999999999999999999"],
        _ => vec!["connect-four", "connect-four", "connect-four:4x4", "connect-four:3x3", "chess", "%ff%fe"],
    };
    prop_oneof![4 => select(known).prop_map(str::to_owned), 1 => text().prop_map(|text| encoded(&text))].boxed()
}

/// A request for an operation; `ID` and `TOKEN` are filled in when it is sent.
#[derive(Debug, Clone)]
struct Wish {
    segments: Vec<(String, String)>,
    query: Vec<(String, Value)>,
    authorization: Option<String>,
    last_event: Option<String>,
    content_type: Option<&'static str>,
    body: Vec<u8>,
}

fn names(operation: &Value, place: &str) -> Vec<String> {
    let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
    let placed = parameters.into_iter().filter(|parameter| parameter["in"] == place);
    placed.map(|parameter| parameter["name"].as_str().expect("a name").to_owned()).collect()
}

/// The fields of the body of a request, if it has one.
fn fields(document: &Value, operation: &Value) -> Vec<String> {
    let Some(schema) = body_schema(document, operation) else { return Vec::new() };
    let mut found = Vec::new();
    collect_fields(&schema, &mut found);
    assert!(!found.is_empty());
    found
}

/// The fields of a schema, and of all its variants if it has some.
fn collect_fields(schema: &Value, found: &mut Vec<String>) {
    let properties = schema["properties"].as_object().into_iter().flatten();
    for name in properties.map(|(name, _)| name) {
        if !found.contains(name) {
            found.push(name.clone());
        }
    }
    for variants in ["oneOf", "allOf"] {
        schema[variants].as_array().into_iter().flatten().for_each(|variant| collect_fields(variant, found));
    }
}

fn body_of(fields: Vec<String>) -> BoxedStrategy<Vec<u8>> {
    let optional = |name: String| {
        // A time is always given: left out, it would be the usual one.
        let value =
            if name == "time" { value_of(&name).prop_map(Some).boxed() } else { option::of(value_of(&name)).boxed() };
        value.prop_map(move |value| (name.clone(), value))
    };
    let object = fields.into_iter().map(optional).collect::<Vec<_>>().prop_map(|fields| {
        let given = fields.into_iter().filter_map(|(name, value)| Some((name, value?)));
        Value::Object(given.collect()).to_string().into_bytes()
    });
    prop_oneof![6 => object, 1 => anything().prop_map(|value| value.to_string().into_bytes()), 1 => vec(any::<u8>(), 0..60)].boxed()
}

fn wish(document: &Value, operation: &Value) -> BoxedStrategy<Wish> {
    let segments =
        names(operation, "path").into_iter().map(|name| segment(&name).prop_map(move |value| (name.clone(), value)));
    let query =
        names(operation, "query").into_iter().map(|name| value_of(&name).prop_map(move |value| (name.clone(), value)));
    let authorization = option::of(prop_oneof![3 => Just("Bearer TOKEN".to_owned()), 1 => "[!-~]{0,8} ?[!-~]{0,40}"]);
    let content_type =
        prop_oneof![9 => Just(Some("application/json")), 1 => select(vec![None, Some("text/plain"), Some("a;b")])];
    let parts = (
        segments.collect::<Vec<_>>(),
        query.collect::<Vec<_>>(),
        authorization,
        option::of("[ -~]{0,20}"),
        content_type,
        body_of(fields(document, operation)),
    );
    let made = parts.prop_map(|(segments, query, authorization, last_event, content_type, body)| Wish {
        segments,
        query,
        authorization,
        last_event,
        content_type,
        body,
    });
    made.boxed()
}

async fn send(service: &Service, path: &str, method: &str, wish: &Wish) -> Answer {
    let game = service.game("connect-four").await;
    let mut uri = path.to_owned();
    for (name, value) in &wish.segments {
        uri = uri.replace(&format!("{{{name}}}"), &value.replace("ID", &game.id.to_string()));
    }
    let query = wish.query.iter().map(|(name, value)| format!("{name}={}", encoded(&written(value))));
    let uri = format!("{uri}?{}", query.collect::<Vec<_>>().join("&"));
    let mut request = Request::builder().method(method.to_uppercase().as_str()).uri(uri);
    let headers = [
        (header::AUTHORIZATION, wish.authorization.as_ref().map(|value| value.replace("TOKEN", &game.first))),
        (HeaderName::from_static("last-event-id"), wish.last_event.clone()),
        (header::CONTENT_TYPE, wish.content_type.map(str::to_owned)),
    ];
    for (name, value) in headers {
        if let Some(value) = value {
            request = request.header(name, value);
        }
    }
    service.send(request.body(Body::from(wish.body.clone())).expect("a request")).await
}

#[test]
fn nonsense_at_any_address_is_refused_with_a_reason() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let service = runtime.block_on(Service::new());
    let document = serde_json::to_value(zwick_server::openapi()).expect("a description");
    for (path, method, operation) in operations() {
        let mut runner = TestRunner::new(Config { cases: CASES, failure_persistence: None, ..Config::default() });
        let outcome = runner.run(&wish(&document, &operation), |wish| {
            let answer = runtime.block_on(send(&service, &path, &method, &wish));
            // What happens to make sense is answered.
            if !answer.status.is_success() {
                let status = answer.refusal();
                prop_assert!((400..500).contains(&status), "{status}");
            }
            Ok(())
        });
        outcome.unwrap_or_else(|error| panic!("{method} {path}: {error}"));
    }
}

#[tokio::test]
async fn no_path_leads_out_of_a_folder_of_the_page() {
    let service = Service::new().await;
    let folder = folder_of_the_page(&service).await;
    assert_eq!(service.get(&format!("{folder}app/main.js")).await.status, 200);
    let ups = ["..", "%2e%2e", "%2E%2E", ".%2e", "%2e.", "..%2f", "%2e%2e%2f", "app/..", "app/%2e%2e", "app%2f..%2f"];
    for up in ups {
        for file in ["index.html", "Cargo.toml", "../Cargo.toml", "%2e%2e/Cargo.toml", "src/page.rs", "app/main.js"] {
            for path in [format!("/assets/{up}/{file}"), format!("{folder}{up}/{file}")] {
                assert_eq!(service.get(&path).await.refusal(), 404, "{path}");
            }
        }
    }
    for path in ["./index.html", "/index.html", "index.html", "app//main.js", "%2fetc%2fpasswd", "texts/en/app.js"] {
        for path in [format!("/assets/{path}"), format!("{folder}{path}")] {
            assert_eq!(service.get(&path).await.refusal(), 404, "{path}");
        }
    }
}

#[tokio::test]
async fn an_address_or_a_method_that_is_none_is_told_so() {
    let service = Service::new().await;
    for path in ["/nowhere", "/api/v2/games", "/assets/none.js", "/assets/app", "/assets/app/main.js", "/%ff"] {
        assert_eq!(service.get(path).await.refusal(), 404, "{path}");
    }
    for (path, method, _) in operations() {
        let request = Request::patch(path.replace("{id}", "1").replace("{game}", "morris"));
        let refused = service.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(refused.refusal(), 405, "PATCH in place of {method} {path}");
    }
}
