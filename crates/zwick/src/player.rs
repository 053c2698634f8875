//! Whoever can move: random, ten levels, every algorithm with its settings, and the five systems this one grew from.
//!
//! A player is written as its name, then its settings where they differ from the usual ones:
//! `alpha-beta:depth=10,threads=2`. See [`Spec`].
//!
//! Levels are alpha-beta searches that may look only so far, and then do not always take the best move: the less a move is
//! worth, the less likely it is chosen, and the higher the level, the steeper. From level 3 on a proven win is never missed
//! and a proven loss never chosen while there is anything else.

use std::collections::HashMap;
use std::time::Duration;

use crate::analysis::Source;
use crate::game::Position;
use crate::search::{
    AlphaBeta, AnyEvaluation, Bound, Event, Heuristic, Limits, Observer, Playouts, Rated, Report, Scored, Settings,
    Stop, mcts, monte_carlo,
};
use crate::spec::{Judge, Name, Spec};
use crate::symmetry::Classified;
use crate::value::{Value, Wdl};

/// Best moves found earlier, to be played again without a search.
pub trait Database<P: Position>: Send {
    /// The best move known, with the score and the depth of the search that found it.
    fn best_move(&self, position: &P) -> Option<Known<P::Move>>;

    /// Keeps a best move.
    fn keep(&mut self, position: &P, known: Known<P::Move>);
}

/// A move a database knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known<M> {
    /// The move with its score.
    pub best: Rated<M>,
    /// How many plies the search looked ahead; 0 for random games.
    pub depth: u32,
}

impl<M: Copy> Known<M> {
    /// What is worth keeping of a report: its best move, unless it was stopped before it could tell.
    pub fn of(report: &Report<M>) -> Option<Self> {
        let depth = match report.source {
            Source::Depth(depth @ 1..) => depth,
            Source::Playouts(1..) | Source::Book | Source::Solver | Source::Tablebase => 0,
            _ => return None,
        };
        let best = *report.moves.first().filter(|best| best.bound == Bound::Exact && report.stop != Stop::Asked)?;
        // A proven result whose distance nobody knows would pass for the latest one there is.
        let has_distance = best.score.plies().is_none_or(|plies| plies + 1 < u32::from(Value::MAX_PLIES));
        has_distance.then_some(Self { best, depth })
    }

    /// Whether no deeper search can change it.
    pub fn is_exact(&self) -> bool {
        self.best.value().is_some()
    }
}

/// A database that lasts as long as the player: one entry for all symmetric images of a position.
#[derive(Debug, Default)]
pub struct Memory {
    /// By the key of the representative: the key of that after the best move, and what is known of it.
    known: HashMap<u64, (u64, Known<()>)>,
}

impl<P: Classified> Database<P> for Memory {
    fn best_move(&self, position: &P) -> Option<Known<P::Move>> {
        let (after, known) = self.known.get(&position.representative().key())?;
        let mv = position.legal_moves().find(|&mv| position.after(mv).representative().key() == *after)?;
        Some(Known { best: known.best.with_move(mv), depth: known.depth })
    }

    fn keep(&mut self, position: &P, known: Known<P::Move>) {
        let after = position.after(known.best.mv).representative().key();
        let known = Known { best: known.best.with_move(()), depth: known.depth };
        self.known.insert(position.representative().key(), (after, known));
    }
}

/// A player of one game, with all it remembers from move to move.
pub struct Player<P: Position> {
    spec: Spec,
    rng: fastrand::Rng,
    search: AlphaBeta<P, AnyEvaluation>,
    database: Option<Box<dyn Database<P>>>,
}

