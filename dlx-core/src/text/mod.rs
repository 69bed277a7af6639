//! Problem formats, read and written. Knuth's text format is in [`knuth`].
//!
//! | format | reads | writes | supports |
//! |---|---|---|---|
//! | [`json`] | yes | yes | everything |
//! | [`dense`] | yes | yes | a matrix of 0 and 1: primary items without bounds, no costs |
//! | [`sparse`] | yes | yes | rows of item numbers: items without bounds or colors, no costs |
//! | [`cnf`] | | yes | clauses for SAT solvers: everything except costs and weights |
//! | [`opb`] | | yes | pseudo-Boolean constraints: everything except names |
//! | [`lp`] | | yes | a linear program in binary variables: everything except names |
//!
//! Besides the problem, a reader holds one line or one option of the text; a writer holds one option, the
//! last three also a table of all uses. A writer refuses a problem with a [`Feature`] that its format does
//! not support. Names of items are the exception: a matrix has none, and reading it gives numbers as names. A
//! reader reports the line and the column of the first error ([`ParseError`]).
//!
//! The three formats that are only written have a variable for each option. Their solutions, restricted to
//! these variables, are exactly the covers of the problem; an option without a primary item is false in all
//! of them.

mod demands;
mod error;
pub(crate) mod json_words;
mod line;
mod linear;

pub mod cnf;
pub mod dense;
#[cfg(feature = "json")]
pub mod json;
pub mod knuth;
pub mod lp;
pub mod opb;
pub mod sparse;

pub(crate) use error::ParseErrorKind;
pub use error::{Feature, ParseError, ReadError, WriteError};
