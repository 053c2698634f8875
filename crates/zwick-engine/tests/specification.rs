//! The whole specification of the Universal Game Interface: every command in every form, and every answer.

mod common;

use std::collections::HashMap;

use common::Engine;
use zwick::{AnyPosition, DrawRules, Game, Position, Record};
use zwick_engine::Options;

/// A line that starts with `info`, parsed; panics at anything the specification does not know.
struct Info {
    numbers: HashMap<String, u64>,
    /// `cp` or `mate` with its number.
    score: Option<(String, i64)>,
    line: Vec<String>,
    text: Option<String>,
}

impl Info {
    fn read(line: &str) -> Self {
        let mut words = line.strip_prefix("info ").unwrap_or_else(|| panic!("expected an info: {line}")).split(' ');
        let mut info = Self { numbers: HashMap::new(), score: None, line: Vec::new(), text: None };
        while let Some(word) = words.next() {
            let mut number = || words.next().unwrap_or_else(|| panic!("a number after {word}: {line}"));
            match word {
                "depth" | "seldepth" | "time" | "nodes" | "hashfull" | "nps" | "multipv" => {
                    info.numbers.insert(word.to_owned(), number().parse().unwrap_or_else(|_| panic!("{line}")));
                }
                "score" => {
                    let unit = number().to_owned();
                    assert!(["cp", "mate"].contains(&&*unit), "{line}");
                    info.score = Some((unit, number().parse().unwrap_or_else(|_| panic!("{line}"))));
                }
                "pv" => info.line = words.by_ref().map(str::to_owned).collect(),
                "string" => info.text = Some(words.by_ref().collect::<Vec<_>>().join(" ")),
                other => panic!("{other} in {line}"),
            }
        }
        info
    }

    fn number(&self, name: &str) -> u64 {
        *self.numbers.get(name).unwrap_or_else(|| panic!("expected {name}"))
    }
}

/// What a search reported, checked against its position.
struct Search {
    infos: Vec<Info>,
    best: String,
}

fn record(game: Game, moves: &str) -> Record<AnyPosition> {
    AnyPosition::read_record(game, moves, DrawRules::default()).unwrap()
}

/// Reads lines until `bestmove`, and checks what every search promises.
fn search(engine: &Engine, game: Game, moves: &str) -> Search {
    let mut lines = engine.until("bestmove");
    let best = lines.pop().unwrap();
    let best = best.strip_prefix("bestmove ").expect("a move after bestmove").to_owned();
    let position = *record(game, moves).position();
    assert!(position.read_move(&best).is_ok_and(|mv| position.is_legal(mv)), "{best} is no move after {moves}");
    let infos: Vec<Info> = lines.iter().map(|line| Info::read(line)).collect();
    let last = infos.last().expect("a final info");
    for name in ["nodes", "time", "nps"] {
        last.number(name);
    }
    for info in &infos {
        record(game, moves).play_list(&info.line.join(" ")).unwrap_or_else(|error| panic!("{:?}: {error}", info.line));
        assert!(info.numbers.get("hashfull").is_none_or(|&share| share <= 1000));
        let depth = info.numbers.get("depth").copied().unwrap_or(u64::MAX);
        assert!(info.line.len() as u64 <= depth, "{:?}", info.line);
    }
    let told = infos.iter().rev().find(|info| !info.line.is_empty()).expect("a line");
    assert_eq!(told.line[0], best, "the last line told begins with the best move");
    Search { infos, best }
}

