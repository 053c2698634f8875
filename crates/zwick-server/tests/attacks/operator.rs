//! Someone else with an account on the same machine: a local server hears all of them alike, so a secret must keep them out.

use axum::http::{Request, header};
use serde_json::json;
use zwick_server::{Operators, Settings};

use crate::service::{Service, operations, with_body};

const UNAUTHORIZED: u16 = 401;

#[tokio::test]
async fn with_a_secret_nobody_else_on_the_machine_is_the_operator() {
    let operators = Operators::Holders("open sesame".to_owned());
    let service = Service::with(Settings { operators, ..Settings::default() }).await;
    let game = service.game("connect-four").await;
    let seed = json!({ "kind": "seed", "game": "connect-four", "from": 30, "to": 30, "count": 5, "player": "level 1" });
    let mut found = 0;
    for (path, method, operation) in operations() {
        let needs = operation["security"].as_array().into_iter().flatten();
        if !needs.into_iter().any(|scheme| scheme["operator"].is_array()) {
            continue;
        }
        found += 1;
        let ask = async |authorization: Option<&str>, site: Option<&str>| {
            let mut request = Request::builder().method(method.to_uppercase().as_str());
            request = request.uri(path.replace("{id}", "1")).header(header::HOST, "127.0.0.1:7070");
            if let Some(authorization) = authorization {
                request = request.header(header::AUTHORIZATION, authorization);
            }
            if let Some(site) = site {
                request = request.header("sec-fetch-site", site);
            }
            service.send(with_body(request, None, seed.clone())).await
        };
        let token = format!("Bearer {}", game.first);
        let wrong = [None, Some("Bearer "), Some("Bearer open"), Some("Basic b3BlbiBzZXNhbWU="), Some(token.as_str())];
        for authorization in wrong {
            for site in [None, Some("same-origin"), Some("none")] {
                let refused = ask(authorization, site).await;
                assert_eq!(refused.refusal(), UNAUTHORIZED, "{method} {path} {authorization:?} {site:?}");
            }
        }
        assert_ne!(ask(Some("Bearer open sesame"), None).await.status, UNAUTHORIZED, "{method} {path}");
    }
    assert_eq!(found, 6, "begin, stop, resume and forget a job, import into the database, and empty it");
}
