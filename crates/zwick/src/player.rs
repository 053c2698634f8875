//! Players: random, ten levels, every algorithm with its settings, and the five older programs.
//!
//! A player is written as its name, then its settings where they differ from the defaults: `alpha-beta:depth=10,threads=2`. See [`Spec`].
//!
//! Levels are alpha-beta searches with limited depth that do not always choose the best move: the less a move is worth, the less likely it
//! is chosen, more steeply at higher levels. From level 3 on a proven win is never missed and a proven loss never chosen while there is any
//! other move.

use std::time::Duration;

use crate::database::{Database, Known, Memory};
use crate::game::Position;
use crate::score::Bound;
use crate::search::{
    AlphaBeta, AnyEvaluator, Event, Ground, Heuristic, Limits, Observer, Playouts, Report, Scored, Settings, Stop, Win,
    mcts, monte_carlo, negamax,
};
use crate::spec::{Judge, Name, PlayerSettings, Spec};
use crate::symmetry::Classified;
use crate::value::Wdl;
use crate::worth::{Rated, Source};

/// How many won positions below the root are kept after a search: some 17 kB in a database.
const MOST_WINS: usize = 256;

/// What a player is asked.
struct Question<'a, P, O> {
    position: &'a P,
    scored: Scored,
    limits: Limits<'a>,
    observer: &'a mut O,
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
            Judge::Heuristic => AnyEvaluator::ByHeuristic,
            Judge::Criteria => AnyEvaluator::ByCriteria,
            Judge::Playouts => AnyEvaluator::ByPlayouts(Playouts::new(settings.playouts, seed)),
        };
        let table = if spec.name.searches() { settings.search.table } else { 0 };
        let database: Option<Box<dyn Database<P>>> =
            if spec.name.remembers() { Some(Box::new(Memory::default())) } else { None };
        let mut search = AlphaBeta::new(evaluator, Settings { table, ..settings.search });
        search.collect_wins(if spec.name.keeps_wins() { MOST_WINS } else { 0 });
        Self { spec, rng: fastrand::Rng::with_seed(seed), search, database }
    }

    /// The same player with a database to look in before it searches, and at every node of its search.
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
            None => self.find_out(&mut Question { position, scored, limits, observer }),
        };
        if matches!(self.spec.name, Name::Random) || self.slips() {
            report.choice = self.rng.choice(position.legal_moves().collect::<Vec<_>>());
        }
        if let (true, Some(mv)) = (observer.is_active(), report.choice) {
            observer.notice(&Event::Choice { mv: &mv });
        }
        report
    }

    /// The answer of the database, if it is exact or from a search of the same kind at least as deep as this player's.
    fn remember(&mut self, position: &P, limits: &Limits<'_>) -> Option<Report<P::Move>> {
        let database = self.database.as_ref().filter(|_| self.spec.name != Name::Random)?;
        let known = database.best_move(position).filter(|known| position.is_legal(known.best().mv))?;
        let counts = match self.spec.name {
            name if name.keeps_wins() => known.is_won(),
            Name::MonteCarlo | Name::Mcts => known.ground().serves(Ground::Games),
            // Its scores mean something else.
            Name::V4 => false,
            _ => limits.depth.is_some_and(|depth| known.ground().serves(self.spec.ground(depth.max(1)))),
        };
        let source = Source::Database { plies: (!known.is_exact()).then_some(known.depth()) };
        (known.is_exact() || counts).then(|| Report::new(vec![known.best()], source, Stop::Done))
    }

    /// Searches without the database, and stores the result in it.
    fn find_out<O: Observer>(&mut self, question: &mut Question<'_, P, O>) -> Report<P::Move> {
        let position = question.position;
        let report = match self.spec.name {
            Name::Random => return any_move(position),
            Name::MonteCarlo => monte_carlo(position, self.playouts(), &question.limits, question.observer),
            Name::Mcts => mcts(position, self.playouts(), &question.limits, question.observer),
            Name::Pipeline | Name::V1 => return self.pipeline(question),
            Name::V4 => {
                // Its scores mean something else than those in a database.
                let depth = question.limits.depth.unwrap_or(1);
                return negamax(position, depth, self.playouts(), &question.limits, question.observer);
            }
            _ => self.search_and_pick(question),
        };
        self.keep(position, Known::of(&report, &self.spec));
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

    fn search_and_pick<O: Observer>(&mut self, question: &mut Question<'_, P, O>) -> Report<P::Move> {
        let Question { position, scored, limits, observer } = question;
        self.search.set_recall(self.database.as_ref().and_then(|database| database.recall(position)));
        let mut report = self.search.search(position, *scored, limits, *observer);
        // A search stopped in its first iteration makes its own choice.
        if report.choice == report.moves.first().map(|best| best.mv) {
            report.choice = pick(&report.moves, self.spec.settings.spread, &mut self.rng);
        }
        report
    }

    /// What a search can prove, otherwise random games. Only moves proven to win are stored, at the root and below: random games may be
    /// wrong.
    fn pipeline<O: Observer>(&mut self, question: &mut Question<'_, P, O>) -> Report<P::Move> {
        let report = self.search_and_pick(question);
        let Question { position, limits, observer, .. } = question;
        for Win { position, mv, plies, .. } in self.search.take_wins() {
            self.keep(&position, Some(Known::win(mv, plies)));
        }
        let is_proven = |rated: &Rated<P::Move>| rated.value().is_some() || rated.score().wdl() == Some(Wdl::Win);
        if report.moves.iter().any(|rated| Some(rated.mv) == report.choice && is_proven(rated)) {
            self.keep(position, Known::of(&report, &self.spec));
            return report;
        }
        let time = limits.time.map(|time| time.saturating_sub(report.time));
        let left = Limits { depth: None, nodes: None, time, stop: limits.stop };
        let sampled = monte_carlo(*position, self.playouts(), &left, *observer);
        // A move that the search has proven to lose is excluded, however lucky its random games were.
        let is_lost = |mv| {
            let loss = |rated: &&Rated<P::Move>| rated.mv == mv && rated.score().wdl() == Some(Wdl::Loss);
            report.moves.iter().any(|rated| loss(&rated))
        };
        let best = sampled.moves.iter().copied().find(|rated| !is_lost(rated.mv));
        let choice = best.map(|best| best.mv).or(sampled.choice);
        let (nodes, time) = (report.nodes + sampled.nodes, report.time + sampled.time);
        Report { choice, nodes, time, stored_hits: report.stored_hits, ..sampled }
    }
}

