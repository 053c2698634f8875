//! `zwick convert`: from one notation to another.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use zwick::{AnyPosition, DrawRules, Game, GameText, Position};

use crate::input::{read_record, read_text, wrong_use};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game, such as connect-four, connect-four:8x7, morris or morris:lasker.
    game: Game,
    /// Moves, a position text, a picture or a game text; by default read from the file or from standard input.
    text: Option<String>,
    /// Read this file instead; - means standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    file: Option<PathBuf>,
    /// What to write.
    #[arg(long, value_name = "FORMAT")]
    to: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// The list of moves: 4435, d6 f4 a4-a7xb6.
    Moves,
    /// The list of moves with the points of morris as numbers: 9 11 7 -> 0 (8).
    Numbers,
    /// The last position in one line.
    Position,
    /// The last position as a picture.
    Picture,
    /// The game text: tags, moves, comments, result.
    Game,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let text = match &arguments.text {
        Some(text) => text.clone(),
        None => read_text(arguments.file.as_deref())?,
    };
    let game = read_game(arguments.game, &text)?;
    match arguments.to {
        Format::Moves => writeln!(out, "{}", moves(&game, ToString::to_string)?)?,
        Format::Numbers => writeln!(out, "{}", moves(&game, |mv| format!("{mv:#}"))?)?,
        Format::Position => writeln!(out, "{}", game.record.position())?,
        Format::Picture => writeln!(out, "{:#}", game.record.position())?,
        Format::Game => write!(out, "{game}")?,
    }
    Ok(())
}

/// Reads a game text, or anything that denotes a position.
fn read_game(game: Game, text: &str) -> anyhow::Result<GameText> {
    if !text.trim_start().starts_with('[') {
        return Ok(GameText::new(read_record(game, text, DrawRules::default())?));
    }
    let read: GameText = text.parse().map_err(wrong_use)?;
    if read.game() == game {
        Ok(read)
    } else {
        Err(wrong_use(format_args!("expected a game of {game}, found one of {}", read.game())))
    }
}

/// The list of moves of a game that starts at the standard start.
fn moves(game: &GameText, write: impl Fn(&<AnyPosition as Position>::Move) -> String) -> anyhow::Result<String> {
    let start = game.record.start();
    if *start != AnyPosition::start(game.game()) {
        return Err(wrong_use(format_args!(
            "a list of moves must begin at the standard start, found {start}; use --to game to keep it"
        )));
    }
    let words: Vec<String> = game.record.moves().iter().map(write).collect();
    Ok(words.join(start.separator()))
}
