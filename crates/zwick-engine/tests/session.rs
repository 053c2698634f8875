//! Whole conversations with the engine, as other programs have them.

mod common;

use std::io::{self, BufReader, Read};
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::Engine;
use zwick::{AnyMove, AnyPosition, Database, DrawRules, Game, Known, Outcome, Record, Side};
use zwick_engine::{Options, run};

fn answers(input: &'static [u8]) -> String {
    let mut output = Vec::new();
    run(input, &mut output, Options { hash: 4, ..Options::default() }).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn an_input_that_ends_is_answered_to_the_end() {
    let text = answers(b"isready\nposition startpos moves 1 7 1 7 1 7\ngo depth 3");
    assert!(text.starts_with("readyok\ninfo depth 1 score mate 1 nodes "), "{text}");
    assert!(text.contains(" pv 1\n"), "{text}");
    assert!(text.ends_with("bestmove 1\n"), "{text}");
    assert!(answers(b"go infinite").ends_with('\n'), "stopped at the end of the input");
}

#[test]
fn rounds_are_told_with_score_nodes_line_and_table() {
    let engine = Engine::start();
    engine.send("setoption name Game value morris");
    engine.send("position startpos moves d6 f4");
    engine.send("go depth 5");
    let lines = engine.until("bestmove");
    assert_eq!(lines.len(), 7, "{lines:?}");
    for (depth, line) in (1..).zip(&lines[..5]) {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[..4], ["info", "depth", &depth.to_string(), "score"], "{line}");
        for name in ["nodes", "nps", "hashfull", "time", "pv"] {
            assert!(words.contains(&name), "{line}");
        }
        let line: Vec<&str> = words.into_iter().skip_while(|&word| word != "pv").skip(1).collect();
        assert_eq!(line.len(), depth, "{line:?}");
        let mut record = AnyPosition::read_record(Game::MORRIS, "d6 f4", DrawRules::default()).unwrap();
        record.play_list(&line.join(" ")).expect("a legal line");
    }
    engine.quit();
}

/// The nodes of a search to this depth.
fn nodes_to_depth(engine: &Engine, depth: u32, moves: &str) -> u64 {
    engine.send(&format!("position startpos moves {moves}"));
    engine.send(&format!("go depth {depth}"));
    let lines = engine.until("bestmove");
    let round = format!("info depth {depth} ");
    let last = lines.iter().find(|line| line.starts_with(&round)).expect("a round to this depth");
    let mut words = last.split(' ').skip_while(|&word| word != "nodes");
    words.nth(1).expect("a number").parse().expect("a number of nodes")
}

#[test]
fn what_was_searched_for_a_move_is_not_searched_again_for_the_next() {
    let [playing, other] = [Engine::start(), Engine::start()];
    nodes_to_depth(&playing, 8, "4");
    let (kept, anew) = (nodes_to_depth(&playing, 6, "4 3 4"), nodes_to_depth(&other, 6, "4 3 4"));
    assert!(kept < anew, "{kept} nodes with what it kept, {anew} without");
    playing.quit();
    other.quit();
}

#[test]
fn a_search_can_be_stopped_and_hears_everything_meanwhile() {
    let engine = Engine::start();
    engine.send("setoption name Game value connect-four:9x6");
    engine.send("isready");
    assert_eq!(engine.line(), "readyok");
    engine.send("go infinite");
    assert!(engine.line().starts_with("info depth 1"));
    engine.send("isready");
    engine.until("readyok");
    engine.send("stop");
    assert!(engine.until("bestmove").pop().unwrap().len() > "bestmove ".len());
    engine.send("stop");
    engine.send("query gameover");
    assert_eq!(engine.line(), "response false");
    engine.send("go infinite");
    assert!(engine.quit().pop().unwrap().starts_with("bestmove "));
}

#[test]
fn commands_sent_during_a_search_wait_for_its_end_and_every_go_is_answered() {
    let engine = Engine::start();
    for line in ["go infinite", "query p1turn", "position startpos moves 4", "query p1turn", "isready", "go infinite"] {
        engine.send(line);
    }
    engine.send("stop");
    let is_answer = |line: &String| !line.starts_with("info");
    let first: Vec<String> = engine.until("bestmove").into_iter().filter(is_answer).collect();
    let second: Vec<String> = engine.until("bestmove").into_iter().filter(is_answer).collect();
    assert_eq!(first.len(), 1, "{first:?}");
    assert_eq!(second[..3], ["response true", "response false", "readyok"]);
    assert_eq!(engine.quit(), [""; 0]);
}

#[test]
fn a_solved_position_waits_for_stop_if_nothing_else_ends_it() {
    let engine = Engine::start();
    engine.send("position startpos moves 1 7 1 7 1 7");
    engine.send("go infinite");
    engine.until("info depth 1 score mate 1");
    engine.send("isready");
    engine.until("readyok");
    engine.send("stop");
    assert_eq!(engine.until("bestmove").pop().unwrap(), "bestmove 1");
    engine.quit();
}

