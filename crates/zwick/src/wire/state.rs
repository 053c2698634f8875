//! Positions.

use serde::Serialize;

use crate::any::{AnyMove, AnyPosition, Statistics};
use crate::diagram::{Diagram, Shape, Touched};
use crate::game::{Outcome, Position, Reason, Side};
use crate::phase::{self, Stage};
use crate::record::{DrawRules, Record};

/// How a game ended.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Over {
    /// None for a draw.
    winner: Option<Side>,
    reason: Reason,
}

/// A position and what may happen next.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct State {
    /// Such as `connect-four:8x7`.
    game: String,
    /// The position as a text of one line.
    position: String,
    turn: Side,
    /// The name of the side to move.
    side: &'static str,
    /// The names of the first and the second side.
    side_names: [&'static str; 2],
    shape: Shape,
    /// One character for each place of the board: `1` and `2` for a man of the first and the second side, `.` for none.
    cells: String,
    /// The men the first and the second side have yet to place; none where men do not run out.
    men_in_hand: Option<[u8; 2]>,
    /// The legal moves; none once the game is over.
    legal: Vec<String>,
    /// The places that each legal move touches.
    touched: Vec<Touched>,
    /// The last move, if it is known.
    last: Option<String>,
    /// The places it touched.
    last_touched: Option<Touched>,
    /// The places of the winning line.
    winning: Vec<usize>,
    /// How the game ended; none before that.
    over: Option<Over>,
    statistics: Statistics,
    /// When the game is drawn without an end on the board: `repetition 50`, `repetition`, `50` or `off`.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    draws: DrawRules,
    /// Turns of both sides since a man was placed or taken.
    quiet_plies: usize,
    /// The key of the position, in hexadecimal digits.
    key: String,
    /// The key of the position that stands for all its symmetric images.
    canonical: String,
}

impl State {
    /// Of a game so far.
    pub fn of(record: &Record<AnyPosition>) -> Self {
        let position = record.position();
        let over = record.ending().map(|ending| Over {
            winner: match ending.outcome {
                Outcome::Win(side) => Some(side),
                Outcome::Draw => None,
            },
            reason: ending.reason,
        });
        let legal: Vec<AnyMove> = if over.is_some() { Vec::new() } else { position.legal_moves().collect() };
        let last = record.moves().last();
        Self {
            game: position.game().to_string(),
            position: position.to_string(),
            turn: position.turn(),
            side: position.side_name(position.turn()),
            side_names: [Side::First, Side::Second].map(|side| position.side_name(side)),
            shape: position.shape(),
            cells: cells(position),
            men_in_hand: position.men_in_hand(),
            touched: legal.iter().map(|&mv| position.touched(mv)).collect(),
            legal: legal.iter().map(ToString::to_string).collect(),
            last: last.map(ToString::to_string),
            last_touched: last.map(|&mv| position.was_touched(mv)),
            winning: position.winning_line(),
            over,
            statistics: position.statistics(),
            draws: record.draws(),
            quiet_plies: record.quiet_plies(),
            key: format!("{:x}", position.key()),
            canonical: format!("{:x}", position.canonical().0.key()),
        }
    }
}

/// Who stands on each place, as in [`State`].
pub fn cells(position: &AnyPosition) -> String {
    let letter = |cell| match cell {
        Some(Side::First) => '1',
        Some(Side::Second) => '2',
        None => '.',
    };
    position.cells().into_iter().map(letter).collect()
}

/// A part of a game, as a store counts its positions.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Phase {
    /// Connect Four, by the moves already played.
    Plies {
        /// The fewest of them.
        from: u32,
        /// The most.
        to: u32,
    },
    /// Morris, by what the side to move does, and the men on the board.
    Men {
        /// What it does.
        stage: Stage,
        /// Men of the side to move.
        mover: u8,
        /// Men of the other side.
        other: u8,
    },
}

impl From<phase::Phase> for Phase {
    fn from(phase: phase::Phase) -> Self {
        match phase {
            phase::Phase::Plies(three) => {
                let (from, to) = phase::Phase::moves_played(three);
                Self::Plies { from, to }
            }
            phase::Phase::Men { stage, mover, other } => Self::Men { stage, mover, other },
        }
    }
}
