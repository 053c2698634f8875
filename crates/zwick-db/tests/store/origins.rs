//! Stores of the version before checksums, when results of random games passed for searches: what opening one does to it.

use sqlx::migrate::Migrator;
use sqlx::{Connection, PgConnection, SqliteConnection};
use zwick::search::{Limits, Score, Scored};
use zwick::{AnyPlayer, AnyPosition, Game, GameText, Position, Source};
use zwick_db::Filter;

use crate::backend::{Backend, on_both};
use crate::games::play;
use crate::positions::{evaluation, read};
use crate::transfer::imported;

on_both! {
    a_store_of_the_version_before_is_cleansed_and_signed,
    guesses_of_a_player_are_kept_as_guesses,
    a_guess_that_claims_to_be_a_search_is_refused,
}

/// The last version without checksums.
const BEFORE: i64 = 4;
const MARK: &str = "PRAGMA application_id = 1517775203; PRAGMA journal_mode = wal";

/// Creates a store as the previous version did, with these statements.
fn make_old(backend: &Backend, statements: &[String]) {
    let sql = |statement: &str| sqlx::AssertSqlSafe(statement.to_owned());
    backend.wait(async {
        let old = |migrator: Migrator| {
            let migrations = migrator.iter().filter(|migration| migration.version <= BEFORE).cloned().collect();
            Migrator::with_migrations(migrations)
        };
        if backend.address.starts_with("postgres") {
            let mut connection = PgConnection::connect(&backend.address).await.unwrap();
            let schema = "CREATE SCHEMA zwick; SET search_path = zwick";
            sqlx::raw_sql(schema).execute(&mut connection).await.unwrap();
            old(sqlx::migrate!("migrations/postgres")).run(&mut connection).await.unwrap();
            for statement in statements {
                sqlx::raw_sql(sql(statement)).execute(&mut connection).await.expect(statement);
            }
        } else {
            std::fs::write(&backend.address, "").unwrap();
            let mut connection = SqliteConnection::connect(&backend.address).await.unwrap();
            sqlx::raw_sql(MARK).execute(&mut connection).await.unwrap();
            old(sqlx::migrate!("migrations/sqlite")).run(&mut connection).await.unwrap();
            for statement in statements {
                sqlx::raw_sql(sql(statement)).execute(&mut connection).await.expect(statement);
            }
            connection.close().await.unwrap();
        }
    });
}

