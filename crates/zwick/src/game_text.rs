//! Whole games as text: tags, moves, comments, and the result with its reason.
//!
//! ```text
//! [Game "connect-four"]
//! [First "Anna"]
//! [Second "level 5"]
//! [Result "1-0"]
//! [Reason "four in a line"]
//!
//! 1. 4 4 2. 3 5 {the losing move} 3. 2 1 4. 5 1-0
//! ```
//!
//! `Game` names the game and its variant. `Start` holds the first position, if it is not the standard one, `DrawRules` the draw rules, if
//! they are not the default. All other tags are kept unchanged. A comment in braces belongs to the move before it. Variations in parentheses
//! are passed over, with all they contain: a record has one line. In tags and comments a
//! backslash escapes a quotation mark, a brace or another backslash. The last word is the result; an unfinished game has `*`. A result
//! without a reason, in a game not decided on the board, is read as resignation or agreement.

use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Display, Write};
use std::str::FromStr;

use crate::any::{AnyPosition, Game};
use crate::diagram::{Diagram, Shape};
use crate::game::{Outcome, Reason, Side};
use crate::notation::{SyntaxError, quoted};
use crate::record::{DrawRules, Record};

/// The maximum length of lines of moves.
const LINE_WIDTH: usize = 80;

/// A game with its tags and comments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameText {
    /// Names and values, in order, without those stored in the record itself.
    pub tags: Vec<(String, String)>,
    /// The game.
    pub record: Record<AnyPosition>,
    /// Comments, by the number of moves played before them.
    pub comments: BTreeMap<usize, String>,
}

/// Tags whose value is in the record.
const OWN_TAGS: [&str; 5] = ["Game", "Start", "DrawRules", "Result", "Reason"];

impl GameText {
    /// A game without tags and comments.
    pub fn new(record: Record<AnyPosition>) -> Self {
        Self { tags: Vec::new(), record, comments: BTreeMap::new() }
    }

    /// The game that is played.
    pub fn game(&self) -> Game {
        self.record.start().game()
    }

    /// Its result as a word: `1-0`, `0-1`, `1/2-1/2`, or `*` while it is unfinished.
    pub fn result(&self) -> &'static str {
        result_word(self.record.ending().map(|ending| ending.outcome))
    }

    /// Who plays a side, if a tag names somebody.
    pub fn player(&self, side: Side) -> Option<&str> {
        self.tags.iter().find(|(name, _)| name == player_tag(side)).map(|(_, value)| value.as_str())
    }

    /// Names the player of a side.
    pub fn set_player(&mut self, side: Side, player: &str) {
        match self.tags.iter_mut().find(|(name, _)| name == player_tag(side)) {
            Some((_, value)) => player.clone_into(value),
            None => self.tags.push((player_tag(side).to_owned(), player.to_owned())),
        }
    }

    fn own_tags(&self) -> Vec<(&'static str, String)> {
        let start = self.record.start();
        let mut tags = vec![("Game", self.game().to_string())];
        if *start != AnyPosition::start(self.game()) {
            tags.push(("Start", start.to_string()));
        }
        if self.record.draws() != DrawRules::default() {
            tags.push(("DrawRules", self.record.draws().to_string()));
        }
        tags.push(("Result", self.result().to_owned()));
        tags.extend(self.record.ending().map(|ending| ("Reason", ending.reason.to_string())));
        tags
    }

    /// Moves with their numbers, comments and result, as the words of the text.
    fn words(&self) -> Vec<String> {
        let comment = |played: usize| self.comments.get(&played).map(|text| format!("{{{}}}", escape(text)));
        let mut words: Vec<String> = comment(0).into_iter().collect();
        for (i, mv) in self.record.moves().iter().enumerate() {
            if i % 2 == 0 {
                words.push(format!("{}.", i / 2 + 1));
            }
            words.push(mv.to_string());
            words.extend(comment(i + 1));
        }
        words.push(self.result().to_owned());
        words
    }
}

