//! Turns at work, fair by address: each address that waits gets a turn before any gets a second one.
//!
//! The turns and the waiting requests of an address are limited. If too many wait altogether, the newest of the
//! address with the most waiting has to give way to an address that has fewer.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::http::limits::Share;
use crate::http::problem::Problem;

pub(crate) struct Fair {
    turns: Share,
    waiting: Share,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// How many turns each address has; only those that have any.
    at_work: HashMap<IpAddr, usize>,
    taken: usize,
    /// Waiting requests by address, the next to get a turn first; only addresses with waiting requests.
    queues: VecDeque<(IpAddr, VecDeque<Waiter>)>,
    waiting: usize,
    next: u64,
}

struct Waiter {
    number: u64,
    call: oneshot::Sender<()>,
}

impl State {
    fn works(&self, address: IpAddr) -> usize {
        self.at_work.get(&address).copied().unwrap_or(0)
    }

    fn begin(&mut self, address: IpAddr) {
        *self.at_work.entry(address).or_default() += 1;
        self.taken += 1;
    }

    fn end(&mut self, address: IpAddr) {
        self.taken -= 1;
        if let Some(turns) = self.at_work.get_mut(&address) {
            *turns -= 1;
            if *turns == 0 {
                self.at_work.remove(&address);
            }
        }
    }

    /// Wakes the requests whose turn it is.
    fn call(&mut self, turns: Share) {
        while self.taken < turns.all {
            let may_work = |(address, _): &(IpAddr, VecDeque<Waiter>)| self.works(*address) < turns.address;
            let Some(place) = self.queues.iter().position(may_work) else { return };
            let Some((address, mut queue)) = self.queues.remove(place) else { return };
            let called = queue.pop_front();
            if !queue.is_empty() {
                self.queues.push_back((address, queue));
            }
            let Some(waiter) = called else { continue };
            self.waiting -= 1;
            // A client that has gone away does not use its turn.
            if waiter.call.send(()).is_ok() {
                self.begin(address);
            }
        }
    }

    /// Puts someone into the queue of this address; none if too many wait.
    fn wait(&mut self, address: IpAddr, waiting: Share) -> Option<(u64, oneshot::Receiver<()>)> {
        let own = self.queues.iter().find(|(known, _)| *known == address).map_or(0, |(_, queue)| queue.len());
        if own >= waiting.address {
            return None;
        }
        if self.waiting >= waiting.all {
            let longest = self.queues.iter_mut().max_by_key(|(_, queue)| queue.len());
            let (_, queue) = longest.filter(|(_, queue)| queue.len() > own + 1)?;
            queue.pop_back();
            self.waiting -= 1;
        }
        let (call, called) = oneshot::channel();
        let number = self.next;
        self.next += 1;
        self.waiting += 1;
        match self.queues.iter_mut().find(|(known, _)| *known == address) {
            Some((_, queue)) => queue.push_back(Waiter { number, call }),
            None => self.queues.push_back((address, VecDeque::from([Waiter { number, call }]))),
        }
        Some((number, called))
    }

    fn forget(&mut self, address: IpAddr, number: u64) {
        let Some(place) = self.queues.iter().position(|(known, _)| *known == address) else { return };
        let queue = &mut self.queues[place].1;
        let before = queue.len();
        queue.retain(|waiter| waiter.number != number);
        self.waiting -= before - queue.len();
        if queue.is_empty() {
            self.queues.remove(place);
        }
    }
}

/// A turn, given back when it goes out of scope.
pub(crate) struct Turn {
    fair: Arc<Fair>,
    address: IpAddr,
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = self.fair.state();
        state.end(self.address);
        state.call(self.fair.turns);
    }
}

/// A waiting request; it leaves the queue when its client goes away.
struct Place {
    fair: Arc<Fair>,
    address: IpAddr,
    number: u64,
    called: oneshot::Receiver<()>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.fair.state();
        state.forget(self.address, self.number);
        drop(state);
        // Woken at the last moment: the turn passes to the next.
        if self.called.try_recv().is_ok() {
            drop(Turn { fair: Arc::clone(&self.fair), address: self.address });
        }
    }
}

