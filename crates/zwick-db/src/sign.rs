//! Adds checksums to records that were saved before there were any, or before what they cover has changed.

use zwick::{AnyPosition, Phased};

use crate::checksum::Columns;
use crate::evaluation::{columns, columns_in};
use crate::games::event_columns;
use crate::jobs::piece::Piece;

/// The last migration that changed what checksums of games and positions cover: stores older than that recompute them all.
pub(crate) const CHECKSUMS_SINCE: i64 = 6;
/// The migration since which there are pieces.
pub(crate) const PIECES_SINCE: i64 = 7;
/// The migration since which there are checksums.
pub(crate) const FIRST_CHECKSUMS: i64 = 5;

/// The migration since which phases of Connect Four go by the moves already played, and no longer by the next one.
pub(crate) const PHASES_SINCE: i64 = 8;

/// A position as it was counted before: key, best move, score, depth, whether it is exact, source, checksum, phase.
pub(crate) type Counted = (i64, String, i64, i64, i64, String, i64, i64);

/// Key, phase and checksum of such a record now; `None` if they stay as they are, also because it did not match its checksum.
pub(crate) fn recounted(game: &str, before: i64, row: &Counted) -> Option<[i64; 3]> {
    let (key, best, score, depth, exact, source, checksum, phase) = row;
    let position = AnyPosition::from_key(game.parse().ok()?, *key as u64)?;
    let now = i64::from(position.phase().number());
    let sum = |phase| columns_in(phase, &position, best, [*score, *depth, *exact], source).checksum();
    let is_sound = before < CHECKSUMS_SINCE || sum(*phase) == *checksum;
    (now != *phase && is_sound).then(|| [*key, now, sum(now)])
}

/// Sets columns of all positions, page by page: from a row the key and the new columns, if they change. `$more` is selected besides what an
/// [`Unsigned`] has.
macro_rules! set_columns {
    ($connection:expr, $row:ty, $more:literal, $set:literal, $new:expr) => {
        let names: Vec<String> =
            sqlx::query_scalar("SELECT DISTINCT game FROM positions").fetch_all(&mut *$connection).await?;
        for game in names {
            let mut after = i64::MIN;
            loop {
                let rows: Vec<$row> = sqlx::query_as(concat!(
                    "SELECT key, best, score, depth, CAST(CAST(exact AS INTEGER) AS BIGINT), source",
                    $more,
                    " FROM positions WHERE game = $1 AND key > $2 ORDER BY key LIMIT $3"
                ))
                .bind(&game)
                .bind(after)
                .bind($crate::positions::BATCH as i64)
                .fetch_all(&mut *$connection)
                .await?;
                let Some(last) = rows.last() else { break };
                after = last.0;
                let changed: Vec<_> = rows.iter().filter_map(|row| $new(&game, row)).collect();
                if changed.is_empty() {
                    continue;
                }
                let mut query = sqlx::QueryBuilder::new(concat!("UPDATE positions SET ", $set, " FROM ("));
                query.push_values(&changed, |mut row, columns| {
                    for column in columns {
                        row.push_bind(*column);
                    }
                });
                query.push(") AS changed WHERE key = changed.column1 AND game = ").push_bind(&game);
                query.build().execute(&mut *$connection).await?;
            }
        }
    };
}

/// Counts the positions of a store that had this version before in their phases of today, in a transaction.
macro_rules! count_phases {
    ($transaction:expr, $before:expr) => {
        if $before < $crate::sign::PHASES_SINCE {
            use $crate::sign::{Counted, recounted, set_columns};
            let connection = &mut *$transaction;
            set_columns!(
                connection,
                Counted,
                ", checksum, phase",
                "phase = changed.column2, checksum = changed.column3",
                |game: &str, row| recounted(game, $before, row)
            );
        }
    };
}

/// A position before it had a checksum: key, best move, score, depth, whether it is exact, source.
pub(crate) type Unsigned = (i64, String, i64, i64, i64, String);

/// Key and checksum of such a record; `None` if no position has its key, which reading it will report.
pub(crate) fn position_checksum(game: &str, (key, best, score, depth, exact, source): &Unsigned) -> Option<[i64; 2]> {
    let position = AnyPosition::from_key(game.parse().ok()?, *key as u64)?;
    Some([*key, columns(&position, best, [*score, *depth, *exact], source).checksum()])
}

pub(crate) fn event_checksum(id: i64, (number, change, at): &(i64, String, i64)) -> i64 {
    event_columns(id, *number, change, *at).checksum()
}

