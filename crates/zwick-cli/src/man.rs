//! `zwick man`: manual pages of all commands.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The directory to write to, created if it does not exist; read a page with `man -l DIRECTORY/zwick.1`.
    directory: PathBuf,
}

pub(crate) fn run(arguments: &Arguments, command: clap::Command, out: &mut dyn Write) -> anyhow::Result<()> {
    let directory = &arguments.directory;
    let write = || {
        std::fs::create_dir_all(directory)?;
        clap_mangen::generate_to(command, directory)
    };
    write().with_context(|| format!("cannot write to {}", directory.display()))?;
    writeln!(out, "manual pages of all commands are in {}", directory.display())?;
    Ok(())
}
