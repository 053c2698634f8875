//! What the server knows and where it has it from: the store, the books, and the tables of morris.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Json;
use axum::extract::State as Shared;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;
use utoipa::{IntoParams, ToSchema};
use zwick::morris::{Contents, Needs, PairSummary, Rules, Tablebase, TablebaseError, Wanted, needs};
use zwick::{AnyPosition, ForRules, Game, Morris, Position, RuleSet};
use zwick_db::{Blocking, Format, Writer};

use crate::App;
use crate::download::download;
use crate::operator::Operator;
use crate::problem::{Problem, ProblemBody};
use crate::protocol::State;
use crate::request::{Asked, read_record};
use crate::symmetry::Record;

/// Everything the server knows.
#[derive(Serialize, ToSchema)]
pub(crate) struct Databases {
    /// Who may start jobs and empty databases: `open` for everyone, `token` for whoever has the operator's secret, `closed` for nobody.
    operator: &'static str,
    store: StoreState,
    books: Vec<BookState>,
    tables: TablesState,
}

/// The database of games and evaluated positions.
#[derive(Serialize, ToSchema)]
struct StoreState {
    /// A file, or a server without its password.
    place: String,
    /// `sqlite` or `postgresql`.
    kind: &'static str,
    games: u64,
    phases: Vec<PhaseState>,
    /// How many threads of workers are alive; none where the server does all the work itself.
    worker_threads: Option<u64>,
}

/// How much is known of a phase of a game.
#[derive(Serialize, ToSchema)]
struct PhaseState {
    game: String,
    /// Such as `plies 4-6` or `moving, 5 men against 4`.
    phase: String,
    positions: u64,
    /// Those that no search can change any more.
    exact: u64,
}

/// An opening book of Connect Four.
#[derive(Serialize, ToSchema)]
struct BookState {
    game: String,
    /// It knows all positions with up to so many men.
    plies: u32,
    positions: u64,
    /// Bytes in memory.
    bytes: u64,
    origin: &'static str,
}

/// The tables of morris.
#[derive(Serialize, ToSchema)]
struct TablesState {
    folder: Option<String>,
    rules: Vec<RulesState>,
}

/// The tables of a rule set.
#[derive(Serialize, ToSchema)]
struct RulesState {
    game: String,
    pairs: Vec<PairState>,
    plies: Vec<PlyState>,
    /// Bytes on disk.
    bytes: u64,
    /// What a complete solution still takes; none if it is there.
    missing: Option<NeedsState>,
    /// Why the tables cannot be used.
    problem: Option<String>,
}

/// The positions with the same men on the board, all placed, seen from one side to move.
#[derive(Serialize, ToSchema)]
struct PairState {
    own: u32,
    other: u32,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Plies of the longest win; none if the table has no distances.
    longest_win: Option<u16>,
    longest_loss: Option<u16>,
    bytes: u64,
}

/// The positions with men in hand after so many plies.
#[derive(Serialize, ToSchema)]
struct PlyState {
    ply: u32,
    positions: u64,
    bytes: u64,
}

/// What a build takes, rather too high than too low.
#[derive(Serialize, ToSchema)]
pub(crate) struct NeedsState {
    pairs: u32,
    plies: u32,
    positions: u64,
    /// Bytes on disk.
    disk: u64,
    /// Bytes of memory.
    memory: u64,
    cpu_seconds: u64,
}

