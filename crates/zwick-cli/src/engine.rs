//! `zwick engine`: both games for tournament managers, scripts and other programs.

use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

use zwick::search::Recall;
use zwick::{AnyMove, AnyPosition, Database, Game, Known, Spec};
use zwick_db::Shelf;
use zwick_engine::{OpenDatabase, Options, read_player};

use crate::db::{self, Memory, Open};
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
    /// Play as this player, such as v1, v2 or alpha-beta:depth=10, with the database as its memory: the option Player.
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["level", "perfect"], value_parser = read_player)]
    player: Option<Spec>,
    /// Play only moves that are proven to be best, and refuse where that is impossible.
    #[arg(long, conflicts_with = "level")]
    perfect: bool,
    /// The folder with the tables of morris; that of `zwick tablebase build` by default.
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// Use the built-in opening book: the option OwnBook.
    #[arg(long)]
    own_book: bool,
    #[command(flatten)]
    memory: Memory,
}

fn level(text: &str) -> Result<u8, String> {
    let level = text.parse().ok().filter(|level| *level <= 10);
    level.ok_or_else(|| "expected a level from 0 to 10".to_owned())
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    // Created now, so that a problem with it is reported now.
    drop(arguments.memory.open()?);
    let open: OpenDatabase = Arc::new(|address, player| {
        let open = db::open_existing(address).map_err(|error| format!("{error:#}"))?;
        Ok(Box::new(Kept::new(open, player)))
    });
    let options = Options {
        game: arguments.game,
        hash: arguments.hash,
        threads: arguments.threads,
        level: arguments.level,
        player: arguments.player,
        perfect: arguments.perfect,
        database: arguments.memory.address()?,
        own_book: arguments.own_book,
        tables: arguments.tables.clone().or_else(|| tablebase::usual_folder().ok()),
        open_database: Some(open),
        ..Options::default()
    };
    Ok(zwick_engine::run(BufReader::new(io::stdin()), out, options)?)
}

/// A database as the memory of the engine's player. The engine never waits for a disk to write: another thread does.
struct Kept {
    shelf: Shelf,
    /// Signals that there is something to save; `None` at the end.
    found: Option<Sender<()>>,
    saving: Option<JoinHandle<()>>,
    /// The runtime that serves it; dropped last.
    _open: Open,
}

impl Kept {
    fn new(open: Open, player: &str) -> Self {
        let shelf = open.store.shelf(player);
        let (found, waiting) = channel::<()>();
        let kept = shelf.clone();
        let save = move || {
            while waiting.recv().is_ok() {
                // Everything found meanwhile is saved at once.
                while waiting.try_recv().is_ok() {}
                if let Err(error) = kept.save() {
                    eprintln!("error: {error}");
                }
            }
        };
        Self { shelf, found: Some(found), saving: Some(std::thread::spawn(save)), _open: open }
    }
}

impl Database<AnyPosition> for Kept {
    fn best_move(&self, position: &AnyPosition) -> Option<Known<AnyMove>> {
        self.shelf.best_move(position)
    }

    fn keep(&mut self, position: &AnyPosition, known: Known<AnyMove>) {
        self.shelf.keep(position, known);
        // The thread ends only with this.
        let _ = self.found.as_ref().map(|found| found.send(()));
    }

    fn recall(&self, position: &AnyPosition) -> Option<Arc<Recall>> {
        self.shelf.recall(position)
    }
}

impl Drop for Kept {
    /// Waits until everything is saved.
    fn drop(&mut self) {
        self.found = None;
        let _ = self.saving.take().map(JoinHandle::join);
    }
}
