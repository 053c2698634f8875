//! The text databases of the three older programs that had one, line by line.
//!
//! A line is a [`Claim`]: what another program said about a position. None of it is believed as it is; [`Examiner`] finds out what it is
//! worth here. All numbers are decimal.
//!
//! | program | a line | a number on it |
//! |---|---|---|
//! | [`V1`](Program::V1) | `O-bits:X-bits, column, depth` | the men on the board when the game is won, at the latest |
//! | [`V2`](Program::V2) | `key move score player` | games won minus games lost by `X`, of 200 random ones |
//! | [`V3`](Program::V3) | `key value` | its criteria, for the side to move |
//!
//! `docs/older-files.md` has the layout of every bit.

use std::sync::Arc;

use crate::analysis::analyze;
use crate::any::{AnyMove, AnyPosition, Game, Library};
use crate::connect_four::{self, BookThenSolver, Column, ConnectFour, Solver};
use crate::database::Known;
use crate::game::{Position, Side};
use crate::morris::{Morris, Standard};
use crate::notation::{SyntaxError, quoted};
use crate::phase::Phase;
use crate::search::{AlphaBeta, AnyEvaluator, ByCriteria, Ground, Limits, Score, Scored, Settings, Silent};
use crate::spec::{Name, Spec};
use crate::symmetry::Symmetric;
use crate::value::{Value, Wdl};

/// The board of V1 and V2, whose bits are ours.
type Board = ConnectFour<7, 6>;

/// The random games behind a score of V2.
const GAMES: i32 = 200;
/// A won game by V3's criteria; it counts as often as there were plies left to search, and once more.
const OVER: i32 = 100_000;
/// How deep V3 searched.
const DEPTH_OF_V3: u32 = 3;
/// The solver's table; one for each thread of an import.
const TABLE_BYTES: usize = 16 << 20;
/// How deep V2 searched.
const DEPTH_OF_V2: u32 = 5;
/// The largest number read: far beyond those of all three programs, far from overflowing.
const MOST: i32 = 100_000_000;
/// V3's keys leave out the side to move, the highest bit of ours.
const WITHOUT_SIDE: u64 = (1 << 56) - 1;

/// An older program with a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Program {
    /// Connect Four: moves proven to win.
    V1,
    /// Connect Four: fourteen tables of best moves with scores from random games.
    V2,
    /// Morris: values of positions.
    V3,
}

/// What a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The position. V1 does not say who is to move; with equally many men it is `O`, its first player.
    pub position: AnyPosition,
    /// The best move; V3 has none.
    pub best: Option<AnyMove>,
    /// V1's depth, V2's score or V3's value.
    pub number: i32,
}

impl Program {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::V1, Self::V2, Self::V3];

    /// `v1`, `v2` or `v3`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::V1 => "v1",
            Self::V2 => "v2",
            Self::V3 => "v3",
        }
    }

    /// The game it plays.
    pub const fn game(self) -> Game {
        match self {
            Self::V1 | Self::V2 => Game::CONNECT_FOUR,
            Self::V3 => Game::MORRIS,
        }
    }

    /// The form of a line.
    pub const fn form(self) -> &'static str {
        match self {
            Self::V1 => "O-bits:X-bits, column, depth",
            Self::V2 => "key move score player",
            Self::V3 => "key value",
        }
    }

    /// Reads a line.
    ///
    /// # Errors
    /// The part of the line that cannot be read, or is impossible.
    pub fn read(self, line: &str) -> Result<Claim, SyntaxError> {
        match self {
            Self::V1 => read_v1(line),
            Self::V2 => read_v2(line),
            Self::V3 => read_v3(line),
        }
    }

    /// Writes a line; `None` if the program could not have made this claim.
    pub fn write(self, claim: &Claim) -> Option<String> {
        let Claim { position, best, number } = claim;
        match self {
            Self::V1 => {
                let (board, column) = (Board::try_from(*position).ok()?, Column::try_from((*best)?).ok()?);
                let [o, x] = men(&board);
                Some(format!("{o}:{x}, {}, {number}", column.index()))
            }
            Self::V2 => {
                let board: Board = (*position).try_into().ok()?;
                Some(format!("{} {} {number} {}", board.key(), (*best)?, player(board.turn())))
            }
            Self::V3 => {
                let board: Morris = (*position).try_into().ok()?;
                Some(format!("{} {number}", board.key() & WITHOUT_SIDE))
            }
        }
    }

    /// The lines this program would have written for something known here; none for what it did not keep.
    pub fn claims(self, position: &AnyPosition, known: &Known<AnyMove>) -> Vec<Claim> {
        if position.game() != self.game() {
            return Vec::new();
        }
        let claim = |best, number| Claim { position: *position, best, number };
        match self {
            Self::V1 => claims_of_v1(position, known),
            Self::V2 => {
                score_of_v2(position, known).map(|score| claim(Some(known.best().mv), score)).into_iter().collect()
            }
            Self::V3 => vec![claim(None, value_of_v3(known))],
        }
    }
}

