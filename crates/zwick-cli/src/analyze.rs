//! `zwick analyze`: what a position and each of its moves are worth.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use zwick::search::Limits;
use zwick::wire;
use zwick::{
    Analysis, Analyst, Answer, AnyMove, AnyPosition, Game, Library, Oracle, Position, Record, Scale, analyze, best_line,
};

use crate::input::read_position;
use crate::score::Effort;
use crate::words::{Row, Speech, Words};
use crate::{board, tablebase};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game, such as connect-four, connect-four:8x7, morris or morris:lasker.
    game: Game,
    /// Moves from the start, or a position text; the start by default.
    #[arg(default_value = "")]
    position: String,
    /// Write JSON.
    #[arg(long)]
    json: bool,
    /// Seconds to try to solve the position before settling for an estimate, in points: 1.0 is about one man ahead in morris, one open
    /// three in Connect Four.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    time: f64,
    /// The folder with the tables of morris; that of `zwick tablebase build` by default.
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    speech: Speech,
}

/// The longest best line that is printed.
const LINE: usize = 20;

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|seconds: &f64| (0.01..=1e6).contains(seconds));
    number.ok_or_else(|| "expected seconds from 0.01 to 1000000".to_owned())
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = read_position(arguments.game, &arguments.position)?;
    let tables = arguments.tables.clone().or_else(|| tablebase::usual_folder().ok());
    let mut analyst = Analyst::new(Library { tables: tables.clone(), ..arguments.effort.library()? });
    let limits = Limits { time: Some(Duration::from_secs_f64(arguments.time)), ..Limits::default() };
    let started = Instant::now();
    let analysis = analyze(&mut analyst, &position, &limits)?;
    let (nodes, time) = (analyst.nodes(), started.elapsed());
    // A line of estimates would be a guess, and cost another search for each move.
    let first = analysis.best_moves().next().filter(|_| analysis.answer().verdict.wdl().is_some());
    let line = first.map_or_else(Vec::new, |first| best_line(&mut analyst, &position, first, LINE, &limits));
    if arguments.json {
        let told = wire::Analysis::of(&Record::new(position), &analysis, &line, nodes, time.as_secs_f64() * 1e3);
        writeln!(out, "{}", serde_json::to_string(&told)?)?;
    } else {
        let words = arguments.speech.words();
        write_text(&position, &analysis, &line, time, words, out)?;
        let is_estimated = analysis.moves().iter().any(|rated| rated.answer.verdict.wdl().is_none());
        let cost = position
            .game()
            .rules()
            .filter(|_| is_estimated)
            .and_then(|rules| tablebase::cost_of_exactness(tables.as_deref(), rules, words));
        if let Some(cost) = cost {
            out.flush()?;
            eprintln!("{cost}");
        }
    }
    Ok(())
}

fn write_text(
    position: &AnyPosition,
    analysis: &Analysis<AnyMove>,
    line: &[AnyMove],
    time: Duration,
    words: &dyn Words,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Answer { verdict, source } = analysis.answer();
    let scale = Scale::of(position.game());
    let side = words.side_of(position, position.turn());
    let known = analysis.at_least().map_or_else(|| words.verdict(scale, verdict), |value| words.at_least(value));
    let result = words.result_for(&known, side, &words.source(source));
    writeln!(out, "{}\n", board::with_turn(position, words))?;
    writeln!(out, "{:<10} {result}", words.row(Row::Result))?;
    for rated in analysis.moves() {
        writeln!(out, "  {:<8} {}", rated.mv.to_string(), words.verdict(scale, rated.answer.verdict))?;
    }
    if !line.is_empty() {
        writeln!(out, "{:<10} {}", words.row(Row::Line), written(position, line))?;
    }
    writeln!(out, "{:<10} {}", words.row(Row::Time), words.time(time))?;
    Ok(())
}

/// A list of moves in the game's notation.
pub(crate) fn written(position: &AnyPosition, moves: &[AnyMove]) -> String {
    let words: Vec<String> = moves.iter().map(ToString::to_string).collect();
    words.join(position.separator())
}
