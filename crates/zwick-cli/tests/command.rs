//! The command, as its users type it: every session in `cmd/`, in the README and in `docs/` must print exactly what it shows.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

#[test]
fn sessions_print_what_they_say() {
    // In English, and without the databases and tables of this machine; tables that are built for a search stay in this folder.
    // The cases run when they are dropped, so the folder comes first.
    let data = tempfile::tempdir().unwrap();
    let cases = trycmd::TestCases::new();
    cases.env("LC_ALL", "C").env("XDG_DATA_HOME", data.path().to_str().unwrap());
    cases.case("tests/cmd/*.md").case("../../README.md").case("../../docs/*.md");
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
. . . . . . .   active player: X
. . . . . . .   men: X 0, O 0
. . . . . . .   evaluation: 0.00 for X
. . . . . . .
. . . . . . .
. . . . . . .
1 2 3 4 5 6 7
X to move
Column (1-7):
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

/// The moves of the game that this prints at its end.
fn moves_of(text: &str) -> &str {
    text.trim_end().lines().rev().find(|line| line.bytes().all(|byte| byte.is_ascii_digit())).expect("the moves")
}

#[test]
fn what_is_no_column_is_ignored_and_asked_again_and_nobody_moves_for_the_computer() {
    let against = ["play", "--second", "random", "--seed", "1", "--from", "111111", "--first", "person"];
    let text = talk(&against, b"12\n9\nx\n1\n2 3\n-1\n\nmoves\n");
    for part in [
        "error: move 7: expected one of 2 3 4 5 6 7, found 1;",
        "error: move 7: expected one of 2 3 4 5 6 7, found 9;",
        "error: expected one move, the computer answers itself; found 2 3\n",
    ] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    assert_eq!(moves_of(&text), "111111", "{text}");
    // Asked once at the start and again after each of the eight lines.
    assert_eq!(text.matches("Column (1-7):\n").count(), 9, "{text}");
    let typed = talk(&against, b"23\n2\nmoves\n");
    assert!(typed.contains("the computer answers itself; found 23\n"), "{typed}");
    assert!(moves_of(&typed).starts_with("1111112") && moves_of(&typed).len() == 8, "{typed}");
}

#[test]
fn the_terminal_speaks_german_and_asks_for_the_number_of_a_column() {
    let german = ["play", "--second", "random", "--seed", "1", "--language", "de"];
    let text = talk(&german, b"9\n4\nvalues\n44\nhlp\nsave\n");
    for part in [
        "am Zug: X\n",
        "   Steine: X 0, O 0\n",
        "X ist am Zug\nSpalte (1-7):\n",
        "Fehler: \u{201e}9\u{201c} ist hier kein erlaubter Zug. Erlaubt: 1 2 3 4 5 6 7; help zeigt die Befehle\n",
        "O spielt ",
        " gewinnt in ",
        "Fehler: nur ein Zug auf einmal, der Computer antwortet selbst; gefunden: 44\n",
        "meinst du help?\n",
        "Fehler: nach save fehlt der Name einer Datei\n",
    ] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    let folder = tempfile::tempdir().unwrap();
    let by_environment = zwick(folder.path(), &["show", "morris"]).env("LC_ALL", "de_DE.UTF-8").output().unwrap();
    let text = String::from_utf8(by_environment.stdout).unwrap();
    assert!(text.contains("Wei\u{df} ist am Zug, in der Hand: Wei\u{df} 9, Schwarz 9\n"), "{text}");
}

#[test]
fn the_values_of_every_move_are_told_on_request_in_both_games() {
    let values = |text: &str| {
        text.lines().filter(|line| line.contains(['\u{25b2}', '\u{25cf}', '\u{25bc}', '\u{2248}'])).count()
    };
    let two = ["--second", "person"];
    assert_eq!(values(&talk(&[&["play"][..], &two].concat(), b"values\n")), 7);
    let shown = succeed(Path::new("."), &["show", "connect-four", "444444", "--values"]);
    assert_eq!(values(&shown), 6, "{shown}");
    let ending = ["play", "morris", "--from", "BB1BBWW1/1W6/8 B 0 0"];
    let text = talk(&[&ending[..], &two].concat(), b"values\n1 -> 2 (5)\n");
    assert!(values(&text) > 6 && text.contains("g7xd1  \u{25b2} wins in 1 move\n"), "{text}");
    assert!(
        text.contains("evaluation(criteria):   -15900\n") && text.contains("evaluation(criteria):  -100000\n"),
        "{text}"
    );
}

#[test]
fn the_computers_time_is_told_with_its_move() {
    let text = talk(&["play", "morris", "--second", "level 3", "--seed", "1"], b"d6\n");
    let reply = text.lines().find(|line| line.starts_with("Black plays ")).expect("a reply");
    let time = reply.rsplit_once(" in ").and_then(|(_, time)| time.strip_suffix(" ms")).expect("a time");
    assert!(time.parse::<f64>().is_ok(), "{reply}");
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
    // In English, whatever the language of this machine is.
    command.env("LC_ALL", "C");
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
    for milliseconds in (50..).step_by(150) {
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
