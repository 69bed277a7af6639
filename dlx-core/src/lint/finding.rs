//! The findings, and their text.

use std::fmt::{self, Display, Formatter};

use crate::problem::Problem;
use crate::problem::ids::{ItemId, OptionId};

/// Something about a problem that is probably a mistake. Returned by [`lint()`](crate::lint()).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// What was found.
    #[doc(hidden)]
    pub kind: FindingKind,
    /// The items that it is about, in ascending order.
    pub items: Vec<ItemId>,
    /// The options that it is about, in ascending order.
    pub options: Vec<OptionId>,
    /// Whether it proves that the problem has no cover.
    pub is_proof: bool,
}

/// The kind of a [`Finding`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FindingKind {
    /// The items are a mark such as `#`, and the unused items after it: a comment that was read as items.
    Comment,
    /// No option covers these primary items, which must be covered.
    NoOptions,
    /// Fewer options cover these primary items than their bounds require.
    TooFewOptions,
    /// The options cannot cover the items as often as required in total. `items` is a group of which each option
    /// has exactly one, such as the pieces of a packing, or empty if the total is that of all options.
    Totals(TotalsFound),
    /// No option uses these secondary items.
    UnusedSecondary,
    /// These options have the same items and colors as an earlier one.
    Repeated {
        /// The earlier option that the first of them repeats.
        first: OptionId,
    },
    /// These options have no primary item.
    NoPrimary,
    /// These options have an item that must not be covered.
    Excluded,
    /// A name that occurs once at most and is one typing error away from one that occurs more often.
    Misspelt {
        /// What the name is of: an item, or a color.
        what: &'static str,
        /// The name.
        found: String,
        /// The other name.
        meant: String,
    },
}

/// The numbers of a [`FindingKind::Totals`]. A range has its lower end first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TotalsFound {
    /// The number of other items that are counted.
    pub others: usize,
    /// How often the other items can be covered in all: at least, and at most.
    pub needed: (u128, u128),
    /// How often the options can cover them in all: at least, and at most.
    pub given: (u128, u128),
    /// Only every so many numbers are possible from `given.0` on; 0 if only `given.0` is.
    pub step: u128,
}

impl FindingKind {
    /// Returns the name of the kind, in lower case with underscores.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Comment => "comment",
            Self::NoOptions => "no_options",
            Self::TooFewOptions => "too_few_options",
            Self::Totals(_) => "totals",
            Self::UnusedSecondary => "unused_secondary",
            Self::Repeated { .. } => "repeated",
            Self::NoPrimary => "no_primary",
            Self::Excluded => "excluded",
            Self::Misspelt { .. } => "misspelt",
        }
    }
}

impl Finding {
    /// Returns the finding as one line of text, with the names of `problem`, which must be the problem in which it
    /// was found.
    pub fn display<'a>(&'a self, problem: &'a Problem) -> impl Display + 'a {
        Words { finding: self, problem }
    }
}

/// The `Display` form of a finding.
struct Words<'a> {
    finding: &'a Finding,
    problem: &'a Problem,
}

/// Number of items and options that a line names.
const NAMED: usize = 8;

impl Words<'_> {
    fn items(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Finding { items, kind, .. } = self.finding;
        for (place, &item) in items.iter().take(NAMED).enumerate() {
            let name = self.problem.name(item);
            write!(f, "{}`{name}`", if place == 0 { "" } else { ", " })?;
            if *kind == FindingKind::TooFewOptions {
                write!(f, ", at least {} times", self.problem.bounds(item).low)?;
            }
        }
        match items.len().saturating_sub(NAMED) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }

    fn first_option(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(&option) = self.finding.options.first() else { return Ok(()) };
        let what = if self.finding.options.len() == 1 { "" } else { "the first is " };
        write!(f, "{what}option {option} `{}`", self.problem.display_option(option))
    }
}

impl Display for Words<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Finding { kind, items, options, .. } = self.finding;
        let (items, options) = (items.len(), options.len());
        let plural = |count| if count == 1 { "" } else { "s" };
        match kind {
            FindingKind::Comment => {
                f.write_str("items that look like a comment, which begins with `|` in a line of its own: ")?;
                self.items(f)
            }
            FindingKind::NoOptions => {
                write!(f, "{items} primary item{} that no option can cover: ", plural(items))?;
                self.items(f)
            }
            FindingKind::TooFewOptions => {
                write!(f, "{items} item{} with too few options: ", plural(items))?;
                self.items(f)
            }
            FindingKind::Totals(found) => {
                f.write_str("options")?;
                if items > 0 {
                    f.write_str(" of ")?;
                    self.items(f)?;
                }
                write!(f, " cover {found}")
            }
            FindingKind::UnusedSecondary => {
                write!(f, "{items} secondary item{} that no option uses: ", plural(items))?;
                self.items(f)
            }
            FindingKind::Repeated { first } => {
                write!(f, "{options} option{} with the items of an earlier one: ", plural(options))?;
                self.first_option(f)?;
                write!(f, ", as option {first}")
            }
            FindingKind::NoPrimary => {
                write!(f, "{options} option{} without a primary item, never chosen: ", plural(options))?;
                self.first_option(f)
            }
            FindingKind::Excluded => {
                write!(
                    f,
                    "{options} option{} with an item that {}, never chosen: ",
                    plural(options),
                    if self.problem.is_weighted() {
                        "would be covered too often"
                    } else {
                        "must not be covered"
                    }
                )?;
                self.first_option(f)
            }
            FindingKind::Misspelt { what, found, meant } => {
                let times = if self.finding.options.is_empty() { "is in no option" } else { "occurs once" };
                write!(f, "{what} `{found}` {times}; did you mean `{meant}`?")
            }
        }
    }
}

impl Display for TotalsFound {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { needed: (low, high), given: (least, most), step, .. } = *self;
        let need = |f: &mut Formatter<'_>| match (low, high) {
            _ if low == high => write!(f, "but {low} must be covered"),
            _ if least > high => write!(f, "but at most {high} can be covered"),
            _ if most < low => write!(f, "but at least {low} must be covered"),
            _ => write!(f, "but {low} to {high} must be covered"),
        };
        match (least, most) {
            _ if least == most => write!(f, "{least} others in total, ")?,
            _ if least > high => write!(f, "at least {least} others in total, ")?,
            _ if most < low => write!(f, "at most {most} others in total, ")?,
            (0, _) => write!(f, "a multiple of {step} items in total, ")?,
            _ => write!(f, "{least} others and a multiple of {step} more in total, ")?,
        }
        need(f)
    }
}
