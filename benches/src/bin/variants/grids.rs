//! The cost of counting all grids of a board with a rule.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use benches::measure::{aligned, table};
use dlx_core::{BigUint, Count};
use sudoku_cover::{Geometry, Grid, Rule, Solver, Variant};

use crate::{Fault, until};

/// Count the grids of the blank non-consecutive 9x9 board, one by one and without listing them.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Seconds after which each count is stopped.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    limit: u32,

    /// Number of threads of the count without a list.
    #[arg(short = 'j', long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,

    /// Memory limit of the count without a list, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    memory: u16,
}

/// The number of grids that the project dclamage/SudokuSolver publishes.
const PUBLISHED: u64 = 5_287_048;

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let board = Geometry::classic().with_rules(&[Rule::Variant(Variant::NonConsecutive)])?;
    let mut solver = Solver::new(&board);
    solver.prepare();
    solver.load(&Grid::empty(board.side())?)?;
    let limits = || until(Instant::now() + Duration::from_secs(u64::from(args.limit)));
    let mut table = table(["method", "grids", "seconds", "nodes"]);
    let mut add = |method: &str, count: Count<BigUint>, time: Duration, nodes: u64| {
        table.add_row([
            method.to_owned(),
            shown(count)?,
            format!("{:.2}", time.as_secs_f64()),
            nodes.to_string(),
        ]);
        Ok::<(), Fault>(())
    };

    let start = Instant::now();
    let count = solver.count(&mut limits());
    let time = start.elapsed();
    add(solver.method(), count.map(BigUint::from), time, solver.counters().nodes)?;

    let start = Instant::now();
    let bytes = usize::from(args.memory) << 20;
    let counted = solver.count_all(args.threads, &mut limits().bytes(bytes))?;
    let time = start.elapsed();
    let engines: Vec<String> = counted.parts.iter().map(|part| part.engine.to_string()).collect();
    let nodes = counted.parts.iter().map(|part| part.nodes).sum();
    add(&format!("without a list: {}", engines.join(", ")), counted.count, time, nodes)?;

    println!("{}", aligned(table, 1));
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
