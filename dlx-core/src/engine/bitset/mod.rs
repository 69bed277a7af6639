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
//!   time: exactly with AVX-512 and, in narrow subproblems, with AVX2, as lower bounds otherwise.
//! - In a wide subproblem, the options that an option allows are computed when it is first needed
//!   ([`conflicts`]), and dead ends are looked for before they are entered ([`killers`]).
//! - Where few items are open, the covers are counted item by item ([`few`]).
//! - A problem that is too large for one table of conflicts begins on links ([`hybrid`](super::hybrid)).

#![allow(
    clippy::needless_range_loop,
    reason = "loops over the same words of several sets, which become vector instructions"
)]

mod build;
mod class;
mod conflicts;
mod entries;
mod estimates;
mod expand;
mod few;
mod killers;
mod level;
mod part;
mod run;
mod sets;
mod tables;

use std::sync::Arc;

use dlx_simd::{Instructions, Simd};

use build::{BuildScratch, Make, Rest, Smaller};
use class::{Class, Costs, float, narrower, of_class, with_classes};
use entries::Entries;
pub(crate) use estimates::Estimates;
use expand::Expanded;
use level::{NONE, OptionLevel};
use part::SubProblem;
use run::{CountPart, GoPart, LoopEnd, PartShared, PartTask};

use crate::control::checkpoint::Choice;
use crate::control::counters::UPDATES_OF_A_SCAN;
use crate::control::limits::{Limits, Stopped};
use crate::control::rule::Rule;
use crate::engine::unsupported::{EngineError, Unsupported};
use crate::engine::{Engine, EngineFigures, NodeState, Rank, Run, RunEnd};
use crate::problem::Problem;
use crate::problem::givens::Settled;
use crate::problem::ids::{ItemId, OptionId, wide};

/// The engine and its position in the tree.
#[derive(Clone, Debug)]
pub(crate) struct Bitset {
    entries: Arc<Entries>,
    instructions: Instructions,
    /// The subproblems that have been built, the `used` ones first.
    parts: Vec<SubProblem>,
    used: usize,
    bench: BuildScratch,
    smaller: Smaller,
    estimates: Estimates,
    /// The options carried out, including forced ones but not given ones.
    path: Vec<u32>,
    depth: usize,
    /// The state of the node that was computed last outside a run.
    here: Expanded,
    scans: u64,
}

impl Bitset {
    /// Greatest number of options of a subproblem.
    pub(crate) const MOST_OPTIONS: usize = narrower(usize::MAX) * 64;

