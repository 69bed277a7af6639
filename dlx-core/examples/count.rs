//! Counting: how many ways 12 queens can be placed, found by listing them and without listing them, and how many there
//! are when the corners must stay free.
//!
//! Run it with `cargo run --release -p dlx-core --example count`.

use dlx_core::{Limits, OptionId, Query, Search};
use dlx_instances::queens::{self, Board};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem = queens::problem(12, Board::Plain)?;

    // What it would take to list them, from a thousand random descents of the search tree.
    let estimate = Search::new(&problem).estimate(1000, 1, &mut Limits::none());
    println!("estimated: {:.0} ways, {:.0} nodes", estimate.solutions.value, estimate.nodes.value);

    let query = Query::new(&problem).threads(0);
    let listed = Search::new(&problem).count(&mut Limits::none()).exact()?;
    let counted = query.count()?.exact()?;
    println!("exactly: {counted}");
    assert_eq!((listed, counted.to_string()), (14_200, "14200".to_owned()));

    let is_corner = |option: &OptionId| {
        let text = problem.display_option(*option).to_string();
        ["r0 c0 ", "r0 c11 ", "r11 c0 ", "r11 c11 "].iter().any(|corner| text.starts_with(corner))
    };
    let corners: Vec<OptionId> = problem.options().filter(is_corner).collect();
    assert_eq!(corners.len(), 4);
    let free = query.forbidden(corners).count()?.exact()?;
    println!("with free corners: {free}");
    Ok(())
}
