use zwick::{AnyPosition, Ending, Game, GameText, Outcome, Position, Reason, Record, Side};
use zwick_db::{Error, Filter, Occurrence, SavedGame, Store};

use crate::backend::{Backend, on_both};
use crate::positions::read;

on_both! {
    a_game_is_saved_as_it_is_played,
    two_who_move_at_once_cannot_both_succeed,
    positions_are_found_in_games_also_mirrored,
    games_are_listed_and_forgotten,
}

fn game(text: &str) -> GameText {
    text.parse().expect("a game")
}

/// Changes a game, if its last change is still number `after`.
pub(crate) async fn change(
    store: &Store,
    id: i64,
    after: u64,
    words: &str,
    change: impl FnOnce(&mut Record<AnyPosition>),
) -> Result<SavedGame, Error> {
    let saved = store.game(id).await?;
    if saved.event != after {
        return Err(Error::Changed { expected: after, found: saved.event });
    }
    let (mut text, note) = (saved.text.clone(), saved.note.clone());
    change(&mut text.record);
    store.replace_game(&saved, text, note, words).await
}

/// Plays a move in a game, if its last change is still number `after`.
pub(crate) async fn play(store: &Store, id: i64, after: u64, word: &str) -> Result<SavedGame, Error> {
    let play = |record: &mut Record<AnyPosition>| {
        let mv = record.position().read_move(word).expect("a legal move");
        record.play(mv).expect("a legal move");
    };
    change(store, id, after, &format!("play {word}"), play).await
}

fn a_game_is_saved_as_it_is_played(backend: &Backend) {
    let store = backend.open();
    let mut text = GameText::new(Record::new(AnyPosition::start(Game::MORRIS)));
    text.tags.push(("First".to_owned(), "Anna".to_owned()));
    let id = backend.wait(store.store().save_game(&text)).unwrap();
    let play = |after, word| backend.wait(play(store.store(), id, after, word));
    assert_eq!(play(0, "d6").unwrap().event, 1);
    assert_eq!(play(1, "f4").unwrap().event, 2);
    let undo = change(store.store(), id, 2, "take back", |record| {
        record.undo().expect("a move");
    });
    assert_eq!(backend.wait(undo).unwrap().event, 3);
    assert!(matches!(play(2, "a4"), Err(Error::Changed { expected: 2, found: 3 })));
    assert_eq!(play(3, "a4").unwrap().text.record.move_list(), "d6 a4");
    let resigned = Ending { outcome: Outcome::Win(Side::Second), reason: Reason::Resignation };
    let resign = change(store.store(), id, 4, "end 0-1 resignation", |record| {
        record.conclude(resigned.outcome, resigned.reason).expect("an unfinished game");
    });
    let ended = backend.wait(resign).unwrap();

    // Another connection reads the same, and what happened since.
    let other = backend.open();
    let saved = backend.wait(other.store().game(id)).unwrap();
    assert_eq!(saved, ended);
    assert_eq!((saved.event, saved.text.record.ending()), (5, Some(resigned)));
    assert!(saved.created <= saved.updated);
    let changes = backend.changes(id);
    let words: Vec<(i64, &str)> = changes.iter().map(|(number, change)| (*number, change.as_str())).collect();
    assert_eq!(words[2..], [(3, "take back"), (4, "play a4"), (5, "end 0-1 resignation")]);
    assert!(matches!(backend.wait(other.store().game(id + 1)), Err(Error::NoGame(_))));
    // A position taken back is no longer found.
    assert_eq!(backend.wait(store.store().occurrences(&read(Game::MORRIS, "d6 f4"))).unwrap(), []);
    assert_eq!(
        backend.wait(store.store().occurrences(&read(Game::MORRIS, "d6 a4"))).unwrap(),
        [Occurrence { id, ply: 2 }]
    );
}

