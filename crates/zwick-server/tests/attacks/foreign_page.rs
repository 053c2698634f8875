//! Another site's page, open in the browser of someone whom this server answers: it can neither act nor burn.

use axum::body::Body;
use axum::http::request::Builder;
use axum::http::{Request, header};
use serde_json::json;
use zwick_server::{Operators, Settings};

use crate::service::{Service, operations, with_body};

const FORBIDDEN: u16 = 403;
const GUEST: &str = "https://guest.example";

/// What browsers say of a request that another site's page makes.
const FOREIGN: [&[(&str, &str)]; 6] = [
    &[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors"), ("sec-fetch-dest", "image")],
    &[("sec-fetch-site", "same-site"), ("sec-fetch-mode", "cors"), ("origin", "http://localhost:3000")],
    &[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document")],
    &[("origin", "https://evil.example")],
    &[("origin", "http://localhost:7071")],
    &[("origin", "null")],
];

fn with(mut request: Builder, headers: &[(&str, &str)]) -> Builder {
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request
}

fn bare(request: Builder) -> Request<Body> {
    request.body(Body::empty()).unwrap()
}

/// Twelve of these stopped the thinking of a local server for everyone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn images_on_another_sites_page_start_no_thought() {
    let service = Service::new().await;
    let image = || with(Request::get("/api/v1/connect-four:9x6/analysis?position=12345&time=60000"), FOREIGN[0]);
    let images = (0..12).map(|_| service.send(bare(image())));
    for refused in futures_util::future::join_all(images).await {
        assert_eq!(refused.refusal(), FORBIDDEN);
    }
    assert_eq!((service.app.thinking(), service.app.waiting()), (0, 0));
    assert!(service.get("/api/v1/connect-four/analysis").await.status.is_success());
}

#[tokio::test]
async fn another_sites_page_is_refused_at_every_address() {
    let service = Service::new().await;
    let game = service.game("connect-four").await;
    let before = service.get(&game.at("")).await.text;
    for (path, method, _) in operations() {
        let path = path.replace("{id}", &game.id.to_string()).replace("{game}", "connect-four");
        for headers in FOREIGN {
            let request = with(Request::builder().method(method.to_uppercase().as_str()).uri(&path), headers);
            let refused = service.send(with_body(request, Some(&game.first), json!({}))).await;
            assert!(!refused.headers.contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN), "{method} {path} {headers:?}");
            assert_eq!(refused.refusal(), FORBIDDEN, "{method} {path} {headers:?}");
        }
    }
    assert_eq!(service.get(&game.at("")).await.text, before);
}

