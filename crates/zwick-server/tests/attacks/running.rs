//! A server that really listens, for attacks on connections.

use std::net::SocketAddr;
use std::sync::Arc;

use serde_json::Value;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use zwick::Library;
use zwick_db::Store;
use zwick_server::{App, Limits, serve};

use crate::service::{PATIENCE, limited};

pub(super) struct Running {
    pub(super) address: SocketAddr,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
    _directory: TempDir,
}

impl Running {
    pub(super) async fn with(limits: Limits) -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let file = directory.path().join("zwick.db");
        let store = Store::open(file.to_str().expect("a name in UTF-8")).await.expect("a new store");
        let app: Arc<App> = App::new(store, Library::empty(), limited(limits));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel();
        let serving = tokio::spawn(serve(listener, app, async { drop(stopped.await) }));
        Self { address, stop, serving, _directory: directory }
    }

    /// A connection from another address of this machine.
    pub(super) async fn connect_from(&self, last: u8) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("a socket");
        // A client that reads nothing must not let the system read for it.
        socket.set_recv_buffer_size(4_096).expect("a small buffer");
        socket.bind(SocketAddr::from(([127, 0, 0, last], 0))).expect("an address of this machine");
        socket.connect(self.address).await.expect("the server listens")
    }

    /// A whole answer over a connection of its own, from another address of this machine.
    pub(super) async fn ask_from(&self, last: u8, method: &str, path: &str, body: &Value) -> String {
        let mut stream = self.connect_from(last).await;
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).await.expect("it is sent");
        let mut answer = String::new();
        let read = stream.read_to_string(&mut answer);
        tokio::time::timeout(PATIENCE, read).await.expect("an answer in time").expect("an answer");
        answer
    }

    pub(super) async fn stop(self) {
        let _ = self.stop.send(());
        self.serving.await.expect("a server that ends in good order");
    }
}

/// Waits until the server has closed a connection; what it sent before.
pub(super) async fn until_closed(stream: &mut TcpStream) -> String {
    let mut told = Vec::new();
    // A connection that is cut off may be reset.
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut told)).await.expect("the server closes it");
    String::from_utf8_lossy(&told).into_owned()
}
