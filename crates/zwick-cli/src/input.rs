//! What commands read: positions and records from arguments, texts from files and standard input.

use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;
use zwick::{AnyPosition, DrawRules, Game, Record};

/// The user asked for something that cannot be: exit code 2.
#[derive(Debug)]
pub(crate) struct WrongUse(String);

impl std::fmt::Display for WrongUse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WrongUse {}

/// An error that ends the program with exit code 2.
pub(crate) fn wrong_use(message: impl std::fmt::Display) -> anyhow::Error {
    anyhow::Error::new(WrongUse(message.to_string()))
}

/// The position an argument tells of.
pub(crate) fn read_position(game: Game, text: &str) -> anyhow::Result<AnyPosition> {
    AnyPosition::read(game, text).map_err(wrong_use)
}

/// The game so far an argument tells of.
pub(crate) fn read_record(game: Game, text: &str, draws: DrawRules) -> anyhow::Result<Record<AnyPosition>> {
    AnyPosition::read_record(game, text, draws).map_err(wrong_use)
}

/// The whole text of a file, or of standard input for none and `-`.
pub(crate) fn read_text(file: Option<&Path>) -> anyhow::Result<String> {
    match file {
        Some(path) if path != Path::new("-") => {
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
        }
        _ => {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
            Ok(text)
        }
    }
}
