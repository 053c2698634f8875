//! Input of commands: positions and records from arguments, texts from files and standard input.

use std::io::{self, Read};
use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::Context;
use zwick::{AnyPosition, DrawRules, Game, Record};

/// A usage error: exit code 2.
#[derive(Debug)]
pub(crate) struct WrongUse(String);

impl std::fmt::Display for WrongUse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WrongUse {}

/// An error that exits with code 2.
pub(crate) fn wrong_use(message: impl std::fmt::Display) -> anyhow::Error {
    anyhow::Error::new(WrongUse(message.to_string()))
}

/// The position given by an argument.
pub(crate) fn read_position(game: Game, text: &str) -> anyhow::Result<AnyPosition> {
    AnyPosition::read(game, text).map_err(wrong_use)
}

/// The game so far given by an argument.
pub(crate) fn read_record(game: Game, text: &str, draws: DrawRules) -> anyhow::Result<Record<AnyPosition>> {
    AnyPosition::read_record(game, text, draws).map_err(wrong_use)
}

/// The whole text of a file, or of standard input for `None` and `-`.
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

/// A parser of whole numbers in a range for the command line; its errors say what the number counts.
pub(crate) fn whole<T: TryFrom<u64> + 'static>(
    what: &'static str,
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text: &str| {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(format!("expected a whole number of {what}"));
        }
        let (least, most) = range.clone().into_inner();
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| match most {
            u64::MAX => format!("expected {least} or more {what}"),
            _ => format!("expected {least} to {most} {what}"),
        })
    }
}

/// The parser of random seeds for the command line.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "expected a whole number".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_refused_with_what_they_count() {
        assert_eq!(whole::<u32>("plies", 1..=64)("64"), Ok(64));
        assert_eq!(whole::<u32>("plies", 1..=64)("65"), Err("expected 1 to 64 plies".to_owned()));
        assert_eq!(whole::<u64>("games", 1..=u64::MAX)("0"), Err("expected 1 or more games".to_owned()));
        for wrong in ["x", "", "-1", "1.5"] {
            assert_eq!(whole::<u64>("games", 1..=u64::MAX)(wrong), Err("expected a whole number of games".to_owned()));
        }
        assert_eq!(
            whole::<u16>("threads", 1..=256)("99999999999999999999"),
            Err("expected 1 to 256 threads".to_owned())
        );
    }
}
