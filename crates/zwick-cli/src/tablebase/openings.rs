//! `zwick tablebase openings`: all openings of a given length, and which of them are decided.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;

use serde_json::json;
use zwick::morris::{Move, Rules, Tablebase};
use zwick::{Game, Morris, Position, Scale, Symmetric, Value, Verdict, Wdl};

use super::{OnTables, with_commas};
use crate::input::whole;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The length in plies.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole::<u32>("plies", 0..=6))]
    plies: u32,
    /// Write JSON, one decided opening per line.
    #[arg(long)]
    json: bool,
}

impl OnTables for Arguments {
    fn run<R: Rules>(&self, folder: PathBuf, game: Game, out: &mut dyn Write) -> anyhow::Result<()> {
        let Self { plies, json, .. } = *self;
        let mut tables = Tablebase::<R>::open(&folder)?;
        let openings = openings::<R>(plies);
        let (mut won, mut lost) = (Vec::new(), Vec::new());
        for (moves, position) in &openings {
            let verdict = tables.verdict(position)?;
            match verdict.wdl() {
                Some(Wdl::Win) => won.push((moves, position, verdict)),
                Some(Wdl::Loss) => lost.push((moves, verdict)),
                _ => (),
            }
        }
        let mover = Morris::<R>::new().side_name(openings[0].1.turn());
        let drawn = openings.len() - won.len() - lost.len();
        let counts = [openings.len(), won.len(), drawn, lost.len()].map(|count| with_commas(count as u64));
        let [all, wins, draws, losses] = counts;
        let summary = format!(
            "{all} positions after {plies} plies, symmetric ones counted once; {mover} to move: {wins} won, {draws} drawn, {losses} lost"
        );
        if !json {
            writeln!(out, "{summary}")?;
        }
        let scale = Scale::of(game);
        for (moves, position, verdict) in won {
            let mut winning = Vec::new();
            for mv in position.legal_moves() {
                if tables.wdl(&position.after(mv))? == Wdl::Loss {
                    winning.push(mv);
                }
            }
            if json {
                let by: Vec<String> = winning.iter().map(ToString::to_string).collect();
                let plies = plies_of(verdict);
                writeln!(out, "{}", json!({ "moves": written(moves), "result": "win", "plies": plies, "by": by }))?;
            } else {
                writeln!(out, "{}: {} by {}", written(moves), scale.tell(verdict), written(&winning))?;
            }
        }
        for (moves, verdict) in lost {
            if json {
                let plies = plies_of(verdict);
                writeln!(out, "{}", json!({ "moves": written(moves), "result": "loss", "plies": plies }))?;
            } else {
                writeln!(out, "{}: {}", written(moves), scale.tell(verdict))?;
            }
        }
        Ok(())
    }
}

/// The plies to the end of the game, if the tables have them.
fn plies_of(verdict: Verdict) -> Option<u16> {
    verdict.value().and_then(Value::plies)
}

fn written(moves: &[Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// One position of every class of symmetric positions after this many plies, with moves that lead there.
fn openings<R: Rules>(plies: u32) -> Vec<(Vec<Move>, Morris<R>)> {
    let mut openings = vec![(Vec::new(), Morris::new())];
    for _ in 0..plies {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for (moves, position) in &openings {
            for mv in position.legal_moves() {
                let after = position.after(mv);
                if seen.insert(after.canonical().0.key()) {
                    next.push(([&moves[..], &[mv]].concat(), after));
                }
            }
        }
        openings = next;
    }
    openings
}

#[cfg(test)]
mod tests {
    use super::*;
    use zwick::morris::Standard;

    #[test]
    fn openings_are_as_many_as_others_counted() {
        assert_eq!([0, 1, 2, 3].map(|plies| openings::<Standard>(plies).len()), [1, 4, 46, 428]);
    }
}
