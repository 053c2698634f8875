//! A database file that is truncated while it is open. When it was mapped into memory, a signal killed the process.

use std::fs::File;

use zwick::{AnyPosition, Game, GameText, Record};

use crate::backend::Backend;

#[test]
fn a_file_cut_while_it_is_open_is_an_error() {
    let backend = Backend::sqlite();
    let mut text = GameText::new(Record::new(AnyPosition::start(Game::MORRIS)));
    text.comments.insert(0, "x".repeat(20_000));
    let store = backend.open();
    let games: Vec<i64> = (0..50).map(|_| backend.wait(store.store().save_game(&text)).unwrap()).collect();
    // Closing moves everything from the log into the file.
    backend.wait(store.store().close());
    let store = backend.open();
    backend.wait(store.store().game(games[0])).unwrap();
    File::options().write(true).open(&backend.address).unwrap().set_len(100_000).unwrap();
    assert!(games.iter().any(|&game| backend.wait(store.store().game(game)).is_err()));
}
