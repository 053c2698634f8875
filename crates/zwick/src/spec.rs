//! Players as text: a name, then settings where they differ from the usual ones.
//!
//! ```
//! use zwick::Spec;
//! let player: Spec = "alpha-beta:depth=10,threads=2".parse()?;
//! assert_eq!(player.settings.depth, Some(10));
//! assert_eq!(player.to_string(), "alpha-beta:depth=10,threads=2");
//! assert_eq!("level 3".parse::<Spec>()?.to_string(), "level 3");
//! # Ok::<(), zwick::ParseSpecError>(())
//! ```

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::notation::quoted;
use crate::search::MAX_DEPTH;

/// What kind of player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Name {
    /// Any legal move.
    Random,
    /// An opponent for people, from 1 to 10.
    Level(u8),
    /// Every move and every answer to a depth.
    Minimax,
    /// The same without what cannot matter.
    AlphaBeta,
    /// Alpha-beta over random games.
    NegamaxMc,
    /// Random games after each move.
    MonteCarlo,
    /// Random games that grow a tree.
    Mcts,
    /// A database, then what alpha-beta can prove, then Monte Carlo.
    Pipeline,
    /// Exact values: the shortest win, the longest resistance, and traps when drawn or lost.
    Perfect,
    /// The pipeline with alpha-beta to depth 10 and 5000 random games a move.
    V1,
    /// Minimax to depth 5 over 200 random games, with symmetric storage.
    V2,
    /// Alpha-beta to depth 3 or three seconds over criteria, with a little chance.
    V3,
    /// Negamax to depth 2 over 100 random games.
    V4,
    /// Minimax with pruning and threads to depth 8 over a heuristic, keeping what it knows from move to move.
    V5,
}

/// How unfinished positions are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Judge {
    /// By the game's own heuristic.
    Heuristic,
    /// By random games.
    Playouts,
    /// Not at all: only wins and losses count.
    Exact,
}

/// All settings of a player; those that its kind does not use keep the usual value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlayerSettings {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// Milliseconds to think.
    pub time: Option<u64>,
    /// Random games.
    pub playouts: u32,
    /// How positions are judged.
    pub judge: Judge,
    /// Leave out what cannot matter.
    pub pruning: bool,
    /// Try promising moves first.
    pub ordering: bool,
    /// Deepen step by step.
    pub deepening: bool,
    /// Take symmetric positions for one.
    pub symmetry: bool,
    /// Entries of the table.
    pub table: usize,
    /// Threads.
    pub threads: usize,
    /// Points a move may be worse to be chosen still often.
    pub spread: i32,
    /// Per cent of the moves made without looking.
    pub slips: u32,
}

/// A player, ready to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spec {
    /// Its kind.
    pub name: Name,
    /// Its settings.
    pub settings: PlayerSettings,
}

/// A text that names no player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseSpecError {
    /// No such player.
    #[error(
        "expected a player among random, level 1 to level 10, minimax, alpha-beta, negamax-mc, monte-carlo, mcts, pipeline, \
         perfect and v1 to v5, with settings after a colon (alpha-beta:depth=10), found {0}"
    )]
    Name(String),
    /// A level that is not offered.
    #[error("expected a level from 1 to 10, found {0}")]
    Level(String),
    /// A setting this player does not have.
    #[error("{name}: expected {allowed}, found {found}")]
    Setting {
        /// The player.
        name: String,
        /// The settings it has.
        allowed: String,
        /// What was written.
        found: String,
    },
    /// A value a setting cannot have.
    #[error("{key}: expected {allowed}, found {found}")]
    Value {
        /// The setting.
        key: &'static str,
        /// The values it can have.
        allowed: &'static str,
        /// What was written.
        found: String,
    },
}

const SEARCH_KEYS: &[&str] = &[
    "depth",
    "nodes",
    "time",
    "eval",
    "playouts",
    "pruning",
    "ordering",
    "deepening",
    "symmetry",
    "table",
    "threads",
    "spread",
];

