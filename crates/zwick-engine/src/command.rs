//! Parses a line into a command.

use std::str::FromStr;
use std::time::Duration;

use zwick::Side;

/// The commands of the protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Name, options, `ugiok`.
    Ugi,
    /// Answer when ready.
    IsReady,
    /// The next position belongs to another game.
    NewGame,
    /// Sets the position.
    Position {
        /// Its text; the standard start if `None`.
        start: Option<String>,
        /// The moves played since.
        moves: String,
    },
    /// Start searching.
    Go(Go),
    /// Stop searching and answer.
    Stop,
    /// A query about the position.
    Query(Query),
    /// Change an option.
    SetOption {
        /// Its name.
        name: String,
        /// Its new value.
        value: String,
    },
    /// Exit.
    Quit,
    /// An empty line.
    Nothing,
}

/// Queries about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Query {
    /// Is the first player to move?
    FirstTurn,
    /// Has the game ended?
    GameOver,
    /// Who has won?
    Result,
}

/// Limits of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Go {
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum number of positions.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub time: Option<Duration>,
    /// Time left on the clocks of the first and the second player.
    pub clocks: [Option<Duration>; 2],
    /// Increment per move.
    pub increments: [Duration; 2],
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
}

impl Go {
    /// The clock of a side and its increment.
    pub fn clock(&self, side: Side) -> Option<(Duration, Duration)> {
        self.clocks[side as usize].map(|time| (time, self.increments[side as usize]))
    }

    /// Whether only `stop` ends it.
    pub fn is_infinite(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.time.is_none() && self.clocks == [None; 2]
    }
}

const COMMANDS: &str = "ugi, isready, uginewgame, position, go, stop, query, setoption or quit";
const LIMITS: &str = "depth, nodes, movetime, p1time, p2time, p1inc, p2inc, movestogo or infinite";

fn expected(what: &str, found: Option<&str>) -> String {
    match found {
        None => format!("expected {what}, found nothing"),
        Some(word) => format!("expected {what}, found {:?}", word.chars().take(40).collect::<String>()),
    }
}

impl FromStr for Command {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let mut words = line.split_whitespace();
        let Some(name) = words.next() else { return Ok(Self::Nothing) };
        match name {
            "ugi" => Ok(Self::Ugi),
            "isready" => Ok(Self::IsReady),
            "uginewgame" => Ok(Self::NewGame),
            "position" => read_position(words),
            "go" => read_go(words).map(Self::Go),
            "stop" => Ok(Self::Stop),
            "query" => match words.next() {
                Some("p1turn") => Ok(Self::Query(Query::FirstTurn)),
                Some("gameover") => Ok(Self::Query(Query::GameOver)),
                Some("result") => Ok(Self::Query(Query::Result)),
                found => Err(expected("p1turn, gameover or result", found)),
            },
            "setoption" => read_option(words),
            "quit" => Ok(Self::Quit),
            other => Err(expected(COMMANDS, Some(other))),
        }
    }
}

fn joined<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

/// `startpos` or `fen TEXT`, and `moves …` after either.
fn read_position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, String> {
    let start = match words.next() {
        Some("startpos") => match words.next() {
            None | Some("moves") => None,
            found => return Err(expected("moves", found)),
        },
        Some("fen") => {
            let text = joined(words.by_ref().take_while(|&word| word != "moves"));
            if text.is_empty() {
                return Err(expected("a position after fen", None));
            }
            Some(text)
        }
        found => return Err(expected("startpos or fen", found)),
    };
    Ok(Command::Position { start, moves: joined(words) })
}

/// `name … value …`; both may have several words.
fn read_option<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, String> {
    match words.next() {
        Some("name") => {
            let name = joined(words.by_ref().take_while(|&word| word != "value"));
            Ok(Command::SetOption { name, value: joined(words) })
        }
        found => Err(expected("name", found)),
    }
}

fn read_go<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Go, String> {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        let mut number = || {
            let found = words.next();
            // A clock that has run out may show a negative time.
            let number = found.and_then(|word| word.parse::<i64>().ok());
            number.map(|number| number.max(0) as u64).ok_or_else(|| expected(&format!("a number after {word}"), found))
        };
        let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        match word {
            "infinite" => go = Go::default(),
            "depth" => go.depth = Some(small(number()?).max(1)),
            "nodes" => go.nodes = Some(number()?.max(1)),
            "movestogo" => go.moves_to_go = Some(small(number()?).max(1)),
            "movetime" => go.time = Some(Duration::from_millis(number()?)),
            "p1time" | "wtime" => go.clocks[0] = Some(Duration::from_millis(number()?)),
            "p2time" | "btime" => go.clocks[1] = Some(Duration::from_millis(number()?)),
            "p1inc" | "winc" => go.increments[0] = Duration::from_millis(number()?),
            "p2inc" | "binc" => go.increments[1] = Duration::from_millis(number()?),
            other => return Err(expected(LIMITS, Some(other))),
        }
    }
    Ok(go)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(words: &str) -> Go {
        match format!("go {words}").parse() {
            Ok(Command::Go(go)) => go,
            other => panic!("expected a go, found {other:?}"),
        }
    }

    #[test]
    fn positions_have_a_start_and_moves() {
        let position = |start: Option<&str>, moves: &str| {
            Ok(Command::Position { start: start.map(str::to_owned), moves: moves.to_owned() })
        };
        assert_eq!("position startpos".parse(), position(None, ""));
        assert_eq!("position startpos moves 4 4".parse(), position(None, "4 4"));
        assert_eq!("  position\tfen 7/7 X moves 1".parse(), position(Some("7/7 X"), "1"));
        assert_eq!("position fen".parse::<Command>(), Err("expected a position after fen, found nothing".to_owned()));
        assert!("position startpos 4".parse::<Command>().is_err());
    }

    #[test]
    fn limits_are_told_by_name_also_as_chess_programs_do() {
        assert_eq!(go("wtime 1000 btime 2000 winc 10 binc 20"), go("p1time 1000 p2time 2000 p1inc 10 p2inc 20"));
        let clock = go("p1time 1000 p2time -5 p1inc 10");
        assert_eq!(clock.clock(Side::First), Some((Duration::from_secs(1), Duration::from_millis(10))));
        assert_eq!(clock.clock(Side::Second), Some((Duration::ZERO, Duration::ZERO)));
        assert_eq!((go("depth 5").depth, go("nodes 7").nodes), (Some(5), Some(7)));
        assert!(go("").is_infinite() && go("infinite").is_infinite() && !go("depth 99999999999").is_infinite());
        let error = |words: &str| format!("go {words}").parse::<Command>().unwrap_err();
        assert_eq!(error("depth many"), "expected a number after depth, found \"many\"");
        assert_eq!(error("nodes"), "expected a number after nodes, found nothing");
        assert!(error("fast").starts_with("expected depth, nodes, movetime"));
    }

    #[test]
    fn options_and_questions_are_read_and_the_rest_is_refused_with_a_reason() {
        let option = Command::SetOption { name: "Move Overhead".to_owned(), value: "a b".to_owned() };
        assert_eq!("setoption name Move Overhead value a b".parse(), Ok(option));
        assert_eq!("query result".parse(), Ok(Command::Query(Query::Result)));
        assert_eq!("".parse(), Ok(Command::Nothing));
        for wrong in ["query", "query who", "setoption Hash 5", "position", "hello", "UGI"] {
            assert!(wrong.parse::<Command>().unwrap_err().starts_with("expected"), "{wrong}");
        }
    }
}
