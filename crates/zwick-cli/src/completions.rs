//! `zwick completions`: shell completions of our commands and options.

use std::io::Write;

use clap_complete::Shell;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The shell.
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments, mut command: clap::Command, out: &mut dyn Write) -> anyhow::Result<()> {
    // Written here, because the generator panics on a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "zwick", &mut script);
    Ok(out.write_all(&script)?)
}
