//! One symmetry, for users to look at.

use std::collections::BTreeMap;
use std::fmt;

use hashbrown::HashSet;

use super::{Graph, Moved};
use crate::problem::ids::{Color, ItemId, OptionId};
use crate::problem::{ItemKind, Problem};

/// A symmetry of a problem. [`Display`](fmt::Display) writes its cycles of items and of pairs of an item and
/// a color, such as `(a b c)(d e)` or `(x:red x:blue)`; the identity as `()`. If several of the moved options
/// use the same items in the same colors at the same cost, their images do not follow from these. Then the
/// cycles of option numbers come last, as in `(a b) options (0 3)(1 2)`.
/// [`Symmetries::generated_by`](super::Symmetries::generated_by) reads this text.
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
        let (graph, problem) = (self.graph, self.problem);
        let pairs = self
            .moved
            .iter()
            .filter_map(|&(pair, image)| Some((graph.pair_of(pair)?, graph.pair_of(image)?)));
        // The image of a weight on an item is the same weight on its image.
        pairs.filter(|&((item, _), _)| problem.kind(item) == ItemKind::Secondary)
    }

    /// Returns the cycles of items. Each begins with its least item; an item is mapped to the next one, and the
    /// last one to the first.
    #[doc(hidden)]
    #[must_use]
    pub fn item_cycles(&self) -> Vec<Vec<ItemId>> {
        cycles(self.items())
    }

    /// Returns the cycles of pairs of an item and a color, in the same form.
    #[doc(hidden)]
    #[must_use]
    pub fn color_cycles(&self) -> Vec<Vec<(ItemId, Color)>> {
        cycles(self.colors())
    }

    /// Returns the cycles of options, in the same form.
    #[doc(hidden)]
    #[must_use]
    pub fn option_cycles(&self) -> Vec<Vec<OptionId>> {
        cycles(self.options())
    }
}

/// Returns the cycles of a permutation, given by the elements that it moves and their images.
fn cycles<T: Copy + Ord>(images: impl Iterator<Item = (T, T)>) -> Vec<Vec<T>> {
    let mut images: BTreeMap<T, T> = images.collect();
    let mut cycles = Vec::new();
    while let Some((first, mut next)) = images.pop_first() {
        let mut cycle = vec![first];
        while let Some(after) = images.remove(&next) {
            cycle.push(next);
            next = after;
        }
        cycles.push(cycle);
    }
    cycles
}

impl fmt::Display for Symmetry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (items, colors) = (self.item_cycles(), self.color_cycles());
        let name = |item: &ItemId| self.problem.name(*item).to_owned();
        let pair = |pair: &(ItemId, Color)| {
            let mut name = String::new();
            write_pair(self.problem, *pair, &mut name);
            name
        };
        write_cycles(&items, name, f)?;
        write_cycles(&colors, pair, f)?;
        let mut seen = HashSet::with_capacity(self.moved.len());
        let is_new = |(option, _): (OptionId, OptionId)| {
            seen.insert((self.graph.adjacent(option.0), self.problem.cost(option)))
        };
        if self.options().all(is_new) {
            return if items.is_empty() && colors.is_empty() { f.write_str("()") } else { Ok(()) };
        }
        f.write_str(if items.is_empty() && colors.is_empty() { "options " } else { " options " })?;
        write_cycles(&self.option_cycles(), OptionId::to_string, f)
    }
}

/// Writes the name of a pair of an item and a color, or of a primary item and a weight less 1.
pub(super) fn write_pair(problem: &Problem, (item, color): (ItemId, Color), name: &mut String) {
    name.push_str(problem.name(item));
    if problem.kind(item) == ItemKind::Primary {
        name.push_str(&format!("={}", color.index() + 1));
        return;
    }
    name.push(':');
    name.push_str(problem.color_name(color).unwrap_or_default());
}

fn write_cycles<T>(
    cycles: &[Vec<T>],
    name: impl Fn(&T) -> String,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    cycles.iter().try_for_each(|cycle| {
        let names: Vec<String> = cycle.iter().map(&name).collect();
        write!(f, "({})", names.join(" "))
    })
}

impl fmt::Debug for Symmetry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Symmetry({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_begin_with_their_least_elements() {
        let images = [(5, 2), (2, 9), (9, 5), (3, 4), (4, 3)];
        assert_eq!(cycles(images.into_iter()), [vec![2, 9, 5], vec![3, 4]]);
        assert_eq!(cycles([(1, 1)].into_iter()), [[1]]);
        assert!(cycles::<u32>([].into_iter()).is_empty());
    }
}