/// Nothing found out: chance decides.
fn any_move<P: Position>(position: &P) -> Report<P::Move> {
    let stop = if position.ending().is_some() { Stop::Solved } else { Stop::Done };
    Report::new(Vec::new(), Source::Chance, stop)
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
    use std::sync::Arc;

    use super::*;
    use crate::score::Score;
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
            let ground = if depth == 0 { Ground::Games } else { Ground::Heuristic { plies: depth } };
            memory.keep(&position, Known::recalled(best, Score::estimate(50), ground));
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

    type Kept = (ConnectFour, Known<crate::connect_four::Column>);

    /// Stores whatever a player hands over.
    #[derive(Clone, Default)]
    struct Shown(Arc<std::sync::Mutex<Vec<Kept>>>);

    impl Shown {
        /// What was found about a position, and below it.
        fn split(&self, root: &ConnectFour) -> [Vec<Known<crate::connect_four::Column>>; 2] {
            let kept = self.0.lock().unwrap();
            let part = |is_root| kept.iter().filter(|(at, _)| (at == root) == is_root).map(|it| it.1).collect();
            [part(true), part(false)]
        }
    }

    impl Database<ConnectFour> for Shown {
        fn best_move(&self, _: &ConnectFour) -> Option<Known<crate::connect_four::Column>> {
            None
        }

        fn keep(&mut self, position: &ConnectFour, known: Known<crate::connect_four::Column>) {
            self.0.lock().unwrap().push((*position, known));
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
            let [known, below] = shown.split(&ConnectFour::new());
            assert_eq!(known.len(), kept, "{spec}");
            assert!(known.iter().all(|known| !known.is_exact() && known.depth() == 0), "{spec}: {known:?}");
            // Below the root only proven wins are kept, by those who look for them.
            assert!(below.iter().all(|known| known.is_exact() && known.is_won()), "{spec}: {below:?}");
            assert_eq!(below.is_empty(), spec != "v1", "{spec}");
        }
        // Nor by anyone else who asks what is worth storing of a report, as a job that fills the database does.
        for (spec, worth_storing) in
            [("v1:depth=2,playouts=20", false), ("v4:depth=1,playouts=5", false), ("v2:depth=1,playouts=5", true)]
        {
            let mut player = player::<ConnectFour>(spec, 1);
            let report = player.think(&ConnectFour::new(), Scored::Best, &Limits::default(), &mut Silent);
            assert_eq!(Known::of(&report, player.spec()).is_some(), worth_storing, "{spec}");
        }
        // Proven values are stored as proven, whatever their source.
        let shown = Shown::default();
        let mut player = player::<ConnectFour>("negamax-mc:playouts=5", 1).with_database(Box::new(shown.clone()));
        player.think(&"112233".parse().unwrap(), Scored::Best, &Limits::default(), &mut Silent);
        assert!(shown.0.lock().unwrap()[0].1.is_won());
    }

    /// The other side threatens two cells one above the other, so most of its replies win.
    #[test]
    fn wins_proven_below_the_root_are_kept_and_answer_later_without_a_search() {
        let root: ConnectFour = "4455".parse().unwrap();
        let limits = Limits::default();
        let mut pipeline = player::<ConnectFour>("pipeline:depth=7,playouts=20", 1);
        let shown = Shown::default();
        player::<ConnectFour>("pipeline:depth=7,playouts=20", 1).with_database(Box::new(shown.clone())).think(
            &root,
            Scored::Best,
            &limits,
            &mut Silent,
        );
        pipeline.think(&root, Scored::Best, &limits, &mut Silent);
        let kept = shown.0.lock().unwrap().clone();
        assert!(kept.len() > 10 && kept.len() <= MOST_WINS + 1, "{}", kept.len());
        let mut plain = AlphaBeta::new(crate::search::ExactOnly, Settings::FULL);
        for (position, known) in &kept {
            // No shorter win, and the move keeps it: a search of its own says the same.
            let truth = plain.search(position, Scored::All, &Limits::depth(7), &mut Silent);
            assert_eq!(truth.score(), Some(known.best().score()), "{position}");
            assert!(truth.best_moves().any(|mv| mv == known.best().mv), "{position}");
            let again = pipeline.think(position, Scored::Best, &limits, &mut Silent);
            assert_eq!((again.source, again.nodes), (Source::Database { plies: None }, 0), "{position}");
            assert_eq!(again.score(), truth.score());
        }
    }

    /// What it found once it uses again, at the root and one move earlier, but nobody who judges otherwise does.
    #[test]
    fn v2_uses_its_own_values_and_a_search_by_heuristic_never_does() {
        let (parent, child): (ConnectFour, ConnectFour) = ("17".parse().unwrap(), "172".parse().unwrap());
        let think = |player: &mut Player<ConnectFour>, position: &ConnectFour, depth| {
            player.think(position, Scored::Best, &Limits::depth(depth), &mut Silent)
        };
        let mut v2 = player::<ConnectFour>("v2:playouts=5", 1);
        let first = think(&mut v2, &child, 2);
        assert_eq!((first.source, first.stored_hits), (Source::Sampled { plies: 2 }, 0));
        let again = think(&mut v2, &child, 2);
        assert_eq!((again.source, again.nodes, again.score()), (Source::Database { plies: Some(0) }, 0, first.score()));
        assert_eq!(think(&mut v2, &child, 3).source, Source::Sampled { plies: 3 }, "it has to look further");
        let mut memory = Memory::default();
        let known = Known::of(&first, v2.spec()).unwrap();
        assert_eq!(known.ground(), Ground::Sampled { plies: 2, games: 5 });
        memory.keep(&child, known);
        let mut fresh = player::<ConnectFour>("v2:playouts=5,table=off", 1);
        let without = think(&mut fresh, &parent, 3);
        let mut helped = player::<ConnectFour>("v2:playouts=5,table=off", 1).with_database(Box::new(memory));
        let with = think(&mut helped, &parent, 3);
        assert_eq!((with.stored_hits, with.score()), (1, without.score()));
        assert!(with.nodes < without.nodes, "{} {}", with.nodes, without.nodes);
        for other in ["alpha-beta", "alpha-beta:eval=exact", "v2:playouts=6", "pipeline:playouts=5", "mcts:playouts=50"]
        {
            // Each time without what it finds itself.
            let think = |position, depth| {
                let mut memory = Memory::default();
                memory.keep(&child, known);
                think(&mut player::<ConnectFour>(other, 1).with_database(Box::new(memory)), position, depth)
            };
            assert!(!matches!(think(&child, 2).source, Source::Database { .. }), "{other}");
            assert_eq!(think(&parent, 3).stored_hits, 0, "{other}");
        }
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
