//! All evaluated positions as a file, written while it is read.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use axum::extract::State as Shared;
use axum::response::Response;
use futures_util::stream::unfold;
use serde::Deserialize;
use utoipa::IntoParams;
use zwick::{Game, Position};
use zwick_db::{Format, Writer};

use crate::App;
use crate::http::download::Download;
use crate::http::edge::Asker;
use crate::http::problem::Problem;
use crate::http::request::Asked;
use crate::knowledge::records::read_game;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// Only of this game; of all games if left out.
    game: Option<String>,
    /// `jsonl`, one JSON object a line, or `csv`.
    format: Option<String>,
}

/// All evaluated positions as a file.
#[utoipa::path(
    get, path = "/api/v1/databases/export", operation_id = "exportPositions", tag = "databases",
    params(ExportQuery),
    responses(
        (status = 200, description = "A file with one record a line.", content((String = "application/jsonl"), (String = "text/csv")))
    )
)]
pub(crate) async fn export(
    Shared(app): Shared<Arc<App>>,
    asker: Asker,
    Asked(query): Asked<ExportQuery>,
) -> Result<Response, Problem> {
    let game = read_game(query.game.as_deref())?;
    let (name, content_type, format) = match query.format.as_deref().unwrap_or("jsonl") {
        "jsonl" => ("positions.jsonl", "application/jsonl", Format::JsonLines),
        "csv" => ("positions.csv", "text/csv; charset=utf-8", Format::Csv),
        found => return Err(Problem::Malformed(format!("format: expected jsonl or csv, found {found:?}"))),
    };
    let download = Download::begin(&app, asker)?;
    Ok(download.answer(name, content_type, unfold(Export::new(app, game, format)?, Export::next)))
}

/// An export in progress. It reads some records at a time from the store, and none while the client does not read.
struct Export {
    app: Arc<App>,
    /// The games that follow, the next one last.
    games: Vec<Game>,
    /// The game being exported, and its last key so far.
    at: Option<(Game, Option<u64>)>,
    /// None once all is written.
    writer: Option<Writer<Pages>>,
    pages: Pages,
}

/// Where a writer leaves what is to be sent.
#[derive(Clone, Default)]
struct Pages(Arc<Mutex<Vec<u8>>>);

impl Pages {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl io::Write for Pages {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Export {
    fn new(app: Arc<App>, game: Option<Game>, format: Format) -> Result<Self, Problem> {
        let all = || Game::all().into_iter().flat_map(|(_, variants)| variants).collect();
        let games = game.map_or_else(all, |game| vec![game]);
        let pages = Pages::default();
        let writer = Writer::new(pages.clone(), format)?;
        Ok(Self { app, games, at: None, writer: Some(writer), pages })
    }

    /// The next piece of the file.
    async fn next(mut self) -> Option<(io::Result<Bytes>, Self)> {
        let piece = loop {
            if let Err(error) = self.advance().await {
                self.writer = None;
                break Err(io::Error::other(error));
            }
            let piece = self.pages.take();
            if !piece.is_empty() {
                break Ok(piece.into());
            }
            self.writer.as_ref()?;
        };
        Some((piece, self))
    }

    /// Writes some records, moves on to the next game, or finishes.
    async fn advance(&mut self) -> Result<(), zwick_db::Error> {
        const AT_ONCE: u32 = 250;
        let Some(writer) = &mut self.writer else { return Ok(()) };
        let Some((game, after)) = self.at.or_else(|| self.games.pop().map(|game| (game, None))) else {
            return self.writer.take().map_or(Ok(()), Writer::finish);
        };
        let records = self.app.store.evaluations(game, after, AT_ONCE).await?;
        for record in &records {
            writer.write(record)?;
        }
        self.at = records.last().map(|last| (game, Some(last.position.key())));
        Ok(())
    }
}