/// The name of V2's table of a phase: `00_table_1_3.txt` to `13_table_40_42.txt`.
pub fn table_name(phase: Phase) -> String {
    let three = phase.number();
    format!("{three:02}_table_{}_{}.txt", 3 * three + 1, 3 * three + 3)
}

/// The phase of V2's table with this name.
pub fn table_phase(name: &str) -> Option<Phase> {
    Program::V2.game().phases().into_iter().find(|phase| table_name(*phase) == name)
}

/// A side as V2 writes it.
const fn player(side: Side) -> i32 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

/// The men of `O` and of `X`, as V1's bits, which are ours.
fn men(board: &Board) -> [u64; 2] {
    if board.turn() == Side::Second { [board.mover(), board.other()] } else { [board.other(), board.mover()] }
}

/// A whole number of one part of a line.
fn whole<T: std::str::FromStr>(place: &str, text: &str, expected: &str) -> Result<T, SyntaxError> {
    text.parse().map_err(|_| SyntaxError::new(place, quoted(text), expected))
}

/// A score, value or depth.
fn number(place: &str, text: &str, least: i32, most: i32) -> Result<i32, SyntaxError> {
    let expected = format!("a whole number from {least} to {most}");
    let read: i32 = whole(place, text, &expected)?;
    if (least..=most).contains(&read) { Ok(read) } else { Err(SyntaxError::new(place, quoted(text), expected)) }
}

fn wrong_form(program: Program, line: &str) -> SyntaxError {
    SyntaxError::new(program.name(), quoted(line), program.form())
}

fn read_v1(line: &str) -> Result<Claim, SyntaxError> {
    let parts: Vec<&str> = line.split(',').map(str::trim).collect();
    let [boards, column, depth] = parts[..] else { return Err(wrong_form(Program::V1, line)) };
    let (o, x) = boards.split_once(':').ok_or_else(|| wrong_form(Program::V1, line))?;
    let bits = |place, text: &str| whole::<u64>(place, text.trim(), "the cells of a side as a number");
    let (o, x) = (bits("O-bits", o)?, bits("X-bits", x)?);
    let turn = if o.count_ones() > x.count_ones() { Side::First } else { Side::Second };
    let board = board_of(o, x, turn)?;
    let column = Column::new(number("column", column, 0, 6)? as usize);
    let position = legal(board, column, "column")?;
    Ok(Claim { position, best: Some(column.into()), number: number("depth", depth, board.men() as i32, MOST)? })
}

/// The position with these cells.
fn board_of(o: u64, x: u64, turn: Side) -> Result<Board, SyntaxError> {
    const STRIDE: usize = 7;
    let wrong = |found: String, expected: &str| Err(SyntaxError::new("boards", found, expected));
    let is_cell = |bit: usize| bit < 7 * STRIDE && bit % STRIDE < 6;
    if let Some(bit) = (0..64).find(|&bit| (o | x) >> bit & 1 == 1 && !is_cell(bit)) {
        return wrong(format!("bit {bit}"), "bits of cells: 7 a column, of which the seventh is never set");
    }
    if o & x != 0 {
        return wrong(format!("{} in both", o & x), "each cell with a man of one side at most");
    }
    let owner = |column: usize, row: usize| match (o >> (column * STRIDE + row) & 1, x >> (column * STRIDE + row) & 1) {
        (1, _) => Some(Side::Second),
        (_, 1) => Some(Side::First),
        _ => None,
    };
    let men = std::array::from_fn(|column| std::array::from_fn(|row| owner(column, row)));
    Board::from_setup(&connect_four::Setup { men, turn: Some(turn) })
        .or_else(|error| wrong(error.to_string(), "a possible position"))
}

