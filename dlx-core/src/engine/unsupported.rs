//! The reasons why an engine does not support a problem.

use thiserror::Error;

use crate::control::limits::Stopped;
use crate::control::rule::Rule;
use crate::problem::Problem;

/// The reason why an engine does not support a problem. The links support every problem and every rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unsupported {
    /// The problem has an item with bounds.
    #[error("the problem has bounds: expected items that are covered exactly once, found item `{name}`")]
    Bounded {
        /// The name of the first such item.
        name: String,
    },
    /// The engine supports one rule only.
    #[error("expected the rule {expected}, found {found}")]
    Rule {
        /// The rule that the engine supports.
        expected: Rule,
        /// The rule.
        found: Rule,
    },
    /// An item has too many options.
    #[error("item `{name}` has {found} options, expected at most {most}")]
    OptionsOfItem {
        /// The item's name.
        name: String,
        /// Number of options of the item.
        found: usize,
        /// Greatest number supported.
        most: usize,
    },
    /// There are too many options, or too many of them share an item.
    #[error("expected at most {most} options with few in conflict, found {found}")]
    Options {
        /// Number of options.
        found: usize,
        /// Greatest number supported.
        most: usize,
    },
    /// The state of the frontier is too large for every order of the items.
    #[error("the frontier is {found} bits wide, expected at most {most}")]
    Frontier {
        /// Greatest number of bits of a state.
        found: usize,
        /// Greatest number supported.
        most: usize,
    },
    /// There are too many primary items.
    #[error("expected at most {most} primary items, found {found}")]
    Items {
        /// Number of primary items.
        found: usize,
        /// Greatest number supported.
        most: usize,
    },
}

/// The reason why there is no engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// The engine does not support the problem.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// A limit was reached while its tables were built.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Unsupported {
    /// Returns the reason why only the links support a problem under a rule, if there is one.
    pub(crate) fn of_bits(problem: &Problem, rule: Rule) -> Option<Self> {
        if rule != Rule::Fewest {
            return Some(Self::Rule { expected: Rule::Fewest, found: rule });
        }
        Self::of_bounds(problem)
    }

    /// Returns the reason why engines without bounds do not support a problem, if it has some.
    pub(crate) fn of_bounds(problem: &Problem) -> Option<Self> {
        let mut primaries = problem.items().take(problem.primary_count());
        let bounded = primaries.find(|&item| !problem.bounds(item).is_once())?;
        Some(Self::Bounded { name: problem.name(bounded).to_owned() })
    }
}