impl<P> Player<P>
where
    P: Heuristic + Classified<Move: Send + Sync> + Send + Sync + 'static,
{
    /// A player; the same seed gives the same moves, unless time or several threads decide.
    pub fn new(spec: Spec, seed: u64) -> Self {
        let settings = spec.settings;
        let evaluation = match settings.judge {
            Judge::Exact => AnyEvaluation::ExactOnly,
            Judge::Heuristic => AnyEvaluation::Heuristic,
            Judge::Playouts => AnyEvaluation::Playouts(Playouts::new(settings.playouts, seed)),
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
        Self { spec, rng: fastrand::Rng::with_seed(seed), search: AlphaBeta::new(evaluation, switches), database }
    }

    /// The same player with this database to look into before it searches.
    #[must_use]
    pub fn with_database(mut self, database: Box<dyn Database<P>>) -> Self {
        self.set_database(database);
        self
    }

    pub(crate) fn set_database(&mut self, database: Box<dyn Database<P>>) {
        self.database = Some(database);
    }

    /// Who this is.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// How it expects the game to go on, at most so many moves; see [`AlphaBeta::line`].
    pub fn line(&self, position: &P, most_moves: usize) -> Vec<P::Move> {
        self.search.line(position, most_moves)
    }

    /// How many of a thousand entries of its table are in use; none without a table.
    pub fn table_use(&self) -> Option<u32> {
        self.search.table_use()
    }

    /// Thinks about a position within its own limits and these, and chooses a move; moves of equal worth vary.
    ///
    /// `scored` tells which moves are to be scored exactly, besides those that have a chance to be chosen.
    pub fn think<O: Observer>(
        &mut self,
        position: &P,
        scored: Scored,
        limits: &Limits<'_>,
        observer: &mut O,
    ) -> Report<P::Move> {
        let scored = scored.or_within(self.margin());
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

    /// The answer of the database, if it is exact or from as deep a search as this player would make.
    fn remember(&mut self, position: &P, limits: &Limits<'_>) -> Option<Report<P::Move>> {
        let database = self.database.as_ref().filter(|_| self.spec.name != Name::Random)?;
        let known = database.best_move(position).filter(|known| position.is_legal(known.best.mv))?;
        let is_deep_enough = match self.spec.name {
            Name::MonteCarlo | Name::Mcts => true,
            _ => limits.depth.is_some_and(|depth| known.depth >= depth),
        };
        let source = Source::Database((!known.is_exact()).then_some(known.depth));
        let report = Report { moves: vec![known.best], choice: Some(known.best.mv), source, ..self.any_move(position) };
        (known.is_exact() || is_deep_enough).then_some(report)
    }

    /// Thinks without the database, and tells it what was found.
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

    /// Moves that have a chance are those up to four times the spread below the best: e^-4 is 2 %.
    fn margin(&self) -> i32 {
        4 * self.spec.settings.spread
    }

    /// New dice for each move, from those of the player.
    fn playouts(&mut self) -> Playouts {
        Playouts::new(self.spec.settings.playouts, self.rng.u64(..))
    }

    /// Whether the player does not look at all this time.
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
        report.choice = pick(&report.moves, self.spec.settings.spread, &mut self.rng).or(report.choice);
        report
    }

    /// What a search can prove, else random games; they are kept as found at the depth to which nothing could be proven.
    fn pipeline<O: Observer>(
        &mut self,
        position: &P,
        scored: Scored,
        limits: &Limits<'_>,
        observer: &mut O,
    ) -> Report<P::Move> {
        let report = self.search_and_pick(position, scored, limits, observer);
        let Source::Depth(depth) = report.source else { return report };
        let chosen = report.moves.iter().find(|rated| Some(rated.mv) == report.choice && rated.is_final);
        if let Some(&best) = chosen {
            self.keep(position, Some(Known { best, depth }));
            return report;
        }
        let playouts = self.playouts();
        let sampled = monte_carlo(position, playouts, &Limits { depth: None, nodes: None, ..*limits }, observer);
        // A move the search has proven to lose is no choice, however lucky its random games were.
        let is_lost = |mv| {
            let loss = |rated: &&Rated<P::Move>| rated.mv == mv && rated.score.wdl() == Some(Wdl::Loss);
            report.moves.iter().any(|rated| loss(&rated))
        };
        let best = sampled.moves.iter().copied().find(|rated| !is_lost(rated.mv));
        if sampled.stop != Stop::Asked {
            self.keep(position, best.map(|best| Known { best, depth }));
        }
        let choice = best.map(|best| best.mv).or(sampled.choice);
        Report { choice, nodes: report.nodes + sampled.nodes, time: report.time + sampled.time, ..sampled }
    }
}

/// Chooses among scored moves: a proven win at once, a proven loss only if all lose, else the likelier the better.
fn pick<M: Copy>(moves: &[Rated<M>], spread: i32, rng: &mut fastrand::Rng) -> Option<M> {
    let best = moves.first()?.score;
    let weight = |rated: &Rated<M>| match (best.points(), rated.score.points()) {
        _ if rated.bound != Bound::Exact => 0.0,
        _ if rated.score == best => 1.0,
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
    use crate::search::{Score, Silent};
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
                "minimax" | "v2" => "minimax:depth=2".to_owned(),
                "alpha-beta" => "alpha-beta:depth=3".to_owned(),
                "pipeline" | "v1" => "pipeline:depth=3,playouts=20".to_owned(),
                "v5" => "alpha-beta:depth=4".to_owned(),
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
        let rated = |mv, points, bound| Rated { mv, score: Score::estimate(points), bound, is_final: false };
        let moves = [rated(1, 100, Bound::Exact), rated(2, 0, Bound::Exact), rated(3, 100, Bound::AtMost)];
        let mut rng = fastrand::Rng::with_seed(1);
        let mut counts = [0; 4];
        for _ in 0..1000 {
            counts[pick(&moves, 100, &mut rng).unwrap()] += 1;
        }
        assert!(counts[1] > 2 * counts[2] && counts[2] > 200 && counts[3] == 0, "{counts:?}");
        assert!((0..100).all(|_| pick(&moves, 0, &mut rng) == Some(1)));
    }

    #[test]
    fn a_pipeline_remembers_what_it_proved_also_for_the_mirror_image() {
        let mut pipeline = player("pipeline:depth=6,playouts=50", 1);
        let position: ConnectFour = "112233".parse().unwrap();
        let first = pipeline.think(&position, Scored::Best, &Limits::default(), &mut Silent);
        assert_eq!(first.source, Source::Depth(1));
        let mirrored: ConnectFour = "776655".parse().unwrap();
        let again = pipeline.think(&mirrored, Scored::Best, &Limits::default(), &mut Silent);
        assert_eq!((again.source, again.choice.unwrap().to_string().as_str()), (Source::Database(None), "4"));
        let mut think = || pipeline.think(&ConnectFour::new(), Scored::Best, &Limits::default(), &mut Silent);
        let quiet = think();
        assert!(matches!(quiet.source, Source::Playouts(_)));
        let again = think();
        assert_eq!((again.source, again.choice), (Source::Database(Some(6)), quiet.choice));
    }

    #[test]
    fn what_a_database_knows_is_used_if_it_is_deep_enough() {
        let quiet = ConnectFour::new();
        let mut shallow = player::<ConnectFour>("alpha-beta:depth=3", 1).with_database(Box::<Memory>::default());
        let mut think = |depth: u32| {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            shallow.think(&quiet, Scored::Best, &limits, &mut Silent).source
        };
        assert_eq!(think(2), Source::Depth(2));
        assert_eq!(think(2), Source::Database(Some(2)));
        assert_eq!(think(3), Source::Depth(3));
        assert_eq!(think(2), Source::Database(Some(3)));
    }
}
