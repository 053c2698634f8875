//! The recursive part of [`alpha_beta`](super::alpha_beta): one thread below the root.
//!
//! # Contract
//! [`node`](Explorer::node) with a window returns the score of plain minimax to the same depth if it is inside the window; otherwise a bound:
//! at most `alpha` and not below the true score, or at least `beta` and not above it.
//!
//! An entry of the table is used only if it says what minimax to the wanted depth would say: it was made at the same depth, or it is final
//! (contains no estimate) and made at a smaller one, or it is a proven win or loss no longer than the depth. So the value never depends on
//! the contents of the table.
//!
//! With values from a database ([`Recall`]) the score is at least as well founded as that of minimax to the same depth, and equal to it if
//! the values come from the same search to the same depths. A proven win may then be longer than the search looked ahead: it is certain,
//! but a deeper search may find a shorter one, so it is not final.

use super::alpha_beta::Settings;
use super::evaluator::Evaluator;
use super::history::History;
use super::limits::Clock;
use super::log::{Event, Observer};
use super::minimax::finished;
use super::recall::{Ground, Recall};
use super::transpositions::{Entry, TranspositionTable, mix};
use crate::game::Position;
use crate::score::{Bound, Score};
use crate::symmetry::Classified;
use crate::value::Wdl;

/// State shared by all threads of a search.
pub(super) struct Shared<'a, E> {
    pub(super) settings: Settings,
    pub(super) evaluator: &'a E,
    pub(super) table: Option<&'a TranspositionTable>,
    pub(super) recall: Option<&'a Recall>,
    /// How many positions proven to be won each thread collects.
    pub(super) most_wins: usize,
    pub(super) clock: &'a Clock<'a>,
}

impl<E> Shared<'_, E> {
    /// The key of a position or of its whole class.
    pub(super) fn key<P: Classified>(&self, position: &P) -> u64 {
        if self.settings.symmetry { position.class_key() } else { position.key() }
    }
}

/// A move waiting to be searched.
#[derive(Clone, Copy)]
struct Waiting<M> {
    mv: M,
    /// The key of the position after it, once it was needed: most nodes are cut off after one or two moves.
    key: Option<u64>,
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

    /// The narrowest window with this alpha: it only asks whether a score is above.
    pub(super) fn above(alpha: Score) -> Self {
        Self { alpha, beta: alpha.just_above() }
    }

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

/// A position proven to be won, with the move that wins soonest.
#[derive(Debug, Clone)]
pub(crate) struct Win<P: Position> {
    pub(crate) position: P,
    pub(crate) mv: P::Move,
    pub(crate) plies: u16,
    key: u64,
}

impl<P: Position> Win<P> {
    /// Keeps the longest wins, which took the longest to find, and each only once.
    pub(super) fn keep_longest(wins: &mut Vec<Self>, most: usize) {
        wins.sort_by_key(|win| (std::cmp::Reverse(win.plies), win.key));
        wins.dedup_by_key(|win| win.key);
        wins.truncate(most);
    }
}

/// The best of the moves searched.
struct Best<M> {
    score: Score,
    mv: Option<M>,
    tag: u16,
}

/// Statistics of a thread.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) cut_offs: u64,
    pub(super) table_hits: u64,
    pub(super) stored_hits: u64,
}

/// One thread of a search.
pub(super) struct Explorer<'a, P: Classified, E, O> {
    shared: &'a Shared<'a, E>,
    /// Only one thread is observed.
    observer: Option<&'a mut O>,
    /// The moves of all positions on the path from the root: one allocation for the whole search.
    waiting: Vec<Waiting<P::Move>>,
    history: History,
    /// Whether an estimate has entered the score of the current position.
    pub(super) estimated: bool,
    /// Whether the current root move is searched to its end, regardless of limits.
    pub(super) must_finish: bool,
    uncounted: u64,
    pub(super) counts: Counts,
    pub(super) wins: Vec<Win<P>>,
}

impl Counts {
    pub(super) fn add(&mut self, other: Self) {
        self.cut_offs += other.cut_offs;
        self.table_hits += other.table_hits;
        self.stored_hits += other.stored_hits;
    }
}

