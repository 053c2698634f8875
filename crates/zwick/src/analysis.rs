//! Finding the value of a position and each of its moves, and using the answer.
//!
//! A source of values is an [`Oracle`]: a solver, a book, a table, or several of them together. Everything else calls [`analyze`], and gets
//! the position and all its moves, best first.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use fastrand::Rng;

use crate::game::{Acyclic, Outcome, Position};
use crate::non_empty::NonEmpty;
use crate::record::Record;
use crate::score::Score;
use crate::search::{Limits, solve};
use crate::value::{Value, Wdl};
use crate::worth::{Answer, Rated, Source, Verdict};

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unanswered {
    /// A limit was reached first.
    #[error("stopped before the answer was found")]
    Stopped,
    /// A file that should contain the answer cannot be read.
    #[error("{0}")]
    Damaged(String),
}

/// A source of values of positions.
pub trait Oracle<P: Position> {
    /// Why there may be no answer.
    type Error;

    /// The value of a position for the side to move. Of the limits, an oracle respects the time and the stop flag.
    ///
    /// # Errors
    /// Why there is no answer.
    fn ask(&mut self, position: &P, limits: &Limits<'_>) -> Result<Answer, Self::Error>;

    /// The value of every legal move of an unfinished game, in the order of the moves.
    ///
    /// # Errors
    /// Why there is no answer.
    ///
    /// # Panics
    /// If the game is over.
    fn rate_moves(&mut self, position: &P, limits: &Limits<'_>) -> Result<NonEmpty<Rated<P::Move>>, Self::Error> {
        let moves = NonEmpty::moves_of(position).expect("an unfinished game has a move");
        let rate = |mv| {
            let after = position.after(mv);
            let answer = match Answer::by_rules(&after) {
                Some(answer) => answer,
                None => self.ask(&after, limits)?,
            };
            Ok(Rated::new(mv, answer.one_ply_earlier()))
        };
        moves.try_map(rate)
    }

    /// The positions visited so far by search.
    fn nodes(&self) -> u64 {
        0
    }

    /// Clears what earlier calls have learned. This affects only the time of the next one.
    fn forget(&mut self) {}
}

/// The oracle of a small game: it plays out everything to the end, see [`solve`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Exhaustive;

impl<P: Acyclic> Oracle<P> for Exhaustive {
    type Error = Unanswered;

    fn ask(&mut self, position: &P, _: &Limits<'_>) -> Result<Answer, Unanswered> {
        Ok(Answer { verdict: Verdict::Exact(solve(position)), source: Source::Solver })
    }
}

/// The values of a position and of all its moves.
///
/// An analysis of an unfinished game always has at least one move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis<M> {
    answer: Answer,
    /// What is proven at least, while the value itself is not.
    at_least: Option<Value>,
    moves: Vec<Rated<M>>,
}

impl<M: Copy> Analysis<M> {
    /// The analysis of a finished game.
    pub const fn over(answer: Answer) -> Self {
        Self { answer, at_least: None, moves: Vec::new() }
    }

    /// The analysis of an unfinished game, from the values of its moves. While some of them are only estimated, the best proven one is a
    /// lower bound: a win may be shorter, a draw may be won.
    pub fn of(moves: NonEmpty<Rated<M>>) -> Self {
        let moves = moves.sorted_by_key(|rated| Reverse(rated.score()));
        let proven = moves.iter().filter_map(Rated::value).max_by_key(|&value| Score::exact(value));
        let at_least =
            proven.filter(|value| value.wdl() > Wdl::Loss && moves.iter().any(|rated| may_be_better(rated, *value)));
        let first = moves.first().answer;
        let verdict = match (at_least.map(Value::wdl), first.verdict) {
            (Some(Wdl::Win), Verdict::Exact(_)) => Verdict::Result(Wdl::Win),
            (Some(Wdl::Draw), Verdict::Exact(_) | Verdict::Result(_)) => Verdict::Estimate(Score::EVEN),
            (_, verdict) => verdict,
        };
        Self { answer: Answer { verdict, ..first }, at_least, moves: moves.into_vec() }
    }

    /// The value of the position for the side to move.
    pub const fn answer(&self) -> Answer {
        self.answer
    }

