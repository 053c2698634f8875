//! Opening books of morris: made from the tables, and compared with them.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use zwick::container::{ContainerError, label_and_length};
use zwick::morris::{Book, BookError, Rules, SolveError, Tablebase, TablebaseError};
use zwick::{ForRules, RuleSet};

use crate::progress::{stopped_by_user, with_counter};
use crate::tablebase::usual_folder;

/// Builds a book from the tables and writes it.
pub(super) fn build(
    rules: RuleSet,
    plies: u32,
    folder: Option<&Path>,
    output: Option<&Path>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let folder = folder.map_or_else(usual_folder, |folder| Ok(folder.to_owned()))?;
    let name = PathBuf::from(format!("{}-{plies}.book", rules.name()));
    let book = rules.run(Build { plies, folder: &folder, path: output.unwrap_or(&name) })?;
    describe(&book, out)
}

struct Build<'a> {
    plies: u32,
    folder: &'a Path,
    path: &'a Path,
}

impl ForRules for Build<'_> {
    type Output = anyhow::Result<Book>;

    fn run<R: Rules>(self) -> Self::Output {
        let most = Book::most_plies::<R>();
        ensure!(self.plies <= most, "expected at most {most} plies, found {}", self.plies);
        let stop = stopped_by_user()?;
        let mut tables = Tablebase::<R>::open(self.folder)?;
        match with_counter("building", |done| Book::build(&mut tables, self.plies, self.path, &stop, done)) {
            Err(TablebaseError::Unsolved(SolveError::Stopped)) => bail!("stopped; nothing was written"),
            built => Ok(built?),
        }
    }
}

/// Reads a book of morris; `None` if the file is not one.
pub(super) fn open(path: &Path) -> Option<anyhow::Result<Book>> {
    let file = std::fs::read(path).ok()?;
    let (label, _) = label_and_length(&file).ok()?;
    let rules = label.strip_prefix("morris book ")?.split(' ').next()?;
    let read = |rules: RuleSet| rules.run(Read(&file));
    Some(rules.parse().context("a book of unknown rules").and_then(|rules| Ok(read(rules)?)))
}

struct Read<'a>(&'a [u8]);

impl ForRules for Read<'_> {
    type Output = Result<Book, ContainerError>;

    fn run<R: Rules>(self) -> Self::Output {
        Book::read::<R>(self.0)
    }
}

/// Checks a book by the rules, and a sample of its last ply by the tables if there are any.
pub(super) fn check(book: &Book, sample: usize, folder: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<()> {
    let named = folder.is_some();
    let folder = folder.map(Path::to_owned).or_else(|| usual_folder().ok());
    let rules: RuleSet = book.rules().parse()?;
    let compared = rules.run(Check { book, sample, folder: folder.as_deref(), named })?;
    let last = match compared {
        None => "there are no tables to compare the last ply with".to_owned(),
        Some(compared) => format!("{compared} were compared with the tables"),
    };
    Ok(writeln!(out, "ok: all {} values agree with the values after each move, {last}", book.entries())?)
}

struct Check<'a> {
    book: &'a Book,
    sample: usize,
    folder: Option<&'a Path>,
    /// Whether the user named the folder, and so wants the comparison.
    named: bool,
}

impl ForRules for Check<'_> {
    type Output = anyhow::Result<Option<u64>>;

    fn run<R: Rules>(self) -> Self::Output {
        let stop = stopped_by_user()?;
        let mut tables = self.folder.map(Tablebase::<R>::open).transpose()?;
        if !self.named && tables.as_ref().is_some_and(|tables| tables.plies().is_empty()) {
            tables = None;
        }
        let check = |done: &_| self.book.verify(tables.as_mut(), self.sample, &stop, done);
        match with_counter("checking", check) {
            Err(BookError::Table(TablebaseError::Unsolved(SolveError::Stopped))) => bail!("stopped"),
            compared => Ok(Some(compared?).filter(|_| tables.is_some())),
        }
    }
}

pub(super) fn describe(book: &Book, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "rules      {}", book.rules())?;
    writeln!(out, "plies      up to {}", book.plies())?;
    writeln!(out, "positions  {}, symmetric ones counted once", book.entries())?;
    Ok(())
}