/// The position, if this move is legal in it.
fn legal(board: Board, column: Column, place: &str) -> Result<AnyPosition, SyntaxError> {
    if board.is_legal(column) {
        return Ok(board.into());
    }
    let expected = if board.ending().is_some() { "a move of an unfinished game" } else { "a column with room" };
    Err(SyntaxError::new(place, format_args!("column {column} of {board}"), expected))
}

fn read_v2(line: &str) -> Result<Claim, SyntaxError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [key, column, score, player] = words[..] else { return Err(wrong_form(Program::V2, line)) };
    let board = Board::from_key(whole("key", key, "the key of a position")?)
        .ok_or_else(|| SyntaxError::new("key", quoted(key), "the key of a position"))?;
    let column = column.parse().map_err(|_| SyntaxError::new("move", quoted(column), "a column from 1 to 7"))?;
    let position = legal(board, column, "move")?;
    let score = number("score", score, -GAMES, GAMES)?;
    let mover = self::player(board.turn()).to_string();
    if player != mover {
        return Err(SyntaxError::new("player", quoted(player), format_args!("{mover}, who is to move by the key")));
    }
    Ok(Claim { position, best: Some(column.into()), number: score })
}

fn read_v3(line: &str) -> Result<Claim, SyntaxError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [key, value] = words[..] else { return Err(wrong_form(Program::V3, line)) };
    let wrong = || SyntaxError::new("key", quoted(key), "men in hand, the other's men and one's own, in 56 bits");
    let bits: u64 = key.parse().ok().filter(|bits| *bits <= WITHOUT_SIDE).ok_or_else(wrong)?;
    let board: Morris = Morris::<Standard>::from_key(bits).ok_or_else(wrong)?;
    Ok(Claim { position: board.into(), best: None, number: number("value", value, -MOST, MOST)? })
}

/// A proven win, and the same for the mirror image. `O` goes first, as in V1.
fn claims_of_v1(position: &AnyPosition, known: &Known<AnyMove>) -> Vec<Claim> {
    let (Ok(board), Ok(column)) = (Board::try_from(*position), Column::try_from(known.best().mv)) else {
        return Vec::new();
    };
    let Some((Wdl::Win, Some(plies))) = known.best().value().map(|value| (value.wdl(), value.plies())) else {
        return Vec::new();
    };
    // The side to move has as many men as the other and goes first, or one fewer.
    let mover = if board.mover().count_ones() == board.other().count_ones() { Side::Second } else { Side::First };
    let images = [false, true].map(|mirror| {
        let there = connect_four::Symmetry::<7> { mirror, swap: board.turn() != mover };
        let best = Some(Board::transform_move(column, there).into());
        Claim { position: board.transform(there).into(), best, number: board.men() as i32 + i32::from(plies) }
    });
    if images[0].position == images[1].position { images[..1].to_vec() } else { images.to_vec() }
}

/// `X`'s score; `None` for the estimate of a search without random games, which says nothing about games won.
fn score_of_v2(position: &AnyPosition, known: &Known<AnyMove>) -> Option<i32> {
    let won = match known.best().value().map(Value::wdl) {
        Some(Wdl::Win) => GAMES,
        Some(Wdl::Draw) => 0,
        Some(Wdl::Loss) => -GAMES,
        None if known.depth() > 0 => return None,
        None => {
            let share = f64::from(known.best().score().points()?) / f64::from(Score::ALL_WON);
            (share * f64::from(GAMES)).round().clamp(f64::from(-GAMES), f64::from(GAMES)) as i32
        }
    };
    Some(won * player(position.turn()))
}

/// The value for the side to move: an estimate as it is, a mean of random games in parts of a won game.
fn value_of_v3(known: &Known<AnyMove>) -> i32 {
    let score = known.best().score();
    let over = |plies: u16| OVER * (DEPTH_OF_V3.saturating_sub(u32::from(plies)) as i32 + 1);
    match score.value().map(|value| (value.wdl(), value.plies())) {
        Some((Wdl::Win, Some(plies))) => over(plies),
        Some((Wdl::Loss, Some(plies))) => -over(plies),
        _ => score.points().unwrap_or(0).clamp(-MOST, MOST),
    }
}

