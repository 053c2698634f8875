use std::sync::atomic::AtomicBool;
use std::time::Duration;

use zwick::older::{Program, table_name};
use zwick::search::{Limits, Score};
use zwick::{Game, Phased, Position};
use zwick_db::{Blocking, Error, Evaluation, Examined, Export, Format, Import, ImportedFile};

use crate::backend::{Backend, on_both};
use crate::positions::{evaluation, read};

on_both! {
    what_was_imported_from_older_programs_is_exported_as_it_was,
    what_is_known_here_is_written_as_older_programs_did,
    an_import_is_all_or_nothing,
}

fn records() -> Vec<Evaluation> {
    let record = |game, text, mv: &str, score, exact| {
        let position = read(game, text);
        let record = evaluation(position, position.read_move(mv).unwrap(), score, 8, exact);
        Evaluation { source: "alpha-beta:depth=8,\"eval\"=exact".to_owned(), ..record }
    };
    let guess = record(Game::CONNECT_FOUR, "443", "3", Score::estimate(57_123), false);
    vec![
        Evaluation { depth: 0, source: "mcts".to_owned(), ..guess },
        record(Game::CONNECT_FOUR, "4435", "3", Score::estimate(-120), false),
        record(Game::CONNECT_FOUR, "112233", "4", Score::win_in(1), true),
        record(Game::MORRIS, "d6 f4", "a1", Score::loss_in(22), true),
        record("morris:lasker".parse().unwrap(), "d6 f4", "d6-d7", Score::EVEN, true),
    ]
}

fn file(name: &str, text: impl Into<Vec<u8>>) -> ImportedFile {
    ImportedFile { name: name.to_owned(), bytes: text.into() }
}

fn examined(files: &[ImportedFile], format: Option<Format>) -> Result<Examined, Error> {
    let examined = Import::read(files, format)?.examine(2, &Limits::default(), &|_| {})?;
    Ok(examined.expect("nobody stops it"))
}

/// A text without a name, in this format.
pub(crate) fn imported(text: &str, format: Format) -> Result<Examined, Error> {
    examined(&[file("", text)], Some(format))
}

/// The lines of an export, sorted, and how many records were left out.
fn exported(store: &Blocking, format: Format) -> (Vec<String>, u64) {
    let mut export = Export::new(store.store(), None, format).unwrap();
    let mut text = String::new();
    while let Some(piece) = store.wait(export.next()).unwrap() {
        text += &piece;
    }
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    (lines, export.left_out())
}

#[test]
fn records_read_back_in_every_format() {
    let header = "game,position,best,score,depth,exact,source\n";
    for (format, header) in [(Format::JsonLines, ""), (Format::Csv, header)] {
        let lines: String = records().iter().map(|record| format.lines(record)).collect();
        let text = format!("{header}{lines}");
        // One is a mean of random games, the other a tenth of an open three.
        assert!(text.contains("+57.123 %") && text.contains("-0."), "{text}");
        assert_eq!(Import::read(&[file("", text)], Some(format)).unwrap().evaluations(), records());
    }
}

#[test]
fn nonsense_gets_an_error_that_says_where_and_what() {
    let error = |format, text: &str| imported(text, format).expect_err(text).to_string();
    let json = |fields: &str| format!("\n{{\"game\":\"connect-four\",\"position\":\"44\",\"best\":\"4\",{fields}}}");
    assert_eq!(error(Format::JsonLines, "hello"), "line 1: expected a JSON object, found \"hello\"");
    assert!(error(Format::JsonLines, &json("\"score\":\"1\"")).starts_with("line 2: expected a field \"depth\""));
    let full =
        |score: &str, exact| json(&format!("\"score\":\"{score}\",\"depth\":3,\"exact\":{exact},\"source\":\"\""));
    assert!(error(Format::JsonLines, &full("win in 2", true)).contains("expected a score"));
    assert!(error(Format::JsonLines, &full("12", true)).contains("cannot be exact"));
    assert!(error(Format::JsonLines, &full("12", true).replace("44", "48")).contains("a position of connect-four"));
    assert!(error(Format::JsonLines, &full("12", false).replace("\"4\"", "\"9\"")).contains("is not a legal move"));
    assert!(error(Format::Csv, "a,b\n").contains("game,position,best"));
    let header = "game,position,best,score,depth,exact,source\n";
    assert_eq!(
        error(Format::Csv, &format!("{header}go,,,,,,")),
        "line 2: expected a game such as connect-four or morris, found \"go\""
    );
    assert!(error(Format::Csv, &format!("{header}morris,d6\n")).contains("expected 7 fields"));
    let binary = examined(&[file("a.jsonl", b"{}\n\xff\xfe".to_vec())], None).unwrap_err().to_string();
    assert_eq!(binary, "a.jsonl, line 2: expected text in UTF-8, found \"the byte 0xff\"");
}

