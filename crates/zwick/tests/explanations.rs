//! Every claim of an explanation, checked by playing: with the moves of the rules and the values of the solvers, and nothing of what made
//! the claims.

use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::AtomicBool;

use zwick::morris::{Move, Point, Standard, Wanted, build};
use zwick::search::Limits;
use zwick::{
    Analyst, AnyMove, AnyPosition, Diagram, Explained, Fact, FactKind, Game, Library, Outcome, Position, Reason, Side,
    analyze, explain,
};

const POSITIONS: usize = 1_000;

/// Random positions in which the game goes on, from games of all lengths.
fn random_positions(game: Game, seed: u64, count: usize, longest: u32) -> Vec<AnyPosition> {
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = AnyPosition::start(game);
        for _ in 0..dice.u32(..longest) {
            match dice.choice(position.legal_moves().collect::<Vec<_>>()) {
                Some(mv) => position = position.after(mv),
                None => break,
            }
        }
        if position.ending().is_none() {
            found.push(position);
        }
    }
    found
}

fn play(position: &AnyPosition, mv: &str) -> AnyPosition {
    let mv = position.read_move(mv).unwrap();
    assert!(position.is_legal(mv), "{position}: {mv}");
    position.after(mv)
}

fn is_won_by(position: &AnyPosition, side: Side) -> bool {
    position.outcome() == Some(Outcome::Win(side))
}

/// The side's men among these places.
fn owned(position: &AnyPosition, places: &[usize], side: Side) -> usize {
    let cells = position.cells();
    places.iter().filter(|&&place| cells[place] == Some(side)).count()
}

// Connect Four.

/// The moves with which a side makes four if it is its turn. A board where the other side seems to have moved twice is no position, so
/// the side's men are counted as if it had moved instead.
fn fours(position: &AnyPosition, side: Side) -> Vec<String> {
    if position.turn() == side {
        let wins = |mv: &AnyMove| is_won_by(&position.after(*mv), side);
        return position.legal_moves().filter(wins).map(|mv| mv.to_string()).collect();
    }
    let (cells, width) = (position.cells(), 7);
    (0..width)
        .filter(|column| {
            let Some(row) = (0..6).rev().find(|row| cells[row * width + column].is_none()) else { return false };
            makes_four(&cells, row * width + column, side)
        })
        .map(|column| (column + 1).to_string())
        .collect()
}

/// Whether a man of this side in this cell stands in a row of four, by counting in all directions.
fn makes_four(cells: &[Option<Side>], cell: usize, side: Side) -> bool {
    let (column, row) = ((cell % 7) as i32, (cell / 7) as i32);
    let run = |right: i32, down: i32| {
        (1..4)
            .take_while(|step| {
                let (column, row) = (column + step * right, row + step * down);
                (0..7).contains(&column) && (0..6).contains(&row) && cells[(row * 7 + column) as usize] == Some(side)
            })
            .count()
    };
    [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(right, down)| run(right, down) + run(-right, -down) >= 3)
}

fn assert_four_but(position: &AnyPosition, fact: &Fact, cells: &[usize]) {
    assert!(!fact.lines.is_empty());
    for line in &fact.lines {
        assert_eq!(line.len(), 4);
        let missing: Vec<_> = line.iter().filter(|place| cells.contains(place)).collect();
        assert_eq!((owned(position, line, fact.side), missing.len()), (3, 1), "{position} {fact:?}");
        let steps: Vec<_> = line.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(steps.iter().all(|step| *step == steps[0]) && [1, 6, 7, 8].contains(&steps[0]), "{line:?}");
    }
}

fn check_four_position(position: &AnyPosition, fact: &Fact) {
    let (side, other) = (position.turn(), !position.turn());
    match fact.kind {
        FactKind::CanWin => {
            assert_eq!((fact.side, &fact.moves), (side, &fours(position, side)));
            assert_four_but(position, fact, &fact.cells);
        }
        FactKind::MustBlock | FactKind::CannotBlock => {
            assert_eq!((fact.side, &fact.moves), (other, &fours(position, other)));
            assert!(fours(position, side).is_empty());
            assert_eq!(fact.moves.len() > 1, fact.kind == FactKind::CannotBlock);
            for mv in position.legal_moves() {
                let is_stopped = fact.moves == [mv.to_string()];
                let after = position.after(mv);
                let is_open = |&cell: &usize| after.cells()[cell].is_none() && makes_four(&after.cells(), cell, other);
                let can_still = fact.cells.iter().any(is_open);
                assert_eq!(can_still, !is_stopped, "{position} {mv} {fact:?}");
            }
            assert_four_but(position, fact, &fact.cells);
        }
        FactKind::Threat => {
            assert!(makes_four(&position.cells(), fact.cells[0], fact.side));
            let below = fact.cells[0] + 7;
            assert!(position.cells()[fact.cells[0]].is_none() && position.cells()[below].is_none());
            assert_four_but(position, fact, &fact.cells);
        }
        kind => panic!("{kind:?} is no fact about a position of Connect Four"),
    }
}

