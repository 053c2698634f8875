//! A service with a store of its own, and what its answers are made of.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::request::Builder;
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;
use zwick::Library;
use zwick_db::Store;
use zwick_server::{App, Limits, Settings, router};

/// Whatever is asked, an answer begins before this; a machine under load is slow.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) struct Service {
    pub(crate) app: Arc<App>,
    router: Router,
    /// With the store and the tables; removed with the service.
    directory: Option<Arc<TempDir>>,
}

/// A whole answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// What a good answer says.
    pub(crate) fn good(self) -> Value {
        assert!(self.status.is_success(), "{self:?}");
        self.json()
    }

    /// The status of a refusal, which must give a reason.
    pub(crate) fn refusal(self) -> u16 {
        assert!(self.status.is_client_error() || self.status.is_server_error(), "{self:?}");
        assert_eq!(self.headers[header::CONTENT_TYPE], "application/problem+json", "{self:?}");
        let problem = self.json();
        assert_eq!(problem["status"], self.status.as_u16(), "{self:?}");
        assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{self:?}");
        self.status.as_u16()
    }
}

/// A game that was begun, and the tokens of its sides.
pub(crate) struct Begun {
    pub(crate) id: String,
    pub(crate) first: String,
    pub(crate) second: String,
}

impl Begun {
    /// An address of the game.
    pub(crate) fn at(&self, what: &str) -> String {
        format!("/api/v1/games/{}{what}", self.id)
    }
}

impl Service {
    pub(crate) async fn new() -> Self {
        Self::with(Settings::default()).await
    }

    pub(crate) async fn with(settings: Settings) -> Self {
        Self::inside(Arc::new(tempfile::tempdir().expect("a temporary directory")), settings).await
    }

    /// The answer to a request that comes from this address.
    pub(crate) async fn send_from(&self, address: [u8; 4], mut request: Request<Body>) -> Answer {
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from((address, 4_000))));
        self.send(request).await
    }

    /// The same as it begins.
    pub(crate) async fn begin_from(&self, address: [u8; 4], mut request: Request<Body>) -> axum::response::Response {
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from((address, 4_000))));
        self.begin(request).await
    }

    /// Another server over the store of this one, as another process would be.
    pub(crate) async fn beside(&self) -> Self {
        Self::inside(Arc::clone(self.directory.as_ref().expect("a directory of its own")), Settings::default()).await
    }

    async fn inside(directory: Arc<TempDir>, settings: Settings) -> Self {
        let service = Self::in_directory(directory.path(), settings).await;
        Self { directory: Some(directory), ..service }
    }

    /// Where its store and its tables are, if that is a directory of its own.
    pub(crate) fn data(&self) -> &Path {
        self.directory.as_ref().expect("a directory of its own").path()
    }

    /// A service whose data are in a directory of the caller.
    pub(crate) async fn in_directory(directory: &Path, settings: Settings) -> Self {
        let file = directory.join("zwick.db");
        let address = file.to_str().expect("a name in UTF-8").to_owned();
        Self::over(&address, Some(directory.join("morris")), settings).await
    }

    /// A service over the database with this address.
    pub(crate) async fn over(address: &str, tables: Option<PathBuf>, settings: Settings) -> Self {
        let store = Store::open(address).await.expect("a store");
        let app = App::new(store, Library { tables, ..Library::default() }, settings);
        Self { router: router(Arc::clone(&app)), app, directory: None }
    }

    /// The answer as it begins: the body may be a stream. A request is for this machine unless it says otherwise.
    pub(crate) async fn begin(&self, mut request: Request<Body>) -> axum::response::Response {
        request.headers_mut().entry(header::HOST).or_insert(HeaderValue::from_static("localhost:7070"));
        self.begin_as_it_is(request).await
    }

    /// The same without a word more than the request has.
    pub(crate) async fn begin_as_it_is(&self, request: Request<Body>) -> axum::response::Response {
        let told = format!("{} {}", request.method(), request.uri());
        let answer = tokio::time::timeout(PATIENCE, self.router.clone().oneshot(request)).await;
        answer.unwrap_or_else(|_| panic!("no answer to {told}")).expect("routers do not fail")
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let (parts, mut body) = self.begin(request).await.into_parts();
        if parts.headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "text/event-stream") {
            // A stream may have no end to wait for.
            body = Body::empty();
        }
        let body = tokio::time::timeout(PATIENCE, to_bytes(body, 1 << 24)).await.expect("an answer that ends");
        let text = String::from_utf8(body.expect("a whole body").to_vec()).expect("text");
        Answer { status: parts.status, headers: parts.headers, text }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Request::get(path).body(Body::empty()).expect("a request")).await
    }

    pub(crate) async fn post(&self, path: &str, token: Option<&str>, body: Value) -> Answer {
        self.send(with_body(Request::post(path), token, body)).await
    }

    pub(crate) async fn delete(&self, path: &str, token: Option<&str>) -> Answer {
        let request = Request::delete(path);
        let request = match token {
            Some(token) => request.header(header::AUTHORIZATION, format!("Bearer {token}")),
            None => request,
        };
        self.send(request.body(Body::empty()).expect("a request")).await
    }

    pub(crate) async fn put(&self, path: &str, token: Option<&str>, body: Value) -> Answer {
        self.send(with_body(Request::put(path), token, body)).await
    }

    /// Puts a file that is no table among the tables of morris.
    pub(crate) fn damage_tables(&self) {
        let folder = self.data().join("morris");
        std::fs::create_dir_all(&folder).expect("a folder for tables");
        std::fs::write(folder.join("standard-3-3.results"), "no table").expect("a file");
    }

    /// A new game of two people.
    pub(crate) async fn game(&self, name: &str) -> Begun {
        let made = self.post("/api/v1/games", None, json!({ "game": name })).await.good();
        let token = |side: &str| made["tokens"][side].as_str().expect("a token").to_owned();
        Begun { id: made["id"].as_str().expect("an id").to_owned(), first: token("first"), second: token("second") }
    }

    /// Plays a move, which must be accepted.
    pub(crate) async fn play(&self, game: &Begun, token: &str, mv: &str) -> Value {
        self.post(&game.at("/moves"), Some(token), json!({ "move": mv })).await.good()
    }
}

#[allow(clippy::needless_pass_by_value, reason = "so that it can be written where it is called")]
pub(crate) fn with_body(request: Builder, token: Option<&str>, body: Value) -> Request<Body> {
    let request = request.header(header::CONTENT_TYPE, "application/json");
    let request = match token {
        Some(token) => request.header(header::AUTHORIZATION, format!("Bearer {token}")),
        None => request,
    };
    request.body(Body::from(body.to_string())).expect("a request")
}

/// The schema of the body that an operation takes, if it takes one.
pub(crate) fn body_schema(document: &Value, operation: &Value) -> Option<Value> {
    let schema = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str()?;
    document.pointer(schema.strip_prefix('#')?).cloned()
}

/// The usual settings with other limits.
pub(crate) fn limited(limits: Limits) -> Settings {
    Settings { limits, ..Settings::default() }
}

/// The operations of the description: path, method, what is said about it.
pub(crate) fn operations() -> Vec<(String, String, Value)> {
    let document = serde_json::to_value(zwick_server::openapi()).expect("a description");
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            operations.push((path.clone(), method.clone(), operation.clone()));
        }
    }
    operations
}
