//! The builder of problems, item by item and option by option, with an error for each mistake.
//!
//! A name of an item or a color may be any text that the text format can carry: it is not empty and contains
//! no white space, control character, byte order mark, `:` or `|`. Thus every problem that can be built can
//! also be written.

use std::fmt;
use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use thiserror::Error;

use super::{Bounds, Problem, ProblemTables, Use};
use crate::problem::decimal::{Decimal, power};
use crate::problem::escape::is_control;
use crate::problem::ids::{Color, ItemId, MOST, OptionId, narrow, wide};
use crate::problem::nearest::{nearest, suggestion};

/// Numbers of options, uses and items for which there is room from the first one on: a small problem allocates once.
const OPTIONS_OF_FEW: usize = 32;
const USES_OF_FEW: usize = 128;
const ITEMS_OF_FEW: usize = 16;

/// A mention of an item in an option: by name, as `"x"`, `"x:red"` or, with a weight, `"x=5"`, or by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention<'a> {
    item: ItemRef<'a>,
    color: Option<&'a str>,
    weight: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ItemRef<'a> {
    /// A name, a name and a color after a colon, or a name and a weight after `=`. It is not divided before it is
    /// known that it is not the name of an item: most mentions have neither color nor weight, and a name may
    /// contain `=`.
    Text(&'a str),
    #[cfg_attr(
        not(feature = "json"),
        expect(dead_code, reason = "only the JSON reader has names and colors apart")
    )]
    Name(&'a str),
    Id(ItemId),
}

impl<'a> From<&'a str> for Mention<'a> {
    fn from(text: &'a str) -> Self {
        Self { item: ItemRef::Text(text), color: None, weight: 1 }
    }
}

impl<'a> From<&'a String> for Mention<'a> {
    fn from(text: &'a String) -> Self {
        text.as_str().into()
    }
}

/// What mentions an item in an option: a text such as `"x"` or `"x:red"`, owned or borrowed, an id, or a [`Mention`].
pub trait AsMention {
    /// Returns the mention.
    fn as_mention(&self) -> Mention<'_>;
}

impl<T: AsRef<str>> AsMention for T {
    #[inline]
    fn as_mention(&self) -> Mention<'_> {
        self.as_ref().into()
    }
}

impl AsMention for ItemId {
    #[inline]
    fn as_mention(&self) -> Mention<'_> {
        (*self).into()
    }
}

impl AsMention for Mention<'_> {
    #[inline]
    fn as_mention(&self) -> Mention<'_> {
        *self
    }
}

#[cfg(feature = "json")]
impl<'a> Mention<'a> {
    /// Returns a mention of the item with this name and color, neither of which is searched for a `:`.
    pub(crate) fn named(name: &'a str, color: Option<&'a str>) -> Self {
        Self { item: ItemRef::Name(name), color, weight: 1 }
    }
}

impl From<ItemId> for Mention<'_> {
    fn from(id: ItemId) -> Self {
        Self { item: ItemRef::Id(id), color: None, weight: 1 }
    }
}

impl<'a> From<(ItemId, &'a str)> for Mention<'a> {
    fn from((id, color): (ItemId, &'a str)) -> Self {
        Self { item: ItemRef::Id(id), color: Some(color), weight: 1 }
    }
}

impl Mention<'_> {
    /// Returns the mention with a weight: choosing the option counts this many times towards the bounds of the item. An
    /// item that must be covered exactly once, or is secondary, takes no weight other than 1.
    ///
    /// ```
    /// use dlx_core::{Limits, Mention, Problem, Search};
    ///
    /// // Two dice show a number each; together they show nine.
    /// let mut builder = Problem::builder();
    /// let sum = builder.add_bounded("sum", 9..=9)?;
    /// let dice = builder.add_primaries(["red", "blue"])?;
    /// for die in dice {
    ///     for number in 1..=6 {
    ///         builder.add_option([Mention::from(die), Mention::from(sum).with_weight(number)])?;
    ///     }
    /// }
    /// let problem = builder.build()?;
    /// assert_eq!(Search::new(&problem).count(&mut Limits::none()).exact()?, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_weight(self, weight: u32) -> Self {
        Self { weight, ..self }
    }
}

