//! All sources of exact values, without the type of the game: books and solvers, tables.

use std::marker::PhantomData;
use std::path::PathBuf;
use std::sync::Arc;

use super::moves::AnyMove;
use super::player::Plays;
use super::position::AnyPosition;
use crate::analysis::{Oracle, Unanswered};
use crate::connect_four::{Book, BookThenSolver, ConnectFour, Solver, Watcher};
use crate::morris::{self, BookTablesSearch, Morris, Rules};
use crate::non_empty::NonEmpty;
use crate::search::Limits;
use crate::worth::{Answer, Rated};

/// What an analyst may use.
#[derive(Clone)]
pub struct Library {
    /// Opening books of Connect Four, tried in this order.
    pub books: Vec<Arc<Book>>,
    /// The opening book of morris.
    pub morris_book: Option<Arc<morris::Book>>,
    /// The folder with the tables of morris. Missing small tables are built there when needed.
    pub tables: Option<PathBuf>,
    /// The maximum memory for the table of a solver.
    pub table_bytes: usize,
    /// Search threads of a solver.
    pub threads: usize,
    /// Receives the progress of a solver.
    pub watcher: Watcher,
}

impl Library {
    /// No books, and one thread.
    pub fn empty() -> Self {
        Self {
            books: Vec::new(),
            morris_book: None,
            tables: None,
            table_bytes: <Solver>::TABLE_BYTES,
            threads: 1,
            watcher: Arc::new(|_| ()),
        }
    }
}

/// The built-in books, and one thread.
impl Default for Library {
    fn default() -> Self {
        Self { books: vec![Book::embedded()], morris_book: Some(morris::Book::embedded()), ..Self::empty() }
    }
}

/// An [`Oracle`] without the type of its game.
pub(crate) trait AnyOracle: Send {
    fn ask(&mut self, position: AnyPosition, limits: &Limits<'_>) -> Result<Answer, Unanswered>;

    fn rate_moves(
        &mut self,
        position: AnyPosition,
        limits: &Limits<'_>,
    ) -> Result<NonEmpty<Rated<AnyMove>>, Unanswered>;

    fn nodes(&self) -> u64;

    fn forget(&mut self);
}

/// The oracle of one game.
pub(crate) struct OfGame<P, O> {
    oracle: O,
    game: PhantomData<fn(P)>,
}

impl<P, O> OfGame<P, O> {
    pub(crate) fn new(oracle: O) -> Self {
        Self { oracle, game: PhantomData }
    }

    fn typed(position: AnyPosition) -> P
    where
        P: TryFrom<AnyPosition>,
    {
        P::try_from(position).unwrap_or_else(|_| panic!("a position of {} asked elsewhere", position.game()))
    }
}

impl<P: Plays, O: Oracle<P, Error = Unanswered> + Send> AnyOracle for OfGame<P, O> {
    fn ask(&mut self, position: AnyPosition, limits: &Limits<'_>) -> Result<Answer, Unanswered> {
        self.oracle.ask(&Self::typed(position), limits)
    }

    fn rate_moves(
        &mut self,
        position: AnyPosition,
        limits: &Limits<'_>,
    ) -> Result<NonEmpty<Rated<AnyMove>>, Unanswered> {
        let moves = self.oracle.rate_moves(&Self::typed(position), limits)?;
        Ok(moves.map(|rated| rated.with_move(rated.mv.into())))
    }

    fn nodes(&self) -> u64 {
        self.oracle.nodes()
    }

    fn forget(&mut self) {
        self.oracle.forget();
    }
}

/// A game with sources of exact values.
trait Solvable {
    /// Its oracle; `None` without the necessary files.
    fn oracle(library: &Library) -> Result<Option<Box<dyn AnyOracle>>, Unanswered>;
}

impl<const W: usize, const H: usize> Solvable for ConnectFour<W, H>
where
    Self: Plays,
{
    fn oracle(library: &Library) -> Result<Option<Box<dyn AnyOracle>>, Unanswered> {
        let solver = Solver::<W, H>::with(library.table_bytes, library.threads);
        let oracle = BookThenSolver::new(library.books.clone(), solver, library.watcher.clone());
        Ok(Some(Box::new(OfGame::<Self, _>::new(oracle))))
    }
}

impl<R: Rules> Solvable for Morris<R>
where
    Self: Plays,
{
    fn oracle(library: &Library) -> Result<Option<Box<dyn AnyOracle>>, Unanswered> {
        let book = library.morris_book.as_ref().filter(|book| book.rules() == R::NAME);
        if book.is_none() && library.tables.is_none() {
            return Ok(None);
        }
        let oracle = BookTablesSearch::<R>::new(book.cloned(), library.tables.as_deref(), library.threads)
            .map_err(|error| Unanswered::Damaged(error.to_string()))?;
        Ok(Some(Box::new(OfGame::<Self, _>::new(oracle))))
    }
}

impl AnyPosition {
    /// The oracle for the game of this position.
    pub(super) fn oracle(&self, library: &Library) -> Result<Option<Box<dyn AnyOracle>>, Unanswered> {
        fn of<P: Solvable>(_: &P, library: &Library) -> Result<Option<Box<dyn AnyOracle>>, Unanswered> {
            P::oracle(library)
        }
        on_position!(self, position => of(position, library))
    }
}
