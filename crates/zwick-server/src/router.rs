//! All addresses, and the document that describes them.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderValue, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::trace::TraceLayer;
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::problem::Problem;
use crate::request::{no_such_address, no_such_method};
use crate::{
    App, LONGEST_BODY, analysis, api_page, databases, edge, events, explanation, games, jobs, meters, offered, page,
    play, playouts, report, scenarios, symmetry, traces, universal,
};

/// Connect Four and Nine Men's Morris: exact values of positions, and games that are kept.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(title = "Zwickmühle", description = "Connect Four and Nine Men's Morris: exact values of positions, and games that are kept."),
    tags(
        (name = "positions", description = "What positions are and what they are worth. Nothing is kept."),
        (name = "lab", description = "How the machine thinks: searches with every step, random games, scenarios."),
        (name = "games", description = "Games that are kept: begun, read, watched."),
        (name = "databases", description = "What is known and where from; long work that adds to it."),
        (name = "play", description = "Changes of a game, with the token of a side."),
    )
)]
struct Description;

fn described() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(offered::offered))
        .routes(routes!(analysis::position))
        .routes(routes!(analysis::analysis))
        .routes(routes!(analysis::analysis_stream))
        .routes(routes!(analysis::choose))
        .routes(routes!(explanation::explanation))
        .routes(routes!(symmetry::symmetry))
        .routes(routes!(playouts::stream))
        .routes(routes!(scenarios::list))
        .routes(routes!(scenarios::run))
        .routes(routes!(traces::create))
        .routes(routes!(traces::read, traces::remove))
        .routes(routes!(traces::stop))
        .routes(routes!(traces::node))
        .routes(routes!(traces::steps))
        .routes(routes!(traces::protocol))
        .routes(routes!(databases::databases))
        .routes(routes!(databases::records, databases::forget))
        .routes(routes!(databases::export))
        .routes(routes!(databases::needed))
        .routes(routes!(databases::longest))
        .routes(routes!(jobs::list, jobs::create))
        .routes(routes!(jobs::events))
        .routes(routes!(jobs::remove))
        .routes(routes!(jobs::stop))
        .routes(routes!(jobs::resume))
        .routes(routes!(universal::positions))
        .routes(routes!(games::list, games::create))
        .routes(routes!(games::read))
        .routes(routes!(games::text))
        .routes(routes!(report::report))
        .routes(routes!(events::events))
        .routes(routes!(play::play))
        .routes(routes!(play::computer_move))
        .routes(routes!(play::undo))
        .routes(routes!(play::redo))
        .routes(routes!(play::set_players))
        .routes(routes!(play::resign))
        .routes(routes!(play::share))
        .routes(routes!(play::rematch, play::next_seat))
        .routes(routes!(play::renew_token))
}

/// The description of the interface, as it is served at `/api/openapi.json`.
pub fn openapi() -> OpenApi {
    split().1
}

fn split() -> (Router<Arc<App>>, OpenApi) {
    let (router, mut document) = described().split_for_parts();
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some("The secret of a side.")).build();
    document.components.get_or_insert_default().add_security_scheme("token", SecurityScheme::Http(bearer));
    (router, document)
}

/// The whole service of a server.
pub fn router(app: Arc<App>) -> Router {
    let (router, document) = split();
    let json = document.to_json().expect("a description can be written");
    let readable = api_page::render(&document);
    let kind = |kind| [(header::CONTENT_TYPE, HeaderValue::from_static(kind))];
    router
        .route("/api/openapi.json", get(move || async move { (kind("application/json"), json.clone()) }))
        .route("/api", get(move || async move { (kind("text/html; charset=utf-8"), readable.clone()) }))
        .route("/api/style.css", get(api_page::style))
        .route("/healthz", get(health))
        .route("/metrics", get(meters::show))
        .route("/", get(page::index))
        .route("/assets/{*name}", get(page::asset))
        .fallback(no_such_address)
        .method_not_allowed_fallback(no_such_method)
        .route_layer(from_fn(meters::count))
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(CatchPanicLayer::custom(edge::panicked))
        .layer(from_fn_with_state(Arc::clone(&app), edge::guard))
        // Problems are logged where they are answered, each as loudly as it deserves.
        .layer(TraceLayer::new_for_http().on_failure(()))
        .with_state(app)
}

/// Whether the server and its store answer, and how busy it is. The program's name tells a second start who is there already.
async fn health(State(app): State<Arc<App>>) -> Result<Response, Problem> {
    app.store.games(&zwick_db::Filter { limit: Some(1), ..zwick_db::Filter::default() }).await?;
    let (program, version) = ("zwick", env!("CARGO_PKG_VERSION"));
    let (thinking, waiting) = (app.thinking(), app.waiting());
    let health =
        json!({ "program": program, "version": version, "ok": true, "thinking": thinking, "waiting": waiting });
    Ok(Json(health).into_response())
}
