//! What a player sees at a glance: men in the centre, and groups that can still become four.

use super::board::Board;
use super::{Column, ConnectFour};
use crate::search::Heuristic;

/// For each man, per column closer to the centre than the edge.
const CENTRE: i32 = 40;
/// For each line of four cells with two own men and two empty cells.
const TWO: i32 = 100;
/// For each line of four cells with three own men and one empty cell.
const THREE: i32 = 600;

impl<const W: usize, const H: usize> ConnectFour<W, H> {
    /// The weight of a column: 0 at the edge, one more for each step towards the centre.
    const fn centrality(column: usize) -> i32 {
        (if column < W - 1 - column { column } else { W - 1 - column }) as i32
    }

    /// The points of these men, for their side.
    fn points_of(men: u64, opponent: u64) -> i32 {
        let mut points = 0;
        for column in 0..W {
            let here = (men & Board::<W, H>::column(column)).count_ones() as i32;
            points += CENTRE * Self::centrality(column) * here;
        }
        for step in [1, H, H + 1, H + 2] {
            let (twos, threes) = open_groups(men, Board::<W, H>::CELLS & !opponent, step);
            points += TWO * twos + THREE * threes;
        }
        points
    }
}

/// How many lines of four in this direction hold two and three men, with no cell blocked.
///
/// All lines are counted at once: the numbers of men are added bit by bit, each bit of a word being one line.
fn open_groups(men: u64, open: u64, step: usize) -> (i32, i32) {
    if 3 * step >= 64 {
        return (0, 0);
    }
    let pairs = open & (open >> step);
    let lines = pairs & (pairs >> (2 * step));
    let (a, b, c, d) = (men, men >> step, men >> (2 * step), men >> (3 * step));
    let (odd_low, odd_high) = (a ^ b, c ^ d);
    let odd = odd_low ^ odd_high;
    let two_or_three = (a & b) ^ (c & d) ^ (odd_low & odd_high);
    ((lines & two_or_three & !odd).count_ones() as i32, (lines & two_or_three & odd).count_ones() as i32)
}

impl<const W: usize, const H: usize> Heuristic for ConnectFour<W, H> {
    fn estimate(&self) -> i32 {
        Self::points_of(self.mover(), self.other()) - Self::points_of(self.other(), self.mover())
    }

    /// The centre first.
    fn promise(&self, column: Column) -> i32 {
        Self::centrality(column.index())
    }

    /// An open three: nobody can be a man ahead.
    fn one_point(&self) -> i32 {
        THREE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, Symmetric, Symmetry};

    /// Counts lines cell by cell.
    fn counted(position: &ConnectFour) -> i32 {
        let mut points = 0;
        for (column, row) in (0..7i32).flat_map(|column| (0..6i32).map(move |row| (column, row))) {
            let at = |k: i32, step: (i32, i32)| {
                let (column, row) = (column + k * step.0, row + k * step.1);
                ((0..7).contains(&column) && (0..6).contains(&row)).then(|| position.at(column as usize, row as usize))
            };
            if let Some(Some(side)) = at(0, (0, 0)) {
                let sign = if side == position.turn() { 1 } else { -1 };
                points += sign * CENTRE * column.min(6 - column);
            }
            for step in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let Some(cells) = (0..4).map(|k| at(k, step)).collect::<Option<Vec<_>>>() else { continue };
                let own = cells.iter().filter(|&&cell| cell == Some(position.turn())).count();
                let other = cells.iter().filter(|&&cell| cell == Some(!position.turn())).count();
                points += match (own, other) {
                    (2, 0) => TWO,
                    (3, 0) => THREE,
                    (0, 2) => -TWO,
                    (0, 3) => -THREE,
                    _ => 0,
                };
            }
        }
        points
    }

    #[test]
    fn lines_are_counted_right_and_alike_in_all_images() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..300 {
            let mut position: ConnectFour = ConnectFour::new();
            while let Some(mv) = rng.choice(position.legal_moves().collect::<Vec<_>>()) {
                assert_eq!(position.estimate(), counted(&position), "{position}");
                for symmetry in super::super::Symmetry::all() {
                    assert_eq!(position.transform(symmetry).estimate(), position.estimate());
                }
                position.play_unchecked(mv);
            }
        }
    }
}
