//! The searching part of the engine: quick iterations first, then sources of exact values, then ever deeper iterations.
//!
//! Time counts from the command, including any preparation. A depth or a number of positions requests a search, so then only a search
//! answers. An interrupted iteration is discarded: its first moves may not be the best ones. In perfect mode the engine does not search: it
//! plays a proven best move, or none.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use zwick::connect_four::{Book, Watcher};
use zwick::search::{Limits, MAX_DEPTH, Recall, Report, Scored, Stop};
use zwick::{
    Analyst, AnyMove, AnyPlayer, AnyPosition, Database, Known, Library, Name, Oracle, Position, Scale, Source, Spec,
    Verdict, analyze, best_line,
};

use crate::options::Options;
use crate::session::Question;

/// Iterations up to this depth take a few milliseconds, and guarantee an answer.
const QUICK: u32 = 4;
/// How long to look for exact values if the time is unlimited.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest line that is printed.
const LINE: usize = 20;
/// A proven win or loss of unknown distance, in hundredths of a point: larger than any estimate.
const DECIDED: i32 = 30_000;

/// Receives lines as they come.
pub(crate) type Tell = Arc<dyn Fn(String) + Send + Sync>;

/// A search engine built for some options.
pub(crate) struct Thinker {
    options: Options,
    searcher: AnyPlayer,
    analyst: Analyst,
    database: Option<Box<dyn Database<AnyPosition>>>,
    rng: fastrand::Rng,
}

/// What is known after an iteration.
struct Info<'a> {
    depth: Option<u32>,
    verdict: Verdict,
    line: &'a [AnyMove],
    source: Source,
}

impl Thinker {
    /// Prepares everything; what is missing or damaged is reported and left out.
    pub(crate) fn new(options: Options, tell: &Tell) -> Self {
        let complain = |what: &str, reason: String| tell(format!("info string error: {what}: {reason}"));
        let half = table_bytes(options.hash, &complain) / 2;
        let mut library = Library {
            tables: options.tables.clone(),
            table_bytes: half,
            threads: options.threads as usize,
            watcher: watcher(Arc::clone(tell)),
            ..if options.own_book { Library::default() } else { Library::empty() }
        };
        if let Some(path) = &options.book {
            match Book::open(path) {
                Ok(_) if !options.own_book => complain("Book", "set OwnBook to true to use it".to_owned()),
                Ok(book) => library.books.push(Arc::new(book)),
                Err(error) => complain(&path.display().to_string(), error.to_string()),
            }
        }
        let database = open_database(&options, &complain);
        let searcher = searcher(&options, half, database.as_deref());
        let mut thinker =
            Self { options, searcher, analyst: Analyst::new(library), database, rng: fastrand::Rng::new() };
        thinker.warm_up(&complain);
        if thinker.options.perfect
            && let Err(reason) = thinker.analyst.check_perfect(&AnyPosition::start(thinker.options.game))
        {
            complain("Perfect", reason.to_string());
        }
        thinker
    }

    /// Builds tables now that would otherwise be built on first use.
    fn warm_up(&mut self, complain: &dyn Fn(&str, String)) {
        // Few men on the board: the small tables of morris are built for the first such position.
        const FEW_MEN: &str = "W1W1W3/1B1B1B2/8 W 0 0";
        let game = self.options.game;
        let few = AnyPosition::read(game, FEW_MEN).ok();
        let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
        for position in few.into_iter().chain([AnyPosition::start(game)]) {
            if let Err(error) = self.analyst.ask(&position, &limits)
                && error != zwick::Unanswered::Stopped
            {
                complain("exact values", error.to_string());
            }
        }
    }

    /// Whether it was built for these options.
    pub(crate) fn fits(&self, options: &Options) -> bool {
        self.options == *options
    }

    /// Clears what was learned in earlier games.
    pub(crate) fn forget(&mut self) {
        self.analyst.forget();
        let half = self.options.hash as usize * (1 << 20) / 2;
        self.searcher = searcher(&self.options, half, self.database.as_deref());
    }

