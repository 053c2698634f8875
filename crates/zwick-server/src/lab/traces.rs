//! Searches kept whole, so that their trees can be opened node by node and gone through step by step.
//!
//! A trace is made in the background and lives in memory until newer ones need its place. Everything about it is answered in pieces.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequestParts, State as Shared};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zwick::search::{Bound, Fate, Format, Limits, Protocol, Replay, Report, Scored, Step, Trace, TraceNode, Tracer};
use zwick::wire::{State, Thought, Worth, cells};
use zwick::{AnyMove, AnyPosition, Diagram, DrawRules, Position, Record, Scale, Shape};

use crate::App;
use crate::games::seats::new_token;
use crate::http::download::{Download, PIECE};
use crate::http::edge::Asker;
use crate::http::limits::Share;
use crate::http::operator::Operator;
use crate::http::paging::{Page, Paging};
use crate::http::problem::Problem;
use crate::http::request::{About, Asked, GamePath, Placed, Sent, TraceById, read_time, read_unfinished};
use crate::thinking::Lane;
use crate::thinking::affordable::Affordable;

/// Default number of nodes kept of a search.
const USUAL_NODES: u32 = 1_000_000;
/// The bytes of a node, and of a search without any: its moves, scores and report.
const NODE: usize = 24;
const EMPTY: usize = 64 << 10;
/// Default time limit of a search.
const USUAL_TIME: Duration = Duration::from_secs(10);

/// All searches that are kept, the oldest first.
pub(crate) struct Traces {
    kept: Mutex<VecDeque<Arc<Kept>>>,
    /// The bytes of all that are in memory: kept, under way, or forgotten but still being sent.
    bytes: Arc<AtomicUsize>,
    most: Share,
    most_bytes: Share,
}

/// A search, under way or done.
struct Kept {
    id: String,
    asker: IpAddr,
    position: AnyPosition,
    player: String,
    scale: Scale,
    /// How many nodes it may have.
    most: u32,
    stop: AtomicBool,
    nodes: AtomicU32,
    started: Instant,
    done: OnceLock<Done>,
    room: Room,
}

/// The memory a search is charged for until its last reader is gone.
struct Room {
    bytes: AtomicUsize,
    all: Arc<AtomicUsize>,
}

impl Room {
    fn new(nodes: u32, all: &Arc<AtomicUsize>) -> Self {
        let bytes = bytes_of(nodes);
        all.fetch_add(bytes, Relaxed);
        Self { bytes: bytes.into(), all: Arc::clone(all) }
    }

    /// Gives back what is not needed.
    fn shrink(&self, nodes: u32) {
        let before = self.bytes.fetch_min(bytes_of(nodes), Relaxed);
        self.all.fetch_sub(before.saturating_sub(bytes_of(nodes)), Relaxed);
    }

    fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.all.fetch_sub(self.bytes(), Relaxed);
    }
}

const fn bytes_of(nodes: u32) -> usize {
    EMPTY + NODE * nodes as usize
}

struct Done {
    trace: Trace,
    report: Report<AnyMove>,
}

