//! Why an engine does not take a problem.

use thiserror::Error;

use crate::control::rule::Rule;
use crate::problem::Problem;

/// Why an engine does not take a problem. The links take every problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unsupported {
    /// The problem has an item that may be covered otherwise than exactly once.
    #[error("the problem has bounds: expected items that are covered exactly once, found item `{name}`")]
    Bounded {
        /// The first such item's name.
        name: String,
    },
    /// The engine walks the tree of another rule.
    #[error("expected the rule {}, found {found}", Rule::Fewest)]
    Rule {
        /// The rule.
        found: Rule,
    },
    /// An item has too many options.
    #[error("item `{name}` has {found} options, expected at most {most}")]
    OptionsOfItem {
        /// The item's name.
        name: String,
        /// How many it has.
        found: usize,
        /// How many it may have.
        most: usize,
    },
    /// There are too many options, or too many of them share an item.
    #[error("expected at most {most} options with few in conflict, found {found}")]
    Options {
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// Whatever the order of the items, too much has to be known of those that were touched.
    #[error("the frontier is {found} bits wide, expected at most {most}")]
    Frontier {
        /// How many bits it has where it is widest.
        found: usize,
        /// How many it may have.
        most: usize,
    },
    /// There are too many items that have to be covered.
    #[error("expected at most {most} primary items, found {found}")]
    Items {
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
    },
}

impl Unsupported {
    /// The reason why no engine but the links takes a problem under a rule, if there is one.
    pub(crate) fn of_bits(problem: &Problem, rule: Rule) -> Option<Self> {
        if rule != Rule::Fewest {
            return Some(Self::Rule { found: rule });
        }
        let mut primaries = problem.items().take(problem.primary_count());
        let bounded = primaries.find(|&item| !problem.bounds(item).is_once())?;
        Some(Self::Bounded { name: problem.name(bounded).to_owned() })
    }
}
