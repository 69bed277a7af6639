//! Problems: named items, how often each may be covered, options, colors, costs; immutable once built.
//!
//! The tables are flat and shared: cloning a [`Problem`] copies one pointer, so that searches, threads and
//! the caller can all own it. Primary items have the ids `0..primary_count`, secondary items the ids after
//! them.

mod builder;
pub(crate) mod check;
pub(crate) mod decimal;
pub(crate) mod digest;
mod escape;
pub(crate) mod givens;
mod holders;
pub(crate) mod ids;
pub(crate) mod model;
mod names;
pub(crate) mod nearest;
pub(crate) mod size;

use std::fmt;
use std::sync::{Arc, OnceLock};

pub use builder::{AsMention, BuildError, Mention, ProblemBuilder};
pub use escape::escape_controls;
pub(crate) use holders::Holders;
use names::Names;

use crate::problem::decimal::Decimal;
use crate::problem::digest::{Digest, Digester};
use crate::problem::ids::{Color, ItemId, OptionId, wide};

/// An exact cover problem: choose options so that every primary item is covered exactly once, or as often as
/// its [`Bounds`] say.
///
/// A secondary item may be covered at most once, or any number of times if every chosen option that uses it
/// gives it the same color. An option is chosen once or not at all, and may have a cost. It counts once towards the
/// bounds of an item, or as often as its [weight](Mention::with_weight) there says.
///
/// Four cases that other programs leave open are defined as follows:
///
/// - a primary item that no option uses makes the problem unsolvable; this is an answer, not an error;
/// - an option without a primary item is never chosen by a search ([`Problem::idle_options`] lists them);
/// - a problem without primary items has exactly one cover, the empty one;
/// - options that use the same items are different options, and covers with different ones are different
///   covers.
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
    tables: Arc<ProblemTables>,
}

/// A use of an item by an option, with the color that it gives the item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Use {
    /// The item that the option uses.
    pub item: ItemId,
    /// The color, or [`Color::NONE`].
    pub color: Color,
}

/// How often an item is covered: at least `low` and at most `high` times. Each chosen option that uses it counts once,
/// or as often as its [weight](Problem::weight) says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The least number.
    pub low: u32,
    /// The greatest number, not below `low`. [`NO_LIMIT`](Self::NO_LIMIT) stands for any number.
    pub high: u32,
}

impl Bounds {
    /// The upper bound of an item that may be covered any number of times.
    pub const NO_LIMIT: u32 = u32::MAX;

    /// Exactly once: the bounds of a primary item that has none of its own.
    #[doc(hidden)]
    pub const ONCE: Self = Self { low: 1, high: 1 };

    /// Returns true if the bounds are [`ONCE`](Self::ONCE).
    #[doc(hidden)]
    #[must_use]
    pub fn is_once(self) -> bool {
        self == Self::ONCE
    }
}

/// Writes the bounds in words: `2 to 4 times`, `at least 2 times`.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self { low, high: Self::NO_LIMIT } => write!(f, "at least {low} times"),
            Self { low, high } => write!(f, "{low} to {high} times"),
        }
    }
}

/// The kind of an item: one that must be covered, or one that may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// Covered exactly once, or as often as its [`Bounds`] say.
    Primary,
    /// Covered at most once, or any number of times in one color.
    Secondary,
}

#[derive(Clone, Default, PartialEq)]
struct ProblemTables {
    items: Names,
    primary_count: usize,
    /// By primary item; empty where every one is covered exactly once.
    bounds: Vec<Bounds>,
    /// The names of the colors; color `c` has the name `c - 1`, as 0 is no color.
    colors: Names,
    /// The uses of all options, one option after the other.
    uses: Vec<Use>,
    /// By use; empty where each counts once. Only uses of items with bounds count more than once.
    weights: Vec<u32>,
    /// Option `o` has the uses `starts[o]..starts[o + 1]`. Not empty in a problem.
    starts: Vec<u32>,
    /// By option, in units of `1 / 10^decimals`; empty where none has a cost.
    costs: Vec<i128>,
    decimals: u32,
    digest: KnownDigest,
}

