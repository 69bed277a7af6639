//! Formats of other solvers for exact cover problems: integer programs, pseudo-Boolean constraints and clauses.
//!
//! | format | reads | writes | supports |
//! |---|---|---|---|
//! | [`lp`] | yes | yes | integer programs in binary variables: everything except names |
//! | [`mps`] | yes | yes | the same |
//! | [`opb`] | yes | yes | pseudo-Boolean constraints: everything except names |
//! | [`cnf`] | yes | yes | clauses for SAT solvers: everything except costs and weights |
//! | [`partitioning`] | yes | | set partitioning problems of the OR-Library |
//!
//! A writer has a variable for each option. The solutions of what it writes, restricted to these variables, are exactly
//! the covers of the problem; an option without a primary item is 0 in all of them. [`answer::read`] reads what a
//! solver found as options.
//!
//! A reader makes an exact cover problem whose covers are the solutions of the text ([`ReadProgram`]). It refuses what
//! no sum of binary variables says, with the line.
//!
//! ```
//! use dlx_core::{Limits, Search};
//!
//! let text = "Minimize\n obj: 3 x + 2 y + 2 z\nSubject To\n x + y = 1\n x + z = 1\nBinaries\n x y z\nEnd\n";
//! let read = dlx_formats::lp::read(text.as_bytes())?;
//! assert_eq!(Search::new(&read.problem).count(&mut Limits::none()).exact()?, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod answer;
pub mod cnf;
mod decimal;
mod demands;
mod error;
mod linear;
mod lines;
pub mod lp;
pub mod mps;
pub mod opb;
pub mod partitioning;
mod program;

pub use error::{ReadError, ReadErrorKind, WriteError};
pub use program::ReadProgram;
