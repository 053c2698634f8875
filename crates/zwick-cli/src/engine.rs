//! `zwick engine`: both games for tournament managers, scripts and other programs.

use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::sync::Arc;

use zwick::{AnyMove, AnyPosition, Database, Game, Known};
use zwick_db::Shelf;
use zwick_engine::{OpenDatabase, Options};

use crate::db::{self, Open};
use crate::input::whole;
use crate::tablebase;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game, such as connect-four, connect-four:8x7, morris or morris:lasker; the option Game changes it.
    #[arg(default_value_t = Game::CONNECT_FOUR)]
    game: Game,
    /// The memory for tables, in MB.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = whole::<u32>("MB", 1..=65_536))]
    hash: u32,
    /// Search threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>("threads", 1..=256))]
    threads: u32,
    /// A weaker opponent, from 1 to 10; 0 plays as well as it can.
    #[arg(long, value_name = "LEVEL", default_value_t = 0, value_parser = level)]
    level: u8,
    /// Play only moves that are proven to be best, and refuse where that is impossible.
    #[arg(long, conflicts_with = "level")]
    perfect: bool,
    /// The folder with the tables of morris; that of `zwick tablebase build` by default.
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// Use the built-in opening book: the option OwnBook.
    #[arg(long)]
    own_book: bool,
}

fn level(text: &str) -> Result<u8, String> {
    let level = text.parse().ok().filter(|level| *level <= 10);
    level.ok_or_else(|| "expected a level from 0 to 10".to_owned())
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let open: OpenDatabase = Arc::new(|address| {
        let open = db::open_existing(address).map_err(|error| format!("{error:#}"))?;
        Ok(Box::new(Consulted { shelf: open.store.shelf("engine"), _open: open }))
    });
    let options = Options {
        game: arguments.game,
        hash: arguments.hash,
        threads: arguments.threads,
        level: arguments.level,
        perfect: arguments.perfect,
        own_book: arguments.own_book,
        tables: arguments.tables.clone().or_else(|| tablebase::usual_folder().ok()),
        open_database: Some(open),
        ..Options::default()
    };
    Ok(zwick_engine::run(BufReader::new(io::stdin()), out, options)?)
}

/// A database that is only read: the engine never waits for a disk to write.
struct Consulted {
    shelf: Shelf,
    /// The runtime that serves it.
    _open: Open,
}

impl Database<AnyPosition> for Consulted {
    fn best_move(&self, position: &AnyPosition) -> Option<Known<AnyMove>> {
        self.shelf.best_move(position)
    }

    fn keep(&mut self, _: &AnyPosition, _: Known<AnyMove>) {}
}
