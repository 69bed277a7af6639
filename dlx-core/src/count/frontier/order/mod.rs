//! The order in which the items are covered.
//!
//! Between two steps, the *frontier* consists of the items that an earlier option may have touched and that
//! later options still touch. The work grows exponentially in the width of the frontier, so a narrow frontier
//! is all that matters. No order is best for all problems, so several are placed and compared: the order of
//! declaration, which is often chosen well by the modeller; [greedy](walk) orders, which find the diagonals of a board
//! and follow the branches of a tree; and [elimination](eliminate) orders, which find small separators. Nested dissection
//! by the levels of a breadth-first search was best nowhere (`benches/records/2026-11-27-counting-orders.md`).
//!
//! An order has all primary items, and may have secondary items that are covered by at most one option: it can then
//! proceed through them where the primary items do not meet.

mod eliminate;
mod graph;
mod placement;
mod spans;
mod tree;
mod walk;

use eliminate::{Elimination, EliminationGraph, Least, MOST_STEPS, MOST_STEPS_OF_A_USE, eliminate};
use graph::ItemGraph;
pub(crate) use placement::Order;
use placement::Placement;
pub(crate) use spans::ItemSpans;
pub(crate) use tree::ItemTree;
#[cfg(test)]
pub(crate) use tree::any_tree;
use tree::{guess_by_options, option_bits, tree};
use walk::{GreedyWalk, Ties, WalkRule};

use crate::control::limits::{Limits, Stopped};
use crate::problem::Problem;
use crate::problem::givens::Settled;
use crate::problem::ids::ItemId;

/// The orders of a problem that may be good.
#[derive(Clone, Debug)]
pub(crate) struct Orders {
    /// One or two orders for a frontier, the one with the lower estimate first.
    pub(crate) lines: Vec<Order>,
    /// An order for a search that divides the problem: separators come first. `None` if no tree was found narrower than
    /// the best line.
    pub(crate) separators_first: Option<Vec<ItemId>>,
    /// A tree of the primary items, if one is estimated to be better than each line.
    pub(crate) tree: Option<ItemTree>,
}

/// Number of items from which the greedy order is started, with each rule.
const STARTS: usize = 16;

/// Logarithm of the mean number of states of a layer at which an order is good enough.
const NARROW_ENOUGH: f64 = 5.0;

/// How many bits narrower than the best line a tree must be, so that a search along the tree is tried: each item of
/// the tree has a layer of its own, as in the line.
const MUCH_NARROWER: f64 = 8.0;

