//! The symmetries of a problem: permutations of its options, items and colors, found or given by generators.

mod branches;
mod classes;
mod detect;
mod elements;
mod generated;
mod generator;
mod graph;
mod orbits;
mod partition;
mod permutation;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigUint;

use crate::control::limits::{Limits, Stopped};
use crate::control::query::Query;
use crate::problem::Problem;
use crate::problem::digest::{Digest, Digester};
use crate::problem::ids::{ItemId, OptionId, wide};

pub(crate) use branches::{Expanded, Fixing, Level, Node, Tables};
pub(crate) use detect::{FirstPath, Group, Moved, Tried, detect, digest_of};
pub(crate) use elements::Elements;
pub(crate) use generated::Chain;
pub(crate) use graph::Graph;
pub(crate) use partition::{Partition, Trace};

pub use generator::{GeneratorError, GeneratorErrorKind};
pub use permutation::Symmetry;

/// The symmetries of a problem: the permutations of its options that map covers to covers because they come
/// from a renaming of its items and colors.
///
/// A symmetry maps primary items to primary ones with the same bounds, secondary ones to secondary ones, the
/// colors of each secondary item to those of its image, and options to options of the same cost. Options that
/// use the same items in the same colors may be exchanged. Symmetries are those of the problem as it was
/// built, before any reduction.
///
/// ```
/// use dlx_core::{Limits, Symmetries};
/// use dlx_instances::queens::{self, Board};
///
/// let problem = queens::problem(8, Board::Plain)?;
/// let symmetries = Symmetries::of(&problem, &mut Limits::none())?;
/// assert_eq!(*symmetries.order(), 8u32.into());
/// assert_eq!(symmetries.count(&mut Limits::none()).exact()?, 12u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Symmetries {
    pub(crate) problem: Problem,
    pub(crate) graph: Arc<Graph>,
    /// The classes of vertices, refined.
    pub(crate) partition: Partition,
    pub(crate) group: Group,
    pub(crate) order: BigUint,
    kernel_order: BigUint,
}

/// The greatest number of images of options that are stored.
const MOST_IMAGES: u64 = 1 << 22;

/// The search for the symmetries of a problem, with its settings.
///
/// ```
/// use dlx_core::inner::SymmetrySearch;
/// use dlx_core::{ItemId, Limits};
/// use dlx_instances::polycubes;
///
/// let problem = polycubes::soma()?;
/// let all = SymmetrySearch::of(&problem).run(&mut Limits::none())?;
/// assert_eq!(*all.order(), 48u32.into());
/// // Reflections exchange two pieces. The pieces are the first seven items.
/// let pieces: Vec<ItemId> = problem.items().take(7).collect();
/// let rotations = SymmetrySearch::of(&problem).fix(&pieces).run(&mut Limits::none())?;
/// assert_eq!(*rotations.order(), 24u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SymmetrySearch<'p> {
    problem: &'p Problem,
    /// By item: items of different classes are not exchanged.
    classes: Vec<u32>,
    next_class: u32,
}

impl<'p> SymmetrySearch<'p> {
    /// Returns a search for all symmetries of a problem.
    #[must_use]
    pub fn of(problem: &'p Problem) -> Self {
        Self { problem, classes: vec![0; problem.item_count()], next_class: 1 }
    }

    /// Requires that each of these items is its own image.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    pub fn fix(mut self, items: &[ItemId]) -> Self {
        for item in items {
            self.classes[item.index()] = self.next_class;
            self.next_class += 1;
        }
        self
    }

    /// Requires that the images of these items are among them.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    pub fn keep(mut self, items: &[ItemId]) -> Self {
        // By earlier class: the new class of those of its items that are named.
        let mut classes = BTreeMap::new();
        let first = self.next_class;
        for item in items {
            let class = &mut self.classes[item.index()];
            if *class < first {
                *class = *classes.entry(*class).or_insert_with(|| {
                    self.next_class += 1;
                    self.next_class - 1
                });
            }
        }
        self
    }

    /// Finds the symmetries.
    ///
    /// # Errors
    /// The question of the limits, answered with a stop.
    ///
    /// # Complexity
    /// That of [`Symmetries::of`].
    pub fn run(&self, limits: &mut Limits<'_>) -> Result<Symmetries, Stopped> {
        let graph = Graph::of(self.problem, |item| self.classes[item.index()], limits)?;
        let mut partition = Partition::refined(&graph, limits)?;
        let group = detect(&graph, &mut partition, limits)?;
        let (order, kernel_order) = group.orders(&graph);
        let graph = Arc::new(graph);
        Ok(Symmetries { problem: self.problem.clone(), graph, partition, group, order, kernel_order })
    }
}

