//! Work that would block the threads of an asynchronous runtime for too long.

use std::panic::resume_unwind;

use tokio::task::spawn_blocking;

/// Texts up to this length are read in half a millisecond; moving them to another thread would not pay off.
const SHORT: usize = 4 << 10;

/// Processes a text of this length: in place if it is short, otherwise on a blocking thread.
pub async fn aside<T: Send + 'static>(length: usize, work: impl FnOnce() -> T + Send + 'static) -> T {
    if length <= SHORT {
        return work();
    }
    spawn_blocking(work).await.unwrap_or_else(|error| resume_unwind(error.into_panic()))
}
