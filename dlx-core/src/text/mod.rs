//! Problems in the formats of other programs. Knuth's text format is in [`text`](crate::text::knuth).
//!
//! | format | reads | writes | carries |
//! |---|---|---|---|
//! | [`json`] | yes | yes | everything |
//! | [`dense`] | yes | yes | a matrix of 0 and 1: primary items without bounds, no costs |
//! | [`sparse`] | yes | yes | rows of item numbers: items without bounds or colors, no costs |
//! | [`cnf`] | | yes | clauses for SAT solvers: all but the costs |
//! | [`opb`] | | yes | pseudo-Boolean constraints: all but the names |
//! | [`lp`] | | yes | a linear program in binary variables: all but the names |
//!
//! A reader holds one line of the text, or one option of it, beside the problem; a writer holds one option,
//! the last three also a table of all uses. A writer refuses what its format cannot carry, and names it
//! ([`Feature`]). Names of items are the exception: a matrix has none, and what comes back from it has
//! numbers for names. A reader names the line and the column of the first fault ([`ParseError`]).
//!
//! The three that are only written have a variable for each option. Their solutions, seen on these variables
//! alone, are exactly the covers of the problem; an option without a primary item is false in all of them.

mod demands;
mod error;
mod line;
mod linear;
mod nearest;

pub mod cnf;
pub mod dense;
#[cfg(feature = "json")]
pub mod json;
pub mod knuth;
pub mod lp;
pub mod opb;
pub mod sparse;

pub use error::{Feature, ParseError, ParseErrorKind, ReadError, WriteError};
