//! Groups of flags that several commands share. Each flag is defined and read only here.

mod budgets;
mod problem;
mod puzzles;
mod running;
mod searching;
mod symmetry;
mod variants;

pub(crate) use budgets::{Deadline, Memory, Nodes, duration};
pub(crate) use problem::{NamedProblem, Problem, ProblemList, ReadFormat, Source};
pub(crate) use puzzles::{Board, PuzzleFormat, Puzzles, Size, format};
pub(crate) use running::{Color, Globals, OutputFile, ReportFormat, Seed, Threads, When};
pub(crate) use searching::{Assumed, Engine, Given, Reduce, Searching, listing_engine, named_item, rule};
pub(crate) use symmetry::{ChosenSymmetries, UpToSymmetry};
pub(crate) use variants::Rules;