/// An error in an item or an option. Options are numbered from 0 in the order given.
/// The message says what is wrong; the variants carry no promise of stability.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Two items have the same name.
    #[error("item `{name}` is declared twice")]
    #[doc(hidden)]
    DuplicateItem {
        /// The name.
        name: String,
    },
    /// A name that the text format could not carry.
    #[error("item name `{}`: expected one or more characters, no white space, control character, byte order mark, `:` or `|`", name.escape_debug())]
    #[doc(hidden)]
    BadName {
        /// The name.
        name: String,
    },
    /// A color that the text format could not carry.
    #[error("option {option}: color `{}` of item `{name}`: expected one or more characters, no white space, control character, byte order mark, `:` or `|`", color.escape_debug())]
    #[doc(hidden)]
    BadColor {
        /// The option.
        option: OptionId,
        /// The item.
        name: String,
        /// The color.
        color: String,
    },
    /// Primary items come first, so that their ids are the lowest.
    #[error("primary item `{name}` after a secondary item; primary items come first")]
    #[doc(hidden)]
    PrimaryAfterSecondary {
        /// The primary item.
        name: String,
    },
    /// An option mentions an item that was not declared.
    #[error("option {option}: unknown item `{}`{}", name.escape_debug(), suggestion(nearest.as_deref()))]
    #[doc(hidden)]
    UnknownItem {
        /// The option.
        option: OptionId,
        /// The item, by name or by number.
        name: String,
        /// The declared name nearest to it, if one is near.
        nearest: Option<String>,
    },
    /// An option mentions an item twice.
    #[error("option {option}: item `{name}` twice")]
    #[doc(hidden)]
    ItemTwice {
        /// The option.
        option: OptionId,
        /// The item.
        name: String,
    },
    /// Only secondary items have colors.
    #[error("option {option}: color `{}` on primary item `{name}`; only secondary items have colors", color.escape_debug())]
    #[doc(hidden)]
    ColoredPrimary {
        /// The option.
        option: OptionId,
        /// The item.
        name: String,
        /// The color.
        color: String,
    },
    /// A weight that is not a number from 1 on.
    #[error("option {option}: weight `{}` of item `{name}`: expected a number from 1 to {MOST}", weight.escape_debug())]
    #[doc(hidden)]
    BadWeight {
        /// The option.
        option: OptionId,
        /// The item.
        name: String,
        /// The weight.
        weight: String,
    },
    /// Only items with bounds have weights.
    #[error(
        "option {option}: weight {weight} on item `{name}`, which is covered at most once; only primary items with bounds, such as `2:5|{name}`, have weights"
    )]
    #[doc(hidden)]
    WeightWithoutBounds {
        /// The option.
        option: OptionId,
        /// The item.
        name: String,
        /// The weight.
        weight: u32,
    },
    /// A name and a weight read like the name of another item.
    #[error(
        "option {option}: `{name}={weight}` is an item, so item `{name}` cannot have the weight {weight}; rename one of them"
    )]
    #[doc(hidden)]
    AmbiguousWeight {
        /// The option.
        option: OptionId,
        /// The item.
        name: String,
        /// The weight.
        weight: u32,
    },
    /// The weights of an item together are too large.
    #[error("item `{name}`: the weights of its options exceed {MOST} together")]
    #[doc(hidden)]
    TooHeavy {
        /// The item.
        name: String,
    },
    /// An option has no items.
    #[error("option {option} is empty; expected at least one item")]
    #[doc(hidden)]
    EmptyOption {
        /// The option.
        option: OptionId,
    },
    /// The bounds leave no number between them.
    #[error("item `{name}`: bounds {low}:{high} leave no number; expected the lower one first")]
    #[doc(hidden)]
    EmptyBounds {
        /// The item.
        name: String,
        /// The lower bound.
        low: u32,
        /// The upper bound.
        high: u32,
    },
    /// A cost comes before the first option.
    #[error("a cost of {cost} before the first option; a cost is added to the option before it")]
    #[doc(hidden)]
    CostWithoutOption {
        /// The cost.
        cost: Decimal,
    },
    /// The costs of all options together, without their signs, exceed 64 bits in units of the last place of any.
    #[error("option {option}: with a cost of {cost} the costs of all options exceed {}", Decimal::new(u64::MAX.into(), *decimals))]
    #[doc(hidden)]
    TooCostly {
        /// The option.
        option: OptionId,
        /// The cost that was to be added.
        cost: Decimal,
        /// The number of places after the point that costs would have at most.
        decimals: u32,
    },
    /// The tables, which are indexed by 32-bit numbers, would be too large.
    #[error("too many {what}: at most {most} fit")]
    #[doc(hidden)]
    TooMany {
        /// The kind of thing that there are too many of.
        what: &'static str,
        /// The greatest number.
        most: usize,
    },
}

