//! Many who ask for the same rematch at once.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use serde_json::json;

use crate::service::Service;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn rematches_asked_for_at_once_are_one_game() {
    let service = Service::new().await;
    let game = service.game("connect-four").await;
    let ask = |number: usize| {
        let (service, game) = (&service, &game);
        async move {
            let token = if number.is_multiple_of(2) { &game.first } else { &game.second };
            service.post(&game.at("/rematch"), Some(token), json!({})).await.good()["id"].to_string()
        }
    };
    let begun: BTreeSet<String> = join_all((0..16).map(ask)).await.into_iter().collect();
    assert_eq!(begun.len(), 1, "{begun:?}");
    let stock = service.get("/api/v1/databases").await.good();
    assert_eq!(stock["store"]["games"], 2, "no game without a way to it is left");
}
