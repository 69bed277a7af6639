//! The choice of the item to cover next, by the rule.

use std::hash::Hasher;

use super::Links;
use super::cover::weight;
use crate::control::rule::Rule;
use crate::engine::Engine;
use crate::problem::Problem;
use crate::problem::ids::{narrow, scale, wide};

/// What [`Rule::Preferred`] needs besides the lists.
#[derive(Clone, Debug, Default)]
pub(super) struct Preference {
    /// By primary item: true if the rule prefers it. Empty under other rules.
    preferred: Vec<bool>,
    /// A number greater than the degree of any item.
    many: u64,
}

impl Preference {
    pub(super) fn new(problem: &Problem, rule: Rule) -> Self {
        let primaries = problem.items().take(problem.primary_count());
        let of_rule = primaries.filter(|_| rule == Rule::Preferred);
        let preferred = of_rule.map(|item| problem.name(item).starts_with('#')).collect();
        Self { preferred, many: problem.option_count() as u64 + 2 }
    }
}

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
        match self.rule {
            Rule::Preferred => self.open.iter().min_by_key(|&item| {
                let degree = u64::from(self.degree(item));
                let waits = degree > 1 && !self.preference.preferred[wide(item)];
                (if waits { degree + self.preference.many } else { degree }, self.ties(item))
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

    /// Returns the number of branches at an item; where options have weights there, an estimate by their mean.
    pub(super) fn degree(&self, item: u32) -> u32 {
        let most = (self.len[wide(item)] + 1).saturating_sub(self.need(item));
        if BOUNDED && self.demand.is_weighted() { self.demand.degree(item, most) } else { most }
    }

    /// Returns the number of branches at an item: each option without which and without those before it the others
    /// count as often as the item needs, and "enough".
    pub(super) fn branches(&self, item: u32) -> u32 {
        if !BOUNDED || !self.demand.is_weighted() {
            return self.degree(item);
        }
        let need = self.need(item);
        let Some(mut slack) = self.len[wide(item)].checked_sub(need) else { return 0 };
        let mut branches = u32::from(need == 0);
        let mut node = self.nodes[wide(item)].down;
        while node != item {
            branches += 1;
            let Some(rest) = slack.checked_sub(weight::<BOUNDED>(self.nodes[wide(node)])) else { break };
            slack = rest;
            node = self.nodes[wide(node)].down;
        }
        branches
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

    /// Returns true if an open item has fewer options than it needs, each counted with its weight.
    pub(super) fn has_starved(&self) -> bool {
        self.open.iter().any(|item| self.len[wide(item)] < self.need(item))
    }
}
