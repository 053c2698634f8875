//! Positions of every game.

use std::collections::HashSet;
use std::fmt::{self, Display};

use super::game::{Game, RuleSet};
use super::moves::AnyMove;
use super::symmetry::AnySymmetry;
use crate::connect_four::{self, ConnectFour, Solver};
use crate::diagram::{Diagram, Shape, Touched};
use crate::facts::{Explained, Fact};
use crate::game::{Ending, ParseMoveError, Position, Side, perft};
use crate::morris::{self, Lasker, Morabaraba, Morris, NoFlying, Rows, Standard};
use crate::notation::PositionError;
use crate::phase::{Phase, Phased};
use crate::record::{DrawRules, Record};
use crate::search::Heuristic;
use crate::symmetry::{self, Classified, Symmetric, Symmetry as _, SymmetryStep};
use crate::value::Value;

/// Defines [`AnyPosition`] with a variant for each board size and rule set, and `on_position!`, which runs the same code on any of them.
macro_rules! any_position {
    ($d:tt $($board:ident: $width:literal x $height:literal,)* ; $($rules:ident,)*) => {
        /// A position of any game.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "the variants are named after board size and rule set")]
        pub enum AnyPosition {
            $($board(ConnectFour<$width, $height>),)*
            $($rules(Morris<$rules>),)*
        }

        impl AnyPosition {
            /// The start of a game; `None` for a board size that is not available.
            pub(super) fn start_of(game: Game) -> Option<Self> {
                match game {
                    $(Game::ConnectFour { width: $width, height: $height } => Some(Self::$board(ConnectFour::new())),)*
                    Game::ConnectFour { .. } => None,
                    $(Game::Morris(RuleSet::$rules) => Some(Self::$rules(Morris::new())),)*
                }
            }

            /// The game this is a position of.
            pub const fn game(&self) -> Game {
                match self {
                    $(Self::$board(_) => Game::ConnectFour { width: $width, height: $height },)*
                    $(Self::$rules(_) => Game::Morris(RuleSet::$rules),)*
                }
            }

            /// The position of this game with this [key](Position::key), if there is one.
            pub fn from_key(game: Game, key: u64) -> Option<Self> {
                match Self::start(game) {
                    $(Self::$board(_) => ConnectFour::from_key(key).map(Self::$board),)*
                    $(Self::$rules(_) => Morris::from_key(key).map(Self::$rules),)*
                }
            }

            /// Reads a list of moves, a one-line text or a picture of this game.
            ///
            /// # Errors
            /// What could not be read, or why the board is impossible.
            pub fn read(game: Game, text: &str) -> Result<Self, PositionError<Fault>> {
                match Self::start(game) {
                    $(Self::$board(_) => text.parse().map(Self::$board).map_err(|e| e.map_faults(Fault::ConnectFour)),)*
                    $(Self::$rules(_) => text.parse().map(Self::$rules).map_err(|e| e.map_faults(Fault::Morris)),)*
                }
            }
        }

        $(
            impl From<ConnectFour<$width, $height>> for AnyPosition {
                fn from(position: ConnectFour<$width, $height>) -> Self {
                    Self::$board(position)
                }
            }

            impl TryFrom<AnyPosition> for ConnectFour<$width, $height> {
                type Error = ForeignPosition;

                fn try_from(any: AnyPosition) -> Result<Self, ForeignPosition> {
                    if let AnyPosition::$board(position) = any { Ok(position) } else { Err(ForeignPosition) }
                }
            }
        )*
        $(
            impl From<Morris<$rules>> for AnyPosition {
                fn from(position: Morris<$rules>) -> Self {
                    Self::$rules(position)
                }
            }

            impl TryFrom<AnyPosition> for Morris<$rules> {
                type Error = ForeignPosition;

                fn try_from(any: AnyPosition) -> Result<Self, ForeignPosition> {
                    if let AnyPosition::$rules(position) = any { Ok(position) } else { Err(ForeignPosition) }
                }
            }
        )*

        impl AnyPosition {
            /// A value of this position as the usual score of Connect Four, see [`Solver`]; `None` in morris.
            pub fn score_of(&self, value: Value) -> Option<i32> {
                match self {
                    $(Self::$board(position) => Some(Solver::score_of(position, value)),)*
                    $(Self::$rules(_) => None,)*
                }
            }

            /// The rows of the first and the second side of morris; `None` in Connect Four.
            pub(super) fn rows(&self) -> Option<[Rows; 2]> {
                match self {
                    $(Self::$board(_) => None,)*
                    $(Self::$rules(position) => Some([Side::First, Side::Second].map(|side| position.rows(side))),)*
                }
            }
        }

        macro_rules! on_position {
            ($d any:expr, $d position:ident => $d body:expr) => {
                match $d any {
                    $(AnyPosition::$board($d position) => $d body,)*
                    $(AnyPosition::$rules($d position) => $d body,)*
                }
            };
        }
    };
}

