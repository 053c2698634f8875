//! Every claim of an explanation, checked by playing it out: with the moves of the rules and the values of the solvers, and none of the
//! code that made the claim. A claim means what a reader understands: a double mill that the other side can stop is not one.

use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::AtomicBool;

use zwick::morris::{Move, Point, Standard, Wanted, build};
use zwick::search::Limits;
use zwick::{
    Analyst, AnyMove, AnyPosition, Diagram, Explained, Explanation, Fact, FactKind, Game, Library, Outcome, Position,
    Reason, Side, Wdl, analyze, explain,
};

#[path = "explanations/played_out.rs"]
mod played_out;
use played_out::{check_line, check_zugzwang};

const POSITIONS: usize = 1_000;

/// Random unfinished positions, from games of all lengths.
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

/// The moves with which a side makes four if it is its turn. A board where the other side seems to have moved twice is not a position, so
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

/// Whether a man of this side in this cell is part of four in a line, by counting in all directions.
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
        FactKind::ForcedWin => {
            assert_eq!(fact.side, side);
            check_forced(position, side, &fact.moves);
            assert_eq!(fact.plies, Some(fact.moves.len() as u16));
            assert!(fact.lines.iter().all(|line| line.len() == 4));
        }
        FactKind::Zugzwang => check_zugzwang(position, fact),
        kind => panic!("{kind:?} is no fact about a position of Connect Four"),
    }
}

/// Whether the side to move wins within this many of its own moves, each of which makes four or threatens to, whatever the other side does.
fn can_force_four(position: &AnyPosition, moves: u32) -> bool {
    let side = position.turn();
    position.legal_moves().any(|mv| {
        let after = position.after(mv);
        is_won_by(&after, side)
            || moves > 1
                && after.ending().is_none()
                && fours(&after, !side).is_empty()
                && !fours(&after, side).is_empty()
                && after.legal_moves().all(|reply| can_force_four(&after.after(reply), moves - 1))
    })
}

/// Plays a line in which the losing side has no choice: any other move loses immediately.
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
        FactKind::Zugzwang => check_zugzwang(&after, fact),
        kind => panic!("{kind:?} is no fact about a move of Connect Four"),
    }
}

/// Whether a reply leaves the other side a mill to close next, or a four to make.
fn leaves_something(after: &AnyPosition) -> bool {
    if after.ending().is_some() {
        false
    } else if after.men_in_hand().is_some() {
        !closings(after, after.turn()).is_empty()
    } else {
        !fours(after, after.turn()).is_empty()
    }
}

/// How often best replies were reported, and how often the first was chosen among others.
#[derive(Default, Debug)]
struct Answers {
    told: usize,
    among_equals: usize,
    /// The first leaves the other side nothing, where another equally good one does.
    stopping: usize,
    /// Mistakes with a line that shows why, and wins with one.
    refutations: usize,
    plans: usize,
}

