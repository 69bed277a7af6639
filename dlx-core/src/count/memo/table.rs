//! The table of the values of states, by key. Keys are random numbers, so half of a key serves as its hash.

use std::fmt;

use hashbrown::hash_table::Entry;

use crate::control::limits::{Limits, Stopped};
use crate::control::parted::{Full, PartedTable};

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

/// Returns the number of bytes of a value outside the table.
pub(crate) type OutsideBytes<V> = fn(&V) -> usize;

/// The table, and the bytes of its values outside it.
pub(crate) struct MemoTable<V> {
    table: PartedTable<(MemoKey, V)>,
    outside: usize,
    outside_of: OutsideBytes<V>,
}

impl<V> MemoTable<V> {
    pub(super) fn new(outside_of: OutsideBytes<V>) -> Self {
        Self { table: PartedTable::new(), outside: 0, outside_of }
    }

    /// Returns the same table with other values, and the limit that was reached meanwhile: the entries after it are left
    /// out.
    pub(super) fn map<W>(
        self,
        outside_of: OutsideBytes<W>,
        mut widen: impl FnMut(&V) -> W,
        limits: &mut Limits<'_>,
    ) -> (MemoTable<W>, Result<(), Stopped>) {
        let (mut asked, mut outside) = (Ok(()), 0);
        let change = |(key, value): (MemoKey, V)| {
            asked = asked.and_then(|()| limits.setup(1));
            asked.ok()?;
            let value = widen(&value);
            outside += outside_of(&value);
            Some((key, value))
        };
        let table = self.table.map(change, |(key, _)| key.hash);
        (MemoTable { table, outside, outside_of }, asked)
    }

    #[inline]
    pub(super) fn get(&self, key: MemoKey) -> Option<&V> {
        self.table.find(key.hash, |(other, _)| *other == key).map(|(_, value)| value)
    }

    /// Stores a value, unless the table would then exceed `most_bytes`.
    #[inline]
    pub(super) fn put(&mut self, key: MemoKey, value: &V, most_bytes: usize) -> Result<(), Full>
    where
        V: Clone,
    {
        let outside = (self.outside_of)(value);
        let room = most_bytes.checked_sub(self.bytes().saturating_add(outside)).ok_or(Full)?;
        self.table.make_room(key.hash, room, |(key, _)| key.hash)?;
        self.outside += outside;
        match self.table.entry(key.hash, |(other, _)| *other == key, |(key, _)| key.hash) {
            Entry::Occupied(mut same) => {
                let before = std::mem::replace(same.get_mut(), (key, value.clone()));
                self.outside -= (self.outside_of)(&before.1);
            }
            Entry::Vacant(place) => {
                place.insert((key, value.clone()));
            }
        }
        Ok(())
    }

    pub(super) fn entries(&self) -> usize {
        self.table.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.bytes() + self.outside
    }
}

impl<V> fmt::Debug for MemoTable<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoTable").field("entries", &self.entries()).finish()
    }
}
