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
//! [`Query`] is the door to all answers; what stands behind it has more settings.
//!
//! | To | use |
//! |---|---|
//! | ask for all covers, the first, their number, the cheapest, random ones, or why there is none | [`Query`] |
//! | state a problem in code, or read it from Knuth's text format | [`Problem`], [`ProblemBuilder`], [`text::knuth`] |
//! | state a problem in your own types, and get covers in them | [`Model`], [`ModelBuilder`] |
//! | read and write other formats, or export a problem for SAT, pseudo-Boolean and integer programming solvers | [`text`] |
//! | make a problem of the literature | the crate `dlx-instances` |
//! | list covers, count them by listing, or test whether there is exactly one | [`Search`], [`Rule`] |
//! | count without listing | [`count()`] |
//! | find the cheapest covers | [`Cheapest`] |
//! | list or count with several threads, with the same result | [`ParallelSearch`], [`Counting::threads`] |
//! | compute a total over all covers in any semiring | [`total()`], [`semiring`] |
//! | hold all covers at once: list, sample, rank, combine and store them | [`Diagram`], [`Sampler`] |
//! | choose the engine and its vector instructions | [`Plan`], [`EngineKind`], [`Simd`] |
//! | require or exclude options, also other ones for each of many questions | [`Givens`], [`Search::restart`], [`Search::push`], [`Search::force`], [`Search::pop`] |
//! | find few covers of a problem with many constraints, by clause learning | [`LearningSearch`] |
//! | limit solutions, nodes and memory; stop and watch a run | [`Limits`], [`Stopped`], [`Observer`], [`Progress`] |
//! | pause, resume in another process, split a search into parts | [`Checkpoint`], [`Search::split`] |
//! | estimate the work beforehand, and measure it afterwards | [`Estimate`], [`Counters`], [`Size`] |
//! | find the symmetries of a problem, count covers up to them, list one of each orbit | [`Symmetries`], [`SymmetrySearch`] |
//! | make a problem smaller | [`Reduction`], [`Twins`], [`components()`] |
//! | look a problem over for mistakes, without a search | [`lint()`], [`obstacle()`] |
//! | find out why there is no cover | [`why()`] |
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
#[cfg(test)]
mod instances;
mod lint;
mod parallel;
mod problem;
mod reduce;
mod search;
mod symmetry;
pub mod text;
mod why;

pub use cheapest::taxes::Taxing;
pub use cheapest::{Best, Cheapest, Priced};
pub use control::answers::{Count, Cover, Uniqueness};
pub use control::checkpoint::{Checkpoint, CheckpointError};
pub use control::counters::Counters;
pub use control::limits::{CostsKnown, Limits, Observer, Progress, Stopped};
pub use control::query::{Query, QueryError};
pub use control::rule::{Rule, UnknownRule};
pub use count::recount::recount;
pub use count::semiring;
pub use count::total::total;
pub use count::{CountEngine, CountError, Counted, CountedPart, Counting, UnknownCountEngine, count};
pub use diagram::compile::{CompileError, Compiling};
pub use diagram::{Branch, Covers, Diagram, Sampler, SetError};
pub use diagram::{DiagramFileError, DiagramWriteError, NodeFault};
pub use dlx_simd::{Simd, UnknownSimd};
pub use engine::learn::{LearningError, LearningSearch};
pub use engine::unsupported::Unsupported;
pub use lint::{Finding, FindingKind, TotalsFound, lint, lint_within, obstacle, obstacle_within};
pub use num_bigint::BigUint;
pub use parallel::symmetric::{Representative, Representatives};
pub use parallel::{Batch, ParallelSearch};
pub use problem::check::{CheckError, check};
pub use problem::digest::{Digest, Digester, UnknownDigest};
pub use problem::givens::{GivenError, Givens};
pub use problem::ids::{Color, ItemId, OptionId};
pub use problem::model::{Model, ModelBuilder};
pub use problem::size::Size;
pub use problem::{
    AsMention, Bounds, BuildError, ItemKind, Mention, Problem, ProblemBuilder, Use, escape_controls,
};
pub use reduce::{
    Component, Dropped, Effort, ItemReason, Reason, Reduction, Removal, Twins, components, components_within,
};
pub use search::estimate::{Estimate, Mean};
pub use search::plan::{EngineKind, EngineReason, Plan, UnknownEngine};
pub use search::query::Listing;
pub use search::{IntoSolutions, Search, Solutions};
pub use symmetry::{GeneratorError, GeneratorErrorKind, Symmetries, Symmetry, SymmetrySearch};
pub use why::{Core, Minimality, Why, why};
