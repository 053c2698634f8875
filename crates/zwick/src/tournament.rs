//! Matches between players: games with draw rules, alternating sides, and what the results say about their strength.
//!
//! ```
//! use zwick::search::Limits;
//! use zwick::tournament::{Match, Standing};
//! use zwick::{ConnectFour, DrawRules, Player};
//! let players = ["level 4".parse()?, "random".parse()?];
//! let contest = Match { start: ConnectFour::<5, 4>::new(), players, draws: DrawRules::default(), opening: 2, seed: 1 };
//! let mut standing = Standing::default();
//! for number in 0..10 {
//!     let Ok(record) = contest.play(number, Player::new, &Limits::default());
//!     let ending = record.ending().expect("played to the end");
//!     standing.count(ending.outcome, contest.side_of_first(number, &record));
//! }
//! assert!(standing.share() > 0.8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::convert::Infallible;
use std::fmt::{self, Display};
use std::sync::atomic::Ordering::Relaxed;

use crate::any::{AnyPlayer, AnyPosition, Imperfect, Library};
use crate::game::{Outcome, Position, Side};
use crate::player::Player;
use crate::record::{DrawRules, Record};
use crate::search::{Heuristic, Limits, Scored, Silent};
use crate::spec::Spec;
use crate::symmetry::Classified;

/// What chooses moves in a match: a [`Player`], an [`AnyPlayer`], or a program of your own.
pub trait Contestant<P: Position> {
    /// Why it may refuse to move.
    type Refusal;

    /// Its move in an unfinished game; `None` if it was stopped, which leaves the game unfinished.
    ///
    /// # Errors
    /// Why it refuses to move.
    fn choose(&mut self, position: &P, limits: &Limits<'_>) -> Result<Option<P::Move>, Self::Refusal>;
}

impl<P> Contestant<P> for Player<P>
where
    P: Heuristic + Classified<Move: Send + Sync> + Send + Sync + 'static,
{
    type Refusal = Infallible;

    fn choose(&mut self, position: &P, limits: &Limits<'_>) -> Result<Option<P::Move>, Infallible> {
        Ok(self.think(position, Scored::Best, limits, &mut Silent).choice)
    }
}

impl Contestant<AnyPosition> for AnyPlayer {
    type Refusal = Imperfect;

    fn choose(
        &mut self,
        position: &AnyPosition,
        limits: &Limits<'_>,
    ) -> Result<Option<<AnyPosition as Position>::Move>, Imperfect> {
        match self.think(position, Scored::Best, limits, None) {
            Err(Imperfect::Stopped) => Ok(None),
            report => Ok(report?.choice),
        }
    }
}

/// Two players, a game, and how its games start.
#[derive(Debug, Clone, Copy)]
pub struct Match<P = AnyPosition> {
    /// The position before the random moves.
    pub start: P,
    /// The players.
    pub players: [Spec; 2],
    /// When a game that does not end on the board is drawn.
    pub draws: DrawRules,
    /// Random moves at the start, the same for two games in a row, in which the players swap sides.
    pub opening: u32,
    /// The same seed gives the same games.
    pub seed: u64,
}

impl Match {
    /// Plays the game with this number, as [`play`](Match::play) does; perfect players find exact values through the library.
    ///
    /// # Errors
    /// Why a perfect player has no perfect move.
    pub fn play_with(
        &self,
        number: u64,
        library: &Library,
        limits: &Limits<'_>,
    ) -> Result<Record<AnyPosition>, Imperfect> {
        let player = |spec, seed| AnyPlayer::with_library(self.start.game(), spec, seed, library.clone());
        self.play(number, player, limits)
    }
}

impl<P: Position> Match<P> {
    /// Plays the game with this number, from 0; the first player goes first in those with even numbers. `player` makes a player from its
    /// spec and a seed.
    ///
    /// A game stopped by the limits' flag is left unfinished.
    ///
    /// # Errors
    /// Why a player refused to move.
    ///
    /// # Panics
    /// If a player chooses a move that is not legal.
    pub fn play<C: Contestant<P>>(
        &self,
        number: u64,
        mut player: impl FnMut(Spec, u64) -> C,
        limits: &Limits<'_>,
    ) -> Result<Record<P>, C::Refusal> {
        let mut dice = fastrand::Rng::with_seed(self.seed.wrapping_add(number / 2 * 2));
        let mut record = Record::with_draws(self.opening_position(&mut dice), self.draws);
        let mut seeds = fastrand::Rng::with_seed(self.seed.wrapping_add(number));
        let mut players = self.players.map(|spec| player(spec, seeds.u64(..)));
        let first = self.side_of_first(number, &record);
        while record.ending().is_none() && !limits.stop.is_some_and(|stop| stop.load(Relaxed)) {
            let to_move = usize::from(record.position().turn() != first);
            let Some(mv) = players[to_move].choose(record.position(), limits)? else { break };
            record.play(mv).expect("players choose legal moves in unfinished games");
        }
        Ok(record)
    }

    /// The side that the first player had in the game with this number.
    pub fn side_of_first(&self, number: u64, record: &Record<P>) -> Side {
        let start = record.start().turn();
        if number.is_multiple_of(2) { start } else { !start }
    }