impl Traces {
    pub(crate) fn new(limits: &crate::Limits) -> Self {
        let (most, most_bytes) = (limits.traces, limits.trace_bytes);
        Self { kept: Mutex::default(), bytes: Arc::default(), most, most_bytes }
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Arc<Kept>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a search of at most `nodes` nodes. The oldest ones make room: of the same address first, then of all.
    ///
    /// # Errors
    /// If those that are still being sent take all the room.
    fn add(&self, nodes: u32, new: impl FnOnce(Room) -> Kept, asker: IpAddr) -> Result<Arc<Kept>, Problem> {
        let wanted = bytes_of(nodes);
        let mut kept = self.kept();
        loop {
            let own = kept.iter().filter(|trace| trace.asker == asker);
            let (count, bytes) = own.fold((0, 0), |(count, bytes), trace| (count + 1, bytes + trace.room.bytes()));
            let oldest = if count >= self.most.address || bytes + wanted > self.most_bytes.address {
                kept.iter().position(|trace| trace.asker == asker)
            } else if kept.len() >= self.most.all || self.bytes.load(Relaxed) + wanted > self.most_bytes.all {
                Some(0).filter(|_| !kept.is_empty())
            } else {
                break;
            };
            let oldest = oldest.and_then(|oldest| kept.remove(oldest)).ok_or(Problem::Crowded)?;
            oldest.stop.store(true, Relaxed);
        }
        let new = Arc::new(new(Room::new(nodes, &self.bytes)));
        kept.push_back(Arc::clone(&new));
        Ok(new)
    }

    fn get(&self, id: &str) -> Result<Arc<Kept>, Problem> {
        let kept = self.kept();
        let found = kept.iter().find(|trace| trace.id == id).cloned();
        found.ok_or_else(|| {
            Problem::NotFound("expected the id of a search that is kept; old ones are forgotten".to_owned())
        })
    }

    fn remove(&self, id: &str) -> Result<(), Problem> {
        self.get(id)?.stop.store(true, Relaxed);
        self.kept().retain(|trace| trace.id != id);
        Ok(())
    }
}

/// The search whose id is in the path.
pub(crate) struct AnyTrace(Arc<Kept>);

impl FromRequestParts<Arc<App>> for AnyTrace {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let Placed(place) = Placed::<HashMap<String, String>>::from_request_parts(parts, app).await?;
        app.traces.get(place.get("id").map_or("", String::as_str)).map(Self)
    }
}

impl Kept {
    /// What was found, once the search is over.
    fn done(&self) -> Result<&Done, Problem> {
        self.done.get().ok_or_else(|| Problem::Conflict("the search is still running".to_owned()))
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TraceRequest {
    /// Moves from the start, or a position as a text of one line; the start if left out.
    #[serde(default)]
    position: String,
    /// Moves played from there.
    #[serde(default)]
    moves: String,
    /// When the game is drawn without an end on the board, such as `repetition 50` (which holds if left out), `repetition`, `20` or `off`.
    #[serde(default)]
    #[schema(value_type = String)]
    draws: DrawRules,
    /// One that searches a tree, such as `alpha-beta:depth=6` or `minimax:depth=4`.
    player: String,
    /// Same seed, same search, unless time or stored positions decide.
    seed: Option<u64>,
    /// How many nodes to keep at most; the search itself continues beyond them.
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
    shape: Shape,
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
    score: Option<Worth>,
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
                score: trace.node(node).score.map(|score| Worth::of_score(score, false, kept.scale)),
                children: trace.children(node).count(),
            };
            trace.children(Trace::ROOT).map(round).collect()
        });
        let time = done.map_or_else(|| kept.started.elapsed(), |done| done.report.time);
        Self {
            id: kept.id.clone(),
            game: kept.position.game().to_string(),
            position: kept.position.to_string(),
            shape: kept.position.shape(),
            player: kept.player.clone(),
            running: done.is_none(),
            nodes: trace.map_or_else(|| kept.nodes.load(Relaxed), Trace::nodes),
            full: trace.is_some_and(Trace::is_full),
            steps: trace.map_or(0, Trace::steps),
            rounds,
            choice: done.and_then(|done| done.report.choice).map(|mv| mv.to_string()),
            report: done.map(|done| Thought::of(&done.report, kept.scale)),
            milliseconds: time.as_secs_f64() * 1e3,
        }
    }
}

