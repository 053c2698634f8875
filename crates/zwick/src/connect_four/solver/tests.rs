//! The solver compared with naive ones, and each of its parts separately.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::follow_up::{FollowUp, arguments};
use super::geometry::Shape;
use super::leaf;
use super::node::Node;
use super::*;
use crate::connect_four::{PublicPosition, public_sets};
use crate::game::Outcome;
use crate::long_tests;
use crate::search::{AlphaBeta, ExactOnly, Limits, Scored, Settings, Silent};

/// Minimax by the rules alone.
fn naive<const W: usize, const H: usize>(position: &ConnectFour<W, H>, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(&score) = known.get(&position.key()) {
        return score;
    }
    let score = match position.outcome() {
        Some(Outcome::Draw) => 0,
        Some(Outcome::Win(_)) => -((W * H) as i32 + 2 - position.men() as i32) / 2,
        None => position.legal_moves().map(|column| -naive(&position.after(column), known)).max().expect("a move"),
    };
    known.insert(position.key(), score);
    score
}

/// Alpha-beta by the rules alone, with a table of exact scores for the windows that gave one.
fn plain<const W: usize, const H: usize>(
    position: &ConnectFour<W, H>,
    low: i32,
    high: i32,
    known: &mut HashMap<u64, i32>,
) -> i32 {
    match position.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(_)) => return -((W * H) as i32 + 2 - position.men() as i32) / 2,
        None => {}
    }
    if let Some(&score) = known.get(&position.key()) {
        return score;
    }
    let mut best = i32::MIN;
    for column in position.legal_moves() {
        best = best.max(-plain(&position.after(column), -high, -low.max(best), known));
        if best >= high {
            return best;
        }
    }
    if best > low {
        known.insert(position.key(), best);
    }
    best
}

/// A position after this many random moves without a winner.
fn random_position<const W: usize, const H: usize>(random: &mut fastrand::Rng, men: usize) -> ConnectFour<W, H> {
    loop {
        let mut position = ConnectFour::new();
        for _ in 0..men {
            if position.ending().is_none() {
                let moves: Vec<Column> = position.legal_moves().collect();
                position.play_unchecked(moves[random.usize(..moves.len())]);
            }
        }
        if position.ending().is_none() {
            return position;
        }
    }
}

fn every_position<const W: usize, const H: usize>(mut check: impl FnMut(&ConnectFour<W, H>, i32)) {
    let mut known = HashMap::new();
    let mut seen = std::collections::HashSet::new();
    let mut open = vec![ConnectFour::<W, H>::new()];
    while let Some(position) = open.pop() {
        if seen.insert(position.key()) {
            check(&position, naive(&position, &mut known));
            open.extend(position.legal_moves().map(|column| position.after(column)));
        }
    }
}

/// No bound, with any limit and any argument, is below the score.
fn check_bounds<const W: usize, const H: usize>(shape: &Free, position: &ConnectFour<W, H>, score: i32) -> usize {
    fn check<const W: usize, const H: usize, const ARGUMENTS: u8>(
        shape: &Free,
        position: &ConnectFour<W, H>,
        score: i32,
    ) -> usize {
        let threats = shape.threats(position.other(), position.occupied());
        let follow_up = FollowUp::<Free, ARGUMENTS>::new(shape, position.mover(), position.occupied(), threats);
        let barren = follow_up.leader_lines() == 0;
        let bounds = (-12..=0).filter_map(|limit| follow_up.upper_bound(limit, barren).map(|bound| (limit, bound)));
        let checked = bounds.inspect(|&(limit, bound)| {
            assert!(bound <= limit && score <= bound, "{position:#}\nscore {score}, bound {bound}");
        });
        checked.count()
    }
    if position.ending().is_some() {
        return 0;
    }
    check::<W, H, { arguments::PLAIN }>(shape, position, score)
        + check::<W, H, { arguments::EVEN_CAPS }>(shape, position, score)
        + check::<W, H, { arguments::ODD_CAP }>(shape, position, score)
        + check::<W, H, { arguments::TWO_ODD_CAPS }>(shape, position, score)
        + check::<W, H, { arguments::ALL }>(shape, position, score)
}

