//! The game on screens of many sizes, and what keys and clicks do there.

use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use zwick::search::Limits;
use zwick::{Analyst, AnyPosition, DrawRules, Library, Position, Side, analyze};

use super::app::{App, Page};
use super::draw::{draw, place_at};
use super::game::CurrentGame;
use super::look::Look;
use super::seat::Seat;
use super::thinking::{Knowledge, Players, Reply, Valued};
use crate::words::Language;

const PLAIN: Look = Look { has_color: false };

fn app(game: &str, position: &str, seats: [&str; 2]) -> App {
    let record = AnyPosition::read_record(game.parse().unwrap(), position, DrawRules::default()).unwrap();
    App::new(CurrentGame::new(record, seats.map(|seat| seat.parse().unwrap()), Language::En.words()), false)
}

fn alone(game: &str, position: &str) -> App {
    app(game, position, ["person", "person"])
}

fn drawn(app: &App, look: Look, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(app, look, frame)).unwrap();
    terminal
}

/// The lines of the screen, without trailing blanks.
fn screen(app: &App, width: u16, height: u16) -> String {
    let terminal = drawn(app, PLAIN, width, height);
    let cells = terminal.backend().buffer().content().chunks(usize::from(width));
    let line = |row: &[ratatui::buffer::Cell]| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>();
    cells.map(|row| line(row).trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

impl App {
    /// The status on a screen of any width.
    fn status(&self) -> String {
        self.status_within(usize::MAX)
    }
}

/// Presses the keys of a text, one after the other.
fn type_text(app: &mut App, text: &str) {
    text.chars().for_each(|letter| press(app, KeyCode::Char(letter)));
}

fn press(app: &mut App, code: KeyCode) {
    app.press(KeyEvent::new(code, KeyModifiers::NONE));
}

/// Replaces the text in the input line.
fn answer(app: &mut App, text: &str) {
    app.press(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
    type_text(app, text);
    press(app, KeyCode::Enter);
}

fn moves(app: &App) -> String {
    app.game.record().move_list()
}

/// Answers all questions, as the evaluation thread would.
fn value(app: &mut App) {
    let mut analyst = Analyst::new(Library::default());
    while let Some(question) = app.wanted_values() {
        let analysis = analyze(&mut analyst, &question.position, &Limits::depth(2)).unwrap();
        app.learned(question.position, Ok(Valued { analysis, is_last_word: true }));
    }
}

#[test]
fn the_board_of_connect_four_at_its_smallest_usual_size() {
    let mut app = alone("connect-four", "4435");
    app.hints = true;
    value(&mut app);
    assert_eq!(
        format!("\n{}", screen(&app, 40, 16)),
        "
connect-four   ▸ X  person   O  person
      ▼18 ▼18 ▼16 ▼17 ▼18 ▼15 ▼15
     │ · │ · │ · │ · │ · │ · │ · │
     │ · │ · │ · │ · │ · │ · │ · │
     │ · │ · │ · │ · │ · │ · │ · │
     │ · │ · │ · │ · │ · │ · │ · │
     │ · │ · │ · │ O │ · │ · │ · │
     │ · │ · │ X │ X │(O)│ · │ · │
     └───┴───┴───┴───┴───┴───┴───┘
       1   2   3  [4]  5   6   7




X to move. Column (1-7):
?help Quit Space Hints Undo Redo Players"
    );
}

#[test]
fn the_board_of_morris_at_its_smallest_usual_size() {
    let app = alone("morris:morabaraba", "d6 g7");
    assert_eq!(
        format!("\n{}", screen(&app, 40, 16)),
        "
    7 [·]──────────·───────────B
       │ ╲         │         ╱ │
    6  │   ·───────W───────·   │
       │   │ ╲     │     ╱ │   │
    5  │   │   ·───·───·   │   │
       │   │   │       │   │   │
    4  ·───·───·       ·───·───·
       │   │   │       │   │   │
    3  │   │   ·───·───·   │   │
       │   │ ╱     │     ╲ │   │
    2  │   ·───────·───────·   │
       │ ╱         │         ╲ │
    1  ·───────────·───────────·
       a   b   c   d   e   f   g
White to move. Move (d6, a4-a7):
?help Quit Space Hints Undo Redo Players"
    );
}

#[test]
fn every_page_of_every_game_fits_every_size() {
    let games = ["connect-four", "connect-four:16x3", "connect-four:4x15", "morris", "morris:morabaraba"];
    for game in games {
        for (width, height) in [(1, 1), (10, 3), (40, 16), (80, 24), (100, 30), (200, 60), (72, 5), (300, 16)] {
            let mut app = alone(game, "");
            app.hints = true;
            for page in [Page::Board, Page::Moves, Page::Values, Page::Help] {
                app.page = page;
                screen(&app, width, height);
            }
            type_text(&mut app, "n");
            answer(&mut app, "an unknown game with a very long name");
            screen(&app, width, height);
        }
    }
}

#[test]
fn a_board_without_room_says_so() {
    assert!(screen(&alone("connect-four:4x15", ""), 40, 16).contains("no room for the board"));
    assert!(screen(&alone("connect-four:16x3", ""), 40, 16).contains("│·│·│"));
    assert!(screen(&alone("connect-four", ""), 30, 10).contains("larger"));
}

#[test]
fn a_wide_screen_has_values_moves_and_graph_beside_the_board() {
    let mut app = alone("connect-four", "4435");
    app.hints = true;
    value(&mut app);
    let wide = screen(&app, 100, 30);
    for part in ["for X: book", "1         ▼ loses in 18 moves", "1. 4         4", "  2. 3         5", "┄┄┄", "▲"]
    {
        assert!(wide.contains(part), "{part} is missing:\n{wide}");
    }
    app.hints = false;
    let without = screen(&app, 100, 30);
    assert!(!without.contains('▼') && without.contains("2. 3"), "{without}");
}

#[test]
fn pages_tell_moves_values_and_keys() {
    // Beyond the book.
    let mut app = alone("morris", "d6 f4 d2 b4 a7 d7 g7 a1");
    press(&mut app, KeyCode::Char('m'));
    assert!(screen(&app, 40, 16).contains("  1. d6        f4"));
    press(&mut app, KeyCode::Char('?'));
    assert!(screen(&app, 40, 16).contains("Keys\n1 to 9, a … drop"));
    for _ in 0..30 {
        press(&mut app, KeyCode::Down);
    }
    assert!(screen(&app, 40, 16).contains("Q           quit"));
    press(&mut app, KeyCode::Esc);
    assert_eq!(app.page, Page::Board);
    press(&mut app, KeyCode::Char('v'));
    assert!(screen(&app, 40, 16).contains("looking …"));
    value(&mut app);
    assert!(screen(&app, 60, 30).contains("≈ estimate"), "{}", screen(&app, 60, 30));
}

#[test]
fn colour_adds_to_marks_and_never_stands_alone() {
    let app = alone("connect-four", "4435");
    let colours = |look: Look| {
        let terminal = drawn(&app, look, 60, 20);
        let cells = terminal.backend().buffer().content().to_vec();
        cells.into_iter().filter(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset).count()
    };
    assert_eq!(colours(PLAIN), 0);
    assert!(colours(Look { has_color: true }) > 0);
    let won = screen(&alone("connect-four", "1212121"), 60, 20);
    assert_eq!(won.matches("[X]").count(), 4, "{won}");
    assert!(won.contains("X wins: four in a line"), "{won}");
}

#[test]
fn the_last_move_of_morris_is_underlined() {
    let terminal = drawn(&alone("morris", "d6 g7"), PLAIN, 40, 16);
    let underlined = terminal.backend().buffer().content().iter().filter(|c| c.modifier.contains(Modifier::UNDERLINED));
    assert_eq!(underlined.map(ratatui::buffer::Cell::symbol).collect::<String>(), "B");
}

#[test]
fn columns_are_typed_or_chosen_with_the_cursor() {
    let mut app = alone("connect-four", "");
    type_text(&mut app, "4");
    press(&mut app, KeyCode::Left);
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Home);
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::End);
    press(&mut app, KeyCode::Enter);
    assert_eq!(moves(&app), "4317");
    type_text(&mut app, "F");
    press(&mut app, KeyCode::Home);
    assert_eq!(app.cursor, 6, "the first column as it is seen");
    let mut wide = alone("connect-four:16x3", "");
    type_text(&mut wide, "fF");
    assert_eq!(moves(&wide), "f");
    assert!(wide.is_flipped);
}

#[test]
fn points_are_typed_or_chosen_with_the_cursor() {
    let mut app = alone("morris", "d6 g7 d2 e3 d5 a1 c4 g4");
    type_text(&mut app, "d7");
    assert!(app.status().contains("which man do you take"), "{}", app.status());
    type_text(&mut app, "xa1");
    assert!(moves(&app).ends_with("d7xa1"));
    app.cursor = 0;
    for code in [KeyCode::Right, KeyCode::Down, KeyCode::Left, KeyCode::Down, KeyCode::Enter] {
        press(&mut app, code);
    }
    assert!(moves(&app).ends_with("b4"), "{}", moves(&app));
    let mut moving = alone("morris", "W1W1W3/1B1B1B1W/7B W 0 0");
    type_text(&mut moving, "a7");
    assert!(moving.status().contains("a7 to where?"), "{}", moving.status());
    type_text(&mut moving, "-d7");
    assert_eq!(moves(&moving), "a7-d7");
}

#[test]
fn what_cannot_be_changes_nothing_and_is_explained() {
    let mut app = alone("connect-four", "444444");
    for (keys, reason) in [
        ("4", "column 4 is full: expected 1 2 3"),
        ("9", "there is no column 9"),
        ("z", "z does nothing here: ? lists"),
    ] {
        type_text(&mut app, keys);
        assert!(app.status().starts_with(reason), "{keys}: {}", app.status());
        assert_eq!(moves(&app), "444444");
    }
    let mut morris = alone("morris", "d6");
    for (keys, reason) in [("d6", "d6 is occupied"), ("a2", "there is no point a2"), ("5", "expected a letter")] {
        type_text(&mut morris, keys);
        assert!(morris.status().starts_with(reason), "{keys}: {}", morris.status());
    }
    let mut over = alone("connect-four", "1212121");
    type_text(&mut over, "3");
    assert!(over.status().starts_with("the game is over"), "{}", over.status());
    assert_eq!(moves(&over), "1212121");
}

#[test]
fn clicks_touch_what_is_seen_at_every_size() {
    for (width, height) in [(40, 16), (80, 24), (120, 40)] {
        let area = Rect { x: 0, y: 0, width, height };
        for (game, count) in [("connect-four", 7), ("connect-four:16x3", 16), ("morris", 24)] {
            for is_flipped in [false, true] {
                let mut app = alone(game, "");
                app.is_flipped = is_flipped;
                let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
                let mut seen: Vec<usize> = places.filter_map(|(x, y)| place_at(&app, area, x, y)).collect();
                seen.sort_unstable();
                seen.dedup();
                assert_eq!(seen, (0..count).collect::<Vec<_>>(), "{game} {width}x{height}");
            }
        }
    }
    let app = alone("connect-four", "");
    let text = screen(&app, 40, 16);
    let row = text.lines().position(|line| line.contains("[4]")).unwrap();
    let column = text.lines().nth(row).unwrap().find('7').unwrap();
    assert_eq!(place_at(&app, Rect::new(0, 0, 40, 16), column as u16, row as u16), Some(6));
}

#[test]
fn a_computer_that_finds_no_move_says_so_and_can_be_asked_again() {
    let mut app = app("connect-four", "4", ["person", "level 5"]);
    let turn = app.wanted_move().unwrap();
    app.moved(&turn, Ok(None));
    assert_eq!(app.status(), "level 5 found no move: press Enter to retry, or move for it");
    assert_eq!(app.wanted_move(), None);
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.wanted_move(), Some(turn));
}

