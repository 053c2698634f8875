//! `zwick serve` as a process: started twice, asked to stop, killed in the middle of games.

mod common;

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use common::ask;

/// Any free port.
const ANYWHERE: &str = "127.0.0.1:0";

fn serve(directory: &Path, listen: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zwick"));
    command.args(["serve", "--listen", listen, "--data-dir"]).arg(directory);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A server that is killed when dropped, if it is still running.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(directory: &Path) -> Self {
        Self::of(serve(directory, ANYWHERE))
    }

    fn of(mut command: Command) -> Self {
        let mut child = command.spawn().expect("the server starts");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("it tells its address");
        let address = line.trim().trim_end_matches('/').rsplit_once('/').map(|(_, address)| address);
        let address = address.and_then(|address| address.parse().ok());
        Self { child, address: address.unwrap_or_else(|| panic!("expected an address, found {line:?}")) }
    }

    fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> io::Result<(u16, Value)> {
        ask(self.address, method, path, token, body)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A game being played, and everything the server has acknowledged of it.
struct Played {
    id: String,
    tokens: [String; 2],
    moves: Vec<String>,
}

impl Played {
    fn begin(address: SocketAddr, game: &str) -> io::Result<Self> {
        let (status, made) = ask(address, "POST", "/api/v1/games", "", &json!({ "game": game }))?;
        assert_eq!(status, 201, "{made}");
        let token = |side: &str| made["tokens"][side].as_str().expect("a token").to_owned();
        let id = made["id"].as_str().expect("an id").to_owned();
        Ok(Self { id, tokens: [token("first"), token("second")], moves: Vec::new() })
    }

    /// Plays random moves until the server is down or the game is over; counts what is acknowledged.
    fn go_on(&mut self, address: SocketAddr, acknowledged: &AtomicUsize) -> io::Result<()> {
        let path = format!("/api/v1/games/{}", self.id);
        let (_, mut game) = ask(address, "GET", &path, "", &json!({}))?;
        while let Some(mv) = fastrand::choice(game["state"]["legal"].as_array().expect("moves")).cloned() {
            let token = &self.tokens[self.moves.len() % 2];
            let (status, changed) = ask(address, "POST", &format!("{path}/moves"), token, &json!({ "move": mv }))?;
            assert_eq!(status, 200, "{changed}");
            self.moves.push(mv.as_str().expect("a text").to_owned());
            acknowledged.fetch_add(1, Relaxed);
            game = changed;
        }
        Ok(())
    }

    /// The server must know what it acknowledged, and at most the one move in flight.
    fn compare(&mut self, server: &Server) {
        let (status, game) =
            server.ask("GET", &format!("/api/v1/games/{}", self.id), "", &json!({})).expect("an answer");
        assert_eq!(status, 200, "{game}");
        let kept: Vec<String> = serde_json::from_value(game["moves"].clone()).expect("moves");
        assert!(kept.starts_with(&self.moves), "expected {:?}, found {kept:?}", self.moves);
        assert!(kept.len() <= self.moves.len() + 1, "expected {:?}, found {kept:?}", self.moves);
        self.moves = kept;
    }
}

/// SIGKILL after some acknowledged moves, ten times or as often as `ZWICK_KILLS` says; the games are resumed with the same tokens.
#[test]
fn a_server_killed_in_the_middle_of_games_keeps_every_acknowledged_move() {
    /// How many games are played at a time.
    const RESUMED: usize = 12;
    let directory = tempfile::tempdir().unwrap();
    let (mut games, mut finished): (Vec<Played>, Vec<Played>) = (Vec::new(), Vec::new());
    let kills = std::env::var("ZWICK_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(10);
    let mut all_acknowledged = 0;
    for _ in 0..kills {
        let mut server = Server::start(directory.path());
        for game in &mut games {
            game.compare(&server);
        }
        for name in ["connect-four", "morris", "connect-four:8x7"] {
            games.push(Played::begin(server.address, name).expect("a new game"));
        }
        let (address, acknowledged) = (server.address, AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for game in &mut games {
                let acknowledged = &acknowledged;
                scope.spawn(move || game.go_on(address, acknowledged));
            }
            let enough = fastrand::usize(1..30);
            while acknowledged.load(Relaxed) < enough {
                std::thread::sleep(Duration::from_millis(1));
            }
            server.child.kill().expect("it runs");
        });
        all_acknowledged += acknowledged.into_inner();
        // The oldest are left alone, and compared in the end.
        finished.extend(games.drain(..games.len().saturating_sub(RESUMED)));
    }
    games.extend(finished);
    println!("{kills} kills, {} games, {all_acknowledged} moves acknowledged", games.len());
    let server = Server::start(directory.path());
    assert!(games.iter().any(|game| !game.moves.is_empty()));
    for game in &mut games {
        game.compare(&server);
    }
}

fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8(output.stderr.clone()).expect("text")
}

#[test]
fn a_second_start_on_the_same_port_says_so_kindly() {
    let directory = tempfile::tempdir().unwrap();
    let first = Server::start(directory.path());
    let second = serve(directory.path(), &first.address.to_string()).output().unwrap();
    let says = refused(&second);
    assert!(says.contains(&format!("Zwickmühle is already running: open http://{}/", first.address)), "{says}");
    let silent = TcpListener::bind(ANYWHERE).unwrap();
    let taken = silent.local_addr().unwrap();
    let says = refused(&serve(directory.path(), &taken.to_string()).output().unwrap());
    assert!(says.contains(&format!("another program is listening on {taken}")), "{says}");
}

/// On a machine with several accounts, everyone can reach a local server.
#[test]
fn the_operators_secret_keeps_others_on_the_machine_out_and_is_never_empty() {
    let directory = tempfile::tempdir().unwrap();
    let secret = directory.path().join("secret");
    std::fs::write(&secret, "open sesame\nanother line\n").unwrap();
    let mut command = serve(directory.path(), ANYWHERE);
    command.arg("--operator-file").arg(&secret);
    let server = Server::of(command);
    let forget = |token: &str| server.ask("DELETE", "/api/v1/databases/positions", token, &json!({})).unwrap().0;
    assert_eq!((forget(""), forget("guess"), forget("open sesame")), (401, 401, 200));
    std::fs::write(&secret, " \n").unwrap();
    for (words, variable) in
        [(vec!["--operator", ""], None), (vec![], Some("")), (vec!["--operator-file", secret.to_str().unwrap()], None)]
    {
        let mut command = serve(directory.path(), ANYWHERE);
        if let Some(value) = variable {
            command.env("ZWICK_OPERATOR", value);
        }
        let output = command.args(&words).output().unwrap();
        let says = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {says}");
        assert!(says.contains("expected the operator's secret, found nothing"), "{words:?}: {says}");
    }
}

#[test]
fn a_local_server_without_a_secret_says_who_is_the_operator() {
    let directory = tempfile::tempdir().unwrap();
    let mut child = serve(directory.path(), ANYWHERE).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let said = lines.find(|line| line.contains("Everyone with an account on this machine"));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(said.is_some_and(|said| said.contains("--operator-file")));
}

#[cfg(unix)]
#[test]
fn a_server_asked_to_end_stops_thinking_and_ends_well() {
    let directory = tempfile::tempdir().unwrap();
    let mut server = Server::start(directory.path());
    let mut played = Played::begin(server.address, "connect-four").unwrap();
    let (address, path) = (server.address, format!("/api/v1/games/{}", played.id));
    server.ask("POST", &format!("{path}/moves"), &played.tokens[0], &json!({ "move": "4" })).unwrap();
    played.moves.push("4".to_owned());
    let token = played.tokens[1].clone();
    let thinks = std::thread::spawn(move || {
        let endless = json!({ "player": "monte-carlo:playouts=10000000", "time": 60_000 });
        ask(address, "POST", &format!("{path}/computer"), &token, &endless)
    });
    while !is_thinking(&server) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let started = Instant::now();
    let asked = Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status().unwrap();
    assert!(asked.success());
    let status = server.child.wait().unwrap();
    assert!(status.success() && started.elapsed() < Duration::from_secs(30), "{status} after {:?}", started.elapsed());
    assert_eq!(thinks.join().unwrap().expect("a last answer").0, 503);
    played.compare(&Server::start(directory.path()));
    assert_eq!(played.moves, ["4"]);
}

/// Reads a stream until it contains this.
#[cfg(target_os = "linux")]
fn read_until(stream: &mut TcpStream, words: &str) {
    let mut text = String::new();
    while !text.contains(words) {
        let mut piece = [0; 4_096];
        let length = stream.read(&mut piece).expect("a stream that goes on");
        assert!(length > 0, "expected {words}, found {text}");
        text.push_str(std::str::from_utf8(&piece[..length]).expect("text"));
    }
}

/// Even where a program may have only 256 open files by default.
#[cfg(target_os = "linux")]
#[test]
fn a_thousand_watchers_are_told_of_a_move_in_little_memory() {
    const WATCHERS: usize = 1_000;
    let allowed = rlimit::increase_nofile_limit(2 * WATCHERS as u64).unwrap();
    assert!(allowed > WATCHERS as u64, "expected to be allowed more than {WATCHERS} open files, found {allowed}");
    let directory = tempfile::tempdir().unwrap();
    let mut limited = Command::new("bash");
    limited.args([
        "-c",
        "ulimit -S -n 256; exec \"$@\"",
        "bash",
        env!("CARGO_BIN_EXE_zwick"),
        "serve",
        "--listen",
        ANYWHERE,
    ]);
    limited.arg("--data-dir").arg(directory.path()).stdout(Stdio::piped());
    let server = Server::of(limited);
    let played = Played::begin(server.address, "connect-four").unwrap();
    let (address, path) = (server.address, format!("/api/v1/games/{}", played.id));
    let watch = || {
        let mut stream = TcpStream::connect(address).expect("a connection");
        write!(stream, "GET {path}/events HTTP/1.1\r\nHost: {address}\r\n\r\n").expect("a request");
        stream
    };
    let mut watchers: Vec<TcpStream> = (0..WATCHERS).map(|_| watch()).collect();
    for watcher in &mut watchers {
        read_until(watcher, r#""moves":[]"#);
    }
    server.ask("POST", &format!("{path}/moves"), &played.tokens[0], &json!({ "move": "4" })).unwrap();
    for watcher in &mut watchers {
        read_until(watcher, r#""moves":["4"]"#);
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
    let memory = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the most memory it has had");
    let kilobytes: u64 = memory.trim().trim_end_matches(" kB").parse().expect("a number");
    assert!(kilobytes < 300 << 10, "expected less than 300 MB, found {kilobytes} kB");
}

/// Whether the server reports a running search.
fn is_thinking(server: &Server) -> bool {
    let (_, health) = server.ask("GET", "/healthz", "", &json!({})).expect("an answer");
    health["thinking"].as_u64().expect("a number") > 0
}
