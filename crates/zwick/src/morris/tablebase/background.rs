//! Threads that leave the cores to everybody else.

/// Runs a closure on this many threads, which the system serves only while nobody else wants the cores. Where it has no such priority, one
/// core stays free.
///
/// # Errors
/// That there are no threads left.
pub fn in_background<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, rayon::ThreadPoolBuildError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if cfg!(target_os = "linux") { cores } else { cores.saturating_sub(1).max(1) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).start_handler(|_| step_back()).build()?;
    Ok(pool.install(work))
}

/// Gives the calling thread the lowest priority. If the system refuses, it only takes more than it should.
#[cfg(target_os = "linux")]
fn step_back() {
    const LOWEST: i32 = 19;
    let _ = rustix::process::setpriority_process(None, LOWEST);
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    #[test]
    fn only_the_threads_in_the_background_have_the_lowest_priority() {
        let own = || rustix::process::getpriority_process(None).unwrap();
        let before = own();
        assert_eq!(in_background(own).unwrap(), 19);
        assert_eq!(own(), before);
    }
}
