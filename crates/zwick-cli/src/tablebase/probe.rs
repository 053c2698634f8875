//! `zwick tablebase probe`: what the tables say about a position.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use zwick::morris::{Rules, Tablebase};
use zwick::search::Limits;
use zwick::wire;
use zwick::{AnyMove, AnyPosition, Game, Morris, Position, Record, Scale, analyze};

use super::OnTables;
use crate::input::wrong_use;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Moves from the start, or a position text.
    position: String,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

impl OnTables for Arguments {
    fn run<R: Rules>(&self, folder: PathBuf, game: Game, out: &mut dyn Write) -> anyhow::Result<()> {
        let position: Morris<R> = self.position.parse().map_err(wrong_use)?;
        let mut tables = Tablebase::<R>::open(&folder)?;
        let started = Instant::now();
        let analysis = analyze(&mut tables, &position, &Limits::default())?;
        if self.json {
            let analysis = analysis.map(AnyMove::from);
            let position = AnyPosition::read(game, &position.to_string())?;
            let milliseconds = started.elapsed().as_secs_f64() * 1e3;
            let told = wire::Analysis::of(&Record::new(position), &analysis, &[], 0, milliseconds);
            return Ok(writeln!(out, "{}", serde_json::to_string(&told)?)?);
        }
        writeln!(out, "{position:#}\n")?;
        let scale = Scale::of(game);
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
