//! The covers that a symmetry maps to themselves, as the covers of a smaller problem.
//!
//! Such a cover consists of whole orbits of options. The smaller problem has an option for each orbit and an
//! item for each orbit of items, and an option counts on an item as often as the options of the orbit count on one item
//! of the orbit of items.

use crate::problem::ids::{Color, ItemId, OptionId, wide};
use crate::problem::{Bounds, ItemKind, Mention, Problem};
use crate::symmetry::Graph;

/// An orbit of options that could be chosen.
struct Chosen {
    /// Items of the problem, each the least of its orbit, with the color and the weight, 0 for secondary items.
    uses: Vec<(ItemId, Color, u32)>,
}

const FITS: &str = "the quotient of a problem is a problem";

/// Returns the problem whose covers are those covers of `problem` that a symmetry maps to themselves. `image`
/// lists the images of the vertices of the problem's graph.
pub(super) fn quotient(problem: &Problem, graph: &Graph, image: &[u32]) -> Problem {
    let least = least_of_cycles(image);
    let is_first = |item: ItemId| least[wide(graph.vertex_of(item))] == graph.vertex_of(item);
    let mut is_listed = vec![false; problem.option_count()];
    let mut chosen = Vec::new();
    for option in problem.options() {
        if is_listed[option.index()] {
            continue;
        }
        let mut uses: Vec<(ItemId, Color, u32)> = Vec::new();
        let mut member = option.0;
        let mut can_be_chosen = true;
        loop {
            is_listed[wide(member)] = true;
            for (used, weight) in
                problem.weighted_uses(OptionId(member)).filter(|(used, _)| is_first(used.item))
            {
                let weight = if problem.kind(used.item) == ItemKind::Primary { weight } else { 0 };
                match uses.iter_mut().find(|(item, ..)| *item == used.item) {
                    None => uses.push((used.item, used.color, weight)),
                    Some((item, color, times)) => {
                        *times = times.saturating_add(weight);
                        can_be_chosen &= match problem.kind(*item) {
                            ItemKind::Primary => *times <= problem.bounds(*item).high,
                            ItemKind::Secondary => *color != Color::NONE && *color == used.color,
                        };
                    }
                }
            }
            member = image[wide(member)];
            if member == option.0 {
                break;
            }
        }
        if can_be_chosen {
            chosen.push(Chosen { uses });
        }
    }
    build(problem, &chosen, is_first)
}

/// Returns, by vertex, the least vertex of its cycle.
fn least_of_cycles(image: &[u32]) -> Vec<u32> {
    let mut least = vec![u32::MAX; image.len()];
    for vertex in 0..image.len() {
        let mut at = vertex;
        while least[at] == u32::MAX {
            least[at] = u32::try_from(vertex).unwrap_or(u32::MAX);
            at = wide(image[at]);
        }
    }
    least
}

/// Builds the problem of these options and items. Items are named by number.
fn build(problem: &Problem, chosen: &[Chosen], is_kept: impl Fn(ItemId) -> bool) -> Problem {
    let mut builder = Problem::builder();
    let mut ids = vec![None; problem.item_count()];
    for item in problem.items().filter(|&item| is_kept(item)) {
        let Bounds { low, high } = problem.bounds(item);
        let added = match problem.kind(item) {
            ItemKind::Primary => builder.add_bounded(format!("{item}"), low..=high),
            ItemKind::Secondary => builder.add_secondary(format!("{item}")),
        };
        ids[item.index()] = Some(added.expect(FITS));
    }
    for chosen in chosen {
        let mentions = chosen.uses.iter().map(|&(item, color, weight)| {
            let id = ids[item.index()].expect("the least item of each orbit is kept");
            let mention = match problem.color_name(color) {
                Some(color) => Mention::from((id, color)),
                None => Mention::from(id),
            };
            mention.with_weight(weight.max(1))
        });
        builder.add_option(mentions.collect::<Vec<_>>()).expect(FITS);
    }
    builder.build().expect(FITS)
}
