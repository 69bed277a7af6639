//! The interface between the search tree and the engines: what an engine must implement.
//!
//! A node is entered by taking a branch: an option, or "enough" for an item that need not be covered again.
//! The engine keeps the path; the [driver](crate::engine::driver) keeps givens and assumptions, counters,
//! limits and the position. The state is a struct and control is a loop: the depth of the stack does not
//! depend on the problem.

pub(crate) mod bitset;
pub(crate) mod bitslice;
pub(crate) mod driver;
pub(crate) mod hybrid;
pub(crate) mod learn;
pub(crate) mod links;
#[cfg(test)]
pub(crate) mod naive;
pub(crate) mod unsupported;
pub(crate) mod word;

use std::fmt::Debug;

use crate::control::checkpoint::Choice;
use crate::control::limits::{Limits, Stopped};
use crate::problem::givens::Settled;
use crate::problem::ids::OptionId;
use crate::problem::size::Size;
use crate::problem::{Problem, Use};

/// The state of a node at which no level has been opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeState {
    /// Items are open and each of them has a branch: there is a tree below.
    Open,
    /// Nothing is open: the path is a cover.
    Solved,
    /// An open item has no branch left (only if the rule looks ahead).
    Dead,
}

/// The result of taking the next branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BranchState {
    /// Items are still open.
    Open,
    /// Nothing is open: the path is a cover.
    Solved,
    /// An open item has no branch left (only if the rule looks ahead).
    Dead,
    /// No branch was left; the level is closed.
    Closed,
}

impl From<BranchState> for NodeState {
    fn from(taken: BranchState) -> Self {
        match taken {
            BranchState::Open => Self::Open,
            BranchState::Solved => Self::Solved,
            BranchState::Dead | BranchState::Closed => Self::Dead,
        }
    }
}

/// The rank of a level's choice among all its branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rank {
    /// Number of branches tried, including the current one.
    pub(crate) tried: u32,
    /// Number of branches.
    pub(crate) of: u32,
}

impl Rank {
    pub(crate) fn has_untried(self) -> bool {
        self.tried < self.of
    }
}

/// The reason why a run returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunEnd {
    /// The requested number of solutions was found. The engine is at the last of them.
    Enough,
    /// The tree is finished down to the floor.
    End,
    /// The nodes allowed are used up, and a branch is left.
    Spent,
}

/// The limits of a run, and its results.
#[derive(Debug)]
pub(crate) struct Run<'l> {
    /// Number of nodes that may still be entered one by one.
    pub(crate) fuel: u64,
    /// Number of nodes that may be entered beyond these, where an engine counts nodes at once.
    pub(crate) more: u64,
    /// Number of solutions requested, at least 1.
    pub(crate) wanted: u64,
    /// Number of solutions found.
    pub(crate) found: u64,
    /// Levels up to this depth are not backtracked to.
    pub(crate) floor: usize,
    /// Nodes by level, counted from the root.
    pub(crate) levels: &'l mut Vec<u64>,
}

impl Run<'_> {
    /// Counts a node at this depth; the root's children are at depth 1.
    #[inline(always)]
    pub(crate) fn enter(&mut self, depth: usize) {
        self.enter_many(depth, 1);
    }

    /// Counts several nodes at this depth. Their number is not 0 and is within `fuel`.
    #[inline(always)]
    pub(crate) fn enter_many(&mut self, depth: usize, nodes: u64) {
        self.fuel -= nodes;
        if self.levels.len() < depth {
            self.levels.resize(depth, 0);
        }
        self.levels[depth - 1] += nodes;
    }

    /// Returns the number of nodes that may still be entered, at once or one by one.
    #[inline(always)]
    pub(crate) fn nodes_left(&self) -> u64 {
        self.fuel + self.more
    }

    /// Counts nodes at this depth that an engine has counted at once. Their number is not 0 and is within
    /// [`nodes_left`](Self::nodes_left).
    #[inline(always)]
    pub(crate) fn enter_at_once(&mut self, depth: usize, nodes: u64) {
        let beyond = nodes.saturating_sub(self.fuel);
        self.more -= beyond;
        self.fuel += beyond;
        self.enter_many(depth, nodes);
    }

    /// Counts one solution. Returns true if that is enough.
    #[inline(always)]
    pub(crate) fn find(&mut self) -> bool {
        self.found += 1;
        self.found == self.wanted
    }

    /// Returns true if `count` nodes that are all solutions can be entered without reaching a limit inside
    /// this batch.
    #[inline(always)]
    pub(crate) fn allows(&self, solutions: u64) -> bool {
        solutions <= self.fuel && solutions < self.wanted - self.found
    }
}

