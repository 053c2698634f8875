//! Random games, for choosing a move and for evaluating a position.
//!
//! From each position a number of games is played to the end with random moves; the side that wins more of them is probably better. This
//! needs no knowledge of the game, and sees no traps.

use super::evaluator::Evaluator;
use super::limits::{Clock, Limits, Stop};
use super::log::{Observer, tell_scores, tell_stop};
use super::minimax::finished;
use super::recall::Ground;
use super::report::Report;
use super::transpositions::mix;
use crate::game::{Outcome, Position, Side};
use crate::score::{Bound, Score};
use crate::symmetry::Classified;
use crate::worth::{Rated, Source};

/// How random games are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Playouts {
    /// How many games.
    pub games: u32,
    /// A longer game counts as a draw.
    pub plies: u32,
    /// The same seed gives the same games.
    pub seed: u64,
    /// Whether only wins count, not losses: then a game drawn is as bad as one lost.
    pub only_wins: bool,
}

/// The mean of games that are all won.
const WON: i64 = Score::ALL_WON as i64;

impl Playouts {
    /// This many games with the default limit of 200 plies, which no game of Connect Four and few random games of morris reach.
    pub const fn new(games: u32, seed: u64) -> Self {
        Self { games, plies: 200, seed, only_wins: false }
    }
}

/// Plays random moves to the end; `None` if the game is longer than `plies`.
pub fn playout<P: Position>(position: &P, plies: u32, rng: &mut fastrand::Rng) -> Option<Outcome> {
    let mut position = position.clone();
    for _ in 0..plies {
        let moves = position.count_moves();
        if moves == 0 {
            return position.outcome();
        }
        let mv = position.legal_moves().nth(rng.usize(..moves as usize)).expect("as many moves as counted");
        position.play_unchecked(mv);
    }
    position.outcome()
}

/// 1 for a game won by `side`, -1 for a lost one, 0 for a drawn or unfinished one.
pub(super) fn result_for(side: Side, outcome: Option<Outcome>) -> i64 {
    match outcome {
        Some(Outcome::Win(winner)) if winner == side => 1,
        Some(Outcome::Win(_)) => -1,
        _ => 0,
    }
}

/// The mean result of random games, from -100000 (all lost) to 100000 (all won).
///
/// The random seed depends on the given seed and the position, so the same position is always evaluated the same; the games start from the
/// representative, so symmetric positions are too.
impl<P: Classified> Evaluator<P> for Playouts {
    fn points(&self, position: &P) -> i32 {
        let position = position.representative();
        let mut rng = fastrand::Rng::with_seed(self.seed ^ mix(position.key()));
        let games = (0..self.games).map(|_| playout(&position, self.plies, &mut rng));
        let sum: i64 = games.map(|outcome| result_for(position.turn(), outcome)).sum();
        (sum * WON / i64::from(self.games.max(1))) as i32
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn samples(&self) -> bool {
        true
    }

    fn ground(&self, plies: u32) -> Option<Ground> {
        Some(Ground::Sampled { plies, games: self.games })
    }
}

/// How random games ended, for one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Won.
    pub wins: u64,
    /// Drawn, or unfinished at the limit.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

impl Tally {
    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of points: a win counts 1, a draw ½; ½ if there was no game.
    pub fn share(&self) -> f64 {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        if self.games() == 0 { 0.5 } else { points / self.games() as f64 }
    }

    /// The 95 % confidence interval of the share: Wilson's interval, which draws only make narrower.
    pub fn confidence(&self) -> (f64, f64) {
        const DEVIATIONS: f64 = 1.96;
        let (games, share) = (self.games() as f64, self.share());
        if games == 0.0 {
            return (0.0, 1.0);
        }
        let square = DEVIATIONS * DEVIATIONS / games;
        let middle = (share + square / 2.0) / (1.0 + square);
        let half = (share * (1.0 - share) * square + square * square / 4.0).sqrt() / (1.0 + square);
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }

