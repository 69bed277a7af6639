//! The elements of a small group, as products of one representative of each coset in the chain of
//! stabilizers.

use super::detect::{Group, Moved};
use super::graph::Graph;
use crate::problem::ids::{narrow, wide};

/// The representatives of the cosets of each level whose base is an option. Their products, one factor of
/// each level, are all permutations of the options, each once.
#[derive(Clone, Debug)]
pub(crate) struct Elements {
    /// By level, from the last to the first: permutations of all vertices, the identity first.
    pub(super) cosets: Vec<Vec<Vec<u32>>>,
    /// By level: the vertex that all permutations of earlier entries fix.
    pub(super) bases: Vec<u32>,
    /// Permutations of all vertices that generate the group.
    pub(super) generators: Vec<Vec<u32>>,
    pub(super) vertices: usize,
}

/// The greatest order of a group whose elements are enumerated.
const MOST_ELEMENTS: u32 = 100_000;
/// The greatest number of images in all representatives of cosets.
const MOST_IMAGES: usize = 1 << 24;

impl Elements {
    /// Returns true if the elements of a group can be enumerated in a time and memory that are bounded.
    pub(crate) fn are_few(group: &Group, graph: &Graph) -> bool {
        let levels = group.levels.iter().filter(|level| graph.is_option(level.base));
        let cosets: usize = levels.map(|level| wide(level.orbit)).sum();
        // The order of a large group takes long to compute.
        cosets.saturating_mul(graph.len()) <= MOST_IMAGES && group.orders(graph).0 <= MOST_ELEMENTS.into()
    }

    /// Returns the elements of a group, which must be [few](Self::are_few).
    ///
    /// # Complexity
    /// The sum of the lengths of the orbits of the bases times the number of vertices, and of generators.
    pub(crate) fn of(group: &Group, graph: &Graph) -> Self {
        let generators: Vec<Vec<u32>> =
            group.generators.iter().map(|moved| dense(graph.len(), moved)).collect();
        let levels = || group.levels.iter().rev().filter(|level| graph.is_option(level.base));
        let cosets = levels().map(|level| cosets(graph.len(), level.base, &generators[..level.generators]));
        Self {
            cosets: cosets.collect(),
            bases: levels().map(|level| level.base).collect(),
            generators,
            vertices: graph.len(),
        }
    }

    /// Returns the number of elements.
    pub(super) fn order(&self) -> usize {
        self.cosets.iter().map(Vec::len).product()
    }

    /// Returns the image of a vertex under an element. The number of an element consists of those of its factors, that
    /// of the last entry of `cosets` being the most significant.
    pub(super) fn image_of(&self, element: usize, vertex: u32) -> u32 {
        let (mut left, mut image) = (element, vertex);
        for level in &self.cosets {
            image = level[left % level.len()][wide(image)];
            left /= level.len();
        }
        image
    }

    /// Returns the images of all vertices under an element.
    pub(crate) fn image(&self, element: usize) -> Vec<u32> {
        (0..self.vertices).map(|vertex| self.image_of(element, narrow(vertex))).collect()
    }

    /// Calls a function with every element, the identity first, until it fails. An element is the list of the
    /// images of all vertices. Those of items and colors are one choice among several if there are
    /// permutations of these that fix every option.
    ///
    /// # Errors
    /// That of the function.
    pub(crate) fn try_each<E>(&self, mut visit: impl FnMut(&[u32]) -> Result<(), E>) -> Result<(), E> {
        let depth = self.cosets.len();
        // Product number `level` is that of the present factors of the levels below it.
        let mut products = vec![(0..self.vertices).map(narrow).collect::<Vec<u32>>(); depth + 1];
        let mut factors = vec![0; depth];
        loop {
            visit(&products[depth])?;
            let next = (0..depth).rev().find(|&level| factors[level] + 1 < self.cosets[level].len());
            let Some(level) = next else { return Ok(()) };
            factors[level] += 1;
            factors[level + 1..].fill(0);
            for above in level..depth {
                let factor = &self.cosets[above][factors[above]];
                let (before, after) = products.split_at_mut(above + 1);
                for (image, &through) in after[0].iter_mut().zip(&before[above]) {
                    *image = factor[wide(through)];
                }
            }
        }
    }
}

/// Returns a permutation as the list of the images of all vertices.
pub(super) fn dense(vertices: usize, moved: &Moved) -> Vec<u32> {
    let mut image: Vec<u32> = (0..vertices).map(narrow).collect();
    for &(vertex, target) in moved {
        image[wide(vertex)] = target;
    }
    image
}

/// Returns, for each image of a base, a product of generators that maps the base to it.
fn cosets(vertices: usize, base: u32, generators: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut cosets = vec![(0..vertices).map(narrow).collect::<Vec<u32>>()];
    let mut is_reached = vec![false; vertices];
    is_reached[wide(base)] = true;
    let mut at = 0;
    while at < cosets.len() {
        for generator in generators {
            let target = generator[wide(cosets[at][wide(base)])];
            if !std::mem::replace(&mut is_reached[wide(target)], true) {
                let product = cosets[at].iter().map(|&image| generator[wide(image)]).collect();
                cosets.push(product);
            }
        }
        at += 1;
    }
    cosets
}
