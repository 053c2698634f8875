//! Searches kept whole, so that their trees can be opened node by node and gone through step by step.
//!
//! A trace is made in the background and lives in memory until newer ones need its place. Everything about it is answered in pieces.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use zwick::search::{Bound, Fate, Format, Limits, Protocol, Report, Scored, Step, Trace, TraceNode, Tracer};
use zwick::{AnyMove, AnyPlayer, AnyPosition, Library, Name, Position, Record};

use crate::App;
use crate::download::download;
use crate::problem::{Problem, ProblemBody};
use crate::protocol::{State, Thought, cells, name_of};
use crate::request::{Asked, GameName, Placed, Sent, read_player, read_time, read_unfinished};
use crate::seats::new_token;

/// Nodes kept of a search if nobody says.
const USUAL_NODES: u32 = 1_000_000;
/// And at most: 288 MB.
const MOST_NODES: u32 = 12_000_000;
/// Of all searches together: 576 MB. The oldest make room.
const NODES_IN_MEMORY: u64 = 24_000_000;
/// How long a search may take if nobody says.
const USUAL_TIME: Duration = Duration::from_secs(10);
/// The most children or steps in an answer.
const MOST_TOLD: usize = 500;
const USUALLY_TOLD: usize = 100;

/// All searches that are kept, the oldest first.
#[derive(Default)]
pub(crate) struct Traces {
    kept: Mutex<VecDeque<Arc<Kept>>>,
}

/// A search, under way or done.
struct Kept {
    id: String,
    position: AnyPosition,
    player: String,
    /// How many nodes it may have.
    most: u32,
    stop: AtomicBool,
    nodes: AtomicU32,
    started: Instant,
    done: OnceLock<Done>,
}

struct Done {
    trace: Trace,
    report: Report<AnyMove>,
}

impl Kept {
    /// The nodes it has, or may yet have.
    fn room(&self) -> u64 {
        u64::from(self.done.get().map_or(self.most, |done| done.trace.nodes()))
    }
}

impl Traces {
    fn kept(&self) -> MutexGuard<'_, VecDeque<Arc<Kept>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a search; those that are oldest go.
    fn add(&self, new: Arc<Kept>) {
        let mut kept = self.kept();
        kept.push_back(new);
        while kept.iter().map(|trace| trace.room()).sum::<u64>() > NODES_IN_MEMORY {
            kept.pop_front().inspect(|oldest| oldest.stop.store(true, Relaxed));
        }
    }

    fn get(&self, id: &str) -> Result<Arc<Kept>, Problem> {
        let kept = self.kept();
        let found = kept.iter().find(|trace| trace.id == id).cloned();
        found.ok_or_else(|| {
            Problem::NotFound("expected the id of a search that is kept; old ones are forgotten".to_owned())
        })
    }

    /// A search that is over.
    fn done(&self, id: &str) -> Result<Arc<Kept>, Problem> {
        let kept = self.get(id)?;
        if kept.done.get().is_none() {
            return Err(Problem::Conflict("the search is still running".to_owned()));
        }
        Ok(kept)
    }

