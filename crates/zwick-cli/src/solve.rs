//! `zwick solve`: what a position of Connect Four is worth, and how to play it.

use std::io::Write;
use std::time::Instant;

use zwick::connect_four::{Column, Solver};
use zwick::{ConnectFour, Position};

use crate::input::wrong_use;
use crate::score::Effort;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Moves from the start, or a position text; the empty board if left out.
    #[arg(default_value = "")]
    position: String,
    #[command(flatten)]
    effort: Effort,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let position: ConnectFour = arguments.position.parse().map_err(wrong_use)?;
    let mut solver = arguments.effort.solver();
    let started = Instant::now();
    let score = solver.solve(&position);
    let moves = best_first(&mut solver, &position);
    let (nodes, milliseconds) = (solver.nodes(), started.elapsed().as_secs_f64() * 1e3);

    writeln!(out, "{position:#}\n")?;
    let value = Solver::value_of(&position, score);
    writeln!(out, "result  {value} for {}", position.side_name(position.turn()))?;
    writeln!(out, "score   {score}")?;
    for (column, score) in &moves {
        writeln!(out, "  {column}     {score:+} {}", Solver::value_of(&position, *score))?;
    }
    if !moves.is_empty() {
        writeln!(out, "line    {}", best_line(&mut solver, position))?;
    }
    writeln!(out, "nodes   {nodes}\ntime    {milliseconds:.1} ms")?;
    Ok(())
}

/// Every move with its score, best first.
fn best_first(solver: &mut Solver, position: &ConnectFour) -> Vec<(Column, i32)> {
    if position.ending().is_some() {
        return Vec::new();
    }
    let mut moves = solver.score_moves(position);
    moves.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
    moves
}

/// How the game goes on if both sides play their best.
fn best_line(solver: &mut Solver, mut position: ConnectFour) -> String {
    let mut line = String::new();
    while let Some((column, _)) = best_first(solver, &position).first() {
        line += &column.to_string();
        position.play_unchecked(*column);
    }
    line
}
