//! The board as data, and the phase of a game.

use super::moves::Move;
use super::points::{Point, Points};
use super::position::Morris;
use super::rules::Rules;
use crate::diagram::{Diagram, Shape, Spot, Touched};
use crate::game::{Position, Side};
use crate::phase::{Phase, Phased, Stage};

impl<R: Rules> Diagram for Morris<R>
where
    Self: Position<Move = Move>,
{
    fn shape(&self) -> Shape {
        let spot = |point: Point| {
            let (file, rank) = point.file_and_rank();
            Spot { name: point.to_string(), x: file, y: 6 - rank }
        };
        // A mill runs from its first to its last point along the line.
        let ends = |mill: &Points| {
            let mut points: Vec<Point> = mill.into_iter().collect();
            points.sort_by_key(|point| point.file_and_rank());
            [points[0].index(), points[points.len() - 1].index()]
        };
        Shape::Points { points: Point::all().map(spot).collect(), lines: R::BOARD.mills().iter().map(ends).collect() }
    }

    fn cells(&self) -> Vec<Option<Side>> {
        Point::all().map(|point| self.at(point)).collect()
    }

    fn touched(&self, mv: Move) -> Touched {
        Touched { from: mv.from.map(Point::index), to: mv.to.index(), take: mv.take.map(Point::index) }
    }

    fn was_touched(&self, mv: Move) -> Touched {
        self.touched(mv)
    }

    fn winning_line(&self) -> Vec<usize> {
        Vec::new()
    }

    fn men_in_hand(&self) -> Option<[u8; 2]> {
        Some([self.hand(Side::First), self.hand(Side::Second)])
    }
}

impl<R: Rules> Phased for Morris<R> {
    fn phase(&self) -> Phase {
        let (mover, other) = (self.mover().len() as u8, self.other().len() as u8);
        let stage = match self.mover_hand() {
            1.. => Stage::Placing,
            0 if R::FLYING && mover <= 3 => Stage::Flying,
            0 => Stage::Moving,
        };
        Phase::Men { stage, mover, other }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_to_draw_are_the_mills() {
        use crate::morris::Morabaraba;
        let lines = |shape| match shape {
            Shape::Points { points, lines } => {
                lines.iter().map(|line| line.map(|end| points[end].name.clone()).join(" ")).collect()
            }
            Shape::Grid { .. } => Vec::<String>::new(),
        };
        let standard = lines(Morris::<super::super::Standard>::new().shape());
        assert_eq!(standard.len(), 16);
        assert!(
            ["a7 g7", "a1 a7", "d5 d7", "a4 c4"].iter().all(|line| standard.iter().any(|drawn| drawn == line)),
            "{standard:?}"
        );
        assert_eq!(lines(Morris::<Morabaraba>::new().shape()).len(), 20);
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
