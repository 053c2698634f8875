//! Lines of older programs' databases, kept as they were imported.

use sqlx::{Database, Encode, QueryBuilder, Type};
use zwick::older::Program;
use zwick::{AnyPosition, Phase, Phased, Position};

use crate::checksum::{Columns, check_order};
use crate::error::Error;
use crate::import::Examined;
use crate::positions::{BATCH, insert, sorted};
use crate::store::{Store, in_transaction, on_pool};

/// A line of an older program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OlderLine {
    program: Program,
    /// The key of the position as it is on the line.
    pub(crate) image: u64,
    /// The canonical position, under whose key there may be a record.
    position: AnyPosition,
    pub(crate) text: String,
}

/// As stored: image, key, line, checksum.
type Row = (i64, i64, String, i64);

impl OlderLine {
    /// A line about a position, which is this one as it was read.
    pub(crate) fn new(program: Program, read: &AnyPosition, position: &AnyPosition, text: String) -> Self {
        Self { program, image: read.key(), position: position.canonical().0, text }
    }

    fn columns(&self) -> Columns {
        let columns = Columns::of("older_lines").text(self.program.name()).text(&self.text);
        let phase = i64::from(self.position.phase().number());
        [self.image as i64, self.position.key() as i64, phase].into_iter().fold(columns, Columns::number)
    }

    /// Whether the line describes the position under whose image it is kept.
    pub(crate) fn is_sound(&self) -> bool {
        self.program.read(&self.text).is_ok_and(|claim| claim.position.key() == self.image)
    }

    fn from_row(program: Program, (image, key, text, checksum): Row) -> Result<Self, Error> {
        let name = || format!("line {image} of {}", program.name());
        let position = AnyPosition::from_key(program.game(), key as u64);
        let position = position.ok_or_else(|| Error::Damaged(format!("{}: no position has its key", name())))?;
        let line = Self { program, image: image as u64, position, text };
        line.columns().check(checksum, name)?;
        Ok(line)
    }
}

fn insertion<DB: Database>(lines: &[OlderLine]) -> QueryBuilder<DB>
where
    String: for<'t> Encode<'t, DB> + Type<DB>,
    i64: for<'t> Encode<'t, DB> + Type<DB>,
{
    let mut query = QueryBuilder::new("INSERT INTO older_lines (program, image, game, key, phase, line, checksum) ");
    query.push_values(lines, |mut row, line| {
        row.push_bind(line.program.name().to_owned()).push_bind(line.image as i64);
        row.push_bind(line.program.game().to_string()).push_bind(line.position.key() as i64);
        row.push_bind(i64::from(line.position.phase().number())).push_bind(line.text.clone());
        row.push_bind(line.columns().checksum());
    });
    query.push(
        " ON CONFLICT (program, image) DO UPDATE SET key = excluded.key, line = excluded.line, checksum = excluded.checksum",
    );
    query
}

impl Store {
    /// Saves all that was imported or nothing; returns the number of positions that were new or better known.
    ///
    /// # Errors
    /// If it cannot be saved.
    pub async fn import(&self, examined: &Examined) -> Result<u64, Error> {
        let sorted = sorted(&examined.evaluations);
        let mut lines = examined.lines.clone();
        lines.sort_unstable_by_key(|line| (line.program.name(), line.image as i64));
        Ok(in_transaction!(self, transaction => {
            let saved = insert!(transaction, sorted);
            for batch in lines.chunks(BATCH) {
                insertion(batch).build().execute(&mut *transaction).await?;
            }
            saved
        }))
    }

    /// Up to `limit` lines of a program, of one phase or of all, in the order of their images, after this one.
    pub(crate) async fn older_lines(
        &self,
        program: Program,
        phase: Option<Phase>,
        after: Option<u64>,
        limit: u32,
    ) -> Result<Vec<OlderLine>, Error> {
        let after = after.map_or(i64::MIN, |image| image as i64);
        let rows: Vec<Row> = on_pool!(self, pool => {
            sqlx::query_as(
                "SELECT image, key, line, checksum FROM older_lines \
                 WHERE program = $1 AND image > $2 AND phase = coalesce(CAST($3 AS BIGINT), phase) ORDER BY image LIMIT $4",
            )
            .bind(program.name())
            .bind(after)
            .bind(phase.map(|phase| i64::from(phase.number())))
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await?
        });
        check_order(after, rows.iter().map(|row| row.0), "older_lines")?;
        rows.into_iter().map(|row| OlderLine::from_row(program, row)).collect()
    }
}
