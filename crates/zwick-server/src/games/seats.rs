//! Who may do what in a game: the secret tokens of its sides, and what else is noted beside it.
//!
//! Each side has a token; the store keeps only their digests. A token moves for its side and for no other, and says who plays it.
//! Once a game is shared, its tokens are in different hands: what concerns both sides, such as taking a move back, then needs both,
//! unless a computer plays the other side. Before that the person who began the game holds both, and either will do.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use zwick::{GameText, Position, Side, Spec};
use zwick_db::SavedGame;

use crate::games::clock::Clock;
use crate::http::limits::{LONGEST_NAME, Limits};
use crate::http::problem::Problem;
use crate::thinking::affordable::Affordable;

/// The player of a side that a person plays.
pub(crate) const PERSON: &str = "person";

/// Private notes on a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seats {
    /// The digests of the tokens of the first and the second side.
    digests: [String; 2],
    /// The moves taken back, the next to be played again first.
    pub(crate) undone: VecDeque<String>,
    /// Whether the two sides are in different hands: what concerns both then needs both.
    pub(crate) shared: bool,
    /// A side that has asked to take moves back, and waits for the other.
    pub(crate) undo_asked: Option<UndoAsked>,
    /// The number of the game that was begun after this one.
    pub(crate) rematch: Option<i64>,
    /// A side that has asked to delete the game, and waits for the other.
    #[serde(default)]
    pub(crate) delete_asked: Option<Side>,
    /// How the computer found the last move, as clients are told: whatever an older or newer server has noted does no harm.
    #[serde(default)]
    pub(crate) found: Option<Value>,
    /// A side that has offered a draw, and waits for the other.
    #[serde(default)]
    pub(crate) draw_offered: Option<Side>,
    /// A side that has asked for a rematch, and waits for the other.
    #[serde(default)]
    pub(crate) rematch_asked: Option<Side>,
    /// A side that has asked for a lesson, and waits for the other.
    #[serde(default)]
    pub(crate) lesson_asked: Option<Side>,
    /// Whether both have agreed that there are hints.
    #[serde(default)]
    pub(crate) lesson: bool,
    /// A side whose wish was refused: it asks for nothing before the next move.
    #[serde(default)]
    pub(crate) refused: Option<Side>,
    /// What the first and the second side are called, if they have said so.
    #[serde(default)]
    pub(crate) names: [Option<String>; 2],
    /// The clock, if the game has one.
    #[serde(default)]
    pub(crate) clock: Option<Clock>,
}

/// A wish to take moves back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UndoAsked {
    pub(crate) side: Side,
    pub(crate) plies: usize,
}

