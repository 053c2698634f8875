//! `zwick serve`: the page, in the browser.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, bail};
use tokio::net::TcpListener;
use tokio::signal;
use zwick::Library;
use zwick_db::Store;
use zwick_server::{App, Operators, Settings};

use crate::data_directory::data_directory;
use crate::db::Database;
use crate::{logging, tablebase};

#[derive(clap::Args)]
#[group(id = "serve")]
pub(crate) struct Arguments {
    /// Where to listen. With any other address than one of this machine, everybody who can reach it can play, watch and let it think.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7070")]
    listen: SocketAddr,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// The directory for everything that is kept; the user's data directory if left out.
    #[arg(long, value_name = "DIRECTORY")]
    data_dir: Option<PathBuf>,
    #[command(flatten)]
    database: Database,
    /// A reverse proxy stands before this server and tells in X-Real-IP whose request it hands on: everything holds as for a server that
    /// others can reach, wherever it listens.
    #[arg(long)]
    behind_proxy: bool,
    /// How many requests a second each address may make; 50 if left out, and any number if only this machine is listened to.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rate: Option<u32>,
    /// The secret of whoever may start jobs and empty databases. If left out, everyone may if only this machine is listened to, and nobody
    /// otherwise.
    #[arg(long, value_name = "SECRET", env = "ZWICK_OPERATOR", hide_env_values = true)]
    operator: Option<String>,
}

/// Requests a second for each address, where others can ask.
const USUAL_RATE: u32 = 50;
/// Every connection is an open file, and many systems allow a program only 1,024 unless it asks for more.
const OPEN_FILES: u64 = 10_000;

impl Arguments {
    fn settings(&self) -> Settings {
        let is_local = self.listen.ip().is_loopback() && !self.behind_proxy;
        let rate = self.rate.or(if is_local { None } else { Some(USUAL_RATE) });
        let operators = match &self.operator {
            Some(secret) => Operators::Holders(secret.clone()),
            None if is_local => Operators::Everyone,
            None => Operators::Nobody,
        };
        Settings {
            rate,
            only_local_names: is_local,
            is_behind_proxy: self.behind_proxy,
            operators,
            ..Settings::default()
        }
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    logging::start();
    if let Err(error) = rlimit::increase_nofile_limit(OPEN_FILES) {
        tracing::warn!(%error, "cannot have more open files");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(arguments, out))
}

async fn serve(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let listener = match TcpListener::bind(arguments.listen).await {
        Ok(listener) => listener,
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => bail!(taken(arguments.listen)),
        Err(error) => return Err(error).with_context(|| format!("cannot listen on {}", arguments.listen)),
    };
    let directory = arguments.data_dir.clone().map_or_else(data_directory, Ok)?;
    let store = Store::open(&arguments.database.address(|| Ok(directory.clone()))?).await?;
    // One who asks alone gets every processor; the answers never depend on it.
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let library = Library { tables: Some(tablebase::folder_in(&directory)), threads, ..Library::default() };
    let place = store.place().to_owned();
    let address = format!("http://{}/", listener.local_addr()?);
    writeln!(out, "Zwickmühle is at {address}\nGames are kept in {place}. Ctrl-C ends it.")?;
    out.flush()?;
    if arguments.open {
        open_browser(&address);
    }
    zwick_server::serve(listener, App::new(store, library, arguments.settings()), stopped()).await;
    Ok(())
}

/// Returns once the user or the system asks the program to end; a second time ends it at once.
pub(crate) async fn stopped() {
    asked_to_stop().await;
    tokio::spawn(async {
        asked_to_stop().await;
        std::process::exit(130);
    });
}

async fn asked_to_stop() {
    #[cfg(unix)]
    let mut terminate =
        signal::unix::signal(signal::unix::SignalKind::terminate()).expect("signals can be listened to");
    #[cfg(unix)]
    let terminated = terminate.recv();
    #[cfg(not(unix))]
    let terminated = std::future::pending::<Option<()>>();
    tokio::select! {
        _ = signal::ctrl_c() => {}
        _ = terminated => {}
    }
}

/// Says kindly who is there already.
fn taken(address: SocketAddr) -> String {
    let other = SocketAddr::new(address.ip(), address.port().checked_add(1).unwrap_or(7070));
    if is_zwick(address) {
        format!("Zwickmühle is already running: open http://{address}/, or start a second one with --listen {other}")
    } else {
        format!("another program is listening on {address}: choose another port, for example with --listen {other}")
    }
}

/// Whether whoever listens there says that it is this program.
fn is_zwick(address: SocketAddr) -> bool {
    const PATIENCE: Duration = Duration::from_millis(500);
    let ask = || -> io::Result<String> {
        let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        write!(stream, "GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.take(4_096).read_to_string(&mut answer)?;
        Ok(answer)
    };
    ask().is_ok_and(|answer| answer.contains("\"program\":\"zwick\""))
}

/// Asks the system to show a page; without a browser, the address on the screen has to do.
fn open_browser(address: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let quiet = || Stdio::null();
    let started =
        Command::new(program).args(arguments).arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    if let Err(error) = started {
        eprintln!("cannot open a browser ({program}: {error}); open {address} yourself");
    }
}