#[tokio::test]
async fn our_own_page_and_other_programs_are_answered() {
    let service = Service::new().await;
    let own: [&[(&str, &str)]; 5] = [
        &[],
        &[("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "cors"), ("origin", "http://localhost:7070")],
        &[("sec-fetch-site", "none"), ("sec-fetch-mode", "navigate")],
        &[("origin", "http://localhost:7070")],
        &[("origin", "HTTP://LOCALHOST:7070")],
    ];
    for headers in own {
        let begun = with_body(with(Request::post("/api/v1/games"), headers), None, json!({ "game": "morris" }));
        assert_eq!(service.send(begun).await.status, 201, "{headers:?}");
    }
    // Behind a proxy the page comes over HTTPS, and neither side names the usual port.
    let public = Service::with(Settings { hosts: zwick_server::Hosts::Any, ..Settings::default() }).await;
    let request = Request::post("/api/v1/games").header(header::HOST, "zwick.example.org");
    let request = request.header(header::ORIGIN, "https://zwick.example.org");
    assert_eq!(public.send(with_body(request, None, json!({ "game": "morris" }))).await.status, 201);
}

/// Somebody clicks on a link in a mail or on another site.
#[tokio::test]
async fn a_link_from_elsewhere_opens_the_page_and_nothing_that_works() {
    let service = Service::new().await;
    let click = async |path: &str, kind: &str| {
        let headers = [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", kind)];
        service.send(bare(with(Request::get(path), &headers))).await.status.as_u16()
    };
    for path in ["/", "/?from=mail", "/api"] {
        assert_eq!(click(path, "document").await, 200, "{path}");
        assert_eq!(click(path, "iframe").await, FORBIDDEN, "{path} in a frame");
    }
    for path in ["/api/v1/connect-four/analysis", "/api/v1/games", "/metrics", "/healthz"] {
        assert_eq!(click(path, "document").await, FORBIDDEN, "{path}");
    }
    let form = with(Request::post("/"), FOREIGN[2]);
    assert_eq!(service.send(bare(form)).await.refusal(), FORBIDDEN);
}

async fn with_guest() -> Service {
    let guests = vec![GUEST.parse().unwrap()];
    Service::with(Settings { guests, operators: Operators::Everyone, ..Settings::default() }).await
}

#[tokio::test]
async fn a_guest_reads_what_anyone_may_read_and_does_nothing() {
    let service = with_guest().await;
    let game = service.game("connect-four").await;
    let before = service.get(&game.at("")).await.text;
    let guest = [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "cors"), ("origin", GUEST)];
    for (path, method, _) in operations() {
        let path = path.replace("{id}", &game.id.to_string()).replace("{game}", "connect-four");
        let request = || with(Request::builder().method(method.to_uppercase().as_str()).uri(&path), &guest);
        let answer = service.send(bare(request())).await;
        if method == "get" {
            assert_ne!(answer.status, FORBIDDEN, "{method} {path}");
            assert_eq!(answer.headers[header::ACCESS_CONTROL_ALLOW_ORIGIN], GUEST, "{method} {path}");
            assert_eq!(answer.headers["cross-origin-resource-policy"], "cross-origin");
            assert!(answer.headers.get_all(header::VARY).iter().any(|varies| varies == "Origin"), "{method} {path}");
            assert!(!answer.headers.contains_key(header::ACCESS_CONTROL_ALLOW_CREDENTIALS), "{method} {path}");
        } else {
            assert_eq!(answer.refusal(), FORBIDDEN, "{method} {path}");
        }
        let token = request().header(header::AUTHORIZATION, format!("Bearer {}", game.first));
        assert_eq!(service.send(bare(token)).await.refusal(), FORBIDDEN, "{method} {path} with a token");
    }
    assert_eq!(service.get(&game.at("")).await.text, before);
    // Without an origin nobody knows which page it is; and nobody else was invited.
    for headers in FOREIGN {
        let request = with(Request::get("/api/v1/games"), headers);
        assert_eq!(service.send(bare(request)).await.refusal(), FORBIDDEN, "{headers:?}");
    }
    let numbers = with(Request::get("/metrics"), &guest);
    assert_eq!(service.send(bare(numbers)).await.refusal(), FORBIDDEN);
}

/// What a browser asks before it sends a request that a plain link or form could not make.
#[tokio::test]
async fn a_guest_is_given_leave_to_read_and_to_nothing_else() {
    let service = with_guest().await;
    let ask = async |origin: &str, method: &str| {
        let request = Request::options("/api/v1/games").header(header::ORIGIN, origin);
        let request = request.header(header::ACCESS_CONTROL_REQUEST_METHOD, method);
        service.send(bare(request.header(header::ACCESS_CONTROL_REQUEST_HEADERS, "authorization"))).await
    };
    let leave = ask(GUEST, "GET").await;
    assert_eq!(
        (leave.status.as_u16(), &leave.headers[header::ACCESS_CONTROL_ALLOW_METHODS]),
        (204, &"GET, HEAD".parse().unwrap())
    );
    assert_eq!(leave.headers[header::ACCESS_CONTROL_ALLOW_ORIGIN], GUEST);
    assert_eq!(leave.headers[header::ACCESS_CONTROL_ALLOW_HEADERS], "last-event-id", "a token is not among them");
    for method in ["POST", "PUT", "DELETE", "PATCH"] {
        assert_eq!(ask(GUEST, method).await.refusal(), FORBIDDEN, "{method}");
    }
    let refused = ask("https://evil.example", "GET").await;
    assert!(!refused.headers.contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN));
    assert_eq!(refused.refusal(), FORBIDDEN);
}
