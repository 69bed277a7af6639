//! Singles that wait to be used.

use smallvec::SmallVec;

/// Entries in the order in which they arose. An entry can be outdated by the time it is used.
#[derive(Debug)]
pub(super) struct Queue<T> {
    entries: Vec<T>,
    /// The number of entries that were used or outdated at the front.
    used: usize,
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Queue { entries: Vec::new(), used: 0 }
    }
}

impl<T: Copy> Queue<T> {
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.used = 0;
    }

    pub(super) fn push(&mut self, entry: T) {
        self.entries.push(entry);
    }

    /// Returns the first entry that is not outdated, and drops those before it.
    pub(super) fn first(&mut self, is_outdated: impl Fn(T) -> bool) -> Option<T> {
        while let Some(&entry) = self.entries.get(self.used) {
            if !is_outdated(entry) {
                return Some(entry);
            }
            self.used += 1;
        }
        self.clear();
        None
    }

    /// Returns the entries in their order.
    pub(super) fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.entries[self.used..].iter().copied()
    }

    /// Returns the number of entries.
    pub(super) fn len(&self) -> usize {
        self.entries.len() - self.used
    }

    /// Sorts the first `count` entries by the time at which they arose, without those that are outdated.
    pub(super) fn sort_first<K: Ord>(
        &mut self,
        count: usize,
        is_outdated: impl Fn(T) -> bool,
        time: impl Fn(T) -> K,
    ) {
        let first = self.entries.drain(self.used..self.used + count);
        let mut timed: SmallVec<[(K, T); 32]> =
            first.filter(|&entry| !is_outdated(entry)).map(|entry| (time(entry), entry)).collect();
        timed.sort_by(|(time, _), (other, _)| time.cmp(other));
        self.entries.splice(self.used..self.used, timed.into_iter().map(|(_, entry)| entry));
    }
}

impl<T: Copy> Clone for Queue<T> {
    fn clone(&self) -> Self {
        Queue { entries: self.entries[self.used..].to_vec(), used: 0 }
    }

    fn clone_from(&mut self, source: &Self) {
        self.clear();
        self.entries.extend_from_slice(&source.entries[source.used..]);
    }
}
