//! What the engines are measured on, and against what.
//!
//! | module | what it holds |
//! |---|---|
//! | [`workloads`] | the problems and puzzles of `testdata`, and problems made here, each with its known answer |
//! | [`measure`] | times of repeated work, and the tables that show them |
//! | [`baselines`] | five methods for 9x9 Sudoku, from trial and error to dancing links on what the clues leave |
//!
//! The binary `compare` prints what the five methods cost, `sudoku` what files of puzzles cost. `cargo bench` times the
//! engines. The workspace in `against/` measures them beside other crates.

pub mod baselines;
pub mod measure;
pub mod workloads;

use std::fmt::Display;
use std::process::ExitCode;

/// The exit code of a program with this outcome; a fault is said on standard error.
pub fn ended(program: &str, outcome: Result<(), impl Display>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{program}: {fault}");
            ExitCode::FAILURE
        }
    }
}
