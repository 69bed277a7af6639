//! The group that given automorphisms generate, by the algorithm of Schreier and Sims.
//!
//! Level `i` of the chain holds the automorphisms that fix the bases of all earlier levels. A level is complete
//! if each *Schreier generator* of it, the product of a coset representative, a generator, and the inverse of
//! the coset representative that leads to the same point, is a product of coset representatives of the later
//! levels. What remains of one that is not becomes a generator of later levels (C. C. Sims, *Computational
//! methods in the study of permutation groups*, 1970; D. F. Holt, B. Eick and E. A. O'Brien, *Handbook of
//! Computational Group Theory*, 2005, section 4.4). Levels whose bases are options come first, so that the
//! others are those of the kernel.

use std::collections::HashMap;

use super::detect::{Group, GroupLevel, Moved};
use super::elements::dense;
use super::graph::Graph;
use crate::control::limits::{Limits, Stopped};
use crate::problem::ids::{narrow, wide};

/// Number of images of vertices that count as a step for the limits.
const IMAGES_OF_A_STEP: usize = 64;

/// A permutation of the vertices and its inverse, each as the list of all images.
struct Permutation {
    image: Vec<u32>,
    inverse: Vec<u32>,
}

/// A level of the chain.
struct Level {
    base: u32,
    /// Numbers of permutations that fix all earlier bases.
    generators: Vec<usize>,
    /// The images of the base, in the order in which they were found.
    orbit: Vec<u32>,
    /// By image of the base, but not for the base itself: the generator that led to it.
    reached_by: HashMap<u32, usize>,
    /// By generator: the number of points of the orbit whose Schreier generators have been examined.
    examined: Vec<usize>,
}

/// The chain of stabilizers of a group that grows by generators.
pub(crate) struct Chain<'g> {
    graph: &'g Graph,
    permutations: Vec<Permutation>,
    levels: Vec<Level>,
}

impl<'g> Chain<'g> {
    /// Returns the chain of the group without generators.
    pub(crate) fn of(graph: &'g Graph) -> Self {
        Self { graph, permutations: Vec::new(), levels: Vec::new() }
    }

    /// Adds a generator.
    ///
    /// # Errors
    /// The question of the limits, answered with a stop. The chain cannot be used then.
    ///
    /// # Complexity
    /// One product of permutations for each Schreier generator and each coset representative that it is divided
    /// by: fast for small groups, and for large ones on up to a few hundred vertices.
    pub(crate) fn insert(&mut self, generator: &Moved, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let (rest, end) = self.sift(dense(self.graph.len(), generator), 0, limits)?;
        match self.add(rest, 0, end) {
            Some(last) => self.complete(last, limits),
            None => Ok(()),
        }
    }

    /// Divides a permutation that fixes the bases before level `from` by coset representatives of the levels
    /// from there on. Returns the rest and the number of the level whose orbit has no such point; the number
    /// of levels if all have.
    fn sift(
        &self,
        mut rest: Vec<u32>,
        from: usize,
        limits: &mut Limits<'_>,
    ) -> Result<(Vec<u32>, usize), Stopped> {
        for (number, level) in self.levels.iter().enumerate().skip(from) {
            let mut point = rest[wide(level.base)];
            while point != level.base {
                let Some(&generator) = level.reached_by.get(&point) else { return Ok((rest, number)) };
                self.multiply(&mut rest, &self.permutations[generator].inverse, limits)?;
                point = rest[wide(level.base)];
            }
        }
        Ok((rest, self.levels.len()))
    }

    fn multiply(&self, product: &mut [u32], by: &[u32], limits: &mut Limits<'_>) -> Result<(), Stopped> {
        limits.step((self.graph.len() / IMAGES_OF_A_STEP + 1) as u64)?;
        for image in product {
            *image = by[wide(*image)];
        }
        Ok(())
    }

