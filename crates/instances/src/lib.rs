//! Generators for well-known exact cover problems. Each kind of problem is a module with a function
//! `problem`, a function `geometry`, which gives the positions of the items in a picture of a cover, and a
//! function `published`, which returns published counts of covers; most of these functions take the same
//! parameters. Packings use the geometry of their [region](region::Region::geometry). [`draw`] makes the
//! picture.
//!
//! | Kind | module |
//! |---|---|
//! | queens on a board or a torus | [`queens`] |
//! | Langford pairs | [`langford`] |
//! | pieces that fill a region, each with a number of copies | [`packing`] |
//! | polyominoes: pentominoes and all others, polyiamonds and polyhexes | [`polyominoes`] |
//! | polycubes: the Soma cube and all others | [`polycubes`] |
//! | dominoes | [`dominoes`] |
//! | Latin squares, and pairs of orthogonal ones | [`latin`], [`mols`] |
//! | perfect matchings, set partitions | [`matchings`], [`partitions`] |
//! | word rectangles and crosswords | [`words`] |
//! | de Bruijn cycles | [`debruijn`] |
//! | partridge squares | [`partridge`] |
//! | MacMahon's squares with colored edges | [`macmahon`] |
//! | square ice: arrows into vertices and out of them | [`ice`] |
//! | colorings of graphs | [`coloring`] |
//! | assignments, rosters and timetables with costs | [`assignment`], [`roster`], [`timetable`] |
//! | leagues: every two teams meet once | [`league`] |
//! | block designs: Steiner and Kirkman triple systems and others | [`design`], [`steiner`], [`kirkman`] |
//! | KenKen puzzles, Pips puzzles | [`kenken`], [`pips`] |
//! | packings in the files of BurrTools | [`xmpuzzle`] |
//!
//! The same parameters give the same problem, item by item and option by option. Sizes are limited so that a
//! problem has at most some tens of millions of uses; parameters beyond the limits are refused before
//! anything is built.
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
//! A number such as A000170 in these modules is a sequence of the On-Line Encyclopedia of Integer Sequences,
//! <https://oeis.org>; "TAOCP" is D. E. Knuth, *The Art of Computer Programming* 4B, section 7.2.2.1.

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
pub mod design;
pub mod dominoes;
pub mod draw;
pub mod drawing;
pub mod geometry;
pub mod grids;
pub mod ice;
pub mod kenken;
pub mod kirkman;
pub mod langford;
pub mod latin;
pub mod league;
pub mod macmahon;
pub mod matchings;
pub mod mols;
mod numerals;
pub mod packing;
pub mod partitions;
pub mod partridge;
pub mod pips;
pub mod polycubes;
pub mod polyominoes;
pub mod queens;
mod random;
pub mod region;
pub mod roster;
pub mod shape;
pub mod steiner;
pub mod timetable;
pub mod words;
pub mod xmpuzzle;

/// The exact cover library that these problems are for.
pub use dlx_core;

use dlx_core::{BuildError, ItemId, ProblemBuilder};
use thiserror::Error;

/// The number of covers of a problem according to the literature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The number of covers.
    pub count: u128,
    /// The publication or sequence that contains the number, or the way in which it is derived.
    pub source: &'static str,
}

