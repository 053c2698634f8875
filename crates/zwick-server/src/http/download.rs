//! Answers of any length, written while they are read. Between two pieces nothing is held for the reader but what the
//! pieces are made from: no thread, and no connection of the database.

use std::io;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt};

use crate::App;
use crate::http::edge::Asker;
use crate::http::gate::{Need, Pass};
use crate::http::problem::Problem;

/// About what is sent at once.
pub(crate) const PIECE: usize = 32 << 10;

/// A place for a download.
pub(crate) struct Download {
    pass: Pass,
    longest: Duration,
}

impl Download {
    pub(crate) fn begin(app: &App, asker: Asker) -> Result<Self, Problem> {
        let pass = app.downloads.enter(asker.0, Need::Usual).ok_or(Problem::Crowded)?;
        Ok(Self { pass, longest: app.settings.limits.longest_download })
    }

    /// A file to be saved under this name. A failure breaks off the download, so that a part is not mistaken for the whole.
    pub(crate) fn answer(
        self,
        name: &str,
        content_type: &'static str,
        pieces: impl Stream<Item = io::Result<Bytes>> + Send + 'static,
    ) -> Response {
        let Self { pass, longest } = self;
        let broken_off = futures_util::stream::once(async move {
            tokio::select! {
                () = pass.lost() => {}
                () = tokio::time::sleep(longest) => {}
            }
            Err(io::ErrorKind::TimedOut.into())
        });
        // Whatever comes first: the next piece, or the end of the patience. After the last piece nobody waits for that.
        let pieces = pieces.map(Some).chain(futures_util::stream::once(async { None }));
        let answer = futures_util::stream::select(pieces, broken_off.map(Some));
        let answer = answer.take_while(|piece| std::future::ready(piece.is_some())).filter_map(std::future::ready);
        let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")).expect("a plain name");
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::from_static(content_type)),
            (header::CONTENT_DISPOSITION, disposition),
        ];
        (headers, Body::from_stream(answer)).into_response()
    }
}
