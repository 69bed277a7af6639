//! The seam between the tree and the engines: what an engine must offer.
//!
//! A node is entered by taking a way on: an option, or "enough" for an item that need not be covered again.
//! The engine keeps the path; the [driver](crate::engine::driver) keeps what is given and assumed, the counts, the
//! limits and the position. State is a struct and control a loop: the depth of a problem is never the depth of the
//! stack.

pub(crate) mod bitset;
pub(crate) mod bitslice;
pub(crate) mod driver;
pub(crate) mod hybrid;
pub(crate) mod links;
#[cfg(test)]
pub(crate) mod naive;
pub(crate) mod simd;
pub(crate) mod unsupported;

use std::fmt::Debug;

use crate::control::checkpoint::Choice;
use crate::problem::givens::Settled;
use crate::problem::ids::{ItemId, OptionId};
use crate::problem::size::Size;
use crate::problem::{Problem, Use};

/// What stands at a node where no level has been opened yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Root {
    /// Items are open and none of them is hopeless: there is a tree below.
    Open,
    /// Nothing is open: the path is a cover.
    Solved,
    /// An open item has no way left (only where the rule looks for that).
    Dead,
}

/// What taking the next way led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// Items are still open.
    Open,
    /// Nothing is open: the path is a cover.
    Solved,
    /// An open item has no way left (only where the rule looks for that).
    Dead,
    /// No way was left to take; the level is closed.
    Closed,
}

impl From<Taken> for Root {
    fn from(taken: Taken) -> Self {
        match taken {
            Taken::Open => Self::Open,
            Taken::Solved => Self::Solved,
            Taken::Dead | Taken::Closed => Self::Dead,
        }
    }
}

/// The place of a level's choice among all its ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rank {
    /// How many ways have been tried, the one in work included.
    pub(crate) tried: u32,
    /// How many there are.
    pub(crate) of: u32,
}

impl Rank {
    pub(crate) fn has_untried(self) -> bool {
        self.tried < self.of
    }
}

/// Why a run came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// As many solutions as were wanted have been found. The walk stands on the last of them.
    Enough,
    /// The tree is walked down to the floor.
    End,
    /// The fuel is spent and a way is left to try.
    Spent,
}

/// What a run may do, and what it has done.
#[derive(Debug)]
pub(crate) struct Run<'l> {
    /// How many nodes may still be entered.
    pub(crate) fuel: u64,
    /// How many solutions are wanted, at least 1.
    pub(crate) wanted: u64,
    /// How many solutions have been found.
    pub(crate) found: u64,
    /// Levels down to this depth are not gone back to.
    pub(crate) floor: usize,
    /// Nodes by level, counted from the root.
    pub(crate) levels: &'l mut Vec<u64>,
}

impl Run<'_> {
    /// Pays for a node at this depth, the root's children being at depth 1.
    #[inline(always)]
    pub(crate) fn enter(&mut self, depth: usize) {
        self.enter_many(depth, 1);
    }

    /// Pays for several nodes at this depth. Their number is not 0 and within the fuel.
    #[inline(always)]
    pub(crate) fn enter_many(&mut self, depth: usize, nodes: u64) {
        self.fuel -= nodes;
        if self.levels.len() < depth {
            self.levels.resize(depth, 0);
        }
        self.levels[depth - 1] += nodes;
    }

    /// Counts one solution. Returns whether that is enough.
    #[inline(always)]
    pub(crate) fn find(&mut self) -> bool {
        self.found += 1;
        self.found == self.wanted
    }

    /// Whether so many nodes may be entered that are all solutions, without any need to stop at one of them.
    #[inline(always)]
    pub(crate) fn allows(&self, solutions: u64) -> bool {
        solutions <= self.fuel && solutions < self.wanted - self.found
    }
}

