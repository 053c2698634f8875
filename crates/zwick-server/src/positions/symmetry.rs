//! The symmetric images of a position, and what the database knows of all of them at once.

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;
use zwick::wire::{Phase, State, Worth};
use zwick::{AnyPosition, Position, SymmetryStep};
use zwick_db::Evaluation;

use crate::http::problem::Problem;
use crate::http::request::{AboutPosition, GamePath, PositionQuery};

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
    /// The change; a turn is a quarter clockwise.
    name: SymmetryStep,
    state: State,
}

/// The position that stands for all images.
#[derive(Serialize, ToSchema)]
struct Canonical {
    state: State,
    /// The changes that lead there, one after the other.
    by: Vec<SymmetryStep>,
}

/// An evaluated position as it is kept.
#[derive(Serialize, ToSchema)]
pub(crate) struct Record {
    /// The key of the position, in hexadecimal digits.
    pub(crate) key: String,
    position: String,
    phase: Phase,
    best: String,
    /// What the position is worth to the side to move.
    worth: Worth,
    /// How many plies the search looked ahead.
    depth: u32,
    exact: bool,
    /// What found it: `solver`, `book`, `tables`, `successors`, or a player such as `alpha-beta:depth=10`.
    source: String,
}

impl Record {
    pub(crate) fn of(evaluation: &Evaluation) -> Self {
        use zwick::Phased as _;
        let Evaluation { position, best, score, depth, exact, source } = evaluation;
        Self {
            key: format!("{:x}", position.key()),
            position: position.to_string(),
            phase: position.phase().into(),
            best: best.to_string(),
            worth: Worth::of_score(*score, *exact, evaluation.scale()),
            depth: *depth,
            exact: *exact,
            source: source.clone(),
        }
    }
}

/// The images of a position, the one that stands for all of them, and what is kept under its key.
#[utoipa::path(
    get, path = "/api/v1/{game}/symmetry", operation_id = "readSymmetry", tag = "positions",
    params(GamePath, PositionQuery),
    responses((status = 200, description = "The position, its images, and the record that all of them share.", body = Symmetry))
)]
pub(crate) async fn symmetry(AboutPosition { app, record, .. }: AboutPosition) -> Result<Json<Symmetry>, Problem> {
    let position = *record.position();
    let image = |step: SymmetryStep| position.image(step).map(|image| Image { name: step, state: state_of(image) });
    let known = app.store.look_up(&[position]).await?.pop().flatten();
    Ok(Json(Symmetry {
        state: State::of(&record),
        images: SymmetryStep::ALL.into_iter().filter_map(image).collect(),
        members: position.images().len(),
        canonical: Canonical { state: state_of(position.canonical().0), by: position.steps_to_canonical() },
        record: known.as_ref().map(Record::of),
    }))
}

fn state_of(position: AnyPosition) -> State {
    State::of(&zwick::Record::new(position))
}
