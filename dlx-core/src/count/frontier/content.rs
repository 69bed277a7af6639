//! What a state of the frontier holds about an item.

use crate::problem::givens::Settled;
use crate::problem::ids::{Color, ItemId, narrow};
use crate::problem::{Bounds, Holders, Problem};

/// The information that a state holds about an item.
#[derive(Clone, Debug)]
pub(super) enum FieldContent {
    /// Whether the item is covered.
    Bit,
    /// Its color, as a number: 0 for not covered, then these colors, then "covered by an option without a
    /// color".
    Color(Vec<Color>),
    /// Number of times it is covered, each option counted with its weight, up to `most`. Beyond that, further covers are
    /// ignored (`saturates`) or not allowed.
    Times { most: u32, saturates: bool },
    /// No information is needed.
    Nothing,
}

impl FieldContent {
    /// Returns the greatest number that the field can hold; the least one is 0.
    pub(super) fn greatest(&self) -> u32 {
        match self {
            Self::Nothing => 0,
            Self::Bit => 1,
            Self::Color(colors) => narrow(colors.len()) + 1,
            Self::Times { most, .. } => *most,
        }
    }

    /// Returns the information about an item that later steps may need.
    pub(super) fn of(problem: &Problem, settled: &Settled, holders: &Holders, item: ItemId) -> Self {
        let live = || holders.of_item(item).iter().filter(|&&option| settled.is_live(problem, option));
        if item.index() < problem.primary_count() {
            let Bounds { low, high } = settled.bounds_left(problem, item);
            if high <= 1 {
                return Self::Bit;
            }
            let supply: u32 = if problem.is_weighted() {
                live().map(|&option| problem.weight(option, item)).sum()
            } else {
                narrow(live().count())
            };
            return if high < supply {
                Self::Times { most: high, saturates: false }
            } else if low > 0 && low <= supply {
                Self::Times { most: low, saturates: true }
            } else if low > supply {
                // The field never reaches `low`.
                Self::Times { most: low, saturates: false }
            } else {
                Self::Nothing
            };
        }
        if !problem.is_colored() {
            return if live().next().is_some() { Self::Bit } else { Self::Nothing };
        }
        let mut colors: Vec<Color> = live()
            .filter_map(|&option| problem.uses(option).iter().find(|used| used.item == item))
            .map(|used| used.color)
            .collect();
        colors.sort_unstable();
        colors.dedup();
        match &colors[..] {
            [] => Self::Nothing,
            [Color::NONE] => Self::Bit,
            [Color::NONE, ..] => Self::Color(colors.split_off(1)),
            // All options with this one color may share the item.
            [_] => Self::Nothing,
            _ => Self::Color(colors),
        }
    }

    /// Returns the number of bits of the field.
    pub(super) fn bits(&self) -> u32 {
        u32::BITS - self.greatest().leading_zeros()
    }
}
