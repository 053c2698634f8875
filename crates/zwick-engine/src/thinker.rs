//! The engine at work: quick rounds of search first, then whoever knows exact values, then ever deeper rounds.
//!
//! Time counts from the command on, whatever had to be made ready. A depth or a number of positions asks for a search, so then only a
//! search answers. A round that was stopped counts for nothing: its first moves may not be the best ones.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use zwick::connect_four::{Book, Watcher};
use zwick::search::{Limits, MAX_DEPTH, Report, Scored, Stop};
use zwick::{
    Analysis, Analyst, AnyMove, AnyPlayer, AnyPosition, Database, Game, Library, Name, Oracle, Position, Source, Spec,
    Verdict, analyze,
};

use crate::options::Options;
use crate::session::Task;

/// Rounds up to this depth take a few milliseconds, and give an answer for every case.
const QUICK: u32 = 4;
/// How long exact values are looked for if nothing limits the time.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest line that is told.
const LINE: usize = 20;
/// A proven win or loss whose distance nobody knows, in hundredths of a man.
const DECIDED: i32 = 30_000;

/// Is told lines as they come.
pub(crate) type Tell = Arc<dyn Fn(String) + Send + Sync>;

/// Who thinks, made for some options.
pub(crate) struct Thinker {
    options: Options,
    searcher: AnyPlayer,
    analyst: Analyst,
    database: Option<Box<dyn Database<AnyPosition>>>,
    rng: fastrand::Rng,
}

/// What is known after a round.
struct Info<'a> {
    depth: Option<u32>,
    verdict: Verdict,
    line: &'a [AnyMove],
    source: Source,
}

impl Thinker {
    /// Makes everything ready; what is missing or damaged is told, and done without.
    pub(crate) fn new(options: Options, tell: &Tell) -> Self {
        let half = options.hash as usize * (1 << 20) / 2;
        let mut library = Library {
            tables: options.tables.clone(),
            table_bytes: half,
            threads: options.threads as usize,
            watcher: watcher(Arc::clone(tell)),
            ..Library::default()
        };
        let complain = |what: &str, reason: String| tell(format!("info string error: {what}: {reason}"));
        if let Some(path) = &options.book {
            match Book::open(path) {
                Ok(book) => library.books.push(Arc::new(book)),
                Err(error) => complain(&path.display().to_string(), error.to_string()),
            }
        }
        let database = options.database.as_deref().and_then(|address| {
            let opened = options.open_database.as_ref().map(|open| open(address));
            match opened.unwrap_or_else(|| Err("this engine has no databases".to_owned())) {
                Ok(database) => Some(database),
                Err(reason) => {
                    complain(address, reason);
                    None
                }
            }
        });
        let searcher = AnyPlayer::new(options.game, spec(&options, half), fastrand::u64(..));
        let mut thinker =
            Self { options, searcher, analyst: Analyst::new(library), database, rng: fastrand::Rng::new() };
        thinker.warm_up(&complain);
        thinker
    }

    /// Makes tables now that would be made at the first question.
    fn warm_up(&mut self, complain: &dyn Fn(&str, String)) {
        // Few men on the board: the small tables of morris are made for the first such position.
        const FEW_MEN: &str = "W1W1W3/1B1B1B2/8 W 0 0";
        let game = self.options.game;
        let few = matches!(game, Game::Morris(_)).then(|| AnyPosition::read(game, FEW_MEN).ok()).flatten();
        let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
        for position in few.into_iter().chain([AnyPosition::start(game)]) {
            if let Err(error) = self.analyst.ask(&position, &limits)
                && error != zwick::Unanswered::Stopped
            {
                complain("exact values", error.to_string());
            }
        }
    }

    /// Whether it was made for these options.
    pub(crate) fn fits(&self, options: &Options) -> bool {
        self.options == *options
    }

    /// Forgets what earlier games have brought.
    pub(crate) fn forget(&mut self) {
        self.analyst.forget();
        let half = self.options.hash as usize * (1 << 20) / 2;
        self.searcher = AnyPlayer::new(self.options.game, spec(&self.options, half), fastrand::u64(..));
    }

