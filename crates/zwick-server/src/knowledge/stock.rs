//! Everything the server knows, at a glance: the store, the books, and the tables of morris.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::Json;
use axum::extract::State as Shared;
use serde::Serialize;
use tokio::task::spawn_blocking;
use utoipa::ToSchema;
use zwick::connect_four::Book;
use zwick::morris::{self, Contents, PairSummary, Rules, Tablebase, TablebaseError, Wanted, needs};
use zwick::wire::Phase;
use zwick::{ForRules, Game, RuleSet};
use zwick_db::PhaseCount;

use crate::App;
use crate::http::operator::{Operator, OperatorAccess};
use crate::http::problem::Problem;
use crate::knowledge::tables::NeedsState;

/// Everything the server knows.
#[derive(Serialize, ToSchema)]
pub(crate) struct Databases {
    /// Who may start jobs and clear databases.
    operator: OperatorAccess,
    store: StoreState,
    books: Vec<BookState>,
    tables: TablesState,
}

/// The database of games and evaluated positions.
#[derive(Serialize, ToSchema)]
struct StoreState {
    /// A file, or a server without its password; only for the operator.
    place: Option<String>,
    /// `sqlite` or `postgresql`.
    kind: &'static str,
    games: u64,
    phases: Vec<PhaseState>,
    /// How many threads of workers are alive; none where the server does all the work itself.
    worker_threads: Option<u64>,
}

/// How much is known of a phase of a game.
#[derive(Clone, Serialize, ToSchema)]
pub struct PhaseState {
    game: String,
    phase: Phase,
    positions: u64,
    /// Those that no search can change any more.
    exact: u64,
}

/// An opening book.
#[derive(Serialize, ToSchema)]
pub struct BookState {
    game: String,
    /// It knows all positions with up to this many men; of morris, after up to this many plies.
    plies: u32,
    positions: u64,
    /// Bytes in memory.
    bytes: u64,
    /// The file it was read from; none if it is part of the program.
    file: Option<String>,
}

/// The tables of morris.
#[derive(Serialize, ToSchema)]
struct TablesState {
    /// Where they are; only for the operator.
    folder: Option<String>,
    /// None without a folder for tables.
    rules: Vec<RulesState>,
}

/// The tables of a rule set.
#[derive(Clone, Serialize, ToSchema)]
struct RulesState {
    game: String,
    pairs: Vec<PairState>,
    plies: Vec<PlyState>,
    /// Bytes on disk.
    bytes: u64,
    /// What a complete solution still takes; none if it is there.
    missing: Option<NeedsState>,
    /// Why the tables cannot be used; in full only for the operator.
    problem: Option<String>,
}

/// The positions with the same men on the board, all placed, seen from one side to move.
#[derive(Clone, Serialize, ToSchema)]
pub struct PairState {
    own: u32,
    other: u32,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Plies of the longest win; none if the table has no distances.
    longest_win_plies: Option<u16>,
    longest_loss_plies: Option<u16>,
    bytes: u64,
}

/// The positions with men in hand after a number of plies.
#[derive(Clone, Serialize, ToSchema)]
pub struct PlyState {
    ply: u32,
    positions: u64,
    bytes: u64,
}

impl BookState {
    /// Of a book, read from this file.
    pub fn of(book: &Book, file: Option<String>) -> Self {
        let (width, height) = book.size();
        Self {
            game: Game::connect_four(width, height).to_string(),
            plies: book.plies(),
            positions: book.entries(),
            bytes: book.bytes(),
            file,
        }
    }

    /// Of a book of morris, read from this file.
    pub fn of_morris(book: &morris::Book, file: Option<String>) -> Self {
        let rules = RuleSet::ALL.into_iter().find(|rules| rules.name() == book.rules());
        Self {
            game: rules.map_or(Game::MORRIS, Game::morris).to_string(),
            plies: book.plies(),
            positions: book.entries(),
            bytes: book.entries(),
            file,
        }
    }
}

impl From<PhaseCount> for PhaseState {
    fn from(count: PhaseCount) -> Self {
        let PhaseCount { game, phase, positions, exact } = count;
        Self { game: game.to_string(), phase: phase.into(), positions, exact }
    }
}

impl From<(u32, u64, u64)> for PlyState {
    fn from((ply, positions, bytes): (u32, u64, u64)) -> Self {
        Self { ply, positions, bytes }
    }
}

