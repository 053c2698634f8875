//! Negamax over random games with the scores that the original of the player `v4` printed.
//!
//! After the given number of plies random games are played, and a position is worth 10 times the share of them that the player who moved
//! last has not lost: a drawn game counts as much as a won one. A game won on the way counts 20, a drawn one 10. Scores are whole numbers,
//! and every move is searched: no pruning, no table, one round.
//!
//! At every depth the maximum of the negated scores is taken, though they belong to the player who has just moved: it expects an answer
//! that suits itself, which makes it weak. Both rules are inferred, not read off the original: its one printed array of scores,
//! `[4, -10, 4, -10, -10, 9, 4]`, contradicts plain negamax, which gives -20 for the three columns that lose at once. Of the few variants
//! tried, with and without draws, only this one came out within a point of it.

use super::limits::{Clock, Limits, Stop};
use super::log::{Event, Observer, tell_scores, tell_stop};
use super::monte_carlo::{Playouts, playout, result_for};
use super::report::Report;
use super::transpositions::mix;
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
    let mut best = i32::MIN;
    for mv in position.legal_moves() {
        let Some(points) = search.play(position, mv, plies, 0) else { break };
        if points > best {
            best = points;
            search.notice(|| Event::Best { ply: 0, mv: &mv, score: score_of(points) });
        }
        moves.push(Rated::searched(mv, score_of(points), Bound::Exact, false, source));
        search.must_finish = false;
    }
    moves.sort_by_key(|rated| std::cmp::Reverse(rated.score()));
    tell_scores(observer, &moves);
    let stop = clock.stopped().unwrap_or(Stop::Done);
    tell_stop(observer, stop);
    Report { nodes: clock.nodes(), time: clock.elapsed(), ..Report::new(moves, source, stop) }
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
    /// What a move is worth to the player who makes it, or `None` if the search was stopped.
    fn play<P: Position>(&mut self, position: &P, mv: P::Move, plies: u32, ply: u32) -> Option<i32> {
        self.notice(|| Event::Enter { ply, mv: &mv, depth: plies - 1, alpha: Score::MIN, beta: Score::MAX });
        self.points(&position.after(mv), plies - 1, ply + 1)
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
            None => return self.highest(position, plies, ply),
        };
        // Events have the score for the side to move.
        self.notice(|| Event::Leaf { ply, score: score_of(-leaf) });
        Some(leaf)
    }

    /// The highest of the negated scores after each move.
    fn highest<P: Position>(&mut self, position: &P, plies: u32, ply: u32) -> Option<i32> {
        let mut best = i32::MIN;
        for mv in position.legal_moves() {
            let points = -self.play(position, mv, plies, ply)?;
            if points > best {
                best = points;
                self.notice(|| Event::Best { ply, mv: &mv, score: score_of(points) });
            }
        }
        Some(best)
    }

    /// Ten times the share of random games that the player who moved last has not lost.
    fn sampled<P: Position>(&self, position: &P) -> i32 {
        let mut rng = fastrand::Rng::with_seed(self.playouts.seed ^ mix(position.key()));
        let games = (0..self.playouts.games).map(|_| playout(position, self.playouts.plies, &mut rng));
        let held = games.filter(|&outcome| result_for(!position.turn(), outcome) >= 0).count();
        10 * held as i32 / self.playouts.games.max(1) as i32
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
            assert_eq!((scores[0].0.as_str(), scores.len()), ("6", 4), "{scores:?}");
            assert!(of("6").is_some_and(|points| (7..=10).contains(&points)), "{scores:?}");
            assert!(
                ["1", "3", "7"].map(of).into_iter().flatten().all(|points| (2..=5).contains(&points)),
                "{scores:?}"
            );
        }
    }

    #[test]
    fn a_won_game_counts_twenty_and_a_drawn_one_ten() {
        let wins: ConnectFour = "112233".parse().unwrap();
        assert_eq!(scores(&wins, 1)[0], ("4".to_owned(), 20));
        // The last cell of a board on which nobody has four in a line.
        let last: ConnectFour = "121212212121343434434343565656656565777777"[..41].parse().unwrap();
        assert_eq!(scores(&last, 1), [("7".to_owned(), 10)]);
    }

    #[test]
    fn however_little_time_there_is_one_move_is_scored() {
        let stop = std::sync::atomic::AtomicBool::new(true);
        let limits = Limits { stop: Some(&stop), ..Limits::default() };
        let report = negamax(&ConnectFour::<7, 6>::new(), 3, Playouts::new(100, 1), &limits, &mut Silent);
        assert_eq!((report.moves.len(), report.stop), (1, Stop::Asked));
    }
}
