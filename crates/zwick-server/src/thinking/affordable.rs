//! Players a server can afford. Their texts come from strangers: in requests, in the tags of imported games, in jobs.
//!
//! Nothing in this server thinks for a player but through [`Affordable`], and only the check makes one.

use std::fmt::{self, Display};
use std::str::FromStr;

use tokio::runtime::Handle;
use zwick::scenarios::Trial;
use zwick::{AnyPlayer, Game, Library, Name, Spec};
use zwick_db::{Blocking, Seed, SelfPlay, Shelf, Store, Work};

use crate::http::limits::Limits;
use crate::http::problem::Problem;
use crate::thinking::resting::Playing;
use crate::thinking::{Lane, STORE_PATIENCE};

/// The highest level whose moves take only milliseconds: 30,000 positions.
const HIGHEST_QUICK_LEVEL: u8 = 5;

/// A player whose memory and threads this server can afford.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Affordable(Spec);

impl Affordable {
    /// Reads a player.
    pub(crate) fn read(text: &str, limits: &Limits) -> Result<Self, Problem> {
        let spec = Spec::from_str(text).map_err(|error| Problem::Malformed(format!("player: {error}")))?;
        Self::check(spec, limits)
    }

    fn check(spec: Spec, limits: &Limits) -> Result<Self, Problem> {
        let search = &spec.settings.search;
        let refuse = |expected: String| Err(Problem::Malformed(format!("player: expected {expected} here")));
        if search.table > limits.table {
            return refuse(format!("a table of at most {} entries", limits.table));
        }
        if search.threads > limits.player_threads {
            return refuse(format!("at most {} threads", limits.player_threads));
        }
        Ok(Self(spec))
    }

    /// As it is put to a test that needs this depth: only its depth may change, which costs no memory.
    pub(crate) fn candidate(self, depth: u32) -> Self {
        Self(Trial::candidate(self.0, depth))
    }

    pub(crate) fn name(self) -> Name {
        self.0.name
    }

    pub(crate) fn spec(self) -> Spec {
        self.0
    }

    /// Where it thinks: low levels never wait behind long searches.
    pub(crate) fn lane(self) -> Lane {
        match self.0.name {
            Name::Random | Name::Level(..=HIGHEST_QUICK_LEVEL) => Lane::Quick,
            _ => Lane::Long,
        }
    }

    /// Whether it has something to keep until its next move: a table. What it would remember beside that has no limit.
    pub(crate) fn rests(self) -> bool {
        let Spec { name, settings } = self.0;
        name.searches() && settings.search.table > 0 && (settings.store || !name.remembers())
    }

    /// The stored positions that it looks in, if it does.
    pub(crate) fn shelf(self, store: &Store) -> Option<Shelf> {
        self.0.settings.store.then(|| self.any_shelf(store))
    }

    /// The stored positions, whether it usually looks in them or not.
    pub(crate) fn any_shelf(self, store: &Store) -> Shelf {
        Blocking::new(store.clone(), Handle::current()).shelf(self.to_string()).within(STORE_PATIENCE)
    }

    /// The player itself, without a library: exact values are looked up by an analyst.
    pub(crate) fn playing(self, game: Game, seed: Option<u64>, shelf: Option<Shelf>) -> Playing {
        let seed = seed.unwrap_or_else(|| fastrand::u64(..));
        let player = AnyPlayer::with_library(game, self.0, seed, Library::empty());
        let player = match &shelf {
            Some(shelf) => player.with_database(Box::new(shelf.clone())),
            None => player,
        };
        Playing { player, shelf }
    }
}

impl Display for Affordable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Work of the store whose player this server can afford.
#[derive(Debug, Clone)]
pub(crate) struct AffordableWork(Work);

impl AffordableWork {
    pub(crate) fn check(work: Work, limits: &Limits) -> Result<Self, Problem> {
        if let Work::Seed(Seed { player, .. }) | Work::SelfPlay(SelfPlay { player, .. }) = &work {
            Affordable::check(*player, limits)?;
        }
        Ok(Self(work))
    }

    pub(crate) fn work(&self) -> &Work {
        &self.0
    }
}
