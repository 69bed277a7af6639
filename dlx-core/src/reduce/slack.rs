//! Slack: items that need not be covered, stated as if they had to be.
//!
//! In a format without secondary items, such as a matrix, each of them is primary and has an option that uses
//! nothing else: it is slack. A search of such a problem chooses all slack options one by one.

use super::part::part_with;
use crate::control::limits::{Limits, Stopped};
use crate::problem::ids::{ItemId, OptionId};
use crate::problem::{Holders, ItemKind, Problem};

/// Returns a problem with as many covers, in which items with an option of their own alone are secondary and
/// this option is removed; `None` if there is no such item.
///
/// Such an option is in exactly the covers in which no other option uses its item, so it does not distinguish
/// any two covers. An item stays primary if an option would be left without a primary one, or if it has
/// several options of its own.
///
/// # Errors
/// [`Stopped::Asked`].
///
/// # Complexity
/// Linear in the uses.
pub(crate) fn without_slack(problem: &Problem, limits: &mut Limits<'_>) -> Result<Option<Problem>, Stopped> {
    let mut own_options = vec![Vec::new(); problem.item_count()];
    let mut primary_uses = Vec::with_capacity(problem.option_count());
    for option in problem.options() {
        let uses = problem.uses(option);
        limits.setup(uses.len())?;
        if let [alone] = uses {
            own_options[alone.item.index()].push(option);
        }
        primary_uses.push(uses.iter().filter(|used| is_primary(problem, used.item)).count());
    }
    if own_options.iter().all(Vec::is_empty) {
        return Ok(None);
    }
    let mut slack: Vec<Option<OptionId>> = vec![None; problem.item_count()];
    let holders = Holders::of(problem, |steps| limits.setup(steps))?;
    for item in problem.items().filter(|&item| is_primary(problem, item) && problem.bounds(item).is_once()) {
        let [own] = own_options[item.index()][..] else { continue };
        let others = || holders.of_item(item).iter().filter(|&&option| option != own);
        if others().all(|option| primary_uses[option.index()] > 1) {
            others().for_each(|option| primary_uses[option.index()] -= 1);
            slack[item.index()] = Some(own);
        }
    }
    if slack.iter().all(Option::is_none) {
        return Ok(None);
    }
    let is_slack = |item: ItemId| slack[item.index()].is_some();
    let stays = |&item: &ItemId| is_primary(problem, item) && !is_slack(item);
    let items: Vec<ItemId> =
        problem.items().filter(stays).chain(problem.items().filter(|item| !stays(item))).collect();
    let is_own =
        |option| matches!(problem.uses(option), [alone] if slack[alone.item.index()] == Some(option));
    let options: Vec<OptionId> = problem.options().filter(|&option| !is_own(option)).collect();
    let mut numbers = vec![u32::MAX; problem.item_count()];
    let bounds = |item| stays(&item).then(|| problem.bounds(item));
    part_with(problem, &items, &options, &mut numbers, bounds, limits).map(Some)
}

fn is_primary(problem: &Problem, item: ItemId) -> bool {
    problem.kind(item) == ItemKind::Primary
}
