//! Book, tables, then search: values of positions of morris, exact where book or table have them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use super::tablebase::{Book, Tablebase, TablebaseError, Wanted, build};
use super::{Morris, Move, Rules};
use crate::analysis::{Analysis, Oracle, Unanswered};
use crate::game::Position;
use crate::non_empty::NonEmpty;
use crate::search::{AlphaBeta, Evaluator, Heuristic, Limits, Score, Scored, Settings, Silent};
use crate::value::{Value, Wdl};
use crate::worth::{Answer, Rated, Source, Verdict};

/// Missing tables with at most this many men are built when needed: two seconds.
const MADE_AT_NEED: u32 = 8;
/// The default search depth in plies.
const DEPTH: u32 = 8;

impl<R: Rules> Tablebase<R> {
    /// The value of a position; with more than one man in hand, or from tables without distances, the distance is unknown.
    ///
    /// # Errors
    /// That a table is missing or damaged.
    pub fn verdict(&mut self, position: &Morris<R>) -> Result<Verdict, TablebaseError> {
        match self.value(position) {
            Err(TablebaseError::OnlyResult { result }) => Ok(Verdict::Result(result)),
            value => value.map(Verdict::Exact),
        }
    }
}

/// Answers from tables only.
impl<R: Rules> Oracle<Morris<R>> for Tablebase<R> {
    type Error = TablebaseError;

    fn ask(&mut self, position: &Morris<R>, _: &Limits<'_>) -> Result<Answer, TablebaseError> {
        Ok(Answer { verdict: self.verdict(position)?, source: Source::Tablebase })
    }
}

/// Answers from a book if it knows the position, and from the tables of a folder if they exist; otherwise by a search that uses the existing
/// ones, and then the answer is an estimate. Small tables are built on first use.
pub struct BookTablesSearch<R: Rules> {
    book: Option<Arc<Book>>,
    folder: Option<PathBuf>,
    tables: Arc<Mutex<Tablebase<R>>>,
    threads: usize,
    search: AlphaBeta<Morris<R>, WithTables<R>>,
    /// When the folder had last changed before the tables were opened.
    opened: Option<SystemTime>,
    has_built: bool,
    /// The positions visited by the search.
    nodes: u64,
}

impl<R: Rules> BookTablesSearch<R> {
    /// An oracle with this book, unless it is of other rules, and the tables of a folder, which need not exist.
    ///
    /// # Errors
    /// The first table that is damaged or not what its name says.
    pub fn new(book: Option<Arc<Book>>, folder: Option<&Path>, threads: usize) -> Result<Self, TablebaseError> {
        let opened = folder.and_then(last_change);
        let tables = folder.map_or_else(|| Ok(Tablebase::empty(Path::new(""))), Tablebase::open)?;
        let tables = Arc::new(Mutex::new(tables));
        let search = search_with(&tables, threads);
        let folder = folder.map(Path::to_owned);
        Ok(Self { book, folder, tables, threads, search, opened, has_built: false, nodes: 0 })
    }

    /// The book's or the tables' answer for a position; `None` if one is missing.
    fn known(&mut self, position: &Morris<R>, limits: &Limits<'_>) -> Result<Option<Answer>, Unanswered> {
        if let Some(value) = self.book.as_ref().and_then(|book| book.value(position)) {
            return Ok(Some(Answer { verdict: Verdict::Exact(value), source: Source::Book }));
        }
        let mut answer = lock(&self.tables).ask(position, limits);
        if lacks_a_table(&answer) && (self.opens_new() || self.builds_for(position, limits)) {
            answer = lock(&self.tables).ask(position, limits);
        }
        if matches!(answer, Err(TablebaseError::File { .. })) && self.opens_again() {
            answer = lock(&self.tables).ask(position, limits);
        }
        match answer {
            Err(error @ TablebaseError::File { .. }) => Err(Unanswered::Damaged(error.to_string())),
            answer => Ok(answer.ok()),
        }
    }

    /// Reopens the tables if there are new ones, whichever program has built them.
    fn opens_new(&mut self) -> bool {
        let changed = self.folder.as_deref().and_then(last_change);
        changed > self.opened && self.opens_again()
    }

    /// Reopens the tables, which may have changed: a damaged file may have been replaced.
    fn opens_again(&mut self) -> bool {
        let Some(folder) = &self.folder else { return false };
        let opened = last_change(folder);
        let Ok(tables) = Tablebase::open(folder) else { return false };
        *lock(&self.tables) = tables;
        self.opened = opened;
        // What it remembers are estimates without the new tables.
        self.search = search_with(&self.tables, self.threads);
        true
    }

