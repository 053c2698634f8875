//! A complete search: the tree of all positions it visited, in the order it visited them.
//!
//! The nodes are stored in the order they were entered, each with the index after its last descendant, so every query is local: the first
//! child of a node is its neighbour, the next child starts where the previous one ends. Every node is entered once and left once;
//! [`Trace::step`] finds any step without going through the steps before.
//!
//! ```
//! use zwick::ConnectFour;
//! use zwick::search::{AlphaBeta, ByHeuristic, Limits, Scored, Settings, Trace, Tracer};
//! let mut tracer = Tracer::new(1_000);
//! let position: ConnectFour = "4435".parse()?;
//! AlphaBeta::new(ByHeuristic, Settings::FULL).search(&position, Scored::Best, &Limits::depth(2), &mut tracer);
//! let trace = tracer.finish();
//! let last_round = trace.children(Trace::ROOT).last().unwrap();
//! assert_eq!(trace.node(last_round).depth, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashMap;
use std::fmt::{Display, Write};

use super::limits::Stop;
use super::log::{Event, Observer};
use crate::score::{Bound, Score};

/// The result of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// The search was stopped inside.
    Open,
    /// All its moves were searched, except symmetric ones.
    Searched,
    /// A cut-off: its last move was so good that the others did not matter.
    CutOff,
    /// The game was over, or the position was evaluated.
    Leaf,
    /// The table had this bound.
    Known(Bound),
}

/// A node of a trace. A move that was searched again with a wider window has a node for each time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TraceNode<'a> {
    /// Its number: how many nodes were entered before it.
    pub number: u32,
    /// The node above; its own number for the root.
    pub parent: u32,
    /// The move that leads here; `None` for the root and for iterations.
    pub mv: Option<&'a str>,
    /// How many nodes are above it: 0 for the root, 1 for an iteration, 2 for a move of the position.
    pub level: u32,
    /// Plies still to be searched below; for an iteration its whole depth.
    pub depth: u32,
    /// Alpha: what the move had to exceed.
    pub alpha: Score,
    /// Beta: from where on the opponent would avoid it.
    pub beta: Score,
    /// The score, for the side that makes the move; for an iteration and the root, for the side to move.
    pub score: Option<Score>,
    /// Its result.
    pub fate: Fate,
    /// How many nodes are below it.
    pub size: u32,
}

/// A step of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The search entered this node.
    Enter(u32),
    /// The search left it.
    Leave(u32),
}

/// 24 bytes: a search of ten million nodes takes a quarter of a gigabyte.
#[derive(Debug, Clone, Copy)]
struct Stored {
    parent: u32,
    /// The number of the first node that is not below.
    end: u32,
    alpha: Score,
    beta: Score,
    /// [`Score::MIN`] while it has none.
    score: Score,
    /// Its index among the moves seen; [`NO_MOVE`] for iterations.
    mv: u16,
    depth: u8,
    fate: u8,
}

impl Stored {
    /// A node just entered, without a move.
    const OPEN: Self = Self {
        parent: Trace::ROOT,
        end: 0,
        alpha: Score::MIN,
        beta: Score::MAX,
        score: Score::MIN,
        mv: NO_MOVE,
        depth: 0,
        fate: 0,
    };
}

const NO_MOVE: u16 = u16::MAX;
/// Stored as numbers; a node is open until it gets another result.
const FATES: [Fate; 7] = [
    Fate::Open,
    Fate::Searched,
    Fate::CutOff,
    Fate::Leaf,
    Fate::Known(Bound::Exact),
    Fate::Known(Bound::AtMost),
    Fate::Known(Bound::AtLeast),
];

fn number_of(fate: Fate) -> u8 {
    FATES.iter().position(|known| *known == fate).expect("every fate is listed") as u8
}

/// The scores of an iteration, as the search reported them.
type Scores = Vec<(String, Score, Bound)>;

/// A complete search.
#[derive(Debug)]
pub struct Trace {
    nodes: Vec<Stored>,
    moves: Vec<String>,
    /// By the number of the iteration's node.
    scores: HashMap<u32, Scores>,
    stop: Option<Stop>,
    choice: Option<String>,
    is_full: bool,
}

impl Trace {
    /// The node above all iterations.
    pub const ROOT: u32 = 0;

