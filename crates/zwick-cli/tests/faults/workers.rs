//! Servers and workers without faults: which changes reach whom, and what the commands print.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::ask;
use crate::processes::{Postgres, Process, free_ports, zwick};

fn said(words: &[&str], database: &str) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } =
        zwick(words, database, Path::new(".")).stdout(std::process::Stdio::piped()).output().expect("the program");
    (status.code(), String::from_utf8([stdout, stderr].concat()).expect("text"))
}

/// Waits for a condition, with a timeout.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_secs(240), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// One server with its own database.
struct Site {
    address: SocketAddr,
    _server: Process,
    directory: TempDir,
    postgres: Postgres,
}

impl Site {
    /// A server with these further arguments; `None` if PostgreSQL is not installed.
    fn start(words: &[&str]) -> Option<Self> {
        let postgres = Postgres::start()?;
        let directory = tempfile::tempdir().unwrap();
        let address = free_ports(1)[0];
        let listen = address.to_string();
        let words = [["serve", "--listen", &listen].as_slice(), words].concat();
        let server = Process::start(zwick(&words, &postgres.address, directory.path()));
        until("the server answers", || ask(address, "GET", "/healthz", "", &json!({})).is_ok());
        Some(Self { address, _server: server, directory, postgres })
    }

    /// Another process of the program on the same database.
    fn run(&self, words: &[&str]) -> Process {
        Process::start(zwick(words, &self.postgres.address, self.directory.path()))
    }

    fn worker(&self) -> Process {
        self.run(&["worker", "--threads", "1", "--table", "8"])
    }

    /// What a command prints.
    fn said(&self, words: &[&str]) -> (Option<i32>, String) {
        said(words, &self.postgres.address)
    }

    fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> (u16, Value) {
        ask(self.address, method, &format!("/api/v1{path}"), token, body).unwrap()
    }

    fn jobs(&self) -> Value {
        self.ask("GET", "/jobs", "", &json!({})).1["items"].clone()
    }
}

#[test]
fn two_who_play_on_different_servers_see_each_other_move() {
    let Some(postgres) = Postgres::start() else { return };
    let directory = tempfile::tempdir().unwrap();
    let addresses = free_ports(2);
    let serve = |address: &std::net::SocketAddr| {
        Process::start(zwick(&["serve", "--listen", &address.to_string()], &postgres.address, directory.path()))
    };
    let _servers: Vec<Process> = addresses.iter().map(serve).collect();
    until("both servers answer", || addresses.iter().all(|&a| ask(a, "GET", "/healthz", "", &json!({})).is_ok()));
    let (_, made) = ask(addresses[0], "POST", "/api/v1/games", "", &json!({ "game": "connect-four" })).unwrap();
    let path = format!("/api/v1/games/{}", made["id"].as_str().unwrap());
    let watchers = addresses.iter().map(|address| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        write!(stream, "GET {path}/events HTTP/1.0\r\nHost: {address}\r\n\r\n").unwrap();
        BufReader::new(stream).lines()
    });
    let mut watchers: Vec<_> = watchers.collect();
    let mut next = |watcher: usize| loop {
        let line = watchers[watcher].next().expect("a stream that goes on").unwrap();
        if let Some(game) = line.strip_prefix("data: ") {
            let game: Value = serde_json::from_str(game).unwrap();
            // Who is here is told too.
            if let Some(moves) = game["moves"].as_array() {
                break moves.len();
            }
        }
    };
    assert_eq!([next(0), next(1)], [0, 0]);
    for ply in 0..6 {
        let token = made["tokens"][["first", "second"][ply % 2]].as_str().unwrap();
        let moved = ask(addresses[ply % 2], "POST", &format!("{path}/moves"), token, &json!({ "move": "4" })).unwrap();
        assert_eq!(moved.0, 200, "{}", moved.1);
        assert_eq!([next(0), next(1)], [ply + 1, ply + 1]);
    }
}

