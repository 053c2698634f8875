//! Whole games in a real terminal: tmux types and clicks as a player would, and shows what is on the screen.

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// A timeout that is long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal with its own tmux server, which ends with it.
struct Terminal {
    /// Also holds the socket of the server.
    folder: tempfile::TempDir,
}

impl Terminal {
    /// A terminal of this size in which this is typed; `None` without tmux.
    fn start(width: u32, height: u32, arguments: &str) -> Option<Self> {
        if Command::new("tmux").arg("-V").output().is_err() {
            eprintln!("skipped: there is no tmux");
            return None;
        }
        let terminal = Self { folder: tempfile::tempdir().expect("a folder") };
        let size = [width.to_string(), height.to_string()];
        // The command after the game shows whether the terminal was restored.
        let line = format!(
            "cd {folder} && XDG_DATA_HOME={folder} {program} play {arguments}; echo \"ended with $?\"; cat",
            folder = terminal.folder.path().display(),
            program = env!("CARGO_BIN_EXE_zwick"),
        );
        terminal.tmux(&["new-session", "-d", "-s", "game", "-x", &size[0], "-y", &size[1], &line]);
        Some(terminal)
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let output = self.try_tmux(arguments);
        assert!(output.status.success(), "tmux {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }

    fn try_tmux(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new("tmux");
        command.args(["-u", "-f", "/dev/null", "-S"]).arg(self.folder.path().join("tmux")).args(arguments);
        command.env_remove("TMUX").env_remove("NO_COLOR").env("LC_ALL", "C.UTF-8").output().expect("tmux starts")
    }

    /// Presses keys by their tmux names.
    fn press(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys", "-t", "game"], keys].concat());
    }

    /// Stops the computer while it thinks about the second side's move.
    fn interrupt(&self) {
        self.press(&["Escape"]);
        self.wait_for("O to move: paused");
    }

    /// Types a text literally.
    fn type_text(&self, text: &str) {
        self.tmux(&["send-keys", "-t", "game", "-l", text]);
    }

    /// Clicks the position of the screen where this text starts.
    fn click(&self, text: &str) {
        let screen = self.screen();
        let place = screen.lines().enumerate().find_map(|(row, line)| Some((row, line.find(text)?, line)));
        let (row, byte, line) = place.unwrap_or_else(|| panic!("{text} is not on the screen:\n{screen}"));
        let column = line[..byte].chars().count();
        self.type_text(&format!("\x1b[<0;{};{}M", column + 1, row + 1));
    }

    fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p", "-t", "game"])
    }

    /// Waits until the screen shows this, and returns the screen.
    fn wait_for(&self, text: &str) -> String {
        self.wait(text, |screen| screen.contains(text))
    }

    fn wait(&self, wanted: &str, is_there: impl Fn(&str) -> bool) -> String {
        let started = Instant::now();
        loop {
            let screen = self.screen();
            if is_there(&screen) {
                return screen;
            }
            assert!(started.elapsed() < PATIENCE, "{wanted} does not come:\n{screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn is_as_it_was(&self) -> bool {
        let flags = ["#{alternate_on}", "#{mouse_any_flag}", "#{mouse_button_flag}"];
        self.tmux(&["display-message", "-p", "-t", "game", &flags.concat()]).trim() == "000"
    }

    /// The process of the game itself.
    fn process(&self) -> String {
        let shell = self.tmux(&["display-message", "-p", "-t", "game", "#{pane_pid}"]);
        let children =
            std::fs::read_to_string(format!("/proc/{0}/task/{0}/children", shell.trim())).unwrap_or_default();
        children.split_whitespace().next().expect("the game runs").to_owned()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.try_tmux(&["kill-server"]);
    }
}

#[test]
fn a_game_is_won_by_typing_columns() {
    let Some(terminal) = Terminal::start(80, 24, "--second person") else { return };
    terminal.wait_for("X to move");
    for (column, next) in [("1", "O to move"), ("2", "X to move"), ("1", "O to move"), ("2", "X to move")] {
        terminal.type_text(column);
        terminal.wait_for(next);
    }
    terminal.type_text("121");
    let won = terminal.wait_for("X wins: four in a line");
    assert_eq!(won.matches("[X]").count(), 4, "{won}");
    terminal.type_text("3");
    terminal.wait_for("the game is over");
    terminal.type_text("u");
    terminal.wait("the move taken back", |screen| screen.contains("taken back") && !screen.contains("[X]"));
    terminal.type_text("qq");
    terminal.wait_for("ended with 0");
    assert!(terminal.is_as_it_was());
}

#[test]
fn two_perfect_players_draw_on_a_small_board() {
    let Some(terminal) = Terminal::start(80, 24, "connect-four:4x4 --first perfect --second perfect") else { return };
    terminal.wait_for("draw: the board is full");
    terminal.type_text("m");
    terminal.wait_for("  8. ");
}

#[test]
fn a_game_against_the_computer_is_played_with_the_best_moves() {
    let Some(terminal) = Terminal::start(100, 30, "--second 'level 1' --seed 5 --hints") else { return };
    loop {
        let screen = terminal.wait("X's turn or the end", |screen| {
            screen.contains("▸ X ") && screen.contains("for X: ") || screen.contains(" wins:")
        });
        if screen.contains(" wins:") {
            assert!(screen.contains("X wins: four in a line"), "{screen}");
            break;
        }
        terminal.press(&["Space"]);
        terminal.wait("the move", |after| after != screen);
    }
}

#[test]
fn a_game_of_morris_is_played_with_points_cursor_and_mouse() {
    let Some(terminal) = Terminal::start(40, 16, "morris --second person") else { return };
    terminal.wait_for("White to move");
    terminal.type_text("d6");
    terminal.wait_for("Black to move");
    terminal.press(&["Left", "Enter"]);
    terminal.wait("the second man at b6", |screen| screen.contains("B]──────") || screen.contains("B───────W"));
    terminal.type_text("d7f6");
    terminal.wait_for("White to move");
    terminal.click("·───·───·");
    let clicked = terminal.wait_for("Black to move");
    assert!(clicked.contains("[W]──·───·"), "{clicked}");
    terminal.type_text("d6");
    terminal.wait_for("d6 is occupied");
}

#[test]
fn bad_input_changes_nothing_and_is_explained() {
    let Some(terminal) = Terminal::start(80, 24, "--second person --from 444444") else { return };
    terminal.wait_for("X to move");
    for (keys, reason) in [("4", "column 4 is full"), ("9", "there is no column 9"), ("y", "? lists the keys")] {
        terminal.type_text(keys);
        terminal.wait_for(reason);
    }
    terminal.type_text("l/no/such/file");
    terminal.press(&["Enter"]);
    terminal.wait_for("cannot read /no/such/file");
    terminal.press(&["Escape"]);
    terminal.wait_for("X to move");
    terminal.press(&["C-x", "F5", "Delete", "BTab"]);
    terminal.type_text("\x1b[99;99Zé→\u{1F600}");
    terminal.type_text("1");
    terminal.wait_for("O to move");
    terminal.press(&["C-c"]);
    terminal.wait_for("ended with 0");
}

#[test]
fn the_screen_follows_the_size_of_the_window() {
    let Some(terminal) = Terminal::start(100, 30, "--second person --hints") else { return };
    terminal.wait_for("4         ▲ wins in 21 moves");
    for (width, height, sign) in [
        ("40", "16", "│ · │ · │"),
        ("20", "6", "no room"),
        ("100", "30", "4         ▲ wins in 21 moves"),
        ("36", "24", "├───┼───┼"),
    ] {
        terminal.tmux(&["resize-window", "-t", "game", "-x", width, "-y", height]);
        terminal.wait_for(sign);
    }
}

#[test]
fn the_computer_can_be_stopped_while_it_thinks() {
    let thinker = "--second alpha-beta:depth=100,time=600000 connect-four:9x6";
    let Some(terminal) = Terminal::start(80, 24, thinker) else { return };
    terminal.wait_for("X to move");
    terminal.type_text("5");
    terminal.wait_for("is thinking, ");
    terminal.wait("time that passes", |screen| screen.contains("thinking, 0.5 s") || screen.contains("thinking, 1."));
    terminal.type_text("3");
    terminal.wait_for("is thinking: Esc stops it");
    terminal.interrupt();
    terminal.press(&["Enter"]);
    terminal.wait_for("is thinking, ");
    terminal.interrupt();
    terminal.type_text("5");
    terminal.wait_for("X to move");
    terminal.type_text("n");
    terminal.press(&["C-u"]);
    terminal.type_text("morris");
    terminal.press(&["Enter"]);
    terminal.wait_for("U brings the old one back");
}

#[test]
fn the_terminal_is_as_it_was_after_a_signal() {
    let Some(terminal) = Terminal::start(80, 24, "--first alpha-beta:depth=100,time=600000 connect-four:9x6") else {
        return;
    };
    terminal.wait_for("is thinking, ");
    assert!(!terminal.is_as_it_was());
    let kill = Command::new("kill").args(["-TERM", &terminal.process()]).status().expect("kill starts");
    assert!(kill.success());
    terminal.wait_for("ended with 0");
    assert!(terminal.is_as_it_was());
    terminal.type_text("echoed again");
    terminal.wait_for("echoed again");
}

#[test]
fn games_are_saved_and_go_on_later() {
    let Some(terminal) = Terminal::start(80, 24, "--second person") else { return };
    terminal.wait_for("X to move");
    terminal.type_text("443s");
    terminal.wait_for("Save as: connect-four.txt");
    terminal.press(&["Enter"]);
    terminal.wait_for("saved as connect-four.txt");
    let saved = terminal.folder.path().join("connect-four.txt");
    assert!(std::fs::read_to_string(Path::new(&saved)).unwrap().contains("1. 4 4 2. 3 *"));
    terminal.type_text("nn");
    terminal.wait_for("New game (");
    terminal.press(&["Escape"]);
    // A key right after Escape would be read as Alt with that key.
    terminal.wait("the end of the question", |screen| !screen.contains("New game ("));
    terminal.type_text("uul");
    terminal.type_text("connect-four.txt");
    terminal.press(&["Enter"]);
    let loaded = terminal.wait_for("loaded connect-four.txt");
    assert_eq!(loaded.matches('X').count(), 3, "{loaded}");
    terminal.type_text("q");
    terminal.wait_for("ended with 0");
}

#[test]
fn the_program_ends_with_its_terminal() {
    let Some(terminal) = Terminal::start(80, 24, "--second person") else { return };
    terminal.wait_for("X to move");
    let process = terminal.process();
    terminal.tmux(&["kill-server"]);
    let started = Instant::now();
    while Command::new("kill").args(["-0", &process]).output().expect("kill starts").status.success() {
        assert!(started.elapsed() < PATIENCE, "the game runs without a terminal");
        std::thread::sleep(Duration::from_millis(20));
    }
}
