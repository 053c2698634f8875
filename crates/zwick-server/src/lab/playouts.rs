//! Random games after each move, told as they are played.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use zwick::AnyPosition;
use zwick::search::{Playouts, Sampling};

use crate::App;
use crate::http::edge::Asker;
use crate::http::problem::{Problem, ProblemBody};
use crate::http::request::{AboutPosition, GamePath, PositionQuery, unfinished};
use crate::http::stream::event;
use crate::thinking::Lane;

/// Default number of games after each move.
const USUAL_GAMES: u32 = 5_000;
/// And at most.
const MOST_GAMES: u32 = 1_000_000;
/// How often the games so far are told.
const INTERVAL: Duration = Duration::from_millis(100);

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PlayoutsQuery {
    /// Games after each move.
    #[param(minimum = 1, maximum = 1000000)]
    playouts: Option<u32>,
    /// Same seed, same games.
    seed: Option<u64>,
}

/// The games so far.
#[derive(Serialize, ToSchema)]
pub(crate) struct Played {
    /// All of them.
    games: u64,
    moves: Vec<PlayedMove>,
}

/// News of random games.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "lowercase")]
pub(crate) enum PlayoutsEvent {
    /// The games so far; more follow.
    Playouts(Played),
    /// All games.
    Done(Played),
    /// Why there are no more.
    Problem(ProblemBody),
}

/// How the games after a move ended, seen from the side that makes it.
#[derive(Serialize, ToSchema)]
struct PlayedMove {
    r#move: String,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// A win counts one, a draw a half.
    share: f64,
    /// The true share lies between these in at least 95 of 100 cases.
    low: f64,
    high: f64,
}

impl Played {
    fn of(sampling: &Sampling<AnyPosition>) -> Self {
        let moves: Vec<PlayedMove> = sampling
            .tallies()
            .map(|(mv, tally)| PlayedMove {
                r#move: mv.to_string(),
                games: tally.games(),
                wins: tally.wins,
                draws: tally.draws,
                losses: tally.losses,
                share: tally.share(),
                low: tally.confidence().0,
                high: tally.confidence().1,
            })
            .collect();
        Self { games: moves.iter().map(|mv| mv.games).sum(), moves }
    }
}

/// Random games after each move of a position, told as they are played.
///
/// Closing the stream stops the games.
#[utoipa::path(
    get, path = "/api/v1/{game}/playouts/stream", operation_id = "streamPlayouts", tag = "lab",
    params(GamePath, PositionQuery, PlayoutsQuery),
    responses((status = 200, description = "Server-sent events, each with its name and its data.", body = PlayoutsEvent, content_type = "text/event-stream"))
)]
pub(crate) async fn stream(
    AboutPosition { app, asker, record, query }: AboutPosition<PlayoutsQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, axum::Error>>>, Problem> {
    let position = unfinished(&record)?;
    let games = query.playouts.unwrap_or(USUAL_GAMES);
    if !(1..=MOST_GAMES).contains(&games) {
        return Err(Problem::Malformed(format!("playouts: expected games from 1 to {MOST_GAMES}")));
    }
    let seed = query.seed.unwrap_or_else(|| fastrand::u64(..));
    let sampling = Sampling::new(&position, Playouts::new(games, seed));
    let pass = app.stream(asker)?;
    let events = unfold((app, asker, Some(sampling)), next).take_until(async move { pass.lost().await });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

type Sampled = (Arc<App>, Asker, Option<Sampling<AnyPosition>>);

/// Plays for a while, then reports; ends after the last game.
async fn next((app, asker, sampling): Sampled) -> Option<(Result<Event, axum::Error>, Sampled)> {
    let mut sampling = sampling?;
    let played = app
        .thinkers
        .think(asker, Lane::Long, move |stop| {
            let started = Instant::now();
            let mut has_more = true;
            while has_more && started.elapsed() < INTERVAL && !stop.load(Relaxed) {
                has_more = sampling.turn(|_| stop.load(Relaxed));
            }
            (sampling, has_more)
        })
        .await;
    Some(match played {
        Ok((sampling, has_more)) => {
            let played = Played::of(&sampling);
            let told = if has_more { PlayoutsEvent::Playouts(played) } else { PlayoutsEvent::Done(played) };
            (event(&told), (app, asker, has_more.then_some(sampling)))
        }
        Err(problem) => (event(&PlayoutsEvent::Problem(problem.body())), (app, asker, None)),
    })
}