/// Searches a position and keeps every step of it.
///
/// The search runs in the background; once `running` is false its nodes can be read.
#[utoipa::path(
    post, path = "/api/v1/{game}/traces", operation_id = "createTrace", tag = "lab", request_body = TraceRequest,
    params(GamePath), responses((status = 201, description = "The search, which is running now.", body = TraceState))
)]
pub(crate) async fn create(
    operator: Result<Operator, Problem>,
    About { app, asker, game, question: Sent(request) }: About<Sent<TraceRequest>>,
) -> Result<Response, Problem> {
    let position = read_unfinished(game, &request.position, &request.moves, request.draws)?;
    let limits = &app.settings.limits;
    let player = Affordable::read(&request.player, limits)?;
    if !player.name().has_tree() {
        let text = "player: expected one that searches a tree: minimax, alpha-beta, negamax-mc, a level or v2 to v5";
        return Err(Problem::Malformed(text.to_owned()));
    }
    let most = request.nodes.unwrap_or(USUAL_NODES.min(limits.trace_nodes));
    if !(1..=limits.trace_nodes).contains(&most) {
        return Err(Problem::Malformed(format!("nodes: expected a number from 1 to {}", limits.trace_nodes)));
    }
    let time = read_time(request.time, USUAL_TIME)?.min(limits.longest_thought);
    let id = new_token()?;
    let new = |room| Kept {
        id,
        asker: asker.0,
        position,
        player: player.to_string(),
        scale: Scale::of_player(game, &player.spec()),
        most,
        stop: AtomicBool::new(false),
        nodes: AtomicU32::new(0),
        started: Instant::now(),
        done: OnceLock::new(),
        room,
    };
    let kept = app.traces.add(most, new, asker.0)?;
    let shelf = player.shelf(&app.store);
    let (search, task) = (Arc::clone(&kept), Arc::clone(&app));
    tokio::spawn(async move {
        let at_work = Arc::clone(&search);
        let work = move |_: &AtomicBool| {
            let mut tracer = Tracer::with_progress(at_work.most as usize, |nodes| at_work.nodes.store(nodes, Relaxed));
            let limits = Limits { time: Some(time), stop: Some(&at_work.stop), ..Limits::default() };
            let mut playing = player.playing(at_work.position.game(), request.seed, shelf);
            let report = playing.player.think(&at_work.position, Scored::One, &limits, Some(&mut tracer));
            let report = report.expect("a player that searches a tree never refuses");
            let trace = tracer.finish();
            at_work.room.shrink(trace.nodes());
            // From now on it can be read.
            let _ = at_work.done.set(Done { trace, report });
            playing.found()
        };
        match task.thinkers.think(asker, Lane::Trace, work).await {
            Ok(found) if operator.is_ok() => task.save_found(&found).await,
            Ok(_) => {}
            Err(problem) => {
                tracing::info!(%problem, "a search was not kept");
                let _ = task.traces.remove(&search.id); // it may be gone already
            }
        }
    });
    Ok((StatusCode::CREATED, Json(TraceState::of(&kept))).into_response())
}

/// A search that is kept.
#[utoipa::path(
    get, path = "/api/v1/traces/{id}", operation_id = "readTrace", tag = "lab", params(TraceById),
    responses((status = 200, description = "The search as far as it is.", body = TraceState))
)]
pub(crate) async fn read(AnyTrace(kept): AnyTrace) -> Json<TraceState> {
    Json(TraceState::of(&kept))
}

/// Stops a search; what it has visited is kept.
#[utoipa::path(
    post, path = "/api/v1/traces/{id}/stop", operation_id = "stopTrace", tag = "lab", params(TraceById),
    responses((status = 200, description = "The search, which ends within a moment.", body = TraceState))
)]
pub(crate) async fn stop(AnyTrace(kept): AnyTrace) -> Json<TraceState> {
    kept.stop.store(true, Relaxed);
    Json(TraceState::of(&kept))
}

/// Stops and forgets a search.
#[utoipa::path(
    delete, path = "/api/v1/traces/{id}", operation_id = "deleteTrace", tag = "lab", params(TraceById),
    responses((status = 204, description = "The search is forgotten."))
)]
pub(crate) async fn remove(Shared(app): Shared<Arc<App>>, Placed(id): Placed<String>) -> Result<StatusCode, Problem> {
    app.traces.remove(&id)?;
    Ok(StatusCode::NO_CONTENT)
}

