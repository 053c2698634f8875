//! Corrupted bytes: no read returns them, and a check of the whole store names them.

use std::fmt::Debug;
use std::path::Path;

use fastrand::Rng;
use zwick::search::Score;
use zwick::{AnyPosition, Game, GameText, Position};
use zwick_db::{Blocking, Error, Evaluation, Filter, Job, SavedGame, Store};

use crate::backend::{Backend, on_both};
use crate::games::play;
use crate::positions::{evaluation, read};

on_both! {
    every_changed_column_is_noticed_where_it_is_read_and_by_a_check_of_the_store,
    a_sound_store_is_found_sound,
}

const TEXT: &str = "[Game \"connect-four\"]\n[First \"Anna\"]\n[Second \"level 5\"]\n\n1. 4 4 *\n";

/// Some records of every kind.
fn fill(store: &Blocking) -> Vec<AnyPosition> {
    let mut dice = Rng::with_seed(3);
    let mut positions = Vec::new();
    let mut records: Vec<Evaluation> = Vec::new();
    for game in [Game::CONNECT_FOUR, Game::MORRIS] {
        for _ in 0..30 {
            let mut position = AnyPosition::start(game);
            for _ in 0..dice.usize(1..12) {
                position = position.after(dice.choice(position.legal_moves().collect::<Vec<_>>()).unwrap());
            }
            if let Some(best) = dice.choice(position.legal_moves().collect::<Vec<_>>()) {
                positions.push(position);
                records.push(evaluation(position, best, Score::estimate(dice.i32(-900..900)), dice.u32(1..9), false));
            }
        }
    }
    store.wait(store.store().save(&records)).unwrap();
    for _ in 0..6 {
        let game: GameText = TEXT.parse().unwrap();
        let mut saved = store.wait(store.store().save_game_with_note(&game, "a note".to_owned())).unwrap();
        for _ in 0..6 {
            let mv = dice.choice(saved.text.record.position().legal_moves().collect::<Vec<_>>()).unwrap();
            saved = store.wait(play(store.store(), saved.id, saved.event, &mv.to_string())).unwrap();
        }
    }
    let seed = zwick_db::Seed {
        start: AnyPosition::start(Game::CONNECT_FOUR),
        moves: 20..=24,
        count: 100,
        player: "alpha-beta:depth=1".parse().unwrap(),
        threads: 1,
        dice: 1,
    };
    // Started, and stopped immediately.
    store.seed(&seed, &std::sync::atomic::AtomicBool::new(true), &mut |_| {}).unwrap();
    positions
}

fn a_sound_store_is_found_sound(backend: &Backend) {
    let store = backend.open();
    fill(&store);
    let mut told = Vec::new();
    let found = backend.wait(store.store().verify(|section, done, wanted| told.push((section, done, wanted)))).unwrap();
    assert!(found.is_sound(), "{found:?}");
    assert_eq!((found.games, found.events, found.occurrences, found.jobs), (6, 36, 54, 1));
    assert!(found.positions > 30 && told.contains(&(zwick_db::Section::Games, 6, 6)), "{found:?} {told:?}");
}

/// What is changed, how it is changed back, and which reads notice.
const CHANGES: [(&str, &str, &[&str]); 12] = [
    ("UPDATE positions SET score = score + 1", "UPDATE positions SET score = score - 1", &["positions"]),
    ("UPDATE positions SET depth = depth + 1", "UPDATE positions SET depth = depth - 1", &["positions"]),
    ("UPDATE positions SET source = source || 's'", "UPDATE positions SET source = rtrim(source, 's')", &["positions"]),
    ("UPDATE positions SET phase = phase + 1", "UPDATE positions SET phase = phase - 1", &[]),
    ("UPDATE games SET first_player = 'Anne'", "UPDATE games SET first_player = 'Anna'", &["game", "games"]),
    ("UPDATE games SET updated = updated + 1", "UPDATE games SET updated = updated - 1", &["game", "games"]),
    (
        "UPDATE games SET text = replace(text, 'Anna', 'Anne')",
        "UPDATE games SET text = replace(text, 'Anne', 'Anna')",
        &["game"],
    ),
    ("UPDATE games SET note = 'no note'", "UPDATE games SET note = 'a note'", &["game"]),
    ("UPDATE game_events SET at = at + 1", "UPDATE game_events SET at = at - 1", &[]),
    (
        "UPDATE game_positions SET ply = ply + 100",
        "UPDATE game_positions SET ply = ply - 100",
        &["places", "games with a position"],
    ),
    ("UPDATE pieces SET done = done + 1", "UPDATE pieces SET done = done - 1", &[]),
    ("UPDATE jobs SET work = work || '5'", "UPDATE jobs SET work = rtrim(work, '5')", &[]),
];