    fn count(&mut self, side: Side, outcome: Option<Outcome>) {
        match result_for(side, outcome) {
            1 => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// The share of games won, from 0 to 100000 (all won).
    fn wins_in_all(&self) -> i32 {
        (self.wins as i64 * WON / self.games() as i64) as i32
    }

    /// The mean result, from -100000 (all lost) to 100000 (all won).
    fn mean(&self) -> i32 {
        ((self.wins as i64 - self.losses as i64) * WON / self.games() as i64) as i32
    }
}

/// Games per move before the next move's turn, so that a stopped search has treated all alike.
const TURN: u32 = 64;

/// Random games after each legal move, in turns.
#[derive(Debug)]
pub struct Sampling<P: Position> {
    side: Side,
    playouts: Playouts,
    played: u32,
    rng: fastrand::Rng,
    moves: Vec<(P::Move, P, Tally)>,
}

impl<P: Position> Sampling<P> {
    /// This many games after each move, none of them played yet.
    pub fn new(position: &P, playouts: Playouts) -> Self {
        let moves = position.legal_moves().map(|mv| (mv, position.after(mv), Tally::default())).collect();
        let rng = fastrand::Rng::with_seed(playouts.seed ^ mix(position.key()));
        Self { side: position.turn(), playouts, played: 0, rng, moves }
    }

    /// Plays some games after each move, until all are played or `is_enough` returns true, which is passed the number of games just played;
    /// returns whether there are more to play.
    pub fn turn(&mut self, mut is_enough: impl FnMut(u64) -> bool) -> bool {
        let turn = TURN.min(self.playouts.games - self.played);
        for (_, after, tally) in &mut self.moves {
            for _ in 0..turn {
                tally.count(self.side, playout(after, self.playouts.plies, &mut self.rng));
            }
            if is_enough(u64::from(turn)) {
                return false;
            }
        }
        self.played += turn;
        self.played < self.playouts.games
    }

    /// How the games after each move ended, for the side that makes it.
    pub fn tallies(&self) -> impl Iterator<Item = (P::Move, Tally)> + '_ {
        self.moves.iter().map(|(mv, _, tally)| (*mv, *tally))
    }
}

/// Plays random games after each legal move and prefers the move with the best mean; a move that ends the game is exact.
pub fn monte_carlo<P: Position, O: Observer>(
    position: &P,
    playouts: Playouts,
    limits: &Limits<'_>,
    observer: &mut O,
) -> Report<P::Move> {
    let clock = Clock::new(*limits);
    let mut sampling = Sampling::new(position, playouts);
    while sampling.turn(|games| clock.count(games)) {}
    let source = Source::Playouts { games: clock.nodes() };
    let mut rated: Vec<Rated<P::Move>> = sampling
        .moves
        .iter()
        .filter(|(_, _, tally)| tally.games() > 0)
        .map(|(mv, after, tally)| {
            let exact = finished(after).map(Score::one_ply_earlier);
            let points = if playouts.only_wins { tally.wins_in_all() } else { tally.mean() };
            let score = exact.unwrap_or(Score::estimate(points));
            Rated::searched(*mv, score, Bound::Exact, exact.is_some(), source)
        })
        .collect();
    rated.sort_by_key(|rated| std::cmp::Reverse(rated.score()));
    tell_scores(observer, &rated);
    let stop = clock.stopped().unwrap_or(Stop::Done);
    tell_stop(observer, stop);
    Report { nodes: clock.nodes(), time: clock.elapsed(), ..Report::new(rated, source, stop) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ConnectFour;
    use crate::search::Silent;

    #[test]
    fn shares_and_their_confidence_are_those_of_the_textbook() {
        let tally = Tally { wins: 60, draws: 0, losses: 40 };
        let (low, high) = tally.confidence();
        assert_eq!(tally.share(), 0.6);
        // Wilson's interval of 60 in 100, computed by hand.
        assert!((low - 0.502).abs() < 5e-4 && (high - 0.691).abs() < 5e-4, "{low} {high}");
        assert_eq!(Tally { wins: 1, draws: 2, losses: 1 }.share(), 0.5);
        assert_eq!(Tally::default().confidence(), (0.0, 1.0));
        assert_eq!(Tally { wins: 0, draws: 0, losses: 10 }.confidence().0, 0.0);
    }

    #[test]
    fn if_only_wins_count_neither_losses_nor_draws_do() {
        let lost = Tally { wins: 3, draws: 0, losses: 7 };
        let drawn = Tally { wins: 3, draws: 7, losses: 0 };
        assert_eq!((lost.wins_in_all(), drawn.wins_in_all()), (30_000, 30_000));
        assert!(lost.mean() < drawn.mean());
        let position: ConnectFour = "4435".parse().unwrap();
        let playouts = Playouts { only_wins: true, ..Playouts::new(100, 7) };
        let mut sampling = Sampling::new(&position, playouts);
        while sampling.turn(|_| false) {}
        let report = monte_carlo(&position, playouts, &Limits::default(), &mut Silent);
        for (mv, tally) in sampling.tallies() {
            let rated = report.moves.iter().find(|rated| rated.mv == mv).unwrap();
            assert_eq!(rated.score(), Score::estimate(1000 * tally.wins as i32));
            assert!(tally.losses > 0);
        }
        let most = sampling.tallies().map(|(_, tally)| tally.wins).max().unwrap();
        let chosen = sampling.tallies().find(|(mv, _)| Some(*mv) == report.choice).unwrap().1;
        assert_eq!(chosen.wins, most);
    }

    /// The results of all continuations for the side to move here: 1, 0 or -1.
    fn all_results(position: &ConnectFour<4, 4>, side: Side, results: &mut Vec<i64>) {
        match position.outcome() {
            Some(outcome) => results.push(result_for(side, Some(outcome))),
            None => position.legal_moves().for_each(|mv| all_results(&position.after(mv), side, results)),
        }
    }

    /// However they are played, games from late positions have few results.
    #[test]
    fn a_position_is_worth_the_mean_of_won_drawn_and_lost_games() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut seen = [0; 4];
        for round in 0..3_000 {
            let mut position = ConnectFour::<4, 4>::new();
            for _ in 0..13 {
                let Some(mv) = rng.choice(position.legal_moves().collect::<Vec<_>>()) else { break };
                position = position.after(mv);
            }
            if position.ending().is_some() {
                continue;
            }
            let mut results = Vec::new();
            all_results(&position, position.turn(), &mut results);
            let points = i64::from(Playouts::new(10, round).points(&position));
            let (least, most) = (*results.iter().min().unwrap(), *results.iter().max().unwrap());
            assert!((least * 100_000..=most * 100_000).contains(&points), "{position}: {points} {results:?}");
            // Ten games: each counts a tenth.
            assert_eq!(points % 10_000, 0);
            seen[if least == most { (least + 1) as usize } else { 3 }] += 1;
        }
        assert!(seen.iter().all(|count| *count > 5), "lost, drawn, won, open: {seen:?}");
    }

    #[test]
    fn a_game_beyond_the_limit_of_plies_counts_as_drawn() {
        let morris = crate::Morris::<crate::morris::Standard>::new();
        // Nobody has lost a man before the fifth ply, and nobody has lost before the eighteenth.
        let points = |plies| Evaluator::<crate::Morris>::points(&Playouts { plies, ..Playouts::new(20, 3) }, &morris);
        assert_eq!((points(0), points(17)), (0, 0));
        assert_ne!(points(200), 0);
        // One ply decides it; without that ply nothing is decided.
        let position: ConnectFour = "112233".parse().unwrap();
        let points = |plies| Playouts { plies, ..Playouts::new(700, 3) }.points(&position);
        assert_eq!(points(0), 0);
        assert!((1..100_000).contains(&points(1)), "one move of seven wins: {}", points(1));
    }

    #[test]
    fn turns_add_up_to_the_games_wanted_and_to_the_scores_of_the_search() {
        let (position, playouts): (ConnectFour, _) = ("4435".parse().unwrap(), Playouts::new(100, 7));
        let mut sampling = Sampling::new(&position, playouts);
        assert!(sampling.turn(|_| false));
        assert!(sampling.tallies().all(|(_, tally)| tally.games() == 64));
        assert!(!sampling.turn(|_| false));
        let report = monte_carlo(&position, playouts, &Limits::default(), &mut Silent);
        for (mv, tally) in sampling.tallies() {
            assert_eq!(tally.games(), 100);
            let rated = report.moves.iter().find(|rated| rated.mv == mv).unwrap();
            assert_eq!(rated.score(), Score::estimate(tally.mean()));
        }
    }
}
