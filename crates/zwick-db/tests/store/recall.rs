//! The values of a store at work inside searches.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use zwick::search::{Ground, Limits, Report, Score, Scored};
use zwick::{AnyMove, AnyPlayer, AnyPosition, Game, Position, Source};
use zwick_db::{Blocking, Seed};

use crate::backend::{Backend, on_both};
use crate::positions::{evaluation, read};

on_both! {
    v2_visits_less_than_half_of_the_positions_with_what_it_found_further_down,
    wins_proven_below_the_root_are_saved_and_answer_at_every_depth,
    a_copy_follows_what_is_saved_and_deleted,
    how_far_a_search_over_random_games_looked_reads_back,
    random_games_give_way_to_the_same_search_that_looked_further,
}

/// The same seed gives a position the same random games, so that values can be compared.
const SEED: u64 = 7;

fn think(store: Option<&Blocking>, player: &str, position: &AnyPosition) -> Report<AnyMove> {
    let thinker = AnyPlayer::new(position.game(), player.parse().unwrap(), SEED);
    let Some(store) = store else { return once(thinker, position) };
    let shelf = store.shelf(player);
    let report = once(thinker.with_database(Box::new(shelf.clone())), position);
    shelf.save().unwrap();
    report
}

fn once(mut player: AnyPlayer, position: &AnyPosition) -> Report<AnyMove> {
    player.think(position, Scored::Best, &Limits::default(), None).expect("only perfect players refuse")
}

/// Random continuations of a position with 7 men, those with 12 men first and down to 8, each searched as far as a search to depth 6 from
/// there would.
fn v2_visits_less_than_half_of_the_positions_with_what_it_found_further_down(backend: &Backend) {
    let store = backend.open();
    let root = read(Game::CONNECT_FOUR, "4441234");
    for (plies, count) in [(5, 400), (4, 200), (3, 100), (2, 40), (1, 4)] {
        let player = format!("v2:depth={},playouts=4", 6 - plies).parse().unwrap();
        let plan = Seed { start: root, moves: plies..=plies, count, player, threads: 2, dice: SEED };
        assert!(store.seed(&plan, &AtomicBool::new(false), &mut |_| ()).unwrap());
    }
    let known = backend.wait(store.store().look_up(&[root])).unwrap();
    assert_eq!(known, [None]);
    let v2 = "v2:depth=6,playouts=4";
    let (without, with) = (think(None, v2, &root), think(Some(&store), v2, &root));
    println!("{} of {} nodes, {} stored positions used", with.nodes, without.nodes, with.stored_hits);
    assert!(2 * with.nodes < without.nodes && with.stored_hits > 10, "{} of {}", with.nodes, without.nodes);
    // Not only the best move: v2 prunes nothing, so every move has its value.
    let scores = |report: &Report<AnyMove>| -> BTreeMap<String, Score> {
        report.moves.iter().map(|rated| (rated.mv.to_string(), rated.score())).collect()
    };
    assert_eq!((scores(&with).len(), without.stored_hits), (7, 0));
    assert_eq!(scores(&with), scores(&without));
    // Once it is known itself, nothing is searched; but a search by heuristic has to.
    let again = think(Some(&store), v2, &root);
    assert_eq!((again.nodes, again.score()), (0, with.score()));
    assert_eq!(think(Some(&store), "alpha-beta:depth=3", &root).source, Source::Depth { plies: 3 });
}

fn wins_proven_below_the_root_are_saved_and_answer_at_every_depth(backend: &Backend) {
    let store = backend.open();
    let root = read(Game::CONNECT_FOUR, "4455");
    assert!(think(Some(&store), "v1:depth=7,playouts=20", &root).nodes > 0);
    let records = backend.wait(store.store().evaluations(Game::CONNECT_FOUR, None, 1_000)).unwrap();
    assert!(records.len() >= 20, "{}", records.len());
    // Another program, later.
    let later = backend.open();
    for record in records.iter().step_by(5) {
        assert!(record.exact && record.score.wdl() == Some(zwick::Wdl::Win), "{record:?}");
        let report = think(Some(&later), "v1:depth=2,playouts=20", &record.position);
        assert_eq!((report.source, report.nodes), (Source::Database { plies: None }, 0));
    }
    // A search by heuristic takes them too: they are proven.
    assert!(think(Some(&later), "alpha-beta:depth=4", &read(Game::CONNECT_FOUR, "445")).stored_hits > 0);
}

fn a_copy_follows_what_is_saved_and_deleted(backend: &Backend) {
    let store = backend.open();
    let (root, after) = (read(Game::CONNECT_FOUR, "44"), read(Game::CONNECT_FOUR, "443"));
    let hits = || {
        let player = AnyPlayer::new(root.game(), "alpha-beta:depth=3,deepening=off".parse().unwrap(), SEED);
        once(player.with_database(Box::new(store.shelf("test"))), &root).stored_hits
    };
    assert_eq!(hits(), 0);
    let record = evaluation(after, after.read_move("3").unwrap(), Score::estimate(-5), 2, false);
    backend.wait(store.store().save(std::slice::from_ref(&record))).unwrap();
    assert_eq!(hits(), 1);
    backend.wait(store.store().forget_positions(None)).unwrap();
    assert_eq!(hits(), 0);
    // Deep enough, or not used at all.
    let shallow = evaluation(after, record.best, Score::estimate(-5), 1, false);
    backend.wait(store.store().save(&[shallow])).unwrap();
    assert_eq!(hits(), 0);
}

fn how_far_a_search_over_random_games_looked_reads_back(backend: &Backend) {
    let store = backend.open();
    let position = read(Game::CONNECT_FOUR, "44");
    for (player, source, ground) in [
        ("v2:depth=2,playouts=3", "v2:depth=2,playouts=3", Ground::Sampled { plies: 2, games: 3 }),
        (
            "negamax-mc:depth=1,playouts=5,time=60000",
            "negamax-mc:depth=1,playouts=5",
            Ground::Sampled { plies: 1, games: 5 },
        ),
        ("mcts:playouts=50", "mcts:playouts=50", Ground::Games),
        ("alpha-beta:depth=2", "alpha-beta:depth=2", Ground::Heuristic { plies: 2 }),
        ("alpha-beta:depth=2,eval=exact", "alpha-beta:depth=2,eval=exact", Ground::WinsOnly { plies: 2 }),
    ] {
        backend.wait(store.store().forget_positions(None)).unwrap();
        think(Some(&store), player, &position);
        let record = backend.wait(store.store().look_up(&[position])).unwrap().pop().flatten().expect("it was saved");
        assert_eq!((record.source.as_str(), record.ground()), (source, ground));
    }
}

fn random_games_give_way_to_the_same_search_that_looked_further(backend: &Backend) {
    let store = backend.open();
    let position = read(Game::CONNECT_FOUR, "44");
    // Each is offered after those before it; and whose record is there then.
    for (player, kept) in [
        ("v2:depth=2,playouts=3", "v2:depth=2,playouts=3"),
        ("v2:depth=1,playouts=3", "v2:depth=2,playouts=3"),
        ("mcts:playouts=50", "v2:depth=2,playouts=3"),
        ("v2:depth=3,playouts=3", "v2:depth=3,playouts=3"),
        ("alpha-beta:depth=1", "alpha-beta:depth=1"),
        ("v2:depth=4,playouts=3", "alpha-beta:depth=1"),
    ] {
        think(Some(&store), player, &position);
        let record = backend.wait(store.store().look_up(&[position])).unwrap().pop().flatten().expect("it was saved");
        assert_eq!(record.source, kept, "after {player}");
    }
}