    /// Thinks, tells what it finds, and gives the best move.
    pub(crate) fn think(&mut self, task: &Task, stop: &AtomicBool, tell: &Tell) -> AnyMove {
        let mut search = Search { task, stop, tell, nodes: 0, best: None };
        if self.options.level > 0 {
            self.play_as_level(&mut search);
        } else if !self.remember(&mut search) && !self.deepen(&mut search, 1..=QUICK) {
            let is_free = task.go.depth.is_none() && task.go.nodes.is_none();
            if !(is_free && self.solve(&mut search)) {
                self.deepen(&mut search, QUICK + 1..=MAX_DEPTH);
            }
        }
        let first = || task.position.legal_moves().next().expect("a game that goes on has moves");
        search.best.unwrap_or_else(first)
    }

    /// One thought of a player of this level.
    fn play_as_level(&mut self, search: &mut Search<'_>) {
        let limits = search.limits(search.task.go.depth);
        let report = self.searcher.think(&search.task.position, Scored::Best, &limits, None);
        self.tell_round(search, &report);
        search.best = report.choice;
    }

    /// What the database knows exactly.
    fn remember(&self, search: &mut Search<'_>) -> bool {
        let position = &search.task.position;
        let known = self.database.as_ref().and_then(|database| database.best_move(position));
        let Some(best) = known.filter(|known| known.is_exact() && position.is_legal(known.best.mv)).map(|k| k.best)
        else {
            return false;
        };
        let info =
            Info { depth: None, verdict: Verdict::from(&best), line: &[best.mv], source: Source::Database(None) };
        search.tell(&info, None);
        search.best = Some(best.mv);
        true
    }

    /// Rounds of these depths; true if nothing more can be found out, or no more time is left to.
    fn deepen(&mut self, search: &mut Search<'_>, depths: std::ops::RangeInclusive<u32>) -> bool {
        let deepest = search.task.go.depth.unwrap_or(MAX_DEPTH);
        for depth in depths {
            if depth > deepest {
                return true;
            }
            let report = self.searcher.think(&search.task.position, Scored::Best, &search.limits(Some(depth)), None);
            let is_cut_short = matches!(report.stop, Stop::Nodes | Stop::Time | Stop::Asked);
            search.nodes += report.nodes;
            if !is_cut_short || search.best.is_none() {
                search.best = report.choice;
                self.tell_round(search, &report);
            }
            if is_cut_short || report.stop == Stop::Solved || search.is_over() {
                return true;
            }
        }
        false
    }

    fn tell_round(&self, search: &Search<'_>, report: &Report<AnyMove>) {
        let (Some(best), Some(choice)) = (report.moves.first(), report.choice) else { return };
        let depth = if let Source::Depth(depth) = report.source { Some(depth) } else { None };
        let mut line = vec![choice];
        let length = depth.map_or(0, |depth| depth as usize - 1).min(LINE);
        line.extend(self.searcher.line(&search.task.position.after(choice), length));
        search
            .tell(&Info { depth, verdict: best.into(), line: &line, source: report.source }, self.searcher.table_use());
    }

    /// The exact value of every move, if somebody knows them in half of the time; true if so, or if the time is up.
    fn solve(&mut self, search: &mut Search<'_>) -> bool {
        let time = search.left().map_or(PATIENCE, |left| left / 2);
        let limits = Limits { time: Some(time), stop: Some(search.stop), ..Limits::default() };
        let before = self.analyst.nodes();
        let found = analyze(&mut self.analyst, &search.task.position, &limits);
        search.nodes += self.analyst.nodes() - before;
        let Ok(analysis) = found else { return search.is_over() };
        if analysis.answer.verdict.wdl().is_none() {
            return search.is_over();
        }
        let best: Vec<AnyMove> = analysis.best_moves().collect();
        let choice = self.rng.choice(best).expect("a game that goes on has moves");
        search.best = Some(choice);
        let line = self.exact_line(search, choice);
        let Analysis { answer, .. } = analysis;
        search.tell(
            &Info { depth: None, verdict: answer.verdict, line: &line, source: answer.source },
            self.searcher.table_use(),
        );
        true
    }

