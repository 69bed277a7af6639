//! The search loop over an engine: nodes, solutions, limits, and the position in the tree.

mod assume;
mod position;
mod split;

pub(crate) use assume::Assumption;
pub(crate) use split::Donation;

use assume::Assumptions;

use crate::control::checkpoint::Checkpoint;
use crate::control::counters::{Counters, Tally};
use crate::control::limits::{Limits, Position, Stopped};
use crate::control::rule::Rule;
use crate::engine::{Engine, EngineFigures, NodeState, Run, RunEnd};
use crate::problem::Problem;
use crate::problem::givens::Givens;
use crate::problem::ids::OptionId;
use crate::problem::size::Size;

/// The position of a driver in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DriverState {
    /// At the root, which the engine has yet to build. The first work does so within its limits. True if what is done
    /// at the root counts, which no restart has forgotten.
    Unbuilt(bool),
    /// At the root, or at a branch that was taken, before anything below it; with the state there.
    Fresh(NodeState),
    /// In a level, with branches to try.
    Inside,
    /// The tree is finished.
    Ended,
}

/// The loop over an engine, with everything that is the same for all engines.
#[derive(Clone, Debug)]
pub(crate) struct Driver {
    problem: Problem,
    rule: Rule,
    engine: Box<dyn Engine>,
    assumptions: Assumptions,
    /// The state of the root.
    root: NodeState,
    place: DriverState,
    /// Number of levels, from the root on, that are never backtracked to: the tree is the part below them.
    closed: usize,
    /// The state at the beginning of the part.
    start: NodeState,
    solutions: u64,
    /// Nodes by level, counted from the root.
    levels: Vec<u64>,
    nodes: u64,
    /// Subtracted from the updates of the engine: those done before, or for another count. Wraps around, as
    /// updates of another engine may be added.
    updates_before: u64,
}

/// The reason why a driver returned before the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DriverEnd {
    /// A limit was reached.
    Stopped(Stopped),
    /// The nodes of a trial are used up.
    Paused,
}

impl From<Stopped> for DriverEnd {
    fn from(why: Stopped) -> Self {
        Self::Stopped(why)
    }
}

impl Driver {
    /// Returns the driver of an engine for this problem and rule, at the root without givens, which is not built yet.
    pub(crate) fn new(problem: &Problem, rule: Rule, engine: Box<dyn Engine>) -> Self {
        let mut driver = Self {
            problem: problem.clone(),
            rule,
            engine,
            assumptions: Assumptions::default(),
            root: NodeState::Open,
            place: DriverState::Unbuilt(true),
            closed: 0,
            start: NodeState::Open,
            solutions: 0,
            levels: Vec::new(),
            nodes: 0,
            updates_before: 0,
        };
        let settled = driver.restart(Givens::none());
        debug_assert_eq!(settled, Ok(()), "without givens there is no conflict");
        driver.place = DriverState::Unbuilt(true);
        driver
    }

    /// Continues until enough is found, the fuel is used up, or the end. Returns the reason, the number of
    /// solutions found and the number of nodes entered, which are `most` at most.
    #[inline(always)]
    fn advance(&mut self, fuel: u64, most: u64, wanted: u64) -> (RunEnd, u64, u64) {
        let mut found = 0;
        if let DriverState::Fresh(here) = self.place {
            if here == NodeState::Open {
                self.place = DriverState::Inside;
                self.engine.open();
            } else {
                self.leave();
                found = u64::from(here == NodeState::Solved);
                if found == wanted {
                    return (RunEnd::Enough, found, 0);
                }
            }
        }
        if self.place == DriverState::Ended {
            return (RunEnd::End, found, 0);
        }
        let mut run =
            Run { fuel, more: most - fuel, wanted, found, floor: self.closed, levels: &mut self.levels };
        let event = self.engine.go_on(&mut run);
        let (found, nodes) = (run.found, most - run.nodes_left());
        if event == RunEnd::End {
            self.place = DriverState::Ended;
        }
        (event, found, nodes)
    }

    /// Continues until `wanted` solutions are found. Returns the number found, which is less only at the end.
    #[inline(always)]
    fn find(
        &mut self,
        wanted: u64,
        limits: &mut Limits<'_>,
        trial: &mut u64,
    ) -> (u64, Result<(), DriverEnd>) {
        if let Err(why) = self.build(limits) {
            return (0, Err(why.into()));
        }
        let mut found = 0;
        // Links read uses, engines on bits read a word of each item for 64 options.
        let words = self.problem.option_count().div_ceil(64).saturating_mul(self.problem.primary_count());
        limits.attune(self.problem.use_count().max(words));
        loop {
            if self.place != DriverState::Ended && limits.solutions_left() == 0 {
                return (found, Err(Stopped::Solutions.into()));
            }
            let fuel = limits.fuel().min(*trial);
            let wanted_here = (wanted - found).min(limits.solutions_left());
            let most = limits.nodes_left().min(*trial);
            let (event, found_here, nodes) = self.advance(fuel, most, wanted_here.max(1));
            self.nodes += nodes;
            self.solutions += found_here;
            found += found_here;
            if *trial != u64::MAX {
                *trial -= nodes;
            }
            limits.spend(nodes);
            limits.spend_solutions(found_here);
            match event {
                RunEnd::Enough if found == wanted => return (found, Ok(())),
                RunEnd::Enough => {}
                RunEnd::End => return (found, Ok(())),
                RunEnd::Spent => {
                    if let Err(why) = limits.refuel(self) {
                        return (found, Err(why.into()));
                    }
                    if *trial == 0 {
                        return (found, Err(DriverEnd::Paused));
                    }
                }
            }
        }
    }

