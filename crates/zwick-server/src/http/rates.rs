//! How much each address, and all of them together, may take in a time: buckets that fill steadily and are emptied by requests.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::http::gate::Need;
use crate::http::limits::Share;

/// Seconds of the average rate of requests that may come at once.
const BURST: u32 = 4;
/// Buckets in memory, in two halves: when the newer half is full, the older one is forgotten. A forgotten bucket is a full one.
const MOST_BUCKETS: usize = 20_000;

/// What may be taken from a bucket, and how fast it fills again.
#[derive(Debug, Clone, Copy)]
struct Size {
    most: f64,
    a_second: f64,
}

#[derive(Debug, Clone, Copy)]
struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    fn new(size: Size, now: Instant) -> Self {
        Self { left: size.most, at: now }
    }

    fn fill(&mut self, size: Size, now: Instant) {
        let gained = now.saturating_duration_since(self.at).as_secs_f64() * size.a_second;
        self.left = (self.left + gained).min(size.most);
        self.at = now;
    }
}

/// What addresses may take.
pub(crate) struct Rates {
    of_address: Size,
    /// What all may take together, and what of it only those may who must get through.
    of_all: Option<(Size, f64)>,
    buckets: Mutex<Buckets>,
}

#[derive(Default)]
struct Buckets {
    newer: HashMap<IpAddr, Bucket>,
    older: HashMap<IpAddr, Bucket>,
    all: Option<Bucket>,
}

impl Rates {
    /// Requests a second for each address.
    pub(crate) fn of_requests(a_second: u32) -> Self {
        let a_second = a_second.max(1);
        let of_address = Size { most: f64::from(a_second * BURST), a_second: f64::from(a_second) };
        Self { of_address, of_all: None, buckets: Mutex::default() }
    }

    /// Anything of which there is a share for a time, which may be taken at once.
    pub(crate) fn in_time(share: Share, time: Duration) -> Self {
        let size = |most: usize| Size { most: most as f64, a_second: most as f64 / time.as_secs_f64() };
        let of_all = Some((size(share.all), share.reserve as f64));
        Self { of_address: size(share.address), of_all, buckets: Mutex::default() }
    }

    /// Whether this address may take so much now; it has then.
    pub(crate) fn take(&self, address: IpAddr, amount: usize, need: Need, now: Instant) -> bool {
        let amount = amount as f64;
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let buckets = &mut *buckets;
        let known = buckets.newer.get(&address).or_else(|| buckets.older.get(&address));
        let mut own = known.copied().unwrap_or(Bucket::new(self.of_address, now));
        own.fill(self.of_address, now);
        let mut is_allowed = own.left >= amount;
        if let Some((size, reserve)) = self.of_all {
            let all = buckets.all.get_or_insert_with(|| Bucket::new(size, now));
            all.fill(size, now);
            let reserve = if need == Need::Vital { 0.0 } else { reserve };
            is_allowed &= all.left >= amount + reserve;
            all.left -= if is_allowed { amount } else { 0.0 };
        }
        own.left -= if is_allowed { amount } else { 0.0 };
        if buckets.newer.len() >= MOST_BUCKETS / 2 && !buckets.newer.contains_key(&address) {
            buckets.older = std::mem::take(&mut buckets.newer);
        }
        buckets.newer.insert(address, own);
        is_allowed
    }
}

/// Whom an address belongs to: with one address of version 6 comes the whole network of 64 bits.
pub(crate) fn whose(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => IpAddr::V6((u128::from(address) >> 64 << 64).into()),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asks(rates: &Rates, address: &str, now: Instant) -> usize {
        let address = whose(address.parse().unwrap());
        (0..100).filter(|_| rates.take(address, 1, Need::Usual, now)).count()
    }

    #[test]
    fn a_burst_is_allowed_and_then_the_average() {
        let rates = Rates::of_requests(10);
        let start = Instant::now();
        let allowed = |seconds: f64| asks(&rates, "192.0.2.1", start + Duration::from_secs_f64(seconds));
        assert_eq!([allowed(0.0), allowed(0.0), allowed(1.0), allowed(1.5), allowed(60.0)], [40, 0, 10, 5, 40]);
    }

    #[test]
    fn each_address_has_its_own_bucket_but_a_network_of_version_6_shares_one() {
        let rates = Rates::of_requests(1);
        let now = Instant::now();
        let allowed = |text: &str| asks(&rates, text, now);
        assert_eq!([allowed("192.0.2.1"), allowed("192.0.2.2"), allowed("::ffff:192.0.2.2")], [4, 4, 0]);
        assert_eq!([allowed("2001:db8::1"), allowed("2001:db8::2"), allowed("2001:db8:0:1::1")], [4, 0, 4]);
    }

    #[test]
    fn all_together_have_a_share_and_what_must_get_through_has_the_rest_of_it() {
        let rates = Rates::in_time(Share { address: 10, all: 30, reserve: 10 }, Duration::from_secs(3_600));
        let now = Instant::now();
        let address = |number: u8| IpAddr::from([192, 0, 2, number]);
        assert!(!rates.take(address(1), 11, Need::Usual, now));
        assert!(rates.take(address(1), 10, Need::Usual, now));
        assert!(!rates.take(address(1), 1, Need::Vital, now));
        assert!(rates.take(address(2), 10, Need::Usual, now));
        assert!(!rates.take(address(3), 1, Need::Usual, now));
        assert!(rates.take(address(3), 10, Need::Vital, now));
        let later = now + Duration::from_secs(1_800);
        assert!(rates.take(address(1), 5, Need::Usual, later));
        assert!(!rates.take(address(1), 5, Need::Usual, later));
    }

    #[test]
    fn many_addresses_take_bounded_memory() {
        let rates = Rates::of_requests(1);
        let now = Instant::now();
        for number in 0..3 * MOST_BUCKETS as u32 {
            rates.take(IpAddr::from(number.to_be_bytes()), 1, Need::Usual, now);
        }
        let buckets = rates.buckets.lock().unwrap();
        assert!(buckets.newer.len() + buckets.older.len() <= MOST_BUCKETS);
    }
}
