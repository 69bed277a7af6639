//! The one loop over an engine: nodes, solutions, limits, and the place in the tree.

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
use crate::engine::{Engine, Event, Root, Run};
use crate::problem::Problem;
use crate::problem::givens::Givens;
use crate::problem::ids::OptionId;
use crate::problem::size::Size;

/// Where a driver stands in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DriverState {
    /// At the root, or on a way that was taken, and before anything below it; what stands there.
    Fresh(Root),
    /// In a level, with ways to try.
    Inside,
    /// The tree is walked.
    Ended,
}

/// The loop over an engine, with all that is the same whichever engine it is.
#[derive(Clone, Debug)]
pub(crate) struct Driver {
    problem: Problem,
    rule: Rule,
    engine: Box<dyn Engine>,
    assumptions: Assumptions,
    /// What stands at the root.
    root: Root,
    place: DriverState,
    /// So many levels, from the root on, are never gone back to: the tree is the part below them.
    closed: usize,
    /// What stands where the part begins.
    start: Root,
    /// What the rule had learned where the part begins.
    weights: Vec<u64>,
    solutions: u64,
    /// Nodes by level, counted from the root.
    levels: Vec<u64>,
    nodes: u64,
    /// What is subtracted from the updates of the engine: those that were done before, or for another count. Wraps
    /// around, as updates of another engine may be added.
    updates_before: u64,
}

/// Why a driver came back before the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// A limit was met.
    Stopped(Stopped),
    /// The nodes of a trial are spent.
    Paused,
}

impl From<Stopped> for Halt {
    fn from(why: Stopped) -> Self {
        Self::Stopped(why)
    }
}

impl Driver {
    /// The driver of an engine for this problem and rule, at the root without givens.
    pub(crate) fn new(problem: &Problem, rule: Rule, engine: Box<dyn Engine>) -> Self {
        let mut driver = Self {
            problem: problem.clone(),
            rule,
            engine,
            assumptions: Assumptions::default(),
            root: Root::Open,
            place: DriverState::Inside,
            closed: 0,
            start: Root::Open,
            weights: Vec::new(),
            solutions: 0,
            levels: Vec::new(),
            nodes: 0,
            updates_before: 0,
        };
        let settled = driver.restart(Givens::none());
        debug_assert_eq!(settled, Ok(()), "without givens there is no conflict");
        // What was done at the root counts.
        driver.updates_before = 0;
        driver
    }

    /// Searches on until enough is found, the fuel is spent, or the end. Returns why it came back, how many
    /// solutions it found and how many nodes it entered.
    #[inline(always)]
    fn advance(&mut self, fuel: u64, wanted: u64) -> (Event, u64, u64) {
        let mut found = 0;
        if let DriverState::Fresh(here) = self.place {
            if here == Root::Open {
                self.place = DriverState::Inside;
                self.engine.open();
            } else {
                self.leave();
                found = u64::from(here == Root::Solved);
                if found == wanted {
                    return (Event::Enough, found, 0);
                }
            }
        }
        if self.place == DriverState::Ended {
            return (Event::End, found, 0);
        }
        let mut run = Run { fuel, wanted, found, floor: self.closed, levels: &mut self.levels };
        let event = self.engine.go_on(&mut run);
        let (found, nodes) = (run.found, fuel - run.fuel);
        if event == Event::End {
            self.place = DriverState::Ended;
        }
        (event, found, nodes)
    }

    /// Goes on until so many solutions are found: how many were. Fewer only at the end.
    #[inline(always)]
    fn find(&mut self, wanted: u64, limits: &mut Limits<'_>, trial: &mut u64) -> (u64, Result<(), Halt>) {
        let mut found = 0;
        // The links look at uses, engines on bits at a word of each item for 64 options.
        let words = self.problem.option_count().div_ceil(64).saturating_mul(self.problem.primary_count());
        limits.attune(self.problem.use_count().max(words));
        loop {
            if self.place != DriverState::Ended && limits.solutions_left() == 0 {
                return (found, Err(Stopped::Solutions.into()));
            }
            let fuel = limits.fuel().min(*trial);
            let wanted_here = (wanted - found).min(limits.solutions_left());
            let (event, found_here, nodes) = self.advance(fuel, wanted_here.max(1));
            self.nodes += nodes;
            self.solutions += found_here;
            found += found_here;
            if *trial != u64::MAX {
                *trial -= nodes;
            }
            limits.spend(nodes);
            limits.spend_solutions(found_here);
            match event {
                Event::Enough if found == wanted => return (found, Ok(())),
                Event::Enough => {}
                Event::End => return (found, Ok(())),
                Event::Spent => {
                    if let Err(why) = limits.refuel(self) {
                        return (found, Err(why.into()));
                    }
                    if *trial == 0 {
                        return (found, Err(Halt::Paused));
                    }
                }
            }
        }
    }

