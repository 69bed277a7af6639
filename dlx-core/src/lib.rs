//! Exact cover: given *items* and *options* that each cover some of the items, choose options that cover
//! every item exactly once. Packings, tilings, designs, schedules, Sudoku and the queens are problems of this
//! kind. (Older texts call items *columns* or *constraints*, and options *rows*.)
//!
//! An item is *primary*, to be covered exactly once or as often as its *bounds* say, or *secondary*, to be
//! covered at most once. An option may give a secondary item a *color*; options that agree on the color may
//! share the item. An option may have a *cost*.
//!
//! ```
//! use dlx_core::{Limits, Problem, Search, Uniqueness};
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
//! let mut search = Search::new(&problem);
//! assert_eq!(search.count(&mut Limits::none()).exact()?, 1);
//! let Uniqueness::One(cover) = search.uniqueness(&mut Limits::none()) else { panic!("there is just one") };
//! let mut names: Vec<String> = cover.iter().map(|&o| problem.display_option(o).to_string()).collect();
//! names.sort();
//! assert_eq!(names, ["a d f", "b g", "c e"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | To | see |
//! |---|---|
//! | state a problem in code, or read it from Knuth's text format | [`Problem`], [`ProblemBuilder`], [`text::knuth`] |
//! | read and write other formats, or hand a problem to SAT, pseudo-Boolean and integer solvers | [`text`] |
//! | have a problem of the literature made | the crate `dlx-instances` |
//! | list, count, or ask for none, one or several covers | [`Search`], [`Rule`] |
//! | count with all that makes counting short | [`count()`] |
//! | find the cheapest covers, where options have costs | [`Cheapest`] |
//! | have several threads list or count, with the same result | [`ParallelSearch`], [`Counting::threads`] |
//! | weigh all covers together in any semiring | [`total()`], [`semiring`] |
//! | hold all covers at once: list, draw, rank, combine and store them | [`Diagram`], [`Sampler`] |
//! | know or choose the engine and its vector instructions | [`Plan`], [`EngineKind`], [`Simd`] |
//! | demand or rule out options beforehand | [`Givens`], [`Search::force`], [`Search::push`] |
//! | ask about many givens, one after the other, in any order of covers | [`Prepared`] |
//! | stop after some solutions, nodes, or time; watch a run | [`Limits`], [`Stopped`], [`Observer`], [`Progress`] |
//! | pause, go on in another process, cut a search into parts | [`Checkpoint`], [`Search::split`] |
//! | know beforehand how long it takes, and afterwards what it took | [`Estimate`], [`Counters`], [`Size`] |
//! | make a problem smaller before it is searched | [`Reduction`], [`Twins`], [`components()`] |
//! | know why there is no cover | [`why()`] |
//! | check an answer without trusting the search | [`check()`], [`recount()`] |
//!
//! The engines are dancing links in a flat arena (D. E. Knuth, *The Art of Computer Programming* 4B, section 7.2.2.1)
//! and two on sets of bits, which are faster on all but the shortest searches. The library never prints, never exits
//! and knows no clock; depth of a problem is never depth of the stack; the same problem gives the same covers in the
//! same order.

#![warn(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::cast_possible_truncation
)]
#[cfg(test)]
mod agreement;
mod control;
mod count;
mod diagram;
mod engine;
#[cfg(test)]
mod instances;
mod optimize;
mod parallel;
mod prepared;
mod problem;
mod reduce;
mod search;
pub mod text;
mod why;

pub use control::answers::{Count, Cover, Uniqueness};
pub use control::checkpoint::{Checkpoint, CheckpointError};
pub use control::counters::Counters;
pub use control::limits::{Limits, Observer, Progress, Stopped};
pub use control::rule::{Rule, UnknownRule};
pub use count::recount::recount;
pub use count::semiring;
pub use count::total::{TotalError, total};
pub use count::{CountEngine, CountError, Counted, CountedPart, Counting, UnknownCountEngine, count};
pub use diagram::compile::CompileError;
pub use diagram::{Covers, Diagram, Sampler, SetError};
#[cfg(feature = "diagram-file")]
pub use diagram::{DiagramFileError, DiagramWriteError, NodeFault};
pub use engine::links::taxes::Taxing;
pub use engine::simd::{Simd, UnknownSimd};
pub use engine::unsupported::Unsupported;
pub use num_bigint::BigUint;
pub use optimize::{Best, Cheapest, Priced};
pub use parallel::{Batch, ParallelSearch};
pub use prepared::{Prepared, PreparedEngine};
pub use problem::check::{CheckError, check};
pub use problem::digest::{Digest, Digester, UnknownDigest};
pub use problem::givens::{GivenError, Givens};
pub use problem::ids::{Color, ItemId, OptionId};
pub use problem::size::Size;
pub use problem::{Bounds, BuildError, ItemKind, Mention, Problem, ProblemBuilder, Use, escape_controls};
pub use reduce::{Component, Dropped, Effort, ItemReason, Reason, Reduction, Removal, Twins, components};
pub use search::estimate::{Estimate, Mean};
pub use search::plan::{EngineKind, EngineReason, Plan, UnknownEngine};
pub use search::{IntoSolutions, Search, Solutions};
pub use why::{Core, Minimality, Why, why};
