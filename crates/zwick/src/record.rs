//! A game as it was played: start, moves, undo, and the draws that no single position shows.

use std::collections::HashMap;
use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use crate::game::{Ending, IllegalMove, Outcome, Position, Reason};
use crate::notation::{SyntaxError, nth_move, quoted, read_nth_move};

/// When a game that does not end on the board is drawn.
///
/// The count of quiet moves restarts whenever a man is placed or taken; two plies are one move. As text: `repetition 50`, `repetition`, `50`
/// or `off`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct DrawRules {
    /// The third occurrence of a position ends the game.
    pub repetition: bool,
    /// This many moves by each side without a mill end the game.
    pub quiet_moves: Option<u32>,
}

impl DrawRules {
    /// No draws except those on the board.
    pub const OFF: Self = Self { repetition: false, quiet_moves: None };
}

impl Default for DrawRules {
    /// Threefold repetition, and 50 moves without a mill.
    fn default() -> Self {
        Self { repetition: true, quiet_moves: Some(50) }
    }
}

/// `repetition 50`, `repetition`, `50` or `off`.
impl Display for DrawRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.repetition, self.quiet_moves) {
            (true, Some(moves)) => write!(f, "repetition {moves}"),
            (true, None) => f.write_str("repetition"),
            (false, Some(moves)) => write!(f, "{moves}"),
            (false, None) => f.write_str("off"),
        }
    }
}

impl FromStr for DrawRules {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (repetition, moves) = match words[..] {
            ["off"] => return Ok(Self::OFF),
            ["repetition"] => return Ok(Self { repetition: true, quiet_moves: None }),
            ["repetition", moves] => (true, moves),
            [moves] => (false, moves),
            _ => (false, ""),
        };
        match moves.parse() {
            Ok(moves @ 1..) => Ok(Self { repetition, quiet_moves: Some(moves) }),
            _ => Err(SyntaxError::new(
                "draw rules",
                quoted(text),
                "\"repetition 50\", \"repetition\", \"50\" or \"off\"",
            )),
        }
    }
}

impl TryFrom<String> for DrawRules {
    type Error = SyntaxError;

    fn try_from(text: String) -> Result<Self, SyntaxError> {
        text.parse()
    }
}

impl From<DrawRules> for String {
    fn from(rules: DrawRules) -> Self {
        rules.to_string()
    }
}

/// A game from its start to the present, with the moves that were undone.
///
/// A move costs the same however long the game is: the counts of the draw rules are stored with each position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record<P: Position> {
    /// The position before each move, and the last one.
    positions: Vec<P>,
    /// For each of them, the counts of the draw rules.
    counts: Vec<Counts>,
    /// By the key of a position, the ply at which it occurred last.
    latest: HashMap<u64, usize>,
    moves: Vec<P::Move>,
    /// How many of the moves are current; the others were undone.
    played: usize,
    draws: DrawRules,
    conclusion: Option<Ending>,
}

/// The counts of the draw rules, up to a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Counts {
    /// Plies since a man was placed or taken.
    quiet: usize,
    /// How often the position occurred in these plies, including now.
    occurrences: usize,
    /// The ply of the previous occurrence, which [`Record::latest`] had.
    before: Option<usize>,
}

impl Counts {
    const FIRST: Self = Self { quiet: 0, occurrences: 1, before: None };
}

/// A move that a record rejects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordError<P: Position> {
    /// The move is not legal.
    Illegal(IllegalMove<P>),
    /// The game is over.
    Over(Ending),
}

impl<P: Position> Display for RecordError<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(illegal) => illegal.fmt(f),
            Self::Over(_) => write!(f, "expected {}", self.expectation()),
        }
    }
}

impl<P: Position> Error for RecordError<P> {}

impl<P: Position> RecordError<P> {
    /// What could have been played, in words.
    pub(crate) fn expectation(&self) -> String {
        match self {
            Self::Illegal(illegal) => illegal.expectation(),
            Self::Over(ending) => format!("no further move: the game is over ({})", ending.reason),
        }
    }
}

impl<P: Position> Record<P> {
    /// A new game, with the default draw rules.
    pub fn new(start: P) -> Self {
        Self::with_draws(start, DrawRules::default())
    }

    /// A new game.
    pub fn with_draws(start: P, draws: DrawRules) -> Self {
        let latest = HashMap::from([(start.key(), 0)]);
        let counts = vec![Counts::FIRST];
        Self { positions: vec![start], counts, latest, moves: Vec::new(), played: 0, draws, conclusion: None }
    }

    /// The position before the first move.
    pub fn start(&self) -> &P {
        &self.positions[0]
    }

    /// The position after the last current move.
    pub fn position(&self) -> &P {
        &self.positions[self.played]
    }

    /// The positions from the start to the present.
    pub fn positions(&self) -> &[P] {
        &self.positions[..=self.played]
    }

