//! Symmetries: the 92 ways to place 8 queens are 12 if rotations and reflections of the board count as the same.
//!
//! Run it with `cargo run --release -p dlx-core --example symmetries`.

use dlx_core::{Limits, Query};
use dlx_instances::queens::{self, Board};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem = queens::problem(8, Board::Plain)?;
    // Found from the problem alone: nothing says that it is a board.
    let symmetries = Query::new(&problem).symmetries()?;
    println!("{} symmetries", symmetries.order());

    let mut representatives = symmetries.representatives();
    let mut number = 0;
    while let Some(found) = representatives.next_representative(&mut Limits::none())? {
        number += 1;
        let queens: Vec<String> =
            found.cover.iter().map(|&option| problem.display_option(option).to_string()).collect();
        println!("{} equivalent: {}", found.orbit, queens.join(", "));
    }
    assert_eq!(number, 12);
    assert_eq!(symmetries.count(&mut Limits::none()).exact()?, 12_u32.into());
    Ok(())
}
