//! Reading records from files: all of them or none.
//!
//! Everything is read before anything is saved, then [examined](Import::examine) where it is the word of another program, then saved in one
//! transaction with [`Store::import`](crate::Store::import).

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use zwick::older::{Claim, Examiner, Program, table_name, table_phase};
use zwick::search::Limits;
use zwick::{AnyMove, AnyPosition, Known, Phased, Position, SyntaxError};

use crate::error::Error;
use crate::evaluation::Evaluation;
use crate::older::OlderLine;
use crate::transfer::{COLUMNS, Format, Wrong, read_fields, read_json};

/// A file to import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedFile {
    /// Its name, for messages and to tell its format; empty if it has none.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// What was read.
#[derive(Debug, Default)]
pub struct Import {
    evaluations: Vec<Evaluation>,
    claims: Vec<Claimed>,
}

/// A line of an older program, and where it was.
#[derive(Debug)]
struct Claimed {
    program: Program,
    claim: Claim,
    text: String,
    place: String,
}

/// What was read and found right, ready to be saved.
#[derive(Debug)]
pub struct Examined {
    pub(crate) evaluations: Vec<Evaluation>,
    pub(crate) lines: Vec<OlderLine>,
}

impl Import {
    /// Reads files; each has this format, or else the one its name suggests, or else JSON lines.
    ///
    /// # Errors
    /// The first line that is not a record, with its file; or no record at all in files of older programs.
    pub fn read(files: &[ImportedFile], format: Option<Format>) -> Result<Self, Error> {
        let mut import = Self::default();
        let mut empty = Vec::new();
        for file in files {
            let (text, before) = (read_utf8(file)?, import.len());
            match format.or_else(|| Format::of_file(base_name(&file.name))).unwrap_or(Format::JsonLines) {
                Format::JsonLines => import.read_json(file, text)?,
                Format::Csv => import.read_csv(file, text)?,
                Format::Older(program) => {
                    import.read_older(program, file, text)?;
                    empty.extend((import.len() == before).then_some(file.name.as_str()));
                }
            }
        }
        // Some of V2's tables may be empty, but not all.
        if import.is_empty() && !empty.is_empty() {
            let expected = "at least one record".to_owned();
            return Err(Error::Text { place: empty.join(", "), expected, found: "none".to_owned() });
        }
        Ok(import)
    }

    /// The records read from files in formats of this program, which need no examination.
    pub fn evaluations(&self) -> &[Evaluation] {
        &self.evaluations
    }

    /// How many records were read.
    pub fn len(&self) -> usize {
        self.evaluations.len() + self.claims.len()
    }