#[test]
fn the_computer_moves_when_it_is_its_turn_and_can_be_stopped() {
    let mut app = app("connect-four", "", ["person", "level 3"]);
    assert_eq!(app.wanted_move(), None);
    type_text(&mut app, "4");
    let turn = app.wanted_move().unwrap();
    type_text(&mut app, "4");
    assert!(app.status().contains("level 3 is thinking"), "{}", app.status());
    press(&mut app, KeyCode::Esc);
    assert_eq!(app.wanted_move(), None);
    assert!(screen(&app, 80, 24).contains("O to move: paused. Enter resumes"), "{}", app.status());
    let reply = Reply { mv: app.game.position().read_move("3").unwrap(), time: Duration::from_millis(12) };
    app.moved(&turn, Ok(Some(reply)));
    assert_eq!(moves(&app), "4", "who was stopped does not move");
    press(&mut app, KeyCode::Enter);
    app.moved(&turn, Ok(Some(reply)));
    assert_eq!(moves(&app), "43");
    assert_eq!(app.status(), "O plays 3 in 12 ms. X to move. Column (1-7):");
    assert!(screen(&app, 40, 16).contains("\nO plays 3 in 12 ms. X to move\n"), "{}", screen(&app, 40, 16));
    app.moved(&turn, Ok(Some(reply)));
    assert_eq!(moves(&app), "43", "an answer to an older question");
    type_text(&mut app, "u");
    assert_eq!((moves(&app).as_str(), app.wanted_move()), ("", None));
    type_text(&mut app, "r");
    assert_eq!(moves(&app), "43");
}

