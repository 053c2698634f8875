//! `zwick tablebase probe`: what the tables say about a position.

use std::io::Write;
use std::path::PathBuf;

use serde_json::json;
use zwick::morris::{Rules, Tablebase};
use zwick::search::Limits;
use zwick::{ForRules, Morris, Position, analyze};

use super::Place;
use crate::analyze::add_answer;
use crate::input::wrong_use;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Moves from the start, or a position text.
    position: String,
    /// Write JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: Place,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let folder = arguments.place.existing_folder()?;
    arguments.place.rules.run(Probe { arguments, folder, out })
}

struct Probe<'a> {
    arguments: &'a Arguments,
    folder: PathBuf,
    out: &'a mut dyn Write,
}

impl ForRules for Probe<'_> {
    type Output = anyhow::Result<()>;

    fn run<R: Rules>(self) -> anyhow::Result<()> {
        let Self { arguments, folder, out } = self;
        let position: Morris<R> = arguments.position.parse().map_err(wrong_use)?;
        let mut tables = Tablebase::<R>::open(&folder)?;
        let analysis = analyze(&mut tables, &position, &Limits::default())?;
        if arguments.json {
            let moves = analysis.moves.iter().map(|rated| {
                let mut object = json!({ "move": rated.mv.to_string() });
                add_answer(&mut object, &rated.answer, |_| None);
                object
            });
            let turn = position.side_name(position.turn());
            let mut object =
                json!({ "position": position.to_string(), "turn": turn, "moves": moves.collect::<Vec<_>>() });
            add_answer(&mut object, &analysis.answer, |_| None);
            return Ok(writeln!(out, "{object}")?);
        }
        writeln!(out, "{position:#}\n")?;
        writeln!(out, "result     {} for {}", analysis.answer.verdict, position.side_name(position.turn()))?;
        for rated in &analysis.moves {
            writeln!(out, "  {:<8} {}", rated.mv.to_string(), rated.answer.verdict)?;
        }
        Ok(())
    }
}
