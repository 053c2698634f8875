use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use zwick::{AnyPosition, Game, Phase, Position, Wdl};
use zwick_db::{Error, Filter, Seed, SelfPlay};

use crate::backend::{Backend, on_both};

on_both! {
    seeding_finds_unknown_positions_the_longest_first,
    seeding_goes_on_where_it_was_stopped,
    seeding_ends_when_there_are_no_more_positions,
    seeding_continues_a_position_in_every_way,
    what_is_known_helps_positions_a_move_before,
    games_against_chance_and_itself_are_kept_with_what_was_found,
    exact_records_say_who_proved_them,
    a_player_that_finds_nothing_is_refused,
    v1_fills_the_store_with_proven_wins_only,
}

fn seed(moves: std::ops::RangeInclusive<u32>, count: u64, player: &str) -> Seed {
    let start = AnyPosition::start(Game::CONNECT_FOUR);
    Seed { start, moves, count, player: player.parse().unwrap(), threads: 2, dice: 1 }
}

fn count(backend: &Backend) -> u64 {
    let counts = backend.wait(backend.open().store().count_by_phase()).unwrap();
    counts.iter().map(|count| count.positions).sum()
}

fn seeding_finds_unknown_positions_the_longest_first(backend: &Backend) {
    let store = backend.open();
    let mut lengths = Vec::new();
    let is_done = store.seed(&seed(10..=12, 40, "alpha-beta:depth=2"), &AtomicBool::new(false), &mut |progress| {
        lengths.extend(progress.saved.iter().map(|record| {
            let text = record.position.to_string();
            text.chars().filter(|c| matches!(c, 'X' | 'O')).count() - 1
        }));
    });
    assert!(is_done.unwrap());
    assert!(lengths.is_sorted_by(|a, b| a >= b), "{lengths:?}");
    let of = |length| lengths.iter().filter(|of| **of == length).count();
    assert_eq!([of(12), of(11), of(10)], [40; 3]);
    assert_eq!(count(backend), 120);
    // A finished job starts again, and finds only unknown positions.
    assert!(store.seed(&seed(10..=12, 40, "alpha-beta:depth=2"), &AtomicBool::new(false), &mut |_| ()).unwrap());
    assert_eq!(count(backend), 240);
}

fn seeding_goes_on_where_it_was_stopped(backend: &Backend) {
    let stop = AtomicBool::new(false);
    let plan = seed(16..=17, 400, "alpha-beta:depth=3");
    let mut saved = 0;
    let is_done = backend.open().seed(&plan, &stop, &mut |progress| {
        saved += progress.saved.len() as u64;
        stop.store(saved > 0, Ordering::Relaxed);
    });
    assert!(!is_done.unwrap());
    assert_eq!(count(backend), saved);
    assert!(saved < 800);
    let mut first = None;
    let is_done = backend.open().seed(&plan, &AtomicBool::new(false), &mut |progress| {
        first.get_or_insert(progress.done);
    });
    assert!(is_done.unwrap());
    assert_eq!((first, count(backend)), (Some(saved), 800));
}

fn seeding_ends_when_there_are_no_more_positions(backend: &Backend) {
    let store = backend.open();
    // Up to symmetry there are four positions after one move, and one before.
    assert!(store.seed(&seed(0..=1, 1_000, "alpha-beta:depth=2"), &AtomicBool::new(false), &mut |_| ()).unwrap());
    assert_eq!(count(backend), 5);
    // No game is that long.
    assert!(store.seed(&seed(43..=43, 10, "alpha-beta:depth=2"), &AtomicBool::new(false), &mut |_| ()).unwrap());
    assert_eq!(count(backend), 5);
}

/// White has a mill to close, which ends the game; every other continuation is stored, and nothing else.
fn seeding_continues_a_position_in_every_way(backend: &Backend) {
    let store = backend.open();
    let start = AnyPosition::read(Game::MORRIS, "WW1W4/BB1B4/8 W 0 0").unwrap();
    let plan = Seed { start, ..seed(0..=1, 1_000, "alpha-beta:depth=2") };
    assert!(store.seed(&plan, &AtomicBool::new(false), &mut |_| ()).unwrap());
    let expected: HashSet<u64> = std::iter::once(start)
        .chain(start.legal_moves().map(|mv| start.after(mv)).filter(|after| after.ending().is_none()))
        .map(|position| position.canonical().0.key())
        .collect();
    let records = backend.wait(store.store().evaluations(Game::MORRIS, None, 10_000)).unwrap();
    assert_eq!(records.iter().map(|record| record.position.key()).collect::<HashSet<_>>(), expected);
    let over = AnyPosition::read(Game::CONNECT_FOUR, "1121314").unwrap();
    let refused = store.seed(&Seed { start: over, ..plan }, &AtomicBool::new(false), &mut |_| ());
    assert!(matches!(refused, Err(Error::NotAllowed(_))));
}