    /// The start after the random moves; an opening that ends the game is drawn again. A game too short for such openings starts without.
    fn opening_position(&self, dice: &mut fastrand::Rng) -> P {
        for _ in 0..1000 {
            let mut position = self.start.clone();
            for _ in 0..self.opening {
                let moves: Vec<_> = position.legal_moves().collect();
                if let Some(mv) = dice.choice(moves) {
                    position = position.after(mv);
                }
            }
            if position.ending().is_none() {
                return position;
            }
        }
        self.start.clone()
    }
}

/// Results of the first player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Standing {
    /// Counts a game; `first` is the side the first player had.
    pub fn count(&mut self, outcome: Outcome, first: Side) {
        match outcome {
            Outcome::Draw => self.draws += 1,
            Outcome::Win(side) if side == first => self.wins += 1,
            Outcome::Win(_) => self.losses += 1,
        }
    }

    /// How many games were counted.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of points, from 0 to 1; a draw is half a point.
    pub fn share(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games().max(1))
    }

    /// By how many Elo points the first player is stronger, with its 95 % confidence interval; infinite if one side won everything.
    pub fn elo(&self) -> Elo {
        let (share, games) = (self.share(), f64::from(self.games().max(1)));
        let square = (f64::from(self.wins) + f64::from(self.draws) / 4.0) / games;
        let error = 1.96 * ((square - share * share).max(0.0) / games).sqrt();
        let elo = |share: f64| match share.clamp(0.0, 1.0) {
            0.0 => f64::NEG_INFINITY,
            1.0 => f64::INFINITY,
            share => -400.0 * (1.0 / share - 1.0).log10(),
        };
        Elo { difference: elo(share), low: elo(share - error), high: elo(share + error) }
    }
}

/// A difference in strength: 400 points more win ten of eleven games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elo {
    /// The most likely difference.
    pub difference: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// `+120 (+80 to +165)`
impl Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.0} ({:+.0} to {:+.0})", self.difference, self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::Game;
    use crate::game::Reason;

    fn standing(game: Game, players: [&str; 2], games: u64) -> Standing {
        let players = players.map(|player| player.parse().unwrap());
        let contest =
            Match { start: AnyPosition::start(game), players, draws: DrawRules::default(), opening: 2, seed: 1 };
        let mut standing = Standing::default();
        for number in 0..games {
            let record = contest.play_with(number, &Library::empty(), &Limits::default()).unwrap();
            let ending = record.ending().expect("played to the end");
            standing.count(ending.outcome, contest.side_of_first(number, &record));
        }
        standing
    }

    #[test]
    fn who_looks_ahead_beats_who_does_not() {
        let board = standing(Game::CONNECT_FOUR, ["level 4", "random"], 40);
        assert!(board.share() > 0.9, "{board:?}");
        let morris = standing(Game::MORRIS, ["level 4", "random"], 10);
        assert!(morris.share() > 0.9, "{morris:?}");
        let tall = standing("connect-four:4x8".parse().unwrap(), ["level 1", "level 4"], 20);
        assert!(tall.share() < 0.3, "{tall:?}");
    }

    #[test]
    fn games_are_the_same_for_the_same_seed_and_sides_change() {
        let contest = Match {
            start: AnyPosition::start(Game::CONNECT_FOUR),
            players: ["level 2".parse().unwrap(), "random".parse().unwrap()],
            draws: DrawRules::default(),
            opening: 3,
            seed: 5,
        };
        let games: Vec<_> =
            (0..2).map(|number| contest.play_with(number, &Library::empty(), &Limits::default()).unwrap()).collect();
        assert_eq!(Ok(&games[0]), contest.play_with(0, &Library::empty(), &Limits::default()).as_ref());
        assert_eq!(games[0].start(), games[1].start());
        assert_ne!(contest.side_of_first(0, &games[0]), contest.side_of_first(1, &games[1]));
    }

    #[test]
    fn the_draw_rules_of_a_match_end_its_games() {
        let players = ["level 3"; 2].map(|player| player.parse().unwrap());
        let start = AnyPosition::read(Game::MORRIS, "WWW1W1W1/BBB1B1B1/8 W 0 0").unwrap();
        let draws = DrawRules { repetition: false, quiet_moves: Some(1) };
        let contest = Match { start, players, draws, opening: 0, seed: 1 };
        let record = contest.play_with(0, &Library::empty(), &Limits::default()).unwrap();
        assert_eq!(record.ending().map(|ending| ending.reason), Some(Reason::QuietMoves));
    }

    #[test]
    fn elo_and_its_error_follow_from_the_results() {
        let even = Standing { wins: 50, draws: 0, losses: 50 }.elo();
        assert!(even.difference.abs() < 1e-9 && (even.low + even.high).abs() < 1e-9);
        assert!((even.high - 69.0).abs() < 2.0, "{even}");
        let ten_of_eleven = Standing { wins: 100, draws: 0, losses: 10 }.elo();
        assert!((ten_of_eleven.difference - 400.0).abs() < 1e-6);
        assert_eq!(Standing { wins: 3, draws: 0, losses: 0 }.elo().difference, f64::INFINITY);
        let drawn = Standing { wins: 0, draws: 9, losses: 0 }.elo();
        assert_eq!(drawn.low, drawn.high);
    }
}
