//! What there is to play, and with whom.

use serde::Serialize;

use crate::any::Game;
use crate::spec::{Setting, Spec, Values};

/// What there is to play, and with whom.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Offered {
    games: Vec<OfferedGame>,
    players: Vec<OfferedPlayer>,
}

/// A game with its variants.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct OfferedGame {
    name: &'static str,
    /// Every variant, the usual one first.
    variants: Vec<String>,
}

/// A kind of computer player.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct OfferedPlayer {
    name: &'static str,
    /// Whether it searches a tree that can be recorded.
    has_tree: bool,
    /// The settings it has, as in `alpha-beta:depth=10`.
    settings: Vec<OfferedSetting>,
}

/// A setting of a player.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct OfferedSetting {
    name: Setting,
    /// What it is if nothing is said; empty for a limit that is not set.
    default: String,
    values: Values,
}

impl Offered {
    /// Everything.
    pub fn all() -> Self {
        let game = |(name, variants): (_, Vec<Game>)| OfferedGame {
            name,
            variants: variants.iter().map(ToString::to_string).collect(),
        };
        let players = Spec::examples().filter_map(|name| Some(OfferedPlayer::of(name, &name.parse().ok()?)));
        Self { games: Game::all().map(game).into(), players: players.collect() }
    }
}

impl OfferedPlayer {
    fn of(name: &'static str, spec: &Spec) -> Self {
        let setting = |&setting: &Setting| OfferedSetting {
            name: setting,
            default: spec.get(setting),
            values: spec.name.values(setting),
        };
        Self { name, has_tree: spec.name.has_tree(), settings: spec.name.settings().iter().map(setting).collect() }
    }
}
