//! The one loop over an engine: nodes, solutions, limits, and the place in the tree.

mod position;
mod split;

use std::fmt::Debug;

use crate::checkpoint::{Checkpoint, CheckpointError};
use crate::counters::{Counters, Size};
use crate::givens::{GivenError, Givens};
use crate::ids::OptionId;
use crate::limits::{Limits, Position, Stopped};
use crate::problem::Problem;
use crate::rule::Rule;
use crate::walk::{Assumption, Root, Taken, Walk};

/// Where a driver stands in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Below the closed levels, if there are any, and before anything else.
    Fresh,
    /// In a level, with ways to try.
    Inside,
    /// The tree is walked.
    Ended,
}

/// The loop over one engine.
#[derive(Clone, Debug)]
pub(crate) struct Driver<W> {
    problem: Problem,
    rule: Rule,
    walk: W,
    place: Place,
    /// So many levels, from the root on, are never gone back to: the tree is the part below them.
    closed: usize,
    /// What the rule had learned where the part begins.
    weights: Vec<u64>,
    solutions: u64,
    /// Nodes by level, counted from the root.
    levels: Vec<u64>,
    nodes: u64,
}

/// Why the loop came back.
enum Event {
    Solution,
    End,
    /// The fuel is spent and a way is left to try.
    Spent,
}

impl<W: Walk> Driver<W> {
    pub(crate) fn new(problem: &Problem, rule: Rule, walk: W) -> Self {
        Self {
            problem: problem.clone(),
            rule,
            walk,
            place: Place::Fresh,
            closed: 0,
            weights: Vec::new(),
            solutions: 0,
            levels: Vec::new(),
            nodes: 0,
        }
    }

    /// Goes on to the next solution, the end, or the end of the fuel.
    #[inline(always)]
    fn advance(&mut self, fuel: &mut u64) -> Event {
        match self.place {
            Place::Inside => {}
            Place::Ended => return Event::End,
            Place::Fresh => match self.walk.here() {
                Root::Open => {
                    self.place = Place::Inside;
                    self.walk.open();
                }
                Root::Solved => {
                    self.place = Place::Ended;
                    return Event::Solution;
                }
                Root::Dead => {
                    self.place = Place::Ended;
                    return Event::End;
                }
            },
        }
        loop {
            if *fuel == 0 && self.walk.has_untried() {
                return Event::Spent;
            }
            let depth = self.walk.depth();
            let taken = self.walk.take_next();
            if taken == Taken::Closed {
                if depth == self.closed + 1 {
                    self.place = Place::Ended;
                    return Event::End;
                }
                continue;
            }
            *fuel -= 1;
            if self.levels.len() < depth {
                self.levels.resize(depth, 0);
            }
            self.levels[depth - 1] += 1;
            match taken {
                Taken::Open => self.walk.open(),
                Taken::Solved => return Event::Solution,
                Taken::Dead | Taken::Closed => {}
            }
        }
    }

    /// Goes on to the next solution: whether there is one.
    #[inline(always)]
    fn step(&mut self, limits: &mut Limits<'_>) -> Result<bool, Stopped> {
        if self.place != Place::Ended && limits.solutions_left() == 0 {
            return Err(Stopped::Solutions);
        }
        loop {
            let granted = limits.fuel();
            let mut fuel = granted;
            let event = self.advance(&mut fuel);
            self.nodes += granted - fuel;
            limits.settle(granted - fuel);
            match event {
                Event::Solution => {
                    self.solutions += 1;
                    limits.settle_solution();
                    return Ok(true);
                }
                Event::End => return Ok(false),
                Event::Spent => limits.refuel(self)?,
            }
        }
    }

    /// Forgets the place and the counts.
    fn forget(&mut self) {
        self.place = Place::Fresh;
        self.nodes = 0;
        self.solutions = 0;
        self.levels.clear();
    }

    /// Closes the levels down to this depth.
    fn close_to(&mut self, depth: usize) {
        while self.walk.depth() > depth {
            self.walk.close();
        }
    }
}

