//! Problems of the user's own values: items of any type, and a value for each option, in which covers come back.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

use super::builder::{BuildError, Mention, ProblemBuilder, is_name};
use super::decimal::Decimal;
use super::{ItemId, OptionId, Problem};

/// The builder of a problem whose items are values of the user, such as coordinates, and whose options stand for
/// values of the user, such as moves.
///
/// The methods can be chained; they remember the first error, which [`build`](Self::build) returns. In messages and
/// files an item has its `Debug` form as its name, without the characters that names do not have.
///
/// ```
/// use dlx_core::{Model, Query};
///
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// enum Need {
///     Row(u32),
///     Column(u32),
///     Diagonal(u32),
/// }
///
/// // Rooks in a board of 3 by 3 that do not share a row, a column or a diagonal of one direction.
/// let mut model = Model::builder();
/// model.primary((0..3).map(Need::Row)).primary((0..3).map(Need::Column));
/// model.secondary((0..5).map(Need::Diagonal));
/// for (row, column) in (0..9).map(|cell| (cell / 3, cell % 3)) {
///     model.option((row, column), [Need::Row(row), Need::Column(column), Need::Diagonal(row + column)]);
/// }
/// let model = model.build()?;
/// let mut places = Vec::new();
/// for cover in Query::new(model.problem()).covers() {
///     places.push(model.values(&cover?));
/// }
/// assert_eq!(places.len(), 3);
/// assert_eq!(places[0], [&(0, 0), &(1, 1), &(2, 2)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ModelBuilder<I, V> {
    builder: ProblemBuilder,
    ids: HashMap<I, ItemId>,
    values: Vec<V>,
}

/// A problem with the values of its items and options, made by a [`ModelBuilder`].
#[derive(Clone, Debug)]
pub struct Model<I, V> {
    problem: Problem,
    ids: HashMap<I, ItemId>,
    /// By item.
    items: Vec<I>,
    /// By option.
    values: Vec<V>,
}

impl<I: Clone + Debug + Eq + Hash, V> Model<I, V> {
    /// Returns a builder of a model.
    #[must_use]
    pub fn builder() -> ModelBuilder<I, V> {
        ModelBuilder { builder: Problem::builder(), ids: HashMap::new(), values: Vec::new() }
    }

    /// Returns the problem.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the item of a value, or `None` if the problem has no such item.
    #[must_use]
    pub fn id(&self, item: &I) -> Option<ItemId> {
        self.ids.get(item).copied()
    }

    /// Returns the value of an item.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    pub fn item(&self, item: ItemId) -> &I {
        &self.items[item.index()]
    }

    /// Returns the value of an option.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn value(&self, option: OptionId) -> &V {
        &self.values[option.index()]
    }

    /// Returns the values of the options of a cover, in the order of the options.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn values(&self, cover: &[OptionId]) -> Vec<&V> {
        cover.iter().map(|&option| self.value(option)).collect()
    }
}

impl<I: Clone + Debug + Eq + Hash, V> ModelBuilder<I, V> {
    /// Declares primary items, each of which must be covered exactly once.
    pub fn primary(&mut self, items: impl IntoIterator<Item = I>) -> &mut Self {
        items.into_iter().for_each(|item| self.declare(item, ProblemBuilder::add_primary));
        self
    }

    /// Declares a primary item with bounds: how often it must be covered at least, and may be covered at most.
    pub fn bounded(&mut self, item: I, times: RangeInclusive<u32>) -> &mut Self {
        self.declare(item, |builder, name| builder.add_bounded(name, times));
        self
    }

    /// Declares secondary items, each of which may be covered at most once, or several times in one color.
    pub fn secondary(&mut self, items: impl IntoIterator<Item = I>) -> &mut Self {
        items.into_iter().for_each(|item| self.declare(item, ProblemBuilder::add_secondary));
        self
    }

    /// Adds an option with these items, which stands for a value.
    pub fn option(&mut self, value: V, items: impl IntoIterator<Item = I>) -> &mut Self {
        self.colored_option(value, items, Vec::<(I, &str)>::new())
    }

    /// Adds an option with these items, and others each with the color that it gives the item.
    pub fn colored_option<C: AsRef<str>>(
        &mut self,
        value: V,
        items: impl IntoIterator<Item = I>,
        colored: impl IntoIterator<Item = (I, C)>,
    ) -> &mut Self {
        let option = self.builder.next_option();
        let id_of = |item: I| {
            let id = self.ids.get(&item).copied();
            id.ok_or_else(|| BuildError::UnknownItem { option, name: format!("{item:?}"), nearest: None })
        };
        let plain: Result<Vec<ItemId>, BuildError> = items.into_iter().map(id_of).collect();
        let colored: Result<Vec<(ItemId, C)>, BuildError> =
            colored.into_iter().map(|(item, color)| Ok((id_of(item)?, color))).collect();
        let added = plain.and_then(|plain| {
            let colored = colored?;
            let with_color = colored.iter().map(|(item, color)| Mention::from((*item, color.as_ref())));
            self.builder.add_option(plain.into_iter().map(Mention::from).chain(with_color))
        });
        self.values.extend(added.is_ok().then_some(value));
        self.builder.note(added);
        self
    }

    /// Adds a cost to the last option: an integer or a [`Decimal`].
    pub fn cost(&mut self, cost: impl Into<Decimal>) -> &mut Self {
        self.builder.cost(cost);
        self
    }

    /// Returns the finished model. The builder is empty afterwards.
    ///
    /// # Errors
    /// The first error of a method.
    pub fn build(&mut self) -> Result<Model<I, V>, BuildError> {
        let (ids, values) = (std::mem::take(&mut self.ids), std::mem::take(&mut self.values));
        let problem = self.builder.build()?;
        let mut items: Vec<(&I, ItemId)> = ids.iter().map(|(item, &id)| (item, id)).collect();
        items.sort_unstable_by_key(|&(_, id)| id);
        let items = items.into_iter().map(|(item, _)| item.clone()).collect();
        Ok(Model { problem, ids, items, values })
    }

    fn declare(
        &mut self,
        item: I,
        add: impl FnOnce(&mut ProblemBuilder, String) -> Result<ItemId, BuildError>,
    ) {
        let added = if self.ids.contains_key(&item) {
            Err(BuildError::DuplicateItem { name: format!("{item:?}") })
        } else {
            let name = self.name_of(&item);
            add(&mut self.builder, name)
        };
        if let Ok(id) = added {
            self.ids.insert(item, id);
        }
        self.builder.note(added);
    }

    /// Returns a name for an item that no other item has.
    fn name_of(&self, item: &I) -> String {
        let mut name = format!("{item:?}").replace(": ", "=");
        name.retain(|c| is_name(c.encode_utf8(&mut [0; 4])));
        if name.is_empty() {
            name.push('_');
        }
        let plain = name.clone();
        // Nearly always the first number is free, however many items have the same form.
        let mut number = self.ids.len();
        while self.builder.has_item(&name) {
            number += 1;
            name = format!("{plain}~{number}");
        }
        name
    }
}
