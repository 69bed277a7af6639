//! Disjoint sets of vertices, with their sizes: the orbits of a group that is given by generators.

use crate::problem::ids::{narrow, wide};

/// Disjoint sets, each of which may be marked (R. E. Tarjan, *Efficiency of a good but not linear set union
/// algorithm*, 1975).
#[derive(Clone, Debug)]
pub(crate) struct Orbits {
    parents: Vec<u32>,
    sizes: Vec<u32>,
    is_marked: Vec<bool>,
}

impl Orbits {
    /// Returns sets of one vertex each.
    pub(crate) fn of(count: usize) -> Self {
        Self {
            parents: (0..count).map(narrow).collect(),
            sizes: vec![1; count],
            is_marked: vec![false; count],
        }
    }

    /// Returns the vertex that stands for the set of this one.
    pub(crate) fn find(&mut self, mut vertex: u32) -> u32 {
        while self.parents[wide(vertex)] != vertex {
            let above = self.parents[wide(self.parents[wide(vertex)])];
            self.parents[wide(vertex)] = above;
            vertex = above;
        }
        vertex
    }

    /// Joins two sets. The result is marked if one of them was.
    pub(crate) fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.find(one), self.find(other));
        if one == other {
            return;
        }
        let (large, small) =
            if self.sizes[wide(one)] < self.sizes[wide(other)] { (other, one) } else { (one, other) };
        self.parents[wide(small)] = large;
        self.sizes[wide(large)] += self.sizes[wide(small)];
        self.is_marked[wide(large)] |= self.is_marked[wide(small)];
    }

    /// Joins each vertex with its image.
    pub(crate) fn join_all(&mut self, moved: &[(u32, u32)]) {
        for &(vertex, image) in moved {
            self.join(vertex, image);
        }
    }

    pub(crate) fn are_joined(&mut self, one: u32, other: u32) -> bool {
        self.find(one) == self.find(other)
    }

    pub(crate) fn size(&mut self, vertex: u32) -> usize {
        let root = self.find(vertex);
        wide(self.sizes[wide(root)])
    }

    pub(crate) fn mark(&mut self, vertex: u32) {
        let root = self.find(vertex);
        self.is_marked[wide(root)] = true;
    }

    pub(crate) fn unmark(&mut self, vertex: u32) {
        let root = self.find(vertex);
        self.is_marked[wide(root)] = false;
    }

    pub(crate) fn is_marked(&mut self, vertex: u32) -> bool {
        let root = self.find(vertex);
        self.is_marked[wide(root)]
    }
}
