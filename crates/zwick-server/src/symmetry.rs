//! The symmetric images of a position, and what the database knows of all of them at once.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use serde::Serialize;
use utoipa::ToSchema;
use zwick::{AnyPosition, Position, SymmetryStep};
use zwick_db::Evaluation;

use crate::App;
use crate::analysis::PositionQuery;
use crate::problem::{Problem, ProblemBody};
use crate::protocol::State;
use crate::request::{Asked, GameName, read_record};

/// A position among its images.
#[derive(Serialize, ToSchema)]
pub(crate) struct Symmetry {
    state: State,
    /// What a single change of the board makes of it.
    images: Vec<Image>,
    /// How many different positions are images of it, itself and those with the colours swapped included.
    members: usize,
    canonical: Canonical,
    /// What the database keeps for all of them.
    record: Option<Record>,
}

/// A position after a change of the board.
#[derive(Serialize, ToSchema)]
struct Image {
    /// `mirror`, `turn` (a quarter clockwise), `rings` or `colours`.
    name: &'static str,
    state: State,
}

/// The position that stands for all images.
#[derive(Serialize, ToSchema)]
struct Canonical {
    state: State,
    /// The changes that lead there, one after the other.
    by: Vec<&'static str>,
}

/// An evaluated position as it is kept.
#[derive(Serialize, ToSchema)]
pub(crate) struct Record {
    /// The key of the position, in hexadecimal digits.
    key: String,
    position: String,
    /// Such as `men 4 to 6` or `moving, 9 and 8 men`.
    phase: String,
    best: String,
    /// Points, or `win in 5` and `loss in 8`, counted in plies.
    score: String,
    /// How many plies the search looked ahead.
    depth: u32,
    exact: bool,
    /// Who found it.
    source: String,
}

impl Record {
    pub(crate) fn of(evaluation: &Evaluation) -> Self {
        use zwick::Phased as _;
        let Evaluation { position, best, score, depth, exact, source } = evaluation;
        Self {
            key: format!("{:x}", position.key()),
            position: position.to_string(),
            phase: position.phase().to_string(),
            best: best.to_string(),
            score: score.to_string(),
            depth: *depth,
            exact: *exact,
            source: source.clone(),
        }
    }
}

/// The images of a position, the one that stands for all of them, and what is kept under its key.
#[utoipa::path(get, path = "/api/v1/{game}/symmetry", tag = "positions",
    params(("game" = String, Path, description = "Such as connect-four, connect-four:8x7, morris or morris:lasker"), PositionQuery),
    responses((status = 200, body = Symmetry), (status = "4XX", body = ProblemBody, content_type = "application/problem+json")))]
pub(crate) async fn symmetry(
    Shared(app): Shared<Arc<App>>,
    GameName(game): GameName,
    Asked(query): Asked<PositionQuery>,
) -> Result<Json<Symmetry>, Problem> {
    let record = read_record(game, &query.position, &query.moves)?;
    let position = *record.position();
    let image =
        |step: SymmetryStep| position.image(step).map(|image| Image { name: step.name(), state: state_of(image) });
    let known = app.store.look_up(&[position]).await?.pop().flatten();
    Ok(Json(Symmetry {
        state: State::of(&record),
        images: SymmetryStep::ALL.into_iter().filter_map(image).collect(),
        members: position.images().len(),
        canonical: Canonical {
            state: state_of(position.canonical().0),
            by: position.steps_to_canonical().into_iter().map(SymmetryStep::name).collect(),
        },
        record: known.as_ref().map(Record::of),
    }))
}

fn state_of(position: AnyPosition) -> State {
    State::of(&zwick::Record::new(position))
}
