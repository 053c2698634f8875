//! Checking a whole store: that every record is what was saved, and that records are consistent.

use std::collections::BTreeSet;

use zwick::older::Program;
use zwick::{AnyPosition, Phased as _, Position};

use crate::checksum::check_order;
use crate::error::Error;
use crate::evaluation::{Row, from_row};
use crate::games::{Line, Stored, event_columns, line, place_columns};
use crate::links;
use crate::open::{example, schema};
use crate::store::{Pool, Store, on_pool};

/// A position as stored: key, best move, score, depth, whether it is exact, source, checksum, and phase.
type Phased = (i64, String, i64, i64, i64, String, i64, i64);

/// Hears how many records of a kind are checked, and how many there are.
type Tell<'a> = &'a mut (dyn FnMut(Section, u64, u64) + Send);

/// Records read at a time.
const PAGE: i64 = 1_000;
/// This many faults are listed; the others are only counted.
const LISTED: usize = 1_000;

/// A kind of record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Evaluated positions.
    Positions,
    /// Games, with their changes and the positions that occurred in them.
    Games,
}

/// The result of a check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verified {
    /// Evaluated positions that were checked.
    pub positions: u64,
    /// Lines of older programs.
    pub lines: u64,
    /// Games that were checked.
    pub games: u64,
    /// Changes of games.
    pub events: u64,
    /// Positions that occurred in games.
    pub occurrences: u64,
    /// Jobs of processes and of workers, with their pieces.
    pub jobs: u64,
    /// How many faults there are.
    pub faults: u64,
    /// The first of them in words, each with its record.
    pub told: Vec<String>,
}

impl Verified {
    /// Whether there are no faults.
    pub fn is_sound(&self) -> bool {
        self.faults == 0
    }

    fn add(&mut self, fault: impl Into<String>) {
        self.faults += 1;
        if self.told.len() < LISTED {
            self.told.push(fault.into());
        }
    }

    /// Records an error, and continues.
    fn note<T>(&mut self, result: Result<T, Error>) -> Option<T> {
        result.map_err(|error| self.add(error.to_string())).ok()
    }
}

impl Store {
    /// Checks everything. `tell` is called for each page with the kind of records, how many are checked, and how many there are.
    ///
    /// # Errors
    /// If the database does not respond. Faults in the records are not errors, but the result.
    pub async fn verify(&self, mut tell: impl FnMut(Section, u64, u64) + Send) -> Result<Verified, Error> {
        let mut found = Verified::default();
        for check in [self.verify_file(&mut found).await, self.verify_positions(&mut found, &mut tell).await] {
            pass_on(&mut found, check)?;
        }
        let check = self.verify_lines(&mut found).await;
        pass_on(&mut found, check)?;
        let check = self.verify_games(&mut found, &mut tell).await;
        pass_on(&mut found, check)?;
        let check = self.verify_jobs(&mut found).await;
        pass_on(&mut found, check)?;
        Ok(found)
    }

    /// SQLite's own check of its file, and whether the schema is the expected one.
    async fn verify_file(&self, found: &mut Verified) -> Result<(), Error> {
        let Pool::Sqlite(pool) = &self.pool else { return Ok(()) };
        let said: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check").fetch_all(pool).await?;
        for fault in said.into_iter().filter(|said| said != "ok") {
            found.add(format!("damaged file: {fault}"));
        }
        let (expected, there) = (schema(&example().await?).await?, schema(pool).await?);
        if expected != there {
            let different: BTreeSet<_> = expected.symmetric_difference(&there).map(|(name, _)| name).collect();
            found.add(format!("tables of another make: {different:?}"));
        }
        Ok(())
    }

