//! Alpha-beta search in negamax form, with a switch for each optimisation.
//!
//! Both sides follow one rule, "the best move is the one worst for the opponent", so one function serves both (negamax). It carries a
//! window of scores that both players can still achieve; a move outside it causes a cut-off. Around that:
//! - **deepening**: depth 1, 2, 3 …; each iteration orders the next, and a stopped search has the answer of the last one;
//! - **ordering**: first a move that the table knows to cause a cut-off (enhanced transposition cut-off, A. Plaat), then its best move of
//!   an earlier search, then what looks and has proven good; the earlier the best move, the more cut-offs;
//! - **scout**: every move but the first is searched with a window as narrow as possible (principal variation search, T. Marsland);
//! - **table**: transpositions are not searched again; kept from move to move;
//! - **symmetry**: symmetric positions are treated as one;
//! - **recall**: values found earlier, from a database, are not searched again;
//! - **threads**: the root moves are distributed over all threads; the table and the best score are shared.
//!
//! None of them changes a value (see [`explorer`](super::explorer)). A root move counts as equal to the best only if its own score is exact:
//! its window then starts just below the best score so far, not at it. A tie with alpha would only be a bound.
//!
//! A node is a position entered below the root, counted each time it is entered, in all iterations; the root itself does not count.
//! [`Scored::One`] prunes the root like every other node, and so visits as many nodes as the textbook algorithm
//! if only pruning is on.

use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::evaluator::Evaluator;
use super::explorer::{Counts, Explorer, Node, Shared, Win, Window, is_final, tag};
use super::history::History;
use super::limits::{Clock, Limits, Stop};
use super::log::{Event, Observer, tell_scores, tell_stop};
use super::minimax::finished;
use super::recall::Recall;
use super::report::Report;
use super::transpositions::TranspositionTable;
use crate::game::Position;
use crate::score::{Bound, Score};
use crate::symmetry::Classified;
use crate::value::Wdl;
use crate::worth::{Rated, Source};

/// The switches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Settings {
    /// Alpha-beta pruning.
    pub pruning: bool,
    /// Try promising moves first.
    pub ordering: bool,
    /// Iterative deepening.
    pub deepening: bool,
    /// Treat symmetric positions as one.
    pub symmetry: bool,
    /// Ask of every move but the first only whether it is better than the best so far, with a window as narrow as possible; only if it is,
    /// how much better. Pays off, and takes effect, only together with pruning and ordering.
    pub scout: bool,
    /// Entries of the transposition table, 16 bytes each; 0 for none.
    pub table: usize,
    /// Search threads; a log needs a single one.
    pub threads: usize,
}

impl Settings {
    /// Everything on, one thread.
    pub const FULL: Self = Self {
        pruning: true,
        ordering: true,
        deepening: true,
        symmetry: true,
        scout: true,
        table: 1 << 20,
        threads: 1,
    };
    /// Everything off: plain minimax.
    pub const PLAIN: Self =
        Self { pruning: false, ordering: false, deepening: false, symmetry: false, scout: false, table: 0, threads: 1 };

    /// Whether moves are searched with narrow windows first.
    pub(super) const fn scouts(&self) -> bool {
        self.scout && self.pruning && self.ordering
    }
}

/// Which moves to score exactly; all others are only known to be worse, or with [`One`](Self::One) no better.
///
/// The more of them, the more positions are visited: from the empty board of Connect Four to depth 8 with everything on 5,676 for the best
/// alone, 6,504 with its equals, 18,601 for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scored {
    /// The best alone: the root prunes like every other node, and does not find out whether another is equally good.
    One,
    /// The best and its equals.
    Best,
    /// All that are at most this many points worse than the best.
    Within(i32),
    /// All.
    All,
}

impl Scored {
    /// These moves and those within this many points of the best.
    #[must_use]
    pub const fn or_within(self, points: i32) -> Self {
        Self::from_margin(if self.margin() > points { self.margin() } else { points })
    }

    const fn from_margin(points: i32) -> Self {
        match points {
            ..0 => Self::One,
            0 => Self::Best,
            i32::MAX => Self::All,
            points => Self::Within(points),
        }
    }

    const fn margin(self) -> i32 {
        match self {
            Self::One => -1,
            Self::Best => 0,
            Self::Within(points) => points,
            Self::All => i32::MAX,
        }
    }
}

/// The maximum depth: depths take a byte in the table.
pub const MAX_DEPTH: u32 = 250;

/// An alpha-beta search with its table, for one game.
#[derive(Debug)]
pub struct AlphaBeta<P: Position, E> {
    evaluator: E,
    settings: Settings,
    table: Option<TranspositionTable>,
    recall: Option<Arc<Recall>>,
    most_wins: usize,
    wins: Vec<Win<P>>,
}

