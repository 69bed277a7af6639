//! The first levels of a search up to symmetry.
//!
//! At a node with the symmetries that fix the options chosen so far, the options of one item fall into
//! orbits. There is a branch for each orbit: its first option is chosen, and all earlier orbits are forbidden.
//! Each orbit of covers has a member below some branch, as what is forbidden is closed under the symmetries.

use num_bigint::BigUint;

use super::detect::detect;
use super::graph::Graph;
use super::orbits::Orbits;
use super::partition::{Partition, Trace};
use crate::control::limits::{Limits, Stopped};
use crate::problem::ids::{Color, ItemId, OptionId, wide};
use crate::problem::{Holders, ItemKind, Problem};

/// A node: what is chosen and forbidden.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) forced: Vec<OptionId>,
    /// By option.
    is_forbidden: Vec<bool>,
    /// The number of symmetries that fix each chosen option, as seen on the options.
    order: BigUint,
}

/// The symmetries by which the options of a node fall into orbits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fixing<'t> {
    /// Those that fix each chosen option. They map what is forbidden to what is forbidden.
    Each,
    /// The same, taken from a list of all symmetries: the images of the options under each, one after the
    /// other. The list may be of fewer symmetries than the graph has.
    EachOf(&'t [u32]),
    /// Those that map the chosen options to the chosen ones, and the forbidden ones to the forbidden ones. There
    /// are more of them, but the branches below a node do not follow from those of its parent.
    Together,
}

/// A node whose branches are being tried.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    node: Node,
    /// The orbits of the options of an item, each in ascending order with all its options, also those of
    /// other items. In the order of their first options that the item has.
    orbits: Vec<Orbit>,
    /// By option: the number of its orbit; `u32::MAX` if it is in none of these.
    pub(crate) orbit_of: Vec<u32>,
    next: usize,
}

#[derive(Clone, Debug)]
struct Orbit {
    first: OptionId,
    options: Vec<OptionId>,
}

/// The uses of the chosen options.
struct Used {
    /// By primary item: how often the chosen options cover it.
    times: Vec<u32>,
    /// By item: the color that a chosen option gives it.
    given: Vec<Option<Color>>,
}

/// The kind of a node.
#[derive(Debug)]
pub(crate) enum Expanded {
    Branches(Level),
    /// An ordinary search continues here: no symmetry is left, or no item to branch on.
    Plain,
    /// An item has no option left.
    Dead,
}

impl Node {
    /// Returns the root of a problem with this many symmetries.
    pub(crate) fn root(problem: &Problem, order: &BigUint) -> Self {
        Self { forced: Vec::new(), is_forbidden: vec![false; problem.option_count()], order: order.clone() }
    }

    /// Returns the forbidden options, in ascending order.
    pub(crate) fn forbidden(&self) -> Vec<OptionId> {
        let numbered = self.is_forbidden.iter().enumerate();
        numbered.filter(|&(_, &is_forbidden)| is_forbidden).map(|(option, _)| OptionId::new(option)).collect()
    }

    /// Removes the options that can no longer be chosen.
    pub(crate) fn retain_live(&self, problem: &Problem, options: &mut Vec<OptionId>) {
        let used = self.used(problem);
        options.retain(|&option| self.is_live(problem, &used, option));
    }

    /// Returns the nodes at which an option is chosen and forbidden.
    pub(crate) fn with_and_without(self, option: OptionId) -> [Self; 2] {
        let (mut with, mut without) = (self.clone(), self);
        with.forced.push(option);
        without.is_forbidden[option.index()] = true;
        [with, without]
    }