    fn remove(&self, id: &str) -> Result<(), Problem> {
        self.get(id)?.stop.store(true, Relaxed);
        self.kept().retain(|trace| trace.id != id);
        Ok(())
    }
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct TraceRequest {
    /// Moves from the start, or a position as a text of one line; the start if left out.
    #[serde(default)]
    position: String,
    /// Moves played from there.
    #[serde(default)]
    moves: String,
    /// One that searches a tree, such as `alpha-beta:depth=6` or `minimax:depth=4`.
    player: String,
    /// Same seed, same search, unless time decides.
    seed: Option<u64>,
    /// How many nodes to keep at most; the search goes on all the same.
    #[schema(minimum = 1, maximum = 12000000)]
    nodes: Option<u32>,
    /// Milliseconds to search at most.
    #[schema(minimum = 1, maximum = 60000)]
    time: Option<u64>,
}

/// A search that is kept.
#[derive(Serialize, ToSchema)]
pub(crate) struct TraceState {
    id: String,
    game: String,
    /// The position that was searched.
    position: String,
    player: String,
    running: bool,
    /// Nodes kept so far, the root and the rounds included.
    nodes: u32,
    /// Whether the search visited more nodes than are kept.
    full: bool,
    /// Every node is entered and left.
    steps: u64,
    rounds: Vec<Round>,
    /// The move that was chosen.
    choice: Option<String>,
    report: Option<Thought>,
    milliseconds: f64,
}

/// A round of a search that deepens step by step.
#[derive(Serialize, ToSchema)]
struct Round {
    /// The number of its node.
    node: u32,
    /// Plies it looked ahead.
    depth: u32,
    score: Option<String>,
    children: usize,
}

impl TraceState {
    fn of(kept: &Kept) -> Self {
        let done = kept.done.get();
        let trace = done.map(|done| &done.trace);
        let rounds = trace.map_or_else(Vec::new, |trace| {
            let round = |node| Round {
                node,
                depth: trace.node(node).depth,
                score: trace.node(node).score.map(|score| score.to_string()),
                children: trace.children(node).count(),
            };
            trace.children(Trace::ROOT).map(round).collect()
        });
        let time = done.map_or_else(|| kept.started.elapsed(), |done| done.report.time);
        Self {
            id: kept.id.clone(),
            game: kept.position.game().to_string(),
            position: kept.position.to_string(),
            player: kept.player.clone(),
            running: done.is_none(),
            nodes: trace.map_or_else(|| kept.nodes.load(Relaxed), Trace::nodes),
            full: trace.is_some_and(Trace::is_full),
            steps: trace.map_or(0, Trace::steps),
            rounds,
            choice: done.and_then(|done| done.report.choice).map(|mv| mv.to_string()),
            report: done.map(|done| Thought::of(&done.report)),
            milliseconds: time.as_secs_f64() * 1e3,
        }
    }
}

/// Searches a position and keeps every step of it.
///
/// The search goes on in the background; `running` tells when it is done. Then its nodes can be asked for.
#[utoipa::path(post, path = "/api/v1/{game}/traces", tag = "lab", request_body = TraceRequest,
    params(("game" = String, Path, description = "Such as connect-four, connect-four:8x7, morris or morris:lasker")),
    responses((status = 201, body = TraceState), (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "Too many are asking", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn create(
    Shared(app): Shared<Arc<App>>,
    GameName(game): GameName,
    Sent(request): Sent<TraceRequest>,
) -> Result<Response, Problem> {
    let position = read_unfinished(game, &request.position, &request.moves)?;
    let player = read_player(&request.player)?;
    let has_no_tree = [Name::Random, Name::MonteCarlo, Name::Mcts, Name::Perfect, Name::Pipeline, Name::V1];
    if has_no_tree.contains(&player.name) {
        let text = "player: expected one that searches a tree: minimax, alpha-beta, negamax-mc, a level or v2 to v5";
        return Err(Problem::Malformed(text.to_owned()));
    }
    let most = request.nodes.unwrap_or(USUAL_NODES);
    if !(1..=MOST_NODES).contains(&most) {
        return Err(Problem::Malformed(format!("nodes: expected a number from 1 to {MOST_NODES}")));
    }
    let time = read_time(request.time, USUAL_TIME)?;
    let kept = Arc::new(Kept {
        id: new_token()?,
        position,
        player: player.to_string(),
        most,
        stop: AtomicBool::new(false),
        nodes: AtomicU32::new(0),
        started: Instant::now(),
        done: OnceLock::new(),
    });
    app.traces.add(Arc::clone(&kept));
    let seed = request.seed.unwrap_or_else(|| fastrand::u64(..));
    let (search, task) = (Arc::clone(&kept), Arc::clone(&app));
    tokio::spawn(async move {
        let at_work = Arc::clone(&search);
        let work = move |_: &mut zwick::Analyst, _: &AtomicBool| {
            let mut tracer = Tracer::with_progress(at_work.most as usize, |nodes| at_work.nodes.store(nodes, Relaxed));
            let limits = Limits { time: Some(time), stop: Some(&at_work.stop), ..Limits::default() };
            let report = AnyPlayer::with_library(at_work.position.game(), player, seed, Library::empty()).think(
                &at_work.position,
                Scored::All,
                &limits,
                Some(&mut tracer),
            );
            // Whoever asks finds it from now on.
            let _ = at_work.done.set(Done { trace: tracer.finish(), report });
        };
        if let Err(problem) = task.think(work).await {
            tracing::info!(%problem, "a search was not kept");
            let _ = task.traces.remove(&search.id); // it may be gone already
        }
    });
    Ok((StatusCode::CREATED, Json(TraceState::of(&kept))).into_response())
}

/// A search that is kept.
#[utoipa::path(get, path = "/api/v1/traces/{id}", tag = "lab", params(("id" = String, Path)),
    responses((status = 200, body = TraceState), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn read(
    Shared(app): Shared<Arc<App>>,
    Placed(id): Placed<String>,
) -> Result<Json<TraceState>, Problem> {
    Ok(Json(TraceState::of(&*app.traces.get(&id)?)))
}

/// Stops a search; what it has visited is kept.
#[utoipa::path(post, path = "/api/v1/traces/{id}/stop", tag = "lab", params(("id" = String, Path)),
    responses((status = 200, body = TraceState), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn stop(
    Shared(app): Shared<Arc<App>>,
    Placed(id): Placed<String>,
) -> Result<Json<TraceState>, Problem> {
    let kept = app.traces.get(&id)?;
    kept.stop.store(true, Relaxed);
    Ok(Json(TraceState::of(&kept)))
}

/// Stops and forgets a search.
#[utoipa::path(delete, path = "/api/v1/traces/{id}", tag = "lab", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn remove(Shared(app): Shared<Arc<App>>, Placed(id): Placed<String>) -> Result<StatusCode, Problem> {
    app.traces.remove(&id)?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Piece {
    /// The first to tell, counted from 0.
    #[serde(default)]
    from: u64,
    /// How many to tell at most.
    #[param(minimum = 1, maximum = 500)]
    count: Option<usize>,
}

impl Piece {
    fn count(&self) -> Result<usize, Problem> {
        let count = self.count.unwrap_or(USUALLY_TOLD);
        let is_some = (1..=MOST_TOLD).contains(&count);
        is_some
            .then_some(count)
            .ok_or_else(|| Problem::Malformed(format!("count: expected a number from 1 to {MOST_TOLD}")))
    }
}

/// A node of a search.
#[derive(Serialize, ToSchema)]
pub(crate) struct Node {
    node: u32,
    /// The move that leads here; none for the root and for rounds.
    r#move: Option<String>,
    /// 0 for the moves of the position searched; none for the root and for rounds.
    ply: Option<u32>,
    /// Plies still to be searched below.
    depth: u32,
    /// What the move had to exceed, for the side that makes it.
    alpha: String,
    /// From where on the opponent would not have allowed it.
    beta: String,
    /// For the side that makes the move; none if the search was stopped inside.
    score: Option<String>,
    /// `root`, `round`, `leaf`, `table`, `cut`, `searched`, or `open` if the search was stopped inside.
    kind: &'static str,
    /// How the score is meant if the table knew it: `exact`, `at most` or `at least`.
    bound: Option<&'static str>,
    /// The move after which the others did not matter.
    cut_by: Option<CutBy>,
    /// Whether no move tried before it at this place had so good a score.
    is_best: bool,
    children: usize,
    /// How many nodes are below.
    size: u32,
    position: String,
    /// One character for each place, as in a state.
    cells: String,
}

/// Why the rest of the moves was not tried.
#[derive(Serialize, ToSchema)]
struct CutBy {
    r#move: String,
    score: Option<String>,
    beta: String,
}

impl Node {
    fn of(trace: &Trace, number: u32, position: &AnyPosition) -> Self {
        let TraceNode { mv, level, depth, alpha, beta, score, fate, size, .. } = trace.node(number);
        let last = trace.children(number).last().filter(|_| fate == Fate::CutOff).map(|child| trace.node(child));
        Self {
            node: number,
            r#move: mv.map(str::to_owned),
            ply: level.checked_sub(2),
            depth,
            alpha: alpha.to_string(),
            beta: beta.to_string(),
            score: score.map(|score| score.to_string()),
            kind: match (level, fate) {
                (0, _) => "root",
                (1, _) => "round",
                (_, Fate::Open) => "open",
                (_, Fate::Searched) => "searched",
                (_, Fate::CutOff) => "cut",
                (_, Fate::Leaf) => "leaf",
                (_, Fate::Known(_)) => "table",
            },
            // The table knew it of the position, for the other side.
            bound: if let Fate::Known(bound) = fate { Some(name_of(turned(bound))) } else { None },
            cut_by: last.map(|last| CutBy {
                r#move: last.mv.unwrap_or_default().to_owned(),
                score: last.score.map(|score| score.to_string()),
                beta: last.beta.to_string(),
            }),
            is_best: level > 1 && trace.is_best_so_far(number),
            children: trace.children(number).count(),
            size,
            position: position.to_string(),
            cells: cells(position, '.'),
        }
    }
}

/// The bound that the other side sees.
const fn turned(bound: Bound) -> Bound {
    match bound {
        Bound::Exact => Bound::Exact,
        Bound::AtMost => Bound::AtLeast,
        Bound::AtLeast => Bound::AtMost,
    }
}

/// The position at a node, reached by the moves above it.
fn position_at(kept: &Kept, trace: &Trace, number: u32) -> AnyPosition {
    let mut way: Vec<u32> = trace.ancestors(number).collect();
    way.reverse();
    let moves = way.into_iter().chain([number]).filter_map(|node| trace.node(node).mv);
    moves.fold(kept.position, |position, mv| position.read_move(mv).map_or(position, |mv| position.after(mv)))
}

/// A node on the way from the root.
#[derive(Serialize, ToSchema)]
struct Waypoint {
    node: u32,
    r#move: Option<String>,
}

/// A node with its place in the tree.
#[derive(Serialize, ToSchema)]
pub(crate) struct Branch {
    node: Node,
    /// The nodes from the root to this one.
    path: Vec<Waypoint>,
    state: State,
    /// Some of its children, in the order they were visited.
    children: Vec<Node>,
    /// How many children there are.
    total: usize,
}

/// A node of a search and some of its children.
#[utoipa::path(get, path = "/api/v1/traces/{id}/nodes/{node}", tag = "lab", params(("id" = String, Path), ("node" = u32, Path), Piece),
    responses((status = 200, body = Branch), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn node(
    Shared(app): Shared<Arc<App>>,
    Placed((id, number)): Placed<(String, String)>,
    Asked(piece): Asked<Piece>,
) -> Result<Json<Branch>, Problem> {
    let kept = app.traces.done(&id)?;
    let count = piece.count()?;
    let Some(Done { trace, .. }) = kept.done.get() else { return Err(Problem::Closing) };
    let number = number.parse().ok().filter(|number| *number < trace.nodes());
    let number = number.ok_or_else(|| Problem::NotFound(format!("expected a node from 0 to {}", trace.nodes() - 1)))?;
    let position = position_at(&kept, trace, number);
    let child = |child: u32| {
        let mv = trace.node(child).mv.and_then(|mv| position.read_move(mv).ok());
        Node::of(trace, child, &mv.map_or(position, |mv| position.after(mv)))
    };
    let from = usize::try_from(piece.from).unwrap_or(usize::MAX);
    let mut path: Vec<u32> = trace.ancestors(number).collect();
    path.reverse();
    path.push(number);
    Ok(Json(Branch {
        node: Node::of(trace, number, &position),
        path: path.into_iter().map(|node| Waypoint { node, r#move: trace.node(node).mv.map(str::to_owned) }).collect(),
        state: State::of(&Record::new(position)),
        children: trace.children(number).skip(from).take(count).map(child).collect(),
        total: trace.children(number).count(),
    }))
}

/// Some steps of a search, in the order they happened.
#[derive(Serialize, ToSchema)]
pub(crate) struct Steps {
    total: u64,
    steps: Vec<StepTold>,
}

/// A step of a search: a node is entered or left.
#[derive(Serialize, ToSchema)]
struct StepTold {
    step: u64,
    /// `enter` or `leave`.
    kind: &'static str,
    node: Node,
}

/// Some steps of a search, in the order they happened, from any place on.
#[utoipa::path(get, path = "/api/v1/traces/{id}/steps", tag = "lab", params(("id" = String, Path), Piece),
    responses((status = 200, body = Steps), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn steps(
    Shared(app): Shared<Arc<App>>,
    Placed(id): Placed<String>,
    Asked(piece): Asked<Piece>,
) -> Result<Json<Steps>, Problem> {
    let kept = app.traces.done(&id)?;
    let count = piece.count()?;
    let Some(Done { trace, .. }) = kept.done.get() else { return Err(Problem::Closing) };
    let told = |step: u64| {
        let (kind, node) = match trace.step(step)? {
            Step::Enter(node) => ("enter", node),
            Step::Leave(node) => ("leave", node),
        };
        Some(StepTold { step, kind, node: Node::of(trace, node, &position_at(&kept, trace, node)) })
    };
    let end = piece.from.saturating_add(count as u64);
    Ok(Json(Steps { total: trace.steps(), steps: (piece.from..end).map_while(told).collect() }))
}

/// The whole search as an indented protocol, one event a line.
#[utoipa::path(get, path = "/api/v1/traces/{id}/protocol", tag = "lab", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"),
        (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn protocol(Shared(app): Shared<Arc<App>>, Placed(id): Placed<String>) -> Result<Response, Problem> {
    let kept = app.traces.done(&id)?;
    Ok(download("search.txt", "text/plain; charset=utf-8", move |out| {
        let Some(done) = kept.done.get() else { return Ok(()) };
        let mut protocol = Protocol::new(out, Format::Text, u64::MAX);
        done.trace.replay(&mut protocol);
        protocol.finish().map(|_| ())
    }))
}
