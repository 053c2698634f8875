//! The page: its document in the reader's language, and files whose names last, so that a browser fetches each once.
//!
//! A program built for use has the page in it, made by `build.rs`. One built for development makes it from the disk, anew after every
//! change: the same files by the same way.

use std::sync::Arc;
#[cfg(page_built_in)]
use std::sync::LazyLock;
#[cfg(not(page_built_in))]
use std::sync::{Mutex, PoisonError};
#[cfg(not(page_built_in))]
use std::time::SystemTime;

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use zwick_page::{File, Page};

use crate::http::problem::Problem;

/// The language of the page where the reader speaks none that it knows.
const USUAL_LANGUAGE: &str = "en";
/// The cookie with the language that somebody chose.
const CHOSEN_LANGUAGE: &str = "language";
/// A name means the same for ever.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Always ask, so that a newer program brings its own page at once.
const ASK: &str = "no-cache";

pub(crate) async fn index(headers: HeaderMap) -> Result<Response, Problem> {
    let page = current()?;
    let document = document(&page, &headers)?;
    let mut response = send(document, &headers, ASK);
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-language, cookie"));
    Ok(response)
}

pub(crate) async fn asset(
    Path((version, path)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let page = current()?;
    let file = page.files.iter().filter(|_| page.version == version).find(|file| file.name == path);
    let file = file.ok_or_else(|| Problem::NotFound("expected a file of the page as it is now".to_owned()))?;
    Ok(send(file, &headers, FOR_EVER))
}

/// The document in the language that the reader chose on this page, or else in the browser's settings.
fn document<'a>(page: &'a Page, headers: &HeaderMap) -> Result<&'a File, Problem> {
    let of = |language: &str| page.documents.iter().find(|document| document.name == language);
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let cookies = cookies.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
    let chosen = cookies.filter(|(name, _)| *name == CHOSEN_LANGUAGE).find_map(|(_, language)| of(language));
    let spoken = || {
        let wishes = wishes(headers, &header::ACCEPT_LANGUAGE);
        // `de-AT` is German too.
        wishes.into_iter().find_map(|(language, _)| of(language.split('-').next().unwrap_or_default()))
    };
    let found = chosen.or_else(spoken).or_else(|| of(USUAL_LANGUAGE));
    found.ok_or_else(|| Problem::Internal(format!("the page has no document in the language {USUAL_LANGUAGE}")))
}

/// What a header lists as `this, that;q=0.5`, the dearest first and without what is refused; names are in small letters.
fn wishes(headers: &HeaderMap, name: &header::HeaderName) -> Vec<(String, f32)> {
    let lines = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    let read = |item: &str| {
        let mut words = item.split(';').map(str::trim);
        let name = words.next().unwrap_or_default().to_ascii_lowercase();
        let quality = words.find_map(|word| word.strip_prefix("q=")).map_or(Some(1.0), |quality| quality.parse().ok());
        (name, quality.unwrap_or(0.0))
    };
    let mut wishes: Vec<(String, f32)> = lines.flat_map(|line| line.split(',')).map(read).collect();
    wishes.retain(|(name, quality)| !name.is_empty() && *quality > 0.0);
    wishes.sort_by(|a, b| b.1.total_cmp(&a.1));
    wishes
}

/// A file, compressed for those who can read that; or nothing but its tag for those who have it.
fn send(file: &File, headers: &HeaderMap, keep: &'static str) -> Response {
    let reads_gzip = wishes(headers, &header::ACCEPT_ENCODING).iter().any(|(name, _)| name == "gzip");
    let gzip = file.gzip.as_ref().filter(|_| reads_gzip);
    let tag = if gzip.is_some() { format!("\"{}-gzip\"", file.tag) } else { format!("\"{}\"", file.tag) };
    let has_it = has(headers, &tag);
    let value = |text: &str| HeaderValue::from_str(text).expect("names and digits");
    let mut sent = HeaderMap::from_iter([
        (header::CACHE_CONTROL, HeaderValue::from_static(keep)),
        (header::ETAG, value(&tag)),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ]);
    if has_it {
        return (StatusCode::NOT_MODIFIED, sent).into_response();
    }
    sent.insert(header::CONTENT_TYPE, value(&file.kind));
    if gzip.is_some() {
        sent.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    let content = gzip.unwrap_or(&file.plain).clone();
    (sent, Bytes::from_owner(content)).into_response()
}

/// Whether the client has the file with this tag.
fn has(headers: &HeaderMap, tag: &str) -> bool {
    let lines = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut tags = lines.flat_map(|line| line.split(',')).map(str::trim);
    // A proxy that changes the encoding makes a tag weak, and the contents stay what they are.
    tags.any(|one| one == "*" || one.strip_prefix("W/").unwrap_or(one) == tag)
}

#[cfg(page_built_in)]
#[allow(clippy::unnecessary_wraps, reason = "a page on the disk may be missing or wrong")]
fn current() -> Result<Arc<Page>, Problem> {
    static PAGE: LazyLock<Arc<Page>> = LazyLock::new(|| Arc::new(include!(concat!(env!("OUT_DIR"), "/page.rs"))));
    Ok(Arc::clone(&PAGE))
}

#[cfg(not(page_built_in))]
fn current() -> Result<Arc<Page>, Problem> {
    static MADE: Mutex<Option<(SystemTime, Arc<Page>)>> = Mutex::new(None);
    let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/page"));
    let wrong = |error: zwick_page::Error| Problem::Internal(error.to_string());
    let changed = zwick_page::changed(folder).map_err(wrong)?;
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, page)) = made.as_ref().filter(|(when, _)| *when == changed) {
        return Ok(Arc::clone(page));
    }
    let page = Arc::new(zwick_page::build(folder).map_err(wrong)?);
    *made = Some((changed, Arc::clone(&page)));
    Ok(page)
}
