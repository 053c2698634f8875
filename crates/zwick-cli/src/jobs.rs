//! `zwick jobs`: lists, stops, resumes and cancels the jobs of workers.

use std::io::Write;
use std::time::Duration;

use clap::Subcommand;
use serde_json::json;
use zwick_db::{Job, JobState};
use zwick_server::answers;

use crate::db::{Database, Open};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Write JSON: the number of running worker threads, and every job with its settings.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    database: Database,
}

#[derive(Subcommand)]
enum Command {
    /// Stop a job; its results are kept, and it can be resumed.
    Stop(Chosen),
    /// Resume a job that was stopped or has failed.
    Resume(Chosen),
    /// Stop and remove a job. Evaluated positions and games that it has saved stay.
    Cancel(Chosen),
}

#[derive(clap::Args)]
struct Chosen {
    /// The number of the job, as listed by `zwick jobs`.
    #[arg(value_parser = number)]
    id: i64,
    #[command(flatten)]
    database: Database,
}

fn number(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| "expected the number of a job, as listed by `zwick jobs`".to_owned())
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    match &arguments.command {
        None => list(&arguments.database.open_existing()?, arguments.json, out),
        Some(Command::Stop(chosen)) => {
            let open = chosen.database.open_existing()?;
            write_line(&open.store.wait(open.store.store().stop_job(chosen.id))?, out)
        }
        Some(Command::Resume(chosen)) => {
            let open = chosen.database.open_existing()?;
            write_line(&open.store.wait(open.store.store().resume_job(chosen.id))?, out)
        }
        Some(Command::Cancel(chosen)) => {
            let open = chosen.database.open_existing()?;
            open.store.wait(open.store.store().cancel_job(chosen.id))?;
            Ok(writeln!(out, "job {} removed", chosen.id)?)
        }
    }
}

fn list(open: &Open, as_json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let store = &open.store;
    let jobs = store.wait(store.store().jobs())?;
    let threads = store.wait(store.store().worker_threads())?;
    if as_json {
        let jobs: Vec<answers::Job> = jobs.into_iter().map(|job| answers::Job::of(job, threads)).collect();
        return Ok(writeln!(out, "{}", json!({ "worker_threads": threads, "jobs": jobs }))?);
    }
    let plural = if threads == 1 { "thread" } else { "threads" };
    writeln!(out, "{threads} worker {plural} running")?;
    jobs.iter().try_for_each(|job| write_line(job, out))
}

fn state(job: &Job) -> &'static str {
    match job.state {
        JobState::Running => "running",
        JobState::Stopped => "stopped",
        JobState::Done => "done",
        JobState::Failed => "failed",
    }
}

/// Such as `7  book connect-four 12  running  6400 of 831311 positions (0.8 %), 12.3 per second, 18h left`.
pub(crate) fn write_line(job: &Job, out: &mut dyn Write) -> anyhow::Result<()> {
    let Job { id, work, done, wanted, .. } = job;
    let share = 100.0 * *done as f64 / (*wanted).max(1) as f64;
    write!(out, "{id}  {work}  {}  {done} of {wanted} {} ({share:.1} %)", state(job), work.unit())?;
    if let Some(rate) = job.rate {
        write!(out, ", {rate:.1} per second")?;
    }
    match job.seconds_left() {
        Some(left) => write!(out, ", {} left", time(left))?,
        None => write!(out, ", {}", time(job.worked as f64 / 1e3))?,
    }
    if let Some(problem) = &job.problem {
        write!(out, ": {problem}")?;
    }
    Ok(writeln!(out)?)
}

/// A time as people say it.
fn time(seconds: f64) -> String {
    indicatif::HumanDuration(Duration::from_secs_f64(seconds.clamp(0.0, 1e10))).to_string()
}
