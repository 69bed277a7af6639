//! The consistent engine: options that are in no cover are removed at every node, as far as counting finds
//! them.
//!
//! Besides carrying out forced options, a node removes
//!
//! 1. the options with a color that a primary item excludes: each option of that item uses the colored item,
//!    and none of those left has the color. Rules that are written as automata, a colored item for the state
//!    after each step, thereby become generalized arc consistent, as their structure has no cycles (Quimper and
//!    Walsh, *Global grammar constraints*, 2006);
//! 2. the options that conflict with every option left of a primary item with few options.
//!
//! Both are found by counters that each removal decreases (AC-4 of Mohr and Henderson, *Arc and path
//! consistency revisited*, 1986). Removed options are recorded on a trail, from which they are restored. A
//! level is a choice among two or more options.

use std::sync::Arc;

use crate::control::checkpoint::Choice;
use crate::control::limits::{Limits, Stopped};
use crate::control::rule::Rule;
use crate::engine::unsupported::{EngineError, Unsupported};
use crate::engine::uses::UseTables;
use crate::engine::{Engine, EngineFigures, Rank, Root};
use crate::problem::Problem;
use crate::problem::givens::Settled;
use crate::problem::ids::{OptionId, narrow, wide};

/// The greatest number of options of an item of which the common conflicts are removed.
const FEW: u32 = 3;

/// A choice among the options of an item.
#[derive(Clone, Copy, Debug)]
struct ConsistentLevel {
    item: u32,
    /// The first of its branches in the list of all levels' branches, and their number.
    first: usize,
    of: u32,
    tried: u32,
    /// The lengths of the trail and of the path at the node.
    trail: usize,
    path: usize,
}

/// The engine and its position in the tree.
#[derive(Clone, Debug)]
pub(crate) struct Consistent {
    tables: Arc<UseTables>,
    /// By option: true if it was not removed.
    is_live: Vec<bool>,
    /// The same as a set, for the sets of conflicts.
    live: Vec<u64>,
    /// By primary item: the number of its live options.
    counts: Vec<u32>,
    /// By primary item: true if an option that covers it was carried out.
    is_covered: Vec<bool>,
    /// By support: the number of live options.
    supports: Vec<u32>,
    /// The removed options, in order. The counters know those before `counted`.
    trail: Vec<u32>,
    counted: usize,
    /// The options carried out, given and forced ones among them.
    path: Vec<u32>,
    /// By option: true if it is given.
    is_given: Vec<bool>,
    /// Primary items that may have one option left.
    singles: Vec<u32>,
    /// Primary items that may have few options left, and whether an item is in the list.
    few: Vec<u32>,
    is_in_few: Vec<bool>,
    levels: Vec<ConsistentLevel>,
    branches: Vec<u32>,
    removals: u64,
}

impl Consistent {
    /// Returns the engine for a problem, without a root.
    ///
    /// # Errors
    /// A problem or a rule that is not supported, and the limit that was reached.
    pub(crate) fn new(problem: &Problem, rule: Rule, limits: &mut Limits<'_>) -> Result<Self, EngineError> {
        if rule != Rule::Consistent {
            return Err(Unsupported::Rule { found: rule, expected: Rule::Consistent }.into());
        }
        if let Some(reason) = Unsupported::of_bounds(problem) {
            return Err(reason.into());
        }
        let tables = UseTables::new(problem, limits)?.with_conflicts(limits)?;
        let (options, items) = (problem.option_count(), problem.primary_count());
        Ok(Self {
            is_live: vec![false; options],
            live: vec![0; tables.words],
            counts: vec![0; items],
            is_covered: vec![false; items],
            supports: vec![0; tables.value_of_support.len()],
            trail: Vec::with_capacity(options),
            counted: 0,
            path: Vec::with_capacity(items),
            is_given: vec![false; options],
            singles: Vec::new(),
            few: Vec::new(),
            is_in_few: vec![false; items],
            levels: Vec::new(),
            branches: Vec::new(),
            removals: 0,
            tables: Arc::new(tables),
        })
    }

    #[inline(always)]
    fn remove(&mut self, option: u32) {
        if std::mem::replace(&mut self.is_live[wide(option)], false) {
            self.live[wide(option / 64)] &= !(1 << (option % 64));
            self.trail.push(option);
        }
    }

