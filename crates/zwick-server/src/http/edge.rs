//! What every request meets first and every answer last: limits, names, headers, and the clock.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::LengthLimitError;

use crate::App;
use crate::http::gate::Need;
use crate::http::limits::{LONGEST_BODY, STORED_BY_A_BYTE, STORED_BY_A_CHANGE};
use crate::http::origin::Visitor;
use crate::http::problem::Problem;
use crate::http::rates::{Rates, whose};

/// Nothing is loaded from other sites, nothing runs inline, and the page cannot be framed.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
     connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// The address a request comes from, as all limits count it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asker(pub(crate) IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for Asker {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().copied().unwrap_or(Self(NO_CONNECTION)))
    }
}

/// Where requests come from that came over no connection.
const NO_CONNECTION: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

pub(crate) async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    // First of all: another site's page uses up nothing, not even how often its reader may ask.
    let (mut response, visitor) = match Visitor::of(&app.settings, &request) {
        Ok(visitor) => {
            request.extensions_mut().insert(visitor.clone());
            (answer(&app, &visitor, request, next).await.unwrap_or_else(IntoResponse::into_response), visitor)
        }
        Err(problem) => (problem.into_response(), Visitor::Ours),
    };
    let headers = response.headers_mut();
    visitor.show(headers);
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    // Answers change, or are secret; what may be kept says so itself.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Answers a request if its address may ask. The body is read first, so that a slow sender holds nothing but a connection.
async fn answer(app: &App, visitor: &Visitor, mut request: Request, next: Next) -> Result<Response, Problem> {
    let limits = &app.settings.limits;
    let address = address_of(app, &request);
    request.extensions_mut().insert(Asker(address));
    let is_too_often = |rates: &Rates| !rates.take(address, 1, Need::Usual, Instant::now());
    if app.rates.as_ref().is_some_and(is_too_often) {
        return Err(Problem::TooMany);
    }
    if let Some(leave) = visitor.leave(&request) {
        return Ok(leave);
    }
    let (parts, body) = request.into_parts();
    let whole = tokio::time::timeout(limits.longest_body, to_bytes(body, LONGEST_BODY)).await;
    let body = whole.map_err(|_| Problem::SlowBody)?.map_err(unread)?;
    let need = need_of(&parts.method, parts.uri.path());
    let stored = stored_by(&parts.method, parts.uri.path(), body.len());
    let may_store = |rates: &Rates| rates.take(address, stored, need, Instant::now());
    if stored > 0 && !app.stored.as_ref().is_none_or(may_store) {
        return Err(Problem::StoredEnough);
    }
    let pass = app.requests.enter(address, need).ok_or(Problem::Crowded)?;
    let answered = next.run(Request::from_parts(parts, Body::from(body)));
    tokio::select! {
        answered = tokio::time::timeout(limits.longest_answer, answered) => answered.map_err(|_| Problem::TooSlow),
        () = pass.lost() => Err(Problem::Crowded),
    }
}

/// Why a body could not be read: too long, or the client broke it off.
fn unread(error: axum::Error) -> Problem {
    match error.into_inner().downcast_ref::<LengthLimitError>() {
        Some(_) => Problem::TooLarge { most: LONGEST_BODY },
        None => Problem::Malformed("expected the whole body of the request".to_owned()),
    }
}

/// What must get through when everything else is too much: the question whether the server lives, and moves.
fn need_of(method: &Method, path: &str) -> Need {
    let is_move = || path.starts_with("/api/v1/games/") && (path.ends_with("/moves") || path.ends_with("/computer"));
    if path == "/healthz" || (method == Method::POST && is_move()) { Need::Vital } else { Need::Usual }
}

/// How many bytes a request is taken to store; 0 if it changes no game.
fn stored_by(method: &Method, path: &str, body: usize) -> usize {
    match path.strip_prefix("/api/v1/games") {
        Some(_) if matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) => 0,
        Some("") => STORED_BY_A_CHANGE + STORED_BY_A_BYTE * body,
        Some(rest) if rest.starts_with('/') => STORED_BY_A_CHANGE + body,
        _ => 0,
    }
}

/// The client's address: that of the connection, or the one a trusted proxy names.
fn address_of(app: &App, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip());
    let told = request.headers().get("x-real-ip").and_then(|value| value.to_str().ok()?.parse().ok());
    whose(told.filter(|_| app.settings.is_behind_proxy).or(peer).unwrap_or(NO_CONNECTION))
}

/// A handler that panics is our fault, and one request's misfortune.
#[allow(clippy::needless_pass_by_value, reason = "the layer that catches panics hands it over")]
pub(crate) fn panicked(cause: Box<dyn std::any::Any + Send>) -> Response {
    let cause = cause.downcast_ref::<&str>().map(|text| (*text).to_owned()).or_else(|| cause.downcast_ref().cloned());
    Problem::Internal(cause.unwrap_or_else(|| "a panic".to_owned())).into_response()
}