/// Whether the side to move wins with one of its next `men` men, by the rules alone.
fn wins_with<const W: usize, const H: usize>(position: &ConnectFour<W, H>, men: u32) -> bool {
    position.legal_moves().map(|column| position.after(column)).any(|after| match after.outcome() {
        Some(outcome) => outcome != Outcome::Draw,
        None => men > 1 && after.legal_moves().all(|column| can_win_with(&after.after(column), men - 1)),
    })
}

/// The same for a game that may be over.
fn can_win_with<const W: usize, const H: usize>(position: &ConnectFour<W, H>, men: u32) -> bool {
    position.ending().is_none() && wins_with(position, men)
}

fn check_leaves<const W: usize, const H: usize>(seed: u64, count: usize, least: usize) {
    let mut random = fastrand::Rng::with_seed(seed);
    let shape = Free::new::<W, H>();
    let (mut attacks, mut defences, mut tries) = ([0; 2], [0; 2], 0);
    for _ in 0..count {
        let men = random.usize(least..W * H - 3);
        let position = random_position::<W, H>(&mut random, men);
        let Ok(mut node) = Node::new(&shape, position.mover(), position.occupied()) else { continue };
        if node.settle(&shape).is_some() || node.men != men as i32 {
            continue;
        }
        let wins = leaf::wins_in_two(&shape, node.mover, node.occupied, node.moves);
        assert_eq!(wins, wins_with(&position, 2), "{position:#}");
        attacks[usize::from(wins)] += 1;
        let loses = |cell: u64| {
            let column = cell.trailing_zeros() as usize / (H + 1);
            let mv = position.legal_moves().find(|mv| mv.index() == column).expect("a legal move");
            can_win_with(&position.after(mv), 2)
        };
        let defence = leaf::defend(&shape, &node);
        defences[usize::from(defence.is_some())] += 1;
        let (holds, fail) = defence.map_or((0, node.moves), |defence| (defence.holds, defence.fail));
        assert!(holds == 0 || !loses(holds), "{position:#}");
        for bit in (0..64).filter(|bit| fail >> bit & 1 == 1) {
            tries += 1;
            assert!(loses(1 << bit), "{position:#}");
        }
    }
    assert!(attacks.iter().chain(&defences).all(|&seen| seen > 20), "{attacks:?} {defences:?}");
    assert!(tries > 20, "{tries} moves fail");
}

#[test]
fn leaves_are_won_and_held_as_by_the_rules_alone() {
    let factor = std::env::var("ZWICK_FUZZ").map_or(1, |text| text.parse().expect("a factor"));
    check_leaves::<7, 6>(50, 60_000 * factor, 6);
    check_leaves::<4, 4>(51, 20_000 * factor, 4);
    check_leaves::<9, 6>(52, 20_000 * factor, 8);
    check_leaves::<8, 7>(53, 20_000 * factor, 8);
    check_leaves::<5, 8>(54, 20_000 * factor, 8);
}

fn solve_with<const W: usize, const H: usize, const ARGUMENTS: u8>(
    solver: &mut Solver<W, H>,
    position: &ConnectFour<W, H>,
) -> i32 {
    let mut control = Control { stop: &AtomicBool::new(false), progress: &mut |_| () };
    solver.solve_arguing::<ARGUMENTS>(position, &mut control).expect("nobody stops it")
}

/// The bounds and the solver on random positions, against plain alpha-beta.
fn check_random<const W: usize, const H: usize>(seed: u64, count: usize, least: usize) {
    let mut random = fastrand::Rng::with_seed(seed);
    let (shape, mut solver) = (Free::new::<W, H>(), Solver::<W, H>::with(1 << 20, 1));
    for _ in 0..count {
        let men = random.usize(least..W * H);
        let position = random_position::<W, H>(&mut random, men);
        let score = plain(&position, -100, 100, &mut HashMap::new());
        assert_eq!(solver.solve(&position), score, "{position:#}");
        check_bounds(&shape, &position, score);
    }
}

/// Every position of a small board, with all bounds, and with each of them left out.
fn check_every<const W: usize, const H: usize>() {
    let (shape, mut solver) = (Free::new::<W, H>(), Solver::<W, H>::with(1 << 20, 1));
    let mut bounds = 0;
    every_position::<W, H>(|position, score| {
        assert_eq!(solver.solve(position), score, "{position:#}");
        assert_eq!(Solver::score_of(position, Solver::value_of(position, score)), score);
        bounds += check_bounds(&shape, position, score);
    });
    assert!(bounds > 10_000, "{bounds} bounds");
}

