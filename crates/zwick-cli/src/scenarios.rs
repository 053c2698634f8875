//! `zwick scenarios`: ten positions with known best moves, and a protocol of each.

use std::io::Write;

use anyhow::bail;
use serde_json::json;
use zwick::scenarios::{ALL, Scenario};
use zwick::search::{Format, Observer, Protocol};
use zwick::{AnyMove, Game};

use crate::input::wrong_use;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only those of this game: connect-four or morris.
    game: Option<Game>,
    /// Only the one with this number, 1 to 5.
    number: Option<usize>,
    /// Tell every step of the searches.
    #[arg(long)]
    log: bool,
    /// Write JSON, one scenario a line.
    #[arg(long, conflicts_with = "log")]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let is_wanted = |scenario: &&Scenario| {
        arguments.game.is_none_or(|game| game == scenario.game)
            && arguments.number.is_none_or(|number| number == scenario.number)
    };
    let wanted: Vec<&Scenario> = ALL.iter().filter(is_wanted).collect();
    if wanted.is_empty() {
        return Err(wrong_use("expected connect-four or morris, and a number from 1 to 5"));
    }
    let mut failed = 0;
    for scenario in &wanted {
        let is_passed =
            if arguments.json { run_as_json(scenario, out)? } else { run_one(scenario, arguments.log, out)? };
        failed += usize::from(!is_passed);
    }
    if !arguments.json {
        writeln!(out, "{} of {} passed", wanted.len() - failed, wanted.len())?;
    }
    if failed > 0 {
        out.flush()?;
        bail!("{failed} of {} scenarios failed", wanted.len());
    }
    Ok(())
}

fn run_as_json(scenario: &Scenario, out: &mut dyn Write) -> anyhow::Result<bool> {
    let trial = scenario.run(None);
    let names = |moves: &[AnyMove]| moves.iter().map(ToString::to_string).collect::<Vec<_>>();
    let object = json!({
        "game": scenario.game.to_string(),
        "number": scenario.number,
        "title": scenario.title,
        "depth": scenario.depth,
        "best": names(&trial.best),
        "expected": names(&trial.answers),
        "score": trial.report.moves.first().map(|rated| rated.score.to_string()),
        "nodes": trial.report.nodes,
        "passed": trial.is_passed(),
    });
    writeln!(out, "{object}")?;
    Ok(trial.is_passed())
}

fn run_one(scenario: &Scenario, log: bool, out: &mut dyn Write) -> anyhow::Result<bool> {
    writeln!(out, "== {scenario}\n{:#}\n", scenario.start())?;
    let mut protocol = Protocol::new(&mut *out, Format::Text, 10_000);
    let trial = scenario.run(log.then_some(&mut protocol as &mut dyn Observer));
    protocol.finish()?;
    // Players of morris know these positions by the numbers of the points.
    let names = |moves: &[AnyMove]| moves.iter().map(|mv| format!("{mv:#}")).collect::<Vec<_>>().join(", ");
    let best = trial.report.moves.first().map_or_else(String::new, |rated| rated.score.to_string());
    writeln!(out, "looked ahead {} plies, {} positions", scenario.depth, trial.report.nodes)?;
    writeln!(out, "best moves   {}: {best}", names(&trial.best))?;
    writeln!(out, "expected     {}", names(&trial.answers))?;
    writeln!(out, "{}\n", if trial.is_passed() { "passed" } else { "FAILED" })?;
    Ok(trial.is_passed())
}
