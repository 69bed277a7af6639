//! The native part of the Python package `excover`: it holds problems, runs searches without the interpreter
//! lock, and converts errors to exceptions. The public interface is in `excover/*.py`, which also do the
//! conversions that are simple in Python. This crate contains no algorithms.

#![allow(clippy::needless_pass_by_value, reason = "Python hands values over")]

use pyo3::prelude::*;

mod ahead;
mod costs;
mod diagram;
mod draw;
mod formats;
mod generate;
mod instances;
mod problem;
mod progress;
mod progress_calls;
mod puzzles;
mod sudoku;
mod tasks;
mod uses;
mod watch;

#[pymodule(gil_used = false)]
mod _excover {
    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use crate::diagram::DiagramCore;
    #[pymodule_export]
    use crate::draw::sudoku_draw;
    #[pymodule_export]
    use crate::formats::{read_problem, write_problem};
    #[pymodule_export]
    use crate::generate::sudoku_generate;
    #[pymodule_export]
    use crate::instances::{
        assignment_problem, coloring_problem, crossword_problem, drawn_cells, instance_of_numbers,
        instance_of_region, packing_problem, shape_forms, words_problem,
    };
    #[pymodule_export]
    use crate::problem::{Listing, ProblemCore, RepresentativeListing, SymmetriesCore};
    #[pymodule_export]
    use crate::sudoku::{
        SolutionListing, sudoku_answer, sudoku_answer_array, sudoku_automorphisms, sudoku_blank,
        sudoku_canon, sudoku_check, sudoku_count, sudoku_explain, sudoku_left_out, sudoku_minimize,
        sudoku_rate, sudoku_redundant, sudoku_sample, sudoku_solutions, sudoku_solve, sudoku_steps,
        sudoku_true_candidates, sudoku_why, sudoku_why_not,
    };
    #[pymodule_export]
    use crate::tasks::{MergeCore, check_covers, read_tasks, resplit_task, run_task, split_problem};
    #[pymodule_export]
    use crate::uses::Uses;
    #[pymodule_export]
    use crate::watch::NodeLimitError;
}