/// The digest of the tables, once it was computed. Equal problems are equal whether it was or not.
#[derive(Clone, Default)]
struct KnownDigest(OnceLock<Digest>);

impl PartialEq for KnownDigest {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Problem {
    /// Returns an empty builder.
    #[must_use]
    pub fn builder() -> ProblemBuilder {
        ProblemBuilder::default()
    }

    /// Returns the number of items, primary and secondary.
    #[must_use]
    pub fn item_count(&self) -> usize {
        self.tables.items.len()
    }

    /// Returns the number of primary items, which have the ids below this number.
    #[must_use]
    pub fn primary_count(&self) -> usize {
        self.tables.primary_count
    }

    /// Returns the number of options.
    #[must_use]
    pub fn option_count(&self) -> usize {
        self.tables.starts.len() - 1
    }

    /// Returns the number of uses in all options.
    #[doc(hidden)]
    #[must_use]
    pub fn use_count(&self) -> usize {
        self.tables.uses.len()
    }

    /// Returns the ids of all items in ascending order.
    pub fn items(&self) -> impl DoubleEndedIterator<Item = ItemId> + ExactSizeIterator + use<> {
        (0..self.item_count()).map(ItemId::new)
    }

    /// Returns the ids of all options in ascending order.
    pub fn options(&self) -> impl DoubleEndedIterator<Item = OptionId> + ExactSizeIterator + use<> {
        (0..self.option_count()).map(OptionId::new)
    }

    /// Returns whether this item is primary or secondary.
    #[must_use]
    pub fn kind(&self, item: ItemId) -> ItemKind {
        if item.index() < self.tables.primary_count { ItemKind::Primary } else { ItemKind::Secondary }
    }

    /// Returns the bounds of an item; for a secondary item 0 and 1, regardless of colors.
    #[inline]
    #[must_use]
    pub fn bounds(&self, item: ItemId) -> Bounds {
        match self.kind(item) {
            ItemKind::Primary => self.tables.bounds.get(item.index()).copied().unwrap_or(Bounds::ONCE),
            ItemKind::Secondary => Bounds { low: 0, high: 1 },
        }
    }

    /// Returns true if a primary item has bounds other than [`Bounds::ONCE`].
    #[doc(hidden)]
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.tables.bounds.iter().any(|bounds| !bounds.is_once())
    }

    /// Returns true if an option counts more than once towards the bounds of an item. The problem is then
    /// [bounded](Self::is_bounded).
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn is_weighted(&self) -> bool {
        !self.tables.weights.is_empty()
    }

    /// Returns true if a use has a color.
    #[doc(hidden)]
    #[must_use]
    pub fn is_colored(&self) -> bool {
        self.tables.colors.len() > 0
    }

    /// Returns true if an option has a cost.
    #[doc(hidden)]
    #[must_use]
    pub fn has_costs(&self) -> bool {
        self.tables.costs.iter().any(|&cost| cost != 0)
    }

