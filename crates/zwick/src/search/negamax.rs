//! Negamax over random games, scored for the player who made the last move: the search of the player `v4`.
//!
//! After the given number of plies random games are played, and a position is worth 10 times the share that the player who moved last has
//! won. A won game counts 20. A drawn one counts 10, as much as ten wins in ten: that is how the original scores it, so a draw is worth more
//! to it than good chances. Scores are whole numbers, and every move is searched: no pruning, no table, one round.

use super::limits::{Clock, Limits, Stop};
use super::log::{Event, Observer, tell_scores};
use super::monte_carlo::{Playouts, playout, result_for};
use super::report::Report;
use super::table::mix;
use crate::game::{Outcome, Position};
use crate::score::{Bound, Score};
use crate::worth::{Rated, Source};

/// The steps of an estimate that make one point: one random game won in ten.
pub(crate) const ONE: i32 = 1_000;
const WON: i32 = 20;
const DRAWN: i32 = 10;

/// Scores every move by looking this many plies ahead, the move itself included.
///
/// However tight the limits, the first move of an unfinished game is scored.
pub fn negamax<P: Position, O: Observer>(
    position: &P,
    plies: u32,
    playouts: Playouts,
    limits: &Limits<'_>,
    observer: &mut O,
) -> Report<P::Move> {
    let clock = Clock::new(*limits);
    let plies = plies.max(1);
    let source = Source::Sampled { plies };
    let mut search = Negamax { playouts, clock: &clock, observer, must_finish: true };
    let mut moves = Vec::new();
    search.best_of(position, plies, 0, |mv, points| {
        moves.push(Rated::searched(mv, score_of(points), Bound::Exact, false, source));
    });
    moves.sort_by_key(|rated| std::cmp::Reverse(rated.score()));
    tell_scores(observer, &moves);
    let stop = clock.stopped().unwrap_or(Stop::Done);
    if observer.is_active() {
        observer.notice(&Event::Stop { reason: stop });
    }
    Report {
        choice: moves.first().map(|rated| rated.mv),
        moves,
        source,
        nodes: clock.nodes(),
        cut_offs: 0,
        table_hits: 0,
        time: clock.elapsed(),
        stop,
    }
}

fn score_of(points: i32) -> Score {
    Score::estimate(points * ONE)
}

struct Negamax<'a, O> {
    playouts: Playouts,
    clock: &'a Clock<'a>,
    observer: &'a mut O,
    /// Whether the first move of the root is being searched.
    must_finish: bool,
}

impl<O: Observer> Negamax<'_, O> {
    /// The highest score of a move, or `None` if the search was stopped; passes on the score of each.
    fn best_of<P: Position>(
        &mut self,
        position: &P,
        plies: u32,
        ply: u32,
        mut tell: impl FnMut(P::Move, i32),
    ) -> Option<i32> {
        let mut best = None;
        for mv in position.legal_moves() {
            self.notice(|| Event::Enter { ply, mv: &mv, depth: plies - 1, alpha: Score::MIN, beta: Score::MAX });
            let points = self.points(&position.after(mv), plies - 1, ply + 1)?;
            if best.is_none_or(|best| points > best) {
                best = Some(points);
                self.notice(|| Event::Best { ply, mv: &mv, score: score_of(points) });
            }
            tell(mv, points);
            self.must_finish &= ply > 0;
        }
        best
    }

    /// What a position is worth to the player who moved into it.
    fn points<P: Position>(&mut self, position: &P, plies: u32, ply: u32) -> Option<i32> {
        if self.clock.count(1) && !self.must_finish {
            return None;
        }
        let leaf = match position.outcome() {
            // Only the player who has just moved can have won.
            Some(Outcome::Win(_)) => WON,
            Some(Outcome::Draw) => DRAWN,
            None if plies == 0 => self.sampled(position),
            None => return self.best_of(position, plies, ply, |_, _| ()).map(|best| -best),
        };
        // Events have the score for the side to move.
        self.notice(|| Event::Leaf { ply, score: score_of(-leaf) });
        Some(leaf)
    }

    /// Ten times the share of random games that the player who moved last has won.
    fn sampled<P: Position>(&self, position: &P) -> i32 {
        let mut rng = fastrand::Rng::with_seed(self.playouts.seed ^ mix(position.key()));
        let games = (0..self.playouts.games).map(|_| playout(position, self.playouts.plies, &mut rng));
        let won = games.filter(|&outcome| result_for(!position.turn(), outcome) == 1).count();
        10 * won as i32 / self.playouts.games.max(1) as i32
    }

    fn notice<'e>(&mut self, event: impl FnOnce() -> Event<'e>) {
        if self.observer.is_active() {
            self.observer.notice(&event());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ConnectFour;
    use crate::search::Silent;

    fn scores(position: &ConnectFour, seed: u64) -> Vec<(String, i32)> {
        let report = negamax(position, 3, Playouts::new(100, seed), &Limits::default(), &mut Silent);
        let points = |rated: &Rated<_>| rated.score().points().expect("an estimate") / ONE;
        report.moves.iter().map(|rated| (rated.mv.to_string(), points(rated))).collect()
    }

    /// The original prints `[4, -10, 4, -10, -10, 9, 4]` here, with -10 for a full column; 100 random games spread by about one point.
    #[test]
    fn the_example_of_the_original_has_its_scores() {
        let example: ConnectFour = "45544554454533212232322316".parse().unwrap();
        for seed in 0..20 {
            let scores = scores(&example, seed);
            let of = |mv: &str| scores.iter().find(|(other, _)| other == mv).map(|(_, points)| *points);
            assert_eq!(scores[0].0, "6", "{scores:?}");
            assert!(of("6").is_some_and(|points| (7..=10).contains(&points)), "{scores:?}");
            for column in ["1", "3", "7"] {
                assert!(of(column).is_some_and(|points| (2..=6).contains(&points)), "{scores:?}");
            }
            assert_eq!(["2", "4", "5"].map(of), [None; 3]);
        }
    }

    #[test]
    fn a_won_game_counts_twenty_and_a_lost_one_as_much_against() {
        let wins: ConnectFour = "112233".parse().unwrap();
        assert_eq!(scores(&wins, 1)[0], ("4".to_owned(), 20));
        let must_block: ConnectFour = "1122335".parse().unwrap();
        let scores = scores(&must_block, 1);
        assert_eq!(scores[0].0, "4");
        assert!(scores[1..].iter().all(|(_, points)| *points == -20), "{scores:?}");
    }

    #[test]
    fn however_little_time_there_is_one_move_is_scored() {
        let stop = std::sync::atomic::AtomicBool::new(true);
        let limits = Limits { stop: Some(&stop), ..Limits::default() };
        let report = negamax(&ConnectFour::<7, 6>::new(), 3, Playouts::new(100, 1), &limits, &mut Silent);
        assert_eq!((report.moves.len(), report.stop), (1, Stop::Asked));
    }
}
