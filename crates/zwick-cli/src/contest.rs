//! `zwick match`: a match between two players.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

use anyhow::Context;
use serde_json::json;
use zwick::search::Limits;
use zwick::tournament::{Match, Standing};
use zwick::{AnyPlayer, AnyPosition, DrawRules, Game, GameText, Library, Side, Spec};
use zwick_db::{Blocking, Shelf};

use crate::db::Memory;
use crate::input::{seed, whole};
use crate::words::Speech;
use crate::{progress, tablebase};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The first player, such as "level 5", perfect or alpha-beta:depth=10.
    first: Spec,
    /// The second player.
    second: Spec,
    /// The game, such as connect-four, connect-four:8x7, morris or morris:lasker.
    #[arg(long, default_value = "connect-four")]
    game: Game,
    /// How many games; the players take turns going first.
    #[arg(long, default_value_t = 100, value_parser = whole::<u64>("games", 1..=u64::MAX))]
    games: u64,
    /// When a game is drawn without an end on the board: "repetition 50", "repetition", a number of moves, or "off".
    #[arg(long, value_name = "RULES", default_value_t = DrawRules::default())]
    draws: DrawRules,
    /// Random moves at the start of each pair of games.
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = whole::<u32>("plies", 0..=8))]
    opening: u32,
    /// Random seed: the same seed gives the same games.
    #[arg(long, default_value_t = 1, value_parser = seed)]
    seed: u64,
    /// The folder with the tables of morris, for a perfect player; that of `zwick tablebase build` by default.
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    #[command(flatten)]
    memory: Memory,
    /// Games played at the same time; one per core by default.
    #[arg(long, value_parser = whole::<usize>("threads", 1..=1024))]
    threads: Option<usize>,
    /// Save the games as text.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Write the result as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    speech: Speech,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let contest = Match {
        start: AnyPosition::start(arguments.game),
        players: [arguments.first, arguments.second],
        draws: arguments.draws,
        opening: arguments.opening,
        seed: arguments.seed,
    };
    let games = play_all(arguments, &contest)?;
    let mut standing = Standing::default();
    for (number, game) in games.iter().enumerate() {
        if let Some(ending) = game.record.ending() {
            standing.count(ending.outcome, contest.side_of_first(number as u64, &game.record));
        }
    }
    if let Some(path) = &arguments.save {
        let mut file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        for game in &games {
            writeln!(file, "{game}").with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    let elo = standing.elo();
    let Standing { wins, draws, losses } = standing;
    if arguments.json {
        let result = json!({
            "first": arguments.first.to_string(), "second": arguments.second.to_string(),
            "game": arguments.game.to_string(), "games": standing.games(),
            "wins": wins, "draws": draws, "losses": losses,
            "elo": elo.difference, "elo_low": elo.low, "elo_high": elo.high,
        });
        writeln!(out, "{result}")?;
    } else {
        let words = arguments.speech.words();
        let [first, second] = [arguments.first, arguments.second].map(|player| words.player(&player.to_string()));
        let per_cent = words.number(&format!("{:.1}", 100.0 * standing.share()));
        let elo = [elo.difference, elo.low, elo.high].map(|number| format!("{number:+.0}"));
        writeln!(out, "{}", words.contest(&first, &second, standing.games(), &arguments.game.to_string()))?;
        writeln!(out, "{}", words.contest_result(wins, draws, losses, &per_cent))?;
        writeln!(out, "{}", words.elo(elo.each_ref().map(String::as_str)))?;
    }
    Ok(())
}

/// Plays all games on several threads, with a progress bar on a terminal.
fn play_all(arguments: &Arguments, contest: &Match) -> anyhow::Result<Vec<GameText>> {
    let open = arguments.memory.open()?;
    let store = open.as_ref().map(|open| &open.store);
    let bar = progress::bar(arguments.games, "games");
    let next = AtomicU64::new(0);
    let games = Mutex::new(Vec::new());
    let refused = OnceLock::new();
    let library = tablebase::library(arguments.tables.as_deref());
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads.unwrap_or(processors).max(1) {
            scope.spawn(|| {
                while let number = next.fetch_add(1, Ordering::Relaxed)
                    && number < arguments.games
                    && refused.get().is_none()
                {
                    let game = match play(contest, number, &library, store) {
                        Ok(game) => game,
                        Err(reason) => return drop(refused.set(reason)),
                    };
                    games.lock().expect("no player panicked").push((number, game));
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    if let Some(reason) = refused.into_inner() {
        return Err(reason);
    }
    let mut games = games.into_inner().expect("no player panicked");
    games.sort_by_key(|(number, _)| *number);
    Ok(games.into_iter().map(|(_, game)| game).collect())
}

fn play(contest: &Match, number: u64, library: &Library, store: Option<&Blocking>) -> anyhow::Result<GameText> {
    let mut shelves: Vec<Shelf> = Vec::new();
    let player = |spec: Spec, seed| {
        let player = AnyPlayer::with_library(contest.start.game(), spec, seed, library.clone());
        let Some(store) = store else { return player };
        let shelf = store.shelf(spec.to_string());
        shelves.push(shelf.clone());
        player.with_database(Box::new(shelf))
    };
    let record = contest.play(number, player, &Limits::default())?;
    shelves.iter().try_for_each(|shelf| shelf.save().map(drop))?;
    let first_has = contest.side_of_first(number, &record);
    let mut game = GameText::new(record);
    let [first, second] = contest.players.map(|player| player.to_string());
    let names = if first_has == Side::First { [first, second] } else { [second, first] };
    for (side, name) in [Side::First, Side::Second].into_iter().zip(names) {
        game.set_player(side, &name);
    }
    game.tags.push(("Round".to_owned(), (number + 1).to_string()));
    Ok(game)
}