    /// Finds the branches of a node.
    pub(crate) fn expand(
        &self,
        tables: &mut Tables<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<Expanded, Stopped> {
        if tables.fixing != Fixing::Together && self.order == BigUint::from(1u32) {
            return Ok(Expanded::Plain);
        }
        let Some(mut joined) = tables.orbits(self, limits)? else { return Ok(Expanded::Plain) };
        let (problem, holders) = (tables.problem, tables.holders);
        let used = self.used(problem);
        let is_live: Vec<bool> =
            problem.options().map(|option| self.is_live(problem, &used, option)).collect();
        let mut best: Option<(usize, usize, ItemId)> = None;
        let mut seen = vec![u32::MAX; tables.graph.len()];
        for item in problem.items().take(problem.primary_count()) {
            if used.times[item.index()] > 0 || problem.bounds(item).low == 0 {
                continue;
            }
            let (mut orbits, mut live) = (0, 0);
            for &option in holders.of_item(item).iter().filter(|option| is_live[option.index()]) {
                let last = &mut seen[wide(joined.find(option.0))];
                orbits += usize::from(std::mem::replace(last, item.0) != item.0);
                live += 1;
            }
            if live == 0 {
                return Ok(Expanded::Dead);
            }
            if best.is_none_or(|best| (orbits, live, item) < best) {
                best = Some((orbits, live, item));
            }
        }
        let Some((_, _, item)) = best else { return Ok(Expanded::Plain) };
        let mut orbits: Vec<Orbit> = Vec::new();
        let mut numbers = vec![u32::MAX; tables.graph.len()];
        for &option in holders.of_item(item).iter().filter(|option| is_live[option.index()]) {
            let number = &mut numbers[wide(joined.find(option.0))];
            if *number == u32::MAX {
                *number = u32::try_from(orbits.len()).unwrap_or(u32::MAX);
                orbits.push(Orbit { first: option, options: Vec::new() });
            }
        }
        let mut orbit_of = vec![u32::MAX; problem.option_count()];
        for option in problem.options().filter(|option| is_live[option.index()]) {
            let number = numbers[wide(joined.find(option.0))];
            if number != u32::MAX {
                orbit_of[option.index()] = number;
                orbits[wide(number)].options.push(option);
            }
        }
        Ok(Expanded::Branches(Level { node: self.clone(), orbits, orbit_of, next: 0 }))
    }

    fn used(&self, problem: &Problem) -> Used {
        let mut used =
            Used { times: vec![0; problem.primary_count()], given: vec![None; problem.item_count()] };
        for (of_chosen, weight) in self.forced.iter().flat_map(|&option| problem.weighted_uses(option)) {
            let item = of_chosen.item.index();
            match problem.kind(of_chosen.item) {
                ItemKind::Primary => used.times[item] += weight,
                ItemKind::Secondary => used.given[item] = Some(of_chosen.color),
            }
        }
        used
    }

    /// Returns true if an option can still be chosen.
    fn is_live(&self, problem: &Problem, Used { times, given }: &Used, option: OptionId) -> bool {
        let fits = problem.weighted_uses(option).all(|(used, weight)| match problem.kind(used.item) {
            ItemKind::Primary => {
                weight <= problem.bounds(used.item).high.saturating_sub(times[used.item.index()])
            }
            ItemKind::Secondary => {
                given[used.item.index()].is_none_or(|color| color == used.color && color != Color::NONE)
            }
        });
        fits && !self.is_forbidden[option.index()] && !self.forced.contains(&option)
    }
}

impl Level {
    /// Returns the number of the present branch and its option.
    pub(crate) fn branch(&self) -> (u32, OptionId) {
        let number = self.next - 1;
        (u32::try_from(number).unwrap_or(u32::MAX), self.orbits[number].first)
    }

    /// Moves to the next branch and returns the node below it, or `None` if there is no more.
    pub(crate) fn next_branch(&mut self) -> Option<Node> {
        let orbit = self.orbits.get(self.next)?;
        if let Some(last) = self.next.checked_sub(1) {
            for option in &self.orbits[last].options {
                self.node.is_forbidden[option.index()] = true;
            }
        }
        let mut node = self.node.clone();
        node.forced.push(orbit.first);
        node.order /= orbit.options.len();
        self.next += 1;
        Some(node)
    }

    /// Returns the number of options in the orbit of the present branch.
    pub(crate) fn orbit_size(&self) -> BigUint {
        self.orbits[self.next - 1].options.len().into()
    }
}

/// The tables that nodes are expanded with.
pub(crate) struct Tables<'t> {
    pub(crate) problem: &'t Problem,
    pub(crate) graph: &'t Graph,
    pub(crate) holders: &'t Holders,
    /// The refined partition of the graph, and scratch space below it.
    pub(crate) partition: &'t mut Partition,
    pub(crate) fixing: Fixing<'t>,
}

impl Tables<'_> {
    /// Returns the orbits into which options fall at a node, or `None` if no symmetry is left.
    fn orbits(&mut self, node: &Node, limits: &mut Limits<'_>) -> Result<Option<Orbits>, Stopped> {
        self.partition.undo_to(0);
        match self.fixing {
            Fixing::Each => node.forced.iter().for_each(|option| self.partition.individualize(option.0)),
            Fixing::EachOf(images) => return Ok(self.orbits_of_listed(node, images)),
            Fixing::Together => {
                for set in [&node.forced, &node.forbidden()] {
                    let vertices: Vec<u32> = set.iter().map(|option| option.0).collect();
                    self.partition.split_by(&vertices);
                }
            }
        }
        self.partition.refine(self.graph, Trace::Record(&mut Vec::new()), limits)?;
        let group = detect(self.graph, self.partition, limits)?;
        Ok((!group.generators.is_empty()).then(|| group.orbits(self.graph)))
    }

    /// Returns the orbits of the options under those of the listed symmetries that fix each chosen option.
    fn orbits_of_listed(&self, node: &Node, images: &[u32]) -> Option<Orbits> {
        let mut orbits = Orbits::of(self.graph.len());
        let mut fixing = 0_usize;
        for image in images.chunks_exact(self.problem.option_count().max(1)) {
            if node.forced.iter().all(|option| image[option.index()] == option.0) {
                fixing += 1;
                image.iter().zip(0..).for_each(|(&image, option)| orbits.join(option, image));
            }
        }
        (fixing > 1).then_some(orbits)
    }
}
