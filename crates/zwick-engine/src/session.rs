//! The engine's state between commands, and its answers. It neither searches nor prints; its caller does.

use std::time::{Duration, Instant};

use zwick::{AnyPosition, Outcome, Position, Record, Side};

use crate::clock;
use crate::command::{Command, Go, Query};
use crate::options::Options;

/// The current game, with the options.
pub struct Session {
    options: Options,
    record: Record<AnyPosition>,
}

/// A position to search.
pub struct Question {
    /// The position, unfinished.
    pub position: AnyPosition,
    /// The options to search with.
    pub options: Options,
    /// The limits, in the words of the command.
    pub go: Go,
    /// The time for the move; `None` if unlimited.
    pub time: Option<Duration>,
    /// When the command arrived: time counts from here.
    pub started: Instant,
}

/// Long work to do.
pub enum Deed {
    /// Nothing.
    None,
    /// Prepare everything for these options, then report.
    Prepare(Box<Options>),
    /// Clear what was learned: the next game is unrelated.
    Forget,
    /// Search, and report the best move.
    Think(Box<Question>),
    /// Stop searching.
    Stop,
    /// End.
    Quit,
}

impl Session {
    /// A session with these options.
    pub fn new(options: Options) -> Self {
        let record = start(&options);
        Self { options, record }
    }

    /// The game so far.
    pub fn record(&self) -> &Record<AnyPosition> {
        &self.record
    }

    /// Answers a line that arrived at this time, and returns what to do.
    pub fn obey(&mut self, line: &str, at: Instant) -> (Vec<String>, Deed) {
        match line.parse().and_then(|command| self.answer(command, at)) {
            Ok(answer) => answer,
            Err(reason) => (vec![format!("info string error: {reason}")], Deed::None),
        }
    }

    fn answer(&mut self, command: Command, at: Instant) -> Result<(Vec<String>, Deed), String> {
        let (mut lines, mut deed) = (Vec::new(), Deed::None);
        match command {
            Command::Ugi => lines = self.introduction(),
            Command::IsReady => deed = Deed::Prepare(Box::new(self.options.clone())),
            Command::NewGame => {
                self.record = start(&self.options);
                deed = Deed::Forget;
            }
            Command::Position { start, moves } => self.record = self.read(start.as_deref(), &moves)?,
            Command::Go(go) => (lines, deed) = self.go(go, at),
            Command::Stop => deed = Deed::Stop,
            Command::Query(query) => lines.push(format!("response {}", self.respond(query))),
            Command::SetOption { name, value } => {
                let (game, draws) = (self.options.game, self.options.draws);
                self.options.set(&name, &value)?;
                // The position belongs to the old game.
                if (self.options.game, self.options.draws) != (game, draws) {
                    self.record = start(&self.options);
                }
            }
            Command::Quit => deed = Deed::Quit,
            Command::Nothing => {}
        }
        Ok((lines, deed))
    }

    fn introduction(&self) -> Vec<String> {
        let mut lines = vec![
            format!("id name Zwickmühle {}", env!("CARGO_PKG_VERSION")),
            "id author The Zwickmühle authors".to_owned(),
        ];
        lines.extend(self.options.describe());
        lines.push("ugiok".to_owned());
        lines
    }

    fn read(&self, text: Option<&str>, moves: &str) -> Result<Record<AnyPosition>, String> {
        let mut record = match text {
            None => start(&self.options),
            Some(text) => {
                let position = AnyPosition::read(self.options.game, text).map_err(|error| error.to_string())?;
                Record::with_draws(position, self.options.draws)
            }
        };
        record.play_list(moves).map_err(|error| error.to_string())?;
        Ok(record)
    }

    fn go(&self, go: Go, at: Instant) -> (Vec<String>, Deed) {
        // The other program waits for a move, and must be told that there is none.
        if let Some(ending) = self.record.ending() {
            return (
                vec![format!("info string the game is over: {}", ending.reason), "bestmove none".to_owned()],
                Deed::None,
            );
        }
        let position = *self.record.position();
        let overhead = Duration::from_millis(u64::from(self.options.overhead));
        let moves_left = go.moves_to_go.unwrap_or_else(|| moves_left(&position));
        let by_clock = go.clock(position.turn()).map(|(time, inc)| clock::share(time, inc, moves_left, overhead));
        let for_move = go.time.map(|time| clock::within(time, overhead));
        let time = by_clock.into_iter().chain(for_move).min();
        let question = Question { position, options: self.options.clone(), go, time, started: at };
        (Vec::new(), Deed::Think(Box::new(question)))
    }

