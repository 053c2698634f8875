//! Boards as data, for those who draw them.

use crate::connect_four::ConnectFour;
use crate::game::{Position, Side};
use crate::morris::{Morris, Point, Rules};

/// A position that can be drawn place by place.
///
/// ```
/// use zwick::{AnyPosition, Diagram, Game, Side};
/// let board = AnyPosition::read("connect-four:4x3".parse()?, "12")?;
/// assert_eq!(board.cells()[4 * 2], Some(Side::First));
/// assert_eq!(AnyPosition::start(Game::MORRIS).men_in_hand(), Some([9, 9]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Diagram: Position {
    /// Who stands where: row by row from the top in Connect Four, by the numbers of the points in morris.
    fn cells(&self) -> Vec<Option<Side>>;

    /// The numbers of the [cells](Self::cells) that make the winning line; none where no line wins.
    fn winning_line(&self) -> Vec<usize>;

    /// The men the first and the second side have yet to place; none where men do not run out.
    fn men_in_hand(&self) -> Option<[u8; 2]>;
}

impl<const W: usize, const H: usize> Diagram for ConnectFour<W, H>
where
    Self: Position,
{
    fn cells(&self) -> Vec<Option<Side>> {
        (0..H).rev().flat_map(|row| (0..W).map(move |column| self.at(column, row))).collect()
    }

    fn winning_line(&self) -> Vec<usize> {
        let mut cells: Vec<usize> =
            self.winning_cells().into_iter().map(|(column, row)| (H - 1 - row) * W + column).collect();
        cells.sort_unstable();
        cells
    }

    fn men_in_hand(&self) -> Option<[u8; 2]> {
        None
    }
}

impl<R: Rules> Diagram for Morris<R>
where
    Self: Position,
{
    fn cells(&self) -> Vec<Option<Side>> {
        Point::all().map(|point| self.at(point)).collect()
    }

    fn winning_line(&self) -> Vec<usize> {
        Vec::new()
    }

    fn men_in_hand(&self) -> Option<[u8; 2]> {
        Some([self.hand(Side::First), self.hand(Side::Second)])
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
    }

    #[test]
    fn points_are_in_the_order_of_their_numbers() {
        let position: Morris = "d6 a4".parse().unwrap();
        let men: Vec<usize> = (0..24).filter(|&point| position.cells()[point].is_some()).collect();
        let mut expected = ["d6", "a4"].map(|point| point.parse::<Point>().unwrap().index());
        expected.sort_unstable();
        assert_eq!(men, expected);
        assert_eq!(position.men_in_hand(), Some([8, 8]));
    }
}
