use zwick::{AnyPosition, Ending, Game, GameText, Outcome, Position, Reason, Record, Side};
use zwick_db::{Change, Error, Filter, Occurrence};

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

fn a_game_is_saved_as_it_is_played(backend: &Backend) {
    let store = backend.open();
    let mut text = GameText::new(Record::new(AnyPosition::start(Game::MORRIS)));
    text.tags.push(("First".to_owned(), "Anna".to_owned()));
    let id = backend.wait(store.store().save_game(&text)).unwrap();
    let mv = |word: &str| Change::Play(text.record.start().read_move(word).unwrap());
    let change = |after, change| backend.wait(store.store().change_game(id, after, change));
    assert_eq!(change(0, mv("d6")).unwrap().event, 1);
    assert_eq!(change(1, mv("f4")).unwrap().event, 2);
    assert!(matches!(change(2, mv("f4")), Err(Error::NotAllowed(_))));
    assert_eq!(change(2, Change::TakeBack).unwrap().event, 3);
    assert_eq!(change(3, mv("a4")).unwrap().text.record.move_list(), "d6 a4");
    let resigned = Ending { outcome: Outcome::Win(Side::Second), reason: Reason::Resignation };
    let by_rules = Ending { outcome: Outcome::Win(Side::Second), reason: Reason::NoMove };
    assert!(matches!(change(4, Change::End(by_rules)), Err(Error::NotAllowed(_))));
    let ended = change(4, Change::End(resigned)).unwrap();
    assert!(matches!(change(5, mv("g7")), Err(Error::NotAllowed(_))));

    // Another connection reads the same, and what happened since.
    let other = backend.open();
    let saved = backend.wait(other.store().game(id)).unwrap();
    assert_eq!(saved, ended);
    assert_eq!((saved.event, saved.text.record.ending()), (5, Some(resigned)));
    assert!(saved.created <= saved.updated);
    let events = backend.wait(other.store().events(id, 2)).unwrap();
    let words: Vec<(u64, &str)> = events.iter().map(|event| (event.number, event.change.as_str())).collect();
    assert_eq!(words, [(3, "take back"), (4, "play a4"), (5, "end 0-1 resignation")]);
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
            let play = |column: &'static str| {
                let change = Change::Play(start.read_move(column).unwrap());
                scope.spawn(move || match backend.wait(backend.open().store().change_game(id, after, change)) {
                    Ok(_) => 1,
                    Err(Error::Changed { .. }) => 0,
                    Err(error) => panic!("{error}"),
                })
            };
            let players: Vec<_> = ["1", "4", "6", "7"].map(play).into_iter().collect();
            players.into_iter().map(|player| player.join().unwrap()).sum()
        });
        assert_eq!(successes, 1);
    }
    let store = backend.open();
    let saved = backend.wait(store.store().game(id)).unwrap();
    assert_eq!((saved.event, saved.text.record.moves().len()), (6, 6));
    assert_eq!(backend.wait(store.store().events(id, 0)).unwrap().len(), 6);
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
