//! The database under stress: processes killed at any moment, several at once, a full disk.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use zwick_db::{Blocking, Evaluation, Format, Import, ImportedFile, Store};

fn zwick(database: &str, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zwick"));
    command.args(words).args(["--database", database]).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The name of a database that does not exist yet, in a directory that goes with its owner.
fn no_database() -> (tempfile::TempDir, String) {
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("zwick.db").to_str().unwrap().to_owned();
    (directory, database)
}

/// A database with random positions after these numbers of moves, this many for each.
fn seeded(moves: &str, count: &str) -> (tempfile::TempDir, String) {
    let (directory, database) = no_database();
    let words = ["db", "seed", "connect-four", "--moves", moves, "--count", count, "--player", "alpha-beta:depth=1"];
    output(&database, &words);
    (directory, database)
}

/// What a command printed; it must succeed, and print nothing on standard error.
fn output(database: &str, words: &[&str]) -> String {
    finish(zwick(database, words).spawn().expect("the command starts"))
}

fn finish(child: Child) -> String {
    let output = child.wait_with_output().expect("the command ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn records(text: &str) -> Vec<Evaluation> {
    let file = ImportedFile { name: String::new(), bytes: text.as_bytes().to_vec() };
    Import::read(&[file], Some(Format::JsonLines)).expect("records").evaluations().to_vec()
}

fn open(database: &str) -> (tokio::runtime::Runtime, Blocking) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let store = runtime.block_on(Store::open(database)).expect("the database opens");
    let store = Blocking::new(store, runtime.handle().clone());
    (runtime, store)
}

const SEED: [&str; 9] =
    ["db", "seed", "connect-four", "--moves", "18-24", "--count", "40000", "--player", "alpha-beta:depth=2"];

/// Reads what a seeding process reports as saved, for this long; then kills it.
fn kill_after(mut child: Child, life: Duration) -> Vec<Evaluation> {
    let reader = child.stdout.take().expect("a pipe");
    let lines = std::thread::spawn(move || {
        let mut text = String::new();
        let mut reader = BufReader::new(reader);
        while reader.read_line(&mut text).is_ok_and(|length| length > 0) {}
        text
    });
    std::thread::sleep(life);
    child.kill().expect("it lives");
    child.wait().expect("it ends");
    let mut errors = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
    assert!(errors.is_empty(), "{errors}");
    let text = lines.join().expect("lines");
    // The last line may be truncated: it was never reported.
    records(text.rsplit_once('\n').map_or("", |(whole, _)| whole))
}

/// SIGKILL twenty times: everything reported as saved is there, unchanged, and seeding resumes.
#[test]
fn a_process_killed_while_seeding_loses_nothing_it_said_it_saved() {
    let (_directory, database) = no_database();
    let mut told: Vec<Evaluation> = Vec::new();
    let words: Vec<&str> = SEED.iter().copied().chain(["--list"]).collect();
    let (mut round, started) = (0u64, Instant::now());
    // On a busy machine the first record may take longer: runs get longer until enough is reported.
    while round < 20 || (told.is_empty() && started.elapsed() < Duration::from_secs(60)) {
        let life = Duration::from_millis(150 + 37 * (round % 7) + 20 * round);
        told.extend(kill_after(zwick(&database, &words).spawn().unwrap(), life));
        round += 1;
    }
    assert!(!told.is_empty());
    let (runtime, store) = open(&database);
    let positions: Vec<_> = told.iter().map(|record| record.position).collect();
    let known = store.wait(store.store().look_up(&positions)).unwrap();
    for (told, known) in told.iter().zip(known) {
        assert_eq!(Some(told), known.as_ref());
    }
    let counts = store.wait(store.store().count_by_phase()).unwrap();
    let total: u64 = counts.iter().map(|count| count.positions).sum();
    assert!(total >= told.len() as u64);
    runtime.block_on(store.store().close());
    // Every record can be read, so none is damaged.
    assert_eq!(records(&output(&database, &["db", "export"])).len() as u64, total);
    drop(runtime);
    // The job knows how many are saved, and resumes from there.
    let sql = |query: &str| sqlite(&database, query);
    assert_eq!(sql("SELECT done FROM pieces"), total.to_string());
    assert_eq!(sql("PRAGMA integrity_check"), "ok");
    let more = kill_after(zwick(&database, &words).spawn().unwrap(), Duration::from_secs(2));
    assert!(sql("SELECT done FROM pieces").parse::<u64>().unwrap() >= total + more.len() as u64);
}

/// A value from an SQLite file, read without the store.
fn sqlite(database: &str, query: &str) -> String {
    use sqlx::{Connection, Row};
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let mut connection = sqlx::SqliteConnection::connect(database).await.unwrap();
        let row = sqlx::query(sqlx::AssertSqlSafe(query.to_owned())).fetch_one(&mut connection).await.unwrap();
        let value = row.try_get::<String, _>(0).or_else(|_| row.try_get::<i64, _>(0).map(|number| number.to_string()));
        connection.close().await.unwrap();
        value.unwrap()
    })
}

