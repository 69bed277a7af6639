//! Generating: a killer puzzle by seed, solved, and drawn as SVG.
//!
//! Run it with `cargo run --release -p sudoku-cover --example generate > killer.svg`.

use std::error::Error;

use dlx_core::{Limits, Uniqueness};
use sudoku_cover::{Generator, Geometry, Picture, Solver, Wish};

fn main() -> Result<(), Box<dyn Error>> {
    let mut generator = Generator::new(&Geometry::classic(), 2026).with_drawn(&["killer".parse()?])?;
    let made = generator.puzzle(0, Wish::Minimal, Limits::none)?;
    let board = generator.board_of(&made);

    let mut solver = Solver::new(&board);
    solver.load(&made.puzzle)?;
    let Uniqueness::One(solution) = solver.uniqueness(&mut Limits::none()) else {
        return Err("expected one solution".into());
    };
    assert_eq!(solution, made.solution);

    println!("{}", Picture::new(&board, &made.puzzle)?.to_svg());
    Ok(())
}
