//! The one loop over an engine: nodes, solutions, limits, and the place in the tree.

mod position;
mod split;

pub(crate) use split::Donation;

use std::fmt::Debug;

use crate::control::checkpoint::{Checkpoint, CheckpointError, Spot};
use crate::control::counters::{Counters, Tally};
use crate::control::limits::{Limits, Position, Stopped};
use crate::control::rule::Rule;
use crate::engine::{Assumption, Engine, Event, Root, Run};
use crate::problem::Problem;
use crate::problem::givens::{GivenError, Givens};
use crate::problem::ids::OptionId;
use crate::problem::size::Size;

/// Where a driver stands in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// At the root, or on a way that was taken, and before anything below it.
    Fresh,
    /// In a level, with ways to try.
    Inside,
    /// The tree is walked.
    Ended,
}

/// The loop over one engine.
#[derive(Clone, Debug)]
pub(crate) struct Driver<E> {
    problem: Problem,
    rule: Rule,
    engine: E,
    place: Place,
    /// So many levels, from the root on, are never gone back to: the tree is the part below them.
    closed: usize,
    /// What the rule had learned where the part begins.
    weights: Vec<u64>,
    solutions: u64,
    /// Nodes by level, counted from the root.
    levels: Vec<u64>,
    nodes: u64,
    /// What is added to the updates of the walk: those that were not done by it. Wraps around, as those of the
    /// walk that have been taken into account elsewhere are subtracted.
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

impl<E: Engine> Driver<E> {
    pub(crate) fn new(problem: &Problem, rule: Rule, engine: E) -> Self {
        Self {
            problem: problem.clone(),
            rule,
            engine,
            place: Place::Fresh,
            closed: 0,
            weights: Vec::new(),
            solutions: 0,
            levels: Vec::new(),
            nodes: 0,
            updates_before: 0,
        }
    }