/// The best replies are all those whose value equals the solver's value of the move, and the first leaves the other side nothing if one of
/// them does.
fn check_answers(analyst: &mut Analyst, position: &AnyPosition, seen: &mut Answers) {
    let explanation = explain(analyst, position, &Limits::default()).unwrap();
    let is_won = explanation.analysis.answer().verdict.wdl() == Some(Wdl::Win);
    let wins = [FactKind::CanWin, FactKind::ForcedWin, FactKind::ProvenWin];
    let is_told = explanation.facts.iter().any(|fact| fact.side == position.turn() && wins.contains(&fact.kind));
    assert!(!is_won || is_told, "{position}: nobody is told of the win");
    for (rated, facts) in explanation.analysis.moves().iter().zip(&explanation.moves) {
        for fact in facts.iter().filter(|fact| fact.idea.is_some()) {
            check_line(analyst, position, rated.mv, fact);
            seen.refutations += usize::from(fact.kind == FactKind::Refutes);
            seen.plans += usize::from(fact.kind == FactKind::Plan);
        }
        let Some(fact) = facts.iter().find(|fact| fact.kind == FactKind::Answer) else { continue };
        let after = position.after(rated.mv);
        let mut value = |then: &AnyPosition| {
            let verdict = analyze(analyst, then, &Limits::default()).unwrap().answer().verdict;
            verdict.value().unwrap().one_ply_earlier()
        };
        let replies: Vec<_> = after.legal_moves().map(|reply| (reply, value(&after.after(reply)))).collect();
        let best = replies.iter().map(|(_, value)| *value).max().unwrap();
        let equals = || replies.iter().filter(|(_, value)| *value == best).map(|(reply, _)| *reply);
        assert_eq!(sorted(fact.moves.clone()), sorted(equals().map(|mv| mv.to_string())), "{position} {}", rated.mv);
        assert_eq!((fact.side, fact.plies), (after.turn(), best.plies()), "{position} {}", rated.mv);
        assert_eq!(rated.answer.verdict.value(), Some(best.one_ply_earlier()), "{position} {}", rated.mv);
        let winner = match best.plies() {
            None => Wdl::Draw,
            Some(plies) if plies % 2 == 1 => Wdl::Win,
            Some(_) => Wdl::Loss,
        };
        assert_eq!(winner, best.wdl(), "the number of plies says who wins");
        let leaves = |reply: AnyMove| leaves_something(&after.after(reply));
        let is_open = leaves(after.read_move(&fact.moves[0]).unwrap());
        assert!(!is_open || equals().all(leaves), "{position} {} {:?}", rated.mv, fact.moves);
        seen.told += 1;
        seen.among_equals += usize::from(fact.moves.len() > 1);
        seen.stopping += usize::from(!is_open && equals().any(leaves));
    }
}