/// A node of a search.
#[derive(Serialize, ToSchema)]
pub(crate) struct Node {
    node: u32,
    /// The move that leads here; none for the root and for rounds.
    r#move: Option<String>,
    /// The place where the man of the move has arrived.
    to: Option<usize>,
    /// 0 for the moves of the position searched; none for the root and for rounds.
    ply: Option<u32>,
    /// Plies still to be searched below.
    depth: u32,
    /// What the move had to exceed, for the side that makes it; none if anything was good enough.
    alpha: Option<Worth>,
    /// From where on the opponent would not have allowed it; none if nothing was too good.
    beta: Option<Worth>,
    /// For the side that makes the move; none if the search was stopped inside.
    score: Option<Worth>,
    kind: NodeKind,
    /// How the score is meant if the table knew it.
    bound: Option<Bound>,
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

/// What became of a node.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum NodeKind {
    /// Above all rounds.
    Root,
    /// A round of a search that deepens step by step.
    Round,
    /// Judged as it stands.
    Leaf,
    /// The table knew it.
    Table,
    /// Some of its moves did not matter.
    Cut,
    /// All of its moves were tried.
    Searched,
    /// The search was stopped inside.
    Open,
}

/// Why the rest of the moves was not tried.
#[derive(Serialize, ToSchema)]
struct CutBy {
    r#move: String,
    score: Option<Worth>,
    beta: Option<Worth>,
}

