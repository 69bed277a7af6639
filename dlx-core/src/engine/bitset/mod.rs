//! The bitset engine: the live options of a node are one set of bits, and choosing an option is one AND with
//! the set of options that it allows.
//!
//! Table constraints also keep the live tuples as a set of bits that is reduced by AND (Demeulenaere et al.,
//! *Compact-Table*, 2016); here the table contains, for each option, the options that can be chosen together
//! with it.
//!
//! - A [`SubProblem`] is the problem at one node, with its options and items renumbered. When the sets have
//!   become small enough for it to pay ([`estimates`]), a smaller subproblem is built and the search
//!   continues there.
//! - Items with one option are processed in batches ([`expand`]), so a level is a choice among two or more
//!   options, and a node is one of these. The order of the covers is that of the links.
//! - A node has the number of options of each item. Where an option removes few others, the numbers are
//!   brought up to date at each choice; where it removes many, they are computed anew, for eight items at a
//!   time: exactly with AVX-512, as lower bounds without it.
//! - Where few items are open, the covers are counted item by item ([`few`]).
//! - If the problem is too large for one table of conflicts, the first levels are those of [`large`].

#![allow(
    clippy::needless_range_loop,
    reason = "loops over the same words of several sets, which become vector instructions"
)]

mod build;
mod class;
mod entries;
mod estimates;
mod expand;
mod few;
mod large;
mod level;
mod part;
mod run;
mod sets;
mod tables;

use std::sync::Arc;

use dlx_simd::{Instructions, Simd};

use build::{Bench, Make, Rest, Smaller};
use class::{Class, Costs, float, narrower, of_class, with_classes};
use entries::Entries;
pub(crate) use estimates::Estimates;
use expand::Found;
use large::Large;
use level::{NONE, OptionLevel};
use part::SubProblem;
use run::{GoPart, PartShared, PartTask, Turn};

use crate::control::checkpoint::Choice;
use crate::control::counters::UPDATES_OF_A_SCAN;
use crate::control::limits::{Limits, Stopped};
use crate::control::rule::Rule;
use crate::engine::unsupported::{EngineError, Unsupported};
use crate::engine::{Engine, EngineFigures, Event, Rank, Root, Run};
use crate::problem::Problem;
use crate::problem::givens::Settled;
use crate::problem::ids::{ItemId, OptionId, wide};

/// The engine and its position in the tree.
#[derive(Clone, Debug)]
pub(crate) struct Bitset {
    entries: Arc<Entries>,
    instructions: Instructions,
    /// The first levels, if the root is too large for one subproblem.
    large: Large,
    /// The subproblems that have been built, the `used` ones first.
    parts: Vec<SubProblem>,
    used: usize,
    bench: Bench,
    smaller: Smaller,
    estimates: Estimates,
    /// The options carried out, including forced ones but not given ones.
    path: Vec<u32>,
    depth: usize,
    /// The state of the node that was computed last outside a run.
    here: Found,
    scans: u64,
}

impl Bitset {
    /// Upper bound on the memory of the first levels, in bytes.
    pub(crate) const MOST_BYTES: usize = 64 << 20;

    /// Greatest number of options of a subproblem.
    pub(crate) const MOST_OPTIONS: usize = narrower(usize::MAX) * 64;

