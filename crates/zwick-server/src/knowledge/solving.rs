//! Solving morris beside play: what exact values cost on this machine, what is there of them, and how far the build is.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::Json;
use axum::extract::State as Shared;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use utoipa::{IntoParams, ToSchema};
use zwick::morris::{Offer, Rules, Tablebase, TablebaseError, offers};
use zwick::{ForRules, Game, RuleSet};

use crate::App;
use crate::http::edge::Asker;
use crate::http::operator::{Operator, OperatorAccess};
use crate::http::problem::Problem;
use crate::http::request::Asked;
use crate::http::stream::event;
use crate::jobs::Job;
use crate::knowledge::tables::{NeedsState, TablesWanted};

/// It is told at most this often.
const INTERVAL: Duration = Duration::from_millis(300);
/// How often the folder is looked at, in which another program may build.
const LOOK: Duration = Duration::from_secs(1);

/// How exact this game is here, and what more exactness costs.
#[derive(Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct Solving {
    game: String,
    /// Who may start it.
    operator: OperatorAccess,
    /// Men of a side at the start of the game.
    men: u32,
    /// The tables that are there for positions with all men placed.
    tables: Vec<SolvedPair>,
    /// Whether positions with men in hand are exact too.
    has_placing: bool,
    /// Bytes on disk.
    bytes: u64,
    /// What can be built, the fullest first, except that a smaller one is first where there is no room for everything.
    choices: Vec<TableOffer>,
    /// The build of this server, at work or stopped.
    job: Option<Job>,
}

/// Men of both sides for which there is a table.
#[derive(Clone, PartialEq, Serialize, ToSchema)]
struct SolvedPair {
    larger: u32,
    smaller: u32,
    has_distances: bool,
}

/// A build that can be started, as a job with these settings.
#[derive(Clone, PartialEq, Serialize, ToSchema)]
struct TableOffer {
    /// Only positions with at most this many men, all placed; all positions if none.
    men: Option<u32>,
    /// Won, drawn or lost only, without distances.
    wdl_only: bool,
    needs: NeedsState,
    /// How long that takes if nobody else uses the cores.
    seconds: u64,
    /// What there is not enough of.
    lacks: Option<Lack>,
}

/// Something there is not enough of.
#[derive(Clone, PartialEq, Serialize, ToSchema)]
struct Lack {
    what: Resource,
    /// Bytes that are free.
    free: u64,
}

#[derive(Clone, Copy, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Resource {
    Disk,
    Memory,
}

impl TableOffer {
    fn of(offer: Offer) -> Self {
        let Offer { wanted, is_everything, needs, lacks } = offer;
        let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
        let lacks = lacks.map(|lack| Lack {
            what: if lack.what == "memory" { Resource::Memory } else { Resource::Disk },
            free: lack.free,
        });
        Self {
            men: (!is_everything).then_some(wanted.men),
            wdl_only: wanted.contents == zwick::morris::Contents::Results,
            seconds: needs.cpu_time.as_secs() / cores,
            needs: needs.into(),
            lacks,
        }
    }
}

struct Look<'a> {
    folder: &'a Path,
    most: Option<u64>,
}

/// What the folder has, and what can be added.
struct Found {
    men: u32,
    tables: Vec<SolvedPair>,
    has_placing: bool,
    bytes: u64,
    choices: Vec<TableOffer>,
}

