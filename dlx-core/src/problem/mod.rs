//! A problem: named items, options over them, colors; immutable once built.
//!
//! The tables are flat and shared: cloning a [`Problem`] copies one pointer, so searches, threads and the
//! caller can all own it. Primary items have the ids `0..primary_count`, secondary items the ids after them.

mod builder;
mod names;

use std::fmt;
use std::sync::Arc;

pub use builder::{BuildError, Mention, ProblemBuilder};
use names::Names;

use crate::ids::{Color, ItemId, OptionId, wide};

/// An exact cover problem: choose options so that every primary item is covered exactly once.
///
/// A secondary item may be covered at most once, or any number of times if every chosen option that uses it
/// gives it the same color.
///
/// Four cases that other programs leave open are decided here:
/// - a primary item that no option uses makes the problem unsolvable; that is an answer, not an error;
/// - an option without a primary item is never chosen by a search ([`Problem::idle_options`] lists them);
/// - a problem without primary items has exactly one cover, the empty one;
/// - options that use the same items are different options, and each counts.
///
/// ```
/// use dlx_core::Problem;
///
/// let problem = Problem::builder()
///     .primary(["p", "q", "r"])
///     .secondary(["x", "y"])
///     .option(["p", "q", "x", "y:A"])
///     .option(["p", "r", "x:A", "y"])
///     .option(["p", "x:B"])
///     .option(["q", "x:A"])
///     .option(["r", "y:B"])
///     .build()?;
/// assert_eq!(problem.option_count(), 5);
/// # Ok::<(), dlx_core::BuildError>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct Problem {
    tables: Arc<Tables>,
}

/// One entry of an option: an item, and the color it is given there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Use {
    /// The item that the option uses.
    pub item: ItemId,
    /// Its color, or [`Color::NONE`].
    pub color: Color,
}

/// Whether an item must be covered, or only may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// Covered exactly once.
    Primary,
    /// Covered at most once, or any number of times in one color.
    Secondary,
}

#[derive(Clone, PartialEq)]
struct Tables {
    items: Names,
    primary_count: usize,
    /// The names of the colors; color `c` has the name `c - 1`, as 0 is no color.
    colors: Names,
    /// The uses of all options, one option after the other.
    uses: Vec<Use>,
    /// Option `o` has the uses `starts[o]..starts[o + 1]`.
    starts: Vec<u32>,
}

impl Default for Tables {
    fn default() -> Self {
        Self {
            items: Names::default(),
            primary_count: 0,
            colors: Names::default(),
            uses: Vec::new(),
            starts: vec![0],
        }
    }
}

impl Problem {
    /// An empty builder.
    #[must_use]
    pub fn builder() -> ProblemBuilder {
        ProblemBuilder::default()
    }

    /// How many items there are, primary and secondary.
    #[must_use]
    pub fn item_count(&self) -> usize {
        self.tables.items.len()
    }

    /// How many of the items are primary: those with the ids below this number.
    #[must_use]
    pub fn primary_count(&self) -> usize {
        self.tables.primary_count
    }

    /// How many options there are.
    #[must_use]
    pub fn option_count(&self) -> usize {
        self.tables.starts.len() - 1
    }

    /// How many uses all options have together.
    #[must_use]
    pub fn use_count(&self) -> usize {
        self.tables.uses.len()
    }

    /// The ids of all items, ascending.
    pub fn items(&self) -> impl DoubleEndedIterator<Item = ItemId> + ExactSizeIterator + use<> {
        (0..self.item_count()).map(ItemId::new)
    }

    /// The ids of all options, ascending.
    pub fn options(&self) -> impl DoubleEndedIterator<Item = OptionId> + ExactSizeIterator + use<> {
        (0..self.option_count()).map(OptionId::new)
    }

    /// Whether this item is primary or secondary.
    #[must_use]
    pub fn kind(&self, item: ItemId) -> ItemKind {
        if item.index() < self.tables.primary_count { ItemKind::Primary } else { ItemKind::Secondary }
    }

    /// The name of an item.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    pub fn name(&self, item: ItemId) -> &str {
        self.tables.items.get(item.index())
    }

    /// The item of this name, if there is one. Takes constant time.
    #[must_use]
    pub fn item(&self, name: &str) -> Option<ItemId> {
        self.tables.items.find(name).map(ItemId::new)
    }

    /// The name of a color, or `None` for [`Color::NONE`].
    ///
    /// # Panics
    /// If the problem has no such color.
    #[must_use]
    pub fn color_name(&self, color: Color) -> Option<&str> {
        (color != Color::NONE).then(|| self.tables.colors.get(color.index() - 1))
    }

    /// What an option uses, in the order given.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[inline]
    #[must_use]
    pub fn uses(&self, option: OptionId) -> &[Use] {
        let starts = &self.tables.starts;
        &self.tables.uses[wide(starts[option.index()])..wide(starts[option.index() + 1])]
    }

    /// The options that use no primary item, ascending: no search ever chooses them.
    pub fn idle_options(&self) -> impl Iterator<Item = OptionId> + '_ {
        self.options().filter(|&option| !self.has_primary(option))
    }

    /// Whether the option uses a primary item.
    pub(crate) fn has_primary(&self, option: OptionId) -> bool {
        self.uses(option).iter().any(|used| self.kind(used.item) == ItemKind::Primary)
    }

    /// An option as Knuth's format writes it: its items, each with its color, separated by blanks.
    #[must_use]
    pub fn display_option(&self, option: OptionId) -> impl fmt::Display + '_ {
        DisplayOption { problem: self, option }
    }
}

impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Problem")
            .field("primary", &self.primary_count())
            .field("secondary", &(self.item_count() - self.primary_count()))
            .field("options", &self.option_count())
            .field("uses", &self.use_count())
            .finish()
    }
}

struct DisplayOption<'p> {
    problem: &'p Problem,
    option: OptionId,
}

impl fmt::Display for DisplayOption<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, used) in self.problem.uses(self.option).iter().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            f.write_str(self.problem.name(used.item))?;
            if let Some(color) = self.problem.color_name(used.color) {
                write!(f, ":{color}")?;
            }
        }
        Ok(())
    }
}
