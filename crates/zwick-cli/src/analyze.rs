//! `zwick analyze`: what a position and each of its moves are worth.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use zwick::search::Limits;
use zwick::{Analysis, Analyst, Answer, AnyMove, AnyPosition, Game, Library, Position, analyze, best_line};

use crate::input::read_position;
use crate::score::Effort;
use crate::tablebase;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game, such as connect-four, connect-four:8x7, morris or morris:lasker.
    game: Game,
    /// Moves from the start, or a position text; the start if left out.
    #[arg(default_value = "")]
    position: String,
    /// Write JSON.
    #[arg(long)]
    json: bool,
    /// Seconds until an estimate has to do.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    time: f64,
    /// The folder with the tables of morris; that of `zwick tablebase build` if left out.
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    #[command(flatten)]
    effort: Effort,
}

/// The longest best line that is told.
const LINE: usize = 20;

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|seconds: &f64| (0.01..=1e6).contains(seconds));
    number.ok_or_else(|| "expected seconds from 0.01 to 1000000".to_owned())
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = read_position(arguments.game, &arguments.position)?;
    let tables = arguments.tables.clone().or_else(|| tablebase::usual_folder().ok());
    let mut analyst = Analyst::new(Library { tables, ..arguments.effort.library()? });
    let limits = Limits { time: Some(Duration::from_secs_f64(arguments.time)), ..Limits::default() };
    let started = Instant::now();
    let analysis = analyze(&mut analyst, &position, &limits)?;
    let milliseconds = started.elapsed().as_secs_f64() * 1e3;
    // A line of estimates would be guessed, and cost as much again for each of its moves.
    let is_proven = analysis.answer.verdict.wdl().is_some();
    let line = if is_proven { best_line(&mut analyst, &position, LINE, &limits)? } else { Vec::new() };
    if arguments.json {
        writeln!(out, "{}", to_json(&position, &analysis, &line, milliseconds))?;
    } else {
        write_text(&position, &analysis, &line, milliseconds, out)?;
    }
    Ok(())
}

fn write_text(
    position: &AnyPosition,
    analysis: &Analysis<AnyMove>,
    line: &[AnyMove],
    milliseconds: f64,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Answer { verdict, source } = analysis.answer;
    writeln!(out, "{position:#}\n")?;
    writeln!(out, "result     {verdict} for {}, {source}", position.side_name(position.turn()))?;
    for rated in &analysis.moves {
        writeln!(out, "  {:<8} {}", rated.mv.to_string(), rated.answer.verdict)?;
    }
    if !line.is_empty() {
        writeln!(out, "line       {}", written(position, line))?;
    }
    writeln!(out, "time       {milliseconds:.1} ms")?;
    Ok(())
}

/// Moves as the game writes them one after the other.
pub(crate) fn written(position: &AnyPosition, moves: &[AnyMove]) -> String {
    let words: Vec<String> = moves.iter().map(ToString::to_string).collect();
    words.join(position.separator())
}

/// A position, all its moves, and how the game goes on.
pub(crate) fn to_json(
    position: &AnyPosition,
    analysis: &Analysis<AnyMove>,
    line: &[AnyMove],
    milliseconds: f64,
) -> Value {
    let moves = analysis.moves.iter().map(|rated| {
        let mut object = json!({ "move": rated.mv.to_string() });
        add_answer(&mut object, &rated.answer, |value| position.score_of(value));
        object
    });
    let mut object = json!({
        "game": position.game().to_string(),
        "position": position.to_string(),
        "turn": position.side_name(position.turn()),
        "moves": moves.collect::<Vec<_>>(),
        "line": line.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "milliseconds": milliseconds,
    });
    add_answer(&mut object, &analysis.answer, |value| position.score_of(value));
    object
}

/// What is proven has a result, and a distance if it is known, and a score where the game has one; an estimate has points.
pub(crate) fn add_answer(object: &mut Value, answer: &Answer, score: impl Fn(zwick::Value) -> Option<i32>) {
    let value = answer.verdict.value();
    object["result"] = json!(answer.verdict.wdl().map(|wdl| wdl.to_string()));
    object["plies"] = json!(value.and_then(zwick::Value::plies));
    object["in_moves"] = json!(value.and_then(zwick::Value::moves));
    object["score"] = json!(value.and_then(score));
    object["points"] = json!(if value.is_none() { answer.verdict.score().points() } else { None });
    object["source"] = json!(answer.source.to_string());
}
