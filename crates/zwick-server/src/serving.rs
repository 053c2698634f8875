//! Connections: accepted up to a number for each address and for all, answered, and ended in good order.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Sleep;
use tower::ServiceExt;

use crate::games::clock::watch_clocks;
use crate::games::live::follow_others;
use crate::games::ownership::remove_untouched;
use crate::http::gate::{Gate, Need, Pass};
use crate::http::limits::{BUFFER, SEND_BUFFER, Share};
use crate::http::rates::whose;
use crate::jobs::resume_builds;
use crate::{App, router};

/// How long open requests may take once the server is to stop.
const LAST_WORDS: Duration = Duration::from_secs(5);
/// The pause after a connection could not be accepted, for example because too many files are open.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers connections until `stop` is done; then ends streams and searches, finishes what is being saved, and closes the store.
pub async fn serve(listener: TcpListener, app: Arc<App>, stop: impl Future<Output = ()>) {
    let router = router(Arc::clone(&app));
    let following = tokio::spawn(follow_others(Arc::clone(&app)));
    let removing = tokio::spawn(remove_untouched(Arc::clone(&app)));
    resume_builds(&app);
    let watching = tokio::spawn(watch_clocks(Arc::clone(&app)));
    let share = app.settings.limits.connections;
    // All connections of a proxy come from its address.
    let gate = Gate::new(if app.settings.is_behind_proxy { Share::of_all(share.all) } else { share });
    keep_little_unread(&listener);
    let connections = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        tokio::select! {
            (stream, peer) = accept(&listener) => {
                // An address with too many connections gets the new one closed.
                if let Some(pass) = gate.enter(whose(peer.ip()), Need::Usual) {
                    answer(stream, peer, pass, &app, &router, &connections);
                }
            }
            () = &mut stop => break,
        }
    }
    drop(listener);
    tracing::info!("stopping");
    app.close();
    if tokio::time::timeout(LAST_WORDS, connections.shutdown()).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
    // They end by themselves once the app is closing; a panic of theirs has been told.
    let _ = (following.await, removing.await, watching.await);
    app.finish().await;
}

/// Connections have the buffers of their listener: without a limit, the system keeps megabytes for a client that does not read.
fn keep_little_unread(listener: &TcpListener) {
    if let Err(error) = socket2::SockRef::from(listener).set_send_buffer_size(SEND_BUFFER) {
        tracing::warn!(%error, "cannot limit the buffers of connections");
    }
}

/// The next connection.
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

fn answer(stream: TcpStream, peer: SocketAddr, pass: Pass, app: &App, router: &Router, connections: &GracefulShutdown) {
    // Small answers go out at once.
    let _ = stream.set_nodelay(true);
    let router = router.clone();
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    });
    let limits = &app.settings.limits;
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // Also the time that a connection may be idle.
        .header_read_timeout(limits.longest_head)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(Impatient::new(stream, limits.longest_unread)), service);
    let connection = connections.watch(connection);
    tokio::spawn(async move {
        tokio::select! {
            ended = connection => {
                if let Err(error) = ended {
                    tracing::debug!(%error, "connection");
                }
            }
            () = pass.lost() => tracing::debug!("a connection gave way to another address"),
        }
    });
}

/// A connection that fails when its client has left an answer unread for too long.
struct Impatient {
    stream: TcpStream,
    patience: Duration,
    /// Runs while there is something to write and no room for it.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Impatient {
    const fn new(stream: TcpStream, patience: Duration) -> Self {
        Self { stream, patience, waiting: None }
    }

    /// The same attempt to write, unless it has been waiting for too long.
    fn in_time<T>(&mut self, context: &mut Context<'_>, attempt: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if attempt.is_ready() {
            self.waiting = None;
            return attempt;
        }
        let patience = self.patience;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Impatient {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Impatient {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.in_time(cx, attempt)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.in_time(cx, attempt)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
