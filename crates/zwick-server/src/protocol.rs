//! What answers look like: the only place that knows the JSON of positions, analyses and games.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zwick::search::{Bound, Report, Score};
use zwick::{AnyMove, AnyPosition, Diagram, Outcome, Position, RatedMove, Record, Verdict};

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    /// The side that moves first in an ordinary game.
    First,
    Second,
}

impl From<zwick::Side> for Side {
    fn from(side: zwick::Side) -> Self {
        match side {
            zwick::Side::First => Self::First,
            zwick::Side::Second => Self::Second,
        }
    }
}

impl From<Side> for zwick::Side {
    fn from(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }
}

/// How a game ended.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Over {
    /// None for a draw.
    winner: Option<Side>,
    /// Such as `four in a line`.
    reason: String,
}

/// A position and what may happen next.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct State {
    /// Such as `connect-four:8x7`.
    game: String,
    /// The position as a text of one line.
    position: String,
    turn: Side,
    /// The name of the side to move.
    side: &'static str,
    /// The names of the first and the second side.
    side_names: [&'static str; 2],
    /// Columns of the board, in Connect Four.
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<usize>,
    /// Rows of the board, in Connect Four.
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<usize>,
    /// The men the first and the second side have yet to place, in morris.
    #[serde(skip_serializing_if = "Option::is_none")]
    men_in_hand: Option<[u8; 2]>,
    /// One character for each place: rows from the top in Connect Four (`.XO`), points 0 to 23 in morris (`.WB`).
    cells: String,
    /// The legal moves; none once the game is over.
    legal: Vec<String>,
    /// The last move, if it is known.
    last: Option<String>,
    /// The places of the winning line, counted as in `cells`.
    winning: Vec<usize>,
    /// How the game ended; none while it goes on.
    over: Option<Over>,
    /// The key of the position, in hexadecimal digits.
    key: String,
    /// The key of the position that stands for all its symmetric images.
    canonical: String,
}

impl State {
    pub(crate) fn of(record: &Record<AnyPosition>) -> Self {
        let position = record.position();
        let over = record.ending().map(|ending| Over {
            winner: match ending.outcome {
                Outcome::Win(side) => Some(side.into()),
                Outcome::Draw => None,
            },
            reason: ending.reason.to_string(),
        });
        let (width, height) = match position.game() {
            zwick::Game::ConnectFour { width, height } => (Some(width), Some(height)),
            zwick::Game::Morris(_) => (None, None),
        };
        Self {
            game: position.game().to_string(),
            position: position.to_string(),
            turn: position.turn().into(),
            side: position.side_name(position.turn()),
            side_names: [zwick::Side::First, zwick::Side::Second].map(|side| position.side_name(side)),
            width,
            height,
            men_in_hand: position.men_in_hand(),
            cells: cells(position, '.'),
            legal: if over.is_some() { Vec::new() } else { position.legal_moves().map(|mv| mv.to_string()).collect() },
            last: record.moves().last().map(ToString::to_string),
            winning: position.winning_line(),
            over,
            key: format!("{:x}", position.key()),
            canonical: format!("{:x}", position.canonical().0.key()),
        }
    }
}

/// The places of a board, each by the first letter of the side that stands there.
pub(crate) fn cells(position: &AnyPosition, empty: char) -> String {
    let letter = |side: zwick::Side| position.side_name(side).chars().next().unwrap_or(empty);
    position.cells().into_iter().map(|cell| cell.map_or(empty, letter)).collect()
}

/// What is known of a position, seen from the side to move, or of a move, seen from the side that makes it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Answer {
    kind: Kind,
    /// Won, drawn or lost, if that is proven.
    result: Option<Wdl>,
    /// The winner's own moves to the end.
    moves: Option<u16>,
    /// The turns of both sides to the end.
    plies: Option<u16>,
    /// The usual score of Connect Four.
    score: Option<i32>,
    /// What an estimate is, in points.
    points: Option<i32>,
    /// Such as `book`, `solver`, `tablebase` or `search to depth 12`.
    source: String,
    /// Whether this is as good as the best move.
    best: bool,
}

/// How well something is known.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// Result and distance are proven.
    Exact,
    /// The result is proven, the distance is not known.
    Result,
    /// A guess.
    Estimate,
}

/// Won, drawn or lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Wdl {
    Win,
    Draw,
    Loss,
}

