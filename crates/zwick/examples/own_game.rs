//! A game of your own: Tic-Tac-Toe in a page of rules. Every search, a trace and a tournament then work on it.
//!
//! `cargo run --example own_game`

use std::error::Error;
use std::fmt::{self, Display};

use zwick::search::{
    AlphaBeta, ByHeuristic, Heuristic, Limits, Playouts, Scored, Settings, Silent, Tracer, mcts, minimax, monte_carlo,
    solve,
};
use zwick::tournament::{Match, Standing};
use zwick::{Acyclic, Classified, DrawRules, Ending, Player, Position, Reason, Record, Side, Value, perft};

/// Nine cells, one bit each, from the top left; the men of the first and the second side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct TicTacToe {
    men: [u16; 2],
}

const LINES: [u16; 8] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];

/// A cell, written `1` to `9`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Cell(u8);

impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..9 {
            let man = ['X', 'O'].into_iter().zip(self.men).find(|(_, men)| men >> cell & 1 == 1);
            let is_new_row = f.alternate() && cell > 0 && cell % 3 == 0;
            write!(f, "{}{}", if is_new_row { "\n" } else { "" }, man.map_or('.', |(letter, _)| letter))?;
        }
        Ok(())
    }
}

/// These five methods are all it needs.
impl Position for TicTacToe {
    type Move = Cell;

    fn turn(&self) -> Side {
        if (self.men[0] | self.men[1]).count_ones().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn ending(&self) -> Option<Ending> {
        let last = self.men[if self.turn() == Side::First { 1 } else { 0 }];
        if LINES.iter().any(|line| last & line == *line) {
            return Some(Ending::win(!self.turn(), Reason::Other("three-in-line")));
        }
        (self.men[0] | self.men[1] == 0o777).then_some(Ending::draw(Reason::BoardFull))
    }

    fn legal_moves(&self) -> impl Iterator<Item = Cell> {
        let empty = if self.ending().is_some() { 0 } else { !(self.men[0] | self.men[1]) };
        (0..9).filter(move |cell| empty >> cell & 1 == 1).map(Cell)
    }

    fn play_unchecked(&mut self, cell: Cell) {
        self.men[if self.turn() == Side::First { 0 } else { 1 }] |= 1 << cell.0;
    }

    fn key(&self) -> u64 {
        u64::from(self.men[0]) << 9 | u64::from(self.men[1])
    }
}

// No position recurs; it knows neither symmetries nor estimates.
impl Acyclic for TicTacToe {}
impl Classified for TicTacToe {}
impl Heuristic for TicTacToe {}

fn main() -> Result<(), Box<dyn Error>> {
    // Positions, games and counts.
    let start = TicTacToe::default();
    let mut game = Record::new(start);
    game.play_list("1 2 5 9")?;
    let position = *game.position();
    println!("{position:#}\n");
    assert_eq!(perft(&start, 9), 127_872);

    // The whole game is a draw, but here the first side wins: two cells threaten two lines at once.
    assert_eq!(solve(&start), Value::DRAW);
    assert_eq!(solve(&position), Value::win_in(3));

    // Minimax and alpha-beta agree; random games find one of the best moves.
    let limits = Limits::depth(9);
    let mut search = AlphaBeta::new(ByHeuristic, Settings::FULL);
    let report = search.search(&position, Scored::All, &limits, &mut Silent);
    assert_eq!(report.score(), Some(minimax(&position, 9, &ByHeuristic)));
    println!("alpha-beta: {} after {} positions", report.choice.expect("a move"), report.nodes);
    let random = monte_carlo(&position, Playouts::new(500, 1), &Limits::default(), &mut Silent);
    let tree = mcts(&position, Playouts::new(500, 1), &Limits::default(), &mut Silent);
    for choice in [random.choice, tree.choice] {
        assert!(report.best_moves().any(|best| Some(best) == choice), "{choice:?}");
    }

    // A trace keeps every position that a search has visited.
    let mut tracer = Tracer::new(100_000);
    AlphaBeta::new(ByHeuristic, Settings::PLAIN).search(&position, Scored::Best, &limits, &mut tracer);
    let trace = tracer.finish();
    println!("trace: {} nodes, {} steps", trace.nodes(), trace.steps());
    assert!(!trace.is_full() && trace.nodes() > 100);

    // A tournament between players, who change sides after each game.
    let players = ["alpha-beta:depth=9".parse()?, "random".parse()?];
    let contest = Match { start, players, draws: DrawRules::default(), opening: 1, seed: 1 };
    let mut standing = Standing::default();
    for number in 0..40 {
        let Ok(record) = contest.play(number, Player::new, &Limits::default());
        standing.count(record.ending().expect("a finished game").outcome, contest.side_of_first(number, &record));
    }
    println!("match: {} won, {} drawn, {} lost", standing.wins, standing.draws, standing.losses);
    assert_eq!(standing.losses, 0);
    Ok(())
}
