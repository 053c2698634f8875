//! Every game at once, chosen at run time. The only place that matches over all games.

use std::collections::HashSet;
use std::fmt::{self, Display};
use std::str::FromStr;

use crate::analysis::Unanswered;
use crate::analyst::{AnyOracle, Library, OfGame};
use crate::any_player::{Plays, Thinker};
use crate::connect_four::{self, BookThenSolver, Column, ConnectFour, Solver};
use crate::diagram::Diagram;
use crate::explain::{Explained, Fact};
use crate::game::{Ending, ParseMoveError, Position, Side, perft};
use crate::morris::{self, Lasker, Morabaraba, Morris, NoFlying, Rules, Standard, TablesThenSearch};
use crate::notation::{PositionError, quoted};
use crate::phase::{Phase, Phased};
use crate::player::Player;
use crate::record::{DrawRules, Record};
use crate::search::Heuristic;
use crate::spec::Spec;
use crate::symmetry::{self, Classified, Symmetric, Symmetry as _, SymmetryStep};
use crate::value::Value;

/// A game with its variant, as in `connect-four:8x7` or `morris:lasker`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Game {
    /// Connect Four.
    ConnectFour {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// Nine Men's Morris or a relative.
    Morris(RuleSet),
}

/// The name of a morris rule set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RuleSet {
    /// [`morris::Standard`]
    Standard,
    /// [`morris::NoFlying`]
    NoFlying,
    /// [`morris::Lasker`]
    Lasker,
    /// [`morris::Morabaraba`]
    Morabaraba,
}

impl RuleSet {
    /// Every rule set.
    pub const ALL: [Self; 4] = [Self::Standard, Self::NoFlying, Self::Lasker, Self::Morabaraba];

    /// The name, as in `morris:lasker`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => Standard::NAME,
            Self::NoFlying => NoFlying::NAME,
            Self::Lasker => Lasker::NAME,
            Self::Morabaraba => Morabaraba::NAME,
        }
    }

    /// Does something that is written for any rule set with this one.
    pub fn run<T: ForRules>(self, task: T) -> T::Output {
        match self {
            Self::Standard => task.run::<Standard>(),
            Self::NoFlying => task.run::<NoFlying>(),
            Self::Lasker => task.run::<Lasker>(),
            Self::Morabaraba => task.run::<Morabaraba>(),
        }
    }
}

/// Something that can be done with any rule set of morris; see [`RuleSet::run`].
pub trait ForRules {
    /// What comes out.
    type Output;

    /// Does it with rules `R`.
    fn run<R: Rules>(self) -> Self::Output;
}

impl FromStr for RuleSet {
    type Err = ParseGameError;

    fn from_str(text: &str) -> Result<Self, ParseGameError> {
        let rules = Self::ALL.into_iter().find(|rules| rules.name() == text);
        rules.ok_or_else(|| ParseGameError::RuleSet(quoted(text)))
    }
}

/// Makes [`AnyPosition`] with a variant for each board size and rule set, and `on_position!`, which runs the same code on
/// whichever it is.
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
            /// The start of a game; none for a board size that is not offered.
            fn start_of(game: Game) -> Option<Self> {
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
            /// What could not be read, or why the board cannot be.
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
            /// Someone who knows exact values of the game of this position.
            pub(crate) fn oracle(&self, library: &Library) -> Result<Option<Box<dyn AnyOracle>>, Unanswered> {
                match self {
                    $(Self::$board(_) => Ok(Some(solver::<$width, $height>(library))),)*
                    $(Self::$rules(_) => tables::<$rules>(library),)*
                }
            }

            /// A value of this position as the usual score of Connect Four, see [`Solver`]; none in morris.
            pub fn score_of(&self, value: Value) -> Option<i32> {
                match self {
                    $(Self::$board(position) => Some(Solver::score_of(position, value)),)*
                    $(Self::$rules(_) => None,)*
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

// Every board at least four wide and three high that fits 64 bits.
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

impl Game {
    /// Connect Four on the usual board.
    pub const CONNECT_FOUR: Self = Self::ConnectFour { width: 7, height: 6 };
    /// Nine Men's Morris with the usual rules.
    pub const MORRIS: Self = Self::Morris(RuleSet::Standard);

    /// Connect Four on every board there is.
    pub fn boards() -> impl Iterator<Item = Self> {
        let sizes = (3..=15).flat_map(|height| (4..=16).map(move |width| (width, height)));
        let games = sizes.map(|(width, height)| Self::ConnectFour { width, height });
        games.filter(|&game| AnyPosition::start_of(game).is_some())
    }
}

impl Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            &Self::CONNECT_FOUR => f.write_str("connect-four"),
            Self::ConnectFour { width, height } => write!(f, "connect-four:{width}x{height}"),
            &Self::MORRIS => f.write_str("morris"),
            Self::Morris(rules) => write!(f, "morris:{}", rules.name()),
        }
    }
}

