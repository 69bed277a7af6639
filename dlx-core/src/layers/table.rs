//! The states of a layer with their values, in shards: each shard is small enough for the cache while it is filled,
//! and threads fill different ones.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::steps::Key;
use crate::number::Overflow;

/// States and their values.
pub(super) type Shard<const W: usize, V> = HashTable<(Key<W>, V)>;

/// States of one layer, by hash.
#[derive(Debug)]
pub(super) struct Layer<const W: usize, V> {
    pub(super) shards: Vec<Shard<W, V>>,
    pub(super) seed: Seed,
}

/// What makes the hashes of one layer different from those of the next. Without that a layer that is filled in the
/// order of another one fills each part of its table in turn, and probing becomes quadratic.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seed(u64);

/// Odd, with bits in no pattern: the fraction of the golden ratio.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

impl Seed {
    pub(super) fn next(self) -> Self {
        Self(self.0.wrapping_add(MIX))
    }

    #[inline(always)]
    pub(super) fn hash<const W: usize>(self, key: &Key<W>) -> u64 {
        let mut hash = self.0;
        for &word in key {
            let product = u128::from(hash ^ word) * u128::from(MIX);
            let halves = [product, product >> 64].map(|half| half & u128::from(u64::MAX));
            hash = u64::try_from(halves[0] ^ halves[1]).expect("half of 128 bits");
            hash = hash.rotate_left(29);
        }
        hash
    }
}

impl<const W: usize, V> Layer<W, V> {
    pub(super) fn new(shards: usize, seed: Seed) -> Self {
        debug_assert!(shards.is_power_of_two(), "shards are told apart by bits of the hash");
        Self { shards: (0..shards).map(|_| HashTable::new()).collect(), seed }
    }

    pub(super) fn len(&self) -> usize {
        self.shards.iter().map(HashTable::len).sum()
    }

    pub(super) fn bytes(&self) -> usize {
        self.shards.iter().map(HashTable::allocation_size).sum()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(Key<W>, V)> {
        self.shards.iter().flat_map(HashTable::iter)
    }

    /// The same states with other values.
    pub(super) fn map<N>(self, mut other: impl FnMut(&V) -> N) -> Layer<W, N> {
        let seed = self.seed;
        let map = |shard: Shard<W, V>| {
            let mut mapped = HashTable::with_capacity(shard.len());
            for (key, value) in shard {
                let value = other(&value);
                mapped.insert_unique(seed.hash(&key), (key, value), |(key, _)| seed.hash(key));
            }
            mapped
        };
        Layer { shards: self.shards.into_iter().map(map).collect(), seed }
    }
}

/// The shard of a state, of a power of two. The lowest bits place it within the shard, the highest are its tag there.
#[inline(always)]
pub(super) fn shard_of(hash: u64, shards: usize) -> usize {
    usize::try_from(hash >> 32 & (shards as u64 - 1)).expect("less than the number of shards")
}

/// Adds a value to that of a state.
#[inline(always)]
pub(super) fn add<const W: usize, V>(
    shard: &mut Shard<W, V>,
    seed: Seed,
    hash: u64,
    (key, value): (Key<W>, V),
    plus: impl FnOnce(&V, &V) -> Result<V, Overflow>,
) -> Result<(), Overflow> {
    match shard.entry(hash, |(known, _)| *known == key, |(known, _)| seed.hash(known)) {
        Entry::Occupied(mut entry) => {
            let sum = plus(&entry.get().1, &value)?;
            entry.get_mut().1 = sum;
        }
        Entry::Vacant(entry) => {
            entry.insert((key, value));
        }
    }
    Ok(())
}