#[test]
fn damaged_lines_of_older_programs_are_named_with_their_file() {
    let error = |name: &str, text: &str| examined(&[file(name, text)], None).expect_err(text).to_string();
    let won = "7:30786325577728, 0, 7\n";
    assert_eq!(
        error("old/data.txt", &format!("{won}\n7:oops, 0, 7\n")),
        "old/data.txt, line 3, X-bits: expected the cells of a side as a number, found \"oops\""
    );
    assert_eq!(
        error("data.txt", &format!("{won}{won}")),
        "data.txt, line 2: expected each position once, found \"the one of data.txt, line 1 again\""
    );
    // The first of two false claims is named, although both are examined at once.
    assert_eq!(
        error("data.txt", &format!("{won}1:4398046511104, 3, 6\n1:128, 3, 6\n")),
        "data.txt, line 2, column: expected a move that wins with 6 men on the board, or one more, at the latest, \
         found column 4 of 7/7/7/7/7/O5X O, which does not"
    );
    let three = read(Game::CONNECT_FOUR, "443");
    assert_eq!(
        error("01_table_4_6.txt", &format!("{} 4 10 -1\n", three.key())),
        "01_table_4_6.txt, line 1: expected a position with 4-6 moves played, found \"one of 00_table_1_3.txt\""
    );
    assert_eq!(error("data.txt", "\n"), "data.txt: expected at least one record, found none");
    assert!(error("data.txt", "\u{0}\u{1}binary").contains("expected O-bits:X-bits, column, depth"));
}

/// Lines of each program: with their mirror images and without, and of V3 one of a finished game.
fn older_lines(program: Program) -> Vec<String> {
    let key = |text: &str| read(program.game(), text).key();
    let lines = match program {
        Program::V1 => vec![
            "7:30786325577728, 0, 12".to_owned(),
            "30786325577728:7, 6, 12".to_owned(),
            "2097283:30786325577728, 6, 9".to_owned(),
            // X went first.
            "2097155:30786325577728, 6, 7".to_owned(),
        ],
        Program::V2 => vec![
            format!("{} 4 -30 -1", key("4")),
            format!("{} 3 17 -1", key("443")),
            format!("{} 5 17 -1", key("445")),
            format!("{} 2 200 1", key("112233")),
        ],
        Program::V3 => vec![
            format!("{} 15900", 0b11011 | 0b10_0110_0000_u64 << 24),
            format!("{} -100000", 0b11 | 0b111_0000_u64 << 24),
            format!("{} 0", key("8/8/8 W 9 9")),
            format!("{} 300", key("d6 f4")),
        ],
    };
    let mut sorted = lines;
    sorted.sort();
    sorted
}

