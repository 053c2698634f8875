//! The page: files built into the program, each with a tag so that a browser fetches it once.

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::http::problem::Problem;

// The types are for authors of the page; browsers do not need them.
#[derive(RustEmbed)]
#[folder = "page/"]
#[exclude = "*.d.ts"]
struct Page;

pub(crate) async fn index(headers: HeaderMap) -> Result<Response, Problem> {
    file("index.html", &headers)
}

pub(crate) async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    file(&path, &headers)
}

fn file(name: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let found = if is_plain(name) { Page::get(name) } else { None };
    let file = found.ok_or_else(|| Problem::NotFound("expected a file of the page".to_owned()))?;
    let tag = tag(&file);
    if headers.get(header::IF_NONE_MATCH) == Some(&tag) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response());
    }
    let kind = HeaderValue::from_static(content_type(name));
    // Always ask, so that a newer program brings its own page at once.
    let keep = HeaderValue::from_static("no-cache");
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, keep), (header::ETAG, tag)];
    Ok((headers, file.data.into_owned()).into_response())
}

/// Whether every part of the path is the name of a folder or a file. A program built for development reads the page from
/// the disk, where `..` would lead out of a folder.
fn is_plain(path: &str) -> bool {
    path.split('/').all(|part| !part.is_empty() && !part.starts_with('.'))
}

fn tag(file: &EmbeddedFile) -> HeaderValue {
    let digest: String = file.metadata.sha256_hash()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    HeaderValue::from_str(&format!("\"{digest}\"")).expect("digits and quotation marks")
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
