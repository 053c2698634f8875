//! A board of Connect Four as it is drawn: cells row by row from the top, lines as lists of cells.

use super::position::Column;
use crate::game::Side;

/// A board as it is drawn.
#[derive(Clone)]
pub(super) struct Grid {
    width: usize,
    height: usize,
    pub(super) cells: Vec<Option<Side>>,
}

impl Grid {
    pub(super) fn new(width: usize, cells: Vec<Option<Side>>) -> Self {
        Self { width, height: cells.len() / width, cells }
    }

    /// The empty cells of the column of this cell.
    pub(super) fn free_beside(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        (cell % self.width..self.cells.len()).step_by(self.width).filter(|&place| self.cells[place].is_none())
    }

    pub(super) fn is_same_column(&self, one: usize, another: usize) -> bool {
        one % self.width == another % self.width
    }

    /// The cell where a man dropped into this column lands.
    pub(super) fn landing(&self, column: usize) -> Option<usize> {
        (0..self.height).rev().map(|row| row * self.width + column).find(|&cell| self.cells[cell].is_none())
    }

    pub(super) fn landings(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.width).filter_map(|column| self.landing(column))
    }

    pub(super) fn above(&self, cell: usize) -> Option<usize> {
        cell.checked_sub(self.width)
    }

    pub(super) fn with(&self, cell: usize, side: Side) -> Self {
        let mut grid = self.clone();
        grid.cells[cell] = Some(side);
        grid
    }

    pub(super) fn column(&self, cell: usize) -> Column {
        Column::new(cell % self.width)
    }

    /// The fours this side would have if it owned this cell.
    pub(super) fn fours(&self, cell: usize, side: Side) -> Vec<Vec<usize>> {
        let (column, row) = ((cell % self.width) as isize, (cell / self.width) as isize);
        let owned = |column: isize, row: isize| {
            let is_inside = (0..self.width as isize).contains(&column) && (0..self.height as isize).contains(&row);
            let place = row * self.width as isize + column;
            (is_inside && (place as usize == cell || self.cells[place as usize] == Some(side)))
                .then_some(place as usize)
        };
        let mut fours = Vec::new();
        for (right, down) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for first in -3..=0 {
                let line = (first..first + 4).map(|step| owned(column + step * right, row + step * down));
                fours.extend(line.collect::<Option<Vec<usize>>>().map(|mut line| {
                    line.sort_unstable();
                    line
                }));
            }
        }
        fours
    }

    /// The cells where this side would make four on its next move.
    pub(super) fn wins(&self, side: Side) -> Vec<usize> {
        self.landings().filter(|&cell| !self.fours(cell, side).is_empty()).collect()
    }

    pub(super) fn lines(&self, cells: &[usize], side: Side) -> Vec<Vec<usize>> {
        cells.iter().flat_map(|&cell| self.fours(cell, side)).collect()
    }

    /// The cells where this side would make four, but which cannot be reached yet.
    pub(super) fn waiting(&self, side: Side) -> Vec<usize> {
        let reachable: Vec<usize> = self.landings().collect();
        let is_waiting = |&cell: &usize| self.cells[cell].is_none() && !reachable.contains(&cell);
        (0..self.cells.len()).filter(is_waiting).filter(|&cell| !self.fours(cell, side).is_empty()).collect()
    }
}
