//! Four quarter turns, the mirror, the swap of inner and outer ring, and the swap of the colours: 32 symmetries.

use super::{Morris, Move, Point, Points, Rules};
use crate::game::Position;
use crate::symmetry::{self, Symmetric};

/// One of the 32 symmetries: first the mirror, then the quarter turns, the rings and the colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Symmetry {
    /// Left and right change places.
    pub mirror: bool,
    /// Quarter turns clockwise, 0 to 3.
    pub turns: u8,
    /// The inner and the outer ring change places.
    pub rings: bool,
    /// The two sides change places.
    pub swap: bool,
}

impl Symmetry {
    /// The image of a point.
    pub fn point(self, point: Point) -> Point {
        self.points(Points::one(point)).first().expect("the image of a point is a point")
    }

    /// The image of a set of points.
    pub fn points(self, points: Points) -> Points {
        let [outer, middle, inner, _] = points.bits().to_le_bytes().map(|ring| self.ring(ring));
        let [outer, inner] = if self.rings { [inner, outer] } else { [outer, inner] };
        Points::from_bits(u32::from_le_bytes([outer, middle, inner, 0]))
    }

    /// A ring has eight points, so turning it rotates a byte. The mirror takes point i to 2 - i: a7 to g7, d7 to itself.
    const fn ring(self, ring: u8) -> u8 {
        let mirrored = if self.mirror { ring.reverse_bits().rotate_left(3) } else { ring };
        mirrored.rotate_left(2 * self.turns as u32)
    }
}

impl symmetry::Symmetry for Symmetry {
    const IDENTITY: Self = Self { mirror: false, turns: 0, rings: false, swap: false };

    fn all() -> impl Iterator<Item = Self> {
        (0..32u8).map(|bits| Self {
            turns: bits & 3,
            mirror: bits & 4 != 0,
            rings: bits & 8 != 0,
            swap: bits & 16 != 0,
        })
    }

    /// A turned mirror is a mirror again, at another axis, and so its own inverse.
    fn inverse(self) -> Self {
        if self.mirror { self } else { Self { turns: (4 - self.turns) % 4, ..self } }
    }

    fn swaps_colours(self) -> bool {
        self.swap
    }
}

impl<R: Rules> Symmetric for Morris<R> {
    type Symmetry = Symmetry;

    /// Swapping the colours leaves mover and other as they are: only the names of the sides change.
    fn transform(&self, symmetry: Symmetry) -> Self {
        let turn = if symmetry.swap { !self.turn() } else { self.turn() };
        self.map(|men| symmetry.points(men), turn)
    }

    fn transform_move(mv: Move, symmetry: Symmetry) -> Move {
        Move {
            from: mv.from.map(|from| symmetry.point(from)),
            to: symmetry.point(mv.to),
            take: mv.take.map(|take| symmetry.point(take)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::Symmetry as _;

    #[test]
    fn symmetries_do_what_their_names_say() {
        let image = |symmetry: Symmetry, name: &str| symmetry.point(name.parse().unwrap()).to_string();
        assert_eq!(image(Symmetry { mirror: true, ..Symmetry::IDENTITY }, "b4"), "f4");
        assert_eq!(image(Symmetry { turns: 1, ..Symmetry::IDENTITY }, "a7"), "g7");
        assert_eq!(image(Symmetry { turns: 1, ..Symmetry::IDENTITY }, "d6"), "f4");
        assert_eq!(image(Symmetry { rings: true, ..Symmetry::IDENTITY }, "a7"), "c5");
        assert_eq!(image(Symmetry { rings: true, ..Symmetry::IDENTITY }, "d6"), "d6");
    }

    #[test]
    fn all_images_of_a_point_differ_only_in_what_they_must() {
        let distinct: std::collections::HashSet<Vec<Point>> =
            Symmetry::all().filter(|s| !s.swap).map(|s| Point::all().map(|point| s.point(point)).collect()).collect();
        assert_eq!(distinct.len(), 16);
    }
}
