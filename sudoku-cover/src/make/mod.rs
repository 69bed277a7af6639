//! Making puzzles, and looking at what they are made of: generators, redundant givens, canonical forms, and what is
//! wrong with a puzzle.

pub mod canon;
pub mod diagnose;
pub mod generate;
pub mod minimize;
