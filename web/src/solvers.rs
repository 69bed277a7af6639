//! Solvers for whichever work needs one: a board's matrix and tables are made once.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sudoku_cover::{Geometry, Rule, Solver};

/// The most idle solvers of a board that are kept.
const MOST_IDLE: usize = 16;

/// The most boards whose solvers are kept.
const MOST_BOARDS: usize = 32;

/// Rows and columns of a box, and the rules: all that tells boards from one another.
type Shape = (usize, usize, Vec<Rule>);

#[derive(Debug, Default)]
pub(crate) struct Solvers {
    idle: Mutex<HashMap<Shape, Vec<Solver>>>,
}

impl Solvers {
    fn idle(&self) -> MutexGuard<'_, HashMap<Shape, Vec<Solver>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lends a solver of this board. One that is lent when the work panics does not come back.
    pub(crate) fn lend<T>(&self, geometry: &Geometry, work: impl FnOnce(&mut Solver) -> T) -> T {
        let shape = (geometry.box_height(), geometry.box_width(), geometry.rules().to_vec());
        let known = self.idle().get_mut(&shape).and_then(Vec::pop);
        let mut solver = known.unwrap_or_else(|| Solver::new(geometry));
        let result = work(&mut solver);
        let mut idle = self.idle();
        if idle.len() >= MOST_BOARDS && !idle.contains_key(&shape) {
            idle.clear();
        }
        let same = idle.entry(shape).or_default();
        if same.len() < MOST_IDLE {
            same.push(solver);
        }
        result
    }
}