#[test]
fn a_perfect_player_that_cannot_play_perfectly_says_so_and_waits() {
    let after_the_book = "d6 f4 d2 b4 a7 d7 g7 a4";
    let mut app = app("morris", after_the_book, ["perfect", "person"]);
    let before = moves(&app);
    let mut players = Players::new(Knowledge { store: None, tables: None, seed: 1 });
    let turn = app.wanted_move().unwrap();
    let refusal = players.choose(&turn, &Limits::default()).unwrap_err().to_string();
    app.moved(&turn, Err(refusal));
    let told = screen(&app, 80, 24);
    assert!(told.contains("perfect play of morris needs its tables; run `zwick tablebase build`"), "{told}");
    assert_eq!((moves(&app), app.wanted_move()), (before, None));
    // It is reported immediately before the game, and when the player takes the seat.
    let perfect: Seat = "perfect".parse().unwrap();
    assert!(
        perfect.check(app.game.position(), &mut Knowledge { store: None, tables: None, seed: 1 }.analyst()).is_err()
    );
}

#[test]
fn the_best_move_is_played_once_it_is_known() {
    let mut app = alone("connect-four", "44");
    type_text(&mut app, " ");
    assert!(app.status().contains("finding the best move"));
    value(&mut app);
    assert_eq!(moves(&app), "444");
    assert_eq!(app.status(), "best was 4: wins in 20 moves");
    type_text(&mut app, "1 ");
    press(&mut app, KeyCode::Esc);
    assert!(!app.wants_best);
    assert_eq!(app.wanted_values(), None);
}

