//! `zwick tablebase move` and `delete`: the folder of the tables as a whole.

use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::bail;
use zwick::Game;
use zwick::morris::{Rules, delete_tables, move_tables};

use super::{OnTables, in_words};

#[derive(clap::Args)]
pub(crate) struct MoveArguments {
    /// The new folder, which may not have other files in it.
    #[arg(value_name = "FOLDER")]
    to: PathBuf,
}

#[derive(clap::Args)]
pub(crate) struct DeleteArguments {
    /// Do not ask first.
    #[arg(long)]
    yes: bool,
}

impl OnTables for MoveArguments {
    fn run<R: Rules>(&self, folder: PathBuf, _: Game, out: &mut dyn Write) -> anyhow::Result<()> {
        let bytes = move_tables(&folder, &self.to)?;
        writeln!(out, "{}: {} moved; {} is a link to it now", self.to.display(), in_words(bytes), folder.display())?;
        Ok(())
    }
}

impl OnTables for DeleteArguments {
    fn run<R: Rules>(&self, folder: PathBuf, _: Game, out: &mut dyn Write) -> anyhow::Result<()> {
        if !self.yes {
            let question = format!("all tables of the rules {} in {}", R::NAME, folder.display());
            if !std::io::stdin().is_terminal() {
                bail!("this deletes {question}: add --yes if you mean it");
            }
            write!(out, "Delete {question}? [y/N] ")?;
            out.flush()?;
            let mut answer = String::new();
            std::io::stdin().lock().read_line(&mut answer)?;
            if !answer.trim().eq_ignore_ascii_case("y") {
                return Ok(writeln!(out, "nothing was deleted")?);
            }
        }
        let bytes = delete_tables(&folder, R::NAME)?;
        writeln!(out, "{}: {} deleted", folder.display(), in_words(bytes))?;
        Ok(())
    }
}