    /// How many nodes there are, including the root and the iterations.
    pub fn nodes(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// Whether the search visited more nodes than were stored.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// A node.
    ///
    /// # Panics
    /// If the number is too large.
    pub fn node(&self, number: u32) -> TraceNode<'_> {
        let Stored { parent, end, alpha, beta, score, mv, depth, fate } = self.nodes[number as usize];
        TraceNode {
            number,
            parent,
            mv: self.moves.get(usize::from(mv)).map(String::as_str),
            level: self.ancestors(number).count() as u32,
            depth: u32::from(depth),
            alpha,
            beta,
            score: Some(score).filter(|score| *score != Score::MIN),
            fate: FATES[usize::from(fate)],
            size: end - number - 1,
        }
    }

    /// The nodes directly below, in the order they were visited.
    pub fn children(&self, number: u32) -> impl Iterator<Item = u32> + '_ {
        let end = self.nodes[number as usize].end;
        let within = move |child: &u32| *child < end;
        std::iter::successors(Some(number + 1).filter(within), move |&child| {
            Some(self.nodes[child as usize].end).filter(within)
        })
    }

    /// The nodes above, the nearest first.
    pub fn ancestors(&self, number: u32) -> impl Iterator<Item = u32> + '_ {
        let parent = |&number: &u32| (number != Self::ROOT).then(|| self.nodes[number as usize].parent);
        std::iter::successors(parent(&number), parent)
    }

    /// Whether no sibling before it had such a good score.
    pub fn is_best_so_far(&self, number: u32) -> bool {
        let score = |number: u32| self.nodes[number as usize].score;
        let parent = self.nodes[number as usize].parent;
        let before = self.children(parent).take_while(|&sibling| sibling < number).map(score).max();
        score(number) > before.unwrap_or(Score::MIN)
    }

    /// How many steps there are: every node is entered and left.
    pub fn steps(&self) -> u64 {
        2 * self.nodes.len() as u64
    }

    /// The step with this number.
    ///
    /// When a node is entered, all nodes before it have been entered, and all of them left except those above it. So its step is twice its
    /// number minus its level, and between two such steps the first node and some above it are left.
    pub fn step(&self, number: u64) -> Option<Step> {
        if number >= self.steps() {
            return None;
        }
        let entered_at = |node: u32| 2 * u64::from(node) - self.ancestors(node).count() as u64;
        let (mut low, mut high) = (0, self.nodes());
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if entered_at(middle) <= number {
                low = middle;
            } else {
                high = middle;
            }
        }
        match (number - entered_at(low)) as usize {
            0 => Some(Step::Enter(low)),
            1 => Some(Step::Leave(low)),
            above => self.ancestors(low).nth(above - 2).map(Step::Leave),
        }
    }

    /// Replays everything to an observer, in the same order, as far as it was stored.
    pub fn replay(&self, observer: &mut impl Observer) {
        let mut replay = Replay::default();
        while replay.step(self, observer) {}
    }
}

/// The state of a replay, so that it can be done in parts.
#[derive(Debug, Default)]
pub struct Replay {
    /// The nodes from the root to the current one, each with the best score of its children so far.
    path: Vec<(u32, Score)>,
    /// The next node to enter.
    next: u32,
    has_ended: bool,
}

impl Replay {
    /// Replays the next step of entering or leaving a node; false at the end.
    pub fn step(&mut self, trace: &Trace, observer: &mut impl Observer) -> bool {
        match self.path.last() {
            Some(&(node, _)) if self.next >= trace.nodes[node as usize].end => self.leave(trace, node, observer),
            _ if self.next < trace.nodes() => self.enter(trace, observer),
            _ if !self.has_ended => self.end(trace, observer),
            _ => return false,
        }
        true
    }

    fn enter(&mut self, trace: &Trace, observer: &mut impl Observer) {
        let node = trace.node(self.next);
        let TraceNode { number, mv, level, depth, alpha, beta, score, fate, .. } = node;
        match level.checked_sub(1) {
            None => {}
            Some(0) => observer.notice(&Event::Deepen { depth }),
            Some(ply) => {
                observer.notice(&Event::Enter { ply: ply - 1, mv: &mv.unwrap_or_default(), depth, alpha, beta });
                match (fate, score.map(Score::one_ply_later)) {
                    (Fate::Leaf, Some(score)) => observer.notice(&Event::Leaf { ply, score }),
                    (Fate::Known(bound), Some(score)) => observer.notice(&Event::TableHit { ply, score, bound }),
                    _ => {}
                }
            }
        }
        self.path.push((number, Score::MIN));
        self.next += 1;
    }

