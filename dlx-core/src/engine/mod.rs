//! The seam between the tree and the engines: what an engine must offer.
//!
//! A node is entered by taking a way on: an option, or "enough" for an item that need not be covered again.
//! The engine keeps the path; the [driver](crate::engine::driver) keeps the counts, the limits and the place. State is
//! a struct and control a loop: the depth of a problem is never the depth of the stack.

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
use crate::problem::Problem;
use crate::problem::givens::{GivenError, Givens, Settled};
use crate::problem::ids::{ItemId, OptionId};
use crate::problem::size::Size;

/// What stands at a place in the tree where no level has been opened yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Root {
    /// Items are open and none of them is hopeless: there is a tree to walk.
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

    /// Counts one solution. Answers whether that is enough.
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

/// A change at the root that can be taken back.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Assumption {
    Force(OptionId),
    Forbid(OptionId),
}

/// All that a tree engine offers. The tree itself is defined by [`Rule`](crate::Rule).
pub(crate) trait Engine: Clone + Debug + Send + 'static {
    /// Prepares the root for other givens; after an error, for none.
    fn restart(&mut self, problem: &Problem, givens: Givens<'_>) -> Result<(), GivenError>;
    /// What stands here. Called at the root, or right after taking a way that did not die.
    fn here(&self) -> Root;
    /// Chooses an item by the rule and opens a level for its ways. Called only where items are open.
    fn open(&mut self);
    /// Opens a level for this item, if it is open.
    fn open_at(&mut self, item: ItemId) -> bool;
    /// Takes back the deepest level's choice, if it is carried out, and takes the next one, or closes the
    /// level.
    fn take_next(&mut self) -> Taken;
    /// Takes back the deepest level's choice, if it is carried out, and goes on to the next one without taking
    /// it. Answers whether there is one.
    fn pass_next(&mut self) -> bool;
    /// Takes the choice that [`pass_next`](Self::pass_next) went on to.
    fn take_passed(&mut self) -> Taken;
    /// Walks on from inside a level above the floor: to the last solution that is wanted, the end of the fuel,
    /// or the end.
    ///
    /// An engine that counts several solutions at once, or carries out several options at once, does so here.
    #[inline(always)]
    fn go_on(&mut self, run: &mut Run<'_>) -> Event {
        loop {
            if run.fuel == 0 && self.has_untried() {
                return Event::Spent;
            }
            let depth = self.depth();
            let taken = self.take_next();
            if taken == Taken::Closed {
                if depth == run.floor + 1 {
                    return Event::End;
                }
                continue;
            }
            run.enter(depth);
            match taken {
                Taken::Open => self.open(),
                Taken::Solved if run.find() => return Event::Enough,
                Taken::Solved | Taken::Dead | Taken::Closed => {}
            }
        }
    }
    /// The item with one way that the rule chooses here, if it chooses such an item and this engine opens a
    /// level for it. Called where items are open.
    fn forced(&self) -> Option<ItemId>;
    /// Whether an engine that opens no levels for forced options has carried out this choice.
    fn has_carried_out(&self, _choice: Choice) -> bool {
        false
    }
    /// Closes the deepest level, whatever it has left to try.
    fn close(&mut self);
    /// Whether the deepest level has a way left to try.
    fn has_untried(&self) -> bool;
    /// How many levels are open.
    fn depth(&self) -> usize;
    /// The choice in work at a level, counted from 0. Called only where one has been tried.
    fn choice(&self, level: usize) -> Choice;
    /// How far a level has come.
    fn rank(&self, level: usize) -> Rank;
    /// Appends the given options and those carried out, each once, in any order.
    fn path(&self, cover: &mut Vec<OptionId>);
    /// Carries out a change at the root; after an error nothing has changed. Called at depth 0 only.
    fn assume(&mut self, problem: &Problem, assumption: Assumption) -> Result<(), GivenError>;
    /// How much has been assumed.
    fn mark(&self) -> usize;
    /// Takes back what was assumed after a mark. Called at depth 0 only.
    fn retract_to(&mut self, mark: usize);
    /// What is given and forbidden.
    fn settled(&self) -> &Settled;
    /// What the rule has learned, by primary item; empty under rules that learn nothing.
    fn weights(&self) -> &[u64];
    /// Sets what the rule has learned. As many weights as there were.
    fn set_weights(&mut self, weights: &[u64]);
    /// [`Counters::updates`](crate::Counters::updates) since the restart or the last [`forget`](Self::forget).
    fn updates(&self) -> u64;
    /// Starts counting updates and learning afresh.
    fn forget(&mut self);
    /// How large the prepared engine is.
    fn size(&self) -> Size;
}