    async fn verify_positions(&self, found: &mut Verified, tell: Tell<'_>) -> Result<(), Error> {
        let wanted: i64 =
            on_pool!(self, pool => sqlx::query_scalar("SELECT count(*) FROM positions").fetch_one(pool).await?);
        let games: Vec<String> =
            on_pool!(self, pool => sqlx::query_scalar("SELECT DISTINCT game FROM positions").fetch_all(pool).await?);
        for name in games {
            let mut after = i64::MIN;
            loop {
                let rows: Vec<Phased> = on_pool!(self, pool => {
                    sqlx::query_as(
                        "SELECT key, best, score, depth, CAST(CAST(exact AS INTEGER) AS BIGINT), source, checksum, phase \
                         FROM positions WHERE game = $1 AND key > $2 ORDER BY key LIMIT $3",
                    )
                    .bind(&name)
                    .bind(after)
                    .bind(PAGE)
                    .fetch_all(pool)
                    .await?
                });
                let Some(last) = rows.last() else { break };
                check_order(after, rows.iter().map(|row| row.0), "positions")?;
                after = last.0;
                found.positions += rows.len() as u64;
                for (key, best, score, depth, exact, source, checksum, phase) in rows {
                    let row = (key, best, score, depth, exact, source, checksum);
                    if let Err(fault) = check_position(&name, &row, phase) {
                        found.add(fault.to_string());
                    }
                }
                tell(Section::Positions, found.positions, wanted as u64);
            }
        }
        if found.positions != wanted as u64 {
            found.add(format!("expected {wanted} positions, found {}", found.positions));
        }
        Ok(())
    }

    async fn verify_lines(&self, found: &mut Verified) -> Result<(), Error> {
        let wanted: i64 =
            on_pool!(self, pool => sqlx::query_scalar("SELECT count(*) FROM older_lines").fetch_one(pool).await?);
        for program in Program::ALL {
            let mut after = None;
            loop {
                let lines = self.older_lines(program, None, after, PAGE as u32).await?;
                let Some(last) = lines.last() else { break };
                after = Some(last.image);
                found.lines += lines.len() as u64;
                for line in lines.iter().filter(|line| !line.is_sound()) {
                    found.add(format!("line {} of {}: it describes another position", line.image, program.name()));
                }
            }
        }
        if found.lines != wanted as u64 {
            found.add(format!("expected {wanted} lines of older programs, found {}", found.lines));
        }
        Ok(())
    }

    async fn verify_games(&self, found: &mut Verified, tell: Tell<'_>) -> Result<(), Error> {
        let (wanted, events, places, links): (i64, i64, i64, i64) = on_pool!(self, pool => {
            sqlx::query_as(
                "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM game_events), \
                 (SELECT count(*) FROM game_positions), (SELECT count(*) FROM game_links)",
            )
            .fetch_one(pool)
            .await?
        });
        // Every game has a link.
        if links != wanted {
            found.add(format!("expected {wanted} links of games, found {links}"));
        }
        let mut after = i64::MIN;
        loop {
            // Games one by one would take a statement each; a whole page is at most some megabytes.
            let page: Vec<Stored> = on_pool!(self, pool => {
                sqlx::query_as(concat!("SELECT text, note, ", line!(), " FROM games WHERE id > $1 ORDER BY id LIMIT $2"))
                    .bind(after)
                    .bind(PAGE / 10)
                    .fetch_all(pool)
                    .await?
            });
            let Some(last) = page.last() else { break };
            check_order(after, page.iter().map(|game| game.line.id), "games")?;
            after = last.line.id;
            for stored in page {
                found.games += 1;
                self.verify_game(stored, found).await?;
            }
            tell(Section::Games, found.games, wanted as u64);
        }
        // Rows that belong to no game were not read above.
        for (what, expected, read) in
            [("games", wanted, found.games), ("changes", events, found.events), ("places", places, found.occurrences)]
        {
            if expected as u64 != read {
                found.add(format!("expected {expected} {what} of games, found {read}"));
            }
        }
        Ok(())
    }