/// A text that names no [`Game`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseGameError {
    /// Neither of the two games.
    #[error(
        "expected connect-four or morris, with a variant after a colon (connect-four:8x7, morris:lasker), found {0}"
    )]
    Name(String),
    /// Not a size such as `8x7`.
    #[error("expected a board size such as connect-four:8x7, found {0}")]
    Size(String),
    /// A board of a size that is not offered.
    #[error(
        "expected a board at least 4 wide and 3 high with width * (height + 1) at most 64, found {width}x{height}{}",
        if *width >= 4 && *height >= 3 { format!(", which gives {}", width * (height + 1)) } else { String::new() }
    )]
    Fit {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// Not one of the rule sets.
    #[error("expected a rule set among standard, no-flying, lasker and morabaraba, found {0}")]
    RuleSet(String),
}

impl FromStr for Game {
    type Err = ParseGameError;

    fn from_str(text: &str) -> Result<Self, ParseGameError> {
        let (name, variant) = match text.split_once(':') {
            Some((name, variant)) => (name, Some(variant)),
            None => (text, None),
        };
        match (name, variant) {
            ("connect-four", None) => Ok(Self::CONNECT_FOUR),
            ("connect-four", Some(size)) => read_size(size),
            ("morris", None) => Ok(Self::MORRIS),
            ("morris", Some(name)) => name.parse().map(Self::Morris),
            _ => Err(ParseGameError::Name(quoted(text))),
        }
    }
}

fn read_size(text: &str) -> Result<Game, ParseGameError> {
    // Three digits are more than any board has, and keep products small.
    let number = |digits: &str| digits.parse().ok().filter(|_| digits.len() <= 3);
    let size = text.split_once('x').and_then(|(width, height)| Some((number(width)?, number(height)?)));
    let Some((width, height)) = size else { return Err(ParseGameError::Size(quoted(text))) };
    let game = Game::ConnectFour { width, height };
    match AnyPosition::start_of(game) {
        Some(_) => Ok(game),
        None => Err(ParseGameError::Fit { width, height }),
    }
}

/// A move of any game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnyMove {
    /// A move of Connect Four.
    Column(Column),
    /// A move of morris.
    Morris(morris::Move),
}

/// Written as the game itself writes it, also with `{:#}`.
impl Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Column(column) => column.fmt(f),
            Self::Morris(mv) => mv.fmt(f),
        }
    }
}

impl From<Column> for AnyMove {
    fn from(column: Column) -> Self {
        Self::Column(column)
    }
}

impl From<morris::Move> for AnyMove {
    fn from(mv: morris::Move) -> Self {
        Self::Morris(mv)
    }
}

/// A symmetry of any game, as far as moves are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnySymmetry {
    /// Of Connect Four.
    ConnectFour {
        /// Columns of the board.
        width: usize,
        /// Left and right change places.
        mirror: bool,
    },
    /// Of morris.
    Morris(morris::Symmetry),
}

