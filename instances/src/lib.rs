//! Problems of the literature, made to measure. Each kind is a module with a function `problem`, a function
//! `geometry`, which says where the items lie in a picture of a cover, and a function `published` where counts of
//! its covers have been published; most take the same parameters. What fills a region has the geometry of the
//! [region](region::Region::geometry). [`draw`] makes the picture.
//!
//! | Kind | module |
//! |---|---|
//! | queens on a board or a torus | [`queens`] |
//! | Langford pairs | [`langford`] |
//! | pieces that fill a region, each so many times | [`packing`] |
//! | polyominoes: pentominoes and all others | [`polyominoes`] |
//! | polycubes: the Soma cube and all others | [`polycubes`] |
//! | dominoes | [`dominoes`] |
//! | Latin squares, and pairs of orthogonal ones | [`latin`], [`mols`] |
//! | perfect matchings, set partitions | [`matchings`], [`partitions`] |
//! | word rectangles | [`words`] |
//! | de Bruijn cycles | [`debruijn`] |
//! | partridge squares | [`partridge`] |
//! | MacMahon's squares with colored edges | [`macmahon`] |
//! | colorings of graphs | [`coloring`] |
//! | assignments with costs | [`assignment`] |
//!
//! The same parameters give the same problem, item by item and option by option. Sizes are bounded so that a
//! problem has some ten millions of uses at most; larger ones are refused before anything is built.
//!
//! ```
//! use dlx_core::{Limits, Search};
//! use dlx_instances::queens::{self, Board};
//!
//! let problem = queens::problem(8, Board::Plain)?;
//! assert_eq!(Search::new(&problem).count(&mut Limits::none()).exact()?, 92);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A number such as A000170 in these modules names a sequence of the On-Line Encyclopedia of Integer
//! Sequences, <https://oeis.org>; "TAOCP" is D. E. Knuth, *The Art of Computer Programming* 4B, section
//! 7.2.2.1.

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

pub mod assignment;
pub mod coloring;
pub mod debruijn;
pub mod dominoes;
pub mod draw;
pub mod drawing;
pub mod geometry;
pub mod langford;
pub mod latin;
pub mod macmahon;
pub mod matchings;
pub mod mols;
mod numerals;
pub mod packing;
pub mod partitions;
pub mod partridge;
pub mod polycubes;
pub mod polyominoes;
pub mod queens;
pub mod region;
pub mod shape;
pub mod words;

/// The library whose problems these are.
pub use dlx_core;

use dlx_core::{BuildError, ItemId, ProblemBuilder};
use thiserror::Error;

/// How many covers a problem has, according to the literature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The number of covers.
    pub count: u128,
    /// Where it stands, or from what it follows.
    pub source: &'static str,
}

/// Why there is no such problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InstanceError {
    /// A parameter beyond its range.
    #[error("{what}: expected {least} to {most}, found {found}")]
    OutOfRange {
        /// What the parameter is.
        what: &'static str,
        /// Its value.
        found: usize,
        /// The least value that makes sense.
        least: usize,
        /// The greatest value that is accepted.
        most: usize,
    },
    /// A problem beyond the size that is made.
    #[error("the problem would have up to {uses} uses of items in its options; expected at most {most}")]
    TooLarge {
        /// How many uses it would have, at most.
        uses: u128,
        /// The most that are made.
        most: u128,
    },
    /// A hole or a cell that is not where it should be.
    #[error("hole {hole}: expected a cell of the region, and each only once")]
    NoSuchCell {
        /// The hole.
        hole: String,
    },
    /// Something without any cell.
    #[error("{what} without a cell; expected at least one")]
    NoCells {
        /// What it is.
        what: &'static str,
    },
    /// No piece at all.
    #[error("no pieces; expected at least one")]
    NoPieces,
    /// A name that stands for no piece.
    #[error("unknown pieces `{}`; expected {expected}", name.escape_debug())]
    UnknownPiece {
        /// The name.
        name: String,
        /// The names that there are.
        expected: &'static str,
    },
    /// A number of times that leaves none above zero.
    #[error("piece `{name}`: {low} to {high} times; expected the lower number first and at least 1 at most")]
    NoTimes {
        /// The piece.
        name: String,
        /// The least number of times.
        low: u32,
        /// The greatest number of times.
        high: u32,
    },
    /// Two pieces whose placements cannot be told apart.
    #[error("piece `{name}` has the form of another piece, and both may be used any number of times")]
    SamePiece {
        /// The second of the two.
        name: String,
    },
    /// A list without a word that fits.
    #[error("no word of {letters} letters in the list")]
    NoWords {
        /// How many letters a word should have.
        letters: usize,
    },
    /// A table of costs that is no square.
    #[error("row {row} of the costs has {found} columns; expected {expected}, as many as there are rows")]
    NotSquare {
        /// The row, from 1.
        row: usize,
        /// How many columns it has.
        found: usize,
        /// How many rows there are.
        expected: usize,
    },
    /// A fault of an item or an option, such as a piece with the name of another.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// The most uses that a problem of this module has: 8 bytes each in the tables, and some more in a search.
const MOST_USES: u128 = 1 << 24;

/// Refuses a problem with more uses than are made.
fn check_uses(uses: u128) -> Result<(), InstanceError> {
    if uses > MOST_USES {
        return Err(InstanceError::TooLarge { uses, most: MOST_USES });
    }
    Ok(())
}

/// Refuses a parameter beyond its range.
fn check_range(what: &'static str, found: usize, least: usize, most: usize) -> Result<(), InstanceError> {
    if !(least..=most).contains(&found) {
        return Err(InstanceError::OutOfRange { what, found, least, most });
    }
    Ok(())
}

/// Adds primary items of these names.
fn primaries(
    builder: &mut ProblemBuilder,
    names: impl IntoIterator<Item = String>,
) -> Result<Vec<ItemId>, BuildError> {
    names.into_iter().map(|name| builder.add_primary(&name)).collect()
}

/// Adds secondary items of these names.
fn secondaries(
    builder: &mut ProblemBuilder,
    names: impl IntoIterator<Item = String>,
) -> Result<Vec<ItemId>, BuildError> {
    names.into_iter().map(|name| builder.add_secondary(&name)).collect()
}

/// The rows and columns of all cells, row by row.
fn grid(rows: usize, columns: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| [row, column]))
}

/// A number in the width in which sizes and counts are computed.
fn count_of(number: usize) -> u128 {
    // No target has addresses of more than 128 bits.
    u128::try_from(number).unwrap_or(u128::MAX)
}
