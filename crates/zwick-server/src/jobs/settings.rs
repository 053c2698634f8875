//! What a job does: as it is asked for, and checked.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zwick::{AnyPosition, DrawRules, Game};
use zwick_db::{BookWork, Seed, SelfPlay, Study, Work};

use super::Unit;
use crate::App;
use crate::http::limits::Limits;
use crate::http::problem::Problem;
use crate::http::request::{read_record, read_unfinished};
use crate::knowledge::tables::TablesWanted;
use crate::thinking::affordable::{Affordable, AffordableWork};

/// The most positions or games a job may be asked for.
const MOST: u64 = 10_000_000;

/// What a job does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum JobSettings {
    /// Evaluates random positions that are not yet known.
    Seed {
        game: String,
        /// Where the random moves begin: moves from the start, or a text of one line; the start if left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        position: Option<String>,
        /// The fewest moves played.
        from: u32,
        /// The most moves played; these positions come first.
        to: u32,
        /// Positions of each length.
        count: u64,
        player: String,
    },
    /// Plays best against random, random against best, best against best.
    SelfPlay {
        game: String,
        /// Games of each kind.
        games: u64,
        player: String,
        /// Random moves at the beginning of the last kind.
        #[serde(default)]
        opening: u32,
    },
    /// Makes the tables of morris that are not there.
    Tablebase {
        game: String,
        /// Only positions with at most this many men, all placed; all positions if left out.
        men: Option<u32>,
        /// Won, drawn or lost only, without distances.
        #[serde(default)]
        wdl_only: bool,
    },
    /// Finds out what a position and each of its moves are worth, exactly, however long it takes.
    Analysis {
        game: String,
        /// Moves from the start, or a text of one line.
        position: String,
        /// Milliseconds after which a move is given up; never if left out.
        time: Option<u64>,
    },
    /// Solves the positions of an opening book of Connect Four. Only workers do this, for `zwick book build`.
    Book {
        game: String,
        /// The most men on the board.
        plies: u32,
    },
    /// Something on the list of workers that is no job. It can only be cancelled.
    Unreadable { text: String },
}

/// The same, read and checked.
#[derive(Debug, Clone)]
pub(super) enum Checked {
    Work(AffordableWork),
    Tables(TablesWanted, PathBuf),
    /// The store has it from another program, and this server cannot afford it: why.
    TooMuch(String),
}

impl Checked {
    /// What is left to do of a job of the store.
    pub(super) fn unfinished(work: Work, limits: &Limits) -> Self {
        AffordableWork::check(work, limits).map_or_else(|problem| Self::TooMuch(problem.to_string()), Self::Work)
    }
}

impl JobSettings {
    pub(super) fn check(&self, app: &App) -> Result<Checked, Problem> {
        let game = |name: &str| name.parse::<Game>().map_err(|error| Problem::Malformed(format!("game: {error}")));
        let number = |key: &str, number: u64| {
            let is_some = (1..=MOST).contains(&number);
            is_some
                .then_some(number)
                .ok_or_else(|| Problem::Malformed(format!("{key}: expected a number from 1 to {MOST}")))
        };
        let limits = &app.settings.limits;
        let affordable = |work| AffordableWork::check(work, limits).map(Checked::Work);
        let (threads, dice) = (app.jobs.threads, fastrand::u64(..));
        Ok(match self {
            Self::Seed { game: name, position, from, to, count, player } => {
                if from > to || *to > 1_000 {
                    return Err(Problem::Malformed(
                        "from, to: expected numbers of moves, the smaller first".to_owned(),
                    ));
                }
                let (moves, count) = (*from..=*to, number("count", *count)?);
                let start = read_unfinished(game(name)?, position.as_deref().unwrap_or(""), "", DrawRules::OFF)?;
                let player = Affordable::read(player, limits)?.spec();
                affordable(Work::Seed(Seed { start, moves, count, player, threads, dice }))?
            }
            Self::SelfPlay { game: name, games, player, opening } => {
                let (game, player, games) =
                    (game(name)?, Affordable::read(player, limits)?.spec(), number("games", *games)?);
                let opening = (*opening).min(100);
                affordable(Work::SelfPlay(SelfPlay { game, games, player, opening, threads, dice }))?
            }
            Self::Tablebase { game, men, wdl_only } => {
                let wanted = TablesWanted::read(Some(game), *men, *wdl_only)?;
                Checked::Tables(wanted, app.tables_folder()?.to_owned())
            }
            Self::Analysis { game: name, position, time } => {
                let position = *read_record(game(name)?, position, "", DrawRules::OFF)?.position();
                let time = time.map(|time| number("time", time)).transpose()?.map(Duration::from_millis);
                affordable(Work::Study(Study { position, time }))?
            }
            Self::Book { .. } => {
                let how = "a book is asked for with \"zwick book build --database\", which writes its file";
                return Err(Problem::Conflict(how.to_owned()));
            }
            Self::Unreadable { text } => return Err(Problem::Malformed(format!("expected a job, found {text:?}"))),
        })
    }

    /// The settings of a build of these tables.
    pub(super) fn of_tables(wanted: TablesWanted) -> Self {
        let TablesWanted { rules, men, wdl_only } = wanted;
        Self::Tablebase { game: Game::morris(rules).to_string(), men, wdl_only }
    }

    /// The settings of a job of the store.
    pub(super) fn of(work: &Work) -> Self {
        match work {
            Work::Seed(Seed { start, moves, count, player, .. }) => Self::Seed {
                game: start.game().to_string(),
                position: Some(start)
                    .filter(|&&start| start != AnyPosition::start(start.game()))
                    .map(ToString::to_string),
                from: *moves.start(),
                to: *moves.end(),
                count: *count,
                player: player.to_string(),
            },
            Work::SelfPlay(SelfPlay { game, games, player, opening, .. }) => {
                let (game, player) = (game.to_string(), player.to_string());
                Self::SelfPlay { game, games: *games, player, opening: *opening }
            }
            Work::Study(Study { position, time }) => Self::Analysis {
                game: position.game().to_string(),
                position: position.to_string(),
                time: time.map(|time| time.as_millis() as u64),
            },
            Work::Book(BookWork { game, plies }) => Self::Book { game: game.to_string(), plies: *plies },
            Work::Unreadable(text) => Self::Unreadable { text: text.clone() },
        }
    }

    pub(super) const fn unit(&self) -> Unit {
        if matches!(self, Self::SelfPlay { .. }) { Unit::Games } else { Unit::Positions }
    }
}