#[test]
fn a_job_is_given_stopped_gone_on_with_done_and_forgotten() {
    let Some(site) = Site::start(&[]) else { return };
    let job = |method: &str, path: &str, body: Value| site.ask(method, &format!("/jobs{path}"), "", &body);
    let state = || site.jobs()[0]["state"].clone();

    let order =
        json!({ "kind": "seed", "game": "connect-four", "from": 20, "to": 21, "count": 40, "player": "perfect" });
    let (status, given) = job("POST", "", order.clone());
    assert_eq!((status, &given["state"], &given["wanted"]), (201, &json!("running"), &json!(80)), "{given}");
    assert_eq!(given["detail"]["kind"], "waiting");
    assert_eq!(job("POST", "", order.clone()).0, 409, "it is already running");
    let id = given["id"].to_string();
    let (_, list) = site.said(&["jobs"]);
    assert!(
        list.contains("0 worker threads running")
            && list.contains("seed connect-four 20-21 40 perfect  running  0 of 80"),
        "{list}"
    );

    assert_eq!(site.said(&["jobs", "stop", &id]).0, Some(0));
    assert_eq!(state(), "stopped");
    let mut worker = site.worker();
    until("the worker says that it is alive", || site.said(&["jobs"]).1.contains("1 worker thread running"));
    assert_eq!(site.jobs()[0]["done"], 0, "nobody works for a job that is stopped");
    assert_eq!(job("POST", &format!("/{id}/resume"), json!({})).0, 200);
    until("the job is done", || state() == "done");
    let (_, told) = site.said(&["jobs", "--json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(
        (&told["worker_threads"], &told["jobs"][0]["done"], &told["jobs"][0]["saved"]),
        (&json!(1), &json!(80), &json!(80)),
        "{told}"
    );

    let (status, study) =
        job("POST", "", json!({ "kind": "analysis", "game": "connect-four", "position": "444444222" }));
    assert_eq!(status, 201, "{study}");
    let known = || site.ask("GET", "/databases/positions?position=444444222", "", &json!({})).1;
    until("the position is known", || known()["items"][0]["exact"] == true);
    worker.end();
    assert!(worker.succeeds());
    until("the worker is gone", || site.said(&["jobs"]).1.contains("0 worker threads running"));

    assert_eq!(job("DELETE", &format!("/{id}"), json!({})).0, 204);
    assert_eq!(site.said(&["jobs", "cancel", &id]), (Some(1), format!("error: there is no job {id}\n")));
}

#[test]
fn a_person_who_waits_comes_before_a_book() {
    let Some(site) = Site::start(&[]) else { return };
    let _worker = site.worker();
    // More than an hour of work.
    let file = site.directory.path().join("long.book");
    let build = ["book", "build", "--plies", "9", "--output", file.to_str().unwrap()];
    let _builder = site.run(&build);
    until("some of the book is done", || site.jobs()[0]["done"].as_u64() > Some(0));

    let order = json!({ "kind": "analysis", "game": "connect-four", "position": "44444412" });
    let asked = Instant::now();
    assert_eq!(site.ask("POST", "/jobs", "", &order).0, 201);
    until("the analysis is done", || site.jobs()[1]["state"] == "done");
    println!("an analysis beside a book took {:?}", asked.elapsed());
    let book = site.jobs()[0].clone();
    assert!(book["state"] == "running" && book["done"].as_u64() < Some(book["wanted"].as_u64().unwrap() / 2), "{book}");

    // The worker is working on the book again; cancelling it takes the piece away.
    let before = book["done"].as_u64();
    until("the book goes on", || site.jobs()[0]["done"].as_u64() > before);
    assert_eq!(site.said(&["jobs", "cancel", &book["id"].to_string()]).0, Some(0));
    let again = json!({ "kind": "analysis", "game": "connect-four", "position": "44444417" });
    let asked = Instant::now();
    assert_eq!(site.ask("POST", "/jobs", "", &again).0, 201);
    until("the other analysis is done", || site.jobs()[1]["state"] == "done");
    println!("an analysis after the book was cancelled took {:?}", asked.elapsed());
}

#[test]
fn the_bench_starts_workers_and_leaves_nothing_behind() {
    let Some(site) = Site::start(&[]) else { return };
    let bench = ["bench", "workers", "--json", "--workers", "2", "--seconds", "1"];
    let (code, told) = site.said(&[&bench[..], &["--game", "connect-four:6x5", "--plies", "8"]].concat());
    assert_eq!(code, Some(0), "{told}");
    let told: Value = serde_json::from_str(&told).expect("one line");
    assert!(told["workers"] == 2 && told["positions"].as_u64() > Some(0), "{told}");
    assert_eq!(site.jobs(), json!([]));
    let (code, problem) = site.said(&[&bench[..], &["--game", "morris"]].concat());
    assert!(code == Some(2) && problem.contains("expected a board of Connect Four"), "{problem}");
}

#[test]
fn everyone_may_ask_for_an_analysis_that_ends() {
    let Some(site) = Site::start(&["--operator", "secret"]) else { return };
    let give = |token: &str, order: Value| site.ask("POST", "/jobs", token, &order);
    let analysis = |time: Option<u64>, position: &str| json!({ "kind": "analysis", "game": "connect-four", "position": position, "time": time });
    assert_eq!(give("", analysis(None, "4")).0, 401, "it may last for ever");
    assert_eq!(give("", analysis(Some(600_001), "4")).0, 401, "it lasts too long");
    let seed = json!({ "kind": "seed", "game": "connect-four", "from": 9, "to": 9, "count": 1, "player": "perfect" });
    assert_eq!(give("", seed).0, 401, "only analyses are for everyone");
    for column in 0..16_u32 {
        let position = format!("{}{}", 1 + column % 7, 1 + column / 7);
        assert_eq!(give("", analysis(Some(600_000), &position)).0, 201);
    }
    assert_eq!(give("", analysis(Some(600_000), "44")).0, 503, "too many wait");
    assert_eq!(give("secret", analysis(None, "44")).0, 201, "the operator decides");
    let id = site.jobs()[0]["id"].clone();
    assert_eq!(site.ask("POST", &format!("/jobs/{id}/stop"), "", &json!({})).0, 401);
}

#[test]
fn what_cannot_be_done_is_told() {
    let Some(site) = Site::start(&[]) else { return };
    let file = site.directory.path().join("zwick.db");
    let (code, says) = site.said(&["jobs", "stop", "seven"]);
    assert!(code == Some(2) && says.contains("expected the number of a job"), "{says}");
    for words in [["worker"].as_slice(), &["jobs"], &["book", "build", "--plies", "2"]] {
        let (code, says) = said(words, file.to_str().unwrap());
        assert!(code == Some(1) && says.contains("expected a PostgreSQL server to share jobs through"), "{says}");
    }
    for words in ["stop", "resume", "cancel"] {
        assert_eq!(site.said(&["jobs", words, "7"]), (Some(1), "error: there is no job 7\n".to_owned()));
    }
    for (order, status, says) in [
        (json!({ "kind": "analysis", "game": "connect-four", "position": "11111111" }), 400, "position"),
        (
            json!({ "kind": "analysis", "game": "connect-four", "position": "1212121" }),
            409,
            "expected an unfinished game",
        ),
        (json!({ "kind": "analysis", "game": "connect-four", "position": "4", "time": 0 }), 400, "time: expected"),
        (json!({ "kind": "book", "game": "connect-four", "plies": 4 }), 409, "zwick book build"),
        (
            json!({ "kind": "seed", "game": "connect-four", "from": 1, "to": 2, "count": 5, "player": "random" }),
            409,
            "random",
        ),
    ] {
        let (found, problem) = site.ask("POST", "/jobs", "", &order);
        assert!(found == status && problem["detail"].as_str().unwrap().contains(says), "{order}: {found} {problem}");
    }
}
