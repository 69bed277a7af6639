//! The seam between the tree and the engines: what an engine must offer, and the one loop that drives it.
//!
//! A node is entered by taking an option. The engine keeps the path of taken options; the driver keeps the
//! count, the limits and the place, so that a search can be paused at any solution and at any limit. State is
//! a struct and control a loop: the depth of a problem is never the depth of the stack.

use std::fmt::Debug;

use crate::counters::{Counters, Size};
use crate::givens::{GivenError, Givens};
use crate::ids::OptionId;
use crate::limits::{Limits, Stopped};
use crate::problem::Problem;

/// What stands at the root, before any option is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Root {
    /// Items are open and none of them is hopeless: there is a tree to walk.
    Open,
    /// Nothing is open: the given options are the one cover.
    Solved,
    /// An open item has no live option (only where the rule looks for that).
    Dead,
}

/// What taking the next option led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// Items are still open.
    Open,
    /// Nothing is open: the path is a cover.
    Solved,
    /// An open item has no live option left (only where the rule looks for that).
    Dead,
    /// No option was left to take; the level is closed.
    Closed,
}

/// All that a tree engine offers. The tree itself is defined by [`Rule`](crate::Rule).
pub(crate) trait Walk: Clone + Debug + Send + 'static {
    /// Prepares the root for other givens; after an error, for none.
    fn restart(&mut self, problem: &Problem, givens: Givens<'_>) -> Result<(), GivenError>;
    /// What stands at the root. Called at depth 0 only.
    fn root(&self) -> Root;
    /// Chooses an item by the rule and opens a level for its options. Called only where items are open.
    fn open(&mut self);
    /// Takes back the deepest level's option, if one is taken, and takes the next one, or closes the level.
    fn take_next(&mut self) -> Taken;
    /// Closes the deepest level, whatever it has left to try.
    fn close(&mut self);
    /// Whether the deepest level has an option left to try.
    fn has_untried(&self) -> bool;
    /// How many levels are open.
    fn depth(&self) -> usize;
    /// Appends the given options and then those taken, in the order taken.
    fn path(&self, cover: &mut Vec<OptionId>);
    /// [`Counters::updates`] since the restart or the last [`reset_updates`](Self::reset_updates).
    fn updates(&self) -> u64;
    /// Starts counting updates afresh.
    fn reset_updates(&mut self);
    /// How large the prepared engine is.
    fn size(&self) -> Size;
}

/// Where a driver stands in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// At the root, before anything.
    Fresh,
    /// In a level, with options to try.
    Inside,
    /// The tree is walked.
    Ended,
}

/// The loop over one engine.
#[derive(Clone, Debug)]
pub(crate) struct Driver<W> {
    problem: Problem,
    walk: W,
    place: Place,
    nodes: u64,
    solutions: u64,
    /// Nodes by level.
    levels: Vec<u64>,
}

/// Why the loop came back.
enum Event {
    Solution,
    End,
    /// The fuel is spent and an option is left to try.
    Spent,
}

impl<W: Walk> Driver<W> {
    pub(crate) fn new(problem: &Problem, walk: W) -> Self {
        let problem = problem.clone();
        Self { problem, walk, place: Place::Fresh, nodes: 0, solutions: 0, levels: Vec::new() }
    }

    /// Goes on to the next solution, the end, or the end of the fuel.
    #[inline(always)]
    fn advance(&mut self, fuel: &mut u64) -> Event {
        match self.place {
            Place::Inside => {}
            Place::Ended => return Event::End,
            Place::Fresh => match self.walk.root() {
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
                if depth == 1 {
                    self.place = Place::Ended;
                    return Event::End;
                }
                continue;
            }
            *fuel -= 1;
            if self.levels.len() < depth {
                self.levels.push(0);
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
                Event::Spent => {
                    limits.ask_if_due(|| self.counters())?;
                    if limits.nodes_left() == 0 {
                        return Err(Stopped::Nodes);
                    }
                }
            }
        }
    }

    fn forget(&mut self) {
        self.place = Place::Fresh;
        self.nodes = 0;
        self.solutions = 0;
        self.levels.clear();
    }
}

/// What [`Search`](crate::Search) asks of a driver, whatever its engine: one dynamic call a verb.
pub(crate) trait Verbs: Debug + Send {
    fn restart(&mut self, givens: Givens<'_>) -> Result<(), GivenError>;
    fn rewind(&mut self);
    fn next(&mut self, limits: &mut Limits<'_>) -> Result<bool, Stopped>;
    fn count(&mut self, limits: &mut Limits<'_>) -> (u64, Option<Stopped>);
    fn path(&self, cover: &mut Vec<OptionId>);
    fn counters(&self) -> Counters;
    fn levels(&self) -> &[u64];
    fn size(&self) -> Size;
    fn clone_box(&self) -> Box<dyn Verbs>;
}

impl<W: Walk> Verbs for Driver<W> {
    fn restart(&mut self, givens: Givens<'_>) -> Result<(), GivenError> {
        self.forget();
        self.walk.restart(&self.problem, givens)
    }

    fn rewind(&mut self) {
        while self.walk.depth() > 0 {
            self.walk.close();
        }
        self.walk.reset_updates();
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

    fn counters(&self) -> Counters {
        Counters { nodes: self.nodes, updates: self.walk.updates(), solutions: self.solutions }
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
