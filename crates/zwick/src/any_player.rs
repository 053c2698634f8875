//! A player of whichever game is chosen at run time.

use std::time::{Duration, Instant};

use crate::analysis::{Choice, Oracle, RatedMove, Source, Unanswered, perfect_move};
use crate::analyst::{Analyst, Library};
use crate::any::{AnyMove, AnyPosition, Game};
use crate::game::Position;
use crate::player::{Database, Known, Player};
use crate::search::{Bound, Event, Heuristic, Limits, Observer, Rated, Report, Scored, Stop};
use crate::spec::{Name, Spec};
use crate::symmetry::Classified;

/// A game that can be chosen at run time and played.
pub(crate) trait Plays:
    Heuristic
    + Classified<Move: Send + Sync + Into<AnyMove> + TryFrom<AnyMove>>
    + Send
    + Sync
    + Into<AnyPosition>
    + TryFrom<AnyPosition>
    + 'static
{
}

impl<P> Plays for P where
    P: Heuristic
        + Classified<Move: Send + Sync + Into<AnyMove> + TryFrom<AnyMove>>
        + Send
        + Sync
        + Into<AnyPosition>
        + TryFrom<AnyPosition>
        + 'static
{
}

/// A [`Player`] without the type of its game.
pub(crate) trait Thinker: Send {
    /// Thinks about a position; none if it is of another game.
    fn think(
        &mut self,
        position: AnyPosition,
        scored: Scored,
        limits: &Limits<'_>,
        observer: Option<&mut dyn Observer>,
    ) -> Option<Report<AnyMove>>;

    fn use_database(&mut self, database: Box<dyn Database<AnyPosition>>);

    /// How the game goes on as far as the last search knows; nothing if it keeps none.
    fn line(&self, _: AnyPosition, _: usize) -> Vec<AnyMove> {
        Vec::new()
    }

    fn table_use(&self) -> Option<u32> {
        None
    }
}

impl<P: Plays> Thinker for Player<P> {
    fn think(
        &mut self,
        position: AnyPosition,
        scored: Scored,
        limits: &Limits<'_>,
        mut observer: Option<&mut dyn Observer>,
    ) -> Option<Report<AnyMove>> {
        let position = P::try_from(position).ok()?;
        Some(Player::think(self, &position, scored, limits, &mut observer).map(Into::into))
    }

    fn use_database(&mut self, database: Box<dyn Database<AnyPosition>>) {
        self.set_database(Box::new(OfAnyGame(database)));
    }

    fn line(&self, position: AnyPosition, most_moves: usize) -> Vec<AnyMove> {
        let line = P::try_from(position).map(|position| Player::line(self, &position, most_moves));
        line.into_iter().flatten().map(Into::into).collect()
    }

    fn table_use(&self) -> Option<u32> {
        Player::table_use(self)
    }
}

/// A database of all games, asked about one.
struct OfAnyGame(Box<dyn Database<AnyPosition>>);

impl<P: Plays> Database<P> for OfAnyGame {
    fn best_move(&self, position: &P) -> Option<Known<P::Move>> {
        let Known { best, depth } = self.0.best_move(&position.clone().into())?;
        let mv = best.mv.try_into().ok()?;
        Some(Known { best: best.with_move(mv), depth })
    }

    fn keep(&mut self, position: &P, known: Known<P::Move>) {
        let best = known.best.with_move(known.best.mv.into());
        self.0.keep(&position.clone().into(), Known { best, depth: known.depth });
    }
}

impl Analyst {
    /// The perfect move. A player has to move: where a table is damaged, a search has to do.
    fn best_choice(
        &mut self,
        position: &AnyPosition,
        limits: &Limits<'_>,
        rng: &mut fastrand::Rng,
    ) -> Option<Choice<AnyMove>> {
        match perfect_move(self, position, limits, rng) {
            Err(Unanswered::Damaged(_)) => {
                let analysis = self.estimate(position, limits);
                let mv = analysis.best_moves().next()?;
                Some(Choice { mv, analysis })
            }
            found => found.ok(),
        }
    }

    /// The move of a perfect player, see [`perfect_move`], and all that was found out about the others; none if the game is over
    /// or this was told to stop.
    pub fn choose(&mut self, position: &AnyPosition, limits: &Limits<'_>, rng: &mut fastrand::Rng) -> Report<AnyMove> {
        let started = Instant::now();
        let nodes = self.nodes();
        let is_over = position.ending().is_some();
        let found = if is_over { None } else { self.best_choice(position, limits, rng) };
        let rated = |rated: &RatedMove<AnyMove>| Rated {
            mv: rated.mv,
            score: rated.answer.verdict.score(),
            bound: Bound::Exact,
            is_final: rated.answer.verdict.wdl().is_some(),
        };
        Report {
            choice: found.as_ref().map(|found| found.mv),
            moves: found.iter().flat_map(|found| found.analysis.moves.iter().map(rated)).collect(),
            source: found.as_ref().map_or(Source::Rules, |found| found.analysis.answer.source),
            nodes: self.nodes() - nodes,
            cut_offs: 0,
            table_hits: 0,
            time: started.elapsed(),
            stop: if found.is_some() || is_over { Stop::Solved } else { Stop::Asked },
        }
    }
}

