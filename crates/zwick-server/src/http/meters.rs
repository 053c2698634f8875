//! Metrics for monitoring, in the text format of Prometheus.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use zwick_db::JobState;

use crate::App;

/// Upper ends of the classes of times, in seconds.
const CLASSES: [f64; 10] = [0.000_5, 0.001, 0.002, 0.005, 0.02, 0.1, 0.5, 2.0, 10.0, 60.0];

/// How long the database may take to be asked for numbers.
const PATIENCE: Duration = Duration::from_secs(2);

/// The metrics of this process: one set, made on first use.
pub(crate) struct Meters(&'static PrometheusHandle);

impl Meters {
    pub(crate) fn new() -> Self {
        static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
        Self(HANDLE.get_or_init(|| {
            let builder = PrometheusBuilder::new().set_buckets(&CLASSES).expect("there are classes");
            let recorder = builder.build_recorder();
            let handle = recorder.handle();
            // If this program counts elsewhere, ours stay at zero.
            let _ = metrics::set_global_recorder(recorder);
            describe_counter!("zwick_requests_total", "Requests answered, by address, method and status");
            describe_histogram!("zwick_request_seconds", "Time until the answer began, by address");
            describe_gauge!("zwick_thinking_waiting", "Requests that wait for someone to think");
            describe_gauge!("zwick_watchers", "Open streams of games");
            describe_gauge!("zwick_database_up", "Whether the PostgreSQL server answers");
            describe_gauge!("zwick_worker_threads", "Threads of workers that are alive");
            describe_gauge!("zwick_jobs", "Jobs of workers, by state");
            handle
        }))
    }
}

/// How a method is counted. Clients can invent any number of others, and each label stays in memory.
fn label(method: &Method) -> &'static str {
    const KNOWN: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"];
    KNOWN.into_iter().find(|known| *known == method.as_str()).unwrap_or("other")
}

/// Counts a request and its time.
pub(crate) async fn count(request: Request, next: Next) -> Response {
    let started = Instant::now();
    let method = label(request.method());
    let path = request.extensions().get::<MatchedPath>().map_or("other".to_owned(), |path| path.as_str().to_owned());
    let response = next.run(request).await;
    histogram!("zwick_request_seconds", "path" => path.clone()).record(started.elapsed());
    let status = response.status().as_u16().to_string();
    counter!("zwick_requests_total", "path" => path, "method" => method, "status" => status).increment(1);
    response
}

/// All numbers. Those about workers are read from the store they share; while it is away, the last ones stay.
pub(crate) async fn show(State(app): State<Arc<App>>) -> Response {
    if app.store.is_shared() {
        let read =
            tokio::time::timeout(PATIENCE, async { (app.store.worker_threads().await, app.store.jobs().await) }).await;
        gauge!("zwick_database_up").set(f64::from(matches!(read, Ok((Ok(_), Ok(_))))));
        if let Ok((Ok(workers), Ok(jobs))) = read {
            gauge!("zwick_worker_threads").set(workers as f64);
            for (name, state) in [("running", JobState::Running), ("failed", JobState::Failed)] {
                let number = jobs.iter().filter(|job| job.state == state).count();
                gauge!("zwick_jobs", "state" => name).set(number as f64);
            }
        }
    }
    gauge!("zwick_thinking_waiting").set(app.waiting() as f64);
    app.meters.0.run_upkeep();
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], app.meters.0.render()).into_response()
}