impl Fair {
    pub(crate) fn new(turns: Share, waiting: Share) -> Arc<Self> {
        Arc::new(Self { turns, waiting, state: Mutex::default() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A turn for this address, as soon as it is due.
    ///
    /// # Errors
    /// If too many wait, or this waited too long.
    pub(crate) async fn turn(self: &Arc<Self>, address: IpAddr, patience: Duration) -> Result<Turn, Problem> {
        let place = {
            let mut state = self.state();
            // Those who wait while there are turns left have all that an address may have.
            if state.taken < self.turns.all && state.works(address) < self.turns.address {
                state.begin(address);
                return Ok(Turn { fair: Arc::clone(self), address });
            }
            let (number, called) = state.wait(address, self.waiting).ok_or(Problem::Busy)?;
            Place { fair: Arc::clone(self), address, number, called }
        };
        let mut place = place;
        match tokio::time::timeout(patience, &mut place.called).await {
            Ok(Ok(())) => Ok(Turn { fair: Arc::clone(self), address }),
            // Too long, or another address was given the place in the queue.
            Ok(Err(_)) | Err(_) => Err(Problem::Busy),
        }
    }

    /// How many turns are taken.
    pub(crate) fn taken(&self) -> usize {
        self.state().taken
    }

    /// How many wait for one.
    pub(crate) fn waiting(&self) -> usize {
        self.state().waiting
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex as Protocol;

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(30);

    fn address(number: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, number])
    }

    /// Waits until this many requests are waiting.
    async fn until_waiting(fair: &Fair, number: usize) {
        while fair.waiting() != number {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn each_address_gets_a_turn_before_any_gets_a_second_one() {
        let fair = Fair::new(Share::of_all(1), Share::of_all(100));
        let order = Arc::new(Protocol::new(Vec::new()));
        let first = fair.turn(address(1), PATIENCE).await.unwrap();
        let mut tasks = Vec::new();
        for (place, number) in [1, 1, 1, 2, 3, 2].into_iter().enumerate() {
            let (own, order) = (Arc::clone(&fair), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let _turn = own.turn(address(number), PATIENCE).await.unwrap();
                order.lock().unwrap().push(number);
            }));
            until_waiting(&fair, place + 1).await;
        }
        drop(first);
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), [1, 2, 3, 1, 2, 1]);
        assert_eq!((fair.taken(), fair.waiting()), (0, 0));
        assert!(fair.state().at_work.is_empty() && fair.state().queues.is_empty());
    }

    #[tokio::test]
    async fn an_address_cannot_have_all_turns() {
        let fair = Fair::new(Share { address: 1, all: 2, reserve: 0 }, Share::of_all(100));
        let _first = fair.turn(address(1), PATIENCE).await.unwrap();
        assert!(fair.turn(address(1), Duration::from_millis(10)).await.is_err());
        assert!(fair.turn(address(2), PATIENCE).await.is_ok());
    }

    #[tokio::test]
    async fn a_queue_full_of_one_address_has_a_place_for_another() {
        let fair = Fair::new(Share::of_all(1), Share { address: 3, all: 3, reserve: 0 });
        let first = fair.turn(address(1), PATIENCE).await.unwrap();
        let wait = |number: u8| {
            let fair = Arc::clone(&fair);
            tokio::spawn(async move { fair.turn(address(number), PATIENCE).await.is_ok() })
        };
        let greedy = [wait(1), wait(1), wait(1)];
        until_waiting(&fair, 3).await;
        assert!(fair.turn(address(1), PATIENCE).await.is_err(), "an address has its share of the queue");
        let other = wait(2);
        let mut results = Vec::new();
        let [one, two, three] = greedy;
        results.push(three.await.unwrap());
        drop(first);
        for task in [one, two, other] {
            results.push(task.await.unwrap());
        }
        assert_eq!(results, [false, true, true, true]);
    }

    #[tokio::test]
    async fn who_goes_away_leaves_the_queue_and_keeps_no_turn() {
        let fair = Fair::new(Share::of_all(1), Share::of_all(100));
        let first = fair.turn(address(1), PATIENCE).await.unwrap();
        let own = Arc::clone(&fair);
        let gone = tokio::spawn(async move { own.turn(address(2), PATIENCE).await.is_ok() });
        until_waiting(&fair, 1).await;
        gone.abort();
        assert!(gone.await.is_err());
        assert_eq!(fair.waiting(), 0);
        drop(first);
        assert_eq!(fair.taken(), 0);
    }
}