/// This many processes share one job; what each reports as saved adds up to what is there.
fn processes_share(database: &str, processes: usize) {
    let words = [
        "db",
        "seed",
        "connect-four",
        "--moves",
        "20-21",
        "--count",
        "1500",
        "--player",
        "alpha-beta:depth=1",
        "--list",
    ];
    let children: Vec<Child> = (0..processes).map(|_| zwick(database, &words).spawn().unwrap()).collect();
    let told: Vec<Evaluation> = children.into_iter().flat_map(|child| records(&finish(child))).collect();
    let distinct: std::collections::HashSet<_> = told.iter().map(|record| record.position).collect();
    assert_eq!((told.len(), distinct.len()), (3_000, 3_000));
    assert_eq!(records(&output(database, &["db", "export"])).len(), 3_000);
}

#[test]
fn two_processes_share_one_file() {
    let directory = tempfile::tempdir().unwrap();
    processes_share(directory.path().join("zwick.db").to_str().unwrap(), 2);
}

#[test]
fn four_processes_share_one_server() {
    on_a_server("processes", |database| processes_share(database, 4));
}

/// Runs a test with a new database on the server at the address in `ZWICK_TEST_POSTGRES`, or on our own.
fn on_a_server(name: &str, test: impl FnOnce(&str)) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../zwick-db/tests/postgres");
    let mut own = None;
    let server = std::env::var("ZWICK_TEST_POSTGRES").unwrap_or_else(|_| {
        let mut child = Command::new(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        own = Some(child);
        line.trim().to_owned()
    });
    if server.is_empty() {
        use std::io::Write;
        let code = own.unwrap().wait().unwrap().code();
        assert_eq!(code, Some(3), "PostgreSQL is installed, but does not start");
        let _ = writeln!(std::io::stderr().lock(), "SKIPPED on PostgreSQL: it is not installed");
        return;
    }
    let name = format!("{name}_{}", std::process::id());
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        use sqlx::Connection;
        let mut connection = sqlx::PgConnection::connect(&server).await.unwrap();
        sqlx::raw_sql(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut connection).await.unwrap();
    });
    let (base, _) = server.rsplit_once('/').unwrap();
    test(&format!("{base}/{name}"));
    if let Some(mut child) = own {
        drop(child.stdin.take());
        child.wait().unwrap();
    }
}

/// Files of the older programs go in and come out as they were, line by line, through the command.
fn older_files_come_back(database: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/db.in");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let sorted = |text: String| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let file = |name: &str| sorted(std::fs::read_to_string(path(name)).unwrap());
    output(database, &["db", "import", "--format", "v3", &path("values.txt")]);
    assert_eq!(sorted(output(database, &["db", "export", "--format", "v3"])), file("values.txt"));
    output(database, &["db", "import", &path("tables")]);
    let written = tempfile::tempdir().unwrap();
    let target = written.path().join("tables").to_str().unwrap().to_owned();
    let told = output(database, &["db", "export", "--format", "v2", "--file", &target]);
    assert_eq!(told, format!("wrote 3 positions to {target}\n"));
    assert_eq!(std::fs::read_dir(&target).unwrap().count(), 14);
    for name in ["00_table_1_3.txt", "01_table_4_6.txt", "02_table_7_9.txt"] {
        let text = std::fs::read_to_string(Path::new(&target).join(name)).unwrap();
        let expected = if name.starts_with("02") { Vec::new() } else { file(&format!("tables/{name}")) };
        assert_eq!(sorted(text), expected, "{name}");
    }
    let refused = zwick(database, &["db", "import", &path("data.txt"), &path("false.txt"), "--format", "v1"]).output();
    let errors = String::from_utf8(refused.unwrap().stderr).unwrap();
    assert!(errors.contains("false.txt, line 1: expected each position once"), "{errors}");
    assert_eq!(output(database, &["db", "export", "--format", "v1"]), "", "nothing was imported");
    output(database, &["db", "import", &path("data.txt")]);
    assert_eq!(sorted(output(database, &["db", "export", "--format", "v1"])), file("data.txt"));
}

