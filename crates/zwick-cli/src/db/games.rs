//! `zwick db games`: whole games.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;
use serde_json::json;
use zwick::{Game, GameText};
use zwick_db::{Blocking, Filter, Summary};
use zwick_server::answers::ListedGame;

use super::Database;
use crate::input::{read_position, read_text, wrong_use};

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the games: number, game, players, result, moves.
    List(List),
    /// List the games in which a position occurred, including mirrored, rotated or with the colours swapped, and after which move.
    Find(Find),
    /// Show one game as text.
    Show(Show),
    /// Write all games as text.
    Export(Chosen),
    /// Save a game from its text.
    Save(Save),
}

#[derive(clap::Args)]
pub(crate) struct Chosen {
    /// Only this game; all games by default.
    game: Option<Game>,
    /// Only with this player on either side.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    #[command(flatten)]
    database: Database,
}

#[derive(clap::Args)]
pub(crate) struct List {
    #[command(flatten)]
    chosen: Chosen,
    /// Write JSON, one game per line.
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
pub(crate) struct Find {
    /// The game, such as connect-four, connect-four:8x7, morris or morris:lasker.
    game: Game,
    /// Moves from the start, or a position text.
    position: String,
    /// Write JSON, one game per line.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    database: Database,
}

#[derive(clap::Args)]
pub(crate) struct Show {
    /// The number of the game, or its id from a link.
    game: String,
    #[command(flatten)]
    database: Database,
}

#[derive(clap::Args)]
pub(crate) struct Save {
    /// The file to read; standard input by default or for -.
    file: Option<PathBuf>,
    #[command(flatten)]
    database: Database,
}

/// Games per page.
const PAGE: u32 = 1_000;

pub(super) fn run(command: &Command, out: &mut dyn Write) -> anyhow::Result<()> {
    match command {
        Command::List(List { chosen, json }) => {
            let open = chosen.database.open_existing()?;
            let store = &open.store;
            each(store, chosen, |summary| write_line(store, &summary, &[], *json, out))
        }
        Command::Export(chosen) => {
            let open = chosen.database.open_existing()?;
            let store = &open.store;
            each(store, chosen, |summary| Ok(writeln!(out, "{}", store.wait(store.store().game(summary.id))?.text)?))
        }
        Command::Find(find) => {
            let position = read_position(find.game, &find.position)?;
            let open = find.database.open_existing()?;
            let store = &open.store;
            let mut places: BTreeMap<i64, Vec<u64>> = BTreeMap::new();
            for place in store.wait(store.store().occurrences(&position))? {
                places.entry(place.id).or_default().push(place.ply);
            }
            for (id, plies) in places {
                let filter = Filter { after: id - 1, limit: Some(1), ..Filter::default() };
                for summary in store.wait(store.store().games(&filter))? {
                    write_line(store, &summary, &plies, find.json, out)?;
                }
            }
            Ok(())
        }
        Command::Show(show) => {
            let open = show.database.open_existing()?;
            let store = &open.store;
            let number = match show.game.parse() {
                Ok(number) => number,
                Err(_) => store.wait(async { store.store().link(&show.game.parse()?).await })?.number,
            };
            let game = store.wait(store.store().game(number))?;
            Ok(write!(out, "{}", game.text)?)
        }
        Command::Save(save) => {
            let game: GameText = read_text(save.file.as_deref())?.parse().map_err(wrong_use)?;
            let open = save.database.open()?;
            let number = open.store.wait(open.store.store().save_game(&game))?;
            Ok(writeln!(out, "saved as game {number}")?)
        }
    }
}

/// Calls back for every matching game, reading a page at a time.
fn each(store: &Blocking, chosen: &Chosen, mut tell: impl FnMut(Summary) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let mut filter =
        Filter { game: chosen.game, player: chosen.player.clone(), limit: Some(PAGE), ..Filter::default() };
    loop {
        let page = store.wait(store.store().games(&filter))?;
        let Some(last) = page.last() else { return Ok(()) };
        filter.after = last.id;
        page.into_iter().try_for_each(&mut tell)?;
    }
}

/// A game in one line, with the plies after which a position occurred in it.
fn write_line(
    store: &Blocking,
    summary: &Summary,
    after: &[u64],
    json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Summary { id, game, first, second, result, plies, .. } = summary;
    if json {
        // A game deleted in the meantime has no id.
        let Some(link) = store.wait(store.store().link_of(*id))? else { return Ok(()) };
        let mut object = serde_json::to_value(ListedGame::of(link.id.to_string(), summary.clone()))?;
        object["number"] = json!(id);
        if !after.is_empty() {
            object["after"] = json!(after);
        }
        return Ok(writeln!(out, "{object}")?);
    }
    let after: Vec<String> = after.iter().map(ToString::to_string).collect();
    let more = if after.is_empty() { String::new() } else { format!(", after ply {}", after.join(", ")) };
    let name = |name: &String| if name.is_empty() { "?".to_owned() } else { name.clone() };
    Ok(writeln!(out, "{id}  {game}  {} - {}  {result}  {plies} plies{more}", name(first), name(second))?)
}
