//! The native half of the Python package `dlx`: it holds problems, runs searches without the interpreter lock, and
//! turns every error into an exception. What users see is in `dlx/*.py`, which hold the conversions that Python does
//! well. No algorithm is here.

#![allow(clippy::needless_pass_by_value, reason = "Python hands values over")]

use pyo3::prelude::*;

mod diagram;
mod problem;
mod sudoku;
mod tasks;
mod watch;

#[pymodule(gil_used = false)]
mod _dlx {
    #[pymodule_export]
    use crate::diagram::DiagramCore;
    #[pymodule_export]
    use crate::problem::{Listing, ProblemCore};
    #[pymodule_export]
    use crate::sudoku::{
        sudoku_answer_array, sudoku_check, sudoku_count, sudoku_explain, sudoku_generate, sudoku_rate,
        sudoku_solve,
    };
    #[pymodule_export]
    use crate::tasks::{merge_count, merge_covers, resplit_task, run_task, split_problem, write_file};
}
