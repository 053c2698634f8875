use std::time::Duration;

use fastrand::Rng;
use zwick::search::Score;
use zwick::{AnyMove, AnyPosition, ConnectFour, Database, Game, Morris, Phase, Position, Symmetric, Symmetry};
use zwick_db::{Error, Evaluation, PhaseCount};

use crate::backend::{Backend, on_both};

on_both! {
    every_symmetric_image_is_answered_by_one_record,
    better_records_replace_worse_ones_and_never_the_reverse,
    large_batches_with_repetitions_are_saved_once,
    many_who_save_the_same_at_once_do_not_hinder_each_other,
    records_are_counted_by_game_and_phase_and_forgotten,
    records_outlive_the_connection,
    a_player_looks_into_the_store_first_and_keeps_what_it_found,
    who_is_in_a_hurry_does_not_wait_for_a_second_failure,
}

pub(crate) fn evaluation(position: AnyPosition, best: AnyMove, score: Score, depth: u32, exact: bool) -> Evaluation {
    Evaluation { position, best, score, depth, exact, source: "test".to_owned() }
}

pub(crate) fn read(game: Game, text: &str) -> AnyPosition {
    AnyPosition::read(game, text).expect("a position")
}

/// An unfinished position after random moves, with one of its moves.
fn random_position<P: Position>(start: &P, dice: &mut Rng, most: usize) -> (P, P::Move) {
    loop {
        let mut position = start.clone();
        for _ in 0..dice.usize(..most) {
            match dice.choice(position.legal_moves().collect::<Vec<_>>()) {
                Some(mv) => position = position.after(mv),
                None => break,
            }
        }
        if let Some(mv) = dice.choice(position.legal_moves().collect::<Vec<_>>()) {
            return (position, mv);
        }
    }
}

fn every_symmetric_image_is_answered_by_one_record(backend: &Backend) {
    check_images(backend, &ConnectFour::<7, 6>::new(), 40);
    check_images(backend, &ConnectFour::<8, 7>::new(), 10);
    check_images(backend, &Morris::<zwick::morris::Standard>::new(), 20);
    check_images(backend, &Morris::<zwick::morris::Morabaraba>::new(), 5);
}

/// Stores one image of a random position and looks up all of them.
fn check_images<P>(backend: &Backend, start: &P, rounds: usize)
where
    P: Symmetric<Move: Into<AnyMove>> + Into<AnyPosition>,
{
    let store = backend.open();
    let mut dice = Rng::with_seed(6);
    for round in 0..rounds {
        backend.wait(store.store().forget_positions(None)).unwrap();
        let (position, best) = random_position(start, &mut dice, 40);
        let symmetries: Vec<P::Symmetry> = P::Symmetry::all().collect();
        let stored = symmetries[round % symmetries.len()];
        let score = Score::estimate(dice.i32(-100..100));
        let image = P::transform_move(best, stored).into();
        let record = evaluation(position.transform(stored).into(), image, score, 5, false);
        assert_eq!(backend.wait(store.store().save(&[record])).unwrap(), 1);
        let images: Vec<P> = symmetries.iter().map(|&symmetry| position.transform(symmetry)).collect();
        let asked: Vec<AnyPosition> = images.iter().map(|image| image.clone().into()).collect();
        let answers = backend.wait(store.store().look_up(&asked)).unwrap();
        let after: AnyPosition = position.after(best).into();
        for (asked, answer) in asked.iter().zip(answers) {
            let answer = answer.expect("an image of a known position is known");
            assert_eq!((answer.position, answer.score, answer.depth), (*asked, score, 5));
            // In a symmetric position several moves are equally good: they lead to images of one another.
            assert!(asked.is_legal(answer.best));
            assert_eq!(asked.after(answer.best).canonical().0, after.canonical().0);
        }
    }
}

