//! Answers about positions of any game, chosen at run time: exact where that can be had, else an estimate.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::marker::PhantomData;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use crate::analysis::{Analysis, Answer, Oracle, RatedMove, Unanswered, Verdict};
use crate::any::{AnyMove, AnyPosition, Game};
use crate::any_player::{AnyPlayer, Plays};
use crate::connect_four::{Book, Solver, Watcher};
use crate::search::{Limits, Rated, Scored};
use crate::spec::{Name, Spec};

/// What an analyst may use.
#[derive(Clone)]
pub struct Library {
    /// Opening books of Connect Four, asked in this order.
    pub books: Vec<Arc<Book>>,
    /// The folder with the tables of morris. Small tables that are missing are made there when they are needed.
    pub tables: Option<PathBuf>,
    /// The most memory the table of a solver takes.
    pub table_bytes: usize,
    /// Threads that solve together.
    pub threads: usize,
    /// Is told how far a solver has come.
    pub watcher: Watcher,
}

impl Library {
    /// No book at all, and one thread.
    pub fn empty() -> Self {
        Self {
            books: Vec::new(),
            tables: None,
            table_bytes: <Solver>::TABLE_BYTES,
            threads: 1,
            watcher: Arc::new(|_| ()),
        }
    }
}

/// What is built in, and one thread.
impl Default for Library {
    fn default() -> Self {
        Self { books: vec![Book::embedded()], ..Self::empty() }
    }
}

/// An [`Oracle`] without the type of its game.
pub(crate) trait AnyOracle: Send {
    fn ask(&mut self, position: AnyPosition, limits: &Limits<'_>) -> Result<Answer, Unanswered>;

    fn rate_moves(&mut self, position: AnyPosition, limits: &Limits<'_>)
    -> Result<Vec<RatedMove<AnyMove>>, Unanswered>;

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
    ) -> Result<Vec<RatedMove<AnyMove>>, Unanswered> {
        let moves = self.oracle.rate_moves(&Self::typed(position), limits)?;
        Ok(moves.into_iter().map(|rated| rated.with_move(rated.mv.into())).collect())
    }

    fn nodes(&self) -> u64 {
        self.oracle.nodes()
    }

    fn forget(&mut self) {
        self.oracle.forget();
    }
}

/// Knows what positions of all games are worth.
///
/// It first asks whoever knows exact values. If their answer takes longer than three quarters of the time there is, or nobody
/// knows, the rest is for a search, and the answer says that it is an estimate.
///
/// ```
/// use zwick::{AnyPosition, Analyst, Game, Library, Value, Verdict, analyze, search::Limits};
/// let mut analyst = Analyst::new(Library::default());
/// let position = AnyPosition::read(Game::CONNECT_FOUR, "44")?;
/// let analysis = analyze(&mut analyst, &position, &Limits::default())?;
/// assert_eq!(analysis.moves[0].mv.to_string(), "4");
/// assert_eq!(analysis.answer.verdict, Verdict::Exact(Value::win_in(39)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Analyst {
    library: Library,
    oracles: HashMap<Game, Option<Box<dyn AnyOracle>>>,
    searchers: HashMap<Game, AnyPlayer>,
}

impl Analyst {
    /// An analyst who uses this library.
    pub fn new(library: Library) -> Self {
        Self { library, oracles: HashMap::new(), searchers: HashMap::new() }
    }

    /// What a search thinks of every move, within these limits; eight plies ahead if they say neither depth nor time.
    pub fn estimate(&mut self, position: &AnyPosition, limits: &Limits<'_>) -> Analysis<AnyMove> {
        if let Some(answer) = Answer::by_rules(position) {
            return Analysis { answer, moves: Vec::new() };
        }
        let game = position.game();
        let searcher = self.searchers.entry(game).or_insert_with(|| {
            let mut spec = Spec::new(Name::AlphaBeta);
            spec.settings.depth = None;
            spec.settings.threads = self.library.threads;
            AnyPlayer::new(game, spec, 0)
        });
        let depth = if limits.time.is_none() { limits.depth.or(Some(8)) } else { limits.depth };
        let report = searcher.think(position, Scored::All, &Limits { depth, ..*limits }, None);
        let answer = |rated: &Rated<AnyMove>| Answer { verdict: Verdict::from(rated), source: report.source };
        Analysis::of(report.moves.iter().map(|rated| RatedMove { mv: rated.mv, answer: answer(rated) }).collect())
    }