/// Plays by exact values where they can be had.
struct Perfect {
    analyst: Analyst,
    database: Option<Box<dyn Database<AnyPosition>>>,
    time: Option<Duration>,
    rng: fastrand::Rng,
}

impl Perfect {
    fn new(spec: Spec, seed: u64, library: Library) -> Self {
        let library = Library { threads: spec.settings.threads, ..library };
        let time = spec.settings.time.map(Duration::from_millis);
        Self { analyst: Analyst::new(library), database: None, time, rng: fastrand::Rng::with_seed(seed) }
    }
}

impl Thinker for Perfect {
    fn think(
        &mut self,
        position: AnyPosition,
        _: Scored,
        limits: &Limits<'_>,
        mut observer: Option<&mut dyn Observer>,
    ) -> Option<Report<AnyMove>> {
        let started = Instant::now();
        let limits = limits.and(Limits { time: self.time, ..Limits::default() });
        let known = self.database.as_ref().and_then(|database| database.best_move(&position));
        if let Some(Known { best, .. }) = known.filter(|known| known.is_exact() && position.is_legal(known.best.mv)) {
            return Some(Report {
                moves: vec![best],
                choice: Some(best.mv),
                source: Source::Database(None),
                nodes: 0,
                cut_offs: 0,
                table_hits: 0,
                time: started.elapsed(),
                stop: Stop::Solved,
            });
        }
        let report = self.analyst.choose(&position, &limits, &mut self.rng);
        if let (Some(mv), true) = (&report.choice, observer.is_active()) {
            observer.notice(&Event::Choice { mv });
        }
        if let (Some(database), Some(known)) = (&mut self.database, Known::of(&report)) {
            database.keep(&position, known);
        }
        Some(report)
    }

    fn use_database(&mut self, database: Box<dyn Database<AnyPosition>>) {
        self.database = Some(database);
    }
}

/// A player of one game, chosen at run time.
///
/// ```
/// use zwick::{AnyPlayer, AnyPosition, Game, search::{Limits, Scored}};
/// let mut player = AnyPlayer::new(Game::CONNECT_FOUR, "alpha-beta:depth=6".parse()?, 1);
/// let position = AnyPosition::read(Game::CONNECT_FOUR, "112233")?;
/// let report = player.think(&position, Scored::Best, &Limits::default(), None);
/// assert_eq!(report.choice.map(|mv| mv.to_string()).as_deref(), Some("4"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AnyPlayer {
    game: Game,
    spec: Spec,
    thinker: Box<dyn Thinker>,
}

impl AnyPlayer {
    /// A player; the same seed gives the same moves, unless time or several threads decide.
    pub fn new(game: Game, spec: Spec, seed: u64) -> Self {
        let library = if spec.name == Name::Perfect { Library::default() } else { Library::empty() };
        Self::with_library(game, spec, seed, library)
    }

    /// A player who looks for exact values in this library, if it is one that uses them.
    pub fn with_library(game: Game, spec: Spec, seed: u64, library: Library) -> Self {
        let thinker = match spec.name {
            Name::Perfect => Box::new(Perfect::new(spec, seed, library)),
            _ => AnyPosition::start(game).thinker(spec, seed),
        };
        Self { game, spec, thinker }
    }

    /// The same player with this database to look into before it searches.
    #[must_use]
    pub fn with_database(mut self, database: Box<dyn Database<AnyPosition>>) -> Self {
        self.thinker.use_database(database);
        self
    }

    /// Who this is.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// How it expects the game to go on from a position it has searched or come across, at most so many moves; nothing if it
    /// does not search.
    pub fn line(&self, position: &AnyPosition, most_moves: usize) -> Vec<AnyMove> {
        self.thinker.line(*position, most_moves)
    }

    /// How many of a thousand entries of its table are in use; none if it has no table.
    pub fn table_use(&self) -> Option<u32> {
        self.thinker.table_use()
    }

    /// Thinks about a position and chooses a move; which others are scored exactly besides is up to `scored`.
    ///
    /// # Panics
    /// If it is a position of another game.
    pub fn think(
        &mut self,
        position: &AnyPosition,
        scored: Scored,
        limits: &Limits<'_>,
        observer: Option<&mut dyn Observer>,
    ) -> Report<AnyMove> {
        let report = self.thinker.think(*position, scored, limits, observer);
        report.unwrap_or_else(|| panic!("expected a position of {}, found one of {}", self.game, position.game()))
    }
}
