//! A disk that is full for a while; a file that is removed while it is open.

use std::path::Path;

use zwick::GameText;
use zwick_db::{Error, Store};

use crate::backend::Backend;
use crate::games;
use crate::small_disk::SmallDisk;

fn game() -> GameText {
    "[Game \"connect-four\"]\n\n1. 4 4 *\n".parse().unwrap()
}

#[test]
fn a_full_disk_heals_once_there_is_room_again() {
    let Some(disk) = SmallDisk::mount() else { return };
    let backend = Backend::sqlite();
    backend.wait(async {
        let file = disk.path().join("zwick.db");
        let store = Store::open(file.to_str().unwrap()).await.unwrap();
        let mut saved = vec![store.save_game(&game()).await.unwrap()];
        for round in 0..3 {
            let ballast = disk.fill();
            let mut refused = 0;
            while refused < 8 {
                match store.save_game(&game()).await {
                    Ok(id) => saved.push(id),
                    Err(Error::Full) => refused += 1,
                    Err(error) => panic!("round {round}: expected a full disk, found {error}"),
                }
            }
            // A discarded connection may have freed some space.
            disk.fill();
            assert!(matches!(store.check_writing().await, Err(Error::Full)), "round {round}");
            // What was saved before can be read.
            assert_eq!(store.game(saved[0]).await.unwrap().text, game());
            std::fs::remove_file(ballast).unwrap();
            for _ in 0..8 {
                saved.push(store.save_game(&game()).await.expect("there is room again"));
            }
            store.check_writing().await.expect("there is room again");
        }
        for id in &saved {
            assert_eq!(store.game(*id).await.unwrap().text, game(), "game {id}");
        }
        assert_eq!(store.count_games().await.unwrap(), saved.len() as u64);
        let verified = store.verify(|_, _, _| {}).await.unwrap();
        assert!(verified.is_sound(), "{verified:?}");
        store.close().await;
    });
}

/// Changes a game, which may be refused only because the file is missing.
async fn play(store: &Store, id: i64, event: u64, column: &str) -> bool {
    match games::play(store, id, event, column).await {
        Ok(_) => true,
        Err(Error::Lost) => false,
        Err(error) => panic!("expected a lost file, found {error}"),
    }
}

#[cfg(unix)]
#[test]
fn a_directory_that_goes_away_is_told_and_heals_when_it_comes_back() {
    let backend = Backend::sqlite();
    let above = tempfile::tempdir().unwrap();
    let (here, there) = (above.path().join("data"), above.path().join("elsewhere"));
    std::fs::create_dir(&here).unwrap();
    backend.wait(async {
        let store = Store::open(here.join("zwick.db").to_str().unwrap()).await.unwrap();
        let id = store.save_game(&game()).await.unwrap();
        assert!(play(&store, id, 0, "1").await);
        std::fs::rename(&here, &there).unwrap();
        assert!(!play(&store, id, 1, "2").await && !play(&store, id, 1, "3").await);
        assert!(matches!(store.check_writing().await, Err(Error::Lost)));
        std::fs::rename(&there, &here).unwrap();
        assert!(play(&store, id, 1, "5").await);
        assert_eq!(store.game(id).await.unwrap().text.record.moves().len(), 4);
        store.close().await;
    });
}

/// A removed file stays open and accepts all writes; another one in its place is not the one that was opened.
#[cfg(unix)]
#[test]
fn nothing_is_acknowledged_that_went_into_a_removed_file() {
    let backend = Backend::sqlite();
    for endings in [&["", "-wal", "-shm"][..], &[""]] {
        let above = tempfile::tempdir().unwrap();
        let file = above.path().join("zwick.db");
        let remove = |ending: &str| std::fs::remove_file(format!("{}{ending}", file.display())).unwrap();
        backend.wait(async {
            let store = Store::open(file.to_str().unwrap()).await.unwrap();
            let id = store.save_game(&game()).await.unwrap();
            endings.iter().copied().for_each(remove);
            assert!(!play(&store, id, 0, "1").await, "{endings:?}");
            // Another process creates a new one.
            Store::open(file.to_str().unwrap()).await.unwrap().close().await;
            assert!(!play(&store, id, 0, "1").await, "{endings:?}");
            assert!(matches!(store.save_game(&game()).await, Err(Error::Lost)), "{endings:?}");
            assert_eq!(count(&file).await, 0, "what was told as lost is not in the new file");
            store.close().await;
        });
    }
}

/// Changes go into the log first, which is a separate file.
#[cfg(unix)]
#[test]
fn nothing_is_acknowledged_that_went_into_a_removed_log() {
    let backend = Backend::sqlite();
    backend.wait(async {
        let store = Store::open(&backend.address).await.unwrap();
        let id = store.save_game(&game()).await.unwrap();
        std::fs::remove_file(format!("{}-wal", backend.address)).unwrap();
        for _ in 0..3 {
            assert!(matches!(store.save_game(&game()).await, Err(Error::Lost)));
        }
        store.close().await;
        // Everything acknowledged before is there.
        let store = Store::open(&backend.address).await.unwrap();
        assert_eq!(store.game(id).await.unwrap().text, game());
        let verified = store.verify(|_, _, _| {}).await.unwrap();
        assert!(verified.is_sound(), "{verified:?}");
        store.close().await;
    });
}

async fn count(file: &Path) -> u64 {
    let store = Store::open_existing(file.to_str().unwrap()).await.unwrap();
    let count = store.count_games().await.unwrap();
    store.close().await;
    count
}

#[test]
fn a_second_server_on_one_file_can_tell() {
    let backend = Backend::sqlite();
    let (first, second) = (backend.open(), backend.open());
    let claim = first.store().claim().unwrap().expect("nobody else is there");
    assert!(second.store().claim().unwrap().is_none());
    drop(claim);
    assert!(second.store().claim().unwrap().is_some());
}

#[test]
fn opening_to_read_creates_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("zwick.db");
    let backend = Backend::sqlite();
    for content in [None, Some("")] {
        if let Some(content) = content {
            std::fs::write(&file, content).unwrap();
        }
        let error = backend.wait(Store::open_existing(file.to_str().unwrap())).expect_err("no database");
        assert!(error.to_string().starts_with("there is no database at "), "{error}");
    }
    std::fs::remove_file(&file).unwrap();
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
    if let Some(server) = Backend::postgres() {
        let error = server.wait(Store::open_existing(&server.address)).expect_err("an empty database");
        assert!(matches!(error, Error::Missing(_)), "{error}");
        server.open();
        assert!(server.wait(Store::open_existing(&server.address)).is_ok());
    }
}
