//! Answers that are written while they are read, however long they are.

use std::io::{self, BufWriter, Write};

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use tokio::sync::mpsc;

/// What is sent at once.
const PIECE: usize = 64 << 10;
/// Pieces that wait for a slow reader.
const WAITING: usize = 4;

/// A file to be saved under this name, written on a thread of its own. A failure breaks the download off, so that nobody takes a part for
/// the whole.
pub(crate) fn download(
    name: &'static str,
    content_type: &'static str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()> + Send + 'static,
) -> Response {
    let (sender, receiver) = mpsc::channel(WAITING);
    tokio::task::spawn_blocking(move || {
        let mut out = BufWriter::with_capacity(PIECE, Pieces(sender.clone()));
        if let Err(error) = write(&mut out).and_then(|()| out.flush()) {
            let _ = sender.blocking_send(Err(error)); // whoever reads may have stopped
        }
    });
    let pieces = unfold(receiver, async |mut receiver: mpsc::Receiver<io::Result<Bytes>>| {
        receiver.recv().await.map(|piece| (piece, receiver))
    });
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")).expect("a plain name");
    let headers =
        [(header::CONTENT_TYPE, HeaderValue::from_static(content_type)), (header::CONTENT_DISPOSITION, disposition)];
    (headers, Body::from_stream(pieces)).into_response()
}

/// Writes into the body of an answer, as fast as it is read.
struct Pieces(mpsc::Sender<io::Result<Bytes>>);

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.0.blocking_send(Ok(Bytes::copy_from_slice(bytes)));
        sent.map(|()| bytes.len()).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
