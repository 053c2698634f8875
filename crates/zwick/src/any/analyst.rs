//! Answers about positions of any game, chosen at run time: exact if possible, otherwise an estimate.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::game::Game;
use super::moves::AnyMove;
use super::oracle::{AnyOracle, Library};
use super::player::AnyPlayer;
use super::position::AnyPosition;
use crate::analysis::{Analysis, Oracle, Unanswered};
use crate::non_empty::NonEmpty;
use crate::search::{Limits, Scored};
use crate::spec::{Name, Spec};
use crate::worth::{Answer, Rated};

/// Finds the values of positions of all games.
///
/// It first asks the sources of exact values. If they take longer than three quarters of the available time, or have no answer, a search
/// uses the rest, and the answer is marked as an estimate.
///
/// ```
/// use zwick::{AnyPosition, Analyst, Game, Library, Value, Verdict, analyze, search::Limits};
/// let mut analyst = Analyst::new(Library::default());
/// let position = AnyPosition::read(Game::CONNECT_FOUR, "44")?;
/// let analysis = analyze(&mut analyst, &position, &Limits::default())?;
/// assert_eq!(analysis.moves()[0].mv.to_string(), "4");
/// assert_eq!(analysis.answer().verdict, Verdict::Exact(Value::win_in(39)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Analyst {
    library: Library,
    oracles: HashMap<Game, Option<Box<dyn AnyOracle>>>,
    searchers: HashMap<Game, AnyPlayer>,
    /// The positions visited by the searchers.
    searched: u64,
}

impl Analyst {
    /// An analyst that uses this library.
    pub fn new(library: Library) -> Self {
        Self { library, oracles: HashMap::new(), searchers: HashMap::new(), searched: 0 }
    }

    /// A search's estimate of every move, within these limits; eight plies deep if they set neither depth nor time. However tight the
    /// limits are, every move is searched one ply deep.
    ///
    /// # Errors
    /// If a search returned no move, which never happens.
    pub fn estimate(&mut self, position: &AnyPosition, limits: &Limits<'_>) -> Result<Analysis<AnyMove>, Unanswered> {
        if let Some(answer) = Answer::by_rules(position) {
            return Ok(Analysis::over(answer));
        }
        self.estimated_moves(position, limits).map(Analysis::of)
    }

    fn estimated_moves(
        &mut self,
        position: &AnyPosition,
        limits: &Limits<'_>,
    ) -> Result<NonEmpty<Rated<AnyMove>>, Unanswered> {
        let game = position.game();
        let searcher = self.searchers.entry(game).or_insert_with(|| {
            let mut spec = Spec::new(Name::AlphaBeta);
            spec.settings.depth = None;
            spec.settings.search.threads = self.library.threads;
            AnyPlayer::new(game, spec, 0)
        });
        let depth = if limits.time.is_none() { limits.depth.or(Some(8)) } else { limits.depth };
        let report = searcher.think(position, Scored::All, &Limits { depth, ..*limits }, None);
        let report = report.expect("only perfect players refuse");
        self.searched += report.nodes;
        NonEmpty::new(report.moves).ok_or(Unanswered::Stopped)
    }

    /// Asks the source of exact values, with three quarters of the time. `None` if it has no answer, or not in that time.
    fn exactly<T>(
        &mut self,
        position: &AnyPosition,
        limits: &Limits<'_>,
        question: impl FnOnce(&mut dyn AnyOracle, &Limits<'_>) -> Result<T, Unanswered>,
    ) -> Result<Option<T>, Unanswered> {
        let limits = Limits { time: limits.time.map(|time| time * 3 / 4), ..*limits };
        match self.ask_oracle(position.game(), |oracle| question(oracle, &limits)) {
            // Only the time is up: some is left for a search.
            Err(Unanswered::Stopped) if !limits.stop.is_some_and(|stop| stop.load(Relaxed)) => Ok(None),
            answer => answer,
        }
    }

    /// Asks the oracle of a game; `None` for a game without one.
    pub(crate) fn ask_oracle<T>(
        &mut self,
        game: Game,
        question: impl FnOnce(&mut dyn AnyOracle) -> Result<T, Unanswered>,
    ) -> Result<Option<T>, Unanswered> {
        let oracle = match self.oracles.entry(game) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(AnyPosition::start(game).oracle(&self.library)?),
        };
        oracle.as_mut().map(|oracle| question(oracle.as_mut())).transpose()
    }
}