const USUAL: PlayerSettings = PlayerSettings {
    depth: None,
    nodes: None,
    time: None,
    playouts: 100,
    judge: Judge::Heuristic,
    pruning: true,
    ordering: true,
    deepening: true,
    symmetry: true,
    table: 1 << 20,
    threads: 1,
    spread: 0,
    slips: 0,
};

/// How far each level looks (plies, positions), how widely it chooses (points), and how often it does not look (per cent).
const LEVELS: [(u32, u64, i32, u32); 10] = [
    (1, 1_000, 2_000, 70),
    (1, 1_000, 1_000, 20),
    (2, 2_000, 800, 0),
    (3, 6_000, 600, 0),
    (4, 30_000, 400, 0),
    (5, 60_000, 300, 0),
    (6, 100_000, 200, 0),
    (8, 150_000, 120, 0),
    (10, 250_000, 60, 0),
    (20, 800_000, 0, 0),
];

impl Name {
    const PLAIN: [(&'static str, Self); 13] = [
        ("random", Self::Random),
        ("minimax", Self::Minimax),
        ("alpha-beta", Self::AlphaBeta),
        ("negamax-mc", Self::NegamaxMc),
        ("monte-carlo", Self::MonteCarlo),
        ("mcts", Self::Mcts),
        ("pipeline", Self::Pipeline),
        ("perfect", Self::Perfect),
        ("v1", Self::V1),
        ("v2", Self::V2),
        ("v3", Self::V3),
        ("v4", Self::V4),
        ("v5", Self::V5),
    ];

    /// Whether it searches with a table.
    pub(crate) const fn searches(self) -> bool {
        !matches!(self, Self::Random | Self::MonteCarlo | Self::Mcts | Self::Perfect)
    }

    /// Whether it keeps the best moves it found.
    pub(crate) const fn remembers(self) -> bool {
        matches!(self, Self::Pipeline | Self::V1)
    }

    /// The settings a text may change.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Random | Self::Level(_) | Self::V1 | Self::V2 | Self::V3 | Self::V4 | Self::V5 => &[],
            Self::Minimax => &["depth", "time", "eval", "playouts", "symmetry", "table", "threads"],
            Self::AlphaBeta => SEARCH_KEYS,
            Self::NegamaxMc => &["depth", "time", "playouts", "threads"],
            Self::MonteCarlo | Self::Mcts => &["playouts", "time"],
            Self::Perfect => &["time", "threads"],
            Self::Pipeline => &["depth", "time", "playouts", "threads"],
        }
    }

    /// The most random games: at a leaf of a search they must not take longer than a stop may take.
    const fn max_playouts(self) -> u32 {
        match self {
            Self::MonteCarlo | Self::Mcts | Self::Pipeline => 10_000_000,
            _ => 1_000,
        }
    }

    /// The settings where a text says nothing.
    fn defaults(self) -> PlayerSettings {
        let plain =
            PlayerSettings { pruning: false, ordering: false, deepening: false, symmetry: false, table: 0, ..USUAL };
        match self {
            Self::Random => PlayerSettings { table: 0, ..USUAL },
            // Exact answers come much sooner on the usual boards; elsewhere an estimate has to do then.
            Self::Perfect => PlayerSettings { time: Some(10_000), ..USUAL },
            Self::Level(level) => {
                let (depth, nodes, spread, slips) = LEVELS[usize::from(level) - 1];
                // As many entries as positions may be visited: a small table is made and read faster.
                let table = (nodes as usize).next_power_of_two();
                PlayerSettings { depth: Some(depth), nodes: Some(nodes), spread, slips, table, ..USUAL }
            }
            Self::Minimax => PlayerSettings { depth: Some(5), ..plain },
            Self::AlphaBeta => PlayerSettings { depth: Some(8), ..USUAL },
            Self::NegamaxMc | Self::V4 => {
                PlayerSettings { depth: Some(2), judge: Judge::Playouts, table: 1 << 12, ..USUAL }
            }
            Self::MonteCarlo => PlayerSettings { playouts: 5_000, ..USUAL },
            Self::Mcts => PlayerSettings { playouts: 50_000, ..USUAL },
            Self::Pipeline | Self::V1 => {
                PlayerSettings { depth: Some(10), playouts: 5_000, judge: Judge::Exact, ..USUAL }
            }
            Self::V2 => PlayerSettings {
                depth: Some(5),
                judge: Judge::Playouts,
                playouts: 200,
                symmetry: true,
                table: 1 << 16,
                ..plain
            },
            Self::V3 => PlayerSettings { depth: Some(3), time: Some(3_000), spread: 20, table: 1 << 16, ..USUAL },
            Self::V5 => PlayerSettings { depth: Some(8), threads: 2, ordering: false, symmetry: false, ..USUAL },
        }
    }
}

