//! The workloads, the baselines and the tables of figures.

mod baselines;
mod sudoku;
mod tables;
mod variants;
mod workloads;