    /// Returns the name of an item.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    pub fn name(&self, item: ItemId) -> &str {
        self.tables.items.get(item.index())
    }

    /// Returns the item with this name, if there is one. Takes constant time.
    #[must_use]
    pub fn item(&self, name: &str) -> Option<ItemId> {
        self.tables.items.find(name).map(ItemId::new)
    }

    /// Returns the number of colors.
    pub(crate) fn color_count(&self) -> usize {
        self.tables.colors.len()
    }

    /// Returns the name of a color, or `None` for [`Color::NONE`].
    ///
    /// # Panics
    /// If the problem has no such color.
    #[must_use]
    pub fn color_name(&self, color: Color) -> Option<&str> {
        (color != Color::NONE).then(|| self.tables.colors.get(color.index() - 1))
    }

    /// Returns the uses of an option in the order given.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[inline]
    #[must_use]
    pub fn uses(&self, option: OptionId) -> &[Use] {
        let starts = &self.tables.starts;
        &self.tables.uses[wide(starts[option.index()])..wide(starts[option.index() + 1])]
    }

    /// Returns the uses of an option in the order given, each with its weight.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[doc(hidden)]
    #[inline]
    pub fn weighted_uses(&self, option: OptionId) -> impl Iterator<Item = (&Use, u32)> + Clone {
        let weights = self.tables.weights.get(wide(self.tables.starts[option.index()])..).unwrap_or(&[]);
        let weight = move |place: usize| weights.get(place).copied().unwrap_or(1);
        self.uses(option).iter().enumerate().map(move |(place, used)| (used, weight(place)))
    }

    /// Returns the items of an option, each with its color or, for a primary item, with the weight less 1 in place of a
    /// color: options with the same pair use the item alike.
    pub(crate) fn marked_uses(&self, option: OptionId) -> impl Iterator<Item = (ItemId, Color)> + Clone {
        self.weighted_uses(option).map(|(used, weight)| match weight {
            1 => (used.item, used.color),
            _ => (used.item, Color(weight - 1)),
        })
    }

    /// Returns how often an option counts towards the bounds of an item: its weight there, 1 if it has none, 0 if it
    /// does not use the item.
    ///
    /// # Panics
    /// If the problem has no such option.
    ///
    /// # Complexity
    /// The number of uses of the option.
    #[must_use]
    pub fn weight(&self, option: OptionId, item: ItemId) -> u32 {
        let mut uses = self.weighted_uses(option);
        uses.find(|(used, _)| used.item == item).map_or(0, |(_, weight)| weight)
    }

    /// Returns the cost of an option, 0 if it has none.
    ///
    /// Costs are integers in units of the last place that any cost of the problem has after the point: the costs
    /// themselves if none has one. [`decimal`](Self::decimal) returns the cost as it is written.
    #[must_use]
    pub fn cost(&self, option: OptionId) -> i128 {
        self.tables.costs.get(option.index()).copied().unwrap_or(0)
    }

    /// Returns the number of places after the point that costs have at most.
    #[doc(hidden)]
    #[must_use]
    pub fn decimals(&self) -> u32 {
        self.tables.decimals
    }

    /// Returns a [`cost`](Self::cost) of an option or a cover as a decimal number.
    ///
    /// ```
    /// # use dlx_core::{Decimal, Problem};
    /// let mut builder = Problem::builder();
    /// builder.primary(["a"]).option(["a"]).cost("2.5".parse::<Decimal>()?).option(["a"]).cost(-3);
    /// let problem = builder.build()?;
    /// let costs: Vec<i128> = problem.options().map(|option| problem.cost(option)).collect();
    /// assert_eq!(costs, [25, -30]);
    /// assert_eq!(costs.iter().map(|&cost| problem.decimal(cost).to_string()).collect::<Vec<_>>(), ["2.5", "-3"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn decimal(&self, cost: i128) -> Decimal {
        Decimal::new(cost, self.tables.decimals)
    }

    /// Returns the same problem with options that cost 1 each: its cheapest covers have the fewest options.
    #[must_use]
    pub fn with_unit_costs(&self) -> Self {
        let mut tables = ProblemTables::clone(&self.tables);
        tables.costs = vec![1; self.option_count()];
        tables.decimals = 0;
        tables.digest = KnownDigest::default();
        Self { tables: Arc::new(tables) }
    }

    /// Returns the same problem with the opposite costs: its cheapest covers are those of the greatest cost.
    #[must_use]
    pub fn with_opposite_costs(&self) -> Self {
        let mut tables = ProblemTables::clone(&self.tables);
        tables.costs = tables.costs.iter().map(|&cost| -cost).collect();
        tables.digest = KnownDigest::default();
        Self { tables: Arc::new(tables) }
    }

    /// Returns the total cost of some options, each counted once, in the unit of [`cost`](Self::cost). Without
    /// its sign it fits into 64 bits, as the costs of all options together do.
    ///
    /// ```
    /// # use dlx_core::{OptionId, Problem};
    /// let problem = Problem::builder().primary(["a", "b"]).option(["a"]).cost(3).option(["b"]).cost(4).build()?;
    /// assert_eq!(problem.cost_of(&[OptionId::new(0), OptionId::new(1)]), 7);
    /// # Ok::<(), dlx_core::BuildError>(())
    /// ```
    #[must_use]
    pub fn cost_of(&self, options: &[OptionId]) -> i128 {
        options.iter().fold(0, |sum: i128, &option| sum.saturating_add(self.cost(option)))
    }

    /// Returns a digest of the names, kinds and bounds of the items, of the uses, colors, weights and costs of the
    /// options, and of their order. It is the same on every machine and in every release with this version of
    /// the digest, and for every format from which the problem was read.
    ///
    /// # Complexity
    /// Linear in the problem for the first call, constant from then on.
    #[doc(hidden)]
    #[must_use]
    pub fn digest(&self) -> Digest {
        *self.tables.digest.0.get_or_init(|| self.make_digest())
    }

    fn make_digest(&self) -> Digest {
        // A part of a problem has the unit of the whole, and the digest of the problem that is read from its text.
        let (mut unit, mut decimals) = (1, self.decimals());
        while decimals > 0 && self.tables.costs.iter().all(|&cost| cost % (10 * unit) == 0) {
            (unit, decimals) = (10 * unit, decimals - 1);
        }
        let mut digester = Digester::new("dlx problem 2");
        digester.number(self.item_count() as u64).number(self.primary_count() as u64);
        for item in self.items() {
            digester.text(self.name(item));
        }
        for item in self.items().take(self.primary_count()) {
            let Bounds { low, high } = self.bounds(item);
            digester.number(u64::from(low) << 32 | u64::from(high));
        }
        digester.number(self.color_count() as u64);
        for color in 0..self.color_count() {
            digester.text(self.tables.colors.get(color));
        }
        digester.number(self.option_count() as u64);
        for option in self.options() {
            digester.number(self.uses(option).len() as u64).number(magnitude(self.cost(option) / unit));
            for used in self.uses(option) {
                digester.number(u64::from(used.item.0) << 32 | u64::from(used.color.0));
            }
        }
        // Problems without weights have the digests that they had before there were any.
        for &weight in &self.tables.weights {
            digester.number(u64::from(weight));
        }
        // Problems of whole costs without signs keep the digest that they had when there were no others.
        if decimals > 0 || self.tables.costs.iter().any(|&cost| cost < 0) {
            digester.text("decimals and signs").number(u64::from(decimals));
            for option in self.options() {
                digester.number(u64::from(self.cost(option) < 0));
            }
        }
        digester.digest()
    }

    /// Returns the options that use no primary item, in ascending order: no search chooses them.
    #[doc(hidden)]
    pub fn idle_options(&self) -> impl Iterator<Item = OptionId> + '_ {
        self.options().filter(|&option| !self.has_primary(option))
    }

    /// Returns true if the option uses a primary item.
    pub(crate) fn has_primary(&self, option: OptionId) -> bool {
        self.uses(option).iter().any(|used| self.kind(used.item) == ItemKind::Primary)
    }

    /// Returns the option as Knuth's format writes it: its items with their colors and weights, separated by blanks.
    #[must_use]
    pub fn display_option(&self, option: OptionId) -> impl fmt::Display + '_ {
        DisplayOption { problem: self, option }
    }

    /// Writes the option as [`display_option`](Self::display_option) shows it.
    pub(crate) fn write_option(&self, option: OptionId, output: &mut impl fmt::Write) -> fmt::Result {
        for (place, (used, weight)) in self.weighted_uses(option).enumerate() {
            if place > 0 {
                output.write_char(' ')?;
            }
            output.write_str(self.name(used.item))?;
            if let Some(color) = self.color_name(used.color) {
                output.write_char(':')?;
                output.write_str(color)?;
            }
            if weight > 1 {
                write!(output, "={weight}")?;
            }
        }
        Ok(())
    }
}

/// Returns a cost without its sign.
fn magnitude(cost: i128) -> u64 {
    u64::try_from(cost.unsigned_abs()).expect("the costs of all options fit into 64 bits")
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
        self.problem.write_option(self.option, f)
    }
}
