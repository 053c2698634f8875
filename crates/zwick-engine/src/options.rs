//! What can be set: which game, how strong, how much memory, where exact values are.

use std::path::PathBuf;
use std::sync::Arc;

use zwick::{AnyPosition, Database, DrawRules, Game, RuleSet};

/// Opens a database of evaluated positions by its address.
pub type OpenDatabase = Arc<dyn Fn(&str) -> Result<Box<dyn Database<AnyPosition>>, String> + Send + Sync>;

/// The settings of an engine.
#[derive(Clone)]
pub struct Options {
    /// The game.
    pub game: Game,
    /// The memory for tables, in MB.
    pub hash: u32,
    /// Threads that think together.
    pub threads: u32,
    /// A weaker opponent, from 1 to 10; 0 plays as well as it can.
    pub level: u8,
    /// The folder with the tables of morris.
    pub tables: Option<PathBuf>,
    /// A file with an opening book of Connect Four, besides the one built in.
    pub book: Option<PathBuf>,
    /// The address of a database of evaluated positions.
    pub database: Option<String>,
    /// Milliseconds kept for telling the answer.
    pub overhead: u32,
    /// When games are drawn.
    pub draws: DrawRules,
    /// Opens the database; without it there is none.
    pub open_database: Option<OpenDatabase>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            game: Game::CONNECT_FOUR,
            hash: 64,
            threads: 1,
            level: 0,
            tables: None,
            book: None,
            database: None,
            overhead: 10,
            draws: DrawRules::default(),
            open_database: None,
        }
    }
}

/// Only what an engine has to be made anew for: draws and overhead are the session's.
impl PartialEq for Options {
    fn eq(&self, other: &Self) -> bool {
        let made_of =
            |o: &Self| (o.game, o.hash, o.threads, o.level, o.tables.clone(), o.book.clone(), o.database.clone());
        made_of(self) == made_of(other)
    }
}

const NAMES: &str = "Game, Board, Rules, Draws, Hash, Threads, Level, Tables, Book, Database or MoveOverhead";
const HASH: (u32, u32) = (1, 65_536);
const THREADS: (u32, u32) = (1, 256);
const LEVEL: (u32, u32) = (0, 10);
const OVERHEAD: (u32, u32) = (0, 10_000);

/// A path or an address, or none.
fn text(value: &str) -> Option<String> {
    Some(value.to_owned()).filter(|value| !value.is_empty() && value != "<empty>")
}

impl Options {
    /// What can be set, in the words of the protocol.
    pub fn describe(&self) -> Vec<String> {
        let (board, rules) = match self.game {
            Game::ConnectFour { width, height } => ((width, height), RuleSet::Standard),
            Game::Morris(rules) => ((7, 6), rules),
        };
        let game = if matches!(self.game, Game::Morris(_)) { "morris" } else { "connect-four" };
        let all_rules: Vec<String> = RuleSet::ALL.iter().map(|rules| format!("var {}", rules.name())).collect();
        let spin = |name, default, (least, most)| {
            format!("option name {name} type spin default {default} min {least} max {most}")
        };
        let path = |name, value: Option<&str>| {
            format!("option name {name} type string default {}", value.unwrap_or("<empty>"))
        };
        vec![
            format!("option name Game type combo default {game} var connect-four var morris"),
            format!("option name Board type string default {}x{}", board.0, board.1),
            format!("option name Rules type combo default {} {}", rules.name(), all_rules.join(" ")),
            format!("option name Draws type string default {}", self.draws),
            spin("Hash", self.hash, HASH),
            spin("Threads", self.threads, THREADS),
            spin("Level", u32::from(self.level), LEVEL),
            path("Tables", self.tables.as_ref().and_then(|path| path.to_str())),
            path("Book", self.book.as_ref().and_then(|path| path.to_str())),
            path("Database", self.database.as_deref()),
            spin("MoveOverhead", self.overhead, OVERHEAD),
        ]
    }

    /// Sets an option, whatever the case of its name.
    ///
    /// # Errors
    /// What was expected; then nothing has changed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = |(least, most): (u32, u32)| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| format!("{name}: expected a number from {least} to {most}, found {value:?}"))
        };
        match name.to_ascii_lowercase().as_str() {
            "game" => self.game = value.parse().map_err(|error| format!("{error}"))?,
            "board" => self.game = format!("connect-four:{value}").parse().map_err(|error| format!("{error}"))?,
            "rules" => self.game = Game::Morris(value.parse().map_err(|error| format!("{error}"))?),
            "draws" => self.draws = value.parse().map_err(|error| format!("{error}"))?,
            "hash" => self.hash = number(HASH)?,
            "threads" => self.threads = number(THREADS)?,
            "level" => self.level = number(LEVEL)? as u8,
            "tables" => self.tables = text(value).map(PathBuf::from),
            "book" => self.book = text(value).map(PathBuf::from),
            "database" => self.database = text(value),
            "moveoverhead" => self.overhead = number(OVERHEAD)?,
            _ => return Err(format!("expected an option among {NAMES}, found {name:?}")),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_that_is_described_can_be_set_to_its_default() {
        let mut options = Options::default();
        for line in options.describe() {
            let name = line.split_whitespace().nth(2).unwrap();
            let (_, default) = line.split_once(" default ").unwrap();
            let default = default.split(" min ").next().unwrap().split(" var ").next().unwrap();
            options.set(name, default).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert!(NAMES.contains(name));
        }
    }

    #[test]
    fn games_are_chosen_by_name_board_or_rules() {
        let mut options = Options::default();
        for (name, value, game) in [
            ("game", "morris", "morris"),
            ("Rules", "lasker", "morris:lasker"),
            ("Board", "8x7", "connect-four:8x7"),
            ("GAME", "morris:no-flying", "morris:no-flying"),
        ] {
            options.set(name, value).unwrap();
            assert_eq!(options.game.to_string(), game);
        }
    }

    #[test]
    fn what_cannot_be_set_says_what_can() {
        let mut options = Options::default();
        let mut error = |name: &str, value: &str| options.set(name, value).unwrap_err();
        assert_eq!(error("Hash", "0"), "Hash: expected a number from 1 to 65536, found \"0\"");
        assert!(error("Threads", "many").contains("from 1 to 256"));
        assert!(error("Game", "chess").contains("connect-four or morris"));
        assert!(error("Ponder", "true").starts_with("expected an option among Game, Board"));
    }
}
