//! Copies of a store's values in memory, one for each game, which searches look up at every node.
//!
//! A look-up in the database takes ten times as long as a node of a search, even in batches of thousands (`zwick bench db`). What this
//! program saves is added at once. What other programs save or delete is seen when the copy is read again: after a hundred times as long
//! as reading took, so that it costs at most one per cent of the time.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;
use zwick::search::Recall;
use zwick::{Game, Position};

use crate::error::Error;
use crate::evaluation::Evaluation;
use crate::store::Store;

/// The most records that all copies hold together, some 20 MB: of a larger game those with the smallest keys, and of several games those
/// read last. All others are still looked up at the root.
const MOST: usize = 300_000;
/// Records read at a time.
const PAGE: u32 = 5_000;
/// A copy is read again when it is this many times as old as reading took.
const WORN_OUT: u32 = 100;

#[derive(Debug)]
struct Copy {
    recall: Arc<Recall>,
    read: Instant,
    took: Duration,
}

/// The copies of all games that were asked for.
#[derive(Debug, Default)]
pub(crate) struct Copies(Mutex<HashMap<Game, Copy>>);

impl Copies {
    /// Adds records that were just saved.
    pub(crate) async fn learn(&self, saved: impl IntoIterator<Item = &Evaluation>) {
        let copies = self.0.lock().await;
        if copies.is_empty() {
            return;
        }
        for evaluation in saved {
            if let Some(copy) = copies.get(&evaluation.position.game()).filter(|copy| copy.recall.len() < MOST) {
                learn(&copy.recall, evaluation);
            }
        }
    }

    /// Drops all copies: records were deleted.
    pub(crate) async fn forget(&self) {
        self.0.lock().await.clear();
    }
}

fn learn(recall: &Recall, evaluation: &Evaluation) {
    recall.learn(evaluation.position.key(), evaluation.score, evaluation.ground());
}

/// Drops the copies that were read first until the rest are few enough.
fn make_room(copies: &mut HashMap<Game, Copy>) {
    while copies.values().map(|copy| copy.recall.len()).sum::<usize>() > MOST + PAGE as usize
        && let Some(oldest) = copies.iter().min_by_key(|(_, copy)| copy.read).map(|(&game, _)| game)
        && copies.len() > 1
    {
        copies.remove(&oldest);
    }
}

impl Store {
    /// The values of a game, for a search: a copy in memory.
    ///
    /// # Errors
    /// If the database does not respond, or a record is damaged.
    pub async fn recall(&self, game: Game) -> Result<Arc<Recall>, Error> {
        // Others who ask meanwhile wait for the same copy.
        let mut copies = self.copies.0.lock().await;
        if let Some(copy) = copies.get(&game).filter(|copy| copy.read.elapsed() <= WORN_OUT * copy.took) {
            return Ok(Arc::clone(&copy.recall));
        }
        let begun = Instant::now();
        let recall = Arc::new(Recall::default());
        let mut after = None;
        while recall.len() < MOST {
            let page = self.evaluations(game, after, PAGE).await?;
            page.iter().for_each(|evaluation| learn(&recall, evaluation));
            let Some(last) = page.last() else { break };
            after = Some(last.position.key());
        }
        copies.insert(game, Copy { recall: Arc::clone(&recall), read: Instant::now(), took: begun.elapsed() });
        make_room(&mut copies);
        Ok(recall)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zwick::search::{Ground, Score};

    #[test]
    fn the_copies_of_all_games_have_a_limit_and_the_last_one_stays() {
        let games = ["connect-four:5x4", "connect-four", "morris"].map(|name| name.parse::<Game>().unwrap());
        let copy_of = |records: usize| {
            let recall = Recall::default();
            (0..records as u64).for_each(|key| recall.learn(key, Score::EVEN, Ground::Proof));
            Copy { recall: Arc::new(recall), read: Instant::now(), took: Duration::ZERO }
        };
        let mut copies = HashMap::new();
        for (game, records) in games.into_iter().zip([MOST / 2, MOST / 2, MOST / 2]) {
            copies.insert(game, copy_of(records));
            make_room(&mut copies);
        }
        assert!(!copies.contains_key(&games[0]) && copies.len() == 2);
        copies.insert(games[0], copy_of(2 * MOST));
        make_room(&mut copies);
        assert!(copies.contains_key(&games[0]) && copies.len() == 1);
    }
}