const RESULTS: [(&str, Option<Outcome>); 4] = [
    ("1-0", Some(Outcome::Win(Side::First))),
    ("0-1", Some(Outcome::Win(Side::Second))),
    ("1/2-1/2", Some(Outcome::Draw)),
    ("*", None),
];

const fn player_tag(side: Side) -> &'static str {
    match side {
        Side::First => "First",
        Side::Second => "Second",
    }
}

fn escape(text: &str) -> String {
    text.chars().fold(String::new(), |mut escaped, c| {
        if matches!(c, '\\' | '"' | '{' | '}') {
            escaped.push('\\');
        }
        escaped.push(c);
        escaped
    })
}

impl Display for GameText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own = self.own_tags();
        let (game, rest) = own.split_first().expect("the game is always among the tags");
        writeln!(f, "[{} \"{}\"]", game.0, game.1)?;
        for (name, value) in &self.tags {
            writeln!(f, "[{name} \"{}\"]", escape(value))?;
        }
        for (name, value) in rest {
            writeln!(f, "[{name} \"{}\"]", escape(value))?;
        }
        let mut line = String::new();
        for word in self.words() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > LINE_WIDTH {
                write!(f, "\n{line}")?;
                line.clear();
            }
            write!(line, "{}{word}", if line.is_empty() { "" } else { " " })?;
        }
        writeln!(f, "\n{line}")
    }
}

impl FromStr for GameText {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut reader = Reader { text, at: 0 };
        let tags = Tags::read(&mut reader)?;
        let mut game = Self { record: tags.record()?, tags: Vec::new(), comments: BTreeMap::new() };
        let last_word = read_moves(&mut reader, &mut game)?;
        tags.conclude(&mut game.record, last_word)?;
        game.tags = tags.0.into_iter().filter(|(name, _)| !OWN_TAGS.contains(&name.as_str())).collect();
        Ok(game)
    }
}

/// Plays the moves and collects the comments; returns the result at the end of the text, if any.
fn read_moves(reader: &mut Reader, game: &mut GameText) -> Result<Option<&'static str>, SyntaxError> {
    let mut words: Vec<&str> = Vec::new();
    let has_points = matches!(game.record.start().shape(), Shape::Points { .. });
    loop {
        reader.skip_space();
        if reader.take('{') {
            game.record.play_list(&words.join(" "))?;
            words.clear();
            let comment = reader.until('}', "a closing brace")?;
            let place = game.comments.entry(game.record.moves().len()).or_default();
            if !place.is_empty() {
                place.push(' ');
            }
            place.push_str(&comment);
        } else if reader.begins_variation(has_points) {
            reader.skip_variation()?;
        } else if reader.rest().is_empty() {
            break;
        } else {
            words.extend(Some(without_number(reader.word())).filter(|word| !word.is_empty()));
        }
    }
    let result = words.last().and_then(|last| RESULTS.iter().find(|(word, _)| word == last));
    if result.is_some() {
        words.pop();
    }
    game.record.play_list(&words.join(" "))?;
    Ok(result.map(|(word, _)| *word))
}

/// A word without the move number before it: `12.`, `12.d6` or `12...`.
fn without_number(word: &str) -> &str {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = after_digits.len() < word.len() && after_digits.starts_with('.');
    if numbered { after_digits.trim_start_matches('.') } else { word }
}

/// The tags of a text, unparsed.
struct Tags(Vec<(String, String)>);