impl Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => write!(f, "level {level}"),
            name => {
                f.write_str(Self::PLAIN.iter().find(|(_, plain)| plain == name).expect("every other name is listed").0)
            }
        }
    }
}

impl FromStr for Name {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<Self, ParseSpecError> {
        if let Some(level) = text.strip_prefix("level") {
            let number = level.trim_start_matches([' ', '-', ':']);
            return match number.parse() {
                Ok(level @ 1..=10) => Ok(Self::Level(level)),
                _ => Err(ParseSpecError::Level(quoted(number))),
            };
        }
        let plain = Self::PLAIN.into_iter().find(|(name, _)| *name == text);
        plain.map(|(_, name)| name).ok_or_else(|| ParseSpecError::Name(quoted(text)))
    }
}

impl Spec {
    /// A player with its usual settings.
    pub fn new(name: Name) -> Self {
        Self { name, settings: name.defaults() }
    }

    /// A text for each kind of player.
    pub fn examples() -> impl Iterator<Item = &'static str> {
        const LEVELS: [&str; 10] = [
            "level 1", "level 2", "level 3", "level 4", "level 5", "level 6", "level 7", "level 8", "level 9",
            "level 10",
        ];
        Name::PLAIN.into_iter().map(|(name, _)| name).chain(LEVELS)
    }

    fn set(&mut self, key: &'static str, value: &str) -> Result<(), ParseSpecError> {
        let settings = &mut self.settings;
        match key {
            "depth" => settings.depth = Some(number(key, value, "a number of plies from 1 to 250", 1, MAX_DEPTH)?),
            "nodes" => settings.nodes = Some(number(key, value, "a number of positions from 1", 1, u64::MAX)?),
            "time" => settings.time = Some(number(key, value, "milliseconds from 1 to 86400000", 1, 86_400_000)?),
            "playouts" if self.name.max_playouts() > 1_000 => {
                settings.playouts = number(key, value, "a number of games from 1 to 10000000", 1, 10_000_000)?;
            }
            "playouts" => settings.playouts = number(key, value, "a number of games from 1 to 1000", 1, 1_000)?,
            "threads" => settings.threads = number(key, value, "a number from 1 to 256", 1, 256)?,
            "spread" => settings.spread = number(key, value, "points from 0 to 1000000", 0, 1_000_000)?,
            "table" => {
                settings.table = match value {
                    "off" | "0" => 0,
                    entries => number(key, entries, "off, or a number of entries from 16 to 1073741824", 16, 1 << 30)?,
                };
            }
            "eval" => settings.judge = judge(value)?,
            "pruning" => settings.pruning = switch(key, value)?,
            "ordering" => settings.ordering = switch(key, value)?,
            "deepening" => settings.deepening = switch(key, value)?,
            _ => settings.symmetry = switch(key, value)?,
        }
        Ok(())
    }

    /// The setting as text.
    fn get(&self, key: &str) -> String {
        let settings = &self.settings;
        let switch = |on| if on { "on" } else { "off" }.to_owned();
        let limit = |limit: Option<u64>| limit.map_or(String::new(), |limit| limit.to_string());
        match key {
            "depth" => limit(settings.depth.map(u64::from)),
            "nodes" => limit(settings.nodes),
            "time" => limit(settings.time),
            "playouts" => settings.playouts.to_string(),
            "threads" => settings.threads.to_string(),
            "spread" => settings.spread.to_string(),
            "table" if settings.table == 0 => "off".to_owned(),
            "table" => settings.table.to_string(),
            "eval" => match settings.judge {
                Judge::Heuristic => "heuristic",
                Judge::Playouts => "playouts",
                Judge::Exact => "exact",
            }
            .to_owned(),
            "pruning" => switch(settings.pruning),
            "ordering" => switch(settings.ordering),
            "deepening" => switch(settings.deepening),
            _ => switch(settings.symmetry),
        }
    }
}

