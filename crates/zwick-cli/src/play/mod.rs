//! `zwick play`: both games in the terminal, or line by line without one.

mod answerer;
mod app;
mod board_connect_four;
mod board_morris;
mod draw;
mod game;
mod keys;
mod lines;
mod look;
mod panel;
mod places;
mod prompt;
mod seat;
mod terminal;
#[cfg(test)]
mod tests;
mod thinking;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use zwick::{DrawRules, Game, Side};

use self::app::App;
use self::game::CurrentGame;
use self::seat::Seat;
use self::thinking::Knowledge;
pub(crate) use self::thinking::PATIENCE;
use crate::db::Memory;
use crate::input::{read_record, seed};
use crate::tablebase;
use crate::words::Speech;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game, such as connect-four, connect-four:8x7, morris or morris:lasker.
    #[arg(default_value_t = Game::CONNECT_FOUR)]
    game: Game,
    /// Where to start: moves from the start, or a position text.
    #[arg(long, value_name = "POSITION", default_value = "")]
    from: String,
    /// Who plays the first side: person, or a player such as "level 5", perfect (morris needs its tables) or alpha-beta:depth=10.
    #[arg(long, value_name = "PLAYER", default_value = "person")]
    first: Seat,
    /// Who plays the second side.
    #[arg(long, value_name = "PLAYER", default_value = "level 5")]
    second: Seat,
    /// Resume a game from a file, with its players.
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    load: Option<PathBuf>,
    /// Show the value of every move from the start: moves to the end, or an estimate in points (1.0 is about one man ahead in morris, one
    /// open three in Connect Four).
    #[arg(long)]
    hints: bool,
    /// When a game is drawn without an end on the board: "repetition 50", "repetition", a number of moves, or "off".
    #[arg(long, value_name = "RULES", default_value_t = DrawRules::default())]
    draws: DrawRules,
    /// The folder with the tables of morris; that of `zwick tablebase build` by default.
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    #[command(flatten)]
    memory: Memory,
    /// Play line by line, even on a terminal.
    #[arg(long)]
    lines: bool,
    /// Random seed: the same seed gives the same computer moves; random by default.
    #[arg(long, value_parser = seed)]
    seed: Option<u64>,
    #[command(flatten)]
    speech: Speech,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let record = read_record(arguments.game, &arguments.from, arguments.draws)?;
    let mut game = CurrentGame::new(record, [arguments.first, arguments.second], arguments.speech.words());
    if let Some(file) = &arguments.load {
        game.load(file)?;
    }
    let open = arguments.memory.open()?;
    let knowledge = Knowledge {
        store: open.as_ref().map(|open| open.store.clone()),
        tables: arguments.tables.clone().or_else(|| tablebase::usual_folder().ok()),
        seed: arguments.seed.unwrap_or_else(|| fastrand::u64(..)),
    };
    let mut analyst = knowledge.analyst();
    [Side::First, Side::Second]
        .into_iter()
        .try_for_each(|side| game.seat(side).check(game.position(), &mut analyst))?;
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if arguments.lines || is_dumb || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let input = io::stdin();
        // What a person types ends the line of the question; nobody sees what comes from elsewhere.
        let after_question = if input.is_terminal() { " " } else { "\n" };
        return lines::run(game, arguments.hints, &knowledge, after_question, input.lock(), out);
    }
    terminal::run(&mut App::new(game, arguments.hints), &knowledge, out)
}
