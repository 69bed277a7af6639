//! A counting argument: how often the options can cover some items in total, against how often these items can be
//! covered.
//!
//! A *group* is a set of primary items of which each option has exactly one, such as the pieces of a packing. The
//! options of an item of the group cover other items, and the bounds of the item say how many of its options are
//! chosen. This gives the least and the greatest total, and a number that the possible totals differ by. Without a
//! group, the total is a multiple of the greatest common divisor of the sizes of the options. The totals are those
//! of the other primary items, of the secondary items without colors, and of both.

use super::finding::TotalsFound;
use super::survey::Survey;
use crate::control::limits::{Limits, Stopped};
use crate::problem::ids::{Color, ItemId};
use crate::problem::{Holders, ItemKind};

/// Most groups that are looked for in each direction.
const GROUPS: usize = 3;

/// A group of items, and why their options cannot match the bounds of the other items.
pub(super) struct Totals {
    pub(super) group: Vec<ItemId>,
    pub(super) found: TotalsFound,
}

/// Returns a total that does not match, if there is one.
pub(super) fn unmatched(survey: &Survey<'_>, limits: &mut Limits<'_>) -> Result<Option<Totals>, Stopped> {
    if !survey.can_choose.contains(&true) {
        return Ok(None);
    }
    let holders = Holders::of(survey.problem, |steps| limits.setup(steps))?;
    let mut groups = vec![Vec::new()];
    // Pieces are usually declared before all cells, or after them.
    find_groups(survey, &holders, &survey.primary(), &mut groups, limits)?;
    find_groups(survey, &holders, &survey.primary().rev(), &mut groups, limits)?;
    for group in groups {
        if let Some(found) = of_group(survey, &group, limits)? {
            return Ok(Some(Totals { group, found }));
        }
    }
    Ok(None)
}

/// Adds groups of items: takes items in this order that share no option with one taken before.
fn find_groups(
    survey: &Survey<'_>,
    holders: &Holders,
    order: &(impl Iterator<Item = ItemId> + Clone),
    groups: &mut Vec<Vec<ItemId>>,
    limits: &mut Limits<'_>,
) -> Result<(), Stopped> {
    let mut is_taken = vec![false; survey.problem.item_count()];
    for _ in 0..GROUPS {
        // Options that cannot be chosen need no item of the group.
        let mut is_hit: Vec<bool> = survey.can_choose.iter().map(|&can_choose| !can_choose).collect();
        let mut left = survey.can_choose.iter().filter(|&&can_choose| can_choose).count();
        let mut group = Vec::new();
        for item in order.clone().filter(|item| !is_taken[item.index()]) {
            limits.setup(holders.of_item(item).len() + 1)?;
            let options = || holders.of_item(item).iter().filter(|option| survey.can_choose[option.index()]);
            if options().any(|option| is_hit[option.index()]) {
                continue;
            }
            for option in options() {
                is_hit[option.index()] = true;
                left -= 1;
            }
            group.push(item);
            if left == 0 {
                break;
            }
        }
        if left > 0 {
            return Ok(());
        }
        for item in &group {
            is_taken[item.index()] = true;
        }
        group.sort_unstable();
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    Ok(())
}

/// The kinds of other items whose total is taken: primary, secondary, both.
const KINDS: [[bool; 2]; 3] = [[true, false], [false, true], [true, true]];

/// What the options of one item of a group cover: the smallest and the greatest number of other items, and the
/// greatest common divisor of the differences, for each of [`KINDS`].
#[derive(Clone, Copy, Default)]
struct Sizes {
    least: u128,
    most: u128,
    step: u128,
    is_known: bool,
}

impl Sizes {
    fn add(&mut self, size: u128) {
        if !self.is_known {
            *self = Self { least: size, most: size, step: 0, is_known: true };
            return;
        }
        self.step = divisor(self.step, size.abs_diff(self.least));
        (self.least, self.most) = (self.least.min(size), self.most.max(size));
    }
}

fn of_group(
    survey: &Survey<'_>,
    group: &[ItemId],
    limits: &mut Limits<'_>,
) -> Result<Option<TotalsFound>, Stopped> {
    let problem = survey.problem;
    let mut is_counted = vec![true; problem.item_count()];
    // An item of the group stands for its place in it; without a group, all options stand for place 0.
    let mut places = vec![0; problem.item_count()];
    for (place, item) in group.iter().enumerate() {
        is_counted[item.index()] = false;
        places[item.index()] = place;
    }
    for option in problem.options() {
        limits.setup(problem.uses(option).len())?;
        for used in problem.uses(option).iter().filter(|used| used.color != Color::NONE) {
            is_counted[used.item.index()] = false;
        }
    }
    let class = |item: ItemId| usize::from(problem.kind(item) == ItemKind::Secondary);
    let mut sizes = vec![[Sizes::default(); KINDS.len()]; group.len().max(1)];
    for option in problem.options().filter(|option| survey.can_choose[option.index()]) {
        limits.setup(problem.uses(option).len())?;
        let (mut covered, mut place) = ([0u128; 2], 0);
        for used in problem.uses(option) {
            if is_counted[used.item.index()] {
                covered[class(used.item)] += 1;
            } else if places[used.item.index()] > 0 {
                place = places[used.item.index()];
            }
        }
        for (kind, sizes) in KINDS.iter().zip(&mut sizes[place]) {
            sizes.add((0..2).filter(|&class| kind[class]).map(|class| covered[class]).sum());
        }
    }
    let counted = || problem.items().filter(|item| is_counted[item.index()]);
    Ok(KINDS.iter().enumerate().find_map(|(number, kind)| {
        let (mut others, mut low, mut high) = (0, 0u128, 0u128);
        for item in counted().filter(|&item| kind[class(item)]) {
            let bounds = problem.bounds(item);
            others += 1;
            low += u128::from(bounds.low);
            high += u128::from(bounds.high.min(survey.choices[item.index()]));
        }
        let mut found = TotalsFound { others, needed: (low, high), given: (0, 0), step: 0 };
        if group.is_empty() {
            let Sizes { least, step, .. } = sizes[0][number];
            found.given.1 = u128::MAX;
            found.step = divisor(step, least);
        }
        for (item, sizes) in group.iter().zip(&sizes) {
            let Sizes { least, most, step, .. } = sizes[number];
            let bounds = problem.bounds(*item);
            let times = (u128::from(bounds.low), u128::from(bounds.high.min(survey.choices[item.index()])));
            found.given = (found.given.0 + times.0 * least, found.given.1 + times.1 * most);
            let step = if times.0 == times.1 { step } else { divisor(step, least) };
            found.step = divisor(found.step, step);
        }
        found.is_impossible().then_some(found)
    }))
}

impl TotalsFound {
    /// Returns true if no possible total of the options is one of the items.
    fn is_impossible(&self) -> bool {
        let ((low, high), (least, most)) = (self.needed, self.given);
        let (from, to) = (low.max(least), high.min(most));
        // The first possible total from there on.
        let next = match self.step {
            0 if from > least => return true,
            0 => least,
            step => least + (from - least).div_ceil(step) * step,
        };
        next > to
    }
}

/// Returns the greatest common divisor; of 0 and a number, the number.
fn divisor(one: u128, other: u128) -> u128 {
    if other == 0 { one } else { divisor(other, one % other) }
}
