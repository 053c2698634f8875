//! Players as text: a name, then settings where they differ from the defaults.
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

use crate::game::debug_as_display;
use crate::notation::quoted;
use crate::search::{self, Ground, MAX_DEPTH};

/// The kind of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Name {
    /// Any legal move.
    Random,
    /// An opponent for people, from 1 to 10.
    Level(u8),
    /// Every move and every reply to a depth.
    Minimax,
    /// The same with pruning.
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
    /// The pipeline with alpha-beta to depth 10 and 5000 random games a move, of which the most wins decide.
    V1,
    /// Minimax to depth 5 over 200 random games, with symmetric storage.
    V2,
    /// Alpha-beta to depth 3 or three seconds over criteria, with some randomness.
    V3,
    /// Negamax over three plies and 100 random games, scored from 0 to 10 for the player who moved last.
    V4,
    /// Minimax with pruning and threads to depth 7 over a heuristic, with a table that is kept between moves.
    V5,
}

/// How unfinished positions are evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Judge {
    /// By the game's heuristic.
    Heuristic,
    /// By what the older programs counted.
    Criteria,
    /// By random games.
    Playouts,
    /// Not at all: only wins and losses count.
    Exact,
}

/// All settings of a player; those that its kind does not use keep the default value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlayerSettings {
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum number of positions.
    pub nodes: Option<u64>,
    /// Maximum time in milliseconds.
    pub time: Option<u64>,
    /// Random games.
    pub playouts: u32,
    /// How positions are evaluated.
    pub judge: Judge,
    /// How it searches.
    pub search: search::Settings,
    /// Score every move by itself, not only the best one: see [`Scored`](crate::search::Scored) for what that costs.
    pub all_scores: bool,
    /// Look in the positions stored by the server it plays on, and add to them. The commands use what `--db` names instead.
    pub store: bool,
    /// How many points worse a move may be and still be chosen often.
    pub spread: i32,
    /// Percentage of moves made without searching.
    pub slips: u32,
}

/// The description of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spec {
    /// Its kind.
    pub name: Name,
    /// Its settings.
    pub settings: PlayerSettings,
}

debug_as_display!(Spec);

/// A text that is not a player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseSpecError {
    /// Unknown player.
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
        /// What was found.
        found: String,
    },
    /// A value a setting cannot have.
    #[error("{key}: expected {allowed}, found {found}")]
    Value {
        /// The setting.
        key: &'static str,
        /// The values it can have.
        allowed: String,
        /// What was found.
        found: String,
    },
}

/// A setting of a player, such as `depth` in `alpha-beta:depth=10`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Setting {
    /// Plies to look ahead.
    Depth,
    /// Positions to visit.
    Nodes,
    /// Milliseconds to think.
    Time,
    /// How positions are judged.
    Eval,
    /// Random games.
    Playouts,
    /// Leave out what cannot matter.
    Pruning,
    /// Try promising moves first.
    Ordering,
    /// Deepen step by step.
    Deepening,
    /// Take symmetric positions for one.
    Symmetry,
    /// Ask of every move but the first only whether it is better.
    Scout,
    /// Entries of the table.
    Table,
    /// Threads.
    Threads,
    /// How many points worse a move may be and still be chosen often.
    Spread,
    /// Score every move by itself.
    AllScores,
    /// Use the positions that the server has stored.
    Store,
}

use Setting::{
    AllScores, Deepening, Depth, Eval, Nodes, Ordering, Playouts, Pruning, Scout, Spread, Store, Symmetry, Table,
    Threads, Time,
};

/// The values a setting can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "kind", rename_all = "lowercase"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Values {
    /// A whole number.
    Number {
        /// The smallest.
        least: u64,
        /// The largest; none if any will do.
        most: Option<u64>,
        /// Whether it can also be `off`.
        or_off: bool,
    },
    /// `on` or `off`.
    Switch,
    /// One of a few words.
    Choice {
        /// The words.
        choices: &'static [&'static str],
    },
}

impl Setting {
    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Depth => "depth",
            Nodes => "nodes",
            Time => "time",
            Eval => "eval",
            Playouts => "playouts",
            Pruning => "pruning",
            Ordering => "ordering",
            Deepening => "deepening",
            Symmetry => "symmetry",
            Scout => "scout",
            Table => "table",
            Threads => "threads",
            Spread => "spread",
            AllScores => "all-scores",
            Store => "store",
        }
    }

    /// What its numbers count.
    const fn unit(self) -> &'static str {
        match self {
            Depth => "a number of plies",
            Nodes => "a number of positions",
            Time => "milliseconds",
            Playouts => "a number of games",
            Table => "off, or a number of entries",
            Spread => "points",
            _ => "a number",
        }
    }
}

