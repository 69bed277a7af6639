//! Sampling: random tilings of a chessboard with dominoes, each with the same probability, and the probability of a
//! single domino. All 12,988,816 tilings are held in one decision diagram; none is listed.
//!
//! Run it with `cargo run --release -p dlx-core --example sample`.

use dlx_core::{OptionId, Query};
use dlx_instances::dominoes;
use dlx_instances::region::Region;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem = dominoes::problem(&Region::rectangle(8, 8)?)?;
    let diagram = Query::new(&problem).diagram()?;
    // P. W. Kasteleyn, The statistics of dimers on a lattice, 1961.
    assert_eq!(diagram.count(), 12_988_816_u32.into());
    println!("{} tilings in {} nodes", diagram.count(), diagram.len());

    let first = OptionId::new(0);
    println!("`{}`: in {:.4} of them", problem.display_option(first), diagram.probabilities()[0]);

    let mut sampler = diagram.sampler(2026);
    for _ in 0..3 {
        let cover = sampler.draw().ok_or("there are tilings")?;
        let dominoes: Vec<String> =
            cover.iter().map(|&option| problem.display_option(option).to_string()).collect();
        println!("{}", dominoes.join(", "));
    }
    Ok(())
}