    /// What is proven at least, while the value itself is not: a win in so many plies or fewer, or a draw or better.
    pub const fn at_least(&self) -> Option<Value> {
        self.at_least
    }

    /// The score of the best moves.
    pub fn best_score(&self) -> Score {
        self.moves.first().map_or_else(|| self.answer.verdict.score(), Rated::score)
    }

    /// Its moves, best first; none if the game is over.
    pub fn moves(&self) -> &[Rated<M>] {
        &self.moves
    }

    /// The moves with the best value.
    pub fn best_moves(&self) -> impl Iterator<Item = M> {
        let best = self.best_score();
        self.moves.iter().filter(move |rated| rated.score() == best).map(|rated| rated.mv)
    }

    /// The share of moves that give away a better result; unproven results do not count.
    fn share_of_errors(&self) -> f64 {
        let Some(best) = self.answer.verdict.wdl() else { return 0.0 };
        let is_error = |rated: &&Rated<M>| rated.answer.verdict.wdl().is_some_and(|wdl| wdl < best);
        self.moves.iter().filter(is_error).count() as f64 / self.moves.len().max(1) as f64
    }

    /// The same analysis with its moves translated.
    pub fn map<N>(self, translate: impl Fn(M) -> N) -> Analysis<N> {
        let moves = self.moves.iter().map(|rated| rated.with_move(translate(rated.mv))).collect();
        Analysis { answer: self.answer, at_least: self.at_least, moves }
    }
}

/// Whether an estimated move may be worth more than this. One that was searched as deep as a win takes does not win sooner.
fn may_be_better<M>(rated: &Rated<M>, proven: Value) -> bool {
    match (rated.answer.verdict, rated.answer.source) {
        (Verdict::Estimate(_), Source::Depth { plies }) => proven.plies().is_none_or(|end| u32::from(end) > plies),
        (verdict, _) => matches!(verdict, Verdict::Estimate(_)),
    }
}

/// The times of an analysis that gets better while somebody watches: a short round for a first answer, then longer ones until the whole
/// time is used up. An oracle keeps what it learned, so that a round begins where the one before ended.
///
/// ```
/// use std::time::Duration;
/// use zwick::Rounds;
/// let milliseconds: Vec<u128> = Rounds::within(Duration::from_secs(1)).map(|round| round.as_millis()).collect();
/// assert_eq!(milliseconds, [150, 600, 250]);
/// ```
#[derive(Debug, Clone)]
pub struct Rounds {
    left: Duration,
    next: Duration,
    longest: Duration,
}

impl Rounds {
    /// How long the first round takes.
    const FIRST: Duration = Duration::from_millis(150);
    /// How many times as long each further one takes.
    const GROWTH: u32 = 4;

    /// Rounds that take this long together.
    pub const fn within(time: Duration) -> Self {
        Self { left: time, next: Self::FIRST, longest: Duration::MAX }
    }

    /// The same, none of them longer than this.
    #[must_use]
    pub const fn at_most(self, longest: Duration) -> Self {
        Self { longest, ..self }
    }

    /// The time left for further rounds.
    pub const fn left(&self) -> Duration {
        self.left
    }
}

impl Iterator for Rounds {
    type Item = Duration;

    fn next(&mut self) -> Option<Duration> {
        let time = self.next.min(self.left).min(self.longest);
        self.left -= time;
        self.next = self.next.saturating_mul(Self::GROWTH);
        (!time.is_zero()).then_some(time)
    }
}

/// Rates a position and all its moves.
///
/// # Errors
/// If the oracle has no answer.
pub fn analyze<P: Position, O: Oracle<P>>(
    oracle: &mut O,
    position: &P,
    limits: &Limits<'_>,
) -> Result<Analysis<P::Move>, O::Error> {
    match Answer::by_rules(position) {
        Some(answer) => Ok(Analysis::over(answer)),
        None => Ok(Analysis::of(oracle.rate_moves(position, limits)?)),
    }
}

