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

use crate::http::limits::Limits;
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
    pub(crate) fn new(tokens: [&str; 2]) -> Self {
        Self::of_digests(tokens.map(digest))
    }

    fn of_digests(digests: [String; 2]) -> Self {
        Self {
            digests,
            undone: VecDeque::new(),
            shared: false,
            undo_asked: None,
            rematch: None,
            delete_asked: None,
            found: None,
        }
    }

    /// What is noted beside a game; none if it was not made for playing.
    pub(crate) fn of(saved: &SavedGame) -> Option<Self> {
        serde_json::from_str(&saved.note).ok()
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
        Self { shared: self.shared, ..Self::of_digests([second, first]) }
    }
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