    /// Builds the small tables if they are missing. Failure is ignored; the caller falls back to search.
    fn builds_for(&mut self, position: &Morris<R>, limits: &Limits<'_>) -> bool {
        let men = position.mover().len() + position.other().len();
        let in_hand = position.mover_hand() + position.other_hand();
        let Some(folder) = &self.folder else { return false };
        if self.has_built || in_hand > 0 || men > MADE_AT_NEED {
            return false;
        }
        let never = AtomicBool::new(false);
        let built = build::<R>(folder, Wanted::up_to(MADE_AT_NEED), limits.stop.unwrap_or(&never), |_| ());
        self.has_built = true;
        built.is_ok() && self.opens_again()
    }

    fn estimate(&mut self, position: &Morris<R>, limits: &Limits<'_>) -> Result<NonEmpty<Rated<Move>>, Unanswered> {
        let depth = if limits.time.is_none() { limits.depth.or(Some(DEPTH)) } else { limits.depth };
        let report = self.search.search(position, Scored::All, &Limits { depth, ..*limits }, &mut Silent);
        self.nodes += report.nodes;
        if limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Unanswered::Stopped);
        }
        NonEmpty::new(report.moves).ok_or(Unanswered::Stopped)
    }
}

impl<R: Rules> Oracle<Morris<R>> for BookTablesSearch<R> {
    type Error = Unanswered;

    fn ask(&mut self, position: &Morris<R>, limits: &Limits<'_>) -> Result<Answer, Unanswered> {
        match self.known(position, limits)? {
            Some(answer) => Ok(answer),
            None => Ok(Analysis::of(self.estimate(position, limits)?).answer()),
        }
    }

