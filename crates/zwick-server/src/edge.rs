//! What every request meets first and every answer last: limits, names, headers, and the clock.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::App;
use crate::problem::Problem;

/// Nothing comes from elsewhere, nothing is written inline, and nobody puts the page into a frame.
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

pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let mut response = match admit(&app, &request, started) {
        Ok(()) => match tokio::time::timeout(app.settings.longest_answer, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Problem::TooSlow.into_response(),
        },
        Err(problem) => problem.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    // Answers change, or are secret; what may be kept says so itself.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn admit(app: &App, request: &Request, now: Instant) -> Result<(), Problem> {
    if let (Some(rates), Some(address)) = (&app.rates, address_of(app, request))
        && !rates.allow(address, now)
    {
        return Err(Problem::TooMany);
    }
    if app.settings.only_local_names && !has_local_name(request) {
        return Err(Problem::Forbidden("expected the name localhost or an address of this machine".to_owned()));
    }
    Ok(())
}

/// Whose request it is: of whoever is connected, unless a proxy is and says for whom.
fn address_of(app: &App, request: &Request) -> Option<IpAddr> {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip());
    let told = request.headers().get("x-real-ip").and_then(|value| value.to_str().ok()?.parse().ok());
    told.filter(|_| app.settings.is_behind_proxy).or(peer)
}

/// Whether the request is for a name that always means this machine. A page of someone else can give its own name our address, but
/// not ours to itself.
fn has_local_name(request: &Request) -> bool {
    let Some(host) = request.headers().get(header::HOST) else { return true };
    let Ok(host) = host.to_str() else { return false };
    let without_port = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !port.is_empty() => name,
        _ => host,
    };
    let address = without_port.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    without_port.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

/// A handler that panics is our fault, and one request's misfortune.
#[allow(clippy::needless_pass_by_value, reason = "the layer that catches panics hands it over")]
pub(crate) fn panicked(cause: Box<dyn std::any::Any + Send>) -> Response {
    let cause = cause.downcast_ref::<&str>().map(|text| (*text).to_owned()).or_else(|| cause.downcast_ref().cloned());
    Problem::Internal(cause.unwrap_or_else(|| "a panic".to_owned())).into_response()
}
