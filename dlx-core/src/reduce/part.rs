//! Problems of some items and options of another problem.

use crate::control::limits::{Limits, Stopped};
use crate::problem::ids::{Color, ItemId, OptionId, narrow, wide};
use crate::problem::{Bounds, ItemKind, Mention, Problem};

/// Returns the problem of these items, primary ones first, with what these options use of them. `numbers` is
/// by item of the whole problem and contains `u32::MAX` for each item outside the part.
///
/// # Errors
/// The limit that was reached.
pub(super) fn part(
    problem: &Problem,
    items: &[ItemId],
    options: &[OptionId],
    numbers: &mut [u32],
    bounds: impl Fn(ItemId) -> Bounds,
    limits: &mut Limits<'_>,
) -> Result<Problem, Stopped> {
    let is_primary = |item| problem.kind(item) == ItemKind::Primary;
    part_with(problem, items, options, numbers, |item| is_primary(item).then(|| bounds(item)), limits)
}

/// Like [`part`], with each item secondary that has no bounds, after all others.
pub(super) fn part_with(
    problem: &Problem,
    items: &[ItemId],
    options: &[OptionId],
    numbers: &mut [u32],
    bounds: impl Fn(ItemId) -> Option<Bounds>,
    limits: &mut Limits<'_>,
) -> Result<Problem, Stopped> {
    const FITS: &str = "a part of a problem is a problem";
    let mut builder = Problem::builder();
    builder.keep_decimals(problem.decimals());
    for &item in items {
        limits.setup(STEPS_OF_A_NAME)?;
        let name = problem.name(item);
        let added = match bounds(item) {
            Some(bounds) => builder.add_bounded(name, bounds.low..=bounds.high),
            None => builder.add_secondary(name),
        };
        numbers[item.index()] = narrow(added.expect(FITS).index());
    }
    // A live option counts no more than its items have room for, so that it has no weight on an item covered once.
    let mut mentions: Vec<Mention<'_>> = Vec::new();
    for &option in options {
        limits.setup(STEPS_OF_A_USE * problem.uses(option).len())?;
        mentions.clear();
        for (used, weight) in problem.weighted_uses(option) {
            let number = numbers[used.item.index()];
            if number == u32::MAX {
                continue;
            }
            let item = ItemId::new(wide(number));
            let mention = match problem.color_name(used.color) {
                Some(color) if used.color != Color::NONE => Mention::from((item, color)),
                _ => Mention::from(item),
            };
            mentions.push(mention.with_weight(weight));
        }
        builder.add_option(mentions.iter().copied()).expect(FITS);
        builder.add_cost(problem.decimal(problem.cost(option))).expect(FITS);
    }
    Ok(builder.build().expect(FITS))
}

/// Steps of a setup that a new item and a new use take.
const STEPS_OF_A_NAME: usize = 16;
const STEPS_OF_A_USE: usize = 4;