    /// From book and tables if they have all moves; otherwise from a search, so that the others can be compared, and what book and tables
    /// know instead of its estimates.
    fn rate_moves(&mut self, position: &Morris<R>, limits: &Limits<'_>) -> Result<NonEmpty<Rated<Move>>, Unanswered> {
        let moves = NonEmpty::moves_of(position).ok_or(Unanswered::Stopped)?;
        let known = moves.try_map(|mv| {
            let after = position.after(mv);
            let answer = match Answer::by_rules(&after) {
                Some(answer) => Some(answer),
                None => self.known(&after, limits)?,
            };
            Ok((mv, answer.map(|answer| Rated::new(mv, answer.one_ply_earlier()))))
        })?;
        if known.iter().all(|(_, rated)| rated.is_some()) {
            return Ok(known.map(|(_, rated)| rated.expect("all of them are known")));
        }
        let known: BTreeMap<Move, Rated<Move>> =
            known.into_vec().into_iter().filter_map(|(mv, rated)| Some((mv, rated?))).collect();
        let estimated = self.estimate(position, limits)?;
        Ok(estimated.map(|rated| known.get(&rated.mv).copied().unwrap_or(rated)))
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

fn search_with<R: Rules>(tables: &Arc<Mutex<Tablebase<R>>>, threads: usize) -> AlphaBeta<Morris<R>, WithTables<R>> {
    AlphaBeta::new(WithTables(Arc::clone(tables)), Settings { threads, ..Settings::FULL })
}

/// Whether a table could say more: where one is missing, or has no distances.
fn lacks_a_table(answer: &Result<Answer, TablebaseError>) -> bool {
    match answer {
        Ok(answer) => matches!(answer.verdict, Verdict::Result(Wdl::Win | Wdl::Loss)),
        Err(error) => matches!(error, TablebaseError::Missing { .. }),
    }
}

/// When a file was last put into a folder or removed from it.
fn last_change(folder: &Path) -> Option<SystemTime> {
    folder.metadata().and_then(|folder| folder.modified()).ok()
}

/// The tables are never left half changed.
fn lock<R: Rules>(tables: &Mutex<Tablebase<R>>) -> MutexGuard<'_, Tablebase<R>> {
    tables.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Evaluates by the tables if they have the position, otherwise by the heuristic.
struct WithTables<R: Rules>(Arc<Mutex<Tablebase<R>>>);

impl<R: Rules> Evaluator<Morris<R>> for WithTables<R> {
    fn points(&self, position: &Morris<R>) -> i32 {
        let in_hand = position.mover_hand() + position.other_hand();
        let known = if in_hand == 0 { lock(&self.0).verdict(position).ok() } else { None };
        match known {
            Some(Verdict::Exact(value)) => points_of(value),
            Some(Verdict::Result(Wdl::Win)) => Score::MAX_ESTIMATE / 2,
            Some(Verdict::Result(Wdl::Loss)) => -Score::MAX_ESTIMATE / 2,
            Some(_) => 0,
            None => position.estimate(),
        }
    }

    fn promise(&self, position: &Morris<R>, mv: Move) -> i32 {
        position.promise(mv)
    }
}

/// The sooner a game ends, the more it counts; each ply as much as in a proof.
fn points_of(value: Value) -> i32 {
    let plies = i32::from(value.plies().unwrap_or(0));
    match value.wdl() {
        Wdl::Win => Score::MAX_ESTIMATE - plies,
        Wdl::Draw => 0,
        Wdl::Loss => plies - Score::MAX_ESTIMATE,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;
    use crate::analysis::{analyze, perfect_move};
    use crate::morris::{Lasker, Standard};
    use crate::{Analyst, Library};

    fn folder(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("zwick-oracle-{name}-{}", std::process::id()))
    }

    /// A folder with the tables up to this many men, and a library of nothing else.
    fn tables(name: &str, men: u32) -> (PathBuf, Library) {
        let folder = folder(name);
        build::<Standard>(&folder, Wanted::up_to(men), &AtomicBool::new(false), |_| ()).unwrap();
        (folder.clone(), Library { tables: Some(folder), ..Library::empty() })
    }

    #[test]
    fn small_tables_are_made_at_need_and_a_perfect_player_wins_as_soon_as_can_be() {
        let folder = folder("need");
        let mut oracle = BookTablesSearch::<Standard>::new(None, Some(&folder), 1).unwrap();
        let mut position: Morris = "1W1W1W2/3B4/2B2B2 W 0 0".parse().unwrap();
        let mut rng = fastrand::Rng::with_seed(1);
        let mut plies =
            analyze(&mut oracle, &position, &Limits::default()).unwrap().answer().verdict.value().unwrap().plies();
        while position.ending().is_none() {
            let (mv, analysis) = perfect_move(&mut oracle, &position, &Limits::default(), &mut rng).unwrap();
            assert_eq!(analysis.answer().source, if plies == Some(1) { Source::Rules } else { Source::Tablebase });
            assert_eq!(analysis.answer().verdict.value().unwrap().plies(), plies);
            plies = plies.map(|plies| plies - 1);
            position.play_unchecked(mv);
        }
        assert_eq!(plies, Some(0));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_damaged_table_is_told_and_not_taken_for_a_missing_one() {
        let (folder, library) = tables("damaged", 6);
        let path = folder.join("standard-3-3.distances");
        let whole = std::fs::read(&path).unwrap();
        let position: Morris = "1W1W1W2/3B4/2B2B2 W 0 0".parse().unwrap();
        let ask = || analyze(&mut Analyst::new(library.clone()), &position.into(), &Limits::default());
        assert_eq!(ask().unwrap().answer().source, Source::Tablebase);
        // In every part, and in the header.
        for first in [300, 10] {
            let mut bytes = whole.clone();
            (first..whole.len()).step_by(1000).for_each(|place| bytes[place] ^= 4);
            std::fs::write(&path, bytes).unwrap();
            let error = ask().unwrap_err().to_string();
            assert!(error.contains("standard-3-3.distances"), "{error}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// The analyst stays the same throughout, as in a server.
    #[test]
    fn a_table_cut_while_it_is_open_is_an_error_until_a_whole_one_takes_its_place() {
        let (folder, library) = tables("cut", 7);
        let path = folder.join("standard-4-3.distances");
        let whole = std::fs::read(&path).unwrap();
        let mut analyst = Analyst::new(library);
        let mut ask = |position: &str| {
            let position: Morris = position.parse().unwrap();
            analyze(&mut analyst, &position.into(), &Limits::default())
        };
        let (other, wanted) = ("1W1W1W2/3B4/2B2B2 W 0 0", "1W1W1W2/W2B4/2B2B2 B 0 0");
        assert_eq!(ask(other).unwrap().answer().source, Source::Tablebase);
        std::fs::File::options().write(true).open(&path).unwrap().set_len(300).unwrap();
        for _ in 0..2 {
            let error = ask(wanted).unwrap_err().to_string();
            assert!(error.contains("standard-4-3.distances: damaged file"), "{error}");
        }
        assert_eq!(ask(other).unwrap().answer().source, Source::Tablebase, "other tables still answer");
        std::fs::write(folder.join("whole"), whole).unwrap();
        std::fs::rename(folder.join("whole"), &path).unwrap();
        assert_eq!(ask(wanted).unwrap().answer().source, Source::Tablebase);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn without_a_table_moves_into_tables_below_are_exact_and_the_others_estimates() {
        let (folder, _) = tables("estimate", 8);
        let mut oracle = BookTablesSearch::<Standard>::new(None, Some(&folder), 1).unwrap();
        // Five against four, and a mill can be closed immediately.
        let position: Morris = "WW1W2W1/2W4B/B2B2B1 W 0 0".parse().unwrap();
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let analysis = analyze(&mut oracle, &position, &limits).unwrap();
        for rated in analysis.moves() {
            let takes = position.after(rated.mv).mover().len() < 4;
            let expected = if takes { Source::Tablebase } else { Source::Depth { plies: 3 } };
            assert_eq!(rated.answer.source, expected, "{}", rated.mv);
            assert_eq!(matches!(rated.answer.verdict, Verdict::Exact(_)), takes, "{}", rated.mv);
        }
        // The best of the exact moves is a lower bound.
        let best = analysis.moves().iter().filter_map(Rated::value).max().unwrap();
        assert_eq!(analysis.at_least(), Some(best));
        assert_ne!(analysis.answer().verdict, Verdict::Exact(best));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// Two programs on one folder: what one builds, the other one uses at once.
    #[test]
    fn tables_that_somebody_else_builds_are_seen_at_once() {
        let folder = folder("shared");
        build::<Standard>(&folder, Wanted::up_to(8), &AtomicBool::new(false), |_| ()).unwrap();
        let mut oracle = BookTablesSearch::<Standard>::new(None, Some(&folder), 1).unwrap();
        let position: Morris = "WW1W2W1/2W4B/B2B2B1 W 0 0".parse().unwrap();
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let ask = |oracle: &mut BookTablesSearch<Standard>| analyze(oracle, &position, &limits).unwrap();
        assert_ne!(ask(&mut oracle).answer().source, Source::Depth { plies: 0 });
        assert!(ask(&mut oracle).at_least().is_some());
        build::<Standard>(&folder, Wanted::up_to(9), &AtomicBool::new(false), |_| ()).unwrap();
        let exact = ask(&mut oracle);
        assert!(matches!(exact.answer().verdict, Verdict::Exact(_)), "{:?}", exact.answer());
        assert!(exact.moves().iter().all(|rated| rated.value().is_some()));
        assert_eq!(exact, ask(&mut BookTablesSearch::new(None, Some(&folder), 1).unwrap()));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_first_plies_are_in_the_book_with_no_tables_at_all_and_those_after_it_are_estimated() {
        let mut analyst = Analyst::new(Library::default());
        let limits = Limits { depth: Some(2), ..Limits::default() };
        let mut ask = |moves: &str| {
            let position: Morris = moves.parse().unwrap();
            analyze(&mut analyst, &position.into(), &limits).unwrap()
        };
        let start = ask("");
        assert_eq!(start.answer(), Answer { verdict: Verdict::Exact(Value::DRAW), source: Source::Book });
        assert!(start.moves().iter().all(|rated| rated.answer.source == Source::Book));
        let last = ask("d6 f4 d2 b4 a7 d7");
        assert!(last.moves().iter().all(|rated| rated.answer.source == Source::Book));
        let after = ask("d6 f4 d2 b4 a7 d7 g7");
        assert!(after.moves().iter().all(|rated| matches!(rated.answer.source, Source::Depth { .. })));
        assert!(matches!(ask("d6 f4 d2 b4 a7 d7 g7 a4").answer().verdict, Verdict::Estimate(_)));
    }

    #[test]
    fn the_book_has_the_published_distances_of_lost_openings() {
        let book = Book::embedded();
        let lines = include_str!("../../tests/data/morris-opening-distances.csv").lines();
        let rows = lines.filter(|line| !line.starts_with(['#', 'l']));
        let mut compared = 0;
        for row in rows {
            let fields: Vec<&str> = row.split(',').collect();
            let position: Morris = fields[0].parse().unwrap();
            let plies = fields[2].parse().unwrap();
            assert_eq!(book.value(&position), Some(Value::win_in(plies)), "{row}");
            for reply in fields[1].split(' ') {
                let after: Morris = format!("{} {reply}", fields[0]).parse().unwrap();
                assert_eq!(book.value(&after), Some(Value::loss_in(plies - 1)), "{row}");
            }
            compared += 1;
        }
        assert_eq!(compared, 11);
    }

    #[test]
    fn every_value_of_the_book_follows_from_those_after_each_move() {
        let (never, done) = (AtomicBool::new(false), AtomicU64::new(0));
        Book::embedded().verify::<Standard>(None, 1, &never, &done).unwrap();
        assert!(done.into_inner() > 300_000);
    }

    #[test]
    fn men_in_hand_that_no_table_knows_are_estimated_too() {
        let folder = folder("lasker");
        let mut oracle = BookTablesSearch::<Lasker>::new(None, Some(&folder), 1).unwrap();
        let limits = Limits { depth: Some(2), ..Limits::default() };
        let analysis = analyze(&mut oracle, &Morris::new(), &limits).unwrap();
        assert_eq!(analysis.moves().len(), 24);
        assert!(!folder.exists());
    }
}