impl Query<'_> {
    /// Returns the symmetries of the problem. Given and forbidden options play no part.
    ///
    /// # Errors
    /// The deadline, or a request to stop.
    pub fn symmetries(&self) -> Result<Symmetries, Stopped> {
        Symmetries::of(self.problem(), &mut self.limits())
    }
}

impl Symmetries {
    /// Finds all symmetries of a problem.
    ///
    /// # Errors
    /// The question of the limits, answered with a stop.
    ///
    /// # Complexity
    /// Mostly little more than linear in the uses of the problem for each of a few dozen generators; exponential for
    /// problems made to be hard. The memory is linear in the uses, and in what the generators move.
    pub fn of(problem: &Problem, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        SymmetrySearch::of(problem).run(limits)
    }

    /// Returns the problem.
    #[doc(hidden)]
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the number of permutations of the options.
    #[must_use]
    pub fn order(&self) -> &BigUint {
        &self.order
    }

    /// Returns the order of the kernel: the number of permutations of items and colors that change no option.
    #[doc(hidden)]
    #[must_use]
    pub fn kernel_order(&self) -> &BigUint {
        &self.kernel_order
    }

    /// Returns the digest by which checkpoints and tasks recognize the symmetries. It is one of the generators, so
    /// that the same symmetries from other generators have another digest.
    #[doc(hidden)]
    #[must_use]
    pub fn digest(&self) -> Digest {
        let mut digester = Digester::new("symmetries");
        for generator in &self.group.generators {
            digester.number(generator.len() as u64);
            for &(vertex, image) in generator {
                digester.number(u64::from(vertex)).number(u64::from(image));
            }
        }
        digester.digest()
    }

    /// Returns symmetries of which all others are products. Each has been verified against the problem.
    pub fn generators(&self) -> impl ExactSizeIterator<Item = Symmetry<'_>> {
        self.group.generators.iter().map(|moved| Symmetry::new(&self.problem, &self.graph, moved))
    }

    /// Returns the orbits of the options, each in ascending order, in the order of their first options. Two
    /// options are in one orbit if a symmetry maps one to the other.
    #[must_use]
    pub fn option_orbits(&self) -> Vec<Vec<OptionId>> {
        self.orbits(self.problem.options(), |option| option.0)
    }

    /// Returns the orbits of the items, in the same form.
    #[must_use]
    pub fn item_orbits(&self) -> Vec<Vec<ItemId>> {
        self.orbits(self.problem.items(), |item| self.graph.vertex_of(item))
    }

    /// Returns true if the images of all options under all symmetries are few enough to be listed.
    pub(crate) fn has_few_images(&self) -> bool {
        &self.order * self.problem.option_count() as u64 <= MOST_IMAGES.into()
            && Elements::are_few(&self.group, &self.graph)
    }

    fn orbits<I: Copy>(&self, ids: impl Iterator<Item = I>, vertex: impl Fn(I) -> u32) -> Vec<Vec<I>> {
        let mut joined = self.group.orbits(&self.graph);
        let (mut orbits, mut numbers): (Vec<Vec<I>>, _) = (Vec::new(), vec![usize::MAX; self.graph.len()]);
        for id in ids {
            let number = &mut numbers[wide(joined.find(vertex(id)))];
            if *number == usize::MAX {
                *number = orbits.len();
                orbits.push(Vec::new());
            }
            orbits[*number].push(id);
        }
        orbits
    }
}
