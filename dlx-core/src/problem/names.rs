//! Names and their ids: one string holds all names, one table finds them.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::problem::ids::{narrow, wide};

/// A list of distinct names, numbered in the order of arrival.
#[derive(Clone, Default)]
pub(super) struct Names {
    text: String,
    ends: Vec<usize>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Names {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, index: usize) -> &str {
        name_at(&self.text, &self.ends, index)
    }

    pub(super) fn find(&self, name: &str) -> Option<usize> {
        let hash = self.hasher.hash_one(name);
        self.table.find(hash, |&index| self.get(wide(index)) == name).map(|&index| wide(index))
    }

    /// Returns the number of a name, which is added if it is missing.
    pub(super) fn intern(&mut self, name: &str) -> usize {
        self.find(name).unwrap_or_else(|| self.push(name))
    }

    /// Adds a name that is not in the list.
    pub(super) fn push(&mut self, name: &str) -> usize {
        debug_assert!(self.find(name).is_none());
        let index = self.ends.len();
        self.text.push_str(name);
        self.ends.push(self.text.len());
        let Self { text, ends, table, hasher } = self;
        table.insert_unique(hasher.hash_one(name), narrow(index), |&other| {
            hasher.hash_one(name_at(text, ends, wide(other)))
        });
        index
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
    }
}

fn name_at<'t>(text: &'t str, ends: &[usize], index: usize) -> &'t str {
    let start = if index == 0 { 0 } else { ends[index - 1] };
    &text[start..ends[index]]
}

impl PartialEq for Names {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.ends == other.ends
    }
}