/// The operations of every tree engine. The tree itself is defined by [`Rule`](crate::Rule).
///
/// An engine has the levels from its root down, and no givens, assumptions or counters: those belong to the
/// driver, which passes on what the engine needs.
pub(crate) trait Engine: CloneEngine + Debug + Send {
    /// Moves to the root that the resolved givens leave. Returns its state.
    ///
    /// # Errors
    /// The limit that was reached. The engine then has no level, and no root until the next restart.
    fn restart(
        &mut self,
        problem: &Problem,
        settled: &Settled,
        limits: &mut Limits<'_>,
    ) -> Result<NodeState, Stopped>;
    /// Chooses an item by the rule and opens a level for its branches. Called only where items are open.
    fn open(&mut self);
    /// Takes back the deepest level's choice, if it is carried out, and moves to the next one without taking
    /// it. Returns whether there is one.
    fn pass_next(&mut self) -> bool;
    /// Takes the choice that [`pass_next`](Self::pass_next) moved to. Returns the state below it.
    fn take_passed(&mut self) -> NodeState;
    /// Closes the deepest level, whatever it has left to try.
    fn close(&mut self);
    /// Continues the search inside a level above the floor until enough solutions are found, the fuel is used
    /// up, or the tree is finished.
    ///
    /// An engine that counts several solutions at once, or carries out several options at once, does so here.
    fn go_on(&mut self, run: &mut Run<'_>) -> RunEnd {
        loop {
            let depth = self.depth();
            if run.fuel == 0 && self.rank(depth - 1).has_untried() {
                return RunEnd::Spent;
            }
            if !self.pass_next() {
                self.close();
                if depth == run.floor + 1 {
                    return RunEnd::End;
                }
                continue;
            }
            run.enter(depth);
            match self.take_passed() {
                NodeState::Open => self.open(),
                NodeState::Solved if run.find() => return RunEnd::Enough,
                NodeState::Solved | NodeState::Dead => {}
            }
        }
    }
    /// Returns the number of open levels.
    fn depth(&self) -> usize;
    /// Returns the current choice at a level, counted from 0. Called only where one has been tried.
    fn choice(&self, level: usize) -> Choice;
    /// Returns the rank of the current choice at a level.
    fn rank(&self, level: usize) -> Rank;
    /// Appends the given options, which are `given`, and those carried out, each once, in any order.
    fn path(&self, given: &[OptionId], cover: &mut Vec<OptionId>);
    /// Returns the work and the size of the engine.
    fn figures(&self) -> EngineFigures;
    /// Carries out an assumption at the root, at depth 0. Returns the state there, or `None` if the engine cannot
    /// change its root in place and has to be restarted.
    fn assume(&mut self, _: Assumed<'_>) -> Option<NodeState> {
        None
    }
    /// Takes back the last assumption since the restart, at depth 0. Returns the state of the root, or `None` as
    /// [`assume`](Self::assume) does.
    fn retract(&mut self) -> Option<NodeState> {
        None
    }
}

/// The change of an assumption at the root.
pub(crate) struct Assumed<'a> {
    /// The option that it removes, if it could have been chosen before.
    pub(crate) dropped: Option<OptionId>,
    /// The uses that it covers, if it is given, each with its weight.
    pub(crate) covered: &'a [(Use, u32)],
}

/// The work and the size of an engine.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EngineFigures {
    /// [`Counters::updates`](crate::Counters::updates) so far. Decreases only at a restart.
    pub(crate) updates: u64,
    /// [`Size::arena_nodes`](crate::inner::Size::arena_nodes).
    pub(crate) arena_nodes: usize,
    /// [`Size::arena_bytes`](crate::inner::Size::arena_bytes).
    pub(crate) arena_bytes: usize,
}

impl EngineFigures {
    /// Returns the size of what is left of a problem, with these tables.
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