#[test]
fn the_whole_specification_is_spoken() {
    let (c4, morris) = (Game::CONNECT_FOUR, Game::MORRIS);
    let engine = Engine::with(Options::default());

    // ugi: name, author, options, ugiok.
    engine.send("ugi");
    let lines = engine.until("ugiok");
    assert!(lines[0].starts_with("id name ") && lines[1].starts_with("id author "), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "ugiok");
    let options = &lines[2..lines.len() - 1];
    assert!(options.contains(&"option name OwnBook type check default false".to_owned()), "{options:?}");
    for option in options {
        let words: Vec<&str> = option.split(' ').collect();
        assert_eq!((words[0], words[1], words[3], words[5]), ("option", "name", "type", "default"), "{option}");
        let ends = match words[4] {
            "check" => words.len() == 7 && ["true", "false"].contains(&words[6]),
            "spin" => words.len() == 11 && (words[7], words[9]) == ("min", "max"),
            "combo" => words[7..].chunks(2).all(|var| var[0] == "var"),
            "string" => words.len() >= 7,
            _ => false,
        };
        assert!(ends, "{option}");
    }

    // setoption, each to its current value; nothing is printed.
    for option in options {
        let name = option.split(' ').nth(2).unwrap();
        let value = option.split_once(" default ").unwrap().1;
        let value = value.split(" min ").next().unwrap().split(" var ").next().unwrap();
        if !["Board", "Rules"].contains(&name) {
            engine.send(&format!("setoption name {name} value {value}"));
        }
    }
    engine.send("setoption name Hash value 4");
    engine.send("isready");
    assert_eq!(engine.line(), "readyok");

    // uginewgame, then isready.
    engine.send("uginewgame");
    engine.send("isready");
    assert_eq!(engine.line(), "readyok");

    // position in its four forms, and every answer of query.
    let ask = |position: &str| {
        engine.send(position);
        ["p1turn", "gameover", "result"].map(|question| {
            engine.send(&format!("query {question}"));
            engine.line().strip_prefix("response ").expect("a response").to_owned()
        })
    };
    assert_eq!(ask("position startpos"), ["true", "false", "none"]);
    assert_eq!(ask("position startpos moves 4"), ["false", "false", "none"]);
    assert_eq!(ask("position fen 7/7/7/7/7/XOX4 O"), ["false", "false", "none"]);
    assert_eq!(ask("position fen 7/7/7/7/7/XOX4 O moves 7"), ["true", "false", "none"]);
    assert_eq!(ask("position startpos moves 1 2 1 2 1 2 1"), ["false", "true", "p1win"]);
    assert_eq!(ask("position startpos moves 1 2 1 2 1 2 7 2"), ["true", "true", "p2win"]);
    engine.send("setoption name Board value 4x3");
    assert_eq!(ask("position startpos moves 1 1 1 2 2 2 3 3 3 4 4 4"), ["true", "true", "draw"]);
    engine.send("setoption name Game value connect-four");

    // go in its five forms, and the parts of info.
    let go = |moves: &str, go: &str| {
        engine.send(&format!("position startpos moves {moves}"));
        engine.send("isready");
        assert_eq!(engine.line(), "readyok");
        engine.send(go);
    };
    go("4 4", "go depth 6");
    let found = search(&engine, c4, "4 4");
    let rounds: Vec<&Info> = found.infos.iter().filter(|info| info.numbers.contains_key("depth")).collect();
    assert_eq!(rounds.iter().map(|info| info.number("depth")).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    for round in rounds {
        assert_eq!(round.line.len() as u64, round.number("depth"), "a whole line: {:?}", round.line);
        assert_eq!(round.score.as_ref().unwrap().0, "cp");
    }
    go("4 4", "go depth 0");
    search(&engine, c4, "4 4");
    go("4 4", "go nodes 2000");
    let found = search(&engine, c4, "4 4");
    assert!(found.infos.last().unwrap().number("nodes") < 4000);
    go("4 4", "go movetime 100");
    search(&engine, c4, "4 4");
    go("4 4", "go p1time 1000 p2time 1000 p1inc 10 p2inc 10");
    search(&engine, c4, "4 4");

    // infinite: only stop ends it; isready is answered meanwhile.
    go("4 4", "go infinite");
    engine.send("isready");
    assert!(engine.until("readyok").iter().all(|line| line == "readyok" || line.starts_with("info ")));
    engine.send("stop");
    // The lines of its iterations may all come before readyok.
    assert!(engine.until("bestmove").last().is_some_and(|line| line.starts_with("bestmove ")));
    // stop without a search does nothing.
    engine.send("stop");
    engine.send("isready");
    assert_eq!(engine.line(), "readyok");

    // mate counts plies, negative for the losing side.
    let mates = [("1 7 1 7 1 7", 1, Some("1")), ("4 4 3 3", 3, None), ("4 4 3 3 5", -2, None)];
    for (moves, mate, best) in mates {
        go(moves, "go depth 8");
        let found = search(&engine, c4, moves);
        let scores: Vec<_> = found.infos.iter().filter_map(|info| info.score.clone()).collect();
        assert_eq!(scores.last(), Some(&("mate".to_owned(), mate)), "after {moves}");
        assert!(best.is_none_or(|best| best == found.best));
    }

    // OwnBook: the book is used only if enabled.
    let texts = |found: &Search| found.infos.iter().filter_map(|info| info.text.clone()).collect::<Vec<_>>();
    go("4", "go movetime 200");
    assert!(!texts(&search(&engine, c4, "4")).iter().any(|text| text.starts_with("book")));
    engine.send("setoption name OwnBook value true");
    go("4", "go movetime 20000");
    let found = search(&engine, c4, "4");
    assert!(texts(&found).contains(&"book: loss in 20 moves (40 plies)".to_owned()), "{:?}", texts(&found));
    assert_eq!(
        (found.best.as_str(), found.infos[found.infos.len() - 3].score.clone()),
        ("4", Some(("mate".to_owned(), -40)))
    );

    // The other game.
    engine.send("setoption name Game value morris");
    engine.send("uginewgame");
    go("d6 f4", "go depth 3");
    search(&engine, morris, "d6 f4");

    // Answers come in the order of the commands, however fast they are sent.
    let questions =
        ["isready", "query p1turn", "go depth 4", "query gameover", "isready", "position startpos", "query result"];
    engine.send("setoption name Game value connect-four");
    for question in questions {
        engine.send(question);
    }
    let answers: Vec<String> =
        std::iter::repeat_with(|| engine.line()).filter(|line| !line.starts_with("info ")).take(6).collect();
    let kinds: Vec<&str> = answers.iter().map(|answer| answer.split(' ').next().unwrap()).collect();
    assert_eq!(kinds, ["readyok", "response", "bestmove", "response", "readyok", "response"], "{answers:?}");

    // Unknown commands are answered with what was expected, and change nothing.
    for wrong in ["hello", "go fast", "query who", "position here", "setoption name Colour value red"] {
        engine.send(wrong);
        assert!(engine.line().starts_with("info string error: "), "{wrong}");
    }

    // quit ends a search with its move, then the engine.
    go("4 4", "go infinite");
    let lines = engine.quit();
    let best = lines.last().and_then(|line| line.strip_prefix("bestmove ")).expect("the move of the search");
    assert!(record(c4, "4 4").play_list(best).is_ok());
    let last = Info::read(&lines[lines.len() - 2]);
    assert!(["nodes", "time", "nps"].iter().all(|name| last.numbers.contains_key(*name)));
}
