//! Building a book: list the positions, solve those with the most men, and derive the others.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;

use super::xor_table::XorTable;
use super::{Book, BookError, byte_of_value, value_of_byte};
use crate::analysis::Oracle;
use crate::container::{self, ContainerError, Layout};
use crate::search::Limits;
use crate::symmetry::Classified;
use crate::value::Value;
use crate::worth::Verdict;

/// Positions handed to a thread at a time. Neighbours in the list share most of their continuations, and so the table of the thread that
/// solves them.
const CHUNK: usize = 64;

/// Progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookProgress {
    /// Positions done.
    pub done: usize,
    /// Positions in total.
    pub total: usize,
}

/// Builds a book.
///
/// Solved values are saved in a journal next to the book until it is finished, so an interrupted build can be resumed.
#[derive(Debug, Clone)]
pub struct BookBuilder {
    /// Columns and rows of the board.
    pub size: (usize, usize),
    /// The book covers positions with up to this many men.
    pub plies: u32,
    /// How many positions are solved at the same time.
    pub threads: usize,
}

/// The positions of one ply that do not end the game, mirror images once, children of one parent side by side.
type Layer<P> = Vec<P>;

fn layers<P: Classified>(start: P, plies: u32) -> Vec<Layer<P>> {
    let mut layers: Vec<Layer<P>> = vec![vec![start]];
    for _ in 0..plies {
        let mut seen = HashSet::new();
        let parents = layers.last().expect("the first layer is there");
        let children = parents.iter().flat_map(|parent| parent.legal_moves().map(|mv| parent.after(mv)));
        let going_on = children.filter(|child| child.ending().is_none()).map(|child| child.representative());
        layers.push(going_on.filter(|child| seen.insert(child.key())).collect());
    }
    layers
}

impl BookBuilder {
    /// Builds the book of the game that starts at `start` and writes it to `path`. Each thread solves with its own oracle.
    ///
    /// # Errors
    /// The system's error, or that `stop` was set; solved values are kept for the next run.
    ///
    /// # Panics
    /// If an oracle gives no exact value although it was not stopped.
    pub fn build<P: Classified + Sync, O: Oracle<P>>(
        &self,
        start: P,
        oracle: impl Fn() -> O + Sync,
        path: &Path,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(BookProgress),
    ) -> Result<Book, BookError> {
        let (width, height) = self.size;
        let positions = self.positions(start.clone());
        let mut journal = Journal::open(path, &format!("journal {width}x{height} plies {}\n", self.plies))?;
        self.solve(&positions, oracle, &mut journal, stop, progress)?;
        let values: Vec<Value> = journal.values.iter().copied().map(value_of_byte).collect();
        let book = self.finish(start, &values, path, stop)?;
        std::fs::remove_file(&journal.path).map_err(ContainerError::system(&journal.path))?;
        Ok(book)
    }

    /// The positions that have to be solved, children of one parent side by side; all others follow from them.
    pub fn positions<P: Classified>(&self, start: P) -> Vec<P> {
        layers(start, self.plies).pop().expect("there is at least the empty board")
    }

    /// Builds the book from the values of its [positions](Self::positions), in their order, and writes it to `path`.
    ///
    /// # Errors
    /// The system's error, or that `stop` was set.
    ///
    /// # Panics
    /// If there are fewer values than positions.
    pub fn finish<P: Classified>(
        &self,
        start: P,
        values: &[Value],
        path: &Path,
        stop: &AtomicBool,
    ) -> Result<Book, BookError> {
        let (width, height) = self.size;
        let mut layers = layers(start, self.plies);
        let last = layers.pop().expect("there is at least the empty board");
        assert!(values.len() >= last.len(), "expected a value for each of {} positions", last.len());
        let solved = values.iter().copied().map(byte_of_value);
        let mut bytes: HashMap<u64, u8> = last.iter().map(P::key).zip(solved).collect();
        for position in layers.iter().rev().flatten() {
            let value = value_by_moves(position, |key| value_of_byte(bytes[&key]));
            bytes.insert(position.key(), byte_of_value(value));
        }
        let mut entries: Vec<(u64, u8)> = bytes.into_iter().collect();
        entries.sort_unstable();
        let table = XorTable::build(&entries);
        let book = Book { width, height, plies: self.plies, entries: entries.len() as u64, table };
        write(&book, path, stop)?;
        Ok(book)
    }

