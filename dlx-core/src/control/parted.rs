//! Hash tables that grow in small steps.

use hashbrown::TryReserveError;
use hashbrown::hash_table::{Entry, HashTable};

/// Number of parts of a large table.
const PARTS: usize = 1 << 8;
/// Capacity from which on a table is divided into parts before it grows, which takes a millisecond or two.
const LARGE: usize = 1 << 16;
/// A table is replaced instead of cleared if it has room for more than this many times its entries.
const SPARSE: usize = 8;

/// There is no room for another entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// A hash table whose users hash and compare the entries, as those of [`HashTable`] do.
///
/// A large one consists of many tables, each of which grows by itself: a single one with millions of entries would take
/// seconds to grow, in which no limits are asked, and would need its old memory beside the new one.
#[derive(Clone, Debug)]
pub(crate) struct PartedTable<T> {
    /// One table, or [`PARTS`] of them.
    parts: Vec<HashTable<T>>,
    /// The bytes of all parts.
    allocated: usize,
}

impl<T> PartedTable<T> {
    pub(crate) fn new() -> Self {
        Self { parts: vec![HashTable::new()], allocated: 0 }
    }

    /// Returns the number of the part of a hash. Within a part, a table uses the lowest bits of the hash and the highest.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "the number is less than that of the parts")]
    fn number(&self, hash: u64) -> usize {
        (hash >> 32 & (self.parts.len() as u64 - 1)) as usize
    }

    #[inline]
    pub(crate) fn find(&self, hash: u64, is_it: impl FnMut(&T) -> bool) -> Option<&T> {
        self.parts[self.number(hash)].find(hash, is_it)
    }

    /// Lets the table grow if it is full for an entry with this hash. What grows is moved to new memory before the old is
    /// freed.
    ///
    /// # Errors
    /// If that would allocate more than `room` bytes, or there is no memory for it.
    #[inline]
    pub(crate) fn make_room(
        &mut self,
        hash: u64,
        room: usize,
        hasher: impl Fn(&T) -> u64,
    ) -> Result<(), Full> {
        let part = &self.parts[self.number(hash)];
        if part.len() < part.capacity() {
            return Ok(());
        }
        if larger(part) > room {
            return Err(Full);
        }
        self.grow(hash, hasher).map_err(|_| Full)
    }

    /// Returns the place of an entry, for which [room](Self::make_room) was made.
    #[inline]
    pub(crate) fn entry(
        &mut self,
        hash: u64,
        is_it: impl FnMut(&T) -> bool,
        hasher: impl Fn(&T) -> u64,
    ) -> Entry<'_, T> {
        let number = self.number(hash);
        self.parts[number].entry(hash, is_it, hasher)
    }

    /// Stores an entry that is not in the table, for which [room](Self::make_room) was made.
    #[inline]
    pub(crate) fn insert_unique(&mut self, hash: u64, entry: T, hasher: impl Fn(&T) -> u64) {
        let number = self.number(hash);
        self.parts[number].insert_unique(hash, entry, hasher);
    }

    /// Grows for an entry with this hash.
    #[cold]
    fn grow(&mut self, hash: u64, hasher: impl Fn(&T) -> u64) -> Result<(), TryReserveError> {
        let is_large = self.parts.len() == 1 && self.parts[0].capacity() >= LARGE;
        if is_large {
            self.divide(hasher)?;
        } else {
            let number = self.number(hash);
            let part = &mut self.parts[number];
            let before = part.allocation_size();
            part.try_reserve(1, hasher)?;
            self.allocated += part.allocation_size() - before;
        }
        Ok(())
    }

    /// Divides the only part into many.
    fn divide(&mut self, hasher: impl Fn(&T) -> u64) -> Result<(), TryReserveError> {
        // About as much room as if the table grew.
        let room = 2 * self.parts[0].capacity() / PARTS;
        let mut parts = Vec::new();
        for _ in 0..PARTS {
            let mut part = HashTable::new();
            part.try_reserve(room, |_| 0)?;
            parts.push(part);
        }
        let whole = std::mem::replace(&mut self.parts, parts);
        for entry in whole.into_iter().flatten() {
            let hash = hasher(&entry);
            let number = self.number(hash);
            self.parts[number].insert_unique(hash, entry, &hasher);
        }
        self.allocated = self.parts.iter().map(HashTable::allocation_size).sum();
        Ok(())
    }

    /// Removes all entries. The table keeps its memory, unless that has room for much more.
    pub(crate) fn clear(&mut self) {
        // Clearing takes time for the capacity, which may be that of a much larger set.
        let sum = |size: fn(&HashTable<T>) -> usize| self.parts.iter().map(size).sum::<usize>();
        if sum(HashTable::capacity) / SPARSE > sum(HashTable::len) {
            *self = Self::new();
        } else {
            self.parts.iter_mut().for_each(HashTable::clear);
        }
    }

    /// Returns a table of the changed entries, without those after the first that `change` refuses.
    pub(crate) fn map<U>(
        self,
        mut change: impl FnMut(T) -> Option<U>,
        hasher: impl Fn(&U) -> u64,
    ) -> PartedTable<U> {
        let mut parts = Vec::new();
        let mut has_refused = false;
        for part in self.parts {
            // With the same capacity: inserting the entries of a table into a smaller one with the same hash would make long
            // runs of occupied slots.
            let mut changed = HashTable::with_capacity(if has_refused { 0 } else { part.capacity() });
            for entry in part {
                let Some(entry) = change(entry) else {
                    has_refused = true;
                    break;
                };
                changed.insert_unique(hasher(&entry), entry, &hasher);
            }
            parts.push(changed);
        }
        let allocated = parts.iter().map(HashTable::allocation_size).sum();
        PartedTable { parts, allocated }
    }

    /// Returns the number of entries, in time for the number of parts.
    pub(crate) fn len(&self) -> usize {
        self.parts.iter().map(HashTable::len).sum()
    }

    /// Returns the bytes that are allocated.
    #[inline]
    pub(crate) fn bytes(&self) -> usize {
        self.allocated
    }
}