/// Plays a line in which the side that loses has no choice: any other move of its loses at once.
fn check_forced(after: &AnyPosition, winner: Side, line: &[String]) {
    let mut position = *after;
    for mv in line {
        if position.turn() != winner {
            for other in position.legal_moves().filter(|other| other.to_string() != *mv) {
                let then = position.after(other);
                assert!(then.ending().is_none() && !fours(&then, winner).is_empty(), "{position}: {other} is no loss");
            }
        }
        position = play(&position, mv);
    }
    assert!(is_won_by(&position, winner), "{after} {line:?}");
}

fn check_four_move(position: &AnyPosition, mv: AnyMove, fact: &Fact) {
    let (side, other) = (position.turn(), !position.turn());
    let after = position.after(mv);
    match fact.kind {
        FactKind::WinsNow => {
            assert!(is_won_by(&after, side) && fact.side == side);
            assert!(fact.lines.iter().all(|line| owned(&after, line, side) == 4));
        }
        FactKind::Blocks => {
            assert!(fours(position, other).contains(&mv.to_string()));
            assert!(fact.lines.iter().all(|line| owned(position, line, other) == 3 && line.contains(&fact.cells[0])));
        }
        FactKind::Ignores | FactKind::Gives => {
            assert_eq!(fact.side, other);
            assert!(is_won_by(&play(&after, &fact.moves[0]), other));
            assert_eq!(fact.moves[0] == mv.to_string(), fact.kind == FactKind::Gives);
            assert!(fact.kind == FactKind::Gives || fours(position, other).contains(&fact.moves[0]));
            assert_four_but(&after, fact, &fact.cells);
        }
        FactKind::DoubleThreat => {
            assert!(fact.moves.len() > 1 && fours(&after, other).is_empty());
            for reply in after.legal_moves() {
                let then = after.after(reply);
                let is_open = |&cell: &usize| then.cells()[cell].is_none() && makes_four(&then.cells(), cell, side);
                assert!(fact.cells.iter().any(is_open), "{position} {mv} {reply}");
            }
            assert_four_but(&after, fact, &fact.cells);
        }
        FactKind::ThreatAbove => {
            check_forced(&after, side, &fact.moves);
            assert_eq!(fact.cells[0], fact.cells[1] + 7);
        }
        FactKind::Forces => {
            assert_eq!(fours(&after, side), fact.moves);
            for reply in after.legal_moves().filter(|reply| reply.to_string() != fact.moves[0]) {
                assert!(!fours(&after.after(reply), side).is_empty());
            }
            assert_four_but(&after, fact, &fact.cells);
        }
        FactKind::ForcedWin => {
            check_forced(&after, fact.side, &fact.moves);
            assert_eq!(fact.plies, Some(fact.moves.len() as u16));
        }
        FactKind::MakesThreat => {
            let place = fact.cells[0];
            assert!(makes_four(&after.cells(), place, side) && !makes_four(&position.cells(), place, side));
            assert!(after.cells()[place + 7].is_none());
            assert_four_but(&after, fact, &fact.cells);
        }
        kind => panic!("{kind:?} is no fact about a move of Connect Four"),
    }
}

/// The best replies are worth what the solver says of the moves; how many were told.
fn check_answers(analyst: &mut Analyst, position: &AnyPosition) -> usize {
    let explanation = explain(analyst, position, &Limits::default()).unwrap();
    let mut told = 0;
    for (rated, facts) in explanation.analysis.moves.iter().zip(&explanation.moves) {
        let Some(fact) = facts.iter().find(|fact| fact.kind == FactKind::Answer) else { continue };
        let after = position.after(rated.mv);
        let then = play(&after, &fact.moves[0]);
        let value = analyze(analyst, &then, &Limits::default()).unwrap().answer.verdict.value().unwrap();
        let reply = value.one_ply_earlier();
        assert_eq!((fact.side, fact.plies), (after.turn(), reply.plies()), "{position} {}", rated.mv);
        assert_eq!(rated.answer.verdict.value(), Some(reply.one_ply_earlier()), "{position} {}", rated.mv);
        told += 1;
    }
    told
}

