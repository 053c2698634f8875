//! The opening book: the exact value of every position with few men.
//!
//! A book of `n` plies has every reachable position with up to `n` men that does not end the game, mirror images once. It stores no keys:
//! an [`xor_table`] returns the value of every position that was put in, and whether one was put in is determined by taking men back until
//! the board is empty. The book of 7x6 with 8 plies is built into the program; it was built by `zwick book build --plies 8 --output
//! crates/zwick/src/connect_four/book/7x6-8.book`.
//!
//! Only the positions with exactly `n` men are solved; the others follow from the values after each move.

mod build;
#[cfg(test)]
mod tests;
mod xor_table;

use std::collections::HashSet;
use std::fmt::{self, Display};
use std::path::Path;
use std::sync::{Arc, OnceLock};

pub use self::build::{BookBuilder, BookProgress, verify};
use self::xor_table::XorTable;
use super::{Column, ConnectFour};
use crate::container::{ContainerError, Reader, label_and_length};
use crate::game::Position;
use crate::symmetry::Classified;
use crate::value::{Value, Wdl};

/// Exact values of all positions with few men, on one board size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    width: usize,
    height: usize,
    plies: u32,
    entries: u64,
    table: XorTable,
}

/// Why a book cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The file is damaged, foreign or of another version, or the system returned an error.
    #[error(transparent)]
    File(#[from] ContainerError),
    /// The file holds something else.
    #[error("expected a Connect Four book, found a file that holds {found:?}")]
    Label {
        /// The label of its content.
        found: String,
    },
    /// The journal of solved positions belongs to another book.
    #[error("{path} holds unfinished work on another book; finish that one, or remove the file")]
    OtherJournal {
        /// The file.
        path: String,
    },
    /// A value of the book is wrong.
    #[error("wrong book: {position} is a {found} in the book, but a {expected}")]
    Wrong {
        /// The position.
        position: String,
        /// Its true value.
        expected: Value,
        /// Its value in the book.
        found: Value,
    },
}

impl Book {
    /// The book of 7x6 with 8 plies.
    pub fn embedded() -> Arc<Self> {
        static BOOK: OnceLock<Arc<Book>> = OnceLock::new();
        let read = || Self::read(include_bytes!("7x6-8.book")).expect("the book built in is a book");
        Arc::clone(BOOK.get_or_init(|| Arc::new(read())))
    }

    /// Reads a book from a file, all of which is checked.
    ///
    /// # Errors
    /// The system's error, or why the file is not a book.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let file = std::fs::read(path).map_err(ContainerError::system(path))?;
        Self::read(&file)
    }

    /// Reads a book from the bytes of its file, all of which are checked.
    ///
    /// # Errors
    /// Why these bytes are not a book.
    pub fn read(file: &[u8]) -> Result<Self, BookError> {
        let (label, length) = label_and_length(file)?;
        let Some([width, height, plies, entries, seed]) = read_label(&label) else {
            return Err(BookError::Label { found: label });
        };
        let reader = Reader::new(file, &label, length)?;
        let mut bytes = Vec::new();
        for part in 0..reader.parts() {
            reader.read_part(part, &mut bytes)?;
        }
        let table = XorTable::from_bytes(seed, bytes);
        Ok(Self { width: width as usize, height: height as usize, plies: plies as u32, entries, table })
    }

    /// Columns and rows of its board.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// It covers positions with up to this many men.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// How many positions it has, mirror images counted once.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        self.table.bytes().len() as u64
    }

    /// The value of a position, if it is in the book.
    pub fn value<const W: usize, const H: usize>(&self, position: &ConnectFour<W, H>) -> Option<Value> {
        let known = (W, H) == self.size()
            && position.men() <= self.plies
            && position.ending().is_none()
            && is_reachable(position);
        known.then(|| self.value_of_key(position.representative().key()))
    }

    /// The value of the position with this key, which must be in the book.
    fn value_of_key(&self, key: u64) -> Value {
        value_of_byte(self.table.get(key))
    }
}

/// The label of this book's file.
impl Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height, plies, entries, table } = self;
        write!(f, "book {width}x{height} plies {plies} entries {entries} seed {}", table.seed())
    }
}

fn read_label(label: &str) -> Option<[u64; 5]> {
    let words: Vec<&str> = label.split(' ').collect();
    let ["book", size, "plies", plies, "entries", entries, "seed", seed] = words[..] else { return None };
    let (width, height) = size.split_once('x')?;
    let number = |text: &str| text.parse().ok();
    Some([number(width)?, number(height)?, number(plies)?, number(entries)?, number(seed)?])
}

/// The number of plies to a win, the same negative for a loss, and zero for a draw. No game of 64 cells is too long for a byte.
fn byte_of_value(value: Value) -> u8 {
    let plies = value.plies().unwrap_or(0) as i8;
    (if value.wdl() == Wdl::Loss { -plies } else { plies }) as u8
}

fn value_of_byte(byte: u8) -> Value {
    // Foreign files may contain any bytes: impossible values are read as the nearest possible one.
    match byte as i8 {
        0 => Value::DRAW,
        plies @ 1.. => Value::win_in(plies as u16 | 1),
        plies => Value::loss_in(u16::from(plies.unsigned_abs()) + u16::from(plies.unsigned_abs() % 2)),
    }
}

/// Whether some order of moves leads here: whether all men can be taken back in turn.
///
/// A position on the way is determined by the heights of its columns, so there are few: about two hundred with 8 men.
fn is_reachable<const W: usize, const H: usize>(position: &ConnectFour<W, H>) -> bool {
    let mut seen = HashSet::new();
    let mut open = vec![*position];
    while let Some(position) = open.pop() {
        if position.men() == 0 {
            return true;
        }
        let before = (0..W).filter_map(|column| position.before(Column::new(column)));
        open.extend(before.filter(|before| seen.insert(before.occupied())));
    }
    false
}