/// What [`Search`](crate::Search) asks of a driver, whatever its engine: one dynamic call a verb.
pub(crate) trait Verbs: Debug + Send {
    fn problem(&self) -> &Problem;
    fn restart(&mut self, givens: Givens<'_>) -> Result<(), GivenError>;
    fn rewind(&mut self);
    fn next(&mut self, limits: &mut Limits<'_>) -> Result<bool, Stopped>;
    fn count(&mut self, limits: &mut Limits<'_>) -> (u64, Option<Stopped>);
    fn path(&self, cover: &mut Vec<OptionId>);
    fn assume(&mut self, assumption: Assumption) -> Result<(), GivenError>;
    fn mark(&self) -> usize;
    fn retract_to(&mut self, mark: usize);
    fn position(&self) -> &dyn Position;
    fn checkpoint(&self) -> Checkpoint;
    fn resume(&mut self, checkpoint: &Checkpoint) -> Result<(), CheckpointError>;
    fn split(&self, parts: usize) -> Vec<Checkpoint>;
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

impl<W: Walk> Verbs for Driver<W> {
    fn problem(&self) -> &Problem {
        &self.problem
    }

    fn restart(&mut self, givens: Givens<'_>) -> Result<(), GivenError> {
        self.forget();
        self.closed = 0;
        self.weights.clear();
        self.walk.restart(&self.problem, givens)
    }

    fn rewind(&mut self) {
        self.close_to(self.closed);
        self.walk.forget();
        if !self.weights.is_empty() {
            self.walk.set_weights(&self.weights);
        }
        self.forget();
    }

    fn next(&mut self, limits: &mut Limits<'_>) -> Result<bool, Stopped> {
        self.step(limits)
    }

    fn count(&mut self, limits: &mut Limits<'_>) -> (u64, Option<Stopped>) {
        let mut found = 0;
        loop {
            match self.step(limits) {
                Ok(true) => found += 1,
                Ok(false) => return (found, None),
                Err(why) => return (found, Some(why)),
            }
        }
    }

    fn path(&self, cover: &mut Vec<OptionId>) {
        self.walk.path(cover);
    }

    fn assume(&mut self, assumption: Assumption) -> Result<(), GivenError> {
        if self.closed > 0 {
            return Err(GivenError::Part);
        }
        self.rewind();
        self.walk.assume(&self.problem, assumption)
    }

    fn mark(&self) -> usize {
        self.walk.mark()
    }

    fn retract_to(&mut self, mark: usize) {
        // A part of a split has assumed nothing, so there is nothing to take back below its closed levels.
        if self.closed == 0 {
            self.rewind();
            self.walk.retract_to(mark);
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

    fn dive(&mut self, draw: &mut dyn FnMut(u32) -> u32) -> Dive {
        let mut dive = Dive { nodes: 0.0, solutions: 0.0 };
        self.rewind();
        let mut ways = 1.0;
        let mut here = self.walk.here();
        while here == Root::Open {
            self.walk.open();
            let of = self.walk.rank(self.walk.depth() - 1).of;
            if of == 0 {
                // Only a rule that does not look ahead opens a level without ways.
                here = Root::Dead;
                continue;
            }
            ways *= f64::from(of);
            dive.nodes += ways;
            for _ in 0..=draw(of) {
                self.walk.pass_next();
            }
            here = match self.walk.take_passed() {
                Taken::Open => Root::Open,
                Taken::Solved => Root::Solved,
                Taken::Dead | Taken::Closed => Root::Dead,
            };
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
        self.walk.size()
    }

    fn clone_box(&self) -> Box<dyn Verbs> {
        Box::new(self.clone())
    }
}

impl<W: Walk> Position for Driver<W> {
    fn counters(&self) -> Counters {
        Counters { nodes: self.nodes, updates: self.walk.updates(), solutions: self.solutions }
    }

    /// From the deepest level up, so that rounding cannot make it decrease: every operation is monotone.
    fn fraction(&self) -> f64 {
        match self.place {
            Place::Fresh => 0.0,
            Place::Ended => 1.0,
            Place::Inside => (self.closed..self.walk.depth())
                .rev()
                .fold(None, |below: Option<f64>, level| {
                    let rank = self.walk.rank(level);
                    let (tried, of) = (f64::from(rank.tried), f64::from(rank.of.max(1)));
                    // What was tried at the deepest level is done; above, the last one tried is in work.
                    Some(below.map_or(tried / of, |below| (tried - 1.0 + below) / of))
                })
                .unwrap_or(0.0),
        }
    }

    fn checkpoint(&self) -> Option<Checkpoint> {
        Some(self.stand())
    }
}