fn two_who_move_at_once_cannot_both_succeed(backend: &Backend) {
    let start = AnyPosition::start(Game::CONNECT_FOUR);
    let id = backend.wait(backend.open().store().save_game(&GameText::new(Record::new(start)))).unwrap();
    for after in 0..6 {
        let successes: usize = std::thread::scope(|scope| {
            let try_column = |column: &'static str| {
                scope.spawn(move || match backend.wait(play(backend.open().store(), id, after, column)) {
                    Ok(_) => 1,
                    Err(Error::Changed { .. }) => 0,
                    Err(error) => panic!("{error}"),
                })
            };
            let players: Vec<_> = ["1", "4", "6", "7"].map(try_column).into_iter().collect();
            players.into_iter().map(|player| player.join().unwrap()).sum()
        });
        assert_eq!(successes, 1);
    }
    let store = backend.open();
    let saved = backend.wait(store.store().game(id)).unwrap();
    assert_eq!((saved.event, saved.text.record.moves().len()), (6, 6));
    assert_eq!(backend.changes(id).len(), 6);
}

fn positions_are_found_in_games_also_mirrored(backend: &Backend) {
    let store = backend.open();
    let save = |text: &str| backend.wait(store.store().save_game(&game(text))).unwrap();
    let first = save("[Game \"connect-four\"]\n1. 4 4 2. 3 5 *");
    let mirrored = save("[Game \"connect-four\"]\n1. 4 4 2. 5 2 *");
    let _other = save("[Game \"connect-four:8x7\"]\n1. 4 4 2. 3 5 *");
    let found = backend.wait(store.store().occurrences(&read(Game::CONNECT_FOUR, "443"))).unwrap();
    assert_eq!(found, [Occurrence { id: first, ply: 3 }, Occurrence { id: mirrored, ply: 3 }]);
    let found = backend.wait(store.store().occurrences(&read(Game::CONNECT_FOUR, "4435"))).unwrap();
    assert_eq!(found, [Occurrence { id: first, ply: 4 }]);
    assert_eq!(backend.wait(store.store().occurrences(&read(Game::CONNECT_FOUR, "7"))).unwrap(), []);
}

fn games_are_listed_and_forgotten(backend: &Backend) {
    let store = backend.open();
    let texts = [
        "[Game \"connect-four\"]\n[First \"Anna\"]\n[Second \"level 5\"]\n1. 4 4 *",
        "[Game \"connect-four\"]\n[First \"level 5\"]\n[Second \"Ben\"]\n1. 4 1 2. 4 1 3. 4 1 4. 4 1-0",
        "[Game \"morris\"]\n[First \"Anna\"]\n1. d6 *",
    ];
    let ids: Vec<i64> = texts.iter().map(|text| backend.wait(store.store().save_game(&game(text))).unwrap()).collect();
    let list = |filter: Filter| -> Vec<i64> {
        backend.wait(store.store().games(&filter)).unwrap().into_iter().map(|summary| summary.id).collect()
    };
    assert_eq!(list(Filter::default()), ids);
    assert_eq!(list(Filter { player: Some("Anna".to_owned()), ..Filter::default() }), [ids[0], ids[2]]);
    assert_eq!(list(Filter { player: Some("level 5".to_owned()), limit: Some(1), ..Filter::default() }), [ids[0]]);
    assert_eq!(list(Filter { game: Some(Game::CONNECT_FOUR), after: ids[0], ..Filter::default() }), [ids[1]]);
    let won = backend.wait(store.store().games(&Filter { after: ids[0], ..Filter::default() })).unwrap().remove(0);
    assert_eq!((won.result.as_str(), won.plies, won.second.as_str()), ("1-0", 7, "Ben"));
    assert_eq!(backend.wait(store.store().forget_games(Some(Game::CONNECT_FOUR))).unwrap(), 2);
    assert_eq!(list(Filter::default()), [ids[2]]);
    assert_eq!(backend.wait(store.store().occurrences(&read(Game::CONNECT_FOUR, "44"))).unwrap(), []);
}