impl From<PairSummary> for PairState {
    fn from(pair: PairSummary) -> Self {
        let PairSummary { own, other, counts, bytes } = pair;
        Self {
            own,
            other,
            positions: counts.positions(),
            wins: counts.wins,
            draws: counts.draws,
            losses: counts.losses,
            longest_win_plies: counts.longest_win,
            longest_loss_plies: counts.longest_loss,
            bytes,
        }
    }
}

/// Looks at the tables of a rule set.
struct Look<'a> {
    folder: &'a Path,
    rules: RuleSet,
}

impl ForRules for Look<'_> {
    type Output = RulesState;

    fn run<R: Rules>(self) -> RulesState {
        let mut state = RulesState {
            game: Game::morris(self.rules).to_string(),
            pairs: Vec::new(),
            plies: Vec::new(),
            bytes: 0,
            missing: None,
            problem: None,
        };
        let mut look = || -> Result<(), TablebaseError> {
            let tables = Tablebase::<R>::open(self.folder)?;
            state.pairs = tables.pairs()?.into_iter().map(Into::into).collect();
            state.plies = tables.plies().into_iter().map(Into::into).collect();
            state.bytes =
                state.pairs.iter().map(|pair| pair.bytes).chain(state.plies.iter().map(|ply| ply.bytes)).sum();
            let missing = needs::<R>(self.folder, Wanted::everything::<R>(Contents::Results))?;
            state.missing = Some(missing).filter(|missing| missing.positions > 0).map(Into::into);
            Ok(())
        };
        let looked = look();
        state.problem = looked.err().map(|error| error.to_string());
        state
    }
}

/// What takes long to count.
#[derive(Clone)]
pub(crate) struct Stock {
    phases: Vec<PhaseState>,
    rules: Vec<RulesState>,
}

/// Counts the positions of the store, and looks into all tables.
async fn take_stock(app: &App) -> Result<Stock, Problem> {
    let phases = app.store.count_by_phase().await?.into_iter().map(Into::into);
    let rules = match app.library.tables.clone() {
        None => Vec::new(),
        Some(folder) => {
            let look = move || RuleSet::ALL.map(|rules| rules.run(Look { folder: &folder, rules })).into();
            spawn_blocking(look).await.map_err(|error| Problem::Internal(error.to_string()))?
        }
    };
    Ok(Stock { phases: phases.collect(), rules })
}

/// What is loaded and where from: the store with its positions by phase, the books, and the tables of morris with their results.
///
/// This is counted once and kept: what this server does is seen at once, what other processes do within ten seconds, or within four times as
/// long as counting takes.
#[utoipa::path(
    get, path = "/api/v1/databases", operation_id = "readDatabases", tag = "databases",
    responses((status = 200, description = "Everything the server knows of.", body = Databases))
)]
pub(crate) async fn databases(
    Shared(app): Shared<Arc<App>>,
    operator: Result<Operator, Problem>,
) -> Result<Json<Databases>, Problem> {
    // Paths on this machine are for the operator only.
    let is_operator = operator.is_ok();
    let stock = app.stock.get(|| app.jobs.changes(), take_stock(&app)).await?;
    let Stock { phases, mut rules } = Stock::clone(&stock);
    let games_changed = || app.jobs.changes() + app.games_changed.load(Relaxed);
    let games = app.games.get(games_changed, async { Ok(app.store.count_games().await?) }).await?;
    let books = app.library.books.iter().map(|book| BookState::of(book, None));
    let books = books.chain(app.library.morris_book.iter().map(|book| BookState::of_morris(book, None)));
    let folder = app.library.tables.as_ref();
    if !is_operator {
        let problems = rules.iter_mut().filter_map(|rules| rules.problem.as_mut());
        problems.for_each(|problem| "these tables cannot be used; the operator sees why".clone_into(problem));
    }
    Ok(Json(Databases {
        operator: (&app.settings.operators).into(),
        store: StoreState {
            place: is_operator.then(|| app.store.place().to_owned()),
            kind: app.store.kind(),
            games: *games,
            phases,
            worker_threads: if app.store.is_shared() { Some(app.store.worker_threads().await?) } else { None },
        },
        books: books.collect(),
        tables: TablesState {
            folder: folder.filter(|_| is_operator).map(|folder| folder.display().to_string()),
            rules,
        },
    }))
}
