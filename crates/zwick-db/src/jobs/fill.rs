//! Many threads compute and one saves: the common part of everything that fills a store.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use crate::error::Error;
use crate::evaluation::Evaluation;

/// Progress, reported after each save.
#[derive(Debug)]
pub struct Progress<'a> {
    /// Done so far, including by earlier and parallel runs of the same job.
    pub done: u64,
    /// The total.
    pub wanted: u64,
    /// The records just saved: on disk, whatever happens next.
    pub saved: &'a [Evaluation],
    /// The games just saved.
    pub games: u64,
    /// Positions just given up, because no more unknown ones could be found.
    pub missing: u64,
}

/// Results are saved at least this often: more often costs a disk sync each time.
const INTERVAL: Duration = Duration::from_millis(200);
/// Results are also saved when this many have accumulated.
const ENOUGH: usize = 256;
/// How often the caller's stop flag is checked.
const LOOK: Duration = Duration::from_millis(10);

/// Runs `compute` on this many threads and passes what they send to `save`, until it returns that this is enough, or `stop` is set.
///
/// `compute` gets the number of its thread, the flag that ends it, and where to send. Everything sent is saved.
pub(super) fn fill<T: Send>(
    threads: usize,
    stop: &AtomicBool,
    compute: impl Fn(usize, &AtomicBool, &Sender<T>) -> Result<(), Error> + Sync,
    mut save: impl FnMut(Vec<T>) -> Result<bool, Error>,
) -> Result<(), Error> {
    let halt = AtomicBool::new(false);
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        let (compute, halt) = (&compute, &halt);
        let computing: Vec<_> = (0..threads.max(1))
            .map(|number| {
                let sender = sender.clone();
                scope.spawn(move || {
                    let result = compute(number, halt, &sender);
                    if result.is_err() {
                        halt.store(true, Ordering::Relaxed);
                    }
                    result
                })
            })
            .collect();
        drop(sender);
        let (mut waiting, mut last, mut result) = (Vec::new(), Instant::now(), Ok(()));
        loop {
            let received = receiver.recv_timeout(LOOK);
            let is_over = matches!(received, Err(RecvTimeoutError::Disconnected));
            waiting.extend(received);
            if stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
            let is_time = is_over || waiting.len() >= ENOUGH || last.elapsed() >= INTERVAL;
            if is_time && !waiting.is_empty() && result.is_ok() {
                last = Instant::now();
                match save(std::mem::take(&mut waiting)) {
                    Ok(true) => {}
                    Ok(false) => halt.store(true, Ordering::Relaxed),
                    Err(error) => {
                        halt.store(true, Ordering::Relaxed);
                        result = Err(error);
                    }
                }
            }
            if is_over {
                break;
            }
        }
        for thread in computing {
            result = result.and(thread.join().expect("no thread panicked"));
        }
        result
    })
}