    /// Leaves the last branch with everything below it.
    fn leave(&mut self) {
        self.place =
            if self.engine.depth() == self.closed { DriverState::Ended } else { DriverState::Inside };
    }

    /// Moves to the beginning of the part, and resets the counters.
    fn forget(&mut self) {
        self.place = DriverState::Fresh(self.start);
        self.nodes = 0;
        self.solutions = 0;
        self.levels.clear();
        self.updates_before = self.engine.figures().updates;
    }

    /// Closes the levels down to this depth.
    fn close_to(&mut self, depth: usize) {
        while self.engine.depth() > depth {
            self.engine.close();
        }
    }

    pub(crate) fn problem(&self) -> &Problem {
        &self.problem
    }

    pub(crate) fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns true if the tree is a part of another one.
    pub(crate) fn is_part(&self) -> bool {
        self.closed > 0
    }

    /// Replaces the engine and returns the old one. The driver is then at the root, which is not
    /// [built](Self::build).
    pub(crate) fn exchange(&mut self, engine: Box<dyn Engine>) -> Box<dyn Engine> {
        let before = std::mem::replace(&mut self.engine, engine);
        self.unbuild();
        before
    }

    /// Returns to the root, or to the beginning of the part, and keeps the givens.
    pub(crate) fn rewind(&mut self) {
        if self.is_unbuilt() {
            self.unbuild();
            return;
        }
        self.close_to(self.closed);
        self.forget();
    }

    /// Moves to the next solution. Returns whether there is one. Pauses when the nodes of the trial are used
    /// up.
    pub(crate) fn next(&mut self, limits: &mut Limits<'_>, trial: &mut u64) -> Result<bool, DriverEnd> {
        let (found, result) = self.find(1, limits, trial);
        if found == 1 {
            limits.list(self.engine.depth());
        }
        result.map(|()| found == 1)
    }

    /// Counts the solutions after this position, up to a limit or the end of the trial.
    pub(crate) fn count(&mut self, limits: &mut Limits<'_>, trial: &mut u64) -> (u64, Result<(), DriverEnd>) {
        self.find(u64::MAX, limits, trial)
    }

    /// Appends the options of the last solution found, in any order.
    pub(crate) fn path(&self, cover: &mut Vec<OptionId>) {
        self.engine.path(&self.assumptions.settled.given, cover);
    }

    /// Returns the counters and resets them.
    pub(crate) fn take_tally(&mut self) -> Tally {
        let updates = self.counters().updates;
        self.updates_before = self.updates_before.wrapping_add(updates);
        let solutions = std::mem::take(&mut self.solutions);
        self.nodes = 0;
        Tally { levels: std::mem::take(&mut self.levels), updates, solutions }
    }

    /// Sets the counters.
    pub(crate) fn set_tally(&mut self, tally: Tally) {
        self.updates_before = self.engine.figures().updates.wrapping_sub(tally.updates);
        self.nodes = tally.counters().nodes;
        self.solutions = tally.solutions;
        self.levels = tally.levels;
    }

    /// Returns the nodes by level, counted from the root.
    pub(crate) fn levels(&self) -> &[u64] {
        &self.levels
    }

    /// Returns the size of what is left of the problem and of the tables that are built.
    pub(crate) fn size(&self) -> Size {
        let figures = if self.is_unbuilt() { EngineFigures::default() } else { self.engine.figures() };
        figures.size(&self.problem, &self.assumptions.settled)
    }

    /// Makes one random descent from the root.
    pub(crate) fn dive(&mut self, draw: &mut dyn FnMut(u32) -> u32) -> Dive {
        let mut dive = Dive { nodes: 0.0, solutions: 0.0 };
        self.build_without_limits();
        self.rewind();
        let mut ways = 1.0;
        let mut here = self.start;
        while here == NodeState::Open {
            self.engine.open();
            let of = self.engine.rank(self.engine.depth() - 1).of;
            if of == 0 {
                // Only a rule that does not look ahead opens a level without branches.
                here = NodeState::Dead;
                continue;
            }
            ways *= f64::from(of);
            dive.nodes += ways;
            for _ in 0..=draw(of) {
                self.engine.pass_next();
            }
            here = self.engine.take_passed();
        }
        if here == NodeState::Solved {
            dive.solutions = ways;
        }
        self.rewind();
        dive
    }
}

/// The result of one random descent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dive {
    /// The number of nodes of the tree, if every branch were like this descent.
    pub(crate) nodes: f64,
    /// The number of solutions of the tree, if every branch were like this descent.
    pub(crate) solutions: f64,
}

impl Position for Driver {
    fn counters(&self) -> Counters {
        let updates = self.engine.figures().updates.wrapping_sub(self.updates_before);
        Counters { nodes: self.nodes, updates, solutions: self.solutions }
    }

    /// From the deepest level up, so that rounding cannot make it decrease: every operation is monotone.
    fn fraction(&self) -> f64 {
        match self.place {
            DriverState::Ended => return 1.0,
            DriverState::Unbuilt(_) => return 0.0,
            DriverState::Fresh(_) | DriverState::Inside => {}
        }
        // What was tried at the deepest level is done, except a branch that is not expanded yet; above, the
        // last one tried is in progress.
        let begun = if matches!(self.place, DriverState::Fresh(_)) { Some(0.0) } else { None };
        let done = (self.closed..self.engine.depth()).rev().fold(begun, |below, level| {
            let rank = self.engine.rank(level);
            let (tried, of) = (f64::from(rank.tried), f64::from(rank.of.max(1)));
            Some(below.map_or(tried / of, |below: f64| (tried - 1.0 + below) / of))
        });
        done.unwrap_or(0.0)
    }

    fn checkpoint(&self) -> Option<Checkpoint> {
        Some(self.checkpoint())
    }
}
