//! `zwick scenarios`: ten positions with known best moves, and a log of each search.

use std::io::Write;

use anyhow::bail;
use zwick::scenarios::{ALL, Scenario};
use zwick::search::{Format, Observer, Protocol};
use zwick::wire::Thought;
use zwick::{AnyMove, Game, Scale};
use zwick_server::answers;

use crate::input::wrong_use;
use crate::words::counted;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only the scenarios of this game: connect-four or morris.
    game: Option<Game>,
    /// Only the scenario with this number, 1 to 5.
    #[arg(value_parser = number)]
    number: Option<usize>,
    /// Print every step of the searches.
    #[arg(long)]
    log: bool,
    /// Write JSON, one scenario per line.
    #[arg(long, conflicts_with = "log")]
    json: bool,
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "expected a number from 1 to 5".to_owned())
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
    let mut object = serde_json::to_value(answers::Scenario::of(scenario))?;
    object["best"] = trial.best.iter().map(ToString::to_string).collect();
    object["passed"] = trial.is_passed().into();
    object["report"] = serde_json::to_value(Thought::of(&trial.report, Scale::of(scenario.game)))?;
    writeln!(out, "{object}")?;
    Ok(trial.is_passed())
}

fn run_one(scenario: &Scenario, log: bool, out: &mut dyn Write) -> anyhow::Result<bool> {
    writeln!(out, "== {scenario}\n{:#}\n", scenario.start())?;
    let scale = Scale::of(scenario.game);
    let mut protocol = Protocol::new(&mut *out, Format::Text, 10_000, scale);
    let trial = scenario.run(log.then_some(&mut protocol as &mut dyn Observer));
    protocol.finish()?;
    // Players of morris know these positions by point numbers.
    let names = |moves: &[AnyMove]| moves.iter().map(|mv| format!("{mv:#}")).collect::<Vec<_>>().join(", ");
    let best = trial.report.moves.first().map_or_else(String::new, |rated| scale.words(rated.score()));
    let depth = counted(scenario.depth, "ply", "plies");
    writeln!(out, "searched     {depth}, {}", counted(trial.report.nodes, "node", "nodes"))?;
    writeln!(out, "best moves   {}: {best}", names(&trial.best))?;
    writeln!(out, "expected     {}", names(&trial.answers))?;
    writeln!(out, "{}\n", if trial.is_passed() { "passed" } else { "FAILED" })?;
    Ok(trial.is_passed())
}
