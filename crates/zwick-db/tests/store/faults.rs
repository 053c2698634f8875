//! Files and servers that are not what they should be: a clear error, and nothing destroyed.

use std::path::Path;

use zwick::search::Score;
use zwick::{Game, Position};
use zwick_db::Error;

use crate::backend::{Backend, on_both};
use crate::positions::{evaluation, read};

on_both! {
    tables_of_a_newer_version_are_left_alone,
    a_damaged_record_is_an_error_and_no_wrong_answer,
}

fn save_one(backend: &Backend) {
    let position = read(Game::CONNECT_FOUR, "4435");
    let record = evaluation(position, position.read_move("3").unwrap(), Score::EVEN, 8, false);
    let store = backend.open();
    backend.wait(store.store().save(&[record])).unwrap();
    backend.wait(store.store().close());
}

fn tables_of_a_newer_version_are_left_alone(backend: &Backend) {
    save_one(backend);
    backend.meddle("INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (99, 'later', TRUE, '', 0)");
    let error = backend.try_open().expect_err("a newer version");
    assert!(matches!(error, Error::Newer { found: 99, known: 10, .. }), "{error}");
    assert!(error.to_string().contains("made by a newer zwick"));
    backend.meddle("DELETE FROM _sqlx_migrations WHERE version = 99");
    assert_eq!(backend.wait(backend.open().store().count_by_phase()).unwrap().len(), 1);
}

fn a_damaged_record_is_an_error_and_no_wrong_answer(backend: &Backend) {
    let position = read(Game::CONNECT_FOUR, "4435");
    for damage in [
        "UPDATE positions SET best = '9'",
        "UPDATE positions SET best = 'hello'",
        "UPDATE positions SET best = '3', score = 950000000",
        "UPDATE positions SET score = 0, depth = -4",
        "UPDATE positions SET score = 999999998, depth = 4",
        "UPDATE positions SET score = 12, depth = 4, exact = TRUE",
    ] {
        save_one(backend);
        backend.meddle(damage);
        let error = backend.wait(backend.open().store().look_up(&[position])).expect_err(damage);
        assert!(matches!(error, Error::Damaged(_)), "{damage}: {error}");
        assert!(error.to_string().ends_with("of connect-four: wrong checksum"), "{damage}: {error}");
    }
    backend.meddle("UPDATE positions SET score = 0, key = 12345");
    let error = backend.wait(backend.open().store().evaluations(Game::CONNECT_FOUR, None, 10)).unwrap_err();
    assert!(error.to_string().contains("no position has this key"), "{error}");
}

/// Opening the file is refused with these words, and changes nothing in it.
fn is_left_alone(backend: &Backend, words: &str) {
    let before = std::fs::read(&backend.address).unwrap();
    let error = backend.try_open().expect_err(words);
    assert!(error.to_string().contains(words), "{error}");
    assert_eq!(std::fs::read(&backend.address).unwrap(), before);
}

#[test]
fn a_file_of_another_kind_is_left_alone() {
    let backend = Backend::sqlite();
    for content in
        ["This is a letter, and it is longer than the header of a database would be. ".repeat(20), "x".to_owned()]
    {
        std::fs::write(&backend.address, &content).unwrap();
        is_left_alone(&backend, "found a file that is not an SQLite database");
    }
}

#[test]
fn a_database_of_another_program_is_left_alone() {
    let backend = Backend::sqlite();
    std::fs::write(&backend.address, "").unwrap();
    backend.meddle("CREATE TABLE letters (text TEXT); INSERT INTO letters VALUES ('Dear Anna')");
    is_left_alone(&backend, "found an SQLite database of another program");
}

/// Pages overwritten in the middle of the file.
#[test]
fn a_damaged_file_is_an_error_and_no_wrong_answer() {
    let backend = Backend::sqlite();
    save_one(&backend);
    let mut bytes = std::fs::read(&backend.address).unwrap();
    let length = bytes.len();
    bytes[4096..length].fill(0x5a);
    std::fs::write(&backend.address, &bytes).unwrap();
    let error = backend
        .try_open()
        .and_then(|store| backend.wait(store.store().look_up(&[read(Game::CONNECT_FOUR, "4435")])))
        .expect_err("a damaged file");
    assert!(matches!(error, Error::Damaged(_) | Error::Foreign { .. }), "{error}");
}

#[test]
fn what_cannot_be_opened_is_told() {
    let error = |address: &str| {
        tokio::runtime::Runtime::new().unwrap().block_on(zwick_db::Store::open(address)).expect_err(address).to_string()
    };
    let nowhere = Path::new("/no/such/directory/zwick.db");
    assert!(error(nowhere.to_str().unwrap()).starts_with("cannot open /no/such/directory/zwick.db: "));
    // Port 1 of this machine: nothing listens there.
    let missing = error("postgres://anna:secret@127.0.0.1:1/games");
    assert!(
        missing.starts_with("cannot open postgres://127.0.0.1:1/games: ") && !missing.contains("secret"),
        "{missing}"
    );
    assert!(error("mysql://localhost").starts_with("expected the name of a file, sqlite://FILE or postgres://"));
    assert!(error("sqlite://").starts_with("expected the name of a file"));
    assert!(!error("postgres://anna:secret@host:port/x").contains("secret"));
}