#[test]
fn every_claim_about_connect_four_is_true() {
    let mut analyst = Analyst::new(Library::default());
    let (mut kinds, mut answers) = (HashSet::new(), 0);
    for position in random_positions(Game::CONNECT_FOUR, 1, POSITIONS, 38) {
        for fact in position.facts() {
            check_four_position(&position, &fact);
            kinds.insert(fact.kind);
        }
        for mv in position.legal_moves() {
            for fact in position.facts_of(mv) {
                check_four_move(&position, mv, &fact);
                kinds.insert(fact.kind);
            }
        }
        // The solver takes its time with young games.
        if position.cells().iter().flatten().count() > 16 {
            answers += check_answers(&mut analyst, &position);
        }
    }
    assert!(answers > 1_000, "{answers}");
    assert_eq!(kinds.len(), 13, "every kind of claim is put to the test: {kinds:?}");
}

// Morris.

/// The mills of the board, by the numbers of the points.
fn mills() -> Vec<Vec<usize>> {
    let rings = (0..3).flat_map(|ring| (0..4).map(move |side| [0, 1, 2].map(|step| 8 * ring + (2 * side + step) % 8)));
    let spokes = [1, 3, 5, 7].into_iter().map(|middle| [middle, middle + 8, middle + 16]);
    rings
        .chain(spokes)
        .map(|mut mill| {
            mill.sort_unstable();
            mill.to_vec()
        })
        .collect()
}

fn are_neighbours(a: usize, b: usize) -> bool {
    let (low, high) = (a.min(b), a.max(b));
    let is_in_ring = low / 8 == high / 8 && (high - low == 1 || high - low == 7);
    is_in_ring || (low % 2 == 1 && high - low == 8)
}

/// Everything a side can close if it is its turn: the move, without the man taken, and the mill.
fn closings(position: &AnyPosition, side: Side) -> Vec<(String, Vec<usize>)> {
    let cells = position.cells();
    let hand = position.men_in_hand().unwrap()[usize::from(side == Side::Second)];
    let men: Vec<usize> = (0..24).filter(|&place| cells[place] == Some(side)).collect();
    let origins: Vec<Option<usize>> = if hand > 0 { vec![None] } else { men.iter().map(|&man| Some(man)).collect() };
    let mut found = Vec::new();
    for from in origins {
        for to in (0..24).filter(|&place| cells[place].is_none()) {
            if from.is_some_and(|from| men.len() > 3 && !are_neighbours(from, to)) {
                continue;
            }
            let moved: Vec<usize> = men.iter().copied().filter(|&man| Some(man) != from).chain([to]).collect();
            let closed =
                mills().into_iter().filter(|mill| mill.contains(&to) && mill.iter().all(|p| moved.contains(p)));
            let mv = Move { from: from.map(Point::new), to: Point::new(to), take: None };
            found.extend(closed.map(|mill| (mv.to_string(), mill)));
        }
    }
    found
}

fn sorted<T: Ord>(things: impl IntoIterator<Item = T>) -> Vec<T> {
    let set: BTreeSet<T> = things.into_iter().collect();
    set.into_iter().collect()
}

fn closable(position: &AnyPosition, side: Side) -> Vec<Vec<usize>> {
    sorted(closings(position, side).into_iter().map(|(_, mill)| mill))
}

/// The fact names exactly the mills that can be closed, and the moves if it names any.
fn assert_closings(position: &AnyPosition, fact: &Fact) {
    assert_eq!(sorted(fact.lines.clone()), closable(position, fact.side), "{position} {fact:?}");
    if !fact.moves.is_empty() {
        let moves = closings(position, fact.side).into_iter().map(|(mv, _)| mv);
        assert_eq!(sorted(fact.moves.clone()), sorted(moves), "{position}");
    }
}

/// Whether a man going from the first point to the second and back closes the second mill, then the first.
fn is_double_mill(position: &AnyPosition, fact: &Fact) -> bool {
    let [here, there] = fact.cells[..] else { panic!("two points") };
    let cells = position.cells();
    let mut moved = cells.clone();
    moved.swap(here, there);
    let is_full = |cells: &[Option<Side>], mill: &[usize]| mill.iter().all(|&place| cells[place] == Some(fact.side));
    are_neighbours(here, there)
        && cells[there].is_none()
        && is_full(&cells, &fact.lines[0])
        && fact.lines[0].contains(&here)
        && is_full(&moved, &fact.lines[1])
        && fact.lines[1].contains(&there)
        && fact.lines.iter().all(|line| mills().contains(&sorted(line.clone())))
}

