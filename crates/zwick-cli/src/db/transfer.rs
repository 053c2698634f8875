//! `zwick db export` and `zwick db import`: records as text.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::ValueEnum;
use zwick::Game;
use zwick_db::{Evaluation, Format, Reader, Writer};

use super::Database;
use crate::words::counted;

/// Records read or written at a time.
const BATCH: usize = 5_000;

#[derive(clap::Args)]
pub(super) struct Export {
    /// Only this game; all games by default.
    game: Option<Game>,
    /// Write to this file; standard output by default.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    layout: Layout,
    #[command(flatten)]
    database: Database,
}

#[derive(clap::Args)]
pub(super) struct Import {
    /// The file to read; standard input by default or for -.
    file: Option<PathBuf>,
    #[command(flatten)]
    layout: Layout,
    #[command(flatten)]
    database: Database,
}

#[derive(clap::Args)]
struct Layout {
    /// The format; by default what the file name says, else JSON lines.
    #[arg(long)]
    format: Option<Name>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Name {
    /// One JSON object per line.
    Jsonl,
    /// Comma-separated values with a header.
    Csv,
}

impl Layout {
    fn format(&self, file: Option<&Path>) -> Format {
        let is_csv = match self.format {
            Some(name) => matches!(name, Name::Csv),
            None => file.and_then(Path::extension).is_some_and(|extension| extension == "csv"),
        };
        if is_csv { Format::Csv } else { Format::JsonLines }
    }
}

pub(super) fn export(arguments: &Export, out: &mut dyn Write) -> anyhow::Result<()> {
    let open = arguments.database.open_existing()?;
    let store = &open.store;
    let format = arguments.layout.format(arguments.file.as_deref());
    let mut file;
    let target: &mut dyn Write = match &arguments.file {
        None => &mut *out,
        Some(path) => {
            file = BufWriter::new(File::create(path).with_context(|| format!("cannot write {}", path.display()))?);
            &mut file
        }
    };
    let mut writer = Writer::new(target, format)?;
    let written = store.export(arguments.game, &mut writer)?;
    writer.finish()?;
    if let Some(path) = &arguments.file {
        let written = counted(written, "position", "positions");
        writeln!(out, "wrote {written} to {}", path.display())?;
    }
    Ok(())
}

pub(super) fn import(arguments: &Import, out: &mut dyn Write) -> anyhow::Result<()> {
    let input: Box<dyn BufRead> = match &arguments.file {
        Some(path) if path != Path::new("-") => {
            Box::new(BufReader::new(File::open(path).with_context(|| format!("cannot read {}", path.display()))?))
        }
        _ => Box::new(BufReader::new(std::io::stdin())),
    };
    let open = arguments.database.open()?;
    let (mut read, mut saved) = (0, 0);
    let mut save = |batch: &mut Vec<Evaluation>| -> anyhow::Result<()> {
        saved += open.store.wait(open.store.store().save(batch))?;
        read += batch.len();
        batch.clear();
        Ok(())
    };
    let mut batch = Vec::new();
    let mut result = Ok(());
    for record in Reader::new(input, arguments.layout.format(arguments.file.as_deref())) {
        match record {
            Ok(record) => batch.push(record),
            Err(error) => {
                result = Err(error);
                break;
            }
        }
        if batch.len() >= BATCH {
            save(&mut batch)?;
        }
    }
    save(&mut batch)?;
    let read = counted(read, "position", "positions");
    writeln!(out, "read {read}, saved {saved} that were new or better")?;
    // Printed before the error, if any.
    out.flush()?;
    Ok(result?)
}
