//! Solving: reads puzzles in any format from standard input, and prints whether each has one solution, several or none.
//!
//! ```text
//! cargo run --release -p sudoku-cover --example solve < puzzles.txt
//! ```

use std::error::Error;
use std::io;

use dlx_core::{Limits, Uniqueness};
use sudoku_cover::{Geometry, Reader, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let mut solver = Solver::new(&Geometry::classic());
    for record in Reader::new(io::stdin().lock()).with_geometry(&Geometry::classic()) {
        let record = record?;
        if let Err(contradicting) = solver.load(&record.grid) {
            println!("{}: {contradicting}", record.number);
            continue;
        }
        match solver.uniqueness(&mut Limits::none()) {
            Uniqueness::One(solution) => println!("{}: {}", record.number, solution.to_line()),
            Uniqueness::Several(..) => println!("{}: several solutions", record.number),
            _ => println!("{}: no solution", record.number),
        }
    }
    Ok(())
}
