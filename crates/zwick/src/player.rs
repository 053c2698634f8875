//! Players: random, ten levels, every algorithm with its settings, and the five older programs.
//!
//! A player is written as its name, then its settings where they differ from the defaults: `alpha-beta:depth=10,threads=2`. See [`Spec`].
//!
//! Levels are alpha-beta searches with limited depth that do not always choose the best move: the less a move is worth, the less likely it
//! is chosen, more steeply at higher levels. From level 3 on a proven win is never missed and a proven loss never chosen while there is any
//! other move.

use std::collections::HashMap;
use std::time::Duration;

use crate::game::Position;
use crate::score::{Bound, Score};
use crate::search::{
    AlphaBeta, AnyEvaluator, Event, Heuristic, Limits, Observer, Playouts, Report, Scored, Settings, Stop, mcts,
    monte_carlo, negamax,
};
use crate::spec::{Judge, Name, PlayerSettings, Spec};
use crate::symmetry::Classified;
use crate::value::Wdl;
use crate::worth::{Rated, Source, Verdict};

/// Best moves found earlier, to be played again without a search.
pub trait Database<P: Position>: Send {
    /// The best known move, with the score and the depth of the search that found it.
    fn best_move(&self, position: &P) -> Option<Known<P::Move>>;

    /// Stores a best move.
    fn keep(&mut self, position: &P, known: Known<P::Move>);
}

/// A move known to a database.
///
/// Score and depth cannot be combined freely: both come from one report, or from one record of a database. So the mean of random games
/// cannot pass for the value of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known<M> {
    best: Rated<M>,
    depth: u32,
}

impl<M: Copy> Known<M> {
    /// What is worth storing of a report: its best move, unless it was stopped before it had one.
    pub fn of(report: &Report<M>) -> Option<Self> {
        let depth = match report.source {
            Source::Depth { plies: depth @ 1.. } => depth,
            // However deep the search: over random games its values are estimates, and stored as such.
            Source::Sampled { plies: 1.. } | Source::Playouts { games: 1.. } => 0,
            Source::Book | Source::Solver | Source::Tablebase => 0,
            _ => return None,
        };
        let best = *report.moves.first().filter(|best| best.bound == Bound::Exact && report.stop != Stop::Asked)?;
        // A proven result of unknown distance would pass for the longest possible one.
        let has_distance = !matches!(best.answer.verdict, Verdict::Result(Wdl::Win | Wdl::Loss));
        has_distance.then_some(Self { best, depth })
    }

    /// From a record that was made from an earlier one, by this or another program.
    pub fn recalled(mv: M, score: Score, depth: u32, is_exact: bool) -> Self {
        let source = Source::Database { plies: (!is_exact).then_some(depth) };
        Self { best: Rated::searched(mv, score, Bound::Exact, is_exact, source), depth }
    }

    /// The move with its score.
    pub fn best(&self) -> Rated<M> {
        self.best
    }

    /// The depth of the search in plies; 0 if the score comes from random games, a book or a table.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Whether no deeper search can change it.
    pub fn is_exact(&self) -> bool {
        self.best.value().is_some()
    }

    /// Whether the move is proven to win.
    fn is_won(&self) -> bool {
        self.best.value().is_some_and(|value| value.wdl() == Wdl::Win)
    }

    /// The same for the image of the position, in which the move has this name.
    pub(crate) fn with_move<N>(&self, mv: N) -> Known<N> {
        Known { best: self.best.with_move(mv), depth: self.depth }
    }
}

/// A database in memory that lasts as long as the player: one entry for all symmetric images of a position.
#[derive(Debug, Default)]
pub struct Memory {
    /// By the key of the representative: the key of the position after the best move, and what is known about it.
    known: HashMap<u64, (u64, Known<()>)>,
}

impl<P: Classified> Database<P> for Memory {
    fn best_move(&self, position: &P) -> Option<Known<P::Move>> {
        let (after, known) = self.known.get(&position.representative().key())?;
        let mv = position.legal_moves().find(|&mv| position.after(mv).representative().key() == *after)?;
        Some(known.with_move(mv))
    }

    fn keep(&mut self, position: &P, known: Known<P::Move>) {
        let after = position.after(known.best.mv).representative().key();
        self.known.insert(position.representative().key(), (after, known.with_move(())));
    }
}

/// A player of one game, with everything it remembers from move to move.
pub struct Player<P: Position> {
    spec: Spec,
    rng: fastrand::Rng,
    search: AlphaBeta<P, AnyEvaluator>,
    database: Option<Box<dyn Database<P>>>,
}

