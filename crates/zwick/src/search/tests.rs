//! Properties of all searches: whatever the switches, the values are those of plain minimax.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::*;
use crate::long_tests;
use crate::morris::{Lasker, Morabaraba, NoFlying, Standard};
use crate::value::Value;
use crate::{Classified, ConnectFour, Morris, Outcome, Position};

/// Every combination of switches, with tables of the smallest and of an ample size, on one or two threads.
fn all_settings() -> Vec<Settings> {
    let mut all = Vec::new();
    for bits in 0..32u32 {
        for table in [0, 16, 1 << 10] {
            for threads in [1, 2] {
                let is_on = |bit: u32| bits >> bit & 1 == 1;
                let (pruning, ordering, deepening, symmetry) = (is_on(0), is_on(1), is_on(2), is_on(3));
                let scout = is_on(4);
                all.push(Settings { pruning, ordering, deepening, symmetry, scout, table, threads });
            }
        }
    }
    all
}

/// The values of all reachable positions, by minimax with its own memory.
fn values_of_all<const W: usize, const H: usize>() -> HashMap<ConnectFour<W, H>, Value> {
    fn visit<const W: usize, const H: usize>(
        position: ConnectFour<W, H>,
        values: &mut HashMap<ConnectFour<W, H>, Value>,
    ) -> Value {
        if let Some(&value) = values.get(&position) {
            return value;
        }
        let moves: Vec<_> = position.legal_moves().collect();
        let best = moves.into_iter().map(|mv| visit(position.after(mv), values).one_ply_earlier()).max();
        let value = best.unwrap_or_else(|| solve(&position));
        values.insert(position, value);
        value
    }
    let mut values = HashMap::new();
    visit(ConnectFour::new(), &mut values);
    values
}

/// The value a search to the end found.
fn value_of<M: Copy>(report: &Report<M>) -> Value {
    let best = report.moves[0];
    best.value().expect("a search to the end proves everything")
}

fn sorted<const W: usize, const H: usize>(values: &HashMap<ConnectFour<W, H>, Value>) -> Vec<ConnectFour<W, H>> {
    let mut positions: Vec<_> = values.keys().copied().filter(|position| position.ending().is_none()).collect();
    positions.sort_by_key(Position::key);
    positions
}

/// Searches each position to the end with the settings that `pick` chooses for it, and compares with its value.
fn check_to_the_end<const W: usize, const H: usize>(pick: impl Fn(usize, &[Settings]) -> Vec<usize>) {
    let values = values_of_all::<W, H>();
    let settings = all_settings();
    let mut searches: Vec<_> = settings.iter().map(|&settings| AlphaBeta::new(ExactOnly, settings)).collect();
    let limits = Limits::depth((W * H) as u32);
    for (i, position) in sorted(&values).iter().enumerate() {
        for choice in pick(i, &settings) {
            let report = searches[choice].search(position, Scored::Best, &limits, &mut Silent);
            assert_eq!(value_of(&report), values[position], "{position} {:?}", settings[choice]);
            let best: HashSet<_> = report.best_moves().collect();
            let is_best = |mv| values[&position.after(mv)].one_ply_earlier() == values[position];
            assert!(position.legal_moves().all(|mv| is_best(mv) == best.contains(&mv)), "{position}: {best:?}");
        }
    }
}

#[test]
fn the_memory_of_these_tests_agrees_with_naive_solving() {
    let values = values_of_all::<4, 3>();
    assert!(values.iter().all(|(position, &value)| solve(position) == value));
    let values = values_of_all::<4, 4>();
    assert_eq!(values.len(), 161_029);
    let late = values.iter().filter(|(position, _)| position.men() >= 8);
    assert!(late.step_by(20).all(|(position, &value)| solve(position) == value));
}

#[test]
fn every_combination_solves_every_position_of_4x3_with_all_best_moves() {
    check_to_the_end::<4, 3>(|i, settings| {
        (0..settings.len()).filter(|s| settings[*s].threads == 1 || i % 8 == s % 8).collect()
    });
}