fn every_changed_column_is_noticed_where_it_is_read_and_by_a_check_of_the_store(backend: &Backend) {
    let store = backend.open();
    fill(&store);
    let position = read(Game::CONNECT_FOUR, "44");
    let store = store.store();
    let read = async |what: &str| match what {
        "positions" => store.evaluations(Game::MORRIS, None, 500).await.map(drop),
        "game" => store.game(2).await.map(drop),
        "games" => store.games(&Filter::default()).await.map(drop),
        "places" => store.occurrences(&position).await.map(drop),
        _ => store.games(&Filter { position: Some(position), ..Filter::default() }).await.map(drop),
    };
    let faults = || backend.wait(store.verify(|_, _, _| {})).unwrap();
    for (change, back, readers) in CHANGES {
        backend.meddle(change);
        for what in readers {
            let error = backend.wait(read(what)).expect_err(change);
            assert!(matches!(error, Error::Damaged(_)), "{change}: {error}");
            assert!(error.to_string().ends_with("wrong checksum"), "{change}: {error}");
        }
        assert!(!faults().is_sound(), "{change}");
        backend.meddle(back);
    }
    assert_eq!(faults().told, Vec::<String>::new());
    // Related rows that are missing.
    for (number, lost) in [
        (1, "DELETE FROM game_events WHERE game_id = 3 AND number = 6"),
        (2, "DELETE FROM game_positions WHERE game_id = 4 AND ply = 2"),
    ] {
        backend.meddle(lost);
        assert_eq!(faults().faults, number, "{lost}: {:?}", faults().told);
    }
}

/// An answer in comparable form: `None` if it was an error.
type Told = Option<String>;

fn told<T: Debug>(answer: Result<T, Error>) -> Told {
    answer.ok().map(|answer| format!("{answer:?}"))
}

/// Everything that can be read, piece by piece: first what is found by its name, then lists.
async fn read_all(store: &Store, positions: &[AnyPosition]) -> (Vec<Told>, Vec<Told>) {
    let (mut named, mut lists) = (Vec::new(), Vec::new());
    for position in positions {
        let answer = store.look_up(&[*position]).await;
        // Finding nothing is not a wrong answer, as long as a check notices.
        lists.push(told(answer.as_ref().map(|known| known[0].is_some()).map_err(|_| Error::Full)));
        named.push(answer.ok().and_then(|known| known.into_iter().next().flatten()).map(|known| format!("{known:?}")));
    }
    for id in 1..=6 {
        let written = |game: SavedGame| (game.text.to_string(), game.note, game.event, game.created, game.updated);
        named.push(told(store.game(id).await.map(written)));
    }
    lists.push(told(store.occurrences(&read(Game::CONNECT_FOUR, "44")).await));
    lists.push(told(store.games(&Filter::default()).await));
    lists.push(told(store.count_by_phase().await));
    let progress = |jobs: Vec<Job>| jobs.iter().map(|job| (job.done, job.wanted)).collect::<Vec<_>>();
    lists.push(told(store.unfinished_jobs(1).await.map(progress)));
    for game in [Game::CONNECT_FOUR, Game::MORRIS] {
        lists.push(told(store.evaluations(game, None, 500).await));
    }
    (named, lists)
}

/// One bit of the file is flipped, a different one each time: no record is ever returned different from what was saved, and a check of the
/// store finds everything missing or different in a list.
#[test]
fn no_flipped_bit_changes_an_answer_in_silence() {
    const FLIPS: usize = 150;
    let backend = Backend::sqlite();
    let store = backend.open();
    let positions = fill(&store);
    let (named, lists) = backend.wait(read_all(store.store(), &positions));
    backend.wait(store.store().close());
    let bytes = std::fs::read(&backend.address).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let mut dice = Rng::with_seed(9);
    let (mut silent, mut noticed) = (0, 0);
    for flip in 0..FLIPS {
        // Most of such a small file is empty: every other bit is one of a byte in use.
        let bit = std::iter::repeat_with(|| dice.usize(..bytes.len() * 8))
            .find(|bit| flip % 2 == 0 || bytes[bit / 8] != 0)
            .expect("a bit");
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let file = directory.path().join(format!("{flip}.db"));
        std::fs::write(&file, &damaged).unwrap();
        match backend.wait(look_into(&file, &positions)) {
            None => noticed += 1,
            Some(((found_names, found_lists), is_sound)) => {
                for (expected, found) in named.iter().zip(&found_names) {
                    assert!(found.is_none() || found == expected, "bit {bit}: expected {expected:?}, found {found:?}");
                }
                let is_same = named == found_names && lists == found_lists;
                let is_error = found_lists.iter().any(Option::is_none);
                assert!(
                    is_same || is_error || !is_sound,
                    "bit {bit}: something is missing, and nothing says so: {:?}",
                    differing(&lists, &found_lists)
                );
                if is_sound && is_same { silent += 1 } else { noticed += 1 }
            }
        }
        remove(&file);
    }
    println!("{noticed} of {FLIPS} flipped bits were noticed, {silent} changed nothing that can be read");
    assert!(noticed > FLIPS / 4, "{noticed}");
}

fn differing<'a>(expected: &'a [Told], found: &'a [Told]) -> Option<(&'a Told, &'a Told)> {
    expected.iter().zip(found).find(|(expected, found)| expected != found)
}

type Found = ((Vec<Told>, Vec<Told>), bool);

/// What is found in a file, and whether a check finds it sound; `None` if it cannot be opened.
async fn look_into(file: &Path, positions: &[AnyPosition]) -> Option<Found> {
    let store = Store::open_existing(file.to_str().unwrap()).await.ok()?;
    let answers = read_all(&store, positions).await;
    let is_sound = store.verify(|_, _, _| {}).await.is_ok_and(|verified| verified.is_sound());
    store.close().await;
    Some((answers, is_sound))
}

fn remove(file: &Path) {
    for ending in ["", "-wal", "-shm"] {
        // It may not exist.
        let _ = std::fs::remove_file(format!("{}{ending}", file.display()));
    }
}
