//! Book, then solver: the value of every position of Connect Four, as fast as possible.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use super::{Book, Column, ConnectFour, Progress, Solver};
use crate::analysis::{Oracle, Unanswered};
use crate::game::Position;
use crate::non_empty::NonEmpty;
use crate::search::Limits;
use crate::value::Value;
use crate::worth::{Answer, Rated, Source, Verdict};

/// Answers from books while they know the position, otherwise by search.
pub struct BookThenSolver<const W: usize = 7, const H: usize = 6> {
    books: Vec<Arc<Book>>,
    solver: Solver<W, H>,
    watcher: Watcher,
}

/// Receives the progress of a search.
pub type Watcher = Arc<dyn Fn(Progress) + Send + Sync>;

impl<const W: usize, const H: usize> BookThenSolver<W, H> {
    /// An oracle with these books; books of other boards are ignored.
    pub fn new(books: Vec<Arc<Book>>, solver: Solver<W, H>, watcher: Watcher) -> Self {
        Self { books, solver, watcher }
    }

    /// The score of a position and its source; see [`Solver`] for the definition of a score.
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn score(&mut self, position: &ConnectFour<W, H>, limits: &Limits<'_>) -> Result<(i32, Source), Unanswered> {
        if let Some(value) = self.book_value(position) {
            return Ok((Solver::score_of(position, value), Source::Book));
        }
        let source = if position.ending().is_some() { Source::Rules } else { Source::Solver };
        let score = within(limits, &self.watcher, |stop, progress| self.solver.solve_until(position, stop, progress));
        Ok((score?, source))
    }

    fn book_value(&self, position: &ConnectFour<W, H>) -> Option<Value> {
        self.books.iter().find_map(|book| book.value(position))
    }

    /// All moves from the book, if it knows them all.
    fn moves_by_book(&self, position: &ConnectFour<W, H>) -> Option<NonEmpty<Rated<Column>>> {
        let rate = |mv| {
            let after = position.after(mv);
            let by_book = || {
                let verdict = Verdict::Exact(self.book_value(&after)?);
                Some(Answer { verdict, source: Source::Book })
            };
            let answer = Answer::by_rules(&after).or_else(by_book)?;
            Some(Rated::new(mv, answer.one_ply_earlier()))
        };
        position.legal_moves().map(rate).collect::<Option<Vec<_>>>().and_then(NonEmpty::new)
    }
}

/// Runs a search with a flag that stops it once a limit is reached.
fn within<T>(
    limits: &Limits<'_>,
    watcher: &Watcher,
    search: impl FnOnce(&AtomicBool, &mut dyn FnMut(Progress)) -> Option<T>,
) -> Result<T, Unanswered> {
    let halt = AtomicBool::new(false);
    let started = Instant::now();
    let mut look = |progress| {
        watcher(progress);
        let is_asked = limits.stop.is_some_and(|stop| stop.load(Relaxed));
        if is_asked || limits.time.is_some_and(|time| started.elapsed() >= time) {
            halt.store(true, Relaxed);
        }
    };
    search(&halt, &mut look).ok_or(Unanswered::Stopped)
}

impl<const W: usize, const H: usize> Oracle<ConnectFour<W, H>> for BookThenSolver<W, H> {
    type Error = Unanswered;

    fn ask(&mut self, position: &ConnectFour<W, H>, limits: &Limits<'_>) -> Result<Answer, Unanswered> {
        let (score, source) = self.score(position, limits)?;
        Ok(Answer { verdict: Verdict::Exact(Solver::value_of(position, score)), source })
    }

    /// If the book does not know all moves, the solver scores them together, which costs little more than one of them.
    fn rate_moves(
        &mut self,
        position: &ConnectFour<W, H>,
        limits: &Limits<'_>,
    ) -> Result<NonEmpty<Rated<Column>>, Unanswered> {
        if let Some(moves) = self.moves_by_book(position) {
            return Ok(moves);
        }
        let known = self.book_value(position).map(|value| Solver::score_of(position, value));
        let scores = within(limits, &self.watcher, |stop, progress| {
            self.solver.score_moves_until(position, known, stop, progress)
        })?;
        let rate = |(mv, score)| {
            let source = if position.after(mv).ending().is_some() { Source::Rules } else { Source::Solver };
            Rated::new(mv, Answer { verdict: Verdict::Exact(Solver::value_of(position, score)), source })
        };
        NonEmpty::new(scores.into_iter().map(rate).collect()).ok_or(Unanswered::Stopped)
    }

    fn nodes(&self) -> u64 {
        self.solver.nodes()
    }

    fn forget(&mut self) {
        self.solver.clear();
    }
}