    /// Returns the approximate memory of the first levels, in bytes.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn bytes(problem: &Problem, limits: &mut Limits<'_>) -> Result<usize, Stopped> {
        let (options, items) = (problem.option_count(), problem.primary_count());
        if Class::of(options, items).is_some() {
            return Ok(0);
        }
        Large::bytes_of(problem, limits)
    }

    /// Returns true if the first levels would take more than [`MOST_BYTES`](Self::MOST_BYTES).
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn is_too_large(problem: &Problem, limits: &mut Limits<'_>) -> Result<bool, Stopped> {
        Ok(Self::bytes(problem, limits)? > Self::MOST_BYTES)
    }

    /// Returns the engine without a root: it must first be restarted, or [enter](Self::enter_rest) a node of
    /// another engine.
    ///
    /// # Errors
    /// A problem or a rule that is not supported, and the limit that was reached.
    pub(crate) fn new(
        problem: &Problem,
        rule: Rule,
        simd: Simd,
        limits: &mut Limits<'_>,
    ) -> Result<Self, EngineError> {
        if let Some(unsupported) = Unsupported::of_bits(problem, rule) {
            return Err(unsupported.into());
        }
        let instructions = Instructions::of(simd);
        let entries = Arc::new(Entries::of(problem, limits)?);
        Ok(Self {
            bench: Bench::of(&entries),
            entries,
            instructions,
            large: Large::default(),
            parts: Vec::new(),
            used: 0,
            smaller: Smaller { class: Class::default(), rest: Rest::default(), node: OptionLevel::NONE },
            estimates: Estimates::none(),
            path: Vec::new(),
            depth: 0,
            here: Found::Dead,
            scans: 0,
        })
    }

    /// Moves to the root of what is left at a node of another engine at this depth: these options and items,
    /// both in ascending order.
    pub(crate) fn enter_rest(&mut self, options: &[u32], items: &[u32], depth: usize) -> Root {
        let rest = &mut self.smaller.rest;
        rest.options.clear();
        rest.options.extend_from_slice(options);
        rest.items.clear();
        rest.items.extend_from_slice(items);
        // The parts of a hybrid are small.
        self.enter(depth, &mut Limits::none()).expect("there are no limits");
        self.here.into()
    }

    /// Returns the approximate time to build a subproblem with these numbers of options and items, in
    /// nanoseconds.
    pub(crate) fn making(&self, options: usize, items: usize) -> f64 {
        let costs =
            Costs { uses: float(self.entries.mean()), is_exact: self.instructions.level() == Simd::Avx512 };
        Class::of(options, items).map_or(f64::INFINITY, |class| costs.making(class, options, items))
    }

    /// Moves to the root of what `smaller` lists, which is at this depth.
    fn enter(&mut self, depth: usize, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        self.path.clear();
        self.depth = depth;
        self.used = 0;
        self.large.clear();
        let Rest { options, items } = &self.smaller.rest;
        let class = Class::of(options.len(), items.len());
        self.here = if items.is_empty() {
            Found::Solved
        } else if let Some(class) = class {
            self.make(class, depth);
            self.step(None)
        } else {
            if let Err(why) = self.large.make(&self.entries, &self.smaller.rest, limits) {
                self.large.clear();
                return Err(why);
            }
            self.large.step(self.instructions, None, &mut self.path, &mut self.scans)
        };
        Ok(())
    }

    /// Builds a subproblem of what `smaller` lists, and enters it. Its first level is at depth `base`.
    fn make(&mut self, class: Class, base: usize) {
        if self.parts.len() == self.used {
            self.parts.push(SubProblem::empty());
        }
        let Self { entries, bench, smaller, parts, used, instructions, .. } = self;
        let (rest, part) = (&smaller.rest, &mut parts[*used]);
        with_classes!(of_class(class, W, OW => {
            instructions.run(Make::<W> { entries, bench, rest, part, breadth: OW });
        }));
        part.base = base;
        part.sort = NONE;
        self.used += 1;
    }

    /// Enters a smaller subproblem and opens the requested level in it.
    fn descend(&mut self) {
        let Smaller { class, node, .. } = self.smaller;
        self.make(class, self.depth - 1);
        let part = &mut self.parts[self.used - 1];
        (part.sort, part.scans) = (node.sort, node.scans);
        part.open(OptionLevel::new(node.item, node.of, wide(node.path)));
    }

    /// Leaves a subproblem whose levels are closed.
    fn ascend(&mut self) {
        self.used -= 1;
        let part = &self.parts[self.used];
        self.estimates.leave(part.sort, self.scans - part.scans);
    }

    /// Computes the node below the deepest level's option, or the root.
    fn step(&mut self, option: Option<u32>) -> Found {
        let Self { parts, used, large, path, scans, instructions, .. } = self;
        let Some(part) = parts[..*used].last_mut() else {
            return large.step(*instructions, option, path, scans);
        };
        if let Some(option) = option {
            path.push(part.options[wide(option)]);
        }
        let mut run = Run { fuel: 0, wanted: 1, found: 0, floor: 0, levels: &mut Vec::new() };
        let Turn::Node(found) = self.turn(&mut run, PartTask::Node(option)) else {
            unreachable!("a node was asked for")
        };
        found
    }

    /// Runs a task in the deepest subproblem, or in the large levels.
    fn turn(&mut self, run: &mut Run<'_>, task: PartTask) -> Turn {
        let Self { parts, used, large, path, scans, depth, estimates, smaller, instructions, .. } = self;
        let costs =
            Costs { uses: float(self.entries.mean()), is_exact: instructions.level() == Simd::Avx512 };
        let shared = PartShared { path, scans, depth, estimates, smaller, costs };
        let Some(part) = parts[..*used].last_mut() else {
            return instructions.run(large::GoLarge { large, shared, run });
        };
        let class = Class { width: part.width, breadth: part.breadth };
        with_classes!(of_class(class, W, OW => instructions.run(GoPart::<W, OW> { part, shared, run, task })))
    }

    /// Leaves the deepest subproblems that have no level and are not the root.
    fn leave_empty_parts(&mut self) {
        let root = usize::from(!self.large.is_in_use());
        while self.used > root && self.parts[self.used - 1].levels.is_empty() {
            self.ascend();
        }
    }

    /// Returns the subproblem that contains a level, with the level's index in it, or `None` for a large
    /// level.
    fn part_of(&self, level: usize) -> Option<(&SubProblem, usize)> {
        let part = self.parts[..self.used].iter().rev().find(|part| part.base <= level)?;
        Some((part, level - part.base))
    }

    fn level(&self, level: usize) -> OptionLevel {
        self.part_of(level).map_or_else(|| self.large.levels[level], |(part, level)| part.levels[level])
    }
}

