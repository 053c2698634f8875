//! `zwick perft`: how many ways there are to play a number of moves.

use std::io::Write;

use serde_json::json;
use zwick::Game;

use crate::input::read_position;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game, such as connect-four, connect-four:8x7, morris or morris:lasker.
    game: Game,
    /// How many moves to play; every smaller number is counted as well.
    #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    /// Where to begin: moves from the start, or a position text.
    #[arg(long, value_name = "POSITION", default_value = "")]
    from: String,
    /// Write JSON, one object a line.
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
        // The next line may take long.
        out.flush()?;
    }
    Ok(())
}
