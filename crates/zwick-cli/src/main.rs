//! The command `zwick`: Connect Four and Nine Men's Morris, played, solved and explained.

mod analyze;
mod bench;
mod book;
mod completions;
mod contest;
mod convert;
mod data_directory;
mod db;
mod engine;
mod help;
mod input;
mod jobs;
mod logging;
mod man;
mod perft;
mod play;
mod progress;
mod scenarios;
mod score;
mod search;
mod serve;
mod show;
mod solve;
mod spelling;
mod tablebase;
mod worker;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::input::WrongUse;

/// Connect Four and Nine Men's Morris: exact rules, search and solver, in one program.
#[derive(Parser)]
#[command(name = "zwick", version, max_term_width = 100, args_conflicts_with_subcommands = true, after_help = WORDS)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Arguments,
}

/// Words that all commands share.
const WORDS: &str = "\
GAME is connect-four or morris, with a variant after a colon: connect-four:8x7 (any board at least
4 wide and 3 high with width * (height + 1) at most 64), morris:no-flying, morris:lasker,
morris:morabaraba. POSITION is a list of moves from the start (4435, \"d6 f4 a4\"), or the one-line
text that `zwick show` prints. Without a command, `zwick` serves the page, as `zwick serve` does.";

#[derive(Subcommand)]
enum Command {
    /// Serve the page: play and analyse both games in the browser. What `zwick` does without a command.
    Serve(serve::Arguments),
    /// Play in the terminal, against the computer or another person; line by line where there is no terminal.
    Play(play::Arguments),
    /// Think for other programs: the universal game interface (UGI) on standard input and output.
    Engine(engine::Arguments),
    /// Show a position: picture, side to move, legal moves, result and why.
    Show(show::Arguments),
    /// Count the ways to play a number of moves: the classic test of the rules.
    Perft(perft::Arguments),
    /// Read a game or a position, and write it in another notation.
    Convert(convert::Arguments),
    /// Let a player think about a position: the score of every move, the best move, and on request every step.
    Search(search::Arguments),
    /// Let two players play against each other, and tell who is stronger and by how much.
    Match(contest::Arguments),
    /// Run the ten scenarios that every player should handle; exit code 1 if one fails.
    Scenarios(scenarios::Arguments),
    /// Analyse a position: what it and each of its moves are worth, best first, and how that is known.
    Analyze(analyze::Arguments),
    /// Solve a position of Connect Four (7x6): exact result, every move, best line.
    Solve(solve::Arguments),
    /// Score many positions of Connect Four (7x6), one a line: column digits, anything after the first blank is ignored.
    ///
    /// Writes the moves and the score of each: 0 for a draw; for a win of the side to move 22 minus the number of its men on the board once it
    /// has won, so that a win with its very last man is 1; for a loss the same, negative.
    Score(score::Arguments),
    /// Opening books of Connect Four: make, check and describe them.
    Book(book::Arguments),
    /// Nine Men's Morris solved: make, prove and ask the tables of all positions.
    #[command(subcommand)]
    Tablebase(tablebase::Command),
    /// Keep evaluated positions and games in a database: fill it, look into it, carry it elsewhere.
    Db(db::Arguments),
    /// Do jobs that servers and commands share through PostgreSQL; any number of workers on any number of machines.
    ///
    /// A job is cut into pieces of seconds to minutes. Pieces of a worker that dies go to others within half a minute; one that is asked to end
    /// gives its pieces back at once. While the database is away a worker waits for it.
    Worker(worker::Arguments),
    /// List what workers are to do, how far and how fast they are; stop, resume or cancel it.
    Jobs(jobs::Arguments),
    /// Measure search, solver and database.
    Bench(bench::Arguments),
    /// Write what a shell needs to complete commands and options: bash, elvish, fish, powershell or zsh.
    Completions(completions::Arguments),
    /// Write manual pages of all commands to a directory.
    Man(man::Arguments),
}

fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    match &arguments.command {
        None => serve::run(&arguments.serve, out),
        Some(Command::Serve(arguments)) => serve::run(arguments, out),
        Some(Command::Play(arguments)) => play::run(arguments, out),
        Some(Command::Engine(arguments)) => engine::run(arguments, out),
        Some(Command::Show(arguments)) => show::run(arguments, out),
        Some(Command::Perft(arguments)) => perft::run(arguments, out),
        Some(Command::Convert(arguments)) => convert::run(arguments, out),
        Some(Command::Search(arguments)) => search::run(arguments, out),
        Some(Command::Match(arguments)) => contest::run(arguments, out),
        Some(Command::Scenarios(arguments)) => scenarios::run(arguments, out),
        Some(Command::Analyze(arguments)) => analyze::run(arguments, out),
        Some(Command::Solve(arguments)) => solve::run(arguments, out),
        Some(Command::Score(arguments)) => score::run(arguments, out),
        Some(Command::Book(arguments)) => book::run(arguments, out),
        Some(Command::Tablebase(command)) => tablebase::run(command, out),
        Some(Command::Db(arguments)) => db::run(arguments, out),
        Some(Command::Worker(arguments)) => worker::run(arguments, out),
        Some(Command::Jobs(arguments)) => jobs::run(arguments, out),
        Some(Command::Bench(arguments)) => bench::run(arguments, out),
        Some(Command::Completions(arguments)) => completions::run(arguments, Arguments::command(), out),
        Some(Command::Man(arguments)) => man::run(arguments, Arguments::command(), out),
    }
}

/// What the user typed; a wrong game, variant or player is told with the one that was probably meant.
fn arguments() -> Arguments {
    let matches = help::grouped(Arguments::command()).try_get_matches();
    matches.and_then(|matches| Arguments::from_arg_matches(&matches)).unwrap_or_else(|mut error| {
        let found = error.get(ContextKind::InvalidValue).map(ToString::to_string);
        if error.kind() == ErrorKind::ValueValidation
            && let Some(word) = found.and_then(|found| spelling::nearest(&found, spelling::names()))
        {
            let tip = StyledStr::from(format!("did you mean '{word}'?"));
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
        }
        error.exit()
    })
}

/// Exit codes: 0 ok, 1 failed, 2 wrong use. Whoever reads our output may stop reading: that is no failure.
fn main() -> ExitCode {
    let arguments = arguments();
    let mut out = BufWriter::new(io::stdout().lock());
    let result = run(&arguments, &mut out).and_then(|()| Ok(out.flush()?));
    let Err(error) = result else { return ExitCode::SUCCESS };
    if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
        return ExitCode::SUCCESS;
    }
    // Nothing is left to tell if standard error is closed too.
    let _ = writeln!(io::stderr(), "error: {error:#}");
    ExitCode::from(if error.is::<WrongUse>() { 2 } else { 1 })
}
