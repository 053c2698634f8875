//! A player of whichever game is chosen at run time.

use crate::any::{AnyMove, AnyPosition, ForeignPosition, Game};
use crate::player::{Database, Known, Player};
use crate::search::{Heuristic, Limits, Observer, Rated, Report, Silent};
use crate::spec::Spec;
use crate::symmetry::Symmetric;

/// A game that can be chosen at run time and played.
pub(crate) trait Plays:
    Heuristic
    + Symmetric<Move: Send + Sync + Into<AnyMove> + TryFrom<AnyMove>>
    + Send
    + Sync
    + Into<AnyPosition>
    + TryFrom<AnyPosition, Error = ForeignPosition>
    + 'static
{
}

impl<P> Plays for P where
    P: Heuristic
        + Symmetric<Move: Send + Sync + Into<AnyMove> + TryFrom<AnyMove>>
        + Send
        + Sync
        + Into<AnyPosition>
        + TryFrom<AnyPosition, Error = ForeignPosition>
        + 'static
{
}

type AnyReport = Result<Report<AnyMove>, ForeignPosition>;

/// A [`Player`] without the type of its game.
pub(crate) trait Thinker: Send {
    fn choose(&mut self, position: AnyPosition, limits: &Limits<'_>, observer: Option<&mut dyn Observer>) -> AnyReport;
    fn analyse(&mut self, position: AnyPosition, limits: &Limits<'_>, observer: Option<&mut dyn Observer>)
    -> AnyReport;
    fn use_database(&mut self, database: Box<dyn Database<AnyPosition>>);
}

impl<P: Plays> Thinker for Player<P> {
    fn choose(&mut self, position: AnyPosition, limits: &Limits<'_>, observer: Option<&mut dyn Observer>) -> AnyReport {
        let position = P::try_from(position)?;
        let report = match observer {
            None => Player::choose(self, &position, limits, &mut Silent),
            Some(mut observer) => Player::choose(self, &position, limits, &mut observer),
        };
        Ok(report.map(Into::into))
    }

    fn analyse(
        &mut self,
        position: AnyPosition,
        limits: &Limits<'_>,
        observer: Option<&mut dyn Observer>,
    ) -> AnyReport {
        let position = P::try_from(position)?;
        let report = match observer {
            None => Player::analyse(self, &position, limits, &mut Silent),
            Some(mut observer) => Player::analyse(self, &position, limits, &mut observer),
        };
        Ok(report.map(Into::into))
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
        let Rated { score, bound, is_final, .. } = best;
        Some(Known { best: Rated { mv, score, bound, is_final }, depth })
    }

    fn keep(&mut self, position: &P, known: Known<P::Move>) {
        let Rated { mv, score, bound, is_final } = known.best;
        let best = Rated { mv: mv.into(), score, bound, is_final };
        self.0.keep(&position.clone().into(), Known { best, depth: known.depth });
    }
}

/// A player of one game, chosen at run time.
///
/// ```
/// use zwick::{AnyPlayer, AnyPosition, Game, search::Limits};
/// let mut player = AnyPlayer::new(Game::CONNECT_FOUR, "alpha-beta:depth=6".parse()?, 1);
/// let position = AnyPosition::read(Game::CONNECT_FOUR, "112233")?;
/// let report = player.choose(&position, &Limits::default(), None);
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

    /// Thinks about a position and chooses a move; see [`Player::choose`].
    ///
    /// # Panics
    /// If it is a position of another game.
    pub fn choose(
        &mut self,
        position: &AnyPosition,
        limits: &Limits<'_>,
        observer: Option<&mut dyn Observer>,
    ) -> Report<AnyMove> {
        let report = self.thinker.choose(*position, limits, observer);
        report.unwrap_or_else(|_| panic!("expected a position of {}, found one of {}", self.game, position.game()))
    }

    /// The same with every move scored, which takes longer.
    ///
    /// # Panics
    /// If it is a position of another game.
    pub fn analyse(
        &mut self,
        position: &AnyPosition,
        limits: &Limits<'_>,
        observer: Option<&mut dyn Observer>,
    ) -> Report<AnyMove> {
        let report = self.thinker.analyse(*position, limits, observer);
        report.unwrap_or_else(|_| panic!("expected a position of {}, found one of {}", self.game, position.game()))
    }
}
