//! `zwick openapi`: the description of the HTTP API, for generators of clients.

use std::io::Write;

pub(crate) fn run(out: &mut dyn Write) -> anyhow::Result<()> {
    Ok(writeln!(out, "{}", zwick_server::openapi().to_pretty_json()?)?)
}
