//! The checker of covers. It reads only the tables of the problem and shares no code with any search.

use std::collections::HashMap;

use thiserror::Error;

use crate::problem::ids::{Color, ItemId, OptionId, wide};
use crate::problem::{Bounds, ItemKind, Problem};

/// The reason why a set of options is not a cover. Items are named as in the problem.
/// The message says what is wrong; the variants carry no promise of stability.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The problem has no such option.
    #[error("unknown option {option}: the problem has {count} options, numbered from 0")]
    #[doc(hidden)]
    UnknownOption {
        /// The option.
        option: OptionId,
        /// The number of options of the problem.
        count: usize,
    },
    /// An option is listed twice.
    #[error("option {option} is named twice")]
    #[doc(hidden)]
    OptionTwice {
        /// The option.
        option: OptionId,
    },
    /// No option of the set covers a primary item.
    #[error("item `{name}` is not covered")]
    #[doc(hidden)]
    Uncovered {
        /// The item.
        item: ItemId,
        /// Its name.
        name: String,
    },
    /// The number of times that the options cover a primary item, with their weights, is outside its bounds.
    #[error("item `{name}` is covered {times} times, expected {}", Bounds { low: *low, high: *high })]
    #[doc(hidden)]
    Times {
        /// The item.
        item: ItemId,
        /// Its name.
        name: String,
        /// The number of options of the set that use the item, each counted with its weight.
        times: usize,
        /// The least number allowed.
        low: u32,
        /// The greatest number allowed.
        high: u32,
    },
    /// Two options cover an item that only one may cover.
    #[error("item `{name}` is covered by both option {first} and option {second}")]
    #[doc(hidden)]
    CoveredTwice {
        /// The item.
        item: ItemId,
        /// Its name.
        name: String,
        /// The option listed first.
        first: OptionId,
        /// The option listed second.
        second: OptionId,
    },
    /// Two options give a secondary item different colors.
    #[error(
        "item `{name}` has two colors: `{first_color}` in option {first}, `{second_color}` in option {second}"
    )]
    #[doc(hidden)]
    TwoColors {
        /// The item.
        item: ItemId,
        /// Its name.
        name: String,
        /// The option listed first.
        first: OptionId,
        /// Its color.
        first_color: String,
        /// The option listed second.
        second: OptionId,
        /// Its color.
        second_color: String,
    },
}

impl CheckError {
    /// Returns true if options are missing: an item is covered less often than it has to be.
    #[doc(hidden)]
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        match *self {
            Self::Uncovered { .. } => true,
            Self::Times { times, low, .. } => times < wide(low),
            _ => false,
        }
    }
}

/// Checks that these options, in any order, are a cover of the problem.
///
/// Options without a primary item are accepted where they conflict with nothing, although no search chooses
/// them.
///
/// # Errors
/// The first reason, in the order of the options, why they are not a cover; then the first item left
/// uncovered.
///
/// # Complexity
/// Linear in the uses of the options and the number of primary items.
///
/// ```
/// use dlx_core::{OptionId, Problem, check};
///
/// let problem = Problem::builder().primary(["a", "b"]).option(["a"]).option(["b"]).build()?;
/// assert!(check(&problem, &[OptionId::new(1), OptionId::new(0)]).is_ok());
/// let error = check(&problem, &[OptionId::new(1)]).unwrap_err();
/// assert_eq!(error.to_string(), "item `a` is not covered");
/// # Ok::<(), dlx_core::BuildError>(())
/// ```
pub fn check(problem: &Problem, cover: &[OptionId]) -> Result<(), CheckError> {
    let mut users: HashMap<ItemId, (OptionId, Color)> = HashMap::new();
    let mut times: HashMap<ItemId, usize> = HashMap::new();
    let mut named = std::collections::HashSet::new();
    for &option in cover {
        if option.index() >= problem.option_count() {
            return Err(CheckError::UnknownOption { option, count: problem.option_count() });
        }
        if !named.insert(option) {
            return Err(CheckError::OptionTwice { option });
        }
        for (used, weight) in problem.weighted_uses(option) {
            *times.entry(used.item).or_default() += wide(weight);
            let is_bounded =
                problem.kind(used.item) == ItemKind::Primary && !problem.bounds(used.item).is_once();
            if is_bounded {
                continue;
            }
            let Some(&(first, color)) = users.get(&used.item) else {
                users.insert(used.item, (option, used.color));
                continue;
            };
            let name = problem.name(used.item).to_owned();
            match (problem.color_name(color), problem.color_name(used.color)) {
                (Some(first_color), Some(second_color)) if first_color == second_color => {}
                (Some(first_color), Some(second_color)) => {
                    return Err(CheckError::TwoColors {
                        item: used.item,
                        name,
                        first,
                        first_color: first_color.to_owned(),
                        second: option,
                        second_color: second_color.to_owned(),
                    });
                }
                _ => return Err(CheckError::CoveredTwice { item: used.item, name, first, second: option }),
            }
        }
    }
    for item in problem.items().filter(|&item| problem.kind(item) == ItemKind::Primary) {
        let Bounds { low, high } = problem.bounds(item);
        let times = times.get(&item).copied().unwrap_or(0);
        let name = || problem.name(item).to_owned();
        if times == 0 && low == 1 {
            return Err(CheckError::Uncovered { item, name: name() });
        }
        if times < low as usize || times > high as usize {
            return Err(CheckError::Times { item, name: name(), times, low, high });
        }
    }
    Ok(())
}
