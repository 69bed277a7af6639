//! The cost of counting all grids of a board with a rule.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use benches::measure::{aligned, table};
use dlx_core::{BigUint, Count};
use sudoku_cover::{CountedGrids, Geometry, Grid, Rule, Solver, Variant};

use super::fault::{Fault, until};

/// Count the grids of the blank non-consecutive 9x9 board, one by one and all at once.
///
/// A count must be the published one or, if it was stopped, not exceed it.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Seconds after which each count is stopped.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    limit: u32,

    /// Number of threads of the count at once.
    #[arg(short = 'j', long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,

    /// Memory limit of the count at once, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    memory: u16,
}

/// The number of grids that the project dclamage/SudokuSolver publishes.
const PUBLISHED: u64 = 5_287_048;

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let board = Geometry::classic().with_rules(&[Rule::Variant(Variant::NonConsecutive)])?;
    let mut solver = Solver::new(&board);
    solver.load(&Grid::empty(board.side())?)?;
    let limits = || until(Instant::now() + Duration::from_secs(u64::from(args.limit)));
    let seconds = |start: Instant| format!("{:.2}", start.elapsed().as_secs_f64());
    let mut table = table(["count", "by", "grids", "seconds", "nodes"]);

    let start = Instant::now();
    let found = solver.find_up_to(u64::MAX, &mut limits());
    let (time, count, effort) = (seconds(start), found.count(), found.effort());
    let (method, nodes) = (effort.method.to_owned(), effort.counters.nodes.to_string());
    table.add_row(["one by one".to_owned(), method, shown(count.map(BigUint::from))?, time, nodes]);

    let start = Instant::now();
    let bytes = usize::from(args.memory) << 20;
    let CountedGrids { count, parts, by_boxes, .. } =
        solver.count_all(args.threads, &mut limits().bytes(bytes))?;
    let time = seconds(start);
    // A count that was stopped does not tell its engines and nodes.
    let of_parts = parts.iter().map(|part| (part.engine.to_string(), part.nodes.to_string()));
    let of_boxes = by_boxes.map(|by| ("boxes".to_owned(), by.nodes.to_string()));
    let (engines, nodes): (Vec<_>, Vec<_>) = of_parts.chain(of_boxes).unzip();
    let (engines, nodes) = (engines.join(", "), nodes.join(", "));
    table.add_row(["all at once".to_owned(), engines, shown(count)?, time, nodes]);

    println!("{}", aligned(table, 2));
    Ok(())
}

/// Returns a count in words.
///
/// # Errors
/// A count that contradicts the published one.
fn shown(count: Count<BigUint>) -> Result<String, Fault> {
    let published = BigUint::from(PUBLISHED);
    match count {
        Count::Exact(found) if found == published => Ok(found.to_string()),
        Count::AtLeast(found, _) if found <= published => Ok(format!("at least {found}, not finished")),
        Count::Exact(found) | Count::AtLeast(found, _) => {
            Err(Fault::WrongCount { expected: PUBLISHED, found: found.to_string() })
        }
    }
}
