//! `zwick scenarios`: ten positions with known best moves put to a player, each with a protocol and the proof of the result.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use zwick::scenarios::{ALL, Scenario, Trial};
use zwick::search::{Format, Observer, Protocol};
use zwick::wire::Thought;
use zwick::{AnyMove, AnyPlayer, AnyPosition, Diagram, Game, Outcome, Position, Record, Scale, Shape, Side, Spec};
use zwick_server::answers;

use crate::input::{seed, wrong_use};
use crate::words::{Speech, Words};
use crate::{board, tablebase};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only the scenarios of this game: connect-four or morris.
    game: Option<Game>,
    /// Only the scenario with this number, 1 to 5.
    #[arg(value_parser = number)]
    number: Option<usize>,
    /// The player, such as v1, "level 5" or alpha-beta:depth=10; without one, alpha-beta searches as deep as the scenario needs, and every
    /// move it considers best must be right. v3 searches as deep as the scenario needs too, unless a depth is given.
    ///
    /// Then the game is played on, the player against that search, for as many plies as the scenario is deep: this proves the result.
    #[arg(long, value_name = "PLAYER")]
    player: Option<Spec>,
    /// The folder with the tables of morris, for a perfect player; that of `zwick tablebase build` by default.
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// Random seed: the same seed gives the same moves.
    #[arg(long, default_value_t = 1, value_parser = seed)]
    seed: u64,
    /// Print every step of the searches.
    #[arg(long)]
    log: bool,
    /// Write JSON, one scenario per line.
    #[arg(long, conflicts_with = "log")]
    json: bool,
    #[command(flatten)]
    speech: Speech,
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "expected a number from 1 to 5".to_owned())
}

/// The longest log of a search.
const LOG_LINES: u64 = 10_000;

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let is_wanted = |scenario: &&Scenario| {
        arguments.game.is_none_or(|game| game == scenario.game)
            && arguments.number.is_none_or(|number| number == scenario.number)
    };
    let wanted: Vec<&Scenario> = ALL.iter().filter(is_wanted).collect();
    if wanted.is_empty() {
        return Err(wrong_use("expected connect-four or morris, and a number from 1 to 5"));
    }
    let words = arguments.speech.words();
    let mut failed = 0;
    for scenario in &wanted {
        let test = Test { scenario, arguments, words };
        let is_passed = if arguments.json { test.run_as_json(out)? } else { test.run(out)? };
        failed += usize::from(!is_passed);
    }
    if !arguments.json {
        writeln!(out, "{}", words.tests_passed(wanted.len() - failed, wanted.len()))?;
    }
    if failed > 0 {
        out.flush()?;
        bail!("{failed} of {} scenarios failed", wanted.len());
    }
    Ok(())
}

/// A scenario put to a player.
struct Test<'a> {
    scenario: &'a Scenario,
    arguments: &'a Arguments,
    words: &'static dyn Words,
}