/// A database in memory that several openings share.
#[derive(Clone, Default)]
struct Shared(Arc<std::sync::Mutex<zwick::Memory>>);

impl Database<AnyPosition> for Shared {
    fn best_move(&self, position: &AnyPosition) -> Option<Known<AnyMove>> {
        self.0.lock().unwrap().best_move(position)
    }

    fn keep(&mut self, position: &AnyPosition, known: Known<AnyMove>) {
        self.0.lock().unwrap().keep(position, known);
    }

    fn recall(&self, position: &AnyPosition) -> Option<Arc<zwick::search::Recall>> {
        self.0.lock().unwrap().recall(position)
    }
}

/// The chosen player thinks with the database and adds to it, also after a new game; the engine itself only reads it.
#[test]
fn a_chosen_player_has_the_database_as_its_memory() {
    let shared = Shared::default();
    let answer = |player: &str, commands: &str| {
        let opened = shared.clone();
        let options = Options {
            open_database: Some(Arc::new(move |_, _| Ok(Box::new(opened.clone())))),
            database: Some("shared".to_owned()),
            ..Options::default()
        };
        let input = format!("setoption name Player value {player}\nposition startpos moves 44\n{commands}\n");
        let mut output = Vec::new();
        zwick_engine::run(std::io::Cursor::new(input), &mut output, options).unwrap();
        String::from_utf8(output).unwrap()
    };
    let position = AnyPosition::read(Game::CONNECT_FOUR, "44").unwrap();
    answer("<empty>", "go depth 3");
    assert_eq!(shared.best_move(&position), None);
    let first = answer("v2:depth=2,playouts=5", "go movetime 60000");
    assert!(first.contains("over random games"), "{first}");
    assert!(shared.best_move(&position).is_some());
    for commands in ["go movetime 60000", "isready\nuginewgame\nposition startpos moves 44\ngo movetime 60000"] {
        let again = answer("v2:depth=2,playouts=5", commands);
        assert!(again.contains("info string database, from random games") && again.contains("nodes 0"), "{again}");
    }
}

/// A database that fails on every look-up.
struct Failing;

impl Database<AnyPosition> for Failing {
    fn best_move(&self, _: &AnyPosition) -> Option<Known<AnyMove>> {
        panic!("the database is on fire")
    }

    fn keep(&mut self, _: &AnyPosition, _: Known<AnyMove>) {}
}

#[test]
fn a_panic_while_thinking_ends_the_engine_with_an_error() {
    let options = Options {
        open_database: Some(Arc::new(|_, _| Ok(Box::new(Failing)))),
        database: Some("failing".to_owned()),
        hash: 1,
        ..Options::default()
    };
    for go in ["go depth 3", "go infinite", "go p1time 1000 p2time 1000 p1inc 10 p2inc 10"] {
        let engine = Engine::with(options.clone());
        engine.send("isready");
        assert_eq!(engine.line(), "readyok");
        engine.send(go);
        let (lines, result) = engine.end();
        assert_eq!(lines, ["info string error: the engine has failed: the database is on fire"]);
        assert!(result.unwrap_err().to_string().contains("the database is on fire"));
    }
}

#[test]
fn a_panic_while_getting_ready_or_reading_ends_the_engine_with_an_error() {
    let options = Options {
        open_database: Some(Arc::new(|_, _| panic!("no such thing"))),
        database: Some("failing".to_owned()),
        ..Options::default()
    };
    let engine = Engine::with(options);
    engine.send("isready");
    let (lines, result) = engine.end();
    assert_eq!(lines, ["info string error: the engine has failed: no such thing"]);
    assert!(result.is_err());

    struct Torn;
    impl Read for Torn {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            panic!("torn")
        }
    }
    assert!(run(BufReader::new(Torn), &mut Vec::new(), Options::default()).is_err());
}

#[test]
fn perfect_play_is_given_or_refused_with_the_reason() {
    let engine = Engine::start();
    engine.send("setoption name Perfect value true");
    engine.send("setoption name Game value morris");
    engine.send("isready");
    assert!(engine.line().contains("Perfect: perfect play of morris needs its tables"));
    assert_eq!(engine.line(), "readyok");
    engine.send("position startpos moves d6");
    engine.send("go movetime 60000");
    assert!(engine.line().contains("no perfect move: perfect play of morris needs its tables"));
    assert_eq!(engine.until("bestmove").pop().unwrap(), "bestmove none");
    engine.send("setoption name Game value connect-four");
    engine.send("setoption name OwnBook value true");
    assert_eq!(engine.best_move("go depth 1"), "4");
    engine.quit();
}