impl Tags {
    fn read(reader: &mut Reader) -> Result<Self, SyntaxError> {
        let mut tags: Vec<(String, String)> = Vec::new();
        let mut names: HashSet<&str> = HashSet::new();
        loop {
            reader.skip_space();
            if !reader.take('[') {
                return Ok(Self(tags));
            }
            let name = reader.name();
            if name.is_empty() {
                return Err(reader.error("the name of a tag"));
            }
            if !names.insert(name) {
                return Err(SyntaxError::new(reader.place(), format_args!("{name} twice"), "each tag once"));
            }
            reader.skip_space();
            if !reader.take('"') {
                return Err(reader.error("a value in quotation marks"));
            }
            let value = reader.until('"', "a closing quotation mark")?;
            reader.skip_space();
            if !reader.take(']') {
                return Err(reader.error("a closing bracket"));
            }
            tags.push((name.to_owned(), value));
        }
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The game before its first move.
    fn record(&self) -> Result<Record<AnyPosition>, SyntaxError> {
        let wrong = |tag: &str, error: String| SyntaxError::new(format_args!("tag {tag}"), "another", error);
        let name = self.get("Game").ok_or_else(|| SyntaxError::new("tags", "no tag Game", "[Game \"…\"]"))?;
        let game = name.parse().map_err(|error| wrong("Game", format!("{error}")))?;
        let start = match self.get("Start") {
            None => AnyPosition::start(game),
            Some(text) => AnyPosition::read(game, text).map_err(|error| wrong("Start", error.to_string()))?,
        };
        let draws = self.get("DrawRules").map_or(Ok(DrawRules::default()), str::parse)?;
        Ok(Record::with_draws(start, draws))
    }

    /// Compares the stated result with the one on the board, and ends the game if the players ended it.
    fn conclude(&self, record: &mut Record<AnyPosition>, last_word: Option<&str>) -> Result<(), SyntaxError> {
        let differs = |place: &str, found: &str, expected: &str| Err(SyntaxError::new(place, quoted(found), expected));
        let told = match (self.get("Result"), last_word) {
            (Some(tag), Some(word)) if tag != word => return differs("tag Result", tag, word),
            (told, word) => told.or(word).unwrap_or("*"),
        };
        let Some(&(_, told_outcome)) = RESULTS.iter().find(|(word, _)| *word == told) else {
            return differs("tag Result", told, "1-0, 0-1, 1/2-1/2 or *");
        };
        let reason: Option<Reason> = match self.get("Reason").map(str::parse).transpose() {
            Ok(reason) => reason,
            Err(error) => return differs("tag Reason", &error.found, "four in a line, resignation or another reason"),
        };
        match (record.ending(), told_outcome) {
            (Some(ending), told) if self.get("Result").is_some() || last_word.is_some() => {
                if told != Some(ending.outcome) {
                    return differs("result", result_word(told), result_word(Some(ending.outcome)));
                }
                match reason {
                    Some(reason) if reason != ending.reason => {
                        differs("tag Reason", &reason.to_string(), &ending.reason.to_string())
                    }
                    _ => Ok(()),
                }
            }
            (None, Some(outcome)) => {
                let usual = if outcome == Outcome::Draw { Reason::Agreement } else { Reason::Resignation };
                let reason = reason.unwrap_or(usual);
                if reason.is_decided_by_rules() {
                    return differs("tag Reason", &reason.to_string(), "a reason that this last position shows");
                }
                record.conclude(outcome, reason).expect("the game is unfinished");
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

fn result_word(outcome: Option<Outcome>) -> &'static str {
    RESULTS.iter().find(|result| result.1 == outcome).expect("every outcome has a word").0
}

/// Walks through a text and knows the current line.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn take(&mut self, c: char) -> bool {
        let found = self.rest().starts_with(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn name(&mut self) -> &'a str {
        self.take_until(|c: char| !c.is_ascii_alphanumeric() && c != '_')
    }

    fn word(&mut self) -> &'a str {
        // A parenthesis that is no variation begins a word.
        let rest = self.rest();
        let first = usize::from(rest.starts_with('('));
        let end = rest[first..].find(|c: char| c.is_whitespace() || matches!(c, '{' | '('));
        let word = &rest[..end.map_or(rest.len(), |end| first + end)];
        self.at += word.len();
        word
    }

    /// Whether a variation begins here. Where points are numbers, `(9)` is the man that a mill takes.
    fn begins_variation(&self, has_points: bool) -> bool {
        let Some(inside) = self.rest().strip_prefix('(') else { return false };
        let number = inside.split(')').next().unwrap_or_default().trim();
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        !(is_number && has_points)
    }

    /// Passes over a variation, with the variations and comments in it.
    fn skip_variation(&mut self) -> Result<(), SyntaxError> {
        let mut depth = 0_usize;
        loop {
            if self.take('(') {
                depth += 1;
            } else if self.take(')') {
                depth -= 1;
                if depth == 0 {
                    return Ok(());
                }
            } else if self.take('{') {
                self.until('}', "a closing brace")?;
            } else {
                let text = self.take_until(|c| matches!(c, '(' | ')' | '{'));
                if text.is_empty() {
                    return Err(self.error("a closing parenthesis"));
                }
            }
        }
    }

    fn take_until(&mut self, is_end: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let taken = &rest[..rest.find(is_end).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    /// The text up to an end mark, which is consumed too; a backslash escapes the next character.
    fn until(&mut self, end: char, expected: &str) -> Result<String, SyntaxError> {
        let mut text = String::new();
        let mut chars = self.rest().char_indices();
        while let Some((i, c)) = chars.next() {
            match c {
                '\\' => text.extend(chars.next().map(|(_, escaped)| escaped)),
                c if c == end => {
                    self.at += i + end.len_utf8();
                    return Ok(text);
                }
                c => text.push(c),
            }
        }
        Err(SyntaxError::new(self.place(), "the end of the text", expected))
    }

    /// Where the reader is, for an error: counting lines scans all of the text before.
    fn place(&self) -> String {
        format!("line {}", self.text[..self.at].matches('\n').count() + 1)
    }

    fn error(&self, expected: &str) -> SyntaxError {
        let rest = self.rest();
        SyntaxError::new(self.place(), quoted(&rest[..rest.find('\n').unwrap_or(rest.len())]), expected)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn played(game: Game, moves: &str) -> GameText {
        let mut record = Record::new(AnyPosition::start(game));
        record.play_list(moves).unwrap();
        GameText::new(record)
    }

    #[test]
    fn a_game_reads_back_with_tags_and_comments() {
        let mut game = played(Game::CONNECT_FOUR, "1121314");
        game.tags.push(("First".to_owned(), "Anna \"the\" \\ {great}".to_owned()));
        game.comments.insert(0, "before".to_owned());
        game.comments.insert(7, "wins {at last}".to_owned());
        let text = game.to_string();
        assert!(text.contains("[Result \"1-0\"]\n[Reason \"four in a line\"]"), "{text}");
        assert_eq!(text.parse(), Ok(game));
    }

    #[test]
    fn a_game_from_another_start_with_other_draw_rules_reads_back() {
        let start = AnyPosition::read(Game::MORRIS, "W1W1W3/1B1B1B1W/7B W 0 0").unwrap();
        let mut record = Record::with_draws(start, DrawRules { repetition: false, quiet_moves: Some(1) });
        record.play_list("a7-d7 d6-b6").unwrap();
        let game = GameText::new(record);
        assert_eq!(game.to_string().parse(), Ok(game));
    }

    #[test]
    fn lines_are_short_and_numbers_may_touch_moves() {
        let game = played(Game::MORRIS, "d6 g7 d2 e3 d5 a1 c4 g4 d7xa1 g1xd2");
        let text = game.to_string();
        assert!(text.lines().all(|line| line.len() <= LINE_WIDTH));
        assert_eq!(text.replace(". ", ".").parse(), Ok(game));
    }

    #[test]
    fn moves_as_numbers_are_read() {
        let text = "[Game \"morris\"]\n1. 9 11 2. 7 15 3. 13 12 4. 1 *";
        let game: GameText = text.parse().unwrap();
        assert_eq!(game.record.move_list(), "d6 f4 a4 b4 d2 f2 d7");
    }

    #[test]
    fn variations_are_passed_over_with_all_they_contain() {
        let text = "[Game \"connect-four\"]\n1. 4 4 (1... 3 {not ) yet} (2 2) 3) 2. 3(2. 5) {solid} 2... 5 *";
        let game: GameText = text.parse().unwrap();
        assert_eq!(game.record.move_list(), "4435");
        assert_eq!(game.comments, BTreeMap::from([(3, "solid".to_owned())]));
        let morris = "[Game \"morris\"]\n1. 0 9 (6) 2. 1 10 3. 2 (9) (2 (10)) *";
        assert_eq!(morris.replace(" (6)", "").parse::<GameText>().unwrap().record.move_list(), "a7 d6 d7 f6 g7xd6");
        assert!(
            morris.parse::<GameText>().is_err(),
            "where points are numbers, a number in parentheses is a man that is taken"
        );
        for open in ["1. 4 (3", "1. 4 (3 (2) {)", "1. 4 )"] {
            assert!(format!("[Game \"connect-four\"]\n{open}").parse::<GameText>().is_err(), "{open}");
        }
    }

    #[test]
    fn a_result_without_a_reason_was_agreed() {
        let game: GameText = "[Game \"connect-four\"]\n1. 4 4 0-1".parse().unwrap();
        assert_eq!(game.record.ending(), Some(crate::Ending::win(Side::Second, Reason::Resignation)));
        assert_eq!(game.to_string().parse(), Ok(game));
    }

    /// A text eight times as long takes about eight times as long; a quadratic algorithm would take 64 times as long. CPU time is measured,
    /// so other work on the machine does not matter.
    #[test]
    fn long_texts_are_read_and_written_in_linear_time() {
        const START: &str = "[Game \"morris\"]\n[Start \"W1W1W3/1B1B1B1W/7B W 0 0\"]\n[DrawRules \"off\"]\n";
        let tags = |n: usize| {
            let tags: String = (0..n).map(|i| format!("[T{i} \"x\"]\n")).collect();
            format!("[Game \"morris\"]\n{tags}*")
        };
        let comments = |n: usize| format!("{START}{} *", "{why}\n".repeat(n));
        let quiet_moves = |n: usize| format!("{START}{} *", "a7-d7 d6-b6 d7-a7 b6-d6\n".repeat(n / 4));
        let remarked_moves =
            |n: usize| format!("{START}{} *", "a7-d7 {a} d6-b6 {b} d7-a7 {c} b6-d6 {d}\n".repeat(n / 4));
        let texts: [(&str, &dyn Fn(usize) -> String); 4] = [
            ("tags", &tags),
            ("comments", &comments),
            ("quiet moves", &quiet_moves),
            ("moves with comments", &remarked_moves),
        ];
        for (name, text) in texts {
            let time = |text: &str| {
                let started = cpu_time::ThreadTime::now();
                let game: GameText = text.parse().unwrap();
                assert!(game.to_string().len() > 2_000, "{name}");
                started.elapsed()
            };
            let texts = [text(2_000), text(16_000)];
            // Interruptions only make it slower, so the minimum counts.
            let [mut short, mut long] = [Duration::MAX; 2];
            for _ in 0..100 {
                (short, long) = (short.min(time(&texts[0])), long.min(time(&texts[1])));
                if long < 16 * short {
                    break;
                }
            }
            assert!(long < 30 * short, "{name}: {short:?} for 2,000 and {long:?} for 16,000");
        }
    }

    #[test]
    fn errors_say_where_what_and_what_else() {
        let error = |text: &str| text.parse::<GameText>().unwrap_err().to_string();
        assert_eq!(error("4435"), "tags: expected [Game \"…\"], found no tag Game");
        assert_eq!(error("[Game \"morris"), "line 1: expected a closing quotation mark, found the end of the text");
        assert_eq!(error("[Game \"morris\"]\n[]"), "line 2: expected the name of a tag, found \"]\"");
        assert_eq!(error("[Game \"morris\"]\n[A \"1\"] [A \"2\"]"), "line 2: expected each tag once, found A twice");
        assert_eq!(error("[Game \"connect-four\"]\n48 *"), "move 2: expected one of 1 2 3 4 5 6 7, found 8");
        assert_eq!(
            error("[Game \"connect-four\"]\n[Result \"1-0\"]\n4 0-1"),
            "tag Result: expected 0-1, found \"1-0\""
        );
        assert_eq!(error("[Game \"connect-four\"]\n1121314 0-1"), "result: expected 1-0, found \"0-1\"");
        assert!(error("[Game \"go\"]").contains("connect-four or morris"));
    }
}
