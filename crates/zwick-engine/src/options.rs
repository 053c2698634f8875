//! The options: which game, how strong, how much memory, where exact values come from.

use std::path::PathBuf;
use std::sync::Arc;

use zwick::{AnyPosition, Database, DrawRules, Game, Name, RuleSet, Spec};

/// Opens a database of evaluated positions by its address, as the memory of this player.
pub type OpenDatabase = Arc<dyn Fn(&str, &str) -> Result<Box<dyn Database<AnyPosition>>, String> + Send + Sync>;

/// The settings of an engine.
#[derive(Clone)]
pub struct Options {
    /// The game.
    pub game: Game,
    /// The memory for tables, in MB.
    pub hash: u32,
    /// Search threads.
    pub threads: u32,
    /// A weaker opponent, from 1 to 10; 0 plays as well as it can.
    pub level: u8,
    /// Plays as this player does, with its memory in the database; a level comes first.
    pub player: Option<Spec>,
    /// Plays only moves that are proven to be best, and refuses where that is impossible.
    pub perfect: bool,
    /// The folder with the tables of morris.
    pub tables: Option<PathBuf>,
    /// Whether opening books are used: the built-in one and `book`.
    pub own_book: bool,
    /// A file with an opening book of Connect Four, in addition to the built-in one.
    pub book: Option<PathBuf>,
    /// The address of a database of evaluated positions.
    pub database: Option<String>,
    /// Milliseconds reserved for sending the answer.
    pub overhead: u32,
    /// When games are drawn.
    pub draws: DrawRules,
    /// Opens the database; `None` without database support.
    pub open_database: Option<OpenDatabase>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            game: Game::CONNECT_FOUR,
            hash: 64,
            threads: 1,
            level: 0,
            player: None,
            perfect: false,
            tables: None,
            own_book: false,
            book: None,
            database: None,
            overhead: 10,
            draws: DrawRules::default(),
            open_database: None,
        }
    }
}

/// Only options that need a new thinker: draws and overhead belong to the session.
impl PartialEq for Options {
    fn eq(&self, other: &Self) -> bool {
        let chosen = |o: &Self| (o.game, o.hash, o.threads, o.level, o.player, o.perfect, o.own_book);
        let found = |o: &Self| (o.tables.clone(), o.book.clone(), o.database.clone());
        chosen(self) == chosen(other) && found(self) == found(other)
    }
}

const NAMES: &str =
    "Game, Board, Rules, Draws, Hash, Threads, Level, Player, Perfect, Tables, OwnBook, Book, Database or MoveOverhead";
const HASH: (u32, u32) = (1, 65_536);
const THREADS: (u32, u32) = (1, 256);
const LEVEL: (u32, u32) = (0, 10);
const OVERHEAD: (u32, u32) = (0, 10_000);

/// A path or an address, or `None`.
fn text(value: &str) -> Option<String> {
    Some(value.to_owned()).filter(|value| !value.is_empty() && value != "<empty>")
}

/// A player that always moves.
///
/// # Errors
/// What was expected.
pub fn read_player(text: &str) -> Result<Spec, String> {
    match text.parse::<Spec>() {
        Ok(player) if player.name == Name::Perfect => {
            Err("expected Perfect set to true, found a perfect player".to_owned())
        }
        player => player.map_err(|error| error.to_string()),
    }
}

impl Options {
    /// The options, in the words of the protocol.
    pub fn describe(&self) -> Vec<String> {
        let (width, height) = self.game.board().unwrap_or((7, 6));
        let rules = self.game.rules().unwrap_or(RuleSet::Standard);
        let games: Vec<String> = Game::all().iter().map(|(name, _)| format!("var {name}")).collect();
        let all_rules: Vec<String> = RuleSet::ALL.iter().map(|rules| format!("var {}", rules.name())).collect();
        let spin = |name, default, (least, most)| {
            format!("option name {name} type spin default {default} min {least} max {most}")
        };
        let path = |name, value: Option<&str>| {
            format!("option name {name} type string default {}", value.unwrap_or("<empty>"))
        };
        let check = |name, default: bool| format!("option name {name} type check default {default}");
        vec![
            format!("option name Game type combo default {} {}", self.game.kind(), games.join(" ")),
            format!("option name Board type string default {width}x{height}"),
            format!("option name Rules type combo default {} {}", rules.name(), all_rules.join(" ")),
            format!("option name Draws type string default {}", self.draws),
            spin("Hash", self.hash, HASH),
            spin("Threads", self.threads, THREADS),
            spin("Level", u32::from(self.level), LEVEL),
            path("Player", self.player.map(|player| player.to_string()).as_deref()),
            check("Perfect", self.perfect),
            path("Tables", self.tables.as_ref().and_then(|path| path.to_str())),
            check("OwnBook", self.own_book),
            path("Book", self.book.as_ref().and_then(|path| path.to_str())),
            path("Database", self.database.as_deref()),
            spin("MoveOverhead", self.overhead, OVERHEAD),
        ]
    }

    /// Sets an option; its name is case-insensitive.
    ///
    /// # Errors
    /// What was expected; nothing has changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = |(least, most): (u32, u32)| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| format!("{name}: expected a number from {least} to {most}, found {value:?}"))
        };
        let switch = || match value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("{name}: expected true or false, found {value:?}")),
        };
        match name.to_ascii_lowercase().as_str() {
            "game" => self.game = value.parse().map_err(|error| format!("{error}"))?,
            "board" => self.game = format!("connect-four:{value}").parse().map_err(|error| format!("{error}"))?,
            "rules" => self.game = Game::morris(value.parse().map_err(|error| format!("{error}"))?),
            "draws" => self.draws = value.parse().map_err(|error| format!("{error}"))?,
            "hash" => self.hash = number(HASH)?,
            "threads" => self.threads = number(THREADS)?,
            "level" => self.level = number(LEVEL)? as u8,
            "player" => self.player = text(value).map(|player| read_player(&player)).transpose()?,
            "perfect" => self.perfect = switch()?,
            "ownbook" => self.own_book = switch()?,
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
        assert_eq!(error("OwnBook", "yes"), "OwnBook: expected true or false, found \"yes\"");
        assert!(error("Threads", "many").contains("from 1 to 256"));
        assert!(error("Game", "chess").contains("connect-four or morris"));
        assert!(error("Ponder", "true").starts_with("expected an option among Game, Board"));
    }
}
