//! Tests that take an hour in full, and seconds for a part.

/// Which part of a long test to run: `ZWICK_LONG=2/8` is the second of eight, `ZWICK_LONG=1/1` is all of it. `None` in an ordinary run.
pub(crate) fn part() -> Option<Part> {
    let text = std::env::var("ZWICK_LONG").ok()?;
    let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    let (number, of): (usize, usize) =
        numbers.unwrap_or_else(|| panic!("expected ZWICK_LONG=1/8 or the like, found {text}"));
    assert!((1..=of).contains(&number), "expected a part from 1 to {of}, found {number}");
    Some(Part { number: number - 1, of })
}

/// Every n-th item.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part {
    number: usize,
    of: usize,
}

impl Part {
    /// Whether this part contains the item with this number.
    pub(crate) fn has(self, thing: usize) -> bool {
        thing % self.of == self.number
    }
}
