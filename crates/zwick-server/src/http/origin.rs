//! Which pages may ask: our own everything, others nothing, unless the operator lets them read.
//!
//! A browser sends requests for any page it shows, also for one that only wants this server to think until it can do nothing else. But
//! it says whose page asks: `Sec-Fetch-Site` on every request over HTTPS or to this machine, `Origin` wherever a request could change
//! something. A page can forge neither. Programs that are no browsers send neither, and are not meant here.

use std::net::IpAddr;
use std::str::FromStr;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::Settings;
use crate::http::problem::Problem;

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
/// What a guest may send beside what needs no leave. Never `Authorization`.
const GUESTS_HEADERS: &str = "last-event-id";
const GUESTS_METHODS: &str = "GET, HEAD";
/// Seconds a browser may remember what guests are allowed.
const REMEMBERED: &str = "600";

/// The host names that a server answers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hosts {
    /// Whatever name a request is for.
    Any,
    /// Only these, without ports.
    Only {
        /// Names such as `zwick.example.org`.
        names: Vec<HostName>,
        /// Also the names and addresses that always mean the client's own machine. Another site's page can give its own
        /// name our address, but not one of these names to itself.
        local: bool,
    },
}

/// The name of a host, or its address, without a port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostName(String);

impl FromStr for HostName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_address = text.parse::<IpAddr>().is_ok();
        let is_name =
            !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte));
        if is_address || is_name {
            return Ok(Self(text.trim_end_matches('.').to_ascii_lowercase()));
        }
        Err(format!("expected a name without scheme and port such as zwick.example.org, found {text:?}"))
    }
}

/// Where a page comes from, as a browser writes it: scheme, name, and a port unless it is the usual one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin(String);

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected =
            || format!("expected an origin such as https://example.org or http://localhost:3000, found {text:?}");
        let lower = text.to_ascii_lowercase();
        let authority = without_usual_port(&lower).ok_or_else(expected)?;
        let scheme = lower.split("://").next().ok_or_else(expected)?;
        let (name, port) = split_port(authority);
        let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        if name.parse::<HostName>().is_err() || port.is_some_and(|port| port.parse::<u16>().is_err()) {
            return Err(expected());
        }
        Ok(Self(format!("{scheme}://{authority}")))
    }
}

/// Who sent a request, as far as browsers say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Visitor {
    /// Our own page, a typed address, a link to the page, or a program.
    Ours,
    /// A page of this origin, which may read what anyone may read.
    Guest(HeaderValue),
}

impl Visitor {
    /// # Errors
    /// If the request is for a host that this is not, or of a page that may not ask.
    pub(crate) fn of(settings: &Settings, request: &Request) -> Result<Self, Problem> {
        check_host(&settings.hosts, request)?;
        if !is_foreign(request) || is_visit(request) {
            return Ok(Self::Ours);
        }
        match request.headers().get(header::ORIGIN) {
            Some(origin) if settings.guests.iter().any(|guest| guest.0.as_bytes() == origin.as_bytes()) => {
                check_guest(request)?;
                Ok(Self::Guest(origin.clone()))
            }
            _ => Err(Problem::Forbidden("expected this server's own page, found another site's".to_owned())),
        }
    }

    /// A browser's preflight request for a guest; `None` for any other request.
    pub(crate) fn leave(&self, request: &Request) -> Option<Response> {
        let is_question = request.method() == Method::OPTIONS
            && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
            && matches!(self, Self::Guest(_));
        is_question.then(|| {
            let allowed = [
                (header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(GUESTS_METHODS)),
                (header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(GUESTS_HEADERS)),
                (header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static(REMEMBERED)),
            ];
            (StatusCode::NO_CONTENT, allowed, Body::empty()).into_response()
        })
    }

    /// Lets a guest's page read the answer.
    pub(crate) fn show(self, headers: &mut HeaderMap) {
        if let Self::Guest(origin) = self {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
            headers.append(header::VARY, HeaderValue::from_static("Origin"));
        }
    }
}

fn check_host(hosts: &Hosts, request: &Request) -> Result<(), Problem> {
    let Hosts::Only { names, local } = hosts else { return Ok(()) };
    let found = host_of(request);
    let is_ours = found.as_deref().is_some_and(|host| {
        let (name, _) = split_port(host);
        let name = name.trim_start_matches('[').trim_end_matches(']').trim_end_matches('.');
        let is_local = || name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        names.iter().any(|known| known.0 == name) || (*local && is_local())
    });
    if is_ours { Ok(()) } else { Err(Problem::Misdirected(found)) }
}