    /// Removes what is in no cover, and carries out what is forced, until nothing more is found. Returns the
    /// state of the node.
    fn propagate(&mut self) -> Root {
        loop {
            if !self.count_removals() {
                return Root::Dead;
            }
            if let Some(item) = self.singles.pop() {
                if !self.is_covered[wide(item)] {
                    let tables = Arc::clone(&self.tables);
                    let mut options = tables.options_of_item.get(item).iter();
                    let option = options.find(|&&option| self.is_live[wide(option)]);
                    self.carry_out(*option.expect("the item has one live option"));
                }
                continue;
            }
            let Some(item) = self.few.pop() else { break };
            self.is_in_few[wide(item)] = false;
            if !self.is_covered[wide(item)] {
                self.remove_common_conflicts(item);
            }
        }
        if self.is_covered.iter().all(|&is_covered| is_covered) { Root::Solved } else { Root::Open }
    }

    /// Brings the counters up to date with the removals. Returns false if a primary item has no option left.
    #[inline(always)]
    fn count_removals(&mut self) -> bool {
        let tables = Arc::clone(&self.tables);
        while let Some(&option) = self.trail.get(self.counted) {
            self.counted += 1;
            self.removals += 1;
            let mut is_dead = false;
            for &item in tables.primaries_of_option.get(option) {
                let count = &mut self.counts[wide(item)];
                *count -= 1;
                if *count <= FEW {
                    match *count {
                        0 => is_dead = true,
                        1 => self.singles.push(item),
                        _ => {}
                    }
                    if !std::mem::replace(&mut self.is_in_few[wide(item)], true) {
                        self.few.push(item);
                    }
                }
            }
            for &support in tables.supports_of_option.get(option) {
                let count = &mut self.supports[wide(support)];
                *count -= 1;
                if *count == 0 {
                    for &option in tables.options_of_value.get(tables.value_of_support[wide(support)]) {
                        self.remove(option);
                    }
                }
            }
            if is_dead {
                return false;
            }
        }
        true
    }

    /// Carries out a live option: removes all that conflict with it.
    fn carry_out(&mut self, option: u32) {
        let tables = Arc::clone(&self.tables);
        self.path.push(option);
        for &item in tables.primaries_of_option.get(option) {
            self.is_covered[wide(item)] = true;
        }
        for &item in tables.plain_items_of_option.get(option) {
            for &other in tables.options_of_item.get(item) {
                if other != option {
                    self.remove(other);
                }
            }
        }
        for &value in tables.values_of_option.get(option) {
            for &other in tables.options_of_item.get(tables.item_of_value[wide(value)]) {
                if self.is_live[wide(other)] && !tables.values_of_option.get(other).contains(&value) {
                    self.remove(other);
                }
            }
        }
    }

    /// Removes the options that conflict with each live option of an item, of which there are few.
    fn remove_common_conflicts(&mut self, item: u32) {
        let tables = Arc::clone(&self.tables);
        if tables.conflicts.is_empty() {
            return;
        }
        let mut sets: [&[u64]; FEW as usize] = [&[]; FEW as usize];
        let mut count = 0;
        for &option in tables.options_of_item.get(item) {
            if self.is_live[wide(option)] {
                sets[count] = tables.conflicts_of(option);
                count += 1;
            }
        }
        let sets = &sets[..count];
        for word in 0..tables.words {
            let mut common = sets.iter().fold(self.live[word], |common, set| common & set[word]);
            while common != 0 {
                self.remove(narrow(word) * 64 + common.trailing_zeros());
                common &= common - 1;
            }
        }
    }

    /// Restores the state at these lengths of the trail and the path.
    fn undo(&mut self, trail: usize, path: usize) {
        let tables = Arc::clone(&self.tables);
        for item in self.few.drain(..) {
            self.is_in_few[wide(item)] = false;
        }
        self.singles.clear();
        while self.trail.len() > trail {
            let place = self.trail.len() - 1;
            let option = self.trail.pop().expect("the trail is not empty");
            self.is_live[wide(option)] = true;
            self.live[wide(option / 64)] |= 1 << (option % 64);
            if place < self.counted {
                for &item in tables.primaries_of_option.get(option) {
                    self.counts[wide(item)] += 1;
                }
                for &support in tables.supports_of_option.get(option) {
                    self.supports[wide(support)] += 1;
                }
            }
        }
        self.counted = self.counted.min(trail);
        for option in self.path.drain(path..) {
            for &item in tables.primaries_of_option.get(option) {
                self.is_covered[wide(item)] = false;
            }
        }
    }

