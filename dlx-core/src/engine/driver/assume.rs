//! Givens and assumptions: kept here only, for whichever engine is in use.

use super::Driver;
use super::DriverState;
use crate::control::limits::{Limits, Stopped};
use crate::engine::{Assumed, NodeState};
use crate::problem::givens::{GivenError, Givens, Settled};
use crate::problem::ids::OptionId;

/// An option that is given or forbidden at the root until it is taken back.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Assumption {
    Force(OptionId),
    Forbid(OptionId),
}

/// Givens and assumptions, and how many of them the engine has carried out.
#[derive(Clone, Debug, Default)]
pub(super) struct Assumptions {
    pub(super) settled: Settled,
    /// Number of changes before each assumption.
    before: Vec<usize>,
    /// Number of assumptions at each [`push`](Driver::push).
    marks: Vec<usize>,
    /// Number of assumptions with which the engine was restarted, if it was; it has carried out the others
    /// itself.
    pub(super) built_with: Option<usize>,
}

impl Assumptions {
    /// Returns true if nothing is given or assumed, and the engine has been restarted so.
    fn are_none(&self) -> bool {
        self.built_with == Some(0) && self.before.is_empty() && self.settled.mark() == 0
    }
}

impl Driver {
    /// Moves to the root of the tree that these givens leave; after an error, to that without givens.
    pub(crate) fn restart(&mut self, givens: Givens<'_>) -> Result<(), GivenError> {
        if givens == Givens::none() && self.assumptions.are_none() {
            self.closed = 0;
            self.assumptions.marks.clear();
            self.start = self.root;
            self.rewind();
            return Ok(());
        }
        let result = self.assumptions.settled.resolve(&self.problem, givens);
        self.assumptions.before.clear();
        self.assumptions.marks.clear();
        self.unbuild();
        result
    }

    /// Moves to the root. The engine is restarted with all givens and assumptions by the first work.
    pub(crate) fn unbuild(&mut self) {
        self.assumptions.built_with = None;
        self.closed = 0;
        self.stand_at_root(NodeState::Open);
        self.place = DriverState::Unbuilt(false);
    }

    pub(super) fn is_unbuilt(&self) -> bool {
        matches!(self.place, DriverState::Unbuilt(_))
    }

    /// Restarts the engine with all givens and assumptions, unless that was done.
    ///
    /// # Errors
    /// The limit that was reached. The next work begins again.
    #[inline(always)]
    pub(crate) fn build(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let DriverState::Unbuilt(counts) = self.place else { return Ok(()) };
        self.build_now(counts, limits)
    }

    #[inline(never)]
    fn build_now(&mut self, counts: bool, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let root = self.engine.restart(&self.problem, &self.assumptions.settled, limits)?;
        self.stand_at_built_root(root);
        if counts {
            self.updates_before = 0;
        }
        Ok(())
    }

    /// Moves to the root, which the engine has been restarted at.
    pub(super) fn stand_at_built_root(&mut self, root: NodeState) {
        self.assumptions.built_with = Some(self.assumptions.before.len());
        self.stand_at_root(root);
    }

    /// Like [`build`](Self::build), where the caller has no limits.
    pub(crate) fn build_without_limits(&mut self) {
        self.build(&mut Limits::none()).expect("there are no limits");
    }

    fn stand_at_root(&mut self, root: NodeState) {
        (self.root, self.start) = (root, root);
        self.forget();
    }

    /// Gives or forbids an option and moves to the root. After an error nothing is given or forbidden that
    /// was not before.
    pub(crate) fn assume(&mut self, assumption: Assumption) -> Result<(), GivenError> {
        if self.closed > 0 {
            return Err(GivenError::Part);
        }
        self.rewind();
        let Assumptions { settled, before, built_with, .. } = &mut self.assumptions;
        let problem = &self.problem;
        let mark = settled.mark();
        let (Assumption::Force(option) | Assumption::Forbid(option)) = assumption;
        let was_live = option.index() < problem.option_count() && settled.is_live(problem, option);
        match assumption {
            Assumption::Force(_) if !settled.force(problem, option)? => return Ok(()),
            Assumption::Force(_) => {}
            Assumption::Forbid(_) => {
                settled.forbid(problem, option)?;
            }
        }
        before.push(mark);
        // Otherwise it is among those with which the root will be built.
        if built_with.is_some() {
            let covered = settled.covered_since(problem, mark, option);
            let assumed = Assumed { dropped: was_live.then_some(option), covered: &covered };
            match self.engine.assume(assumed) {
                Some(root) => self.stand_at_root(root),
                None => self.unbuild(),
            }
        }
        Ok(())
    }

    /// Marks the current assumptions, for [`pop`](Self::pop).
    pub(crate) fn push(&mut self) {
        self.assumptions.marks.push(self.assumptions.before.len());
    }

    /// Takes back the assumptions since the last push that was not popped, and moves to the root. Returns
    /// false if there was no such push.
    pub(crate) fn pop(&mut self) -> bool {
        let Some(mark) = self.assumptions.marks.pop() else { return false };
        // A part of a split search has no assumptions, so that there is nothing to take back below its closed
        // levels.
        if self.closed == 0 {
            self.rewind();
            self.retract_to(mark);
        }
        true
    }

    fn retract_to(&mut self, mark: usize) {
        let Assumptions { settled, before, built_with, .. } = &mut self.assumptions;
        let Some(&settled_before) = before.get(mark) else { return };
        settled.undo_to(settled_before);
        let retracted = before.len() - mark;
        before.truncate(mark);
        let is_carried_out = built_with.is_some_and(|built_with| built_with <= mark);
        let retract = |_| if is_carried_out { self.engine.retract() } else { None };
        match (0..retracted).map(retract).last() {
            Some(Some(root)) => self.stand_at_root(root),
            Some(None) => self.unbuild(),
            None => {}
        }
    }
}
