//! `zwick perft`: how many ways there are to play a number of moves.

use std::io::Write;

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
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = read_position(arguments.game, &arguments.from)?;
    for depth in 1..=arguments.depth {
        writeln!(out, "{depth} {}", position.perft(depth))?;
        // The next line may take long.
        out.flush()?;
    }
    Ok(())
}
