//! `zwick show`: a position as picture and text, with its moves and its result.

use std::io::Write;
use std::path::PathBuf;

use zwick::search::Limits;
use zwick::wire::State;
use zwick::{Analyst, DrawRules, Game, Position, Scale, analyze};

use crate::input::read_record;
use crate::play::PATIENCE;
use crate::words::{Row, Speech};
use crate::{board, tablebase, values};

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
    /// Show the value of every move, best first; `zwick analyze` says more about them.
    #[arg(long, conflicts_with = "json")]
    values: bool,
    /// The folder with the tables of morris, for the values; that of `zwick tablebase build` by default.
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// Write JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    speech: Speech,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let record = read_record(arguments.game, &arguments.position, arguments.draws)?;
    let position = record.position();
    let moves: Vec<String> = position.legal_moves().map(|mv| mv.to_string()).collect();
    if arguments.json {
        return Ok(writeln!(out, "{}", serde_json::to_string(&State::of(&record))?)?);
    }
    let words = arguments.speech.words();
    writeln!(out, "{}\n", board::with_turn(position, words))?;
    writeln!(out, "{:<9} {position}", words.row(Row::Position))?;
    match record.ending() {
        Some(ending) => writeln!(out, "{:<9} {}", words.row(Row::Result), words.ending(position, ending))?,
        None => writeln!(out, "{:<9} {}", words.row(Row::Moves), moves.join(" "))?,
    }
    if arguments.values {
        let mut analyst = Analyst::new(tablebase::library(arguments.tables.as_deref()));
        let limits = Limits { time: Some(PATIENCE), ..Limits::default() };
        for rated in analyze(&mut analyst, position, &limits)?.moves() {
            writeln!(out, "{}", values::line(words, Scale::of(arguments.game), rated))?;
        }
    }
    Ok(())
}
