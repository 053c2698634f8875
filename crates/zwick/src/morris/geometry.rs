//! The board and the rules as plain masks, the form used by the tables.

use super::{Point, Rules};
use crate::bits::ones;

/// All 24 points.
pub(super) const ALL: u32 = 0xff_ffff;

/// The facts of a rule set that the tables depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Geometry {
    /// The name of the rule set, written into every file.
    pub(super) name: &'static str,
    /// Men of each side at the start.
    pub(super) men: u32,
    /// Whether a side with exactly three men may move to any empty point.
    pub(super) flying: bool,
    /// The points next to each point.
    pub(super) neighbours: [u32; 24],
    /// The lines of three.
    pub(super) mills: Vec<u32>,
}

impl Geometry {
    /// The facts of a rule set.
    pub(super) fn of<R: Rules>() -> Self {
        Self {
            name: R::NAME,
            men: u32::from(R::MEN),
            flying: R::FLYING,
            neighbours: std::array::from_fn(|point| R::BOARD.neighbours(Point::new(point)).bits()),
            mills: R::BOARD.mills().iter().map(|mill| mill.bits()).collect(),
        }
    }

    /// Where the man of `own` on `point` may go on an empty board.
    pub(super) fn reach(&self, point: u32, men: u32) -> u32 {
        if self.flying && men == 3 { ALL } else { self.neighbours[point as usize] }
    }

    /// Whether `point` is in a closed mill of `own`.
    pub(super) fn closes(&self, own: u32, point: u32) -> bool {
        self.mills.iter().any(|mill| mill >> point & 1 != 0 && own & mill == *mill)
    }

    /// The men of `own` in closed mills.
    pub(super) fn in_mills(&self, own: u32) -> u32 {
        self.mills.iter().filter(|&&mill| own & mill == mill).fold(0, |set, mill| set | mill)
    }

    /// The men of `own` that the opponent may take: those outside mills, any if all are in mills.
    pub(super) fn removable(&self, own: u32) -> u32 {
        let outside = own & !self.in_mills(own);
        if outside == 0 { own } else { outside }
    }

    /// A fingerprint of all facts that affect results.
    pub(super) fn fingerprint(&self) -> u32 {
        let facts =
            [self.men, u32::from(self.flying)].into_iter().chain(self.neighbours).chain(self.mills.iter().copied());
        facts.fold(0, |sum: u32, fact| (sum ^ fact).wrapping_mul(0x9e37_79b1).rotate_left(13))
    }

    /// All lines along which a man moves, as sets of two points.
    pub(super) fn edges(&self) -> Vec<u32> {
        (0..24u32)
            .flat_map(|one| ones(self.neighbours[one as usize] >> one << one).map(move |other| 1 << one | 1 << other))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Morabaraba, Standard, Symmetry};
    use super::*;

    #[test]
    fn symmetries_map_mills_to_mills_and_neighbours_to_neighbours() {
        for geometry in [Geometry::of::<Standard>(), Geometry::of::<Morabaraba>()] {
            for symmetry in Symmetry::of_board() {
                assert!(geometry.mills.iter().all(|&mill| geometry.mills.contains(&symmetry.image(mill))));
                for point in 0..24u32 {
                    let image = symmetry.image(1 << point).trailing_zeros();
                    let neighbours = geometry.neighbours[point as usize];
                    assert_eq!(symmetry.image(neighbours), geometry.neighbours[image as usize]);
                }
            }
        }
    }

    #[test]
    fn every_line_between_neighbours_is_there_once() {
        assert_eq!(Geometry::of::<Standard>().edges().len(), 32);
        assert_eq!(Geometry::of::<Morabaraba>().edges().len(), 40);
    }
}
