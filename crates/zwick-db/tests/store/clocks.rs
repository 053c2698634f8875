use std::time::{Duration, Instant};

use zwick::{AnyPosition, Game, GameText, Record};
use zwick_db::Note;

use crate::backend::{Backend, on_both};

on_both! {
    time_without_a_note_counts_only_at_its_beginning,
    the_next_whose_time_is_up_comes_first,
}

const MOST: Duration = Duration::from_millis(200);

fn time_without_a_note_counts_only_at_its_beginning(backend: &Backend) {
    let store = backend.open();
    let note = || backend.wait(store.store().note_served(MOST)).unwrap();
    let started = Instant::now();
    let first = note();
    std::thread::sleep(Duration::from_millis(50));
    let second = note();
    let passed = started.elapsed().as_millis() as u64 + 1;
    assert!((first + 49..=first + passed.min(200)).contains(&second), "{first}, {second} after {passed} ms");
    // However long nobody was there.
    backend.meddle("UPDATE served SET at = at - 86400000");
    assert_eq!(note(), second + 200);
    // A clock that was wrong and is set back neither takes time back nor stops it.
    backend.meddle("UPDATE served SET at = at + 86400000");
    assert_eq!(note(), second + 200);
    std::thread::sleep(Duration::from_millis(50));
    assert!(note() > second + 200);
    // It is kept with the store.
    let before = note();
    drop(store);
    let store = backend.open();
    assert!(backend.wait(store.store().note_served(Duration::ZERO)).unwrap() >= before);
}

fn the_next_whose_time_is_up_comes_first(backend: &Backend) {
    let store = backend.open();
    let text = GameText::new(Record::new(AnyPosition::start(Game::CONNECT_FOUR)));
    let begin = || backend.wait(store.store().save_game_with_note(&text, "a note".to_owned())).unwrap();
    let due = |most| backend.wait(store.store().running_clocks(most)).unwrap();
    let [later, sooner, never] = [begin(), begin(), begin()];
    assert_eq!(due(9), []);
    let change = |game: &zwick_db::SavedGame, due| {
        let note = Note { words: "another".to_owned(), due };
        backend.wait(store.store().replace_game(game, text.clone(), note, "a change")).unwrap()
    };
    let later = change(&later, Some(900));
    let sooner = change(&sooner, Some(100));
    change(&never, None);
    assert_eq!(due(9), [(sooner.id, 100), (later.id, 900)]);
    assert_eq!(due(1), [(sooner.id, 100)]);
    let later = change(&later, Some(50));
    assert_eq!(due(9), [(later.id, 50), (sooner.id, 100)]);
    change(&later, None);
    backend.wait(store.store().set_due(sooner.id, Some(70))).unwrap();
    assert_eq!(due(9), [(sooner.id, 70)]);
    backend.wait(store.store().remove_game(&sooner)).unwrap();
    assert_eq!(due(9), [], "a game that is gone has no clock");
}
