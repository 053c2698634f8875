//! Players of games, at rest between their moves.
//!
//! A player keeps its table, so that its next search starts where the last one ended. All together have a share of the memory, and so has each
//! address. The one that rests longest makes room: of the same address first, then of all. A forgotten one is made anew, which costs
//! time and nothing else. A player that an address has no room for is not kept, nor is one of a game that is over.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use zwick::{AnyPlayer, Side, Spec};
use zwick_db::{Evaluation, Shelf};

use crate::http::limits::Share;

/// A side of a game that is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GameSide {
    /// The number of the game.
    pub(crate) game: i64,
    pub(crate) side: Side,
}

/// A player, and the stored positions it looks in.
pub(crate) struct Playing {
    pub(crate) player: AnyPlayer,
    pub(crate) shelf: Option<Shelf>,
}

impl Playing {
    /// What it has found since the last time; nothing if it looks in no store, or the store has failed it.
    pub(crate) fn found(&self) -> Vec<Evaluation> {
        self.shelf.as_ref().map_or_else(Vec::new, |shelf| {
            shelf.take().unwrap_or_else(|error| {
                tracing::warn!(%error, "a player could not look in the store");
                Vec::new()
            })
        })
    }
}

/// The bytes of a table's entry, and of a player without a table.
const ENTRY: usize = 16;
const WITHOUT_TABLE: usize = 4 << 10;

/// The memory of a player at rest.
pub(crate) const fn bytes_of(spec: &Spec) -> usize {
    WITHOUT_TABLE + ENTRY * spec.settings.search.table
}

struct Rested {
    at: GameSide,
    asker: IpAddr,
    playing: Playing,
}

impl Rested {
    fn bytes(&self) -> usize {
        bytes_of(self.playing.player.spec())
    }
}

/// All players at rest, the one that rests longest first.
pub(crate) struct Resting {
    most_bytes: Share,
    players: Mutex<VecDeque<Rested>>,
}

impl Resting {
    pub(crate) fn new(most_bytes: Share) -> Self {
        Self { most_bytes, players: Mutex::default() }
    }

    fn players(&self) -> MutexGuard<'_, VecDeque<Rested>> {
        self.players.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The player of a side, if this one rests there.
    pub(crate) fn take(&self, at: GameSide, spec: Spec) -> Option<Playing> {
        let mut players = self.players();
        let place = players.iter().position(|rested| rested.at == at && *rested.playing.player.spec() == spec)?;
        players.remove(place).map(|rested| rested.playing)
    }

    /// Lets a player rest until its next move, as long as there is room.
    pub(crate) fn keep(&self, at: GameSide, asker: IpAddr, playing: Playing) {
        let new = Rested { at, asker, playing };
        if new.bytes() > self.most_bytes.address {
            return;
        }
        let mut players = self.players();
        players.retain(|rested| rested.at != at);
        players.push_back(new);
        let is_own = |rested: &Rested| rested.asker == asker;
        let sum = |players: &VecDeque<Rested>, counts: &dyn Fn(&Rested) -> bool| -> usize {
            players.iter().filter(|rested| counts(rested)).map(Rested::bytes).sum()
        };
        while sum(&players, &is_own) > self.most_bytes.address {
            let oldest = players.iter().position(is_own);
            oldest.and_then(|oldest| players.remove(oldest));
        }
        while sum(&players, &|_| true) > self.most_bytes.all {
            players.pop_front();
        }
    }

    /// Sends the players of a game away.
    pub(crate) fn forget(&self, game: i64) {
        self.players().retain(|rested| rested.at.game != game);
    }
}

#[cfg(test)]
mod tests {
    use zwick::Game;

    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
    const THERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::BROADCAST);

    fn spec() -> Spec {
        "alpha-beta:table=1024".parse().unwrap()
    }

    fn first(game: i64) -> GameSide {
        GameSide { game, side: Side::First }
    }

    fn keep(resting: &Resting, asker: IpAddr, game: i64) {
        keep_as(resting, asker, game, spec());
    }

    fn keep_as(resting: &Resting, asker: IpAddr, game: i64, spec: Spec) {
        let player = AnyPlayer::new(Game::CONNECT_FOUR, spec, 1);
        resting.keep(first(game), asker, Playing { player, shelf: None });
    }

    fn kept(resting: &Resting) -> Vec<i64> {
        resting.players().iter().map(|rested| rested.at.game).collect()
    }

    #[test]
    fn the_longest_at_rest_make_room_those_of_the_same_address_first() {
        let room = bytes_of(&spec());
        let resting = Resting::new(Share { address: 2 * room, all: 3 * room, reserve: 0 });
        keep(&resting, THERE, 1);
        (2..5).for_each(|game| keep(&resting, HERE, game));
        assert_eq!(kept(&resting), [1, 3, 4]);
        keep(&resting, THERE, 5);
        assert_eq!(kept(&resting), [3, 4, 5]);
        assert!(resting.take(first(3), spec()).is_some());
        assert!(resting.take(first(3), spec()).is_none(), "nobody has it twice");
        keep(&resting, HERE, 4);
        assert_eq!(kept(&resting), [5, 4], "one player for a side");
        assert!(resting.take(first(4), "v5".parse().unwrap()).is_none());
        resting.forget(4);
        assert_eq!(kept(&resting), [5]);
    }

    #[test]
    fn a_player_without_room_is_not_kept_and_pushes_nobody_out() {
        let room = bytes_of(&spec());
        let resting = Resting::new(Share { address: room, all: 8 * room, reserve: 0 });
        keep(&resting, HERE, 1);
        keep_as(&resting, HERE, 2, "alpha-beta:table=1025".parse().unwrap());
        assert_eq!(kept(&resting), [1]);
    }
}
