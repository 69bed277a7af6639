//! Explaining: the steps by which people solve a puzzle, each with the reason why it is true, and its rating.
//!
//! Run it with `cargo run --release -p sudoku-cover --example explain`.

use std::error::Error;

use dlx_core::Limits;
use sudoku_cover::{Explainer, Geometry, Grid};

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle: Grid =
        ".28...............7.....36...3....7.1.798.......14...6.75.12.4.4...9.6....63.....".parse()?;
    let mut explainer = Explainer::new(&Geometry::classic());
    explainer.load(&puzzle)?;
    let mut steps = 0;
    while let Some(step) = explainer.next_step(&mut Limits::none())? {
        println!("{step}");
        println!("    {}", step.reason());
        steps += 1;
    }
    println!("{steps} steps");
    assert!(steps > 0);
    Ok(())
}
