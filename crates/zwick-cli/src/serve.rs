//! `zwick serve`: the page, in the browser.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, bail};
use tokio::net::TcpListener;
use tokio::signal;
use zwick::Library;
use zwick_db::{Claim, Store};
use zwick_server::{App, HostName, Hosts, Limits, Operators, Origin, Settings};

use crate::data_directory::data_directory;
use crate::db::Database;
use crate::input::{whole, wrong_use};
use crate::{logging, memory, tablebase};

#[derive(clap::Args)]
#[group(id = "serve")]
pub(crate) struct Arguments {
    /// Where to listen: an address or a name, and a port. If other machines can reach it, anyone there can play, watch and use its search,
    /// within the limits of docs/limits.md.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7070", value_parser = Listen::read)]
    listen: Listen,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// The directory for all data; the user's data directory by default.
    #[arg(long, value_name = "DIRECTORY")]
    data_dir: Option<PathBuf>,
    #[command(flatten)]
    database: Database,
    /// A reverse proxy forwards requests to this server and names the client in X-Real-IP: the limits of a public server apply, wherever it
    /// listens.
    #[arg(long)]
    behind_proxy: bool,
    /// How many requests per second each address may make; 50 by default, unlimited if only this machine can connect.
    #[arg(long, value_name = "N", value_parser = whole::<u32>("requests", 1..=u64::MAX))]
    rate: Option<u32>,
    /// A host name of this server, such as zwick.example.org; can be repeated. Requests for other names are refused. By default, a server
    /// that only this machine can reach answers to the names of this machine, any other to all names.
    #[arg(long, value_name = "NAME")]
    host: Vec<HostName>,
    /// Another site whose pages may read what anyone may read, such as https://example.org; can be repeated. They can neither change
    /// anything nor use a token.
    #[arg(long, value_name = "ORIGIN")]
    cors: Vec<Origin>,
    /// The operator's secret: without it nobody can start jobs or clear databases, not even from this machine. If it is not set, everyone
    /// with an account on this machine can if only this machine can reach the server, and nobody otherwise.
    ///
    /// Other users of this machine can see the command line: --operator-file and ZWICK_OPERATOR hide the secret from them.
    #[arg(long, value_name = "SECRET", env = "ZWICK_OPERATOR", hide_env_values = true)]
    operator: Option<String>,
    /// The same, read from the first line of a file.
    #[arg(long, value_name = "FILE", conflicts_with = "operator")]
    operator_file: Option<PathBuf>,
    /// Remove games that nobody has opened, watched or changed for this many days, or keep them `forever`. By default, they are kept
    /// forever if only this machine can connect, and 90 days otherwise.
    #[arg(long, value_name = "DAYS")]
    keep_games: Option<Keep>,
    /// The most megabytes that the tables of morris may take on disk, which the page can have built; all that are free by default.
    #[arg(long, value_name = "MB", value_parser = whole::<u64>("tables-room", 1..=1_000_000))]
    tables_room: Option<u64>,
}

/// How long unused games are kept.
#[derive(Clone, Copy)]
struct Keep(Option<Duration>);

impl Keep {
    fn days(days: u32) -> Self {
        Self(Some(Duration::from_secs(24 * 60 * 60) * days))
    }
}

impl FromStr for Keep {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("forever", _) => Ok(Self(None)),
            (_, Ok(days @ 1..)) => Ok(Self::days(days)),
            _ => Err("expected a number of days, at least 1, or forever".to_owned()),
        }
    }
}

/// How many days a public server keeps unused games.
const USUAL_DAYS: u32 = 90;
/// Where to listen.
#[derive(Debug, Clone)]
struct Listen {
    /// What the name or address resolves to, IPv4 first; never empty.
    addresses: Vec<SocketAddr>,
}

impl Listen {
    fn read(text: &str) -> Result<Self, String> {
        const EXPECTED: &str = "expected ADDRESS:PORT such as 127.0.0.1:7070";
        let (name, port) = text.rsplit_once(':').ok_or(EXPECTED)?;
        if name.is_empty() || port.parse::<u16>().is_err() {
            return Err(EXPECTED.to_owned());
        }
        let found = text.to_socket_addrs().map_err(|error| format!("{EXPECTED}; {name} is unknown: {error}"))?;
        let mut addresses: Vec<SocketAddr> = found.collect();
        addresses.sort_by_key(SocketAddr::is_ipv6);
        if addresses.is_empty() { Err(format!("{EXPECTED}; {name} is unknown")) } else { Ok(Self { addresses }) }
    }

    fn is_local(&self) -> bool {
        self.addresses.iter().all(|address| address.ip().is_loopback())
    }

    /// The address to print where only one fits.
    fn first(&self) -> SocketAddr {
        self.addresses[0]
    }
}

/// Every connection is an open file, and many systems allow only 1,024 per program by default.
const OPEN_FILES: u64 = 10_000;

impl Arguments {
    /// Whether only this machine can reach the server.
    fn is_local(&self) -> bool {
        self.listen.is_local() && !self.behind_proxy
    }