    /// Adds what sifting left, which ended at level `end`, to the generators of the levels from `from` to `end`,
    /// of which the last may be a level that is added. Returns the number of the last one, or `None` if nothing
    /// but the identity was left.
    fn add(&mut self, rest: Vec<u32>, from: usize, end: usize) -> Option<usize> {
        let moved = (0..).zip(&rest).find(|(vertex, image)| vertex != *image);
        let (base, _) = moved?;
        let of_options = self.levels.partition_point(|level| self.graph.is_option(level.base));
        // A rest that passed all levels of options, and yet moves an option, needs one more of these. Later
        // levels stay as they are, because their generators move no option.
        let last = if self.graph.is_option(base) { end.min(of_options) } else { end };
        let needs_level = last == self.levels.len()
            || self.graph.is_option(base) && !self.graph.is_option(self.levels[last].base);
        if needs_level {
            let generators = self.levels.get(last).map_or_else(Vec::new, |next| next.generators.clone());
            let examined = vec![0; generators.len()];
            let level = Level { base, generators, orbit: vec![base], reached_by: HashMap::new(), examined };
            self.levels.insert(last, level);
        }
        let mut inverse = vec![0; rest.len()];
        for (vertex, &image) in rest.iter().enumerate() {
            inverse[wide(image)] = narrow(vertex);
        }
        let number = self.permutations.len();
        self.permutations.push(Permutation { image: rest, inverse });
        for level in &mut self.levels[from..=last] {
            level.generators.push(number);
            level.examined.push(0);
            level.extend(&self.permutations);
        }
        Some(last)
    }

    /// Examines the Schreier generators of all levels from this one up to the first. All later levels must be
    /// complete.
    fn complete(&mut self, last: usize, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let mut at = last;
        loop {
            if let Some(generator) = self.next_schreier_generator(at, limits)? {
                let (rest, end) = self.sift(generator, at, limits)?;
                at = self.add(rest, at + 1, end).unwrap_or(at);
            } else if at == 0 {
                return Ok(());
            } else {
                at -= 1;
            }
        }
    }

    /// Returns the product of a coset representative of a level and a generator, of a pair that has not been
    /// examined.
    fn next_schreier_generator(
        &mut self,
        at: usize,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Vec<u32>>, Stopped> {
        let level = &mut self.levels[at];
        for (&generator, examined) in level.generators.iter().zip(&mut level.examined) {
            while let Some(&point) = level.orbit.get(*examined) {
                *examined += 1;
                let image = self.permutations[generator].image[wide(point)];
                // Where the generator led to the image first, the coset representative of the image is this
                // product.
                let is_first = level.reached_by.get(&image) == Some(&generator);
                if is_first && self.permutations[generator].inverse[wide(image)] == point {
                    continue;
                }
                let mut path = vec![generator];
                let mut above = point;
                while let Some(&by) = level.reached_by.get(&above) {
                    path.push(by);
                    above = self.permutations[by].inverse[wide(above)];
                }
                let mut product: Vec<u32> = (0..self.graph.len()).map(narrow).collect();
                for &by in path.iter().rev() {
                    self.multiply(&mut product, &self.permutations[by].image, limits)?;
                }
                return Ok(Some(product));
            }
        }
        Ok(None)
    }

    /// Returns the group. Its generators may be others than those that were added.
    pub(crate) fn into_group(self) -> Group {
        let Self { permutations, levels, .. } = self;
        let depth = |permutation: &Permutation| {
            levels.iter().take_while(|level| permutation.image[wide(level.base)] == level.base).count()
        };
        let mut generators: Vec<(usize, Moved)> = permutations
            .iter()
            .map(|permutation| {
                let images = (0..).zip(permutation.image.iter().copied());
                (depth(permutation), images.filter(|(vertex, image)| vertex != image).collect())
            })
            .collect();
        generators.sort_by_key(|(depth, _)| std::cmp::Reverse(*depth));
        let group_level = |(number, level): (usize, &Level)| GroupLevel {
            base: level.base,
            orbit: narrow(level.orbit.len()),
            generators: generators.partition_point(|(depth, _)| *depth >= number),
        };
        let levels = levels.iter().enumerate().map(group_level).collect();
        Group { generators: generators.into_iter().map(|(_, moved)| moved).collect(), levels }
    }
}

impl Level {
    /// Extends the orbit after a generator was added.
    fn extend(&mut self, permutations: &[Permutation]) {
        let Some((&added, earlier)) = self.generators.split_last() else { return };
        let known = self.orbit.len();
        let mut at = 0;
        while let Some(&point) = self.orbit.get(at) {
            let earlier = if at < known { &[] } else { earlier };
            for &generator in earlier.iter().chain([&added]) {
                let image = permutations[generator].image[wide(point)];
                if image != self.base && !self.reached_by.contains_key(&image) {
                    self.reached_by.insert(image, generator);
                    self.orbit.push(image);
                }
            }
            at += 1;
        }
    }
}
