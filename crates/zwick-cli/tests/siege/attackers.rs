//! Everything strangers may try, each endlessly. Any answer is acceptable except a 500.

use std::io;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use fastrand::Rng;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::client::Client;

/// How many requests were sent, and how many were answered with each class of status.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) sent: AtomicU64,
    /// 1xx to 5xx.
    pub(crate) answers: [AtomicU64; 5],
}

impl Tally {
    fn note(&self, request: &str, answer: io::Result<crate::client::Answer>) {
        self.sent.fetch_add(1, Relaxed);
        // A connection may be refused, cut, or lost with the server.
        let Ok(answer) = answer else { return };
        let shortened: String = request.chars().take(300).collect();
        assert_ne!(answer.status, 500, "{shortened}: {answer:?}");
        if let Some(count) = self.answers.get(usize::from(answer.status / 100).wrapping_sub(1)) {
            count.fetch_add(1, Relaxed);
        }
    }

    async fn ask(&self, client: Client, method: &str, path: &str, body: &Value) {
        self.note(&format!("{method} {path} {body}"), client.ask(method, path, "", body).await);
    }
}

/// Waits a little, so that the attackers do not use more of the machine than the server.
async fn pause(dice: &mut Rng, milliseconds: std::ops::Range<u64>) {
    tokio::time::sleep(Duration::from_millis(dice.u64(milliseconds))).await;
}

/// Requests as much search time as possible, from one address.
pub(crate) async fn burn(client: Client, tally: &Tally, mut dice: Rng) {
    loop {
        let number = dice.u32(..1_000_000);
        match dice.u8(..6) {
            0 => tally.ask(client, "GET", "/api/v1/connect-four:8x7/analysis?position=&time=60000", &json!({})).await,
            1 => {
                let greedy = json!({ "player": "monte-carlo:playouts=10000000", "time": 60_000, "seed": number });
                tally.ask(client, "POST", "/api/v1/morris/choose", &greedy).await;
            }
            2 => {
                let greedy = json!({ "player": "level 10", "time": 60_000, "position": "4455", "seed": number });
                tally.ask(client, "POST", "/api/v1/connect-four:9x6/choose", &greedy).await;
            }
            3 => tally.ask(client, "GET", "/api/v1/morris/explanation?position=&time=60000", &json!({})).await,
            4 => tally.ask(client, "GET", "/api/v1/connect-four/playouts/stream?position=44", &json!({})).await,
            _ => {
                let trial = json!({ "position": "44", "player": "alpha-beta:depth=30", "right": ["4"] });
                tally.ask(client, "POST", "/api/v1/connect-four/scenario", &trial).await;
            }
        }
        pause(&mut dice, 1..50).await;
    }
}

/// Fills memory with recorded searches, large ones and the smallest.
pub(crate) async fn trace(client: Client, tally: &Tally, mut dice: Rng) {
    loop {
        let depth = if dice.u8(..10) == 0 { 12 } else { 1 };
        let wish = json!({ "player": format!("alpha-beta:depth={depth}"), "position": "44" });
        tally.ask(client, "POST", "/api/v1/connect-four/traces", &wish).await;
        pause(&mut dice, 5..100).await;
    }
}

/// Fills the disk with long games.
pub(crate) async fn import(client: Client, tally: &Tally, mut dice: Rng) {
    let placing = "a7 d7 g7 a4 g4 a1 g1 d1 b6 f6 b4 d6 b2 d2 f2 c5 c3 e5";
    let tags: String = (0..1_000).map(|number| format!("[T{number} \"{}\"]\n", dice.u32(..))).collect();
    loop {
        let text = match dice.u8(..3) {
            0 => format!("[Game \"morris\"]\n\n{placing} *"),
            1 => format!("[Game \"morris\"]\n{tags}\n{placing} *"),
            _ => "[Game \"connect-four\"]\n[First \"alpha-beta:table=1073741824,threads=256\"]\n\n4 4 *".to_owned(),
        };
        tally.ask(client, "POST", "/api/v1/games", &json!({ "import": text })).await;
        pause(&mut dice, 5..100).await;
    }
}

