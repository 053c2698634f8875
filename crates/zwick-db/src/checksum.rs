//! Checksums of records: corruption is detected before it becomes an answer.
//!
//! A record carries the checksum of all its columns, computed here and not by the database: bytes that change on the way to the disk, on it
//! or on the way back no longer match. 32 bits, because a store has millions of small records: one in four billion corrupted records goes
//! unnoticed.

use zwick::container::checksum;

use crate::error::Error;

/// A record, column by column.
pub(crate) struct Columns(Vec<u8>);

impl Columns {
    /// A record of this table.
    pub(crate) fn of(table: &str) -> Self {
        Self(Vec::with_capacity(128)).text(table)
    }

    /// A text is preceded by its length, so part of one column cannot pass for part of the next.
    pub(crate) fn text(mut self, text: &str) -> Self {
        self.0.extend_from_slice(&(text.len() as u64).to_le_bytes());
        self.0.extend_from_slice(text.as_bytes());
        self
    }

    pub(crate) fn number(mut self, number: i64) -> Self {
        self.0.extend_from_slice(&number.to_le_bytes());
        self
    }

    /// The checksum, as stored.
    pub(crate) fn checksum(&self) -> i64 {
        let sum = checksum(0, &self.0);
        i64::from((sum ^ sum >> 32) as i32)
    }

    /// Rejects the record if its stored checksum differs.
    pub(crate) fn check(&self, stored: i64, name: impl FnOnce() -> String) -> Result<(), Error> {
        if self.checksum() == stored { Ok(()) } else { Err(Error::Damaged(format!("{}: wrong checksum", name()))) }
    }
}

/// Rejects a page whose keys do not grow: iterating over a corrupted table must end.
pub(crate) fn check_order(after: i64, keys: impl IntoIterator<Item = i64>, table: &str) -> Result<(), Error> {
    let mut last = after;
    for key in keys {
        if key <= last {
            return Err(Error::Damaged(format!("{table}: record {key} comes after {last}")));
        }
        last = key;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_of_every_column_counts() {
        let record = |text: &str, number| Columns::of("letters").text(text).number(number).checksum();
        let sum = record("Dear Anna", 7);
        assert_eq!(sum, record("Dear Anna", 7));
        for bit in 0..64 {
            assert_ne!(sum, record("Dear Anna", 7 ^ 1 << bit), "bit {bit}");
        }
        for (i, bit) in (0..9).flat_map(|i| (0..7).map(move |bit| (i, bit))) {
            let mut letters = *b"Dear Anna";
            letters[i] ^= 1 << bit;
            assert_ne!(sum, record(std::str::from_utf8(&letters).unwrap(), 7), "letter {i}, bit {bit}");
        }
        assert_ne!(Columns::of("ab").text("c").checksum(), Columns::of("a").text("bc").checksum());
        assert!(i32::try_from(sum).is_ok());
    }
}