    /// Returns true if the whole problem fits into one subproblem.
    pub(crate) fn holds(problem: &Problem) -> bool {
        Class::of(problem.option_count(), problem.primary_count()).is_some()
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
            bench: BuildScratch::of(&entries),
            entries,
            instructions,
            parts: Vec::new(),
            used: 0,
            smaller: Smaller { class: Class::default(), rest: Rest::default(), node: OptionLevel::NONE },
            estimates: Estimates::none(),
            path: Vec::new(),
            depth: 0,
            here: Expanded::Dead,
            scans: 0,
        })
    }

    /// Moves to the root of what is left at a node of another engine at this depth: these options and items,
    /// both in ascending order.
    pub(crate) fn enter_rest(&mut self, options: &[u32], items: &[u32], depth: usize) -> NodeState {
        let rest = &mut self.smaller.rest;
        rest.options.clear();
        rest.options.extend_from_slice(options);
        rest.items.clear();
        rest.items.extend_from_slice(items);
        self.enter(depth);
        self.here.into()
    }

    /// Returns the approximate time to build a subproblem with these numbers of options and items, in
    /// nanoseconds.
    pub(crate) fn making(&self, options: usize, items: usize) -> f64 {
        let costs = Costs {
            uses: float(self.entries.mean()),
            counts_eight: self.instructions.level() == Simd::Avx512,
        };
        Class::of(options, items).map_or(f64::INFINITY, |class| costs.making(class, options, items))
    }

    /// Moves to the root of what `smaller` lists, which is at this depth and fits into a subproblem.
    fn enter(&mut self, depth: usize) {
        self.path.clear();
        self.depth = depth;
        self.used = 0;
        let Rest { options, items } = &self.smaller.rest;
        self.here = if items.is_empty() {
            Expanded::Solved
        } else {
            let class = Class::of(options.len(), items.len()).expect("what is left fits into a subproblem");
            self.make(class, depth);
            self.step(None)
        };
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
    fn step(&mut self, option: Option<u32>) -> Expanded {
        if let Some(option) = option {
            self.path.push(self.parts[self.used - 1].options[wide(option)]);
        }
        let mut run = Run { fuel: 0, more: 0, wanted: 1, found: 0, floor: 0, levels: &mut Vec::new() };
        let LoopEnd::Node(found) = self.turn(&mut run, PartTask::Node(option)) else {
            unreachable!("a node was asked for")
        };
        found
    }

    /// Runs a task in the deepest subproblem.
    fn turn(&mut self, run: &mut Run<'_>, task: PartTask) -> LoopEnd {
        let Self { parts, used, path, scans, depth, estimates, smaller, instructions, .. } = self;
        let costs =
            Costs { uses: float(self.entries.mean()), counts_eight: instructions.level() == Simd::Avx512 };
        let shared = PartShared { path, scans, depth, estimates, smaller, costs };
        let part = &mut parts[*used - 1];
        with_classes!(of_class(part.class(), W, OW => instructions.run(GoPart::<W, OW> { part, shared, run, task })))
    }

    /// Counts the covers below the node in `here` of the deepest subproblem. Returns false, and counts nothing, if
    /// a limit would be reached.
    fn count_here(&mut self, run: &mut Run<'_>) -> bool {
        let Self { parts, used, depth, scans, instructions, .. } = self;
        let (part, depth) = (&mut parts[*used - 1], *depth);
        with_classes!(of_class(part.class(), W, OW => {
            instructions.run(CountPart::<W, OW> { part, run, depth, scans })
        }))
    }

    /// Leaves the deepest subproblems that have no level and are not the root.
    fn leave_empty_parts(&mut self) {
        while self.used > 1 && self.parts[self.used - 1].levels.is_empty() {
            self.ascend();
        }
    }

    /// Returns the deepest subproblem.
    fn last_part(&mut self) -> &mut SubProblem {
        &mut self.parts[self.used - 1]
    }

    /// Returns the subproblem that contains a level, with the level's index in it.
    fn part_of(&self, level: usize) -> (&SubProblem, usize) {
        let part = self.parts[..self.used].iter().rev().find(|part| part.base <= level);
        let part = part.expect("each level is one of a subproblem");
        (part, level - part.base)
    }

    fn level(&self, level: usize) -> OptionLevel {
        let (part, level) = self.part_of(level);
        part.levels[level]
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
    ) -> Result<NodeState, Stopped> {
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
        self.enter(0);
        Ok(self.here.into())
    }

    fn open(&mut self) {
        let Expanded::Branch { item, of } = self.here else { unreachable!("no item is open") };
        let level = OptionLevel::new(item, of, self.path.len());
        self.last_part().open(level);
        self.depth += 1;
    }

    fn pass_next(&mut self) -> bool {
        self.leave_empty_parts();
        let level = self.level(self.depth - 1);
        self.path.truncate(wide(level.path));
        self.last_part().pass_next()
    }

    fn take_passed(&mut self) -> NodeState {
        let part = &self.parts[self.used - 1];
        let option = part.current(self.level(self.depth - 1));
        self.here = self.step(Some(option));
        self.here.into()
    }

    fn go_on(&mut self, run: &mut Run<'_>) -> RunEnd {
        self.leave_empty_parts();
        // A run for the next cover ends at the first.
        let mut may_count = run.wanted - run.found > 1;
        loop {
            match self.turn(run, PartTask::GoOn { may_count }) {
                LoopEnd::RunEnd(event) => return event,
                LoopEnd::Node(_) => unreachable!("no node was asked for"),
                LoopEnd::End(here) => {
                    self.here = here;
                    return RunEnd::End;
                }
                LoopEnd::Up => self.ascend(),
                LoopEnd::Down => self.descend(),
                LoopEnd::Count(here) => {
                    may_count = self.count_here(run);
                    if !may_count {
                        self.here = here;
                        self.open();
                    }
                }
            }
        }
    }

    fn close(&mut self) {
        self.leave_empty_parts();
        let level = self.last_part().close().expect("only an open level is closed");
        self.path.truncate(wide(level.path));
        self.here = Expanded::Branch { item: level.item, of: level.of };
        self.depth -= 1;
    }

    fn depth(&self) -> usize {
        self.depth
    }

    fn choice(&self, level: usize) -> Choice {
        let (part, within) = self.part_of(level);
        let level = part.levels[within];
        let option = part.options[wide(part.current(level))];
        Choice { item: ItemId(part.items[wide(level.item)]), option: Some(OptionId(option)) }
    }

    fn rank(&self, level: usize) -> Rank {
        let of = self.level(level).of;
        let (part, level) = self.part_of(level);
        Rank { tried: part.tried(level), of }
    }

    fn path(&self, given: &[OptionId], cover: &mut Vec<OptionId>) {
        cover.extend_from_slice(given);
        cover.extend(self.path.iter().copied().map(OptionId));
    }

    fn figures(&self) -> EngineFigures {
        let arena_bytes = self.parts[..self.used].first().map_or(0, SubProblem::bytes);
        EngineFigures { updates: self.scans * UPDATES_OF_A_SCAN, arena_nodes: 0, arena_bytes }
    }
}
