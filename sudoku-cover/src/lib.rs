//! Sudoku of sides 1 to 25: boards, grids, and the many ways in which people write puzzles down.
//!
//! ```
//! use sudoku_cover::{Geometry, Reader};
//!
//! let input = "# from the newspaper\n\
//!     53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 easy\n";
//! for record in Reader::new(input.as_bytes()) {
//!     let record = record?;
//!     assert_eq!(record.grid.clue_count(), 30);
//!     assert!(record.grid.contradictions(&Geometry::classic())?.is_empty());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`array`](mod@array) | many puzzles as digits in one array: their solutions, and how many each has |
//! | [`backdoor`] | how few digits must be told until singles solve a puzzle |
//! | [`batch`] | many puzzles on several threads, with the results in order |
//! | [`booklet`] | the entries of a booklet: puzzles solved and rated |
//! | [`canon`] | the canonical form of a grid under the symmetries of the board, and their number |
//! | [`certify`] | a proof of each step by the engine |
//! | [`compare`] | what is different between two grids, and between two lists of them |
//! | [`completions`] | all solutions of a puzzle at once: how many, and any number of them at random |
//! | [`diagnose`] | why a puzzle has no solution, or several, and what would give it one |
//! | [`explain`] | solving as people do, step by step, each step in words |
//! | [`game`] | a puzzle being played: entries, pencilmarks, undo and redo, hints |
//! | [`generate`] | puzzles from a seed: unique, by design, of a level |
//! | [`geometry`] | cells, digits, candidates; rows, columns and boxes of a board, and the peers of a cell |
//! | [`geometry::rules`] | the rules of variants, and the text that they are written in |
//! | [`grid`] | which digit stands in which cell, and the contradictions between the digits |
//! | [`matrix`] | the exact cover problem of a board: candidates are options, constraints are items |
//! | [`minimize`] | clues that are not needed |
//! | [`pencilmarks`] | which digits are still thought possible in which cell |
//! | [`draw`] | grids as SVG and as text, booklets to print |
//! | [`rate`] | how hard a puzzle is, from the steps of its explanation |
//! | [`solve`] | solving: a first solution, none or one or several, how many, all of them |
//! | [`step`] | a step of an explanation as plain data |
//! | [`symmetry`] | the symmetries that the cells with clues can have |
//! | [`technique`] | the techniques by name, their levels and scores |
//! | [`text`] | the reader of puzzle streams with its grammar, and a writer for each format |
//! | [`why_not`] | why a digit cannot stand in a cell |

#![forbid(unsafe_code)]
#![warn(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::cast_possible_truncation
)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "in a test a panic is the message"))]

pub mod batch;
pub mod draw;
pub mod game;
mod human;
mod make;
mod model;
pub mod solve;
pub mod text;
mod work;

pub use draw::{Booklet, Entry, Ink, Paper, Picture, Theme};
pub use game::{EditError, Game, NoHint};
pub use human::backdoor::{Backdoor, BackdoorError, Backdoors};
pub use human::explain::{Explainer, Grade, Hint, Order, State};
pub use human::rate::{LikeExplainer, Rating};
pub use human::step::{HouseName, Link, LockedCells, Node, Step, Strength};
pub use human::technique::{Level, Needs, Technique};
pub use human::technique_names::UnknownTechnique;
pub use human::why_not::{Branch, WhyNot};
pub use human::{backdoor, certify, explain, rate, step, technique, why_not};
pub use make::canon::{CanonError, Canonical, Canonizer};
pub use make::diagnose::{Ambiguity, Conflict, Diagnosis, Repair};
pub use make::generate::{
    Demand, Design, GenerateError, Generated, Generator, Pattern, PatternError, Redundancy, Wish,
};
pub use make::minimize::{MinimizeError, Minimized};
pub use make::{booklet, canon, diagnose, generate, minimize};
pub use model::geometry::rules::{Regions, Rule, RuleError, Variant};
pub use model::geometry::{
    Cage, Candidate, Cell, CellError, Digit, Geometry, GeometryError, House, HouseKind, RuleLineError,
    RuleTextError,
};
pub use model::grid::{Breach, Contradiction, Grid, GridError};
pub use model::pencilmarks::{Marks, Pencilmarks};
pub use model::symmetry::Symmetry;
pub use model::unexpected::Unexpected;
pub use model::{compare, geometry, grid, pencilmarks, symmetry};
pub use solve::completions::Completions;
pub use solve::matrix::{Constraint, Matrix};
pub use solve::solvers::Solvers;
pub use solve::{Contradicting, Solver};
pub use solve::{array, completions, matrix};
pub use text::{
    Column, Detail, Format, Key, Line, Loss, More, ReadError, ReadErrorKind, Reader, Record, WriteError,
    Writer,
};

/// The programs of the README, compiled and run with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// Compiles and runs the Rust programs of the README and the guide as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
#[doc = include_str!("../../docs/library.md")]
mod guide {}
