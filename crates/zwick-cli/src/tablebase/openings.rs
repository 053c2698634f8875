//! `zwick tablebase openings`: all openings of a given length, and which of them are decided.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;

use serde_json::json;
use zwick::morris::{Move, Rules, Tablebase};
use zwick::{ForRules, Morris, Position, Symmetric, Wdl};

use super::{Place, with_commas};
use crate::input::whole;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The length in plies.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole::<u32>("plies", 0..=6))]
    plies: u32,
    /// Write JSON, one decided opening per line.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: Place,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let folder = arguments.place.existing_folder()?;
    arguments.place.rules.run(Openings { plies: arguments.plies, json: arguments.json, folder, out })
}

struct Openings<'a> {
    plies: u32,
    json: bool,
    folder: PathBuf,
    out: &'a mut dyn Write,
}

impl ForRules for Openings<'_> {
    type Output = anyhow::Result<()>;

    fn run<R: Rules>(self) -> anyhow::Result<()> {
        let Self { plies, json, folder, out } = self;
        let mut tables = Tablebase::<R>::open(&folder)?;
        let openings = openings::<R>(plies);
        let (mut won, mut lost) = (Vec::new(), Vec::new());
        for (moves, position) in &openings {
            match tables.wdl(position)? {
                Wdl::Win => won.push((moves, position)),
                Wdl::Draw => (),
                Wdl::Loss => lost.push(moves),
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
        for (moves, position) in won {
            let mut winning = Vec::new();
            for mv in position.legal_moves() {
                if tables.wdl(&position.after(mv))? == Wdl::Loss {
                    winning.push(mv);
                }
            }
            if json {
                let by: Vec<String> = winning.iter().map(ToString::to_string).collect();
                writeln!(out, "{}", json!({ "moves": written(moves), "result": "win", "by": by }))?;
            } else {
                writeln!(out, "{}: won by {}", written(moves), written(&winning))?;
            }
        }
        for moves in lost {
            if json {
                writeln!(out, "{}", json!({ "moves": written(moves), "result": "loss" }))?;
            } else {
                writeln!(out, "{}: lost", written(moves))?;
            }
        }
        Ok(())
    }
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