/// The analysis of the last position of a game. One that the players or the draw rules ended has no moves, whatever the board says.
///
/// # Errors
/// If the oracle has no answer.
pub fn analyze_record<P: Position, O: Oracle<P>>(
    oracle: &mut O,
    record: &Record<P>,
    limits: &Limits<'_>,
) -> Result<Analysis<P::Move>, O::Error> {
    let position = record.position();
    match record.ending() {
        Some(ending) if position.ending().is_none() => {
            let value = match ending.outcome {
                Outcome::Draw => Value::DRAW,
                Outcome::Win(side) if side == position.turn() => Value::win_in(1),
                Outcome::Win(_) => Value::loss_in(0),
            };
            Ok(Analysis::over(Answer { verdict: Verdict::Exact(value), source: Source::Rules }))
        }
        _ => analyze(oracle, position, limits),
    }
}

/// The moves of both sides if they play their best, this one first: as far as they are proven within the limits, at most `most_moves` of them.
///
/// In morris a drawn game need not end.
pub fn best_line<P: Position, O: Oracle<P>>(
    oracle: &mut O,
    position: &P,
    first: P::Move,
    most_moves: usize,
    limits: &Limits<'_>,
) -> Vec<P::Move> {
    let started = Instant::now();
    let mut line = Vec::new();
    let mut position = position.clone();
    let mut next = Some(first);
    while let Some(mv) = next.filter(|_| line.len() < most_moves) {
        line.push(mv);
        position.play_unchecked(mv);
        let time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let known = analyze(oracle, &position, &Limits { time, ..*limits }).ok();
        next = known.filter(|known| known.answer.verdict.wdl().is_some()).and_then(|known| known.best_moves().next());
    }
    line
}

/// The move of a perfect player and the values of all moves: the shortest win, the longest resistance; among equal moves of a position that
/// is not won, one that leaves the opponent the most ways to go wrong, and among those a random one.
///
/// A reply goes wrong if it gives away a better result; what counts is the share of such replies. If the oracle does not know the replies,
/// or not in time, any of the best moves is chosen.
///
/// # Errors
/// If the oracle does not know the moves.
///
/// # Panics
/// If the game is over.
pub fn perfect_move<M: Copy, P: Position<Move = M>, O: Oracle<P>>(
    oracle: &mut O,
    position: &P,
    limits: &Limits<'_>,
    rng: &mut Rng,
) -> Result<(M, Analysis<M>), O::Error> {
    let started = Instant::now();
    let analysis = analyze(oracle, position, limits)?;
    let mut candidates: Vec<M> = analysis.best_moves().collect();
    let sets_traps = matches!(analysis.answer.verdict.wdl(), Some(Wdl::Draw | Wdl::Loss));
    if sets_traps && candidates.len() > 1 {
        candidates = trickiest(oracle, position, &candidates, limits, started).unwrap_or(candidates);
    }
    Ok((rng.choice(candidates).expect("an unfinished game has moves"), analysis))
}

