//! The table of the values of states, by key. Keys are random numbers, so half of a key serves as its hash.

use std::fmt;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use hashbrown::HashMap;

use crate::control::limits::{Limits, Stopped};

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

/// Number of maps of a large table.
const MAPS: usize = 1 << 8;
/// Capacity from which on a table is divided into maps before it grows, which takes a millisecond.
const LARGE: usize = 1 << 14;

/// The table, and the bytes of its values outside it.
///
/// A large table consists of many maps, each of which grows by itself: a single one with millions of entries would take
/// seconds to grow, in which no limits are asked.
pub(crate) struct MemoTable<V> {
    /// One map, or [`MAPS`] of them.
    maps: Vec<Map<V>>,
    entries: usize,
    /// The bytes of the maps.
    allocated: usize,
    outside: usize,
    outside_of: OutsideBytes<V>,
}

impl<V> MemoTable<V> {
    pub(super) fn new(outside_of: OutsideBytes<V>) -> Self {
        Self { maps: vec![Map::default()], entries: 0, allocated: 0, outside: 0, outside_of }
    }

    /// Returns the same table with other values, and the limit that was reached meanwhile: the entries after it are left
    /// out.
    pub(super) fn map<W>(
        self,
        outside_of: OutsideBytes<W>,
        mut widen: impl FnMut(&V) -> W,
        limits: &mut Limits<'_>,
    ) -> (MemoTable<W>, Result<(), Stopped>) {
        let mut asked = Ok(());
        let mut table = MemoTable { maps: Vec::new(), ..MemoTable::new(outside_of) };
        for map in self.maps {
            // With the same capacity: inserting the entries of a map into a smaller one with the same hash would
            // make long runs of occupied slots.
            let mut wider = Map::with_capacity_and_hasher(map.capacity(), BuildHasherDefault::default());
            for (key, value) in map {
                asked = asked.and_then(|()| limits.setup(1));
                if asked.is_err() {
                    break;
                }
                let value = widen(&value);
                table.outside += outside_of(&value);
                wider.insert(key, value);
            }
            table.entries += wider.len();
            table.allocated += wider.allocation_size();
            table.maps.push(wider);
        }
        (table, asked)
    }

    /// Returns the number of the map of a key. Maps use the other half of it.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "the number is less than that of the maps")]
    fn number(&self, key: MemoKey) -> usize {
        (key.rest & (self.maps.len() as u64 - 1)) as usize
    }

    #[inline]
    pub(super) fn get(&self, key: MemoKey) -> Option<&V> {
        self.maps[self.number(key)].get(&key)
    }

    /// Stores a value, unless the table would then exceed `most_bytes`.
    #[inline]
    pub(super) fn put(&mut self, key: MemoKey, value: &V, most_bytes: usize) -> Result<(), Full>
    where
        V: Clone,
    {
        let outside = (self.outside_of)(value);
        let mut number = self.number(key);
        if self.maps[number].len() == self.maps[number].capacity() {
            self.grow(number, outside, most_bytes)?;
            number = self.number(key);
        } else if self.bytes().saturating_add(outside) > most_bytes {
            return Err(Full);
        }
        self.outside += outside;
        match self.maps[number].insert(key, value.clone()) {
            Some(same) => self.outside -= (self.outside_of)(&same),
            None => self.entries += 1,
        }
        Ok(())
    }

    /// Makes room in a map that is full, unless the table would then exceed `most_bytes` with these bytes.
    #[cold]
    fn grow(&mut self, number: usize, outside: usize, most_bytes: usize) -> Result<(), Full> {
        let map = &mut self.maps[number];
        let before = map.allocation_size();
        // The old map and one of twice the size exist together. The first allocation has room for 3 entries and the
        // map's control bytes, with some to spare.
        let larger = if map.capacity() == 0 { 8 * size_of::<(MemoKey, V)>() + 64 } else { 2 * before };
        let bytes = self.allocated.saturating_add(larger).saturating_add(self.outside);
        if bytes.saturating_add(outside) > most_bytes {
            return Err(Full);
        }
        if self.maps.len() == 1 && self.maps[0].capacity() >= LARGE {
            self.divide();
            return Ok(());
        }
        let map = &mut self.maps[number];
        map.reserve(1);
        self.allocated += map.allocation_size() - before;
        Ok(())
    }

    /// Divides the only map into many.
    fn divide(&mut self) {
        let whole = std::mem::take(&mut self.maps).pop().unwrap_or_default();
        // About as much room as if the map grew.
        let room = 2 * whole.capacity() / MAPS;
        let empty = || Map::with_capacity_and_hasher(room, BuildHasherDefault::default());
        self.maps.resize_with(MAPS, empty);
        for (key, value) in whole {
            let number = self.number(key);
            self.maps[number].insert(key, value);
        }
        self.allocated = self.maps.iter().map(Map::allocation_size).sum();
    }

    pub(super) fn entries(&self) -> usize {
        self.entries
    }

    pub(super) fn bytes(&self) -> usize {
        self.allocated + self.outside
    }
}

impl<V> fmt::Debug for MemoTable<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoTable").field("entries", &self.entries).finish()
    }
}