/// Methods, paths and labels that have never been seen before.
pub(crate) async fn invent(client: Client, tally: &Tally, mut dice: Rng) {
    loop {
        let word: String = (0..dice.usize(1..40)).map(|_| dice.uppercase()).collect();
        let request = client.request(&word, &format!("/{word}?{word}={word}"), "", "");
        tally.note(&request, client.send(request.as_bytes()).await);
        pause(&mut dice, 5..50).await;
    }
}

/// Random bytes, or slightly valid ones.
pub(crate) async fn babble(client: Client, tally: &Tally, mut dice: Rng) {
    let pieces = [
        "GET ",
        "POST ",
        "/api/v1/",
        "connect-four",
        "morris",
        "games",
        "/",
        "?",
        "=",
        "&",
        "position",
        "4455",
        "%00",
        "%ff",
        "\r\n",
        " HTTP/1.1",
        "Host: x",
        "Content-Length: ",
        "99999999999999999999",
        "{",
        "\"",
        "}",
        "[",
        ":",
        "traces",
        "é",
    ];
    loop {
        let count = dice.usize(1..60);
        let mut bytes: Vec<u8> = Vec::new();
        for _ in 0..count {
            match dice.u8(..4) {
                0 => bytes.push(dice.u8(..)),
                _ => bytes.extend(dice.choice(pieces).expect("there are some").bytes()),
            }
        }
        bytes.extend(b"\r\n\r\n");
        tally.note(&String::from_utf8_lossy(&bytes), client.send(&bytes).await);
        pause(&mut dice, 5..100).await;
    }
}

/// Requests a lot and reads a byte per second; or sends a head, or a body, as slowly.
pub(crate) async fn dawdle(client: Client, tally: &Tally, mut dice: Rng) {
    loop {
        tally.sent.fetch_add(1, Relaxed);
        let slow = async {
            let mut stream = client.connect().await?;
            match dice.u8(..4) {
                0 => {
                    for byte in client.request("GET", "/", "", "").bytes() {
                        stream.write_all(&[byte]).await?;
                        tokio::time::sleep(Duration::from_secs(1)).await;
                    }
                }
                1 => {
                    stream
                        .write_all(b"POST /api/v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n")
                        .await?;
                    loop {
                        stream.write_all(b" ").await?;
                        tokio::time::sleep(Duration::from_secs(1)).await;
                    }
                }
                many => {
                    let path = if many == 2 { "/api/v1/databases/export?format=csv" } else { "/api/openapi.json" };
                    stream.write_all(client.request("GET", path, "", "").as_bytes()).await?;
                    while stream.read(&mut [0]).await? > 0 {
                        tokio::time::sleep(Duration::from_secs(1)).await;
                    }
                }
            }
            io::Result::Ok(())
        };
        // However it ends, the next one starts.
        let _ = slow.await;
        pause(&mut dice, 50..500).await;
    }
}

/// Opens streams and keeps them open, more and more of them.
pub(crate) async fn watch(client: Client, tally: &Tally, mut dice: Rng) {
    loop {
        let mut streams = Vec::new();
        for _ in 0..300 {
            tally.sent.fetch_add(1, Relaxed);
            let Ok(mut stream) = client.connect().await else { break };
            let request = format!("GET /api/v1/jobs/events HTTP/1.1\r\nHost: {}\r\n\r\n", client.server);
            if stream.write_all(request.as_bytes()).await.is_ok() {
                streams.push(stream);
            }
            pause(&mut dice, 1..20).await;
        }
        pause(&mut dice, 1_000..5_000).await;
    }
}

/// Uses a different address each time.
pub(crate) async fn wander(client: Client, tally: &Tally, mut dice: Rng) {
    loop {
        let from = Ipv4Addr::new(127, dice.u8(64..), dice.u8(..), dice.u8(1..255));
        let client = Client { from, ..client };
        tally.ask(client, "GET", "/api/v1/connect-four/analysis?position=4", &json!({})).await;
        pause(&mut dice, 1..50).await;
    }
}