/// One combination per position, so that each is used more than a thousand times. In a long run, every combination on every position: an
/// hour in total, most of it for searches of the first positions without pruning.
#[test]
fn every_position_of_4x4_is_solved_with_all_best_moves() {
    let part = long_tests::part();
    check_to_the_end::<4, 4>(|i, settings| match part {
        Some(part) => (0..settings.len()).filter(|&choice| part.has(choice)).collect(),
        None => vec![(i * 7) % settings.len()],
    });
}

/// A position after random moves, unfinished.
fn random_position<P: Position>(start: &P, plies: usize, rng: &mut fastrand::Rng) -> P {
    let mut position = start.clone();
    for _ in 0..plies {
        let Some(mv) = rng.choice(position.legal_moves().collect::<Vec<_>>()) else { break };
        let next = position.after(mv);
        if next.ending().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// Compares all searches with minimax on random positions.
fn check_fixed_depths<P, E>(start: &P, evaluator: E, depths: std::ops::RangeInclusive<u32>, rounds: usize, plies: usize)
where
    P: Heuristic + Classified<Move: Send + Sync> + Send + Sync,
    E: Evaluator<P> + Copy,
{
    let mut rng = fastrand::Rng::with_seed(11);
    let settings = all_settings();
    let mut searches: Vec<_> = settings.iter().map(|&settings| AlphaBeta::new(evaluator, settings)).collect();
    for round in 0..rounds {
        let length = rng.usize(0..plies);
        let position = random_position(start, length, &mut rng);
        let depth = rng.u32(depths.clone());
        let truth: HashMap<P::Move, Score> = minimax_moves(&position, depth, &evaluator).into_iter().collect();
        let best = truth.values().copied().max().unwrap();
        for k in 0..12 {
            let choice = (round * 12 + k) % settings.len();
            let scored = [Scored::One, Scored::Best, Scored::Within(1500), Scored::All][(round + k) % 4];
            // The tables are kept from position to position, as between moves.
            let report = searches[choice].search(&position, scored, &Limits::depth(depth), &mut Silent);
            let context = || format!("{position} depth {depth} {:?} {scored:?}", settings[choice]);
            assert_eq!(report.score(), Some(best), "{}", context());
            assert_eq!(report.moves.len(), truth.len());
            for rated in &report.moves {
                let score = truth[&rated.mv];
                let is_right = match rated.bound {
                    Bound::Exact => rated.score() == score,
                    // A won position ends the deepening early; bounds are then those of the last iteration.
                    Bound::AtMost => {
                        let holds = score <= rated.score() || report.stop == Stop::Solved;
                        holds && (score < best || scored == Scored::One) && scored != Scored::All
                    }
                    Bound::AtLeast => false,
                };
                assert!(is_right, "{}: {rated:?} {score:?}", context());
            }
        }
    }
}

#[test]
fn fixed_depths_of_connect_four_give_the_scores_of_minimax() {
    check_fixed_depths(&ConnectFour::<7, 6>::new(), ByHeuristic, 1..=5, 400, 42);
    check_fixed_depths(&ConnectFour::<7, 6>::new(), ExactOnly, 1..=5, 300, 42);
    check_fixed_depths(&ConnectFour::<5, 4>::new(), ByHeuristic, 1..=7, 300, 20);
    check_fixed_depths(&ConnectFour::<9, 6>::new(), ByHeuristic, 1..=4, 100, 54);
}

#[test]
fn fixed_depths_of_morris_give_the_scores_of_minimax() {
    check_fixed_depths(&Morris::<Standard>::new(), ByHeuristic, 1..=3, 500, 120);
    check_fixed_depths(&Morris::<Standard>::new(), ByCriteria, 1..=3, 200, 120);
    check_fixed_depths(&Morris::<Standard>::new(), ExactOnly, 1..=3, 300, 120);
    check_fixed_depths(&Morris::<NoFlying>::new(), ByHeuristic, 1..=3, 200, 120);
    check_fixed_depths(&Morris::<Lasker>::new(), ByHeuristic, 1..=2, 200, 120);
    check_fixed_depths(&Morris::<Morabaraba>::new(), ByHeuristic, 1..=3, 100, 120);
}

#[test]
fn playouts_judge_a_position_alike_whatever_the_switches() {
    check_fixed_depths(&ConnectFour::<7, 6>::new(), Playouts::new(5, 3), 1..=3, 60, 42);
    check_fixed_depths(&Morris::<Standard>::new(), Playouts::new(2, 3), 1..=2, 20, 80);
}

#[test]
fn a_tie_with_alpha_is_not_taken_for_equality() {
    // The example of V4: column 6 draws, every other column loses.
    let position: ConnectFour = "45544554454533212232322316".parse().unwrap();
    let mut search = AlphaBeta::new(ExactOnly, Settings::FULL);
    let report = search.search(&position, Scored::All, &Limits::default(), &mut Silent);
    assert_eq!(report.best_moves().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["6"]);
    assert_eq!(report.stop, Stop::Solved);
    assert_eq!(report.moves[0].value(), Some(Value::DRAW));
    assert!(report.moves[1..].iter().all(|rated| rated.value().unwrap() < Value::DRAW));
}

#[test]
fn a_search_stops_within_fifty_milliseconds_of_being_asked() {
    let morris: Morris = Morris::new();
    let board: ConnectFour = ConnectFour::new();
    let searches: [&(dyn Fn(&Limits<'_>) -> Stop + Sync); 5] = [
        &|limits| AlphaBeta::new(ByHeuristic, Settings::FULL).search(&morris, Scored::All, limits, &mut Silent).stop,
        &|limits| {
            let settings = Settings { threads: 2, ..Settings::FULL };
            AlphaBeta::new(ExactOnly, settings).search(&board, Scored::All, limits, &mut Silent).stop
        },
        &|limits| {
            let mut search = AlphaBeta::new(Playouts::new(1000, 1), Settings::FULL);
            search.search(&morris, Scored::Best, limits, &mut Silent).stop
        },
        &|limits| monte_carlo(&morris, Playouts::new(u32::MAX, 1), limits, &mut Silent).stop,
        &|limits| mcts(&morris, Playouts::new(u32::MAX, 1), limits, &mut Silent).stop,
    ];
    for search in searches {
        let flag = AtomicBool::new(false);
        let (reason, delay) = std::thread::scope(|scope| {
            let searching = scope.spawn(|| search(&Limits { stop: Some(&flag), ..Limits::default() }));
            std::thread::sleep(Duration::from_millis(100));
            flag.store(true, Ordering::Relaxed);
            let asked = Instant::now();
            (searching.join().unwrap(), asked.elapsed())
        });
        assert_eq!(reason, Stop::Asked);
        // The searches would never end, so any delay shows that they reacted; how short it is depends on the load of the machine.
        assert!(delay < Duration::from_secs(10), "{delay:?}");
    }
}

#[test]
fn a_stopped_search_has_the_best_move_so_far() {
    let position: ConnectFour = "112233".parse().unwrap();
    for nodes in [1, 10, 1000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let report = AlphaBeta::new(ByHeuristic, Settings::FULL).search(&position, Scored::Best, &limits, &mut Silent);
        assert_eq!(report.choice.map(|mv| mv.to_string()).as_deref(), Some("4"));
    }
    let plain = AlphaBeta::new(ByHeuristic, Settings { deepening: false, ..Settings::FULL }).search(
        &ConnectFour::<7, 6>::new(),
        Scored::Best,
        &Limits { nodes: Some(300), ..Limits::depth(20) },
        &mut Silent,
    );
    assert_eq!(plain.stop, Stop::Nodes);
    assert!(plain.choice.is_some());
}

#[test]
fn every_search_has_a_scored_move_whatever_the_limits() {
    fn check<P: Heuristic + Classified<Move: Send + Sync> + Send + Sync>(position: &P) {
        let stop = AtomicBool::new(true);
        let tight = [
            Limits { stop: Some(&stop), ..Limits::depth(9) },
            Limits { nodes: Some(1), ..Limits::depth(9) },
            Limits { time: Some(Duration::ZERO), ..Limits::depth(9) },
        ];
        let all = position.legal_moves().count();
        for limits in tight {
            for settings in all_settings() {
                for scored in [Scored::One, Scored::Best, Scored::All] {
                    let mut search = AlphaBeta::new(ByHeuristic, settings);
                    let report = search.search(position, scored, &limits, &mut Silent);
                    let context = format!("{position} {settings:?} {limits:?}");
                    assert!(position.is_legal(report.choice.unwrap()), "{context}");
                    assert_eq!(report.moves.len(), all, "{context}");
                    assert!(matches!(report.source, crate::Source::Depth { plies: 1.. }), "{context}");
                    let slow =
                        AlphaBeta::new(Playouts::new(2, 1), settings).search(position, scored, &limits, &mut Silent);
                    assert!(!slow.moves.is_empty() && slow.choice.is_some(), "slow, {context}");
                }
            }
            let playouts = Playouts::new(1_000, 1);
            for report in
                [monte_carlo(position, playouts, &limits, &mut Silent), mcts(position, playouts, &limits, &mut Silent)]
            {
                assert!(!report.moves.is_empty() && position.is_legal(report.choice.unwrap()), "{position} {limits:?}");
            }
        }
    }
    check::<ConnectFour>(&"4435".parse().unwrap());
    check::<ConnectFour<8, 7>>(&"4533".parse().unwrap());
    // Three men may fly: more moves than a search makes between two checks of the clock.
    let flying: Morris = "W1W4B/1B2W3/B7 W 0 0".parse().unwrap();
    check(&flying);
}

#[test]
fn a_search_stopped_in_its_first_round_claims_no_more_than_it_looked_at() {
    // Column 6 draws, every other column loses: a few of the moves say nothing about the position.
    let position: ConnectFour = "45544554454533212232322316".parse().unwrap();
    for nodes in (300..20_000).step_by(331) {
        let limits = Limits { nodes: Some(nodes), ..Limits::depth(30) };
        let settings = Settings { deepening: false, ordering: false, table: 0, ..Settings::FULL };
        let report = AlphaBeta::new(ExactOnly, settings).search(&position, Scored::Best, &limits, &mut Silent);
        assert_eq!(report.moves.len(), position.legal_moves().count());
        assert!(report.score() >= Some(Score::EVEN), "{nodes}: {:?}", report.moves);
    }
}

#[test]
fn a_slow_search_stopped_in_its_first_round_keeps_the_moves_it_came_to() {
    let limits = Limits { nodes: Some(5), ..Limits::depth(9) };
    let mut search = AlphaBeta::new(Playouts::new(2, 1), Settings { symmetry: false, ..Settings::FULL });
    let report = search.search(&ConnectFour::<7, 6>::new(), Scored::All, &limits, &mut Silent);
    assert_eq!((report.moves.len(), report.source), (4, crate::Source::Sampled { plies: 0 }));
    assert_eq!(
        crate::Known::of(&report, &"negamax-mc".parse().unwrap()),
        None,
        "what was not searched whole is not kept"
    );
}

/// Textbook alpha-beta, in this order of the moves, and how many positions below the root it visits.
fn textbook(
    position: &ConnectFour,
    depth: u32,
    alpha: Score,
    beta: Score,
    order: &[usize; 7],
    nodes: &mut u64,
) -> Score {
    if let Some(score) = minimax::finished(position) {
        return score;
    }
    if depth == 0 {
        return Score::estimate(position.estimate());
    }
    let (mut best, mut alpha) = (Score::MIN, alpha);
    for mv in order.iter().filter_map(|&column| position.legal_moves().find(|mv| mv.index() == column)) {
        *nodes += 1;
        let after = position.after(mv);
        let score = textbook(&after, depth - 1, beta.one_ply_later(), alpha.one_ply_later(), order, nodes);
        best = best.max(score.one_ply_earlier());
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Nodes are positions entered below the root, each time one is entered, leaves included; the root itself does not count.
#[test]
fn the_root_prunes_like_the_textbook() {
    let board = ConnectFour::<7, 6>::new();
    for (depth, by_column, centre_first) in [(2, 41, 20), (6, 19_643, 1_610), (8, 301_465, 12_563)] {
        let count = |order| {
            let mut nodes = 0;
            textbook(&board, depth, Score::MIN, Score::MAX, order, &mut nodes);
            nodes
        };
        assert_eq!(count(&[0, 1, 2, 3, 4, 5, 6]), by_column, "the textbook, depth {depth}");
        assert_eq!(count(&[3, 2, 4, 1, 5, 0, 6]), centre_first, "the textbook, depth {depth}, centre first");
        assert_eq!(nodes_to(depth, ONLY_PRUNING, Scored::One), by_column, "depth {depth}");
        let scout = Settings { scout: true, ..ONLY_PRUNING };
        assert_eq!(nodes_to(depth, scout, Scored::One), by_column, "without ordering nothing is asked twice");
    }
}

const ONLY_PRUNING: Settings = Settings { pruning: true, ..Settings::PLAIN };

fn nodes_to(depth: u32, settings: Settings, scored: Scored) -> u64 {
    let board = ConnectFour::<7, 6>::new();
    AlphaBeta::new(ByHeuristic, settings).search(&board, scored, &Limits::depth(depth), &mut Silent).nodes
}

#[test]
fn the_more_moves_are_scored_the_more_nodes_it_takes() {
    let scored = [Scored::One, Scored::Best, Scored::All];
    for (depth, bare, full) in [
        (2, [41, 44, 56], [19, 21, 36]),
        (6, [19_643, 20_107, 29_495], [1_591, 1_853, 4_037]),
        (8, [301_465, 310_344, 480_700], [5_676, 6_504, 18_601]),
    ] {
        assert_eq!(scored.map(|scored| nodes_to(depth, ONLY_PRUNING, scored)), bare, "only pruning, depth {depth}");
        assert_eq!(scored.map(|scored| nodes_to(depth, Settings::FULL, scored)), full, "everything on, depth {depth}");
    }
}

#[test]
fn a_finished_game_has_no_choice() {
    let over: ConnectFour = "1121314".parse().unwrap();
    let report =
        AlphaBeta::new(ByHeuristic, Settings::FULL).search(&over, Scored::All, &Limits::default(), &mut Silent);
    assert_eq!((report.choice, report.stop), (None, Stop::Solved));
    assert_eq!(monte_carlo(&over, Playouts::new(10, 1), &Limits::default(), &mut Silent).choice, None);
    assert_eq!(mcts(&over, Playouts::new(10, 1), &Limits::default(), &mut Silent).choice, None);
}

#[test]
fn the_next_search_begins_where_the_last_one_ended() {
    let mut kept = AlphaBeta::new(ByHeuristic, Settings::FULL);
    let start: ConnectFour = "44".parse().unwrap();
    let first = kept.search(&start, Scored::Best, &Limits::depth(12), &mut Silent);
    let next = start.after(first.choice.unwrap());
    let warm = kept.search(&next, Scored::Best, &Limits::depth(11), &mut Silent);
    let cold = AlphaBeta::new(ByHeuristic, Settings::FULL).search(&next, Scored::Best, &Limits::depth(11), &mut Silent);
    assert_eq!(warm.score(), cold.score());
    assert!(warm.nodes < cold.nodes / 2, "{} against {}", warm.nodes, cold.nodes);
}

#[test]
fn monte_carlo_sees_a_win_and_is_the_same_for_the_same_seed() {
    let position: ConnectFour = "112233".parse().unwrap();
    let play = |seed| monte_carlo(&position, Playouts::new(200, seed), &Limits::default(), &mut Silent);
    assert_eq!(play(1).moves[0].value(), Some(Value::win_in(1)));
    assert_eq!(play(5).moves, play(5).moves);
    assert_ne!(play(5).moves, play(6).moves);
    let morris: Morris = "BB1BBWW1/1W6/8 B 0 0".parse().unwrap();
    assert_eq!(
        monte_carlo(&morris, Playouts::new(50, 1), &Limits::default(), &mut Silent).score(),
        Some(Score::win_in(1))
    );
}

#[test]
fn tree_search_proves_what_is_true() {
    let values = values_of_all::<4, 4>();
    let late: Vec<_> = sorted(&values).into_iter().filter(|position| position.men() >= 9).step_by(101).collect();
    assert!(late.len() > 500);
    for position in late {
        let report = mcts(&position, Playouts::new(20_000, 1), &Limits::default(), &mut Silent);
        assert_eq!(report.stop, Stop::Solved, "{position}");
        let best = report.moves[0];
        let found = best.score().wdl().unwrap_or(crate::Wdl::Draw);
        assert_eq!(found, values[&position].wdl(), "{position}");
        assert_eq!(values[&position.after(best.mv)].one_ply_earlier().wdl(), found, "{position}");
        for rated in report.moves.iter().filter(|rated| rated.value().is_some()) {
            let value = values[&position.after(rated.mv)].one_ply_earlier();
            assert_eq!(rated.score().wdl().unwrap_or(crate::Wdl::Draw), value.wdl());
        }
    }
}

#[test]
fn an_observer_sees_every_kind_of_event_and_changes_nothing() {
    let position: ConnectFour = "4435".parse().unwrap();
    let search = |observer: &mut Protocol<Vec<u8>>| {
        AlphaBeta::new(ByHeuristic, Settings::FULL).search(&position, Scored::All, &Limits::depth(5), observer)
    };
    let silent =
        AlphaBeta::new(ByHeuristic, Settings::FULL).search(&position, Scored::All, &Limits::depth(5), &mut Silent);
    let mut protocol = Protocol::new(Vec::new(), Format::Text, u64::MAX, crate::Scale::of(crate::Game::CONNECT_FOUR));
    let told = search(&mut protocol);
    assert_eq!((told.moves, told.nodes), (silent.moves, silent.nodes));
    let text = String::from_utf8(protocol.finish().unwrap()).unwrap();
    for word in ["looking 5 plies ahead", "window", "leaf", "best", "cut off", "known", "scores [", "stop: done"] {
        assert!(text.contains(word), "{word}");
    }
    let mut short = Protocol::new(Vec::new(), Format::JsonLines, 10, crate::Scale::of(crate::Game::CONNECT_FOUR));
    search(&mut short);
    let text = String::from_utf8(short.finish().unwrap()).unwrap();
    assert_eq!(text.lines().count(), 12);
}

#[test]
fn the_line_in_the_table_is_that_of_the_best_play() {
    // O wins on its third move.
    let position: ConnectFour = "7/7/XX5/OO5/OO2X2/OXXXO2 O".parse().unwrap();
    let mut search = AlphaBeta::new(ByHeuristic, Settings::FULL);
    let report = search.search(&position, Scored::Best, &Limits::depth(5), &mut Silent);
    assert_eq!(report.moves[0].value(), Some(Value::win_in(5)));
    let after = position.after(report.choice.unwrap());
    let line = search.line(&after, 100);
    assert_eq!(line.len(), 4);
    let end = line.iter().fold(after, |position, &mv| position.play(mv).unwrap());
    assert_eq!(end.outcome(), Some(Outcome::Win(position.turn())));
    assert_eq!(search.line(&after, 2), line[..2]);
    assert!(search.table_use().is_some_and(|used| used <= 1000));
}

/// Values of a random part of all positions below this one: what a search to this depth would find there.
fn learn_below<P: Heuristic + Classified>(
    position: &P,
    depth: u32,
    evaluator: &impl Evaluator<P>,
    rng: &mut fastrand::Rng,
    recall: &Recall,
) {
    if depth == 0 || position.ending().is_some() {
        return;
    }
    for mv in position.legal_moves() {
        let after = position.after(mv);
        let ground = evaluator.ground(depth - 1).expect("an evaluator of this library");
        if after.ending().is_none() && depth > 1 && rng.u8(..5) == 0 {
            recall.learn(after.representative().key(), minimax(&after, depth - 1, evaluator), ground);
        }
        if rng.bool() {
            learn_below(&after, depth - 1, evaluator, rng, recall);
        }
    }
}

fn check_stored<P, E>(start: &P, evaluator: E, depth: u32, rounds: usize, plies: usize)
where
    P: Heuristic + Classified<Move: Send + Sync> + Send + Sync,
    E: Evaluator<P> + Copy,
{
    let mut rng = fastrand::Rng::with_seed(12);
    let settings = all_settings();
    let mut hits = 0;
    for round in 0..rounds {
        let length = rng.usize(0..plies);
        let position = random_position(start, length, &mut rng);
        let recall = Arc::new(Recall::default());
        learn_below(&position, depth, &evaluator, &mut rng, &recall);
        let truth = minimax(&position, depth, &evaluator);
        for k in 0..8 {
            // The iterations of a deepening search look less far, so they may take values of deeper searches.
            let settings = Settings { deepening: false, ..settings[(round * 8 + k) % settings.len()] };
            let mut search = AlphaBeta::new(evaluator, settings);
            search.set_recall(Some(Arc::clone(&recall)));
            let report = search.search(&position, Scored::Best, &Limits::depth(depth), &mut Silent);
            assert_eq!(report.score(), Some(truth), "{position} {settings:?}");
            hits += report.stored_hits;
        }
    }
    assert!(hits > rounds as u64, "{hits}");
}

#[test]
fn stored_values_of_the_same_search_change_no_score_whatever_the_switches() {
    check_stored(&ConnectFour::<7, 6>::new(), ByHeuristic, 4, 60, 36);
    check_stored(&ConnectFour::<5, 4>::new(), ExactOnly, 5, 60, 16);
    check_stored(&ConnectFour::<5, 4>::new(), Playouts::new(3, 3), 3, 30, 16);
    check_stored(&Morris::<Standard>::new(), ByHeuristic, 2, 20, 60);
}

/// A search that knows the values of some positions finds the value of every other, and claims no distance that it has not proven.
#[test]
fn stored_proofs_lead_to_true_values_at_every_depth() {
    let values = values_of_all::<4, 4>();
    let recall = Arc::new(Recall::default());
    for (position, &value) in
        values.iter().filter(|(position, _)| position.ending().is_none() && position.key() % 7 == 0)
    {
        recall.learn(position.representative().key(), Score::exact(value), Ground::Proof);
    }
    let settings = all_settings();
    let mut hits = 0;
    for (i, position) in sorted(&values).iter().enumerate().step_by(37) {
        let settings = settings[(i / 37) % settings.len()];
        for depth in [2, 5, 16] {
            // Not even the most patient searches an early position to its end without pruning and a table.
            if depth == 16 && position.men() < 5 && !(settings.pruning && settings.table > 16) {
                continue;
            }
            let mut search = AlphaBeta::new(ExactOnly, settings);
            search.set_recall(Some(Arc::clone(&recall)));
            let report = search.search(position, Scored::Best, &Limits::depth(depth), &mut Silent);
            hits += report.stored_hits;
            if depth == 16 {
                assert_eq!(value_of(&report), values[position], "{position} {settings:?}");
            }
            for rated in report.moves.iter().filter(|rated| rated.bound == Bound::Exact) {
                let truth = values[&position.after(rated.mv)].one_ply_earlier();
                if let Some(value) = rated.value() {
                    assert_eq!(value, truth, "{position} depth {depth} {settings:?} {rated:?}");
                }
                // A proven result may be too far away for this depth, but it is never wrong.
                assert!(rated.score().wdl().is_none_or(|wdl| wdl == truth.wdl()), "{position} {settings:?} {rated:?}");
            }
        }
    }
    assert!(hits > 1_000, "{hits}");
}

#[test]
fn a_search_takes_no_values_of_another_kind_or_of_a_shallower_search() {
    let position: ConnectFour = "4435".parse().unwrap();
    let hits = |ground| {
        let recall = Recall::default();
        for mv in position.legal_moves() {
            recall.learn(position.after(mv).representative().key(), Score::estimate(-77), ground);
        }
        let recall = Arc::new(recall);
        let evaluators =
            [AnyEvaluator::ByHeuristic, AnyEvaluator::ExactOnly, AnyEvaluator::ByPlayouts(Playouts::new(3, 1))];
        evaluators.map(|evaluator| {
            let mut search = AlphaBeta::new(evaluator, Settings { deepening: false, ..Settings::FULL });
            search.set_recall(Some(Arc::clone(&recall)));
            search.search(&position, Scored::One, &Limits::depth(3), &mut Silent).stored_hits
        })
    };
    assert_eq!(hits(Ground::Heuristic { plies: 2 }), [7, 0, 0]);
    assert_eq!(hits(Ground::WinsOnly { plies: 2 }), [0, 7, 0]);
    assert_eq!(hits(Ground::Sampled { plies: 2, games: 3 }), [0, 0, 7]);
    assert_eq!(hits(Ground::Sampled { plies: 2, games: 2 }), [0, 0, 0]);
    assert_eq!(hits(Ground::Heuristic { plies: 1 }), [0, 0, 0]);
    assert_eq!(hits(Ground::Games), [0, 0, 0]);
}