/// The reason why a problem cannot be built from its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InstanceError {
    /// A parameter out of range.
    #[error("{what}: expected {least} to {most}, found {found}")]
    OutOfRange {
        /// The name of the parameter.
        what: &'static str,
        /// Its value.
        found: usize,
        /// The smallest value that is accepted.
        least: usize,
        /// The largest value that is accepted.
        most: usize,
    },
    /// The problem would be too large.
    #[error("the problem would have up to {uses} uses of items in its options; expected at most {most}")]
    TooLarge {
        /// An upper bound on the number of uses of the problem.
        uses: u128,
        /// The largest number of uses that is accepted.
        most: u128,
    },
    /// A hole that is not a cell of the region, or that is given twice.
    #[error("hole {hole}: expected a cell of the region, and each only once")]
    NoSuchCell {
        /// The hole.
        hole: String,
    },
    /// A region or shape without cells.
    #[error("{what} without a cell; expected at least one")]
    NoCells {
        /// The thing without cells.
        what: &'static str,
    },
    /// A packing without pieces.
    #[error("no pieces; expected at least one")]
    NoPieces,
    /// An unknown name of pieces.
    #[error("unknown pieces `{}`; expected {expected}", name.escape_debug())]
    UnknownPiece {
        /// The name.
        name: String,
        /// The known names.
        expected: &'static str,
    },
    /// An invalid range for the copies of a piece.
    #[error("piece `{name}`: {low} to {high} times; expected the lower number first and at least 1 at most")]
    NoTimes {
        /// The piece.
        name: String,
        /// The smallest number of copies.
        low: u32,
        /// The largest number of copies.
        high: u32,
    },
    /// Two pieces with identical placements.
    #[error("piece `{name}` has the form of another piece, and both may be used any number of times")]
    SamePiece {
        /// The second of the two pieces.
        name: String,
    },
    /// The list has no word of the required length.
    #[error("no word of {letters} letters in the list")]
    NoWords {
        /// The required number of letters.
        letters: usize,
    },
    /// A table of costs that is not square.
    #[error("row {row} of the costs has {found} columns; expected {expected}, as many as there are rows")]
    NotSquare {
        /// The row, from 1.
        row: usize,
        /// The number of columns of the row.
        found: usize,
        /// The number of rows.
        expected: usize,
    },
    /// A number of points for which there is no design of this kind.
    #[error("{what}: expected {expected}, found {found}")]
    Unsuitable {
        /// The name of the parameter.
        what: &'static str,
        /// The numbers that are accepted.
        expected: &'static str,
        /// Its value.
        found: usize,
    },
    /// A block design whose numbers of blocks would not be integers.
    #[error(
        "block design: expected LAMBDA (V - 1) divisible by K - 1, and LAMBDA V (V - 1) by K (K - 1), found V = \
         {points}, K = {size}, LAMBDA = {lambda}"
    )]
    NoDesign {
        /// The number of points.
        points: usize,
        /// The number of points of a block.
        size: usize,
        /// The number of blocks that contain two given points.
        lambda: usize,
    },
    /// A region that dominoes cannot fill.
    #[error("expected a region that dominoes can fill, found another")]
    NoTiling,
    /// No puzzle was found for a seed.
    #[error("{what}: found no puzzle with one solution; try another seed")]
    NoPuzzle {
        /// The kind of puzzle.
        what: &'static str,
    },
    /// An invalid item or option, such as two pieces with the same name.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// The largest number of uses of a problem of this crate. Each use takes 8 bytes in the tables of the
/// problem, and further memory in a search.
const MOST_USES: u128 = 1 << 24;

/// Returns an error if a problem would have more than [`MOST_USES`] uses.
fn check_uses(uses: u128) -> Result<(), InstanceError> {
    if uses > MOST_USES {
        return Err(InstanceError::TooLarge { uses, most: MOST_USES });
    }
    Ok(())
}

/// Returns an error if a parameter is out of range.
fn check_range(what: &'static str, found: usize, least: usize, most: usize) -> Result<(), InstanceError> {
    if !(least..=most).contains(&found) {
        return Err(InstanceError::OutOfRange { what, found, least, most });
    }
    Ok(())
}

/// Adds primary items with these names.
fn primaries(
    builder: &mut ProblemBuilder,
    names: impl IntoIterator<Item = String>,
) -> Result<Vec<ItemId>, BuildError> {
    names.into_iter().map(|name| builder.add_primary(&name)).collect()
}

/// Adds secondary items with these names.
fn secondaries(
    builder: &mut ProblemBuilder,
    names: impl IntoIterator<Item = String>,
) -> Result<Vec<ItemId>, BuildError> {
    names.into_iter().map(|name| builder.add_secondary(&name)).collect()
}

/// Returns the row and column of each cell in row-major order.
fn grid(rows: usize, columns: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| [row, column]))
}

/// Converts a number to the width in which sizes and counts are computed.
fn count_of(number: usize) -> u128 {
    // No supported target has addresses of more than 128 bits.
    u128::try_from(number).unwrap_or(u128::MAX)
}
