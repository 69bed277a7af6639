//! Solvers that are kept for later questions: a board's matrix and tables are made once.
//!
//! Idle solvers are kept up to a number of bytes; the least recently used go first.

use std::sync::{Mutex, MutexGuard, PoisonError};

use sudoku_cover::{Geometry, Rule, Solver};

/// Bytes of all idle solvers.
const MOST_BYTES: usize = 256 << 20;

/// A solver counts as at least so many bytes, which bounds how many there are.
const LEAST_BYTES: usize = 1 << 20;

/// Rows and columns of a box, and the rules: all that tells boards from one another.
type Shape = (usize, usize, Vec<Rule>);

#[derive(Debug)]
struct Idle {
    shape: Shape,
    solver: Solver,
    bytes: usize,
}

#[derive(Debug)]
pub(crate) struct Solvers {
    /// The least recently used first.
    idle: Mutex<Vec<Idle>>,
    most_bytes: usize,
}

impl Default for Solvers {
    fn default() -> Self {
        Self { idle: Mutex::default(), most_bytes: MOST_BYTES }
    }
}

impl Solvers {
    fn idle(&self) -> MutexGuard<'_, Vec<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lends a solver of this board. One that is lent when the work panics does not come back.
    pub(crate) fn lend<T>(&self, geometry: &Geometry, work: impl FnOnce(&mut Solver) -> T) -> T {
        let shape = (geometry.box_height(), geometry.box_width(), geometry.rules().to_vec());
        let known = {
            let mut idle = self.idle();
            let place = idle.iter().rposition(|idle| idle.shape == shape);
            place.map(|place| idle.remove(place).solver)
        };
        let mut solver = known.unwrap_or_else(|| Solver::new(geometry));
        let result = work(&mut solver);
        self.keep(shape, solver);
        result
    }

    fn keep(&self, shape: Shape, solver: Solver) {
        let bytes = solver.bytes().max(LEAST_BYTES);
        let mut idle = self.idle();
        idle.push(Idle { shape, solver, bytes });
        let mut total: usize = idle.iter().map(|idle| idle.bytes).sum();
        let dropped = idle.iter().take_while(|idle| {
            let is_too_much = total > self.most_bytes;
            total -= if is_too_much { idle.bytes } else { 0 };
            is_too_much
        });
        let dropped = dropped.count();
        idle.drain(..dropped);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides(solvers: &Solvers) -> Vec<usize> {
        solvers.idle().iter().map(|idle| idle.solver.matrix().geometry().side()).collect()
    }

    fn board(side: usize) -> Geometry {
        Geometry::of_side(side).expect("there is such a board")
    }

    #[test]
    fn idle_solvers_are_kept_up_to_a_number_of_bytes_and_the_least_recently_used_go_first() {
        let solvers = Solvers { most_bytes: 3 * LEAST_BYTES, ..Solvers::default() };
        for side in [1, 2, 3, 1, 4] {
            solvers.lend(&board(side), |solver| assert_eq!(solver.matrix().geometry().side(), side));
        }
        assert_eq!(sides(&solvers), [3, 1, 4]);
        // Larger than all that is kept.
        solvers.lend(&board(16), |_| {});
        assert_eq!(sides(&solvers), Vec::<usize>::new());
    }

    #[test]
    fn the_largest_boards_are_kept_a_few_at_a_time() {
        let largest = Solver::new(&board(25)).bytes();
        assert!(largest > MOST_BYTES / 64 && largest < MOST_BYTES / 4, "{largest}");
    }

    #[test]
    fn solvers_that_are_lent_at_once_are_all_kept() {
        let solvers = Solvers::default();
        solvers.lend(&board(4), |_| solvers.lend(&board(4), |_| ()));
        assert_eq!(sides(&solvers), [4, 4]);
        solvers.lend(&board(4), |_| assert_eq!(sides(&solvers), [4]));
    }
}
