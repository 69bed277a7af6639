//! Options that use the same items in the same colors and with the same weights, merged where only the number of covers matters.

use std::collections::HashMap;

use super::part::part;
use crate::control::limits::{Limits, Stopped};
use crate::problem::ids::{Color, ItemId, OptionId, narrow, wide};
use crate::problem::{ItemKind, Problem};

/// A problem in which options that use the same items in the same colors and with the same weights are merged into one.
///
/// Only options of which at most one can be chosen are merged: those with an item that at most one option may
/// use. A cover of the merged problem represents as many covers of the original as the product of the weights
/// of its options.
///
/// ```
/// use dlx_core::inner::Twins;
/// use dlx_core::{Limits, Problem};
///
/// let problem =
///     Problem::builder().primary(["a", "b"]).option(["a", "b"]).option(["b", "a"]).option(["a"]).build()?;
/// let twins = Twins::of(&problem, &mut Limits::none())?;
/// let weights: Vec<usize> = twins.problem().options().map(|option| twins.class(option).len()).collect();
/// assert_eq!(weights, [2, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Twins {
    problem: Problem,
    /// The options of the original, one class after the other.
    members: Vec<OptionId>,
    /// Class `c` has the members `starts[c]..starts[c + 1]`.
    starts: Vec<u32>,
}

impl Twins {
    /// Merges. The cheapest option of a class stays, the first one in a tie.
    ///
    /// # Errors
    /// [`Stopped::Asked`] if the question of the limits was answered with [`Break`](std::ops::ControlFlow::Break).
    ///
    /// # Complexity
    /// Linear in the uses, up to sorting those of each option.
    pub fn of(problem: &Problem, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        let mut classes: Vec<Vec<OptionId>> = Vec::new();
        let mut by_uses: HashMap<Box<[(ItemId, Color)]>, usize> = HashMap::new();
        let mut uses: Vec<(ItemId, Color)> = Vec::new();
        for option in problem.options() {
            limits.setup(STEPS_OF_A_USE * problem.uses(option).len())?;
            if !is_exclusive(problem, option) {
                classes.push(vec![option]);
                continue;
            }
            uses.clear();
            uses.extend(problem.marked_uses(option));
            uses.sort_unstable_by_key(|&(item, _)| item);
            match by_uses.get(&*uses) {
                Some(&class) => classes[class].push(option),
                None => {
                    by_uses.insert(uses.as_slice().into(), classes.len());
                    classes.push(vec![option]);
                }
            }
        }
        for class in &mut classes {
            // Stable, so that equals stay in order.
            class.sort_by_key(|&option| problem.cost(option));
        }
        let firsts: Vec<OptionId> = classes.iter().map(|class| class[0]).collect();
        let merged = if classes.len() == problem.option_count() {
            problem.clone()
        } else {
            let items: Vec<ItemId> = problem.items().collect();
            let mut numbers = vec![u32::MAX; items.len()];
            part(problem, &items, &firsts, &mut numbers, |item| problem.bounds(item), limits)?
        };
        let mut starts = vec![0];
        let mut members = Vec::with_capacity(problem.option_count());
        for class in classes {
            members.extend(class);
            starts.push(narrow(members.len()));
        }
        Ok(Self { problem: merged, members, starts })
    }

    /// Returns the problem with one option for each class.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the options of the original that an option represents, the cheapest first.
    ///
    /// # Panics
    /// If the merged problem has no such option.
    #[must_use]
    pub fn class(&self, option: OptionId) -> &[OptionId] {
        &self.members[wide(self.starts[option.index()])..wide(self.starts[option.index() + 1])]
    }
}

/// Steps of a setup that comparing a use takes.
const STEPS_OF_A_USE: usize = 4;

/// Returns true if this option can never be chosen together with another one like it.
fn is_exclusive(problem: &Problem, option: OptionId) -> bool {
    problem.uses(option).iter().any(|used| match problem.kind(used.item) {
        ItemKind::Primary => problem.bounds(used.item).high == 1,
        ItemKind::Secondary => used.color == Color::NONE,
    })
}