fn check_morris_position(position: &AnyPosition, fact: &Fact) {
    match fact.kind {
        FactKind::CanClose => {
            assert_eq!(fact.side, position.turn());
            assert_closings(position, fact);
        }
        FactKind::ThreatensMill => {
            assert_eq!(fact.side, !position.turn());
            assert_closings(position, fact);
        }
        FactKind::DoubleMill => assert!(is_double_mill(position, fact), "{position} {fact:?}"),
        FactKind::FewMen | FactKind::Flies => {
            let hand = position.men_in_hand().unwrap()[usize::from(fact.side == Side::Second)];
            assert_eq!(owned(position, &fact.cells, fact.side) + usize::from(hand), 3);
        }
        kind => panic!("{kind:?} is no fact about a position of morris"),
    }
}

fn check_morris_move(position: &AnyPosition, mv: AnyMove, fact: &Fact) {
    let (side, other) = (position.turn(), !position.turn());
    let after = position.after(mv);
    let is_whole = |position: &AnyPosition, line: &Vec<usize>| owned(position, line, side) == 3;
    match fact.kind {
        FactKind::ClosesMill => {
            assert!(fact.lines.iter().all(|line| is_whole(&after, line) && !is_whole(position, line)));
            assert!(fact.lines.iter().all(|line| mills().contains(line)));
            for &place in &fact.cells {
                assert_eq!((position.cells()[place], after.cells()[place]), (Some(other), None));
            }
        }
        FactKind::WinsNow => {
            let why = if fact.moves == ["men"] { Reason::TooFewMen } else { Reason::NoMove };
            assert!(is_won_by(&after, side) && after.ending().unwrap().reason == why);
        }
        FactKind::PreventsMill => {
            let (before, still) = (closable(position, other), closable(&after, other));
            assert!(fact.lines.iter().all(|line| before.contains(line) && !still.contains(line)));
        }
        FactKind::LetsClose => {
            assert_eq!(fact.side, other);
            assert_closings(&after, fact);
            for mv in &fact.moves {
                let is_played = |legal: AnyMove| legal.to_string().split('x').next() == Some(mv);
                assert!(after.legal_moves().any(is_played), "{after} {mv}");
            }
        }
        FactKind::Fork | FactKind::Threatens => {
            assert_closings(&after, fact);
            let is_certain = after.legal_moves().all(|reply| {
                let then = after.after(reply);
                is_won_by(&then, side) || (then.ending().is_none() && !closings(&then, side).is_empty())
            });
            assert_eq!(is_certain, fact.kind == FactKind::Fork, "{position} {mv}");
        }
        FactKind::MakesDoubleMill => {
            assert!(is_double_mill(&after, fact) && !is_double_mill(position, fact), "{position} {mv} {fact:?}");
        }
        FactKind::OpensMill => {
            assert!(fact.lines.iter().all(|line| is_whole(position, line) && !is_whole(&after, line)));
        }
        kind => panic!("{kind:?} is no fact about a move of morris"),
    }
}

/// A random position with few men, all placed.
fn random_ending(dice: &mut fastrand::Rng) -> Option<AnyPosition> {
    let mut letters = vec!['W'; dice.usize(3..=4)];
    letters.resize(letters.len() + 3, 'B');
    letters.resize(24, '1');
    dice.shuffle(&mut letters);
    let rings: Vec<String> = letters.chunks(8).map(|ring| ring.iter().collect()).collect();
    let text = format!("{} {} 0 0", rings.join("/"), dice.choice(["W", "B"])?);
    AnyPosition::read(Game::MORRIS, &text).ok().filter(|position| position.ending().is_none())
}

#[test]
fn every_claim_about_morris_is_true() {
    let mut kinds = HashSet::new();
    let mut dice = fastrand::Rng::with_seed(2);
    let endings: Vec<AnyPosition> = std::iter::repeat_with(|| random_ending(&mut dice)).flatten().take(200).collect();
    let positions = random_positions(Game::MORRIS, 3, POSITIONS - endings.len(), 70);
    for position in positions.iter().chain(&endings) {
        for fact in position.facts() {
            check_morris_position(position, &fact);
            kinds.insert(fact.kind);
        }
        for mv in position.legal_moves() {
            for fact in position.facts_of(mv) {
                check_morris_move(position, mv, &fact);
                kinds.insert(fact.kind);
            }
        }
    }
    assert_eq!(kinds.len(), 13, "every kind of claim is put to the test: {kinds:?}");
    let folder = std::env::temp_dir().join(format!("zwick-explanations-{}", std::process::id()));
    build::<Standard>(&folder, Wanted::up_to(7), &AtomicBool::new(false), |_| ()).unwrap();
    let mut analyst = Analyst::new(Library { tables: Some(folder.clone()), ..Library::default() });
    let answers: usize = endings.iter().map(|position| check_answers(&mut analyst, position)).sum();
    std::fs::remove_dir_all(folder).unwrap();
    assert!(answers > 1_000, "{answers}");
}
