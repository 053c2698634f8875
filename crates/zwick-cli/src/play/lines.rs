//! Line mode, without a terminal: reads moves and commands, prints boards and answers.

use std::io::{BufRead, Write};
use std::path::Path;

use zwick::search::Limits;
use zwick::{Analysis, Analyst, AnyMove, Position, Scale, Side, analyze};

use super::seat::Seat;
use super::table::Table;
use super::thinking::{Knowledge, PATIENCE, Players, Turn};
use super::values;
use crate::spelling;

const HELP: &str = "\
a move      4, or d6, a4-a7, a4-a7xb6; several at once
show        the board, and who is to move
values      what every move is worth, best first
hints       the same after every move, on and off
best        play the best move
undo, redo  take back, play again
players     first PLAYER, second PLAYER: person, level 1 to level 10, perfect, random, alpha-beta:depth=8 …
new GAME    connect-four, connect-four:8x7, morris, morris:lasker …
moves       the moves so far
save FILE   write the game there, whatever was there before
load FILE   go on with a game
quit";

const COMMANDS: [&str; 15] = [
    "show", "values", "hints", "best", "undo", "redo", "players", "first", "second", "new", "moves", "save", "load",
    "help", "quit",
];

struct Lines<'a> {
    table: Table,
    hints: bool,
    players: Players,
    analyst: Analyst,
    out: &'a mut dyn Write,
}

/// Plays line by line until the input ends.
pub(crate) fn run(
    table: Table,
    hints: bool,
    knowledge: &Knowledge,
    input: impl BufRead,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let analyst = knowledge.analyst();
    let mut lines = Lines { table, hints, players: Players::new(knowledge.clone()), analyst, out };
    lines.go_on()?;
    for line in input.split(b'\n') {
        // Bytes that are not UTF-8 are refused like any other invalid command.
        let line = String::from_utf8_lossy(&line?).trim().to_owned();
        if line == "quit" {
            break;
        }
        match lines.obey(&line) {
            Ok(true) => lines.go_on()?,
            Ok(false) => {}
            Err(Trouble::Wrong(reason)) => writeln!(lines.out, "error: {reason}")?,
            Err(Trouble::Output(error)) => return Err(error),
        }
        lines.out.flush()?;
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

impl Lines<'_> {
    /// Executes a line; returns whether the game has changed.
    fn obey(&mut self, line: &str) -> Result<bool, Trouble> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let told = |error: anyhow::Error| format!("{error:#}");
        match (command, rest) {
            ("", _) => return Ok(false),
            ("help" | "?", _) => writeln!(self.out, "{HELP}")?,
            ("show", _) => self.show()?,
            ("values", _) => self.tell_values()?,
            ("hints", _) => {
                self.hints = !self.hints;
                writeln!(self.out, "hints {}", if self.hints { "on" } else { "off" })?;
            }
            ("moves", _) => writeln!(self.out, "{}", self.table.record().move_list())?,
            ("players", _) => self.tell_players()?,
            ("first", player) => return self.seat(Side::First, player),
            ("second", player) => return self.seat(Side::Second, player),
            ("undo", _) => drop(self.table.undo()?),
            ("redo", _) => drop(self.table.redo()?),
            ("best", _) => return self.best(),
            ("new", "") => self.table.begin(self.table.game()),
            ("new", game) => {
                let wrong = |error| spelling::with_suggestion(&error, game, spelling::games());
                self.table.begin(game.parse().map_err(wrong)?);
            }
            ("save" | "load", "") => return Err(format!("expected a file after {command}").into()),
            ("save", file) => {
                self.table.save(Path::new(file)).map_err(told)?;
                writeln!(self.out, "saved as {file}")?;
            }
            ("load", file) => self.table.load(Path::new(file)).map_err(told)?,
            _ => self.play(line)?,
        }
        Ok(matches!(command, "undo" | "redo" | "new" | "load") || !COMMANDS.contains(&command) && command != "?")
    }

    /// Plays all moves of a line, or none of them.
    fn play(&mut self, line: &str) -> Result<(), String> {
        let mut trial = self.table.record().clone();
        let before = trial.moves().len();
        trial.play_list(line).map_err(|error| {
            let words = COMMANDS.map(str::to_owned);
            spelling::with_suggestion(&format_args!("{error}; help lists the commands"), line, words)
        })?;
        trial.moves()[before..].iter().try_for_each(|&mv| self.table.play(mv))
    }

    fn seat(&mut self, side: Side, player: &str) -> Result<bool, Trouble> {
        let seat: Seat =
            player.parse().map_err(|error| spelling::with_suggestion(&error, player, spelling::players()))?;
        seat.check(self.table.position(), &mut self.analyst).map_err(|reason| reason.to_string())?;
        self.table.set_seat(side, seat);
        self.tell_players()?;
        Ok(seat != Seat::Person && self.table.to_move() == Some(seat))
    }

    fn tell_players(&mut self) -> std::io::Result<()> {
        for side in [Side::First, Side::Second] {
            writeln!(self.out, "{}: {}", self.table.side_name(side), self.table.seat(side))?;
        }
        Ok(())
    }

    fn analysis(&mut self) -> Result<Analysis<AnyMove>, String> {
        let limits = Limits { time: Some(PATIENCE), ..Limits::default() };
        analyze(&mut self.analyst, self.table.position(), &limits).map_err(|error| error.to_string())
    }

    fn best(&mut self) -> Result<bool, Trouble> {
        let analysis = self.analysis()?;
        let best = analysis.moves().first().filter(|_| self.table.to_move().is_some());
        let best = best.ok_or_else(|| "the game is over: undo takes a move back, new starts a game".to_owned())?;
        writeln!(self.out, "best {}: {}", best.mv, values::words(Scale::of(self.table.game()), best.answer.verdict))?;
        self.table.play(best.mv)?;
        Ok(true)
    }

    fn tell_values(&mut self) -> Result<(), Trouble> {
        let scale = Scale::of(self.table.game());
        for rated in self.analysis()?.moves() {
            let verdict = rated.answer.verdict;
            let words = values::words(scale, verdict);
            writeln!(self.out, "  {:<9} {} {words}", rated.mv.to_string(), values::sign(verdict))?;
        }
        Ok(())
    }

    fn show(&mut self) -> std::io::Result<()> {
        // The last line of the picture shows the side to move, which is printed with the result.
        let picture = format!("{:#}", self.table.position());
        let board = picture.rsplit_once('\n').map_or(picture.as_str(), |(board, _)| board);
        writeln!(self.out, "{board}\n{}", self.table.standing())
    }

    /// Shows the board, and lets the computer move while it is its turn.
    fn go_on(&mut self) -> anyhow::Result<()> {
        self.show()?;
        while let Some(Seat::Computer(spec)) = self.table.to_move() {
            self.out.flush()?;
            let position = *self.table.position();
            let choice = match self.players.choose(&Turn { position, spec }, &Limits::default()) {
                Ok(choice) => choice,
                // The seat can still be given to another player.
                Err(reason) => {
                    writeln!(self.out, "error: {reason}")?;
                    break;
                }
            };
            let mv = choice.ok_or_else(|| anyhow::anyhow!("{spec} found no move"))?;
            writeln!(self.out, "{} plays {mv}", position.side_name(position.turn()))?;
            self.table.play(mv).map_err(anyhow::Error::msg)?;
            self.show()?;
        }
        if self.hints
            && self.table.to_move().is_some()
            && let Err(Trouble::Wrong(reason)) = self.tell_values()
        {
            writeln!(self.out, "no values: {reason}")?;
        }
        self.out.flush()?;
        Ok(())
    }
}
