//! Why a move is good or bad, as facts that can be checked: threats, forced replies, mills and double mills.
//!
//! A [`Fact`] is never an opinion. What it says about the board follows from the rules by looking a few plies ahead, and what it says about
//! the outcome is proven by an oracle. The caller decides how to word it.

use crate::game::{Position, Side};

/// What a fact is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum FactKind {
    /// The side to move makes four immediately with each of these moves.
    CanWin,
    /// The other side makes four next, unless this one move stops it.
    MustBlock,
    /// The other side makes four next with each of these moves, of which only one can be stopped.
    CannotBlock,
    /// The side makes four once it can reach this cell, which it cannot yet.
    Threat,
    /// The move ends the game.
    WinsNow,
    /// The move takes the cell where the other side would have made four.
    Blocks,
    /// The other side could make four before the move, and still can.
    Ignores,
    /// The move makes the cell above playable, where the other side makes four.
    Gives,
    /// After the move the side makes four with each of these moves, of which the other cannot stop all.
    DoubleThreat,
    /// The other side must block, and the cell above the block makes four.
    ThreatAbove,
    /// The move threatens four, so the other side has only this reply.
    Forces,
    /// The side wins by these moves, and every reply of the other side among them is forced. The first of them is made by the side to move,
    /// in the position or after the move that the fact is about.
    ForcedWin,
    /// The side has a four, at the first cell, above one that nobody wants to fill first. The other cells are those free in other
    /// columns: it takes the last of them, so the other side must open the column. Where it is to move, it waits with one of the moves.
    /// Proven by playing out.
    Zugzwang,
    /// The side to move wins whatever the other does, best with one of these moves: proven by an oracle. Used where neither `CanWin` nor
    /// `ForcedWin` applies.
    ProvenWin,
    /// The move prepares a four whose last cell cannot be reached yet.
    MakesThreat,
    /// The best replies of the other side, all equally good; first the one that stops or does most. The plies to the end include the reply:
    /// an odd number means that the replying side wins, an even one that the other does, `None` a draw.
    Answer,
    /// Why the move is a mistake: the replying side gains by these moves, each the best of its side. Its last one has
    /// the idea, to which the cells and lines belong.
    Refutes,
    /// How the side to move goes on after a winning move that does not show by itself what it is for: the best moves of both
    /// sides, the last of which has the idea, to which the cells and lines belong.
    Plan,
    /// The side to move can close these mills.
    CanClose,
    /// The other side could close these mills if it were its turn.
    ThreatensMill,
    /// A man moving back and forth between two points closes a mill each time. The other side cannot stop it until it may fly.
    DoubleMill,
    /// The next man the side loses ends the game.
    FewMen,
    /// The men of the side may fly when it is its turn.
    Flies,
    /// The move closes these mills and takes a man.
    ClosesMill,
    /// The other side could have closed these mills, and cannot at its next move.
    PreventsMill,
    /// The other side can close these mills next.
    LetsClose,
    /// Whatever the other side replies, the side can close a mill next.
    Fork,
    /// The move makes a double mill, with a man that was not part of one before.
    MakesDoubleMill,
    /// The move opens a mill of its own side.
    OpensMill,
    /// The side can close these mills on its next move, unless the other prevents it.
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
            Self::Zugzwang => "zugzwang",
            Self::ProvenWin => "proven-win",
            Self::MakesThreat => "makes-threat",
            Self::Answer => "answer",
            Self::Refutes => "refutes",
            Self::Plan => "plan",
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

/// Something true about a position or a move.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Fact {
    /// What it says.
    pub kind: FactKind,
    /// The side it is about.
    pub side: Side,
    /// The places it is about, counted as in [`Diagram::cells`](crate::Diagram::cells).
    pub cells: Vec<usize>,
    /// The fours or mills it is about, as places.
    pub lines: Vec<Vec<usize>>,
    /// The moves it is about; a mill is written without the man it takes.
    pub moves: Vec<String>,
    /// The plies to the end, if it is about that and the game is not a draw.
    pub plies: Option<u16>,
    /// What the last of the moves does, if they are a line that leads to something.
    pub idea: Option<FactKind>,
}

impl Fact {
    pub(crate) fn new(kind: FactKind, side: Side) -> Self {
        Self { kind, side, cells: Vec::new(), lines: Vec::new(), moves: Vec::new(), plies: None, idea: None }
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

/// A game whose positions and moves can be explained; by default there are no facts about them.
pub trait Explained: Position {
    /// The facts about the position.
    fn facts(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// The facts about a legal move.
    fn facts_of(&self, _mv: Self::Move) -> Vec<Fact> {
        Vec::new()
    }
}
