//! The choice of the item to cover next, by the rule.

use std::cmp::Ordering;
use std::hash::Hasher;

use super::Links;
use crate::control::rule::Rule;
use crate::engine::Engine;
use crate::problem::Problem;
use crate::problem::ids::{narrow, scale, wide};

/// The data of some rules besides the lists.
#[derive(Clone, Debug, Default)]
pub(super) struct Learned {
    /// By primary item: true if [`Rule::Preferred`] prefers it. Empty under other rules.
    preferred: Vec<bool>,
    /// By primary item: the weight under [`Rule::Weighted`]. Empty under other rules.
    pub(super) weights: Vec<u64>,
    /// A number greater than the degree of any item.
    many: u64,
}

impl Learned {
    pub(super) fn new(problem: &Problem, rule: Rule) -> Self {
        let primaries = problem.items().take(problem.primary_count());
        let mut learned = Self { many: problem.option_count() as u64 + 2, ..Self::default() };
        match rule {
            Rule::Preferred => {
                learned.preferred = primaries.map(|item| problem.name(item).starts_with('#')).collect();
            }
            Rule::Weighted => learned.weights = vec![1; primaries.len()],
            _ => {}
        }
        learned
    }

    /// Resets the weights.
    pub(super) fn forget(&mut self) {
        self.weights.fill(1);
    }

    /// Blames an item for a dead end.
    pub(super) fn blame(&mut self, item: u32) {
        if let Some(weight) = self.weights.get_mut(wide(item)) {
            *weight += 1;
        }
    }
}

/// A degree divided by a weight, compared exactly.
#[derive(Clone, Copy)]
struct Quotient {
    degree: u32,
    weight: u64,
}

impl Ord for Quotient {
    fn cmp(&self, other: &Self) -> Ordering {
        let crossed = |one: &Self, other: &Self| u128::from(one.degree) * u128::from(other.weight);
        crossed(self, other).cmp(&crossed(other, self))
    }
}

impl PartialOrd for Quotient {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Quotient {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Quotient {}

impl<const COLORED: bool, const BOUNDED: bool, const KEYED: bool> Links<COLORED, BOUNDED, KEYED> {
    /// Returns the item that the rule chooses. At least one is open.
    #[inline(always)]
    pub(super) fn choose(&self) -> u32 {
        let chosen = match self.rule {
            Rule::Fewest if !BOUNDED => self.open.least_by(|item| self.len[wide(item)]),
            Rule::First => self.open.first(),
            _ => self.choose_by_more(),
        };
        chosen.expect("a level is opened only where an item is open")
    }

    #[inline(never)]
    fn choose_by_more(&self) -> Option<u32> {
        let learned = &self.learned;
        match self.rule {
            Rule::Weighted => self.open.iter().find(|&item| self.degree(item) <= 1).or_else(|| {
                self.open.iter().min_by_key(|&item| Quotient {
                    degree: self.degree(item),
                    weight: learned.weights[wide(item)],
                })
            }),
            Rule::Preferred => self.open.iter().min_by_key(|&item| {
                let degree = u64::from(self.degree(item));
                let waits = degree > 1 && !learned.preferred[wide(item)];
                (if waits { degree + learned.many } else { degree }, self.ties(item))
            }),
            Rule::Random { seed } => {
                let least = self.open.least_by(|item| self.degree(item))?;
                let degree = self.degree(least);
                if degree <= 1 {
                    return Some(least);
                }
                let equals = || self.open.iter().filter(|&item| self.degree(item) == degree);
                equals().nth(self.draw(seed, equals().count()))
            }
            // Of several items with the least key this is the first.
            _ => self.open.iter().min_by_key(|&item| (self.degree(item), self.ties(item))),
        }
    }

    /// Returns the key that decides between items of one degree: how much their number of covers may vary,
    /// then how often they may not be covered.
    fn ties(&self, item: u32) -> (u32, u32) {
        if BOUNDED { (self.room(item) - self.need(item), u32::MAX - self.room(item)) } else { (0, 0) }
    }

    /// Returns a number below `count`, from the seed and the path.
    fn draw(&self, seed: u64, count: usize) -> usize {
        let mut hasher = fnv::FnvHasher::default();
        hasher.write(&seed.to_le_bytes());
        for level in 0..self.depth() {
            let option = self.choice(level).option.map_or(u32::MAX, |option| option.0);
            hasher.write(&option.to_le_bytes());
        }
        // The upper half of the hash: its lower bits are weaker.
        let word = u32::try_from(hasher.finish() >> 32).expect("half of 64 bits");
        wide(scale(word, narrow(count)))
    }

    /// Returns the number of branches at an item.
    pub(super) fn degree(&self, item: u32) -> u32 {
        (self.len[wide(item)] + 1).saturating_sub(self.need(item))
    }

    /// Returns how often an item must still be covered.
    #[inline(always)]
    pub(super) fn need(&self, item: u32) -> u32 {
        if BOUNDED { self.demand.needs[wide(item)] } else { 1 }
    }

    /// Returns how often an item may still be covered.
    #[inline(always)]
    pub(super) fn room(&self, item: u32) -> u32 {
        if BOUNDED { self.demand.rooms[wide(item)] } else { 1 }
    }

    /// Returns the lowest open item with fewer options than it needs.
    pub(super) fn first_starved(&self) -> Option<u32> {
        self.open.iter().find(|&item| self.len[wide(item)] < self.need(item))
    }
}
