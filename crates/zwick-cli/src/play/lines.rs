//! Line mode, without a terminal: reads moves and commands, prints boards and answers.

use std::io::{BufRead, Write};
use std::path::Path;

use zwick::search::Limits;
use zwick::{Analysis, Analyst, AnyMove, Position, Scale, Side, analyze};

use super::game::CurrentGame;
use super::places;
use super::seat::Seat;
use super::thinking::{Knowledge, PATIENCE, Players, Turn};
use crate::words::Words;
use crate::{board, spelling, values};

const COMMANDS: [&str; 15] = [
    "show", "values", "hints", "best", "undo", "redo", "players", "first", "second", "new", "moves", "save", "load",
    "help", "quit",
];

struct Lines<'a> {
    game: CurrentGame,
    hints: bool,
    players: Players,
    analyst: Analyst,
    after_question: &'static str,
    out: &'a mut dyn Write,
}

/// Plays line by line until the input ends.
pub(crate) fn run(
    game: CurrentGame,
    hints: bool,
    knowledge: &Knowledge,
    after_question: &'static str,
    input: impl BufRead,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let analyst = knowledge.analyst();
    let mut lines = Lines { game, hints, players: Players::new(knowledge.clone()), analyst, after_question, out };
    lines.go_on()?;
    lines.ask()?;
    for line in input.split(b'\n') {
        // Bytes that are not UTF-8 are refused like any other invalid command.
        let line = String::from_utf8_lossy(&line?).trim().to_owned();
        if line == "quit" {
            break;
        }
        match lines.obey(&line) {
            Ok(true) => lines.go_on()?,
            Ok(false) => {}
            Err(Trouble::Wrong(reason)) => writeln!(lines.out, "{}", lines.words().error(&reason))?,
            Err(Trouble::Output(error)) => return Err(error),
        }
        lines.ask()?;
    }
    Ok(())
}

/// What can go wrong with a line.
enum Trouble {
    /// A refused command, with the reason; nothing has changed.
    Wrong(String),
    /// The output is closed.
    Output(anyhow::Error),
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error.into())
    }
}

impl From<String> for Trouble {
    fn from(reason: String) -> Self {
        Self::Wrong(reason)
    }
}

impl From<&str> for Trouble {
    fn from(reason: &str) -> Self {
        Self::Wrong(reason.to_owned())
    }
}

