//! The opening book: the exact value of every position with few men.
//!
//! A book of `n` plies knows every position with up to `n` men that a game can reach and that does not end it, mirror images
//! once. It keeps no keys: an [`xor_table`] gives the value of every position that was put in, and whether one was put in is
//! found out by taking men back until the board is empty. The book of 7x6 with 8 plies is built into the program; it was made by
//! `zwick book build --plies 8 --output crates/zwick/src/connect_four/book/7x6-8.book`.
//!
//! Only the positions with just `n` men are solved; the others follow from those after each move.

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
use crate::game::Position;
use crate::store::{Reader, StoreError, label_and_length};
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

/// Why there is no book.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The file is damaged, foreign or of another version, or the system refused.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file holds something else.
    #[error("expected a Connect Four book, found a file that holds {found:?}")]
    Label {
        /// What it says it holds.
        found: String,
    },
    /// The file where solved positions are kept until the book is finished is of another book.
    #[error("{path} holds the begun work on another book; finish that one, or remove the file")]
    OtherJournal {
        /// The file.
        path: String,
    },
    /// The book says something that is not so.
    #[error("wrong book: {position} is a {found} in the book, but a {expected}")]
    Wrong {
        /// The position.
        position: String,
        /// What it is.
        expected: Value,
        /// What the book says.
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
    /// What the system refused, or why the file is no book.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let file = std::fs::read(path).map_err(StoreError::system(path))?;
        Self::read(&file)
    }

    /// Reads a book from the bytes of its file, all of which are checked.
    ///
    /// # Errors
    /// Why these bytes are no book.
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

    /// It knows positions with up to so many men.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// How many positions it knows, mirror images once.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// The bytes it takes in memory.
    pub fn bytes(&self) -> u64 {
        self.table.bytes().len() as u64
    }

    /// The value of a position that the book knows.
    pub fn value<const W: usize, const H: usize>(&self, position: &ConnectFour<W, H>) -> Option<Value> {
        let known = (W, H) == self.size()
            && position.men() <= self.plies
            && position.ending().is_none()
            && is_reachable(position);
        known.then(|| self.value_of_key(position.representative().key()))
    }

    /// The value of the position with this key, which is known to be in the book.
    fn value_of_key(&self, key: u64) -> Value {
        value_of_byte(self.table.get(key))
    }
}

/// What the file of this book says it holds.
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

/// The number of plies to a win, the same negative for a loss, and zero for a draw. No game of 64 cells takes longer than a
/// byte can tell.
fn byte_of_value(value: Value) -> u8 {
    let plies = value.plies().unwrap_or(0) as i8;
    (if value.wdl() == Wdl::Loss { -plies } else { plies }) as u8
}

fn value_of_byte(byte: u8) -> Value {
    // Bytes of a file that was not made by us may hold anything: what cannot be is read as the next that can.
    match byte as i8 {
        0 => Value::DRAW,
        plies @ 1.. => Value::win_in(plies as u16 | 1),
        plies => Value::loss_in(u16::from(plies.unsigned_abs()) + u16::from(plies.unsigned_abs() % 2)),
    }
}

/// Whether some order of moves leads here: whether all men can be taken back in turn.
///
/// A position on the way is told by the heights of its columns alone, so there are few: some two hundred with 8 men.
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
