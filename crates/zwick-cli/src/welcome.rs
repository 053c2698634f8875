//! What `zwick` says when it is asked nothing.

use std::io::Write;

use zwick::{AnyPosition, Game};

pub(crate) fn run(out: &mut dyn Write) -> anyhow::Result<()> {
    let game = AnyPosition::read(Game::CONNECT_FOUR, "4435").expect("four legal moves");
    writeln!(
        out,
        "Zwickmühle {}: Connect Four and Nine Men's Morris

{game:#}

  zwick show connect-four 4435                  a position, its legal moves and its result
  zwick show morris \"d6 f4 a4\"
  zwick perft morris 5                          count the ways to play five moves
  zwick convert morris \"d6 f4\" --to numbers     other notations, whole games as text

`zwick --help` tells how games and positions are named.",
        env!("CARGO_PKG_VERSION")
    )?;
    Ok(())
}