    /// Walks on until enough is found, the fuel is spent, or the end. Answers why it came back, how many
    /// solutions it found and how many nodes it entered.
    #[inline(always)]
    fn advance(&mut self, fuel: u64, wanted: u64) -> (Event, u64, u64) {
        let mut found = 0;
        if self.place == Place::Fresh {
            match self.engine.here() {
                Root::Open => {
                    self.place = Place::Inside;
                    self.engine.open();
                }
                here => {
                    self.leave();
                    if here == Root::Solved {
                        found = 1;
                    }
                    if found == wanted {
                        return (Event::Enough, found, 0);
                    }
                }
            }
        }
        if self.place == Place::Ended {
            return (Event::End, found, 0);
        }
        let mut run = Run { fuel, wanted, found, floor: self.closed, levels: &mut self.levels };
        let event = self.engine.go_on(&mut run);
        let (found, nodes) = (run.found, fuel - run.fuel);
        if event == Event::End {
            self.place = Place::Ended;
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
            if self.place != Place::Ended && limits.solutions_left() == 0 {
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
            limits.settle(nodes);
            limits.settle_solutions(found_here);
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
        self.place = if self.engine.depth() == self.closed { Place::Ended } else { Place::Inside };
    }

    /// Forgets the place and the counts.
    fn forget(&mut self) {
        self.place = Place::Fresh;
        self.nodes = 0;
        self.solutions = 0;
        self.levels.clear();
        self.updates_before = 0;
    }

    /// Closes the levels down to this depth.
    fn close_to(&mut self, depth: usize) {
        while self.engine.depth() > depth {
            self.engine.close();
        }
    }
}

/// What [`Search`](crate::Search) asks of a driver, whatever its engine: one dynamic call a verb.
pub(crate) trait Verbs: Debug + Send {
    fn problem(&self) -> &Problem;
    fn rule(&self) -> Rule;
    fn restart(&mut self, givens: Givens<'_>) -> Result<(), GivenError>;
    fn rewind(&mut self);
    /// Goes on to the next solution: whether there is one. Pauses when so many nodes are spent, which are paid
    /// from the trial.
    fn next(&mut self, limits: &mut Limits<'_>, trial: &mut u64) -> Result<bool, Halt>;
    /// Counts what comes after this place, or what was counted before it came back early.
    fn count(&mut self, limits: &mut Limits<'_>, trial: &mut u64) -> (u64, Result<(), Halt>);
    fn path(&self, cover: &mut Vec<OptionId>);
    fn assume(&mut self, assumption: Assumption) -> Result<(), GivenError>;
    fn mark(&self) -> usize;
    fn retract_to(&mut self, mark: usize);
    fn position(&self) -> &dyn Position;
    fn checkpoint(&self) -> Checkpoint;
    fn resume(&mut self, checkpoint: &Checkpoint) -> Result<(), CheckpointError>;
    fn split(&self, parts: usize) -> Vec<Checkpoint>;
    /// Gives away a large part of what is left, if it can: the part comes right after what is kept.
    fn give_away(&mut self) -> Option<Donation>;
    /// The place within this tree.
    fn spot(&self) -> Spot;
    /// Goes to a place of this tree, as the next verbs would, with nothing counted. Not for rules that learn.
    fn move_to(&mut self, spot: &Spot);
    /// What has been counted, which is then counted afresh.
    fn take_tally(&mut self) -> Tally;
    /// Goes on counting from there.
    fn set_tally(&mut self, tally: Tally);
    fn dive(&mut self, draw: &mut dyn FnMut(u32) -> u32) -> Dive;
    fn levels(&self) -> &[u64];
    fn size(&self) -> Size;
    fn clone_box(&self) -> Box<dyn Verbs>;
}

/// What one random way down has seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dive {
    /// The nodes of the tree, if it were everywhere as on this way.
    pub(crate) nodes: f64,
    /// The solutions of the tree, if it were everywhere as on this way.
    pub(crate) solutions: f64,
}

impl<E: Engine> Verbs for Driver<E> {
    fn problem(&self) -> &Problem {
        &self.problem
    }

    fn rule(&self) -> Rule {
        self.rule
    }

    fn restart(&mut self, givens: Givens<'_>) -> Result<(), GivenError> {
        self.forget();
        self.closed = 0;
        self.weights.clear();
        self.engine.restart(&self.problem, givens)
    }

    fn rewind(&mut self) {
        self.close_to(self.closed);
        self.engine.forget();
        if !self.weights.is_empty() {
            self.engine.set_weights(&self.weights);
        }
        self.forget();
    }

    fn next(&mut self, limits: &mut Limits<'_>, trial: &mut u64) -> Result<bool, Halt> {
        let (found, result) = self.find(1, limits, trial);
        result.map(|()| found == 1)
    }

    fn count(&mut self, limits: &mut Limits<'_>, trial: &mut u64) -> (u64, Result<(), Halt>) {
        self.find(u64::MAX, limits, trial)
    }

    fn path(&self, cover: &mut Vec<OptionId>) {
        self.engine.path(cover);
    }

    fn assume(&mut self, assumption: Assumption) -> Result<(), GivenError> {
        if self.closed > 0 {
            return Err(GivenError::Part);
        }
        self.rewind();
        self.engine.assume(&self.problem, assumption)
    }

    fn mark(&self) -> usize {
        self.engine.mark()
    }

    fn retract_to(&mut self, mark: usize) {
        // A part of a split has assumed nothing, so there is nothing to take back below its closed levels.
        if self.closed == 0 {
            self.rewind();
            self.engine.retract_to(mark);
        }
    }

    fn position(&self) -> &dyn Position {
        self
    }

    fn checkpoint(&self) -> Checkpoint {
        self.stand()
    }

    fn resume(&mut self, checkpoint: &Checkpoint) -> Result<(), CheckpointError> {
        self.go_to(checkpoint)
    }

    fn split(&self, parts: usize) -> Vec<Checkpoint> {
        self.split_into(parts)
    }

    fn give_away(&mut self) -> Option<Donation> {
        self.give_away_some()
    }

    fn spot(&self) -> Spot {
        Driver::spot(self)
    }

    fn move_to(&mut self, spot: &Spot) {
        self.move_to_spot(spot);
    }

    fn take_tally(&mut self) -> Tally {
        let updates = self.counters().updates;
        self.updates_before = self.updates_before.wrapping_sub(updates);
        let solutions = std::mem::take(&mut self.solutions);
        self.nodes = 0;
        Tally { levels: std::mem::take(&mut self.levels), updates, solutions }
    }

    fn set_tally(&mut self, tally: Tally) {
        self.updates_before = tally.updates.wrapping_sub(self.engine.updates());
        self.nodes = tally.counters().nodes;
        self.solutions = tally.solutions;
        self.levels = tally.levels;
    }

    fn dive(&mut self, draw: &mut dyn FnMut(u32) -> u32) -> Dive {
        let mut dive = Dive { nodes: 0.0, solutions: 0.0 };
        self.rewind();
        let mut ways = 1.0;
        let mut here = self.engine.here();
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
            here = self.engine.take_passed().into();
        }
        if here == Root::Solved {
            dive.solutions = ways;
        }
        self.rewind();
        dive
    }

    fn levels(&self) -> &[u64] {
        &self.levels
    }

    fn size(&self) -> Size {
        self.engine.size()
    }

    fn clone_box(&self) -> Box<dyn Verbs> {
        Box::new(self.clone())
    }
}

impl<E: Engine> Position for Driver<E> {
    fn counters(&self) -> Counters {
        let updates = self.engine.updates().wrapping_add(self.updates_before);
        Counters { nodes: self.nodes, updates, solutions: self.solutions }
    }

    /// From the deepest level up, so that rounding cannot make it decrease: every operation is monotone.
    fn fraction(&self) -> f64 {
        if self.place == Place::Ended {
            return 1.0;
        }
        // What was tried at the deepest level is done, but for a way that is to be gone into; above, the last
        // one tried is in work.
        let begun = if self.place == Place::Fresh { Some(0.0) } else { None };
        let done = (self.closed..self.engine.depth()).rev().fold(begun, |below, level| {
            let rank = self.engine.rank(level);
            let (tried, of) = (f64::from(rank.tried), f64::from(rank.of.max(1)));
            Some(below.map_or(tried / of, |below: f64| (tried - 1.0 + below) / of))
        });
        done.unwrap_or(0.0)
    }

    fn checkpoint(&self) -> Option<Checkpoint> {
        Some(self.stand())
    }
}
