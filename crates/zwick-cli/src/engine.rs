//! `zwick engine`: both games for tournament managers, scripts and other programs.

use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::sync::Arc;

use zwick::{AnyMove, AnyPosition, Database, Game, Known};
use zwick_db::Shelf;
use zwick_engine::{OpenDatabase, Options};

use crate::db::{self, Open};
use crate::tablebase;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game, such as connect-four, connect-four:8x7, morris or morris:lasker; the option Game changes it.
    #[arg(default_value_t = Game::CONNECT_FOUR)]
    game: Game,
    /// The memory for tables, in MB.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Threads that think together.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// A weaker opponent, from 1 to 10; 0 plays as well as it can.
    #[arg(long, value_name = "LEVEL", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=10))]
    level: u8,
    /// The folder with the tables of morris; that of `zwick tablebase build` if left out.
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let open: OpenDatabase = Arc::new(|address| {
        let open = db::open(address).map_err(|error| format!("{error:#}"))?;
        Ok(Box::new(Consulted { shelf: open.store.shelf("engine"), _open: open }))
    });
    let options = Options {
        game: arguments.game,
        hash: arguments.hash,
        threads: arguments.threads,
        level: arguments.level,
        tables: arguments.tables.clone().or_else(|| tablebase::usual_folder().ok()),
        open_database: Some(open),
        ..Options::default()
    };
    Ok(zwick_engine::run(BufReader::new(io::stdin()), out, options)?)
}

/// A database that is only asked: an engine at work waits for no disk.
struct Consulted {
    shelf: Shelf,
    /// Served as long as it is asked.
    _open: Open,
}

impl Database<AnyPosition> for Consulted {
    fn best_move(&self, position: &AnyPosition) -> Option<Known<AnyMove>> {
        self.shelf.best_move(position)
    }

    fn keep(&mut self, _: &AnyPosition, _: Known<AnyMove>) {}
}
