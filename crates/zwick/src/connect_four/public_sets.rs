//! Positions with known scores, the usual benchmark of solvers.

use super::ConnectFour;

/// A position of one of the six public test sets.
#[derive(Debug, Clone, Copy)]
pub struct PublicPosition {
    /// The name of its set: `l3`, `l2` or `l1` for the end, the middle or the beginning of the game, and `r1` to `r3` for easy to hard.
    pub set: &'static str,
    /// The moves that lead to it.
    pub moves: &'static str,
    /// Its score.
    pub score: i32,
}

impl PublicPosition {
    /// The position itself.
    pub fn position(&self) -> ConnectFour {
        self.moves.parse().expect("the sets hold legal games")
    }
}

/// All positions of the six sets, 500 each.
pub fn public_sets() -> impl Iterator<Item = PublicPosition> {
    let lines = include_str!("public_sets.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let [moves, score, set] = words[..] else { panic!("three words: {line}") };
        PublicPosition { set, moves, score: score.parse().expect("a score") }
    })
}
