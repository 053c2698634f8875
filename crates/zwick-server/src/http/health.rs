//! Whether the server and its store work, for proxies and alarms.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tokio::sync::Mutex;
use zwick_db::{Error, Store};

use crate::App;
use crate::http::problem::Problem;

/// The store is written at most this often, however many ask.
const INTERVAL: Duration = Duration::from_secs(1);

/// What an attempt to write into the store said.
type Said = Result<(), Arc<Error>>;

/// The last attempt to write into the store.
#[derive(Default)]
pub(crate) struct Health {
    /// Held while the store is asked: concurrent requests share one answer.
    last: Mutex<Option<(Instant, Said)>>,
}

impl Health {
    async fn check(&self, store: &Store) -> Said {
        let mut last = self.last.lock().await;
        if let Some((when, said)) = &*last
            && when.elapsed() < INTERVAL
        {
            return said.clone();
        }
        // A store whose disk is full can still be read.
        let said = store.check_writing().await.map_err(Arc::new);
        *last = Some((Instant::now(), said.clone()));
        said
    }
}

/// Whether the server answers and its store can be written, and how busy it is. The program's name tells a second start who is there
/// already.
pub(crate) async fn health(State(app): State<Arc<App>>) -> Result<Response, Problem> {
    app.health.check(&app.store).await.map_err(|error| Problem::from(&*error))?;
    let (program, version) = ("zwick", env!("CARGO_PKG_VERSION"));
    let (thinking, waiting) = (app.thinking(), app.waiting());
    let health =
        json!({ "program": program, "version": version, "ok": true, "thinking": thinking, "waiting": waiting });
    Ok(Json(health).into_response())
}
