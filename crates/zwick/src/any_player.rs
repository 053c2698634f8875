//! A player of whichever game is chosen at run time.

use crate::any::{AnyMove, AnyPosition, Game};
use crate::player::{Database, Known, Player};
use crate::search::{Heuristic, Limits, Observer, Report, Scored};
use crate::spec::Spec;
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
        Self { game, spec, thinker: AnyPosition::start(game).thinker(spec, seed) }
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