/// The same limits with the remaining time.
fn rest<'a>(limits: &Limits<'a>, started: Instant) -> Limits<'a> {
    const LEAST: Duration = Duration::from_millis(1);
    Limits { time: limits.time.map(|time| time.saturating_sub(started.elapsed()).max(LEAST)), ..*limits }
}

impl Oracle<AnyPosition> for Analyst {
    type Error = Unanswered;

    fn ask(&mut self, position: &AnyPosition, limits: &Limits<'_>) -> Result<Answer, Unanswered> {
        let started = Instant::now();
        let answer = self.exactly(position, limits, |oracle, limits| oracle.ask(*position, limits))?;
        match answer {
            Some(answer) => Ok(answer),
            None => Ok(self.estimate(position, &rest(limits, started))?.answer()),
        }
    }

    fn rate_moves(
        &mut self,
        position: &AnyPosition,
        limits: &Limits<'_>,
    ) -> Result<NonEmpty<Rated<AnyMove>>, Unanswered> {
        let started = Instant::now();
        let moves = self.exactly(position, limits, |oracle, limits| oracle.rate_moves(*position, limits))?;
        moves.map_or_else(|| self.estimated_moves(position, &rest(limits, started)), Ok)
    }

    fn nodes(&self) -> u64 {
        self.searched + self.oracles.values().flatten().map(|oracle| oracle.nodes()).sum::<u64>()
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
    use crate::analysis::analyze;
    use crate::game::Position;
    use crate::value::Value;
    use crate::worth::{Source, Verdict};

    fn analyze_text(game: &str, text: &str, limits: &Limits<'_>) -> Analysis<AnyMove> {
        let position = AnyPosition::read(game.parse().unwrap(), text).unwrap();
        analyze(&mut Analyst::new(Library::default()), &position, limits).unwrap()
    }

    #[test]
    fn openings_come_from_the_book_and_the_rest_from_the_solver() {
        let start = analyze_text("connect-four", "", &Limits::default());
        assert_eq!((start.answer().source, start.answer().verdict), (Source::Book, Verdict::Exact(Value::win_in(41))));
        assert_eq!(start.best_moves().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["4"]);
        let later = analyze_text("connect-four", "75734233473735", &Limits::default());
        assert_eq!((later.answer().source, later.answer().verdict), (Source::Solver, Verdict::Exact(Value::DRAW)));
    }

    #[test]
    fn an_estimate_has_to_do_when_time_is_short() {
        let limits = Limits { time: Some(Duration::from_millis(80)), ..Limits::default() };
        let analysis = analyze_text("connect-four:9x6", "", &limits);
        assert!(matches!(analysis.answer().verdict, Verdict::Estimate(_)));
        assert!(matches!(analysis.answer().source, Source::Depth { .. }));
        assert_eq!(analysis.moves().len(), 9);
    }

    #[test]
    fn an_estimate_has_every_move_even_if_a_deep_search_before_it_leaves_no_time_for_one() {
        let limits = |milliseconds| Limits { time: Some(Duration::from_millis(milliseconds)), ..Limits::default() };
        let mut analyst = Analyst::new(Library::empty());
        let start = AnyPosition::read("connect-four:8x7".parse().unwrap(), "4533").unwrap();
        analyst.estimate(&start, &limits(2_500)).unwrap();
        let after =
            |position: AnyPosition| position.legal_moves().map(move |mv| position.after(mv)).collect::<Vec<_>>();
        for position in after(start).into_iter().flat_map(after).filter(|position| position.ending().is_none()) {
            let analysis = analyst.estimate(&position, &limits(1)).unwrap();
            assert_eq!(analysis.moves().len(), position.legal_moves().count(), "{position}");
        }
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
