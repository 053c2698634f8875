//! How often each address may ask: a bucket that fills steadily and is emptied by requests.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Seconds of the average rate that may come at once.
const BURST: f64 = 4.0;
/// Full buckets are forgotten once there are so many.
const MOST_BUCKETS: usize = 10_000;

pub(crate) struct Rates {
    /// Requests a second.
    rate: f64,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    fn fill(&mut self, rate: f64, now: Instant) {
        let gained = now.saturating_duration_since(self.at).as_secs_f64() * rate;
        self.left = (self.left + gained).min(rate * BURST);
        self.at = now;
    }
}

impl Rates {
    pub(crate) fn new(rate: u32) -> Self {
        Self { rate: f64::from(rate.max(1)), buckets: Mutex::default() }
    }

    /// Whether this address may ask now; it has then.
    pub(crate) fn allow(&self, address: IpAddr, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_BUCKETS {
            buckets.retain(|_, bucket| {
                bucket.fill(self.rate, now);
                bucket.left < self.rate * BURST
            });
        }
        let bucket = buckets.entry(whose(address)).or_insert(Bucket { left: self.rate * BURST, at: now });
        bucket.fill(self.rate, now);
        let is_allowed = bucket.left >= 1.0;
        bucket.left -= f64::from(u8::from(is_allowed));
        is_allowed
    }
}

/// Whoever has one address of version 6 has the whole network of 64 bits.
fn whose(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) >> 64 << 64).into()),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_burst_is_allowed_and_then_the_average() {
        let rates = Rates::new(10);
        let address: IpAddr = "192.0.2.1".parse().unwrap();
        let start = Instant::now();
        let allowed =
            |seconds: f64| (0..100).filter(|_| rates.allow(address, start + Duration::from_secs_f64(seconds))).count();
        assert_eq!([allowed(0.0), allowed(0.0), allowed(1.0), allowed(1.5), allowed(60.0)], [40, 0, 10, 5, 40]);
    }

    #[test]
    fn each_address_has_its_own_bucket_but_a_network_of_version_6_shares_one() {
        let rates = Rates::new(1);
        let now = Instant::now();
        let allowed = |text: &str| (0..100).filter(|_| rates.allow(text.parse().unwrap(), now)).count();
        assert_eq!([allowed("192.0.2.1"), allowed("192.0.2.2"), allowed("::ffff:192.0.2.2")], [4, 4, 0]);
        assert_eq!([allowed("2001:db8::1"), allowed("2001:db8::2"), allowed("2001:db8:0:1::1")], [4, 0, 4]);
    }

    #[test]
    fn many_addresses_take_bounded_memory() {
        let rates = Rates::new(1);
        let start = Instant::now();
        for number in 0..3 * MOST_BUCKETS as u32 {
            let now = start + Duration::from_millis(u64::from(number));
            rates.allow(IpAddr::from(number.to_be_bytes()), now);
        }
        assert!(rates.buckets.lock().unwrap().len() <= MOST_BUCKETS);
    }
}
