//! `zwick bench profile`: what memory and CPU do during one move.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use serde_json::json;
use zwick::search::{Limits, Scored};
use zwick::{AnyPlayer, AnyPosition, Game, Spec};

use super::memory;
use crate::input::whole;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many plies to look ahead.
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = whole::<u32>("plies", 1..=42))]
    depth: u32,
    /// Search threads.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole::<u16>("threads", 1..=256))]
    threads: u16,
    /// Milliseconds between two measurements.
    #[arg(long, value_name = "MS", default_value_t = 1, value_parser = whole::<u64>("milliseconds", 1..=60_000))]
    interval: u64,
}

/// A measurement.
#[derive(Clone, Copy)]
struct Sample {
    /// Since the start of the move.
    time: Duration,
    /// CPU time of all threads since then.
    cpu: Duration,
    /// Resident memory in MB, where the system reports it.
    megabytes: Option<f64>,
}

/// Measures while `work` runs, at its start and at its end.
fn measured<T>(interval: Duration, work: impl FnOnce() -> T) -> (T, Vec<Sample>) {
    let (started, cpu) = (Instant::now(), ProcessTime::now());
    let sample = || Sample { time: started.elapsed(), cpu: cpu.elapsed(), megabytes: memory("VmRSS:") };
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let mut samples = vec![sample()];
            while !is_done.load(Relaxed) {
                std::thread::sleep(interval);
                samples.push(sample());
            }
            samples
        });
        let result = work();
        is_done.store(true, Relaxed);
        (result, watcher.join().expect("the watcher only reads"))
    })
}

/// How many cores were busy between two measurements.
fn cores(from: &Sample, to: &Sample) -> f64 {
    let wall = (to.time - from.time).as_secs_f64();
    if wall > 0.0 { to.cpu.saturating_sub(from.cpu).as_secs_f64() / wall } else { 0.0 }
}

pub(crate) fn run(arguments: &Arguments, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let spec: Spec = format!("v5:depth={},threads={}", arguments.depth, arguments.threads).parse()?;
    let (start, limits) = (AnyPosition::start(Game::CONNECT_FOUR), Limits::default());
    let (report, samples) = measured(Duration::from_millis(arguments.interval), || {
        AnyPlayer::new(Game::CONNECT_FOUR, spec, 1).think(&start, Scored::Best, &limits, None)
    });
    let milliseconds = report?.time.as_secs_f64() * 1e3;
    if json {
        for pair in samples.windows(2) {
            let object = json!({
                "milliseconds": pair[1].time.as_secs_f64() * 1e3, "megabytes": pair[1].megabytes,
                "cores": cores(&pair[0], &pair[1]),
            });
            writeln!(out, "{object}")?;
        }
        return Ok(());
    }
    writeln!(out, "{spec}, first move: {milliseconds:.1} ms, {} measurements", samples.len())?;
    let columns = merged(&samples);
    let megabytes: Vec<f64> = columns.iter().filter_map(|pair| pair[1].megabytes).collect();
    let busy: Vec<f64> = columns.iter().map(|pair| cores(&pair[0], &pair[1])).collect();
    for (name, unit, numbers) in [("memory", "MB", megabytes), ("CPU", "cores", busy)] {
        let most = numbers.iter().copied().fold(0.0, f64::max);
        writeln!(out, "{name:<7} up to {most:6.1} {unit:<5} {}", bars(&numbers, most))?;
    }
    let end = samples.last().map_or(0.0, |last| last.time.as_secs_f64() * 1e3);
    writeln!(out, "{:<26} 0 to {end:.1} ms", "time")?;
    Ok(())
}

/// The most columns of a chart.
const WIDTH: usize = 60;

/// The measurements of each column of the chart, from its first to its last.
fn merged(samples: &[Sample]) -> Vec<[Sample; 2]> {
    let steps = samples.len().saturating_sub(1);
    let columns = steps.min(WIDTH);
    (0..columns).map(|column| [samples[column * steps / columns], samples[(column + 1) * steps / columns]]).collect()
}

/// A bar for each number, the highest for `most`.
fn bars(numbers: &[f64], most: f64) -> String {
    const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let bar = |number: &f64| if most > 0.0 { BARS[(8.0 * number / most).round() as usize] } else { ' ' };
    numbers.iter().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(milliseconds: u64, cpu: u64) -> Sample {
        Sample { time: Duration::from_millis(milliseconds), cpu: Duration::from_millis(cpu), megabytes: Some(1.0) }
    }

    #[test]
    fn a_busy_core_is_one_core_and_a_short_chart_has_every_measurement() {
        assert!((cores(&sample(10, 5), &sample(20, 25)) - 2.0).abs() < 1e-9);
        assert!(cores(&sample(10, 5), &sample(10, 5)).abs() < 1e-9);
        let samples: Vec<Sample> = (0..5).map(|time| sample(time, time)).collect();
        assert_eq!(merged(&samples).len(), 4);
        let many: Vec<Sample> = (0..1000).map(|time| sample(time, time)).collect();
        let columns = merged(&many);
        assert_eq!((columns.len(), columns[0][0].time), (WIDTH, Duration::ZERO));
        assert_eq!(columns[WIDTH - 1][1].time, Duration::from_millis(999));
        assert!(columns.windows(2).all(|pair| pair[0][1].time == pair[1][0].time));
    }

    #[test]
    fn the_highest_bar_is_full_and_nothing_is_empty() {
        assert_eq!(bars(&[0.0, 1.0, 2.0, 4.0], 4.0), " ▂▄█");
        assert_eq!(bars(&[0.0], 0.0), " ");
    }

    #[test]
    fn work_is_measured_from_its_start_to_its_end() {
        let (result, samples) = measured(Duration::from_millis(1), || std::thread::sleep(Duration::from_millis(20)));
        assert_eq!(result, ());
        assert!(samples.len() >= 2 && samples.is_sorted_by(|a, b| a.time <= b.time && a.cpu <= b.cpu));
        assert!(samples[samples.len() - 1].time >= Duration::from_millis(20));
    }
}
