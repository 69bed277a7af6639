//! Prints the puzzles of standard input that need the most nodes in the plain search, the hardest first.
//!
//! ```text
//! dlx sudoku generate -n 1000 | cargo run --release -p sudoku-cover --example hardest 10
//! ```
//!
//! The nodes are those of a list of all solutions with the links engine, which branches on an item with
//! the fewest options and does nothing else. All puzzles must be of the classic board.

use std::error::Error;
use std::io;

use dlx_core::Limits;
use sudoku_cover::{Geometry, Grid, Reader, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let wanted: usize = std::env::args().nth(1).ok_or("how many puzzles?")?.parse()?;
    let geometry = Geometry::classic();
    let mut solver = Solver::new(&geometry);
    let mut ranked: Vec<(u64, Grid)> = Vec::new();
    for record in Reader::new(io::stdin().lock()).with_geometry(&geometry) {
        let grid = record?.grid;
        solver.load(&grid)?;
        ranked.push((solver.nodes(&mut Limits::none())?, grid));
    }
    // The sort is stable: of equally hard puzzles the earlier one comes first.
    ranked.sort_by_key(|&(nodes, _)| std::cmp::Reverse(nodes));
    for (_, grid) in ranked.iter().take(wanted) {
        println!("{}", grid.to_line());
    }
    Ok(())
}
