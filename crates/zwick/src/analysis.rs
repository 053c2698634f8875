//! What a position and each of its moves are worth, how that is known, and what to do with it.
//!
//! Whoever knows values is an [`Oracle`]: a solver, a book, a table, or several of them together. Everyone else asks
//! [`analyze`], and gets the position and all its moves, best first.

use std::cmp::Reverse;
use std::fmt::{self, Display};

use fastrand::Rng;

use crate::game::{Outcome, Position};
use crate::search::{Limits, Rated, Score};
use crate::value::{Value, Wdl};

/// Where an answer comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// The rules: the game is over.
    Rules,
    /// An opening book.
    Book,
    /// A search to the end of the game.
    Solver,
    /// A table of all positions.
    Tablebase,
    /// A search that looked so many plies ahead.
    Depth(u32),
    /// So many random games.
    Playouts(u64),
    /// Something found earlier, by a search of this many plies; none if it is exact.
    Database(Option<u32>),
    /// The dice.
    Chance,
}

impl Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules => f.write_str("rules"),
            Self::Book => f.write_str("book"),
            Self::Solver => f.write_str("solver"),
            Self::Tablebase => f.write_str("tablebase"),
            Self::Depth(depth) => write!(f, "search to depth {depth}"),
            Self::Playouts(number) => write!(f, "{number} playouts"),
            Self::Database(None) => f.write_str("database, exact"),
            Self::Database(Some(0)) => f.write_str("database, from playouts"),
            Self::Database(Some(depth)) => write!(f, "database, from a search to depth {depth}"),
            Self::Chance => f.write_str("chance"),
        }
    }
}

/// What is known of a position, seen from the side to move, or of a move, seen from the side that makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The result and how long it takes, both proven.
    Exact(Value),
    /// The proven result; how long it takes is not known.
    Result(Wdl),
    /// What a search thinks.
    Estimate(Score),
}

impl Verdict {
    /// The value of a finished game; none while it goes on.
    pub fn by_rules<P: Position>(position: &P) -> Option<Self> {
        let value = match position.outcome()? {
            Outcome::Draw => Value::DRAW,
            // In either game only the side that has just moved can have won.
            Outcome::Win(_) => Value::loss_in(0),
        };
        Some(Self::Exact(value))
    }

    /// Won, drawn or lost, if that is proven.
    pub fn wdl(self) -> Option<Wdl> {
        match self {
            Self::Exact(value) => Some(value.wdl()),
            Self::Result(wdl) => Some(wdl),
            Self::Estimate(_) => None,
        }
    }

    /// The result with its distance, if that is proven. A drawn game has none.
    pub fn value(self) -> Option<Value> {
        match self {
            Self::Exact(value) => Some(value),
            Self::Result(Wdl::Draw) => Some(Value::DRAW),
            Self::Result(_) | Self::Estimate(_) => None,
        }
    }

    /// What a move is worth to the player who makes it, when this is the verdict on the position it leads to.
    #[must_use]
    pub fn one_ply_earlier(self) -> Self {
        match self {
            Self::Exact(value) => Self::Exact(value.one_ply_earlier()),
            Self::Result(wdl) => Self::Result(-wdl),
            Self::Estimate(score) => Self::Estimate(score.one_ply_earlier()),
        }
    }

    /// The same as a score, for those who compare verdicts of different kinds: a result without its distance is the latest win
    /// or loss there is.
    pub fn score(self) -> Score {
        const LATEST_WIN: u16 = Value::MAX_PLIES;
        const LATEST_LOSS: u16 = Value::MAX_PLIES - 1;
        match self {
            Self::Exact(value) => Score::exact(value),
            Self::Result(Wdl::Win) => Score::win_in(LATEST_WIN),
            Self::Result(Wdl::Draw) => Score::EVEN,
            Self::Result(Wdl::Loss) => Score::loss_in(LATEST_LOSS),
            Self::Estimate(score) => score,
        }
    }
}

/// What a search found out about a move: proven, or an estimate.
impl<M> From<&Rated<M>> for Verdict {
    fn from(rated: &Rated<M>) -> Self {
        rated.value().map_or(Self::Estimate(rated.score), Self::Exact)
    }
}

impl Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(value) => value.fmt(f),
            Self::Result(wdl) => wdl.fmt(f),
            Self::Estimate(score) => write!(f, "estimate {score}"),
        }
    }
}