/// Collects the items and options of a problem.
///
/// Methods that can be chained remember the first error, and [`build`](Self::build) returns it. Methods whose
/// names begin with `add_` return an error at once and leave the builder unchanged.
///
/// ```
/// use dlx_core::{Mention, Problem};
///
/// // With ids there are no names to format and to look up.
/// let mut builder = Problem::builder();
/// let piece = builder.add_primary("piece")?;
/// let cell = builder.add_secondary("cell")?;
/// for (color, cost) in [("red", 3), ("blue", 5)] {
///     builder.add_option([Mention::from(piece), Mention::from((cell, color))])?;
///     builder.add_cost(cost)?;
/// }
/// assert!(builder.add_secondary("cell").is_err());
/// let problem = builder.build()?;
/// assert_eq!((problem.item_count(), problem.option_count()), (2, 2));
/// # Ok::<(), dlx_core::BuildError>(())
/// ```
#[derive(Clone, Default)]
pub struct ProblemBuilder {
    tables: ProblemTables,
    fault: Option<BuildError>,
    /// By item: the last option that mentioned it, plus one.
    stamps: Vec<u32>,
    /// The sum of the costs of all options without their signs, in the unit of the costs.
    total_cost: u64,
    /// The least number of decimals of the problem.
    least_decimals: u32,
}

impl ProblemBuilder {
    /// Declares primary items, each of which must be covered exactly once.
    pub fn primary<N: AsRef<str>>(&mut self, names: impl IntoIterator<Item = N>) -> &mut Self {
        for name in names {
            let added = self.add_primary(name);
            self.note(added);
        }
        self
    }

