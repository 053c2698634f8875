//! A table from keys to bytes that stores no keys.
//!
//! Every key has three slots, one in each third of the table; the xor of their bytes is its value. Such a table takes 1.23 bytes per key,
//! whatever the keys are, and a look-up costs three reads. The drawback: a key that was not put in gets an answer too, so only keys that
//! were may be looked up.
//!
//! The table is filled by peeling: a slot used by only one key can be left to that key; removing the key frees other slots, until no key is
//! left. In reverse, this is an order in which every key finds its own slot. With this much room a random choice of slots can almost always
//! be peeled, otherwise another seed is tried. (The idea is that of Bloomier filters, in the form known from xor filters.)

/// The slots of each key are in different thirds of the table.
const PLACES: usize = 3;

/// A function from keys to bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct XorTable {
    seed: u64,
    bytes: Vec<u8>,
}

/// The keys that use a slot: how many, and their xor.
#[derive(Clone, Copy, Default)]
struct Users {
    count: u32,
    entries: u32,
}

impl XorTable {
    /// The table with these keys, each given once.
    pub(super) fn build(entries: &[(u64, u8)]) -> Self {
        let third = (entries.len() * 41 / 100) + 16;
        (0..)
            .find_map(|seed| {
                let empty = Self { seed, bytes: vec![0; PLACES * third] };
                empty.peel(entries).map(|order| empty.fill(entries, &order))
            })
            .expect("some seed can be peeled")
    }

    /// The table with these bytes, as returned by [`bytes`](Self::bytes) and [`seed`](Self::seed).
    pub(super) fn from_bytes(seed: u64, bytes: Vec<u8>) -> Self {
        Self { seed, bytes }
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The value of a key that was put in.
    pub(super) fn get(&self, key: u64) -> u8 {
        self.places(key).into_iter().fold(0, |value, place| value ^ self.bytes[place])
    }

    fn places(&self, key: u64) -> [usize; PLACES] {
        let third = self.bytes.len() / PLACES;
        let hash = mix(key ^ mix(self.seed));
        std::array::from_fn(|i| {
            let bits = hash.rotate_left(21 * i as u32) & 0xffff_ffff;
            i * third + ((bits * third as u64) >> 32) as usize
        })
    }

    /// Entries with their own slot, in the order they were removed; `None` if peeling fails.
    fn peel(&self, entries: &[(u64, u8)]) -> Option<Vec<(usize, usize)>> {
        let mut users = vec![Users::default(); self.bytes.len()];
        for (i, (key, _)) in entries.iter().enumerate() {
            for place in self.places(*key) {
                users[place].count += 1;
                users[place].entries ^= i as u32;
            }
        }
        let mut single: Vec<usize> = (0..users.len()).filter(|&place| users[place].count == 1).collect();
        let mut order = Vec::with_capacity(entries.len());
        while let Some(place) = single.pop() {
            if users[place].count != 1 {
                continue;
            }
            let entry = users[place].entries as usize;
            order.push((entry, place));
            for other in self.places(entries[entry].0) {
                users[other].count -= 1;
                users[other].entries ^= entry as u32;
                if users[other].count == 1 {
                    single.push(other);
                }
            }
        }
        (order.len() == entries.len()).then_some(order)
    }

    /// Gives every key its value, in reverse order of removal: its own slot is then not used by any key that already has its value.
    fn fill(mut self, entries: &[(u64, u8)], order: &[(usize, usize)]) -> Self {
        for &(entry, place) in order.iter().rev() {
            let (key, value) = entries[entry];
            self.bytes[place] ^= self.get(key) ^ value;
        }
        self
    }
}

/// Spreads every bit of the input over the output.
fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    word ^ word >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_finds_its_value() {
        for count in [0u64, 1, 2, 10, 1000, 50_000] {
            let entries: Vec<(u64, u8)> = (0..count).map(|i| (i * i * 7 + i, mix(i) as u8)).collect();
            let table = XorTable::build(&entries);
            assert!(entries.iter().all(|&(key, value)| table.get(key) == value), "{count} keys");
            assert!(table.bytes().len() as u64 <= count * 123 / 100 + 3 * 16 + 3);
            assert_eq!(XorTable::from_bytes(table.seed(), table.bytes().to_vec()), table);
        }
    }
}