#[test]
fn players_and_games_change_at_any_time() {
    let mut app = alone("connect-four", "44");
    type_text(&mut app, "p");
    assert!(screen(&app, 80, 24).contains("X is (person, 1-10, perfect, …): person"));
    answer(&mut app, "perfct");
    let wrong = screen(&app, 80, 24);
    assert!(wrong.contains("did you mean perfect?") && wrong.contains(": perfct"), "{wrong}");
    answer(&mut app, "perfect");
    answer(&mut app, "3");
    assert_eq!(app.game.seat(Side::First), "perfect".parse().unwrap());
    assert_eq!(app.game.seat(Side::Second), "level 3".parse().unwrap());
    assert!(app.wanted_move().is_some());
    type_text(&mut app, "p");
    press(&mut app, KeyCode::Esc);
    assert_eq!(app.game.seat(Side::First), "perfect".parse().unwrap());
    type_text(&mut app, "n");
    answer(&mut app, "morris:laskar");
    assert!(screen(&app, 80, 24).contains("did you mean morris:lasker?"));
    answer(&mut app, "morris:lasker");
    assert_eq!((app.game.kind().to_string().as_str(), moves(&app).as_str()), ("morris:lasker", ""));
    press(&mut app, KeyCode::Char('u'));
    assert_eq!((app.game.kind().to_string().as_str(), moves(&app).as_str()), ("connect-four", "44"));
}

