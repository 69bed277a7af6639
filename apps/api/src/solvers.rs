//! A cache of solvers, so that the matrix and tables of a board are built only once.
//!
//! Idle solvers are kept up to a total size; the least recently used are dropped first.

use std::sync::{Mutex, MutexGuard, PoisonError};

use sudoku_cover::{Geometry, Rule, Solver};

/// The largest total size of the idle solvers, in bytes.
const MOST_BYTES: usize = 256 << 20;

/// The smallest size counted for a solver, in bytes, which limits their number.
const LEAST_BYTES: usize = 1 << 20;

/// The rows and columns of a box, and the rules, which identify a board.
type Shape = (usize, usize, Vec<Rule>);

#[derive(Debug)]
struct Idle {
    shape: Shape,
    solver: Solver,
    bytes: usize,
}

#[derive(Debug)]
pub(crate) struct Solvers {
    /// The solvers, the least recently used first.
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

    /// Calls `work` with a solver for this board. If the work panics, the solver is dropped.
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
        // Larger than the limit of the cache.
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
