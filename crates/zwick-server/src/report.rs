//! A game looked back upon: what each move gave away, and how well each side played.
//!
//! What a move is worth is turned into the share of a point its player can expect: 1 for a win, a half for a draw, 0 for a loss, and
//! for an estimate something in between. A move loses what it is worth less than the best one. The accuracy of a side is what
//! its moves kept on average, in per cent.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::Json;
use axum::extract::State as Shared;
use serde::Serialize;
use utoipa::ToSchema;
use zwick::search::Limits;
use zwick::{Analyst, AnyMove, AnyPosition, Position, Record, Unanswered, Verdict, Wdl, analyze};

use crate::App;
use crate::analysis::unanswered;
use crate::problem::{Problem, ProblemBody};
use crate::protocol::{Answer, Side};
use crate::request::GameNumber;

/// The time for a whole game, and the least for one of its positions.
const WHOLE_GAME: Duration = Duration::from_secs(20);
const LEAST: Duration = Duration::from_millis(30);
/// So many points ahead, a side can expect some three quarters of the point.
const STEEPNESS: f64 = 300.0;

/// A game looked back upon.
#[derive(Serialize, ToSchema)]
pub(crate) struct Report {
    accuracy: Accuracy,
    moves: Vec<ReportedMove>,
}

/// What the moves of each side kept on average, from 0 to 100; none for a side that did not move.
#[derive(Serialize, ToSchema)]
struct Accuracy {
    first: Option<f64>,
    second: Option<f64>,
}

/// A move that was played.
#[derive(Serialize, ToSchema)]
struct ReportedMove {
    /// Counted from 1.
    ply: usize,
    side: Side,
    r#move: String,
    /// The best moves there were.
    best: Vec<String>,
    /// What the position was worth to the side that moved.
    before: Answer,
    /// What the move was worth to it.
    after: Answer,
    /// The share of a point it gave away, from 0 to 1.
    loss: f64,
    /// How bad it was; none for a good move.
    mark: Option<Mark>,
}

/// How bad a move was.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Mark {
    /// A tenth of a point or more.
    Inaccuracy,
    /// A quarter or more.
    Mistake,
    /// Half a point or more: such as a win given away.
    Blunder,
}

impl Mark {
    fn of(loss: f64) -> Option<Self> {
        match loss {
            0.5.. => Some(Self::Blunder),
            0.25.. => Some(Self::Mistake),
            0.1.. => Some(Self::Inaccuracy),
            _ => None,
        }
    }
}

/// The share of a point the player can expect.
fn expectation(verdict: Verdict) -> f64 {
    match (verdict.wdl(), verdict.score().wdl()) {
        (Some(Wdl::Win), _) | (None, Some(Wdl::Win)) => 1.0,
        (Some(Wdl::Loss), _) | (None, Some(Wdl::Loss)) => 0.0,
        (Some(Wdl::Draw), _) => 0.5,
        (None, _) => 1.0 / (1.0 + (-f64::from(verdict.score().points().unwrap_or(0)) / STEEPNESS).exp()),
    }
}

/// What each move of a game gave away, and how well each side played.
#[utoipa::path(get, path = "/api/v1/games/{id}/report", tag = "games", params(("id" = i64, Path, description = "The number of the game")),
    responses((status = 200, body = Report), (status = "4XX", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "Too many are asking", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn report(Shared(app): Shared<Arc<App>>, GameNumber(id): GameNumber) -> Result<Json<Report>, Problem> {
    let record = app.store.game(id).await?.text.record;
    let moves = app.think(move |analyst, stop| judge(analyst, &record, stop)).await?.map_err(unanswered)?;
    let accuracy = |side: Side| {
        let kept: Vec<f64> = moves.iter().filter(|mv| mv.side == side).map(|mv| 1.0 - mv.loss).collect();
        (!kept.is_empty()).then(|| 100.0 * kept.iter().sum::<f64>() / kept.len() as f64)
    };
    let accuracy = Accuracy { first: accuracy(Side::First), second: accuracy(Side::Second) };
    Ok(Json(Report { accuracy, moves }))
}

/// Judges the moves from the last to the first: what a solver learned about the end helps it with the beginning.
fn judge(
    analyst: &mut Analyst,
    record: &Record<AnyPosition>,
    stop: &AtomicBool,
) -> Result<Vec<ReportedMove>, Unanswered> {
    let plies = u32::try_from(record.moves().len()).unwrap_or(u32::MAX);
    let time = (WHOLE_GAME / plies.max(1)).max(LEAST);
    let limits = Limits { time: Some(time), stop: Some(stop), ..Limits::default() };
    let played = record.positions().iter().zip(record.moves()).enumerate().rev();
    let judged = played.map(|(ply, (position, &mv))| judge_move(analyst, ply + 1, position, mv, &limits));
    let mut moves = judged.collect::<Result<Vec<_>, _>>()?;
    moves.reverse();
    Ok(moves)
}

fn judge_move(
    analyst: &mut Analyst,
    ply: usize,
    position: &AnyPosition,
    mv: AnyMove,
    limits: &Limits<'_>,
) -> Result<ReportedMove, Unanswered> {
    let analysis = analyze(analyst, position, limits)?;
    let best = analysis.answer.verdict;
    let rated = analysis.moves.iter().find(|rated| rated.mv == mv).expect("a move that was played is legal");
    let loss = (expectation(best) - expectation(rated.answer.verdict)).max(0.0);
    Ok(ReportedMove {
        ply,
        side: position.turn().into(),
        r#move: mv.to_string(),
        best: analysis.best_moves().map(|mv| mv.to_string()).collect(),
        before: Answer::new(position, &analysis.answer, best.score()),
        after: Answer::new(position, &rated.answer, best.score()),
        loss,
        mark: Mark::of(loss),
    })
}
