//! Sudoku of sides 1 to 25: boards, grids, solving, explaining, generating, drawing, and the formats in which
//! people write puzzles.
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
//! | To | use |
//! |---|---|
//! | read and write puzzles in any format | [`text`], [`Reader`], [`Writer`] |
//! | hold a grid or its pencilmarks, and find contradictions | [`grid`], [`pencilmarks`] |
//! | describe a board: size, boxes, regions, rules of variants | [`geometry`], [`geometry::rules`] |
//! | solve a puzzle, test whether its solution is unique, count or list solutions | [`solve`], [`Solver`] |
//! | solve many puzzles at once | [`dlx_ordered`], [`array`](mod@array) |
//! | count all solutions, or draw random ones | [`completions`] |
//! | solve as people do, step by step; give hints | [`explain`], [`step`], [`technique`] |
//! | have each step proved by the solver | [`certify`] |
//! | rate a puzzle | [`rate`], [`backdoor`] |
//! | explain why a digit is impossible in a cell | [`why_not`] |
//! | explain why a puzzle has no solution or several, and repair it | [`diagnose`] |
//! | generate puzzles, by seed, level, symmetry, technique or pattern | [`generate`], [`symmetry`] |
//! | remove redundant givens | [`minimize`] |
//! | recognize equivalent puzzles, list the symmetries of a puzzle | [`canon`] |
//! | compare grids and lists of them | [`compare`] |
//! | play a puzzle: entries, notes, undo, hints | [`game`] |
//! | draw grids as SVG, HTML and text; print booklets | [`draw`], [`booklet`] |
//! | use the exact cover problem of a board directly | [`matrix`] |

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

#[macro_use]
mod schema;

pub mod draw;
pub mod game;
mod human;
mod make;
mod model;
mod random;
pub mod solve;
pub mod text;
mod work;

pub use draw::{Backdrop, Booklet, Entry, Ink, Paper, Picture, Theme};
pub use game::{EditError, Game, NoHint, StepList};
pub use human::backdoor::{Backdoor, BackdoorError, Backdoors};
pub use human::explain::{Explainer, Grade, Hint, HintBasis, Mistakes, Order, State, StepGroup, Steps};
pub use human::pattern::{Reason, Sentence, StepMarks};
pub use human::rate::Rating;
pub use human::se_rating::SeRating;
pub use human::step::{HouseName, Link, LockedCells, Node, Step, Strength};
pub use human::technique::{Level, Needs, Technique};
pub use human::technique_names::UnknownTechnique;
pub use human::why_not::{Branch, WhyNot};
pub use human::{backdoor, certify, explain, pattern, rate, step, technique, why_not};
pub use make::canon::{Automorphism, CanonError, Canonical, Canonizer};
pub use make::diagnose::{Ambiguity, Conflict, Diagnosis, Repair, RuleRepair};
pub use make::generate::{
    Demand, Design, GenerateError, Generated, Generator, Made, Maker, Pattern, PatternError, Recipe,
    Redundancy, Spec, SpecError, Wish,
};
pub use make::minimize::{MinimizeError, Minimized, MinimizedRules, Redundant};
pub use make::{booklet, canon, diagnose, generate, minimize};
pub use model::decoration::{Color, Cosmetic, Decoration, Fog, Outline};
pub use model::geometry::rules::{
    CageKind, CellsKind, Direction, Figure, Grids, LineKind, Open, OpenKind, OutsideKind, PairKind, Regions,
    Rule, RuleError, RuleKind, RuleTheme, Side, UnknownRuleKind, Variant,
};
pub use model::geometry::{
    BoardError, Cage, Candidate, Cell, CellError, Digit, Geometry, GeometryError, House, HouseKind, Relation,
    RuleLine, RuleLineError, RuleTextError, Values, ValuesError,
};
pub use model::grid::{Breach, Contradiction, Grid, GridError};
pub use model::pencilmarks::{Marks, Pencilmarks};
pub use model::symmetry::Symmetry;
pub use model::unexpected::Unexpected;
pub use model::{compare, decoration, geometry, grid, pencilmarks, symmetry};
pub use solve::answer::{Answer, Effort};
pub use solve::boxes::ByBoxes;
pub use solve::completions::Completions;
pub use solve::matrix::{Constraint, Matrix};
pub use solve::prepared::PreparedEngine;
pub use solve::solvers::Solvers;
pub use solve::true_candidates::{TrueCandidates, TrueDigit, TrueDigits};
pub use solve::verdict::Verdict;
pub use solve::{Contradicting, CountedGrids, Solver};
pub use solve::{array, completions, matrix};
pub use text::{
    Column, Detail, Format, Key, LeftOut, Line, Loss, Losses, More, ReadError, ReadErrorKind, Reader, Record,
    Symbols, WriteError, Writer, resembles_puzzle,
};

/// Compiles and runs the Rust programs of the README and the guide as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
#[doc = include_str!("../../docs/library.md")]
mod guide {}
