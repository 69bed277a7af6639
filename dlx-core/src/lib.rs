//! placeholder
#![warn(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::cast_possible_truncation
)]
mod answers;
mod check;
mod counters;
mod givens;
mod ids;
mod limits;
mod links;
mod problem;
mod rule;
mod search;
pub mod text;
mod walk;

pub use answers::{Count, Cover, Uniqueness};
pub use check::{CheckError, check};
pub use counters::{Counters, Size};
pub use givens::{GivenError, Givens};
pub use ids::{Color, ItemId, OptionId};
pub use limits::{Limits, Progress, Stopped};
pub use problem::{BuildError, ItemKind, Mention, Problem, ProblemBuilder, Use};
pub use rule::Rule;
pub use search::{IntoSolutions, Search, Solutions};