/// The secret of a side: 128 random bits in hexadecimal digits.
pub(crate) fn new_token() -> Result<String, Problem> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Problem::Internal(error.to_string()))?;
    Ok(hexadecimal(&bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn digest(token: &str) -> String {
    hexadecimal(&Sha256::digest(token.as_bytes()))
}

fn number(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

impl Seats {
    pub(crate) fn new(tokens: [&str; 2], clock: Option<Clock>) -> Self {
        Self::of_digests(tokens.map(digest), clock)
    }

    fn of_digests(digests: [String; 2], clock: Option<Clock>) -> Self {
        Self {
            digests,
            undone: VecDeque::new(),
            shared: false,
            undo_asked: None,
            rematch: None,
            delete_asked: None,
            found: None,
            draw_offered: None,
            rematch_asked: None,
            lesson_asked: None,
            lesson: false,
            refused: None,
            names: [None, None],
            clock,
        }
    }

    /// What is noted beside a game; none if it was not made for playing.
    pub(crate) fn of(saved: &SavedGame) -> Option<Self> {
        serde_json::from_str(&saved.note).ok()
    }

    /// Why nobody may change a game that has none.
    pub(crate) fn missing() -> Problem {
        Problem::Forbidden("this game was not begun here: nobody has its tokens".to_owned())
    }

    pub(crate) fn note(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers can be written")
    }

    /// The side whose token this is.
    pub(crate) fn side_of(&self, token: Option<&str>) -> Result<Side, Problem> {
        let digest = digest(token.ok_or(Problem::Unauthorized("none"))?);
        let side = [Side::First, Side::Second].into_iter().find(|&side| self.digests[number(side)] == digest);
        side.ok_or(Problem::Unauthorized("another token"))
    }

    /// Makes a new token the only one of a side.
    pub(crate) fn renew(&mut self, side: Side, token: &str) {
        self.digests[number(side)] = digest(token);
    }

    /// The same with the game that was begun after this one.
    pub(crate) fn with_rematch(&self, id: i64) -> Self {
        Self { rematch: Some(id), ..self.clone() }
    }

    /// The seats of a further game, for which the sides change places.
    pub(crate) fn swapped(&self) -> Self {
        let [first, second] = self.digests.clone();
        let [name, other_name] = self.names.clone();
        let names = [other_name, name];
        Self { shared: self.shared, names, ..Self::of_digests([second, first], self.clock.map(Clock::anew)) }
    }

    /// The game is over, or the position is another: wishes about the one before are void.
    pub(crate) fn forget_wishes(&mut self) {
        self.undo_asked = None;
        self.delete_asked = None;
        self.draw_offered = None;
        self.rematch_asked = None;
        self.lesson_asked = None;
        self.refused = None;
    }

    /// Refuses what this side asks for; whether it asked for anything.
    pub(crate) fn refuse(&mut self, side: Side) -> bool {
        let undo = self.undo_asked.map(|asked| asked.side);
        let wishes = [undo, self.delete_asked, self.draw_offered, self.rematch_asked, self.lesson_asked];
        let is_asked = wishes.contains(&Some(side));
        if is_asked {
            self.undo_asked = self.undo_asked.filter(|asked| asked.side != side);
            for wish in
                [&mut self.delete_asked, &mut self.draw_offered, &mut self.rematch_asked, &mut self.lesson_asked]
            {
                *wish = wish.filter(|&asking| asking != side);
            }
            self.refused = Some(side);
        }
        is_asked
    }

    /// Whether two people play without having agreed to a lesson: then nobody is helped.
    pub(crate) fn is_between_friends(&self, game: &GameText) -> bool {
        let is_person = |side| !is_computer(game, side);
        self.shared && !self.lesson && is_person(Side::First) && is_person(Side::Second)
    }

    /// What a side is called, if it has said so.
    pub(crate) fn name(&self, side: Side) -> Option<&str> {
        self.names[number(side)].as_deref()
    }

    /// Calls a side by this name; by none if nothing of it can be shown.
    pub(crate) fn set_name(&mut self, side: Side, name: &str) {
        self.names[number(side)] = clean_name(name);
    }

    /// The game was ended by its players or the clock: there is nothing to play again.
    pub(crate) fn end(&mut self) {
        self.undone.clear();
        self.forget_wishes();
    }
}

/// The characters that a name may have besides letters, digits and single spaces: nothing that could be read as markup, or that turns
/// the text around it.
const IN_NAMES: &str = "-_.'’!";

/// A name as it can be shown anywhere: a few words of letters and digits. What else it has is left out; none if nothing is left.
fn clean_name(text: &str) -> Option<String> {
    let kept = |c: &char| c.is_alphanumeric() || c.is_whitespace() || IN_NAMES.contains(*c);
    let text: String = text.chars().filter(kept).collect();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let name: String = words.chars().take(LONGEST_NAME).collect();
    let name = name.trim_end();
    name.chars().any(char::is_alphanumeric).then(|| name.to_owned())
}

/// Who plays a side: a person, or the text of a player.
pub(crate) fn player(game: &GameText, side: Side) -> &str {
    game.player(side).unwrap_or(PERSON)
}

/// Whether a computer plays a side, be it one this server can afford or not.
pub(crate) fn is_computer(game: &GameText, side: Side) -> bool {
    player(game, side).parse::<Spec>().is_ok()
}

/// The computer that plays a side; none if a person does.
///
/// # Errors
/// If this server cannot afford it: the tags of an imported game name any player.
pub(crate) fn computer(game: &GameText, side: Side, limits: &Limits) -> Result<Option<Affordable>, Problem> {
    if !is_computer(game, side) {
        return Ok(None);
    }
    let refused = |problem: Problem| Problem::Conflict(format!("{} cannot play here: {problem}", player(game, side)));
    Affordable::read(player(game, side), limits).map(Some).map_err(refused)
}

/// Rejects a move by the side not to move.
pub(crate) fn check_turn(game: &GameText, holder: Side) -> Result<(), Problem> {
    let position = game.record.position();
    let turn = position.turn();
    if turn == holder {
        return Ok(());
    }
    let (waits, moves) = (position.side_name(holder), position.side_name(turn));
    Err(Problem::Forbidden(format!("it is {moves}'s turn, and this is the token of {waits}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_have_nothing_in_them_that_is_not_read() {
        let clean = |text: &str| clean_name(text).unwrap_or_default();
        assert_eq!(clean("  Anna\t-  Lena\n"), "Anna - Lena");
        assert_eq!(clean("Zoë O’Neill 2."), "Zoë O’Neill 2.");
        assert_eq!(clean("<b onclick=\"x()\">Bo</b>&amp;"), "b onclickxBobamp");
        assert_eq!(clean("a\u{202e}b\u{200b}c\u{0}d\u{301}"), "abcd");
        assert_eq!(clean("Строка 名前"), "Строка 名前");
        assert_eq!(clean(&"x".repeat(500)).chars().count(), LONGEST_NAME);
        assert_eq!(clean(&format!("{} y", "x".repeat(LONGEST_NAME - 1))).chars().count(), LONGEST_NAME - 1);
        for nothing in ["", "   ", "<>", "-_-", "\u{200d}"] {
            assert_eq!(clean_name(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn a_refusal_ends_the_wishes_of_one_side_only() {
        let mut seats = Seats::new(["a", "b"], None);
        assert!(!seats.refuse(Side::First));
        seats.undo_asked = Some(UndoAsked { side: Side::First, plies: 1 });
        seats.draw_offered = Some(Side::Second);
        assert!(seats.refuse(Side::First));
        assert_eq!(
            (seats.undo_asked, seats.draw_offered, seats.refused),
            (None, Some(Side::Second), Some(Side::First))
        );
        seats.forget_wishes();
        assert_eq!((seats.draw_offered, seats.refused), (None, None));
    }
}