    /// Solves the positions that are not in the journal yet, in order.
    fn solve<P: Classified + Sync, O: Oracle<P>>(
        &self,
        positions: &[P],
        oracle: impl Fn() -> O + Sync,
        journal: &mut Journal,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(BookProgress),
    ) -> Result<(), BookError> {
        let known = journal.values.len().min(positions.len());
        let chunks: Vec<&[P]> = positions[known..].chunks(CHUNK).collect();
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (sender, next, chunks, oracle) = (sender.clone(), &next, &chunks, &oracle);
                scope.spawn(move || {
                    let mut oracle = oracle();
                    while let Some((i, chunk)) = take_chunk(next, chunks) {
                        let solve = |position| exact(&mut oracle, position, stop).map(byte_of_value);
                        let Some(values) = chunk.iter().map(solve).collect::<Option<Vec<u8>>>() else { break };
                        if sender.send((i, values)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            // Chunks are written in order; those finished early wait here.
            let mut waiting: HashMap<usize, Vec<u8>> = HashMap::new();
            let mut written = 0;
            for (i, values) in receiver {
                waiting.insert(i, values);
                while let Some(values) = waiting.remove(&written) {
                    journal.append(&values)?;
                    written += 1;
                }
                progress(BookProgress { done: journal.values.len(), total: positions.len() });
            }
            if journal.values.len() < positions.len() { Err(ContainerError::Stopped.into()) } else { Ok(()) }
        })
    }
}

fn take_chunk<'a, T>(next: &AtomicUsize, chunks: &[&'a [T]]) -> Option<(usize, &'a [T])> {
    let i = next.fetch_add(1, Relaxed);
    chunks.get(i).map(|chunk| (i, *chunk))
}

/// The value of a position; `None` if `stop` was set.
fn exact<P: Classified, O: Oracle<P>>(oracle: &mut O, position: &P, stop: &AtomicBool) -> Option<Value> {
    let answer = oracle.ask(position, &Limits { stop: Some(stop), ..Limits::default() }).ok()?;
    Some(answer.verdict.value().expect("the oracle of a book knows exact values"))
}

/// The value of a position from the values after each move, given by the keys of their representatives.
fn value_by_moves<P: Classified>(position: &P, mut value: impl FnMut(u64) -> Value) -> Value {
    let moves = position.legal_moves().map(|mv| position.after(mv));
    let values = moves.map(|after| match Verdict::by_rules(&after).and_then(Verdict::value) {
        Some(value) => value.one_ply_earlier(),
        None => value(after.representative().key()).one_ply_earlier(),
    });
    values.max().expect("an unfinished game has moves")
}

fn write(book: &Book, path: &Path, stop: &AtomicBool) -> Result<(), BookError> {
    const PART: usize = 1 << 20;
    let bytes = book.table.bytes();
    let layout = Layout { label: &book.to_string(), part_length: PART, length: bytes.len() as u64 };
    let fill = |range: std::ops::Range<u64>, content: &mut Vec<u8>| {
        content.extend_from_slice(&bytes[range.start as usize..range.end as usize]);
    };
    container::write(path, &layout, 19, fill, stop)?;
    Ok(())
}

/// The values found so far, one byte each after a line that describes them.
struct Journal {
    path: PathBuf,
    file: File,
    values: Vec<u8>,
}

impl Journal {
    /// Opens the journal next to a book.
    fn open(book: &Path, header: &str) -> Result<Self, BookError> {
        let mut name = book.as_os_str().to_owned();
        name.push(".journal");
        let path = PathBuf::from(name);
        let open = || -> io::Result<(File, Vec<u8>)> {
            let mut file = OpenOptions::new().read(true).append(true).create(true).open(&path)?;
            let mut content = Vec::new();
            file.read_to_end(&mut content)?;
            // A build killed while it wrote the first line has done nothing yet.
            if content.len() < header.len() && header.as_bytes().starts_with(&content) {
                file.write_all(&header.as_bytes()[content.len()..])?;
                content = header.as_bytes().to_vec();
            }
            Ok((file, content))
        };
        let (file, mut content) = open().map_err(ContainerError::system(&path))?;
        if !content.starts_with(header.as_bytes()) {
            return Err(BookError::OtherJournal { path: path.display().to_string() });
        }
        let values = content.split_off(header.len());
        Ok(Self { path, file, values })
    }

    fn append(&mut self, values: &[u8]) -> Result<(), ContainerError> {
        let written = self.file.write_all(values).and_then(|()| self.file.sync_data());
        written.map_err(ContainerError::system(&self.path))?;
        self.values.extend_from_slice(values);
        Ok(())
    }
}

/// Checks that every value of a book follows from the values after each move. Values of the last ply, which were solved, are compared with
/// an oracle again, one in `sample`.
///
/// # Errors
/// The first contradiction, or that `stop` was set.
pub fn verify<P: Classified, O: Oracle<P>>(
    book: &Book,
    start: P,
    oracle: &mut O,
    sample: usize,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(BookProgress),
) -> Result<(), BookError> {
    let mut layers = layers(start, book.plies);
    let last = layers.pop().expect("there is at least the empty board");
    let check = |position: &P, expected: Value| {
        let found = book.value_of_key(position.key());
        let wrong = || BookError::Wrong { position: position.to_string(), expected, found };
        if found == expected { Ok(()) } else { Err(wrong()) }
    };
    for position in layers.iter().flatten() {
        check(position, value_by_moves(position, |key| book.value_of_key(key)))?;
    }
    for (i, position) in last.iter().enumerate().step_by(sample.max(1)) {
        check(position, exact(oracle, position, stop).ok_or(ContainerError::Stopped)?)?;
        progress(BookProgress { done: i, total: last.len() });
    }
    Ok(())
}