impl Lines<'_> {
    fn words(&self) -> &'static dyn Words {
        self.game.words
    }

    /// Asks the person to move for the next move.
    fn ask(&mut self) -> std::io::Result<()> {
        if self.game.to_move() == Some(Seat::Person) {
            let question = places::request(self.game.position(), self.words());
            write!(self.out, "{question}{}", self.after_question)?;
        }
        self.out.flush()
    }

    /// Executes a line; returns whether the game has changed.
    fn obey(&mut self, line: &str) -> Result<bool, Trouble> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let told = |error: anyhow::Error| format!("{error:#}");
        match (command, rest) {
            ("", _) => return Ok(false),
            ("help" | "?", _) => writeln!(self.out, "{}", self.words().lines_help())?,
            ("show", _) => self.show()?,
            ("values", _) => self.tell_values()?,
            ("hints", _) => {
                self.hints = !self.hints;
                writeln!(self.out, "{}", self.words().hints_are(self.hints))?;
            }
            ("moves", _) => writeln!(self.out, "{}", self.game.record().move_list())?,
            ("players", _) => self.tell_players()?,
            ("first", player) => return self.seat(Side::First, player),
            ("second", player) => return self.seat(Side::Second, player),
            ("undo", _) => drop(self.game.undo()?),
            ("redo", _) => drop(self.game.redo()?),
            ("best", _) => return self.best(),
            ("new", "") => self.game.begin(self.game.kind()),
            ("new", game) => {
                let wrong = |error| spelling::with_suggestion(self.words(), &error, game, spelling::games());
                self.game.begin(game.parse().map_err(wrong)?);
            }
            ("save" | "load", "") => return Err(self.words().file_missing(command).into()),
            ("save", file) => {
                self.game.save(Path::new(file)).map_err(told)?;
                writeln!(self.out, "{}", self.words().saved(file))?;
            }
            ("load", file) => self.game.load(Path::new(file)).map_err(told)?,
            _ => self.play(line)?,
        }
        Ok(matches!(command, "undo" | "redo" | "new" | "load") || !COMMANDS.contains(&command) && command != "?")
    }

    /// Plays all moves of a line, or none of them; against the computer only one's own next move.
    fn play(&mut self, line: &str) -> Result<(), String> {
        let words = self.words();
        let mut trial = self.game.record().clone();
        let before = trial.moves().len();
        let first = self.game.position().split_moves(line).next().unwrap_or_default();
        if self.game.has_computer() && first != line && trial.clone().play_list(first).is_ok() {
            return Err(words.one_move_only(line));
        }
        trial.play_list(line).map_err(|error| {
            let legal: Vec<String> = trial.position().legal_moves().map(|mv| mv.to_string()).collect();
            let reason =
                words.no_such_move(&line.chars().take(40).collect::<String>(), &legal.join(" "), &error.to_string());
            let commands = COMMANDS.map(str::to_owned);
            spelling::with_suggestion(words, &words.see_help(&reason), line, commands)
        })?;
        trial.moves()[before..].iter().try_for_each(|&mv| self.game.play(mv))
    }

    fn seat(&mut self, side: Side, player: &str) -> Result<bool, Trouble> {
        let wrong = |error| spelling::with_suggestion(self.words(), &error, player, spelling::players());
        let seat: Seat = player.parse().map_err(wrong)?;
        seat.check(self.game.position(), &mut self.analyst).map_err(|reason| self.words().imperfect(&reason))?;
        self.game.set_seat(side, seat);
        self.tell_players()?;
        Ok(seat != Seat::Person && self.game.to_move() == Some(seat))
    }

    fn tell_players(&mut self) -> std::io::Result<()> {
        for side in [Side::First, Side::Second] {
            let player = self.words().player(&self.game.seat(side).to_string());
            writeln!(self.out, "{}: {player}", self.game.side_name(side))?;
        }
        Ok(())
    }

    fn analysis(&mut self) -> Result<Analysis<AnyMove>, String> {
        let limits = Limits { time: Some(PATIENCE), ..Limits::default() };
        analyze(&mut self.analyst, self.game.position(), &limits).map_err(|error| error.to_string())
    }

    fn best(&mut self) -> Result<bool, Trouble> {
        let analysis = self.analysis()?;
        let best = analysis.moves().first().filter(|_| self.game.to_move().is_some());
        let best = best.ok_or(self.words().game_over())?;
        let worth = values::words(self.words(), Scale::of(self.game.kind()), best.answer.verdict);
        writeln!(self.out, "{}", self.words().best(&best.mv.to_string(), &worth))?;
        self.game.play(best.mv)?;
        Ok(true)
    }

    fn tell_values(&mut self) -> Result<(), Trouble> {
        let scale = Scale::of(self.game.kind());
        for rated in self.analysis()?.moves() {
            writeln!(self.out, "{}", values::line(self.words(), scale, rated))?;
        }
        Ok(())
    }

    fn show(&mut self) -> std::io::Result<()> {
        let board = board::with_names(self.game.position(), self.words());
        writeln!(self.out, "{board}\n{}", self.game.standing())
    }

    /// Shows the board, and lets the computer move while it is its turn.
    fn go_on(&mut self) -> anyhow::Result<()> {
        self.show()?;
        while let Some(Seat::Computer(spec)) = self.game.to_move() {
            self.out.flush()?;
            let position = *self.game.position();
            let choice = match self.players.choose(&Turn { position, spec }, &Limits::default()) {
                Ok(choice) => choice,
                // The seat can still be given to another player.
                Err(reason) => {
                    writeln!(self.out, "{}", self.words().error(&self.words().trouble(&reason)))?;
                    break;
                }
            };
            let reply = choice.ok_or_else(|| anyhow::anyhow!("{spec} found no move"))?;
            writeln!(self.out, "{}", reply.words(self.words(), self.game.side_name(position.turn())))?;
            self.game.play(reply.mv).map_err(anyhow::Error::msg)?;
            self.show()?;
        }
        if self.hints
            && self.game.to_move().is_some()
            && let Err(Trouble::Wrong(reason)) = self.tell_values()
        {
            writeln!(self.out, "{}", self.words().no_values(&reason))?;
        }
        self.out.flush()?;
        Ok(())
    }
}