    fn respond(&self, query: Query) -> &'static str {
        let ending = self.record.ending();
        let word = |yes| if yes { "true" } else { "false" };
        match query {
            Query::FirstTurn => word(self.record.position().turn() == Side::First),
            Query::GameOver => word(ending.is_some()),
            Query::Result => match ending.map(|ending| ending.outcome) {
                None => "none",
                Some(Outcome::Draw) => "draw",
                Some(Outcome::Win(Side::First)) => "p1win",
                Some(Outcome::Win(Side::Second)) => "p2win",
            },
        }
    }
}

fn start(options: &Options) -> Record<AnyPosition> {
    Record::with_draws(AnyPosition::start(options.game), options.draws)
}

/// How many more moves a side is likely to make: half the empty cells; unknown in morris.
fn moves_left(position: &AnyPosition) -> u32 {
    use zwick::Diagram;
    match position.men_in_hand() {
        None => position.cells().iter().filter(|cell| cell.is_none()).count() as u32 / 2,
        Some(_) => 30,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answers of a session to these lines.
    fn talk(lines: &[&str]) -> Vec<String> {
        let mut session = Session::new(Options::default());
        lines.iter().flat_map(|line| session.obey(line, Instant::now()).0).collect()
    }

    #[test]
    fn it_introduces_itself() {
        let lines = talk(&["ugi"]);
        assert!(lines[0].starts_with("id name Zwickmühle"));
        assert!(lines.iter().any(|line| line.starts_with("option name Hash type spin")));
        assert_eq!(lines.last().map(String::as_str), Some("ugiok"));
    }

    #[test]
    fn questions_are_answered_by_the_rules() {
        let ask = ["query p1turn", "query gameover", "query result"];
        let after = |position: &str| talk(&[&["setoption name Game value connect-four", position], &ask[..]].concat());
        assert_eq!(after("position startpos"), ["response true", "response false", "response none"]);
        assert_eq!(
            after("position startpos moves 1 2 1 2 1 2 1"),
            ["response false", "response true", "response p1win"]
        );
        assert_eq!(after("position startpos moves 1212122"), ["response false", "response false", "response none"]);
        assert_eq!(
            after("position fen 7/7/7/7/7/XOX4 O moves 7"),
            ["response true", "response false", "response none"]
        );
    }

    #[test]
    fn draws_by_repetition_are_seen() {
        let moves = "a7-d7 d6-b6 d7-a7 b6-d6 a7-d7 d6-b6 d7-a7 b6-d6";
        let position = format!("position fen W1W1W3/1B1B1B1W/7B W 0 0 moves {moves}");
        assert_eq!(talk(&["setoption name Game value morris", &position, "query result"]), ["response draw"]);
        let off = ["setoption name Game value morris", "setoption name Draws value off", &position, "query result"];
        assert_eq!(talk(&off), ["response none"]);
    }

    #[test]
    fn a_wrong_position_changes_nothing() {
        let mut session = Session::new(Options::default());
        session.obey("position startpos moves 44", Instant::now());
        for wrong in ["position startpos moves 449", "position fen X", "position startpos moves 44444444", "nonsense"] {
            let (lines, _) = session.obey(wrong, Instant::now());
            assert!(lines[0].starts_with("info string error: "), "{wrong}: {lines:?}");
            assert_eq!(session.record().move_list(), "44");
        }
        session.obey("setoption name Game value morris", Instant::now());
        assert_eq!(session.record().move_list(), "");
    }

    #[test]
    fn thinking_is_left_to_others() {
        let mut session = Session::new(Options::default());
        let at = Instant::now();
        let (lines, deed) = session.obey("go movetime 100", at);
        assert!(lines.is_empty());
        assert!(
            matches!(deed, Deed::Think(question) if question.time == Some(Duration::from_millis(90)) && question.started == at)
        );
        session.obey("position startpos moves 1212121", at);
        let (lines, deed) = session.obey("go movetime 100", at);
        assert_eq!(lines, ["info string the game is over: four in a line", "bestmove none"]);
        assert!(matches!(deed, Deed::None));
        assert!(matches!(session.obey("quit", at).1, Deed::Quit));
    }
}
