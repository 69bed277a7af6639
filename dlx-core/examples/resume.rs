//! Stopping and resuming: a search that is stopped after a number of nodes, saved as text, and resumed; and the same
//! search cut into parts, which any processes can run in any order.
//!
//! Run it with `cargo run --release -p dlx-core --example resume`.

use dlx_core::{Checkpoint, Count, Limits, Search};
use dlx_instances::langford;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem = langford::problem(11)?;

    let mut search = Search::new(&problem);
    let Count::AtLeast(before, _) = search.count(&mut Limits::none().nodes(20_000)) else {
        return Err("expected that the limit ends the search".into());
    };
    let text = search.checkpoint().to_string();
    println!("{before} covers, then stopped; the checkpoint has {} bytes", text.len());

    let mut later = Search::new(&problem);
    later.resume(&text.parse::<Checkpoint>()?, &mut Limits::none())?;
    let after = later.count_rest(&mut Limits::none()).exact()?;
    println!("{after} covers after it");
    assert_eq!(before + after, 35_584);

    let mut total = 0;
    let parts = Search::new(&problem).split(50, &mut Limits::none())?;
    for part in &parts {
        let mut search = Search::new(&problem);
        search.resume(part, &mut Limits::none())?;
        total += search.count_rest(&mut Limits::none()).exact()?;
    }
    println!("{total} covers in {} parts", parts.len());
    assert_eq!(total, 35_584);
    Ok(())
}
