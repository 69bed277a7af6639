//! What the places that have been left are worth, by their keys. A key is a random number already: half of it is the
//! hash.

use std::fmt;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use hashbrown::HashMap;

use crate::parallel::sync::{AtomicUsize, Mutex, MutexGuard, Ordering, PoisonError};
use crate::problem::ids::wide;

/// A key, as two words: a table of these has no gaps for their alignment.
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

/// Hands the half of a key through.
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

/// Where values are kept.
pub(crate) trait MemoTable<V> {
    fn get(&self, key: MemoKey) -> Option<V>;
    /// Keeps a value, if the table then takes no more than so many bytes.
    fn put(&mut self, key: MemoKey, value: &V, most_bytes: usize) -> Result<(), Full>;
    fn entries(&self) -> usize;
    fn bytes(&self) -> usize;
}

/// Bytes of a value outside the table.
pub(crate) type OutsideBytes<V> = fn(&V) -> usize;

/// A table for one thread.
pub(crate) struct Own<V> {
    map: Map<V>,
    outside: usize,
    outside_of: OutsideBytes<V>,
}

impl<V> Own<V> {
    pub(super) fn new(outside_of: OutsideBytes<V>) -> Self {
        Self { map: Map::default(), outside: 0, outside_of }
    }

    /// As empty as at the beginning, for several threads.
    pub(super) fn to_shards(&self) -> Shards<V> {
        Shards::new(self.outside_of)
    }

    /// The same with other values.
    pub(super) fn map<W>(self, outside_of: OutsideBytes<W>, mut widen: impl FnMut(&V) -> W) -> Own<W> {
        // As large as it was: filling a smaller one in the order of a table with the same hash would make long runs.
        let mut map = Map::with_capacity_and_hasher(self.map.capacity(), BuildHasherDefault::default());
        let mut outside = 0;
        for (key, value) in self.map {
            let value = widen(&value);
            outside += outside_of(&value);
            map.insert(key, value);
        }
        Own { map, outside, outside_of }
    }

    /// How many bytes there will be at most while this value is added.
    fn bytes_with(&self, value: &V) -> usize {
        let bytes = self.map.allocation_size();
        let table = match self.map.capacity() {
            // Room for three and what the map needs to find them, with some to spare.
            0 => 8 * size_of::<(MemoKey, V)>() + 64,
            // The old table and one of twice the size stand side by side.
            capacity if capacity == self.map.len() => bytes.saturating_mul(3),
            _ => bytes,
        };
        table.saturating_add(self.outside).saturating_add((self.outside_of)(value))
    }

    fn keep(&mut self, key: MemoKey, value: V) {
        self.outside += (self.outside_of)(&value);
        // Two threads may have been at one place.
        if let Some(same) = self.map.insert(key, value) {
            self.outside -= (self.outside_of)(&same);
        }
    }
}

impl<V: Clone> MemoTable<V> for Own<V> {
    #[inline]
    fn get(&self, key: MemoKey) -> Option<V> {
        self.map.get(&key).cloned()
    }

    #[inline]
    fn put(&mut self, key: MemoKey, value: &V, most_bytes: usize) -> Result<(), Full> {
        if self.bytes_with(value) > most_bytes {
            return Err(Full);
        }
        self.keep(key, value.clone());
        Ok(())
    }

    fn entries(&self) -> usize {
        self.map.len()
    }

    fn bytes(&self) -> usize {
        self.map.allocation_size() + self.outside
    }
}

impl<V> fmt::Debug for Own<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Own").field("entries", &self.map.len()).finish()
    }
}

/// So many that two threads hardly ever want the same one.
const SHARDS: u32 = 256;

/// A table for several threads.
#[derive(Debug)]
pub(super) struct Shards<V> {
    shards: Vec<Mutex<Own<V>>>,
    /// Of all shards, and while a shard grows what it needs for that.
    bytes: AtomicUsize,
}

impl<V> Shards<V> {
    pub(super) fn new(outside_of: OutsideBytes<V>) -> Self {
        let shards = (0..SHARDS).map(|_| Mutex::new(Own::new(outside_of))).collect();
        Self { shards, bytes: AtomicUsize::new(0) }
    }

    /// The same with other values.
    pub(super) fn map<W: Clone>(
        self,
        outside_of: OutsideBytes<W>,
        mut widen: impl FnMut(&V) -> W,
    ) -> Shards<W> {
        let own = |shard: Mutex<Own<V>>| shard.into_inner().unwrap_or_else(PoisonError::into_inner);
        let shards: Vec<_> =
            self.shards.into_iter().map(|shard| own(shard).map(outside_of, &mut widen)).collect();
        let bytes = shards.iter().map(MemoTable::bytes).sum();
        Shards { shards: shards.into_iter().map(Mutex::new).collect(), bytes: AtomicUsize::new(bytes) }
    }

    fn shard(&self, key: MemoKey) -> MutexGuard<'_, Own<V>> {
        // Bits that the hash has not: all of those are in use within a shard.
        let at = wide(shard_of(key.rest));
        self.shards[at].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The number of a shard.
fn shard_of(word: u64) -> u32 {
    u32::try_from(word % u64::from(SHARDS)).expect("there are few shards")
}

impl<V: Clone> MemoTable<V> for &Shards<V> {
    fn get(&self, key: MemoKey) -> Option<V> {
        self.shard(key).get(key)
    }

    fn put(&mut self, key: MemoKey, value: &V, most_bytes: usize) -> Result<(), Full> {
        let mut shard = self.shard(key);
        let before = shard.bytes();
        let most = shard.bytes_with(value);
        let more = most.saturating_sub(before);
        // What several threads are about to take is taken from the others before it is asked for.
        let taken = match more {
            0 => self.bytes.load(Ordering::Relaxed),
            _ => self.bytes.fetch_add(more, Ordering::Relaxed).saturating_add(more),
        };
        if taken > most_bytes {
            self.bytes.fetch_sub(more, Ordering::Relaxed);
            return Err(Full);
        }
        shard.keep(key, value.clone());
        if more > 0 {
            self.bytes.fetch_add(shard.bytes(), Ordering::Relaxed);
            self.bytes.fetch_sub(before + more, Ordering::Relaxed);
        }
        Ok(())
    }

    fn entries(&self) -> usize {
        self.shards.iter().map(|shard| shard.lock().unwrap_or_else(PoisonError::into_inner).entries()).sum()
    }

    fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }
}