/// Positions as the previous version stored them: moves, best move, score, depth, whether exact, source; and their depth now.
type Kept = (&'static str, &'static str, i32, u32, bool, &'static str, Option<u32>);
const KEPT: [Kept; 11] = [
    ("4", "4", 120, 10, false, "pipeline", None),
    ("44", "4", -77, 6, false, "pipeline:depth=6,playouts=20", None),
    ("444", "4", 5, 10, false, "v1", None),
    ("4444", "4", 31, 5, false, "v2", Some(0)),
    ("44444", "4", 32, 2, false, "negamax-mc", Some(0)),
    ("1", "4", 33, 3, false, "alpha-beta:depth=3,eval=playouts", Some(0)),
    ("12", "4", 34, 0, false, "monte-carlo", Some(0)),
    ("123", "4", 35, 8, false, "alpha-beta", Some(8)),
    ("1234", "4", 62_000, 0, false, "v1:depth=2,playouts=50", None),
    ("12345", "4", 5_000, 0, false, "v4", None),
    ("112233", "4", Score::win_in(1).number(), 1, true, "pipeline", Some(1)),
];

fn a_store_of_the_version_before_is_cleansed_and_signed(backend: &Backend) {
    use zwick::Phased;
    let record = |(moves, best, score, depth, exact, source, _): &Kept| {
        let (position, there) = read(Game::CONNECT_FOUR, moves).canonical();
        let best = there.image(read(Game::CONNECT_FOUR, moves).read_move(best).unwrap());
        let (key, phase) = (position.key() as i64, position.phase().number());
        format!(
            "INSERT INTO positions (game, key, phase, best, score, depth, exact, source) \
             VALUES ('connect-four', {key}, {phase}, '{best}', {score}, {depth}, {exact}, '{source}')"
        )
    };
    let mut statements: Vec<String> = KEPT.iter().map(record).collect();
    let game: GameText = "[Game \"connect-four\"]\n[First \"Anna\"]\n\n1. 4 4 *\n".parse().unwrap();
    statements.push(format!(
        "INSERT INTO games (game, first_player, second_player, result, plies, text, note, event, created, updated) \
         VALUES ('connect-four', 'Anna', '', '*', 2, '{game}', 'a note', 2, 1000, 2000)"
    ));
    for (ply, position) in game.record.positions().iter().enumerate() {
        let key = position.canonical().0.key() as i64;
        statements.push(format!(
            "INSERT INTO game_positions (game, key, game_id, ply) VALUES ('connect-four', {key}, 1, {ply})"
        ));
    }
    for number in 1..=2 {
        statements.push(format!(
            "INSERT INTO game_events (game_id, number, change, at) VALUES (1, {number}, 'play 4', 1500)"
        ));
    }
    statements.push("INSERT INTO jobs (name, done, wanted) VALUES ('seed morris 4-6 10 alpha-beta', 3, 30)".to_owned());
    make_old(backend, &statements);

    let store = backend.open();
    for (moves, .., depth) in KEPT {
        let known = backend.wait(store.store().look_up(&[read(Game::CONNECT_FOUR, moves)])).unwrap().pop().flatten();
        assert_eq!(known.map(|known| known.depth), depth, "{moves}");
    }
    let saved = backend.wait(store.store().game(1)).unwrap();
    assert_eq!((saved.text.clone(), saved.note.as_str(), saved.event), (game, "a note", 2));
    assert_eq!(backend.changes(1).len(), 2);
    assert_eq!(backend.wait(store.store().games(&Filter::default())).unwrap().len(), 1);
    assert_eq!(backend.wait(store.store().occurrences(&read(Game::CONNECT_FOUR, "44"))).unwrap().len(), 1);
    assert_eq!(backend.wait(store.store().unfinished_jobs(1)).unwrap()[0].done, 3);
    let found = backend.wait(store.store().verify(|_, _, _| {})).unwrap();
    assert!(found.is_sound(), "{found:?}");
    assert_eq!((found.positions, found.games, found.events, found.occurrences, found.jobs), (6, 1, 2, 3, 1));
    // And it continues from there.
    assert_eq!(backend.wait(play(store.store(), 1, 2, "4")).unwrap().event, 3);
    assert!(backend.wait(store.store().verify(|_, _, _| {})).unwrap().is_sound());
}

/// What a server of the previous version would write, if it were still running after the migration.
#[test]
fn an_older_server_cannot_write_what_could_not_be_read() {
    let Some(backend) = Backend::postgres() else { return };
    let store = backend.open();
    let game: GameText = "[Game \"connect-four\"]\n\n1. 4 4 *\n".parse().unwrap();
    backend.wait(store.store().save_game(&game)).unwrap();
    for statement in [
        "UPDATE zwick.games SET text = 'another', event = event + 1 WHERE id = 1",
        "INSERT INTO zwick.games (game, first_player, second_player, result, plies, text, note, event, created, updated) \
         VALUES ('connect-four', '', '', '*', 0, '', '', 0, 0, 0)",
        "INSERT INTO zwick.positions (game, key, phase, best, score, depth, exact, source) \
         VALUES ('connect-four', 1, 0, '4', 0, 1, FALSE, 'v2')",
    ] {
        backend.wait(async {
            let mut connection = PgConnection::connect(&backend.address).await.unwrap();
            sqlx::raw_sql(statement).execute(&mut connection).await.expect_err(statement);
        });
    }
    assert!(backend.wait(store.store().verify(|_, _, _| {})).unwrap().is_sound());
}

/// `search --db` with each player that plays random games, and then with one that searches.
fn guesses_of_a_player_are_kept_as_guesses(backend: &Backend) {
    let store = backend.open();
    let start = AnyPosition::start(Game::CONNECT_FOUR);
    let think = |player: &str| {
        let shelf = store.shelf(player);
        let mut thinker =
            AnyPlayer::new(Game::CONNECT_FOUR, player.parse().unwrap(), 1).with_database(Box::new(shelf.clone()));
        let report =
            thinker.think(&start, Scored::Best, &Limits::default(), None).expect("only perfect players refuse");
        (report.source, shelf.save().unwrap())
    };
    for (player, kept) in [("pipeline:depth=4,playouts=20", 0), ("negamax-mc:playouts=3", 1), ("mcts:playouts=40", 0)] {
        assert_eq!(think(player).1, kept, "{player}");
    }
    let known = backend.wait(store.store().look_up(&[start])).unwrap().pop().flatten().expect("a guess");
    assert_eq!((known.depth, known.exact, known.source.as_str()), (0, false, "negamax-mc:playouts=3"));
    // A result of random games never answers for a search, and is replaced by one.
    assert_eq!(think("alpha-beta:depth=2"), (Source::Depth { plies: 2 }, 1));
    assert_eq!(think("alpha-beta:depth=2"), (Source::Database { plies: Some(2) }, 0));
    assert_eq!(think("negamax-mc:playouts=3,depth=3").1, 0);
}

fn a_guess_that_claims_to_be_a_search_is_refused(backend: &Backend) {
    let position = read(Game::CONNECT_FOUR, "44");
    let record = evaluation(position, position.read_move("4").unwrap(), Score::estimate(7), 10, false);
    let import = |source: &str| {
        let line = zwick_db::Evaluation { source: source.to_owned(), ..record.clone() };
        imported(&zwick_db::Format::JsonLines.lines(&line), zwick_db::Format::JsonLines)
    };
    for source in ["pipeline", "v2", "minimax:eval=playouts"] {
        let error = import(source).expect_err(source).to_string();
        assert!(error.contains("plays random games, which are not a search to depth 10"), "{error}");
    }
    for source in ["v1:depth=4", "v4"] {
        let line = zwick_db::Evaluation { source: source.to_owned(), depth: 0, ..record.clone() };
        let error = imported(&zwick_db::Format::JsonLines.lines(&line), zwick_db::Format::JsonLines).expect_err(source);
        assert!(error.to_string().contains("counts random games in its own way"), "{error}");
    }
    let store = backend.open();
    assert_eq!(backend.wait(store.store().import(&import("alpha-beta").unwrap())).unwrap(), 1);
}
