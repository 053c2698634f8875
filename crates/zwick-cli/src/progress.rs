//! Progress bars and lines on standard error, hidden if it is not a terminal.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use zwick::connect_four::Watcher;

fn target() -> ProgressDrawTarget {
    if std::io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() }
}

/// A bar that counts items of this name.
pub(crate) fn bar(total: u64, things: &str) -> ProgressBar {
    let template = format!("{{bar:40}} {{pos}}/{{len}} {things}, {{per_sec}}, {{eta}} left");
    let style = ProgressStyle::with_template(&template).expect("a valid template");
    ProgressBar::with_draw_target(Some(total), target()).with_style(style)
}

/// A line with the bounds, nodes and nodes per second of a solver.
pub(crate) fn solver_line() -> Watcher {
    let line = ProgressBar::with_draw_target(None, target());
    line.set_style(ProgressStyle::with_template("{msg}").expect("a valid template"));
    let started = Instant::now();
    Arc::new(move |progress| {
        if started.elapsed() > Duration::from_secs(1) {
            let a_second = progress.nodes as f64 / started.elapsed().as_secs_f64();
            let (lower, upper, millions) = (progress.lower, progress.upper, progress.nodes as f64 / 1e6);
            line.set_message(format!(
                "score from {lower} to {upper}, {millions:.1} million nodes, {:.2} million per second",
                a_second / 1e6
            ));
            line.tick();
        }
    })
}

/// A flag that Ctrl-C sets; a second Ctrl-C exits immediately.
pub(crate) fn stopped_by_user() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Relaxed) {
            std::process::exit(130);
        }
    })?;
    Ok(stop)
}

/// Shows a counter while a closure runs.
pub(crate) fn with_counter<T: Send>(name: &str, work: impl FnOnce(&AtomicU64) -> T + Send) -> T {
    let bar = ProgressBar::new_spinner();
    let style = ProgressStyle::with_template("{spinner} {msg}  {human_pos} positions  {elapsed}");
    bar.set_style(style.expect("a good template"));
    bar.set_message(name.to_owned());
    let (compared, is_done) = (AtomicU64::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Relaxed) {
                bar.set_position(compared.load(Relaxed));
                bar.tick();
                std::thread::park_timeout(Duration::from_millis(100));
            }
            bar.finish_and_clear();
        });
        let result = work(&compared);
        is_done.store(true, Relaxed);
        result
    })
}