    /// Searches, reports what it finds, and returns the best move.
    pub(crate) fn think(&mut self, question: &Question, stop: &AtomicBool, tell: &Tell) -> Found {
        let mut search = Search { question, stop, tell, nodes: 0, best: None };
        if self.options.perfect {
            self.play_perfectly(&mut search);
            return Found { best: search.best, nodes: search.nodes };
        }
        if plays_as(&self.options).is_some() {
            self.play_as_player(&mut search);
        } else if !self.remember(&mut search) && !self.deepen(&mut search, 1..=QUICK) {
            let is_free = question.go.depth.is_none() && question.go.nodes.is_none();
            if !(is_free && self.solve(&mut search)) {
                self.deepen(&mut search, QUICK + 1..=MAX_DEPTH);
            }
        }
        let first = || question.position.legal_moves().next().expect("an unfinished game has moves");
        Found { best: Some(search.best.unwrap_or_else(first)), nodes: search.nodes }
    }

    /// A proven best move, or the reason why there is none.
    fn play_perfectly(&mut self, search: &mut Search<'_>) {
        if self.remember(search) {
            return;
        }
        let patience = (!search.question.go.is_infinite()).then_some(PATIENCE);
        let limits = Limits { time: search.left().or(patience), stop: Some(search.stop), ..Limits::default() };
        match self.analyst.choose(&search.question.position, &limits, &mut self.rng) {
            Ok(report) => {
                search.nodes += report.nodes;
                search.best = report.choice;
                let (Some(best), Some(choice)) = (report.moves.first(), report.choice) else { return };
                let line = self.exact_line(search, choice);
                let info = Info { depth: None, verdict: best.answer.verdict, line: &line, source: report.source };
                search.tell(&info, self.searcher.table_use());
            }
            Err(reason) => (search.tell)(format!("info string error: no perfect move: {reason}")),
        }
    }

    /// One search by a player of this level, or by the player that was chosen.
    fn play_as_player(&mut self, search: &mut Search<'_>) {
        let limits = search.limits(search.question.go.depth);
        let report = self.search(search, &limits);
        search.nodes += report.nodes;
        self.tell_round(search, &report);
        search.best = report.choice;
    }

    /// The exact value in the database.
    fn remember(&self, search: &mut Search<'_>) -> bool {
        let position = &search.question.position;
        let known = self.database.as_ref().and_then(|database| database.best_move(position));
        let Some(best) = known.filter(|known| known.is_exact() && position.is_legal(known.best().mv)).map(|k| k.best())
        else {
            return false;
        };
        let info = Info {
            depth: None,
            verdict: best.answer.verdict,
            line: &[best.mv],
            source: Source::Database { plies: None },
        };
        search.tell(&info, None);
        search.best = Some(best.mv);
        true
    }