    fn leave(&mut self, trace: &Trace, number: u32, observer: &mut impl Observer) {
        self.path.pop();
        let Some((parent, best)) = self.path.last_mut() else { return };
        if *parent == Trace::ROOT {
            if let Some(scores) = trace.scores.get(&number) {
                observer.notice(&Event::Scores { scores });
            }
            return;
        }
        let TraceNode { mv, level, score, .. } = trace.node(number);
        let (mv, ply): (&dyn Display, u32) = (&mv.unwrap_or_default(), level - 2);
        let Some(score) = score else { return };
        if score > *best {
            *best = score;
            observer.notice(&Event::Best { ply, mv, score });
        }
        let above = &trace.nodes[*parent as usize];
        let is_last = trace.nodes[number as usize].end == above.end;
        if is_last && above.fate == number_of(Fate::CutOff) {
            // The limit is that of the node above: the move itself may have had a narrower window.
            observer.notice(&Event::CutOff { ply, mv, score, beta: above.alpha.one_ply_later() });
        }
    }

    fn end(&mut self, trace: &Trace, observer: &mut impl Observer) {
        self.has_ended = true;
        if let Some(reason) = trace.stop {
            observer.notice(&Event::Stop { reason });
        }
        if let Some(choice) = &trace.choice {
            observer.notice(&Event::Choice { mv: choice });
        }
    }
}

/// Records a search, up to a number of nodes.
#[derive(Debug)]
pub struct Tracer<F = fn(u32)> {
    trace: Trace,
    /// The index of each move among the moves seen.
    known_moves: HashMap<String, u16>,
    text: String,
    /// The nodes from the root to the current one; `None` where a node was not stored.
    path: Vec<Option<u32>>,
    /// Whether the current node was only entered: a search that ends so was stopped.
    is_inside: bool,
    most: usize,
    progress: F,
}

impl Tracer {
    /// Stores at most this many nodes, plus the iterations.
    pub fn new(most: usize) -> Self {
        Tracer::with_progress(most, |_| ())
    }
}

/// How often progress is reported.
const TELL_EVERY: u32 = 1 << 12;

impl<F: FnMut(u32)> Tracer<F> {
    /// The same, reporting the number of nodes now and then.
    pub fn with_progress(most: usize, progress: F) -> Self {
        let trace = Trace {
            nodes: vec![Stored::OPEN],
            moves: Vec::new(),
            scores: HashMap::new(),
            stop: None,
            choice: None,
            is_full: false,
        };
        let path = vec![Some(Trace::ROOT)];
        Self { trace, known_moves: HashMap::new(), text: String::new(), path, is_inside: false, most, progress }
    }

    /// The recorded trace.
    pub fn finish(mut self) -> Trace {
        self.leave_to(0);
        self.trace
    }

    /// Leaves all nodes from this level on. Those in which the search was stopped have no score.
    fn leave_to(&mut self, level: usize) {
        while self.path.len() > level {
            let Some(number) = self.path.pop().flatten() else { continue };
            let end = self.trace.nodes.len() as u32;
            let node = &mut self.trace.nodes[number as usize];
            node.end = end;
            if self.is_inside && number != Trace::ROOT {
                (node.score, node.fate) = (Score::MIN, number_of(Fate::Open));
            } else if node.fate == number_of(Fate::Open) {
                node.fate = number_of(Fate::Searched);
            }
            let (score, is_round) = (node.score, node.mv == NO_MOVE);
            if is_round && score != Score::MIN {
                self.trace.nodes[Trace::ROOT as usize].score = score;
            }
        }
    }

    fn enter(&mut self, level: usize, node: Stored) {
        // Below the current node there is nothing to leave.
        self.leave_to(level);
        let parent = self.path.last().copied().flatten();
        let is_round = node.mv == NO_MOVE;
        let number = match parent {
            Some(parent) if is_round || self.trace.nodes.len() < self.most => {
                let number = self.trace.nodes.len() as u32;
                self.trace.nodes.push(Stored { parent, ..node });
                if number.is_multiple_of(TELL_EVERY) {
                    (self.progress)(number);
                }
                Some(number)
            }
            _ => {
                self.trace.is_full = true;
                None
            }
        };
        self.path.push(number);
    }

    /// The node of the position this many plies below the root, if it was stored.
    fn at(&mut self, ply: u32) -> Option<&mut Stored> {
        self.leave_to(ply as usize + 2);
        let number = self.path.get(ply as usize + 1).copied().flatten()?;
        Some(&mut self.trace.nodes[number as usize])
    }

