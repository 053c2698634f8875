//! Zugzwang: a side has a four above a cell that nobody wants to fill first, and the cells elsewhere run out so that the other side must.
//!
//! The proof is a strategy of the winner, played out against every defence. It makes four where it can and blocks where it must.
//! Otherwise it answers right above the man just dropped, so that it gets every second cell of a column (claimeven); where that man
//! filled its column, it answers in another one with an odd number of free cells (baseinverse, for the cells at the top). What the
//! strategy does not win is no zugzwang here, even if another one would win.

use std::collections::HashSet;

use super::grid::Grid;
use crate::game::Side;

/// A proof is given up after this many positions.
const MOST_POSITIONS: usize = 2_000;

/// A proven zugzwang.
pub(super) struct Zugzwang {
    /// The side that makes four.
    pub(super) winner: Side,
    /// Its cell, above one that neither side wants to fill.
    pub(super) four: usize,
    /// The free cells of the other columns.
    pub(super) elsewhere: Vec<usize>,
    /// If the winner is to move: where it may.
    pub(super) waiting: Vec<usize>,
}

/// The zugzwang of a position in which neither side can make four at once.
pub(super) fn find(grid: &Grid, turn: Side) -> Option<Zugzwang> {
    [turn, !turn]
        .into_iter()
        .find_map(|winner| grid.waiting(winner).into_iter().find_map(|four| prove(grid, turn, winner, four)))
}

fn prove(grid: &Grid, turn: Side, winner: Side, four: usize) -> Option<Zugzwang> {
    let below = grid.free_beside(four).filter(|&cell| cell > four).count();
    let is_elsewhere = |&cell: &usize| grid.cells[cell].is_none() && !grid.is_same_column(cell, four);
    let elsewhere: Vec<usize> = (0..grid.cells.len()).filter(is_elsewhere).collect();
    // The other side fills the first cell of the column, and the first of every pair elsewhere.
    let is_odd = elsewhere.len() % 2 == 1;
    if below % 2 == 0 || is_odd != (turn == winner) || !grid.wins(!turn).is_empty() {
        return None;
    }
    let mut strategy = Strategy { winner, four, known: HashSet::new() };
    let waiting: Vec<usize> = if turn == winner {
        let first = grid.landings().filter(|cell| elsewhere.contains(cell));
        first.filter(|&cell| strategy.wins(&grid.with(cell, winner))).collect()
    } else {
        Vec::new()
    };
    let is_proven = if turn == winner { !waiting.is_empty() } else { strategy.wins(grid) };
    is_proven.then_some(Zugzwang { winner, four, elsewhere, waiting })
}

struct Strategy {
    winner: Side,
    four: usize,
    /// Positions with the other side to move that are proven won.
    known: HashSet<Vec<Option<Side>>>,
}

impl Strategy {
    /// Whether it wins against every defence, with the other side to move.
    fn wins(&mut self, grid: &Grid) -> bool {
        let other = !self.winner;
        if self.known.contains(&grid.cells) {
            return true;
        }
        if self.known.len() > MOST_POSITIONS || !grid.wins(other).is_empty() {
            return false;
        }
        let mut moves = grid.landings().peekable();
        // With a full board nobody has won.
        let is_won = moves.peek().is_some()
            && moves.all(|cell| {
                let after = grid.with(cell, other);
                !after.wins(self.winner).is_empty()
                    || self.answer(&after, cell).is_some_and(|answer| self.wins(&after.with(answer, self.winner)))
            });
        if is_won {
            self.known.insert(grid.cells.clone());
        }
        is_won
    }

    /// The answer to a man in this cell, if there is one that keeps the column of the four closed.
    fn answer(&self, grid: &Grid, cell: usize) -> Option<usize> {
        let answer = match *grid.wins(!self.winner).as_slice() {
            [] => grid.above(cell).or_else(|| self.odd_column(grid)),
            [block] => Some(block),
            _ => None,
        };
        answer.filter(|&answer| grid.above(cell) == Some(answer) || !grid.is_same_column(answer, self.four))
    }

    /// The lowest free cell of another column in which an odd number is free.
    fn odd_column(&self, grid: &Grid) -> Option<usize> {
        let is_odd = |&cell: &usize| grid.free_beside(cell).count() % 2 == 1;
        grid.landings().filter(|&cell| !grid.is_same_column(cell, self.four)).find(is_odd)
    }
}