/// A verdict and where it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// What is known.
    pub verdict: Verdict,
    /// Where it comes from.
    pub source: Source,
}

impl Answer {
    /// The answer to a finished game; none while it goes on.
    pub fn by_rules<P: Position>(position: &P) -> Option<Self> {
        Verdict::by_rules(position).map(|verdict| Self { verdict, source: Source::Rules })
    }

    /// What a move is worth to the player who makes it, when this is the answer to the position it leads to.
    #[must_use]
    pub fn one_ply_earlier(self) -> Self {
        Self { verdict: self.verdict.one_ply_earlier(), source: self.source }
    }
}

/// A legal move and what it is worth to the side that makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatedMove<M> {
    /// The move.
    pub mv: M,
    /// What it is worth.
    pub answer: Answer,
}

impl<M> RatedMove<M> {
    /// The same answer for another move.
    pub fn with_move<N>(&self, mv: N) -> RatedMove<N> {
        RatedMove { mv, answer: self.answer }
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unanswered {
    /// A limit was met first.
    #[error("stopped before the answer was found")]
    Stopped,
    /// A file that should hold the answer cannot be read.
    #[error("{0}")]
    Damaged(String),
}

/// Someone who knows what positions are worth.
pub trait Oracle<P: Position> {
    /// Why there may be no answer.
    type Error;

    /// What a position is worth to the side to move. Of the limits an oracle keeps the time and the stop flag.
    ///
    /// # Errors
    /// Why there is no answer.
    fn ask(&mut self, position: &P, limits: &Limits<'_>) -> Result<Answer, Self::Error>;

    /// What every legal move is worth, in the order of the moves.
    ///
    /// # Errors
    /// Why there is no answer.
    fn rate_moves(&mut self, position: &P, limits: &Limits<'_>) -> Result<Vec<RatedMove<P::Move>>, Self::Error> {
        let moves: Vec<P::Move> = position.legal_moves().collect();
        let rate = |mv| {
            let after = position.after(mv);
            let answer = match Answer::by_rules(&after) {
                Some(answer) => answer,
                None => self.ask(&after, limits)?,
            };
            Ok(RatedMove { mv, answer: answer.one_ply_earlier() })
        };
        moves.into_iter().map(rate).collect()
    }

    /// The positions visited so far by search.
    fn nodes(&self) -> u64 {
        0
    }

    /// Forgets what earlier questions have brought. Only the time of the next one can tell.
    fn forget(&mut self) {}
}

/// What is known of a position and of all its moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis<M> {
    /// What the position is worth to the side to move.
    pub answer: Answer,
    /// Its moves, best first; none if the game is over.
    pub moves: Vec<RatedMove<M>>,
}

impl<M: Copy> Analysis<M> {
    /// The analysis of a game that goes on, by what its moves are worth.
    pub(crate) fn of(mut moves: Vec<RatedMove<M>>) -> Self {
        moves.sort_by_key(|rated| Reverse(rated.answer.verdict.score()));
        Self { answer: moves[0].answer, moves }
    }

    /// The moves that are worth as much as the position.
    pub fn best_moves(&self) -> impl Iterator<Item = M> {
        self.best().map(|rated| rated.mv)
    }

    fn best(&self) -> impl Iterator<Item = &RatedMove<M>> {
        self.moves.iter().filter(|rated| rated.answer.verdict.score() == self.answer.verdict.score())
    }

    /// The share of moves that give away a better result; nothing is given away where a result is not proven.
    fn share_of_errors(&self) -> f64 {
        let Some(best) = self.answer.verdict.wdl() else { return 0.0 };
        let is_error = |rated: &&RatedMove<M>| rated.answer.verdict.wdl().is_some_and(|wdl| wdl < best);
        self.moves.iter().filter(is_error).count() as f64 / self.moves.len().max(1) as f64
    }

    /// The same analysis with its moves translated.
    pub fn map<N>(self, translate: impl Fn(M) -> N) -> Analysis<N> {
        let moves = self.moves.iter().map(|rated| rated.with_move(translate(rated.mv))).collect();
        Analysis { answer: self.answer, moves }
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
        Some(answer) => Ok(Analysis { answer, moves: Vec::new() }),
        None => Ok(Analysis::of(oracle.rate_moves(position, limits)?)),
    }
}

/// How the game goes on if both sides play their best, at most so many moves. In morris a drawn game need not end.
///
/// # Errors
/// If the oracle has no answer.
pub fn best_line<P: Position, O: Oracle<P>>(
    oracle: &mut O,
    position: &P,
    most_moves: usize,
    limits: &Limits<'_>,
) -> Result<Vec<P::Move>, O::Error> {
    let mut line = Vec::new();
    let mut position = position.clone();
    while line.len() < most_moves && position.ending().is_none() {
        let best = analyze(oracle, &position, limits)?.moves[0].mv;
        line.push(best);
        position.play_unchecked(best);
    }
    Ok(line)
}

/// A move and why it was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// What is known of all moves.
    pub analysis: Analysis<M>,
}

/// The move of a perfect player: the shortest win, the longest resistance; among equal
/// moves of a position that is not won, one that leaves the opponent most ways to go wrong, and among those any.
///
/// A reply goes wrong if it gives away a better result; what counts is the share of such replies.
///
/// # Errors
/// If the oracle has no answer.
///
/// # Panics
/// If the game is over.
pub fn perfect_move<P: Position, O: Oracle<P>>(
    oracle: &mut O,
    position: &P,
    limits: &Limits<'_>,
    rng: &mut Rng,
) -> Result<Choice<P::Move>, O::Error> {
    let analysis = analyze(oracle, position, limits)?;
    let best: Vec<P::Move> = analysis.best_moves().collect();
    let sets_traps = matches!(analysis.answer.verdict.wdl(), Some(Wdl::Draw | Wdl::Loss));
    let candidates = if sets_traps && best.len() > 1 { trickiest(oracle, position, best, limits)? } else { best };
    Ok(Choice { mv: rng.choice(candidates).expect("a game that goes on has moves"), analysis })
}

/// Those of these moves after which most replies are errors.
fn trickiest<P: Position, O: Oracle<P>>(
    oracle: &mut O,
    position: &P,
    moves: Vec<P::Move>,
    limits: &Limits<'_>,
) -> Result<Vec<P::Move>, O::Error> {
    let mut trickiest = Vec::new();
    let mut highest = -1.0;
    for mv in moves {
        let share = analyze(oracle, &position.after(mv), limits)?.share_of_errors();
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

    /// Positions of random games, none of them over.
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
        let best = analyze(&mut oracle(), &mate_in_one, &Limits::default()).unwrap().moves[0];
        assert_eq!(best.answer, Answer { verdict: Verdict::Exact(Value::win_in(1)), source: Source::Rules });
    }

    #[test]
    fn the_best_line_ends_when_the_value_says() {
        let mut oracle = oracle();
        for position in random_positions(2, 100, 4) {
            let value = analyze(&mut oracle, &position, &Limits::default()).unwrap().answer.verdict.value().unwrap();
            let line = best_line(&mut oracle, &position, usize::MAX, &Limits::default()).unwrap();
            let plies = value.plies().unwrap_or(20 - position.men() as u16);
            assert_eq!(line.len(), usize::from(plies), "{position}");
            assert_eq!(best_line(&mut oracle, &position, 2, &Limits::default()).unwrap(), line[..line.len().min(2)]);
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
            let Choice { mv, analysis } = perfect_move(&mut oracle, &position, &Limits::default(), &mut dice).unwrap();
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
            perfect_move(&mut oracle, position, &Limits::default(), &mut Rng::with_seed(seed)).unwrap().mv
        };
        let positions = random_positions(5, 40, 4);
        assert!(positions.iter().any(|position| (1..10).any(|seed| chosen(position, seed) != chosen(position, 0))));
        assert!(positions.iter().all(|position| chosen(position, 5) == chosen(position, 5)));
    }

    #[test]
    fn verdicts_of_all_kinds_are_ordered_as_the_side_to_move_likes_them() {
        let verdicts = [
            Verdict::Exact(Value::loss_in(2)),
            Verdict::Exact(Value::loss_in(40)),
            Verdict::Result(Wdl::Loss),
            Verdict::Estimate(Score::estimate(-300)),
            Verdict::Result(Wdl::Draw),
            Verdict::Estimate(Score::estimate(300)),
            Verdict::Result(Wdl::Win),
            Verdict::Exact(Value::win_in(41)),
            Verdict::Exact(Value::win_in(1)),
        ];
        assert!(verdicts.is_sorted_by(|a, b| a.score() < b.score()));
        for verdict in verdicts {
            assert_eq!(verdict.one_ply_earlier().wdl(), verdict.wdl().map(|wdl| -wdl));
        }
    }
}
