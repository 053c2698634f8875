//! The longest games: a position with the longest win for a material pair.

use std::sync::atomic::AtomicBool;

use super::file::{Contents, Table};
use super::{Tablebase, TablebaseError, value_of};
use crate::game::Side;
use crate::morris::{Morris, Points, Rules, Setup};
use crate::value::Wdl;

impl<R: Rules> Tablebase<R> {
    /// A position with the longest win of the side to move, with this many men of its own and of the other; `None` if it has no win.
    ///
    /// # Errors
    /// That the table with the distances is missing or damaged, or that `stop` was set.
    pub fn longest_win(
        &mut self,
        own: u32,
        other: u32,
        stop: &AtomicBool,
    ) -> Result<Option<Morris<R>>, TablebaseError> {
        let (larger, smaller) = (own.max(other), own.min(other));
        let table = Table::Pair { larger, smaller, contents: Contents::Distances };
        let file = self.files.get(&table).ok_or_else(|| self.missing(table))?;
        let half = usize::from(own < other);
        let Some(plies) = file.counts()?[half].longest_win.filter(|&plies| plies > 0) else { return Ok(None) };
        let is_longest = |code: u8| value_of(code).wdl() == Wdl::Win && value_of(code).plies() == Some(plies);
        let pair = self.indexes.pair(larger, smaller);
        let start = (half * pair.len()) as u64;
        let found = file.find(start..start + pair.len() as u64, is_longest, stop)?;
        Ok(found.map(|index| {
            let (larger_set, smaller_set) = pair.position((index - start) as usize);
            let sets = if own < other { [smaller_set, larger_set] } else { [larger_set, smaller_set] };
            Morris::from_checked(&Setup { men: sets.map(Points::from_bits), hands: [0, 0], turn: Side::First })
        }))
    }
}
