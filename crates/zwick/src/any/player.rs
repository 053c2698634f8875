//! A player of any game, chosen at run time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::analyst::Analyst;
use super::game::Game;
use super::moves::AnyMove;
use super::oracle::Library;
use super::perfect::Imperfect;
use super::position::AnyPosition;
use crate::connect_four::ConnectFour;
use crate::database::{Database, Known};
use crate::game::Position;
use crate::morris::{Lasker, Morabaraba, Morris, NoFlying};
use crate::player::Player;
use crate::search::{Event, Heuristic, Limits, Observer, Recall, Report, Scored, Stop};
use crate::spec::{Name, Spec};
use crate::symmetry::Classified;
use crate::worth::Source;

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
    /// Searches a position of its game.
    fn think(
        &mut self,
        position: AnyPosition,
        scored: Scored,
        limits: &Limits<'_>,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Report<AnyMove>, Imperfect>;

    fn use_database(&mut self, database: Box<dyn Database<AnyPosition>>);

    /// The expected continuation from the last search; empty if it keeps none.
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
    ) -> Result<Report<AnyMove>, Imperfect> {
        let game = position.game();
        let Ok(position) = P::try_from(position) else {
            panic!("a position of {game} given to a player of another game")
        };
        Ok(Player::think(self, &position, scored, limits, &mut observer).map(Into::into))
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

impl AnyPosition {
    /// A player for the game of this position.
    ///
    /// The standard games have a search compiled for them. All other boards share one, which calls [`AnyPosition`] for every move and takes
    /// three times as long: compiling a search for each would take minutes.
    fn thinker(&self, spec: Spec, seed: u64) -> Box<dyn Thinker> {
        match self {
            Self::Board7x6(_) => Box::new(Player::<ConnectFour>::new(spec, seed)),
            Self::Standard(_) => Box::new(Player::<Morris>::new(spec, seed)),
            Self::NoFlying(_) => Box::new(Player::<Morris<NoFlying>>::new(spec, seed)),
            Self::Lasker(_) => Box::new(Player::<Morris<Lasker>>::new(spec, seed)),
            Self::Morabaraba(_) => Box::new(Player::<Morris<Morabaraba>>::new(spec, seed)),
            _ => Box::new(Player::<Self>::new(spec, seed)),
        }
    }
}

/// A database of all games, restricted to one.
struct OfAnyGame(Box<dyn Database<AnyPosition>>);

impl<P: Plays> Database<P> for OfAnyGame {
    fn best_move(&self, position: &P) -> Option<Known<P::Move>> {
        let known = self.0.best_move(&position.clone().into())?;
        let mv = known.best().mv.try_into().ok()?;
        Some(known.with_move(mv))
    }

    fn keep(&mut self, position: &P, known: Known<P::Move>) {
        self.0.keep(&position.clone().into(), known.with_move(known.best().mv.into()));
    }

    fn recall(&self, position: &P) -> Option<Arc<Recall>> {
        self.0.recall(&position.clone().into())
    }
}

/// Plays by exact values, or not at all.
struct Perfect {
    spec: Spec,
    analyst: Analyst,
    database: Option<Box<dyn Database<AnyPosition>>>,
    time: Option<Duration>,
    rng: fastrand::Rng,
}

impl Perfect {
    fn new(spec: Spec, seed: u64, library: Library) -> Self {
        let library = Library { threads: spec.settings.search.threads, ..library };
        let time = spec.settings.time.map(Duration::from_millis);
        Self { spec, analyst: Analyst::new(library), database: None, time, rng: fastrand::Rng::with_seed(seed) }
    }
}

impl Thinker for Perfect {
    fn think(
        &mut self,
        position: AnyPosition,
        _: Scored,
        limits: &Limits<'_>,
        mut observer: Option<&mut dyn Observer>,
    ) -> Result<Report<AnyMove>, Imperfect> {
        let started = Instant::now();
        let limits = limits.and(Limits { time: self.time, ..Limits::default() });
        let known = self.database.as_ref().and_then(|database| database.best_move(&position));
        if let Some(known) = known.filter(|known| known.is_exact() && position.is_legal(known.best().mv)) {
            let report = Report::new(vec![known.best()], Source::Database { plies: None }, Stop::Solved);
            return Ok(Report { time: started.elapsed(), ..report });
        }
        let report = self.analyst.choose(&position, &limits, &mut self.rng)?;
        if let (Some(mv), true) = (&report.choice, observer.is_active()) {
            observer.notice(&Event::Choice { mv });
        }
        if let (Some(database), Some(known)) = (&mut self.database, Known::of(&report, &self.spec)) {
            database.keep(&position, known);
        }
        Ok(report)
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
/// let report = player.think(&position, Scored::Best, &Limits::default(), None)?;
/// assert_eq!(report.choice.map(|mv| mv.to_string()).as_deref(), Some("4"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AnyPlayer {
    game: Game,
    spec: Spec,
    thinker: Box<dyn Thinker>,
}

impl AnyPlayer {
    /// A player; the same seed gives the same moves, unless time limits or several threads affect them.
    pub fn new(game: Game, spec: Spec, seed: u64) -> Self {
        let library = if spec.name == Name::Perfect { Library::default() } else { Library::empty() };
        Self::with_library(game, spec, seed, library)
    }

    /// A player that finds exact values through this library, if it uses them.
    pub fn with_library(game: Game, spec: Spec, seed: u64, library: Library) -> Self {
        let thinker = match spec.name {
            Name::Perfect => Box::new(Perfect::new(spec, seed, library)),
            _ => AnyPosition::start(game).thinker(spec, seed),
        };
        Self { game, spec, thinker }
    }

    /// The same player with a database to look in before it searches, and at every node of its search.
    #[must_use]
    pub fn with_database(mut self, database: Box<dyn Database<AnyPosition>>) -> Self {
        self.thinker.use_database(database);
        self
    }

    /// The player's spec.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The expected continuation from a position it has searched or come across, at most this many moves; empty if it does not search.
    pub fn line(&self, position: &AnyPosition, most_moves: usize) -> Vec<AnyMove> {
        self.thinker.line(*position, most_moves)
    }

    /// How many thousandths of its table's entries are in use; `None` if it has no table.
    pub fn table_use(&self) -> Option<u32> {
        self.thinker.table_use()
    }

    /// Searches a position and chooses a move; `scored` says which others are scored exactly.
    ///
    /// # Errors
    /// Only from a perfect player: why it has no perfect move.
    ///
    /// # Panics
    /// If it is a position of another game.
    pub fn think(
        &mut self,
        position: &AnyPosition,
        scored: Scored,
        limits: &Limits<'_>,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Report<AnyMove>, Imperfect> {
        assert_eq!(position.game(), self.game, "expected a position of the player's game");
        self.thinker.think(*position, scored, limits, observer)
    }
}
