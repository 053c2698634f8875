//! `zwick tablebase move` and `delete`: the folder of the tables as a whole.

use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::bail;
use zwick::morris::{delete_tables, move_tables};

use super::{Place, in_words};

#[derive(clap::Args)]
pub(crate) struct MoveArguments {
    /// The new folder, which may not have other files in it.
    #[arg(value_name = "FOLDER")]
    to: PathBuf,
    #[command(flatten)]
    place: Place,
}

#[derive(clap::Args)]
pub(crate) struct DeleteArguments {
    /// Do not ask first.
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    place: Place,
}

pub(crate) fn relocate(arguments: &MoveArguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let folder = arguments.place.existing_folder()?;
    let bytes = move_tables(&folder, &arguments.to)?;
    writeln!(out, "{}: {} moved; {} is a link to it now", arguments.to.display(), in_words(bytes), folder.display())?;
    Ok(())
}

pub(crate) fn delete(arguments: &DeleteArguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let folder = arguments.place.existing_folder()?;
    if !arguments.yes {
        if !std::io::stdin().is_terminal() {
            bail!("this deletes all tables of these rules in {}: add --yes if you mean it", folder.display());
        }
        write!(out, "Delete all tables of these rules in {}? [y/N] ", folder.display())?;
        out.flush()?;
        let mut answer = String::new();
        std::io::stdin().lock().read_line(&mut answer)?;
        if !answer.trim().eq_ignore_ascii_case("y") {
            return Ok(writeln!(out, "nothing was deleted")?);
        }
    }
    let bytes = delete_tables(&folder, arguments.place.rules.name())?;
    writeln!(out, "{}: {} deleted", folder.display(), in_words(bytes))?;
    Ok(())
}