impl<P> Player<P>
where
    P: Heuristic + Classified<Move: Send + Sync> + Send + Sync + 'static,
{
    /// A player; the same seed gives the same moves, unless time limits or several threads affect them.
    pub fn new(spec: Spec, seed: u64) -> Self {
        let settings = spec.settings;
        let evaluator = match settings.judge {
            Judge::Exact => AnyEvaluator::ExactOnly,
            Judge::Heuristic => AnyEvaluator::Heuristic,
            Judge::Playouts => AnyEvaluator::Playouts(Playouts::new(settings.playouts, seed)),
        };
        let switches = Settings {
            pruning: settings.pruning,
            ordering: settings.ordering,
            deepening: settings.deepening,
            symmetry: settings.symmetry,
            table: if spec.name.searches() { settings.table } else { 0 },
            threads: settings.threads,
        };
        let database: Option<Box<dyn Database<P>>> =
            if spec.name.remembers() { Some(Box::new(Memory::default())) } else { None };
        Self { spec, rng: fastrand::Rng::with_seed(seed), search: AlphaBeta::new(evaluator, switches), database }
    }

    /// The same player with a database to look in before it searches.
    #[must_use]
    pub fn with_database(mut self, database: Box<dyn Database<P>>) -> Self {
        self.set_database(database);
        self
    }

    pub(crate) fn set_database(&mut self, database: Box<dyn Database<P>>) {
        self.database = Some(database);
    }

    /// The player's spec.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The expected continuation, at most this many moves; see [`AlphaBeta::line`].
    pub fn line(&self, position: &P, most_moves: usize) -> Vec<P::Move> {
        self.search.line(position, most_moves)
    }

    /// How many thousandths of its table's entries are in use; `None` without a table.
    pub fn table_use(&self) -> Option<u32> {
        self.search.table_use()
    }

    /// Searches a position within its own limits and these, and chooses a move; moves of equal value vary.
    ///
    /// `scored` says which moves must be scored exactly, besides those that have a chance of being chosen and those that the player's
    /// settings require.
    pub fn think<O: Observer>(
        &mut self,
        position: &P,
        scored: Scored,
        limits: &Limits<'_>,
        observer: &mut O,
    ) -> Report<P::Move> {
        let scored = self.scored(scored);
        let own = Limits {
            depth: self.spec.settings.depth,
            nodes: self.spec.settings.nodes,
            time: self.spec.settings.time.map(Duration::from_millis),
            stop: None,
        };
        let limits = limits.and(own);
        let mut report = match self.remember(position, &limits) {
            Some(known) => known,
            None => self.find_out(position, scored, &limits, observer),
        };
        if matches!(self.spec.name, Name::Random) || self.slips() {
            report.choice = self.rng.choice(position.legal_moves().collect::<Vec<_>>());
        }
        if let (true, Some(mv)) = (observer.is_active(), report.choice) {
            observer.notice(&Event::Choice { mv: &mv });
        }
        report
    }

    /// The answer of the database, if it is exact or from a search at least as deep as this player's.
    fn remember(&mut self, position: &P, limits: &Limits<'_>) -> Option<Report<P::Move>> {
        let database = self.database.as_ref().filter(|_| self.spec.name != Name::Random)?;
        let known = database.best_move(position).filter(|known| position.is_legal(known.best.mv))?;
        // Means of random games and estimates of a search are different: neither answers for the other.
        let is_deep_enough = match self.spec.name {
            Name::MonteCarlo | Name::Mcts => known.depth == 0,
            _ if self.spec.samples() => false,
            _ => limits.depth.is_some_and(|depth| known.depth >= depth.max(1)),
        };
        let source = Source::Database { plies: (!known.is_exact()).then_some(known.depth) };
        let report = Report { moves: vec![known.best], choice: Some(known.best.mv), source, ..self.any_move(position) };
        (known.is_exact() || is_deep_enough).then_some(report)
    }

    /// Searches without the database, and stores the result in it.
    fn find_out<O: Observer>(
        &mut self,
        position: &P,
        scored: Scored,
        limits: &Limits<'_>,
        observer: &mut O,
    ) -> Report<P::Move> {
        let report = match self.spec.name {
            Name::Random => return self.any_move(position),
            Name::MonteCarlo => monte_carlo(position, self.playouts(), limits, observer),
            Name::Mcts => mcts(position, self.playouts(), limits, observer),
            Name::Pipeline | Name::V1 => return self.pipeline(position, scored, limits, observer),
            // Its scores mean something else than those in a database.
            Name::V4 => return negamax(position, limits.depth.unwrap_or(1), self.playouts(), limits, observer),
            _ => self.search_and_pick(position, scored, limits, observer),
        };
        self.keep(position, Known::of(&report));
        report
    }

    fn keep(&mut self, position: &P, known: Option<Known<P::Move>>) {
        if let (Some(database), Some(known)) = (&mut self.database, known) {
            database.keep(position, known);
        }
    }

    /// Moves up to four times the spread below the best have a chance: e^-4 is 2 %.
    fn scored(&self, asked: Scored) -> Scored {
        match self.spec.settings {
            PlayerSettings { all_scores: true, .. } => Scored::All,
            PlayerSettings { spread: 0, .. } => asked,
            PlayerSettings { spread, .. } => asked.or_within(4 * spread),
        }
    }

    /// A new random generator for each move, from the player's own.
    fn playouts(&mut self) -> Playouts {
        let only_wins = self.spec.name == Name::V1;
        Playouts { only_wins, ..Playouts::new(self.spec.settings.playouts, self.rng.u64(..)) }
    }

    /// Whether the player moves without searching this time.
    fn slips(&mut self) -> bool {
        self.rng.u32(0..100) < self.spec.settings.slips
    }

    fn any_move(&mut self, position: &P) -> Report<P::Move> {
        let is_over = position.ending().is_some();
        Report {
            moves: Vec::new(),
            choice: None,
            source: Source::Chance,
            nodes: 0,
            cut_offs: 0,
            table_hits: 0,
            time: Duration::ZERO,
            stop: if is_over { Stop::Solved } else { Stop::Done },
        }
    }

    fn search_and_pick<O: Observer>(
        &mut self,
        position: &P,
        scored: Scored,
        limits: &Limits<'_>,
        observer: &mut O,
    ) -> Report<P::Move> {
        let mut report = self.search.search(position, scored, limits, observer);
        // A search stopped in its first iteration makes its own choice.
        if report.choice == report.moves.first().map(|best| best.mv) {
            report.choice = pick(&report.moves, self.spec.settings.spread, &mut self.rng);
        }
        report
    }

    /// What a search can prove, otherwise random games. Only moves proven to win are stored: random games may be wrong.
    fn pipeline<O: Observer>(
        &mut self,
        position: &P,
        scored: Scored,
        limits: &Limits<'_>,
        observer: &mut O,
    ) -> Report<P::Move> {
        let report = self.search_and_pick(position, scored, limits, observer);
        if report.moves.iter().any(|rated| Some(rated.mv) == report.choice && rated.value().is_some()) {
            self.keep(position, Known::of(&report).filter(Known::is_won));
            return report;
        }
        let time = limits.time.map(|time| time.saturating_sub(report.time));
        let left = Limits { depth: None, nodes: None, time, stop: limits.stop };
        let sampled = monte_carlo(position, self.playouts(), &left, observer);
        // A move that the search has proven to lose is excluded, however lucky its random games were.
        let is_lost = |mv| {
            let loss = |rated: &&Rated<P::Move>| rated.mv == mv && rated.score().wdl() == Some(Wdl::Loss);
            report.moves.iter().any(|rated| loss(&rated))
        };
        let best = sampled.moves.iter().copied().find(|rated| !is_lost(rated.mv));
        let choice = best.map(|best| best.mv).or(sampled.choice);
        Report { choice, nodes: report.nodes + sampled.nodes, time: report.time + sampled.time, ..sampled }
    }
}

