//! Methods that nobody knows, each a new label of the numbers that stay in memory.

use axum::body::Body;
use axum::http::Request;

use crate::service::Service;

#[tokio::test]
async fn invented_methods_leave_nothing_behind() {
    let service = Service::new().await;
    let lines = async || service.get("/metrics").await.text.lines().count();
    let ask = async |method: String| {
        for path in ["/api/v1/games", "/", "/nowhere", "/api/v1/connect-four/position"] {
            let request = Request::builder().method(method.as_str()).uri(path).body(Body::empty()).unwrap();
            assert!(service.send(request).await.status.is_client_error(), "{method} {path}");
        }
    };
    ask("INVENTED".to_owned()).await;
    // The second time the question for the numbers is among them.
    lines().await;
    let before = lines().await;
    for number in 0..200 {
        ask(format!("INVENTED{number}")).await;
    }
    assert_eq!(lines().await, before);
    assert!(!service.get("/metrics").await.text.contains("INVENTED"));
}