#[test]
fn every_claim_about_connect_four_is_true() {
    let mut analyst = Analyst::new(Library::default());
    let (mut kinds, mut answers, mut forced) = (HashSet::new(), Answers::default(), 0);
    for position in random_positions(Game::CONNECT_FOUR, 1, POSITIONS, 38) {
        let told = position.facts();
        for fact in &told {
            check_four_position(&position, fact);
            kinds.insert(fact.kind);
        }
        let is_told = |kind| told.iter().any(|fact| fact.kind == kind);
        if fours(&position, position.turn()).is_empty() && can_force_four(&position, 4) {
            assert!(is_told(FactKind::ForcedWin), "{position}: nobody is told of the forced win");
            forced += 1;
        }
        for mv in position.legal_moves() {
            for fact in position.facts_of(mv) {
                check_four_move(&position, mv, &fact);
                kinds.insert(fact.kind);
            }
        }
        // The solver is slow early in a game.
        if position.cells().iter().flatten().count() > 16 {
            check_answers(&mut analyst, &position, &mut answers);
        }
    }
    assert!(forced > 20, "{forced}");
    assert!(answers.told > 1_000 && answers.among_equals > 100, "{answers:?}");
    assert!(answers.refutations > 50 && answers.plans > 10, "{answers:?}");
    assert_eq!(kinds.len(), 14, "every kind of claim is put to the test: {kinds:?}");
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

fn men_left(position: &AnyPosition, side: Side) -> usize {
    let hand = position.men_in_hand().unwrap()[usize::from(side == Side::Second)];
    usize::from(hand) + position.cells().iter().filter(|cell| **cell == Some(side)).count()
}

/// Whether the side to move can step with its man from here to there, close a mill, and continue so every turn: whatever the other side
/// does in between, until that side has three men and may fly, or has lost.
fn closes_each_time(position: &AnyPosition, here: usize, there: usize) -> bool {
    let side = position.turn();
    let step = Move { from: Some(Point::new(here)), to: Point::new(there), take: None }.to_string();
    let closings =
        position.legal_moves().filter(|mv| mv.to_string().strip_prefix(&step).is_some_and(|x| x.starts_with('x')));
    closings.into_iter().any(|mv| {
        let after = position.after(mv);
        is_won_by(&after, side) || men_left(&after, !side) == 3 || closes_each_time_after_any_reply(&after, there, here)
    })
}

fn closes_each_time_after_any_reply(position: &AnyPosition, here: usize, there: usize) -> bool {
    position.legal_moves().all(|reply| {
        let then = position.after(reply);
        then.ending().is_none() && closes_each_time(&then, here, there)
    })
}

/// Every double mill of a side, as the man and the point it steps to: it closes a mill at least twice before the other side may fly.
fn double_mills(position: &AnyPosition, side: Side) -> Vec<[usize; 2]> {
    let cells = position.cells();
    let men = (0..24).filter(|&place| cells[place] == Some(side));
    let steps =
        men.flat_map(|here| (0..24).filter(move |&there| are_neighbours(here, there)).map(move |there| [here, there]));
    let is_double = |&[here, there]: &[usize; 2]| {
        men_left(position, !side) > 4
            && stands_as_in_a_double_mill(&cells, side, here, there)
            && if position.turn() == side {
                closes_each_time(position, here, there)
            } else {
                closes_each_time_after_any_reply(position, here, there)
            }
    };
    steps.filter(is_double).collect()
}

/// Whether a man in a mill would close another one by this step.
fn stands_as_in_a_double_mill(cells: &[Option<Side>], side: Side, here: usize, there: usize) -> bool {
    let has_mill = |cells: &[Option<Side>], place| {
        mills().iter().any(|mill| mill.contains(&place) && mill.iter().all(|&point| cells[point] == Some(side)))
    };
    let mut moved = cells.to_vec();
    moved.swap(here, there);
    cells[there].is_none() && has_mill(cells, here) && has_mill(&moved, there)
}

/// The double mills that a move makes: their man was in none before.
fn made_double_mills(position: &AnyPosition, mv: AnyMove) -> Vec<[usize; 2]> {
    let (side, cells, after) = (position.turn(), position.cells(), position.after(mv));
    let did_not_stand_in_one = |&[man, _]: &[usize; 2]| {
        // Where the man was before: it is the one that moved, or it stayed.
        let before: Vec<usize> = if cells[man] == Some(side) { vec![man] } else { moved_from(position, mv) };
        !before.iter().any(|&here| {
            (0..24).any(|there| are_neighbours(here, there) && stands_as_in_a_double_mill(&cells, side, here, there))
        })
    };
    double_mills(&after, side).into_iter().filter(did_not_stand_in_one).collect()
}

/// The point that a move leaves; `None` if it places a man.
fn moved_from(position: &AnyPosition, mv: AnyMove) -> Vec<usize> {
    let (before, after) = (position.cells(), position.after(mv).cells());
    (0..24).filter(|&place| before[place] == Some(position.turn()) && after[place].is_none()).collect()
}

/// The man and the points of the facts of this kind about a side.
fn told_double_mills(facts: &[Fact], kind: FactKind, side: Side) -> Vec<[usize; 2]> {
    let about = facts.iter().filter(|fact| (fact.kind, fact.side) == (kind, side));
    sorted(about.map(|fact| [fact.cells[0], fact.cells[1]]))
}

/// Whether the men of a side may fly when it is its turn; `None` if it gets its turn only with a man less.
fn may_jump(position: &AnyPosition, side: Side) -> Option<bool> {
    if position.turn() != side {
        let replies = position.legal_moves().map(|mv| position.after(mv));
        let mut quiet = replies.filter(|then| men_left(then, side) == men_left(position, side));
        return may_jump(&quiet.find(|then| then.ending().is_none())?, side);
    }
    Some(position.legal_moves().any(|mv| {
        let after = position.after(mv).cells();
        let to = (0..24).find(|&place| position.cells()[place].is_none() && after[place].is_some()).unwrap();
        moved_from(position, mv).iter().any(|&from| !are_neighbours(from, to))
    }))
}

/// What is said about a position as a whole: nothing false, and nothing left out.
fn check_morris_facts(position: &AnyPosition) -> Vec<FactKind> {
    let mut facts = position.facts();
    for side in [Side::First, Side::Second] {
        let about = |kind| facts.iter().any(|fact| (fact.kind, fact.side) == (kind, side));
        let told = told_double_mills(&facts, FactKind::DoubleMill, side);
        assert_eq!(told, sorted(double_mills(position, side)), "{position} {side:?}");
        if let Some(jumps) = may_jump(position, side) {
            assert_eq!(about(FactKind::Flies), jumps, "{position} {side:?}");
        }
        assert_eq!(about(FactKind::FewMen), men_left(position, side) == 3, "{position} {side:?}");
    }
    facts.iter().for_each(|fact| check_morris_position(position, fact));
    for mv in position.legal_moves() {
        let of_move = position.facts_of(mv);
        of_move.iter().for_each(|fact| check_morris_move(position, mv, fact));
        if position.after(mv).ending().is_none() {
            let told = told_double_mills(&of_move, FactKind::MakesDoubleMill, position.turn());
            assert_eq!(told, sorted(made_double_mills(position, mv)), "{position} {mv}");
        }
        facts.extend(of_move);
    }
    facts.into_iter().map(|fact| fact.kind).collect()
}

/// A double mill names its two mills: the closed one, and the one that the step closes.
fn assert_mills_of_double(position: &AnyPosition, fact: &Fact) {
    let mut moved = position.cells();
    moved.swap(fact.cells[0], fact.cells[1]);
    let is_full = |cells: &[Option<Side>], mill: &[usize]| mill.iter().all(|&place| cells[place] == Some(fact.side));
    assert!(is_full(&position.cells(), &fact.lines[0]) && is_full(&moved, &fact.lines[1]), "{position} {fact:?}");
    assert!(fact.lines.iter().all(|line| mills().contains(&sorted(line.clone()))), "{position} {fact:?}");
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
        FactKind::DoubleMill => assert_mills_of_double(position, fact),
        FactKind::FewMen | FactKind::Flies => {
            assert_eq!(owned(position, &fact.cells, fact.side), fact.cells.len());
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
        FactKind::MakesDoubleMill => assert_mills_of_double(&after, fact),
        FactKind::OpensMill => {
            assert!(fact.lines.iter().all(|line| is_whole(position, line) && !is_whole(&after, line)));
        }
        kind => panic!("{kind:?} is no fact about a move of morris"),
    }
}

/// A random position with these men on the board and in hand.
fn random_board(dice: &mut fastrand::Rng, game: Game, men: [usize; 2], hands: [usize; 2]) -> Option<AnyPosition> {
    let mut letters = vec!['W'; men[0]];
    letters.resize(men[0] + men[1], 'B');
    letters.resize(24, '1');
    dice.shuffle(&mut letters);
    board(dice, game, &letters, hands)
}

fn board(dice: &mut fastrand::Rng, game: Game, letters: &[char], hands: [usize; 2]) -> Option<AnyPosition> {
    let rings: Vec<String> = letters.chunks(8).map(|ring| ring.iter().collect()).collect();
    let text = format!("{} {} {} {}", rings.join("/"), dice.choice(["W", "B"])?, hands[0], hands[1]);
    AnyPosition::read(game, &text).ok().filter(|position| position.ending().is_none())
}

/// A random position with few men, all placed.
fn random_ending(dice: &mut fastrand::Rng) -> Option<AnyPosition> {
    let men = [dice.usize(3..=4), 3];
    random_board(dice, Game::MORRIS, men, [0, 0])
}

fn any_of<T>(dice: &mut fastrand::Rng, things: impl IntoIterator<Item = T>) -> Option<T> {
    dice.choice(things.into_iter().collect::<Vec<_>>())
}

/// A random position in which White has two mills for one man, which is in one of them or next to it, and Black has four to seven men.
fn random_double_mill(dice: &mut fastrand::Rng) -> Option<AnyPosition> {
    let mut letters = vec!['1'; 24];
    let mill = any_of(dice, mills())?;
    let here = any_of(dice, mill.clone())?;
    let there = any_of(dice, (0..24).filter(|&there| are_neighbours(here, there) && !mill.contains(&there)))?;
    let other = any_of(dice, mills().into_iter().filter(|other| other.contains(&there) && !other.contains(&here)))?;
    mill.iter().chain(&other).for_each(|&place| letters[place] = 'W');
    letters[there] = '1';
    if dice.u8(..3) == 0 {
        // One step away from it.
        let man = any_of(dice, mill.iter().chain(&other).copied().filter(|&place| letters[place] == 'W'))?;
        let place = any_of(dice, (0..24).filter(|&place| are_neighbours(man, place) && letters[place] == '1'))?;
        letters.swap(man, place);
    }
    for _ in 0..dice.usize(4..=7) {
        let place = any_of(dice, (0..24).filter(|&place| letters[place] == '1' && place != there))?;
        letters[place] = 'B';
    }
    let hands = [0, usize::from(dice.u8(..8) == 0)];
    board(dice, Game::MORRIS, &letters, hands)
}

fn take<T>(count: usize, make: impl FnMut() -> Option<T>) -> Vec<T> {
    std::iter::repeat_with(make).flatten().take(count).collect()
}

#[test]
fn every_claim_about_morris_is_true() {
    let mut dice = fastrand::Rng::with_seed(2);
    let endings = take(200, || random_ending(&mut dice));
    let positions = random_positions(Game::MORRIS, 3, POSITIONS - endings.len(), 70);
    let kinds: HashSet<FactKind> = positions.iter().chain(&endings).flat_map(check_morris_facts).collect();
    assert_eq!(kinds.len(), 13, "every kind of claim is put to the test: {kinds:?}");
    let folder = std::env::temp_dir().join(format!("zwick-explanations-{}", std::process::id()));
    build::<Standard>(&folder, Wanted::up_to(7), &AtomicBool::new(false), |_| ()).unwrap();
    let mut analyst = Analyst::new(Library { tables: Some(folder.clone()), ..Library::default() });
    let mut answers = Answers::default();
    endings.iter().for_each(|position| check_answers(&mut analyst, position, &mut answers));
    std::fs::remove_dir_all(folder).unwrap();
    assert!(answers.told > 1_000 && answers.among_equals > 100 && answers.stopping > 0, "{answers:?}");
}

#[test]
fn a_double_mill_is_one_that_the_other_side_cannot_stop_and_that_was_not_there_before() {
    let mut dice = fastrand::Rng::with_seed(4);
    let (mut has, mut makes) = (0, 0);
    for position in take(500, || random_double_mill(&mut dice)) {
        let kinds = check_morris_facts(&position);
        has += usize::from(kinds.contains(&FactKind::DoubleMill));
        makes += usize::from(kinds.contains(&FactKind::MakesDoubleMill));
    }
    assert!(has > 30 && has < 400 && makes > 3, "{has} {makes}");
}

#[test]
fn men_jump_when_all_are_placed_unless_the_rules_say_otherwise() {
    let mut dice = fastrand::Rng::with_seed(5);
    let (mut jumping, mut with_hand) = (0, 0);
    for game in ["morris", "morris:lasker", "morris:no-flying"].map(|name| name.parse::<Game>().unwrap()) {
        for in_hand in 0..=2 {
            let few = take(20, || {
                let theirs = dice.usize(4..=6);
                random_board(&mut dice, game, [3 - in_hand, theirs], [in_hand, in_hand])
            });
            for position in &few {
                let is_flight = |fact: &Fact| (fact.kind, fact.side) == (FactKind::Flies, Side::First);
                let expected = may_jump(position, Side::First);
                assert!(
                    expected.is_none_or(|jumps| position.facts().iter().any(is_flight) == jumps),
                    "{game} {position}"
                );
                jumping += usize::from(expected == Some(true));
                with_hand += usize::from(expected == Some(false) && in_hand > 0);
            }
        }
    }
    assert!(jumping > 30 && with_hand > 30, "{jumping} {with_hand}");
}

#[test]
fn a_win_that_is_proven_is_told_though_nothing_on_the_board_shows_it() {
    let mut analyst = Analyst::new(Library::default());
    let position = AnyPosition::read(Game::CONNECT_FOUR, "57336436745").unwrap();
    assert!(position.facts().is_empty());
    let Explanation { analysis, facts, .. } = explain(&mut analyst, &position, &Limits::default()).unwrap();
    let [fact] = &facts[..] else { panic!("{facts:?}") };
    assert_eq!(
        (fact.kind, fact.side, fact.plies),
        (FactKind::ProvenWin, position.turn(), analysis.answer().verdict.value().unwrap().plies())
    );
    assert_eq!(fact.moves, analysis.best_moves().map(|mv| mv.to_string()).collect::<Vec<_>>());
}