/// Chooses among scored moves: a proven win always, a proven loss only if all lose, otherwise the better the likelier.
fn pick<M: Copy>(moves: &[Rated<M>], spread: i32, rng: &mut fastrand::Rng) -> Option<M> {
    let best = moves.first()?.score();
    let weight = |rated: &Rated<M>| match (best.points(), rated.score().points()) {
        _ if rated.bound != Bound::Exact => 0.0,
        _ if rated.score() == best => 1.0,
        (Some(best), Some(points)) if spread > 0 => (-f64::from(best - points) / f64::from(spread)).exp(),
        _ => 0.0,
    };
    let weights: Vec<f64> = moves.iter().map(weight).collect();
    let mut dart = rng.f64() * weights.iter().sum::<f64>();
    let hit = weights.iter().position(|weight| {
        dart -= weight;
        dart < 0.0
    });
    Some(moves[hit.unwrap_or(0)].mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Silent;
    use crate::{ConnectFour, Morris};

    fn player<P>(spec: &str, seed: u64) -> Player<P>
    where
        P: Heuristic + Classified<Move: Send + Sync> + Send + Sync + 'static,
    {
        Player::new(spec.parse().unwrap(), seed)
    }

    #[test]
    fn every_player_plays_legal_moves_in_both_games() {
        for name in Spec::examples() {
            let cheap = match name {
                "monte-carlo" | "mcts" => format!("{name}:playouts=20"),
                "minimax" => "minimax:depth=2".to_owned(),
                "v2" => "v2:depth=1,playouts=5".to_owned(),
                "alpha-beta" => "alpha-beta:depth=3".to_owned(),
                "pipeline" | "v1" => format!("{name}:depth=3,playouts=20"),
                "v4" => "v4:depth=1,playouts=5".to_owned(),
                "v5" => "v5:depth=4".to_owned(),
                name => name.to_owned(),
            };
            let board: ConnectFour = "4435".parse().unwrap();
            let report = player(&cheap, 1).think(&board, Scored::Best, &Limits::default(), &mut Silent);
            assert!(board.is_legal(report.choice.unwrap()), "{name}");
            let morris: Morris = "WBW1B3/W1B1W3/2B5 W 2 2".parse().unwrap();
            let limits = Limits { depth: Some(1), ..Limits::default() };
            let report = player(&cheap, 1).think(&morris, Scored::Best, &limits, &mut Silent);
            assert!(morris.is_legal(report.choice.unwrap()), "{name}");
        }
    }

    #[test]
    fn equal_moves_vary_unless_a_seed_is_given() {
        let empty: ConnectFour = ConnectFour::new();
        let choice = |seed| {
            player("alpha-beta:depth=2,eval=exact", seed)
                .think(&empty, Scored::Best, &Limits::default(), &mut Silent)
                .choice
        };
        assert!((0..20).any(|seed| choice(seed) != choice(0)));
        assert_eq!(choice(7), choice(7));
    }

    #[test]
    fn from_level_three_on_short_threats_are_seen() {
        let win: ConnectFour = "112233".parse().unwrap();
        let block: ConnectFour = "1122335".parse().unwrap();
        let must: ConnectFour = "42434".parse().unwrap();
        for (level, seed) in (3..=10).flat_map(|level| (0..10).map(move |seed| (level, seed))) {
            let mut player: Player<ConnectFour> = player(&format!("level {level}"), seed);
            let mut choice = |position: &ConnectFour| {
                player.think(position, Scored::Best, &Limits::default(), &mut Silent).choice.unwrap().to_string()
            };
            assert_eq!(choice(&win), "4", "level {level}");
            assert_eq!(choice(&block), "4", "level {level}");
            assert_eq!(choice(&must), "4", "level {level}");
        }
    }

    #[test]
    fn likelier_moves_are_chosen_more_often_and_mere_bounds_never() {
        let source = Source::Depth { plies: 1 };
        let rated = |mv, points, bound| Rated::searched(mv, Score::estimate(points), bound, false, source);
        let moves = [rated(1, 100, Bound::Exact), rated(2, 0, Bound::Exact), rated(3, 100, Bound::AtMost)];
        let mut rng = fastrand::Rng::with_seed(1);
        let mut counts = [0; 4];
        for _ in 0..1000 {
            counts[pick(&moves, 100, &mut rng).unwrap()] += 1;
        }
        assert!(counts[1] > 2 * counts[2] && counts[2] > 200 && counts[3] == 0, "{counts:?}");
        assert!((0..100).all(|_| pick(&moves, 0, &mut rng) == Some(1)));
    }

    /// A search that is never done takes all the time there is: hardly any is left for random games.
    #[test]
    fn a_pipeline_has_its_time_only_once() {
        let mut pipeline = player("pipeline:depth=250,playouts=10000000,time=300", 1);
        let empty: ConnectFour<9, 6> = ConnectFour::new();
        let report = pipeline.think(&empty, Scored::Best, &Limits::default(), &mut Silent);
        assert!(report.choice.is_some());
        assert!(matches!(report.source, Source::Playouts { games } if games < 1_000), "{:?}", report.source);
    }

    /// One is a mean of results, the other an estimate of the position.
    #[test]
    fn random_games_and_searches_do_not_answer_for_each_other() {
        let position: ConnectFour = "1726".parse().unwrap();
        let think = |spec: &str, depth| {
            let best = position.legal_moves().next().expect("a move");
            let mut memory = Memory::default();
            memory.keep(&position, Known::recalled(best, Score::estimate(50), depth, false));
            let mut player: Player<ConnectFour> = player(spec, 1);
            player.set_database(Box::new(memory));
            let report = player.think(&position, Scored::Best, &Limits::default(), &mut Silent);
            matches!(report.source, Source::Database { .. })
        };
        assert!(think("alpha-beta:depth=3", 3) && !think("alpha-beta:depth=3", 0));
        assert!(think("mcts:playouts=20", 0) && !think("mcts:playouts=20", 3));
        for spec in ["monte-carlo:playouts=20", "pipeline:depth=2,playouts=20", "negamax-mc:depth=1,playouts=5"] {
            assert!(!think(spec, 3), "{spec}");
        }
    }

    #[test]
    fn a_pipeline_remembers_what_it_proved_also_for_the_mirror_image() {
        let mut pipeline = player("pipeline:depth=6,playouts=50", 1);
        let position: ConnectFour = "112233".parse().unwrap();
        let first = pipeline.think(&position, Scored::Best, &Limits::default(), &mut Silent);
        assert_eq!(first.source, Source::Depth { plies: 1 });
        let mirrored: ConnectFour = "776655".parse().unwrap();
        let again = pipeline.think(&mirrored, Scored::Best, &Limits::default(), &mut Silent);
        assert_eq!((again.source, again.choice.unwrap().to_string().as_str()), (Source::Database { plies: None }, "4"));
        let mut think = || pipeline.think(&ConnectFour::new(), Scored::Best, &Limits::default(), &mut Silent);
        let quiet = think();
        assert!(matches!(quiet.source, Source::Playouts { .. }));
        assert!(matches!(think().source, Source::Playouts { .. }), "random games are not remembered");
    }

    /// Stores whatever a player hands over.
    #[derive(Clone, Default)]
    struct Shown(std::sync::Arc<std::sync::Mutex<Vec<Known<crate::connect_four::Column>>>>);

    impl Database<ConnectFour> for Shown {
        fn best_move(&self, _: &ConnectFour) -> Option<Known<crate::connect_four::Column>> {
            None
        }

        fn keep(&mut self, _: &ConnectFour, known: Known<crate::connect_four::Column>) {
            self.0.lock().unwrap().push(known);
        }
    }

    #[test]
    fn values_of_random_games_are_never_kept_as_values_of_a_search() {
        for (spec, kept) in [
            ("pipeline:depth=4,playouts=20", 0),
            ("v1", 0),
            ("monte-carlo:playouts=20", 1),
            ("mcts:playouts=50", 1),
            ("negamax-mc:playouts=5", 1),
            ("minimax:depth=2,eval=playouts,playouts=5", 1),
            ("alpha-beta:depth=3,eval=playouts,playouts=5", 1),
        ] {
            let shown = Shown::default();
            let mut player = player::<ConnectFour>(spec, 1).with_database(Box::new(shown.clone()));
            player.think(&ConnectFour::new(), Scored::Best, &Limits::default(), &mut Silent);
            let known = shown.0.lock().unwrap().clone();
            assert_eq!(known.len(), kept, "{spec}");
            assert!(known.iter().all(|known| !known.is_exact() && known.depth() == 0), "{spec}: {known:?}");
        }
        // Proven values are stored as proven, whatever their source.
        let shown = Shown::default();
        let mut player = player::<ConnectFour>("negamax-mc:playouts=5", 1).with_database(Box::new(shown.clone()));
        player.think(&"112233".parse().unwrap(), Scored::Best, &Limits::default(), &mut Silent);
        assert!(shown.0.lock().unwrap()[0].is_won());
    }

    #[test]
    fn what_a_database_knows_is_used_if_it_is_deep_enough() {
        let quiet = ConnectFour::new();
        let mut shallow = player::<ConnectFour>("alpha-beta:depth=3", 1).with_database(Box::<Memory>::default());
        let mut think = |depth: u32| {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            shallow.think(&quiet, Scored::Best, &limits, &mut Silent).source
        };
        assert_eq!(think(2), Source::Depth { plies: 2 });
        assert_eq!(think(2), Source::Database { plies: Some(2) });
        assert_eq!(think(3), Source::Depth { plies: 3 });
        assert_eq!(think(2), Source::Database { plies: Some(3) });
    }
}
