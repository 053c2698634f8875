//! Random games: as a way to choose a move, and as a way to judge a position.
//!
//! From each position some number of games is played to the end with random moves; who wins more of them probably stands
//! better. It needs no knowledge of the game at all, and sees no trap.

use super::evaluation::Evaluation;
use super::limits::{Clock, Limits, Stop};
use super::log::{Event, Observer, tell_scores};
use super::minimax::finished;
use super::report::{Rated, Report};
use super::score::Score;
use super::table::{Bound, mix};
use crate::analysis::Source;
use crate::game::{Outcome, Position, Side};
use crate::symmetry::Classified;

/// How random games are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Playouts {
    /// How many games.
    pub games: u32,
    /// A game longer than this is drawn.
    pub plies: u32,
    /// Same seed, same games.
    pub seed: u64,
}

/// The mean of games that are all won.
const WON: i64 = 100_000;

impl Playouts {
    /// So many games with the usual limit of 200 plies, which no game of Connect Four and few random games of morris reach.
    pub const fn new(games: u32, seed: u64) -> Self {
        Self { games, plies: 200, seed }
    }
}

/// Plays random moves to the end; none if the game is longer than `plies`.
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
/// The dice follow from the seed and the position, so that the same position is always judged alike; the games begin from
/// the representative, so that symmetric positions are.
impl<P: Classified> Evaluation<P> for Playouts {
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
}

/// Games a move gets before the next has its turn, so that a stopped search has treated all alike.
const TURN: u32 = 64;

/// Plays random games after each legal move and prefers the move with the best mean; a move that ends the game is exact.
pub fn monte_carlo<P: Position, O: Observer>(
    position: &P,
    playouts: Playouts,
    limits: &Limits<'_>,
    observer: &mut O,
) -> Report<P::Move> {
    let clock = Clock::new(*limits);
    let mut rng = fastrand::Rng::with_seed(playouts.seed ^ mix(position.key()));
    let moves: Vec<(P::Move, P)> = position.legal_moves().map(|mv| (mv, position.after(mv))).collect();
    let mut sums = vec![(0, 0); moves.len()];
    let mut played = 0;
    'games: while played < playouts.games {
        let turn = TURN.min(playouts.games - played);
        for ((_, after), (sum, games)) in moves.iter().zip(&mut sums) {
            let results = (0..turn).map(|_| playout(after, playouts.plies, &mut rng));
            *sum += results.map(|outcome| result_for(position.turn(), outcome)).sum::<i64>();
            *games += i64::from(turn);
            if clock.count(u64::from(turn)) {
                break 'games;
            }
        }
        played += turn;
    }
    let mut rated: Vec<Rated<P::Move>> = moves
        .iter()
        .zip(&sums)
        .filter(|(_, (_, games))| *games > 0)
        .map(|((mv, after), (sum, games))| {
            let exact = finished(after).map(Score::one_ply_earlier);
            let score = exact.unwrap_or_else(|| Score::estimate((sum * WON / games) as i32));
            Rated { mv: *mv, score, bound: Bound::Exact, is_final: exact.is_some() }
        })
        .collect();
    rated.sort_by_key(|rated| std::cmp::Reverse(rated.score));
    tell_scores(observer, &rated);
    let stop = clock.stopped().unwrap_or(Stop::Done);
    if observer.is_active() {
        observer.notice(&Event::Stop { reason: stop });
    }
    Report {
        choice: rated.first().map(|rated| rated.mv),
        moves: rated,
        source: Source::Playouts(clock.nodes()),
        nodes: clock.nodes(),
        cut_offs: 0,
        table_hits: 0,
        time: clock.elapsed(),
        stop,
    }
}