impl AnySymmetry {
    /// The symmetry that takes this one back.
    #[must_use]
    pub fn inverse(self) -> Self {
        match self {
            Self::ConnectFour { .. } => self,
            Self::Morris(symmetry) => Self::Morris(symmetry.inverse()),
        }
    }

    /// The image of a move; one of the other game stays as it is.
    #[must_use]
    pub fn image(self, mv: AnyMove) -> AnyMove {
        match (self, mv) {
            (Self::ConnectFour { width, mirror: true }, AnyMove::Column(column)) if column.index() < width => {
                AnyMove::Column(Column::new(width - 1 - column.index()))
            }
            (Self::Morris(symmetry), AnyMove::Morris(mv)) => {
                AnyMove::Morris(Morris::<Standard>::transform_move(mv, symmetry))
            }
            _ => mv,
        }
    }
}

impl<const W: usize> From<connect_four::Symmetry<W>> for AnySymmetry {
    fn from(symmetry: connect_four::Symmetry<W>) -> Self {
        Self::ConnectFour { width: W, mirror: symmetry.mirror }
    }
}

impl From<morris::Symmetry> for AnySymmetry {
    fn from(symmetry: morris::Symmetry) -> Self {
        Self::Morris(symmetry)
    }
}

/// A position of another game or variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a position of another game")]
pub struct ForeignPosition;

/// A move of the other game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a move of another game")]
pub struct ForeignMove;

impl TryFrom<AnyMove> for Column {
    type Error = ForeignMove;

    fn try_from(mv: AnyMove) -> Result<Self, ForeignMove> {
        if let AnyMove::Column(column) = mv { Ok(column) } else { Err(ForeignMove) }
    }
}

impl TryFrom<AnyMove> for morris::Move {
    type Error = ForeignMove;

    fn try_from(mv: AnyMove) -> Result<Self, ForeignMove> {
        if let AnyMove::Morris(mv) = mv { Ok(mv) } else { Err(ForeignMove) }
    }
}

/// Something that keeps a board of any game from being a position.
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
    /// What could not be read or played, or why the board cannot be.
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

    /// The position that stands for this one and all its symmetric images, and the symmetry that leads there; see
    /// [`Symmetric::canonical`].
    pub fn canonical(&self) -> (Self, AnySymmetry) {
        on_position!(self, position => {
            let (canonical, symmetry) = position.canonical();
            (canonical.into(), symmetry.into())
        })
    }

    /// The steps that lead to the [canonical](Self::canonical) position, one after the other.
    pub fn steps_to_canonical(&self) -> Vec<SymmetryStep> {
        on_position!(self, position => position.canonical().1.steps())
    }

    /// The image after a step, if the game has it.
    pub fn image(&self, step: SymmetryStep) -> Option<Self> {
        on_position!(self, position => symmetry::Symmetry::of_step(step).map(|step| position.transform(step).into()))
    }

    /// All symmetric images, each once, this position among them.
    pub fn images(&self) -> HashSet<Self> {
        on_position!(self, position => all_images(position).map(Into::into).collect())
    }

    /// Counts the ways to play `depth` moves, as fast as the game itself can; see [`perft`](crate::perft()).
    pub fn perft(&self, depth: u32) -> u64 {
        on_position!(self, position => perft(position, depth))
    }
}

impl AnyPosition {
    /// Someone who plays the game of this position.
    ///
    /// The usual games have a search compiled for them. All other boards share one, which asks [`AnyPosition`] for every
    /// move and takes three times as long: a search for each would take minutes to compile.
    pub(crate) fn thinker(&self, spec: Spec, seed: u64) -> Box<dyn Thinker> {
        match self {
            Self::Board7x6(_) => Box::new(Player::<ConnectFour>::new(spec, seed)),
            Self::Standard(_) => Box::new(Player::<Morris>::new(spec, seed)),
            Self::NoFlying(_) => Box::new(Player::<Morris<NoFlying>>::new(spec, seed)),
            Self::Lasker(_) => Box::new(Player::<Morris<Lasker>>::new(spec, seed)),
            Self::Morabaraba(_) => Box::new(Player::<Morris<Morabaraba>>::new(spec, seed)),
            _ => Box::new(Player::<Self>::new(spec, seed)),
        }
    }
}

