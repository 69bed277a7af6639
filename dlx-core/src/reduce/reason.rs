//! The reasons why a reduction removed an option or dropped an item, as values and in words.

use std::fmt;

use crate::problem::Problem;
use crate::problem::ids::{ItemId, OptionId};

/// The reason why an option is in no cover. A reason builds on the removals before it: "every option" means
/// every one that was left then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// It uses no primary item, so no search chooses it.
    Idle,
    /// It uses an item that may not be covered, or that forced options already cover as often as allowed.
    Full {
        /// The item.
        item: ItemId,
    },
    /// It conflicts with a forced option.
    Conflict {
        /// The forced option.
        forced: OptionId,
        /// The item over which they conflict.
        over: ItemId,
        /// The item that requires the forced option.
        needed_by: ItemId,
    },
    /// Choosing it would leave an item with fewer options than it needs.
    Starves {
        /// The item.
        item: ItemId,
    },
    /// Every option of an item uses another item, which this option uses and cannot share with them.
    Displaces {
        /// The item that must be covered.
        item: ItemId,
        /// The item that all its options use.
        shared: ItemId,
    },
}

/// The reason why an item was dropped: every cover of the other items covers it correctly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ItemReason {
    /// The forced options cover it as required.
    Settled,
    /// It need not be covered, and at most one option uses it.
    Alone,
    /// All its options give it the same color.
    OneColor,
    /// It need not be covered, and may be covered by all its options.
    Slack,
    /// The same options use the other item, and covering that item covers this one.
    Implied {
        /// The other item.
        by: ItemId,
    },
}

/// An option that a reduction removed, with the reason. Its `Display` form is a phrase, for example ``option
/// 17 `a b x:1`: choosing it would leave too few options for item `q` ``.
#[derive(Clone, Copy, Debug)]
pub struct Removal<'r> {
    pub(super) problem: &'r Problem,
    pub(super) option: OptionId,
    pub(super) reason: Reason,
}

impl Removal<'_> {
    /// Returns the option, as numbered in the original problem.
    #[must_use]
    pub fn option(&self) -> OptionId {
        self.option
    }

    /// Returns the reason why it is in no cover.
    #[must_use]
    pub fn reason(&self) -> Reason {
        self.reason
    }
}

impl fmt::Display for Removal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { problem, option, reason } = *self;
        write!(f, "option {option} `{}`: ", problem.display_option(option))?;
        let name = |item| problem.name(item);
        match reason {
            Reason::Idle => f.write_str("it uses no primary item"),
            Reason::Full { item } if problem.bounds(item).high == 0 => {
                write!(f, "item `{}` may not be covered", name(item))
            }
            Reason::Full { item } if problem.weight(option, item) > 1 => {
                write!(f, "it counts more on item `{}` than that may be covered", name(item))
            }
            Reason::Full { item } => {
                write!(f, "forced options cover item `{}` as often as it may be", name(item))
            }
            Reason::Conflict { forced, over, needed_by } => write!(
                f,
                "in conflict over item `{}` with option {forced}, without which item `{}` has too few",
                name(over),
                name(needed_by)
            ),
            Reason::Starves { item } => {
                write!(f, "choosing it would leave too few options for item `{}`", name(item))
            }
            Reason::Displaces { item, shared } => {
                let (item, shared) = (name(item), name(shared));
                write!(
                    f,
                    "every option of item `{item}` uses item `{shared}`, and cannot share it with this one"
                )
            }
        }
    }
}

/// An item that a reduction dropped, with the reason. Its `Display` form is a phrase.
#[derive(Clone, Copy, Debug)]
pub struct Dropped<'r> {
    pub(super) problem: &'r Problem,
    pub(super) item: ItemId,
    pub(super) reason: ItemReason,
}

impl Dropped<'_> {
    /// Returns the item, as numbered in the original problem.
    #[must_use]
    pub fn item(&self) -> ItemId {
        self.item
    }

    /// Returns the reason why it was dropped.
    #[must_use]
    pub fn reason(&self) -> ItemReason {
        self.reason
    }
}

impl fmt::Display for Dropped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "item `{}`: ", self.problem.name(self.item))?;
        match self.reason {
            ItemReason::Settled => f.write_str("settled by the forced options"),
            ItemReason::Alone => f.write_str("at most one option uses it, and none has to"),
            ItemReason::OneColor => f.write_str("every option that uses it gives it the same color"),
            ItemReason::Slack => f.write_str("it has no more options than may cover it, and needs none"),
            ItemReason::Implied { by } => {
                write!(f, "treated right by whatever covers item `{}`", self.problem.name(by))
            }
        }
    }
}
