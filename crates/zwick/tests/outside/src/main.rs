//! Hexapawn, by Martin Gardner: three pawns each on a board of nine cells. A pawn moves straight ahead or takes diagonally; who reaches
//! the far row, or leaves the other side no move, wins.
//!
//! It implements every trait that a game can have, runs the laws on itself, and uses all searches.

use std::fmt::{self, Display};
use std::str::FromStr;

use zwick::laws::Laws;
use zwick::search::{
    AlphaBeta, ByHeuristic, Heuristic, Limits, Playouts, Scored, Settings, Silent, Tracer, mcts, minimax, monte_carlo,
    solve,
};
use zwick::tournament::{Contestant, Match, Standing};
use zwick::{
    Acyclic, DrawRules, Ending, Exhaustive, Player, Position, Reason, Record, Side, Symmetric, Symmetry, SymmetryStep, Value, analyze,
    best_line,
};

/// Cells are numbered row by row, from the first side's own row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Hexapawn {
    cells: [Option<Side>; 9],
    turn: Side,
}

/// From one cell to another, such as `b1-b2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Step {
    from: usize,
    to: usize,
}

fn name(cell: usize) -> String {
    format!("{}{}", ['a', 'b', 'c'][cell % 3], cell / 3 + 1)
}

impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", name(self.from), name(self.to))
    }
}

impl Hexapawn {
    fn new() -> Self {
        "111...222 1".parse().expect("the start")
    }

    /// Where a pawn of the side to move may go; nothing is asked about the end of the game.
    fn steps(self) -> impl Iterator<Item = Step> {
        let pawns = (0..9).filter(move |&from| self.cells[from] == Some(self.turn));
        pawns.flat_map(move |from| {
            let row = if self.turn == Side::First { (from / 3).checked_add(1) } else { (from / 3).checked_sub(1) };
            let ahead = row.into_iter().filter(|&row| row < 3).flat_map(|row| (0..3).map(move |file| 3 * row + file));
            let steps = ahead.filter(move |to| match (to % 3).abs_diff(from % 3) {
                0 => self.cells[*to].is_none(),
                1 => self.cells[*to] == Some(!self.turn),
                _ => false,
            });
            steps.map(move |to| Step { from, to })
        })
    }

    fn has_arrived(self) -> bool {
        let far = if self.turn == Side::First { 0..3 } else { 6..9 };
        self.cells[far].contains(&Some(!self.turn))
    }
}

impl Position for Hexapawn {
    type Move = Step;

    fn turn(&self) -> Side {
        self.turn
    }

    fn ending(&self) -> Option<Ending> {
        if self.has_arrived() {
            Some(Ending::win(!self.turn, Reason::Other("far-row")))
        } else {
            self.steps().next().is_none().then(|| Ending::win(!self.turn, Reason::NoMove))
        }
    }

    fn legal_moves(&self) -> impl Iterator<Item = Step> {
        let is_over = self.has_arrived();
        self.steps().filter(move |_| !is_over)
    }

    fn play_unchecked(&mut self, step: Step) {
        self.cells[step.to] = self.cells[step.from].take();
        self.turn = !self.turn;
    }

    fn key(&self) -> u64 {
        let digit = |cell: Option<Side>| cell.map_or(0, |side| 1 + side as u64);
        self.cells.into_iter().fold(self.turn as u64, |key, cell| 3 * key + digit(cell))
    }

    /// Pawns never go back.
    fn is_irreversible(&self, _: Step) -> bool {
        true
    }
}

impl Acyclic for Hexapawn {}

/// A pawn ahead is worth a hundred.
impl Heuristic for Hexapawn {
    fn estimate(&self) -> i32 {
        let pawns = |side| self.cells.iter().filter(|cell| **cell == Some(side)).count() as i32;
        100 * (pawns(self.turn) - pawns(!self.turn))
    }
}

impl Display for Hexapawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |side: Option<Side>| side.map_or('.', |side| if side == Side::First { '1' } else { '2' });
        let text: String = self.cells.map(letter).into_iter().collect();
        write!(f, "{text} {}", letter(Some(self.turn)))
    }
}

impl FromStr for Hexapawn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let side = |letter| match letter {
            '1' => Some(Side::First),
            '2' => Some(Side::Second),
            _ => None,
        };
        let (cells, turn) = text.split_once(' ').ok_or("expected the side to move")?;
        let cells: Vec<Option<Side>> = cells.chars().map(side).collect();
        let cells = cells.try_into().map_err(|_| "expected nine cells")?;
        Ok(Self { cells, turn: turn.chars().next().and_then(side).ok_or("expected 1 or 2")? })
    }
}

