//! The tables of morris: what it takes to make them, and their longest wins.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Json;
use axum::extract::State as Shared;
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;
use utoipa::{IntoParams, ToSchema};
use zwick::morris::{Contents, Needs, Rules, Tablebase, TablebaseError, Wanted, needs};
use zwick::wire::State;
use zwick::{AnyPosition, ForRules, Game, Morris, RuleSet};

use crate::App;
use crate::http::edge::Asker;
use crate::http::problem::Problem;
use crate::http::request::Asked;
use crate::knowledge::records::read_game;
use crate::thinking::Lane;

/// What a build takes, rather too high than too low.
#[derive(Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct NeedsState {
    pairs: u32,
    plies: u32,
    positions: u64,
    /// Bytes on disk.
    disk: u64,
    /// Bytes of memory.
    memory: u64,
    cpu_seconds: u64,
}

impl From<Needs> for NeedsState {
    fn from(needs: Needs) -> Self {
        let Needs { pairs, plies, positions, disk, memory, cpu_time } = needs;
        Self { pairs, plies, positions, disk, memory, cpu_seconds: cpu_time.as_secs() }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct NeedsQuery {
    /// Such as `morris` or `morris:lasker`.
    game: Option<String>,
    /// Only positions with at most this many men, all placed; all positions if left out.
    #[param(minimum = 6, maximum = 24)]
    men: Option<u32>,
    /// Won, drawn or lost only, without distances.
    #[serde(default)]
    wdl_only: bool,
}

/// Which tables to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TablesWanted {
    pub(crate) rules: RuleSet,
    pub(crate) men: Option<u32>,
    pub(crate) wdl_only: bool,
}

impl TablesWanted {
    pub(crate) fn read(game: Option<&str>, men: Option<u32>, wdl_only: bool) -> Result<Self, Problem> {
        let Some(rules) = read_game(game)?.unwrap_or(Game::MORRIS).rules() else {
            return Err(Problem::Malformed("game: expected morris or one of its variants".to_owned()));
        };
        if men.is_some_and(|men| !(6..=24).contains(&men)) {
            return Err(Problem::Malformed("men: expected a number from 6 to 24".to_owned()));
        }
        Ok(Self { rules, men, wdl_only })
    }

    pub(crate) const fn for_rules<R: Rules>(self) -> Wanted {
        let everything = Wanted::everything::<R>(if self.wdl_only { Contents::Results } else { Contents::Distances });
        match self.men {
            Some(men) => Wanted { men, placing: false, ..everything },
            None => everything,
        }
    }

    /// What it takes to make those that are not there.
    pub(crate) fn needs(self, folder: &Path) -> Result<Needs, TablebaseError> {
        struct Ask<'a>(TablesWanted, &'a Path);
        impl ForRules for Ask<'_> {
            type Output = Result<Needs, TablebaseError>;
            fn run<R: Rules>(self) -> Self::Output {
                needs::<R>(self.1, self.0.for_rules::<R>())
            }
        }
        self.rules.run(Ask(self, folder))
    }
}

/// What it takes to make the tables that are wanted and not yet there.
#[utoipa::path(
    get, path = "/api/v1/databases/needs", operation_id = "readTableNeeds", tag = "databases", params(NeedsQuery),
    responses((status = 200, description = "What the build takes.", body = NeedsState))
)]
pub(crate) async fn needed(
    Shared(app): Shared<Arc<App>>,
    Asked(query): Asked<NeedsQuery>,
) -> Result<Json<NeedsState>, Problem> {
    let wanted = TablesWanted::read(query.game.as_deref(), query.men, query.wdl_only)?;
    let folder = app.tables_folder()?.to_owned();
    let needs =
        spawn_blocking(move || wanted.needs(&folder)).await.map_err(|error| Problem::Internal(error.to_string()))?;
    Ok(Json(needs.map_err(|error| Problem::Internal(error.to_string()))?.into()))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LongestQuery {
    /// Such as `morris` or `morris:no-flying`.
    game: Option<String>,
    /// Men of the side to move.
    #[param(minimum = 3, maximum = 12)]
    own: u32,
    /// Men of the other side.
    #[param(minimum = 3, maximum = 12)]
    other: u32,
}

/// A position with the longest win of a pair of men.
#[derive(Serialize, ToSchema)]
pub(crate) struct LongestWin {
    position: String,
    /// Turns of both sides to the end.
    plies: u16,
    state: State,
}

struct Longest<'a> {
    folder: &'a Path,
    men: [u32; 2],
    stop: &'a AtomicBool,
}

impl ForRules for Longest<'_> {
    type Output = Result<Option<(String, u16)>, TablebaseError>;

    fn run<R: Rules>(self) -> Self::Output {
        let mut tables = Tablebase::<R>::open(self.folder)?;
        let found: Option<Morris<R>> = tables.longest_win(self.men[0], self.men[1], self.stop)?;
        found.map(|position| Ok((position.to_string(), tables.value(&position)?.plies().unwrap_or(0)))).transpose()
    }
}

/// The longest win with these numbers of men, all placed.
#[utoipa::path(
    get, path = "/api/v1/databases/longest", operation_id = "readLongestWin", tag = "databases", params(LongestQuery),
    responses((status = 200, description = "A position with the longest win.", body = LongestWin))
)]
pub(crate) async fn longest(
    Shared(app): Shared<Arc<App>>,
    asker: Asker,
    Asked(query): Asked<LongestQuery>,
) -> Result<Json<LongestWin>, Problem> {
    let TablesWanted { rules, .. } = TablesWanted::read(query.game.as_deref(), None, false)?;
    let (folder, men) = (app.tables_folder()?.to_owned(), [query.own, query.other]);
    if men.iter().any(|men| !(3..=12).contains(men)) {
        return Err(Problem::Malformed("own, other: expected men from 3 to 12".to_owned()));
    }
    let found =
        app.thinkers.think(asker, Lane::Long, move |stop| rules.run(Longest { folder: &folder, men, stop })).await?;
    match found {
        Ok(Some((position, plies))) => {
            let read = AnyPosition::read(Game::morris(rules), &position);
            let read = read.map_err(|error| Problem::Internal(error.to_string()))?;
            Ok(Json(LongestWin { position, plies, state: State::of(&zwick::Record::new(read)) }))
        }
        Ok(None) => Err(Problem::NotFound("with these men the side to move never wins".to_owned())),
        Err(TablebaseError::Missing { .. }) => {
            Err(Problem::NotFound("expected men whose table with distances is there".to_owned()))
        }
        Err(error) => Err(Problem::Internal(error.to_string())),
    }
}