/// Returns the widths and breadths of all size classes.
#[cfg(test)]
pub(crate) fn classes() -> impl Iterator<Item = (usize, usize)> {
    class::CLASSES.iter().map(|class| (class.width, class.breadth))
}

/// Returns the width and breadth of the class of a root with these numbers of options and items, if it has one.
#[cfg(test)]
pub(crate) fn class_of(options: usize, items: usize) -> Option<(usize, usize)> {
    Class::of(options, items).map(|class| (class.width, class.breadth))
}

impl Engine for Bitset {
    fn restart(
        &mut self,
        problem: &Problem,
        settled: &Settled,
        limits: &mut Limits<'_>,
    ) -> Result<Root, Stopped> {
        (self.depth, self.used) = (0, 0);
        let Rest { options, items } = &mut self.smaller.rest;
        options.clear();
        for option in problem.options() {
            limits.setup(problem.uses(option).len())?;
            if settled.is_live(problem, option) {
                options.push(option.0);
            }
        }
        let primaries = problem.items().take(problem.primary_count());
        items.clear();
        items.extend(primaries.filter(|&item| !settled.is_settled(item)).map(|item| item.0));
        self.enter(0, limits)?;
        Ok(self.here.into())
    }

    fn open(&mut self) {
        let Found::Branch { item, of } = self.here else { unreachable!("no item is open") };
        let level = OptionLevel::new(item, of, self.path.len());
        match self.parts[..self.used].last_mut() {
            Some(part) => part.open(level),
            None => self.large.open(level),
        }
        self.depth += 1;
    }

    fn pass_next(&mut self) -> bool {
        self.leave_empty_parts();
        let level = self.level(self.depth - 1);
        self.path.truncate(wide(level.path));
        match self.parts[..self.used].last_mut() {
            Some(part) => part.pass_next(),
            None => self.large.pass_next(),
        }
    }

    fn take_passed(&mut self) -> Root {
        let option = self.level(self.depth - 1).at;
        self.here = self.step(Some(option));
        self.here.into()
    }

    fn go_on(&mut self, run: &mut Run<'_>) -> Event {
        self.leave_empty_parts();
        loop {
            match self.turn(run, PartTask::GoOn) {
                Turn::Event(event) => return event,
                Turn::Node(_) => unreachable!("no node was asked for"),
                Turn::End(here) => {
                    self.here = here;
                    return Event::End;
                }
                Turn::Up => self.ascend(),
                Turn::Down => self.descend(),
            }
        }
    }

    fn close(&mut self) {
        self.leave_empty_parts();
        let closed = match self.parts[..self.used].last_mut() {
            Some(part) => part.close(),
            None => self.large.close(),
        };
        let level = closed.expect("only an open level is closed");
        self.path.truncate(wide(level.path));
        self.here = Found::Branch { item: level.item, of: level.of };
        self.depth -= 1;
    }

    fn depth(&self) -> usize {
        self.depth
    }

    fn choice(&self, level: usize) -> Choice {
        let OptionLevel { item, at, .. } = self.level(level);
        let (item, option) = match self.part_of(level) {
            Some((part, _)) => (part.items[wide(item)], part.options[wide(at)]),
            None => (self.large.items[wide(item)], self.large.option(at)),
        };
        Choice { item: ItemId(item), option: Some(OptionId(option)) }
    }

    fn rank(&self, level: usize) -> Rank {
        let of = self.level(level).of;
        let tried = match self.part_of(level) {
            Some((part, level)) => part.tried(level),
            None => self.large.tried(level),
        };
        Rank { tried, of }
    }

    fn path(&self, given: &[OptionId], cover: &mut Vec<OptionId>) {
        cover.extend_from_slice(given);
        cover.extend(self.path.iter().copied().map(OptionId));
    }

    fn figures(&self) -> EngineFigures {
        let root = self.parts[..self.used].first();
        let arena_bytes =
            if self.large.is_in_use() { self.large.bytes() } else { root.map_or(0, SubProblem::bytes) };
        EngineFigures { updates: self.scans * UPDATES_OF_A_SCAN, arena_nodes: 0, arena_bytes }
    }
}