impl Test<'_> {
    fn spec(&self) -> Spec {
        let candidate = |player| Trial::candidate(player, self.scenario.depth);
        self.arguments.player.map_or_else(|| self.scenario.search(), candidate)
    }

    fn scale(&self) -> Scale {
        Scale::of_player(self.scenario.game, &self.spec())
    }

    /// The choice of a new player, and the moves that follow.
    fn put(&self, observer: Option<&mut dyn Observer>) -> anyhow::Result<(Trial, Record<AnyPosition>)> {
        let Self { scenario, arguments, .. } = *self;
        let library = tablebase::library(arguments.tables.as_deref());
        let mut player = AnyPlayer::with_library(scenario.game, self.spec(), arguments.seed, library);
        let trial = match arguments.player {
            None => scenario.run(observer),
            Some(_) => scenario.put_to(&mut player, observer)?,
        };
        let Some(&first) = trial.best.first() else { bail!("{} found no move", self.spec()) };
        Ok((trial, scenario.play_on(&mut player, first)?))
    }

    fn run_as_json(&self, out: &mut dyn Write) -> anyhow::Result<bool> {
        let (trial, record) = self.put(None)?;
        let mut object = serde_json::to_value(answers::Scenario::of(self.scenario))?;
        object["player"] = self.spec().to_string().into();
        object["best"] = trial.best.iter().map(ToString::to_string).collect();
        object["passed"] = trial.is_passed().into();
        object["report"] = serde_json::to_value(Thought::of(&trial.report, self.scale()))?;
        object["line"] = record.moves().iter().map(ToString::to_string).collect();
        object["winner"] = serde_json::to_value(winner(&record))?;
        writeln!(out, "{object}")?;
        Ok(trial.is_passed())
    }

    /// Connect Four in the form of v1, morris in that of v3.
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<bool> {
        let Self { scenario, arguments, words } = *self;
        let start = scenario.start();
        let is_grid = matches!(start.shape(), Shape::Grid { .. });
        let place = ALL.iter().position(|other| other == scenario).expect("one of all");
        writeln!(out, "== {} {}: {}", scenario.game, scenario.number, words.scenario_titles()[place])?;
        if is_grid {
            writeln!(out, "{}\n{}", words.test_start(scenario.number), words.test_position())?;
        } else {
            let dashes = ["-"; 9].join(" ");
            writeln!(out, "{dashes} Test {} {dashes}", scenario.number)?;
        }
        writeln!(out, "{}", board::as_before(&start, words))?;
        // The player may think for a while, or refuse.
        out.flush()?;
        let mut protocol = Protocol::new(&mut *out, Format::Text, LOG_LINES, self.scale());
        let (trial, record) = self.put(arguments.log.then_some(&mut protocol as &mut dyn Observer))?;
        protocol.finish()?;
        let side = words.side_of(&start, start.turn());
        let choice = if is_grid {
            words.test_choice(side, &self.player_name(), &numbers(&trial.best))
        } else {
            words.calculated(&numbers(&trial.best[..1]))
        };
        writeln!(out, "{choice}")?;
        self.write_proof(&trial, &record, out)?;
        if is_grid {
            writeln!(out, "{}", words.test_end(scenario.number))?;
        }
        writeln!(out)?;
        Ok(trial.is_passed())
    }

    /// Why the move was chosen, in what time, and what came of it.
    fn write_proof(&self, trial: &Trial, record: &Record<AnyPosition>, out: &mut dyn Write) -> anyhow::Result<()> {
        let Self { scenario, words, .. } = *self;
        let wanted = scenario.winner_to_be();
        let score = trial.report.moves.iter().find(|rated| trial.best.contains(&rated.mv));
        let score = score.map(|rated| words.worth(self.scale(), rated.answer.verdict));
        let reason: Vec<String> = score.into_iter().chain([words.source(trial.report.source)]).collect();
        writeln!(out, "{}", words.test_reason(&reason.join(", "), &words.time(trial.report.time)))?;
        writeln!(out, "{}", words.test_right(&numbers(&trial.answers)))?;
        writeln!(out, "{}", words.test_line(&numbers(record.moves())))?;
        let is_won = winner(record) == Some(wanted);
        writeln!(out, "{}", words.test_won(words.side_of(record.position(), wanted), is_won))?;
        writeln!(out, "{}", words.test_result(trial.is_passed()))?;
        Ok(())
    }

    fn player_name(&self) -> String {
        let search = || self.words.search_to(self.scenario.depth);
        self.arguments.player.map_or_else(search, |player| self.words.player(&player.to_string()))
    }
}

fn winner(record: &Record<AnyPosition>) -> Option<Side> {
    match record.ending()?.outcome {
        Outcome::Win(side) => Some(side),
        Outcome::Draw => None,
    }
}

/// Moves as players of these positions know them: by the numbers of points.
fn numbers(moves: &[AnyMove]) -> String {
    moves.iter().map(|mv| format!("{mv:#}")).collect::<Vec<_>>().join(", ")
}
