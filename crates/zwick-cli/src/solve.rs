//! `zwick solve`: what a position of Connect Four is worth, and how to play it.

use std::io::Write;
use std::time::Instant;

use zwick::search::Limits;
use zwick::wire;
use zwick::{Analyst, Oracle, Position, Record, Scale, Value, analyze, best_line};

use crate::analyze::written;
use crate::input::read_position;
use crate::score::{Board, Effort};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Moves from the start, or a position text; the empty board by default.
    #[arg(default_value = "")]
    position: String,
    /// Write JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    board: Board,
    #[command(flatten)]
    effort: Effort,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = read_position(arguments.board.size, &arguments.position)?;
    let mut analyst = Analyst::new(arguments.effort.library()?);
    let unlimited = Limits::default();
    let started = Instant::now();
    let answer = analyst.ask(&position, &unlimited)?;
    let (nodes, milliseconds) = (analyst.nodes(), started.elapsed().as_secs_f64() * 1e3);
    let analysis = analyze(&mut analyst, &position, &unlimited)?;
    let first = analysis.best_moves().next();
    let line = first.map_or_else(Vec::new, |first| best_line(&mut analyst, &position, first, usize::MAX, &unlimited));
    if arguments.json {
        let told = wire::Analysis::of(&Record::new(position), &analysis, &line, nodes, milliseconds);
        return Ok(writeln!(out, "{}", serde_json::to_string(&told)?)?);
    }
    let scale = Scale::of(position.game());
    let score = |value: Option<Value>| value.and_then(|value| position.score_of(value)).unwrap_or(0);

    writeln!(out, "{position:#}\n")?;
    writeln!(out, "result  {} for {}", scale.tell(answer.verdict), position.side_name(position.turn()))?;
    writeln!(out, "score   {}", score(answer.verdict.value()))?;
    for rated in analysis.moves() {
        let verdict = rated.answer.verdict;
        let told = scale.tell(verdict);
        writeln!(out, "  {:<5} {:+} {told}", rated.mv.to_string(), score(verdict.value()))?;
    }
    if !line.is_empty() {
        writeln!(out, "line    {}", written(&position, &line))?;
    }
    writeln!(out, "source  {}", answer.source)?;
    writeln!(out, "nodes   {nodes}\ntime    {milliseconds:.1} ms")?;
    Ok(())
}
