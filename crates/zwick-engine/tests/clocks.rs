//! Whole games of two engines with short clocks: neither hangs or loses on time.
//!
//! `ZWICK_CLOCK_GAMES=200 cargo test -p zwick-engine --test clocks -- --nocapture` plays 200 games of each kind; without it, three.
//!
//! On a busy machine an engine may wait for a core through no fault of its own. So a move is charged its wall-clock time, but no more than
//! the CPU time this process used meanwhile plus [`MARGIN`] for passing lines. The opponent does not think meanwhile, and this is the only
//! test of its process, so the CPU time is the engine's own. The number of moves late by wall-clock time is printed; on an idle machine it
//! should be zero. An engine that sleeps instead of working is caught by [`PATIENCE`].

mod common;

use std::time::{Duration, Instant};

use common::Engine;
use cpu_time::ProcessTime;
use zwick::{AnyPosition, Position, Record};

const CLOCK: Duration = Duration::from_secs(1);
const INCREMENT: Duration = Duration::from_millis(10);
/// What sending and reading a line may cost.
const MARGIN: Duration = Duration::from_millis(10);
/// Wall-clock time, however busy the machine: a move that takes longer is a hang.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Debug, Default)]
struct Tally {
    games: u64,
    moves: u64,
    /// Moves late by wall-clock time.
    late: u64,
    /// The lowest time on any clock after a move.
    least: Option<Duration>,
}

fn play(game: &str, engines: &[Engine; 2], first: usize, tally: &mut Tally) {
    let mut record = Record::new(AnyPosition::start(game.parse().unwrap()));
    for engine in engines {
        engine.send("uginewgame");
        engine.send("isready");
        engine.until("readyok");
    }
    let mut clocks = [CLOCK; 2];
    while record.ending().is_none() {
        let side = record.position().turn() as usize;
        let engine = &engines[(first + side) % 2];
        let moves: Vec<String> = record.moves().iter().map(ToString::to_string).collect();
        let position = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        engine.send(&format!("position startpos{position}"));
        let [p1, p2] = clocks.map(|clock| clock.as_millis());
        let inc = INCREMENT.as_millis();
        let (wall, processor) = (Instant::now(), ProcessTime::now());
        let best = engine.best_move(&format!("go p1time {p1} p2time {p2} p1inc {inc} p2inc {inc}"));
        let (wall, processor) = (wall.elapsed(), processor.elapsed());
        let told = format!("{game}, move {}: {wall:?} on the wall, {processor:?} worked", moves.len() + 1);
        assert!(wall < PATIENCE, "{told}");
        let charged = wall.min(processor + MARGIN);
        tally.late += u64::from(wall > clocks[side]);
        let left = clocks[side].checked_sub(charged);
        let left = left.unwrap_or_else(|| panic!("lost on time with {:?} on the clock: {told}", clocks[side]));
        tally.least = tally.least.into_iter().chain([left]).min();
        clocks[side] = left + INCREMENT;
        record.play_list(&best).unwrap_or_else(|error| panic!("{told}: {error}"));
        tally.moves += 1;
    }
    tally.games += 1;
}

#[test]
fn engines_with_a_second_on_the_clock_play_to_the_end_in_time() {
    let games = std::env::var("ZWICK_CLOCK_GAMES").map_or(3, |text| text.parse().expect("a number of games"));
    for game in ["connect-four", "morris"] {
        let engines = [Engine::start(), Engine::start()];
        for engine in &engines {
            engine.send(&format!("setoption name Game value {game}"));
            engine.send("isready");
            engine.until("readyok");
        }
        let mut tally = Tally::default();
        for number in 0..games {
            play(game, &engines, number % 2, &mut tally);
        }
        println!("{game}: {tally:?}");
        for engine in engines {
            engine.quit();
        }
    }
}
