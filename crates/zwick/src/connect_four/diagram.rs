//! The board as data, and the phase of a game.

use super::position::{Column, ConnectFour};
use crate::diagram::{Diagram, Shape, Touched};
use crate::game::{Position, Side};
use crate::phase::{Phase, Phased};

impl<const W: usize, const H: usize> Diagram for ConnectFour<W, H>
where
    Self: Position<Move = Column>,
{
    fn shape(&self) -> Shape {
        Shape::Grid { width: W, height: H }
    }

    fn cells(&self) -> Vec<Option<Side>> {
        (0..H).rev().flat_map(|row| (0..W).map(move |column| self.at(column, row))).collect()
    }

    fn touched(&self, column: Column) -> Touched {
        self.after(column).was_touched(column)
    }

    fn was_touched(&self, column: Column) -> Touched {
        let column = column.index();
        let top = (0..H).rev().find(|&row| self.at(column, row).is_some()).unwrap_or(0);
        Touched { from: None, to: (H - 1 - top) * W + column, take: None }
    }

    fn winning_line(&self) -> Vec<usize> {
        let mut cells: Vec<usize> =
            self.winning_cells().into_iter().map(|(column, row)| (H - 1 - row) * W + column).collect();
        cells.sort_unstable();
        cells
    }
}

impl<const W: usize, const H: usize> Phased for ConnectFour<W, H> {
    fn phase(&self) -> Phase {
        Phase::after_moves(self.men())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_numbered_from_the_top_left() {
        let won: ConnectFour = "1121314".parse().unwrap();
        let cells = won.cells();
        assert_eq!(cells.len(), 42);
        assert_eq!(won.winning_line(), [35, 36, 37, 38]);
        assert!(won.winning_line().iter().all(|&cell| cells[cell] == Some(Side::First)));
        assert_eq!(cells[28], Some(Side::Second));
        assert_eq!(won.men_in_hand(), None);
        assert_eq!(won.shape(), Shape::Grid { width: 7, height: 6 });
    }

    #[test]
    fn a_man_falls_on_the_highest_one_of_its_column() {
        let position: ConnectFour = "44".parse().unwrap();
        let column = Column::new(3);
        assert_eq!(position.touched(column), Touched { from: None, to: 3 * 7 + 3, take: None });
        assert_eq!(position.was_touched(column), Touched { from: None, to: 4 * 7 + 3, take: None });
    }
}