/// Returns the order of declaration and the best other order, the one with the lower estimate first; one order if they
/// are equal or there is no other one; `with_tree`, a tree as well, if it is better. If it is much better, less work is
/// put into the orders.
///
/// # Complexity
/// The sum of the squares of the lengths of the options, and at most 64 passes, each linear in the items, the uses and
/// the pairs of items that share an option, of which there are at most 64 for each use; for problems of more than a
/// million such pairs, fewer passes.
///
/// # Errors
/// [`Stopped::Asked`]. With little memory, only the order of declaration is tried.
pub(crate) fn orders(
    problem: &Problem,
    settled: &Settled,
    with_tree: bool,
    limits: &mut Limits<'_>,
) -> Result<Orders, Stopped> {
    let graph = ItemGraph::of(problem, settled, limits)?;
    let mut placement = Placement::default();
    let declared = placed(&mut placement, &graph, &graph.primaries, limits)?;
    let only = |declared: Order| Orders { lines: vec![declared], separators_first: None, tree: None };
    let Some(neighbors) = graph.neighbors.as_ref().filter(|_| graph.primaries.len() > 1) else {
        return Ok(only(declared));
    };
    let enough = (graph.primaries.len() as f64).log2() + NARROW_ENOUGH;
    let mut best: Option<Order> = None;
    // The walks from an item in turn, so that a good rule is found soon.
    let has_secondary = (graph.primary_count..problem.item_count()).any(|item| graph.may_be_ranked[item]);
    let ranked = if has_secondary { &[false, true][..] } else { &[false] };
    let walk_steps = graph.use_count() + neighbors.entry_count() + problem.item_count();
    let walks = (MOST_STEPS / walk_steps.max(1)).max(2);
    let count = graph.primaries.len();
    let starts = count.min(STARTS);
    let mut least = f64::INFINITY;
    let mut walk = GreedyWalk::new(&graph, neighbors);
    let starts = (0..starts).map(|start| declared.items[start * count / starts].0);
    let rules = ranked.iter().flat_map(|&ranks_secondary| {
        [Ties::First, Ties::Last].map(|ties| WalkRule { ties, ranks_secondary })
    });
    let runs = starts.flat_map(|start| rules.clone().map(move |rule| (start, rule)));
    for (start, rule) in runs.take(walks) {
        if least < enough {
            break;
        }
        if walk.place(&mut placement, rule, start, least, limits)? {
            least = keep(&mut best, placement.order());
        }
    }
    let of_lines = |best: &Option<Order>| {
        let of_line = |order: &Order| order.guess.min(guess_by_options(&graph, &order.items));
        best.iter().chain([&declared]).map(of_line).fold(f64::INFINITY, f64::min)
    };
    // Where options have more bits in all than items, as on boards and Latin squares, a tree is wider than a line.
    let is_narrow = least.min(declared.guess) < enough;
    let mut tree = match option_bits(problem, settled, &graph).filter(|_| with_tree && !is_narrow) {
        Some(bits) if bits.iter().sum::<f64>() < graph.bits.iter().sum() => match of_lines(&best) {
            of_lines if of_lines < enough => None,
            of_lines => tree(&graph, &bits, of_lines, limits)?,
        },
        _ => None,
    };
    // The best elimination is looked for among those that are narrower than the best line.
    let has: Vec<bool> = (0..graph.item_count()).map(|item| !graph.options_of(item).is_empty()).collect();
    let items = EliminationGraph { neighbors, bits: &graph.bits, has: &has };
    let steps = MOST_STEPS.min(MOST_STEPS_OF_A_USE * (graph.use_count() + neighbors.entry_count()));
    let mut narrowest: Option<Elimination> = None;
    for rule in [Least::Degree, Least::Fill] {
        if least.min(declared.guess) < enough || tree.as_ref().is_some_and(ItemTree::replaces_lines) {
            break;
        }
        let most = narrowest.as_ref().map_or(least.min(declared.guess), |known| known.width);
        if let Some(found) = eliminate(items, rule, most, steps, limits)? {
            for ranks_secondary in ranked {
                let items = found.line.iter().copied();
                let items: Vec<ItemId> =
                    items.filter(|&item| *ranks_secondary || graph.is_primary(item.0)).collect();
                least = keep(&mut best, placed(&mut placement, &graph, &items, limits)?);
            }
            narrowest = Some(found);
        }
    }
    let least = least.min(declared.guess);
    // A better line may have been found since.
    tree = tree.filter(|tree| tree.is_better_than(of_lines(&best)));
    let of_tree = tree.as_ref().filter(|tree| tree.replaces_lines()).map(|tree| tree.line.clone());
    let found = narrowest.filter(|found| found.width + MUCH_NARROWER < least).map(|found| found.line);
    let separators_first = of_tree
        .or(found)
        .map(|line| line.into_iter().rev().filter(|item| graph.is_primary(item.0)).collect());
    let Some(best) = best.filter(|best| best.items != declared.items) else {
        return Ok(Orders { separators_first, tree, ..only(declared) });
    };
    let lines = if best.guess < declared.guess { vec![best, declared] } else { vec![declared, best] };
    Ok(Orders { lines, separators_first, tree })
}

/// Keeps the order if it is better than the best one so far. Returns the estimate of the best one.
fn keep(best: &mut Option<Order>, order: Order) -> f64 {
    if best.as_ref().is_none_or(|known| order.guess < known.guess) {
        *best = Some(order);
    }
    best.as_ref().map_or(f64::INFINITY, |best| best.guess)
}

/// Returns the order that has the items in this order, and then the primary items that are left.
fn placed(
    placement: &mut Placement,
    graph: &ItemGraph,
    items: &[ItemId],
    limits: &mut Limits<'_>,
) -> Result<Order, Stopped> {
    placement.restart(graph);
    for &item in items.iter().chain(&graph.primaries) {
        if graph.may_be_ranked[item.index()] {
            placement.rank(graph, item.0, limits, |_| {})?;
        }
    }
    Ok(placement.order())
}

#[cfg(test)]
mod tests {
    use dlx_instances::{dominoes, region::Region};

    use super::*;
    use crate::instances;
    use crate::problem::givens::Givens;

    fn orders_of(problem: &Problem) -> Orders {
        let mut settled = Settled::default();
        settled.resolve(problem, Givens::none()).expect("nothing is given");
        orders(problem, &settled, true, &mut Limits::none()).expect("nothing stops it")
    }

    #[test]
    fn each_order_has_each_item_once_and_the_narrowest_comes_first() {
        let region = Region::rectangle(4, 9).expect("a board");
        let problem = instances::problem(dominoes::problem(&region));
        let orders = orders_of(&problem).lines;
        assert!(orders.is_sorted_by(|one, other| one.guess <= other.guess));
        for order in orders {
            let mut items = order.items;
            items.sort_unstable();
            assert_eq!(items, problem.items().collect::<Vec<_>>());
        }
    }

    #[test]
    fn pairs_of_items_in_a_very_long_option_are_not_listed() {
        let names: Vec<String> = (0..300).map(|item| format!("i{item}")).collect();
        let mut builder = Problem::builder();
        builder.primary(&names).option(&names);
        for name in &names {
            builder.option([name]);
        }
        let problem = builder.build().expect("a problem");
        let mut settled = Settled::default();
        settled.resolve(&problem, Givens::none()).expect("nothing is given");
        let graph = ItemGraph::of(&problem, &settled, &mut Limits::none()).expect("nothing stops it");
        assert!(graph.neighbors.is_none());
        assert_eq!(orders_of(&problem).lines.len(), 1);
    }
}
