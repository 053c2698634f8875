//! `zwick db export` and `zwick db import`: records as text, and the files of older programs.

use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use zwick::Game;
use zwick::older::{Program, table_name, table_phase};
use zwick::search::Limits;
use zwick_db::{Blocking, Export as Pieces, Format, Import as Files, ImportedFile};

use super::Database;
use crate::input::wrong_use;
use crate::progress::{bar, stopped_by_user};
use crate::words::counted;

#[derive(clap::Args)]
pub(crate) struct Export {
    /// Only this game; all games by default.
    game: Option<Game>,
    /// Write to this file, or to this folder for the tables of v2; standard output by default.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    layout: Layout,
    #[command(flatten)]
    database: Database,
}

#[derive(clap::Args)]
pub(crate) struct Import {
    /// The files to read, or a folder with the tables of v2; standard input by default or for -.
    files: Vec<PathBuf>,
    #[command(flatten)]
    layout: Layout,
    #[command(flatten)]
    database: Database,
}

#[derive(clap::Args)]
struct Layout {
    /// The format: jsonl (one JSON object per line), csv (with a header), v1 (data.txt of the older program V1: moves proven to win), v2 (the
    /// fourteen tables of V2, 00_table_1_3.txt to 13_table_40_42.txt) or v3 (values of morris, as V3 had them). By default what the file name says, else jsonl.
    #[arg(long, value_parser = read_format)]
    format: Option<Format>,
}

fn read_format(name: &str) -> Result<Format, String> {
    let names = Format::ALL.map(Format::name).join(", ");
    Format::named(name).ok_or_else(|| format!("expected one of {names}"))
}

pub(super) fn export(arguments: &Export, out: &mut dyn Write) -> anyhow::Result<()> {
    let named = arguments.file.as_deref().and_then(|path| Format::of_file(&name_of(path)));
    let format = arguments.layout.format.or(named).unwrap_or(Format::JsonLines);
    let open = arguments.database.open_existing()?;
    let store = &open.store;
    let pieces = || Pieces::new(store.store(), arguments.game, format);
    let (written, left_out) = match (&arguments.file, format) {
        (None, Format::Older(Program::V2)) => {
            return Err(wrong_use("expected --file FOLDER for the fourteen tables of v2, found none"));
        }
        (None, _) => {
            write(store, pieces()?, out)?;
            return Ok(());
        }
        (Some(folder), Format::Older(Program::V2)) => {
            fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
            let (mut written, mut left_out) = (0, 0);
            for phase in Program::V2.game().phases() {
                let table = write_file(store, pieces()?.of_phase(phase), &folder.join(table_name(phase)))?;
                (written, left_out) = (written + table.0, left_out + table.1);
            }
            (written, left_out)
        }
        (Some(path), _) => write_file(store, pieces()?, path)?,
    };
    let place = arguments.file.as_deref().unwrap_or(Path::new("-")).display();
    write!(out, "wrote {} to {place}", counted(written, "position", "positions"))?;
    if left_out > 0 {
        write!(out, ", without {left_out} that {} has no place for", format.name())?;
    }
    Ok(writeln!(out)?)
}

/// Writes an export to a file; returns how many records were written, and left out.
fn write_file(store: &Blocking, pieces: Pieces, path: &Path) -> anyhow::Result<(u64, u64)> {
    let mut file = BufWriter::new(File::create(path).with_context(|| format!("cannot write {}", path.display()))?);
    write(store, pieces, &mut file)
}

fn write(store: &Blocking, mut pieces: Pieces, out: &mut dyn Write) -> anyhow::Result<(u64, u64)> {
    while let Some(piece) = store.wait(pieces.next())? {
        out.write_all(piece.as_bytes())?;
    }
    out.flush()?;
    Ok((pieces.written(), pieces.left_out()))
}

pub(super) fn import(arguments: &Import, out: &mut dyn Write) -> anyhow::Result<()> {
    let format = arguments.layout.format;
    let files = match arguments.files.as_slice() {
        [] => vec![standard_input()?],
        paths => {
            let read = paths.iter().map(|path| read_path(path, format)).collect::<anyhow::Result<Vec<_>>>()?;
            read.into_iter().flatten().collect()
        }
    };
    let files = Files::read(&files, format)?;
    let read = counted(files.len(), "position", "positions");
    let stop = stopped_by_user()?;
    let shown = bar(files.len() as u64, "positions");
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let limits = Limits { stop: Some(&stop), ..Limits::default() };
    let examined = files.examine(threads, &limits, &|done| shown.set_position(done));
    shown.finish_and_clear();
    let Some(examined) = examined? else {
        anyhow::bail!("stopped; nothing was imported");
    };
    let open = arguments.database.open()?;
    let saved = open.store.wait(open.store.store().import(&examined))?;
    Ok(writeln!(out, "read {read}, saved {saved} that were new or better")?)
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn standard_input() -> anyhow::Result<ImportedFile> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
    Ok(ImportedFile { name: String::new(), bytes })
}

/// A file, or all tables in a folder.
fn read_path(path: &Path, format: Option<Format>) -> anyhow::Result<Vec<ImportedFile>> {
    if path == Path::new("-") {
        return Ok(vec![standard_input()?]);
    }
    let cannot = || format!("cannot read {}", path.display());
    if !path.is_dir() {
        let bytes = fs::read(path).with_context(cannot)?;
        return Ok(vec![ImportedFile { name: path.display().to_string(), bytes }]);
    }
    if format.is_some_and(|format| format != Format::Older(Program::V2)) {
        return Err(wrong_use(format_args!("{}: expected a file, found a folder", path.display())));
    }
    let entries: Vec<PathBuf> =
        fs::read_dir(path).with_context(cannot)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    let mut names: Vec<String> = entries.iter().map(|entry| name_of(entry)).collect();
    names.sort();
    let unknown: Vec<&str> = names.iter().map(String::as_str).filter(|name| table_phase(name).is_none()).collect();
    if !unknown.is_empty() || names.is_empty() {
        let found = if names.is_empty() { "none".to_owned() } else { unknown.join(", ") };
        let expected = "tables of v2, 00_table_1_3.txt to 13_table_40_42.txt";
        anyhow::bail!("{}: expected {expected}, found {found}", path.display());
    }
    let read = names.iter().map(|name| read_path(&path.join(name), Some(Format::Older(Program::V2))));
    Ok(read.collect::<anyhow::Result<Vec<_>>>()?.into_iter().flatten().collect())
}