/// The mirror, and the other side of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct View {
    mirror: bool,
    swap: bool,
}

impl View {
    fn cell(self, cell: usize) -> usize {
        let (row, file) = (cell / 3, cell % 3);
        3 * (if self.swap { 2 - row } else { row }) + if self.mirror { 2 - file } else { file }
    }

    fn side(self, side: Side) -> Side {
        if self.swap { !side } else { side }
    }
}

impl Symmetry for View {
    const IDENTITY: Self = Self { mirror: false, swap: false };

    fn all() -> impl Iterator<Item = Self> {
        [false, true].into_iter().flat_map(|swap| [false, true].map(|mirror| Self { mirror, swap }))
    }

    fn inverse(self) -> Self {
        self
    }

    fn swaps_colours(self) -> bool {
        self.swap
    }

    fn of_step(step: SymmetryStep) -> Option<Self> {
        Self::all().find(|view| view.steps() == [step])
    }

    fn steps(self) -> Vec<SymmetryStep> {
        let mirror = self.mirror.then_some(SymmetryStep::Mirror);
        mirror.into_iter().chain(self.swap.then_some(SymmetryStep::Colours)).collect()
    }
}

impl Symmetric for Hexapawn {
    type Symmetry = View;

    fn transform(&self, view: View) -> Self {
        let mut cells = [None; 9];
        for (cell, side) in self.cells.into_iter().enumerate() {
            cells[view.cell(cell)] = side.map(|side| view.side(side));
        }
        Self { cells, turn: view.side(self.turn) }
    }

    fn transform_move(step: Step, view: View) -> Step {
        Step { from: view.cell(step.from), to: view.cell(step.to) }
    }
}

/// A player of its own: it takes whenever it can.
struct Greedy;

impl Contestant<Hexapawn> for Greedy {
    type Refusal = std::convert::Infallible;

    fn choose(&mut self, position: &Hexapawn, _: &Limits<'_>) -> Result<Option<Step>, Self::Refusal> {
        Ok(position.legal_moves().max_by_key(|step| position.cells[step.to].is_some()))
    }
}

fn laws() {
    let laws = Laws { games: 200, ..Laws::of(Hexapawn::new()) };
    laws.rules(|rng| Step { from: rng.usize(..9), to: rng.usize(..9) });
    laws.symmetries();
    laws.texts();
    laws.searches();
}

fn searches() {
    let start = Hexapawn::new();
    // Who goes first loses, as Gardner's readers found out.
    assert_eq!(solve(&start), Value::loss_in(6));
    let mut tracer = Tracer::new(100_000);
    let report =
        AlphaBeta::new(ByHeuristic, Settings::FULL).search(&start, Scored::All, &Limits::depth(8), &mut tracer);
    assert_eq!(report.score(), Some(minimax(&start, 8, &ByHeuristic)));
    assert_eq!(report.score().and_then(|score| score.value()), Some(Value::loss_in(6)));
    assert!(tracer.finish().nodes() > 1);

    let mut game = Record::new(start);
    game.play_list("b1-b2 a3-b2").expect("legal moves");
    let position = *game.position();
    let random = monte_carlo(&position, Playouts::new(300, 1), &Limits::default(), &mut Silent);
    let tree = mcts(&position, Playouts::new(300, 1), &Limits::default(), &mut Silent);
    for choice in [random.choice, tree.choice] {
        assert!(choice.is_some_and(|step| position.cells[step.to].is_some()), "it takes back: {choice:?}");
    }

    let analysis = analyze(&mut Exhaustive, &start, &Limits::default()).expect("it always answers");
    let line = best_line(&mut Exhaustive, &start, analysis.moves()[0].mv, 20, &Limits::default());
    assert_eq!(line.len(), 6);
}

fn matches() {
    let players = ["alpha-beta:depth=8", "mcts:playouts=50"].map(|player| player.parse().expect("a player"));
    let contest = Match { start: Hexapawn::new(), players, draws: DrawRules::default(), opening: 0, seed: 1 };
    let mut standing = Standing::default();
    for number in 0..10 {
        let Ok(record) = contest.play(number, Player::new, &Limits::default());
        standing.count(record.ending().expect("the end").outcome, contest.side_of_first(number, &record));
        let Ok(record) = contest.play(number, |_, _| Greedy, &Limits::default());
        assert!(record.ending().is_some());
    }
    // It wins at least the five games in which the other goes first.
    assert!(standing.wins >= 5, "{standing:?}");
    println!("alpha-beta against mcts: {standing:?}");
}

fn main() {
    laws();
    searches();
    matches();
}
