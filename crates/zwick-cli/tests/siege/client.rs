//! Requests as strangers send them: from their own address, and as raw as needed.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// The longest a client waits for a whole answer.
const PATIENCE: Duration = Duration::from_secs(100);

/// A client at an address of this machine. All of 127.0.0.0/8 is local, so each can have its own.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Client {
    pub(crate) server: SocketAddr,
    pub(crate) from: Ipv4Addr,
}

/// The status and the text of an answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("expected JSON, found {error}: {self:?}"))
    }

    /// `None` if the answer was truncated.
    fn read(bytes: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let length =
            head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok());
        (length.is_none_or(|length: usize| body.len() >= length)).then(|| Self { status, body: body.to_owned() })
    }
}

impl Client {
    pub(crate) async fn connect(self) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((self.from, 0).into())?;
        socket.connect(self.server).await
    }

    /// Sends these bytes and reads until the server closes the connection.
    pub(crate) async fn send(self, request: &[u8]) -> io::Result<Answer> {
        let exchange = async {
            let mut stream = self.connect().await?;
            stream.write_all(request).await?;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).await?;
            Answer::read(&answer).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
        };
        tokio::time::timeout(PATIENCE, exchange).await.unwrap_or(Err(io::ErrorKind::TimedOut.into()))
    }

    pub(crate) async fn ask(self, method: &str, path: &str, token: &str, body: &Value) -> io::Result<Answer> {
        self.send(self.request(method, path, token, &body.to_string()).as_bytes()).await
    }

    /// One request over a connection that is closed afterwards.
    pub(crate) fn request(self, method: &str, path: &str, token: &str, body: &str) -> String {
        let authorization = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{authorization}\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.server,
            body.len()
        )
    }
}
