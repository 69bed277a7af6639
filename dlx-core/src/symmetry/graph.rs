//! The graph of a problem, whose automorphisms are the symmetries of the problem.
//!
//! Its vertices are the options, the items, and the pairs of an item and a color that an option gives it, or a weight that
//! it has there. An option is adjacent to the items that it uses without a color or weight and to its pairs, and a pair
//! to its item. Vertices of different classes are never exchanged: items by kind, bounds and class of the caller, options
//! by cost, pairs by weight.

use std::collections::BTreeMap;

use crate::control::limits::{Limits, Stopped};
use crate::problem::ids::{Color, ItemId, OptionId, narrow, wide};
use crate::problem::{ItemKind, Problem};

/// The graph: options first, then items, then pairs.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    options: usize,
    items: usize,
    /// The pairs of an item and a color, or a weight less 1 in place of a color, in ascending order.
    pairs: Vec<(ItemId, Color)>,
    /// Vertex `v` is adjacent to `adjacent[starts[v]..starts[v + 1]]`, in ascending order.
    starts: Vec<u32>,
    adjacent: Vec<u32>,
    /// By vertex: the number of its class. Options have the lowest classes.
    classes: Vec<u32>,
}

impl Graph {
    /// Returns the graph of a problem. `class_of_item` divides the items further.
    ///
    /// # Complexity
    /// The number of uses times the logarithm of the number of colors.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn of(
        problem: &Problem,
        class_of_item: impl Fn(ItemId) -> u32,
        limits: &mut Limits<'_>,
    ) -> Result<Self, Stopped> {
        let (options, items) = (problem.option_count(), problem.item_count());
        let marked =
            |option: OptionId| problem.marked_uses(option).filter(|&(_, color)| color != Color::NONE);
        let mut pairs: Vec<(ItemId, Color)> = problem.options().flat_map(marked).collect();
        limits.setup(problem.use_count())?;
        pairs.sort_unstable();
        limits.setup(pairs.len())?;
        pairs.dedup();
        let count = options + items + pairs.len();
        let mut edges = Vec::with_capacity(problem.use_count() + pairs.len());
        for option in problem.options() {
            limits.setup(problem.uses(option).len())?;
            for pair in problem.marked_uses(option) {
                let item = options + pair.0.index();
                let place = pairs.binary_search(&pair);
                edges.push((option.0, narrow(place.map_or(item, |pair| options + items + pair))));
            }
        }
        for (number, (item, _)) in pairs.iter().enumerate() {
            edges.push((narrow(options + item.index()), narrow(options + items + number)));
        }
        let (starts, adjacent) = adjacency(count, &edges, limits)?;

        // Classes are numbered in the order of their keys.
        let key_of_option = |option| (0, problem.cost(option), 0, 0);
        let key_of_item = |item| {
            let kind = match problem.kind(item) {
                ItemKind::Primary => 1,
                ItemKind::Secondary => 2,
            };
            let bounds = problem.bounds(item);
            (kind, i128::from(class_of_item(item)), bounds.low, bounds.high)
        };
        let keys = problem.options().map(key_of_option).chain(problem.items().map(key_of_item)).chain(
            pairs.iter().map(|&(item, mark)| match problem.kind(item) {
                ItemKind::Primary => (3, 1, mark.0, 0),
                ItemKind::Secondary => (3, 0, 0, 0),
            }),
        );
        let keys: Vec<(u8, i128, u32, u32)> = keys.collect();
        let mut numbers = BTreeMap::new();
        for &key in &keys {
            limits.setup(STEPS_OF_A_KEY)?;
            numbers.insert(key, 0);
        }
        for (number, class) in numbers.values_mut().enumerate() {
            *class = narrow(number);
        }
        let mut classes = Vec::with_capacity(keys.len());
        for key in &keys {
            limits.setup(STEPS_OF_A_KEY)?;
            classes.push(numbers[key]);
        }
        Ok(Self { options, items, pairs, starts, adjacent, classes })
    }

    /// Returns the number of vertices.
    pub(crate) fn len(&self) -> usize {
        self.classes.len()
    }

    /// Returns true if the vertex is an option.
    pub(crate) fn is_option(&self, vertex: u32) -> bool {
        wide(vertex) < self.options
    }

    pub(crate) fn vertex_of(&self, item: ItemId) -> u32 {
        narrow(self.options + item.index())
    }

    /// Returns the item of a vertex that is one.
    pub(crate) fn item_of(&self, vertex: u32) -> Option<ItemId> {
        let number = wide(vertex).checked_sub(self.options)?;
        (number < self.items).then(|| ItemId::new(number))
    }

    /// Returns the item and the color of a vertex that is a pair; for a primary item the weight less 1 in place of the
    /// color.
    pub(crate) fn pair_of(&self, vertex: u32) -> Option<(ItemId, Color)> {
        self.pairs.get(wide(vertex).checked_sub(self.options + self.items)?).copied()
    }

    /// Returns the vertices of the pairs.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = u32> + use<> {
        (self.options + self.items..self.len()).map(narrow)
    }

    /// Returns the vertex of a pair, or `None` if no option gives the item this color.
    pub(crate) fn vertex_of_pair(&self, item: ItemId, color: Color) -> Option<u32> {
        let number = self.pairs.binary_search(&(item, color)).ok()?;
        Some(narrow(self.options + self.items + number))
    }

    pub(crate) fn adjacent(&self, vertex: u32) -> &[u32] {
        &self.adjacent[wide(self.starts[wide(vertex)])..wide(self.starts[wide(vertex) + 1])]
    }

    pub(crate) fn class(&self, vertex: u32) -> u32 {
        self.classes[wide(vertex)]
    }

    /// Returns true if the exchange of two vertices alone is an automorphism.
    pub(crate) fn are_twins(&self, one: u32, other: u32) -> bool {
        self.class(one) == self.class(other) && self.adjacent(one) == self.adjacent(other)
    }

    /// Returns true if a permutation is an automorphism. `moved` lists each vertex that it moves, with its
    /// image; `marks` is scratch space of one 0 for each vertex.
    pub(crate) fn is_automorphism(&self, moved: &[(u32, u32)], image: &[u32], marks: &mut [u32]) -> bool {
        // The image of an edge is an edge if that is true of the edges of each moved vertex: an edge between
        // two others is its own image. As the permutation is injective, no further edge is reached.
        moved.iter().enumerate().all(|(number, &(vertex, target))| {
            let (from, to) = (self.adjacent(vertex), self.adjacent(target));
            if self.class(vertex) != self.class(target) || from.len() != to.len() {
                return false;
            }
            let mark = narrow(number + 1);
            for &neighbor in to {
                marks[wide(neighbor)] = mark;
            }
            let is_image = from.iter().all(|&neighbor| marks[wide(image[wide(neighbor)])] == mark);
            for &neighbor in to {
                marks[wide(neighbor)] = 0;
            }
            is_image
        })
    }
}

/// Steps of a setup that finding the class of a vertex takes.
const STEPS_OF_A_KEY: usize = 4;

/// Returns the ranges and the lists of neighbors of a graph with these edges, each in ascending order.
fn adjacency(
    vertices: usize,
    edges: &[(u32, u32)],
    limits: &mut Limits<'_>,
) -> Result<(Vec<u32>, Vec<u32>), Stopped> {
    let mut starts = vec![0_u32; vertices + 1];
    for &(one, other) in edges {
        limits.setup(1)?;
        starts[wide(one) + 1] += 1;
        starts[wide(other) + 1] += 1;
    }
    for vertex in 0..vertices {
        starts[vertex + 1] += starts[vertex];
    }
    let mut ends = starts.clone();
    let mut adjacent = vec![0; 2 * edges.len()];
    for &(one, other) in edges {
        limits.setup(2)?;
        for (from, to) in [(one, other), (other, one)] {
            adjacent[wide(ends[wide(from)])] = to;
            ends[wide(from)] += 1;
        }
    }
    for vertex in 0..vertices {
        let own = &mut adjacent[wide(starts[vertex])..wide(starts[vertex + 1])];
        limits.setup(own.len())?;
        own.sort_unstable();
    }
    Ok((starts, adjacent))
}
