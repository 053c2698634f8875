//! `zwick tablebase probe`: what the tables say about a position.

use std::io::Write;
use std::path::PathBuf;

use zwick::morris::{Rules, Tablebase};
use zwick::search::Limits;
use zwick::{ForRules, Morris, Position, analyze};

use super::Place;
use crate::input::wrong_use;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Moves from the start, or a position text.
    position: String,
    #[command(flatten)]
    place: Place,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let folder = arguments.place.existing_folder()?;
    arguments.place.rules.run(Probe { text: &arguments.position, folder, out })
}

struct Probe<'a> {
    text: &'a str,
    folder: PathBuf,
    out: &'a mut dyn Write,
}

impl ForRules for Probe<'_> {
    type Output = anyhow::Result<()>;

    fn run<R: Rules>(self) -> anyhow::Result<()> {
        let Self { text, folder, out } = self;
        let position: Morris<R> = text.parse().map_err(wrong_use)?;
        let mut tables = Tablebase::<R>::open(&folder)?;
        let analysis = analyze(&mut tables, &position, &Limits::default())?;
        writeln!(out, "{position:#}\n")?;
        writeln!(out, "result     {} for {}", analysis.answer.verdict, position.side_name(position.turn()))?;
        for rated in &analysis.moves {
            writeln!(out, "  {:<8} {}", rated.mv.to_string(), rated.answer.verdict)?;
        }
        Ok(())
    }
}