fn better_records_replace_worse_ones_and_never_the_reverse(backend: &Backend) {
    let store = backend.open();
    let position = read(Game::CONNECT_FOUR, "4435");
    let mv = |text: &str| position.read_move(text).unwrap();
    let record = |best, depth, exact| {
        let score = if exact { Score::win_in(9) } else { Score::estimate(7) };
        evaluation(position, mv(best), score, depth, exact)
    };
    // Each is offered after those before it; and whether it is accepted.
    let offers = [
        (record("1", 4, false), true),
        (record("2", 4, false), false),
        (record("3", 3, false), false),
        (record("4", 6, false), true),
        (record("5", 2, true), true),
        (record("6", 40, false), false),
        (record("7", 40, true), false),
        (record("1", 0, false), false),
    ];
    let mut best = None;
    for (offer, is_taken) in offers {
        let saved = backend.wait(store.store().save(std::slice::from_ref(&offer))).unwrap();
        assert_eq!(saved, u64::from(is_taken), "{offer:?}");
        if is_taken {
            best = Some(offer);
        }
        assert_eq!(backend.wait(store.store().look_up(&[position])).unwrap(), std::slice::from_ref(&best));
    }
}

fn large_batches_with_repetitions_are_saved_once(backend: &Backend) {
    let store = backend.open();
    let mut dice = Rng::with_seed(7);
    let start = AnyPosition::start(Game::MORRIS);
    let drawn: Vec<_> = (0..3_000).map(|_| random_position(&start, &mut dice, 30)).collect();
    let records: Vec<Evaluation> =
        drawn.iter().map(|&(position, mv)| evaluation(position, mv, Score::EVEN, dice.u32(..9), false)).collect();
    let distinct: std::collections::HashSet<u64> = drawn.iter().map(|(p, _)| p.canonical().0.key()).collect();
    assert_eq!(backend.wait(store.store().save(&records)).unwrap(), distinct.len() as u64);
    assert_eq!(backend.wait(store.store().save(&records)).unwrap(), 0);
    let positions: Vec<AnyPosition> = drawn.iter().map(|(position, _)| *position).collect();
    let answers = backend.wait(store.store().look_up(&positions)).unwrap();
    for (record, answer) in records.iter().zip(answers) {
        assert!(answer.expect("it was saved").depth >= record.depth, "of two the deeper one stays");
    }
    let mut pages = 0;
    let mut after = None;
    let mut keys = std::collections::HashSet::new();
    loop {
        let page = backend.wait(store.store().evaluations(Game::MORRIS, after, 700)).unwrap();
        let Some(last) = page.last() else { break };
        after = Some(last.position.key());
        keys.extend(page.iter().map(|record| record.position.key()));
        pages += 1;
    }
    assert_eq!((keys, pages), (distinct.clone(), distinct.len().div_ceil(700)));
}

fn many_who_save_the_same_at_once_do_not_hinder_each_other(backend: &Backend) {
    let mut dice = Rng::with_seed(8);
    let start = AnyPosition::start(Game::CONNECT_FOUR);
    let drawn: Vec<_> = (0..400).map(|_| random_position(&start, &mut dice, 30)).collect();
    std::thread::scope(|scope| {
        for depth in 1..=8u32 {
            let drawn = &drawn;
            scope.spawn(move || {
                // Each opens the database separately, as another process would.
                let store = backend.open();
                let mut dice = Rng::with_seed(u64::from(depth));
                let mut records: Vec<Evaluation> = drawn
                    .iter()
                    .map(|&(position, mv)| evaluation(position, mv, Score::estimate(depth as i32), depth, false))
                    .collect();
                for _ in 0..10 {
                    dice.shuffle(&mut records);
                    backend.wait(store.store().save(&records)).expect("nobody is turned away");
                }
            });
        }
    });
    let positions: Vec<AnyPosition> = drawn.iter().map(|(position, _)| *position).collect();
    for answer in backend.wait(backend.open().store().look_up(&positions)).unwrap() {
        assert_eq!(answer.expect("it was saved").depth, 8);
    }
}