    /// Leaves the way that was taken last, with all that is below it.
    fn leave(&mut self) {
        self.place =
            if self.engine.depth() == self.closed { DriverState::Ended } else { DriverState::Inside };
    }

    /// Goes to where the part begins, and counts from there.
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

    /// Whether the tree is a part of another.
    pub(crate) fn is_part(&self) -> bool {
        self.closed > 0
    }

    /// Puts another engine in the place of this one, which is returned. It is at no root before a restart, or before
    /// it is [built](Self::build).
    pub(crate) fn exchange(&mut self, engine: Box<dyn Engine>) -> Box<dyn Engine> {
        self.assumptions.built_with = None;
        std::mem::replace(&mut self.engine, engine)
    }

    /// Goes back to the root, or to where the part begins, with the givens as they are.
    pub(crate) fn rewind(&mut self) {
        self.close_to(self.closed);
        if let Some(engine) = self.engine.as_learning_mut() {
            match &self.weights[..] {
                [] => engine.weights_mut().fill(1),
                weights => engine.weights_mut().copy_from_slice(weights),
            }
        }
        self.forget();
    }

    /// Goes on to the next solution: whether there is one. Pauses when so many nodes are spent, which are paid
    /// from the trial.
    pub(crate) fn next(&mut self, limits: &mut Limits<'_>, trial: &mut u64) -> Result<bool, Halt> {
        let (found, result) = self.find(1, limits, trial);
        result.map(|()| found == 1)
    }

    /// Counts what comes after this place, or what was counted before it came back early.
    pub(crate) fn count(&mut self, limits: &mut Limits<'_>, trial: &mut u64) -> (u64, Result<(), Halt>) {
        self.find(u64::MAX, limits, trial)
    }

    /// Appends the options of the solution that was found last, in any order.
    pub(crate) fn path(&self, cover: &mut Vec<OptionId>) {
        self.engine.path(&self.assumptions.settled.given, cover);
    }

    /// What has been counted, which is then counted afresh.
    pub(crate) fn take_tally(&mut self) -> Tally {
        let updates = self.counters().updates;
        self.updates_before = self.updates_before.wrapping_add(updates);
        let solutions = std::mem::take(&mut self.solutions);
        self.nodes = 0;
        Tally { levels: std::mem::take(&mut self.levels), updates, solutions }
    }

    /// Goes on counting from there.
    pub(crate) fn set_tally(&mut self, tally: Tally) {
        self.updates_before = self.engine.figures().updates.wrapping_sub(tally.updates);
        self.nodes = tally.counters().nodes;
        self.solutions = tally.solutions;
        self.levels = tally.levels;
    }

    /// Nodes by level, counted from the root.
    pub(crate) fn levels(&self) -> &[u64] {
        &self.levels
    }

    pub(crate) fn size(&self) -> Size {
        self.engine.figures().size(&self.problem, &self.assumptions.settled)
    }

    /// One random way down from the root.
    pub(crate) fn dive(&mut self, draw: &mut dyn FnMut(u32) -> u32) -> Dive {
        let mut dive = Dive { nodes: 0.0, solutions: 0.0 };
        self.rewind();
        let mut ways = 1.0;
        let mut here = self.start;
        while here == Root::Open {
            self.engine.open();
            let of = self.engine.rank(self.engine.depth() - 1).of;
            if of == 0 {
                // Only a rule that does not look ahead opens a level without ways.
                here = Root::Dead;
                continue;
            }
            ways *= f64::from(of);
            dive.nodes += ways;
            for _ in 0..=draw(of) {
                self.engine.pass_next();
            }
            here = self.engine.take_passed();
        }
        if here == Root::Solved {
            dive.solutions = ways;
        }
        self.rewind();
        dive
    }
}

/// What one random way down has seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dive {
    /// The nodes of the tree, if it were everywhere as on this way.
    pub(crate) nodes: f64,
    /// The solutions of the tree, if it were everywhere as on this way.
    pub(crate) solutions: f64,
}

impl Position for Driver {
    fn counters(&self) -> Counters {
        let updates = self.engine.figures().updates.wrapping_sub(self.updates_before);
        Counters { nodes: self.nodes, updates, solutions: self.solutions }
    }

    /// From the deepest level up, so that rounding cannot make it decrease: every operation is monotone.
    fn fraction(&self) -> f64 {
        if self.place == DriverState::Ended {
            return 1.0;
        }
        // What was tried at the deepest level is done, but for a way that is to be gone into; above, the last
        // one tried is in work.
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
