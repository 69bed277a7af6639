//! The covers that a symmetry maps to themselves, as the covers of a smaller problem.
//!
//! Such a cover consists of whole orbits of options. The smaller problem has an option for each orbit and an
//! item for each orbit of items, and an option uses an item as often as the options of the orbit use one item
//! of the orbit of items.

use crate::problem::ids::{Color, ItemId, OptionId, wide};
use crate::problem::{ItemKind, Mention, Problem, ProblemBuilder};
use crate::symmetry::Graph;

/// An orbit of options that could be chosen.
struct Chosen {
    /// Items of the problem, each the least of its orbit, with the color and the number of uses.
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
            for used in problem.uses(OptionId(member)).iter().filter(|used| is_first(used.item)) {
                match uses.iter_mut().find(|(item, ..)| *item == used.item) {
                    None => uses.push((used.item, used.color, 1)),
                    Some((item, color, times)) => {
                        *times += 1;
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
    // Items that an option would have to use several times are replaced by sums.
    let mut is_summed = vec![false; problem.item_count()];
    for &(item, _, times) in chosen.iter().flat_map(|chosen| &chosen.uses) {
        is_summed[item.index()] |= times > 1 && problem.kind(item) == ItemKind::Primary;
    }
    let mut sums = Vec::new();
    for item in problem.items().take(problem.primary_count()).filter(|&item| is_kept(item)) {
        if is_summed[item.index()] {
            sums.push(item);
        } else {
            let bounds = problem.bounds(item);
            builder.bounded(format!("{item}"), bounds.low..=bounds.high);
        }
    }
    let is_in_sum = |number: usize| {
        let uses: &[(ItemId, Color, u32)] = &chosen[number].uses;
        uses.iter().any(|(item, ..)| is_summed[item.index()])
    };
    let decided: Vec<usize> = (0..chosen.len()).filter(|&number| is_in_sum(number)).collect();
    for &number in &decided {
        builder.primary([format!("decide{number}").as_str()]);
    }
    let parts: Vec<(ItemId, Vec<(usize, u32)>)> =
        sums.iter().map(|&item| (item, parts_of(chosen, item))).collect();
    for (item, parts) in &parts {
        for place in 0..parts.len() {
            builder.primary([format!("add{item}.{place}").as_str()]);
        }
    }
    for item in problem.items().skip(problem.primary_count()).filter(|&item| is_kept(item)) {
        builder.secondary([format!("{item}").as_str()]);
    }
    for &number in &decided {
        builder.secondary([format!("is{number}").as_str()]);
    }
    for (item, parts) in &parts {
        for place in 0..parts.len() {
            builder.secondary([format!("sum{item}.{place}").as_str()]);
        }
    }
    for (number, chosen) in chosen.iter().enumerate() {
        let kept = chosen.uses.iter().filter(|(item, ..)| !is_summed[item.index()]);
        let mut names: Vec<String> = kept
            .map(
                |&(item, color, _)| {
                    if color == Color::NONE { format!("{item}") } else { format!("{item}:{color}") }
                },
            )
            .collect();
        if is_in_sum(number) {
            names.extend([format!("decide{number}"), format!("is{number}:1")]);
        }
        builder.option(&names);
    }
    for &number in &decided {
        builder.option([format!("decide{number}").as_str(), format!("is{number}:0").as_str()]);
    }
    for (item, parts) in &parts {
        add_sum(&mut builder, problem, *item, parts);
    }
    builder.build().expect(FITS)
}

/// Returns the options that use an item, each with the number of uses.
fn parts_of(chosen: &[Chosen], sum: ItemId) -> Vec<(usize, u32)> {
    let of = |(number, chosen): (usize, &Chosen)| {
        let used = chosen.uses.iter().find(|(item, ..)| *item == sum)?;
        Some((number, used.2))
    };
    chosen.iter().enumerate().filter_map(of).collect()
}

/// Adds options that are chosen in just one way if the numbers of uses of the chosen options have a sum that
/// the bounds of the item allow, and in no way otherwise: one for each part, which gives an item the sum so
/// far as its color.
fn add_sum(builder: &mut ProblemBuilder, problem: &Problem, item: ItemId, parts: &[(usize, u32)]) {
    let bounds = problem.bounds(item);
    let mut most = 0;
    for (place, &(number, times)) in parts.iter().enumerate() {
        let is_last = place + 1 == parts.len();
        let most_before = bounds.high.min(most);
        most = most.saturating_add(times);
        for before in 0..=most_before {
            for (is, sum) in [(0, before), (1, before.saturating_add(times))] {
                if sum > bounds.high || is_last && sum < bounds.low {
                    continue;
                }
                let mut names = vec![format!("add{item}.{place}"), format!("is{number}:{is}")];
                if place > 0 {
                    names.push(format!("sum{item}.{}:{before}", place - 1));
                }
                if !is_last {
                    names.push(format!("sum{item}.{place}:{sum}"));
                }
                builder.option(names.iter().map(Mention::from));
            }
        }
    }
}