    /// Declares a primary item with bounds: how often it must be covered at least, and may be covered at
    /// most. `2..` is at least twice, `..=3` at most three times.
    ///
    /// ```
    /// use dlx_core::{Limits, Problem, Search};
    ///
    /// // Two or three of four people go; a and b do not go together.
    /// let problem = Problem::builder()
    ///     .bounded("people", 2..=3)
    ///     .secondary(["quarrel"])
    ///     .option(["people", "quarrel"])
    ///     .option(["people", "quarrel"])
    ///     .option(["people"])
    ///     .option(["people"])
    ///     .build()?;
    /// assert_eq!(Search::new(&problem).count(&mut Limits::none()).exact()?, 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bounded(&mut self, name: impl AsRef<str>, times: impl RangeBounds<u32>) -> &mut Self {
        let added = self.add_bounded(name, times);
        self.note(added);
        self
    }

    /// Declares secondary items, each of which may be covered at most once, or several times in one color.
    pub fn secondary<N: AsRef<str>>(&mut self, names: impl IntoIterator<Item = N>) -> &mut Self {
        for name in names {
            let added = self.add_secondary(name);
            self.note(added);
        }
        self
    }

    /// Adds an option.
    pub fn option<M: AsMention>(&mut self, mentions: impl IntoIterator<Item = M>) -> &mut Self {
        let added = self.add_option(mentions);
        self.note(added);
        self
    }

    /// Adds a cost to the last option: an integer or a [`Decimal`].
    pub fn cost(&mut self, cost: impl Into<Decimal>) -> &mut Self {
        let added = self.add_cost(cost);
        self.note(added);
        self
    }

    /// Returns the finished problem. The builder is empty afterwards.
    ///
    /// # Errors
    /// The first error of a chained method.
    pub fn build(&mut self) -> Result<Problem, BuildError> {
        let Self { mut tables, fault, least_decimals, .. } = std::mem::take(self);
        if let Some(fault) = fault {
            return Err(fault);
        }
        if tables.starts.is_empty() {
            tables.starts.push(0);
        }
        // Either full or empty, so that equal problems have equal tables.
        if !tables.bounds.is_empty() {
            tables.bounds.resize(tables.primary_count, Bounds::ONCE);
        }
        if !tables.costs.is_empty() {
            tables.costs.resize(tables.starts.len() - 1, 0);
        }
        if !tables.weights.is_empty() {
            tables.weights.resize(tables.uses.len(), 1);
            tables.check_weights()?;
        }
        while tables.decimals > least_decimals && tables.costs.iter().all(|&cost| cost % 10 == 0) {
            tables.costs.iter_mut().for_each(|cost| *cost /= 10);
            tables.decimals -= 1;
        }
        Ok(Problem { tables: Arc::new(tables) })
    }

    /// Declares a primary item.
    ///
    /// # Errors
    /// An invalid or repeated name, a secondary item declared before, or too many items.
    pub fn add_primary(&mut self, name: impl AsRef<str>) -> Result<ItemId, BuildError> {
        let name = name.as_ref();
        if self.tables.items.len() > self.tables.primary_count {
            return Err(BuildError::PrimaryAfterSecondary { name: name.to_owned() });
        }
        let id = self.add_item(name)?;
        self.tables.primary_count += 1;
        Ok(id)
    }

    /// Declares a primary item with bounds: how often it must be covered at least, and may be covered at
    /// most.
    ///
    /// # Errors
    /// Those of [`add_primary`](Self::add_primary), and bounds that leave no number.
    pub fn add_bounded(
        &mut self,
        name: impl AsRef<str>,
        times: impl RangeBounds<u32>,
    ) -> Result<ItemId, BuildError> {
        let name = name.as_ref();
        let low = match times.start_bound() {
            Bound::Unbounded => 0,
            Bound::Included(&low) => low,
            Bound::Excluded(&below) => below.saturating_add(1),
        };
        let high = match times.end_bound() {
            Bound::Unbounded => Bounds::NO_LIMIT,
            Bound::Included(&high) => high,
            Bound::Excluded(&above) => above.saturating_sub(1),
        };
        if low > high || times.end_bound() == Bound::Excluded(&0) {
            return Err(BuildError::EmptyBounds { name: name.to_owned(), low, high });
        }
        let id = self.add_primary(name)?;
        let bounds = Bounds { low, high };
        if !bounds.is_once() || !self.tables.bounds.is_empty() {
            self.tables.bounds.resize(id.index(), Bounds::ONCE);
            self.tables.bounds.push(bounds);
        }
        Ok(id)
    }

    /// Declares a secondary item.
    ///
    /// # Errors
    /// An invalid or repeated name, or too many items.
    pub fn add_secondary(&mut self, name: impl AsRef<str>) -> Result<ItemId, BuildError> {
        self.add_item(name.as_ref())
    }

    /// Declares primary items and returns their ids.
    ///
    /// # Errors
    /// Those of [`add_primary`](Self::add_primary), of the first item with one. No item is then declared.
    pub fn add_primaries<N: AsRef<str>>(
        &mut self,
        names: impl IntoIterator<Item = N>,
    ) -> Result<Vec<ItemId>, BuildError> {
        self.add_all(names, Self::add_primary)
    }

    /// Declares secondary items and returns their ids.
    ///
    /// # Errors
    /// Those of [`add_secondary`](Self::add_secondary), of the first item with one. No item is then declared.
    pub fn add_secondaries<N: AsRef<str>>(
        &mut self,
        names: impl IntoIterator<Item = N>,
    ) -> Result<Vec<ItemId>, BuildError> {
        self.add_all(names, Self::add_secondary)
    }

    fn add_all<N>(
        &mut self,
        names: impl IntoIterator<Item = N>,
        mut add: impl FnMut(&mut Self, N) -> Result<ItemId, BuildError>,
    ) -> Result<Vec<ItemId>, BuildError> {
        let (items, primaries) = (self.tables.items.len(), self.tables.primary_count);
        let added: Result<Vec<ItemId>, BuildError> = names.into_iter().map(|name| add(self, name)).collect();
        if added.is_err() {
            self.tables.items.truncate(items);
            self.stamps.truncate(items);
            self.tables.primary_count = primaries;
        }
        added
    }

    /// Adds an option and returns its number.
    ///
    /// # Errors
    /// An unknown item, an item mentioned twice, a color on a primary item, an invalid color, no item at all,
    /// or too many options or uses.
    pub fn add_option<M: AsMention>(
        &mut self,
        mentions: impl IntoIterator<Item = M>,
    ) -> Result<OptionId, BuildError> {
        let (uses, colors) = (self.tables.uses.len(), self.tables.colors.len());
        let added = mentions.into_iter().try_for_each(|mention| self.mention(mention.as_mention()));
        if let Err(fault) = added {
            for used in self.tables.uses.drain(uses..) {
                self.stamps[used.item.index()] = 0;
            }
            self.tables.colors.truncate(colors);
            self.tables.weights.truncate(uses);
            if self.tables.weights.iter().all(|&weight| weight == 1) {
                self.tables.weights.clear();
            }
            return Err(fault);
        }
        self.end_option()
    }

    /// Adds a cost to the last option: an integer or a [`Decimal`].
    ///
    /// # Errors
    /// No option yet, or costs of all options that together exceed 64 bits: without their signs, and in units of the last
    /// place of the cost that has the most places after the point.
    pub fn add_cost(&mut self, cost: impl Into<Decimal>) -> Result<(), BuildError> {
        let cost = cost.into();
        let Some(last) = self.option_in_work().index().checked_sub(1) else {
            return Err(BuildError::CostWithoutOption { cost });
        };
        let decimals = self.tables.decimals.max(cost.places());
        let too_costly = || BuildError::TooCostly { option: OptionId::new(last), cost, decimals };
        self.refine(decimals).ok_or_else(too_costly)?;
        let units = cost.in_units(decimals);
        let magnitude = units.and_then(|units| u64::try_from(units.unsigned_abs()).ok());
        let total = magnitude.and_then(|magnitude| self.total_cost.checked_add(magnitude));
        let (total, units) = total.zip(units).ok_or_else(too_costly)?;
        self.total_cost = total;
        if units != 0 {
            self.tables.costs.resize(last + 1, 0);
            self.tables.costs[last] += units;
        }
        Ok(())
    }

    /// Gives the problem at least this many decimals, so that its costs are in the unit of another problem. Called before
    /// the first cost.
    pub(crate) fn keep_decimals(&mut self, decimals: u32) {
        self.least_decimals = decimals;
        self.tables.decimals = decimals;
    }

    /// Changes the unit of the costs to one of this many decimals or more. Returns `None` if they do not fit.
    fn refine(&mut self, decimals: u32) -> Option<()> {
        if decimals > self.tables.decimals {
            if self.total_cost > 0 {
                let factor = power(decimals - self.tables.decimals)?;
                self.total_cost = self.total_cost.checked_mul(factor.try_into().ok()?)?;
                self.tables.costs.iter_mut().for_each(|cost| *cost *= factor);
            }
            self.tables.decimals = decimals;
        }
        Some(())
    }

    /// Adds one use to the option that is being built, which [`end_option`](Self::end_option) completes.
    /// After an error the builder must not be used again, unless the uses of this option are removed.
    #[inline]
    pub(crate) fn mention(&mut self, mention: Mention<'_>) -> Result<(), BuildError> {
        let option = self.option_in_work();
        let tables = &mut self.tables;
        let Mention { item, mut color, mut weight } = mention;
        let mut weight_text = None;
        let found = match item {
            ItemRef::Text(text) => tables.items.find(text).or_else(|| {
                if let Some((name, after)) = text.split_once(':') {
                    color = Some(after);
                    return tables.items.find(name);
                }
                let (name, after) = text.rsplit_once('=')?;
                let found = tables.items.find(name);
                // `parse` alone would also accept a sign.
                let number = after.bytes().all(|byte| byte.is_ascii_digit()).then(|| after.parse().ok());
                weight = number.flatten().unwrap_or(0);
                weight_text = Some(after);
                found
            }),
            ItemRef::Name(name) => tables.items.find(name),
            ItemRef::Id(id) => Some(id.index()),
        };
        let Some((index, stamp)) = found.and_then(|index| Some((index, self.stamps.get_mut(index)?))) else {
            let name = match item {
                ItemRef::Text(text) => text.split(':').next().unwrap_or(text),
                ItemRef::Name(name) => name,
                ItemRef::Id(id) => {
                    let name = format!("number {id}");
                    return Err(BuildError::UnknownItem { option, name, nearest: None });
                }
            };
            let nearest = nearest(name, tables.items.iter()).map(str::to_owned);
            return Err(BuildError::UnknownItem { option, name: name.to_owned(), nearest });
        };
        let name = || tables.items.get(index).to_owned();
        if *stamp == option.0 + 1 {
            return Err(BuildError::ItemTwice { option, name: name() });
        }
        // An arena needs a node for each use and each item, and a spacer for each option; the slack is for
        // what is added with this use.
        if tables.uses.len() + tables.starts.len() + 2 * tables.items.len() >= MOST {
            return Err(BuildError::TooMany { what: "uses", most: MOST });
        }
        let color = match color {
            None => Color::NONE,
            Some(color) if index < tables.primary_count => {
                return Err(BuildError::ColoredPrimary { option, name: name(), color: color.to_owned() });
            }
            Some(color) => match tables.colors.find(color) {
                None if !is_name(color) => {
                    return Err(BuildError::BadColor { option, name: name(), color: color.to_owned() });
                }
                found => Color::new(found.unwrap_or_else(|| tables.colors.insert(color).0) + 1),
            },
        };
        if weight != 1 {
            let is_bounded = tables.bounds.get(index).is_some_and(|bounds| !bounds.is_once());
            let name = name();
            if weight == 0 || wide(weight) > MOST {
                let weight = weight_text.map_or_else(|| weight.to_string(), str::to_owned);
                return Err(BuildError::BadWeight { option, name, weight });
            }
            if !is_bounded {
                return Err(BuildError::WeightWithoutBounds { option, name, weight });
            }
            if tables.is_ambiguous(&name, weight) {
                return Err(BuildError::AmbiguousWeight { option, name, weight });
            }
            tables.weights.resize(tables.uses.len(), 1);
            tables.weights.push(weight);
        }
        *stamp = option.0 + 1;
        if tables.uses.is_empty() {
            tables.uses.reserve(USES_OF_FEW);
        }
        tables.uses.push(Use { item: ItemId::new(index), color });
        Ok(())
    }

    /// Completes the option being built.
    pub(crate) fn end_option(&mut self) -> Result<OptionId, BuildError> {
        let option = self.option_in_work();
        let end = narrow(self.tables.uses.len());
        let starts = &mut self.tables.starts;
        if starts.last().copied().unwrap_or(0) == end {
            return Err(BuildError::EmptyOption { option });
        }
        if starts.is_empty() {
            starts.reserve(OPTIONS_OF_FEW);
            starts.push(0);
        }
        starts.push(end);
        Ok(option)
    }

    /// Returns true if an item of this name is declared.
    pub(super) fn has_item(&self, name: &str) -> bool {
        self.tables.items.find(name).is_some()
    }

    /// Returns the number of the next option.
    pub(super) fn next_option(&self) -> OptionId {
        self.option_in_work()
    }

    fn option_in_work(&self) -> OptionId {
        OptionId::new(self.tables.starts.len().saturating_sub(1))
    }

    fn add_item(&mut self, name: &str) -> Result<ItemId, BuildError> {
        if !is_name(name) {
            return Err(BuildError::BadName { name: name.to_owned() });
        }
        if self.tables.uses.len() + self.tables.starts.len() + 2 * self.tables.items.len() >= MOST {
            return Err(BuildError::TooMany { what: "items", most: MOST });
        }
        let (index, is_new) = self.tables.items.insert(name);
        if !is_new {
            return Err(BuildError::DuplicateItem { name: name.to_owned() });
        }
        if self.stamps.is_empty() {
            self.stamps.reserve(ITEMS_OF_FEW);
        }
        self.stamps.push(0);
        Ok(ItemId::new(index))
    }

    pub(super) fn note<T>(&mut self, added: Result<T, BuildError>) {
        if let Err(fault) = added {
            self.fault.get_or_insert(fault);
        }
    }
}

