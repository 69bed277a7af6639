//! Exact cover: given *items* and *options* that each cover some of the items, choose options that cover
//! every item exactly once. Packings, tilings, designs, timetables, Sudoku and the queens problem have this
//! form. (Older texts call items *columns* or *constraints*, and options *rows*.)
//! A *primary* item must be covered exactly once, or as often as its *bounds* say. A *secondary* item may be
//! covered at most once. An option may give a secondary item a *color*; several options may cover the item if
//! they give it the same color. An option may have a *cost*. A choice of options that covers everything as
//! required is a *cover*.
//!
//! ```
//! use dlx_core::{Problem, Query, Uniqueness};
//!
//! // Knuth's example: which of the options make up the letters a to g?
//! let problem = Problem::builder()
//!     .primary(["a", "b", "c", "d", "e", "f", "g"])
//!     .option(["c", "e"])
//!     .option(["a", "d", "g"])
//!     .option(["b", "c", "f"])
//!     .option(["a", "d", "f"])
//!     .option(["b", "g"])
//!     .option(["d", "e", "g"])
//!     .build()?;
//!
//! let query = Query::new(&problem);
//! assert_eq!(query.count()?.exact()?, 1u32.into());
//! let Uniqueness::One(cover) = query.unique()? else { panic!("there is just one") };
//! let mut names: Vec<String> = cover.iter().map(|&o| problem.display_option(o).to_string()).collect();
//! names.sort();
//! assert_eq!(names, ["a d f", "b g", "c e"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Query`] is the door to all answers. [`Search`] is for what goes on: it has a position that can be saved, moved and
//! split, and options that are given and taken back between questions.
//!
//! | To | use |
//! |---|---|
//! | ask for all covers, the first, their number, the cheapest, random ones, or why there is none | [`Query`] |
//! | state a problem in code, or read it from Knuth's text format | [`Problem`], [`ProblemBuilder`], [`text::knuth`] |
//! | state a problem in your own types, and get covers in them | [`Model`], [`ModelBuilder`] |
//! | read and write other formats, or export a problem for SAT, pseudo-Boolean and integer programming solvers | [`text`] |
//! | make a problem of the literature | the crate `dlx-instances` |
//! | use several threads, with the same result | [`Query::threads`] |
//! | list covers one by one, in an order that a rule defines | [`Search`], [`Rule`] |
//! | compute a total over all covers in any semiring | [`total()`], [`semiring`] |
//! | hold all covers at once: list, sample, rank, combine and store them | [`Diagram`], [`Sampler`] |
//! | require or exclude options, also other ones for each of many questions | [`Givens`], [`Search::restart`], [`Search::push`], [`Search::force`], [`Search::pop`] |
//! | limit solutions, nodes and memory; stop and watch a run | [`Limits`], [`Stopped`], [`Progress`] |
//! | pause, resume in another process, split a search into parts | [`Checkpoint`], [`Search::split`] |
//! | estimate the work beforehand, and measure it afterwards | [`Estimate`], [`Counters`] |
//! | find the symmetries of a problem, count covers up to them, list one of each orbit | [`Symmetries`], [`Representatives`] |
//! | find mistakes in a problem, without a search | [`lint()`] |
//! | check an answer without trusting the search | [`check()`], [`recount()`] |
//!
//! The engines are dancing links in a flat arena (D. E. Knuth, *The Art of Computer Programming* 4B, section
//! 7.2.2.1) and engines on sets of bits, which are faster on all but the shortest searches. The library
//! never prints and never exits, and looks at a clock only for the deadline of a query. The depth of the stack does not depend on the problem. The
//! same problem gives the same covers in the same order.

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
mod cheapest;
mod control;
mod count;
mod diagram;
mod engine;
mod first;
#[cfg(test)]
mod instances;
mod lint;
mod parallel;
mod problem;
mod reduce;
mod search;
mod survey;
mod symmetry;
pub mod text;
mod why;

pub use cheapest::{Best, Priced};
pub use control::answers::{Count, Cover, Uniqueness};
pub use control::checkpoint::{Checkpoint, CheckpointError};
pub use control::counters::Counters;
pub use control::limits::{Limits, Progress, Stopped};
pub use control::query::{Query, QueryError};
pub use control::rule::Rule;
pub use count::recount::recount;
pub use count::semiring;
pub use count::total::total;
pub use diagram::compile::CompileError;
pub use diagram::{Covers, Diagram, DiagramFileError, Sampler, SetError};
pub use lint::{Finding, lint};
pub use num_bigint::BigUint;
pub use parallel::symmetric::{Representative, Representatives};
pub use problem::check::{CheckError, check};
pub use problem::decimal::Decimal;
pub use problem::givens::{GivenError, Givens};
pub use problem::ids::{Color, ItemId, OptionId};
pub use problem::model::{Model, ModelBuilder};
pub use problem::{AsMention, Bounds, BuildError, ItemKind, Mention, Problem, ProblemBuilder, Use};
pub use search::estimate::{Estimate, Mean};
pub use search::query::Listing;
pub use search::{IntoSolutions, Search, Solutions};
pub use symmetry::{Symmetries, Symmetry};
pub use why::{Core, Minimality, Why};

/// What the other crates of this repository need, without a promise of stability: any of it may change or go in any
/// release. [`Query`] and the types around it are for all others.
#[doc(hidden)]
pub mod inner {
    pub use crate::cheapest::symmetric::BestOrbits;
    pub use crate::cheapest::taxes::Taxing;
    pub use crate::cheapest::{Cheapest, Gap};
    pub use crate::control::limits::{CostsKnown, NODES_BETWEEN_LOOKS, Observer};
    pub use crate::control::rule::UnknownRule;
    pub use crate::count::{
        CountEngine, CountError, Counted, CountedPart, Counting, UnknownCountEngine, count,
    };
    pub use crate::diagram::Branch;
    pub use crate::diagram::compile::Compiling;
    pub use crate::engine::learn::LearningSearch;
    pub use crate::engine::unsupported::{EngineError, Unsupported};
    pub use crate::first::{FindEngine, Finder, Found};
    pub use crate::lint::{FindingKind, TotalsFound, obstacle};
    pub use crate::parallel::{Batch, ParallelSearch};
    pub use crate::problem::decimal::UnknownDecimal;
    pub use crate::problem::digest::{Digest, Digester, UnknownDigest};
    pub use crate::problem::escape_controls;
    pub use crate::problem::nearest::{nearest, suggestion};
    pub use crate::problem::size::Size;
    pub use crate::reduce::{
        Component, Dropped, Effort, ItemReason, Reason, Reduction, Removal, Twins, components,
    };
    pub use crate::search::plan::{EngineKind, EngineReason, Plan, UnknownEngine};
    pub use crate::survey::{Survey, survey};
    pub use crate::symmetry::{GeneratorError, GeneratorErrorKind, SymmetrySearch};
    pub use crate::text::json_words::json_words;
    pub use crate::text::line::{TextLine, TextLines};
    pub use crate::why::why;
    pub use dlx_simd::{Simd, UnknownSimd};
}