    fn last_level(&mut self) -> &mut ConsistentLevel {
        self.levels.last_mut().expect("a choice belongs to a level")
    }
}

impl Engine for Consistent {
    fn restart(
        &mut self,
        problem: &Problem,
        settled: &Settled,
        limits: &mut Limits<'_>,
    ) -> Result<Root, Stopped> {
        let tables = Arc::clone(&self.tables);
        self.levels.clear();
        self.branches.clear();
        self.trail.clear();
        self.path.clear();
        self.singles.clear();
        self.few.clear();
        (self.counted, self.removals) = (0, 0);
        limits.setup(problem.option_count())?;
        self.is_in_few.fill(false);
        self.is_covered.fill(false);
        self.is_live.fill(true);
        self.is_given.fill(false);
        for option in problem.options() {
            self.live[option.index() / 64] |= 1 << (option.index() % 64);
        }
        for (item, count) in (0..).zip(&mut self.counts) {
            *count = narrow(tables.options_of_item.get(item).len());
            if *count <= FEW {
                self.few.push(item);
                self.is_in_few[wide(item)] = true;
            }
            if *count == 1 {
                self.singles.push(item);
            }
        }
        if self.counts.contains(&0) {
            return Ok(Root::Dead);
        }
        self.supports.copy_from_slice(&tables.options_of_support);
        for &option in &settled.given {
            self.is_given[option.index()] = true;
        }
        for option in problem.options() {
            limits.setup(problem.uses(option).len())?;
            if !self.is_given[option.index()] && !settled.is_live(problem, option) {
                self.remove(option.0);
            }
        }
        for (support, &value) in tables.value_of_support.iter().enumerate() {
            limits.setup(1)?;
            if self.supports[support] == 0 {
                for &option in tables.options_of_value.get(value) {
                    self.remove(option);
                }
            }
        }
        for &option in &settled.given {
            // An option that was removed is in no cover, so that there is none.
            if !self.is_live[option.index()] {
                return Ok(Root::Dead);
            }
            self.carry_out(option.0);
        }
        Ok(self.propagate())
    }

    fn open(&mut self) {
        let (first, trail, path) = (self.branches.len(), self.trail.len(), self.path.len());
        // Covered items have one option.
        let open = (0..).zip(&self.counts).filter(|&(_, &count)| count > 1);
        let (item, &of) = open.min_by_key(|&(_, &count)| count).expect("an item is open");
        let tables = Arc::clone(&self.tables);
        let options = tables.options_of_item.get(item).iter().copied();
        self.branches.extend(options.filter(|&option| self.is_live[wide(option)]));
        self.levels.push(ConsistentLevel { item, first, of, tried: 0, trail, path });
    }

    fn pass_next(&mut self) -> bool {
        let ConsistentLevel { of, tried, trail, path, .. } = *self.last_level();
        self.undo(trail, path);
        if tried == of {
            return false;
        }
        self.last_level().tried += 1;
        true
    }

    fn take_passed(&mut self) -> Root {
        let ConsistentLevel { first, tried, .. } = *self.last_level();
        self.carry_out(self.branches[first + wide(tried) - 1]);
        self.propagate()
    }

    fn close(&mut self) {
        let ConsistentLevel { first, trail, path, .. } = *self.last_level();
        self.undo(trail, path);
        self.branches.truncate(first);
        self.levels.pop();
    }

    fn depth(&self) -> usize {
        self.levels.len()
    }

    fn choice(&self, level: usize) -> Choice {
        let ConsistentLevel { item, first, tried, .. } = self.levels[level];
        let option = OptionId(self.branches[first + wide(tried) - 1]);
        Choice { item: self.tables.item(item), option: Some(option) }
    }

    fn rank(&self, level: usize) -> Rank {
        let ConsistentLevel { tried, of, .. } = self.levels[level];
        Rank { tried, of }
    }

    fn path(&self, given: &[OptionId], cover: &mut Vec<OptionId>) {
        cover.extend_from_slice(given);
        let own = self.path.iter().filter(|&&option| !self.is_given[wide(option)]);
        cover.extend(own.copied().map(OptionId));
    }

    fn figures(&self) -> EngineFigures {
        EngineFigures { updates: self.removals, arena_nodes: 0, arena_bytes: self.tables.bytes() }
    }
}
