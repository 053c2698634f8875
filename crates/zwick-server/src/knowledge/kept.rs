//! What takes long to find out, found out once and kept.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use crate::http::problem::Problem;

/// How old an answer may be if nothing has changed here: as late are changes by other processes seen. Longer, if finding out takes long.
const BELIEVED: Duration = Duration::from_secs(10);
/// After finding out, a pause this many times as long: however often it is asked for and changes, it takes a fifth of one processor.
const REST: u32 = 4;

/// An answer that many ask for: one finds it out, the others wait for the same.
pub(crate) struct Kept<T> {
    last: Mutex<Option<Found<T>>>,
}

struct Found<T> {
    value: Arc<T>,
    /// The number by which [`Kept::get`] notices changes.
    version: u64,
    began: Instant,
    ended: Instant,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self { last: Mutex::new(None) }
    }
}

impl<T> Found<T> {
    /// Whether this answers a question that was asked at this time.
    fn answers(&self, asked: Instant, version: u64) -> bool {
        let believed = BELIEVED.max(REST * (self.ended - self.began));
        self.began >= asked || (self.version == version && self.ended.elapsed() < believed)
    }
}

impl<T> Kept<T> {
    /// The answer, found out anew if `version` has changed or the answer is old. Whatever had changed before the question is in it.
    pub(crate) async fn get(
        &self,
        version: impl Fn() -> u64,
        find: impl Future<Output = Result<T, Problem>>,
    ) -> Result<Arc<T>, Problem> {
        let asked = Instant::now();
        let mut last = self.last.lock().await;
        if let Some(found) = &*last {
            if found.answers(asked, version()) {
                return Ok(Arc::clone(&found.value));
            }
            tokio::time::sleep_until((found.ended + REST * (found.ended - found.began)).into()).await;
        }
        let (version, began) = (version(), Instant::now());
        let value = Arc::new(find.await?);
        *last = Some(Found { value: Arc::clone(&value), version, began, ended: Instant::now() });
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use futures_util::future::join_all;

    use super::*;

    /// Finds out how often it was asked, which takes a while.
    async fn found(times: &AtomicU64) -> Result<u64, Problem> {
        tokio::time::sleep(Duration::from_millis(100)).await;
        Ok(times.fetch_add(1, Relaxed) + 1)
    }

    #[tokio::test]
    async fn many_who_ask_at_once_get_one_answer_and_a_change_makes_another() {
        let (kept, times, version) = (Kept::default(), AtomicU64::new(0), AtomicU64::new(0));
        let ask = || async { *kept.get(|| version.load(Relaxed), found(&times)).await.expect("an answer") };
        assert_eq!(join_all((0..50).map(|_| ask())).await, vec![1; 50]);
        version.store(1, Relaxed);
        assert_eq!(join_all((0..50).map(|_| ask())).await, vec![2; 50]);
        assert_eq!(ask().await, 2);
    }

    #[tokio::test]
    async fn constant_change_is_followed_only_as_fast_as_the_rests_allow() {
        let (kept, times, version) = (Kept::default(), AtomicU64::new(0), AtomicU64::new(0));
        let started = Instant::now();
        for _ in 0..4 {
            kept.get(|| version.fetch_add(1, Relaxed), found(&times)).await.expect("an answer");
        }
        let least = Duration::from_millis(100 * (4 + 3 * u64::from(REST)));
        assert!(started.elapsed() >= least, "{:?}", started.elapsed());
    }
}
