//! The recursive part of [`alpha_beta`](super::alpha_beta): one thread below the root.
//!
//! # Contract
//! [`node`](Worker::node) with a window returns the score of plain minimax to the same depth if it is inside the window; otherwise a bound:
//! at most `alpha` and not below the true score, or at least `beta` and not above it.
//!
//! An entry of the table is used only if it says what minimax to the wanted depth would say: it was made at the same depth, or it is final
//! (contains no estimate) and made at a smaller one, or it is a proven win or loss no longer than the depth. So the value never depends on
//! the contents of the table.

use std::hash::{Hash, Hasher};

use super::alpha_beta::Settings;
use super::evaluator::Evaluator;
use super::limits::Clock;
use super::log::{Event, Observer};
use super::minimax::finished;
use super::table::{Entry, Table, mix};
use crate::score::{Bound, Score};
use crate::symmetry::Classified;
use crate::value::Wdl;

/// State shared by all threads of a search.
pub(super) struct Shared<'a, E> {
    pub(super) settings: Settings,
    pub(super) evaluator: &'a E,
    pub(super) table: Option<&'a Table>,
    pub(super) clock: &'a Clock<'a>,
}

impl<E> Shared<'_, E> {
    /// The key of a position or of its whole class.
    pub(super) fn key<P: Classified>(&self, position: &P) -> u64 {
        if self.settings.symmetry { position.representative().key() } else { position.key() }
    }
}

/// A position after a move, waiting to be searched.
#[derive(Clone)]
struct Child<P: Classified> {
    position: P,
    mv: P::Move,
    key: u64,
    order: i32,
}

/// The scores that matter to the caller: above `alpha`, below `beta`.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const FULL: Self = Self { alpha: Score::MIN, beta: Score::MAX };

    /// The same window for the opponent, one ply later.
    pub(super) fn for_opponent(self) -> Self {
        Self { alpha: self.beta.one_ply_later(), beta: self.alpha.one_ply_later() }
    }

    fn bound(self, score: Score) -> Bound {
        match score {
            _ if score <= self.alpha => Bound::AtMost,
            _ if score >= self.beta => Bound::AtLeast,
            _ => Bound::Exact,
        }
    }
}

/// A position to search, with its precomputed key.
pub(super) struct Node<'a, P> {
    pub(super) position: &'a P,
    pub(super) key: u64,
    pub(super) depth: u32,
    pub(super) ply: u32,
}

/// Statistics of a thread.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) cut_offs: u64,
    pub(super) table_hits: u64,
}

/// One thread of a search.
pub(super) struct Worker<'a, P: Classified, E, O> {
    shared: &'a Shared<'a, E>,
    /// Only one thread is observed.
    observer: Option<&'a mut O>,
    /// Children of all positions on the path from the root: one allocation for the whole search.
    waiting: Vec<Child<P>>,
    /// The history heuristic: how often a move caused a cut-off, weighted by depth; by a hash of the move.
    history: Vec<i32>,
    /// Whether an estimate has entered the score of the current position.
    pub(super) estimated: bool,
    /// Whether the current root move is searched to its end, regardless of limits.
    pub(super) must_finish: bool,
    uncounted: u64,
    pub(super) counts: Counts,
}

impl Counts {
    pub(super) fn add(&mut self, other: Self) {
        self.cut_offs += other.cut_offs;
        self.table_hits += other.table_hits;
    }
}

const HISTORY: usize = 1 << 12;

impl<'a, P: Classified, E: Evaluator<P>, O: Observer> Worker<'a, P, E, O> {
    pub(super) fn new(shared: &'a Shared<'a, E>, observer: Option<&'a mut O>) -> Self {
        Self {
            shared,
            observer,
            waiting: Vec::with_capacity(256),
            history: vec![0; HISTORY],
            estimated: false,
            must_finish: false,
            uncounted: 0,
            counts: Counts::default(),
        }
    }

    pub(super) fn tell(&mut self, event: &Event<'_>) {
        if let Some(observer) = &mut self.observer
            && observer.is_active()
        {
            observer.notice(event);
        }
    }

    /// Reports the nodes visited since the last report; returns whether the search has to stop.
    pub(super) fn report_nodes(&mut self) -> bool {
        self.shared.clock.count(std::mem::take(&mut self.uncounted))
    }

