//! `zwick search`: how a player evaluates a position, and why.

use std::io::Write;
use std::path::PathBuf;

use zwick::search::{Bound, Format, Limits, Observer, Protocol, Report, Scored};
use zwick::wire;
use zwick::{AnyMove, AnyPlayer, Game, Name, Position, Scale, Spec, Verdict};

use crate::db::Database;
use crate::input::{read_position, seed, whole, wrong_use};
use crate::tablebase;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game, such as connect-four, connect-four:8x7, morris or morris:lasker.
    game: Game,
    /// Moves from the start, or a position text; the start by default.
    #[arg(default_value = "")]
    position: String,
    /// The player: random, level 1 to level 10, minimax, alpha-beta, negamax-mc, monte-carlo, mcts, pipeline, perfect or v1 to v5, with
    /// settings after a colon: alpha-beta:depth=10,threads=2.
    ///
    /// A search that prunes looks only for the best move, and gives upper bounds for the others; alpha-beta:all-scores=on scores every
    /// move, for one and a half to four times the nodes. mcts explores by UCB1, with √2 for results from 0 to 1. Its tree holds about a
    /// million positions; once it is full, rarely visited branches are dropped, and every game still counts. A perfect player solves the
    /// position or says what is missing.
    #[arg(long, value_name = "PLAYER", default_value = "alpha-beta")]
    player: Spec,
    /// The folder with the tables of morris, for a perfect player; that of `zwick tablebase build` by default.
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// Print every step of the search.
    #[arg(long)]
    log: bool,
    /// The maximum number of log lines.
    #[arg(long, value_name = "LINES", default_value_t = 100_000, value_parser = whole::<u64>("lines", 0..=u64::MAX))]
    log_limit: u64,
    /// Write JSON: one object, preceded by one per line for the log.
    #[arg(long)]
    json: bool,
    /// Look in the database first, and store the result there.
    #[arg(long)]
    db: bool,
    #[command(flatten)]
    database: Database,
    /// Random seed: the same seed gives the same answer; random by default.
    #[arg(long, value_parser = seed)]
    seed: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = read_position(arguments.game, &arguments.position)?;
    if let Some(ending) = position.ending() {
        return Err(wrong_use(format_args!("nothing to search: the game is over ({})", ending.reason)));
    }
    let seed = arguments.seed.unwrap_or_else(|| fastrand::u64(..));
    let library = tablebase::library(arguments.tables.as_deref());
    let mut player = AnyPlayer::with_library(arguments.game, arguments.player, seed, library);
    let open = if arguments.db { Some(arguments.database.open()?) } else { None };
    let shelf = open.as_ref().map(|open| open.store.shelf(arguments.player.to_string()));
    if let Some(shelf) = &shelf {
        player = player.with_database(Box::new(shelf.clone()));
    }
    let format = if arguments.json { Format::JsonLines } else { Format::Text };
    let scale = Scale::of_player(arguments.game, &arguments.player);
    let mut protocol = Protocol::new(&mut *out, format, arguments.log_limit, scale);
    let observer = arguments.log.then_some(&mut protocol as &mut dyn Observer);
    let report = player.think(&position, Scored::One, &Limits::default(), observer)?;
    protocol.finish()?;
    if let Some(shelf) = &shelf {
        shelf.save()?;
    }
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string(&wire::Choice::of(&report, scale))?)?;
    } else {
        write_table(&report, scale, out)?;
        if let (Name::V4, Some((columns, _))) = (arguments.player.name, arguments.game.board()) {
            writeln!(out, "array      {:?}", score_array(&report, scale, columns))?;
        }
    }
    Ok(())
}

/// The scores of all columns as the original of `v4` prints them: -10 for a full one.
fn score_array(report: &Report<AnyMove>, scale: Scale, columns: usize) -> Vec<i32> {
    let score = |column: usize| {
        let rated = report.moves.iter().find(|rated| rated.mv.to_string() == column.to_string());
        rated.and_then(|rated| scale.number(rated.score())).map_or(-10, |points| points as i32)
    };
    (1..=columns).map(score).collect()
}

fn write_table(report: &Report<AnyMove>, scale: Scale, out: &mut dyn Write) -> anyhow::Result<()> {
    for rated in &report.moves {
        let score = match (rated.bound, rated.answer.verdict) {
            (Bound::Exact, Verdict::Estimate(score)) => scale.words(score),
            (Bound::Exact, proven) => scale.tell(proven),
            (bound, verdict) => format!("{} {}", bound.name(), scale.words(verdict.score())),
        };
        writeln!(out, "{:<10} {score}", rated.mv.to_string())?;
    }
    let best = report.choice.map_or_else(|| "none".to_owned(), |mv| mv.to_string());
    writeln!(out, "\nchosen     {best}")?;
    writeln!(out, "source     {}, {}", report.source, report.stop.name())?;
    writeln!(out, "nodes      {}", report.nodes)?;
    writeln!(out, "cut-offs   {}", report.cut_offs)?;
    writeln!(out, "table hits {}", report.table_hits)?;
    writeln!(out, "time       {:.1} ms", report.time.as_secs_f64() * 1e3)?;
    Ok(())
}