    /// Whether nothing was read.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn read_json(&mut self, file: &ImportedFile, text: &str) -> Result<(), Error> {
        for (number, line) in lines(text) {
            self.evaluations.push(read_json(line).map_err(|wrong| at(file, number, &wrong))?);
        }
        Ok(())
    }

    fn read_csv(&mut self, file: &ImportedFile, text: &str) -> Result<(), Error> {
        let reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
        for (i, record) in reader.into_records().enumerate() {
            let record = record.map_err(|error| Error::File(error.into()))?;
            let number = record.position().map_or(0, csv::Position::line);
            let fields: Vec<String> = record.iter().map(str::to_owned).collect();
            match i {
                0 if fields == COLUMNS => {}
                0 => return Err(at(file, number, &(COLUMNS.join(","), fields.join(",")))),
                _ => self.evaluations.push(read_fields(&fields).map_err(|wrong| at(file, number, &wrong))?),
            }
        }
        Ok(())
    }

    fn read_older(&mut self, program: Program, file: &ImportedFile, text: &str) -> Result<(), Error> {
        let mut known: HashMap<u64, String> = HashMap::new();
        for claimed in self.claims.iter().filter(|claimed| claimed.program == program) {
            known.insert(claimed.claim.position.key(), claimed.place.clone());
        }
        for (number, line) in lines(text) {
            let claim = program.read(line).map_err(|error| told(&place(file, number), &error))?;
            check_table(program, file, &claim).map_err(|wrong| at(file, number, &wrong))?;
            let place = place(file, number);
            if let Some(before) = known.insert(claim.position.key(), place.clone()) {
                return Err(at(file, number, &wrong("each position once", format!("the one of {before} again"))));
            }
            self.claims.push(Claimed { program, claim, text: line.to_owned(), place });
        }
        Ok(())
    }

    /// Finds out what the lines of older programs are worth, on this many threads, all within the time of these limits. `tell` is called
    /// with the number of lines done. `None` if a limit was reached before all were.
    ///
    /// # Errors
    /// The first line whose claim is false.
    pub fn examine(
        self,
        threads: usize,
        limits: &Limits<'_>,
        tell: &(dyn Fn(u64) + Sync),
    ) -> Result<Option<Examined>, Error> {
        let Self { mut evaluations, claims } = self;
        let all = claims.len();
        let found: Mutex<Vec<Option<Answer>>> = Mutex::new((0..all).map(|_| None).collect());
        // Lines are taken in order, so those before the first false one have all been taken when it is found.
        let (next, done, first_false) = (AtomicUsize::new(0), AtomicU64::new(0), AtomicUsize::new(all));
        let started = Instant::now();
        let is_stopped = || {
            let is_late = limits.time.is_some_and(|time| started.elapsed() >= time);
            is_late || limits.stop.is_some_and(|stop| stop.load(Relaxed))
        };
        let work = || {
            let mut examiner = Examiner::default();
            loop {
                let i = next.fetch_add(1, Relaxed);
                if i >= first_false.load(Relaxed) || is_stopped() {
                    break;
                }
                let time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
                let answer = examiner.examine(claims[i].program, &claims[i].claim, &Limits { time, ..*limits });
                if is_stopped() {
                    break;
                }
                if answer.is_err() {
                    first_false.fetch_min(i, Relaxed);
                }
                found.lock().unwrap_or_else(PoisonError::into_inner)[i] = Some(answer);
                tell(done.fetch_add(1, Relaxed) + 1);
            }
        };
        std::thread::scope(|scope| (0..threads.clamp(1, all.max(1))).for_each(|_| drop(scope.spawn(work))));
        let mut lines = Vec::with_capacity(all);
        for (claimed, answer) in claims.into_iter().zip(found.into_inner().unwrap_or_else(PoisonError::into_inner)) {
            // Every line before a false one was examined, unless a limit was reached.
            let Some(answer) = answer else { return Ok(None) };
            let known = answer.map_err(|error| told(&claimed.place, &error))?;
            let position = known.map_or(claimed.claim.position, |(position, _)| position);
            lines.push(OlderLine::new(claimed.program, &claimed.claim.position, &position, claimed.text));
            evaluations
                .extend(known.map(|(position, known)| Evaluation::new(&position, &known, claimed.program.name())));
        }
        Ok(Some(Examined { evaluations, lines }))
    }
}

type Answer = Result<Option<(AnyPosition, Known<AnyMove>)>, SyntaxError>;

/// Refuses a position in another table of V2 than its own.
fn check_table(program: Program, file: &ImportedFile, claim: &Claim) -> Result<(), Wrong> {
    let (name, own) = (base_name(&file.name), claim.position.phase());
    match table_phase(name) {
        Some(phase) if program == Program::V2 && phase != own => {
            Err(wrong(format!("a position with {phase}"), format!("one of {}", table_name(own))))
        }
        _ => Ok(()),
    }
}

/// The lines that are not blank, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (u64, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty())
}

fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

fn read_utf8(file: &ImportedFile) -> Result<&str, Error> {
    std::str::from_utf8(&file.bytes).map_err(|error| {
        let (before, after) = file.bytes.split_at(error.valid_up_to());
        let line = before.iter().filter(|byte| **byte == b'\n').count() as u64 + 1;
        at(file, line, &wrong("text in UTF-8", format!("the byte {:#04x}", after.first().copied().unwrap_or(0))))
    })
}

fn wrong(expected: impl Into<String>, found: impl Into<String>) -> Wrong {
    (expected.into(), found.into())
}

fn place(file: &ImportedFile, line: u64) -> String {
    if file.name.is_empty() { format!("line {line}") } else { format!("{}, line {line}", file.name) }
}

/// An error with what was expected; what was found is truncated.
fn at(file: &ImportedFile, line: u64, (expected, found): &Wrong) -> Error {
    const SHOWN: usize = 100;
    let shown: String = found.chars().take(SHOWN).collect();
    Error::Text { place: place(file, line), expected: expected.clone(), found: format!("{shown:?}") }
}

fn told(place: &str, error: &SyntaxError) -> Error {
    let SyntaxError { place: part, expected, found } = error;
    Error::Text { place: format!("{place}, {part}"), expected: expected.clone(), found: found.clone() }
}