/// On the smallest board nearly everything can be known, and then hardly anything has to be searched.
fn what_is_known_helps_positions_a_move_before(backend: &Backend) {
    let store = backend.open();
    let game = "connect-four:4x3".parse().unwrap();
    let plan = Seed { start: AnyPosition::start(game), ..seed(9..=11, 2_000, "alpha-beta:depth=4") };
    let mut sources = std::collections::BTreeMap::<String, u64>::new();
    store
        .seed(&plan, &AtomicBool::new(false), &mut |progress| {
            for record in progress.saved {
                assert!(record.exact, "{record:?}");
                *sources.entry(record.source.clone()).or_default() += 1;
            }
        })
        .unwrap();
    // Random positions miss a few of those one move later.
    assert!(sources["successors"] > 1_000, "{sources:?}");
    assert!(sources.values().sum::<u64>() < sources["successors"] + 50, "{sources:?}");
    // The values are those of a search to the end.
    let mut checked = 0;
    for record in backend.wait(store.store().evaluations(game, None, 10_000)).unwrap() {
        let limits = zwick::search::Limits::depth(12);
        let mut player = zwick::AnyPlayer::new(game, "alpha-beta:depth=12".parse().unwrap(), 1);
        let report = player.think(&record.position, zwick::search::Scored::All, &limits, None).unwrap();
        assert_eq!(report.score(), Some(record.score), "{record:?}");
        assert!(report.best_moves().any(|mv| mv == record.best));
        assert!(record.position.ending().is_none());
        checked += 1;
    }
    assert!(checked > 100);
}

fn games_against_chance_and_itself_are_kept_with_what_was_found(backend: &Backend) {
    let store = backend.open();
    let player = "alpha-beta:depth=3";
    let plan = SelfPlay {
        game: Game::CONNECT_FOUR,
        games: 4,
        player: player.parse().unwrap(),
        opening: 2,
        threads: 2,
        dice: 1,
    };
    let stop = AtomicBool::new(false);
    let is_done = store.play_games(&plan, &stop, &mut |progress| stop.store(progress.done >= 2, Ordering::Relaxed));
    assert!(!is_done.unwrap());
    assert!(store.play_games(&plan, &AtomicBool::new(false), &mut |_| ()).unwrap());
    let games = backend.wait(store.store().games(&Filter::default())).unwrap();
    let pairs: Vec<(&str, &str)> = games.iter().map(|game| (game.first.as_str(), game.second.as_str())).collect();
    let of = |pair| pairs.iter().filter(|other| **other == pair).count();
    assert_eq!([of((player, "random")), of(("random", player)), of((player, player))], [4; 3]);
    assert!(games.iter().all(|game| game.result != "*"));
    let counts = backend.wait(store.store().count_by_phase()).unwrap();
    assert!(counts.iter().any(|count| count.phase == Phase::Plies(0)), "{counts:?}");
    // At least seven plies in each game, some of them already known; and no more games than wanted.
    assert!((20..=12 * 42).contains(&count(backend)), "{}", count(backend));
}

fn exact_records_say_who_proved_them(backend: &Backend) {
    let store = backend.open();
    let mut saved = 0;
    store
        .seed(&seed(28..=28, 20, "perfect"), &AtomicBool::new(false), &mut |progress| {
            for record in progress.saved {
                assert!(record.exact && record.source == "solver", "{record:?}");
                saved += 1;
            }
        })
        .unwrap();
    assert_eq!(saved, 20);
}

fn a_player_that_finds_nothing_is_refused(backend: &Backend) {
    let store = backend.open();
    // Nobody else can use the scores of v4.
    for player in ["random", "v4"] {
        let result = store.seed(&seed(3..=3, 1, player), &AtomicBool::new(false), &mut |_| ());
        assert!(matches!(result, Err(Error::NotAllowed(_))), "{player}");
    }
}

/// Its random games stay out, however many positions it is asked for.
fn v1_fills_the_store_with_proven_wins_only(backend: &Backend) {
    let store = backend.open();
    let plan = seed(12..=12, 10, "v1:depth=3,playouts=5");
    assert!(store.seed(&plan, &AtomicBool::new(false), &mut |_| ()).unwrap());
    let records = backend.wait(store.store().evaluations(Game::CONNECT_FOUR, None, 100)).unwrap();
    assert_eq!(records.len(), 10);
    assert!(records.iter().all(|record| record.exact && record.score.wdl() == Some(Wdl::Win)), "{records:?}");
}
