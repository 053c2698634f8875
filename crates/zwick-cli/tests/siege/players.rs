//! Honest players: each plays level 1, and records what was acknowledged and how long the computer took.

use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::machine::Machine;
use crate::server::Trouble;

/// The longest that a player may wait for a move of level 1, on an idle machine.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// A game that was played, as the server has acknowledged it.
#[derive(Debug)]
pub(crate) struct Game {
    path: String,
    tokens: [String; 2],
    moves: Vec<String>,
}

/// What a player has seen.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) games: Vec<Game>,
    /// How long each move of the computer took.
    pub(crate) waits: Vec<Duration>,
}

/// One request of an honest player. `None` if the server was down or its disk was full, which are the only excuses.
async fn ask(
    client: Client,
    trouble: &Trouble,
    method: &str,
    path: &str,
    token: &str,
    body: &Value,
) -> Option<(Answer, Duration)> {
    let (moment, started) = (trouble.now(), Instant::now());
    match client.ask(method, path, token, body).await {
        Ok(answer) if answer.status == 507 && trouble.was_full_since(moment) => None,
        Ok(answer) => Some((answer, started.elapsed())),
        Err(error) => {
            assert!(trouble.was_away_since(moment), "{method} {path}: {error} after {:?}", started.elapsed());
            None
        }
    }
}

impl Game {
    async fn begin(client: Client, trouble: &Trouble, name: &str) -> Option<Self> {
        let wish = json!({ "game": name, "players": { "first": "person", "second": "level 1" } });
        let (answer, _) = ask(client, trouble, "POST", "/api/v1/games", "", &wish).await?;
        assert_eq!(answer.status, 201, "{answer:?}");
        let made = answer.json();
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let tokens = ["first", "second"].map(|side| text(&made["tokens"][side]));
        Some(Self { path: format!("/api/v1/games/{}", text(&made["id"])), tokens, moves: Vec::new() })
    }

    /// The game as the server knows it: everything acknowledged, and at most the one move in flight.
    async fn look(&mut self, client: Client, trouble: &Trouble) -> Option<Value> {
        let (answer, _) = ask(client, trouble, "GET", &self.path, &self.tokens[0], &json!({})).await?;
        assert_eq!(answer.status, 200, "{answer:?}");
        let game = answer.json();
        let kept: Vec<String> = serde_json::from_value(game["moves"].clone()).expect("moves");
        assert!(kept.starts_with(&self.moves), "{}: expected {:?}, found {kept:?}", self.path, self.moves);
        assert!(kept.len() <= self.moves.len() + 1, "{}: expected {:?}, found {kept:?}", self.path, self.moves);
        self.moves = kept;
        Some(game)
    }

    /// One move of the side to move; returns how long the computer took if it was its move. `None` once the game is over.
    async fn turn(&mut self, client: Client, trouble: &Trouble, dice: &mut Rng) -> Option<Option<Duration>> {
        let Some(game) = self.look(client, trouble).await else { return Some(None) };
        let mv = dice.choice(game["state"]["legal"].as_array().expect("moves"))?.clone();
        let event = &game["event"];
        let is_computers = self.moves.len() % 2 == 1;
        let (what, token, body) = if is_computers {
            ("computer", &self.tokens[1], json!({ "event": event }))
        } else {
            ("moves", &self.tokens[0], json!({ "move": mv, "event": event }))
        };
        let answer = ask(client, trouble, "POST", &format!("{}/{what}", self.path), token, &body).await;
        let Some((answer, took)) = answer else { return Some(None) };
        assert_eq!(answer.status, 200, "{what} at {}: {answer:?}", self.path);
        self.moves = serde_json::from_value(answer.json()["moves"].clone()).expect("moves");
        Some(is_computers.then_some(took))
    }
}

/// Plays one game after another until the siege is over.
pub(crate) async fn play(client: Client, trouble: &Trouble, machine: &Machine, mut dice: Rng) -> Seen {
    let mut seen = Seen::default();
    while !trouble.is_over.load(Relaxed) {
        let name = ["connect-four", "morris"][dice.usize(..2)];
        if let Some(mut game) = Game::begin(client, trouble, name).await {
            while let Some(took) = game.turn(client, trouble, &mut dice).await {
                if let Some(took) = took {
                    assert!(took < machine.stretch(LONGEST_WAIT), "{}: the computer's move took {took:?}", game.path);
                    seen.waits.push(took);
                }
                if trouble.is_over.load(Relaxed) {
                    break;
                }
                // People think before they move.
                tokio::time::sleep(Duration::from_millis(dice.u64(300..2_000))).await;
            }
            seen.games.push(game);
        }
        tokio::time::sleep(Duration::from_millis(dice.u64(300..2_000))).await;
    }
    seen
}

/// Every game must be stored as it was acknowledged; returns the number of moves.
pub(crate) async fn compare(client: Client, trouble: &Trouble, games: &mut [Game]) -> usize {
    let mut moves = 0;
    for game in games {
        game.look(client, trouble).await.expect("nothing happens to the server any more");
        moves += game.moves.len();
        // Stays within the rate limit of an address.
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    moves
}
