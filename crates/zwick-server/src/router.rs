//! All addresses, and the document that describes them.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::trace::TraceLayer;
use utoipa::OpenApi as _;
use utoipa::ToSchema as _;
use utoipa::openapi::path::Operation;
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::schema::ArrayItems;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Content, OpenApi, PathItem, Ref, RefOr, Schema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::games::{agree, begin, events, game, list, ownership, play, present, report};
use crate::http::known::{Known, only_known};
use crate::http::limits::LONGEST_BODY;
use crate::http::paging::refer_to_entries;
use crate::http::problem::ProblemBody;
use crate::http::request::{no_such_address, no_such_method};
use crate::http::{api_page, edge, health, meters, page};
use crate::knowledge::{export, import, records, solving, stock, tables};
use crate::lab::{playouts, scenarios, traces};
use crate::positions::{analysis, choice, explanation, offered, perfect, symmetry, universal};
use crate::{App, jobs};

/// Connect Four and Nine Men's Morris: exact values of positions, and games that are kept.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(title = "Zwickmuehle", description = "Zwickmühle: Connect Four and Nine Men's Morris: exact values of positions, and games that are kept."),
    components(schemas(ProblemBody)),
    tags(
        (name = "positions", description = "What positions are and what they are worth. Nothing is kept."),
        (name = "lab", description = "How the machine thinks: searches with every step, random games, scenarios."),
        (name = "games", description = "Games that are kept: begun, read, watched."),
        (name = "databases", description = "What is known and where from; long work that adds to it."),
        (name = "play", description = "Changes of a game, with the token of a side."),
    )
)]
struct Description;

/// What any operation may answer instead, beside what it says itself.
const REFUSALS: [(&str, &str); 2] = [
    ("4XX", "The request cannot be done as it is; the body says what was expected and what was found."),
    ("5XX", "The server cannot do it now; `Retry-After` says when to come again, unless it failed."),
];

fn described() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(offered::offered))
        .routes(routes!(analysis::position))
        .routes(routes!(analysis::analysis))
        .routes(routes!(analysis::analysis_stream))
        .routes(routes!(choice::choose))
        .routes(routes!(perfect::perfect))
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
        .routes(routes!(stock::databases))
        .routes(routes!(records::records, records::forget))
        .routes(routes!(export::export))
        .routes(routes!(import::import))
        .routes(routes!(tables::needed))
        .routes(routes!(solving::solving))
        .routes(routes!(solving::events))
        .routes(routes!(tables::longest))
        .routes(routes!(jobs::list, jobs::create))
        .routes(routes!(jobs::events))
        .routes(routes!(jobs::remove))
        .routes(routes!(jobs::stop))
        .routes(routes!(jobs::resume))
        .routes(routes!(universal::positions))
        .routes(routes!(list::list, begin::create))
        .routes(routes!(game::read, ownership::delete))
        .routes(routes!(ownership::set_listed))
        .routes(routes!(game::text))
        .routes(routes!(report::report))
        .routes(routes!(events::events))
        .routes(routes!(play::play))
        .routes(routes!(play::computer_move))
        .routes(routes!(agree::undo))
        .routes(routes!(play::redo))
        .routes(routes!(play::set_players))
        .routes(routes!(play::resign))
        .routes(routes!(agree::draw))
        .routes(routes!(agree::lesson))
        .routes(routes!(agree::refuse))
        .routes(routes!(present::say))
        .routes(routes!(present::set_name))
        .routes(routes!(play::share))
        .routes(routes!(agree::rematch, agree::next_seat))
        .routes(routes!(play::renew_token))
}

/// The description of the interface, as it is served at `/api/openapi.json`.
pub fn openapi() -> OpenApi {
    split().1
}

fn split() -> (Router<Arc<App>>, OpenApi) {
    let (router, mut document) = described().split_for_parts();
    let bearer = |what| HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(what)).build();
    let components = document.components.get_or_insert_default();
    components.add_security_scheme("token", SecurityScheme::Http(bearer("The secret of a side.")));
    components.add_security_scheme("operator", SecurityScheme::Http(bearer("The secret of the operator.")));
    refer_to_entries(&mut components.schemas);
    let sent: BTreeSet<String> =
        document.paths.paths.values_mut().flat_map(operations).filter_map(sent_schema).collect();
    let answered = components.schemas.iter_mut().filter(|(name, _)| !sent.contains(*name));
    answered.for_each(|(_, schema)| require_all(schema));
    for operation in document.paths.paths.values_mut().flat_map(operations) {
        for (status, description) in REFUSALS {
            let problem = Content::builder().schema(Some(Ref::from_schema_name(ProblemBody::name()))).build();
            let refusal = ResponseBuilder::new().description(description).content("application/problem+json", problem);
            operation.responses.responses.insert(status.to_owned(), refusal.build().into());
        }
    }
    (router, document)
}

/// The schema of the body that is sent to an operation; fields of that may be left out.
fn sent_schema(operation: &mut Operation) -> Option<String> {
    let RefOr::T(body) = operation.request_body.as_ref()? else { return None };
    let RefOr::T(content) = body.content.get("application/json")? else { return None };
    match content.schema.as_ref()? {
        RefOr::Ref(reference) => reference.ref_location.rsplit('/').next().map(str::to_owned),
        RefOr::T(_) => None,
    }
}

/// Answers have all their fields, even if there is nothing in them.
fn require_all(schema: &mut RefOr<Schema>) {
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => {
            object.required = object.properties.keys().cloned().collect();
            object.properties.values_mut().for_each(require_all);
        }
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                require_all(items);
            }
        }
        Schema::OneOf(one) => one.items.iter_mut().for_each(require_all),
        Schema::AllOf(all) => all.items.iter_mut().for_each(require_all),
        _ => {}
    }
}

fn operations(path: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, put, post, delete, .. } = path;
    [get, put, post, delete].into_iter().flatten()
}

/// Whether an answer is JSON in one piece.
fn is_json(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json")
}

/// The whole service of a server.
pub fn router(app: Arc<App>) -> Router {
    let (router, document) = split();
    let json = Bytes::from(document.to_json().expect("a description can be written"));
    let readable = Bytes::from(api_page::render(&document));
    let kind = |kind| [(header::CONTENT_TYPE, HeaderValue::from_static(kind))];
    router
        .route_layer(from_fn_with_state(Arc::new(Known::of(&document)), only_known))
        .route("/api/openapi.json", get(move || async move { (kind("application/json"), json.clone()) }))
        .route("/api", get(move || async move { (kind("text/html; charset=utf-8"), readable.clone()) }))
        .route("/api/style.css", get(api_page::style))
        .route("/healthz", get(health::health))
        .route("/metrics", get(meters::show))
        .route("/", get(page::index))
        .route("/assets/{version}/{*path}", get(page::asset))
        .fallback(no_such_address)
        .method_not_allowed_fallback(no_such_method)
        .route_layer(from_fn(meters::count))
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        // Files of the page are compressed already; streams and downloads leave in pieces, as they are made.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(is_json))
        .layer(CatchPanicLayer::custom(edge::panicked))
        .layer(from_fn_with_state(Arc::clone(&app), edge::guard))
        // Problems are logged where they are answered, each as loudly as it deserves.
        .layer(TraceLayer::new_for_http().on_failure(()))
        .with_state(app)
}