    /// Iterations of these depths; returns true if nothing more can be found, or no time is left.
    fn deepen(&mut self, search: &mut Search<'_>, depths: std::ops::RangeInclusive<u32>) -> bool {
        let deepest = search.question.go.depth.unwrap_or(MAX_DEPTH);
        for depth in depths {
            if depth > deepest {
                return true;
            }
            let report = self.search(search, &search.limits(Some(depth)));
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

    fn search(&mut self, search: &Search<'_>, limits: &Limits<'_>) -> Report<AnyMove> {
        let report = self.searcher.think(&search.question.position, Scored::Best, limits, None);
        report.expect("only perfect players refuse")
    }

    fn tell_round(&self, search: &Search<'_>, report: &Report<AnyMove>) {
        let Some(choice) = report.choice else { return };
        // A level need not choose the best move.
        let Some(chosen) = report.moves.iter().find(|rated| rated.mv == choice) else { return };
        let depth = if let Source::Depth { plies } = report.source { Some(plies) } else { None };
        let mut line = vec![choice];
        let length = depth.map_or(0, |depth| depth.saturating_sub(1) as usize).min(LINE);
        line.extend(self.searcher.line(&search.question.position.after(choice), length));
        let info = Info { depth, verdict: chosen.answer.verdict, line: &line, source: report.source };
        search.tell(&info, self.searcher.table_use());
    }

    /// The exact value of every move, if a source knows them within half of the time; returns true if so, or if the time is up.
    fn solve(&mut self, search: &mut Search<'_>) -> bool {
        let time = search.left().map_or(PATIENCE, |left| left / 2);
        let limits = Limits { time: Some(time), stop: Some(search.stop), ..Limits::default() };
        let before = self.analyst.nodes();
        let found = analyze(&mut self.analyst, &search.question.position, &limits);
        search.nodes += self.analyst.nodes() - before;
        let Ok(analysis) = found else { return search.is_over() };
        if analysis.answer().verdict.wdl().is_none() {
            return search.is_over();
        }
        let best: Vec<AnyMove> = analysis.best_moves().collect();
        let choice = self.rng.choice(best).expect("an unfinished game has moves");
        search.best = Some(choice);
        let line = self.exact_line(search, choice);
        let answer = analysis.answer();
        search.tell(
            &Info { depth: None, verdict: answer.verdict, line: &line, source: answer.source },
            self.searcher.table_use(),
        );
        true
    }

    /// The continuation after this move, as far as it is known immediately.
    fn exact_line(&mut self, search: &Search<'_>, first: AnyMove) -> Vec<AnyMove> {
        let time = search.left().map_or(Duration::from_millis(200), |left| (left / 4).min(Duration::from_millis(50)));
        let limits = Limits { time: Some(time), stop: Some(search.stop), ..Limits::default() };
        best_line(&mut self.analyst, &search.question.position, first, LINE, &limits)
    }
}

/// The size of the tables in bytes: as wanted, or the default if the machine has no room for that.
fn table_bytes(megabytes: u32, complain: &dyn Fn(&str, String)) -> usize {
    let bytes = |megabytes: u32| megabytes as usize * (1 << 20);
    if Vec::<u8>::new().try_reserve_exact(bytes(megabytes)).is_ok() {
        return bytes(megabytes);
    }
    let usual = Options::default().hash;
    complain("Hash", format!("this machine has no room for {megabytes} MB: {usual} MB are used"));
    bytes(usual)
}

/// The searching player: a level, or iterations of one depth each, so that each can be reported.
fn spec(options: &Options, table_bytes: usize) -> Spec {
    if let Some(player) = plays_as(options) {
        return player;
    }
    /// Bytes per entry of a search's table.
    const ENTRY: usize = 16;
    let mut spec = Spec::new(Name::AlphaBeta);
    spec.settings.depth = None;
    spec.settings.search.deepening = false;
    spec.settings.search.table = table_bytes / ENTRY;
    spec.settings.search.threads = options.threads as usize;
    spec
}

/// The level or the player to play as, instead of as well as possible.
fn plays_as(options: &Options) -> Option<Spec> {
    if options.level > 0 { Some(Spec::new(Name::Level(options.level))) } else { options.player }
}

fn open_database(options: &Options, complain: &dyn Fn(&str, String)) -> Option<Box<dyn Database<AnyPosition>>> {
    let address = options.database.as_deref()?;
    let player = plays_as(options).map_or_else(|| "engine".to_owned(), |player| player.to_string());
    let opened = options.open_database.as_ref().map(|open| open(address, &player));
    match opened.unwrap_or_else(|| Err("this engine has no databases".to_owned())) {
        Ok(database) => Some(database),
        Err(reason) => {
            complain(address, reason);
            None
        }
    }
}

/// The player that searches. One that was chosen has the database as its memory; any other only looks up positions in it.
fn searcher(options: &Options, table_bytes: usize, database: Option<&dyn Database<AnyPosition>>) -> AnyPlayer {
    let player = AnyPlayer::new(options.game, spec(options, table_bytes), fastrand::u64(..));
    let Some(database) = database else { return player };
    let own = plays_as(options).and_then(|_| open_database(options, &|_, _| {}));
    let values = Values(database.recall(&AnyPosition::start(options.game)));
    player.with_database(own.unwrap_or_else(|| Box::new(values)))
}

/// The values of a database for a search that stores nothing in it.
struct Values(Option<Arc<Recall>>);

impl Database<AnyPosition> for Values {
    fn best_move(&self, _: &AnyPosition) -> Option<Known<AnyMove>> {
        None
    }

    fn keep(&mut self, _: &AnyPosition, _: Known<AnyMove>) {}

    fn recall(&self, _: &AnyPosition) -> Option<Arc<Recall>> {
        self.0.clone()
    }
}

/// Reports a solver's progress once per second.
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

/// The result of a search.
pub(crate) struct Found {
    /// The move; `None` if there is no perfect one.
    pub(crate) best: Option<AnyMove>,
    nodes: u64,
}

impl Found {
    /// Its cost, in the words of the protocol.
    pub(crate) fn effort(&self, started: Instant) -> String {
        effort(self.nodes, started)
    }
}

fn effort(nodes: u64, started: Instant) -> String {
    let time = started.elapsed();
    let a_second = (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    format!("nodes {nodes} nps {a_second} time {}", time.as_millis())
}

/// One question and the progress of its answer.
struct Search<'a> {
    question: &'a Question,
    stop: &'a AtomicBool,
    tell: &'a Tell,
    nodes: u64,
    best: Option<AnyMove>,
}

impl<'a> Search<'a> {
    /// The remaining time; `None` if unlimited.
    fn left(&self) -> Option<Duration> {
        self.question.time.map(|time| time.saturating_sub(self.question.started.elapsed()))
    }

    fn is_over(&self) -> bool {
        self.stop.load(Relaxed)
            || self.left().is_some_and(|left| left.is_zero())
            || self.question.go.nodes.is_some_and(|most| self.nodes >= most)
    }

    fn limits(&self, depth: Option<u32>) -> Limits<'a> {
        let nodes = self.question.go.nodes.map(|most| most.saturating_sub(self.nodes).max(1));
        Limits { depth, nodes, time: self.left(), stop: Some(self.stop) }
    }

    fn scale(&self) -> Scale {
        let game = self.question.position.game();
        plays_as(&self.question.options).map_or_else(|| Scale::of(game), |player| Scale::of_player(game, &player))
    }

    fn tell(&self, info: &Info<'_>, table_use: Option<u32>) {
        let depth = info.depth.map_or_else(String::new, |depth| format!(" depth {depth}"));
        let table = table_use.map_or_else(String::new, |table| format!(" hashfull {table}"));
        let line: Vec<String> = info.line.iter().map(ToString::to_string).collect();
        (self.tell)(format!(
            "info{depth} score {} {}{table} pv {}",
            score(self.scale(), info.verdict),
            effort(self.nodes, self.question.started),
            line.join(" "),
        ));
        if info.depth.is_none() {
            (self.tell)(format!("info string {}: {}", info.source, self.scale().tell(info.verdict)));
        }
    }
}

/// `mate` with the plies to a proven end, negative for a loss; otherwise hundredths of a point.
fn score(scale: Scale, verdict: Verdict) -> String {
    use zwick::Wdl;
    // With a database a proven end may be further away than the search looked: then it may not be the nearest, but it is certain.
    let value = verdict.value().or_else(|| verdict.score().value());
    match (value.map(zwick::Value::wdl).or(verdict.wdl()), value.and_then(zwick::Value::plies)) {
        (Some(Wdl::Win), Some(plies)) => format!("mate {plies}"),
        (Some(Wdl::Loss), Some(plies)) => format!("mate -{plies}"),
        (Some(Wdl::Win), None) => format!("cp {DECIDED}"),
        (Some(Wdl::Loss), None) => format!("cp -{DECIDED}"),
        (Some(Wdl::Draw), _) => "cp 0".to_owned(),
        (None, _) => format!("cp {}", (100.0 * scale.number(verdict.score()).unwrap_or(0.0)).round()),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn a_table_that_no_machine_has_room_for_is_the_usual_one() {
        let told = RefCell::new(Vec::new());
        let complain = |what: &str, reason: String| told.borrow_mut().push(format!("{what}: {reason}"));
        assert_eq!(table_bytes(8, &complain), 8 << 20);
        assert!(told.borrow().is_empty());
        assert_eq!(table_bytes(u32::MAX, &complain), 64 << 20);
        assert_eq!(told.borrow()[0], "Hash: this machine has no room for 4294967295 MB: 64 MB are used");
    }
}