    fn move_number(&mut self, mv: &dyn Display) -> u16 {
        self.text.clear();
        write!(self.text, "{mv}").expect("texts can be written to");
        if let Some(&number) = self.known_moves.get(&self.text) {
            return number;
        }
        let number = u16::try_from(self.trace.moves.len()).expect("no game has so many moves");
        self.trace.moves.push(self.text.clone());
        self.known_moves.insert(self.text.clone(), number);
        number
    }
}

/// The score of a position for the side to move there, converted to that of the move that leads to it.
fn of_move(ply: u32, score: Score) -> Score {
    if ply == 0 { score } else { score.one_ply_earlier() }
}

impl<F: FnMut(u32)> Observer for Tracer<F> {
    fn notice(&mut self, event: &Event<'_>) {
        match *event {
            Event::Deepen { depth } => self.enter(1, Stored { depth: depth as u8, ..Stored::OPEN }),
            Event::Enter { ply, mv, depth, alpha, beta } => {
                let mv = self.move_number(mv);
                self.enter(ply as usize + 2, Stored { alpha, beta, mv, depth: depth as u8, ..Stored::OPEN });
            }
            Event::Leaf { ply, score } => {
                if let Some(node) = self.at(ply) {
                    (node.score, node.fate) = (of_move(ply, score), number_of(Fate::Leaf));
                }
            }
            Event::TableHit { ply, score, bound } => {
                if let Some(node) = self.at(ply) {
                    (node.score, node.fate) = (of_move(ply, score), number_of(Fate::Known(bound)));
                }
            }
            Event::StoredHit { ply, score } => self.notice(&Event::TableHit { ply, score, bound: Bound::Exact }),
            Event::Best { ply, score, .. } => {
                if let Some(node) = self.at(ply) {
                    node.score = of_move(ply, score);
                }
            }
            Event::CutOff { ply, .. } => {
                if let Some(node) = self.at(ply) {
                    node.fate = number_of(Fate::CutOff);
                }
            }
            Event::Scores { scores } => {
                self.leave_to(2);
                if let Some(round) = self.path.get(1).copied().flatten() {
                    self.trace.scores.insert(round, scores.to_vec());
                }
            }
            Event::Stop { reason } => {
                self.leave_to(1);
                self.trace.stop = Some(reason);
            }
            Event::Choice { mv } => self.trace.choice = Some(mv.to_string()),
        }
        self.is_inside = matches!(event, Event::Enter { .. });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::connect_four::Column;
    use crate::search::{AlphaBeta, ByHeuristic, Format, Limits, Protocol, Report, Scored, Settings};
    use crate::{ConnectFour, Morris, Position};

    /// Passes events to two observers.
    struct Both<'a, A, B>(&'a mut A, &'a mut B);

    impl<A: Observer, B: Observer> Observer for Both<'_, A, B> {
        fn notice(&mut self, event: &Event<'_>) {
            self.0.notice(event);
            self.1.notice(event);
        }
    }

    fn text_of(trace: &Trace) -> String {
        let mut protocol =
            Protocol::new(Vec::new(), Format::Text, u64::MAX, crate::Scale::of(crate::Game::CONNECT_FOUR));
        trace.replay(&mut protocol);
        String::from_utf8(protocol.finish().unwrap()).unwrap()
    }

    /// A search with its log and its trace.
    fn searched(position: &str, settings: Settings, limits: &Limits<'_>) -> (Report<Column>, String, Trace) {
        let position: ConnectFour = position.parse().unwrap();
        let mut protocol =
            Protocol::new(Vec::new(), Format::Text, u64::MAX, crate::Scale::of(crate::Game::CONNECT_FOUR));
        let mut tracer = Tracer::new(usize::MAX);
        let report = AlphaBeta::new(ByHeuristic, settings).search(
            &position,
            Scored::Best,
            limits,
            &mut Both(&mut protocol, &mut tracer),
        );
        let text = String::from_utf8(protocol.finish().unwrap()).unwrap();
        (report, text, tracer.finish())
    }

    #[test]
    fn a_replay_tells_what_the_search_told() {
        for settings in [Settings::FULL, Settings::PLAIN, Settings { symmetry: false, table: 16, ..Settings::FULL }] {
            for position in ["", "4435", "112233", "44444", "1212121"] {
                let (report, text, trace) = searched(position, settings, &Limits::depth(4));
                assert_eq!(text_of(&trace), text, "{position}");
                assert_eq!(trace.node(Trace::ROOT).score, report.score(), "{position}");
                let told = u64::from(trace.nodes()) - 1 - trace.children(Trace::ROOT).count() as u64;
                assert_eq!(told, report.nodes, "{position}");
            }
        }
    }

