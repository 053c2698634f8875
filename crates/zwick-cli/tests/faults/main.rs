//! Three servers and four workers around one PostgreSQL, all of which are killed and restarted at random while games are played and jobs
//! run: no acknowledged move may be lost, every job must complete, and nothing may be wrong or doubled.
//!
//! Half a minute, or the number of seconds in `ZWICK_FAULTS`. The random seed is printed; `ZWICK_FAULTS_SEED` sets it.

#[path = "../common/mod.rs"]
mod common;
mod processes;
mod workers;

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::{Value, json};
use zwick::{Analyst, AnyPosition, Library, Oracle, search::Limits};
use zwick_db::{Format, Import, ImportedFile};

use common::ask;
use processes::{Postgres, Process, free_ports, zwick};

const SERVERS: usize = 3;
const WORKERS: usize = 4;
const GAMES: usize = 4;
/// How long everything may take to finish once the killing stops.
const PATIENCE: Duration = Duration::from_secs(240);
/// The jobs: books and random positions, as many as possible, and one analysis.
const BOARD: &str = "6x5";
const PLIES: &str = "8";
const SEEDED: (u32, u32, u64) = (16, 18, 200);
const STUDIED: &str = "44444122";

/// Which server a player uses next: another one if this one is down.
struct Player<'a> {
    servers: &'a [SocketAddr],
    dice: Rng,
}

impl Player<'_> {
    /// An answer from any server; the chosen one is asked first.
    fn ask(&mut self, first: usize, method: &str, path: &str, token: &str, body: &Value) -> (u16, Value) {
        let mut server = first;
        loop {
            match ask(self.servers[server], method, path, token, body) {
                // The server, or its database, is down: try another.
                Err(_) | Ok((500.., _)) => {
                    server = self.dice.usize(..self.servers.len());
                    std::thread::sleep(Duration::from_millis(50));
                }
                Ok(answer) => return answer,
            }
        }
    }

    /// One attempt at a move, on one server; returns whether it was acknowledged.
    fn play(&self, server: usize, path: &str, token: &str, body: &Value) -> Option<Value> {
        match ask(self.servers[server], "POST", &format!("{path}/moves"), token, body) {
            Ok((200, game)) => Some(game),
            // Down, or it was saved the last time and only the answer was lost.
            Err(_) | Ok((500.. | 409, _)) => None,
            Ok((status, problem)) => panic!("expected a move or a fault, found {status}: {problem}"),
        }
    }
}

fn moves_of(game: &Value) -> Vec<String> {
    serde_json::from_value(game["moves"].clone()).expect("moves")
}

/// Plays games until the end, the two sides on different servers; returns everything acknowledged of each game.
fn play(
    servers: &[SocketAddr],
    mut dice: Rng,
    is_over: &AtomicBool,
    acknowledged: &AtomicU64,
) -> HashMap<String, Vec<String>> {
    let mut played = HashMap::new();
    while !is_over.load(Relaxed) {
        let name = ["connect-four", "morris", "connect-four:8x7"][dice.usize(..3)];
        let sides = [dice.usize(..servers.len()), dice.usize(..servers.len())];
        let mut player = Player { servers, dice: Rng::with_seed(dice.u64(..)) };
        let (status, made) = player.ask(sides[0], "POST", "/api/v1/games", "", &json!({ "game": name }));
        assert_eq!(status, 201, "{made}");
        let id = made["id"].as_str().expect("an id").to_owned();
        let tokens = ["first", "second"].map(|side| made["tokens"][side].as_str().expect("a token").to_owned());
        let path = format!("/api/v1/games/{id}");
        let kept: &mut Vec<String> = played.entry(id).or_default();
        // A move without an answer may have been saved, even later than the next look at the game: the answer to another one settles it.
        let mut is_answered = true;
        while !(is_over.load(Relaxed) && is_answered) {
            let side = kept.len() % 2;
            let (status, game) = player.ask(sides[side], "GET", &path, "", &json!({}));
            assert_eq!(status, 200, "{game}");
            compare(kept, &game);
            *kept = moves_of(&game);
            let side = kept.len() % 2;
            let legal = game["state"]["legal"].as_array().expect("moves").clone();
            let Some(mv) = dice.choice(legal) else { break };
            let body = json!({ "move": mv, "event": game["event"] });
            let answer = player.play(sides[side], &path, &tokens[side], &body);
            is_answered = answer.is_some();
            if let Some(game) = answer {
                acknowledged.fetch_add(1, Relaxed);
                kept.push(mv.as_str().expect("a text").to_owned());
                assert_eq!(*kept, moves_of(&game), "an acknowledged game");
            }
            std::thread::sleep(Duration::from_millis(dice.u64(5..60)));
        }
    }
    played
}