    /// The current moves.
    pub fn moves(&self) -> &[P::Move] {
        &self.moves[..self.played]
    }

    /// The undone moves, the next to be redone first.
    pub fn undone(&self) -> &[P::Move] {
        &self.moves[self.played..]
    }

    /// The draw rules of this game.
    pub fn draws(&self) -> DrawRules {
        self.draws
    }

    /// Plays a move; undone moves are discarded.
    ///
    /// # Errors
    /// If the move is not legal or the game is over; then nothing has changed.
    pub fn play(&mut self, mv: P::Move) -> Result<(), RecordError<P>> {
        if let Some(ending) = self.ending() {
            return Err(RecordError::Over(ending));
        }
        let next = self.position().clone().play(mv).map_err(RecordError::Illegal)?;
        self.forget_undone();
        self.count(mv, &next);
        self.moves.push(mv);
        self.positions.push(next);
        self.played += 1;
        Ok(())
    }

    /// Updates the counts of the draw rules after this move.
    fn count(&mut self, mv: P::Move, next: &P) {
        let ply = self.played + 1;
        let quiet = if self.position().is_irreversible(mv) { 0 } else { self.quiet_plies() + 1 };
        let before = self.latest.insert(next.key(), ply);
        let again = before.filter(|&before| before + quiet >= ply);
        let occurrences = again.map_or(1, |before| self.counts[before].occurrences + 1);
        self.counts.push(Counts { quiet, occurrences, before });
    }

    fn forget_undone(&mut self) {
        self.moves.truncate(self.played);
        for (position, counts) in
            self.positions.drain(self.played + 1..).zip(self.counts.drain(self.played + 1..)).rev()
        {
            match counts.before {
                Some(before) => self.latest.insert(position.key(), before),
                None => self.latest.remove(&position.key()),
            };
        }
    }

    /// Plays a list of moves in the players' notation.
    ///
    /// # Errors
    /// Which move could not be read or played; those before it have been played.
    pub fn play_list(&mut self, text: &str) -> Result<(), SyntaxError> {
        let words: Vec<&str> = self.start().split_moves(text).collect();
        for word in words {
            let n = self.played;
            let mv = read_nth_move(self.position(), n, word)?;
            self.play(mv).map_err(|error| SyntaxError::new(nth_move(n), mv, error.expectation()))?;
        }
        Ok(())
    }

    /// Undoes the last move and returns it, along with a conclusion if there was one.
    pub fn undo(&mut self) -> Option<P::Move> {
        self.conclusion = None;
        self.played = self.played.checked_sub(1)?;
        Some(self.moves[self.played])
    }

    /// Redoes the move that was undone last.
    pub fn redo(&mut self) -> Option<P::Move> {
        let mv = *self.moves.get(self.played)?;
        self.played += 1;
        Some(mv)
    }

    /// Ends the game by a decision of the players or the clock; discards undone moves.
    ///
    /// # Errors
    /// How the game had already ended.
    ///
    /// # Panics
    /// If the reason is one that the rules decide.
    pub fn conclude(&mut self, outcome: Outcome, reason: Reason) -> Result<(), Ending> {
        assert!(!reason.is_decided_by_rules(), "the rules decide on {reason}");
        match self.ending() {
            Some(ending) => Err(ending),
            None => {
                self.forget_undone();
                self.conclusion = Some(Ending { outcome, reason });
                Ok(())
            }
        }
    }

    /// How the game ended, if it has: on the board, by the draw rules, or by the players.
    pub fn ending(&self) -> Option<Ending> {
        self.position().ending().or_else(|| self.draw()).or(self.conclusion)
    }

    fn draw(&self) -> Option<Ending> {
        let Counts { quiet, occurrences, .. } = self.counts[self.played];
        if self.draws.repetition && occurrences >= 3 {
            return Some(Ending::draw(Reason::Repetition));
        }
        let limit = self.draws.quiet_moves?;
        (quiet as u64 >= 2 * u64::from(limit)).then_some(Ending::draw(Reason::QuietMoves))
    }

    /// How many plies have passed since a man was placed or taken.
    pub fn quiet_plies(&self) -> usize {
        self.counts[self.played].quiet
    }

    /// The current moves, in the players' notation.
    pub fn move_list(&self) -> String {
        let words: Vec<String> = self.moves().iter().map(ToString::to_string).collect();
        words.join(self.start().separator())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ConnectFour, Morris, Side};

    /// White and Black with four men each that can step back and forth without a mill.
    fn quiet_game(draws: DrawRules) -> Record<Morris> {
        Record::with_draws("W1W1W3/1B1B1B1W/7B W 0 0".parse().unwrap(), draws)
    }

