//! Names and their ids: one string holds all names, one table finds them.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::problem::ids::{narrow, wide};

/// Number of names for which there is room from the first one on: a small problem allocates once.
const FEW: usize = 14;

/// A list of distinct names, numbered in the order of arrival.
#[derive(Clone, Default)]
pub(super) struct Names {
    text: String,
    names: Vec<Name>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

#[derive(Clone, Copy)]
struct Name {
    /// The end of the name in the text.
    end: usize,
    /// Its [key](Names::key).
    key: u64,
}

/// Key of a name that does not fit into one: the name itself is compared too.
const LONG: u64 = 0xff << 56;

impl Names {
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    pub(super) fn get(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.names[index - 1].end };
        &self.text[start..self.names[index].end]
    }

    #[inline]
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.find_key(name, self.key(name))
    }

    #[inline]
    fn find_key(&self, name: &str, key: u64) -> Option<usize> {
        let is_named = |&index: &u32| {
            self.names[wide(index)].key == key && (key < LONG || self.get(wide(index)) == name)
        };
        self.table.find(hash(&self.hasher, key), is_named).map(|&index| wide(index))
    }

    /// Returns the name as a number, if it has up to seven bytes: they fit into a word with their number.
    /// Comparing and hashing such numbers takes less time than comparing and hashing strings. Of a longer
    /// name, returns the hash with the highest byte of [`LONG`].
    #[inline]
    fn key(&self, name: &str) -> u64 {
        let bytes = name.as_bytes();
        let at = |place: usize| u64::from(bytes[place]) << (8 * place);
        let four = |place: usize| {
            let four = bytes[place..].first_chunk().copied().unwrap_or_default();
            u64::from(u32::from_le_bytes(four)) << (8 * place)
        };
        let length = bytes.len();
        let word = match length {
            0 => 0,
            1..4 => at(0) | at(length / 2) | at(length - 1),
            4..8 => four(0) | four(length - 4),
            _ => return self.hasher.hash_one(bytes) | LONG,
        };
        word | (length as u64) << 56
    }

    /// Returns the number of a name, and whether it was missing and is added.
    pub(super) fn insert(&mut self, name: &str) -> (usize, bool) {
        let key = self.key(name);
        if let Some(index) = self.find_key(name, key) {
            return (index, false);
        }
        let index = self.names.len();
        if index == 0 {
            self.text.reserve(4 * FEW);
            self.names.reserve(FEW);
            self.table.reserve(FEW, |_| 0);
        }
        self.text.push_str(name);
        self.names.push(Name { end: self.text.len(), key });
        let Self { names, table, hasher, .. } = self;
        table.insert_unique(hash(hasher, key), narrow(index), |&other| hash(hasher, names[wide(other)].key));
        (index, true)
    }

    /// Removes the names from this number on.
    pub(super) fn truncate(&mut self, len: usize) {
        self.table.retain(|&mut index| wide(index) < len);
        self.names.truncate(len);
        self.text.truncate(self.names.last().map_or(0, |name| name.end));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
    }
}

#[inline]
fn hash(hasher: &DefaultHashBuilder, key: u64) -> u64 {
    hasher.hash_one(key)
}

impl PartialEq for Names {
    fn eq(&self, other: &Self) -> bool {
        // Not the keys: two lists hash long names differently.
        self.text == other.text
            && self.names.iter().map(|name| name.end).eq(other.names.iter().map(|name| name.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_lengths_are_told_apart() {
        let mut names = Names::default();
        // All names of up to four letters of two kinds, and some that differ in one letter only.
        let mut list: Vec<String> = vec!["a".into(), "b".into()];
        for at in 0..14 {
            list.extend([format!("{}a", list[at]), format!("{}b", list[at])]);
        }
        for length in 5..12 {
            list.extend((0..length).map(|other| {
                (0..length).map(|place| if place == other { 'x' } else { 'o' }).collect::<String>()
            }));
        }
        for (number, name) in list.iter().enumerate() {
            assert_eq!(names.find(name), None, "{name}");
            assert_eq!(names.insert(name), (number, true), "{name}");
        }
        for (number, name) in list.iter().enumerate() {
            assert_eq!(names.insert(name), (number, false), "{name}");
            assert_eq!(names.get(number), name);
        }
        names.truncate(7);
        assert!(names.iter().eq(&list[..7]));
        assert_eq!(names.find(&list[6]), Some(6));
        assert_eq!(names.insert(&list[8]), (7, true), "a removed name is added again");
    }
}
