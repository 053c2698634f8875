//! All evaluated positions as a file, written while it is read.

use std::io;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State as Shared;
use axum::response::Response;
use futures_util::stream::unfold;
use serde::Deserialize;
use utoipa::IntoParams;
use zwick::older::{Program, table_name, table_phase};
use zwick_db::{Export, Format};

use crate::App;
use crate::http::download::Download;
use crate::http::edge::Asker;
use crate::http::problem::Problem;
use crate::http::request::Asked;
use crate::knowledge::records::read_game;

const PLAIN: &str = "text/plain; charset=utf-8";

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// Only of this game; of all games if left out.
    game: Option<String>,
    /// `jsonl`, one JSON object a line, `csv`, or as an older program wrote it: `v1`, `v2` or `v3`.
    format: Option<String>,
    /// Which of the fourteen tables of `v2`, by its name: `00_table_1_3.txt` to `13_table_40_42.txt`.
    table: Option<String>,
}

/// All evaluated positions as a file.
#[utoipa::path(
    get, path = "/api/v1/databases/export", operation_id = "exportPositions", tag = "databases",
    params(ExportQuery),
    responses(
        (status = 200, description = "A file with one record a line.", content((String = "application/jsonl"), (String = "text/csv"), (String = "text/plain")))
    )
)]
pub(crate) async fn export(
    Shared(app): Shared<Arc<App>>,
    asker: Asker,
    Asked(query): Asked<ExportQuery>,
) -> Result<Response, Problem> {
    let game = read_game(query.game.as_deref())?;
    let format = read_format(query.format.as_deref())?.unwrap_or(Format::JsonLines);
    let mut export = Export::new(&app.store, game, format)?;
    let (name, content_type) = match (format, query.table.as_deref()) {
        (Format::Older(Program::V2), Some(name)) => {
            let phase = table_phase(name).ok_or_else(|| no_table(name))?;
            export = export.of_phase(phase);
            (table_name(phase), PLAIN)
        }
        (Format::Older(Program::V2), None) => return Err(no_table("none")),
        (_, Some(_)) => return Err(Problem::Malformed("table: expected none, for only v2 has tables".to_owned())),
        (Format::JsonLines, None) => ("positions.jsonl".to_owned(), "application/jsonl"),
        (Format::Csv, None) => ("positions.csv".to_owned(), "text/csv; charset=utf-8"),
        (Format::Older(Program::V1), None) => ("data.txt".to_owned(), PLAIN),
        (Format::Older(Program::V3), None) => ("morris.txt".to_owned(), PLAIN),
    };
    let download = Download::begin(&app, asker)?;
    Ok(download.answer(&name, content_type, unfold(Some(export), next)))
}

fn no_table(found: &str) -> Problem {
    Problem::Malformed(format!("table: expected 00_table_1_3.txt to 13_table_40_42.txt, found {found}"))
}

/// The format with this name.
pub(super) fn read_format(name: Option<&str>) -> Result<Option<Format>, Problem> {
    let read = |name: &str| {
        let names = Format::ALL.map(Format::name).join(", ");
        Format::named(name)
            .ok_or_else(|| Problem::Malformed(format!("format: expected one of {names}, found {name:?}")))
    };
    name.map(read).transpose()
}

/// The next piece of the file that is not empty.
async fn next(mut export: Option<Export>) -> Option<(io::Result<Bytes>, Option<Export>)> {
    loop {
        match export.as_mut()?.next().await {
            Ok(Some(piece)) if piece.is_empty() => {}
            Ok(Some(piece)) => return Some((Ok(piece.into()), export)),
            Ok(None) => return None,
            Err(error) => return Some((Err(io::Error::other(error)), None)),
        }
    }
}
