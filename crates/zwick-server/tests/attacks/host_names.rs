//! Another site gives its own name the address of this server: to a browser its page is then the server's own.

use axum::body::Body;
use axum::http::{Request, header};
use zwick_server::{Hosts, Settings};

use crate::service::Service;

const MISDIRECTED: u16 = 421;

async fn status(service: &Service, host: &str) -> u16 {
    let request = Request::get("/api/v1/games").header(header::HOST, host).body(Body::empty()).unwrap();
    service.send(request).await.status.as_u16()
}

#[tokio::test]
async fn a_local_server_answers_to_the_names_of_its_machine_only() {
    let service = Service::new().await;
    for host in ["localhost:7070", "LocalHost", "127.0.0.1:7070", "127.8.9.1", "[::1]:7070"] {
        assert_eq!(status(&service, host).await, 200, "{host}");
    }
    for host in
        ["evil.example:7070", "localhost.evil.example", "127.0.0.1.evil.example", "192.168.1.5:7070", "", ":7070"]
    {
        assert_eq!(status(&service, host).await, MISDIRECTED, "{host:?}");
    }
}

#[tokio::test]
async fn a_public_server_with_names_answers_to_these_only() {
    let names = vec!["zwick.example.org".parse().unwrap(), "10.0.0.11".parse().unwrap()];
    let hosts = Hosts::Only { names, local: false };
    let service = Service::with(Settings { hosts, ..Settings::default() }).await;
    for host in ["zwick.example.org", "ZWICK.example.org:443", "zwick.example.org.", "10.0.0.11:7070"] {
        assert_eq!(status(&service, host).await, 200, "{host}");
    }
    for host in ["evil.example", "evil.zwick.example.org", "localhost", "127.0.0.1:7070"] {
        assert_eq!(status(&service, host).await, MISDIRECTED, "{host}");
    }
    let any = Service::with(Settings { hosts: Hosts::Any, ..Settings::default() }).await;
    assert_eq!(status(&any, "evil.example").await, 200, "without a list every name will do");
}

/// The target of a request may name the host too, and a request may name none or two.
#[tokio::test]
async fn a_request_that_does_not_say_for_which_host_it_is_is_refused() {
    let service = Service::new().await;
    let ask = async |target: &str, hosts: &[&str]| {
        let mut request = Request::get(target);
        for host in hosts {
            request = request.header(header::HOST, *host);
        }
        service.begin_as_it_is(request.body(Body::empty()).unwrap()).await.status().as_u16()
    };
    assert_eq!(ask("http://localhost:7070/api/v1/games", &["localhost:7070"]).await, 200);
    assert_eq!(ask("/api/v1/games", &[]).await, MISDIRECTED);
    assert_eq!(ask("/api/v1/games", &["localhost", "evil.example"]).await, MISDIRECTED);
    assert_eq!(ask("/api/v1/games", &["evil.example", "localhost"]).await, MISDIRECTED);
    assert_eq!(ask("http://evil.example/api/v1/games", &["localhost"]).await, MISDIRECTED);
    assert_eq!(ask("http://localhost/api/v1/games", &["evil.example"]).await, MISDIRECTED);
}