    /// Asks whoever knows exact values, with three quarters of the time. None if nobody knows, or not in that time.
    fn exactly<T>(
        &mut self,
        position: &AnyPosition,
        limits: &Limits<'_>,
        question: impl FnOnce(&mut dyn AnyOracle, &Limits<'_>) -> Result<T, Unanswered>,
    ) -> Result<Option<T>, Unanswered> {
        let oracle = match self.oracles.entry(position.game()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(position.oracle(&self.library)?),
        };
        let Some(oracle) = oracle else { return Ok(None) };
        let limits = Limits { time: limits.time.map(|time| time * 3 / 4), ..*limits };
        match question(oracle.as_mut(), &limits) {
            Ok(answer) => Ok(Some(answer)),
            // Only the time is up: there is some left for a search.
            Err(Unanswered::Stopped) if !limits.stop.is_some_and(|stop| stop.load(Relaxed)) => Ok(None),
            Err(reason) => Err(reason),
        }
    }
}

/// The same limits with what is left of the time.
fn rest<'a>(limits: &Limits<'a>, started: Instant) -> Limits<'a> {
    const LEAST: Duration = Duration::from_millis(1);
    Limits { time: limits.time.map(|time| time.saturating_sub(started.elapsed()).max(LEAST)), ..*limits }
}

impl Oracle<AnyPosition> for Analyst {
    type Error = Unanswered;

    fn ask(&mut self, position: &AnyPosition, limits: &Limits<'_>) -> Result<Answer, Unanswered> {
        let started = Instant::now();
        let answer = self.exactly(position, limits, |oracle, limits| oracle.ask(*position, limits))?;
        Ok(answer.unwrap_or_else(|| self.estimate(position, &rest(limits, started)).answer))
    }

    fn rate_moves(
        &mut self,
        position: &AnyPosition,
        limits: &Limits<'_>,
    ) -> Result<Vec<RatedMove<AnyMove>>, Unanswered> {
        let started = Instant::now();
        let moves = self.exactly(position, limits, |oracle, limits| oracle.rate_moves(*position, limits))?;
        Ok(moves.unwrap_or_else(|| self.estimate(position, &rest(limits, started)).moves))
    }

    fn nodes(&self) -> u64 {
        self.oracles.values().flatten().map(|oracle| oracle.nodes()).sum()
    }

    fn forget(&mut self) {
        self.oracles.values_mut().flatten().for_each(|oracle| oracle.forget());
        self.searchers.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::analysis::{Source, analyze};
    use crate::game::Position;
    use crate::value::Value;

    fn analyze_text(game: &str, text: &str, limits: &Limits<'_>) -> Analysis<AnyMove> {
        let position = AnyPosition::read(game.parse().unwrap(), text).unwrap();
        analyze(&mut Analyst::new(Library::default()), &position, limits).unwrap()
    }

    #[test]
    fn openings_come_from_the_book_and_the_rest_from_the_solver() {
        let start = analyze_text("connect-four", "", &Limits::default());
        assert_eq!((start.answer.source, start.answer.verdict), (Source::Book, Verdict::Exact(Value::win_in(41))));
        assert_eq!(start.best_moves().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["4"]);
        let later = analyze_text("connect-four", "75734233473735", &Limits::default());
        assert_eq!((later.answer.source, later.answer.verdict), (Source::Solver, Verdict::Exact(Value::DRAW)));
    }

    #[test]
    fn an_estimate_has_to_do_when_time_is_short() {
        let limits = Limits { time: Some(Duration::from_millis(80)), ..Limits::default() };
        let analysis = analyze_text("connect-four:9x6", "", &limits);
        assert!(matches!(analysis.answer.verdict, Verdict::Estimate(_)));
        assert!(matches!(analysis.answer.source, Source::Depth(_)));
        assert_eq!(analysis.moves.len(), 9);
    }

    #[test]
    fn whoever_asks_to_stop_gets_no_answer() {
        let stop = AtomicBool::new(true);
        let limits = Limits { stop: Some(&stop), ..Limits::default() };
        let position = AnyPosition::start("connect-four:9x6".parse().unwrap());
        assert_eq!(analyze(&mut Analyst::new(Library::empty()), &position, &limits), Err(Unanswered::Stopped));
    }

    #[test]
    fn nodes_are_counted_and_forgetting_changes_no_answer() {
        let mut analyst = Analyst::new(Library::empty());
        let position = AnyPosition::read(Game::CONNECT_FOUR, "75734233473735").unwrap();
        let first = analyze(&mut analyst, &position, &Limits::default()).unwrap();
        let nodes = analyst.nodes();
        analyst.forget();
        assert_eq!(analyze(&mut analyst, &position, &Limits::default()).unwrap(), first);
        assert!(nodes > 0 && analyst.nodes() > nodes);
    }

    #[test]
    fn values_have_their_usual_scores() {
        let position = AnyPosition::read(Game::CONNECT_FOUR, "112131").unwrap();
        assert_eq!(position.score_of(Value::win_in(1)), Some(18));
        assert_eq!(AnyPosition::start(Game::MORRIS).score_of(Value::DRAW), None);
        assert_eq!(position.turn(), crate::Side::First);
    }
}