fn number<T: FromStr + PartialOrd>(
    key: &'static str,
    text: &str,
    allowed: &'static str,
    least: T,
    most: T,
) -> Result<T, ParseSpecError> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| ParseSpecError::Value { key, allowed, found: quoted(text) })
}

fn switch(key: &'static str, text: &str) -> Result<bool, ParseSpecError> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(ParseSpecError::Value { key, allowed: "on or off", found: quoted(text) }),
    }
}

fn judge(text: &str) -> Result<Judge, ParseSpecError> {
    match text {
        "heuristic" => Ok(Judge::Heuristic),
        "playouts" => Ok(Judge::Playouts),
        "exact" => Ok(Judge::Exact),
        _ => Err(ParseSpecError::Value { key: "eval", allowed: "heuristic, playouts or exact", found: quoted(text) }),
    }
}

impl FromStr for Spec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<Self, ParseSpecError> {
        let text = text.trim();
        let (name, settings) = match text.split_once(':') {
            Some((name, settings)) if name != "level" => (name, settings),
            _ => (text, ""),
        };
        let mut spec = Self::new(name.parse()?);
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
            let keys = spec.name.keys();
            let Some(key) = keys.iter().find(|known| **known == key.trim()) else {
                let allowed = match keys {
                    [] => "no settings".to_owned(),
                    keys => format!("settings among {}", keys.join(", ")),
                };
                return Err(ParseSpecError::Setting { name: name.to_owned(), allowed, found: quoted(setting) });
            };
            spec.set(key, value.trim())?;
        }
        Ok(spec)
    }
}

impl Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        let usual = Self::new(self.name);
        let changed = self.name.keys().iter().filter(|key| self.get(key) != usual.get(key));
        for (i, key) in changed.enumerate() {
            write!(f, "{}{key}={}", if i == 0 { ":" } else { "," }, self.get(key))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_read_back() {
        let more = [
            "alpha-beta:depth=10",
            "monte-carlo:playouts=500",
            "negamax-mc:depth=3,playouts=50",
            "alpha-beta:depth=4,nodes=1000,time=50,eval=exact,pruning=off,ordering=off,deepening=off,symmetry=off,table=off,\
             threads=2,spread=100",
            "minimax:table=16",
        ];
        for text in Spec::examples().chain(more) {
            let spec: Spec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
            assert_eq!(spec.to_string().parse(), Ok(spec));
        }
        assert_eq!("level:3".parse::<Spec>(), "level 3".parse());
        assert_eq!("monte-carlo:playouts=5000".parse::<Spec>().unwrap().to_string(), "monte-carlo");
    }

    #[test]
    fn bad_settings_get_an_error_that_names_what_is_allowed() {
        let error = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert_eq!(error("alpha-beta:depth=-1"), "depth: expected a number of plies from 1 to 250, found \"-1\"");
        assert_eq!(
            error("monte-carlo:playouts=0"),
            "playouts: expected a number of games from 1 to 10000000, found \"0\""
        );
        assert_eq!(
            error("negamax-mc:playouts=1001"),
            "playouts: expected a number of games from 1 to 1000, found \"1001\""
        );
        assert_eq!(error("level 11"), "expected a level from 1 to 10, found \"11\"");
        assert!(error("deep blue").starts_with("expected a player among random, level 1 to level 10"));
        assert_eq!(error("mcts:depth=3"), "mcts: expected settings among playouts, time, found \"depth=3\"");
        assert_eq!(error("random:depth=3"), "random: expected no settings, found \"depth=3\"");
        assert_eq!(error("alpha-beta:pruning=yes"), "pruning: expected on or off, found \"yes\"");
        assert!(error("alpha-beta:table=3").contains("16"));
        assert!(error("").contains("found nothing"));
    }
}
