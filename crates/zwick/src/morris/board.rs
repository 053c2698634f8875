//! Which points are neighbours, and which three make a mill.

use super::points::{Point, Points};

/// The lines of a board, as tables made at compile time.
#[derive(Debug)]
pub struct Board {
    neighbours: [Points; Point::COUNT],
    /// The two other points of each mill through a point; unused slots hold [`Points::ALL`], which nobody can own.
    partners: [[Points; 3]; Point::COUNT],
    mills: [Points; 20],
    mill_count: usize,
    /// Where on a ring a line across the rings begins.
    across: u32,
}

impl Board {
    /// Three squares connected at the middle of their sides.
    pub(super) const PLAIN: &'static Self = &Self::new(false);
    /// The same with the corners connected as well.
    pub(super) const WITH_DIAGONALS: &'static Self = &Self::new(true);

    const fn new(diagonals: bool) -> Self {
        let mut board = Self {
            neighbours: [Points::NONE; Point::COUNT],
            partners: [[Points::ALL; 3]; Point::COUNT],
            mills: [Points::NONE; 20],
            mill_count: 0,
            across: if diagonals { 0xff } else { 0xaa },
        };
        let mut ring = 0;
        while ring < 3 {
            let mut corner = 0;
            while corner < 8 {
                let side = 8 * ring;
                board.add_line([side + corner, side + corner + 1, side + (corner + 2) % 8]);
                corner += 2;
            }
            ring += 1;
        }
        // Lines across the rings: the odd points are the middles of the sides, the even ones the corners.
        let mut spoke = 0;
        while spoke < 8 {
            if spoke % 2 == 1 || diagonals {
                board.add_line([spoke, spoke + 8, spoke + 16]);
            }
            spoke += 1;
        }
        board
    }

    const fn add_line(&mut self, line: [usize; 3]) {
        self.join(line[0], line[1]);
        self.join(line[1], line[2]);
        let mill = 1 << line[0] | 1 << line[1] | 1 << line[2];
        self.mills[self.mill_count] = Points::from_bits(mill);
        self.mill_count += 1;
        let mut i = 0;
        while i < 3 {
            let partners = &mut self.partners[line[i]];
            let mut free = 0;
            while partners[free].bits() != Points::ALL.bits() {
                free += 1;
            }
            partners[free] = Points::from_bits(mill & !(1 << line[i]));
            i += 1;
        }
    }

    const fn join(&mut self, a: usize, b: usize) {
        self.neighbours[a] = Points::from_bits(self.neighbours[a].bits() | 1 << b);
        self.neighbours[b] = Points::from_bits(self.neighbours[b].bits() | 1 << a);
    }

    /// The points one step away.
    pub const fn neighbours(&self, point: Point) -> Points {
        self.neighbours[point.index()]
    }

    /// Every mill of the board.
    pub fn mills(&self) -> &[Points] {
        &self.mills[..self.mill_count]
    }

    /// The first, second and third points of all mills that are in a set: each bit is one mill, wherever its points are.
    ///
    /// The sides of the squares are at the even bits, where their first corner is; the lines across are in the highest byte.
    pub(super) const fn lines(&self, set: Points) -> [u32; 3] {
        const CORNERS: u32 = 0x55_5555;
        let set = set.bits();
        let across = self.across << 24;
        // A ring is a byte, and its last side ends at its first corner.
        let turned = (set >> 2) & 0x3f_3f3f | (set << 6) & 0xc0_c0c0;
        [
            set & CORNERS | set << 24 & across,
            set >> 1 & CORNERS | set << 16 & across,
            turned & CORNERS | set << 8 & across,
        ]
    }

    /// How many steps these men could take to these empty points.
    pub(super) fn steps(&self, men: Points, empty: Points) -> u32 {
        let men = men.bits();
        let onwards = men << 1 & 0xfe_fefe | men >> 7 & 0x01_0101;
        let back = men >> 1 & 0x7f_7f7f | men << 7 & 0x80_8080;
        let across = (self.across * 0x01_0101) & men;
        let reached = [onwards, back, across << 8, across >> 8];
        reached.into_iter().map(|reached| (reached & empty.bits()).count_ones()).sum()
    }

    /// Whether a man arriving on `point` completes a mill with these other men of its side.
    pub fn closes_mill(&self, others: Points, point: Point) -> bool {
        self.partners[point.index()].iter().any(|&partners| others.contains_all(partners))
    }

    /// Those of these men that are in a mill.
    pub fn in_mills(&self, men: Points) -> Points {
        self.mills().iter().filter(|&&mill| men.contains_all(mill)).fold(Points::NONE, |set, &mill| set | mill)
    }

    /// The men a closed mill may take: those outside mills, or any if all are in mills.
    pub fn takeable(&self, men: Points) -> Points {
        let free = men - self.in_mills(men);
        if free.is_empty() { men } else { free }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boards_have_the_right_lines() {
        for (board, mills, edges) in [(Board::PLAIN, 16, 32), (Board::WITH_DIAGONALS, 20, 40)] {
            assert_eq!(board.mills().len(), mills);
            let ends: usize = Point::all().map(|point| board.neighbours(point).len() as usize).sum();
            assert_eq!(ends, 2 * edges);
            for mill in board.mills() {
                assert_eq!(board.in_mills(*mill), *mill);
                for point in *mill {
                    assert!(board.closes_mill(*mill - Points::one(point), point));
                }
            }
        }
    }

    #[test]
    fn mills_are_straight_lines_of_neighbours() {
        for mill in Board::WITH_DIAGONALS.mills() {
            let places: Vec<(i32, i32)> =
                mill.into_iter().map(Point::file_and_rank).map(|(file, rank)| (file as i32, rank as i32)).collect();
            let [a, b, c] = places[..] else { panic!("three points") };
            assert_eq!((b.0 - a.0) * (c.1 - a.1), (b.1 - a.1) * (c.0 - a.0), "{mill}");
        }
    }
}
