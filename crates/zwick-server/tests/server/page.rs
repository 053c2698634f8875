//! The page as a browser gets it: in the reader's language, compressed, and each file once.

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use axum::response::Response;

use crate::service::Service;

/// The folder of all files of the page as it is now.
pub(crate) async fn folder_of_the_page(service: &Service) -> String {
    let document = service.get("/").await.text;
    let path = document.split("src=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a script");
    path.strip_suffix("first.js").expect("the first script").to_owned()
}

/// The answer to a request with these headers, and its body.
async fn ask(
    service: &Service,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
) -> (StatusCode, HeaderMap, Vec<u8>) {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response: Response = service.begin(request.body(Body::empty()).expect("a request")).await;
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.expect("a body");
    (parts.status, parts.headers, body.to_vec())
}

#[tokio::test]
async fn a_file_of_the_page_is_sent_once_and_compressed_to_those_who_can_read_that() {
    let service = Service::new().await;
    let main = format!("{}app/main.js", folder_of_the_page(&service).await);
    let (status, headers, plain) = ask(&service, "GET", &main, &[]).await;
    assert_eq!(status, 200);
    assert_eq!(headers[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
    assert_eq!(headers[header::CACHE_CONTROL], "public, max-age=31536000, immutable");
    assert_eq!(headers[header::VARY], "accept-encoding");
    assert!(!headers.contains_key(header::CONTENT_ENCODING), "nobody asked for it");
    assert!(plain.is_ascii() || std::str::from_utf8(&plain).is_ok());
    for refused in ["identity", "br", "gzip;q=0", "deflate, gzip;q=0.0, br", "gzip;q=much"] {
        let (_, headers, body) = ask(&service, "GET", &main, &[("accept-encoding", refused)]).await;
        assert!(!headers.contains_key(header::CONTENT_ENCODING) && body == plain, "{refused}");
    }
    for wanted in ["gzip", "GZIP", "gzip, deflate, br, zstd", "br;q=1.0, gzip;q=0.1"] {
        let (_, headers, body) = ask(&service, "GET", &main, &[("accept-encoding", wanted)]).await;
        assert_eq!(headers[header::CONTENT_ENCODING], "gzip", "{wanted}");
        assert!(body.starts_with(&[0x1f, 0x8b]) && body.len() < plain.len() / 2, "{wanted}: {} bytes", body.len());
    }
    let (_, gzip, _) = ask(&service, "GET", &main, &[("accept-encoding", "gzip")]).await;
    assert_ne!(gzip[header::ETAG], headers[header::ETAG], "other bytes have another tag");
    assert_eq!(gzip[header::VARY], "accept-encoding");
}

#[tokio::test]
async fn what_a_browser_has_is_not_sent_again() {
    let service = Service::new().await;
    let main = format!("{}app/main.js", folder_of_the_page(&service).await);
    for path in ["/", &main] {
        for encoding in ["gzip", "identity"] {
            let encoding = ("accept-encoding", encoding);
            let (_, first, whole) = ask(&service, "GET", path, &[encoding]).await;
            let tag = first[header::ETAG].to_str().expect("a tag");
            for tags in [tag.to_owned(), format!("W/{tag}"), format!("\"other\", {tag}"), "*".to_owned()] {
                let (status, headers, body) = ask(&service, "GET", path, &[encoding, ("if-none-match", &tags)]).await;
                assert_eq!((status.as_u16(), body.len()), (304, 0), "{path} {tags}");
                assert_eq!(headers[header::ETAG], first[header::ETAG]);
                assert_eq!(headers[header::CACHE_CONTROL], first[header::CACHE_CONTROL]);
                let varies = |headers: &HeaderMap| headers.get_all(header::VARY).iter().cloned().collect::<Vec<_>>();
                assert_eq!(varies(&headers), varies(&first));
            }
            let (status, _, body) = ask(&service, "GET", path, &[encoding, ("if-none-match", "\"other\"")]).await;
            assert_eq!((status.as_u16(), &body), (200, &whole), "{path}");
            let (status, headers, body) = ask(&service, "HEAD", path, &[encoding]).await;
            assert_eq!((status.as_u16(), body.len()), (200, 0), "HEAD {path}");
            assert_eq!(headers[header::ETAG], first[header::ETAG]);
            assert_eq!(headers[header::CONTENT_LENGTH], whole.len().to_string(), "HEAD {path}");
        }
    }
}

#[tokio::test]
async fn the_document_is_in_the_readers_language_and_always_asked_for() {
    let service = Service::new().await;
    for (headers, language, word) in [
        (&[][..], "en", "Undo"),
        (&[("accept-language", "de")], "de", "Neues Spiel"),
        (&[("accept-language", "de-AT,de;q=0.9,en;q=0.8")], "de", "Neues Spiel"),
        (&[("accept-language", "fr, de;q=0.2, en;q=0.3")], "en", "New game"),
        (&[("accept-language", "fr")], "en", "New game"),
        (&[("accept-language", "en"), ("cookie", "a=b; language=de")], "de", "Neues Spiel"),
        (&[("accept-language", "de"), ("cookie", "language=en")], "en", "New game"),
        (&[("accept-language", "de"), ("cookie", "language=fr; other")], "de", "Neues Spiel"),
        (&[("accept-language", "en"), ("cookie", "a=b"), ("cookie", "language=de")], "de", "Neues Spiel"),
    ] {
        let (status, answered, body) = ask(&service, "GET", "/", headers).await;
        let text = String::from_utf8(body).expect("text");
        assert_eq!(status, 200);
        assert!(text.contains(&format!("<html lang=\"{language}\">")), "{headers:?}");
        assert!(text.contains(word) && text.contains(&format!("texts/{language}/index.js")), "{headers:?}");
        assert_eq!(answered[header::CACHE_CONTROL], "no-cache");
        let varies: Vec<_> = answered.get_all(header::VARY).iter().map(|value| value.to_str().unwrap()).collect();
        assert_eq!(varies, ["accept-encoding", "accept-language, cookie"]);
    }
}

#[tokio::test]
async fn a_page_of_another_version_gets_none_of_this_ones_files() {
    let service = Service::new().await;
    let folder = folder_of_the_page(&service).await;
    assert_eq!(folder.len(), "/assets/0123456789abcdef/".len(), "{folder}");
    assert_eq!(service.get("/assets/0123456789abcdef/app/main.js").await.refusal(), 404);
    assert_eq!(service.get(&format!("{folder}app/none.js")).await.refusal(), 404);
}
