//! The definition of a cover, bounds included, and the enumeration of all sets of options.

use super::{Bounds, Color, Cover, ItemKind, OptionId, Problem};

/// Returns true if these options together, with their weights, use each primary item as often as its bounds say, and each
/// secondary item at most once or in one color.
pub(super) fn is_cover(problem: &Problem, options: &[OptionId]) -> bool {
    problem.items().all(|item| {
        let uses = options.iter().flat_map(|&option| problem.uses(option));
        let colors: Vec<Color> = uses.filter(|used| used.item == item).map(|used| used.color).collect();
        let Bounds { low, high } = problem.bounds(item);
        match problem.kind(item) {
            ItemKind::Primary => {
                let times: u64 = options.iter().map(|&option| u64::from(problem.weight(option, item))).sum();
                (u64::from(low)..=u64::from(high)).contains(&times)
            }
            ItemKind::Secondary => {
                colors.len() <= 1 || colors.iter().all(|&color| color != Color::NONE && color == colors[0])
            }
        }
    })
}

/// Returns the covers with all of the forced and none of the forbidden options, each ascending. Options
/// without a primary item are in a cover only if they are forced.
pub(super) fn covers(problem: &Problem, forced: &[OptionId], forbidden: &[OptionId]) -> Vec<Cover> {
    let idle: Vec<OptionId> = problem.idle_options().collect();
    let choices: Vec<OptionId> = problem
        .options()
        .filter(|option| !forbidden.contains(option))
        .filter(|option| !idle.contains(option) || forced.contains(option))
        .collect();
    let sets = (0..1_u32 << choices.len()).map(|members| -> Cover {
        (0..choices.len()).filter(|at| members >> at & 1 == 1).map(|at| choices[at]).collect()
    });
    sets.filter(|set| forced.iter().all(|option| set.contains(option)) && is_cover(problem, set)).collect()
}
