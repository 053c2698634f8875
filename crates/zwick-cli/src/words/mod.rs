//! Everything the command says to players, in every language: a text that one language lacks does not compile.

/// Texts of a language that are always the same.
macro_rules! texts {
    ($($name:ident: $text:literal;)*) => {
        $(fn $name(&self) -> &'static str { $text })*
    };
}

/// Sentences of a language with places for words.
macro_rules! sentences {
    ($($name:ident($($word:ident: $type:ty),+): $text:literal;)*) => {
        $(fn $name(&self, $($word: $type),+) -> String { format!($text) })*
    };
}

mod english;
mod german;

use std::fmt::Display;
use std::time::Duration;

use zwick::scenarios;
use zwick::search::{Bound, Score, Stop};
use zwick::{AnyPosition, Ending, Imperfect, Outcome, Position, Scale, Side, Source, Statistics, Value, Verdict, Wdl};

/// Such as `1 position` or `2 positions`.
pub(crate) fn counted(count: impl Display, one: &str, many: &str) -> String {
    let count = count.to_string();
    let word = if count == "1" { one } else { many };
    format!("{count} {word}")
}

/// The language of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Language {
    /// English.
    En,
    /// German.
    De,
}

impl Language {
    pub(crate) fn words(self) -> &'static dyn Words {
        match self {
            Self::En => &english::English,
            Self::De => &german::German,
        }
    }

    /// The language of the user's environment; English unless it is German.
    fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(set).unwrap_or_default();
        if locale.split(['_', '.', '@']).next() == Some("de") { Self::De } else { Self::En }
    }
}

/// The option of every command that speaks to players.
#[derive(clap::Args)]
pub(crate) struct Speech {
    /// The language of the answer; that of the environment by default (LC_ALL, LC_MESSAGES or LANG).
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<Language>,
}

impl Speech {
    pub(crate) fn words(&self) -> &'static dyn Words {
        self.language.unwrap_or_else(|| Language::of(|name| std::env::var(name).ok())).words()
    }
}

/// Why a place cannot be touched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    NoColumn(String),
    FullColumn(String),
    NoPoint(String),
    /// The man there is protected.
    InMill(String),
    /// Only a man of the other side can be taken.
    NotToTake(String),
    Stuck(String),
    Occupied(String),
    NoMan(String),
    TooFar {
        from: String,
        to: String,
    },
}

/// The names of the rows of a table, which stand above each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Row {
    Position,
    Result,
    Moves,
    Line,
    Time,
    Chosen,
    Source,
    Nodes,
    CutOffs,
    TableHits,
    Stored,
    Array,
}

