//! Prints the cost of puzzles and boards with rules of variants.

mod fault;
mod files;
mod generated;
mod grids;
mod puzzle;

use clap::Subcommand;

pub(crate) use fault::Fault;

/// Measure Sudoku variants.
///
/// A puzzle is measured from its record to the answer whether it has one solution: the board with the rules of
/// the record, its matrix and the search. Each solution is compared with the givens and the rules before the
/// time counts, without the matrix. The time is the shortest of several runs. A puzzle that is not finished
/// within the limit counts with the time until it was stopped.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    Files(files::Args),
    Generated(generated::Args),
    Grids(grids::Args),
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    match &args.task {
        Task::Files(args) => files::run(args),
        Task::Generated(args) => generated::run(args),
        Task::Grids(args) => grids::run(args),
    }
}
