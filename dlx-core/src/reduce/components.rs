//! Splitting a problem into independent parts.

use super::part::part;
use crate::control::limits::{Limits, Stopped};
use crate::problem::Problem;
use crate::problem::ids::{ItemId, OptionId, narrow, wide};

/// A part of a problem: some of its items, and all options that use them.
#[derive(Clone, Debug)]
pub struct Component {
    problem: Problem,
    options: Vec<OptionId>,
}

impl Component {
    /// Returns the part as a problem of its own, in the order of the original.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the number in the original of an option of this part.
    ///
    /// # Panics
    /// If the part has no such option.
    #[must_use]
    pub fn original(&self, option: OptionId) -> OptionId {
        self.options[option.index()]
    }
}

/// Returns the independent parts of a problem: items are in one part if a chain of options connects them. A
/// cover of the problem consists of a cover of each part, so that the numbers of covers multiply and the
/// least costs add up.
///
/// Every primary item is in a part. Options without a primary item, which no search chooses, are in none and
/// connect nothing; nor are secondary items that only such options use. The parts are in the order of their
/// first items.
///
/// # Complexity
/// Linear in the uses and the items of the problem, times a logarithmic factor for long chains.
///
/// ```
/// use dlx_core::inner::components;
/// use dlx_core::{Limits, Problem};
///
/// let problem = Problem::builder()
///     .primary(["a", "b", "c"])
///     .secondary(["x"])
///     .option(["a", "x"])
///     .option(["b"])
///     .option(["c", "x"])
///     .build()?;
/// let parts = components(&problem, &mut Limits::none())?;
/// assert_eq!(parts.len(), 2);
/// assert_eq!(parts[0].problem().option_count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Stopped::Asked`] if the question of the limits was answered with [`Break`](std::ops::ControlFlow::Break).
pub fn components(problem: &Problem, limits: &mut Limits<'_>) -> Result<Vec<Component>, Stopped> {
    let mut roots = Roots { parents: (0..narrow(problem.item_count())).collect() };
    for option in problem.options().filter(|&option| problem.has_primary(option)) {
        limits.setup(problem.uses(option).len())?;
        let uses = problem.uses(option);
        for used in &uses[1..] {
            roots.join(uses[0].item, used.item);
        }
    }
    // Numbered in the order of their first primary items.
    let mut numbers = vec![u32::MAX; problem.item_count()];
    let mut parts: Vec<(Vec<ItemId>, Vec<OptionId>)> = Vec::new();
    for item in problem.items() {
        limits.setup(1)?;
        let root = roots.of(item);
        if numbers[root.index()] == u32::MAX {
            if item.index() >= problem.primary_count() {
                continue;
            }
            numbers[root.index()] = narrow(parts.len());
            parts.push((Vec::new(), Vec::new()));
        }
        parts[wide(numbers[root.index()])].0.push(item);
    }
    for option in problem.options().filter(|&option| problem.has_primary(option)) {
        limits.setup(1)?;
        let root = roots.of(problem.uses(option)[0].item);
        parts[wide(numbers[root.index()])].1.push(option);
    }
    if let [(items, options)] = &mut parts[..]
        && items.len() == problem.item_count()
        && options.len() == problem.option_count()
    {
        return Ok(vec![Component { problem: problem.clone(), options: std::mem::take(options) }]);
    }
    let mut numbers = vec![u32::MAX; problem.item_count()];
    parts
        .into_iter()
        .map(|(items, options)| {
            let part = part(problem, &items, &options, &mut numbers, |item| problem.bounds(item), limits)?;
            Ok(Component { problem: part, options })
        })
        .collect()
}

/// Disjoint sets of items, as trees that point upward (union by the lower number, paths halved).
struct Roots {
    parents: Vec<u32>,
}

impl Roots {
    fn of(&mut self, item: ItemId) -> ItemId {
        let mut at = item.index();
        while wide(self.parents[at]) != at {
            let above = wide(self.parents[at]);
            self.parents[at] = self.parents[above];
            at = above;
        }
        ItemId::new(at)
    }

    fn join(&mut self, one: ItemId, other: ItemId) {
        let (one, other) = (self.of(one), self.of(other));
        let (low, high) = (one.min(other), one.max(other));
        self.parents[high.index()] = low.0;
    }
}