impl Node {
    fn of(kept: &Kept, trace: &Trace, number: u32, position: &AnyPosition) -> Self {
        let told = |score| Worth::of_score(score, false, kept.scale);
        let bound = |score| Worth::of_bound(score, kept.scale);
        let TraceNode { mv, level, depth, alpha, beta, score, fate, size, .. } = trace.node(number);
        let last = trace.children(number).last().filter(|_| fate == Fate::CutOff).map(|child| trace.node(child));
        Self {
            node: number,
            r#move: mv.map(str::to_owned),
            to: mv.and_then(|mv| position.read_move(mv).ok()).map(|mv| position.was_touched(mv).to),
            ply: level.checked_sub(2),
            depth,
            alpha: bound(alpha),
            beta: bound(beta),
            score: score.map(told),
            kind: match (level, fate) {
                (0, _) => NodeKind::Root,
                (1, _) => NodeKind::Round,
                (_, Fate::Open) => NodeKind::Open,
                (_, Fate::Searched) => NodeKind::Searched,
                (_, Fate::CutOff) => NodeKind::Cut,
                (_, Fate::Leaf) => NodeKind::Leaf,
                (_, Fate::Known(_)) => NodeKind::Table,
            },
            // The table knew it of the position, for the other side.
            bound: if let Fate::Known(bound) = fate { Some(turned(bound)) } else { None },
            cut_by: last.map(|last| CutBy {
                r#move: last.mv.unwrap_or_default().to_owned(),
                score: last.score.map(told),
                beta: bound(last.beta),
            }),
            is_best: level > 1 && trace.is_best_so_far(number),
            children: trace.children(number).count(),
            size,
            position: position.to_string(),
            cells: cells(position),
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
    children: Page<Node>,
}

/// A node of a search and some of its children.
#[utoipa::path(
    get, path = "/api/v1/traces/{id}/nodes/{node}", operation_id = "readTraceNode", tag = "lab",
    params(TraceById, ("node" = u32, Path, description = "The number of the node; 0 is the root"), Paging),
    responses((status = 200, description = "The node, its place in the tree, and some of its children.", body = Branch))
)]
pub(crate) async fn node(
    AnyTrace(kept): AnyTrace,
    Placed((_, number)): Placed<(String, String)>,
    Asked(paging): Asked<Paging>,
) -> Result<Json<Branch>, Problem> {
    let Done { trace, .. } = kept.done()?;
    let (limit, after) = (paging.limit()?, paging.after(|text| text.parse::<u32>().ok())?);
    let number = number.parse().ok().filter(|number| *number < trace.nodes());
    let number = number.ok_or_else(|| Problem::NotFound(format!("expected a node from 0 to {}", trace.nodes() - 1)))?;
    let position = position_at(&kept, trace, number);
    let child = |child: u32| {
        let mv = trace.node(child).mv.and_then(|mv| position.read_move(mv).ok());
        Node::of(&kept, trace, child, &mv.map_or(position, |mv| position.after(mv)))
    };
    let behind = |child: &u32| after.is_some_and(|after| *child <= after);
    let children = trace.children(number).skip_while(behind).map(child);
    let mut path: Vec<u32> = trace.ancestors(number).collect();
    path.reverse();
    path.push(number);
    Ok(Json(Branch {
        node: Node::of(&kept, trace, number, &position),
        path: path.into_iter().map(|node| Waypoint { node, r#move: trace.node(node).mv.map(str::to_owned) }).collect(),
        state: State::of(&Record::new(position)),
        children: Page::new(children, limit, |child| child.node.to_string()),
    }))
}

/// A step of a search: a node is entered or left.
#[derive(Serialize, ToSchema)]
pub(crate) struct StepTold {
    /// Its number, from 0.
    step: u64,
    /// `enter` or `leave`.
    kind: &'static str,
    node: Node,
}

/// Some steps of a search, in the order they happened. `after` may be the number of any step.
#[utoipa::path(
    get, path = "/api/v1/traces/{id}/steps", operation_id = "listTraceSteps", tag = "lab", params(TraceById, Paging),
    responses((status = 200, description = "Some steps, in the order they happened.", body = Page<StepTold>))
)]
pub(crate) async fn steps(
    AnyTrace(kept): AnyTrace,
    Asked(paging): Asked<Paging>,
) -> Result<Json<Page<StepTold>>, Problem> {
    let Done { trace, .. } = kept.done()?;
    let (limit, after) = (paging.limit()?, paging.after(|text| text.parse::<u64>().ok())?);
    let told = |step: u64| {
        let (kind, node) = match trace.step(step)? {
            Step::Enter(node) => ("enter", node),
            Step::Leave(node) => ("leave", node),
        };
        Some(StepTold { step, kind, node: Node::of(&kept, trace, node, &position_at(&kept, trace, node)) })
    };
    let first = after.map_or(0, |after| after.saturating_add(1));
    Ok(Json(Page::new((first..).map_while(told), limit, |told| told.step.to_string())))
}

/// The whole search as an indented protocol, one event a line.
#[utoipa::path(
    get, path = "/api/v1/traces/{id}/protocol", operation_id = "readTraceProtocol", tag = "lab", params(TraceById),
    responses((status = 200, description = "The protocol as a text.", body = String, content_type = "text/plain"))
)]
pub(crate) async fn protocol(
    Shared(app): Shared<Arc<App>>,
    asker: Asker,
    AnyTrace(kept): AnyTrace,
) -> Result<Response, Problem> {
    kept.done()?;
    let pieces = unfold((kept, Replay::default()), async |(kept, mut replay)| {
        let Done { trace, .. } = kept.done.get()?;
        let mut protocol = Protocol::new(Vec::with_capacity(2 * PIECE), Format::Text, u64::MAX, kept.scale);
        while protocol.written().len() < PIECE && replay.step(trace, &mut protocol) {}
        let piece = protocol.finish().map(Bytes::from);
        let is_over = piece.as_ref().is_ok_and(Bytes::is_empty);
        (!is_over).then_some((piece, (kept, replay)))
    });
    Ok(Download::begin(&app, asker)?.answer("search.txt", "text/plain; charset=utf-8", pieces))
}
