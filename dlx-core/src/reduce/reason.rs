//! Why a reduction removed an option or an item, as values and in words.

use std::fmt;

use crate::problem::Problem;
use crate::problem::ids::{ItemId, OptionId};

/// Why an option is in no cover. A reason builds on the removals before it: "every option" means every one
/// that was left by then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// It uses no primary item, so no search chooses it.
    Idle,
    /// It uses this item, which may not be covered, or is already covered by forced options as often as it
    /// may be.
    Full {
        /// The item.
        item: ItemId,
    },
    /// It cannot be together with a forced option.
    Conflict {
        /// The forced option.
        forced: OptionId,
        /// The item that both use and may not share.
        over: ItemId,
        /// The item that needs the forced option.
        needed_by: ItemId,
    },
    /// With it, fewer options would be left for an item than the item needs.
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

/// Why an item need not be looked at: whatever covers the other items treats it right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ItemReason {
    /// The forced options have settled it.
    Settled,
    /// It need not be covered, and at most one option uses it.
    Alone,
    /// All its options use it in one color, which they share.
    OneColor,
    /// It need not be covered, and has no more options than may cover it.
    Slack,
    /// It is used at most as often as this item, by the same options.
    Implied {
        /// The other item.
        by: ItemId,
    },
}

/// An option that a reduction removed, and why. It prints itself as a sentence, for example
/// ``option 17 `a b x:1`: choosing it would leave too few options for item `q` ``.
#[derive(Clone, Copy, Debug)]
pub struct Removal<'r> {
    pub(super) problem: &'r Problem,
    pub(super) option: OptionId,
    pub(super) reason: Reason,
}

impl Removal<'_> {
    /// The option, as numbered in the original problem.
    #[must_use]
    pub fn option(&self) -> OptionId {
        self.option
    }

    /// Why it is in no cover.
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

/// An item that a reduction dropped, and why. It prints itself as a sentence.
#[derive(Clone, Copy, Debug)]
pub struct Dropped<'r> {
    pub(super) problem: &'r Problem,
    pub(super) item: ItemId,
    pub(super) reason: ItemReason,
}

impl Dropped<'_> {
    /// The item, as numbered in the original problem.
    #[must_use]
    pub fn item(&self) -> ItemId {
        self.item
    }

    /// Why it need not be looked at.
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