impl From<Needs> for NeedsState {
    fn from(needs: Needs) -> Self {
        let Needs { pairs, plies, positions, disk, memory, cpu_time } = needs;
        Self { pairs, plies, positions, disk, memory, cpu_seconds: cpu_time.as_secs() }
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
            longest_win: counts.longest_win,
            longest_loss: counts.longest_loss,
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
            game: Game::Morris(self.rules).to_string(),
            pairs: Vec::new(),
            plies: Vec::new(),
            bytes: 0,
            missing: None,
            problem: None,
        };
        let mut look = || -> Result<(), TablebaseError> {
            let tables = Tablebase::<R>::open(self.folder)?;
            state.pairs = tables.pairs()?.into_iter().map(Into::into).collect();
            let ply = |(ply, positions, bytes)| PlyState { ply, positions, bytes };
            state.plies = tables.plies().into_iter().map(ply).collect();
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

/// What is loaded and where from: the store with its positions by phase, the books, and the tables of morris with their results.
#[utoipa::path(get, path = "/api/v1/databases", tag = "databases",
    responses((status = 200, body = Databases), (status = 500, body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn databases(Shared(app): Shared<Arc<App>>) -> Result<Json<Databases>, Problem> {
    let (counts, games) = (app.store.count_by_phase().await?, app.store.count_games().await?);
    let phases = counts.into_iter().map(|count| PhaseState {
        game: count.game.to_string(),
        phase: count.phase.to_string(),
        positions: count.positions,
        exact: count.exact,
    });
    let books = app.library.books.iter().map(|book| {
        let (width, height) = book.size();
        BookState {
            game: Game::ConnectFour { width, height }.to_string(),
            plies: book.plies(),
            positions: book.entries(),
            bytes: book.bytes(),
            origin: "built in",
        }
    });
    let folder = app.library.tables.clone();
    let rules = match folder.clone() {
        None => Vec::new(),
        Some(folder) => {
            let look = move || RuleSet::ALL.map(|rules| rules.run(Look { folder: &folder, rules })).into();
            spawn_blocking(look).await.map_err(|error| Problem::Internal(error.to_string()))?
        }
    };
    Ok(Json(Databases {
        operator: app.settings.operators.name(),
        store: StoreState {
            place: app.store.place().to_owned(),
            kind: app.store.kind(),
            games,
            phases: phases.collect(),
            worker_threads: if app.store.is_shared() { Some(app.store.worker_threads().await?) } else { None },
        },
        books: books.collect(),
        tables: TablesState { folder: folder.map(|folder| folder.display().to_string()), rules },
    }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RecordsQuery {
    /// The game; the usual Connect Four if left out.
    game: Option<String>,
    /// Only the record of this position, or of an image of it.
    position: Option<String>,
    /// Moves played from there.
    #[serde(default)]
    moves: String,
    /// Only records behind the one with this key, in hexadecimal digits.
    after: Option<String>,
    /// At most so many.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
}

/// Some evaluated positions.
#[derive(Serialize, ToSchema)]
pub(crate) struct Records {
    records: Vec<Record>,
    /// The key to go on after; none if these are the last.
    next: Option<String>,
}

/// Evaluated positions: the record of one, or all of a game in the order of their keys, some at a time.
#[utoipa::path(get, path = "/api/v1/databases/positions", tag = "databases", params(RecordsQuery),
    responses((status = 200, body = Records), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn records(
    Shared(app): Shared<Arc<App>>,
    Asked(query): Asked<RecordsQuery>,
) -> Result<Json<Records>, Problem> {
    const MOST: u32 = 500;
    let game = read_game(query.game.as_deref())?.unwrap_or(Game::CONNECT_FOUR);
    if let Some(text) = &query.position {
        let position = *read_record(game, text, &query.moves)?.position();
        let known = app.store.look_up(&[position]).await?.pop().flatten();
        return Ok(Json(Records { records: known.iter().map(Record::of).collect(), next: None }));
    }
    let limit = query.limit.unwrap_or(50);
    if !(1..=MOST).contains(&limit) {
        return Err(Problem::Malformed(format!("limit: expected a number from 1 to {MOST}")));
    }
    let after = match query.after.as_deref().map(|key| u64::from_str_radix(key, 16)) {
        None => None,
        Some(Ok(key)) => Some(key),
        Some(Err(_)) => return Err(Problem::Malformed("after: expected a key in hexadecimal digits".to_owned())),
    };
    let found = app.store.evaluations(game, after, limit).await?;
    let next = found.last().filter(|_| found.len() == limit as usize).map(|last| format!("{:x}", last.position.key()));
    Ok(Json(Records { records: found.iter().map(Record::of).collect(), next }))
}

fn read_game(name: Option<&str>) -> Result<Option<Game>, Problem> {
    let read = |name: &str| name.parse().map_err(|error| Problem::Malformed(format!("game: {error}")));
    name.map(read).transpose()
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// Only of this game; of all games if left out.
    game: Option<String>,
    /// `jsonl`, one JSON object a line, or `csv`.
    format: Option<String>,
}

/// All evaluated positions as a file.
#[utoipa::path(get, path = "/api/v1/databases/export", tag = "databases", params(ExportQuery),
    responses((status = 200, body = String, content_type = "text/csv"),
        (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn export(
    Shared(app): Shared<Arc<App>>,
    Asked(query): Asked<ExportQuery>,
) -> Result<Response, Problem> {
    let game = read_game(query.game.as_deref())?;
    let (name, content_type, format) = match query.format.as_deref().unwrap_or("jsonl") {
        "jsonl" => ("positions.jsonl", "application/jsonl", Format::JsonLines),
        "csv" => ("positions.csv", "text/csv; charset=utf-8", Format::Csv),
        found => return Err(Problem::Malformed(format!("format: expected jsonl or csv, found {found:?}"))),
    };
    let store = Blocking::new(app.store.clone(), tokio::runtime::Handle::current());
    Ok(download(name, content_type, move |out| {
        let mut writer = Writer::new(out, format).map_err(io::Error::other)?;
        store.export(game, &mut writer).and_then(|_| writer.finish()).map_err(io::Error::other)
    }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ForgetQuery {
    /// Only of this game; of all games if left out.
    game: Option<String>,
}

/// How much is gone.
#[derive(Serialize, ToSchema)]
pub(crate) struct Forgotten {
    forgotten: u64,
}

/// Forgets all evaluated positions, of one game or of all. The games stay.
#[utoipa::path(delete, path = "/api/v1/databases/positions", tag = "databases", params(ForgetQuery), security(("token" = [])),
    responses((status = 200, body = Forgotten), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn forget(
    Shared(app): Shared<Arc<App>>,
    _: Operator,
    Asked(query): Asked<ForgetQuery>,
) -> Result<Json<Forgotten>, Problem> {
    let forgotten = app.store.forget_positions(read_game(query.game.as_deref())?).await?;
    Ok(Json(Forgotten { forgotten }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct NeedsQuery {
    /// Such as `morris` or `morris:lasker`.
    game: Option<String>,
    /// Only positions with at most so many men, all placed; all positions if left out.
    #[param(minimum = 6, maximum = 24)]
    men: Option<u32>,
    /// Won, drawn or lost only, without distances.
    #[serde(default)]
    wdl_only: bool,
}

/// Which tables to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TablesWanted {
    pub(crate) rules: RuleSet,
    pub(crate) men: Option<u32>,
    pub(crate) wdl_only: bool,
}

impl TablesWanted {
    pub(crate) fn read(game: Option<&str>, men: Option<u32>, wdl_only: bool) -> Result<Self, Problem> {
        let Game::Morris(rules) = read_game(game)?.unwrap_or(Game::MORRIS) else {
            return Err(Problem::Malformed("game: expected morris or one of its variants".to_owned()));
        };
        if men.is_some_and(|men| !(6..=24).contains(&men)) {
            return Err(Problem::Malformed("men: expected a number from 6 to 24".to_owned()));
        }
        Ok(Self { rules, men, wdl_only })
    }

    pub(crate) const fn for_rules<R: Rules>(self) -> Wanted {
        let everything = Wanted::everything::<R>(if self.wdl_only { Contents::Results } else { Contents::Distances });
        match self.men {
            Some(men) => Wanted { men, placing: false, ..everything },
            None => everything,
        }
    }

    /// What it takes to make those that are not there.
    pub(crate) fn needs(self, folder: &Path) -> Result<Needs, TablebaseError> {
        struct Ask<'a>(TablesWanted, &'a Path);
        impl ForRules for Ask<'_> {
            type Output = Result<Needs, TablebaseError>;
            fn run<R: Rules>(self) -> Self::Output {
                needs::<R>(self.1, self.0.for_rules::<R>())
            }
        }
        self.rules.run(Ask(self, folder))
    }
}

/// What it takes to make the tables that are wanted and not yet there.
#[utoipa::path(get, path = "/api/v1/databases/needs", tag = "databases", params(NeedsQuery),
    responses((status = 200, body = NeedsState), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn needed(
    Shared(app): Shared<Arc<App>>,
    Asked(query): Asked<NeedsQuery>,
) -> Result<Json<NeedsState>, Problem> {
    let wanted = TablesWanted::read(query.game.as_deref(), query.men, query.wdl_only)?;
    let folder = app.tables_folder()?.to_owned();
    let needs =
        spawn_blocking(move || wanted.needs(&folder)).await.map_err(|error| Problem::Internal(error.to_string()))?;
    Ok(Json(needs.map_err(|error| Problem::Internal(error.to_string()))?.into()))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LongestQuery {
    /// Such as `morris` or `morris:no-flying`.
    game: Option<String>,
    /// Men of the side to move.
    #[param(minimum = 3, maximum = 12)]
    own: u32,
    /// Men of the other side.
    #[param(minimum = 3, maximum = 12)]
    other: u32,
}

/// A position with the longest win of a pair of men.
#[derive(Serialize, ToSchema)]
pub(crate) struct LongestWin {
    position: String,
    /// Turns of both sides to the end.
    plies: u16,
    state: State,
}

struct Longest<'a> {
    folder: &'a Path,
    men: [u32; 2],
    stop: &'a AtomicBool,
}

impl ForRules for Longest<'_> {
    type Output = Result<Option<(String, u16)>, TablebaseError>;

    fn run<R: Rules>(self) -> Self::Output {
        let mut tables = Tablebase::<R>::open(self.folder)?;
        let found: Option<Morris<R>> = tables.longest_win(self.men[0], self.men[1], self.stop)?;
        found.map(|position| Ok((position.to_string(), tables.value(&position)?.plies().unwrap_or(0)))).transpose()
    }
}

/// The longest win with so many men on either side, all placed.
#[utoipa::path(get, path = "/api/v1/databases/longest", tag = "databases", params(LongestQuery),
    responses((status = 200, body = LongestWin), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn longest(
    Shared(app): Shared<Arc<App>>,
    Asked(query): Asked<LongestQuery>,
) -> Result<Json<LongestWin>, Problem> {
    let TablesWanted { rules, .. } = TablesWanted::read(query.game.as_deref(), None, false)?;
    let (folder, men) = (app.tables_folder()?.to_owned(), [query.own, query.other]);
    if men.iter().any(|men| !(3..=12).contains(men)) {
        return Err(Problem::Malformed("own, other: expected men from 3 to 12".to_owned()));
    }
    let found = app.think(move |_, stop| rules.run(Longest { folder: &folder, men, stop })).await?;
    match found {
        Ok(Some((position, plies))) => {
            let read = AnyPosition::read(Game::Morris(rules), &position);
            let read = read.map_err(|error| Problem::Internal(error.to_string()))?;
            Ok(Json(LongestWin { position, plies, state: State::of(&zwick::Record::new(read)) }))
        }
        Ok(None) => Err(Problem::NotFound("with these men the side to move never wins".to_owned())),
        Err(TablebaseError::Missing { .. }) => {
            Err(Problem::NotFound("expected men whose table with distances is there".to_owned()))
        }
        Err(error) => Err(Problem::Internal(error.to_string())),
    }
}