    fn settings(&self) -> anyhow::Result<Settings> {
        let is_local = self.is_local();
        let mut limits = if is_local { Limits::local() } else { Limits::public() };
        limits.rate = self.rate.or(limits.rate);
        let operators = match self.secret()? {
            Some(secret) => Operators::Holders(secret),
            None if is_local => Operators::Everyone,
            None => Operators::Nobody,
        };
        let hosts = match (self.host.as_slice(), is_local) {
            ([], false) => Hosts::Any,
            (names, local) => Hosts::Only { names: names.to_vec(), local },
        };
        Ok(Settings {
            limits,
            hosts,
            guests: self.cors.clone(),
            is_behind_proxy: self.behind_proxy,
            operators,
            tables_room: self.tables_room.map(|megabytes| megabytes * 1_000_000),
            keep_games: self.keep_games.unwrap_or(if is_local { Keep(None) } else { Keep::days(USUAL_DAYS) }).0,
        })
    }

    /// The operator's secret, never empty.
    fn secret(&self) -> anyhow::Result<Option<String>> {
        let (secret, from) = match (&self.operator, &self.operator_file) {
            (Some(secret), _) => (secret.clone(), "--operator or ZWICK_OPERATOR".to_owned()),
            (None, Some(file)) => {
                let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
                (text.lines().next().unwrap_or("").to_owned(), file.display().to_string())
            }
            (None, None) => return Ok(None),
        };
        // Trimmed, because HTTP headers lose surrounding spaces.
        match secret.trim() {
            "" => Err(wrong_use(format_args!("{from}: expected the operator's secret, found nothing"))),
            secret => Ok(Some(secret.to_owned())),
        }
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    logging::start();
    if let Err(error) = rlimit::increase_nofile_limit(OPEN_FILES) {
        tracing::warn!(%error, "cannot raise the limit of open files");
    }
    if !arguments.is_local() {
        memory::use_few_arenas();
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(Limits::BLOCKING_THREADS)
        .build()?;
    runtime.block_on(serve(arguments, out))
}

async fn serve(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let settings = arguments.settings()?;
    let listener = match TcpListener::bind(arguments.listen.addresses.as_slice()).await {
        Ok(listener) => listener,
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => bail!(taken(arguments.listen.first())),
        Err(error) => return Err(error).with_context(|| format!("cannot listen on {}", arguments.listen.first())),
    };
    let directory = arguments.data_dir.clone().map_or_else(data_directory, Ok)?;
    let store = Store::open(&arguments.database.address(|| Ok(directory.clone()))?).await?;
    // A single client gets every core; the answers do not depend on it.
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let library = Library { tables: Some(tablebase::folder_in(&directory)), threads, ..Library::default() };
    let place = store.place().to_owned();
    let _claim = claim(&store);
    let address = format!("http://{}/", listener.local_addr()?);
    writeln!(out, "Zwickmühle is at {address}\nGames are stored in {place}. Press Ctrl-C to stop.")?;
    if settings.operators == Operators::Everyone {
        let can = "Everyone with an account on this machine can play here, start jobs and clear databases";
        writeln!(out, "{can}; to require a secret, use --operator-file FILE.")?;
    }
    out.flush()?;
    if arguments.open {
        open_browser(&address);
    }
    zwick_server::serve(listener, App::new(store, library, settings), stopped()).await;
    Ok(())
}

/// Warns if another server uses the same file: that works, but neither sees moves made at the other.
fn claim(store: &Store) -> Option<Claim> {
    match store.claim() {
        Ok(Some(claim)) => return Some(claim),
        Ok(None) => tracing::warn!(
            "another server uses {} too: spectators here do not see moves made there; to run several servers, share a PostgreSQL database",
            store.place()
        ),
        Err(error) => tracing::warn!(%error, "cannot determine whether another server uses {}", store.place()),
    }
    None
}

/// Returns once the user or the system asks the program to stop; a second request exits immediately.
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

/// Explains which program already uses the port.
fn taken(address: SocketAddr) -> String {
    let other = SocketAddr::new(address.ip(), address.port().checked_add(1).unwrap_or(7070));
    if is_zwick(address) {
        format!("Zwickmühle is already running: open http://{address}/, or start a second one with --listen {other}")
    } else {
        format!("another program is listening on {address}: choose another port, for example with --listen {other}")
    }
}

/// Whether the program listening there identifies itself as this one.
fn is_zwick(address: SocketAddr) -> bool {
    /// It may be waiting for a disk.
    const PATIENCE: Duration = Duration::from_secs(5);
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

/// Asks the system to open a page; if that fails, the user has the printed address.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_listens_at_names_and_addresses() {
        assert_eq!(Listen::read("127.0.0.1:7070").unwrap().first().to_string(), "127.0.0.1:7070");
        assert_eq!(Listen::read("[::1]:80").unwrap().first().to_string(), "[::1]:80");
        let localhost = Listen::read("localhost:7070").unwrap();
        assert!(localhost.is_local());
        assert_eq!(localhost.first().port(), 7070);
        assert!(!Listen::read("0.0.0.0:7070").unwrap().is_local());
        for wrong in ["7070", "localhost", "localhost:", ":7070", "localhost:70700", "127.0.0.1:http"] {
            assert_eq!(Listen::read(wrong).unwrap_err(), "expected ADDRESS:PORT such as 127.0.0.1:7070", "{wrong}");
        }
    }
}