impl<'a, P: Classified, E: Evaluator<P>, O: Observer> Explorer<'a, P, E, O> {
    pub(super) fn new(shared: &'a Shared<'a, E>, history: History, observer: Option<&'a mut O>) -> Self {
        Self {
            shared,
            observer,
            waiting: Vec::with_capacity(256),
            history,
            estimated: false,
            must_finish: false,
            uncounted: 0,
            counts: Counts::default(),
            wins: Vec::new(),
        }
    }

    pub(super) fn tell(&mut self, event: &Event<'_>) {
        if let Some(observer) = &mut self.observer
            && observer.is_active()
        {
            observer.notice(event);
        }
    }

    /// What it has learned about moves, for the next iteration.
    pub(super) fn into_history(self) -> History {
        self.history
    }

    /// Reports the nodes visited since the last report; returns whether the search has to stop.
    pub(super) fn report_nodes(&mut self) -> bool {
        self.shared.clock.count(std::mem::take(&mut self.uncounted))
    }

    /// The table, if positions searched to this depth are stored in it.
    fn table(&self, depth: u32) -> Option<&'a TranspositionTable> {
        if depth > 0 || self.shared.evaluator.is_slow() { self.shared.table } else { None }
    }

    /// The score of a position, or `None` if the search was stopped; see the module's contract.
    pub(super) fn node(&mut self, node: &Node<'_, P>, window: Window) -> Option<Score> {
        self.uncounted += 1;
        let must_look = self.uncounted >= Clock::PORTION || self.shared.evaluator.is_slow();
        if must_look && self.report_nodes() && !self.must_finish {
            return None;
        }
        if let Some(score) = self.ended(node) {
            return Some(score);
        }
        let known = self.table(node.depth).and_then(|table| table.read(node.key));
        if let Some(entry) = known.filter(|entry| answers(entry, node.depth, window)) {
            self.counts.table_hits += 1;
            self.estimated |= !entry.is_final;
            self.tell(&Event::TableHit { ply: node.ply, score: entry.score, bound: entry.bound });
            return Some(entry.score);
        }
        if let Some(score) = self.recall(node) {
            return Some(score);
        }
        let outside = std::mem::take(&mut self.estimated);
        let Best { score, mv, tag } = match node.depth {
            0 => Best { score: self.judge(node), mv: None, tag: 0 },
            1 if !self.shared.evaluator.is_slow() => self.best_leaf(node, window),
            _ => self.best_child(node, known.map_or(0, |entry| entry.best), window)?,
        };
        let bound = window.bound(score);
        let is_final = is_final(self.estimated, score, bound, node.depth);
        self.estimated = outside || !is_final;
        if let Some(table) = self.table(node.depth) {
            table.write(node.key, Entry { score, bound, depth: node.depth as u8, is_final, best: tag });
        }
        if self.shared.most_wins > 0
            && let (Some(Wdl::Win), Some(mv)) = (score.wdl(), mv)
        {
            self.note_win(node, mv, score, bound, known);
        }
        Some(score)
    }

    /// The score of a position that an earlier search has found, so that this one need not.
    fn recall(&mut self, node: &Node<'_, P>) -> Option<Score> {
        let recall = self.shared.recall?;
        // A quick evaluation of a leaf takes no longer than looking it up.
        if node.depth == 0 && !self.shared.evaluator.is_slow() {
            return None;
        }
        let is_key_of_class = self.shared.settings.symmetry;
        let key = if is_key_of_class { node.key } else { node.position.class_key() };
        let (score, ground) = recall.value(key, self.shared.evaluator.ground(node.depth)?)?;
        self.counts.stored_hits += 1;
        self.estimated |= ground != Ground::Proof;
        self.tell(&Event::StoredHit { ply: node.ply, score });
        Some(score)
    }

    /// Collects a proven win if no shorter one is possible: it was searched with an open window, or an earlier search saw no shorter one.
    fn note_win(&mut self, node: &Node<'_, P>, mv: P::Move, score: Score, bound: Bound, known: Option<Entry>) {
        let Some(plies) = score.plies().filter(|plies| *plies <= node.depth) else { return };
        let excludes_shorter =
            |entry: Entry| entry.bound != Bound::AtLeast && entry.score <= score && u32::from(entry.depth) + 2 >= plies;
        if bound == Bound::Exact || plies == 1 || known.is_some_and(excludes_shorter) {
            self.wins.push(Win { position: node.position.clone(), mv, plies: plies as u16, key: node.key });
            if self.wins.len() >= 4 * self.shared.most_wins {
                Win::keep_longest(&mut self.wins, self.shared.most_wins);
            }
        }
    }

    /// The score of a finished game.
    fn ended(&mut self, node: &Node<'_, P>) -> Option<Score> {
        finished(node.position).inspect(|&score| self.tell(&Event::Leaf { ply: node.ply, score }))
    }

    fn judge(&mut self, node: &Node<'_, P>) -> Score {
        self.estimated = true;
        let score = Score::estimate(self.shared.evaluator.points(node.position));
        self.tell(&Event::Leaf { ply: node.ply, score });
        score
    }

    /// Searches the moves until one causes a cut-off; returns the best. Of symmetric moves only the first is searched.
    fn best_child(&mut self, node: &Node<'_, P>, known_best: u16, window: Window) -> Option<Best<P::Move>> {
        let mut best = Best { score: Score::MIN, mv: None, tag: 0 };
        let start = self.waiting.len();
        self.expand(node, known_best, window.beta);
        for next in start..self.waiting.len() {
            self.bring_forward(next);
            let Waiting { mv, key, .. } = self.waiting[next];
            let position = node.position.after(mv);
            let key = key.unwrap_or_else(|| self.shared.key(&position));
            let is_known = |before: &Waiting<P::Move>| before.key == Some(key);
            if self.shared.settings.symmetry && self.waiting[start..next].iter().any(is_known) {
                continue;
            }
            self.waiting[next].key = Some(key);
            let child = Node { position: &position, key, depth: node.depth - 1, ply: node.ply + 1 };
            if self.try_child(mv, &child, window, &mut best)? {
                let tried = self.waiting[start..next].iter().map(|before| before.mv);
                self.history.learn(node.position.turn(), node.depth, mv, tried);
                break;
            }
        }
        self.waiting.truncate(start);
        Some(best)
    }

    /// Searches a move, and remembers it if it is the best so far; returns whether it causes a cut-off.
    ///
    /// A move that is not the first is asked only whether it is better than the best so far; only if it is, how much better.
    fn try_child(
        &mut self,
        mv: P::Move,
        child: &Node<'_, P>,
        window: Window,
        best: &mut Best<P::Move>,
    ) -> Option<bool> {
        let alpha = if self.shared.settings.pruning { window.alpha.max(best.score) } else { window.alpha };
        let whole = Window { alpha, ..window };
        let question = Window::above(alpha);
        let is_asked = self.shared.settings.scouts() && best.mv.is_some() && question.beta < window.beta;
        if is_asked {
            let score = self.play(mv, child, question)?;
            self.note(mv, child, score, best);
            if score <= alpha || score >= window.beta {
                return Some(self.cuts(mv, child, score, window.beta));
            }
        }
        let score = self.play(mv, child, whole)?;
        self.note(mv, child, score, best);
        Some(self.cuts(mv, child, score, window.beta))
    }

    fn note(&mut self, mv: P::Move, child: &Node<'_, P>, score: Score, best: &mut Best<P::Move>) {
        if score > best.score {
            *best = Best { score, mv: Some(mv), tag: tag(child.key) };
            self.tell(&Event::Best { ply: child.ply - 1, mv: &mv, score });
        }
    }

    fn cuts(&mut self, mv: P::Move, child: &Node<'_, P>, score: Score, beta: Score) -> bool {
        let cuts = self.shared.settings.pruning && score >= beta;
        if cuts {
            self.counts.cut_offs += 1;
            self.tell(&Event::CutOff { ply: child.ply - 1, mv: &mv, score, beta });
        }
        cuts
    }

    /// The score of a move.
    fn play(&mut self, mv: P::Move, child: &Node<'_, P>, window: Window) -> Option<Score> {
        let Window { alpha, beta } = window;
        self.tell(&Event::Enter { ply: child.ply - 1, mv: &mv, depth: child.depth, alpha, beta });
        Some(self.node(child, window.for_opponent())?.one_ply_earlier())
    }

    /// The same one ply above leaves with a quick evaluation, which need no key: neither table nor symmetry would pay off. Nor would sorting:
    /// promising moves come first. Saves a fifth of the time.
    fn best_leaf(&mut self, node: &Node<'_, P>, window: Window) -> Best<P::Move> {
        let mut best = Best { score: Score::MIN, mv: None, tag: 0 };
        let ordering = self.shared.settings.ordering;
        for is_first in [true, false] {
            for mv in node.position.legal_moves() {
                let is_promising = !ordering || self.shared.evaluator.promise(node.position, mv) > 0;
                if is_promising != is_first {
                    continue;
                }
                let position = node.position.after(mv);
                let leaf = Node { position: &position, key: 0, depth: 0, ply: node.ply + 1 };
                let alpha = if self.shared.settings.pruning { window.alpha.max(best.score) } else { window.alpha };
                self.tell(&Event::Enter { ply: node.ply, mv: &mv, depth: 0, alpha, beta: window.beta });
                self.uncounted += 1;
                let score = self.ended(&leaf).unwrap_or_else(|| self.judge(&leaf)).one_ply_earlier();
                self.note(mv, &leaf, score, &mut best);
                if self.cuts(mv, &leaf, score, window.beta) {
                    return best;
                }
            }
        }
        best
    }

    /// Pushes every move onto the stack with its place in the order: first those that the table knows to cause a cut-off, then its best move
    /// of an earlier search, then what looks and has proven good.
    fn expand(&mut self, node: &Node<'_, P>, known_best: u16, beta: Score) {
        let start = self.waiting.len();
        let Settings { ordering, pruning, .. } = self.shared.settings;
        let turn = node.position.turn();
        for mv in node.position.legal_moves() {
            let order =
                if ordering { self.shared.evaluator.promise(node.position, mv) + self.history.of(turn, mv) } else { 0 };
            self.waiting.push(Waiting { mv, key: None, order });
        }
        let table = self.table(node.depth - 1).filter(|_| pruning);
        if !ordering || (table.is_none() && known_best == 0) {
            return;
        }
        for waiting in &mut self.waiting[start..] {
            let key = self.shared.key(&node.position.after(waiting.mv));
            waiting.key = Some(key);
            if known_best != 0 && known_best == tag(key) {
                waiting.order = i32::MAX - 1;
            }
            // All of them wait for the memory together: a third of the time.
            table.inspect(|table| table.prefetch(key));
        }
        let alpha = beta.one_ply_later();
        let refutes =
            |entry: Entry| entry.score <= alpha && answers(&entry, node.depth - 1, Window { alpha, beta: Score::MAX });
        let known = |key: Option<u64>| table?.read(key?);
        if let Some(waiting) = self.waiting[start..].iter_mut().find(|waiting| known(waiting.key).is_some_and(refutes))
        {
            waiting.order = i32::MAX;
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
    let is_proof = entry.is_final && is_proof(entry.score, entry.bound, depth);
    let is_valid = made_at == depth || (entry.is_final && made_at < depth) || is_proof;
    is_valid
        && match entry.bound {
            Bound::Exact => true,
            Bound::AtMost => entry.score <= window.alpha,
            Bound::AtLeast => entry.score >= window.beta,
        }
}

/// Whether a deeper search would give the same: no estimate was used, or none can matter.
pub(super) fn is_final(estimated: bool, score: Score, bound: Bound, depth: u32) -> bool {
    !estimated || is_proof(score, bound, depth)
}

/// A win or better, a loss or worse, at a distance within the depth: a search to this depth sees all that are shorter.
fn is_proof(score: Score, bound: Bound, depth: u32) -> bool {
    let is_decided = matches!(
        (score.wdl(), bound),
        (Some(Wdl::Win), Bound::Exact | Bound::AtLeast) | (Some(Wdl::Loss), Bound::Exact | Bound::AtMost)
    );
    is_decided && score.plies().is_some_and(|plies| plies <= depth)
}

/// A short hash that distinguishes the children of a position, never 0.
pub(super) fn tag(key: u64) -> u16 {
    ((mix(key) >> 20) as u16).max(1)
}
