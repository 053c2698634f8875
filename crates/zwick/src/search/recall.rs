//! Values found earlier, which a search looks up at every node.
//!
//! A value counts only if it says at least as much as the search would find: it is proven, or it comes from a search of the same kind that
//! looked as far as this node still has to. So a value may be better than that of minimax to the same depth, never worse.
//!
//! A node takes about a microsecond, a look-up in a database ten times as long even in batches of thousands (`zwick bench db`). So a search
//! never waits for a database: it reads this copy in memory, which costs too little to be measured (docs/players.md).

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use crate::score::Score;

/// What the value of a position rests on. Values of different kinds never stand for one another, except that proofs always count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ground {
    /// It is proven: no deeper search can change it.
    Proof,
    /// A search over the heuristic of the game.
    Heuristic {
        /// How far it looked ahead.
        plies: u32,
    },
    /// A search over what the older programs counted.
    Criteria {
        /// How far it looked ahead.
        plies: u32,
    },
    /// A search for wins and losses only.
    WinsOnly {
        /// How far it looked ahead.
        plies: u32,
    },
    /// A search over random games.
    Sampled {
        /// How far it looked ahead.
        plies: u32,
        /// How many games at each leaf.
        games: u32,
    },
    /// Random games alone.
    Games,
}

impl Ground {
    /// Whether a value with this ground says at least as much as one with the wanted ground.
    pub fn serves(self, wanted: Self) -> bool {
        match (self, wanted) {
            (Self::Proof, _) | (Self::Games, Self::Games) => true,
            (Self::Heuristic { plies }, Self::Heuristic { plies: least })
            | (Self::Criteria { plies }, Self::Criteria { plies: least })
            | (Self::WinsOnly { plies }, Self::WinsOnly { plies: least }) => plies >= least,
            (Self::Sampled { plies, games }, Self::Sampled { plies: least, games: fewest }) => {
                plies >= least && games >= fewest
            }
            _ => false,
        }
    }
}

/// Values of positions of one game by the key of their representative, so that one value serves all symmetric images.
#[derive(Debug, Default)]
pub struct Recall {
    values: RwLock<HashMap<u64, (Score, Ground)>>,
}

impl Recall {
    /// Adds a value, unless a better one is there.
    pub fn learn(&self, key: u64, score: Score, ground: Ground) {
        let mut values = self.values.write().unwrap_or_else(PoisonError::into_inner);
        let known = values.entry(key).or_insert((score, ground));
        if !known.1.serves(ground) {
            *known = (score, ground);
        }
    }

    /// The value of a position with its ground, if that serves.
    pub fn value(&self, key: u64, wanted: Ground) -> Option<(Score, Ground)> {
        let values = self.values.read().unwrap_or_else(PoisonError::into_inner);
        values.get(&key).copied().filter(|(_, ground)| ground.serves(wanted))
    }

    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.values.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether it knows nothing.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_proofs_serve_another_kind_and_less_never_serves_more() {
        let grounds = [
            Ground::Heuristic { plies: 3 },
            Ground::Criteria { plies: 3 },
            Ground::WinsOnly { plies: 3 },
            Ground::Sampled { plies: 3, games: 20 },
            Ground::Games,
        ];
        for (i, ground) in grounds.into_iter().enumerate() {
            assert!(Ground::Proof.serves(ground) && !ground.serves(Ground::Proof));
            for (j, wanted) in grounds.into_iter().enumerate() {
                assert_eq!(ground.serves(wanted), i == j, "{ground:?} {wanted:?}");
            }
        }
        assert!(
            Ground::Heuristic { plies: 4 }.serves(grounds[0]) && !Ground::Heuristic { plies: 2 }.serves(grounds[0])
        );
        assert!(Ground::WinsOnly { plies: 4 }.serves(grounds[2]) && !Ground::WinsOnly { plies: 2 }.serves(grounds[2]));
        for (plies, games, serves) in [(4, 20, true), (3, 50, true), (2, 50, false), (4, 19, false)] {
            assert_eq!(Ground::Sampled { plies, games }.serves(grounds[3]), serves, "{plies} {games}");
        }
    }

    #[test]
    fn better_values_replace_worse_ones_and_never_the_reverse() {
        let recall = Recall::default();
        let learn = |plies, points| recall.learn(7, Score::estimate(points), Ground::Heuristic { plies });
        let value = |plies| recall.value(7, Ground::Heuristic { plies }).map(|(score, _)| score.points());
        learn(3, 30);
        learn(2, 20);
        assert_eq!((value(3), value(4)), (Some(Some(30)), None));
        learn(5, 50);
        assert_eq!(value(3), Some(Some(50)));
        recall.learn(7, Score::win_in(9), Ground::Proof);
        learn(9, 90);
        assert_eq!(recall.value(7, Ground::Games), Some((Score::win_in(9), Ground::Proof)));
        assert_eq!((recall.len(), recall.value(8, Ground::Games)), (1, None));
    }
}