    #[test]
    fn a_stopped_search_is_replayed_too_and_its_open_nodes_have_no_score() {
        for nodes in [1, 300, 1_000, 2_500] {
            let limits = Limits { nodes: Some(nodes), ..Limits::depth(8) };
            let (_, text, trace) = searched("4435", Settings::FULL, &limits);
            assert_eq!(text_of(&trace), text);
            let open: Vec<_> = (1..trace.nodes()).filter(|&node| trace.node(node).fate == Fate::Open).collect();
            assert!(!open.is_empty());
            assert!(open.iter().all(|&node| trace.node(node).score.is_none()));
            // They are the nodes on the path to the last one.
            let last = trace.nodes() - 1;
            assert!(open.iter().all(|&node| node == last || trace.ancestors(last).any(|above| above == node)));
        }
        let stop = AtomicBool::new(true);
        let limits = Limits { stop: Some(&stop), ..Limits::depth(8) };
        let (_, text, trace) = searched("4435", Settings::FULL, &limits);
        assert_eq!(text_of(&trace), text);
    }

    #[test]
    fn a_search_stopped_in_its_first_round_is_replayed_with_the_look_that_followed() {
        let settings = Settings { deepening: false, ..Settings::FULL };
        let limits = Limits { nodes: Some(300), ..Limits::depth(12) };
        let (report, text, trace) = searched("4435", settings, &limits);
        assert_eq!(text_of(&trace), text);
        let rounds: Vec<_> = trace.children(Trace::ROOT).map(|round| trace.node(round)).collect();
        assert_eq!(
            rounds.iter().map(|round| (round.depth, round.fate)).collect::<Vec<_>>(),
            [(12, Fate::Open), (1, Fate::Searched)]
        );
        assert_eq!((rounds[0].score, rounds[1].score), (None, report.score()));
        assert_eq!(trace.node(Trace::ROOT).score, report.score());
    }

    #[test]
    fn every_step_is_found_where_a_walk_through_the_tree_meets_it() {
        fn walk(trace: &Trace, node: u32, steps: &mut Vec<Step>) {
            steps.push(Step::Enter(node));
            trace.children(node).for_each(|child| walk(trace, child, steps));
            steps.push(Step::Leave(node));
        }
        let (_, _, trace) = searched("4435", Settings::FULL, &Limits::depth(5));
        let mut steps = Vec::new();
        walk(&trace, Trace::ROOT, &mut steps);
        assert_eq!(steps.len() as u64, trace.steps());
        for (number, step) in steps.iter().enumerate() {
            assert_eq!(trace.step(number as u64).as_ref(), Some(step));
        }
        assert_eq!(trace.step(trace.steps()), None);
    }

    #[test]
    fn nodes_lie_as_the_search_visited_them() {
        let (_, _, trace) = searched("4435", Settings::FULL, &Limits::depth(5));
        for number in 1..trace.nodes() {
            let node = trace.node(number);
            assert!(trace.children(node.parent).any(|child| child == number));
            assert_eq!(node.size, trace.children(number).map(|child| trace.node(child).size + 1).sum::<u32>());
            let best = trace.children(number).filter(|&child| trace.is_best_so_far(child)).last();
            let best = best.and_then(|child| trace.node(child).score);
            match node.fate {
                Fate::Searched | Fate::CutOff if node.level == 1 => assert_eq!(node.score, best),
                Fate::Searched | Fate::CutOff => assert_eq!(node.score, best.map(Score::one_ply_earlier)),
                Fate::Leaf | Fate::Known(_) => assert_eq!(node.size, 0),
                Fate::Open => panic!("the search was not stopped"),
            }
        }
    }

    #[test]
    fn more_nodes_than_wanted_are_not_kept_but_their_scores_count() {
        let position: Morris = "d6 f4 d2".parse().unwrap();
        let mut tracer = Tracer::new(100);
        let report =
            AlphaBeta::new(ByHeuristic, Settings::FULL).search(&position, Scored::Best, &Limits::depth(3), &mut tracer);
        let trace = tracer.finish();
        assert!(trace.is_full() && trace.nodes() <= 103 && report.nodes > 200);
        assert_eq!(trace.node(Trace::ROOT).score, report.score());
        let replies = trace.children(Trace::ROOT).next().map(|round| trace.children(round).count());
        assert!(replies.unwrap() <= position.legal_moves().count());
    }
}