impl ProblemTables {
    /// Returns true if the text of a use with a weight is the name of an item.
    fn is_ambiguous(&self, name: &str, weight: u32) -> bool {
        self.items.find(&format!("{name}={weight}")).is_some()
    }

    /// Checks what the weights are together, and that no item was declared after them that makes one ambiguous.
    fn check_weights(&self) -> Result<(), BuildError> {
        let mut sums = vec![0_usize; self.primary_count];
        for (option, range) in self.starts.windows(2).enumerate() {
            for at in wide(range[0])..wide(range[1]) {
                let (item, weight) = (self.uses[at].item, self.weights[at]);
                let Some(sum) = sums.get_mut(item.index()) else { continue };
                *sum = sum.saturating_add(wide(weight));
                let name = || self.items.get(item.index()).to_owned();
                if *sum > MOST {
                    return Err(BuildError::TooHeavy { name: name() });
                }
                if weight > 1 && self.is_ambiguous(self.items.get(item.index()), weight) {
                    return Err(BuildError::AmbiguousWeight {
                        option: OptionId::new(option),
                        name: name(),
                        weight,
                    });
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for ProblemBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProblemBuilder")
            .field("items", &self.tables.items.len())
            .field("options", &self.option_in_work().index())
            .field("fault", &self.fault)
            .finish()
    }
}

/// Returns true if the text format can carry this name of an item or a color.
pub(super) fn is_name(name: &str) -> bool {
    // All visible ASCII characters but two: the names of nearly all problems.
    if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic() && byte != b':' && byte != b'|') {
        return true;
    }
    let is_bad = |c: char| c == ':' || c == '|' || c == '\u{feff}' || c.is_whitespace() || is_control(c);
    !name.is_empty() && !name.chars().any(is_bad)
}
