//! The numbers of the states of a layer, in the order in which they are found.

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::control::limits::{Limits, Stopped};
use crate::count::frontier::steps::StateKey;
use crate::problem::ids::{narrow, wide};

/// A seed that makes the hashes of one layer different from those of the next. Otherwise a layer that is
/// filled in the order of another one would fill each part of its table in turn, and probing would become
/// quadratic. The first seed is random, so that no problem can be constructed whose states all have the same
/// hash.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seed(u64);

/// A table is replaced instead of cleared if it has room for more than this many times its states.
const SPARSE: usize = 8;

/// An odd number with irregular bits: the fraction of the golden ratio.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

impl Seed {
    pub(super) fn drawn() -> Self {
        Self(RandomState::new().hash_one(0))
    }

    pub(super) fn next(self) -> Self {
        Self(self.0.wrapping_add(MIX))
    }

    #[inline(always)]
    pub(super) fn hash<const W: usize>(self, key: &StateKey<W>) -> u64 {
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

/// The states of the next layer, numbered in the order in which they are found.
#[derive(Debug)]
pub(super) struct StateNumbers<const W: usize> {
    pub(super) keys: Vec<StateKey<W>>,
    table: HashTable<u32>,
    seed: Seed,
}

impl<const W: usize> StateNumbers<W> {
    pub(super) fn new(seed: Seed) -> Self {
        Self { keys: Vec::new(), table: HashTable::new(), seed }
    }

    /// Removes all states. They keep their memory, as the next layer is likely to be of the same size, unless the table has
    /// room for much more: clearing takes time for the capacity.
    pub(super) fn clear(&mut self, seed: Seed) {
        if self.table.capacity() / SPARSE > self.table.len() {
            self.table = HashTable::new();
        } else {
            self.table.clear();
        }
        self.keys.clear();
        self.seed = seed;
    }

    /// Makes room for this many more states. A table of millions of states takes longer to grow than a run may take to stop, so
    /// that it grows here, where the limits are asked, and not with a state.
    pub(super) fn make_room(&mut self, more: usize, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let Self { keys, table, seed } = self;
        let states = keys.len();
        if states + more <= table.capacity() {
            return Ok(());
        }
        let mut larger = HashTable::new();
        larger.try_reserve((states + more).max(2 * table.capacity()), |_| 0).map_err(|_| Stopped::Memory)?;
        for (key, number) in keys.iter().zip(0..) {
            limits.setup(1)?;
            larger.insert_unique(seed.hash(key), number, |&number| seed.hash(&keys[wide(number)]));
        }
        *table = larger;
        Ok(())
    }

    pub(super) fn number(&mut self, key: StateKey<W>) -> u32 {
        let Self { keys, table, seed } = self;
        let is_it = |&number: &u32| keys[wide(number)] == key;
        match table.entry(seed.hash(&key), is_it, |&number| seed.hash(&keys[wide(number)])) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(entry) => {
                let number = narrow(keys.len());
                entry.insert(number);
                keys.push(key);
                number
            }
        }
    }

    /// Returns the bytes that may be allocated for this many more states, while the present tables are copied.
    pub(super) fn growth(&self, more: usize) -> usize {
        let is_full = self.table.len() + more > self.table.capacity();
        let larger =
            self.table.allocation_size().saturating_mul(2).max(more.saturating_mul(2 * size_of::<u32>()));
        let of_table = if is_full { larger } else { 0 };
        growth(&self.keys, more).saturating_add(of_table)
    }

    pub(super) fn bytes(&self) -> usize {
        self.keys.capacity() * size_of::<StateKey<W>>() + self.table.allocation_size()
    }
}

/// Returns the bytes that a list allocates for this many more members, while the present ones are copied.
pub(super) fn growth<T>(list: &Vec<T>, more: usize) -> usize {
    if list.len() + more <= list.capacity() {
        return 0;
    }
    list.capacity().saturating_mul(2).max(list.len() + more).saturating_mul(size_of::<T>())
}
