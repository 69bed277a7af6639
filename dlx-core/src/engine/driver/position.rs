//! The place of a driver as a value, and the way back to it.

use super::{Driver, Place};
use crate::control::checkpoint::Choice;
use crate::control::checkpoint::{Checkpoint, CheckpointError, Spot, Stand};
use crate::engine::{Engine, Root};
use crate::problem::givens::Givens;
use crate::problem::ids::ItemId;

impl<E: Engine> Driver<E> {
    /// The place as a value.
    pub(super) fn stand(&self) -> Checkpoint {
        let settled = self.engine.settled();
        let weights = self.engine.weights();
        let weight_of = |(item, &weight): (usize, &u64)| (ItemId::new(item), weight);
        let Spot { closed, path, stand } = self.spot();
        Checkpoint {
            problem: self.problem.digest(),
            rule: self.rule,
            forced: settled.given.clone(),
            forbidden: settled.forbidden().collect(),
            closed,
            solutions: self.solutions,
            levels: self.levels.clone(),
            weighed: weights.len(),
            weights: weights.iter().enumerate().filter(|&(_, &weight)| weight != 1).map(weight_of).collect(),
            path,
            stand,
        }
    }

    /// The place within this tree.
    pub(super) fn spot(&self) -> Spot {
        let depth = self.engine.depth();
        let is_begun = |level: usize| self.engine.rank(level).tried > 0;
        let (stand, length) = match self.place {
            Place::Fresh => (Stand::Entered, depth),
            Place::Ended => (Stand::Left, self.closed),
            // A level that was opened and not begun is opened again: the rule chooses the same item.
            Place::Inside if is_begun(depth - 1) => (Stand::Left, depth),
            Place::Inside => (Stand::Entered, depth - 1),
        };
        let path = (0..length).map(|level| self.engine.choice(level)).collect();
        Spot { closed: self.closed, path, stand }
    }

    /// Goes to a place. After an error, stands at the root without givens.
    pub(super) fn go_to(&mut self, checkpoint: &Checkpoint) -> Result<(), CheckpointError> {
        let result = self.try_to_go(checkpoint);
        if result.is_err() {
            use super::Verbs;
            self.close_to(0);
            self.restart(Givens::none()).expect("without givens there is no conflict");
        }
        result
    }

    fn try_to_go(&mut self, checkpoint: &Checkpoint) -> Result<(), CheckpointError> {
        let expected = self.problem.digest();
        if checkpoint.problem != expected {
            return Err(CheckpointError::OtherProblem { found: checkpoint.problem, expected });
        }
        if checkpoint.rule != self.rule {
            return Err(CheckpointError::OtherRule { found: checkpoint.rule, expected: self.rule });
        }
        let mut weights = vec![1; self.engine.weights().len()];
        if checkpoint.weighed != weights.len() {
            return Err(CheckpointError::Weights { found: checkpoint.weighed, expected: weights.len() });
        }
        for &(item, weight) in &checkpoint.weights {
            weights[item.index()] = weight;
        }
        let givens = Givens::none().force(&checkpoint.forced).forbid(&checkpoint.forbidden);
        self.close_to(0);
        self.forget();
        self.closed = 0;
        self.engine.restart(&self.problem, givens)?;
        self.go_down(&checkpoint.path, checkpoint.closed, checkpoint.stand)?;
        self.engine.set_weights(&weights);
        if self.closed > 0 {
            self.weights = weights;
        } else {
            // Rewinding goes to the root, where nothing has been learned.
            self.weights.clear();
        }
        self.solutions = checkpoint.solutions;
        self.levels.clone_from(&checkpoint.levels);
        self.nodes = checkpoint.levels.iter().sum();
        Ok(())
    }

    /// Goes to a place of this tree, which leaves what is given and assumed as it is. Nothing is counted there.
    pub(super) fn move_to_spot(&mut self, spot: &Spot) {
        self.close_to(0);
        self.forget();
        self.go_down(&spot.path, spot.closed, spot.stand).expect("the place is one of this tree");
    }

    /// Goes from the root to the end of a path, of which so many levels are closed.
    fn go_down(&mut self, path: &[Choice], closed: usize, stand: Stand) -> Result<(), CheckpointError> {
        let (floor, here) = self.descend(path, closed)?;
        self.closed = floor;
        self.engine.forget();
        self.place = Place::Fresh;
        if stand == Stand::Left || here == Root::Dead {
            self.leave();
        }
        Ok(())
    }

    /// Takes the choices of a path, one after the other. Answers how deep the walk was after so many of them,
    /// and what stands at the end.
    ///
    /// The path may be that of another engine. One that opens a level for each forced option writes levels that
    /// others do not have, where the option has been carried out already; the others leave out levels that it
    /// has, which are those of an item with one way.
    pub(super) fn descend(
        &mut self,
        path: &[Choice],
        closed: usize,
    ) -> Result<(usize, Root), CheckpointError> {
        let (mut floor, mut here) = (0, self.engine.here());
        for (level, &choice) in path.iter().enumerate() {
            if !self.engine.has_carried_out(choice) {
                while here == Root::Open
                    && let Some(item) = self.engine.forced()
                    && item != choice.item
                {
                    self.engine.open_at(item);
                    self.engine.pass_next();
                    here = self.engine.take_passed().into();
                }
                let taken = if here == Root::Open { self.take(choice) } else { None };
                here = taken.ok_or(CheckpointError::Impossible { level: level + 1 })?;
            }
            if level + 1 == closed {
                floor = self.engine.depth();
            }
        }
        Ok((floor, here))
    }

    /// Opens a level for a choice and takes it, if it can be taken here.
    fn take(&mut self, choice: Choice) -> Option<Root> {
        if !self.engine.open_at(choice.item) {
            return None;
        }
        let level = self.engine.depth() - 1;
        while self.engine.pass_next() {
            if self.engine.choice(level) == choice {
                return Some(self.engine.take_passed().into());
            }
        }
        None
    }
}
