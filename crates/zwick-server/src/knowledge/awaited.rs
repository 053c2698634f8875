//! Positions of morris whose values somebody waits for: the games being played, and analyses that ended with an estimate.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use zwick::{AnyPosition, Diagram, RuleSet, Side};

/// How long nobody need ask again.
const PATIENCE: Duration = Duration::from_secs(300);
/// The most material pairs that are remembered.
const MOST: usize = 32;

#[derive(Default)]
pub(crate) struct Awaited(Mutex<VecDeque<Wait>>);

struct Wait {
    rules: RuleSet,
    /// Men of both sides, those in hand included.
    men: [u32; 2],
    since: Instant,
}

impl Awaited {
    /// Somebody looks at this position.
    pub(crate) fn note(&self, position: &AnyPosition) {
        let Some(rules) = position.game().rules() else { return };
        let hands = position.men_in_hand().unwrap_or_default();
        let mut men = hands.map(u32::from);
        for side in position.cells().into_iter().flatten() {
            men[usize::from(side == Side::Second)] += 1;
        }
        let mut waits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waits.retain(|wait| (wait.rules, wait.men) != (rules, men));
        waits.push_front(Wait { rules, men, since: Instant::now() });
        waits.truncate(MOST);
    }

    /// The men of both sides in these positions, the latest first.
    pub(crate) fn men(&self, rules: RuleSet) -> Vec<[u32; 2]> {
        let mut waits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waits.retain(|wait| wait.since.elapsed() < PATIENCE);
        waits.iter().filter(|wait| wait.rules == rules).map(|wait| wait.men).collect()
    }
}

#[cfg(test)]
mod tests {
    use zwick::Game;

    use super::*;

    #[test]
    fn the_latest_position_comes_first_and_equal_ones_count_once() {
        let awaited = Awaited::default();
        let note = |text| awaited.note(&AnyPosition::read(Game::MORRIS, text).unwrap());
        note("");
        note("WW1W2W1/2W4B/B2B2B1 W 0 0");
        note("1W1W1W2/3B4/2B2B2 W 0 0");
        note("WW1W2W1/2W4B/B2B2B1 B 0 0");
        awaited.note(&AnyPosition::start(Game::CONNECT_FOUR));
        assert_eq!(awaited.men(RuleSet::Standard), [[5, 4], [3, 3], [9, 9]]);
        assert!(awaited.men(RuleSet::Lasker).is_empty());
    }
}
