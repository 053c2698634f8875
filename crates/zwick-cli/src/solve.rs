//! `zwick solve`: what a position of Connect Four is worth, and how to play it.

use std::io::Write;
use std::time::Instant;

use zwick::search::Limits;
use zwick::{Analyst, Oracle, Position, Value, analyze, best_line};

use crate::analyze::{to_json, written};
use crate::input::read_position;
use crate::score::{Board, Effort};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Moves from the start, or a position text; the empty board if left out.
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
    if arguments.json {
        let line = best_line(&mut analyst, &position, usize::MAX, &unlimited)?;
        let mut object = to_json(&position, &analysis, &line, milliseconds);
        object["nodes"] = nodes.into();
        return Ok(writeln!(out, "{object}")?);
    }
    let score = |value: Option<Value>| value.and_then(|value| position.score_of(value)).unwrap_or(0);

    writeln!(out, "{position:#}\n")?;
    writeln!(out, "result  {} for {}", answer.verdict, position.side_name(position.turn()))?;
    writeln!(out, "score   {}", score(answer.verdict.value()))?;
    for rated in &analysis.moves {
        let verdict = rated.answer.verdict;
        writeln!(out, "  {:<5} {:+} {verdict}", rated.mv.to_string(), score(verdict.value()))?;
    }
    if !analysis.moves.is_empty() {
        let line = best_line(&mut analyst, &position, usize::MAX, &unlimited)?;
        writeln!(out, "line    {}", written(&position, &line))?;
    }
    writeln!(out, "source  {}", answer.source)?;
    writeln!(out, "nodes   {nodes}\ntime    {milliseconds:.1} ms")?;
    Ok(())
}
