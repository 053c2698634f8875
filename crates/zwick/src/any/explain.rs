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

/// What a move may be for, the clearest first.
const IDEAS: [FactKind; 10] = [
    FactKind::WinsNow,
    FactKind::DoubleThreat,
    FactKind::ThreatAbove,
    FactKind::ForcedWin,
    FactKind::Zugzwang,
    FactKind::MakesDoubleMill,
    FactKind::Fork,
    FactKind::ClosesMill,
    FactKind::MakesThreat,
    FactKind::PreventsMill,
];
/// Lines are followed this many plies up to the move that shows what they are for.
const LONGEST_LINE: usize = 5;

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
        if left(limits, started).time.is_some_and(|time| time.is_zero()) {
            break;
        }
        let after = position.after(rated.mv);
        if rated.answer.verdict.value().is_none() || after.ending().is_some() {
            continue;
        }
        let mut best_of = |position: &AnyPosition| best_moves(analyst, position, &left(limits, started));
        let Some((best, value)) = best_of(&after) else { continue };
        let side = position.turn();
        let is_mistake = rated.answer.verdict.wdl() < analysis.answer().verdict.wdl();
        let is_best_win =
            rated.answer.verdict == analysis.answer().verdict && rated.answer.verdict.wdl() == Some(Wdl::Win);
        if is_mistake && !facts.iter().any(is_refutation) {
            facts.extend(line_to_idea(FactKind::Refutes, !side, after, &best, best_of));
        } else if is_best_win && idea(facts, side).is_none() {
            facts.extend(line_to_idea(FactKind::Plan, side, after, &best, best_of));
        }
        facts.push(Fact { plies: value.plies(), ..Fact::new(FactKind::Answer, after.turn()).moves(best) });
    }
    let mut facts = position.facts();
    if !facts.iter().any(|fact| matches!(fact.kind, FactKind::CanWin | FactKind::ForcedWin)) {
        facts.extend(proven_win(position.turn(), &analysis));
    }
    Ok(Explanation { analysis, facts, moves })
}

/// The limits for what remains of the time.
fn left<'a>(limits: &Limits<'a>, started: Instant) -> Limits<'a> {
    Limits { time: limits.time.map(|time| time.saturating_sub(started.elapsed())), ..*limits }
}

fn proven_win(side: Side, analysis: &Analysis<AnyMove>) -> Option<Fact> {
    let verdict = analysis.answer().verdict;
    let plies = verdict.value().and_then(Value::plies);
    let fact = Fact { plies, ..Fact::new(FactKind::ProvenWin, side).moves(analysis.best_moves()) };
    (verdict.wdl() == Some(Wdl::Win)).then_some(fact)
}

/// The best moves and their value, if all moves are proven in time.
fn best_moves(analyst: &mut Analyst, position: &AnyPosition, limits: &Limits<'_>) -> Option<(Vec<AnyMove>, Value)> {
    let analysis = analyze(analyst, position, limits).ok()?;
    let values: Vec<Value> = analysis.moves().iter().map(Rated::value).collect::<Option<_>>()?;
    let value = *values.first()?;
    let mut best: Vec<AnyMove> =
        analysis.moves().iter().zip(&values).filter(|(_, of)| **of == value).map(|(rated, _)| rated.mv).collect();
    best.sort_by_cached_key(|&mv| appeal(&position.facts_of(mv)));
    Some((best, value))
}

/// Whether a fact about a mistake says what is wrong with it.
fn is_refutation(fact: &Fact) -> bool {
    use FactKind::{ForcedWin, Gives, Ignores, LetsClose, Zugzwang};
    matches!(fact.kind, Gives | Ignores | ForcedWin | Zugzwang | LetsClose)
}

/// The best moves of both sides up to one of this side that shows what it is for.
fn line_to_idea(
    kind: FactKind,
    side: Side,
    mut position: AnyPosition,
    replies: &[AnyMove],
    mut best_of: impl FnMut(&AnyPosition) -> Option<(Vec<AnyMove>, Value)>,
) -> Option<Fact> {
    let mut line: Vec<AnyMove> = Vec::new();
    let mut best = replies.to_vec();
    loop {
        let ideas = best.iter().filter_map(|&mv| Some((mv, idea(&position.facts_of(mv), side)?)));
        if let Some((mv, told)) = ideas.filter(|_| position.turn() == side).min_by_key(|(_, told)| rank(told.kind)) {
            let fact = Fact::new(kind, side).cells(told.cells).lines(told.lines);
            return Some(Fact { idea: Some(told.kind), ..fact.moves(line.iter().chain([&mv])) });
        }
        let mv = *best.first()?;
        line.push(mv);
        position = position.after(mv);
        if line.len() == LONGEST_LINE || position.ending().is_some() {
            return None;
        }
        (best, _) = best_of(&position)?;
    }
}

/// What a move of this side is for, if its facts show that.
fn idea(facts: &[Fact], side: Side) -> Option<Fact> {
    let told = facts.iter().filter(|fact| fact.side == side && rank(fact.kind) < IDEAS.len());
    told.min_by_key(|fact| rank(fact.kind)).cloned()
}

fn rank(kind: FactKind) -> usize {
    IDEAS.iter().position(|&one| one == kind).unwrap_or(IDEAS.len())
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
