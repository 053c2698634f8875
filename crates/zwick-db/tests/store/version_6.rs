//! Databases as the version before pieces left them: they are migrated, everything in them is read, and their jobs resume.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use sqlx::{Connection, PgConnection};
use zwick::search::Limits;
use zwick::{Analyst, Game, GameText, Library, Oracle};
use zwick_db::{BookWork, Filter, JobState, Verified, Work, Worker};

use crate::backend::Backend;
use crate::positions::read;

/// A copy of the SQLite file.
fn file() -> Backend {
    let backend = Backend::sqlite();
    std::fs::write(&backend.address, include_bytes!("../data/version-6.db")).unwrap();
    backend
}

/// A server with the same tables; `None` if PostgreSQL is not installed.
fn server() -> Option<Backend> {
    let backend = Backend::postgres()?;
    backend.wait(async {
        let mut connection = PgConnection::connect(&backend.address).await.unwrap();
        sqlx::raw_sql(include_str!("../data/version-6.sql")).execute(&mut connection).await.expect("a dump");
    });
    Some(backend)
}

fn verified(backend: &Backend) -> Verified {
    backend.wait(backend.open().store().verify(|_, _, _| {})).unwrap()
}

#[test]
fn a_file_is_migrated_and_its_job_resumes() {
    let backend = file();
    let store = backend.open();
    let found = verified(&backend);
    assert!(found.is_sound(), "{found:?}");
    assert_eq!((found.positions, found.games, found.events, found.occurrences, found.jobs), (250, 4, 4, 54, 1));

    let game: GameText = include_str!("../data/version-6.txt").parse().unwrap();
    let link = backend.wait(store.store().link(&"gftatjh548ck0".parse().unwrap())).unwrap();
    let saved = backend.wait(store.store().game(link.number)).unwrap();
    assert_eq!((saved.text, saved.event), (game, 4));
    assert!(saved.note.contains("digests"), "{}", saved.note);
    assert_eq!(backend.changes(4)[3], (4, "play b2".to_owned()));
    assert_eq!(backend.wait(store.store().occurrences(&read(Game::MORRIS, "d6 f4 a4"))).unwrap().len(), 1);
    assert_eq!(backend.wait(store.store().games(&Filter::default())).unwrap().len(), 4);
    assert_eq!(backend.wait(store.store().evaluations(Game::MORRIS, None, 500)).unwrap().len(), 10);

    let job = backend.wait(store.store().unfinished_jobs(2)).unwrap().pop().expect("a job");
    assert_eq!((job.state, job.done, job.wanted), (JobState::Stopped, 189, 200));
    let Work::Seed(seed) = job.work else { panic!("expected a seed, found {}", job.work) };
    let mut first = None;
    let is_done = store.seed(&seed, &AtomicBool::new(false), &mut |progress| {
        first.get_or_insert(progress.done);
    });
    assert!(is_done.unwrap());
    assert_eq!(first, Some(189));
    assert_eq!(backend.wait(store.store().unfinished_jobs(2)).unwrap(), []);
    let found = verified(&backend);
    assert!(found.is_sound() && found.positions == 261, "{found:?}");
}

#[test]
fn a_server_is_migrated_and_workers_finish_its_jobs() {
    let Some(backend) = server() else { return };
    let store = backend.open();
    let store = store.store();
    let found = verified(&backend);
    assert!(found.is_sound(), "{found:?}");
    assert_eq!((found.positions, found.games, found.occurrences, found.jobs), (66, 1, 5, 5));
    let here = backend.wait(store.unfinished_jobs(1)).unwrap();
    assert_eq!(here.iter().map(|job| (job.done, job.wanted)).collect::<Vec<_>>(), [(47, 600)]);
    let jobs = backend.wait(store.jobs()).unwrap();
    let told: Vec<_> = jobs.iter().map(|job| (job.id, job.state, job.done, job.wanted)).collect();
    let (running, stopped) = (JobState::Running, JobState::Stopped);
    assert_eq!(told, [(1, running, 16, 32), (2, stopped, 0, 3), (3, stopped, 0, 6), (5, running, 72, 78)]);

    // Those that were running are in the queue; the others are when they are resumed.
    let done = backend.wait(async {
        store.resume_job(2).await.unwrap();
        store.resume_job(3).await.unwrap();
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let library = Library { table_bytes: 8 << 20, ..Library::empty() };
        let worker = Worker { store: store.clone(), threads: 1, library, tell: Box::new(|_| {}) };
        let working = tokio::spawn(worker.run(async { drop(ended.await) }));
        let started = Instant::now();
        while store.jobs().await.unwrap().iter().any(|job| job.state != JobState::Done) {
            assert!(started.elapsed() < Duration::from_secs(240), "{:?}", store.jobs().await);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        end.send(()).unwrap();
        working.await.unwrap().unwrap()
    });
    assert_eq!(done, 8, "pieces that were left");

    let book = BookWork { game: "connect-four:6x5".parse().unwrap(), plies: 3 };
    let values = backend.wait(store.book_values(5)).unwrap();
    let positions = book.builder().positions(zwick::AnyPosition::start(book.game));
    assert_eq!((values.len(), positions.len()), (78, 78));
    // The piece that was half done.
    let mut analyst = Analyst::new(Library::empty());
    for (position, value) in positions.iter().zip(&values).take(16).skip(8) {
        let answer = analyst.ask(position, &Limits::default()).unwrap();
        assert_eq!(answer.verdict.value(), Some(*value), "{position}");
    }
    let found = verified(&backend);
    assert!(found.is_sound() && found.games == 7, "{found:?}");
}

#[test]
fn what_was_damaged_before_is_not_signed_by_the_migration() {
    let backend = file();
    backend.meddle("UPDATE jobs SET done = done + 1");
    let found = verified(&backend);
    assert_eq!(found.told.len(), 2, "{found:?}");
    assert!(backend.wait(backend.open().store().unfinished_jobs(1)).unwrap().is_empty());

    let Some(backend) = server() else { return };
    backend.meddle("UPDATE jobs SET done = done - 1 WHERE name = '5/0 solve'");
    backend.meddle("UPDATE jobs SET name = 'no piece' WHERE name = '2/1 move 2'");
    backend.meddle("UPDATE orders SET wanted = wanted + 1 WHERE id = 3");
    backend.meddle("UPDATE solved SET plies = '{0}' WHERE name = '5/1 solve'");
    let found = verified(&backend);
    assert_eq!(found.faults, 4, "{found:?}");
}
