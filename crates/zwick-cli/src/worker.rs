//! `zwick worker`: runs jobs that servers and commands place through a PostgreSQL server.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;

use zwick::Library;
use zwick_db::{Store, Worker, WorkerEvent};

use crate::data_directory::data_directory;
use crate::db::Database;
use crate::input::whole;
use crate::{logging, serve, tablebase};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The PostgreSQL server through which jobs are shared: postgres://USER@HOST:PORT/NAME.
    #[command(flatten)]
    database: Database,
    /// Pieces of work at the same time; one per core by default.
    #[arg(long, value_name = "N", value_parser = whole::<u16>("pieces", 1..=1024))]
    threads: Option<u16>,
    /// The maximum memory for the table of each thread, in MB.
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = whole::<u32>("MB", 1..=65_536))]
    table: u32,
    /// The directory with the tables of morris; the user's data directory by default.
    #[arg(long, value_name = "DIRECTORY")]
    data_dir: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    logging::start();
    let directory = arguments.data_dir.clone().map_or_else(data_directory, Ok)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let store = Store::open(&arguments.database.address(|| Ok(directory.clone()))?).await?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = arguments.threads.map_or(cores, usize::from);
        if store.is_shared() {
            writeln!(
                out,
                "working on {threads} at a time for {}. Ctrl-C stops it and returns unfinished pieces.",
                store.place()
            )?;
            out.flush()?;
        }
        let library = Library {
            table_bytes: (arguments.table as usize) << 20,
            tables: Some(tablebase::folder_in(&directory)),
            ..Library::default()
        };
        let worker = Worker { store: store.clone(), threads, library, tell: Box::new(teller()) };
        let done = worker.run(serve::stopped()).await?;
        store.close().await;
        writeln!(out, "pieces done: {done}")?;
        anyhow::Ok(())
    })
}

/// Reports on standard error what a worker does: every job it starts, and with `ZWICK_LOG=info` every piece.
fn teller() -> impl Fn(WorkerEvent) {
    let is_away = Mutex::new(false);
    move |event| {
        let mut is_away = is_away.lock().expect("reporting does not panic");
        match event {
            WorkerEvent::Begun { job, work } => eprintln!("job {job}: {work}"),
            WorkerEvent::Done { job, number, time } => tracing::info!(job, piece = number, ?time, "done"),
            WorkerEvent::Failed { job, problem } => eprintln!("job {job} failed: {problem}"),
            // Reported once, however many threads notice.
            WorkerEvent::Away(_) if *is_away => return,
            WorkerEvent::Away(problem) => {
                eprintln!("the database does not respond, waiting for it ({problem})");
                *is_away = true;
                return;
            }
        }
        *is_away = false;
    }
}