    async fn verify_game(&self, stored: Stored, found: &mut Verified) -> Result<(), Error> {
        let (id, line) = (stored.line.id, stored.line.clone());
        let events: Vec<(i64, String, i64, i64)> = on_pool!(self, pool => {
            sqlx::query_as("SELECT number, change, at, checksum FROM game_events WHERE game_id = $1 ORDER BY number")
                .bind(id)
                .fetch_all(pool)
                .await?
        });
        let places: Vec<(String, i64, i64, i64)> = on_pool!(self, pool => {
            sqlx::query_as("SELECT game, key, ply, checksum FROM game_positions WHERE game_id = $1 ORDER BY ply")
                .bind(id)
                .fetch_all(pool)
                .await?
        });
        let link: Option<links::Row> = on_pool!(self, pool => {
            sqlx::query_as("SELECT id, game_id, listed_by, touched, checksum FROM game_links WHERE game_id = $1")
                .bind(id)
                .fetch_optional(pool)
                .await?
        });
        match link {
            Some(link) => drop(found.note(links::read_link(link))),
            None => found.add(format!("game {id} has no link")),
        }
        found.events += events.len() as u64;
        found.occurrences += places.len() as u64;
        for (number, change, at, checksum) in &events {
            let name = || format!("event {number} of game {id}");
            found.note(event_columns(id, *number, change, *at).check(*checksum, name));
        }
        if !events.iter().map(|event| event.0).eq(1..=line.event) {
            found.add(format!("game {id}: expected the changes 1 to {}, found {}", line.event, events.len()));
        }
        for (game, key, ply, checksum) in &places {
            found.note(place_columns(game, *key, id, *ply).check(*checksum, || format!("ply {ply} of game {id}")));
        }
        // Reading a game replays it by the rules.
        let (text, note) = (stored.text.clone(), stored.note.clone());
        let Some(game) = found.note(stored.read()) else { return Ok(()) };
        let times = [line.created, line.updated];
        if Line::of(&game.text, &text, &note, id, line.event, times) != line {
            found.add(format!("game {id}: its text describes another game, players, result or number of moves"));
        }
        let name = game.text.game().to_string();
        let occurring = game.text.record.positions().iter().map(|position| position.canonical().0.key() as i64);
        if !places.iter().map(|(game, key, ..)| (game, *key)).eq(occurring.map(|key| (&name, key))) {
            found.add(format!("game {id}: the positions noted are not those that occurred in it"));
        }
        Ok(())
    }

    async fn verify_jobs(&self, found: &mut Verified) -> Result<(), Error> {
        let jobs = self.job_rows(None, None).await?;
        found.jobs += jobs.len() as u64;
        for piece in self.all_pieces().await? {
            if !jobs.iter().any(|job| job.id == piece.job_id) {
                found.add(format!("piece {} belongs to no job, expected {}", piece.number, piece.job_id));
            }
            found.note(piece.checked());
        }
        for job in jobs {
            found.note(job.check());
        }
        if self.is_shared() {
            let damaged = self.damaged_values().await?;
            damaged.iter().for_each(|id| found.add(format!("the values of {id}: wrong checksum")));
        }
        Ok(())
    }
}

/// Damage that keeps the database from answering counts as a fault; an unreachable database is an error.
fn pass_on(found: &mut Verified, check: Result<(), Error>) -> Result<(), Error> {
    match check {
        Err(error @ Error::Damaged(_)) => {
            found.add(error.to_string());
            Ok(())
        }
        result => result,
    }
}

fn check_position(game: &str, row: &Row, phase: i64) -> Result<(), Error> {
    let damaged = |what: &str| Error::Damaged(format!("position {} of {game}: {what}", row.0));
    let known = game.parse().map_err(|_| damaged("there is no such game"))?;
    let position = AnyPosition::from_key(known, row.0 as u64).ok_or_else(|| damaged("no position has this key"))?;
    if position.canonical().0 != position {
        return Err(damaged("it is an image of another position"));
    }
    if phase != i64::from(position.phase().number()) {
        return Err(damaged("it is counted for another phase"));
    }
    from_row(position, row).map(drop)
}