fn records_are_counted_by_game_and_phase_and_forgotten(backend: &Backend) {
    let store = backend.open();
    let records: Vec<Evaluation> = [
        (read(Game::CONNECT_FOUR, "4435"), "1", false),
        (read(Game::CONNECT_FOUR, "443"), "1", true),
        (read(Game::CONNECT_FOUR, ""), "4", true),
        (read(Game::MORRIS, "d6 f4"), "a1", false),
    ]
    .map(|(position, mv, exact)| evaluation(position, position.read_move(mv).unwrap(), Score::EVEN, 3, exact))
    .to_vec();
    backend.wait(store.store().save(&records)).unwrap();
    let count = |game, phase, positions, exact| PhaseCount { game, phase, positions, exact };
    let placing = Phase::Men { stage: zwick::Stage::Placing, mover: 1, other: 1 };
    let morris = count(Game::MORRIS, placing, 1, 0);
    let counts = backend.wait(store.store().count_by_phase()).unwrap();
    let connect_four =
        [count(Game::CONNECT_FOUR, Phase::Plies(0), 2, 2), count(Game::CONNECT_FOUR, Phase::Plies(1), 1, 0)];
    assert_eq!(counts, [connect_four[0], connect_four[1], morris]);
    assert_eq!(backend.wait(store.store().forget_positions(Some(Game::CONNECT_FOUR))).unwrap(), 3);
    assert_eq!(backend.wait(store.store().count_by_phase()).unwrap(), [morris]);
    assert_eq!(backend.wait(store.store().forget_positions(None)).unwrap(), 1);
    assert_eq!(backend.wait(store.store().look_up(&[records[0].position])).unwrap(), [None]);
}

fn records_outlive_the_connection(backend: &Backend) {
    let position = read(Game::MORRIS, "d6 f4");
    let record = evaluation(position, position.read_move("a1").unwrap(), Score::loss_in(8), 8, true);
    let store = backend.open();
    backend.wait(store.store().save(std::slice::from_ref(&record))).unwrap();
    backend.wait(store.store().close());
    let again = backend.open();
    assert_eq!(backend.wait(again.store().look_up(&[position])).unwrap(), [Some(record)]);
}

fn a_player_looks_into_the_store_first_and_keeps_what_it_found(backend: &Backend) {
    use zwick::search::{Limits, Scored};
    use zwick::{AnyPlayer, Source};
    let store = backend.open();
    let shelf = store.shelf("pipeline");
    let mut player = AnyPlayer::new(Game::CONNECT_FOUR, "pipeline:depth=6,playouts=20".parse().unwrap(), 1)
        .with_database(Box::new(shelf.clone()));
    let mut think = |text: &str| {
        let report = player.think(&read(Game::CONNECT_FOUR, text), Scored::Best, &Limits::default(), None).unwrap();
        (report.source, report.choice.unwrap().to_string())
    };
    assert_eq!(think("112233"), (Source::Depth { plies: 1 }, "4".to_owned()));
    assert_eq!(shelf.save().unwrap(), 1);
    assert_eq!(think("776655"), (Source::Database { plies: None }, "4".to_owned()));
    // Results of random games are not stored, only wins that the search has proven further down.
    assert!(matches!(think("44").0, Source::Playouts { .. }));
    let found = shelf.take().unwrap();
    assert!(found.iter().all(|record| record.exact && record.score.wdl() == Some(zwick::Wdl::Win)), "{found:?}");
    assert!(matches!(think("44").0, Source::Playouts { .. }));
}

fn who_is_in_a_hurry_does_not_wait_for_a_second_failure(backend: &Backend) {
    let store = backend.open();
    let position = read(Game::CONNECT_FOUR, "112233");
    let record = evaluation(position, position.read_move("4").unwrap(), Score::win_in(1), 1, true);
    backend.wait(store.store().save(&[record])).unwrap();
    let shelf = store.shelf("pipeline").within(Duration::ZERO);
    assert_eq!(shelf.best_move(&position), None);
    let patient = shelf.clone().within(Duration::from_secs(60));
    assert_eq!(patient.best_move(&position), None, "one failure is enough");
    assert!(matches!(shelf.take(), Err(Error::Slow(Duration::ZERO))));
    assert!(patient.best_move(&position).is_some(), "the next search may ask again");
}