impl From<zwick::Wdl> for Wdl {
    fn from(wdl: zwick::Wdl) -> Self {
        match wdl {
            zwick::Wdl::Win => Self::Win,
            zwick::Wdl::Draw => Self::Draw,
            zwick::Wdl::Loss => Self::Loss,
        }
    }
}

impl Answer {
    pub(crate) fn new(position: &AnyPosition, answer: &zwick::Answer, best: Score) -> Self {
        let verdict = answer.verdict;
        let value = verdict.value();
        Self {
            kind: match verdict {
                Verdict::Exact(_) => Kind::Exact,
                Verdict::Result(_) => Kind::Result,
                Verdict::Estimate(_) => Kind::Estimate,
            },
            result: verdict.wdl().map(Into::into),
            moves: value.and_then(zwick::Value::moves),
            plies: value.and_then(zwick::Value::plies),
            score: value.and_then(|value| position.score_of(value)),
            points: if value.is_none() { verdict.score().points() } else { None },
            source: answer.source.to_string(),
            best: verdict.score() == best,
        }
    }
}

/// A move and what it is worth.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct MoveAnswer {
    r#move: String,
    #[serde(flatten)]
    answer: Answer,
}

/// A position and all its moves, best first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Analysis {
    state: State,
    answer: Answer,
    moves: Vec<MoveAnswer>,
    /// How the game goes on if both sides play their best.
    line: Vec<String>,
    /// How long it took to find out.
    milliseconds: f64,
}

impl Analysis {
    pub(crate) fn new(
        record: &Record<AnyPosition>,
        analysis: &zwick::Analysis<AnyMove>,
        line: &[AnyMove],
        milliseconds: f64,
    ) -> Self {
        let position = record.position();
        let best = analysis.answer.verdict.score();
        let rated = |rated: &RatedMove<AnyMove>| MoveAnswer {
            r#move: rated.mv.to_string(),
            answer: Answer::new(position, &rated.answer, best),
        };
        Self {
            state: State::of(record),
            answer: Answer::new(position, &analysis.answer, best),
            moves: analysis.moves.iter().map(rated).collect(),
            line: line.iter().map(ToString::to_string).collect(),
            milliseconds,
        }
    }
}

/// The move a player chose, and why.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Choice {
    r#move: String,
    report: Thought,
}

/// What a player found out, and what it cost.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Thought {
    source: String,
    /// How many plies it looked ahead, if it did so evenly.
    depth: Option<u32>,
    /// Why it ended: `solved`, `done`, `nodes`, `time` or `asked`.
    stop: &'static str,
    /// Positions visited.
    nodes: u64,
    cut_offs: u64,
    table_hits: u64,
    milliseconds: f64,
    /// Every move that was scored, best first.
    moves: Vec<ScoredMove>,
}

/// A move as a player scored it.
#[derive(Debug, Clone, Serialize, ToSchema)]
struct ScoredMove {
    r#move: String,
    /// Points, or `win in 5` and `loss in 8`, counted in plies.
    score: String,
    /// The proven value in words, if it is proven.
    value: Option<String>,
    /// Whether the score is `exact` at the depth of the search, or a bound: `at most` or `at least`.
    bound: &'static str,
}

impl Thought {
    pub(crate) fn of(report: &Report<AnyMove>) -> Self {
        let moves = report.moves.iter().map(|rated| ScoredMove {
            r#move: rated.mv.to_string(),
            score: rated.score.to_string(),
            value: rated.value().map(|value| value.to_string()),
            bound: name_of(rated.bound),
        });
        Self {
            source: report.source.to_string(),
            depth: match report.source {
                zwick::Source::Depth(depth) => Some(depth),
                _ => None,
            },
            stop: report.stop.name(),
            nodes: report.nodes,
            cut_offs: report.cut_offs,
            table_hits: report.table_hits,
            milliseconds: report.time.as_secs_f64() * 1e3,
            moves: moves.collect(),
        }
    }
}

impl Choice {
    /// None if the player chose nothing.
    pub(crate) fn of(report: &Report<AnyMove>) -> Option<Self> {
        Some(Self { r#move: report.choice?.to_string(), report: Thought::of(report) })
    }
}

/// How a score is meant.
pub(crate) const fn name_of(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::AtMost => "at most",
        Bound::AtLeast => "at least",
    }
}
