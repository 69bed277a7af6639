//! The position of a driver as a value, and the way back to it.

use super::{Driver, DriverState};
use crate::control::checkpoint::{Checkpoint, CheckpointError, Choice, PathEnd, TreePosition};
use crate::control::limits::{Limits, Stopped};
use crate::engine::links::Links;
use crate::engine::{Engine, NodeState};
use crate::problem::Problem;
use crate::problem::givens::Givens;

impl Driver {
    /// Returns the position as a checkpoint.
    pub(crate) fn checkpoint(&self) -> Checkpoint {
        let settled = &self.assumptions.settled;
        let TreePosition { closed, path, path_end } = self.tree_position();
        Checkpoint {
            problem: self.problem.digest(),
            rule: self.rule,
            forced: settled.given.clone(),
            forbidden: settled.forbidden().collect(),
            closed,
            solutions: self.solutions,
            levels: self.levels.clone(),
            path,
            path_end,
            listing: None,
        }
    }

    /// Returns the position within this tree.
    pub(crate) fn tree_position(&self) -> TreePosition {
        if self.is_unbuilt() {
            return TreePosition { closed: 0, path: Vec::new(), path_end: PathEnd::Entered };
        }
        let depth = self.engine.depth();
        let is_begun = |level: usize| self.engine.rank(level).tried > 0;
        let (path_end, length) = match self.place {
            DriverState::Fresh(_) | DriverState::Unbuilt(_) => (PathEnd::Entered, depth),
            DriverState::Ended => (PathEnd::Left, self.closed),
            // A level that was opened and has no branch tried is opened again: the rule chooses the same
            // item.
            DriverState::Inside if is_begun(depth - 1) => (PathEnd::Left, depth),
            DriverState::Inside => (PathEnd::Entered, depth - 1),
        };
        let path = (0..length).map(|level| self.engine.choice(level)).collect();
        TreePosition { closed: self.closed, path, path_end }
    }

    /// Moves to a position: its givens become the givens, and nothing is assumed. After an error or a limit, moves to
    /// the root without givens.
    pub(crate) fn resume(
        &mut self,
        checkpoint: &Checkpoint,
        limits: &mut Limits<'_>,
    ) -> Result<(), CheckpointError> {
        let result = self.try_to_resume(checkpoint, limits);
        if result.is_err() {
            self.restart(Givens::none()).expect("without givens there is no conflict");
        }
        result
    }

