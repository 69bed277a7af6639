//! One symmetry, for users to look at.

use std::collections::HashMap;
use std::fmt;

use crate::automorphisms::{Graph, Moved};
use crate::problem::Problem;
use crate::problem::ids::{Color, ItemId, OptionId, wide};

/// A symmetry of a problem. [`Display`](fmt::Display) writes its cycles of items and of pairs of an item and
/// a color, such as `(a b c)(d e)` or `(x:red x:blue)`; the identity as `()`.
#[derive(Clone, Copy)]
pub struct Symmetry<'s> {
    problem: &'s Problem,
    graph: &'s Graph,
    moved: &'s Moved,
}

impl<'s> Symmetry<'s> {
    pub(super) fn new(problem: &'s Problem, graph: &'s Graph, moved: &'s Moved) -> Self {
        Self { problem, graph, moved }
    }

    /// Returns the items that it moves, each with its image.
    pub fn items(&self) -> impl Iterator<Item = (ItemId, ItemId)> + use<'s> {
        let graph = self.graph;
        self.moved.iter().filter_map(|&(item, image)| Some((graph.item_of(item)?, graph.item_of(image)?)))
    }

    /// Returns the options that it moves, each with its image.
    pub fn options(&self) -> impl Iterator<Item = (OptionId, OptionId)> + use<'s> {
        let graph = self.graph;
        let moved = self.moved.iter().filter(|&&(vertex, _)| graph.is_option(vertex));
        moved.map(|&(option, image)| (OptionId(option), OptionId(image)))
    }

    /// Returns the pairs of an item and a color that it moves, each with its image.
    pub fn colors(&self) -> impl Iterator<Item = ((ItemId, Color), (ItemId, Color))> + use<'s> {
        let graph = self.graph;
        self.moved.iter().filter_map(|&(pair, image)| Some((graph.pair_of(pair)?, graph.pair_of(image)?)))
    }

    /// Returns true if it moves no option: it is in the kernel.
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        self.options().next().is_none()
    }

    fn write_vertex(&self, vertex: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(item) = self.graph.item_of(vertex) {
            f.write_str(self.problem.name(item))
        } else if let Some((item, color)) = self.graph.pair_of(vertex) {
            write!(f, "{}:{}", self.problem.name(item), self.problem.color_name(color).unwrap_or_default())
        } else {
            write!(f, "option {vertex}")
        }
    }
}

impl fmt::Display for Symmetry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let images: HashMap<u32, u32> = self.moved.iter().copied().collect();
        let mut vertices: Vec<u32> = images.keys().copied().collect();
        // Options follow from the items, unless no item is moved.
        let has_others = vertices.iter().any(|&vertex| !self.graph.is_option(vertex));
        vertices.retain(|&vertex| !has_others || !self.graph.is_option(vertex));
        vertices.sort_unstable();
        let mut is_written = vec![false; self.graph.len()];
        let mut is_identity = true;
        for vertex in vertices {
            if is_written[wide(vertex)] {
                continue;
            }
            let (mut at, mut before) = (vertex, "(");
            while !std::mem::replace(&mut is_written[wide(at)], true) {
                f.write_str(before)?;
                self.write_vertex(at, f)?;
                (at, before) = (images[&at], " ");
            }
            f.write_str(")")?;
            is_identity = false;
        }
        if is_identity { f.write_str("()") } else { Ok(()) }
    }
}

impl fmt::Debug for Symmetry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Symmetry({self})")
    }
}
