//! `zwick show`: a position as picture and text, with its moves and its result.

use std::io::Write;

use zwick::wire::State;
use zwick::{AnyPosition, DrawRules, Game, Outcome, Position, Record};

use crate::input::read_record;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game, such as connect-four, connect-four:8x7, morris or morris:lasker.
    game: Game,
    /// Moves from the start, or a position text; the start by default.
    #[arg(default_value = "")]
    position: String,
    /// When a list of moves ends in a draw: "repetition 50" (the same position three times, 50 moves without a mill),
    /// "repetition", a number of moves, or "off".
    #[arg(long, value_name = "RULES", default_value_t = DrawRules::default())]
    draws: DrawRules,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let record = read_record(arguments.game, &arguments.position, arguments.draws)?;
    let position = record.position();
    let moves: Vec<String> = position.legal_moves().map(|mv| mv.to_string()).collect();
    if arguments.json {
        return Ok(writeln!(out, "{}", serde_json::to_string(&State::of(&record))?)?);
    }
    writeln!(out, "{position:#}\n")?;
    writeln!(out, "position  {position}")?;
    match result(&record) {
        Some(result) => writeln!(out, "result    {result}")?,
        None => writeln!(out, "moves     {}", moves.join(" "))?,
    }
    Ok(())
}

/// Who won and why, in words; `None` while the game is unfinished.
fn result(record: &Record<AnyPosition>) -> Option<String> {
    let ending = record.ending()?;
    let winner = match ending.outcome {
        Outcome::Win(side) => format!("{} wins", record.position().side_name(side)),
        Outcome::Draw => "draw".to_owned(),
    };
    Some(format!("{winner}: {}", ending.reason))
}
