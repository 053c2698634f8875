//! Whole conversations with the engine, as other programs hold them.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use zwick::{AnyPosition, DrawRules, Game, Outcome, Record, Side};
use zwick_engine::{Options, run};

/// The input of an engine, fed line by line.
struct Feed(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Feed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let count = self.1.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

/// The output of an engine, cut into lines.
struct Lines(Sender<String>, Vec<u8>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            match byte {
                b'\n' => {
                    let line = String::from_utf8(std::mem::take(&mut self.1)).expect("text");
                    self.0.send(line).map_err(io::Error::other)?;
                }
                byte => self.1.push(byte),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An engine at work on a thread.
struct Engine {
    input: Sender<Vec<u8>>,
    output: Receiver<String>,
    thread: JoinHandle<io::Result<()>>,
}

impl Engine {
    fn start() -> Self {
        let ((input, fed), (told, output)) = (channel(), channel());
        let thread = std::thread::spawn(move || {
            run(
                BufReader::new(Feed(fed, Vec::new())),
                &mut Lines(told, Vec::new()),
                Options { hash: 4, ..Options::default() },
            )
        });
        Self { input, output, thread }
    }

    fn send(&self, line: &str) {
        self.input.send(format!("{line}\n").into_bytes()).unwrap();
    }

    fn line(&self) -> String {
        self.output.recv_timeout(Duration::from_secs(60)).expect("an answer within a minute")
    }

    /// Everything up to the line that begins like this.
    fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines.last().unwrap().starts_with(beginning) {
            lines.push(self.line());
        }
        lines
    }

    fn best_move(&self, go: &str) -> String {
        self.send(go);
        self.until("bestmove").pop().unwrap()["bestmove ".len()..].to_owned()
    }

    fn quit(self) {
        self.send("quit");
        self.thread.join().unwrap().unwrap();
    }
}

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
    assert_eq!(lines.len(), 6, "{lines:?}");
    for (depth, line) in (1..).zip(&lines[..5]) {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[..4], ["info", "depth", &depth.to_string(), "score"], "{line}");
        for name in ["nodes", "nps", "hashfull", "time", "pv"] {
            assert!(words.contains(&name), "{line}");
        }
        let line: Vec<&str> = words.into_iter().skip_while(|&word| word != "pv").skip(1).collect();
        assert!(!line.is_empty() && line.len() <= depth, "{line:?}");
        let mut record = AnyPosition::read_record(Game::MORRIS, "d6 f4", DrawRules::default()).unwrap();
        record.play_list(&line.join(" ")).expect("a legal line");
    }
    engine.quit();
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
    engine.send("go depth 1");
    assert!(engine.until("info string error").pop().unwrap().contains("expected stop"));
    engine.send("stop");
    assert!(engine.until("bestmove").pop().unwrap().len() > "bestmove ".len());
    engine.send("stop");
    engine.send("query gameover");
    assert_eq!(engine.line(), "response false");
    engine.send("go infinite");
    engine.quit();
}

#[test]
fn a_solved_position_waits_for_stop_if_nothing_else_ends_it() {
    let engine = Engine::start();
    engine.send("position startpos moves 1 7 1 7 1 7");
    engine.send("go infinite");
    engine.until("info depth 1 score mate 1");
    engine.send("query p1turn");
    engine.until("response true");
    engine.send("stop");
    assert_eq!(engine.until("bestmove").pop().unwrap(), "bestmove 1");
    engine.quit();
}

/// Plays a whole game of two engines; every move is checked by our own rules.
fn play_match(game: &str, go: impl Fn(&Engine, &Record<AnyPosition>) -> String) -> Record<AnyPosition> {
    let engines = [Engine::start(), Engine::start()];
    let mut record = Record::new(AnyPosition::start(game.parse().unwrap()));
    for engine in &engines {
        engine.send(&format!("setoption name Game value {game}"));
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
    // Whoever begins on 7x6 wins with perfect play, with the last man but one.
    let game = play_match("connect-four", |engine, _| engine.best_move("go movetime 20000"));
    assert_eq!((game.moves().len(), game.ending().unwrap().outcome), (41, Outcome::Win(Side::First)));
    play_match("morris", |engine, _| engine.best_move("go depth 3"));
    play_match("morris:lasker", |engine, _| engine.best_move("go nodes 500"));
}

/// Plays games with clocks until so many moves are made; the times taken beyond those allowed, longest first.
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

/// A busy machine may take a thread its time; only a search that forgets the clock takes seconds.
#[test]
fn time_is_kept() {
    let over = oversteps(30);
    assert!(over[0] < Duration::from_secs(2), "{over:?}");
}

/// Prints how the time is kept over a thousand moves: `cargo test -p zwick-engine -- --ignored --nocapture`.
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
