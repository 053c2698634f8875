//! `zwick perft`: how many move sequences of a given length there are.

use std::io::Write;

use serde_json::json;
use zwick::Game;

use crate::input::{read_position, whole};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game, such as connect-four, connect-four:8x7, morris or morris:lasker.
    game: Game,
    /// The length in moves; every smaller length is counted as well.
    #[arg(value_parser = whole::<u32>("moves", 1..=64))]
    depth: u32,
    /// Where to start: moves from the start, or a position text.
    #[arg(long, value_name = "POSITION", default_value = "")]
    from: String,
    /// Write JSON, one object per line.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = read_position(arguments.game, &arguments.from)?;
    for depth in 1..=arguments.depth {
        let count = position.perft(depth);
        if arguments.json {
            writeln!(out, "{}", json!({ "depth": depth, "nodes": count }))?;
        } else {
            writeln!(out, "{depth} {count}")?;
        }
        // The next depth may take long.
        out.flush()?;
    }
    Ok(())
}