/// The moves after which most replies are errors.
fn trickiest<P: Position, O: Oracle<P>>(
    oracle: &mut O,
    position: &P,
    moves: &[P::Move],
    limits: &Limits<'_>,
    started: Instant,
) -> Result<Vec<P::Move>, O::Error> {
    let mut trickiest = Vec::new();
    let mut highest = -1.0;
    for &mv in moves {
        let time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let share = analyze(oracle, &position.after(mv), &Limits { time, ..*limits })?.share_of_errors();
        if share > highest {
            trickiest.clear();
            highest = share;
        }
        if share == highest {
            trickiest.push(mv);
        }
    }
    Ok(trickiest)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::connect_four::{BookThenSolver, ConnectFour, Solver};
    use crate::search::solve;

    type Board = ConnectFour<5, 4>;

    fn oracle() -> BookThenSolver<5, 4> {
        BookThenSolver::new(Vec::new(), Solver::with(1 << 20, 1), Arc::new(|_| ()))
    }

    /// Unfinished positions of random games.
    fn random_positions(seed: u64, count: usize, least_men: u32) -> Vec<Board> {
        let mut dice = Rng::with_seed(seed);
        let mut found = Vec::new();
        while found.len() < count {
            let mut position = Board::new();
            let length = dice.u32(least_men..20);
            while position.ending().is_none() && position.men() < length {
                position = position.after(dice.choice(position.legal_moves().collect::<Vec<_>>()).unwrap());
            }
            if position.ending().is_none() {
                found.push(position);
            }
        }
        found
    }

    #[test]
    fn every_move_is_rated_as_by_naive_solving_best_first() {
        let mut oracle = oracle();
        for position in random_positions(1, 300, 8) {
            let analysis = analyze(&mut oracle, &position, &Limits::default()).unwrap();
            assert_eq!(analysis.answer.verdict, Verdict::Exact(solve(&position)), "{position}");
            assert_eq!(analysis.moves.len(), position.legal_moves().count());
            for rated in &analysis.moves {
                let value = solve(&position.after(rated.mv)).one_ply_earlier();
                assert_eq!(rated.answer.verdict.value(), Some(value), "{position} {}", rated.mv);
            }
            assert!(analysis.moves.is_sorted_by_key(|rated| Reverse(rated.answer.verdict.value())));
            assert!(analysis.best_moves().all(|mv| solve(&position.after(mv)).one_ply_earlier() == solve(&position)));
        }
    }

    #[test]
    fn a_finished_game_is_answered_by_the_rules() {
        let over: Board = "1121314".parse().unwrap();
        let analysis = analyze(&mut oracle(), &over, &Limits::default()).unwrap();
        let expected = Answer { verdict: Verdict::Exact(Value::loss_in(0)), source: Source::Rules };
        assert_eq!((analysis.answer, analysis.moves.len()), (expected, 0));
        let mate_in_one: Board = "112131".parse().unwrap();
        let best = analyze(&mut oracle(), &mate_in_one, &Limits::default()).unwrap().moves()[0];
        assert_eq!(best.answer, Answer { verdict: Verdict::Exact(Value::win_in(1)), source: Source::Rules });
    }

    #[test]
    fn the_best_line_ends_when_the_value_says() {
        let mut oracle = oracle();
        for position in random_positions(2, 100, 4) {
            let value = analyze(&mut oracle, &position, &Limits::default()).unwrap().answer().verdict.value().unwrap();
            let first = analyze(&mut oracle, &position, &Limits::default()).unwrap().best_moves().next().unwrap();
            let line = best_line(&mut oracle, &position, first, usize::MAX, &Limits::default());
            let plies = value.plies().unwrap_or(20 - position.men() as u16);
            assert_eq!(line.len(), usize::from(plies), "{position}");
            let short = best_line(&mut oracle, &position, first, 2, &Limits::default());
            assert_eq!(short, line[..line.len().min(2)]);
        }
    }

    #[test]
    fn a_perfect_player_never_gives_away_anything_and_sets_traps_when_it_cannot_win() {
        let (mut oracle, mut dice) = (oracle(), Rng::with_seed(3));
        let errors_after = |position: &Board, mv| {
            let after = position.after(mv);
            let best = solve(&after).wdl();
            let replies: Vec<_> = after.legal_moves().collect();
            let wrong = replies.iter().filter(|&&reply| -solve(&after.after(reply)).wdl() < best).count();
            wrong as f64 / replies.len().max(1) as f64
        };
        for position in random_positions(4, 150, 10) {
            let (mv, analysis) = perfect_move(&mut oracle, &position, &Limits::default(), &mut dice).unwrap();
            assert!(analysis.best_moves().any(|best| best == mv), "{position}");
            if solve(&position).wdl() != Wdl::Win {
                let most = analysis.best_moves().map(|best| errors_after(&position, best)).fold(0.0, f64::max);
                assert_eq!(errors_after(&position, mv), most, "{position} {mv}");
            }
        }
    }

    #[test]
    fn equal_moves_vary_unless_the_seed_is_the_same() {
        let mut oracle = oracle();
        let mut chosen = |position: &Board, seed| {
            perfect_move(&mut oracle, position, &Limits::default(), &mut Rng::with_seed(seed)).unwrap().0
        };
        let positions = random_positions(5, 40, 4);
        assert!(positions.iter().any(|position| (1..10).any(|seed| chosen(position, seed) != chosen(position, 0))));
        assert!(positions.iter().all(|position| chosen(position, 5) == chosen(position, 5)));
    }
}
