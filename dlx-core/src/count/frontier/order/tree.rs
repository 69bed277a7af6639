//! The tree of a frontier that records the options of items.
//!
//! Two primary items are neighbors if the choice of the option of one can exclude an option of the other: if they share
//! an option, or each has an option that uses the same secondary item. In a graph whose vertices are to be colored or
//! chosen, the tree is about as narrow as a tree decomposition of that graph, while a frontier of covered items is as
//! wide as the neighbors of a vertex are many.

use super::eliminate::{Elimination, EliminationGraph, Least, MOST_STEPS, MOST_STEPS_OF_A_USE, eliminate};
use super::graph::ItemGraph;
use crate::control::limits::{Limits, Stopped};
use crate::problem::Problem;
use crate::problem::givens::Settled;
use crate::problem::ids::{ItemId, narrow, wide};

/// A tree of the primary items that are still to be covered.
#[derive(Clone, Debug)]
pub(crate) struct ItemTree {
    /// A postorder of the tree.
    pub(crate) line: Vec<ItemId>,
    /// By place in the line: the number of children, whose subtrees come before it.
    pub(crate) child_counts: Vec<u32>,
    /// Logarithm to base 2 of the estimated number of states of all layers, if the options of the items are free.
    pub(crate) guess: f64,
    /// The same for the best line.
    pub(crate) of_lines: f64,
}

/// How much less than that of the best line the estimate of a tree must be, as a logarithm to base 2: a state of the tree
/// takes several steps.
const CLEARLY: f64 = 2.0;

/// The same from which no line is tried beside the tree.
const MUCH: f64 = 8.0;

impl ItemTree {
    /// Returns true if it is clearly better than the best line, with this estimate.
    pub(super) fn is_better_than(&self, of_lines: f64) -> bool {
        self.guess + CLEARLY <= of_lines
    }

    /// Returns true if the lines are so much worse that they are not tried.
    pub(crate) fn replaces_lines(&self) -> bool {
        self.guess + MUCH <= self.of_lines
    }
}

/// Estimates the number of states of all layers of a line, as a logarithm to base 2, if the options of the items are free
/// that have come and share an item with options that come later. This compares with the estimate of a tree. That of the
/// order takes each field for free, which is less exact where an item has many fields.
pub(super) fn guess_by_options(graph: &ItemGraph, line: &[ItemId]) -> f64 {
    const LATER: u32 = u32::MAX;
    let mut ranks = vec![LATER; wide(graph.item_count())];
    for (rank, item) in line.iter().enumerate() {
        ranks[item.index()] = narrow(rank);
    }
    // The last rank at which a state needs the field of an item.
    let rank_of_option = |&option: &u32| graph.uses_of(option).iter().map(|&used| ranks[wide(used)]).min();
    let last = |item: u32| match ranks[wide(item)] {
        LATER => graph.options_of(item).iter().filter_map(rank_of_option).max().unwrap_or(0),
        rank => rank,
    };
    let last: Vec<u32> = (0..graph.item_count()).map(last).collect();
    let mut changes = vec![0.0; line.len() + 1];
    for (rank, item) in line.iter().enumerate() {
        let options = graph.options_of(item.0);
        let used = options.iter().flat_map(|&option| graph.uses_of(option));
        let end = used.map(|&used| wide(last[wide(used)])).max().unwrap_or(0).max(rank);
        let bits = f64::from(narrow(options.len()) + u32::from(!graph.is_primary(item.0))).max(1.0).log2();
        changes[rank] += bits;
        changes[end] -= bits;
    }
    let mut width = 0.0;
    let states = changes.iter().map(|change| {
        width += change;
        f64::exp2(width)
    });
    states.sum::<f64>().log2()
}

/// Returns the bits of a field that records the option of a primary item, as a logarithm, by item; `None` if an item may
/// be covered several times, or has no option.
pub(super) fn option_bits(problem: &Problem, settled: &Settled, graph: &ItemGraph) -> Option<Vec<f64>> {
    let mut bits = vec![0.0; wide(graph.item_count())];
    for &item in &graph.primaries {
        let bounds = settled.bounds_left(problem, item);
        let options = graph.options_of(item.0).len() + usize::from(bounds.low == 0);
        if bounds.high > 1 || options == 0 {
            return None;
        }
        bits[item.index()] = f64::from(narrow(options)).log2();
    }
    Some(bits)
}

/// Returns the better one of two elimination trees whose fields have these bits, or `None` if neither is better than the
/// best line, with the estimate `of_lines`.
///
/// # Errors
/// [`Stopped::Asked`].
pub(super) fn tree(
    graph: &ItemGraph,
    bits: &[f64],
    of_lines: f64,
    limits: &mut Limits<'_>,
) -> Result<Option<ItemTree>, Stopped> {
    let mut has = vec![false; bits.len()];
    for item in &graph.primaries {
        has[item.index()] = true;
    }
    let Some(neighbors) = graph.neighbors_by_options(limits)? else { return Ok(None) };
    let graph = EliminationGraph { neighbors: &neighbors, bits, has: &has };
    let steps = MOST_STEPS.min(MOST_STEPS_OF_A_USE * (has.len() + neighbors.entry_count()));
    let mut best: Option<ItemTree> = None;
    for least in [Least::Degree, Least::Fill] {
        let most = best.as_ref().map_or(of_lines, |best| best.guess);
        // If the first rule finds no tree as narrow as the line, the second one would take much work for nothing.
        let Some(found) = eliminate(graph, least, most, steps, limits)? else { break };
        let Elimination { line, child_counts, guess, .. } = found;
        if best.as_ref().is_none_or(|best| guess < best.guess) {
            best = Some(ItemTree { line, child_counts, guess, of_lines });
        }
    }
    Ok(best.filter(|tree| tree.is_better_than(of_lines)))
}

/// Returns a tree of any width.
#[cfg(test)]
pub(crate) fn any_tree(problem: &Problem, settled: &Settled) -> Option<ItemTree> {
    let graph = ItemGraph::of(problem, settled, &mut Limits::none()).expect("nothing stops it");
    let bits = option_bits(problem, settled, &graph)?;
    tree(&graph, &bits, f64::INFINITY, &mut Limits::none()).expect("nothing stops it")
}
