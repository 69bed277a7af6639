//! Prints the cost of puzzles and boards with rules of variants.

mod files;
mod generated;
mod grids;
mod puzzle;

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand};
use dlx_core::{CountError, Limits};
use sudoku_cover::{Contradicting, GenerateError, GeometryError, GridError, RuleError};
use thiserror::Error;

/// Measure Sudoku variants.
///
/// A puzzle is measured from its record to the answer whether it has one solution: the board with the rules of
/// the record, its matrix and the search. Each solution is compared with the givens and the rules before the
/// time counts, without the matrix. The time is the shortest of several runs. A puzzle that is not finished
/// within the limit counts with the time until it was stopped.
#[derive(Debug, Parser)]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    Files(files::Args),
    Generated(generated::Args),
    Grids(grids::Args),
}

#[derive(Debug, Error)]
enum Fault {
    #[error("{path}: {error}")]
    Io { path: PathBuf, error: io::Error },
    #[error("{name}: invalid solution: {reason}")]
    WrongSolution { name: String, reason: String },
    #[error("{name}: expected the answer of the first run, found another one")]
    Differ { name: String },
    #[error("{name}: expected one solution, the generated one, found another answer")]
    NotGenerated { name: String },
    #[error("{name}: {error}")]
    Generate { name: String, error: GenerateError },
    #[error("expected {expected} grids, found {found}")]
    WrongCount { expected: u64, found: String },
    #[error(transparent)]
    Geometry(#[from] GeometryError),
    #[error(transparent)]
    Rule(#[from] RuleError),
    #[error(transparent)]
    Grid(#[from] GridError),
    #[error(transparent)]
    Contradicting(#[from] Contradicting),
    #[error(transparent)]
    Count(#[from] CountError),
}

fn main() -> ExitCode {
    benches::ended(env!("CARGO_BIN_NAME"), run(&Args::parse()))
}

fn run(args: &Args) -> Result<(), Fault> {
    match &args.task {
        Task::Files(args) => files::run(args),
        Task::Generated(args) => generated::run(args),
        Task::Grids(args) => grids::run(args),
    }
}

/// Returns limits that stop a run at this time.
fn until(deadline: Instant) -> Limits<'static> {
    Limits::none().ask(256, move |_| {
        if Instant::now() < deadline { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
}