    #[test]
    fn the_third_occurrence_is_a_draw() {
        let mut game = quiet_game(DrawRules::default());
        for round in 0..2 {
            assert_eq!(game.ending(), None, "round {round}");
            game.play_list("a7-d7 d6-b6 d7-a7 b6-d6").unwrap();
        }
        assert_eq!(game.ending(), Some(Ending::draw(Reason::Repetition)));
        let error = game.play_list("a7-d7").unwrap_err().to_string();
        assert_eq!(error, "move 9: expected no further move: the game is over (threefold repetition), found a7-d7");
        game.undo();
        assert_eq!(game.ending(), None);
        game.redo();
        assert!(game.ending().is_some());
    }

    #[test]
    fn quiet_moves_are_counted_in_moves_of_both_sides() {
        for limit in [1, 2, 20] {
            let mut game = quiet_game(DrawRules { repetition: false, quiet_moves: Some(limit) });
            let mut plies = 0;
            for mv in ["a7-d7", "d6-b6", "d7-a7", "b6-d6"].iter().cycle() {
                if game.ending().is_some() {
                    break;
                }
                game.play(mv.parse().unwrap()).unwrap();
                plies += 1;
            }
            assert_eq!(plies, 2 * limit);
            assert_eq!(game.ending(), Some(Ending::draw(Reason::QuietMoves)));
        }
    }

    #[test]
    fn draws_can_be_off() {
        let mut game = quiet_game(DrawRules::OFF);
        for _ in 0..60 {
            game.play_list("a7-d7 d6-b6 d7-a7 b6-d6").unwrap();
        }
        assert_eq!(game.ending(), None);
    }

    /// Random games with undone moves, compared with a count over the whole game after each move.
    #[test]
    fn what_the_draw_rules_count_is_what_a_look_at_the_whole_game_finds() {
        let moves_of = |game: &Record<Morris>| game.position().legal_moves().collect::<Vec<_>>();
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..20 {
            let mut game = quiet_game(DrawRules::OFF);
            for _ in 0..400 {
                if rng.u8(..4) == 0 {
                    for _ in 0..rng.usize(..6) {
                        game.undo();
                    }
                    for _ in 0..rng.usize(..3) {
                        game.redo();
                    }
                } else if let Some(mv) = rng.choice(moves_of(&game)) {
                    // Few different moves, so that positions recur.
                    let mv = if rng.bool() { moves_of(&game)[0] } else { mv };
                    game.play(mv).unwrap();
                }
                let steps = game.moves().iter().zip(game.positions()).rev();
                let quiet = steps.take_while(|(mv, position)| !position.is_irreversible(**mv)).count();
                let recent = &game.positions()[game.moves().len() - quiet..];
                let occurrences = recent.iter().filter(|position| *position == game.position()).count();
                let Counts { quiet: counted, occurrences: seen, .. } = game.counts[game.played];
                assert_eq!((counted, seen), (quiet, occurrences), "{}", game.move_list());
            }
            let mut again = Record::with_draws(*game.start(), DrawRules::OFF);
            again.play_list(&game.move_list()).unwrap();
            game.forget_undone();
            assert_eq!(game, again);
        }
    }

    #[test]
    fn placing_is_no_quiet_move() {
        let mut game: Record<Morris> = Record::new(Morris::new());
        game.play_list("a7 d7 g7").unwrap();
        assert_eq!(game.quiet_plies(), 0);
    }

    #[test]
    fn undo_and_redo_walk_through_the_game() {
        let mut game: Record<ConnectFour> = Record::new(ConnectFour::new());
        game.play_list("4435").unwrap();
        let end = *game.position();
        for _ in 0..4 {
            assert!(game.undo().is_some());
        }
        assert_eq!(game.undo(), None);
        assert_eq!(*game.position(), ConnectFour::new());
        assert_eq!(game.undone().len(), 4);
        while game.redo().is_some() {}
        assert_eq!(*game.position(), end);
        game.undo();
        game.play_list("1").unwrap();
        assert_eq!((game.move_list().as_str(), game.undone().len()), ("4431", 0));
    }

    #[test]
    fn players_may_end_a_game_once() {
        let mut game: Record<ConnectFour> = Record::new(ConnectFour::new());
        let win = Outcome::Win(Side::Second);
        assert_eq!(game.conclude(win, Reason::Resignation), Ok(()));
        let ending = Ending { outcome: win, reason: Reason::Resignation };
        assert_eq!(game.ending(), Some(ending));
        assert_eq!(game.conclude(Outcome::Draw, Reason::Agreement), Err(ending));
        assert!(game.play_list("4").is_err());
        game.undo();
        assert_eq!(game.ending(), None);
    }

    #[test]
    fn draw_rules_read_back() {
        for text in ["repetition 50", "repetition", "20", "off"] {
            assert_eq!(text.parse::<DrawRules>().unwrap().to_string(), text);
        }
        for bad in ["", "0", "repetition 0", "repetition off", "-1", "50 repetition"] {
            assert!(bad.parse::<DrawRules>().is_err(), "{bad:?}");
        }
    }
}