/// A game must contain what was acknowledged, in order, and at most the one move in flight; each move is one change.
fn compare(acknowledged: &[String], game: &Value) {
    let kept = moves_of(game);
    assert!(kept.starts_with(acknowledged), "expected {acknowledged:?}, found {kept:?}");
    assert!(kept.len() <= acknowledged.len() + 1, "expected {acknowledged:?}, found {kept:?}");
    assert_eq!(game["event"].as_u64(), Some(kept.len() as u64), "{game}");
}

/// Watches a game from one server after another, as a browser does; returns the last moves it saw.
fn watch(servers: &[SocketAddr], id: &str, mut dice: Rng, is_seen: impl Fn(&[String]) -> bool) -> Vec<String> {
    let (mut known, mut moves) = (String::new(), Vec::new());
    loop {
        let server = servers[dice.usize(..servers.len())];
        let mut follow = || -> io::Result<()> {
            let mut stream = TcpStream::connect(server)?;
            stream.set_read_timeout(Some(Duration::from_secs(2)))?;
            write!(
                stream,
                "GET /api/v1/games/{id}/events HTTP/1.0\r\nHost: {server}\r\nLast-Event-ID: {known}\r\n\r\n"
            )?;
            for line in BufReader::new(stream).lines() {
                let line = line?;
                if let Some(number) = line.strip_prefix("id: ") {
                    known = number.to_owned();
                } else if let Some(told) = line.strip_prefix("data: ") {
                    let told: Value = serde_json::from_str(told)?;
                    // Who is here is told too.
                    if told["moves"].is_null() {
                        continue;
                    }
                    let told = moves_of(&told);
                    assert!(told.starts_with(&moves), "expected {moves:?} and more, found {told:?}");
                    moves = told;
                }
                if is_seen(&moves) {
                    return Ok(());
                }
            }
            Ok(())
        };
        // A lost stream is resumed elsewhere.
        let _ = follow();
        if is_seen(&moves) {
            return moves;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Kills and restarts until the time is up; returns how often for each kind of process.
fn meddle(
    dice: &mut Rng,
    time: Duration,
    postgres: &mut Postgres,
    servers: &mut [Process],
    workers: &mut [Process],
) -> [u32; 3] {
    let started = Instant::now();
    let mut killed = [0; 3];
    while started.elapsed() < time {
        std::thread::sleep(Duration::from_millis(dice.u64(300..2_000)));
        let absence = Duration::from_millis(dice.u64(0..1_500));
        let kind = [0, 0, 0, 1, 1, 1, 1, 2][dice.usize(..8)];
        killed[kind] += 1;
        match kind {
            0 => servers[dice.usize(..SERVERS)].kill_and_restart(absence),
            // Some get SIGTERM, and return their pieces.
            1 if dice.bool() => workers[dice.usize(..WORKERS)].end_and_restart(absence),
            1 => workers[dice.usize(..WORKERS)].kill_and_restart(absence),
            _ => postgres.kill_and_restart(absence),
        }
    }
    killed
}

#[test]
fn nothing_is_lost_whatever_is_killed() {
    let Some(mut postgres) = Postgres::start() else { return };
    let setting = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let time = Duration::from_secs(setting("ZWICK_FAULTS").unwrap_or(30));
    let seed = setting("ZWICK_FAULTS_SEED").unwrap_or_else(|| fastrand::u64(..));
    println!("ZWICK_FAULTS_SEED={seed}");
    let mut dice = Rng::with_seed(seed);
    let directory = tempfile::tempdir().unwrap();
    let place = |name: &str| directory.path().join(name);

    // All start at the same moment, on an empty database: its tables are created once.
    let addresses = free_ports(SERVERS);
    let mut servers: Vec<Process> = addresses
        .iter()
        .map(|address| {
            Process::start(zwick(&["serve", "--listen", &address.to_string()], &postgres.address, directory.path()))
        })
        .collect();
    let worker =
        || Process::start(zwick(&["worker", "--threads", "1", "--table", "8"], &postgres.address, directory.path()));
    let mut workers: Vec<Process> = (0..WORKERS).map(|_| worker()).collect();
    let mut asking = Player { servers: &addresses, dice: Rng::with_seed(dice.u64(..)) };

    let alone = place("alone.book");
    assert!(book_to(&alone).status().unwrap().success());
    let database = postgres.address.clone();

    let (is_over, acknowledged) = (AtomicBool::new(false), AtomicU64::new(0));
    // How many moves the watched game has in the end.
    let last = AtomicU64::new(u64::MAX);
    let watched = asking.ask(0, "POST", "/api/v1/games", "", &json!({ "game": "connect-four:8x7" })).1;
    let (games, killed, told, books) = std::thread::scope(|scope| {
        let (addresses, is_over, acknowledged, last) = (&addresses, &is_over, &acknowledged, &last);
        let players: Vec<_> = (0..GAMES)
            .map(|_| {
                let dice = Rng::with_seed(dice.u64(..));
                scope.spawn(move || play(addresses, dice, is_over, acknowledged))
            })
            .collect();
        let watched_id = watched["id"].as_str().expect("an id");
        let dice_of_watcher = Rng::with_seed(dice.u64(..));
        let watcher = scope.spawn(move || {
            watch(addresses, watched_id, dice_of_watcher, |moves| moves.len() as u64 == last.load(Relaxed))
        });
        let watched = &watched;
        let mut dice_of_player = Rng::with_seed(dice.u64(..));
        let game = scope.spawn(move || play_slowly(addresses, watched, &mut dice_of_player, is_over, last));
        let mut dice_of_client = Rng::with_seed(dice.u64(..));
        let client = scope.spawn(move || give_work(addresses, &mut dice_of_client, is_over));
        let (database, alone, directory) = (&database, &alone, directory.path());
        let builder = scope.spawn(move || build_books(database, directory, alone, is_over));
        let killed = meddle(&mut dice, time, &mut postgres, &mut servers, &mut workers);
        is_over.store(true, Relaxed);
        let mut games: HashMap<String, Vec<String>> = HashMap::new();
        for player in players {
            games.extend(player.join().expect("a player who found nothing wrong"));
        }
        let (id, moves) = game.join().expect("a player who found nothing wrong");
        games.insert(id, moves.clone());
        assert_eq!(watcher.join().expect("a watcher"), moves, "what was told in the end");
        client.join().expect("a client who was refused nothing");
        (games, killed, moves.len(), builder.join().expect("books as they should be"))
    });
    let moves: usize = games.values().map(Vec::len).sum();
    println!(
        "killed {} servers, {} workers and the database {} times; {} games, {} moves acknowledged, {moves} kept, {told} watched",
        killed[0],
        killed[1],
        killed[2],
        games.len(),
        acknowledged.load(Relaxed)
    );
    for (id, moves) in &games {
        let (_, game) = asking.ask(0, "GET", &format!("/api/v1/games/{id}"), "", &json!({}));
        compare(moves, &game);
        assert_eq!(moves_of(&game).len(), moves.len(), "nobody plays any more: {game}");
    }

    // Everything requested is done.
    let started = Instant::now();
    let seeded = loop {
        let (status, jobs) = asking.ask(0, "GET", "/api/v1/jobs", "", &json!({}));
        assert_eq!(status, 200, "{jobs}");
        let jobs = jobs["items"].as_array().expect("a list");
        assert!(!jobs.iter().any(|job| job["state"] == "failed"), "{jobs:?}");
        if jobs.iter().all(|job| job["state"] == "done") {
            break jobs.iter().filter(|job| job["settings"]["kind"] == "seed").count() as u64;
        }
        assert!(started.elapsed() < PATIENCE, "not done: {jobs:?}");
        std::thread::sleep(Duration::from_millis(200));
    };
    check_positions(&postgres.address, directory.path(), seeded);
    println!("{books} books, {seeded} times random positions");
}

/// Builds a book without workers.
fn book_to(file: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zwick"));
    command.args(["book", "build", "--size", BOARD, "--plies", PLIES, "--output"]).arg(file).stdout(Stdio::null());
    command
}

/// Lets workers build one book after another; returns how many. Each must be the same as one built without them. If the command loses the
/// database, it is run again and resumes.
fn build_books(database: &str, directory: &Path, alone: &Path, is_over: &AtomicBool) -> u32 {
    let expected = std::fs::read(alone).unwrap();
    let mut built = 0;
    while !is_over.load(Relaxed) {
        built += 1;
        let file = directory.join(format!("shared-{built}.book"));
        let words = ["book", "build", "--size", BOARD, "--plies", PLIES, "--output", file.to_str().unwrap()];
        while !Process::start(zwick(&words, database, directory)).succeeds() {
            std::thread::sleep(Duration::from_millis(100));
        }
        assert!(std::fs::read(file).unwrap() == expected, "book {built} of the workers is another one");
    }
    built
}

/// Requests an analysis, and random positions again whenever the previous ones are done.
fn give_work(servers: &[SocketAddr], dice: &mut Rng, is_over: &AtomicBool) {
    let (from, to, count) = SEEDED;
    let seed =
        json!({ "kind": "seed", "game": "connect-four", "from": from, "to": to, "count": count, "player": "perfect" });
    let study = json!({ "kind": "analysis", "game": "connect-four", "position": STUDIED });
    let mut client = Player { servers, dice: Rng::with_seed(dice.u64(..)) };
    for order in std::iter::once(&study).chain(std::iter::repeat(&seed)) {
        let (status, job) = client.ask(dice.usize(..SERVERS), "POST", "/api/v1/jobs", "", order);
        // Already running: the previous one, or this one, if its answer was lost.
        assert!(matches!(status, 201 | 409), "{job}");
        if is_over.load(Relaxed) {
            return;
        }
        std::thread::sleep(Duration::from_millis(500));
    }
}

/// Plays one game slowly, and returns how many moves it has in the end.
fn play_slowly(
    servers: &[SocketAddr],
    made: &Value,
    dice: &mut Rng,
    is_over: &AtomicBool,
    last: &AtomicU64,
) -> (String, Vec<String>) {
    let mut player = Player { servers, dice: Rng::with_seed(dice.u64(..)) };
    let id = made["id"].as_str().expect("an id").to_owned();
    let path = format!("/api/v1/games/{id}");
    let tokens = ["first", "second"].map(|side| made["tokens"][side].as_str().expect("a token").to_owned());
    let mut is_answered = true;
    loop {
        let (_, game) = player.ask(dice.usize(..SERVERS), "GET", &path, "", &json!({}));
        let moves = moves_of(&game);
        let legal = game["state"]["legal"].as_array().expect("moves").clone();
        if (is_over.load(Relaxed) && is_answered) || legal.is_empty() {
            last.store(moves.len() as u64, Relaxed);
            return (id, moves);
        }
        let mv = dice.choice(legal).expect("a move");
        let body = json!({ "move": mv, "event": game["event"] });
        is_answered = player.play(dice.usize(..SERVERS), &path, &tokens[moves.len() % 2], &body).is_some();
        std::thread::sleep(Duration::from_millis(dice.u64(200..1_500)));
    }
}

/// As many positions as were requested that many times, each once, with the solver's value.
fn check_positions(database: &str, directory: &Path, times: u64) {
    let output = zwick(&["db", "export"], database, directory).stdout(Stdio::piped()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let file = ImportedFile { name: String::new(), bytes: output.stdout };
    let import = Import::read(&[file], Some(Format::JsonLines)).unwrap();
    let records = import.evaluations();
    let (from, to, count) = SEEDED;
    let men = |position: &AnyPosition| {
        let text = position.to_string();
        text.chars().filter(|c| matches!(c, 'X' | 'O')).count() as u32 - 1
    };
    for length in from..=to {
        let of_length = records.iter().filter(|record| men(&record.position) == length).count() as u64;
        assert_eq!(of_length, count * times, "positions with {length} men");
    }
    let studied = AnyPosition::read("connect-four".parse().unwrap(), STUDIED).unwrap().canonical().0;
    assert!(records.iter().any(|record| record.position.canonical().0 == studied && record.exact));
    let mut analyst = Analyst::new(Library::default());
    for record in records {
        let answer = analyst.ask(&record.position, &Limits::default()).unwrap();
        let value = answer.verdict.value().expect("an exact value");
        assert_eq!(record.known().best().value(), Some(value), "{record:?}");
    }
}
