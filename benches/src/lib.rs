//! The workloads and baselines of the benchmarks.
//!
//! | module | contents |
//! |---|---|
//! | [`workloads`] | the problems and puzzles of `testdata`, and generated problems, each with its known answer |
//! | [`measure`] | times of repeated work, and the tables that show them |
//! | [`draw`] | random numbers that a seed determines |
//! | [`baselines`] | five methods for 9x9 Sudoku, from trial and error to dancing links on the matrix reduced by the givens |
//!
//! The binary `compare` prints the cost of the five methods, `sudoku` that of files of puzzles, `variants` that
//! of puzzles with rules of variants. `cargo bench` times the engines. The workspace in `against/` compares them
//! with other crates.

#![forbid(unsafe_code)]

pub mod baselines;
pub mod draw;
pub mod measure;
pub mod workloads;

use std::fmt::Display;
use std::process::ExitCode;

/// Returns the exit code of a program with this outcome, after printing an error to standard error.
pub fn ended(program: &str, outcome: Result<(), impl Display>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{program}: {fault}");
            ExitCode::FAILURE
        }
    }
}