/// One language.
///
/// The first part are small words, the rest sentences by the command that says them.
pub(crate) trait Words: Sync {
    /// What separates the whole from its parts in a number.
    fn decimal_sign(&self) -> &'static str;
    /// The side whose English name this is.
    fn side(&self, name: &'static str) -> &'static str;
    /// A player as it is called, from its text (`level 5`).
    fn player(&self, spec: &str) -> String;
    /// How a game ended, by its loser's name.
    fn reason(&self, ending: Ending, loser: &str) -> String;
    fn wins(&self, side: &str, reason: &str) -> String;
    fn draw(&self, reason: &str) -> String;
    fn to_move(&self, side: &str) -> String;
    fn in_hand(&self, sides: [(&str, u8); 2]) -> String;
    /// Such as `wins in 3 moves`.
    fn outcome(&self, wdl: Wdl, moves: Option<u32>) -> String;
    /// A result with its moves and plies, if they are known: `win in 3 moves (5 plies)`.
    fn exact(&self, wdl: Wdl, distance: Option<[u32; 2]>) -> String;
    fn over(&self, wdl: Wdl) -> String;
    fn estimate(&self, number: &str) -> String;
    /// An estimate too high for a number to say more.
    fn probably(&self, wins: bool) -> String;
    /// What is proven of a position whose value is not: a win in at most so many moves, or no worse than a draw.
    fn at_least(&self, value: Value) -> String;
    /// A rough time: `about 7 minutes`.
    fn about(&self, time: Duration) -> String;
    /// What exact values cost here: the command that builds the tables, its time, and its disk space.
    fn exactness(&self, command: &str, time: &str, disk: &str) -> String;
    /// An estimate with its unit.
    fn points(&self, number: &str) -> String;
    /// The mean of random games.
    fn mean(&self, per_cent: &str) -> String;
    /// The share of random games won.
    fn won(&self, per_cent: &str) -> String;
    fn bounded(&self, bound: Bound, words: &str) -> String;
    fn source(&self, source: Source) -> String;
    fn stop(&self, stop: Stop) -> &'static str;
    fn row(&self, row: Row) -> &'static str;
    fn none(&self) -> &'static str;
    fn stored_positions(&self, used: u64) -> String;
    fn result_for(&self, result: &str, side: &str, source: &str) -> String;

    /// The statistics beside a board without rows; `points` is the estimate for the first side of an unfinished game.
    fn men(&self, statistics: &Statistics, sides: [&str; 2], points: Option<&str>) -> Vec<String>;
    /// The statistics of morris in the form of v3.
    fn criteria(&self, player: i32, phase: u8, available: u8, evaluation: i32, rows: [u8; 3]) -> Vec<String>;

    fn scenario_titles(&self) -> [&'static str; scenarios::ALL.len()];
    /// Alpha-beta to this depth, as the name of a player.
    fn search_to(&self, depth: u32) -> String;
    fn test_start(&self, number: usize) -> String;
    fn test_end(&self, number: usize) -> String;
    fn test_position(&self) -> &'static str;
    fn test_choice(&self, side: &str, player: &str, moves: &str) -> String;
    /// The line of v3 with the move it chose.
    fn calculated(&self, mv: &str) -> String;
    fn test_reason(&self, reason: &str, time: &str) -> String;
    fn test_right(&self, moves: &str) -> String;
    fn test_line(&self, moves: &str) -> String;
    fn test_won(&self, side: &str, is_won: bool) -> String;
    fn test_result(&self, is_passed: bool) -> &'static str;
    fn tests_passed(&self, passed: usize, all: usize) -> String;

    fn contest(&self, first: &str, second: &str, games: u32, game: &str) -> String;
    fn contest_result(&self, wins: u32, draws: u32, losses: u32, per_cent: &str) -> String;
    /// The difference and the ends of its interval.
    fn elo(&self, elo: [&str; 3]) -> String;

    /// The steps of v4.
    fn in_column(&self, column: &str) -> String;
    fn last_score(&self, points: i32) -> String;
    fn maximum(&self, depth: u32, points: i32) -> String;
    fn scores(&self, array: &str) -> String;
    fn choice(&self, column: &str) -> String;
    fn method(&self, plies: u32, playouts: u32) -> String;
    fn time_taken(&self, time: &str) -> String;
    fn log_is_full(&self) -> &'static str;

    /// Asks for the number of a column.
    fn ask_column(&self, last: usize) -> String;
    fn ask_move(&self) -> &'static str;
    fn refusal(&self, refusal: &Refusal) -> String;
    fn expected(&self, refusal: &str, next: &str) -> String;
    /// A typed move that cannot be played, and those that can; `english` says it in English.
    fn no_such_move(&self, found: &str, legal: &str, english: &str) -> String;
    /// Something typed that is neither a move nor a command.
    fn see_help(&self, reason: &str) -> String;
    fn one_move_only(&self, found: &str) -> String;
    fn did_you_mean(&self, reason: &str, word: &str) -> String;
    fn error(&self, reason: &str) -> String;
    fn lines_help(&self) -> &'static str;
    fn hints_are(&self, on: bool) -> &'static str;
    fn plays(&self, side: &str, mv: &str, time: &str) -> String;
    fn best(&self, mv: &str, worth: &str) -> String;
    fn best_was(&self, mv: &str, worth: &str) -> String;
    fn no_values(&self, reason: &str) -> String;
    /// Why there is no perfect move.
    fn imperfect(&self, reason: &Imperfect) -> String;
    fn file_missing(&self, command: &str) -> String;
    fn saved(&self, file: &str) -> String;
    fn loaded(&self, file: &str) -> String;

    fn game_over(&self) -> &'static str;
    fn game_over_keys(&self) -> &'static str;
    fn over_then(&self, standing: &str) -> String;
    fn nothing_to_undo(&self) -> &'static str;
    fn nothing_to_redo(&self) -> &'static str;
    fn previous_game(&self) -> &'static str;
    fn taken_back(&self) -> &'static str;
    fn replayed(&self) -> &'static str;
    fn new_game_begun(&self) -> &'static str;
    fn thinking(&self, standing: &str, player: &str, seconds: &str) -> String;
    fn is_thinking(&self, player: &str) -> String;
    fn paused(&self, standing: &str) -> String;
    fn found_no_move(&self, player: &str) -> String;
    fn finding_best(&self, seconds: &str) -> String;
    fn file_then_rank(&self, standing: &str, file: char) -> String;
    fn closes_mill(&self, standing: &str, point: &str) -> String;
    fn where_to(&self, standing: &str, point: &str) -> String;
    fn letter_first(&self) -> &'static str;
    fn unknown_key(&self, key: char) -> String;
    fn ask_player(&self, side: &str) -> String;
    fn ask_game(&self) -> &'static str;
    fn ask_save(&self) -> &'static str;
    fn ask_replace(&self) -> &'static str;
    fn ask_load(&self) -> &'static str;
    fn ask_quit(&self) -> &'static str;
    fn no_room(&self) -> &'static str;
    fn keys(&self) -> &'static str;
    fn short_keys(&self) -> &'static str;
    fn page_keys(&self) -> &'static str;
    fn key_help(&self) -> [(&'static str, &'static str); 18];
    fn moves_title(&self) -> &'static str;
    fn values_title(&self) -> &'static str;
    fn keys_title(&self) -> &'static str;
    fn looking(&self) -> &'static str;
    fn values_for(&self, side: &str, source: &str) -> String;
    fn still_searching(&self, source: &str, seconds: &str) -> String;
}

/// What is said alike in every language, from its words.
impl dyn Words + '_ {
    /// A number as this language writes it.
    pub(crate) fn number(&self, text: &str) -> String {
        text.replace('.', self.decimal_sign())
    }

    /// A time in milliseconds, the shorter the more exact, as on the page.
    pub(crate) fn time(&self, time: Duration) -> String {
        let milliseconds = time.as_secs_f64() * 1e3;
        let digits = if milliseconds < 1.0 { 2 } else { usize::from(milliseconds < 10.0) };
        format!("{} ms", self.number(&format!("{milliseconds:.digits$}")))
    }

    pub(crate) fn seconds(&self, time: Duration) -> String {
        self.number(&format!("{:.1}", time.as_secs_f64()))
    }

    pub(crate) fn side_of(&self, position: &AnyPosition, side: Side) -> &'static str {
        self.side(position.side_name(side))
    }