    /// The table, if positions searched to this depth are stored in it.
    fn table(&self, depth: u32) -> Option<&'a Table> {
        if depth > 0 || self.shared.evaluator.is_slow() { self.shared.table } else { None }
    }

    /// The score of a position, or `None` if the search was stopped; see the module's contract.
    pub(super) fn node(&mut self, node: &Node<'_, P>, window: Window) -> Option<Score> {
        self.uncounted += 1;
        let must_look = self.uncounted >= Clock::PORTION || self.shared.evaluator.is_slow();
        if must_look && self.report_nodes() && !self.must_finish {
            return None;
        }
        if let Some(score) = finished(node.position) {
            self.tell(&Event::Leaf { ply: node.ply, score });
            return Some(score);
        }
        let known = self.table(node.depth).and_then(|table| table.read(node.key));
        if let Some(entry) = known.filter(|entry| answers(entry, node.depth, window)) {
            self.counts.table_hits += 1;
            self.estimated |= !entry.is_final;
            self.tell(&Event::TableHit { ply: node.ply, score: entry.score, bound: entry.bound });
            return Some(entry.score);
        }
        let outside = std::mem::take(&mut self.estimated);
        let (score, best) = match node.depth {
            0 => (self.judge(node), 0),
            _ => self.best_child(node, known.map_or(0, |entry| entry.best), window)?,
        };
        let bound = window.bound(score);
        let is_final = is_final(self.estimated, score, bound);
        self.estimated = outside || !is_final;
        if let Some(table) = self.table(node.depth) {
            table.write(node.key, Entry { score, bound, depth: node.depth as u8, is_final, best });
        }
        Some(score)
    }

    fn judge(&mut self, node: &Node<'_, P>) -> Score {
        self.estimated = true;
        let score = Score::estimate(self.shared.evaluator.points(node.position));
        self.tell(&Event::Leaf { ply: node.ply, score });
        score
    }

    /// Searches the moves until one causes a cut-off; returns the score and the tag of the best.
    fn best_child(&mut self, node: &Node<'_, P>, known_best: u16, window: Window) -> Option<(Score, u16)> {
        let (mut best, mut best_tag) = (Score::MIN, 0);
        let mut alpha = window.alpha;
        let start = self.waiting.len();
        self.expand(node, known_best);
        for next in start..self.waiting.len() {
            self.bring_forward(next);
            let child = self.waiting[next].clone();
            let inner = Window { alpha, ..window };
            let score = self.play(&child, node, inner)?;
            if score > best {
                (best, best_tag) = (score, tag(child.key));
                self.tell(&Event::Best { ply: node.ply, mv: &child.mv, score });
            }
            if self.shared.settings.pruning {
                alpha = alpha.max(score);
                if score >= window.beta {
                    self.counts.cut_offs += 1;
                    self.history[slot(child.mv)] += (node.depth * node.depth) as i32;
                    self.tell(&Event::CutOff { ply: node.ply, mv: &child.mv, score, beta: window.beta });
                    break;
                }
            }
        }
        self.waiting.truncate(start);
        Some((best, best_tag))
    }

    /// The score of a move.
    fn play(&mut self, child: &Child<P>, node: &Node<'_, P>, window: Window) -> Option<Score> {
        let Window { alpha, beta } = window;
        let (ply, depth) = (node.ply, node.depth - 1);
        self.tell(&Event::Enter { ply, mv: &child.mv, depth, alpha, beta });
        let inner = Node { position: &child.position, key: child.key, depth, ply: ply + 1 };
        Some(self.node(&inner, window.for_opponent())?.one_ply_earlier())
    }

    /// Pushes every position after a move onto the stack; of symmetric ones only the first.
    fn expand(&mut self, node: &Node<'_, P>, known_best: u16) {
        let Settings { ordering, symmetry, .. } = self.shared.settings;
        let start = self.waiting.len();
        // Leaves with a quick evaluation need no key: neither table nor symmetry would pay off.
        let has_keys = node.depth > 1 || self.shared.evaluator.is_slow();
        for mv in node.position.legal_moves() {
            let position = node.position.after(mv);
            let key = if has_keys { self.shared.key(&position) } else { 0 };
            if has_keys && symmetry && self.waiting[start..].iter().any(|child| child.key == key) {
                continue;
            }
            let order = match ordering {
                false => 0,
                true if known_best != 0 && known_best == tag(key) => i32::MAX,
                true => self.shared.evaluator.promise(node.position, mv) + self.history[slot(mv)].min(1 << 30),
            };
            self.waiting.push(Child { position, mv, key, order });
        }
    }

    /// Moves the most promising of the children from `next` on to this place. Most nodes are cut off after one or two children, so sorting
    /// them all would be wasted.
    fn bring_forward(&mut self, next: usize) {
        if self.shared.settings.ordering {
            let rest = &self.waiting[next..];
            let most = (1..rest.len()).fold(0, |most, i| if rest[i].order > rest[most].order { i } else { most });
            self.waiting.swap(next, next + most);
        }
    }
}

/// Whether the entry decides a search to this depth with this window.
fn answers(entry: &Entry, depth: u32, window: Window) -> bool {
    let made_at = u32::from(entry.depth);
    let is_proof = is_proof(entry.score, entry.bound) && entry.score.plies().is_some_and(|plies| plies <= depth);
    let is_valid = made_at == depth || (entry.is_final && made_at < depth) || is_proof;
    is_valid
        && match entry.bound {
            Bound::Exact => true,
            Bound::AtMost => entry.score <= window.alpha,
            Bound::AtLeast => entry.score >= window.beta,
        }
}

/// Whether a deeper search would give the same: no estimate was used, or none can matter.
pub(super) fn is_final(estimated: bool, score: Score, bound: Bound) -> bool {
    !estimated || is_proof(score, bound)
}

/// A win or better, a loss or worse.
fn is_proof(score: Score, bound: Bound) -> bool {
    matches!(
        (score.wdl(), bound),
        (Some(Wdl::Win), Bound::Exact | Bound::AtLeast) | (Some(Wdl::Loss), Bound::Exact | Bound::AtMost)
    )
}

/// A short hash that distinguishes the children of a position, never 0.
pub(super) fn tag(key: u64) -> u16 {
    ((mix(key) >> 20) as u16).max(1)
}

/// The index of a move in the history.
fn slot(mv: impl Hash) -> usize {
    struct Multiply(u64);
    impl Hasher for Multiply {
        fn finish(&self) -> u64 {
            self.0
        }
        fn write(&mut self, bytes: &[u8]) {
            for &byte in bytes {
                self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
        }
    }
    let mut hasher = Multiply(0);
    mv.hash(&mut hasher);
    (hasher.finish() >> 52) as usize % HISTORY
}
