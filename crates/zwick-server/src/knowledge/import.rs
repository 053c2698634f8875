//! Evaluated positions from files, also from those of older programs.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zwick::search::Limits;
use zwick_db::{Import, ImportedFile};

use crate::App;
use crate::http::edge::Asker;
use crate::http::operator::Operator;
use crate::http::problem::Problem;
use crate::http::request::Sent;
use crate::knowledge::export::read_format;
use crate::thinking::Lane;

/// Files to be imported together.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportRequest {
    /// The format of all of them: `jsonl`, `csv`, `v1`, `v2` or `v3`; if left out, what their names tell.
    format: Option<String>,
    files: Vec<FileText>,
}

/// A file.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileText {
    /// Its name, by which problems are reported.
    name: String,
    text: String,
}

/// What was imported.
#[derive(Serialize, ToSchema)]
pub(crate) struct Imported {
    /// How many records were read.
    read: u64,
    /// How many positions were new or better known.
    saved: u64,
}

/// Imports evaluated positions, all or nothing. What an older program claims to have proven is examined first.
#[utoipa::path(
    post, path = "/api/v1/databases/import", operation_id = "importPositions", tag = "databases",
    security(("operator" = [])),
    request_body = ImportRequest,
    responses((status = 200, description = "How much was read and saved.", body = Imported))
)]
pub(crate) async fn import(
    Shared(app): Shared<Arc<App>>,
    _: Operator,
    asker: Asker,
    Sent(request): Sent<ImportRequest>,
) -> Result<Json<Imported>, Problem> {
    let format = read_format(request.format.as_deref())?;
    let file = |file: FileText| ImportedFile { name: file.name, bytes: file.text.into_bytes() };
    let files: Vec<ImportedFile> = request.files.into_iter().map(file).collect();
    if files.is_empty() {
        return Err(Problem::Malformed("files: expected at least one".to_owned()));
    }
    let import = Import::read(&files, format)?;
    let read = import.len() as u64;
    let longest = app.settings.limits.longest_thought;
    let examined = app
        .thinkers
        .think(asker, Lane::Long, move |stop| {
            let limits = Limits { time: Some(longest), stop: Some(stop), ..Limits::default() };
            import.examine(1, &limits, &|_| {})
        })
        .await??;
    let examined = examined.ok_or_else(|| {
        Problem::Malformed(format!("files: expected what can be examined in {longest:?}; zwick db import takes longer"))
    })?;
    let saved = app.store.import(&examined).await?;
    app.jobs.has_changed();
    Ok(Json(Imported { read, saved }))
}
