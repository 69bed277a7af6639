//! The memory of solvers. This is the only test of its process, because it measures the memory of the whole
//! process.

use std::fs;

use dlx_core::Limits;
use sudoku_cover::{Geometry, Grid, Pencilmarks, Solver};

/// Returns the bytes of this process in memory, if the system reports them.
fn resident() -> Option<usize> {
    let pages: usize = fs::read_to_string("/proc/self/statm").ok()?.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

#[test]
fn the_bytes_of_a_solver_are_about_what_it_takes_after_questions_of_all_kinds() {
    let plain = Geometry::of_side(25).expect("there is such a board");
    let x = plain.clone().with_rules(&["x".parse().expect("it is a rule")]).expect("it fits the board");
    // All solvers are kept, so that no memory is reused.
    let mut kept = Vec::new();
    for board in [plain, x] {
        let Some(before) = resident() else { return };
        let solvers: Vec<Solver> = (0..4)
            .map(|_| {
                let blank = Grid::empty(board.side()).expect("there is such a grid");
                let mut solver = Solver::new(&board);
                solver.load(&blank).expect("nothing contradicts");
                drop(solver.uniqueness(&mut Limits::none().nodes(5000)));
                solver.nodes(&mut Limits::none().nodes(5000)).ok();
                let all = Pencilmarks::full(board.side()).expect("there is such a board");
                solver.load_allowed(&blank, &all).expect("nothing contradicts");
                drop(solver.next_solution(&mut Limits::none().nodes(20_000)));
                solver.prepare();
                solver
            })
            .collect();
        let taken = resident().expect("it was told before").saturating_sub(before) / solvers.len();
        let said = solvers[0].bytes();
        println!("side {}: {taken} bytes taken, {said} said", board.side());
        assert!(taken <= said && said <= 8 * taken, "side {}: {taken} taken, {said} said", board.side());
        kept.push(solvers);
    }
}
