//! `zwick search`: what a player thinks of a position, and why.

use std::io::Write;

use serde_json::{Value, json};
use zwick::search::{Bound, Format, Limits, Observer, Protocol, Report, Scored};
use zwick::{AnyMove, AnyPlayer, Game, Position, Spec};

use crate::db::Database;
use crate::input::{read_position, wrong_use};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game, such as connect-four, connect-four:8x7, morris or morris:lasker.
    game: Game,
    /// Moves from the start, or a position text; the start if left out.
    #[arg(default_value = "")]
    position: String,
    /// Who thinks: random, level 1 to level 10, minimax, alpha-beta, negamax-mc, monte-carlo, mcts, pipeline, perfect or v1 to v5,
    /// with settings after a colon: alpha-beta:depth=10,threads=2.
    #[arg(long, value_name = "PLAYER", default_value = "alpha-beta")]
    player: Spec,
    /// Tell every step of the search.
    #[arg(long)]
    log: bool,
    /// The most lines the log may have.
    #[arg(long, value_name = "LINES", default_value_t = 100_000)]
    log_limit: u64,
    /// Write JSON: one object, after one a line for the log.
    #[arg(long)]
    json: bool,
    /// Look into the database first, and keep there what is found.
    #[arg(long)]
    db: bool,
    #[command(flatten)]
    database: Database,
    /// Same seed, same answer; chosen at random if left out.
    #[arg(long)]
    seed: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = read_position(arguments.game, &arguments.position)?;
    if let Some(ending) = position.ending() {
        return Err(wrong_use(format_args!("nothing to search: the game is over ({})", ending.reason)));
    }
    let mut player =
        AnyPlayer::new(arguments.game, arguments.player, arguments.seed.unwrap_or_else(|| fastrand::u64(..)));
    let open = if arguments.db { Some(arguments.database.open()?) } else { None };
    let shelf = open.as_ref().map(|open| open.store.shelf(arguments.player.to_string()));
    if let Some(shelf) = &shelf {
        player = player.with_database(Box::new(shelf.clone()));
    }
    let format = if arguments.json { Format::JsonLines } else { Format::Text };
    let mut protocol = Protocol::new(&mut *out, format, arguments.log_limit);
    let observer = arguments.log.then_some(&mut protocol as &mut dyn Observer);
    let report = player.think(&position, Scored::All, &Limits::default(), observer);
    protocol.finish()?;
    if let Some(shelf) = &shelf {
        shelf.save()?;
    }
    if arguments.json {
        writeln!(out, "{}", to_json(&report))?;
    } else {
        write_table(&report, out)?;
    }
    Ok(())
}

fn to_json(report: &Report<AnyMove>) -> Value {
    let moves: Vec<Value> = report
        .moves
        .iter()
        .map(|rated| {
            json!({
                "move": rated.mv.to_string(),
                "score": rated.score.to_string(),
                "points": rated.score.points(),
                "bound": rated.bound.name(),
                "value": rated.value().map(|value| value.to_string()),
            })
        })
        .collect();
    json!({
        "best": report.choice.map(|mv| mv.to_string()),
        "source": report.source.to_string(),
        "moves": moves,
        "nodes": report.nodes,
        "cut_offs": report.cut_offs,
        "table_hits": report.table_hits,
        "milliseconds": report.time.as_secs_f64() * 1e3,
        "stop": report.stop.name(),
    })
}

fn write_table(report: &Report<AnyMove>, out: &mut dyn Write) -> anyhow::Result<()> {
    for rated in &report.moves {
        let score = match (rated.bound, rated.value()) {
            (Bound::Exact, Some(value)) => value.to_string(),
            (Bound::Exact, None) => rated.score.to_string(),
            (bound, _) => format!("{} {}", bound.name(), rated.score),
        };
        writeln!(out, "{:<10} {score}", rated.mv.to_string())?;
    }
    let best = report.choice.map_or_else(|| "none".to_owned(), |mv| mv.to_string());
    writeln!(out, "\nbest       {best}")?;
    writeln!(out, "source     {}, {}", report.source, report.stop.name())?;
    writeln!(out, "nodes      {}", report.nodes)?;
    writeln!(out, "cut-offs   {}", report.cut_offs)?;
    writeln!(out, "table hits {}", report.table_hits)?;
    writeln!(out, "time       {:.1} ms", report.time.as_secs_f64() * 1e3)?;
    Ok(())
}