/// A move of the root and the position after it.
struct RootMove<P: Classified> {
    mv: P::Move,
    position: P,
    key: u64,
}

/// What an iteration found about the root move with this number.
#[derive(Clone, Copy)]
struct Found {
    index: usize,
    score: Score,
    bound: Bound,
    /// Whether a deeper search would give the same score: it contains no estimate.
    is_final: bool,
}

/// The result of one iteration.
struct Round<P: Classified> {
    found: Vec<Found>,
    counts: Counts,
    wins: Vec<Win<P>>,
}

impl<P, E> AlphaBeta<P, E>
where
    P: Classified<Move: Send + Sync> + Send + Sync,
    E: Evaluator<P>,
{
    /// A search with this evaluator.
    pub fn new(evaluator: E, settings: Settings) -> Self {
        let table = (settings.table > 0).then(|| TranspositionTable::new(settings.table));
        Self { evaluator, settings, table, recall: None, most_wins: 0, wins: Vec::new() }
    }

    /// Uses values found earlier at every node from now on, or none.
    pub fn set_recall(&mut self, recall: Option<Arc<Recall>>) {
        self.recall = recall;
    }

    /// Collects positions below the root that a search has proven to be won, at most this many: the longest wins.
    pub(crate) fn collect_wins(&mut self, most: usize) {
        self.most_wins = most;
    }

    /// The wins that the last search has collected.
    pub(crate) fn take_wins(&mut self) -> Vec<Win<P>> {
        std::mem::take(&mut self.wins)
    }

    /// Searches until a limit is reached or nothing more can be found.
    ///
    /// The table keeps the results of earlier searches, so the search after a move starts where the previous one ended. The choice is the
    /// first of the best moves.
    ///
    /// However tight the limits, the moves of an unfinished game are scored: a search stopped before it has searched all of them once
    /// searches each one ply deep. A slow evaluation has no time for that: then only the moves it reached are scored, at least one, and the
    /// depth reached is 0. The choice is the move that the interrupted iteration considered best, unless that loses.
    pub fn search<O: Observer>(
        &mut self,
        position: &P,
        scored: Scored,
        limits: &Limits<'_>,
        observer: &mut O,
    ) -> Report<P::Move> {
        let clock = Clock::new(*limits);
        let threads = if observer.is_active() { 1 } else { self.settings.threads };
        let settings = Settings { threads, ..self.settings };
        let shared = Shared {
            settings,
            evaluator: &self.evaluator,
            table: self.table.as_ref(),
            recall: self.recall.as_deref(),
            most_wins: self.most_wins,
            clock: &clock,
        };
        if let Some(table) = shared.table {
            table.begin_search();
        }
        let depth = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let report = Root::new(position, &shared, scored, &mut self.wins).search(depth, observer);
        tell_stop(observer, report.stop);
        report
    }

    /// The expected continuation from here, by the table of the last search, at most this many moves.
    pub fn line(&self, position: &P, most_moves: usize) -> Vec<P::Move> {
        let Some(table) = &self.table else { return Vec::new() };
        let key = |position: &P| if self.settings.symmetry { position.class_key() } else { position.key() };
        let mut position = position.clone();
        let mut line = Vec::new();
        while line.len() < most_moves
            && let Some(entry) = table.read(key(&position)).filter(|entry| entry.best != 0)
        {
            // Leaves of a quick evaluation have no keys, so the table does not know which of them was best.
            let is_last = entry.depth == 1 && !self.evaluator.is_slow();
            let best = if is_last {
                position.legal_moves().max_by_key(|&mv| self.leaf(&position.after(mv)).one_ply_earlier())
            } else {
                position.legal_moves().find(|&mv| tag(key(&position.after(mv))) == entry.best)
            };
            let Some(mv) = best else { break };
            line.push(mv);
            if is_last {
                break;
            }
            position.play_unchecked(mv);
        }
        line
    }

    /// The static evaluation of a position.
    fn leaf(&self, position: &P) -> Score {
        finished(position).unwrap_or_else(|| Score::estimate(self.evaluator.points(position)))
    }

    /// How many thousandths of the table's entries are in use; `None` without a table.
    pub fn table_use(&self) -> Option<u32> {
        self.table.as_ref().map(TranspositionTable::use_in_thousand)
    }
}

/// A search at its root.
struct Root<'a, P: Classified, E> {
    shared: &'a Shared<'a, E>,
    /// One move of each class of symmetric ones, the most promising first.
    moves: Vec<RootMove<P>>,
    /// Every legal move with the key of the position after it, which leads to its class.
    legal: Vec<(P::Move, u64)>,
    /// How deep an earlier search from here was: shallower iterations would find nothing new, but overwrite what is known.
    known_depth: u32,
    margin: i32,
    /// What the threads of the last iteration have learned about moves.
    histories: Mutex<Vec<History>>,
    wins: &'a mut Vec<Win<P>>,
}