/// Finds out what claims are worth.
pub struct Examiner {
    four: BookThenSolver,
    morris: AlphaBeta<Morris, AnyEvaluator>,
}

impl Default for Examiner {
    fn default() -> Self {
        let settings = Settings { table: 1 << 16, ..Settings::FULL };
        let solver = Solver::with(TABLE_BYTES, 1);
        let four = BookThenSolver::new(Library::default().books, solver, Arc::new(|_| ()));
        Self { four, morris: AlphaBeta::new(ByCriteria, settings) }
    }
}

impl Examiner {
    /// What a claim is worth here, with the position it is about; `None` if its game is over. If a limit is reached meanwhile, the answer
    /// means nothing.
    ///
    /// V1 claims a win within a number of plies: the solver decides whether that is true, and how quick the quickest win is. V2's random
    /// games are taken for what they are. V3 names no move: its position is searched anew, as deep as V3 did.
    ///
    /// # Errors
    /// A claim that is false.
    pub fn examine(
        &mut self,
        program: Program,
        claim: &Claim,
        limits: &Limits<'_>,
    ) -> Result<Option<(AnyPosition, Known<AnyMove>)>, SyntaxError> {
        match (program, Board::try_from(claim.position), Morris::<Standard>::try_from(claim.position), claim.best) {
            (Program::V1, Ok(board), _, Some(best)) => {
                let column = best.try_into().expect("a line of V1 names a column");
                self.proven(&board, column, claim.number, limits).map(Some)
            }
            (Program::V2, Ok(board), _, Some(best)) => {
                let score = Score::estimate(claim.number * player(board.turn()) * (Score::ALL_WON / GAMES));
                Ok(Some((claim.position, Known::recalled(best, score, Spec::new(Name::V2).ground(DEPTH_OF_V2)))))
            }
            (Program::V3, _, Ok(board), _) => {
                let limits = limits.and(Limits::depth(DEPTH_OF_V3));
                let report = self.morris.search(&board, Scored::One, &limits, &mut Silent).map(AnyMove::from);
                Ok(Known::of(&report, &Spec::new(Name::V3)).map(|known| (claim.position, known)))
            }
            _ => {
                Err(SyntaxError::new(program.name(), claim.position, format_args!("a position of {}", program.game())))
            }
        }
    }

    /// The proof of a win that V1 claims. Either side may have gone first, so with equally many men it may be the other side's.
    fn proven(
        &mut self,
        board: &Board,
        column: Column,
        depth: i32,
        limits: &Limits<'_>,
    ) -> Result<(AnyPosition, Known<AnyMove>), SyntaxError> {
        let left = u32::try_from(depth).unwrap_or(0).saturating_sub(board.men());
        let [o, x] = men(board);
        let other = board_of(o, x, !board.turn()).ok();
        for board in [Some(*board), other].into_iter().flatten() {
            if let Some(known) = self.win(&board, column, left, limits) {
                return Ok((board.into(), known));
            }
        }
        let expected = format!("a move that wins with {depth} men on the board, or one more, at the latest");
        Err(SyntaxError::new("column", format_args!("column {column} of {board}, which does not"), expected))
    }

