//! The table of the values of states, by key. Keys are random numbers, so half of a key serves as its hash.

use std::fmt;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use hashbrown::HashMap;

/// A key as two words, which need no padding for alignment in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemoKey {
    hash: u64,
    rest: u64,
}

impl MemoKey {
    #[inline]
    pub(super) fn of(key: u128) -> Self {
        let half = |word: u128| u64::try_from(word & u128::from(u64::MAX)).expect("half of 128 bits");
        Self { hash: half(key), rest: half(key >> 64) }
    }
}

impl Hash for MemoKey {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.hash);
    }
}

/// Uses half of the key as the hash.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Through(u64);

impl Hasher for Through {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| hash << 8 | u64::from(byte));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}

pub(super) type Map<V> = HashMap<MemoKey, V, BuildHasherDefault<Through>>;

/// There is no room for another entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// Returns the number of bytes of a value outside the table.
pub(crate) type OutsideBytes<V> = fn(&V) -> usize;

/// The table, and the bytes of its values outside it.
pub(crate) struct MemoTable<V> {
    map: Map<V>,
    outside: usize,
    outside_of: OutsideBytes<V>,
}

impl<V> MemoTable<V> {
    pub(super) fn new(outside_of: OutsideBytes<V>) -> Self {
        Self { map: Map::default(), outside: 0, outside_of }
    }

    /// Returns the same table with other values.
    pub(super) fn map<W>(self, outside_of: OutsideBytes<W>, mut widen: impl FnMut(&V) -> W) -> MemoTable<W> {
        // With the same capacity: inserting the entries of a table into a smaller one with the same hash
        // would make long runs of occupied slots.
        let mut map = Map::with_capacity_and_hasher(self.map.capacity(), BuildHasherDefault::default());
        let mut outside = 0;
        for (key, value) in self.map {
            let value = widen(&value);
            outside += outside_of(&value);
            map.insert(key, value);
        }
        MemoTable { map, outside, outside_of }
    }

    /// Returns an upper bound on the bytes while this value is inserted.
    fn bytes_with(&self, value: &V) -> usize {
        let bytes = self.map.allocation_size();
        let table = match self.map.capacity() {
            // The first allocation: room for 3 entries and the map's control bytes, with some to spare.
            0 => 8 * size_of::<(MemoKey, V)>() + 64,
            // While the map grows, the old table and one of twice the size exist together.
            capacity if capacity == self.map.len() => bytes.saturating_mul(3),
            _ => bytes,
        };
        table.saturating_add(self.outside).saturating_add((self.outside_of)(value))
    }

    #[inline]
    pub(super) fn get(&self, key: MemoKey) -> Option<&V> {
        self.map.get(&key)
    }

    /// Stores a value, unless the table would then exceed `most_bytes`.
    #[inline]
    pub(super) fn put(&mut self, key: MemoKey, value: &V, most_bytes: usize) -> Result<(), Full>
    where
        V: Clone,
    {
        if self.bytes_with(value) > most_bytes {
            return Err(Full);
        }
        self.outside += (self.outside_of)(value);
        if let Some(same) = self.map.insert(key, value.clone()) {
            self.outside -= (self.outside_of)(&same);
        }
        Ok(())
    }

    pub(super) fn entries(&self) -> usize {
        self.map.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.map.allocation_size() + self.outside
    }
}

impl<V> fmt::Debug for MemoTable<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoTable").field("entries", &self.map.len()).finish()
    }
}