/// The host that a request is for, in small letters; none if it names none, or two. The target of a request may name it too, and then
/// counts more than the header: so both must say the same.
fn host_of(request: &Request) -> Option<String> {
    let mut headers = request.headers().get_all(header::HOST).iter();
    let named = headers.next().and_then(|host| host.to_str().ok());
    let targeted = request.uri().authority().map(axum::http::uri::Authority::as_str);
    let host = named?;
    let is_one = headers.next().is_none() && targeted.is_none_or(|target| target.eq_ignore_ascii_case(host));
    is_one.then(|| host.to_ascii_lowercase())
}

/// Whether a browser says that another site's page asks.
fn is_foreign(request: &Request) -> bool {
    let headers = request.headers();
    if let Some(site) = headers.get("sec-fetch-site") {
        return !(site == "same-origin" || site == "none");
    }
    // Older browsers, and any over plain HTTP to another machine, say only this, and only of what could change something.
    let Some(origin) = headers.get(header::ORIGIN) else { return false };
    let (origin, host) = (origin.to_str().unwrap_or("").to_ascii_lowercase(), host_of(request));
    let own = host.as_deref().zip(without_usual_port(&origin)).is_some_and(|(host, authority)| {
        let scheme = origin.split("://").next().unwrap_or("");
        without_usual_port(&format!("{scheme}://{host}")) == Some(authority)
    });
    !own
}

/// Whether someone follows a link to the page, which then asks for all the rest itself. Nothing is computed for it.
fn is_visit(request: &Request) -> bool {
    let header = |name: &str| request.headers().get(name);
    matches!(*request.method(), Method::GET | Method::HEAD)
        && matches!(request.uri().path(), "/" | "/api" | "/api/openapi.json")
        && header("sec-fetch-mode").is_some_and(|mode| mode == "navigate")
        && header("sec-fetch-dest").is_none_or(|destination| destination == "document")
}

/// A guest only reads, and without tokens.
fn check_guest(request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    let asks_to_read = match *request.method() {
        Method::GET | Method::HEAD => true,
        Method::OPTIONS => {
            let method = headers.get(header::ACCESS_CONTROL_REQUEST_METHOD);
            method.is_some_and(|method| method == "GET" || method == "HEAD")
        }
        _ => false,
    };
    if asks_to_read && request.uri().path().starts_with("/api/") && !headers.contains_key(header::AUTHORIZATION) {
        return Ok(());
    }
    Err(Problem::Forbidden("another site's page may only read under /api, and without a token".to_owned()))
}

/// The name and port of an origin, the port only if it is not the usual one of its scheme; none for what is no origin of a page.
fn without_usual_port(origin: &str) -> Option<&str> {
    let (scheme, authority) = origin.split_once("://")?;
    let usual = match scheme {
        "http" => ":80",
        "https" => ":443",
        _ => return None,
    };
    Some(authority.strip_suffix(usual).unwrap_or(authority))
}

/// A name, and its port if it has one.
fn split_port(host: &str) -> (&str, Option<&str>) {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => (name, Some(port)),
        _ => (host, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_read_as_browsers_write_them() {
        for (text, read) in [
            ("https://Example.org", "https://example.org"),
            ("https://example.org:443", "https://example.org"),
            ("http://localhost:3000", "http://localhost:3000"),
            ("http://[::1]:80", "http://[::1]"),
        ] {
            assert_eq!(text.parse(), Ok(Origin(read.to_owned())), "{text}");
        }
        let nonsense = [
            "*",
            "null",
            "",
            "https://",
            "example.org",
            "ftp://example.org",
            "https://example.org/",
            "https://a b",
            "https://example.org:x",
            "https://user@example.org",
            "https://example.org:99999",
        ];
        for text in nonsense {
            assert!(text.parse::<Origin>().is_err_and(|error| error.contains("expected an origin")), "{text}");
        }
    }

    #[test]
    fn names_of_hosts_have_neither_scheme_nor_port() {
        assert_eq!("Zwick.Example.org.".parse(), Ok(HostName("zwick.example.org".to_owned())));
        assert!("::1".parse::<HostName>().is_ok());
        for text in ["", "https://example.org", "example.org:80", "example.org/", "*", "a b"] {
            assert!(text.parse::<HostName>().is_err(), "{text}");
        }
    }
}
