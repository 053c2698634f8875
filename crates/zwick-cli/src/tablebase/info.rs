//! `zwick tablebase info`: what the tables hold.

use std::io::Write;
use std::path::PathBuf;

use serde_json::json;
use zwick::Game;
use zwick::morris::{PairSummary, Rules, Tablebase};
use zwick_server::answers::{PairState, PlyState};

use super::{OnTables, in_words, with_commas};
use crate::words::counted;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Write lines of own,other,positions,wins,draws,losses,longest_win_plies,longest_loss_plies,bytes. Own is the side to move; positions
    /// equal up to symmetry count once; a file covers both sides to move, so each line has half its bytes.
    #[arg(long)]
    csv: bool,
    /// Write JSON.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
}

impl OnTables for Arguments {
    fn run<R: Rules>(&self, folder: PathBuf, _: Game, out: &mut dyn Write) -> anyhow::Result<()> {
        let tables = Tablebase::<R>::open(&folder)?;
        let (pairs, plies) = (tables.pairs()?, tables.plies());
        if self.csv {
            writeln!(out, "own,other,positions,wins,draws,losses,longest_win_plies,longest_loss_plies,bytes")?;
            for pair in &pairs {
                writeln!(out, "{}", cells(pair, |number| number.to_string()).join(","))?;
            }
            return Ok(());
        }
        if self.json {
            let pairs: Vec<PairState> = pairs.into_iter().map(Into::into).collect();
            let plies: Vec<PlyState> = plies.into_iter().map(Into::into).collect();
            return Ok(writeln!(out, "{}", json!({ "pairs": pairs, "plies": plies }))?);
        }
        if !pairs.is_empty() {
            let columns =
                ["own", "other", "positions", "wins", "draws", "losses", "longest win", "longest loss", "bytes"];
            write_row(out, &columns.map(str::to_owned))?;
        }
        for pair in &pairs {
            write_row(out, &cells(pair, with_commas))?;
        }
        for (ply, positions, bytes) in &plies {
            writeln!(
                out,
                "after {}, men in hand: {} positions, {} bytes",
                counted(ply, "ply", "plies"),
                with_commas(*positions),
                with_commas(*bytes)
            )?;
        }
        let bytes = pairs.iter().map(|pair| pair.bytes).chain(plies.iter().map(|ply| ply.2)).sum();
        let positions = pairs.iter().map(|pair| pair.counts.positions()).sum();
        let (positions, bytes) = (with_commas(positions), in_words(bytes));
        writeln!(out, "{} material pairs, {positions} positions up to symmetry, {bytes} in total", pairs.len())?;
        Ok(())
    }
}

fn cells(pair: &PairSummary, number: impl Fn(u64) -> String) -> [String; 9] {
    let counts = &pair.counts;
    let plies = |plies: Option<u16>| plies.map_or_else(String::new, |plies| plies.to_string());
    [
        pair.own.to_string(),
        pair.other.to_string(),
        number(counts.positions()),
        number(counts.wins),
        number(counts.draws),
        number(counts.losses),
        plies(counts.longest_win),
        plies(counts.longest_loss),
        number(pair.bytes),
    ]
}

fn write_row(out: &mut dyn Write, cells: &[String; 9]) -> std::io::Result<()> {
    for (cell, width) in cells.iter().zip([3, 5, 13, 13, 13, 13, 11, 12, 13]) {
        write!(out, "{cell:>width$} ")?;
    }
    writeln!(out)
}
