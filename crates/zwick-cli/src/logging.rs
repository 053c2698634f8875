//! Logging of long-running commands on standard error: warnings, or what `ZWICK_LOG` selects.

use std::io::{self, IsTerminal};

use tracing_subscriber::EnvFilter;

/// Lost connections and returned pieces are logged by our own code, so the libraries below stay quiet about them.
const USUAL: &str = "warn,sqlx=error,sqlx_core=error,graphile_worker=error";

pub(crate) fn start() {
    let filter = EnvFilter::try_from_env("ZWICK_LOG").unwrap_or_else(|_| EnvFilter::new(USUAL));
    let is_terminal = io::stderr().is_terminal();
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(is_terminal).init();
}
