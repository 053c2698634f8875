//! `zwick search`: how a player evaluates a position, and why.

use std::io::Write;
use std::path::PathBuf;

use zwick::search::{Bound, Format, Limits, Observer, Protocol, Report, Scored};
use zwick::wire;
use zwick::{AnyMove, AnyPlayer, Game, Name, Position, Scale, Spec, Verdict};

use crate::column_log::ColumnLog;
use crate::db::Memory;
use crate::input::{read_position, seed, whole, wrong_use};
use crate::tablebase;
use crate::words::{Row, Speech, Words};

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
    /// move, for one and a half to four times the nodes. With alpha-beta:scout=off every move is searched with the whole
    /// window; with eval=criteria positions are judged by what V3 counted. mcts explores by UCB1, with √2 for results from 0 to 1. Its tree holds about a
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
    #[command(flatten)]
    memory: Memory,
    /// Random seed: the same seed gives the same answer; random by default.
    #[arg(long, value_parser = seed)]
    seed: Option<u64>,
    #[command(flatten)]
    speech: Speech,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = read_position(arguments.game, &arguments.position)?;
    if let Some(ending) = position.ending() {
        return Err(wrong_use(format_args!("nothing to search: the game is over ({})", ending.reason)));
    }
    let words = arguments.speech.words();
    let seed = arguments.seed.unwrap_or_else(|| fastrand::u64(..));
    let library = tablebase::library(arguments.tables.as_deref());
    let mut player = AnyPlayer::with_library(arguments.game, arguments.player, seed, library);
    let open = arguments.memory.open()?;
    let shelf = open.as_ref().map(|open| open.store.shelf(arguments.player.to_string()));
    if let Some(shelf) = &shelf {
        player = player.with_database(Box::new(shelf.clone()));
    }
    let scale = Scale::of_player(arguments.game, &arguments.player);
    // v4 has a log and an array of its own, which can be laid beside those of its original.
    let columns = arguments.game.board().map(|(columns, _)| columns).filter(|_| arguments.player.name == Name::V4);
    let has_column_log = arguments.log && !arguments.json && columns.is_some();
    let report = if has_column_log {
        let mut log = ColumnLog::new(&mut *out, arguments.log_limit, scale, words);
        let report = player.think(&position, Scored::One, &Limits::default(), Some(&mut log))?;
        log.finish()?;
        report
    } else {
        let format = if arguments.json { Format::JsonLines } else { Format::Text };
        let mut protocol = Protocol::new(&mut *out, format, arguments.log_limit, scale);
        let observer = arguments.log.then_some(&mut protocol as &mut dyn Observer);
        let report = player.think(&position, Scored::One, &Limits::default(), observer)?;
        protocol.finish()?;
        report
    };
    if let Some(shelf) = &shelf {
        shelf.save()?;
    }
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string(&wire::Choice::of(&report, scale))?)?;
        return Ok(());
    }
    let array = columns.map(|columns| format!("{:?}", score_array(&report, scale, columns)));
    match array {
        Some(array) if has_column_log => write_column_result(&arguments.player, &report, &array, words, out),
        array => write_table(&report, scale, array.as_deref(), shelf.is_some(), words, out),
    }
}

/// What follows the log of v4: the array, the choice, the method and the time.
fn write_column_result(
    player: &Spec,
    report: &Report<AnyMove>,
    array: &str,
    words: &dyn Words,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let settings = player.settings;
    writeln!(out, "{}", words.scores(array))?;
    writeln!(out, "{}", words.choice(&chosen(report, words)))?;
    writeln!(out, "{}", words.method(settings.depth.unwrap_or(1), settings.playouts))?;
    writeln!(out, "{}", words.time_taken(&words.time(report.time)))?;
    Ok(())
}

fn chosen(report: &Report<AnyMove>, words: &dyn Words) -> String {
    report.choice.map_or_else(|| words.none().to_owned(), |mv| mv.to_string())
}

/// The scores of all columns as the original of `v4` prints them: -10 for a full one.
fn score_array(report: &Report<AnyMove>, scale: Scale, columns: usize) -> Vec<i32> {
    let score = |column: usize| {
        let rated = report.moves.iter().find(|rated| rated.mv.to_string() == column.to_string());
        rated.and_then(|rated| scale.number(rated.score())).map_or(-10, |points| points as i32)
    };
    (1..=columns).map(score).collect()
}

fn write_table(
    report: &Report<AnyMove>,
    scale: Scale,
    array: Option<&str>,
    has_store: bool,
    words: &dyn Words,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    for rated in &report.moves {
        let score = match (rated.bound, rated.answer.verdict) {
            // A result from a database, further away than the search looked: there may be a shorter way.
            (Bound::Exact, Verdict::Estimate(score)) if let Some(wdl) = score.wdl() => words.exact(wdl, None),
            (Bound::Exact, Verdict::Estimate(score)) => words.score(scale, score),
            (Bound::Exact, proven) => words.verdict(scale, proven),
            (bound, verdict) => words.bounded(bound, &words.score(scale, verdict.score())),
        };
        writeln!(out, "{:<10} {score}", rated.mv.to_string())?;
    }
    let source = format!("{}, {}", words.source(report.source), words.stop(report.stop));
    writeln!(out)?;
    let stored = has_store.then(|| words.stored_positions(report.stored_hits));
    for (row, text) in [
        (Row::Chosen, Some(chosen(report, words))),
        (Row::Source, Some(source)),
        (Row::Nodes, Some(report.nodes.to_string())),
        (Row::CutOffs, Some(report.cut_offs.to_string())),
        (Row::TableHits, Some(report.table_hits.to_string())),
        (Row::Stored, stored),
        (Row::Time, Some(words.time(report.time))),
        (Row::Array, array.map(str::to_owned)),
    ] {
        if let Some(text) = text {
            writeln!(out, "{:<10} {text}", words.row(row))?;
        }
    }
    Ok(())
}
