//! Public ids of games, and how long games are kept.

use zwick::{AnyPosition, Game, GameText, Record, Side};
use zwick_db::{Error, Filter, GameId, SavedGame};

use crate::backend::{Backend, on_both};

on_both! {
    games_of_the_version_before_are_known_by_their_numbers_and_new_ones_are_not,
    a_game_is_listed_if_both_sides_want_it,
    games_nobody_asks_for_are_removed_some_at_a_time,
    a_game_that_has_changed_is_not_removed,
}

fn begin(backend: &Backend, note: &str) -> SavedGame {
    let text = GameText::new(Record::new(AnyPosition::start(Game::CONNECT_FOUR)));
    let store = backend.open();
    backend.wait(store.store().save_game_with_note(&text, note.to_owned())).unwrap()
}

fn id(text: &str) -> GameId {
    text.parse().unwrap()
}

/// A game with players and one without, as the previous version saved them.
const OLD_GAMES: &str = r#"
    INSERT INTO games (game, first_player, second_player, result, plies, text, note, event, created, updated) VALUES
    ('connect-four', '', '', '*', 1, '[Game "connect-four"]
[Result "*"]

1. 4 *
', '{"digests":["4355a46b19d348dc","53c234e5e8472b6a"],"undone":[],"shared":true,"undo_asked":null,"rematch":2}', 3, 1000, 2000),
    ('connect-four', 'random', 'level 5', '*', 0, '[Game "connect-four"]
[First "random"]
[Second "level 5"]
[Result "*"]

*
', '', 0, 1000, 1000);
    INSERT INTO game_events (game_id, number, change, at) VALUES (1, 3, 'play 4', 2000);
"#;

fn games_of_the_version_before_are_known_by_their_numbers_and_new_ones_are_not(backend: &Backend) {
    backend.make_version(4);
    backend.meddle(OLD_GAMES);
    let store = backend.open();
    let link = |text: &str| backend.wait(store.store().link(&id(text)));
    let (played, unplayed) = (link("1").unwrap(), link("2").unwrap());
    assert_eq!((played.number, played.is_listed(), played.touched.is_some()), (1, false, true));
    assert_eq!((unplayed.number, unplayed.is_listed(), unplayed.touched), (2, true, None));
    let saved = backend.wait(store.store().game(1)).unwrap();
    assert_eq!((saved.text.record.move_list().as_str(), saved.event, saved.updated), ("4", 3, 2000));
    assert!(saved.note.contains("4355a46b19d348dc"), "its tokens are still good");
    // A player who returns soon after the update finds an old game.
    assert_eq!(backend.wait(store.store().remove_untouched(3000, 10)).unwrap(), Vec::<i64>::new());

    let new = begin(backend, "players");
    let known = backend.wait(store.store().link_of(new.id)).unwrap().unwrap();
    assert_eq!(known.id.as_str().len(), 13);
    assert_eq!(link(known.id.as_str()).unwrap().number, new.id);
    assert!(matches!(link(&new.id.to_string()), Err(Error::NoGame(_))));
    let ids = backend.wait(store.store().ids(&[1, 2, new.id, 99])).unwrap();
    assert_eq!((ids.len(), &ids[&1], &ids[&new.id]), (3, &id("1"), &known.id));
}

fn a_game_is_listed_if_both_sides_want_it(backend: &Backend) {
    let game = begin(backend, "players");
    let store = backend.open();
    let listed = |sides: &[Side], is_wanted| {
        backend.wait(store.store().set_listed(game.id, sides, is_wanted)).unwrap();
        let filter = Filter { only_listed: true, ..Filter::default() };
        let listed = backend.wait(store.store().games(&filter)).unwrap().len() == 1;
        let link = backend.wait(store.store().link_of(game.id)).unwrap().unwrap();
        assert_eq!(link.is_listed(), listed);
        link.listed_by
    };
    assert_eq!(listed(&[Side::Second], true), [false, true]);
    assert_eq!(listed(&[Side::Second], true), [false, true]);
    assert_eq!(listed(&[Side::First], true), [true, true]);
    assert_eq!(listed(&[Side::Second], false), [true, false]);
    assert_eq!(listed(&[Side::First, Side::Second], true), [true, true]);
    assert_eq!(listed(&[Side::First, Side::Second], false), [false, false]);
}

fn games_nobody_asks_for_are_removed_some_at_a_time(backend: &Backend) {
    let games: Vec<i64> = (0..5).map(|_| begin(backend, "players").id).collect();
    let kept = begin(backend, "").id;
    let store = backend.open();
    backend.meddle("UPDATE game_links SET touched = game_id WHERE touched IS NOT NULL");
    backend.meddle("UPDATE games SET updated = id WHERE id NOT IN (2, 6)");
    assert_eq!((games[1], kept), (2, 6));
    backend.wait(store.store().touch(&[games[1], kept])).unwrap();
    let mut removed = backend.wait(store.store().remove_untouched(1_000_000, 3)).unwrap();
    removed.sort_unstable();
    assert_eq!(removed, [games[0], games[2], games[3]]);
    assert_eq!(backend.wait(store.store().remove_untouched(1_000_000, 3)).unwrap(), [games[4]]);
    assert_eq!(backend.wait(store.store().remove_untouched(1_000_000, 3)).unwrap(), Vec::<i64>::new());
    let left = backend.wait(store.store().games(&Filter::default())).unwrap();
    assert_eq!(left.iter().map(|game| game.id).collect::<Vec<_>>(), [games[1], kept]);
    assert_eq!(backend.wait(store.store().link_of(games[0])).unwrap(), None);
    let start = AnyPosition::start(Game::CONNECT_FOUR);
    assert_eq!(backend.wait(store.store().occurrences(&start)).unwrap().len(), 2, "positions go with their game");
}

fn a_game_that_has_changed_is_not_removed(backend: &Backend) {
    let game = begin(backend, "players");
    let store = backend.open();
    let changed = store.store().replace_game(&game, game.text.clone(), "other players".to_owned(), "players");
    let changed = backend.wait(changed).unwrap();
    assert!(matches!(backend.wait(store.store().remove_game(&game)), Err(Error::Changed { expected: 0, found: 1 })));
    backend.wait(store.store().remove_game(&changed)).unwrap();
    assert!(matches!(backend.wait(store.store().remove_game(&changed)), Err(Error::NoGame(_))));
}
