//! Explaining: why a timetable is impossible. The answer is a smallest set of demands that contradict one another: if
//! any one of them were dropped, the others could be met.
//!
//! Run it with `cargo run --release -p dlx-core --example why`.

use dlx_core::{ItemId, Problem, Query, Why};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem = Problem::builder()
        .primary(["ada", "ben", "eve", "kim"])
        .secondary(["monday", "tuesday", "friday"])
        .option(["ada", "monday"])
        .option(["ada", "tuesday"])
        .option(["ben", "monday"])
        .option(["ben", "tuesday"])
        .option(["eve", "monday"])
        .option(["eve", "tuesday"])
        .option(["kim", "friday"])
        .build()?;
    let Why::Core(core) = Query::new(&problem).why()? else {
        return Err("expected that there is no cover".into());
    };
    let names =
        |items: &[ItemId]| items.iter().map(|&item| problem.name(item)).collect::<Vec<_>>().join(", ");
    println!("{} cannot all have a place of their own on {}", names(&core.items), names(&core.conflicts));
    assert_eq!(names(&core.items), "ada, ben, eve");
    Ok(())
}