/// Returns the bytes of a part after it has grown. The first allocation has room for 3 entries and the control bytes of a
/// table, with some to spare.
fn larger<T>(part: &HashTable<T>) -> usize {
    match part.capacity() {
        0 => 8 * size_of::<T>() + 64,
        _ => part.allocation_size().saturating_mul(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random words as hashes, some of them equal.
    fn hash(entry: u64) -> u64 {
        (entry / 2).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    fn filled(count: u64) -> PartedTable<u64> {
        let mut table = PartedTable::new();
        for entry in 0..count {
            let before = table.bytes();
            if table.make_room(hash(entry), 0, |&other| hash(other)) == Err(Full) {
                assert_eq!(table.bytes(), before, "{entry}");
                let room = (2 * before).max(200);
                table.make_room(hash(entry), room, |&other| hash(other)).expect("there is memory");
                assert!(before < table.bytes() && table.bytes() <= before + room, "{entry}");
            }
            table.entry(hash(entry), |&other| other == entry, |&other| hash(other)).or_insert(entry);
        }
        table
    }

    #[test]
    fn entries_are_found_while_the_table_grows_and_is_divided() {
        for count in [0, 1, 100, 3 * LARGE as u64] {
            let table = filled(count);
            assert_eq!(table.len() as u64, count);
            assert_eq!(table.parts.len() > 1, count > LARGE as u64);
            assert_eq!(table.bytes(), table.parts.iter().map(HashTable::allocation_size).sum::<usize>());
            for entry in 0..count + 100 {
                let found = table.find(hash(entry), |&other| other == entry);
                assert_eq!(found.is_some(), entry < count, "{entry}");
            }
        }
    }

    #[test]
    fn a_part_of_a_large_table_grows_by_itself() {
        let mut table = filled(2 * LARGE as u64);
        let most = (0..1000).map(|entry| larger(&table.parts[table.number(hash(entry))])).max();
        assert!(most.is_some_and(|most| most < table.bytes() / 32), "{most:?}");
        table.grow(hash(5), |&entry| hash(entry)).expect("there is memory");
        assert_eq!(table.len(), 2 * LARGE);
    }

    #[test]
    fn a_changed_table_has_the_entries_before_the_refused_one() {
        let all = filled(100_000).map(|entry| Some(entry * 2), |&entry| hash(entry / 2));
        assert_eq!(all.len(), 100_000);
        assert!((0..100_000).all(|entry| all.find(hash(entry), |&other| other == 2 * entry).is_some()));
        let mut left = 500;
        let some = filled(100_000).map(
            |entry| {
                left -= 1;
                (left > 0).then_some(entry)
            },
            |&entry| hash(entry),
        );
        assert_eq!(some.len(), 499);
    }

    #[test]
    fn a_cleared_table_is_empty_and_frees_memory_that_it_hardly_used() {
        let mut table = filled(100_000);
        let before = table.bytes();
        table.clear();
        assert_eq!((table.len(), table.bytes()), (0, before));
        table.make_room(hash(1), usize::MAX, |&other| hash(other)).expect("there is memory");
        table.insert_unique(hash(1), 1, |&other| hash(other));
        table.clear();
        assert_eq!((table.len(), table.bytes()), (0, 0));
    }
}