#[test]
fn older_files_come_back_from_a_file() {
    let directory = tempfile::tempdir().unwrap();
    older_files_come_back(directory.path().join("zwick.db").to_str().unwrap());
}

#[test]
fn older_files_come_back_from_a_server() {
    on_a_server("older", older_files_come_back);
}

/// A file size limit simulates a full disk: a clear error, and everything saved before is there.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let (_directory, database) = no_database();
    let limited = |words: &str| {
        let script =
            format!("trap '' XFSZ; ulimit -f 600; exec {} {words} --database {database}", env!("CARGO_BIN_EXE_zwick"));
        Command::new("bash").args(["-c", &script]).output().unwrap()
    };
    let result = limited("db seed connect-four --moves 14-24 --count 40000 --player alpha-beta:depth=1 --list");
    let errors = String::from_utf8_lossy(&result.stderr).into_owned();
    assert_eq!(
        (result.status.code(), errors.as_str()),
        (Some(1), "error: the disk is full; what was saved before is safe\n")
    );
    let told = records(&String::from_utf8(result.stdout).unwrap());
    assert!(!told.is_empty());
    let there = records(&output(&database, &["db", "export"])).len();
    assert!(there >= told.len(), "{there} of {}", told.len());
    let (_runtime, store) = open(&database);
    let positions: Vec<_> = told.iter().map(|record| record.position).collect();
    let known = store.wait(store.store().look_up(&positions)).unwrap();
    assert!(told.iter().zip(known).all(|(told, known)| Some(told) == known.as_ref()));
}

/// The reader may close the pipe.
#[cfg(unix)]
#[test]
fn an_export_whose_reader_goes_away_is_no_failure() {
    let (_directory, database) = seeded("20-24", "1000");
    for format in ["jsonl", "csv"] {
        let script = "set -o pipefail; \"$0\" db export --format \"$2\" --database \"$1\" | head -n 1";
        let program = env!("CARGO_BIN_EXE_zwick");
        let result = Command::new("bash").args(["-c", script, program, &database, format]).output().unwrap();
        assert!(result.status.success() && result.stderr.is_empty(), "{result:?}");
        assert!(!result.stdout.is_empty());
    }
}

#[test]
fn commands_that_only_read_create_nothing() {
    let (directory, database) = no_database();
    for words in [
        &["db", "stats"][..],
        &["db", "export"],
        &["db", "verify"],
        &["db", "empty", "--yes"],
        &["db", "games", "list"],
        &["db", "games", "export"],
        &["db", "games", "show", "1"],
        &["db", "games", "find", "connect-four", "44"],
        &["jobs"],
    ] {
        let result = zwick(&database, words).output().unwrap();
        let errors = String::from_utf8_lossy(&result.stderr);
        assert_eq!(result.status.code(), Some(1), "{words:?}: {errors}");
        assert!(errors.starts_with("error: there is no database at "), "{words:?}: {errors}");
    }
    // The default place does not get a directory either.
    let home = directory.path().join("home");
    let result = Command::new(env!("CARGO_BIN_EXE_zwick"))
        .args(["db", "stats"])
        .env_remove("ZWICK_DATABASE")
        .env_remove("XDG_DATA_HOME")
        .env("HOME", &home)
        .output()
        .unwrap();
    assert_eq!(result.status.code(), Some(1), "{result:?}");
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0, "nothing was created");
}

/// `zwick db verify` names the wrong record, and fails.
#[test]
fn a_record_that_is_not_what_was_saved_is_named() {
    let (_directory, database) = seeded("1", "4");
    assert!(output(&database, &["db", "verify"]).ends_with("no errors: every record is as it was saved\n"));
    let key = sqlite(
        &database,
        "UPDATE positions SET score = score + 1 WHERE key = (SELECT max(key) FROM positions) RETURNING key",
    );
    let result = zwick(&database, &["db", "verify"]).output().unwrap();
    let told = String::from_utf8(result.stdout).unwrap();
    assert_eq!(result.status.code(), Some(1), "{told}");
    assert!(told.contains(&format!("position {key} of connect-four: wrong checksum")), "{told}");
    let result = zwick(&database, &["db", "verify", "--json"]).output().unwrap();
    let found: serde_json::Value = serde_json::from_slice(&result.stdout).unwrap();
    assert_eq!((result.status.code(), &found["ok"], &found["faults"]), (Some(1), &false.into(), &1.into()));
    let result = zwick(&database, &["db", "export"]).output().unwrap();
    assert_eq!(result.status.code(), Some(1), "no wrong record is exported");
}