    /// How the game goes on from this move, as far as that is known at once.
    fn exact_line(&mut self, search: &Search<'_>, first: AnyMove) -> Vec<AnyMove> {
        let time = search.left().map_or(Duration::from_millis(200), |left| (left / 4).min(Duration::from_millis(50)));
        let until = Instant::now() + time;
        let mut line = vec![first];
        let mut position = search.task.position.after(first);
        while line.len() < LINE && position.ending().is_none() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let limits = Limits { time: Some(left), stop: Some(search.stop), ..Limits::default() };
            let Ok(analysis) = analyze(&mut self.analyst, &position, &limits) else { break };
            let Some(best) = analysis.moves.first().filter(|best| best.answer.verdict.wdl().is_some()) else { break };
            line.push(best.mv);
            position = position.after(best.mv);
        }
        line
    }
}

/// The player who searches: a level, or rounds of one depth each, so that every one can be told.
fn spec(options: &Options, table_bytes: usize) -> Spec {
    if options.level > 0 {
        return Spec::new(Name::Level(options.level));
    }
    /// An entry of the table of a search takes so many bytes.
    const ENTRY: usize = 16;
    let mut spec = Spec::new(Name::AlphaBeta);
    spec.settings.depth = None;
    spec.settings.deepening = false;
    spec.settings.table = table_bytes / ENTRY;
    spec.settings.threads = options.threads as usize;
    spec
}

/// Tells once a second how far a solver has come.
fn watcher(tell: Tell) -> Watcher {
    let last = std::sync::Mutex::new(Instant::now());
    Arc::new(move |progress| {
        let mut last = last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if last.elapsed() >= Duration::from_secs(1) {
            *last = Instant::now();
            let (nodes, lower, upper) = (progress.nodes, progress.lower, progress.upper);
            tell(format!("info nodes {nodes} string solving, score from {lower} to {upper}"));
        }
    })
}

/// One task, as far as it has come.
struct Search<'a> {
    task: &'a Task,
    stop: &'a AtomicBool,
    tell: &'a Tell,
    nodes: u64,
    best: Option<AnyMove>,
}

impl<'a> Search<'a> {
    /// What is left of the time; none if time does not matter.
    fn left(&self) -> Option<Duration> {
        self.task.time.map(|time| time.saturating_sub(self.task.started.elapsed()))
    }

    fn is_over(&self) -> bool {
        self.stop.load(Relaxed)
            || self.left().is_some_and(|left| left.is_zero())
            || self.task.go.nodes.is_some_and(|most| self.nodes >= most)
    }

    fn limits(&self, depth: Option<u32>) -> Limits<'a> {
        let nodes = self.task.go.nodes.map(|most| most.saturating_sub(self.nodes).max(1));
        Limits { depth, nodes, time: self.left(), stop: Some(self.stop) }
    }

    fn tell(&self, info: &Info<'_>, table_use: Option<u32>) {
        let time = self.task.started.elapsed();
        let depth = info.depth.map_or_else(String::new, |depth| format!(" depth {depth}"));
        let a_second = (self.nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
        let table = table_use.map_or_else(String::new, |table| format!(" hashfull {table}"));
        let line: Vec<String> = info.line.iter().map(ToString::to_string).collect();
        (self.tell)(format!(
            "info{depth} score {} nodes {} nps {a_second}{table} time {} pv {}",
            score(info.verdict),
            self.nodes,
            time.as_millis(),
            line.join(" "),
        ));
        if info.depth.is_none() {
            (self.tell)(format!("info string {}: {}", info.source, info.verdict));
        }
    }
}

/// `mate` with the moves to a proven end, negative for a loss; else hundredths of a man.
fn score(verdict: Verdict) -> String {
    use zwick::Wdl;
    let moves = verdict.value().and_then(zwick::Value::moves);
    match (verdict.wdl(), moves) {
        (Some(Wdl::Win), Some(moves)) => format!("mate {moves}"),
        (Some(Wdl::Loss), Some(moves)) => format!("mate -{moves}"),
        (Some(Wdl::Win), None) => format!("cp {DECIDED}"),
        (Some(Wdl::Loss), None) => format!("cp -{DECIDED}"),
        (Some(Wdl::Draw), _) => "cp 0".to_owned(),
        (None, _) => format!("cp {}", (verdict.score().points().unwrap_or(0) / 10).clamp(1 - DECIDED, DECIDED - 1)),
    }
}
