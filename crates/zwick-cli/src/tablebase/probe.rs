//! `zwick tablebase probe`: what the tables say about a position.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use zwick::morris::{Rules, Tablebase};
use zwick::search::Limits;
use zwick::wire;
use zwick::{AnyMove, AnyPosition, ForRules, Game, Morris, Position, Record, Scale, analyze};

use super::Place;
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
        let started = Instant::now();
        let analysis = analyze(&mut tables, &position, &Limits::default())?;
        if arguments.json {
            let analysis = analysis.map(AnyMove::from);
            let position = AnyPosition::read(Game::morris(arguments.place.rules), &position.to_string())?;
            let milliseconds = started.elapsed().as_secs_f64() * 1e3;
            let told = wire::Analysis::of(&Record::new(position), &analysis, &[], milliseconds);
            return Ok(writeln!(out, "{}", serde_json::to_string(&told)?)?);
        }
        writeln!(out, "{position:#}\n")?;
        let scale = Scale::of(Game::morris(arguments.place.rules));
        writeln!(
            out,
            "result     {} for {}",
            scale.tell(analysis.answer().verdict),
            position.side_name(position.turn())
        )?;
        for rated in analysis.moves() {
            writeln!(out, "  {:<8} {}", rated.mv.to_string(), scale.tell(rated.answer.verdict))?;
        }
        Ok(())
    }
}