fn all_images<P: Symmetric>(position: &P) -> impl Iterator<Item = P> {
    P::Symmetry::all().map(|symmetry| position.transform(symmetry))
}

/// Nobody, if there is no folder with tables.
fn tables<R: Rules>(library: &Library) -> Result<Option<Box<dyn AnyOracle>>, Unanswered>
where
    Morris<R>: Plays,
{
    let Some(folder) = &library.tables else { return Ok(None) };
    let oracle =
        TablesThenSearch::<R>::new(folder, library.threads).map_err(|error| Unanswered::Damaged(error.to_string()))?;
    Ok(Some(Box::new(OfGame::<Morris<R>, _>::new(oracle))))
}

fn solver<const W: usize, const H: usize>(library: &Library) -> Box<dyn AnyOracle>
where
    ConnectFour<W, H>: Plays,
{
    let solver = Solver::<W, H>::with(library.table_bytes, library.threads);
    let oracle = BookThenSolver::new(library.books.clone(), solver, library.watcher.clone());
    Box::new(OfGame::<ConnectFour<W, H>, _>::new(oracle))
}

impl Heuristic for AnyPosition {
    fn estimate(&self) -> i32 {
        on_position!(self, position => position.estimate())
    }

    fn promise(&self, mv: AnyMove) -> i32 {
        on_position!(self, position => mv.try_into().map_or(0, |mv| position.promise(mv)))
    }
}

impl Classified for AnyPosition {
    fn representative(&self) -> Self {
        on_position!(self, position => position.representative().into())
    }
}

impl Diagram for AnyPosition {
    fn cells(&self) -> Vec<Option<Side>> {
        on_position!(self, position => position.cells())
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

/// As the game itself writes it, also with `{:#}`.
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

    fn is_legal(&self, mv: AnyMove) -> bool {
        on_position!(self, position => mv.try_into().is_ok_and(|mv| position.is_legal(mv)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_read_back() {
        for name in
            ["connect-four", "connect-four:8x7", "connect-four:10x5", "morris", "morris:no-flying", "morris:lasker"]
        {
            assert_eq!(name.parse::<Game>().unwrap().to_string(), name);
        }
        assert_eq!("connect-four:7x6".parse(), Ok(Game::CONNECT_FOUR));
        assert_eq!("morris:standard".parse(), Ok(Game::MORRIS));
    }

    #[test]
    fn every_board_that_fits_is_offered() {
        for (width, height) in (4..=20).flat_map(|width| (3..=20).map(move |height| (width, height))) {
            let game = format!("connect-four:{width}x{height}").parse::<Game>();
            assert_eq!(game.is_ok(), width * (height + 1) <= 64, "{width}x{height}");
        }
        assert_eq!(Game::boards().count(), 55);
    }

    #[test]
    fn unknown_games_get_an_error_that_says_what_is_known() {
        let error = |text: &str| text.parse::<Game>().unwrap_err().to_string();
        assert!(error("chess").starts_with("expected connect-four or morris"));
        assert!(error("connect-four:9").contains("8x7"));
        assert!(error("connect-four:9x9").ends_with("found 9x9, which gives 90"));
        assert!(error("connect-four:3x3").ends_with("found 3x3"));
        assert!(error("connect-four:99999999999x6").contains("8x7"));
        assert!(error("morris:tic").contains("no-flying"));
    }

    #[test]
    fn a_move_of_the_other_game_is_not_legal() {
        let board = AnyPosition::start(Game::CONNECT_FOUR);
        let morris = AnyPosition::start(Game::MORRIS);
        let placement = morris.read_move("4").unwrap();
        assert!(morris.is_legal(placement));
        assert!(!board.is_legal(placement));
    }
}