fn what_was_imported_from_older_programs_is_exported_as_it_was(backend: &Backend) {
    let store = backend.open();
    for program in Program::ALL {
        let (format, lines) = (Format::Older(program), older_lines(program));
        let examined = imported(&lines.join("\r\n"), format).unwrap();
        let saved = backend.wait(store.store().import(&examined)).unwrap();
        assert!(saved > 0, "{lines:?}");
        assert_eq!(exported(&store, format).0, lines);
        // Again, it is the same.
        assert_eq!(backend.wait(store.store().import(&examined)).unwrap(), 0);
        assert_eq!(exported(&store, format).0, lines);
        backend.wait(store.store().forget_positions(None)).unwrap();
    }
    for program in Program::ALL {
        let (format, lines) = (Format::Older(program), older_lines(program));
        backend.wait(store.store().import(&imported(&lines.join("\n"), format).unwrap())).unwrap();
        let all = exported(&store, format).0;
        assert!(lines.iter().all(|line| all.contains(line)), "{all:?}");
    }
    // A win in the first column, for its mirror image too, and whatever V1 said about its depth.
    let known = store.wait(store.store().look_up(&[read(Game::CONNECT_FOUR, "717171")])).unwrap().pop().flatten();
    let known = known.expect("it was imported");
    assert_eq!((known.best.to_string().as_str(), known.score, known.exact), ("7", Score::win_in(1), true));
    assert_eq!(known.source, "v1");
    let found = backend.wait(store.store().verify(|_, _, _| {})).unwrap();
    assert_eq!((found.lines, found.faults), (12, 0), "{:?}", found.told);
    backend.meddle("UPDATE older_lines SET line = '7:30786325577728, 0, 13' WHERE line = '7:30786325577728, 0, 12'");
    let found = backend.wait(store.store().verify(|_, _, _| {})).unwrap();
    assert!(!found.is_sound());
    // Emptied, nothing of it is left.
    backend.wait(store.store().forget_positions(None)).unwrap();
    for program in Program::ALL {
        assert_eq!(exported(&store, Format::Older(program)), (Vec::new(), 0));
    }
}

fn what_is_known_here_is_written_as_older_programs_did(backend: &Backend) {
    let store = backend.open();
    backend.wait(store.store().save(&records())).unwrap();
    // The proven win and its mirror image, with O going first; two records are no proven wins.
    let (lines, left_out) = exported(&store, Format::Older(Program::V1));
    assert_eq!((lines.len(), left_out), (2, 2), "{lines:?}");
    let again = Backend::sqlite();
    let other = again.open();
    again.wait(other.store().import(&imported(&lines.join("\n"), Format::Older(Program::V1)).unwrap())).unwrap();
    assert_eq!(exported(&other, Format::Older(Program::V1)).0, lines);
    let known = other.wait(other.store().look_up(&[read(Game::CONNECT_FOUR, "112233")])).unwrap().pop().flatten();
    assert_eq!(known.map(|known| (known.score, known.exact)), Some((Score::win_in(1), true)));
    // The estimate in points is left out, random games and proofs are not.
    let (lines, left_out) = exported(&store, Format::Older(Program::V2));
    assert_eq!((lines.len(), left_out), (2, 1), "{lines:?}");
    let (lines, left_out) = exported(&store, Format::Older(Program::V3));
    assert_eq!((lines.len(), left_out), (1, 0), "{lines:?}");
    assert!(lines[0].ends_with(" -100000"), "{lines:?}");
    // V2's tables have the positions of their phases.
    for (text, count) in [("443", 1), ("112233", 1), ("4435443", 0)] {
        let phase = read(Game::CONNECT_FOUR, text).phase();
        let export = Export::new(store.store(), None, Format::Older(Program::V2)).unwrap();
        let mut export = export.of_phase(phase);
        while store.wait(export.next()).unwrap().is_some() {}
        assert_eq!(export.written(), count, "{}", table_name(phase));
    }
    let unfit = Export::new(store.store(), Some(Game::MORRIS), Format::Older(Program::V1)).unwrap_err().to_string();
    assert_eq!(unfit, "format v1: expected connect-four, found morris");
}

fn an_import_is_all_or_nothing(backend: &Backend) {
    let store = backend.open();
    let good = Format::JsonLines.lines(&records()[2]);
    let files = [file("a.jsonl", good.as_str()), file("data.txt", "7:30786325577728, 0, 12\n1:128, 3, 4\n")];
    assert!(examined(&files, None).is_err());
    assert_eq!(exported(&store, Format::JsonLines).0.len(), 0);
    assert_eq!(backend.wait(store.store().import(&examined(&files[..1], None).unwrap())).unwrap(), 1);
    assert_eq!(exported(&store, Format::JsonLines).0.len(), 1);
    let stopped = Import::read(&[file("data.txt", "7:30786325577728, 0, 12\n")], None).unwrap();
    let stop = AtomicBool::new(true);
    let limits = Limits { stop: Some(&stop), ..Limits::default() };
    assert!(stopped.examine(1, &limits, &|_| {}).unwrap().is_none());
    // A claim that takes too long is not called false.
    let long = Import::read(&[file("data.txt", "0:0, 2, 41\n")], None).unwrap();
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert!(long.examine(1, &limits, &|_| {}).unwrap().is_none());
}
