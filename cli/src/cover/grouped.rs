//! Counts for each choice: for each option with an item, or each combination of options with several items.

use std::io::Write;

use dlx_core::{BigUint, Count, ItemId, OptionId, Problem};
use serde::Serialize;

use super::answer::stopped;
use crate::shared::flags::{Assumed, Given, named_item};
use crate::shared::json::BigNumber;
use crate::shared::{Exit, Fault, Session, json};

/// The number of covers with some options.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct GroupObject<'a> {
    /// Input: a file name, `standard input` or `argument`.
    source: &'a str,
    /// The options that have the items of --by, as text.
    options: Vec<String>,
    /// Number of covers that contain them.
    count: BigNumber,
    /// Whether all these covers were counted; otherwise the count is a lower bound.
    complete: bool,
}

/// Prints the number of covers for each choice of options with the items of these names, in the order of the options. `count`
/// counts the covers of the problem under assumptions.
///
/// # Errors
/// Items that are not in the problem, or that are not covered exactly once.
pub(super) fn print_counts(
    (source, problem): (&str, &Problem),
    by: &[String],
    given: &Given,
    is_json: bool,
    session: &Session,
    mut count: impl FnMut(&Assumed) -> Result<Count<BigUint>, Fault>,
) -> Result<Exit, Fault> {
    let items =
        by.iter().map(|name| item_of_choice(problem, name)).collect::<Result<Vec<ItemId>, Fault>>()?;
    let given = given.of(problem)?;
    let mut exit = Exit::NoSolution;
    for options in Choices::of(problem, &items, &given) {
        let counted = count(&given.and(&options))?;
        let (found, is_exact) = (counted.clone().at_least(), matches!(counted, Count::Exact(_)));
        let texts = options.iter().map(|&option| problem.display_option(option).to_string());
        let mut output = session.output();
        if is_json {
            let (options, count) = (texts.collect(), BigNumber::new(&found));
            json::write_line(&mut *output, &GroupObject { source, options, count, complete: is_exact })?;
        } else {
            let bound = if is_exact { "" } else { "at least " };
            writeln!(output, "{bound}{found} {}", texts.collect::<Vec<_>>().join(" | "))?;
        }
        drop(output);
        if let Count::AtLeast(_, why) = counted {
            return Ok(stopped(session, why, &found));
        }
        if found != BigUint::ZERO {
            exit = Exit::Answered;
        }
    }
    Ok(exit)
}

/// Returns the item of a name, in which a cover makes one choice.
fn item_of_choice(problem: &Problem, name: &str) -> Result<ItemId, Fault> {
    let item = named_item(problem, name, "--by")?.item;
    if problem.bounds(item).is_once() {
        Ok(item)
    } else {
        let name = problem.name(item);
        Err(Fault::Usage(format!("--by: item `{name}` is not covered exactly once, so it makes no choice")))
    }
}

/// The combinations of options that have some items, each item once, and fit to each other.
struct Choices<'a> {
    problem: &'a Problem,
    items: &'a [ItemId],
    given: &'a Assumed,
    /// The combinations that are to be extended, the last one first.
    open: Vec<Vec<OptionId>>,
}

impl<'a> Choices<'a> {
    fn of(problem: &'a Problem, items: &'a [ItemId], given: &'a Assumed) -> Self {
        Self { problem, items, given, open: vec![Vec::new()] }
    }
}

impl Iterator for Choices<'_> {
    type Item = Vec<OptionId>;

    fn next(&mut self) -> Option<Vec<OptionId>> {
        let Self { problem, items, given, open } = self;
        while let Some(chosen) = open.pop() {
            let has =
                |option: &OptionId, item: ItemId| problem.uses(*option).iter().any(|own| own.item == item);
            let is_open = |item: &&ItemId| !chosen.iter().any(|option| has(option, **item));
            let Some(&item) = items.iter().find(is_open) else { return Some(chosen) };
            let longer = problem.options().rev().filter(|option| has(option, item)).map(|option| {
                let mut longer = chosen.clone();
                longer.push(option);
                longer
            });
            // Options that are forbidden, or in conflict with others, are no choice.
            let fits = |longer: &Vec<OptionId>| {
                matches!(given.and(longer).givens().contradiction(problem), Ok(None))
            };
            open.extend(longer.filter(fits));
        }
        None
    }
}