/// What every tree engine offers. The tree itself is defined by [`Rule`](crate::Rule).
///
/// An engine has the levels from its root down, and no givens, assumptions or counts: those are the driver's, who
/// tells it what it needs.
pub(crate) trait Engine: CloneEngine + Debug + Send {
    /// Goes to the root that the settled givens leave. Returns what stands there.
    fn restart(&mut self, problem: &Problem, settled: &Settled) -> Root;
    /// Chooses an item by the rule and opens a level for its ways. Called only where items are open.
    fn open(&mut self);
    /// Takes back the deepest level's choice, if it is carried out, and goes to the next one without taking it. Returns
    /// whether there is one.
    fn pass_next(&mut self) -> bool;
    /// Takes the choice that [`pass_next`](Self::pass_next) went to. Returns what stands below it.
    fn take_passed(&mut self) -> Root;
    /// Closes the deepest level, whatever it has left to try.
    fn close(&mut self);
    /// Searches on from inside a level above the floor: to the last solution that is wanted, the end of the fuel, or
    /// the end.
    ///
    /// An engine that counts several solutions at once, or carries out several options at once, does so here.
    fn go_on(&mut self, run: &mut Run<'_>) -> Event {
        loop {
            let depth = self.depth();
            if run.fuel == 0 && self.rank(depth - 1).has_untried() {
                return Event::Spent;
            }
            if !self.pass_next() {
                self.close();
                if depth == run.floor + 1 {
                    return Event::End;
                }
                continue;
            }
            run.enter(depth);
            match self.take_passed() {
                Root::Open => self.open(),
                Root::Solved if run.find() => return Event::Enough,
                Root::Solved | Root::Dead => {}
            }
        }
    }
    /// How many levels are open.
    fn depth(&self) -> usize;
    /// The choice in work at a level, counted from 0. Called only where one has been tried.
    fn choice(&self, level: usize) -> Choice;
    /// How far a level has come.
    fn rank(&self, level: usize) -> Rank;
    /// Appends the given options, which are these, and those carried out, each once, in any order.
    fn path(&self, given: &[OptionId], cover: &mut Vec<OptionId>);
    /// What the engine has done and what it holds.
    fn figures(&self) -> EngineFigures;
    /// The engine, if its rule learns.
    fn as_learning(&self) -> Option<&dyn Learning> {
        None
    }
    /// The engine, if its rule learns.
    fn as_learning_mut(&mut self) -> Option<&mut dyn Learning> {
        None
    }
    /// The engine, if it carries out assumptions at its root; others are restarted.
    fn as_assuming(&mut self) -> Option<&mut dyn Assuming> {
        None
    }
}

/// What an engine offers beside its tree under a rule that learns while it searches.
pub(crate) trait Learning {
    /// What the rule has learned, by primary item.
    fn weights(&self) -> &[u64];
    fn weights_mut(&mut self) -> &mut [u64];
    /// Opens a level for this item, if it is open: which item the rule chose at a node depends on the weights that it
    /// had then.
    fn open_at(&mut self, item: ItemId) -> bool;
}

/// What an engine offers that changes its root in place. Called at depth 0 only.
pub(crate) trait Assuming {
    /// Carries out an assumption. Returns what stands at the root.
    fn assume(&mut self, assumed: Assumed<'_>) -> Root;
    /// Takes back the last assumption since the restart. Returns what stands at the root.
    fn retract(&mut self) -> Root;
}

/// What an assumption changes at the root.
pub(crate) struct Assumed<'a> {
    /// The option, if it could have been chosen before.
    pub(crate) dropped: Option<OptionId>,
    /// The uses that it covers, if it is given.
    pub(crate) covered: &'a [Use],
}

/// What an engine has done and what it holds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EngineFigures {
    /// [`Counters::updates`](crate::Counters::updates) so far. Never less than before, but after a restart.
    pub(crate) updates: u64,
    /// [`Size::arena_nodes`](crate::Size::arena_nodes).
    pub(crate) arena_nodes: usize,
    /// [`Size::arena_bytes`](crate::Size::arena_bytes).
    pub(crate) arena_bytes: usize,
}

impl EngineFigures {
    /// The size of what is left of a problem and of these tables.
    pub(crate) fn size(self, problem: &Problem, settled: &Settled) -> Size {
        let (arena_nodes, arena_bytes) = (self.arena_nodes as u64, self.arena_bytes as u64);
        Size { arena_nodes, arena_bytes, ..settled.size(problem) }
    }
}

/// Lets a boxed engine be cloned.
pub(crate) trait CloneEngine {
    fn clone_box(&self) -> Box<dyn Engine>;
}

impl<E: Engine + Clone + 'static> CloneEngine for E {
    fn clone_box(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Engine> {
    fn clone(&self) -> Self {
        (**self).clone_box()
    }
}