    fn win(&mut self, board: &Board, column: Column, left: u32, limits: &Limits<'_>) -> Option<Known<AnyMove>> {
        let analysis = analyze(&mut self.four, board, limits).ok()?;
        let claimed = analysis.moves().iter().find(|rated| rated.mv == column)?.value()?;
        let is_in_time = claimed.plies().is_some_and(|plies| u32::from(plies) <= left + 1);
        let best = analysis.moves()[0];
        // Another move may win sooner.
        let mv = if best.value() == Some(claimed) { column } else { best.mv };
        let is_won = claimed.wdl() == Wdl::Win && is_in_time;
        is_won.then(|| Known::recalled(mv.into(), best.score(), Ground::Proof))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(program: Program, line: &str) -> Claim {
        let claim = program.read(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(program.write(&claim).as_deref(), Some(line));
        claim
    }

    fn error(program: Program, line: &str) -> String {
        program.read(line).expect_err(line).to_string()
    }

    fn examined(program: Program, line: &str) -> Result<(AnyPosition, Known<AnyMove>), SyntaxError> {
        let found = Examiner::default().examine(program, &claim(program, line), &Limits::default())?;
        Ok(found.expect("an unfinished game"))
    }

    /// Lines of random positions, written and read back.
    #[test]
    fn every_line_reads_back() {
        let mut rng = fastrand::Rng::with_seed(8);
        for program in Program::ALL {
            for _ in 0..300 {
                let mut position = AnyPosition::start(program.game());
                for _ in 0..rng.u32(..40) {
                    let Some(mv) = rng.choice(position.legal_moves().collect::<Vec<_>>()) else { break };
                    position.play_unchecked(mv);
                }
                let Some(best) = rng.choice(position.legal_moves().collect::<Vec<_>>()) else { continue };
                let score =
                    [Score::win_in(7), Score::loss_in(4), Score::EVEN, Score::estimate(rng.i32(-90_000..90_000))];
                for score in score {
                    let is_exact = score.points().is_none_or(|points| points == 0);
                    let ground = if is_exact { Ground::Proof } else { Ground::Games };
                    let known = Known::recalled(best, score, ground);
                    for claim in program.claims(&position, &known) {
                        let line = program.write(&claim).unwrap();
                        let back = program.read(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
                        // Whose turn it is does not matter to V3; V1's first player is O.
                        assert_eq!(program.write(&back).as_ref(), Some(&line));
                        assert_eq!(back.number, claim.number);
                        assert_eq!(back.position.canonical().0, position.canonical().0, "{line}");
                    }
                }
            }
        }
    }

    #[test]
    fn v1_writes_bitboards_from_the_lowest_left_cell() {
        // O has the three lowest cells of the first column and X those of the last.
        let line = format!("{}:{}, 0, 7", 0b111, 0b111_u64 << 42);
        let (position, known) = examined(Program::V1, &line).unwrap();
        assert_eq!(position.to_string(), "7/7/7/O5X/O5X/O5X O");
        assert_eq!((known.best().mv.to_string().as_str(), known.best().score()), ("1", Score::win_in(1)));
        assert!(known.is_exact());
        // The record and its mirror image come back, with O going first.
        let lines: Vec<_> =
            Program::V1.claims(&position, &known).iter().filter_map(|it| Program::V1.write(it)).collect();
        assert_eq!(lines, [line, format!("{}:{}, 6, 7", 0b111_u64 << 42, 0b111)]);
        // Here O, which goes first, does not win: X went first.
        let (position, _) = examined(Program::V1, &format!("{}:{}, 6, 7", 0b11 | 1 << 21, 0b111_u64 << 42)).unwrap();
        assert_eq!(position.turn(), Side::First);
    }

    #[test]
    fn a_self_mirrored_win_is_one_line() {
        let start = AnyPosition::start(Game::CONNECT_FOUR);
        let known = Known::recalled(Column::new(3).into(), Score::win_in(41), Ground::Proof);
        let lines: Vec<_> = Program::V1.claims(&start, &known).iter().filter_map(|it| Program::V1.write(it)).collect();
        assert_eq!(lines, ["0:0, 3, 41"]);
    }

    #[test]
    fn a_false_claim_is_refused_and_a_slower_win_becomes_the_quickest() {
        let no_win = examined(Program::V1, "1:4398046511104, 3, 6").unwrap_err().to_string();
        assert!(no_win.starts_with("column: expected a move that wins with 6 men on the board"), "{no_win}");
        // However far away: in the middle of an empty board, and nowhere else.
        assert!(examined(Program::V1, "0:0, 2, 41").is_err());
        assert_eq!(examined(Program::V1, "0:0, 3, 41").unwrap().1.best().score(), Score::win_in(41));
        // Scenario 3 of V1: column 4 wins on the third move, and so does column 3.
        let board: Board = "7/7/XX5/OO5/OO2X2/OXXXO2 O".parse().unwrap();
        let [o, x] = men(&board);
        let (_, known) = examined(Program::V1, &format!("{o}:{x}, 3, {}", board.men() + 10)).unwrap();
        assert_eq!((known.best().mv, known.best().score()), (Column::new(3).into(), Score::win_in(5)));
        // Scenario 2: column 3 wins on the second move, column 2 on the third.
        let board: Board = "7/7/7/OO5/XOXX3/OXXO3 O".parse().unwrap();
        let [o, x] = men(&board);
        let (_, known) = examined(Program::V1, &format!("{o}:{x}, 1, {}", board.men() + 10)).unwrap();
        assert_eq!((known.best().mv, known.best().score()), (Column::new(2).into(), Score::win_in(3)));
    }

    #[test]
    fn v2_has_scores_of_x_and_v3_values_of_the_side_to_move() {
        let after_three: Board = "443".parse().unwrap();
        let (_, known) = examined(Program::V2, &format!("{} 5 50 -1", after_three.key())).unwrap();
        assert_eq!(known.best().score(), Score::estimate(-Score::ALL_WON / 4));
        assert_eq!((known.depth(), known.is_exact()), (0, false));
        assert_eq!(table_name(Phase::after_moves(3)), "00_table_1_3.txt");
        assert_eq!(table_phase("13_table_40_42.txt"), Some(Phase::after_moves(41)));
        assert_eq!(table_phase("14_table_43_45.txt"), None);

        // Black 0 1 3 4, White 5 6 9, Black to move: the example of V3.
        let example: Morris = "BB1BBWW1/1W6/8 B 0 0".parse().unwrap();
        let line = format!("{} 15900", 0b11011 | 0b10_0110_0000_u64 << 24);
        assert_eq!(claim(Program::V3, &line).position.canonical().0, AnyPosition::from(example).canonical().0);
        let (_, known) = examined(Program::V3, &line).unwrap();
        assert_eq!(known.best().score(), Score::win_in(1), "Black takes the third man but one");
        assert_eq!(value_of_v3(&known), 3 * OVER, "two plies are left to search");
        let later = Known::recalled(known.best().mv, Score::win_in(3), Ground::Proof);
        assert_eq!(value_of_v3(&later), OVER);
    }

    #[test]
    fn errors_name_the_part_and_what_was_expected() {
        let v1 = |line: &str| error(Program::V1, line);
        assert_eq!(v1("1:2"), "v1: expected O-bits:X-bits, column, depth, found \"1:2\"");
        assert_eq!(v1("x:2, 3, 4"), "O-bits: expected the cells of a side as a number, found \"x\"");
        assert_eq!(v1("1:128, 7, 4"), "column: expected a whole number from 0 to 6, found \"7\"");
        assert_eq!(v1("1:128, 3, 1"), "depth: expected a whole number from 2 to 100000000, found \"1\"");
        assert!(v1("64:1, 3, 4").starts_with("boards: expected bits of cells"), "{}", v1("64:1, 3, 4"));
        assert!(v1("562949953421312:1, 3, 4").ends_with("found bit 49"));
        assert_eq!(v1("3:1, 3, 4"), "boards: expected each cell with a man of one side at most, found 1 in both");
        assert!(v1("4:1, 3, 4").contains("floats above an empty cell"), "{}", v1("4:1, 3, 4"));
        assert!(v1("42:21, 0, 10").starts_with("column: expected a column with room"), "{}", v1("42:21, 0, 10"));
        let v2 = |line: &str| error(Program::V2, line);
        assert_eq!(v2("5 4 1"), "v2: expected key move score player, found \"5 4 1\"");
        assert_eq!(v2("5 4 1 1"), "key: expected the key of a position, found \"5\"");
        let start = Board::new().key();
        assert_eq!(v2(&format!("{start} 8 1 1")).split(',').next(), Some("move: expected a column with room"));
        assert!(v2(&format!("{start} 4 201 1")).starts_with("score: expected a whole number from -200 to 200"));
        assert_eq!(v2(&format!("{start} 4 1 -1")), "player: expected 1, who is to move by the key, found \"-1\"");
        let v3 = |line: &str| error(Program::V3, line);
        assert_eq!(v3("7"), "v3: expected key value, found \"7\"");
        assert!(v3("7 12").starts_with("key: expected men in hand"), "two sides without men have lost");
        assert!(v3("18446744073709551615 1").starts_with("key: "));
    }
}
