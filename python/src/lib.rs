//! The native part of the Python package `excover`: it holds problems, runs searches without the interpreter
//! lock, and converts errors to exceptions. The public interface is in `excover/*.py`, which also do the
//! conversions that are simple in Python. This crate contains no algorithms.

#![allow(clippy::needless_pass_by_value, reason = "Python hands values over")]

use pyo3::prelude::*;

mod ahead;
mod diagram;
mod problem;
mod sudoku;
mod tasks;
mod watch;

#[pymodule(gil_used = false)]
mod _excover {
    #[pymodule_export]
    use crate::diagram::DiagramCore;
    #[pymodule_export]
    use crate::problem::{Listing, ProblemCore, RepresentativeListing, SymmetriesCore};
    #[pymodule_export]
    use crate::sudoku::{
        sudoku_answer_array, sudoku_automorphisms, sudoku_canon, sudoku_check, sudoku_count, sudoku_explain,
        sudoku_generate, sudoku_rate, sudoku_solve, sudoku_steps,
    };
    #[pymodule_export]
    use crate::tasks::{merge_count, merge_covers, resplit_task, run_task, split_problem, write_file};
}