const SEARCH: &[Setting] = &[
    Depth, Nodes, Time, Eval, Playouts, Pruning, Ordering, Deepening, Symmetry, Scout, Table, Threads, Spread,
    AllScores, Store,
];

const USUAL: PlayerSettings = PlayerSettings {
    depth: None,
    nodes: None,
    time: None,
    playouts: 100,
    judge: Judge::Heuristic,
    search: search::Settings::FULL,
    all_scores: false,
    store: false,
    spread: 0,
    slips: 0,
};

/// The depth and node limit of each level, how widely it chooses (points), and how often it moves without searching (per cent).
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
    pub const fn searches(self) -> bool {
        !matches!(self, Self::Random | Self::MonteCarlo | Self::Mcts | Self::Perfect)
    }

    /// Whether it looks for proven wins, keeps all it finds, and otherwise plays by random games.
    pub(crate) const fn keeps_wins(self) -> bool {
        matches!(self, Self::Pipeline | Self::V1)
    }

    /// Whether it has a memory even without a database.
    pub const fn remembers(self) -> bool {
        self.keeps_wins() || matches!(self, Self::V2)
    }

    /// Whether it searches a tree that can be looked at.
    pub const fn has_tree(self) -> bool {
        self.searches() && !self.keeps_wins()
    }

    /// The settings a text may change.
    pub const fn settings(self) -> &'static [Setting] {
        match self {
            Self::Random | Self::Level(_) => &[],
            Self::Minimax => &[Depth, Time, Eval, Playouts, Symmetry, Table, Threads, Store],
            Self::AlphaBeta => SEARCH,
            Self::NegamaxMc => &[Depth, Time, Playouts, Threads, AllScores, Store],
            Self::MonteCarlo | Self::Mcts => &[Playouts, Time],
            Self::Perfect => &[Time, Threads],
            Self::Pipeline | Self::V1 => &[Depth, Time, Playouts, Threads, Store],
            Self::V2 => &[Depth, Time, Playouts, Symmetry, Table, Threads, Store],
            Self::V3 => &[Depth, Time, Eval, Playouts, Spread, Store],
            Self::V4 => &[Depth, Time, Playouts],
            Self::V5 => &[Depth, Time, Pruning, Table, Threads, Store],
        }
    }

    /// The values one of its settings can have.
    pub const fn values(self, setting: Setting) -> Values {
        const fn number(least: u64, most: u64) -> Values {
            Values::Number { least, most: Some(most), or_off: false }
        }
        match setting {
            Depth => number(1, MAX_DEPTH as u64),
            Nodes => Values::Number { least: 1, most: None, or_off: false },
            Time => number(1, 86_400_000),
            Eval => Values::Choice { choices: &["heuristic", "criteria", "playouts", "exact"] },
            Playouts => match self {
                Self::MonteCarlo | Self::Mcts | Self::Pipeline | Self::V1 => number(1, 10_000_000),
                // At a leaf of a search they must not delay a stop for too long.
                _ => number(1, 1_000),
            },
            Table => Values::Number { least: 16, most: Some(1 << 30), or_off: true },
            Threads => number(1, 256),
            Spread => number(0, 1_000_000),
            Pruning | Ordering | Deepening | Symmetry | Scout | AllScores | Store => Values::Switch,
        }
    }

    /// The default settings.
    fn defaults(self) -> PlayerSettings {
        let (full, plain) = (search::Settings::FULL, search::Settings::PLAIN);
        let textbook = search::Settings { scout: false, ..full };
        match self {
            Self::Random => PlayerSettings { search: search::Settings { table: 0, ..full }, ..USUAL },
            // On the standard boards exact answers come much sooner; elsewhere it then settles for an estimate.
            Self::Perfect => PlayerSettings { time: Some(10_000), ..USUAL },
            Self::Level(level) => {
                let (depth, nodes, spread, slips) = LEVELS[usize::from(level) - 1];
                // As many entries as positions may be visited: a small table is allocated and read faster.
                let search = search::Settings { table: (nodes as usize).next_power_of_two(), ..full };
                PlayerSettings { depth: Some(depth), nodes: Some(nodes), search, spread, slips, ..USUAL }
            }
            Self::Minimax => PlayerSettings { depth: Some(5), search: plain, ..USUAL },
            Self::AlphaBeta => PlayerSettings { depth: Some(8), ..USUAL },
            Self::NegamaxMc => {
                let search = search::Settings { table: 1 << 12, ..textbook };
                PlayerSettings { depth: Some(2), judge: Judge::Playouts, search, ..USUAL }
            }
            Self::V4 => PlayerSettings { depth: Some(3), judge: Judge::Playouts, search: plain, ..USUAL },
            Self::MonteCarlo => PlayerSettings { playouts: 5_000, ..USUAL },
            Self::Mcts => PlayerSettings { playouts: 50_000, ..USUAL },
            Self::Pipeline | Self::V1 => {
                let (judge, search) = (Judge::Exact, textbook);
                PlayerSettings { depth: Some(10), playouts: 5_000, judge, search, store: true, ..USUAL }
            }
            Self::V2 => {
                let search = search::Settings { symmetry: true, table: 1 << 16, ..plain };
                let judge = Judge::Playouts;
                PlayerSettings { depth: Some(5), judge, playouts: 200, search, store: true, ..USUAL }
            }
            Self::V3 => {
                let search = search::Settings { table: 1 << 16, ..textbook };
                let judge = Judge::Criteria;
                PlayerSettings { depth: Some(3), time: Some(3_000), judge, search, spread: 20, ..USUAL }
            }
            Self::V5 => {
                let search = search::Settings { threads: 2, ordering: false, symmetry: false, ..textbook };
                PlayerSettings { depth: Some(7), search, ..USUAL }
            }
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
    /// Whether its estimates come from random games, alone or at the leaves of a search, however deep it is.
    pub const fn samples(&self) -> bool {
        matches!(self.name, Name::MonteCarlo | Name::Mcts | Name::Pipeline | Name::V1)
            || matches!(self.settings.judge, Judge::Playouts)
    }

    /// What the values of its search to this depth rest on.
    pub const fn ground(&self, plies: u32) -> Ground {
        match self.settings.judge {
            Judge::Heuristic => Ground::Heuristic { plies },
            Judge::Criteria => Ground::Criteria { plies },
            Judge::Exact => Ground::WinsOnly { plies },
            Judge::Playouts => Ground::Sampled { plies, games: self.settings.playouts },
        }
    }

    /// A player with its default settings.
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

    fn set(&mut self, setting: Setting, text: &str) -> Result<(), ParseSpecError> {
        let values = self.name.values(setting);
        let refused =
            || ParseSpecError::Value { key: setting.name(), allowed: values.words(setting), found: quoted(text) };
        let number = || values.number(text).ok_or_else(refused);
        let is_on = || match text {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(refused()),
        };
        let settings = &mut self.settings;
        match setting {
            Depth => settings.depth = Some(number()? as u32),
            Nodes => settings.nodes = Some(number()?),
            Time => settings.time = Some(number()?),
            Playouts => settings.playouts = number()? as u32,
            Threads => settings.search.threads = number()? as usize,
            Spread => settings.spread = number()? as i32,
            Table => settings.search.table = number()? as usize,
            Eval => {
                settings.judge = match text {
                    "heuristic" => Judge::Heuristic,
                    "criteria" => Judge::Criteria,
                    "playouts" => Judge::Playouts,
                    "exact" => Judge::Exact,
                    _ => return Err(refused()),
                };
            }
            Pruning => settings.search.pruning = is_on()?,
            Ordering => settings.search.ordering = is_on()?,
            Deepening => settings.search.deepening = is_on()?,
            Symmetry => settings.search.symmetry = is_on()?,
            Scout => settings.search.scout = is_on()?,
            AllScores => settings.all_scores = is_on()?,
            Store => settings.store = is_on()?,
        }
        Ok(())
    }

    /// A setting as text; nothing for a limit that is not set.
    pub fn get(&self, setting: Setting) -> String {
        let settings = &self.settings;
        let switch = |is_on| if is_on { "on" } else { "off" }.to_owned();
        let limit = |limit: Option<u64>| limit.map_or(String::new(), |limit| limit.to_string());
        match setting {
            Depth => limit(settings.depth.map(u64::from)),
            Nodes => limit(settings.nodes),
            Time => limit(settings.time),
            Playouts => settings.playouts.to_string(),
            Threads => settings.search.threads.to_string(),
            Spread => settings.spread.to_string(),
            Table if settings.search.table == 0 => "off".to_owned(),
            Table => settings.search.table.to_string(),
            Eval => match settings.judge {
                Judge::Heuristic => "heuristic",
                Judge::Criteria => "criteria",
                Judge::Playouts => "playouts",
                Judge::Exact => "exact",
            }
            .to_owned(),
            Pruning => switch(settings.search.pruning),
            Ordering => switch(settings.search.ordering),
            Deepening => switch(settings.search.deepening),
            Symmetry => switch(settings.search.symmetry),
            Scout => switch(settings.search.scout),
            AllScores => switch(settings.all_scores),
            Store => switch(settings.store),
        }
    }
}

impl Values {
    /// The number a text says, if it can be this; `off` is 0.
    fn number(self, text: &str) -> Option<u64> {
        let Self::Number { least, most, or_off } = self else { return None };
        match text {
            "off" | "0" if or_off => Some(0),
            text => text.parse().ok().filter(|number| (least..=most.unwrap_or(u64::MAX)).contains(number)),
        }
    }

    fn words(self, setting: Setting) -> String {
        match self {
            Self::Number { least, most: Some(most), .. } => format!("{} from {least} to {most}", setting.unit()),
            Self::Number { least, most: None, .. } => format!("{} from {least}", setting.unit()),
            Self::Switch => "on or off".to_owned(),
            Self::Choice { choices } => match choices.split_last() {
                Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
                _ => choices.concat(),
            },
        }
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
            let known = spec.name.settings();
            let Some(&key) = known.iter().find(|known| known.name() == key.trim()) else {
                let allowed = match known {
                    [] => "no settings".to_owned(),
                    known => format!(
                        "settings among {}",
                        known.iter().map(|known| known.name()).collect::<Vec<_>>().join(", ")
                    ),
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
        let changed = self.name.settings().iter().filter(|&&setting| self.get(setting) != usual.get(setting));
        for (i, &setting) in changed.enumerate() {
            write!(f, "{}{}={}", if i == 0 { ":" } else { "," }, setting.name(), self.get(setting))?;
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
            "alpha-beta:depth=4,nodes=1000,time=50,eval=exact,pruning=off,ordering=off,deepening=off,symmetry=off,scout=off,\
             table=off,threads=2,spread=100",
            "minimax:table=16",
            "alpha-beta:eval=criteria",
            "v3:eval=heuristic",
        ];
        for text in Spec::examples().chain(more) {
            let spec: Spec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
            assert_eq!(spec.to_string().parse(), Ok(spec));
        }
        assert_eq!("level:3".parse::<Spec>(), "level 3".parse());
        assert_eq!("monte-carlo:playouts=5000".parse::<Spec>().unwrap().to_string(), "monte-carlo");
    }

    /// What each of the five looked at: depth and time, random games, how it judged, and what it did on the way.
    #[test]
    fn the_older_programs_have_the_settings_they_had() {
        let has = |name: Name, settings: &[(Setting, &str)]| {
            let spec = Spec::new(name);
            for &(setting, value) in settings {
                assert_eq!(spec.get(setting), value, "{} of {name}", setting.name());
            }
        };
        has(Name::V1, &[(Depth, "10"), (Playouts, "5000"), (Eval, "exact"), (Store, "on"), (Time, "")]);
        has(
            Name::V2,
            &[(Depth, "5"), (Playouts, "200"), (Eval, "playouts"), (Pruning, "off"), (Symmetry, "on"), (Store, "on")],
        );
        has(Name::V3, &[(Depth, "3"), (Time, "3000"), (Eval, "criteria"), (Pruning, "on")]);
        has(Name::V4, &[(Depth, "3"), (Playouts, "100"), (Eval, "playouts"), (Pruning, "off"), (Table, "off")]);
        has(Name::V5, &[(Depth, "7"), (Eval, "heuristic"), (Pruning, "on"), (Symmetry, "off"), (Ordering, "off")]);
        assert!(Spec::new(Name::V3).settings.spread > 0 && Spec::new(Name::V5).settings.search.threads > 1);
        assert!(Spec::new(Name::V5).settings.search.table > 0, "its tree is kept");
        // Each can be changed, and what is not there is named.
        for text in [
            "v1:depth=8",
            "v2:playouts=50",
            "v3:depth=5,time=1000,eval=playouts,spread=0",
            "v4:playouts=10",
            "v5:depth=6,pruning=off",
        ] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        assert!("v4:pruning=on".parse::<Spec>().unwrap_err().to_string().contains("depth, time, playouts"));
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