#[test]
fn every_position_of_four_by_four_is_solved() {
    check_every::<4, 4>();
}

#[test]
fn every_position_of_five_by_four_is_solved() {
    check_every::<5, 4>();
}

#[test]
fn every_position_of_four_by_five_is_solved() {
    check_every::<4, 5>();
}

#[test]
fn late_positions_are_solved_as_by_plain_alpha_beta() {
    check_random::<7, 6>(1, 100_000, 30);
}

/// The general search is tested against minimax, shares no code with the solver, and is fast enough from mid-game. In a long run, 100,000
/// positions.
#[test]
fn positions_half_way_are_solved_as_by_the_general_search() {
    let part = long_tests::part();
    let mut random = fastrand::Rng::with_seed(2);
    let mut solver = Solver::<7, 6>::with(1 << 20, 1);
    let mut search = AlphaBeta::new(ExactOnly, Settings { table: 1 << 20, ..Settings::FULL });
    for number in 0..if part.is_some() { 100_000 } else { 500 } {
        let men = random.usize(20..42);
        let position = random_position::<7, 6>(&mut random, men);
        if part.is_some_and(|part| !part.has(number)) {
            continue;
        }
        let report = search.search(&position, Scored::Best, &Limits::default(), &mut Silent);
        assert_eq!(report.moves[0].value(), Some(solver.value(&position)), "{position:#}");
    }
}

#[test]
fn boards_of_other_sizes_are_solved_as_by_plain_alpha_beta() {
    check_random::<5, 5>(3, 2_000, 10);
    check_random::<7, 7>(4, 2_500, 36);
    check_random::<6, 5>(5, 2_500, 16);
    check_random::<8, 7>(6, 2_500, 43);
    check_random::<9, 6>(7, 2_500, 42);
    check_random::<4, 12>(8, 250, 30);
    check_random::<21, 2>(9, 150, 32);
    check_random::<3, 3>(10, 1_000, 0);
    check_random::<1, 8>(11, 100, 0);
}

/// Plain search is too slow in the mid-game of large boards; the solver without bounds is not, and is tested itself.
#[test]
fn no_bound_is_below_the_score_on_larger_boards() {
    fn check<const W: usize, const H: usize>(seed: u64, count: usize, least: usize) {
        let mut random = fastrand::Rng::with_seed(seed);
        let (shape, mut solver) = (Free::new::<W, H>(), Solver::<W, H>::with(16 << 20, 1));
        let mut bounds = 0;
        for _ in 0..count {
            let men = random.usize(least..W * H);
            let position = random_position::<W, H>(&mut random, men);
            let score = solve_with::<W, H, 0>(&mut solver, &position);
            bounds += check_bounds(&shape, &position, score);
            assert_eq!(solve_with::<W, H, 7>(&mut solver, &position), score);
        }
        assert!(bounds > count / 4, "{bounds} bounds");
    }
    let factor = std::env::var("ZWICK_FUZZ").map_or(1, |text| text.parse().expect("a factor"));
    check::<7, 6>(20, 7_000 * factor, 26);
    check::<7, 7>(21, 2_000 * factor, 34);
    check::<8, 7>(22, 2_000 * factor, 42);
    check::<9, 6>(23, 2_000 * factor, 40);
    check::<6, 7>(24, 4_000 * factor, 26);
    check::<6, 6>(25, 4_000 * factor, 18);
    check::<5, 8>(26, 4_000 * factor, 22);
}

#[test]
fn leaving_out_any_bound_changes_no_score() {
    let mut random = fastrand::Rng::with_seed(30);
    let mut solver = Solver::<7, 6>::new();
    for _ in 0..300 {
        let men = random.usize(16..30);
        let position = random_position::<7, 6>(&mut random, men);
        let score = solver.solve(&position);
        let mut cold = |solve: fn(&mut Solver<7, 6>, &ConnectFour) -> i32| {
            solver.clear();
            assert_eq!(solve(&mut solver, &position), score, "{position:#}");
        };
        cold(solve_with::<7, 6, 0>);
        cold(solve_with::<7, 6, { arguments::ALL & !arguments::PLAIN }>);
        cold(solve_with::<7, 6, { arguments::ALL & !arguments::EVEN_CAPS }>);
        cold(solve_with::<7, 6, { arguments::ALL & !arguments::ODD_CAP }>);
        cold(solve_with::<7, 6, { arguments::ALL & !arguments::TWO_ODD_CAPS }>);
    }
}

