//! A game as it was played: start, moves, taking back, and the draws that no single position shows.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use crate::game::{Ending, IllegalMove, Outcome, Position, Reason};
use crate::notation::{SyntaxError, nth_move, quoted, read_nth_move};

/// When a game that does not end on the board is drawn.
///
/// The count of quiet moves starts anew whenever a man is placed or taken; two plies are one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DrawRules {
    /// The third occurrence of a position ends the game.
    pub repetition: bool,
    /// So many moves of each side without a mill end the game.
    pub quiet_moves: Option<u32>,
}

impl DrawRules {
    /// No draws but those on the board.
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

/// A game from its start to the present, with the moves that were taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record<P: Position> {
    /// The position before each move, and the last one.
    positions: Vec<P>,
    moves: Vec<P::Move>,
    /// How many of the moves stand; the others were taken back.
    played: usize,
    draws: DrawRules,
    conclusion: Option<Ending>,
}

/// A move that a record does not take.
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
    /// A game that is about to begin, with the usual draw rules.
    pub fn new(start: P) -> Self {
        Self::with_draws(start, DrawRules::default())
    }

    /// A game that is about to begin.
    pub fn with_draws(start: P, draws: DrawRules) -> Self {
        Self { positions: vec![start], moves: Vec::new(), played: 0, draws, conclusion: None }
    }

    /// The position before the first move.
    pub fn start(&self) -> &P {
        &self.positions[0]
    }

    /// The position after the last move that stands.
    pub fn position(&self) -> &P {
        &self.positions[self.played]
    }

    /// The positions from the start to the present.
    pub fn positions(&self) -> &[P] {
        &self.positions[..=self.played]
    }

    /// The moves that stand.
    pub fn moves(&self) -> &[P::Move] {
        &self.moves[..self.played]
    }

    /// The moves taken back, the next to be played again first.
    pub fn undone(&self) -> &[P::Move] {
        &self.moves[self.played..]
    }

    /// The draw rules of this game.
    pub fn draws(&self) -> DrawRules {
        self.draws
    }

    /// Plays a move; moves that were taken back are forgotten.
    ///
    /// # Errors
    /// If the move is not legal or the game is over; then nothing has changed.
    pub fn play(&mut self, mv: P::Move) -> Result<(), RecordError<P>> {
        if let Some(ending) = self.ending() {
            return Err(RecordError::Over(ending));
        }
        let next = self.position().clone().play(mv).map_err(RecordError::Illegal)?;
        self.moves.truncate(self.played);
        self.positions.truncate(self.played + 1);
        self.moves.push(mv);
        self.positions.push(next);
        self.played += 1;
        Ok(())
    }

    /// Plays a list of moves as players write it.
    ///
    /// # Errors
    /// Which move could not be read or played; those before it have been played.
    pub fn play_list(&mut self, text: &str) -> Result<(), SyntaxError> {
        let words: Vec<&str> = self.start().split_moves(text).collect();
        for word in words {
            let n = self.played;
            let mv = read_nth_move(self.start(), n, word)?;
            self.play(mv).map_err(|error| SyntaxError::new(nth_move(n), mv, error.expectation()))?;
        }
        Ok(())
    }

    /// Takes the last move back and says which it was; a conclusion is taken back with it.
    pub fn undo(&mut self) -> Option<P::Move> {
        self.conclusion = None;
        self.played = self.played.checked_sub(1)?;
        Some(self.moves[self.played])
    }

    /// Plays the move again that was taken back last.
    pub fn redo(&mut self) -> Option<P::Move> {
        let mv = *self.moves.get(self.played)?;
        self.played += 1;
        Some(mv)
    }

    /// Ends the game by a decision of the players or the clock; forgets what was taken back.
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
                self.moves.truncate(self.played);
                self.positions.truncate(self.played + 1);
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
        let quiet = self.quiet_plies();
        if self.draws.repetition && self.occurrences(quiet) >= 3 {
            return Some(Ending::draw(Reason::Repetition));
        }
        let limit = self.draws.quiet_moves?;
        (quiet as u64 >= 2 * u64::from(limit)).then_some(Ending::draw(Reason::QuietMoves))
    }

    /// How many plies have passed since a man was placed or taken.
    pub fn quiet_plies(&self) -> usize {
        let steps = self.moves().iter().zip(&self.positions).rev();
        steps.take_while(|(mv, position)| !position.is_irreversible(**mv)).count()
    }

    /// How often the present position occurred in the last so many plies.
    fn occurrences(&self, plies: usize) -> usize {
        let recent = &self.positions[self.played - plies..=self.played];
        recent.iter().filter(|&position| position == self.position()).count()
    }

    /// The moves that stand, as players write them.
    pub fn move_list(&self) -> String {
        let words: Vec<String> = self.moves().iter().map(ToString::to_string).collect();
        words.join(self.start().separator())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ConnectFour, Morris, Side};

    /// White and Black with four men each that can step to and fro without a mill.
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
