//! Problem formats, read and written. Knuth's text format is in [`knuth`].
//!
//! | format | reads | writes | supports |
//! |---|---|---|---|
//! | [`json`] | yes | yes | everything |
//! | [`dense`] | yes | yes | a matrix of 0 and 1: primary items without bounds, no costs |
//! | [`sparse`] | yes | yes | rows of item numbers: items without bounds or colors, no costs |
//!
//! Besides the problem, a reader holds one line or one option of the text, and a writer one option. A writer refuses a
//! problem with a [`Feature`] that its format does not support. Names of items are the exception: a matrix has none, and
//! reading it gives numbers as names. A reader reports the line and the column of the first error ([`ParseError`]).
//!
//! The formats of solvers for integer programs, pseudo-Boolean constraints and clauses are in the crate `dlx-formats`.

mod error;
pub(crate) mod json_words;
pub(crate) mod line;

pub mod dense;
#[cfg(feature = "json")]
pub mod json;
pub mod knuth;
pub mod sparse;

pub(crate) use error::ParseErrorKind;
pub use error::{Feature, ParseError, ReadError, WriteError};