    /// Whose turn it is.
    pub(crate) fn turn(&self, position: &AnyPosition) -> String {
        self.to_move(self.side_of(position, position.turn()))
    }

    /// Who won and why.
    pub(crate) fn ending(&self, position: &AnyPosition, ending: Ending) -> String {
        match ending.outcome {
            Outcome::Win(winner) => {
                let reason = self.reason(ending, self.side_of(position, !winner));
                self.wins(self.side_of(position, winner), &reason)
            }
            Outcome::Draw => self.draw(&self.reason(ending, "")),
        }
    }

    /// A score as a search reports it: `+1.25`, `+37 %`, `win in 2 moves (3 plies)`.
    pub(crate) fn score(&self, scale: Scale, score: Score) -> String {
        // The ends of the scale are infinite, without a distance that a game could have.
        match score.wdl().zip(score.plies()).filter(|&(_, plies)| u16::try_from(plies).is_ok()) {
            Some((wdl, plies)) => self.exact(wdl, Some([plies.div_ceil(2), plies])),
            None => self.number(&scale.words(score)),
        }
    }

    /// Why a move was chosen, as on the page: what it is worth to its player, with the unit.
    pub(crate) fn worth(&self, scale: Scale, verdict: Verdict) -> String {
        let number = || self.number(&scale.words(verdict.score()));
        match (verdict.wdl().or_else(|| verdict.score().wdl()), scale) {
            (Some(wdl), _) => self.outcome(wdl, moves_to_end(verdict)),
            (None, Scale::Points { .. }) => self.points(&number()),
            (None, Scale::Mean) => self.mean(&number()),
            (None, Scale::Wins) => self.won(&number()),
        }
    }

    /// Why a player has no move: no perfect one, or something is wrong with its database.
    pub(crate) fn trouble(&self, error: &anyhow::Error) -> String {
        error.downcast_ref().map_or_else(|| format!("{error:#}"), |imperfect| self.imperfect(imperfect))
    }

    /// A verdict with its plies.
    pub(crate) fn verdict(&self, scale: Scale, verdict: Verdict) -> String {
        match verdict {
            Verdict::Estimate(score) => match scale.leans(score) {
                Some(wins) => self.probably(wins),
                None => self.estimate(&self.number(&scale.words(score))),
            },
            Verdict::Result(wdl) => self.exact(wdl, None),
            Verdict::Exact(value) if value.plies() == Some(0) => self.over(value.wdl()),
            Verdict::Exact(value) => {
                let distance = value.moves().zip(value.plies()).map(|(moves, plies)| [moves, plies].map(u32::from));
                self.exact(value.wdl(), distance)
            }
        }
    }
}

/// The moves to the end, if they are known.
pub(crate) fn moves_to_end(verdict: Verdict) -> Option<u32> {
    match verdict {
        Verdict::Result(_) => None,
        verdict => verdict.score().plies().map(|plies| plies.div_ceil(2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_singular() {
        assert_eq!(counted(0, "ply", "plies"), "0 plies");
        assert_eq!(counted(1, "ply", "plies"), "1 ply");
        assert_eq!(counted("1,000", "ply", "plies"), "1,000 plies");
    }

    #[test]
    fn the_environment_chooses_the_language_and_the_first_variable_wins() {
        let language = |set: &[(&str, &str)]| {
            Language::of(|name| set.iter().find(|(of, _)| *of == name).map(|(_, value)| (*value).to_owned()))
        };
        assert_eq!(language(&[("LANG", "de_DE.UTF-8")]), Language::De);
        assert_eq!(language(&[("LC_MESSAGES", "de"), ("LANG", "en_GB.UTF-8")]), Language::De);
        assert_eq!(language(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]), Language::En);
        assert_eq!(language(&[("LC_ALL", ""), ("LANG", "de_AT@euro")]), Language::De);
        assert_eq!(language(&[("LANG", "den_CA")]), Language::En);
        assert_eq!(language(&[]), Language::En);
    }

    #[test]
    fn times_are_the_more_exact_the_shorter() {
        let time = |language: Language, microseconds| language.words().time(Duration::from_micros(microseconds));
        assert_eq!(time(Language::En, 420), "0.42 ms");
        assert_eq!(time(Language::De, 4_240), "4,2 ms");
        assert_eq!(time(Language::De, 42_400), "42 ms");
    }
}
