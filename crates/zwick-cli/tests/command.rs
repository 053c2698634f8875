//! The command, as its users type it: every session in `cmd/` and in the README must print just what it says.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

#[test]
fn sessions_print_what_they_say() {
    trycmd::TestCases::new().case("tests/cmd/*.md").case("../../README.md");
}

/// A reader that goes away is no failure.
#[test]
fn a_broken_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_zwick"))
        .args(["perft", "connect-four", "9"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

fn zwick(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zwick"));
    command.args(arguments).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the command to its end, which must be a success, and returns what it printed.
fn succeed(folder: &Path, arguments: &[&str]) -> String {
    let output = zwick(folder, arguments).output().expect("the command starts");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_book_build_that_is_killed_goes_on_and_makes_the_same_book() {
    let folder = std::env::temp_dir().join(format!("zwick-kill-book-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let build = ["book", "build", "--size", "6x5", "--plies", "6", "--output"];
    succeed(&folder, &[&build[..], &["whole.book"]].concat());
    let (mut kills, mut journals) = (0, 0);
    for milliseconds in (50..).step_by(60) {
        let mut child = zwick(&folder, &[&build[..], &["killed.book"]].concat()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        if child.try_wait().unwrap().is_some_and(|status| status.success()) {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // Killed after its last deed: with the book there, the journal is not needed any more.
        if folder.join("killed.book").exists() {
            break;
        }
        kills += 1;
        let journal = fs::metadata(folder.join("killed.book.journal")).map_or(0, |file| file.len());
        assert!(journal >= journals, "nothing that was solved is lost");
        journals = journal;
    }
    assert!(kills > 0 && journals > 0, "{kills} kills, {journals} bytes");
    assert_eq!(fs::read(folder.join("whole.book")).unwrap(), fs::read(folder.join("killed.book")).unwrap());
    assert!(succeed(&folder, &["book", "verify", "killed.book", "--sample", "50"]).starts_with("good"));
    let solved = succeed(&folder, &["solve", "--size", "6x5", "--book", "killed.book", "33"]);
    assert!(solved.contains("source  book"), "{solved}");
    fs::remove_dir_all(folder).unwrap();
}