#[test]
fn the_public_test_sets_are_solved_also_with_a_tiny_table_and_two_threads() {
    let mut solvers = [Solver::<7, 6>::new(), Solver::with(0, 1), Solver::with(4 << 20, 2)];
    for (number, PublicPosition { set, moves, score }) in public_sets().enumerate() {
        // The two expensive sets in part: all of their lines take minutes in a test.
        if set == "l1r3" && !number.is_multiple_of(100) || set == "l1r2" && !number.is_multiple_of(5) {
            continue;
        }
        let solver = &mut solvers[number / 5 % 3];
        solver.clear();
        assert_eq!(solver.solve(&moves.parse().unwrap()), score, "{moves}");
    }
}

/// Source: the table of C. Steininger's solver (github.com/ChristopheSteininger/c4), which agrees with the results of J. Tromp
/// (tromp.github.io/c4/c4.html) and adds when the games end.
#[test]
fn empty_boards_of_other_sizes_have_their_known_results() {
    fn check<const W: usize, const H: usize>(known: Value) {
        assert_eq!(Solver::<W, H>::new().value(&ConnectFour::new()), known, "{W}x{H}");
    }
    check::<4, 4>(Value::DRAW);
    check::<5, 4>(Value::DRAW);
    check::<6, 4>(Value::loss_in(24));
    check::<7, 4>(Value::DRAW);
    check::<8, 4>(Value::loss_in(32));
    check::<4, 5>(Value::DRAW);
    check::<5, 5>(Value::DRAW);
    check::<6, 5>(Value::DRAW);
    check::<7, 5>(Value::DRAW);
    check::<4, 6>(Value::DRAW);
    check::<5, 6>(Value::DRAW);
    check::<4, 7>(Value::DRAW);
}

#[test]
fn the_best_move_has_the_score_of_the_position_and_each_move_that_of_what_it_leads_to() {
    let mut random = fastrand::Rng::with_seed(40);
    let (mut together, mut alone) = (Solver::<7, 6>::with(1 << 20, 3), Solver::<7, 6>::new());
    for _ in 0..200 {
        let men = random.usize(14..42);
        let position = random_position::<7, 6>(&mut random, men);
        let moves = together.score_moves(&position);
        assert_eq!(moves.iter().map(|&(_, score)| score).max(), Some(alone.solve(&position)));
        assert!(moves.iter().map(|&(column, _)| column).eq(position.legal_moves()));
        for (column, score) in moves {
            assert_eq!(-alone.solve(&position.after(column)), score, "{position:#} {column}");
        }
    }
}

#[test]
fn a_finished_position_has_a_score_too() {
    let mut solver = Solver::<7, 6>::new();
    let lost: ConnectFour = "1121314".parse().unwrap();
    assert_eq!((solver.solve(&lost), solver.value(&lost)), (-18, Value::loss_in(0)));
    assert_eq!(solver.score_moves(&lost), []);
    let drawn: ConnectFour<4, 3> = "OXOX/XOXO/XOXO".parse().unwrap();
    assert_eq!(Solver::<4, 3>::new().solve(&drawn), 0);
    let wins: ConnectFour = "112131".parse().unwrap();
    assert_eq!((solver.solve(&wins), solver.value(&wins)), (18, Value::win_in(1)));
}

#[test]
fn a_search_stops_when_told_and_reports_what_it_knows() {
    let (stop, mut reports) = (AtomicBool::new(false), 0);
    let mut solver = Solver::<7, 6>::with(1 << 20, 2);
    let answer = solver.solve_until(&ConnectFour::new(), &stop, &mut |progress| {
        assert!(progress.lower <= 1 && progress.upper >= 1);
        reports += 1;
        if reports == 100 {
            stop.store(true, Relaxed);
        }
    });
    assert_eq!(answer, None);
    assert!((100..=102).contains(&reports), "{reports} reports");
    assert!(solver.score_moves_until(&ConnectFour::new(), None, &AtomicBool::new(true), &mut |_| ()).is_none());
}
