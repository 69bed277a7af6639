//! The workloads and baselines of the benchmarks.
//!
//! | module | contents |
//! |---|---|
//! | [`workloads`] | the problems and puzzles of `testdata`, and generated problems, each with its known answer |
//! | [`measure`] | times of repeated work, and the tables that show them |
//! | [`objection`] | why a grid is no solution of a puzzle with rules |
//! | [`draw`] | random numbers that a seed determines |
//! | [`baselines`] | five methods for 9x9 Sudoku, from trial and error to dancing links on the matrix reduced by the givens |
//!
//! The program `benches` has a command for each comparison. `cargo bench` times the engines. The workspace in
//! `against/` compares them with other crates.

#![forbid(unsafe_code)]

pub mod baselines;
pub mod draw;
pub mod measure;
pub mod objection;
pub mod workloads;
