//! A position and its moves with their reasons: their values, and every [`Fact`] about them.
//!
//! ```
//! use zwick::{Analyst, AnyPosition, Game, Library, explain};
//! use zwick::search::Limits;
//! let position = AnyPosition::read(Game::CONNECT_FOUR, "112233")?;
//! let explanation = explain(&mut Analyst::new(Library::default()), &position, &Limits::default())?;
//! let fact = &explanation.facts[0];
//! assert_eq!((fact.kind.name(), fact.moves.as_slice()), ("can-win", ["4".to_owned()].as_slice()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cmp::Reverse;
use std::time::Instant;

use super::analyst::Analyst;
use super::moves::AnyMove;
use super::position::AnyPosition;
use crate::analysis::{Analysis, Unanswered, analyze};
use crate::facts::{Explained, Fact, FactKind};
use crate::game::{Position, Side};
use crate::search::Limits;
use crate::value::{Value, Wdl};
use crate::worth::Rated;

/// A position and its moves, with reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// Their values.
    pub analysis: Analysis<AnyMove>,
    /// The facts about the position.
    pub facts: Vec<Fact>,
    /// The facts about each move, in the order of the analysis.
    pub moves: Vec<Vec<Fact>>,
}

/// Explains a position and its moves. Best replies are included as far as time allows.
///
/// # Errors
/// If the analyst was stopped before it had a result, or its tables are damaged.
pub fn explain(analyst: &mut Analyst, position: &AnyPosition, limits: &Limits<'_>) -> Result<Explanation, Unanswered> {
    let started = Instant::now();
    let analysis = analyze(analyst, position, limits)?;
    let mut moves: Vec<Vec<Fact>> = analysis.moves().iter().map(|rated| position.facts_of(rated.mv)).collect();
    for (rated, facts) in analysis.moves().iter().zip(&mut moves) {
        let time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        if time.is_some_and(|time| time.is_zero()) {
            break;
        }
        let after = position.after(rated.mv);
        if rated.answer.verdict.value().is_some() && after.ending().is_none() {
            facts.extend(best_replies(analyst, &after, &Limits { time, ..*limits }));
        }
    }
    let mut facts = position.facts();
    if !facts.iter().any(|fact| matches!(fact.kind, FactKind::CanWin | FactKind::ForcedWin)) {
        facts.extend(proven_win(position.turn(), &analysis));
    }
    Ok(Explanation { analysis, facts, moves })
}

fn proven_win(side: Side, analysis: &Analysis<AnyMove>) -> Option<Fact> {
    let verdict = analysis.answer().verdict;
    let plies = verdict.value().and_then(Value::plies);
    let fact = Fact { plies, ..Fact::new(FactKind::ProvenWin, side).moves(analysis.best_moves()) };
    (verdict.wdl() == Some(Wdl::Win)).then_some(fact)
}

/// The best replies, if all replies are proven in time.
fn best_replies(analyst: &mut Analyst, after: &AnyPosition, limits: &Limits<'_>) -> Option<Fact> {
    let replies = analyze(analyst, after, limits).ok()?;
    let values: Vec<Value> = replies.moves().iter().map(Rated::value).collect::<Option<_>>()?;
    let value = *values.first()?;
    let mut best: Vec<AnyMove> =
        replies.moves().iter().zip(&values).filter(|(_, of)| **of == value).map(|(rated, _)| rated.mv).collect();
    best.sort_by_cached_key(|&reply| appeal(&after.facts_of(reply)));
    Some(Fact { plies: value.plies(), ..Fact::new(FactKind::Answer, after.turn()).moves(best) })
}

/// Orders moves of the same value as people would, the best first: what a move leaves the other side to do counts most, then what it stops,
/// then what it does.
fn appeal(facts: &[Fact]) -> (usize, Reverse<usize>, Reverse<usize>) {
    let lines =
        |kinds: &[FactKind]| facts.iter().filter(|fact| kinds.contains(&fact.kind)).map(|fact| fact.lines.len()).sum();
    let left = lines(&[FactKind::LetsClose, FactKind::Ignores, FactKind::Gives]);
    let stopped = lines(&[FactKind::PreventsMill, FactKind::Blocks]);
    let done =
        lines(&[FactKind::ClosesMill, FactKind::Fork, FactKind::Threatens, FactKind::Forces, FactKind::MakesThreat]);
    (left, Reverse(stopped), Reverse(done))
}
