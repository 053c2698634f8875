//! Why a move is good or bad, as facts that can be checked: threats, forced replies, mills and double mills.
//!
//! A [`Fact`] is never an opinion. What it says of the board follows from the rules by looking a few plies ahead, and what it says of the
//! end of the game comes from an oracle that has proven it. How a fact is worded is up to whoever shows it.
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

use std::time::Instant;

use crate::analysis::{Analysis, Unanswered, analyze};
use crate::analyst::Analyst;
use crate::any::{AnyMove, AnyPosition};
use crate::game::{Position, Side};
use crate::search::Limits;
use crate::value::Value;

/// What a fact is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FactKind {
    /// The side to move makes four at once with each of these moves.
    CanWin,
    /// The other side makes four next, unless this one move stops it.
    MustBlock,
    /// The other side makes four next with each of these moves, of which only one can be stopped.
    CannotBlock,
    /// The side makes four as soon as it can reach this cell, which it cannot yet.
    Threat,
    /// The move ends the game.
    WinsNow,
    /// The move takes the cell where the other side would have made four.
    Blocks,
    /// The other side could make four before the move, and still can.
    Ignores,
    /// The move makes the cell above reachable, where the other side makes four.
    Gives,
    /// After the move the side makes four with each of these moves, of which the other cannot stop all.
    DoubleThreat,
    /// The other side must block, and the cell above the block makes four.
    ThreatAbove,
    /// The move threatens four, so that the other side has only this reply.
    Forces,
    /// The side wins by these moves, and every move of the other among them is forced.
    ForcedWin,
    /// The move prepares a four whose last cell cannot be reached yet.
    MakesThreat,
    /// The best reply of the other side, and how long the game lasts from there.
    Answer,
    /// The side to move can close these mills.
    CanClose,
    /// The other side could close these mills if it were its turn.
    ThreatensMill,
    /// A man that goes to and fro between two points closes a mill each time.
    DoubleMill,
    /// The next man the side loses ends the game.
    FewMen,
    /// The men of the side may jump.
    Flies,
    /// The move closes these mills and takes a man.
    ClosesMill,
    /// The other side could have closed these mills, and cannot at its next move.
    PreventsMill,
    /// The other side can close these mills next.
    LetsClose,
    /// Whatever the other side answers, the side can close a mill next.
    Fork,
    /// The move makes a double mill.
    MakesDoubleMill,
    /// The move opens a mill of its own side.
    OpensMill,
    /// The side can close these mills at its next move, unless the other prevents it.
    Threatens,
}

impl FactKind {
    /// The kind in a word or two.
    pub const fn name(self) -> &'static str {
        match self {
            Self::CanWin => "can-win",
            Self::MustBlock => "must-block",
            Self::CannotBlock => "cannot-block",
            Self::Threat => "threat",
            Self::WinsNow => "wins-now",
            Self::Blocks => "blocks",
            Self::Ignores => "ignores",
            Self::Gives => "gives",
            Self::DoubleThreat => "double-threat",
            Self::ThreatAbove => "threat-above",
            Self::Forces => "forces",
            Self::ForcedWin => "forced-win",
            Self::MakesThreat => "makes-threat",
            Self::Answer => "answer",
            Self::CanClose => "can-close",
            Self::ThreatensMill => "threatens-mill",
            Self::DoubleMill => "double-mill",
            Self::FewMen => "few-men",
            Self::Flies => "flies",
            Self::ClosesMill => "closes-mill",
            Self::PreventsMill => "prevents-mill",
            Self::LetsClose => "lets-close",
            Self::Fork => "fork",
            Self::MakesDoubleMill => "makes-double-mill",
            Self::OpensMill => "opens-mill",
            Self::Threatens => "threatens",
        }
    }
}

/// Something that is true of a position or of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// What it says.
    pub kind: FactKind,
    /// The side it says it of.
    pub side: Side,
    /// The places it is about, counted as in [`Diagram::cells`](crate::Diagram::cells).
    pub cells: Vec<usize>,
    /// The fours or mills it is about, as places.
    pub lines: Vec<Vec<usize>>,
    /// The moves it is about; a mill is written without the man it takes.
    pub moves: Vec<String>,
    /// The plies to the end, if it is about that and the game does not end in a draw.
    pub plies: Option<u16>,
}

impl Fact {
    pub(crate) fn new(kind: FactKind, side: Side) -> Self {
        Self { kind, side, cells: Vec::new(), lines: Vec::new(), moves: Vec::new(), plies: None }
    }

    pub(crate) fn cells(self, cells: impl IntoIterator<Item = usize>) -> Self {
        Self { cells: cells.into_iter().collect(), ..self }
    }

    pub(crate) fn lines(self, lines: impl IntoIterator<Item = Vec<usize>>) -> Self {
        let mut lines: Vec<_> = lines.into_iter().collect();
        lines.sort();
        lines.dedup();
        Self { lines, ..self }
    }

    pub(crate) fn moves<M: ToString>(self, moves: impl IntoIterator<Item = M>) -> Self {
        Self { moves: moves.into_iter().map(|mv| mv.to_string()).collect(), ..self }
    }
}

/// A game whose positions and moves can be explained.
pub trait Explained: Position {
    /// What is to be said of the position.
    fn facts(&self) -> Vec<Fact>;

    /// What is to be said of a legal move.
    fn facts_of(&self, mv: Self::Move) -> Vec<Fact>;
}

/// A position and its moves, with reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// What they are worth.
    pub analysis: Analysis<AnyMove>,
    /// What is to be said of the position.
    pub facts: Vec<Fact>,
    /// What is to be said of each move, in the order of the analysis.
    pub moves: Vec<Vec<Fact>>,
}

/// Explains a position and its moves. Best replies are told as far as time allows.
///
/// # Errors
/// If the analyst was stopped before it knew anything, or found its tables damaged.
pub fn explain(analyst: &mut Analyst, position: &AnyPosition, limits: &Limits<'_>) -> Result<Explanation, Unanswered> {
    let started = Instant::now();
    let analysis = analyze(analyst, position, limits)?;
    let mut moves: Vec<Vec<Fact>> = analysis.moves.iter().map(|rated| position.facts_of(rated.mv)).collect();
    for (rated, facts) in analysis.moves.iter().zip(&mut moves) {
        let time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        if time.is_some_and(|time| time.is_zero()) {
            break;
        }
        let after = position.after(rated.mv);
        if rated.answer.verdict.value().is_some() && after.ending().is_none() {
            facts.extend(best_reply(analyst, &after, &Limits { time, ..*limits }));
        }
    }
    Ok(Explanation { facts: position.facts(), analysis, moves })
}

/// The best reply, if it is proven in time.
fn best_reply(analyst: &mut Analyst, after: &AnyPosition, limits: &Limits<'_>) -> Option<Fact> {
    let replies = analyze(analyst, after, limits).ok()?;
    let value = replies.answer.verdict.value()?;
    let best = replies.moves.first()?.mv;
    Some(Fact { plies: Value::plies(value), ..Fact::new(FactKind::Answer, after.turn()).moves([best]) })
}