impl ForRules for Look<'_> {
    type Output = Result<Found, TablebaseError>;

    fn run<R: Rules>(self) -> Self::Output {
        let tables = Tablebase::<R>::open(self.folder)?;
        let pairs = tables.pairs()?;
        let solved = pairs.iter().filter(|pair| pair.own >= pair.other);
        let plies = tables.plies();
        Ok(Found {
            men: R::MEN as u32,
            tables: solved
                .map(|pair| SolvedPair {
                    larger: pair.own,
                    smaller: pair.other,
                    has_distances: pair.counts.longest_win.is_some(),
                })
                .collect(),
            has_placing: !plies.is_empty(),
            bytes: pairs.iter().map(|pair| pair.bytes).chain(plies.iter().map(|ply| ply.2)).sum(),
            choices: offers::<R>(self.folder, self.most)?.into_iter().map(TableOffer::of).collect(),
        })
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SolvingQuery {
    /// Such as `morris` or `morris:lasker`.
    game: Option<String>,
}

async fn look(app: &App, rules: RuleSet, is_operator: bool) -> Result<Solving, Problem> {
    let (folder, most) = (app.tables_folder()?.to_owned(), app.settings.tables_room);
    let found = spawn_blocking(move || rules.run(Look { folder: &folder, most }));
    let found = found.await.map_err(|error| Problem::Internal(error.to_string()))?;
    let Found { men, tables, has_placing, bytes, choices } =
        found.map_err(|error| Problem::Internal(error.to_string()))?;
    let game = Game::morris(rules).to_string();
    let job = app.jobs.of_tables(&game).map(|job| if is_operator { job } else { job.for_everyone() });
    let operator = (&app.settings.operators).into();
    Ok(Solving { game, operator, men, tables, has_placing, bytes, choices, job })
}

/// How exact a game of morris is here, and what more exactness costs on this machine.
#[utoipa::path(
    get, path = "/api/v1/databases/solving", operation_id = "readSolving", tag = "databases", params(SolvingQuery),
    responses((status = 200, description = "What is there, and what can be built.", body = Solving))
)]
pub(crate) async fn solving(
    Shared(app): Shared<Arc<App>>,
    operator: Result<Operator, Problem>,
    Asked(query): Asked<SolvingQuery>,
) -> Result<Json<Solving>, Problem> {
    let TablesWanted { rules, .. } = TablesWanted::read(query.game.as_deref(), None, false)?;
    app.jobs.load(&app).await?;
    look(&app, rules, operator.is_ok()).await.map(Json)
}

/// News of solving.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "lowercase")]
pub(crate) enum SolvingEvent {
    /// Whenever something has changed: a table has landed, whichever program built it, or the build is further.
    Solving(Box<Solving>),
}

/// The same whenever it changes: events named `solving`.
#[utoipa::path(
    get, path = "/api/v1/databases/solving/events", operation_id = "streamSolving", tag = "databases",
    params(SolvingQuery),
    responses((status = 200, description = "Server-sent events, each with its name and its data.", body = SolvingEvent, content_type = "text/event-stream"))
)]
pub(crate) async fn events(
    Shared(app): Shared<Arc<App>>,
    asker: Asker,
    operator: Result<Operator, Problem>,
    Asked(query): Asked<SolvingQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, axum::Error>>>, Problem> {
    let TablesWanted { rules, .. } = TablesWanted::read(query.game.as_deref(), None, false)?;
    let pass = app.stream(asker)?;
    app.jobs.load(&app).await?;
    let is_operator = operator.is_ok();
    let first = look(&app, rules, is_operator).await?;
    let watch = Watch { changes: app.jobs.subscribe(), changed: last_change(&app), app, rules, is_operator };
    let news = unfold((watch, Some(first)), async |(mut watch, first)| {
        let told = match first {
            Some(told) => told,
            None => watch.next().await?,
        };
        Some((event(&SolvingEvent::Solving(Box::new(told))), (watch, None)))
    });
    let news = news.take_until(async move { pass.lost().await });
    Ok(Sse::new(news).keep_alive(KeepAlive::default()))
}

/// Somebody who watches.
struct Watch {
    app: Arc<App>,
    rules: RuleSet,
    is_operator: bool,
    changes: watch::Receiver<u64>,
    /// When the folder had changed last.
    changed: Option<SystemTime>,
}

impl Watch {
    /// The next news; none once the server stops.
    async fn next(&mut self) -> Option<Solving> {
        loop {
            tokio::select! {
                news = self.changes.changed() => news.ok()?,
                () = tokio::time::sleep(LOOK) => if last_change(&self.app) == self.changed { continue },
                () = self.app.closing() => return None,
            }
            tokio::time::sleep(INTERVAL).await;
            self.changes.mark_unchanged();
            self.changed = last_change(&self.app);
            // A folder that cannot be read has no news.
            if let Ok(told) = look(&self.app, self.rules, self.is_operator).await {
                return Some(told);
            }
        }
    }
}

/// When a table was last put into the folder or removed from it.
fn last_change(app: &App) -> Option<SystemTime> {
    fs::metadata(app.library.tables.as_ref()?).and_then(|folder| folder.modified()).ok()
}
