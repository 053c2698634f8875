//! Connections: accepted up to a number, answered, and ended in good order.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::ServiceExt;

use crate::live::follow_others;
use crate::{App, router};

/// Whoever has not told by then what they want is not listened to any more.
const LONGEST_REQUEST_HEAD: Duration = Duration::from_secs(10);
/// How long open requests may take once the server is to stop.
const LAST_WORDS: Duration = Duration::from_secs(5);
/// The pause after a connection could not be accepted, for example because too many files are open.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers connections until `stop` is done; then ends streams and searches, finishes what is being saved, and closes the store.
pub async fn serve(listener: TcpListener, app: Arc<App>, stop: impl Future<Output = ()>) {
    let router = router(Arc::clone(&app));
    let following = tokio::spawn(follow_others(Arc::clone(&app)));
    let places = Arc::new(Semaphore::new(app.settings.most_connections));
    let connections = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        tokio::select! {
            (stream, peer, place) = accept(&listener, &places) => answer(stream, peer, place, &router, &connections),
            () = &mut stop => break,
        }
    }
    drop(listener);
    tracing::info!("stopping");
    app.close();
    if tokio::time::timeout(LAST_WORDS, connections.shutdown()).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
    // It ends by itself once the app is closing; a panic of its own has been told.
    let _ = following.await;
    app.finish().await;
}

/// The next connection, once there is a place for it.
async fn accept(listener: &TcpListener, places: &Arc<Semaphore>) -> (TcpStream, SocketAddr, OwnedSemaphorePermit) {
    let place = Arc::clone(places).acquire_owned().await.expect("nobody closes it");
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return (stream, peer, place),
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

fn answer(
    stream: TcpStream,
    peer: SocketAddr,
    place: OwnedSemaphorePermit,
    router: &Router,
    connections: &GracefulShutdown,
) {
    // Small answers go out at once.
    let _ = stream.set_nodelay(true);
    let router = router.clone();
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(LONGEST_REQUEST_HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let connection = connections.watch(connection);
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "connection");
        }
        drop(place);
    });
}