impl<'a, P, E> Root<'a, P, E>
where
    P: Classified<Move: Send + Sync> + Send + Sync,
    E: Evaluator<P>,
{
    fn new(position: &P, shared: &'a Shared<'a, E>, scored: Scored, wins: &'a mut Vec<Win<P>>) -> Self {
        let mut moves: Vec<RootMove<P>> = Vec::new();
        let mut legal = Vec::new();
        for mv in position.legal_moves() {
            let after = position.after(mv);
            let key = shared.key(&after);
            legal.push((mv, key));
            if !moves.iter().any(|other| other.key == key) {
                moves.push(RootMove { mv, position: after, key });
            }
        }
        let known = shared.table.and_then(|table| table.read(shared.key(position)));
        let known_best = known.map_or(0, |entry| entry.best);
        if shared.settings.ordering {
            let promise = |root: &RootMove<P>| shared.evaluator.promise(position, root.mv);
            moves.sort_by_key(|root| (tag(root.key) != known_best, -promise(root)));
        }
        let known_depth = known.map_or(1, |entry| u32::from(entry.depth).max(1));
        wins.clear();
        Self { shared, moves, legal, known_depth, margin: scored.margin(), histories: Mutex::default(), wins }
    }

    fn search<O: Observer>(mut self, depth: u32, observer: &mut O) -> Report<P::Move> {
        let mut counts = Counts::default();
        let mut moves = Vec::new();
        let mut choice = None;
        let mut reached = 0;
        let mut stop = Stop::Done;
        let first = if self.shared.settings.deepening { self.known_depth.min(depth) } else { depth };
        for depth in first..=depth {
            tell_depth(observer, depth);
            let mut round = self.round(depth, observer);
            counts.add(round.counts);
            self.wins.append(&mut round.wins);
            Win::keep_longest(self.wins, self.shared.most_wins);
            if !self.is_complete(&round) {
                stop = self.shared.clock.stopped().unwrap_or(Stop::Asked);
                if reached == 0 {
                    let begun = self.all_moves(&round, 0);
                    choice = begun.first().filter(|best| !best.score().is_lost()).map(|best| best.mv);
                    (moves, reached) = if self.shared.evaluator.is_slow() && !begun.is_empty() {
                        (begun, 0)
                    } else {
                        let look = self.look(observer);
                        counts.add(look.counts);
                        let reached = u32::from(self.is_complete(&look));
                        (self.all_moves(&look, reached), reached)
                    };
                    tell_scores(observer, &moves);
                }
                break;
            }
            (moves, reached) = (self.all_moves(&round, depth), depth);
            tell_scores(observer, &moves);
            if round.is_solved() {
                stop = Stop::Solved;
                break;
            }
            self.reorder(round.found);
        }
        let report = Report::new(moves, self.source(reached), stop);
        let Counts { cut_offs, table_hits, stored_hits } = counts;
        let (nodes, time) = (self.shared.clock.nodes(), self.shared.clock.elapsed());
        Report { choice: choice.or(report.choice), nodes, cut_offs, table_hits, stored_hits, time, ..report }
    }

    fn is_complete(&self, round: &Round<P>) -> bool {
        round.found.len() == self.moves.len()
    }

    fn source(&self, plies: u32) -> Source {
        if self.shared.evaluator.samples() { Source::Sampled { plies } } else { Source::Depth { plies } }
    }

    /// One ply deep, whatever the limits: a few hundred positions in less than a tenth of a millisecond. Slow evaluations take longer than
    /// a stop may take, so with them only the first move is certain.
    fn look<O: Observer>(&self, observer: &mut O) -> Round<P> {
        tell_depth(observer, 1);
        let best = AtomicI32::new(Score::MIN.bits() as i32);
        let certain = if self.shared.evaluator.is_slow() { 1 } else { self.moves.len() };
        self.work(1, certain, &AtomicUsize::new(0), &best, Some(observer))
    }

    /// Searches all moves to one depth, or as many as possible before the search has to stop.
    fn round<O: Observer>(&self, depth: u32, observer: &mut O) -> Round<P> {
        let next = AtomicUsize::new(0);
        let best = AtomicI32::new(Score::MIN.bits() as i32);
        let helpers = self.shared.settings.threads.min(self.moves.len()).saturating_sub(1);
        std::thread::scope(|scope| {
            let helpers: Vec<_> =
                (0..helpers).map(|_| scope.spawn(|| self.work::<O>(depth, 0, &next, &best, None))).collect();
            let mut round = self.work(depth, 0, &next, &best, Some(observer));
            for helper in helpers {
                let part = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                round.found.extend(part.found);
                round.counts.add(part.counts);
                round.wins.extend(part.wins);
            }
            round
        })
    }

    /// One thread: takes moves from the list until none is left or a limit is reached, but the first `certain` of them regardless of
    /// limits.
    fn work<O: Observer>(
        &self,
        depth: u32,
        certain: usize,
        next: &AtomicUsize,
        best: &AtomicI32,
        observer: Option<&mut O>,
    ) -> Round<P> {
        let history = self.histories.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut explorer = Explorer::new(self.shared, history.unwrap_or_default(), observer);
        let mut found = Vec::new();
        while let index = next.fetch_add(1, Ordering::Relaxed)
            && let Some(root) = self.moves.get(index)
        {
            explorer.must_finish = index < certain;
            let Some((score, alpha)) = self.score(&mut explorer, root, depth, best) else { break };
            let bound = if score <= alpha { Bound::AtMost } else { Bound::Exact };
            let is_final = is_final(explorer.estimated, score, bound, depth);
            found.push(Found { index, score, bound, is_final });
        }
        explorer.report_nodes();
        let (counts, wins) = (explorer.counts, std::mem::take(&mut explorer.wins));
        self.histories.lock().unwrap_or_else(PoisonError::into_inner).push(explorer.into_history());
        Round { found, counts, wins }
    }

    /// The score of a root move, and up to where it is only a bound; `None` if the search was stopped.
    fn score<O: Observer>(
        &self,
        explorer: &mut Explorer<'_, P, E, O>,
        root: &RootMove<P>,
        depth: u32,
        best: &AtomicI32,
    ) -> Option<(Score, Score)> {
        let settings = self.shared.settings;
        let best_so_far = Score::from_bits(best.load(Ordering::Relaxed) as u32);
        let mut window = Window::FULL;
        if settings.pruning {
            window.alpha = best_so_far.below_by(self.margin);
        }
        if settings.scouts() && best_so_far > Score::MIN {
            window.beta = best_so_far.just_above();
        }
        loop {
            let Window { alpha, beta } = window;
            explorer.tell(&Event::Enter { ply: 0, mv: &root.mv, depth: depth - 1, alpha, beta });
            explorer.estimated = false;
            let node = Node { position: &root.position, key: root.key, depth: depth - 1, ply: 1 };
            let score = explorer.node(&node, window.for_opponent())?.one_ply_earlier();
            if score > Score::from_bits(best.fetch_max(score.bits() as i32, Ordering::Relaxed) as u32) {
                explorer.tell(&Event::Best { ply: 0, mv: &root.mv, score });
            }
            if score < beta {
                return Some((score, alpha));
            }
            // It is better: now how much. The answer is this score or above.
            window = Window { alpha: score.below_by(0), beta: Score::MAX };
        }
    }

    /// Every legal move with the score of its class, best first; a bound comes after an equal exact score.
    fn all_moves(&self, round: &Round<P>, plies: u32) -> Vec<Rated<P::Move>> {
        let source = self.source(plies);
        let rate = |&(mv, key): &(P::Move, u64)| {
            let class = round.found.iter().find(|found| self.moves[found.index].key == key);
            class.map(|found| Rated::searched(mv, found.score, found.bound, found.is_final, source))
        };
        let mut moves: Vec<Rated<P::Move>> = self.legal.iter().filter_map(rate).collect();
        moves.sort_by_key(|rated| (std::cmp::Reverse(rated.score()), rated.bound != Bound::Exact));
        moves
    }

    /// The best move of this iteration comes first in the next.
    fn reorder(&mut self, mut found: Vec<Found>) {
        if self.shared.settings.ordering {
            // A bound that ties with the best score is not better than it.
            found.sort_by_key(|found| (found.score, found.bound == Bound::Exact, found.index));
            let mut left: Vec<Option<RootMove<P>>> = std::mem::take(&mut self.moves).into_iter().map(Some).collect();
            self.moves = found.iter().rev().filter_map(|found| left[found.index].take()).collect();
        }
    }
}

fn tell_depth(observer: &mut impl Observer, depth: u32) {
    if observer.is_active() {
        observer.notice(&Event::Deepen { depth });
    }
}

impl<P: Classified> Round<P> {
    /// Whether a deeper search would give the same result.
    fn is_solved(&self) -> bool {
        let best = self.found.iter().map(|found| found.score).max();
        let is_won = best.is_some_and(|best| best.wdl() == Some(Wdl::Win));
        self.found.iter().all(|found| found.is_final || (is_won && found.bound == Bound::AtMost))
    }
}
