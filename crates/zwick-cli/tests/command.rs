//! The command, as its users type it: every session in `cmd/`, in the README and in `docs/` must print exactly what it shows.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

#[test]
fn sessions_print_what_they_say() {
    trycmd::TestCases::new().case("tests/cmd/*.md").case("../../README.md").case("../../docs/*.md");
}

/// A reader that closes the pipe is not a failure.
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

/// What the command prints for this standard input.
fn talk(arguments: &[&str], input: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut child = zwick(folder.path(), arguments)
        .env("XDG_DATA_HOME", folder.path())
        .stdin(Stdio::piped())
        .spawn()
        .expect("the command starts");
    child.stdin.take().unwrap().write_all(input).expect("the command reads");
    let output = child.wait_with_output().expect("the command ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn without_a_terminal_a_game_is_played_line_by_line() {
    let text =
        talk(&["play", "--second", "person"], b"1 2\n9\n1212\n\xff\nvalues\nbest\nundo\nsave game.txt\nhlep\n1\n1\n");
    let start = "\
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
1 2 3 4 5 6 7
X to move
";
    assert!(text.starts_with(start), "{text}");
    for part in [
        "error: move 3: expected one of 1 2 3 4 5 6 7, found 9; help lists the commands\n",
        "  1         ▲ wins in 1 move\n",
        "best 1: wins in 1 move\n",
        "X wins: four in a line\n",
        "saved as game.txt\n",
        "did you mean help?\n",
        "the game is over (four in a line)",
    ] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
}

#[test]
fn a_whole_game_of_computers_is_played_line_by_line() {
    let text = talk(&["play", "morris", "--first", "random", "--second", "level 3", "--seed", "1"], b"");
    assert!(text.contains("White plays") && text.contains("Black plays"), "{text}");
    assert!(
        text.ends_with("wins: fewer than three men\n") || text.contains("wins: ") || text.contains("draw: "),
        "{text}"
    );
}

#[test]
fn an_engine_answers_through_pipes() {
    let text =
        talk(&["engine", "morris"], b"ugi\nisready\nposition startpos moves d6\nquery p1turn\ngo depth 2\nnoise\n");
    for part in [
        "id name Zwickm\u{fc}hle",
        "default morris var",
        "ugiok\n",
        "readyok\n",
        "response false\n",
        "info depth 2 score",
        "\nbestmove ",
    ] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    assert!(text.contains("info string error: expected ugi, isready,"), "{text}");
}

#[test]
fn manual_pages_and_completions_are_written_for_every_command() {
    let folder = tempfile::tempdir().unwrap();
    succeed(folder.path(), &["man", "pages"]);
    for page in ["zwick.1", "zwick-play.1", "zwick-engine.1", "zwick-tablebase-build.1"] {
        assert!(fs::read_to_string(folder.path().join("pages").join(page)).unwrap().contains(".TH"), "{page}");
    }
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(succeed(folder.path(), &["completions", shell]).contains("tablebase"), "{shell}");
    }
}

fn zwick(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zwick"));
    command.args(arguments).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the command, which must succeed, and returns what it printed.
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
        // Killed after its last step: once the book exists, the journal is no longer needed.
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
    assert!(succeed(&folder, &["book", "verify", "killed.book", "--sample", "50"]).starts_with("ok"));
    let solved = succeed(&folder, &["solve", "--size", "6x5", "--book", "killed.book", "33"]);
    assert!(solved.contains("source  book"), "{solved}");
    fs::remove_dir_all(folder).unwrap();
}