/// Adds checksums to the positions and games of a store that had this version before, in a transaction.
macro_rules! sign_records {
    ($transaction:expr, $before:expr) => {
        if $before < $crate::sign::CHECKSUMS_SINCE {
            use $crate::positions::BATCH;
            use $crate::sign::{Unsigned, event_checksum, position_checksum, set_columns};
            let connection = &mut *$transaction;
            set_columns!(connection, Unsigned, "", "checksum = changed.column2", position_checksum);
            let mut after = i64::MIN;
            loop {
                let games: Vec<$crate::games::Stored> = sqlx::query_as(concat!(
                    "SELECT text, note, ",
                    $crate::games::line!(),
                    " FROM games WHERE id > $1 ORDER BY id LIMIT $2"
                ))
                .bind(after)
                .bind(BATCH as i64)
                .fetch_all(&mut *connection)
                .await?;
                let Some(last) = games.last() else { break };
                after = last.line.id;
                for $crate::games::Stored { line, text, note } in games {
                    let id = line.id;
                    let line = line.signed(&text, &note);
                    sqlx::query("UPDATE games SET text_checksum = $2, checksum = $3 WHERE id = $1")
                        .bind(id)
                        .bind(line.text_checksum)
                        .bind(line.checksum)
                        .execute(&mut *connection)
                        .await?;
                    let events: Vec<(i64, String, i64)> =
                        sqlx::query_as("SELECT number, change, at FROM game_events WHERE game_id = $1")
                            .bind(id)
                            .fetch_all(&mut *connection)
                            .await?;
                    for event in &events {
                        sqlx::query("UPDATE game_events SET checksum = $3 WHERE game_id = $1 AND number = $2")
                            .bind(id)
                            .bind(event.0)
                            .bind(event_checksum(id, event))
                            .execute(&mut *connection)
                            .await?;
                    }
                    if let Ok(game) = text.parse::<zwick::GameText>() {
                        sqlx::query("DELETE FROM game_positions WHERE game_id = $1")
                            .bind(id)
                            .execute(&mut *connection)
                            .await?;
                        $crate::games::insert_places!(connection, id, &game, 0);
                    }
                }
            }
            let links: Vec<(String, i64, i64)> =
                sqlx::query_as("SELECT id, game_id, listed_by FROM game_links").fetch_all(&mut *connection).await?;
            for (id, number, listed_by) in links {
                sqlx::query("UPDATE game_links SET checksum = $2 WHERE game_id = $1")
                    .bind(number)
                    .bind($crate::links::link_columns(&id, number, listed_by).checksum())
                    .execute(&mut *connection)
                    .await?;
            }
        }
    };
}

/// The checksum of a piece in versions before [`PIECES_SINCE`], in which it was called a job and had a name.
pub(crate) fn old_piece_checksum(piece: &Piece, work: &str) -> i64 {
    let (name, order) = match piece.part.as_str() {
        "" => (work.to_owned(), 0),
        part => (format!("{}/{} {part}", piece.job_id, piece.number), piece.job_id),
    };
    [piece.done, piece.wanted, order].into_iter().fold(Columns::of("jobs").text(&name), Columns::number).checksum()
}

/// Signs the pieces of such a store, and the jobs that are one piece. One that did not match its checksum before still does not.
macro_rules! sign_pieces {
    ($transaction:expr, $before:expr) => {
        if $before < $crate::sign::PIECES_SINCE {
            use $crate::jobs::{JobRow, LIST, piece};
            let pieces: Vec<piece::Piece> = sqlx::query_as(piece::ALL).fetch_all(&mut *$transaction).await?;
            let jobs: Vec<JobRow> =
                sqlx::query_as(LIST).bind(None::<i64>).bind(None::<bool>).fetch_all(&mut *$transaction).await?;
            for piece in pieces {
                let Some(job) = jobs.iter().find(|job| job.id == piece.job_id) else { continue };
                let old = $crate::sign::old_piece_checksum(&piece, &job.work);
                if $before >= $crate::sign::FIRST_CHECKSUMS && piece.checksum != old {
                    continue;
                }
                let piece = piece.signed();
                sqlx::query(piece::SET)
                    .bind(piece.job_id)
                    .bind(piece.number)
                    .bind(piece.done)
                    .bind(piece.checksum)
                    .execute(&mut *$transaction)
                    .await?;
                if !job.is_for_workers {
                    sqlx::query("UPDATE jobs SET checksum = $2 WHERE id = $1")
                        .bind(job.id)
                        .bind(job.sum())
                        .execute(&mut *$transaction)
                        .await?;
                }
            }
        }
    };
}

pub(crate) use {count_phases, set_columns, sign_pieces, sign_records};
