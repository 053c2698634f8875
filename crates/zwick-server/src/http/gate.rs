//! Places that clients occupy: limited for each address and for all together.
//!
//! When all places are taken, a newcomer gets the oldest place of the address that holds the most, if that is more than its own would be.
//! The one who loses a place is told through [`Pass::lost`].

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::http::limits::Share;

pub(crate) struct Gate {
    share: Share,
    inside: Mutex<Inside>,
}

/// The occupied places: never more entries than places.
#[derive(Default)]
struct Inside {
    held: HashMap<IpAddr, VecDeque<(u64, Arc<Notify>)>>,
    all: usize,
    next: u64,
}

impl Inside {
    fn leave(&mut self, address: IpAddr, number: u64) {
        let Some(held) = self.held.get_mut(&address) else { return };
        let Some(place) = held.iter().position(|(held, _)| *held == number) else { return };
        held.remove(place);
        self.all -= 1;
        if held.is_empty() {
            self.held.remove(&address);
        }
    }

    /// Takes a place from the address that holds the most, if that is more than `own` and one; whether it did.
    fn make_room(&mut self, own: usize) -> bool {
        let largest = self.held.iter().max_by_key(|(_, held)| held.len()).filter(|(_, held)| held.len() > own + 1);
        let Some((&address, held)) = largest else { return false };
        let Some((number, lost)) = held.front().map(|(number, lost)| (*number, Arc::clone(lost))) else { return false };
        lost.notify_one();
        self.leave(address, number);
        true
    }
}

/// Whether what asks for a place must always get through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    Usual,
    Vital,
}

/// A place, given back when it goes out of scope.
pub(crate) struct Pass {
    gate: Arc<Gate>,
    address: IpAddr,
    number: u64,
    lost: Arc<Notify>,
}

impl Gate {
    pub(crate) fn new(share: Share) -> Arc<Self> {
        Arc::new(Self { share, inside: Mutex::default() })
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for this address; none if it has enough, or all are taken by others who have no more.
    pub(crate) fn enter(self: &Arc<Self>, address: IpAddr, need: Need) -> Option<Pass> {
        let mut inside = self.inside();
        let own = inside.held.get(&address).map_or(0, VecDeque::len);
        if own >= self.share.address {
            return None;
        }
        let most = if need == Need::Vital { self.share.all } else { self.share.all - self.share.reserve };
        if inside.all >= most && !inside.make_room(own) {
            return None;
        }
        let (number, lost) = (inside.next, Arc::new(Notify::new()));
        inside.next += 1;
        inside.all += 1;
        inside.held.entry(address).or_default().push_back((number, Arc::clone(&lost)));
        drop(inside);
        Some(Pass { gate: Arc::clone(self), address, number, lost })
    }
}

impl Pass {
    /// Returns once the place has been given to another client.
    pub(crate) async fn lost(&self) {
        self.lost.notified().await;
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.gate.inside().leave(self.address, self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, number])
    }

    #[tokio::test]
    async fn an_address_has_its_share_and_others_find_a_place_all_the_same() {
        let gate = Gate::new(Share { address: 3, all: 4, reserve: 0 });
        let greedy: Vec<Pass> = (0..5).filter_map(|_| gate.enter(address(1), Need::Usual)).collect();
        assert_eq!(greedy.len(), 3);
        let second = gate.enter(address(2), Need::Usual).unwrap();
        let third = gate.enter(address(3), Need::Usual).unwrap();
        greedy[0].lost().await;
        // Places are only taken from an address that would still hold at least as many as the newcomer.
        let fourth = gate.enter(address(4), Need::Usual);
        assert!(fourth.is_some());
        assert!(gate.enter(address(5), Need::Usual).is_none());
        drop((second, third, fourth, greedy));
        assert!(gate.inside().held.is_empty());
        assert_eq!(gate.inside().all, 0);
    }

    #[test]
    fn what_must_get_through_has_places_of_its_own() {
        let gate = Gate::new(Share { address: 9, all: 4, reserve: 2 });
        let usual: Vec<Pass> = (1..9).filter_map(|number| gate.enter(address(number), Need::Usual)).collect();
        assert_eq!(usual.len(), 2);
        assert!(gate.enter(address(9), Need::Vital).is_some());
    }
}