#[test]
fn games_are_saved_and_loaded_and_nothing_is_overwritten_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let mut app = alone("connect-four", "");
    type_text(&mut app, "44s");
    answer(&mut app, &name("a.txt"));
    assert!(app.status().starts_with("saved as"), "{}", app.status());
    type_text(&mut app, "3s");
    answer(&mut app, &name("a.txt"));
    assert!(screen(&app, 200, 24).contains("The file exists; Enter replaces it"));
    press(&mut app, KeyCode::Esc);
    assert!(!std::fs::read_to_string(name("a.txt")).unwrap().contains('3'));
    type_text(&mut app, "q");
    assert!(screen(&app, 80, 24).contains("Not saved. Q quits, S saves") && !app.wants_to_quit);
    type_text(&mut app, "s");
    answer(&mut app, &name("a.txt"));
    press(&mut app, KeyCode::Enter);
    type_text(&mut app, "l");
    answer(&mut app, &name("missing"));
    assert!(app.message.as_ref().unwrap().starts_with("cannot read"), "{:?}", app.message);
    answer(&mut app, &name("a.txt"));
    assert_eq!((moves(&app).as_str(), app.game.seat(Side::First)), ("443", Seat::Person));
    type_text(&mut app, "q");
    assert!(app.wants_to_quit);
}

#[test]
fn the_screen_speaks_german() {
    let mut app = app("connect-four", "444444", ["person", "level 5"]);
    app.game.words = Language::De.words();
    assert_eq!(app.status(), "X ist am Zug. Spalte (1-7):");
    let text = screen(&app, 80, 24);
    assert!(text.contains(" Mensch ") && text.contains(" Stufe 5") && text.contains("? Hilfe"), "{text}");
    for (keys, reason) in [
        ("4", "Spalte 4 ist voll: möglich sind 1 2 3 5 6 7"),
        ("9", "es gibt keine Spalte 9: möglich sind"),
        ("z", "z tut hier nichts: ? zeigt die Tasten"),
        ("ur", "Zug wiederholt"),
    ] {
        type_text(&mut app, keys);
        assert!(app.status().starts_with(reason), "{keys}: {}", app.status());
    }
    type_text(&mut app, "?");
    assert!(screen(&app, 40, 16).contains("Tasten\n1-9, a …    in diese Spalte werfen"), "{}", screen(&app, 40, 16));
    press(&mut app, KeyCode::Esc);
    type_text(&mut app, "1");
    let turn = app.wanted_move().unwrap();
    let reply = Reply { mv: app.game.position().read_move("3").unwrap(), time: Duration::from_micros(1_500) };
    app.moved(&turn, Ok(Some(reply)));
    assert_eq!(app.status(), "O spielt 3 in 1,5 ms. X ist am Zug. Spalte (1-7):");
    let mut morris = alone("morris", "d6");
    morris.game.words = Language::De.words();
    type_text(&mut morris, "d6");
    assert!(morris.status().starts_with("d6 ist besetzt"), "{}", morris.status());
}

#[test]
fn two_digits_are_no_two_moves_against_the_computer() {
    let mut app = app("connect-four", "", ["person", "level 3"]);
    type_text(&mut app, "12");
    assert_eq!(moves(&app), "1", "the second digit would be the computer's move");
    assert!(app.status().contains("level 3 is thinking"), "{}", app.status());
}

#[test]
fn every_text_of_the_help_fits_the_smallest_screen() {
    for language in [Language::En, Language::De] {
        for (keys, deed) in language.words().key_help() {
            assert!(keys.chars().count() < 12 && deed.chars().count() <= 28, "{keys}: {deed}");
        }
        assert!(language.words().short_keys().chars().count() <= 40);
    }
}

#[test]
fn an_analysis_that_fails_switches_hints_off_and_says_why() {
    let mut app = alone("connect-four", "4");
    type_text(&mut app, "h");
    let question = app.wanted_values().unwrap();
    app.learned(question.position, Err("a table is damaged".to_owned()));
    assert_eq!((app.hints, app.status().as_str()), (false, "no values: a table is damaged"));
}
