//! Claims about many plies: a zugzwang is waited out against every defence, and a line is compared with the values of all its positions.

use std::collections::HashMap;

use zwick::search::Limits;
use zwick::{
    Analyst, AnyMove, AnyPosition, Diagram, Explained, Fact, FactKind, Game, Library, Outcome, Position, Side, analyze,
    explain,
};

use super::{assert_four_but, check_four_move, check_four_position, check_morris_move, is_won_by, makes_four, play};

/// A side that waits for a four: it wins without ever being the first to play in that column.
struct Waiting {
    side: Side,
    column: String,
    /// The men in that column at first.
    men: usize,
    known: HashMap<u64, bool>,
}

impl Waiting {
    fn new(position: &AnyPosition, fact: &Fact) -> Self {
        let column = fact.cells[0] % 7;
        let mut waiting = Self { side: fact.side, column: (column + 1).to_string(), men: 0, known: HashMap::new() };
        waiting.men = waiting.men_in_column(position);
        waiting
    }

    fn men_in_column(&self, position: &AnyPosition) -> usize {
        let column = self.column.parse::<usize>().unwrap() - 1;
        position.cells().iter().skip(column).step_by(7).flatten().count()
    }

    fn wins(&mut self, position: &AnyPosition) -> bool {
        if position.ending().is_some() {
            return is_won_by(position, self.side);
        }
        if let Some(&known) = self.known.get(&position.key()) {
            return known;
        }
        let may_open = self.men_in_column(position) > self.men;
        let mut moves: Vec<AnyMove> = position.legal_moves().collect();
        let wins = if position.turn() == self.side {
            moves.retain(|mv| may_open || mv.to_string() != self.column || is_won_by(&position.after(*mv), self.side));
            moves.into_iter().any(|mv| self.wins(&position.after(mv)))
        } else {
            moves.into_iter().all(|mv| self.wins(&position.after(mv)))
        };
        self.known.insert(position.key(), wins);
        wins
    }
}

/// The side waits for its four and wins, the other side must go below it, and the cells elsewhere are counted right.
pub(crate) fn check_zugzwang(position: &AnyPosition, fact: &Fact) {
    let (cells, four) = (position.cells(), fact.cells[0]);
    assert!(makes_four(&cells, four, fact.side) && cells[four].is_none() && cells[four + 7].is_none());
    assert_four_but(position, fact, &[four]);
    let elsewhere: Vec<_> = (0..42).filter(|&cell| cells[cell].is_none() && cell % 7 != four % 7).collect();
    assert_eq!(fact.cells[1..], elsewhere, "{position}");
    // The last of them falls to the side that waits.
    assert_eq!(elsewhere.len() % 2 == 1, position.turn() == fact.side, "{position}");
    assert_eq!(fact.moves.is_empty(), position.turn() != fact.side);
    // With more cells there are too many ways to play them out like this; the solver has the values of all positions.
    if elsewhere.len() > 12 {
        return;
    }
    let mut waiting = Waiting::new(position, fact);
    assert!(waiting.wins(position), "{position}: {fact:?}");
    assert!(fact.moves.iter().all(|mv| waiting.wins(&play(position, mv))), "{position}: {fact:?}");
}

/// A line after a move: of best moves, and its last one does what is claimed. Either the move was a mistake, by which the replying side
/// gains, or its own side goes on to win.
pub(crate) fn check_line(analyst: &mut Analyst, position: &AnyPosition, first: AnyMove, fact: &Fact) {
    let mut worth = |position: &AnyPosition, side: Side| match position.outcome() {
        Some(Outcome::Draw) => 0,
        Some(Outcome::Win(winner)) => {
            if winner == side {
                1
            } else {
                -1
            }
        }
        None => {
            let wdl = analyze(analyst, position, &Limits::default()).unwrap().answer().verdict.wdl().unwrap();
            (wdl as i8 - 1) * if position.turn() == side { 1 } else { -1 }
        }
    };
    let mut now = position.after(first);
    let gained = worth(&now, fact.side);
    let is_mistake = fact.kind == FactKind::Refutes;
    assert_eq!(fact.side == now.turn(), is_mistake, "{position}: {first}, then {fact:?}");
    assert_eq!(gained > worth(position, fact.side), is_mistake, "{position}: {first}, then {fact:?}");
    assert!(is_mistake || gained == 1, "{position}: {first}, then {fact:?}");
    let (last, line) = fact.moves.split_last().unwrap();
    assert_eq!(line.len().is_multiple_of(2), is_mistake, "the last move is made by the side that gains");
    for mv in line {
        now = play(&now, mv);
        assert_eq!(worth(&now, fact.side), gained, "{position}: {first}, then {fact:?}");
    }
    let mv = now.read_move(last).unwrap();
    assert_eq!(worth(&now.after(mv), fact.side), gained, "{position}: {first}, then {fact:?}");
    let idea = |told: &&Fact| (Some(told.kind), &told.cells, &told.lines) == (fact.idea, &fact.cells, &fact.lines);
    let told = now.facts_of(mv);
    let told = told.iter().find(idea).expect("the idea is a fact about the last move");
    if now.men_in_hand().is_some() { check_morris_move(&now, mv, told) } else { check_four_move(&now, mv, told) }
}

#[test]
fn who_must_open_a_column_is_counted() {
    let position = AnyPosition::read(Game::CONNECT_FOUR, "655314224412361152244554271").unwrap();
    let fact = &position.facts()[0];
    check_four_position(&position, fact);
    assert_eq!((fact.kind, fact.side), (FactKind::Zugzwang, Side::Second));
    // The fourth row of column 3, and eleven cells in other columns: Yellow takes the first and the last of them.
    assert_eq!((fact.cells[0], fact.cells.len() - 1), (2 * 7 + 2, 11));
    assert_eq!(fact.moves, ["1", "5", "7"]);
}

#[test]
fn a_long_win_is_told_by_the_quiet_move_it_leads_to() {
    let position = AnyPosition::read(Game::CONNECT_FOUR, "26412227").unwrap();
    let mut analyst = Analyst::new(Library::default());
    let explanation = explain(&mut analyst, &position, &Limits::default()).unwrap();
    let best = explanation.analysis.moves()[0].mv;
    let plan = explanation.moves[0].iter().find(|fact| fact.kind == FactKind::Plan).unwrap();
    check_line(&mut analyst, &position, best, plan);
    // Column 5 forces column 3, and the quiet column 4 follows.
    assert_eq!(
        (best.to_string().as_str(), &plan.moves[..2]),
        ("5", ["3", "4"].map(str::to_owned).as_slice()),
        "{plan:?}"
    );
}