/// Plays a whole game between two engines; every move is checked by our own rules.
fn play_match(game: &str, go: impl Fn(&Engine, &Record<AnyPosition>) -> String) -> Record<AnyPosition> {
    let engines = [Engine::start(), Engine::start()];
    let mut record = Record::new(AnyPosition::start(game.parse().unwrap()));
    for engine in &engines {
        engine.send(&format!("setoption name Game value {game}"));
        engine.send("setoption name OwnBook value true");
        engine.send("isready");
        engine.until("readyok");
    }
    while record.ending().is_none() {
        let engine = &engines[record.moves().len() % 2];
        let moves: Vec<String> = record.moves().iter().map(ToString::to_string).collect();
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
        let best = go(engine, &record);
        record.play_list(&best).unwrap_or_else(|error| panic!("{best}: {error}"));
    }
    let moves: Vec<String> = record.moves().iter().map(ToString::to_string).collect();
    let result = match record.ending().unwrap().outcome {
        Outcome::Draw => "response draw",
        Outcome::Win(Side::First) => "response p1win",
        Outcome::Win(Side::Second) => "response p2win",
    };
    for engine in engines {
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
        engine.send("query result");
        assert_eq!(engine.line(), result);
        engine.quit();
    }
    record
}

#[test]
fn engines_play_whole_games_of_both_kinds() {
    // The first player wins 7x6 with perfect play, with the last man but one.
    let game = play_match("connect-four", |engine, _| engine.best_move("go movetime 20000"));
    assert_eq!((game.moves().len(), game.ending().unwrap().outcome), (41, Outcome::Win(Side::First)));
    play_match("morris", |engine, _| engine.best_move("go depth 3"));
    play_match("morris:lasker", |engine, _| engine.best_move("go nodes 500"));
}

/// Plays games with clocks until this many moves are made; returns the times beyond the allowed ones, longest first.
fn oversteps(moves: usize) -> Vec<Duration> {
    let mut over = Vec::new();
    for game in ["connect-four", "morris", "connect-four:9x6"].iter().cycle() {
        if over.len() >= moves {
            break;
        }
        let over = std::cell::RefCell::new(&mut over);
        let clocks = std::cell::RefCell::new([Duration::from_millis(3000); 2]);
        play_match(game, |engine, record| {
            let side = record.moves().len() % 2;
            let [first, second] = clocks.borrow().map(|clock| clock.as_millis());
            let by_clock = record.moves().len() % 4 < 2;
            let go = if by_clock {
                format!("go p1time {first} p2time {second} p1inc 40 p2inc 40")
            } else {
                "go movetime 50".to_owned()
            };
            let started = Instant::now();
            let best = engine.best_move(&go);
            let taken = started.elapsed();
            if by_clock {
                let left = clocks.borrow()[side];
                over.borrow_mut().push(taken.saturating_sub(left));
                clocks.borrow_mut()[side] = left.saturating_sub(taken) + Duration::from_millis(40);
            } else {
                over.borrow_mut().push(taken.saturating_sub(Duration::from_millis(50)));
            }
            best
        });
    }
    over.sort_unstable_by(|a, b| b.cmp(a));
    over
}

/// A busy machine may delay a thread for seconds; only a search that ignores the clock takes longer.
#[test]
fn time_is_kept() {
    let over = oversteps(30);
    assert!(over[0] < Duration::from_secs(10), "{over:?}");
}

/// Prints how well time limits are kept over a thousand moves: `cargo test -p zwick-engine -- --ignored --nocapture`.
#[test]
#[ignore = "takes a minute, and says something only on a machine with nothing else to do"]
fn time_is_kept_for_a_thousand_moves() {
    let over = oversteps(1000);
    let late = over.iter().filter(|time| **time > Duration::ZERO).count();
    println!("{} moves, {late} late, the latest by {:?}", over.len(), &over[..5]);
    assert!(over[0] <= Duration::from_millis(20), "{:?}", &over[..10]);
}

#[test]
fn any_bytes_are_survived() {
    let mut dice = fastrand::Rng::with_seed(1);
    let words: [&[u8]; 24] = [
        b"ugi",
        b"isready",
        b"uginewgame",
        b"position",
        b"startpos",
        b"fen",
        b"moves",
        b"go",
        b"depth",
        b"2",
        b"nodes",
        b"-1",
        b"99999999999999999999",
        b"stop",
        b"query",
        b"result",
        b"setoption",
        b"name",
        b"value",
        b"Game",
        b"morris",
        b"d6",
        b"\xff\x00",
        b"\n",
    ];
    for _ in 0..200 {
        let mut input = Vec::new();
        for _ in 0..dice.usize(..60) {
            if dice.u8(..8) == 0 {
                input.push(dice.u8(..));
            } else {
                input.extend_from_slice(words[dice.usize(..words.len())]);
            }
            input.push(if dice.bool() { b' ' } else { b'\n' });
        }
        input.extend_from_slice(b"\nstop\nquit\n");
        let mut output = Vec::new();
        run(io::Cursor::new(input), &mut output, Options { hash: 1, ..Options::default() }).unwrap();
        assert!(std::str::from_utf8(&output).is_ok());
    }
}
