//! `zwick bench search`: how deep a search looks, and what that costs.

use std::io::Write;

use cpu_time::ProcessTime;
use serde_json::json;
use zwick::search::{Limits, Scored};
use zwick::{AnyPlayer, AnyPosition, Game, Spec};

use crate::input::{whole, wrong_use};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many plies to look ahead in morris; Connect Four, which has fewer moves, looks two plies further.
    #[arg(long, value_name = "PLIES", default_value_t = 12, value_parser = whole::<u32>("plies", 1..=40))]
    depth: u32,
    /// A player that searches to a depth, with other settings than the usual ones: alpha-beta:scout=off.
    #[arg(long, value_name = "PLAYER", default_value = "alpha-beta")]
    player: Spec,
}

/// Five positions of each game, quiet ones: the search finds no forced win.
const POSITIONS: [(Game, &str, &str); 10] = [
    (Game::CONNECT_FOUR, "empty board", ""),
    (Game::CONNECT_FOUR, "opening", "4435"),
    (Game::CONNECT_FOUR, "two towers", "44444222"),
    (Game::CONNECT_FOUR, "flat", "1726"),
    (Game::CONNECT_FOUR, "middle", "445335262"),
    (Game::MORRIS, "empty board", ""),
    (Game::MORRIS, "opening", "d6 f4 d2 b4"),
    (Game::MORRIS, "placing", "d6 f4 d2 b4 d7 d5 g4 e4 a1 g1"),
    (Game::MORRIS, "moving", "W1B1W1B1/1W1B1W1B/WB2B1W1 W 0 0"),
    (Game::MORRIS, "near flying", "W1B3W1/1B2W3/2W1B1B1 W 0 0"),
];

pub(crate) fn run(arguments: &Arguments, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let player = arguments.player;
    if !player.name.has_tree() || player.samples() {
        return Err(wrong_use(format_args!(
            "--player: expected one that searches without random games, found {player}"
        )));
    }
    if !json {
        writeln!(out, "game          position         plies         nodes     CPU time   million nodes per second")?;
    }
    for (game, name, text) in POSITIONS {
        let plies = if game == Game::MORRIS { arguments.depth } else { arguments.depth + 2 };
        let position = AnyPosition::read(game, text)?;
        let mut spec = player;
        spec.settings.depth = Some(plies);
        let mut searcher = AnyPlayer::new(game, spec, 1);
        let started = ProcessTime::now();
        let report = searcher.think(&position, Scored::One, &Limits::default(), None)?;
        let seconds = started.elapsed().as_secs_f64();
        if json {
            let object = json!({
                "game": game.to_string(), "name": name, "position": text, "plies": plies, "nodes": report.nodes,
                "cpu_seconds": seconds,
            });
            writeln!(out, "{object}")?;
        } else {
            let rate = report.nodes as f64 / seconds / 1e6;
            let (game, nodes) = (game.to_string(), report.nodes);
            writeln!(
                out,
                "{game:<12}  {name:<15}  {plies:>5}  {nodes:>12}  {:>11}   {rate:.2}",
                super::duration(seconds)
            )?;
        }
        out.flush()?;
    }
    Ok(())
}
