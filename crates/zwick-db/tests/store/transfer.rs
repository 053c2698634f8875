use std::io::Cursor;

use zwick::search::Score;
use zwick::{Game, Position};
use zwick_db::{Error, Evaluation, Format, Reader, Writer};

use crate::positions::{evaluation, read};

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

#[test]
fn records_read_back_in_every_format() {
    for format in [Format::JsonLines, Format::Csv] {
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&mut bytes, format).unwrap();
        for record in records() {
            writer.write(&record).unwrap();
        }
        writer.finish().unwrap();
        // One is a mean of random games, the other a tenth of an open three.
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert!(text.contains("+57.123 %") && text.contains("-0."), "{text}");
        let read: Vec<Evaluation> = Reader::new(Cursor::new(bytes), format).map(Result::unwrap).collect();
        assert_eq!(read, records());
    }
}

#[test]
fn nonsense_gets_an_error_that_says_where_and_what() {
    let error = |format, text: &str| {
        let text = text.to_owned();
        Reader::new(Cursor::new(text), format).find_map(Result::err).expect("an error").to_string()
    };
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
    assert!(matches!(
        Reader::new(Cursor::new(b"\xff\xfe".to_vec()), Format::JsonLines).next(),
        Some(Err(Error::File(_)))
    ));
}
