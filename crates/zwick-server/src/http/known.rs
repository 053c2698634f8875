//! Nothing in a query goes unread: a parameter that the description does not know is refused by name, whatever the operation.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{MatchedPath, Query, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use utoipa::openapi::OpenApi;

use crate::http::problem::Problem;

/// The query parameters of each operation, by its path and method.
pub(crate) struct Known(HashMap<(String, String), Vec<String>>);

impl Known {
    pub(crate) fn of(document: &OpenApi) -> Self {
        let document = serde_json::to_value(document).expect("a description can be written");
        let mut known = HashMap::new();
        for (path, methods) in document["paths"].as_object().into_iter().flatten() {
            for (method, operation) in methods.as_object().into_iter().flatten() {
                let parameters = operation["parameters"].as_array().into_iter().flatten();
                let queried = parameters.filter(|parameter| parameter["in"] == "query");
                let names = queried.filter_map(|parameter| parameter["name"].as_str().map(str::to_owned));
                known.insert((path.clone(), method.to_uppercase()), names.collect());
            }
        }
        Self(known)
    }

    fn check(&self, request: &Request) -> Result<(), Problem> {
        let method = if request.method() == Method::HEAD { &Method::GET } else { request.method() };
        let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
        let Some(known) = self.0.get(&(path.to_owned(), method.to_string())) else { return Ok(()) };
        let Query(given) = Query::<Vec<(String, String)>>::try_from_uri(request.uri())?;
        match given.into_iter().find(|(name, _)| !known.contains(name)) {
            None => Ok(()),
            Some((name, _)) if known.is_empty() => {
                Err(Problem::Malformed(format!("expected no parameters here, found {name:?}")))
            }
            Some((name, _)) => {
                let known = known.join(", ");
                Err(Problem::Malformed(format!("expected no other parameters than {known}, found {name:?}")))
            }
        }
    }
}

pub(crate) async fn only_known(State(known): State<Arc<Known>>, request: Request, next: Next) -> Response {
    match known.check(&request) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}