    fn try_to_resume(
        &mut self,
        checkpoint: &Checkpoint,
        limits: &mut Limits<'_>,
    ) -> Result<(), CheckpointError> {
        let expected = self.problem.digest();
        if checkpoint.problem != expected {
            return Err(CheckpointError::OtherProblem { found: checkpoint.problem, expected });
        }
        if checkpoint.listing.is_some() {
            return Err(CheckpointError::UpToSymmetry);
        }
        if checkpoint.rule != self.rule {
            return Err(CheckpointError::OtherRule { found: checkpoint.rule, expected: self.rule });
        }
        let givens = Givens::none().force(&checkpoint.forced).forbid(&checkpoint.forbidden);
        self.restart(givens)?;
        self.build(limits)?;
        let Checkpoint { path, closed, path_end, .. } = checkpoint;
        let mut by_links = ByLinks::default();
        let is_forced = |driver: &Self, level: usize, limits: &mut Limits<'_>| {
            by_links.is_forced(driver, &path[..=level], limits)
        };
        self.go_down(path, *closed, *path_end, is_forced, limits)?;
        self.solutions = checkpoint.solutions;
        self.levels.clone_from(&checkpoint.levels);
        self.nodes = checkpoint.levels.iter().sum();
        Ok(())
    }

    /// Moves to a position in this tree, with givens and assumptions unchanged and counters at 0.
    pub(crate) fn move_to(&mut self, tree_position: &TreePosition) {
        let mut by_links = ByLinks::default();
        self.build_without_limits();
        self.close_to(0);
        let is_forced = |driver: &Self, level: usize, limits: &mut Limits<'_>| {
            by_links.is_forced(driver, &tree_position.path[..=level], limits)
        };
        self.go_down(
            &tree_position.path,
            tree_position.closed,
            tree_position.path_end,
            is_forced,
            &mut Limits::none(),
        )
        .expect("the place is one of this tree");
    }

    /// Replaces the engine by another one for the same rule, which continues at the same position with the
    /// same counters. Returns the old one.
    ///
    /// # Errors
    /// The limit that was reached. The old engine is still in use.
    pub(crate) fn go_on_with(
        &mut self,
        mut engine: Box<dyn Engine>,
        limits: &mut Limits<'_>,
    ) -> Result<Box<dyn Engine>, Stopped> {
        let root = engine.restart(&self.problem, &self.assumptions.settled, limits)?;
        let (TreePosition { closed, path, path_end }, tally) = (self.tree_position(), self.take_tally());
        let is_forced: Vec<bool> = (0..path.len()).map(|level| self.engine.rank(level).of == 1).collect();
        let before = self.exchange(engine);
        self.stand_at_built_root(root);
        self.go_down(&path, closed, path_end, |_, level, _| Ok(is_forced[level]), &mut Limits::none())
            .expect("the rule defines the tree");
        self.set_tally(tally);
        Ok(before)
    }

    /// Moves from the root to the end of a path, of which `closed` levels are closed.
    fn go_down(
        &mut self,
        path: &[Choice],
        closed: usize,
        path_end: PathEnd,
        mut is_forced: impl FnMut(&Self, usize, &mut Limits<'_>) -> Result<bool, Stopped>,
        limits: &mut Limits<'_>,
    ) -> Result<(), CheckpointError> {
        let (above, left) = match path_end {
            // The last branch is not entered, which may take longer than all else here.
            PathEnd::Left if closed < path.len() => path.split_at(path.len() - 1),
            _ => (path, [].as_slice()),
        };
        let here = self.descend(above, closed, &mut is_forced, limits)?;
        if let &[choice] = left
            && !pass_to(&self.problem, &mut *self.engine, here, choice, limits)?
            && !is_forced(self, above.len(), limits)?
        {
            return Err(CheckpointError::Impossible { level: path.len() });
        }
        self.forget();
        self.place = DriverState::Fresh(here);
        if path_end == PathEnd::Left || here == NodeState::Dead {
            self.leave();
        }
        Ok(())
    }

    /// Takes the choices of a path from the root on, one after the other, and closes `closed` of them.
    /// Returns the state at the end.
    ///
    /// The path may come from another engine. An engine that opens a level for each forced option has levels
    /// that others do not have, as these have carried out the option within the node above: `is_forced`
    /// returns whether the choice at a level of the path was the only one there. The other engines skip such
    /// levels.
    pub(super) fn descend(
        &mut self,
        path: &[Choice],
        closed: usize,
        mut is_forced: impl FnMut(&Self, usize, &mut Limits<'_>) -> Result<bool, Stopped>,
        limits: &mut Limits<'_>,
    ) -> Result<NodeState, CheckpointError> {
        let mut here = self.root;
        (self.closed, self.start) = (0, here);
        for (level, &choice) in path.iter().enumerate() {
            match take(&self.problem, &mut *self.engine, here, choice, limits)? {
                Some(below) => here = below,
                None if is_forced(self, level, limits)? => {}
                None => return Err(CheckpointError::Impossible { level: level + 1 }),
            }
            if level + 1 == closed {
                (self.closed, self.start) = (self.engine.depth(), here);
            }
        }
        Ok(here)
    }
}

/// Asks the question of the limits if it is due before a branch is taken, which may look at each use.
pub(super) fn ask_at_branch(problem: &Problem, limits: &mut Limits<'_>) -> Result<(), Stopped> {
    limits.setup(problem.use_count() + 1)
}

/// Takes a choice, and before it those that a path leaves out because they are forced. Returns the state
/// below it; `None` if it is not the next choice of this engine, which then opens no level.
fn take(
    problem: &Problem,
    engine: &mut dyn Engine,
    here: NodeState,
    choice: Choice,
    limits: &mut Limits<'_>,
) -> Result<Option<NodeState>, Stopped> {
    Ok(pass_to(problem, engine, here, choice, limits)?.then(|| engine.take_passed()))
}

/// Moves to a choice without taking it, as [`take`] does. Returns whether it is the next choice of this engine.
fn pass_to(
    problem: &Problem,
    engine: &mut dyn Engine,
    mut here: NodeState,
    choice: Choice,
    limits: &mut Limits<'_>,
) -> Result<bool, Stopped> {
    'levels: while here == NodeState::Open {
        ask_at_branch(problem, limits)?;
        engine.open();
        let level = engine.depth() - 1;
        let is_forced = engine.rank(level).of == 1;
        while engine.pass_next() {
            let passed = engine.choice(level);
            if passed == choice {
                return Ok(true);
            }
            if is_forced && passed.item != choice.item {
                here = engine.take_passed();
                continue 'levels;
            }
        }
        engine.close();
        return Ok(false);
    }
    Ok(false)
}

/// Links at some position of a path, which have a level for each choice.
#[derive(Default)]
struct ByLinks(Option<(Links<true, true>, NodeState, usize)>);

impl ByLinks {
    /// Returns true if the last choice of a path from the root is the only one at its item, which the rule
    /// chooses there. Paths grow from one call to the next.
    fn is_forced(
        &mut self,
        driver: &Driver,
        path: &[Choice],
        limits: &mut Limits<'_>,
    ) -> Result<bool, Stopped> {
        let (links, here, taken) = match &mut self.0 {
            Some(begun) => begun,
            none => {
                let mut links = Links::new(&driver.problem, driver.rule);
                let root = links.restart(&driver.problem, &driver.assumptions.settled, limits)?;
                none.insert((links, root, 0))
            }
        };
        for &choice in &path[*taken..] {
            let Some(below) = take(&driver.problem, links, *here, choice, limits)? else { return Ok(false) };
            *here = below;
            *taken += 1;
        }
        Ok(links.rank(links.depth() - 1).of == 1)
    }
}
