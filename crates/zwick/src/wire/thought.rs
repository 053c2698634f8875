//! What players found out.

use serde::Serialize;

use super::worth::Worth;
use crate::any::AnyMove;
use crate::scale::Scale;
use crate::search::{Bound, Report, Stop};
use crate::worth::{Rated, Source};

/// The move a player chose, and why.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Choice {
    r#move: String,
    report: Thought,
}

impl Choice {
    /// None if the player chose nothing.
    pub fn of(report: &Report<AnyMove>, scale: Scale) -> Option<Self> {
        Some(Self { r#move: report.choice?.to_string(), report: Thought::of(report, scale) })
    }
}

/// What a player found out, and what it cost.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Thought {
    source: Source,
    /// How many plies it looked ahead, if it did so evenly.
    depth: Option<u32>,
    /// Why it ended.
    stop: Stop,
    /// Positions visited.
    nodes: u64,
    cut_offs: u64,
    table_hits: u64,
    /// Positions answered by the database.
    stored_hits: u64,
    milliseconds: f64,
    /// Every move that was scored, best first.
    moves: Vec<ScoredMove>,
}

impl Thought {
    /// Of what a player reports.
    pub fn of(report: &Report<AnyMove>, scale: Scale) -> Self {
        Self {
            source: report.source,
            depth: match report.source {
                Source::Depth { plies } | Source::Sampled { plies } => Some(plies),
                _ => None,
            },
            stop: report.stop,
            nodes: report.nodes,
            cut_offs: report.cut_offs,
            table_hits: report.table_hits,
            stored_hits: report.stored_hits,
            milliseconds: report.time.as_secs_f64() * 1e3,
            moves: report.moves.iter().map(|rated| ScoredMove::of(rated, scale)).collect(),
        }
    }
}

/// A move as a player scored it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScoredMove {
    r#move: String,
    #[serde(flatten)]
    worth: Worth,
    /// Whether it is worth just this at the depth of the search, or this is only a bound.
    bound: Bound,
}

impl ScoredMove {
    fn of(rated: &Rated<AnyMove>, scale: Scale) -> Self {
        Self { r#move: rated.mv.to_string(), worth: Worth::of_rated(rated, scale), bound: rated.bound }
    }
}