// Every board at least four wide and three high that fits into 64 bits.
any_position! { $
    Board4x3: 4 x 3, Board5x3: 5 x 3, Board6x3: 6 x 3, Board7x3: 7 x 3, Board8x3: 8 x 3, Board9x3: 9 x 3,
    Board10x3: 10 x 3, Board11x3: 11 x 3, Board12x3: 12 x 3, Board13x3: 13 x 3, Board14x3: 14 x 3, Board15x3: 15 x 3,
    Board16x3: 16 x 3,
    Board4x4: 4 x 4, Board5x4: 5 x 4, Board6x4: 6 x 4, Board7x4: 7 x 4, Board8x4: 8 x 4, Board9x4: 9 x 4,
    Board10x4: 10 x 4, Board11x4: 11 x 4, Board12x4: 12 x 4,
    Board4x5: 4 x 5, Board5x5: 5 x 5, Board6x5: 6 x 5, Board7x5: 7 x 5, Board8x5: 8 x 5, Board9x5: 9 x 5,
    Board10x5: 10 x 5,
    Board4x6: 4 x 6, Board5x6: 5 x 6, Board6x6: 6 x 6, Board7x6: 7 x 6, Board8x6: 8 x 6, Board9x6: 9 x 6,
    Board4x7: 4 x 7, Board5x7: 5 x 7, Board6x7: 6 x 7, Board7x7: 7 x 7, Board8x7: 8 x 7,
    Board4x8: 4 x 8, Board5x8: 5 x 8, Board6x8: 6 x 8, Board7x8: 7 x 8,
    Board4x9: 4 x 9, Board5x9: 5 x 9, Board6x9: 6 x 9,
    Board4x10: 4 x 10, Board5x10: 5 x 10,
    Board4x11: 4 x 11, Board5x11: 5 x 11,
    Board4x12: 4 x 12, Board4x13: 4 x 13, Board4x14: 4 x 14, Board4x15: 4 x 15,
    ;
    Standard, NoFlying, Lasker, Morabaraba,
}

/// A position of another game or variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a position of another game")]
pub struct ForeignPosition;

/// A reason why a board of any game is not a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// In Connect Four.
    ConnectFour(connect_four::Fault),
    /// In morris.
    Morris(morris::Fault),
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ConnectFour(fault) => fault.fmt(f),
            Self::Morris(fault) => fault.fmt(f),
        }
    }
}

impl AnyPosition {
    /// The start of a game.
    ///
    /// # Panics
    /// For a board size that [`Game`] does not read.
    pub fn start(game: Game) -> Self {
        Self::start_of(game).expect("a game that reads back has a start")
    }

    /// Reads a game so far: a list of moves is played from the start with these draw rules; a board is the start itself.
    ///
    /// # Errors
    /// What could not be read or played, or why the board is impossible.
    pub fn read_record(game: Game, text: &str, draws: DrawRules) -> Result<Record<Self>, PositionError<Fault>> {
        let is_board = match game {
            Game::ConnectFour { .. } => connect_four::is_board(text),
            Game::Morris(_) => morris::is_board(text),
        };
        if is_board {
            return Ok(Record::with_draws(Self::read(game, text)?, draws));
        }
        let mut record = Record::with_draws(Self::start(game), draws);
        record.play_list(text)?;
        Ok(record)
    }

    /// The canonical position of this one and all its symmetric images, and the symmetry that maps to it; see [`Symmetric::canonical`].
    pub fn canonical(&self) -> (Self, AnySymmetry) {
        on_position!(self, position => {
            let (canonical, symmetry) = position.canonical();
            (canonical.into(), symmetry.into())
        })
    }

    /// The steps that lead to the [canonical](Self::canonical) position, in order.
    pub fn steps_to_canonical(&self) -> Vec<SymmetryStep> {
        on_position!(self, position => position.canonical().1.steps())
    }

    /// The image after a step, if the game has it.
    pub fn image(&self, step: SymmetryStep) -> Option<Self> {
        on_position!(self, position => symmetry::Symmetry::of_step(step).map(|step| position.transform(step).into()))
    }

    /// All symmetric images, each once, including this position.
    pub fn images(&self) -> HashSet<Self> {
        on_position!(self, position => all_images(position).map(Into::into).collect())
    }

