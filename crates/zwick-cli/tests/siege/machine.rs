//! How busy the machine is with other things: waiting for a core is not the server's fault.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// Wall-clock time divided by CPU time while only the siege is running, on two cores.
const BY_THE_SIEGE: f64 = 4.0;
/// How many of the last samples count: those of about five seconds.
const SAMPLES: usize = 50;
const PAUSE: Duration = Duration::from_millis(95);
const WORK: Duration = Duration::from_millis(5);

/// The last samples of wall-clock time divided by CPU time, in thousandths, and the largest ever.
pub(crate) struct Machine {
    last: [AtomicU64; SAMPLES],
    worst: AtomicU64,
}

impl Machine {
    /// Samples the machine until the program ends.
    pub(crate) fn watch() -> &'static Self {
        let machine: &'static Self = Box::leak(Box::new(Self {
            last: [const { AtomicU64::new(1_000) }; SAMPLES],
            worst: AtomicU64::new(1_000),
        }));
        std::thread::spawn(move || {
            for place in (0..SAMPLES).cycle() {
                let (wall, processor) = (Instant::now(), ThreadTime::now());
                while processor.elapsed() < WORK {
                    std::hint::spin_loop();
                }
                let slowness = (1_000.0 * wall.elapsed().as_secs_f64() / processor.elapsed().as_secs_f64()) as u64;
                machine.last[place].store(slowness, Relaxed);
                machine.worst.fetch_max(slowness, Relaxed);
                std::thread::sleep(PAUSE);
            }
        });
        machine
    }

    /// A time limit for an idle machine, scaled to the current load.
    pub(crate) fn stretch(&self, time: Duration) -> Duration {
        let worst = self.last.iter().map(|sample| sample.load(Relaxed)).max().unwrap_or(1_000);
        time.mul_f64((worst as f64 / 1_000.0 / BY_THE_SIEGE).max(1.0))
    }

    /// The largest ratio of wall-clock time to CPU time.
    pub(crate) fn worst(&self) -> f64 {
        self.worst.load(Relaxed) as f64 / 1_000.0
    }
}
