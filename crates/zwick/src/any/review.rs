//! A game looked back upon: what each move gave away, and how well each side played.
//!
//! What a move is worth is turned into the share of a point its player can expect: 1 for a win, a half for a draw, 0 for a loss, and
//! for an estimate something in between. A move loses what it is worth less than the best one. The accuracy of a side is what
//! its moves kept on average, in per cent.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::analyst::Analyst;
use super::moves::AnyMove;
use super::position::AnyPosition;
use crate::analysis::{Unanswered, analyze};
use crate::game::{Position, Side};
use crate::record::Record;
use crate::scale::Scale;
use crate::search::Limits;
use crate::value::Wdl;
use crate::worth::{Answer, Verdict};

/// The least time for a position.
const LEAST: Duration = Duration::from_millis(30);
/// With this estimate a side can expect some three quarters of the point; 1.0 is about one man ahead.
const STEEPNESS: f64 = 0.5;

/// A move that was played.
#[derive(Debug, Clone)]
pub struct ReviewedMove {
    /// The position it was played in.
    pub position: AnyPosition,
    /// The move.
    pub mv: AnyMove,
    /// The best moves there were.
    pub best: Vec<AnyMove>,
    /// What the position was worth to the side that moved.
    pub before: Answer,
    /// What the move was worth to it.
    pub after: Answer,
    /// The share of a point it gave away, from 0 to 1.
    pub loss: f64,
}

/// How bad a move was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Mark {
    /// A tenth of a point or more.
    Inaccuracy,
    /// A quarter or more.
    Mistake,
    /// Half a point or more: such as a win given away.
    Blunder,
}

impl ReviewedMove {
    /// How bad it was; none for a good move.
    pub fn mark(&self) -> Option<Mark> {
        match self.loss {
            0.5.. => Some(Mark::Blunder),
            0.25.. => Some(Mark::Mistake),
            0.1.. => Some(Mark::Inaccuracy),
            _ => None,
        }
    }
}

/// What the moves of a side kept on average, from 0 to 100; none if it did not move.
pub fn accuracy(moves: &[ReviewedMove], side: Side) -> Option<f64> {
    let own = moves.iter().filter(|mv| mv.position.turn() == side);
    let (sum, count) = own.fold((0.0, 0), |(sum, count), mv| (sum + 1.0 - mv.loss, count + 1));
    (count > 0).then(|| 100.0 * sum / f64::from(count))
}

/// Judges every move of a game within this time, and some more for very long games.
///
/// # Errors
/// If the analyst was stopped, or found its tables damaged.
pub fn review(
    analyst: &mut Analyst,
    record: &Record<AnyPosition>,
    time: Duration,
    stop: &AtomicBool,
) -> Result<Vec<ReviewedMove>, Unanswered> {
    let plies = u32::try_from(record.moves().len()).unwrap_or(u32::MAX);
    let limits = Limits { time: Some((time / plies.max(1)).max(LEAST)), stop: Some(stop), ..Limits::default() };
    // From the last to the first: what a solver learned about the end helps it with the beginning.
    let played = record.positions().iter().zip(record.moves()).rev();
    let judged = played.map(|(position, &mv)| judge(analyst, position, mv, &limits));
    let mut moves = judged.collect::<Result<Vec<_>, _>>()?;
    moves.reverse();
    Ok(moves)
}

fn judge(
    analyst: &mut Analyst,
    position: &AnyPosition,
    mv: AnyMove,
    limits: &Limits<'_>,
) -> Result<ReviewedMove, Unanswered> {
    let analysis = analyze(analyst, position, limits)?;
    let rated = analysis.moves().iter().find(|rated| rated.mv == mv).ok_or(Unanswered::Stopped)?;
    let (before, after, scale) = (analysis.answer(), rated.answer, Scale::of(position.game()));
    let loss = (expectation(scale, before.verdict) - expectation(scale, after.verdict)).max(0.0);
    Ok(ReviewedMove { position: *position, mv, best: analysis.best_moves().collect(), before, after, loss })
}

/// The share of a point the player can expect.
fn expectation(scale: Scale, verdict: Verdict) -> f64 {
    match (verdict.wdl(), verdict.score().wdl()) {
        (Some(Wdl::Win), _) | (None, Some(Wdl::Win)) => 1.0,
        (Some(Wdl::Loss), _) | (None, Some(Wdl::Loss)) => 0.0,
        (Some(Wdl::Draw), _) => 0.5,
        (None, _) => 1.0 / (1.0 + (-scale.number(verdict.score()).unwrap_or(0.0) / STEEPNESS).exp()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DrawRules, Game, Library};

    #[test]
    fn a_win_given_away_is_a_blunder_and_best_moves_lose_nothing() {
        let record = AnyPosition::read_record(Game::CONNECT_FOUR, "1122336", DrawRules::OFF).unwrap();
        let never = AtomicBool::new(false);
        let moves = review(&mut Analyst::new(Library::default()), &record, Duration::from_secs(20), &never).unwrap();
        let last = moves.last().unwrap();
        assert_eq!((last.mv.to_string(), last.mark()), ("6".to_owned(), Some(Mark::Blunder)));
        assert_eq!(last.best.iter().map(ToString::to_string).collect::<Vec<_>>(), ["4"]);
        assert_eq!(last.loss, 1.0 - expectation(Scale::of(Game::CONNECT_FOUR), last.after.verdict));
        assert!(moves.iter().filter(|mv| mv.best.contains(&mv.mv)).all(|mv| mv.loss == 0.0 && mv.mark().is_none()));
        assert!(accuracy(&moves, Side::First) < accuracy(&moves, Side::Second));
        assert_eq!(accuracy(&[], Side::First), None);
    }
}