    /// Counts the sequences of `depth` moves, as fast as the game itself can; see [`perft`](crate::perft()).
    pub fn perft(&self, depth: u32) -> u64 {
        on_position!(self, position => perft(position, depth))
    }
}

fn all_images<P: Symmetric>(position: &P) -> impl Iterator<Item = P> {
    P::Symmetry::all().map(|symmetry| position.transform(symmetry))
}

impl Heuristic for AnyPosition {
    fn estimate(&self) -> i32 {
        on_position!(self, position => position.estimate())
    }

    fn criteria(&self) -> i32 {
        on_position!(self, position => position.criteria())
    }

    fn promise(&self, mv: AnyMove) -> i32 {
        on_position!(self, position => mv.try_into().map_or(0, |mv| position.promise(mv)))
    }

    fn one_point(&self) -> i32 {
        on_position!(self, position => position.one_point())
    }
}

impl Classified for AnyPosition {
    fn representative(&self) -> Self {
        on_position!(self, position => position.representative().into())
    }

    fn class_key(&self) -> u64 {
        on_position!(self, position => position.class_key())
    }
}

impl Diagram for AnyPosition {
    fn shape(&self) -> Shape {
        on_position!(self, position => position.shape())
    }

    fn cells(&self) -> Vec<Option<Side>> {
        on_position!(self, position => position.cells())
    }

    fn touched(&self, mv: AnyMove) -> Touched {
        on_position!(self, position => position.touched(mv.try_into().expect("a legal move is of this game")))
    }

    fn was_touched(&self, mv: AnyMove) -> Touched {
        on_position!(self, position => position.was_touched(mv.try_into().expect("the last move is of this game")))
    }

    fn winning_line(&self) -> Vec<usize> {
        on_position!(self, position => position.winning_line())
    }

    fn men_in_hand(&self) -> Option<[u8; 2]> {
        on_position!(self, position => position.men_in_hand())
    }
}

impl Explained for AnyPosition {
    fn facts(&self) -> Vec<Fact> {
        on_position!(self, position => position.facts())
    }

    fn facts_of(&self, mv: AnyMove) -> Vec<Fact> {
        on_position!(self, position => mv.try_into().map_or_else(|_| Vec::new(), |mv| position.facts_of(mv)))
    }
}

impl Phased for AnyPosition {
    fn phase(&self) -> Phase {
        on_position!(self, position => position.phase())
    }
}

/// As the game itself writes it, including with `{:#}`.
impl Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        on_position!(self, position => position.fmt(f))
    }
}

impl Position for AnyPosition {
    type Move = AnyMove;

    fn turn(&self) -> Side {
        on_position!(self, position => position.turn())
    }

    fn ending(&self) -> Option<Ending> {
        on_position!(self, position => position.ending())
    }

    fn legal_moves(&self) -> impl Iterator<Item = AnyMove> {
        let moves: Vec<AnyMove> = on_position!(self, position => position.legal_moves().map(AnyMove::from).collect());
        moves.into_iter()
    }

    fn play_unchecked(&mut self, mv: AnyMove) {
        on_position!(self, position => position.play_unchecked(mv.try_into().expect("a legal move is of this game")));
    }

    fn key(&self) -> u64 {
        on_position!(self, position => position.key())
    }

    fn is_irreversible(&self, mv: AnyMove) -> bool {
        on_position!(self, position => mv.try_into().is_ok_and(|mv| position.is_irreversible(mv)))
    }

    fn read_move(&self, word: &str) -> Result<AnyMove, ParseMoveError> {
        on_position!(self, position => position.read_move(word).map(AnyMove::from))
    }

    fn split_moves<'a>(&self, text: &'a str) -> impl Iterator<Item = &'a str> {
        let words: Vec<&str> = on_position!(self, position => position.split_moves(text).collect());
        words.into_iter()
    }

    fn separator(&self) -> &'static str {
        on_position!(self, position => position.separator())
    }

    fn side_name(&self, side: Side) -> &'static str {
        on_position!(self, position => position.side_name(side))
    }

    fn expected_instead(&self, mv: AnyMove) -> Option<String> {
        on_position!(self, position => mv.try_into().ok().and_then(|mv| position.expected_instead(mv)))
    }

    fn is_legal(&self, mv: AnyMove) -> bool {
        on_position!(self, position => mv.try_into().is_ok_and(|mv| position.is_legal(mv)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_of_the_other_game_is_not_legal() {
        let board = AnyPosition::start(Game::CONNECT_FOUR);
        let morris = AnyPosition::start(Game::MORRIS);
        let placement = morris.read_move("4").unwrap();
        assert!(morris.is_legal(placement));
        assert!(!board.is_legal(placement));
    }
}
