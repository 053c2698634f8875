//! Textbook minimax: every move, every reply, no pruning. The reference for everything faster.

use crate::game::{Acyclic, Outcome, Position};
use crate::value::Value;

use super::evaluator::Evaluator;
use crate::score::Score;

/// The score of a position at this depth, evaluated by `evaluator` at the leaves.
pub fn minimax<P: Position>(position: &P, depth: u32, evaluator: &impl Evaluator<P>) -> Score {
    match finished(position) {
        Some(score) => score,
        None if depth == 0 => Score::estimate(evaluator.points(position)),
        None => minimax_moves(position, depth, evaluator)
            .into_iter()
            .map(|(_, score)| score)
            .max()
            .expect("an unfinished game has a move"),
    }
}

/// The score of each legal move at this depth, which includes the move itself.
pub fn minimax_moves<P: Position>(position: &P, depth: u32, evaluator: &impl Evaluator<P>) -> Vec<(P::Move, Score)> {
    let score = |mv| minimax(&position.after(mv), depth.saturating_sub(1), evaluator).one_ply_earlier();
    position.legal_moves().map(|mv| (mv, score(mv))).collect()
}

/// The exact value of a position, by playing out everything to the end.
///
/// Only a game without cycles is guaranteed to end:
///
/// ```compile_fail
/// zwick::search::solve(&zwick::Morris::<zwick::morris::Standard>::new());
/// ```
pub fn solve<P: Acyclic>(position: &P) -> Value {
    match position.outcome() {
        Some(Outcome::Draw) => Value::DRAW,
        Some(Outcome::Win(side)) if side == position.turn() => unreachable!("the side that has won is not to move"),
        Some(Outcome::Win(_)) => Value::loss_in(0),
        None => {
            let values = position.legal_moves().map(|mv| solve(&position.after(mv)).one_ply_earlier());
            values.max().expect("an unfinished game has a move")
        }
    }
}

/// The score of a finished game.
pub(super) fn finished<P: Position>(position: &P) -> Option<Score> {
    position.outcome().map(|outcome| match outcome {
        Outcome::Draw => Score::EVEN,
        Outcome::Win(side) if side == position.turn() => Score::win_in(0),
        Outcome::Win(_) => Score::loss_in(0),
    })
}
