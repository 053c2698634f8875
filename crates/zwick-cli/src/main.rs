//! The command `zwick`: Connect Four and Nine Men's Morris, played, solved and explained.

mod analyze;
mod bench;
mod board;
mod book;
mod column_log;
mod completions;
mod contest;
mod convert;
mod cpu;
mod data_directory;
mod db;
mod engine;
mod help;
mod input;
mod jobs;
mod logging;
mod man;
mod memory;
mod openapi;
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
mod values;
mod words;
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

/// Terms shared by all commands.
const WORDS: &str = "\
GAME is connect-four or morris, with a variant after a colon: connect-four:8x7 (any board at least
4 wide and 3 high with width * (height + 1) at most 64), morris:no-flying, morris:lasker,
morris:morabaraba. POSITION is a list of moves from the start (4435, \"d6 f4 a4\"), or the one-line
text that `zwick show` prints. Without a command, `zwick` serves the page, as `zwick serve` does.";

#[derive(Subcommand)]
enum Command {
    /// Serve the page: play and analyse both games in the browser. The default without a command.
    Serve(serve::Arguments),
    /// Play in the terminal, against the computer or another person; line by line without a terminal.
    Play(play::Arguments),
    /// Run the engine for other programs: the Universal Game Interface (UGI) on standard input and output.
    Engine(engine::Arguments),
    /// Show a position: picture, side to move, legal moves, and the result with its reason.
    Show(show::Arguments),
    /// Count the move sequences of a given length: the classic test of a move generator.
    Perft(perft::Arguments),
    /// Convert a game or a position to another notation.
    Convert(convert::Arguments),
    /// Search a position with a player: the score of every move, the chosen move, and optionally every step.
    ///
    /// Estimates are in points: +1.00 is about one man ahead in morris, one open three in Connect Four. Players that play random games
    /// report wins minus losses in per cent of the games; v1 reports the share it won, v4 how many games in ten are not lost.
    Search(search::Arguments),
    /// Let two players play a match, and report which is stronger and by how much.
    Match(contest::Arguments),
    /// Run the ten scenarios that every player should handle; exit code 1 if one fails.
    Scenarios(scenarios::Arguments),
    /// Analyse a position: the value of the position and of each move, best first, and where it comes from.
    #[command(alias = "analyse")]
    Analyze(analyze::Arguments),
    /// Solve a position of Connect Four (7x6): exact result, every move, best line.
    Solve(solve::Arguments),
    /// Score many positions of Connect Four (7x6), one per line: column digits; anything after the first blank is ignored.
    ///
    /// Writes the moves and the score of each: 0 for a draw; for a win of the side to move, 22 minus the number of its men on the board
    /// when it wins, so a win with its very last man is 1; for a loss the same, negative.
    Score(score::Arguments),
    /// Opening books of both games: build, verify and describe them.
    #[command(subcommand)]
    Book(book::Command),
    /// Nine Men's Morris solved: build, verify and probe the tables of all positions.
    #[command(subcommand)]
    Tablebase(tablebase::Command),
    /// Store evaluated positions and games in a database: fill, inspect, export and import it.
    #[command(subcommand)]
    Db(db::Command),
    /// Run jobs that servers and commands share through PostgreSQL; any number of workers on any number of machines.
    ///
    /// A job is split into pieces of seconds to minutes. If a worker dies, others take over its pieces within half a minute; one that is
    /// asked to stop returns them immediately. While the database is unreachable, a worker waits for it.
    Worker(worker::Arguments),
    /// List the jobs of workers with their progress and rate; stop, resume or cancel them.
    Jobs(jobs::Arguments),
    /// Measure search, solver and database.
    Bench(bench::Arguments),
    /// Write shell completions: bash, elvish, fish, powershell or zsh.
    Completions(completions::Arguments),
    /// Write manual pages of all commands to a directory.
    Man(man::Arguments),
    /// Write the OpenAPI description of the HTTP API; a running server has it at /api/openapi.json.
    Openapi,
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
        Some(Command::Book(command)) => book::run(command, out),
        Some(Command::Tablebase(command)) => tablebase::run(command, out),
        Some(Command::Db(command)) => db::run(command, out),
        Some(Command::Worker(arguments)) => worker::run(arguments, out),
        Some(Command::Jobs(arguments)) => jobs::run(arguments, out),
        Some(Command::Bench(arguments)) => bench::run(arguments, out),
        Some(Command::Completions(arguments)) => completions::run(arguments, Arguments::command(), out),
        Some(Command::Man(arguments)) => man::run(arguments, Arguments::command(), out),
        Some(Command::Openapi) => openapi::run(out),
    }
}

/// The parsed command line; errors about a game, variant or player suggest the most similar name.
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

fn main() -> ExitCode {
    cpu::refuse().unwrap_or_else(program)
}

/// Exit codes: 0 success, 1 failure, 2 usage error. A reader that closes the pipe early is not a failure.
#[inline(never)]
fn program() -> ExitCode {
    let arguments = arguments();
    let mut out = BufWriter::new(io::stdout().lock());
    let result = run(&arguments, &mut out).and_then(|()| Ok(out.flush()?));
    let Err(error) = result else { return ExitCode::SUCCESS };
    let is_closed_pipe = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    };
    if error.chain().any(is_closed_pipe) {
        return ExitCode::SUCCESS;
    }
    // If standard error is closed too, there is nowhere left to report to.
    let _ = writeln!(io::stderr(), "error: {error:#}");
    ExitCode::from(if error.is::<WrongUse>() { 2 } else { 1 })
}
